/* Colors of materials as colors of vertices. */
#ifndef TLB_SCENE_TRANSFORM_COLORS_H
#define TLB_SCENE_TRANSFORM_COLORS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* The color of a part's material, with what it emits; white without one. */
void tlb_part_color(const tlb_scene *scene, const tlb_part *part, float color[4]);

/* A vertex that parts of different colors share becomes one for each of these parts. What changes is in
 * `arena`, everything else is shared. False without memory. */
bool tlb_separate_colors(const tlb_scene *scene, tlb_arena *arena, tlb_scene *separated);

#endif
