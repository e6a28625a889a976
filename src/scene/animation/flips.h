/* Textures that change over time, as every reader of scenes can play them: each picture of the faces that
 * change is a mesh of its own, on a node of its own below that of their object. Of these nodes one has scale
 * 1 and the others 0, and animations step between them. */
#ifndef TLB_SCENE_ANIMATION_FLIPS_H
#define TLB_SCENE_ANIMATION_FLIPS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* Fills `to`, but for its name and extras, with the parts of `from` that `taken` names and with the vertices
 * that these use. `uv`, one for each vertex of `from`, replaces the first UV set; NULL keeps it. False
 * without memory. */
bool tlb_mesh_of_parts(tlb_arena *arena, const tlb_mesh *from, const bool *taken, const float (*uv)[2],
                       tlb_mesh *to);

/* A node below `parent` for each of `count` meshes from `first_mesh` on, with their names; only the first is
 * seen. Their indexes follow each other. False without memory. */
bool tlb_add_flip_nodes(tlb_scene *scene, int32_t parent, int32_t first_mesh, uint32_t count);

/* From `time` on the node with this number is seen. */
typedef struct tlb_flip_key {
    float time;
    uint32_t shown;
} tlb_flip_key;

/* Adds the channels that have `count` nodes from `first_node` on take turns; keys ascend, the first at time
 * 0. What stays as it rests gets none. The animation has capacity for a channel for each node. False without
 * memory. */
bool tlb_add_flip_channels(tlb_scene *scene, tlb_animation *animation, int32_t first_node, uint32_t count,
                           const tlb_flip_key *keys, uint32_t key_count);

#endif
