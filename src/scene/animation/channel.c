#include "scene/animation/channel.h"

#include <math.h>

static uint32_t morphs_of(const tlb_scene *scene, int32_t node)
{
    bool known = node >= 0 && (uint32_t)node < scene->node_count;
    int32_t mesh = known ? scene->nodes[node].mesh : TLB_NONE;
    return mesh >= 0 && (uint32_t)mesh < scene->mesh_count ? scene->meshes[mesh].morph_count : 0;
}

uint32_t tlb_channel_width(const tlb_scene *scene, const tlb_channel *channel)
{
    return channel->target == TLB_TARGET_MORPHS     ? morphs_of(scene, channel->node)
           : channel->target == TLB_TARGET_ROTATION ? 4
                                                    : 3;
}

bool tlb_channel_is_open(const tlb_scene *scene, const tlb_channel *channel)
{
    static const float rounding = 1e-4f;
    uint32_t width = tlb_channel_width(scene, channel);
    if (!channel->key_count)
        return false;
    const float *first = channel->values, *last = first + (size_t)(channel->key_count - 1) * width;
    float apart = 0, opposed = channel->target == TLB_TARGET_ROTATION ? 0 : INFINITY;
    for (uint32_t i = 0; i < width; i++) {
        apart = fmaxf(apart, fabsf(last[i] - first[i]));
        opposed = fmaxf(opposed, fabsf(last[i] + first[i]));
    }
    return fminf(apart, opposed) > rounding;
}
