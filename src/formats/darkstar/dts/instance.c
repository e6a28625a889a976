#include "formats/darkstar/dts/instance.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- making ------------------------------------------------------------------------------------------- */

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
    return dts_score_make(&i->score, shape, arena) && i->threads && i->order && i->local && i->world &&
           i->node_visible && i->objects && i->materials;
}

static const tlb_dts_thread still = {.sequence = TLB_NONE, .transition = TLB_NONE, .pending = TLB_NONE};

tlb_status tlb_dts_instance_create(tlb_dts_instance **instance, tlb_context *context, const tlb_dts *shape,
                                   uint32_t threads)
{
    tlb_arena arena;
    tlb_arena_init(&arena, &context->account);
    tlb_dts_instance *made = *instance = tlb_zalloc(&arena, sizeof *made);
    if (made) {
        made->context = context;
        made->arena = arena;
        made->thread_count = threads;
    }
    if (!made || !allocate(made, shape, threads)) {
        *instance = NULL;
        tlb_dts_instance_free(made);
        return tlb_report_memory(context);
    }
    for (uint32_t i = 0; i < threads; i++)
        made->threads[i] = still;
    made->root =
        tlb_dts_placement_of(shape, shape->nodes.count ? shape->nodes.data[0].defaultTransform : TLB_NONE);
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
    tlb_arena_free(&arena);
}

/* --- threads ------------------------------------------------------------------------------------------ */

const tlb_dts_thread *tlb_dts_thread_at(const tlb_dts_instance *instance, uint32_t thread)
{
    return thread < instance->thread_count ? &instance->threads[thread] : NULL;
}

/* Within the sequence: a cyclic one goes on behind its end. */
static double settle(const tlb_dts *shape, int32_t sequence, double position)
{
    if (!isfinite(position))
        return 0;
    if (shape->sequences.data[sequence].cyclic && (position < 0 || position > 1))
        return position - floor(position);
    return fmin(fmax(position, 0), 1);
}

bool tlb_dts_play(tlb_dts_instance *instance, uint32_t thread, int32_t sequence, double position)
{
    const tlb_dts *shape = instance->score.shape;
    bool stops = sequence == TLB_NONE;
    if (thread >= instance->thread_count || (!stops && !dts_is_index(sequence, shape->sequences.count)))
        return false;
    tlb_dts_thread *t = &instance->threads[thread];
    *t = still;
    if (stops)
        return true;
    t->sequence = sequence;
    t->position = settle(shape, sequence, position);
    t->priority = shape->sequences.data[sequence].priority;
    return true;
}

bool tlb_dts_set_priority(tlb_dts_instance *instance, uint32_t thread, int32_t priority)
{
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
    if (thread >= instance->thread_count ||
        (transition != TLB_NONE && !is_sound(instance->score.shape, transition)))
        return false;
    instance->threads[thread].pending = transition;
    return true;
}

tlb_dts_placement tlb_dts_root(const tlb_dts_instance *instance)
{
    return instance->root;
}

void tlb_dts_set_root(tlb_dts_instance *instance, const tlb_dts_placement *root)
{
    instance->root = *root;
}

/* --- finding ------------------------------------------------------------------------------------------ */

int32_t tlb_dts_find_sequence(const tlb_dts *shape, const char *name)
{
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
    for (uint32_t i = 0; i < shape->transitions.count; i++)
        if (shape->transitions.data[i].startSequence == startSequence &&
            shape->transitions.data[i].endSequence == endSequence)
            return (int32_t)i;
    return TLB_NONE;
}
