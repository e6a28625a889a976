/* Convex polygons of a plane joined where two of them are convex together. */
#ifndef TLB_LEVEL_MERGE_H
#define TLB_LEVEL_MERGE_H

#include "level/winding.h"

typedef TLB_LIST(tlb_winding) tlb_winding_list;

/* Joins those of `windings` that share an edge, the longest first; they turn the same way and do not overlap.
 * False: no memory. */
bool tlb_merge_windings(tlb_winding_list *windings, tlb_arena *arena);

#endif
