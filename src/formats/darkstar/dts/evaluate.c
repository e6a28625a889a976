/* What the threads make of a shape. */
#include "formats/darkstar/dts/instance.h"
#include "formats/darkstar/dts/placement.h"

/* Where a thread looks up tracks: in its sequence; in a transition both ends matter. */
typedef struct place_in_time {
    int32_t sequence;
    double position;
} place_in_time;

typedef struct thread_places {
    place_in_time start, end;
    bool between;
    float part; /* of the way from start to end */
} thread_places;

static thread_places places_of(const tlb_dts_instance *instance, const tlb_dts_thread *thread)
{
    if (thread->transition == TLB_NONE)
        return (thread_places){.start = {thread->sequence, thread->position}};
    const tlb_dts_transition *t = &instance->score.shape->transitions.data[thread->transition];
    return (thread_places){{t->startSequence, (double)t->startPosition},
                           {t->endSequence, (double)t->endPosition},
                           true,
                           (float)thread->transitionPosition};
}

/* What changes at keys is the start's in the first half of a transition, then the end's. */
static place_in_time nearer(const thread_places *places)
{
    return places->between && places->part >= 0.5f ? places->end : places->start;
}

void dts_order_threads(tlb_dts_instance *instance)
{
    for (uint32_t i = 0; i < instance->thread_count; i++) {
        uint32_t at = i;
        for (; at && instance->threads[instance->order[at - 1]].priority > instance->threads[i].priority;
             at--)
            instance->order[at] = instance->order[at - 1];
        instance->order[at] = i;
    }
}

/* --- nodes -------------------------------------------------------------------------------------------- */

/* False, and at rest, without a track. */
static bool node_in(const dts_score *score, const tlb_dts_node *node, place_in_time place,
                    tlb_dts_placement *placement, bool *visible)
{
    dts_track track;
    bool has = dts_find_track(score, node->firstSubSequence, node->numSubSequences, place.sequence, &track);
    if (has)
        *placement = dts_node_at(score, &track, place.position, visible);
    else {
        *placement = tlb_dts_placement_of(score->shape, node->defaultTransform);
        *visible = true;
    }
    return has;
}

bool dts_thread_moves(const tlb_dts_instance *instance, const tlb_dts_thread *thread, uint32_t node,
                      tlb_dts_placement *placement, bool *visible)
{
    if (thread->sequence == TLB_NONE)
        return false;
    const tlb_dts_node *n = &instance->score.shape->nodes.data[node];
    thread_places places = places_of(instance, thread);
    if (!places.between)
        return node_in(&instance->score, n, places.start, placement, visible);
    tlb_dts_placement end;
    bool end_visible, starts = node_in(&instance->score, n, places.start, placement, visible);
    bool ends = node_in(&instance->score, n, places.end, &end, &end_visible);
    *placement = dts_blend(placement, &end, places.part);
    if (places.part >= 0.5f)
        *visible = end_visible;
    return starts || ends;
}

static void place_node(tlb_dts_instance *instance, uint32_t node)
{
    const tlb_dts *shape = instance->score.shape;
    const tlb_dts_node *n = &shape->nodes.data[node];
    tlb_dts_placement *local = &instance->local[node];
    bool moved = false, *visible = &instance->node_visible[node];
    for (uint32_t i = 0; i < instance->thread_count && !moved; i++)
        moved = dts_thread_moves(instance, &instance->threads[instance->order[i]], node, local, visible);
    if (!moved) {
        *local = tlb_dts_placement_of(shape, n->defaultTransform);
        *visible = true;
    }
    if (node == 0)
        *local = instance->root;
    instance->world[node] = *local;
    if (n->parent >= 0 && (uint32_t)n->parent < node) {
        instance->world[node] = dts_place_within(&instance->world[n->parent], local);
        *visible &= instance->node_visible[n->parent];
    }
}

/* --- objects and materials ---------------------------------------------------------------------------- */

static void change_object(tlb_dts_instance *instance, uint32_t object, place_in_time place)
{
    const tlb_dts_object *o = &instance->score.shape->objects.data[object];
    tlb_dts_object_state *state = &instance->objects[object];
    dts_track track;
    if (!dts_find_track(&instance->score, o->firstSubSequence, o->numSubSequences, place.sequence, &track))
        return;
    tlb_dts_key key = tlb_dts_key_of(instance->score.shape, &track.keys[dts_key_at(&track, place.position)]);
    if (key.frameMatters)
        state->frame = key.value;
    if (key.materialMatters)
        state->textureFrame = key.material;
    if (key.visibleMatters)
        state->visible = key.visible;
}

static void change_materials(tlb_dts_instance *instance, place_in_time place)
{
    const tlb_dts_sequence *s = &instance->score.shape->sequences.data[place.sequence];
    if (!dts_within(s->firstIFLSubSequence, s->numIFLSubSequences, instance->score.shape->subSequences.count))
        return;
    for (int32_t i = 0; i < s->numIFLSubSequences; i++) {
        dts_track track;
        if (!dts_track_at(&instance->score, s->firstIFLSubSequence + i, &track))
            continue;
        tlb_dts_key key =
            tlb_dts_key_of(instance->score.shape, &track.keys[dts_key_at(&track, place.position)]);
        if (key.material < instance->pose.materialCount)
            instance->materials[key.material] = key.value;
    }
}

/* The least important thread comes first: the others then have their say. */
static void change_all(tlb_dts_instance *instance)
{
    for (uint32_t i = instance->thread_count; i--;) {
        const tlb_dts_thread *thread = &instance->threads[instance->order[i]];
        if (thread->sequence == TLB_NONE)
            continue;
        thread_places places = places_of(instance, thread);
        place_in_time place = nearer(&places);
        for (uint32_t k = 0; k < instance->score.shape->objects.count; k++)
            change_object(instance, k, place);
        change_materials(instance, place);
    }
}

const tlb_dts_pose *tlb_dts_evaluate(tlb_dts_instance *instance)
{
    const tlb_dts *shape = instance->score.shape;
    dts_order_threads(instance);
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        place_node(instance, i);
    for (uint32_t i = 0; i < shape->objects.count; i++)
        instance->objects[i] =
            (tlb_dts_object_state){.visible = !(shape->objects.data[i].flags & TLB_DTS_OBJECT_INVISIBLE)};
    for (uint32_t i = 0; i < instance->pose.materialCount; i++)
        instance->materials[i] = i;
    change_all(instance);
    return &instance->pose;
}
