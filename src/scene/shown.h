/* What is drawn at first. */
#ifndef TLB_SCENE_SHOWN_H
#define TLB_SCENE_SHOWN_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* For each node, in `arena`: whether it is not hidden, nor below a hidden one, and of levels the finest. NULL
 * without memory. */
bool *tlb_scene_shown(const tlb_scene *scene, tlb_arena *arena);

/* No triangles. */
bool tlb_mesh_is_empty(const tlb_mesh *mesh);

#endif
