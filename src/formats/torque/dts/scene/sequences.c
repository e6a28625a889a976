/* Sequences as animations. Keys go on evenly: a cyclic sequence comes back to its first key at its end,
 * others end at their last one. What changes in steps does so half way between keys. */
#include "formats/torque/dts/pose.h"
#include "formats/torque/dts/scene/scene.h"

#include <math.h>

typedef struct play {
    shape_scene *s;
    const shape_lists *lists;
    const tlb_torque_sequence *q;
    const int32_t *nodes; /* of the shape, for those of the lists */
    uint32_t keys;
    bool cyclic, blend;
    float duration; /* 0: one moment */
    TLB_LIST(tlb_channel) channels;
} play;

static uint32_t key_count(const play *p)
{
    bool closed = p->duration > 0 && (p->cyclic || p->keys == 1);
    return p->duration > 0 ? p->keys + closed : 1;
}

static double interval(const play *p)
{
    uint32_t steps = p->cyclic || p->keys == 1 ? p->keys : p->keys - 1;
    return (double)p->duration / steps;
}

static float time_of(const play *p, uint32_t key, uint32_t count)
{
    return key + 1 == count && count > 1 ? p->duration : (float)(key * interval(p));
}

static tlb_channel *add_channel(play *p, int32_t node, tlb_target target, tlb_interpolation interpolation,
                                uint32_t keys, uint32_t width)
{
    tlb_channel *channel = TLB_PUSH(p->s->arena, &p->channels);
    if (!channel)
        return NULL;
    *channel = (tlb_channel){.node = node,
                             .target = target,
                             .interpolation = interpolation,
                             .key_count = keys,
                             .times = tlb_alloc_array(p->s->arena, keys, sizeof *channel->times),
                             .values = tlb_alloc_array(p->s->arena, keys, width * sizeof *channel->values)};
    return channel->times && channel->values ? channel : NULL;
}

/* --- nodes --------------------------------------------------------------------------------------------- */

/* Keys of a blend are what it adds to the pose at rest. */
static bool rotation_at(const play *p, uint32_t node, uint32_t rank, uint32_t key, float out[4])
{
    float rotation[4], rest[4], place[3];
    if (!tlb_shape_rotation(p->lists, p->q, rank, key, rotation))
        return false;
    if (p->blend) {
        tlb_shape_rest(p->s->shape, node, place, rest);
        tlb_shape_multiply(rest, rotation, rotation);
    }
    shape_turn_to_scene(out, rotation);
    return true;
}

static bool translation_at(const play *p, uint32_t node, uint32_t rank, uint32_t key, float out[3])
{
    float translation[3], rest[4], place[3], turned[3];
    if (!tlb_shape_translation(p->lists, p->q, rank, key, translation))
        return false;
    if (p->blend) {
        tlb_shape_rest(p->s->shape, node, place, rest);
        tlb_shape_rotate(rest, translation, turned);
        for (int i = 0; i < 3; i++)
            translation[i] = place[i] + turned[i];
    }
    shape_turn_axes(out, translation);
    return true;
}

static bool scale_at(const play *p, uint32_t node, uint32_t rank, uint32_t key, float out[3])
{
    float scale[3];
    bool turned;
    (void)node;
    if (!tlb_shape_scale(p->lists, p->q, rank, key, scale, &turned))
        return false;
    p->s->turned += turned;
    out[0] = scale[0];
    out[1] = scale[2];
    out[2] = scale[1];
    return true;
}

typedef bool value_at(const play *p, uint32_t node, uint32_t rank, uint32_t key, float *out);

/* The keys of all nodes of a set. */
static bool add_tracks(play *p, const tlb_torque_set *set, tlb_target target, value_at *at)
{
    uint32_t width = target == TLB_TARGET_ROTATION ? 4 : 3, count = key_count(p), rank = 0;
    for (uint32_t i = 0; i < p->lists->node_count; i++) {
        float last[4];
        if (!tlb_shape_has(set, i))
            continue;
        uint32_t own = rank++;
        int32_t node = p->nodes[i];
        if (node == TLB_NONE)
            continue;
        if (!at(p, (uint32_t)node, own, 0, last) || !at(p, (uint32_t)node, own, p->keys - 1, last)) {
            p->s->skipped++;
            continue;
        }
        if (!shape_afford(p->s, (uint64_t)count * width))
            continue;
        tlb_channel *channel = add_channel(p, p->s->nodes[node], target, TLB_LINEAR, count, width);
        if (!channel)
            return false;
        for (uint32_t k = 0; k < count; k++) {
            channel->times[k] = time_of(p, k, count);
            at(p, (uint32_t)node, own, k % p->keys, channel->values + (size_t)k * width);
        }
    }
    return true;
}

/* --- objects ------------------------------------------------------------------------------------------- */

/* Fills `count` times and the values of steps: key 0 at the beginning, each other from half the interval
 * before it on; a cyclic sequence shows key 0 again at its end. */
static uint32_t step_count(const play *p)
{
    return p->duration > 0 ? p->keys + (p->cyclic && p->keys > 1) + 1 : 1;
}

static uint32_t step_key(const play *p, uint32_t step, uint32_t count)
{
    if (step + 1 == count && count > 1)
        return p->cyclic ? 0 : p->keys - 1;
    return step % p->keys;
}

