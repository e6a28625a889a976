/* Channels as tracks: keys where they have them, packed. */
#include "formats/darkstar/dts/from_scene/channels.h"
#include "writers/stretch.h"

#include <math.h>
#include <string.h>

/* --- tracks of nodes ----------------------------------------------------------------------------------- */

typedef struct node_key {
    float time;
    tlb_dts_transform transform;
} node_key;

static bool is_same(const tlb_dts_transform *a, const tlb_dts_transform *b)
{
    return memcmp(a->rot16, b->rot16, sizeof a->rot16) == 0 && a->pos[0] == b->pos[0] &&
           a->pos[1] == b->pos[1] && a->pos[2] == b->pos[2];
}

/* Whether what is between two keys is where their mix puts it. */
static bool is_between(const dts_maker *m, const node_key *keys, uint32_t from, uint32_t to)
{
    tlb_dts_placement a = tlb_dts_transform_placement(m->shape, &keys[from].transform);
    tlb_dts_placement b = tlb_dts_transform_placement(m->shape, &keys[to].transform);
    for (uint32_t i = from + 1; i < to; i++) {
        float part = (keys[i].time - keys[from].time) / (keys[to].time - keys[from].time);
        tlb_dts_placement at = tlb_dts_transform_placement(m->shape, &keys[i].transform);
        tlb_dts_placement mix = tlb_dts_blend(&a, &b, part);
        float cosine = 0;
        for (int k = 0; k < 4; k++)
            cosine += at.rotation[k] * mix.rotation[k];
        if (1 - fabsf(cosine) > m->slack * m->slack)
            return false;
        for (int k = 0; k < 3; k++)
            if (fabsf(at.translation[k] - mix.translation[k]) > m->slack * m->size)
                return false;
    }
    return true;
}

/* Leaves out keys within what stays as it is, and with slack those that others reproduce. How many are left;
 * 0 without memory. */
static uint32_t reduce(const dts_maker *m, node_key *keys, uint32_t count)
{
    enum { FARTHEST = 64 };
    uint32_t kept = 0, last = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool inner = i && i + 1 < count;
        bool same = inner && is_same(&keys[i].transform, &keys[kept - 1].transform) &&
                    is_same(&keys[i].transform, &keys[i + 1].transform);
        if (!same)
            keys[kept++] = keys[i];
    }
    count = kept;
    if (m->slack == 0 || count < 3)
        return count;
    bool *drop = tlb_zalloc(m->arena, count);
    if (!drop)
        return 0;
    for (uint32_t i = 2; i < count; i++) {
        if (i - last < FARTHEST && is_between(m, keys, last, i))
            drop[i - 1] = true;
        else
            last = i - 1;
    }
    kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!drop[i])
            keys[kept++] = keys[i];
    return kept;
}

bool tlb_dts_add_key(dts_maker *m, float position, uint32_t value, uint32_t flags)
{
    tlb_dts_key_frame *key = TLB_PUSH(m->arena, &m->key_frames);
    if (key)
        *key = (tlb_dts_key_frame){position, value, flags};
    return key != NULL;
}

enum { VISIBLE = 0x8000, VISIBLE_MATTERS = 0x4000, MATERIAL_MATTERS = 0x2000, FRAME_MATTERS = 0x1000 };

bool tlb_dts_add_sub_sequence(dts_maker *m, uint32_t sequence, uint32_t first_key)
{
    tlb_dts_sub_sequence *s = TLB_PUSH(m->arena, &m->sub_sequences);
    if (s)
        *s = (tlb_dts_sub_sequence){(int32_t)sequence, (int32_t)(m->key_frames.count - first_key),
                                    (int32_t)first_key};
    return s != NULL;
}

static bool add_node_track(dts_maker *m, uint32_t source, uint32_t sequence, const tlb_channel *moves,
                           const tlb_channel *turns, const tlb_dts_transform *rest)
{
    float duration = tlb_dts_duration_of(&m->scene->animations[sequence]);
    dts_times times = {0};
    if (!tlb_dts_add_times(m, &times, moves, duration) || !tlb_dts_add_times(m, &times, turns, duration) ||
        !tlb_dts_add_time(m, &times, 0, duration) || !tlb_dts_add_time(m, &times, duration, duration))
        return false;
    tlb_dts_sort_times(&times);
    node_key *keys = tlb_alloc_array(m->arena, times.count, sizeof *keys);
    const tlb_node *node = &m->scene->nodes[source];
    bool rests = true;
    for (uint32_t i = 0; keys && i < times.count; i++) {
        dts_made_node made;
        float translation[3], rotation[4];
        memcpy(translation, node->translation, sizeof translation);
        memcpy(rotation, node->rotation, sizeof rotation);
        if (moves)
            tlb_dts_value_at(moves, 3, times.data[i], translation);
        if (turns)
            tlb_dts_value_at(turns, 4, times.data[i], rotation);
        tlb_dts_place(m, source, translation, rotation, &made);
        keys[i] = (node_key){times.data[i], tlb_dts_pack(m, made.translation, made.rotation)};
        rests &= is_same(&keys[i].transform, rest);
    }
    if (!keys || rests)
        return keys != NULL;
    uint32_t count = reduce(m, keys, times.count), first = m->key_frames.count;
    if (!count)
        return false;
    if (count == 2 && is_same(&keys[0].transform, &keys[1].transform))
        count = 1;
    for (uint32_t i = 0; i < count; i++) {
        tlb_dts_transform *transform = TLB_PUSH(m->arena, &m->transforms);
        if (!transform || !tlb_dts_add_key(m, tlb_dts_position_of(keys[i].time, duration),
                                           m->transforms.count - 1, VISIBLE))
            return false;
        *transform = keys[i].transform;
    }
    return tlb_dts_add_sub_sequence(m, sequence, first);
}

