/* A scene without what nothing in it uses. */
#ifndef TLB_SCENE_TRANSFORM_PRUNE_H
#define TLB_SCENE_TRANSFORM_PRUNE_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* Meshes of no node or without triangles, materials of no triangle, images of no material, skins of no mesh
 * and channels of such materials are left out. Nodes and animations stay. What changes is in `arena`,
 * everything else is shared. False without memory. */
bool tlb_scene_prune(const tlb_scene *scene, tlb_arena *arena, tlb_scene *pruned);

#endif
