/* An instance of a shape, its threads, and what they make of the shape. */
#include "formats/darkstar/dts/runtime.h"
#include "base/argument.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- instances ----------------------------------------------------------------------------------------- */

/* Faces name one of these. */
static uint32_t material_count(const tlb_dts *shape)
{
    uint32_t known = shape->materialList.materials.count;
    return shape->pers.version < 5 || shape->defaultMaterials < 0 || (uint32_t)shape->defaultMaterials > known
               ? known
               : (uint32_t)shape->defaultMaterials;
}

static bool allocate(tlb_dts_instance *i, const tlb_dts *shape, uint32_t threads)
{
    tlb_arena *arena = &i->arena;
    i->threads = tlb_alloc_array(arena, threads, sizeof *i->threads);
    i->order = tlb_alloc_array(arena, threads, sizeof *i->order);
    i->local = tlb_alloc_array(arena, shape->nodes.count, sizeof *i->local);
    i->world = tlb_alloc_array(arena, shape->nodes.count, sizeof *i->world);
    i->node_visible = tlb_alloc_array(arena, shape->nodes.count, sizeof *i->node_visible);
    i->objects = tlb_alloc_array(arena, shape->objects.count, sizeof *i->objects);
    i->pose.materialCount = material_count(shape);
    i->materials = tlb_alloc_array(arena, i->pose.materialCount, sizeof *i->materials);
    return tlb_dts_score_make(&i->score, shape, arena) && i->threads && i->order && i->local && i->world &&
           i->node_visible && i->objects && i->materials;
}

static const tlb_dts_thread still = {.sequence = TLB_NONE, .transition = TLB_NONE, .pending = TLB_NONE};

tlb_status tlb_dts_instance_create(tlb_context *context, const tlb_dts *shape, uint32_t threads,
                                   tlb_dts_instance **instance)
{
    TLB_REQUIRE(context, instance);
    *instance = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, shape);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_dts_instance *made = *instance = tlb_zalloc(&arena, sizeof *made);
    if (made) {
        made->context = context;
        made->arena = arena;
        made->thread_count = threads;
    }
    if (!made || !allocate(made, shape, threads)) {
        tlb_status status = tlb_report_memory(context, made ? &made->arena : &arena);
        *instance = NULL;
        tlb_dts_instance_free(made);
        return status;
    }
    for (uint32_t i = 0; i < threads; i++)
        made->threads[i] = still;
    made->root =
        tlb_dts_placement_of(shape, shape->nodes.count ? shape->nodes.data[0].defaultTransform : TLB_NONE);
    made->pose.shape = shape;
    made->pose.local = made->local;
    made->pose.world = made->world;
    made->pose.nodeVisible = made->node_visible;
    made->pose.objects = made->objects;
    made->pose.materials = made->materials;
    return TLB_OK;
}

void tlb_dts_instance_free(tlb_dts_instance *instance)
{
    if (!instance)
        return;
    tlb_arena arena = instance->arena; /* a copy: the instance itself lives in it */
    tlb_arena_release(&arena);
}

/* --- threads ------------------------------------------------------------------------------------------ */

const tlb_dts_thread *tlb_dts_thread_at(const tlb_dts_instance *instance, uint32_t thread)
{
    if (!instance)
        return NULL;
    return thread < instance->thread_count ? &instance->threads[thread] : NULL;
}

/* Within the sequence: a cyclic one goes on after its end. */
static double wrap_position(const tlb_dts *shape, int32_t sequence, double position)
{
    if (!isfinite(position))
        return 0;
    if (shape->sequences.data[sequence].cyclic && (position < 0 || position > 1))
        return position - floor(position);
    return fmin(fmax(position, 0), 1);
}

bool tlb_dts_play(tlb_dts_instance *instance, uint32_t thread, int32_t sequence, double position)
{
    if (!instance)
        return false;
    const tlb_dts *shape = instance->score.shape;
    bool stops = sequence == TLB_NONE;
    if (thread >= instance->thread_count || (!stops && !dts_is_index(sequence, shape->sequences.count)))
        return false;
    tlb_dts_thread *t = &instance->threads[thread];
    *t = still;
    if (stops)
        return true;
    t->sequence = sequence;
    t->position = wrap_position(shape, sequence, position);
    t->priority = shape->sequences.data[sequence].priority;
    return true;
}

bool tlb_dts_set_priority(tlb_dts_instance *instance, uint32_t thread, int32_t priority)
{
    if (!instance)
        return false;
    if (thread >= instance->thread_count)
        return false;
    instance->threads[thread].priority = priority;
    return true;
}

