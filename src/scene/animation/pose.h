/* Where the vertices of a node's mesh are in the world: morph weights, then the skin's joints or the
 * node's own matrix. `world` are those of tlb_scene_world_matrices. */
#ifndef TLB_SCENE_ANIMATION_POSE_H
#define TLB_SCENE_ANIMATION_POSE_H

#include "trilobite/scene.h"

/* Vertices that are posed at a time, and how many of a mesh there are from `first` on for one time. */
enum { TLB_POSE_BATCH = 256 };
static inline uint32_t tlb_pose_batch(const tlb_mesh *mesh, uint32_t first)
{
    uint32_t left = mesh->vertex_count - first;
    return left < TLB_POSE_BATCH ? left : TLB_POSE_BATCH;
}

void tlb_pose_positions(const tlb_scene *scene, const float (*world)[16], uint32_t node, uint32_t first,
                        uint32_t count, float (*out)[3]);
/* Of unit length. The mesh has normals. */
void tlb_pose_normals(const tlb_scene *scene, const float (*world)[16], uint32_t node, uint32_t first,
                      uint32_t count, float (*out)[3]);
/* Whether the pose turns triangles inside out. */
bool tlb_pose_mirrors(const tlb_scene *scene, const float (*world)[16], uint32_t node);

#endif