/* Copies of a node share their tracks. */
static bool add_node_tracks(dts_maker *m, uint32_t index, uint32_t *shared)
{
    tlb_dts_node *node = &m->shape->nodes.data[index];
    int32_t source = m->nodes.data[index].source;
    if (source == TLB_NONE)
        return true;
    if (shared[source]) {
        *node =
            (tlb_dts_node){node->name, node->parent, m->shape->nodes.data[shared[source] - 1].numSubSequences,
                           m->shape->nodes.data[shared[source] - 1].firstSubSequence, node->defaultTransform};
        return true;
    }
    shared[source] = index + 1;
    node->firstSubSequence = (int32_t)m->sub_sequences.count;
    uint32_t at = m->first_link[source];
    while (at) {
        uint32_t animation = m->links[at - 1].animation;
        const tlb_channel *moves = tlb_dts_channel_for(m, at, animation, TLB_TARGET_TRANSLATION);
        const tlb_channel *turns = tlb_dts_channel_for(m, at, animation, TLB_TARGET_ROTATION);
        tlb_dts_transform rest = m->transforms.data[index];
        if ((moves || turns) && !add_node_track(m, (uint32_t)source, animation, moves, turns, &rest))
            return false;
        while (at && m->links[at - 1].animation == animation)
            at = m->links[at - 1].next;
    }
    node->numSubSequences = (int32_t)m->sub_sequences.count - node->firstSubSequence;
    return true;
}

/* --- tracks of objects --------------------------------------------------------------------------------- */

bool tlb_dts_is_seen(const dts_maker *m, uint32_t node)
{
    for (int32_t i = (int32_t)node; i >= 0; i = m->scene->nodes[i].parent)
        if (tlb_scale_vanishes(m->scene->nodes[i].scale))
            return false;
    return true;
}

/* What is known of an object in one sequence. */
typedef struct object_track {
    TLB_LIST(const tlb_channel *) scales; /* of it and of the nodes above */
    const tlb_channel *morphs;
    const dts_picture_group *group; /* NULL: no pictures take turns on it */
    dts_turns turns;
    dts_times times;
} object_track;

static bool is_visible(const dts_maker *m, const object_track *t, uint32_t host, float time)
{
    for (int32_t i = (int32_t)host; i >= 0; i = m->scene->nodes[i].parent) {
        float scale[3];
        memcpy(scale, m->scene->nodes[i].scale, sizeof scale);
        for (uint32_t k = 0; k < t->scales.count; k++)
            if (t->scales.data[k]->node == i)
                tlb_dts_value_at(t->scales.data[k], 3, time, scale);
        if (tlb_scale_vanishes(scale))
            return false;
    }
    return true;
}

static bool find_object_track(dts_maker *m, const dts_made_object *object, uint32_t sequence, object_track *t)
{
    float duration = tlb_dts_duration_of(&m->scene->animations[sequence]);
    for (int32_t i = (int32_t)object->host; i >= 0; i = m->scene->nodes[i].parent) {
        const tlb_channel *c = tlb_dts_channel_for(m, m->first_link[i], sequence, TLB_TARGET_SCALE);
        const tlb_channel **place = c ? TLB_PUSH(m->arena, &t->scales) : NULL;
        if (c && (!place || !tlb_dts_add_times(m, &t->times, c, duration)))
            return false;
        if (c)
            *place = c;
    }
    const tlb_morph_frames *frames = &m->frames[object->source];
    t->group = dts_group_of(m, object->source);
    if (t->group && !tlb_dts_find_turns(m, t->group, sequence, &t->turns))
        return false;
    for (uint32_t i = 0; i < t->turns.count; i++)
        if (!tlb_dts_add_time(m, &t->times, t->turns.data[i].time, duration))
            return false;
    if (frames->width)
        t->morphs = tlb_dts_channel_for(m, m->first_link[object->source], sequence, TLB_TARGET_MORPHS);
    return (!t->morphs || tlb_dts_add_morph_times(m, &t->times, t->morphs, frames->width, duration)) &&
           tlb_dts_add_time(m, &t->times, 0, duration);
}

