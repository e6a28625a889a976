/* Animations made by hand. Without memory the test fails. */
#ifndef TLB_TESTS_ANIMATIONS_H
#define TLB_TESTS_ANIMATIONS_H

#include "trilobite/scene.h"

/* An animation without channels, with room for so many. */
tlb_animation *begin_animation(tlb_scene *scene, const char *name, float duration, uint32_t channels);
tlb_animation *begin_loop(tlb_scene *scene, const char *name, float duration, uint32_t channels);

/* Linear. `times` and `values` may be NULL: they are zeros. */
tlb_channel *add_channel(tlb_scene *scene, tlb_animation *animation, int32_t node, tlb_target target,
                         uint32_t keys, const float *times, const float *values);

#endif
