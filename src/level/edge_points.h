/* Finds the points of a set that lie on edges between two of them. */
#ifndef TLB_LEVEL_EDGE_POINTS_H
#define TLB_LEVEL_EDGE_POINTS_H

#include "level/box_tree.h"

/* Corners of planes that were rounded are this much off the edges they are on, at most. */
#define TLB_EDGE_POINTS_NEAR 4e-4

typedef struct tlb_edge_points {
    double (*points)[3];
    tlb_box_tree tree;
    uint32_t *numbers; /* the points of the boxes in it */
    tlb_box_list near;
} tlb_edge_points;

/* Those of `points` that are used; they must last as long. False: no memory. */
bool tlb_edge_points_make(tlb_edge_points *e, double (*points)[3], const bool *is_used, uint32_t count,
                          tlb_arena *arena);
/* The points within TLB_EDGE_POINTS_NEAR of the edge, in order from `from` to `to`: the same for both
 * directions.
 */
bool tlb_edge_points_find(tlb_edge_points *e, uint32_t from, uint32_t to, tlb_arena *arena, uint32_t **found,
                          uint32_t *count);

#endif