static bool add_object_track(dts_maker *m, const dts_made_object *object, bool seen, uint32_t sequence)
{
    object_track t = {0};
    float duration = tlb_dts_duration_of(&m->scene->animations[sequence]);
    const tlb_morph_frames *frames = &m->frames[object->source];
    float *weights = tlb_alloc_array(m->arena, frames->width, sizeof *weights);
    if (!weights || !find_object_track(m, object, sequence, &t))
        return false;
    tlb_dts_sort_times(&t.times);
    uint32_t *shown = tlb_alloc_array(m->arena, t.times.count, sizeof *shown), first = m->key_frames.count;
    bool *visible = tlb_alloc_array(m->arena, t.times.count, sizeof *visible);
    if (!shown || !visible)
        return false;
    uint32_t *pictures = tlb_zalloc_array(m->arena, t.times.count, sizeof *pictures), turn = 0;
    if (!pictures)
        return false;
    bool hides = false, changes = false, turns = false;
    for (uint32_t i = 0; i < t.times.count; i++) {
        visible[i] = is_visible(m, &t, object->host, t.times.data[i]);
        shown[i] = 0;
        if (t.morphs) {
            tlb_dts_value_at(t.morphs, frames->width, t.times.data[i], weights);
            const int32_t *known = tlb_morph_frames_find(frames, weights);
            shown[i] = known ? (uint32_t)*known : 0;
        }
        while (turn + 1 < t.turns.count && t.turns.data[turn + 1].time <= t.times.data[i])
            turn++;
        if (t.turns.count)
            pictures[i] = t.group->pictures.data[t.turns.data[turn].picture].frame;
        hides |= visible[i] != seen;
        changes |= shown[i] != 0;
        turns |= pictures[i] != 0;
    }
    if (!hides && !changes && !turns)
        return true;
    uint32_t matters =
        (hides ? VISIBLE_MATTERS : 0u) | (changes ? FRAME_MATTERS : 0u) | (turns ? MATERIAL_MATTERS : 0u);
    for (uint32_t i = 0; i < t.times.count; i++) {
        bool same =
            i && visible[i] == visible[i - 1] && shown[i] == shown[i - 1] && pictures[i] == pictures[i - 1];
        if (!same && !tlb_dts_add_key(m, tlb_dts_position_of(t.times.data[i], duration), shown[i],
                                      matters | (visible[i] ? VISIBLE : 0) | pictures[i]))
            return false;
    }
    return tlb_dts_add_sub_sequence(m, sequence, first);
}

/* Sequences that have something for an object: those of channels of it and of the nodes above. */
static bool mark_sequences(const dts_maker *m, const dts_made_object *object, uint32_t *marks, uint32_t mark)
{
    bool some = false;
    for (int32_t i = (int32_t)object->host; i >= 0; i = m->scene->nodes[i].parent)
        for (uint32_t at = m->first_link[i]; at; at = m->links[at - 1].next)
            if (m->links[at - 1].channel->target == TLB_TARGET_SCALE)
                marks[m->links[at - 1].animation] = mark, some = true;
    for (uint32_t at = m->first_link[object->source]; at; at = m->links[at - 1].next)
        if (m->links[at - 1].channel->target == TLB_TARGET_MORPHS)
            marks[m->links[at - 1].animation] = mark, some = true;
    const dts_picture_group *group = dts_group_of(m, object->source);
    for (uint32_t i = 0; group && i < group->pictures.count; i++)
        for (uint32_t at = m->first_link[group->pictures.data[i].node]; at; at = m->links[at - 1].next)
            marks[m->links[at - 1].animation] = mark, some = true;
    return some;
}

static bool add_object_tracks(dts_maker *m, uint32_t index, uint32_t *marks)
{
    tlb_dts_object *object = &m->shape->objects.data[index];
    const dts_made_object *made = &m->objects.data[index];
    object->firstSubSequence = (int32_t)m->sub_sequences.count;
    bool seen = !(object->flags & TLB_DTS_OBJECT_INVISIBLE);
    bool some = index && mark_sequences(m, made, marks, index);
    for (uint32_t i = 0; some && i < m->scene->animation_count; i++)
        if (marks[i] == index && !add_object_track(m, made, seen, i))
            return false;
    object->numSubSequences = (int32_t)m->sub_sequences.count - object->firstSubSequence;
    if (!object->numSubSequences)
        object->firstSubSequence = 0;
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

bool tlb_dts_make_tracks(dts_maker *m)
{
    tlb_dts *shape = m->shape;
    m->sub_sequences.count = m->key_frames.count = 0;
    m->transforms.count = m->nodes.count;
    uint32_t *shared = tlb_zalloc_array(m->arena, m->scene->node_count, sizeof *shared);
    uint32_t *marks = tlb_zalloc_array(m->arena, m->scene->animation_count, sizeof *marks);
    if (!shared || !marks)
        return false;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        if (!add_node_tracks(m, i, shared))
            return false;
    for (uint32_t i = 0; i < shape->objects.count; i++)
        if (!add_object_tracks(m, i, marks))
            return false;
    return tlb_dts_add_material_tracks(m);
}
