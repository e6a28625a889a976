/* Making a scene, besides trilobite/scene_build.h. */
#ifndef TLB_SCENE_BUILD_BUILD_H
#define TLB_SCENE_BUILD_BUILD_H

#include "base/arena.h"
#include "trilobite/scene_build.h"

/* A node at rest that holds nothing. The name is not copied. */
static inline tlb_node tlb_node_at_rest(const char *name, int32_t parent)
{
    return (tlb_node){.name = name,
                      .parent = parent,
                      .rotation = {0, 0, 0, 1},
                      .scale = {1, 1, 1},
                      .mesh = TLB_NONE,
                      .skin = TLB_NONE,
                      .camera = TLB_NONE,
                      .light = TLB_NONE,
                      .level = TLB_NONE};
}

/* The index of a new material that is seen through, in a linear color; TLB_NONE without memory. */
int32_t tlb_scene_add_glass(tlb_scene *scene, const char *name, const float color[4]);

#endif
