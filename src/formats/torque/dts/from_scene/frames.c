/* Frames of meshes: the weights of morph targets that keys show. Where these are more than a mesh may have,
 * it gets those of some keys, at even distances; the keys between show the frame before (states.c). */
#include "formats/torque/dts/from_scene/from_scene.h"

/* Of a node: the most that its mesh may have, and the keys that it gets frames of. */
typedef struct frame_plan {
    uint32_t most;
    uint64_t keys, ends; /* of all sequences: keys, and the first and last ones of each */
    uint64_t step;       /* every so many keys there is a frame, and at both ends */
    bool overflows;
} frame_plan;

static bool morphs(const shape_maker *m, const tlb_channel *c)
{
    return c->target == TLB_TARGET_MORPHS && c->key_count && m->frames[c->node].width &&
           !tlb_shape_is_skinned(m->scene, &m->scene->nodes[c->node]);
}

static bool is_morphed(const shape_maker *m, const made_sequence *q)
{
    bool morphed = false;
    for (uint32_t i = 0; i < q->from->channel_count && !morphed; i++)
        morphed = morphs(m, &q->from->channels[i]);
    return morphed;
}

static frame_plan *begin_plans(shape_maker *m)
{
    enum { MOST_VERTICES = 1 << 22 };
    frame_plan *plans = tlb_zalloc_array(m->arena, m->scene->node_count, sizeof *plans);
    for (uint32_t i = 0; plans && i < m->scene->node_count; i++) {
        if (!tlb_morph_frames_begin(m->arena, m->scene, &m->scene->nodes[i], &m->frames[i]))
            return NULL;
        if (!m->frames[i].width)
            continue;
        uint32_t vertices = m->scene->meshes[m->scene->nodes[i].mesh].vertex_count;
        uint32_t fitting = vertices ? MOST_VERTICES / vertices : SHAPE_MOST_FRAMES;
        plans[i].most = fitting < SHAPE_MOST_FRAMES ? fitting : SHAPE_MOST_FRAMES;
        plans[i].step = 1;
    }
    return plans;
}

/* --- the keys of a sequence ----------------------------------------------------------------------------- */

static bool add_frame(shape_maker *m, uint32_t node, const float *weights, bool wanted, frame_plan *plan)
{
    tlb_morph_frames *frames = &m->frames[node];
    if (tlb_morph_frames_find(frames, weights))
        return true;
    if (wanted && frames->weights.count < plan->most)
        return tlb_morph_frames_add(m->arena, frames, weights) != TLB_NONE;
    plan->overflows = true;
    m->held += plan->step > 1;
    return true;
}

static bool add_frames(shape_maker *m, const made_sequence *q, frame_plan *plans)
{
    tlb_arena work;
    tlb_scene posed;
    bool done = true;
    tlb_arena_init(&work, m->arena->account);
    for (uint32_t k = 0; k < q->keys && done; k++) {
        tlb_mark mark = tlb_arena_mark(&work);
        done = tlb_scene_at(m->scene, q->from, q->times[k], &work, &posed);
        for (uint32_t i = 0; i < q->from->channel_count && done; i++) {
            const tlb_channel *c = &q->from->channels[i];
            if (!morphs(m, c))
                continue;
            frame_plan *plan = &plans[c->node];
            bool is_end = k == 0 || k + 1 == q->keys;
            plan->keys += plan->step == 1;
            plan->ends += plan->step == 1 && is_end;
            done = add_frame(m, (uint32_t)c->node, posed.nodes[c->node].morph_weights,
                             is_end || k % plan->step == 0, plan);
        }
        tlb_arena_rewind(&work, mark);
    }
    tlb_arena_fail(m->arena, work.failure);
    tlb_arena_release(&work);
    return done;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static bool add_all(shape_maker *m, frame_plan *plans)
{
    for (uint32_t i = 0; i < m->sequences.count; i++)
        if (is_morphed(m, &m->sequences.data[i]) && !add_frames(m, &m->sequences.data[i], plans))
            return false;
    return true;
}

/* Begins again with fewer where there were too many. */
static bool thin(shape_maker *m, frame_plan *plans, bool *some)
{
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        frame_plan *plan = &plans[i];
        if (!plan->overflows)
            continue;
        uint64_t left = plan->most > plan->ends + 1 ? plan->most - plan->ends - 1 : 1;
        *some = true;
        plan->step = 1 + plan->keys / left;
        m->frames[i] = (tlb_morph_frames){0};
        if (!tlb_morph_frames_begin(m->arena, m->scene, &m->scene->nodes[i], &m->frames[i]))
            return false;
    }
    return true;
}

bool tlb_shape_plan_frames(shape_maker *m)
{
    bool thinned = false;
    frame_plan *plans = begin_plans(m);
    return plans && add_all(m, plans) && thin(m, plans, &thinned) && (!thinned || add_all(m, plans));
}
