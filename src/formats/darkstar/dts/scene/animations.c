/* Sequences as animations: keys where the file has them, and at both ends of what is cyclic, so that what
 * lies between two keys is the same as in the game. Frames of meshes are morph weights of 0 and 1; what is
 * not seen has scale 0. */
#include "formats/darkstar/dts/scene/scene.h"

#include "scene/animation/channel.h"

#include <math.h>
#include <string.h>

typedef struct sequence_channels {
    dts_scene *s;
    float duration;
    tlb_animation *animation;
    uint32_t capacity; /* of channels */
} sequence_channels;

/* --- keys --------------------------------------------------------------------------------------------- */

/* A track's positions from 0 to 1: both ends, and its keys in between. */
typedef struct positions {
    const dts_track *track;
    uint32_t first, count; /* keys within */
} positions;

static positions positions_of(const dts_track *track)
{
    positions p = {.track = track};
    while (p.first < track->count && !(track->keys[p.first].pos > 0))
        p.first++;
    while (p.first + p.count < track->count && track->keys[p.first + p.count].pos < 1)
        p.count++;
    return p;
}

static double position_at(const positions *p, uint32_t index)
{
    if (index == 0)
        return 0;
    return index <= p->count ? (double)p->track->keys[p->first + index - 1].pos : 1;
}

/* Times ascend: what jumps does so within the least difference of floats. */
static float time_after(const float *times, uint32_t count, double time)
{
    float next = (float)time;
    return count && !(next > times[count - 1]) ? nextafterf(times[count - 1], INFINITY) : next;
}

static void add_time(tlb_channel *channel, double time)
{
    channel->times[channel->key_count] = time_after(channel->times, channel->key_count, time);
    channel->key_count++;
}

/* One key is enough for what stays as it is. */
static uint32_t keys_needed(const float *values, uint32_t count, uint32_t width)
{
    size_t same = (size_t)(count - 1) * width; /* each key as the one before it */
    return memcmp(values, values + width, same * sizeof *values) == 0 ? 1 : count;
}

static bool reserve(sequence_channels *c, uint32_t extra)
{
    return tlb_list_reserve(c->s->arena, &c->animation->channels, c->animation->channel_count, &c->capacity,
                            extra, sizeof *c->animation->channels);
}

