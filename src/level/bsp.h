/* What of a tree's faces is made apart from the tree. */
#ifndef TLB_LEVEL_BSP_H
#define TLB_LEVEL_BSP_H

#include "level/solid.h"

/* Of corners of the solid, without those whose bit in `collinear` is set; in m->scratch. False: no memory. */
bool tlb_solid_winding(tlb_solid_maker *m, uint32_t first_corner, uint32_t count, uint32_t collinear,
                       tlb_winding *winding);
/* Count 0: the face is in no tree. */
bool tlb_solid_face_winding(tlb_solid_maker *m, uint32_t face, tlb_winding *winding);

/* Adds faces that have no pair, since none of their pieces came where one should, with a leaf that the whole
 * of them reaches: behind them if `wanted` is TLB_SOLID_LEAF, before them if it is the bits of an empty one.
 * False: no memory. */
bool tlb_solid_find_lost(tlb_solid_maker *m, const tlb_solid_nodes *nodes, uint32_t root, uint32_t wanted,
                         tlb_solid_pairs *pairs);

#endif
