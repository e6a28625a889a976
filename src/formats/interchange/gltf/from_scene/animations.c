#include "formats/interchange/gltf/from_scene/from_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The keys of a channel and the accessors that see them. */
typedef struct track {
    const tlb_channel *channel; /* of a node; NULL: of a material */
    const tlb_material_channel *material;
    tlb_interpolation interpolation;
    uint32_t width; /* values a key */
    uint32_t key_count;
    const float *times, *values;
    uint32_t input, output;
} track;

static uint32_t width_of(const tlb_gltf_writer *g, const tlb_channel *channel)
{
    if (channel->target == TLB_TARGET_ROTATION)
        return 4;
    if (channel->target != TLB_TARGET_MORPHS)
        return 3;
    int32_t mesh = g->scene->nodes[channel->node].mesh;
    return mesh >= 0 && g->meshes[mesh].index >= 0 ? g->scene->meshes[mesh].morph_count : 0;
}

/* Times run from 0 and ascend. */
static bool follows(float time, float before)
{
    return time >= 0 && time < INFINITY && time > before;
}

/* The keys that follow each other; others are left out. */
static bool choose_keys(tlb_gltf_writer *g, track *t)
{
    const track all = *t;
    uint32_t good = 0;
    while (good < all.key_count && follows(all.times[good], good ? all.times[good - 1] : -1))
        good++;
    if (good == all.key_count)
        return true;
    float *times = tlb_alloc_array(g->arena, all.key_count, sizeof *times);
    float *values = tlb_alloc_array(g->arena, all.key_count, t->width * sizeof *values);
    if (!times || !values)
        return false;
    t->key_count = 0;
    for (uint32_t i = 0; i < all.key_count; i++) {
        if (!follows(all.times[i], t->key_count ? times[t->key_count - 1] : -1))
            continue;
        times[t->key_count] = all.times[i];
        memcpy(values + (size_t)t->key_count++ * t->width, all.values + (size_t)i * t->width,
               t->width * sizeof *values);
    }
    g->keys_left_out += all.key_count - t->key_count;
    t->times = times;
    t->values = values;
    return true;
}

static uint32_t put_times(tlb_gltf_writer *g, const track *t, const track *before)
{
    if (before && before->key_count == t->key_count &&
        memcmp(before->times, t->times, t->key_count * sizeof *t->times) == 0)
        return before->input;
    return tlb_gltf_put_accessor(
        &g->binary,
        (tlb_gltf_piece){.encode = tlb_gltf_encode_floats, .source = t->times, .count = t->key_count},
        (tlb_gltf_out_accessor){.component = GLTF_FLOAT,
                                .shape = GLTF_SCALAR,
                                .count = t->key_count,
                                .bounds = 1,
                                .low = {t->times[0]},
                                .high = {t->times[t->key_count - 1]}});
}

static uint32_t put_values(tlb_gltf_writer *g, const track *t)
{
    bool rotation = t->channel && t->channel->target == TLB_TARGET_ROTATION,
         morphs = t->channel && t->channel->target == TLB_TARGET_MORPHS;
    uint64_t (*encode)(const tlb_gltf_piece *, uint8_t *) = !rotation ? tlb_gltf_encode_floats
                                                            : g->options->editable
                                                                ? tlb_gltf_encode_packed_rotations
                                                                : tlb_gltf_encode_rotations;
    return tlb_gltf_put_accessor(
        &g->binary,
        (tlb_gltf_piece){.encode = encode,
                         .source = t->values,
                         .count = rotation ? t->key_count : (size_t)t->key_count * t->width},
        (tlb_gltf_out_accessor){.component = GLTF_FLOAT,
                                .shape = morphs          ? GLTF_SCALAR
                                         : t->width == 4 ? GLTF_VEC4
                                         : t->width == 3 ? GLTF_VEC3
                                                         : GLTF_VEC2,
                                .count = morphs ? t->key_count * t->width : t->key_count});
}

/* Puts the keys of a track, if it has any. False, and the writing failed, without memory. */
static bool add_track(tlb_gltf_writer *g, track *t, const track *before)
{
    if (!choose_keys(g, t)) {
        g->binary.failed = true;
        return false;
    }
    if (!t->key_count)
        return true;
    if (!g->animated)
        tlb_gltf_begin_view(&g->binary, GLTF_NO_TARGET);
    g->animated = true;
    t->input = put_times(g, t, before);
    t->output = put_values(g, t);
    return true;
}

/* The channels that can be written: with keys, of something that is there, no two of the same. Gives how
 * many. `last` has the animation that last moved each property of each node. */
static uint32_t choose_tracks(tlb_gltf_writer *g, uint32_t index, uint32_t (*last)[4], track *tracks)
{
    const tlb_animation *animation = &g->scene->animations[index];
    uint32_t count = 0;
    for (uint32_t i = 0; i < animation->channel_count; i++) {
        const tlb_channel *channel = &animation->channels[i];
        track *t = &tracks[count];
        *t = (track){.channel = channel,
                     .interpolation = channel->interpolation,
                     .width = width_of(g, channel),
                     .key_count = channel->key_count,
                     .times = channel->times,
                     .values = channel->values};
        if (last[channel->node][channel->target] == index + 1) {
            g->tracks_left_out++;
            continue;
        }
        if (!t->width)
            continue;
        if (!add_track(g, t, count ? t - 1 : NULL))
            return 0;
        if (!t->key_count)
            continue;
        last[channel->node][channel->target] = index + 1;
        count++;
    }
    return count;
}

