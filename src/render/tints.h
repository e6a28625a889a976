/* Colors to tell things apart that have none of their own: collision hulls, zones. */
#ifndef TLB_RENDER_TINTS_H
#define TLB_RENDER_TINTS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* The color of the thing of this number; neighbours differ most. */
void tlb_tint(uint32_t number, uint8_t out[4]);

/* For each vertex of a mesh the number of the loose part that it belongs to: what triangles join. NULL
 * without memory. */
uint32_t *tlb_loose_parts(const tlb_mesh *mesh, tlb_arena *arena);

#endif
