/* Meshes by frame, for formats without morph targets: the weights that animations show a mesh with. */
#ifndef TLB_WRITERS_MORPH_FRAMES_H
#define TLB_WRITERS_MORPH_FRAMES_H

#include "base/arena.h"
#include "base/index.h"
#include "trilobite/scene.h"

/* Of a node, each once; the first are those at rest. */
typedef struct tlb_morph_frames {
    uint32_t width; /* of the mesh's morphs; 0: it has none, and there are no frames */
    TLB_LIST(const float *) weights;
    tlb_index known;
} tlb_morph_frames;

/* With the frame at rest. False without memory. */
bool tlb_morph_frames_begin(tlb_arena *arena, const tlb_scene *scene, const tlb_node *node,
                            tlb_morph_frames *frames);
/* The number of the frame with these weights; NULL: there is none. */
const int32_t *tlb_morph_frames_find(const tlb_morph_frames *frames, const float *weights);
/* A vertex of the mesh in one of its frames, from where the mesh has it; `normals` stand in for the mesh's.
 */
void tlb_morph_frames_vertex(const tlb_morph_frames *frames, const tlb_mesh *mesh, const float (*normals)[3],
                             uint32_t vertex, uint32_t frame, float position[3], float normal[3]);
/* Adds one that there is not; its number, or TLB_NONE without memory. */
int32_t tlb_morph_frames_add(tlb_arena *arena, tlb_morph_frames *frames, const float *weights);

#endif