/* Those of materials, after `count` of nodes; gives how many there are then. */
static uint32_t choose_material_tracks(tlb_gltf_writer *g, const tlb_animation *animation, track *tracks,
                                       uint32_t count)
{
    for (uint32_t i = 0; i < animation->material_channel_count; i++) {
        const tlb_material_channel *channel = &animation->material_channels[i];
        bool moves = channel->target == TLB_MATERIAL_UV_OFFSET;
        if (moves && !tlb_gltf_has_texture(g, &g->scene->materials[channel->material].texture))
            continue;
        track *t = &tracks[count];
        *t = (track){.material = channel,
                     .interpolation = channel->interpolation,
                     .width = moves ? 2 : 4,
                     .key_count = channel->key_count,
                     .times = channel->times,
                     .values = channel->values};
        if (!add_track(g, t, count ? t - 1 : NULL))
            return 0;
        count += t->key_count != 0;
    }
    return count;
}

static void write_node_track(tlb_gltf_writer *g, const tlb_channel *channel, uint32_t index)
{
    static const char *const members[] = {
        [TLB_TARGET_TRANSLATION] = "\"sampler\":#,\"target\":{\"node\":#,\"path\":\"translation\"}",
        [TLB_TARGET_ROTATION] = "\"sampler\":#,\"target\":{\"node\":#,\"path\":\"rotation\"}",
        [TLB_TARGET_SCALE] = "\"sampler\":#,\"target\":{\"node\":#,\"path\":\"scale\"}",
        [TLB_TARGET_MORPHS] = "\"sampler\":#,\"target\":{\"node\":#,\"path\":\"weights\"}"};
    bool holds = channel->target == TLB_TARGET_MORPHS;
    uint32_t node = (uint32_t)channel->node;
    tlb_json_members(&g->json, members[channel->target],
                     (const uint64_t[]){index, holds ? node : g->tree.place[node]}, 2);
}

static void write_material_track(tlb_gltf_writer *g, const tlb_material_channel *channel, uint32_t index)
{
    bool moves = channel->target == TLB_MATERIAL_UV_OFFSET;
    char pointer[128];
    snprintf(pointer, sizeof pointer, "/materials/%d/pbrMetallicRoughness/%s", (int)channel->material,
             moves ? "baseColorTexture/extensions/KHR_texture_transform/offset" : "baseColorFactor");
    tlb_json_unsigned(&g->json, "sampler", index);
    tlb_json_open(&g->json, "target", '{', true);
    tlb_gltf_text(g, "path", "pointer");
    tlb_json_open(&g->json, "extensions", '{', true);
    tlb_json_open(&g->json, "KHR_animation_pointer", '{', true);
    tlb_gltf_text(g, "pointer", pointer);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
    g->pointer = true;
}

static void write_tracks(tlb_gltf_writer *g, const track *tracks, uint32_t count)
{
    tlb_json_open(&g->json, "channels", '[', false);
    for (uint32_t i = 0; i < count; i++) {
        tlb_json_open(&g->json, NULL, '{', true);
        if (tracks[i].channel)
            write_node_track(g, tracks[i].channel, i);
        else
            write_material_track(g, tracks[i].material, i);
        tlb_json_close(&g->json);
    }
    tlb_json_close(&g->json);
    tlb_json_open(&g->json, "samplers", '[', false);
    for (uint32_t i = 0; i < count; i++) {
        tlb_json_open(&g->json, NULL, '{', true);
        tlb_json_members(&g->json,
                         tracks[i].interpolation == TLB_STEP
                             ? "\"input\":#,\"interpolation\":\"STEP\",\"output\":#"
                             : "\"input\":#,\"output\":#",
                         (const uint64_t[]){tracks[i].input, tracks[i].output}, 2);
        tlb_json_close(&g->json);
    }
    tlb_json_close(&g->json);
}

static void write_animation(tlb_gltf_writer *g, uint32_t index, uint32_t (*last)[4], track *tracks,
                            bool *opened)
{
    const tlb_animation *animation = &g->scene->animations[index];
    uint32_t count = choose_material_tracks(g, animation, tracks, choose_tracks(g, index, last, tracks));
    if (!count)
        return;
    tlb_gltf_open_member(g, "animations", opened);
    tlb_gltf_name(g, animation->name);
    write_tracks(g, tracks, count);
    tlb_gltf_open_extras(g, animation->extras);
    tlb_json_bool(&g->json, "loops", animation->loops);
    tlb_gltf_number(g, "duration", animation->duration);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
}

void tlb_gltf_write_animations(tlb_gltf_writer *g)
{
    bool opened = false;
    size_t most = 0, all = 0; /* tracks of one animation, of all */
    for (uint32_t i = 0; i < g->scene->animation_count; i++) {
        const tlb_animation *animation = &g->scene->animations[i];
        size_t count = (size_t)animation->channel_count + animation->material_channel_count;
        most = count > most ? count : most;
        all += count;
    }
    track *tracks = tlb_alloc_array(g->arena, most, sizeof *tracks);
    uint32_t(*last)[4] = tlb_zalloc_array(g->arena, g->scene->node_count, sizeof *last);
    if (!tracks || !last || !tlb_gltf_expect_accessors(&g->binary, 2 * all))
        g->binary.failed = true;
    for (uint32_t i = 0; i < g->scene->animation_count && !g->binary.failed; i++)
        write_animation(g, i, last, tracks, &opened);
    tlb_gltf_close_list(g, opened);
}
