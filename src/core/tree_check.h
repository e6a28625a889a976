/* Whether nodes that name two others each are a tree: all are reached from node 0, each by one way. */
#ifndef TLB_CORE_TREE_CHECK_H
#define TLB_CORE_TREE_CHECK_H

#include "core/checker.h"

typedef struct tlb_tree {
    const void *nodes;
    uint32_t count;
    /* A node's child, 0 the front one, 1 the back one; from `count` on: no node. */
    uint32_t (*child_of)(const void *nodes, uint32_t node, int side);
    const char *list, *sides[2];       /* what they are called in paths */
    tlb_code cycle, shared, unreached; /* what is found */
} tlb_tree;

/* Nothing is found where there is no node. */
void tlb_check_tree(tlb_checker *c, const tlb_tree *tree);

#endif
