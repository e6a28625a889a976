#include "scene/animation/animate.h"

#include "scene/geometry/unit.h"

#include <math.h>
#include <string.h>

/* Between which keys a time is, and how far on the way from the first to the second. */
typedef struct moment {
    uint32_t from, to;
    float part;
} moment;

static moment find_moment(const float *times, uint32_t count, tlb_interpolation interpolation, float seconds)
{
    uint32_t low = 0, high = count; /* keys before low are not later than the time */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= seconds)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (moment){0, 0, 0};
    uint32_t from = low - 1;
    if (low == count || interpolation == TLB_STEP)
        return (moment){from, from, 0};
    return (moment){from, low, (seconds - times[from]) / (times[low] - times[from])};
}

static void mix(const float *a, const float *b, float part, uint32_t count, float *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = a[i] + (b[i] - a[i]) * part;
}

static void copy_unit(const float q[4], float out[4])
{
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    float length = tlb_is_unit(q, 4) || !(square > 0) ? 1 : sqrtf(square);
    for (int i = 0; i < 4; i++)
        out[i] = q[i] / length;
}

void tlb_mix_rotations(const float from_key[4], const float to_key[4], float part, float out[4])
{
    float a[4], b[4];
    if (part == 0) {
        memcpy(out, from_key, 4 * sizeof *out);
        return;
    }
    copy_unit(from_key, a);
    copy_unit(to_key, b);
    float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    float side = cosine < 0 ? -1.0f : 1.0f;
    /* The last bits of acosf and sinf differ from library to library. */
    float angle = (float)acos((double)fminf(fabsf(cosine), 1)), sine = (float)sin((double)angle);
    float from = sine > 1e-4f ? (float)sin((double)((1 - part) * angle)) / sine : 1 - part;
    float to = side * (sine > 1e-4f ? (float)sin((double)(part * angle)) / sine : part);
    for (int i = 0; i < 4; i++)
        out[i] = from * a[i] + to * b[i];
}

static uint32_t morph_count(const tlb_scene *scene, const tlb_node *node)
{
    return node->mesh >= 0 ? scene->meshes[node->mesh].morph_count : 0;
}

static void apply(const tlb_scene *posed, const tlb_channel *channel, float seconds)
{
    tlb_node *node = &posed->nodes[channel->node];
    const uint32_t widths[] = {3, 4, 3, morph_count(posed, node)};
    float *const targets[] = {node->translation, node->rotation, node->scale, node->morph_weights};
    uint32_t width = widths[channel->target];
    if (!channel->key_count || !width)
        return;
    moment at = find_moment(channel->times, channel->key_count, channel->interpolation, seconds);
    const float *from = channel->values + (size_t)at.from * width;
    const float *to = channel->values + (size_t)at.to * width;
    if (channel->target == TLB_TARGET_ROTATION)
        tlb_mix_rotations(from, to, at.part, node->rotation);
    else
        mix(from, to, at.part, width, targets[channel->target]);
}

static void apply_to_material(const tlb_scene *posed, const tlb_material_channel *channel, float seconds)
{
    tlb_material *material = &posed->materials[channel->material];
    bool moves = channel->target == TLB_MATERIAL_UV_OFFSET;
    uint32_t width = moves ? 2 : 4;
    if (!channel->key_count)
        return;
    moment at = find_moment(channel->times, channel->key_count, channel->interpolation, seconds);
    mix(channel->values + (size_t)at.from * width, channel->values + (size_t)at.to * width, at.part, width,
        moves ? material->texture.offset : material->color);
}

/* Morph weights for the nodes whose mesh has morphs. */
static bool copy_weights(const tlb_scene *posed, tlb_arena *arena)
{
    for (uint32_t i = 0; i < posed->node_count; i++) {
        tlb_node *node = &posed->nodes[i];
        uint32_t count = morph_count(posed, node);
        if (!count)
            continue;
        const float *weights = node->morph_weights;
        node->morph_weights = tlb_zalloc_array(arena, count, sizeof *weights);
        if (!node->morph_weights)
            return false;
        if (weights)
            memcpy(node->morph_weights, weights, count * sizeof *weights);
    }
    return true;
}

static bool copy_materials(tlb_scene *posed, tlb_arena *arena)
{
    const tlb_material *materials = posed->materials;
    posed->materials = tlb_alloc_array(arena, posed->material_count, sizeof *materials);
    if (posed->materials && posed->material_count)
        memcpy(posed->materials, materials, posed->material_count * sizeof *materials);
    return posed->materials != NULL;
}

static float time_within(const tlb_animation *animation, float seconds)
{
    bool turns = animation->loops && animation->duration > 0 && seconds > animation->duration;
    return turns ? fmodf(seconds, animation->duration) : seconds;
}

bool tlb_scene_at(const tlb_scene *scene, const tlb_animation *animation, float seconds, tlb_arena *arena,
                  tlb_scene *posed)
{
    if (!scene || !arena || !posed)
        return false;
    const tlb_node *nodes = scene->nodes; /* `posed` may be the scene itself */
    *posed = *scene;
    posed->nodes = tlb_alloc_array(arena, posed->node_count, sizeof *nodes);
    if (!posed->nodes)
        return false;
    if (posed->node_count)
        memcpy(posed->nodes, nodes, posed->node_count * sizeof *nodes);
    if (!animation)
        return true;
    if (!copy_weights(posed, arena))
        return false;
    if (animation->material_channel_count && !copy_materials(posed, arena))
        return false;
    seconds = time_within(animation, seconds);
    for (uint32_t i = 0; i < animation->channel_count; i++)
        apply(posed, &animation->channels[i], seconds);
    for (uint32_t i = 0; i < animation->material_channel_count; i++)
        apply_to_material(posed, &animation->material_channels[i], seconds);
    return true;
}
