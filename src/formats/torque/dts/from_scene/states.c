/* States of objects: whether they are seen, and the frame that they show. */
#include "formats/torque/dts/from_scene/from_scene.h"
#include "writers/stretch.h"

/* --- what is seen --------------------------------------------------------------------------------------- */

/* The node above that says what is seen of a mesh, too; a skin is where its bones are. */
static int32_t node_above(const shape_maker *m, uint32_t source, int32_t node)
{
    const tlb_node *from = &m->scene->nodes[source];
    return tlb_shape_is_skinned(m->scene, from) ? TLB_NONE : m->scene->nodes[node].parent;
}

static bool is_seen(const shape_maker *m, const tlb_scene *posed, uint32_t source)
{
    for (int32_t i = (int32_t)source; i >= 0; i = node_above(m, source, i))
        if (tlb_scale_vanishes(posed->nodes[i].scale))
            return false;
    return true;
}

static tlb_torque_object_state rest_of(const shape_maker *m, uint32_t source)
{
    bool seen = !m->hints[source].hidden && is_seen(m, m->scene, source);
    return (tlb_torque_object_state){.vis = seen ? 1.0f : 0.0f};
}

bool tlb_shape_make_rest_states(shape_maker *m)
{
    for (uint32_t i = 0; i < m->objects.count; i++) {
        tlb_torque_object_state *state = TLB_PUSH(m->arena, &m->states);
        if (!state)
            return false;
        *state = rest_of(m, m->objects.data[i].source);
    }
    return true;
}

/* --- keys ----------------------------------------------------------------------------------------------- */

/* What an animation does to an object. */
typedef struct object_use {
    bool seen, frames; /* it has keys of both */
    tlb_torque_object_state *keys;
} object_use;

static void find_use(const shape_maker *m, const bool *switched, const bool *morphed, uint32_t source,
                     object_use *use)
{
    for (int32_t i = (int32_t)source; i >= 0; i = node_above(m, source, i))
        use->seen |= switched[i];
    use->frames = morphed[source] && m->frames[source].weights.count > 1 &&
                  !tlb_shape_is_skinned(m->scene, &m->scene->nodes[source]);
}

/* A key whose weights have no frame shows that of the key before. */
static int32_t frame_of(const shape_maker *m, const tlb_scene *posed, uint32_t source, int32_t before)
{
    const int32_t *known = tlb_morph_frames_find(&m->frames[source], posed->nodes[source].morph_weights);
    return known ? *known : before;
}

static bool find_keys(shape_maker *m, const made_sequence *q, object_use *uses)
{
    tlb_arena work;
    tlb_scene posed;
    bool done = true;
    tlb_arena_init(&work, m->arena->account);
    for (uint32_t k = 0; k < q->keys && done; k++) {
        tlb_mark mark = tlb_arena_mark(&work);
        done = tlb_scene_at(m->scene, q->from, q->times[k], &work, &posed);
        for (uint32_t i = 0; i < m->objects.count && done; i++) {
            uint32_t source = m->objects.data[i].source;
            if (!uses[i].keys)
                continue;
            uses[i].keys[k] = m->states.data[i];
            if (uses[i].seen)
                uses[i].keys[k].vis = is_seen(m, &posed, source) ? 1.0f : 0.0f;
            if (uses[i].frames)
                uses[i].keys[k].frameIndex =
                    frame_of(m, &posed, source, k ? uses[i].keys[k - 1].frameIndex : 0);
        }
        tlb_arena_rewind(&work, mark);
    }
    tlb_arena_fail(m->arena, work.failure);
    tlb_arena_release(&work);
    return done;
}

/* What always is as at rest has no keys, unless the sequence had them. */
static void drop_constant(const shape_maker *m, const made_sequence *q, uint32_t object, object_use *use)
{
    bool seen = q->told, frames = seen;
    for (uint32_t k = 0; k < q->keys; k++) {
        seen |= use->keys[k].vis != m->states.data[object].vis;
        frames |= use->keys[k].frameIndex != 0;
    }
    use->seen &= seen;
    use->frames &= frames;
}

bool tlb_shape_add_states(shape_maker *m, const made_sequence *from, tlb_torque_sequence *to)
{
    uint32_t nodes = m->scene->node_count;
    object_use *uses = tlb_zalloc_array(m->arena, m->objects.count, sizeof *uses);
    bool *switched = tlb_zalloc(m->arena, nodes), *morphed = tlb_zalloc(m->arena, nodes), some = false;
    if (!uses || !switched || !morphed)
        return false;
    for (uint32_t i = 0; i < from->from->channel_count; i++) {
        const tlb_channel *c = &from->from->channels[i];
        bool told = from->told && c->interpolation == TLB_STEP;
        switched[c->node] |= c->target == TLB_TARGET_SCALE && c->key_count && !m->hints[c->node].scales &&
                             (told || m->hints[c->node].switches);
        morphed[c->node] |= c->target == TLB_TARGET_MORPHS && c->key_count;
    }
    for (uint32_t i = 0; i < m->objects.count; i++) {
        find_use(m, switched, morphed, m->objects.data[i].source, &uses[i]);
        if (!uses[i].seen && !uses[i].frames)
            continue;
        some = true;
        if (!(uses[i].keys = tlb_alloc_array(m->arena, from->keys, sizeof *uses[i].keys)))
            return false;
    }
    to->baseObjectState = (int32_t)m->states.count;
    if (some && !find_keys(m, from, uses))
        return false;
    for (uint32_t i = 0; i < m->objects.count; i++) {
        if (!uses[i].keys)
            continue;
        drop_constant(m, from, i, &uses[i]);
        if (!uses[i].seen && !uses[i].frames)
            continue;
        if ((uses[i].seen && !tlb_shape_put_in_set(m, &to->visMatters, i)) ||
            (uses[i].frames && !tlb_shape_put_in_set(m, &to->frameMatters, i)) ||
            !TLB_RESERVE(m->arena, &m->states, from->keys))
            return false;
        memcpy(m->states.data + m->states.count, uses[i].keys, from->keys * sizeof *uses[i].keys);
        m->states.count += from->keys;
    }
    return true;
}
