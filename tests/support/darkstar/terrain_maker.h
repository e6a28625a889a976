/* Small terrains of Darkstar: hills that fit together at all edges, of every version. */
#ifndef TLB_TESTS_TERRAIN_MAKER_H
#define TLB_TESTS_TERRAIN_MAKER_H

#include "made.h"
#include "trilobite/trilobite.h"

enum { HILLS_DETAILS = 5, HILLS_SIDE = 1 << (HILLS_DETAILS - 1), HILLS_BLOCKS = 2, HILLS_MAP = 3 };

/* The corner of block `id` that has `details`; whole blocks have the same edges. Documents need no
 * initialising; they have no source. */
void terrain_make_dtb(tlb_document *document, tlb_context *context, uint32_t version, int32_t id,
                      uint32_t details);
/* Three by three cells of both blocks, their squares 2 meters a side, the materials those of hall.dml. */
void terrain_make_dtf(tlb_document *document, tlb_context *context, uint32_t version);

/* The height of block `id` at a corner of its squares, in meters. */
float terrain_height(int32_t id, uint32_t x, uint32_t y);

#endif
