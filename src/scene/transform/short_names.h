/* Names that programs keep whole. */
#ifndef TLB_SCENE_TRANSFORM_SHORT_NAMES_H
#define TLB_SCENE_TRANSFORM_SHORT_NAMES_H

#include "base/arena.h"
#include "base/index.h"
#include "trilobite/scene.h"

enum { TLB_NAME_MOST = 63 }; /* bytes: Blender cuts what is longer, and two may then be the same */

/* The name, with a number after it if `known` has it: "wall (2)". `known` has the result, too. At most
 * `most` bytes long, no character cut. NULL without memory. */
const char *tlb_distinct_name(tlb_arena *arena, tlb_index *known, const char *name, size_t most);

/* Cuts names that are longer than TLB_NAME_MOST so that they differ from all others of their list: nodes,
 * meshes, materials, images, skins, cameras, animations. What has extras gets the whole name as `longName`.
 * What changes is in `arena`, everything else is shared; `count` is how many did. False without memory. */
bool tlb_shorten_names(const tlb_scene *scene, tlb_arena *arena, tlb_scene *shortened, uint32_t *count);

#endif
