/* The vertices of a mesh in another order, some twice, some not at all. */
#ifndef TLB_SCENE_TRANSFORM_GATHER_H
#define TLB_SCENE_TRANSFORM_GATHER_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* The listed elements of an array with one for each vertex; *to, a pointer, is NULL where `from` is. False
 * without memory. */
bool tlb_gather(tlb_arena *arena, const uint32_t *list, uint32_t count, const void *from, size_t size,
                void *to_pointer);

/* Fills all that `to` has for each vertex, with morph targets and attributes. Memory as above. */
bool tlb_mesh_gather(tlb_arena *arena, const tlb_mesh *from, const uint32_t *list, uint32_t count,
                     tlb_mesh *to);

/* Programs keep one of the triangles of a part that have the same three vertices, whichever way round: others
 * get vertices of their own. What changes is in `arena`, everything else is shared. Memory as above. */
bool tlb_separate_triangles(const tlb_scene *scene, tlb_arena *arena, tlb_scene *separated);

#endif