/* A channel with a capacity of so many keys, and one more for extend_to_end; NULL without memory. */
static tlb_channel *add_channel(sequence_channels *c, int32_t node, tlb_target target,
                                tlb_interpolation interpolation, size_t keys, uint32_t width)
{
    if (!reserve(c, 1))
        return NULL;
    tlb_channel *channel = &c->animation->channels[c->animation->channel_count++];
    keys++;
    *channel = (tlb_channel){.node = node,
                             .target = target,
                             .interpolation = interpolation,
                             .times = tlb_alloc_array(c->s->arena, keys, sizeof *channel->times),
                             .values = tlb_alloc_array(c->s->arena, keys, width * sizeof *channel->values)};
    return channel->times && channel->values ? channel : NULL;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

static bool is_same(const tlb_dts_placement *a, const tlb_dts_placement *b)
{
    return memcmp(a->translation, b->translation, sizeof a->translation) == 0 &&
           memcmp(a->rotation, b->rotation, sizeof a->rotation) == 0;
}

/* Node 0 moves on from where it rests, by what its track moves from its beginning: where that is at rest, all
 * stays as it is. */
static tlb_dts_placement from_rest(const dts_scene *s, const tlb_dts_placement *begin,
                                   const tlb_dts_placement *now)
{
    tlb_dts_placement rest = tlb_dts_placement_of(s->shape, s->shape->nodes.data[0].defaultTransform);
    tlb_dts_placement way = tlb_dts_way(begin, now);
    return is_same(begin, &rest) ? *now : tlb_dts_place_within(&rest, &way);
}

/* A channel of keys that are all known. */
static bool put_channel(sequence_channels *c, int32_t node, tlb_target target, const float *times,
                        const float *values, uint32_t count, uint32_t width)
{
    count = keys_needed(values, count, width);
    tlb_channel *channel = add_channel(c, node, target, TLB_LINEAR, count, width);
    if (!channel)
        return false;
    memcpy(channel->times, times, count * sizeof *times);
    memcpy(channel->values, values, (size_t)count * width * sizeof *values);
    channel->key_count = count;
    return true;
}

/* What a track of a node says, where there are `count` positions. */
static void follow_node(const sequence_channels *c, uint32_t node, const positions *p, uint32_t count,
                        float *times, float *moves, float *turns)
{
    const dts_score *score = &c->s->score;
    const dts_track *track = p->track;
    bool visible;
    tlb_dts_placement begin = tlb_dts_node_at(score, track, 0, &visible);
    for (uint32_t i = 0; i < count; i++) {
        double position = position_at(p, i);
        tlb_dts_placement now = i == 0          ? begin
                                : i <= p->count ? tlb_dts_node_of_key(score, &track->keys[p->first + i - 1])
                                                : tlb_dts_node_at(score, track, position, &visible);
        if (node == 0)
            now = from_rest(c->s, &begin, &now);
        dts_turn_axes(moves + (size_t)i * 3, now.translation);
        dts_turn_to_scene(turns + (size_t)i * 4, now.rotation);
        times[i] = time_after(times, i, position * (double)c->duration);
    }
}

enum { MOVING = 2 }; /* channels of a node that a track moves */

/* Copies of a figure share their tracks: the channels of the first node that a track moves serve the others,
 * too. */
static bool move_like(sequence_channels *c, uint32_t first, int32_t node)
{
    if (!reserve(c, MOVING))
        return false;
    for (uint32_t i = 0; i < MOVING; i++) {
        tlb_channel channel = c->animation->channels[first + i];
        channel.node = node;
        c->animation->channels[c->animation->channel_count++] = channel;
    }
    return true;
}

static bool move_node(sequence_channels *c, uint32_t node, int32_t sub_sequence, const dts_track *track)
{
    uint32_t *first = &c->s->moving[sub_sequence];
    if (node && *first)
        return move_like(c, *first - 1, c->s->nodes[node]);
    if (node)
        *first = c->animation->channel_count + 1;
    positions p = positions_of(track);
    uint32_t count = c->duration > 0 ? p.count + 2 : 1;
    int32_t target = c->s->nodes[node];
    tlb_arena *work = &c->s->work;
    tlb_mark mark = tlb_arena_mark(work);
    float *times = tlb_alloc_array(work, count, sizeof *times);
    float *moves = tlb_alloc_array(work, count, 3 * sizeof *moves);
    float *turns = tlb_alloc_array(work, count, 4 * sizeof *turns);
    bool done = times && moves && turns;
    if (done) {
        follow_node(c, node, &p, count, times, moves, turns);
        done = put_channel(c, target, TLB_TARGET_TRANSLATION, times, moves, count, 3) &&
               put_channel(c, target, TLB_TARGET_ROTATION, times, turns, count, 4);
    }
    tlb_arena_rewind(work, mark);
    return done;
}

/* --- what changes at keys ------------------------------------------------------------------------------ */

dts_steps tlb_dts_steps_of(const dts_track *track, float duration)
{
    positions p = positions_of(track);
    uint32_t end = p.first + p.count;
    while (end < track->count && track->keys[end].pos <= 1)
        end++;
    return (dts_steps){&track->keys[tlb_dts_key_at(track, 0)], track->keys + p.first,
                       duration > 0 ? 1 + end - p.first : 1};
}

typedef void step_value(const sequence_channels *c, uint32_t target, const tlb_dts_key *key, float *value);

static bool add_steps(sequence_channels *c, uint32_t target, const dts_track *track, tlb_channel *channel,
                      uint32_t width, step_value *write)
{
    dts_steps steps = tlb_dts_steps_of(track, c->duration);
    for (uint32_t i = 0; i < steps.count; i++) {
        tlb_dts_key key = dts_key_of(c->s->shape, dts_step(&steps, i));
        write(c, target, &key, channel->values + (size_t)channel->key_count * width);
        add_time(channel, dts_step_time(&steps, i, c->duration));
    }
    channel->key_count = keys_needed(channel->values, channel->key_count, width);
    return true;
}

static void write_scale(float *value, bool visible)
{
    value[0] = value[1] = value[2] = visible ? 1.0f : 0.0f;
}

static void node_scale(const sequence_channels *c, uint32_t target, const tlb_dts_key *key, float *value)
{
    (void)c, (void)target;
    write_scale(value, key->visible);
}

static void object_scale(const sequence_channels *c, uint32_t target, const tlb_dts_key *key, float *value)
{
    bool rests = !(c->s->shape->objects.data[target].flags & TLB_DTS_OBJECT_INVISIBLE);
    write_scale(value, key->visibleMatters ? key->visible : rests);
}

static const dts_scene_mesh *frames_of(const dts_scene *s, uint32_t object)
{
    return &s->meshes[s->shape->objects.data[object].meshIndex];
}

/* Weight 1 for the frame shown, which frame 0 needs not. */
static void frame_weights(const sequence_channels *c, uint32_t target, const tlb_dts_key *key, float *value)
{
    const dts_scene_mesh *mesh = frames_of(c->s, target);
    uint32_t shown = key->frameMatters ? key->value : 0;
    for (uint32_t i = 0; i < mesh->frame_count; i++)
        value[i] = mesh->frames[i] == shown ? 1.0f : 0.0f;
}

static bool hide_node(sequence_channels *c, uint32_t node, const dts_track *track)
{
    bool hides = false;
    for (uint32_t i = 0; i < track->count; i++)
        hides |= !dts_key_of(c->s->shape, &track->keys[i]).visible;
    if (!hides)
        return true;
    tlb_channel *channel =
        add_channel(c, c->s->nodes[node], TLB_TARGET_SCALE, TLB_STEP, (size_t)track->count + 1, 3);
    return channel && add_steps(c, node, track, channel, 3, node_scale);
}

/* Whether there is memory left for a table of weights, which grows with the product of keys and frames. */
static bool afford_weights(sequence_channels *c, uint32_t object, uint64_t keys, uint32_t frames)
{
    dts_scene *s = c->s;
    if (keys * frames <= s->weights_left) {
        s->weights_left -= keys * frames;
        return true;
    }
    tlb_report(s->conversion->context, TLB_CODE_DTS_TOO_MANY_FRAMES, TLB_NO_OFFSET,
               tlb_arena_printf(&s->work, "objects[%u]", object), "keys left out: %llu, of %u frames",
               (unsigned long long)keys, frames);
    return false;
}

/* The pictures of an object move with it: those from `first` on have the last channel, too. */
static bool share_weights(sequence_channels *c, uint32_t object, uint32_t first, uint32_t count)
{
    if (!reserve(c, count))
        return false;
    tlb_channel *channels = c->animation->channels;
    tlb_channel weights = channels[c->animation->channel_count - 1];
    for (uint32_t i = first; i < count; i++) {
        weights.node = c->s->flip_nodes[object] + (int32_t)i;
        channels[c->animation->channel_count++] = weights;
    }
    return true;
}

static bool change_object(sequence_channels *c, uint32_t object, const dts_track *track)
{
    int32_t node = c->s->objects[object];
    size_t keys = (size_t)track->count + 1;
    if (tlb_dts_hides_or_shows(c->s, object, track)) {
        tlb_channel *channel = add_channel(c, node, TLB_TARGET_SCALE, TLB_STEP, keys, 3);
        if (!channel || !add_steps(c, object, track, channel, 3, object_scale))
            return false;
    }
    bool drawn = c->s->scene->nodes[node].mesh >= 0;
    uint32_t pictures = tlb_dts_picture_count(c->s, object);
    uint32_t frames = drawn || pictures ? frames_of(c->s, object)->frame_count : 0;
    if (!frames || !afford_weights(c, object, keys + pictures, frames))
        return true;
    tlb_channel *channel =
        add_channel(c, drawn ? node : c->s->flip_nodes[object], TLB_TARGET_MORPHS, TLB_STEP, keys, frames);
    return channel && add_steps(c, object, track, channel, frames, frame_weights) &&
           share_weights(c, object, drawn ? 0 : 1, pictures);
}

/* --- sequences ---------------------------------------------------------------------------------------- */

static bool add_track(sequence_channels *c, const dts_scene_track *track)
{
    uint32_t nodes = c->s->shape->nodes.count;
    dts_track keys;
    if (!tlb_dts_track_at(&c->s->score, track->sub_sequence, &keys))
        return true;
    if (track->target >= nodes)
        return c->s->objects[track->target - nodes] == TLB_NONE ||
               change_object(c, track->target - nodes, &keys);
    return c->s->nodes[track->target] == TLB_NONE ||
           (move_node(c, track->target, track->sub_sequence, &keys) && hide_node(c, track->target, &keys));
}

/* A channel that keeps the first node where it is: writers leave out animations without channels, and with
 * them the sequence's name, triggers and materials. */
static bool add_rest_channel(sequence_channels *c)
{
    tlb_channel *channel = add_channel(c, 0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 1, 3);
    if (!channel)
        return false;
    memcpy(channel->values, c->s->scene->nodes[0].translation, 3 * sizeof *channel->values);
    add_time(channel, 0);
    return true;
}

/* An animation is as long as its channels: one of them gets a key at the sequence's end. */
static bool extend_to_end(sequence_channels *c)
{
    if (!c->s->scene->node_count)
        return true;
    if (!c->animation->channel_count && !add_rest_channel(c))
        return false;
    for (uint32_t i = 0; i < c->animation->channel_count; i++) {
        const tlb_channel *channel = &c->animation->channels[i];
        if (!(channel->times[channel->key_count - 1] < c->duration))
            return true;
    }
    tlb_channel *channel = &c->animation->channels[0];
    uint32_t width = tlb_channel_width(c->s->scene, channel);
    float *end = channel->values + (size_t)channel->key_count * width;
    memcpy(end, end - width, width * sizeof *end);
    add_time(channel, (double)c->duration);
    return true;
}

static bool add_sequence(dts_scene *s, uint32_t index)
{
    const tlb_dts_sequence *sequence = &s->shape->sequences.data[index];
    uint32_t count;
    const dts_scene_track *tracks = tlb_dts_tracks_of(s, index, &count);
    const char *name = tlb_dts_scene_name(s, sequence->name, "sequence", index);
    sequence_channels c = {.s = s};
    c.duration = sequence->duration > 0 && isfinite(sequence->duration) ? sequence->duration : 0;
    c.animation = name ? tlb_scene_add_animation(s->scene, name) : NULL;
    if (!c.animation)
        return false;
    c.animation->duration = c.duration;
    c.animation->loops = sequence->cyclic != 0;
    for (uint32_t i = 0; i < count; i++)
        if (!add_track(&c, &tracks[i]))
            return false;
    if (!tlb_dts_add_flip_channels(s, index, c.animation, &c.capacity) || !extend_to_end(&c))
        return false;
    tlb_dts_describe_animation(s, index, c.animation);
    return true;
}

bool tlb_dts_add_animations(dts_scene *s)
{
    enum { LEAST_WEIGHTS = 1 << 16, WEIGHTS_PER_BYTE = 4 };
    s->weights_left = LEAST_WEIGHTS + s->size * WEIGHTS_PER_BYTE;
    s->moving = tlb_zalloc_array(&s->work, s->shape->subSequences.count, sizeof *s->moving);
    if (!s->moving)
        return false;
    for (uint32_t i = 0; i < s->shape->sequences.count; i++)
        if (!add_sequence(s, i))
            return false;
    return true;
}