/* Whether both ends of a transition are there. */
static bool is_sound(const tlb_dts *shape, int32_t transition)
{
    if (!dts_is_index(transition, shape->transitions.count))
        return false;
    const tlb_dts_transition *t = &shape->transitions.data[transition];
    return dts_is_index(t->startSequence, shape->sequences.count) &&
           dts_is_index(t->endSequence, shape->sequences.count);
}

bool tlb_dts_begin_transition(tlb_dts_instance *instance, uint32_t thread, int32_t transition, bool backwards)
{
    if (!instance)
        return false;
    const tlb_dts *shape = instance->score.shape;
    if (!is_sound(shape, transition))
        return false;
    const tlb_dts_transition *way = &shape->transitions.data[transition];
    if (!tlb_dts_play(instance, thread, way->startSequence, (double)way->startPosition))
        return false;
    instance->threads[thread].transition = transition;
    instance->threads[thread].transitionPosition = backwards ? 1 : 0;
    return true;
}

bool tlb_dts_await_transition(tlb_dts_instance *instance, uint32_t thread, int32_t transition)
{
    if (!instance)
        return false;
    if (thread >= instance->thread_count ||
        (transition != TLB_NONE && !is_sound(instance->score.shape, transition)))
        return false;
    instance->threads[thread].pending = transition;
    return true;
}

tlb_dts_placement tlb_dts_root(const tlb_dts_instance *instance)
{
    if (!instance)
        return DTS_NO_MOVE;
    return instance->root;
}

void tlb_dts_set_root(tlb_dts_instance *instance, const tlb_dts_placement *root)
{
    if (!instance || !root)
        return;
    instance->root = *root;
}

/* --- sequences and transitions by name ----------------------------------------------------------------- */

int32_t tlb_dts_find_sequence(const tlb_dts *shape, const char *name)
{
    if (!shape || !name)
        return TLB_NONE;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        tlb_text text = tlb_dts_name_at(shape, shape->sequences.data[i].name);
        char copy[TLB_DTS_NAME + 1] = {0};
        memcpy(copy, text.data, text.size);
        if (text.size == size && tlb_same_nocase(copy, name))
            return (int32_t)i;
    }
    return TLB_NONE;
}

int32_t tlb_dts_find_transition(const tlb_dts *shape, int32_t startSequence, int32_t endSequence)
{
    if (!shape)
        return TLB_NONE;
    for (uint32_t i = 0; i < shape->transitions.count; i++)
        if (shape->transitions.data[i].startSequence == startSequence &&
            shape->transitions.data[i].endSequence == endSequence)
            return (int32_t)i;
    return TLB_NONE;
}

/* --- evaluation ---------------------------------------------------------------------------------------- */

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

void tlb_dts_order_threads(tlb_dts_instance *instance)
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
    bool has =
        tlb_dts_find_track(score, node->firstSubSequence, node->numSubSequences, place.sequence, &track);
    if (has)
        *placement = tlb_dts_node_at(score, &track, place.position, visible);
    else {
        *placement = tlb_dts_placement_of(score->shape, node->defaultTransform);
        *visible = true;
    }
    return has;
}

bool tlb_dts_thread_moves(const tlb_dts_instance *instance, const tlb_dts_thread *thread, uint32_t node,
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
    *placement = tlb_dts_blend(placement, &end, places.part);
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
        moved = tlb_dts_thread_moves(instance, &instance->threads[instance->order[i]], node, local, visible);
    if (!moved) {
        *local = tlb_dts_placement_of(shape, n->defaultTransform);
        *visible = true;
    }
    if (node == 0)
        *local = instance->root;
    instance->world[node] = *local;
    if (n->parent >= 0 && (uint32_t)n->parent < node) {
        instance->world[node] = tlb_dts_place_within(&instance->world[n->parent], local);
        *visible &= instance->node_visible[n->parent];
    }
}

/* --- objects and materials ---------------------------------------------------------------------------- */

static void change_object(tlb_dts_instance *instance, uint32_t object, place_in_time place)
{
    const tlb_dts_object *o = &instance->score.shape->objects.data[object];
    tlb_dts_object_state *state = &instance->objects[object];
    dts_track track;
    if (!tlb_dts_find_track(&instance->score, o->firstSubSequence, o->numSubSequences, place.sequence,
                            &track))
        return;
    tlb_dts_key key =
        tlb_dts_key_of(instance->score.shape, &track.keys[tlb_dts_key_at(&track, place.position)]);
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
        if (!tlb_dts_track_at(&instance->score, s->firstIFLSubSequence + i, &track))
            continue;
        tlb_dts_key key =
            tlb_dts_key_of(instance->score.shape, &track.keys[tlb_dts_key_at(&track, place.position)]);
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
    if (!instance)
        return NULL;
    const tlb_dts *shape = instance->score.shape;
    tlb_dts_order_threads(instance);
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
