/* What is drawn at first, and what is not. */
#ifndef TLB_SCENE_INSPECT_SHOWN_H
#define TLB_SCENE_INSPECT_SHOWN_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* For each node, in `arena`: whether it is not hidden, nor below a hidden one, and of levels the finest. NULL
 * without memory. */
bool *tlb_scene_shown(const tlb_scene *scene, tlb_arena *arena);

/* Likewise, without nodes of no size, and those below them: what takes its turn later. */
bool *tlb_scene_seen(const tlb_scene *scene, tlb_arena *arena);

/* For each node, in `arena`: whether it or a node above it is hidden. NULL without memory. */
bool *tlb_scene_hidden(const tlb_scene *scene, tlb_arena *arena);

/* No triangles. */
bool tlb_mesh_is_empty(const tlb_mesh *mesh);

/* The mesh that is drawn for a node, NULL when there is nothing to draw. `shown` is of tlb_scene_shown. */
const tlb_mesh *tlb_shown_mesh(const tlb_scene *scene, const bool *shown, uint32_t node);

#endif