static float step_time(const play *p, uint32_t step, uint32_t count)
{
    if (step == 0)
        return 0;
    return step + 1 == count ? p->duration : (float)((step - 0.5) * interval(p));
}

static bool add_visibility(play *p, const shape_drawn *drawn, uint32_t rank)
{
    uint32_t count = step_count(p);
    if (!shape_afford(p->s, 3 * (uint64_t)count))
        return true;
    tlb_channel *channel = add_channel(p, drawn->node, TLB_TARGET_SCALE, TLB_STEP, count, 3);
    if (!channel)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_torque_object_state *state = tlb_shape_state(p->lists, p->q, rank, step_key(p, i, count));
        float *scale = channel->values + (size_t)i * 3;
        channel->times[i] = step_time(p, i, count);
        scale[0] = scale[1] = scale[2] = state && state->vis > SHAPE_SEEN ? 1.0f : 0.0f;
    }
    return true;
}

static bool add_frames(play *p, const shape_drawn *drawn, uint32_t rank)
{
    uint32_t count = step_count(p);
    uint32_t morphs = p->s->scene->meshes[p->s->scene->nodes[drawn->node].mesh].morph_count;
    if (!morphs || !shape_afford(p->s, (uint64_t)count * morphs))
        return true;
    tlb_channel *channel = add_channel(p, drawn->node, TLB_TARGET_MORPHS, TLB_STEP, count, morphs);
    if (!channel)
        return false;
    memset(channel->values, 0, (size_t)count * morphs * sizeof *channel->values);
    for (uint32_t i = 0; i < count; i++) {
        const tlb_torque_object_state *state = tlb_shape_state(p->lists, p->q, rank, step_key(p, i, count));
        channel->times[i] = step_time(p, i, count);
        if (state && state->frameIndex > 0 && (uint32_t)state->frameIndex <= morphs)
            channel->values[(size_t)i * morphs + (uint32_t)state->frameIndex - 1] = 1;
    }
    return true;
}

static bool add_states(play *p)
{
    const shape_scene *s = p->s;
    uint32_t *ranks = tlb_alloc_array(&p->s->work, p->lists->object_count, sizeof *ranks), rank = 0;
    if (!ranks)
        return false;
    for (uint32_t i = 0; i < p->lists->object_count; i++) {
        ranks[i] = rank;
        rank += tlb_shape_has_state(p->q, i);
    }
    for (uint32_t i = 0; i < s->drawn.count; i++) {
        const shape_drawn *drawn = &s->drawn.data[i];
        if (drawn->object >= p->lists->object_count || !tlb_shape_has_state(p->q, drawn->object))
            continue;
        if (!tlb_shape_state(p->lists, p->q, ranks[drawn->object], p->keys - 1)) {
            p->s->skipped++;
            continue;
        }
        if (tlb_shape_has(&p->q->visMatters, drawn->object) &&
            !add_visibility(p, drawn, ranks[drawn->object]))
            return false;
        if (tlb_shape_has(&p->q->frameMatters, drawn->object) && !add_frames(p, drawn, ranks[drawn->object]))
            return false;
    }
    return true;
}

/* --- sequences ----------------------------------------------------------------------------------------- */

/* A channel that keeps the first node where it is: writers leave out animations without channels, and with
 * them the sequence's name, triggers and movement. */
static bool add_rest_channel(play *p)
{
    uint32_t count = p->duration > 0 ? 2 : 1;
    if (p->channels.count || !p->s->scene->node_count)
        return true;
    tlb_channel *channel = add_channel(p, 0, TLB_TARGET_TRANSLATION, TLB_LINEAR, count, 3);
    if (!channel)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        channel->times[i] = i ? p->duration : 0;
        memcpy(channel->values + (size_t)i * 3, p->s->scene->nodes[0].translation, sizeof(tlb_vec3));
    }
    return true;
}

bool tlb_shape_add_sequence(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                            const int32_t *nodes, const char *name)
{
    play p = {.s = s,
              .lists = lists,
              .q = q,
              .nodes = nodes,
              .keys = q->numKeys > 0 ? (uint32_t)q->numKeys : 0,
              .cyclic = tlb_shape_is_cyclic(lists, q),
              .blend = tlb_shape_is_blend(lists, q),
              .duration = q->duration > 0 && isfinite(q->duration) ? q->duration : 0};
    uint32_t index = s->scene->animation_count;
    if (!tlb_scene_add_animation(s->scene, name))
        return false;
    if (p.keys && (!add_tracks(&p, &q->rotationMatters, TLB_TARGET_ROTATION, rotation_at) ||
                   !add_tracks(&p, tlb_shape_translated(lists, q), TLB_TARGET_TRANSLATION, translation_at) ||
                   !add_tracks(&p, &q->scaleMatters, TLB_TARGET_SCALE, scale_at) || !add_states(&p)))
        return false;
    if (!add_rest_channel(&p))
        return false;
    tlb_animation *animation = &s->scene->animations[index];
    animation->duration = p.duration;
    animation->loops = p.cyclic;
    animation->channels = p.channels.data;
    animation->channel_count = p.channels.count;
    tlb_shape_describe_sequence(s, lists, q, animation);
    return true;
}
