/* Materials as artists know them: one for each look, called as its texture. */
#ifndef TLB_SCENE_MATERIALS_MATERIALS_H
#define TLB_SCENE_MATERIALS_MATERIALS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* Materials that look the same become one, and so do a mesh's parts of one material. Names are those of the
 * textures: no folders, no extension of an image file, never empty, no two the same ("wall (2)"). What
 * changes is in `arena`, everything else is shared. False without memory. */
bool tlb_merge_materials(const tlb_scene *scene, tlb_arena *arena, tlb_scene *merged);

/* Gives each texture that was not found an image of its own, gray and called as the texture is: programs can
 * put the real one in its place. Memory as above. */
bool tlb_name_placeholders(const tlb_scene *scene, tlb_arena *arena, tlb_scene *named);

/* The color of a material where nothing glows by itself: without a texture, with what it emits. */
void tlb_glowing_color(const tlb_material *material, float color[4]);

#endif
