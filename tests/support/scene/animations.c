#include "animations.h"

#include "scene/animation/channel.h"
#include "trilobite/scene_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

tlb_animation *begin_animation(tlb_scene *scene, const char *name, float duration, uint32_t channels)
{
    tlb_animation *animation = tlb_scene_add_animation(scene, name);
    assert_true(animation && tlb_animation_reserve(scene, animation, channels, 0));
    animation->channel_count = 0;
    animation->duration = duration;
    return animation;
}

tlb_animation *begin_loop(tlb_scene *scene, const char *name, float duration, uint32_t channels)
{
    tlb_animation *animation = begin_animation(scene, name, duration, channels);
    animation->loops = true;
    return animation;
}

tlb_channel *add_channel(tlb_scene *scene, tlb_animation *animation, int32_t node, tlb_target target,
                         uint32_t keys, const float *times, const float *values)
{
    tlb_channel *channel = &animation->channels[animation->channel_count++];
    *channel = (tlb_channel){.node = node, .target = target, .interpolation = TLB_LINEAR};
    assert_true(tlb_channel_reserve(scene, channel, keys));
    if (times)
        memcpy(channel->times, times, keys * sizeof *times);
    if (values)
        memcpy(channel->values, values, (size_t)keys * tlb_channel_width(scene, channel) * sizeof *values);
    return channel;
}
