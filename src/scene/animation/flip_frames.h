/* Pictures of flipping textures on meshes that take other forms at the same time. */
#ifndef TLB_SCENE_ANIMATION_FLIP_FRAMES_H
#define TLB_SCENE_ANIMATION_FLIP_FRAMES_H

#include "scene/transform/layers.h"

/* Where a picture of a flipping texture (scene/flips.h) morphs in steps, each of the few forms that it is
 * seen in becomes a picture without morphs: all of them can then be parts of one mesh on a skeleton, and one
 * action in programs that give each morphing mesh one of its own. What changes is in `arena`. False without
 * memory. */
bool tlb_bake_flip_frames(const tlb_layers *layers, tlb_arena *arena, tlb_layers *baked);

#endif
