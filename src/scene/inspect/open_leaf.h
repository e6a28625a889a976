/* Which polygons are seen from the open leaves of a BSP tree. */
#ifndef TLB_SCENE_INSPECT_OPEN_LEAF_H
#define TLB_SCENE_INSPECT_OPEN_LEAF_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tlb_leaf_kind { TLB_LEAF_NONE, TLB_LEAF_OPEN, TLB_LEAF_SOLID } tlb_leaf_kind;

typedef struct tlb_leaf_tree {
    const void *user;
    uint32_t root; /* a child, as below */
    float off;     /* how far polygons may be off the plane that they are on */
    /* The kind of a leaf. NONE: a child is a node, whose plane and children, the front one first, are set, or
     * it is broken: then both children are the child itself. */
    tlb_leaf_kind (*look)(const void *user, uint32_t child, float plane[4], uint32_t children[2]);
} tlb_leaf_tree;

/* Whether something of a triangle has an open leaf before its front, which `plane` says. What cannot be told
 * is seen. */
bool tlb_faces_open_leaf(const tlb_leaf_tree *tree, const float *const corners[3], const float plane[4]);

#endif
