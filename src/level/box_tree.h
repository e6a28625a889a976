/* Finds the boxes of a set that overlap another, or that a segment passes. */
#ifndef TLB_LEVEL_BOX_TREE_H
#define TLB_LEVEL_BOX_TREE_H

#include "base/arena.h"

typedef struct tlb_level_box {
    double low[3], high[3];
} tlb_level_box;

typedef struct tlb_box_node {
    tlb_level_box box;
    uint32_t first, count; /* of order; a leaf has no children */
    uint32_t children[2];
} tlb_box_node;

typedef struct tlb_box_tree {
    const tlb_level_box *boxes;
    uint32_t *order; /* the boxes' numbers, leaf after leaf */
    TLB_LIST(tlb_box_node) nodes;
} tlb_box_tree;

typedef TLB_LIST(uint32_t) tlb_box_list;

/* `boxes` must last as long. False: no memory, or the call is to end. */
bool tlb_box_tree_make(tlb_box_tree *tree, const tlb_level_box *boxes, uint32_t count, tlb_arena *arena);
/* The numbers of those that overlap or touch `box`, ascending, instead of what `found` had. */
bool tlb_box_tree_find(const tlb_box_tree *tree, const tlb_level_box *box, tlb_arena *arena,
                       tlb_box_list *found);
/* Of those that come within `margin` of the segment in each coordinate. */
bool tlb_box_tree_cross(const tlb_box_tree *tree, const double from[3], const double to[3], double margin,
                        tlb_arena *arena, tlb_box_list *found);

#endif
