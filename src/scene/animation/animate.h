/* Between two keys of an animation. */
#ifndef TLB_SCENE_ANIMATION_ANIMATE_H
#define TLB_SCENE_ANIMATION_ANIMATE_H

#include "trilobite/scene.h"

/* On the shorter arc between two quaternions, of unit length. At a part of 0 it is the first, of whatever
 * length. */
void tlb_mix_rotations(const float from_key[4], const float to_key[4], float part, float out[4]);

#endif
