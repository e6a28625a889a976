/* The channels of pictures that take turns on a shape (flips.c): what sequences show of each, and when. */
#include "formats/darkstar/dts/scene/scene.h"

#include "scene/animation/flips.h"
#include "scene/build/build.h"

#include <math.h>

enum { NODE_COST = 4 }; /* in vertices */

/* What a sequence has for the pictures: its tracks by object and by material, 0 without. */
typedef struct sequence_flips {
    dts_scene *s;
    tlb_animation *animation;
    uint32_t *capacity;
    int32_t *objects, *materials; /* the subsequence and 1 */
} sequence_flips;

static bool changes_materials(const dts_scene *s, const dts_track *track)
{
    for (uint32_t i = 0; i < track->count; i++)
        if (dts_key_of(s->shape, &track->keys[i]).materialMatters)
            return true;
    return false;
}

/* The steps that one of the tracks has; without the track one that rests. */
typedef struct cursor {
    dts_steps steps;
    const dts_scene_others *others;
    int32_t material; /* TLB_NONE: a track of texture frames */
    uint32_t next;
    uint32_t shown;
} cursor;

static cursor cursor_of(const sequence_flips *f, int32_t sub_sequence, int32_t material,
                        const dts_scene_others *others)
{
    cursor c = {.others = others, .material = material};
    dts_track track;
    if (sub_sequence && others->count && tlb_dts_track_at(&f->s->score, sub_sequence - 1, &track))
        c.steps = tlb_dts_steps_of(&track, f->animation->duration);
    return c;
}

/* Where the others have the number, counted from 1; 0 for what rests. */
static uint32_t place_of(const dts_scene_others *others, uint32_t number)
{
    uint32_t low = 0, high = others->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (others->data[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < others->count && others->data[low] == number ? low + 1 : 0;
}

static double next_time(const sequence_flips *f, const cursor *c)
{
    return c->next < c->steps.count ? dts_step_time(&c->steps, c->next, f->animation->duration) : INFINITY;
}

static void take_step(const sequence_flips *f, cursor *c)
{
    tlb_dts_key key = dts_key_of(f->s->shape, dts_step(&c->steps, c->next++));
    if (c->material == TLB_NONE)
        c->shown = key.materialMatters ? place_of(c->others, key.material) : 0;
    else
        c->shown = key.material == (uint32_t)c->material ? place_of(c->others, key.value) : 0;
}

/* Both tracks as one row of keys. */
static uint32_t merge(const sequence_flips *f, cursor *material, cursor *frame, tlb_flip_key *keys)
{
    uint32_t count = 0;
    keys[count++] = (tlb_flip_key){0, 0};
    for (;;) {
        double at = fmin(next_time(f, material), next_time(f, frame));
        if (!(at < INFINITY))
            return count;
        if (next_time(f, material) <= at)
            take_step(f, material);
        else
            take_step(f, frame);
        if ((float)at > keys[count - 1].time)
            keys[count++].time = (float)at;
        keys[count - 1].shown = frame->shown * (material->others->count + 1) + material->shown;
    }
}

static bool play(sequence_flips *f, uint32_t object, const dts_scene_flip *flip, int32_t first_node)
{
    cursor material = cursor_of(f, flip->material == TLB_NONE ? 0 : f->materials[flip->material],
                                flip->material, flip->materials);
    cursor frame = cursor_of(f, f->objects[object], TLB_NONE, flip->frames);
    uint32_t most = material.steps.count + frame.steps.count + 1, pictures = dts_flip_pictures(flip);
    if (most == 1 || !tlb_dts_afford_flips(f->s, most + (uint64_t)pictures * NODE_COST))
        return true;
    tlb_mark memory = tlb_arena_mark(&f->s->work);
    tlb_flip_key *keys = tlb_alloc_array(&f->s->work, most, sizeof *keys);
    bool done = keys && tlb_list_reserve(f->s->arena, &f->animation->channels, f->animation->channel_count,
                                         f->capacity, pictures, sizeof *f->animation->channels);
    if (done) {
        uint32_t count = merge(f, &material, &frame, keys);
        done = tlb_add_flip_channels(f->s->scene, f->animation, first_node, pictures, keys, count);
    }
    tlb_arena_rewind(&f->s->work, memory);
    return done;
}

static bool play_all(sequence_flips *f)
{
    dts_scene *s = f->s;
    for (uint32_t i = 0; i < s->shape->objects.count; i++) {
        const dts_scene_mesh *mesh = s->flip_nodes[i] == TLB_NONE ? NULL : dts_scene_mesh_of(s, i);
        int32_t node = s->flip_nodes[i];
        for (uint32_t k = 0; mesh && k < mesh->flip_count; k++) {
            const dts_scene_flip *flip = &s->flips.data[mesh->first_flip + k];
            if (!play(f, i, flip, node))
                return false;
            node += (int32_t)dts_flip_pictures(flip);
        }
    }
    return true;
}

/* Whether the sequence has tracks that change pictures, which are then listed. */
static bool list_tracks(sequence_flips *f, uint32_t sequence)
{
    const dts_scene *s = f->s;
    const tlb_dts_sequence *from = &s->shape->sequences.data[sequence];
    uint32_t count, nodes = s->shape->nodes.count;
    bool some = false;
    const dts_scene_track *tracks = tlb_dts_tracks_of(s, sequence, &count);
    for (uint32_t i = 0; i < count; i++) {
        dts_track track;
        if (tracks[i].target < nodes || s->flip_nodes[tracks[i].target - nodes] == TLB_NONE ||
            !tlb_dts_track_at(&s->score, tracks[i].sub_sequence, &track) || !changes_materials(s, &track))
            continue;
        f->objects[tracks[i].target - nodes] = tracks[i].sub_sequence + 1;
        some = true;
    }
    for (uint32_t i = 0; i < tlb_dts_count_ifl(s, sequence) && tlb_dts_afford_flips(f->s, 1); i++) {
        int32_t sub_sequence = from->firstIFLSubSequence + (int32_t)i;
        dts_track track;
        if (!tlb_dts_track_at(&s->score, sub_sequence, &track))
            continue;
        uint32_t material = dts_key_of(s->shape, track.keys).material;
        if (!dts_is_index(material, s->shape->materialList.materials.count))
            continue;
        f->materials[material] = sub_sequence + 1;
        some = true;
    }
    return some;
}

bool tlb_dts_add_flip_channels(dts_scene *s, uint32_t sequence, tlb_animation *animation, uint32_t *capacity)
{
    uint32_t tracks, materials = s->shape->materialList.materials.count, objects = s->shape->objects.count;
    tlb_dts_tracks_of(s, sequence, &tracks);
    if (!s->flips.count || !(tracks + tlb_dts_count_ifl(s, sequence)) ||
        !tlb_dts_afford_flips(s, (uint64_t)objects + materials))
        return true;
    tlb_mark memory = tlb_arena_mark(&s->work);
    sequence_flips f = {.s = s, .animation = animation, .capacity = capacity};
    f.objects = tlb_zalloc_array(&s->work, objects, sizeof *f.objects);
    f.materials = tlb_zalloc_array(&s->work, materials, sizeof *f.materials);
    bool done = f.objects && f.materials && (!list_tracks(&f, sequence) || play_all(&f));
    tlb_arena_rewind(&s->work, memory);
    return done;
}
