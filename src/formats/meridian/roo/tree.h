/* A room's walls made into a BSP tree, as roomedit does it. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_TREE_H
#define TLB_FORMATS_MERIDIAN_ROO_TREE_H

#include "base/context.h"
#include "formats/meridian/roo/polygon.h"

/* One side of a wall. Numbers count from 1; 0: none. */
typedef struct roo_tree_side {
    uint16_t sidedef, sector;
    int16_t xoffset, yoffset;
    bool backwards;
} roo_tree_side;

typedef struct roo_tree_wall {
    roo_point start, end;
    double length; /* editor units */
    roo_tree_side positive, negative;
} roo_tree_wall;

typedef TLB_LIST(roo_tree_wall) roo_wall_list;

#define ROO_NO_NODE UINT32_MAX

typedef struct roo_tree_node {
    bool is_leaf;
    double box[4];
    /* of a leaf */
    uint16_t sector;
    roo_polygon polygon;
    /* of an internal node */
    roo_line line;
    uint32_t positive, negative; /* indices, ROO_NO_NODE without child */
    uint32_t first_wall, wall_count;
} roo_tree_node;

/* Nodes in the order they are written in: a node, what is on its positive side, what is on its negative side.
 * Walls in the order of the nodes they lie in. */
typedef struct roo_tree {
    TLB_LIST(roo_tree_node) nodes;
    roo_wall_list walls;
} roo_tree;

/* Pairs of walls that may be looked at: the largest rooms known need a tenth of it. A level of the tree takes
 * at least the square of the walls below it, so this also keeps the tree from growing deeper than 1,500. */
#define ROO_MOST_WORK UINT64_C(1000000000)

typedef struct roo_tree_plan {
    roo_arithmetic arithmetic;
    bool keep_outside; /* leaves outside every sector are leaves too */
    roo_polygon whole;
    const roo_tree_wall *walls; /* in the order they are tried as roots */
    uint32_t wall_count;
    uint64_t most_work; /* ROO_MOST_WORK */
} roo_tree_plan;

/* Makes the tree in the arena. TLB_LIMIT: more nodes or walls than can be numbered, or far more work than any
 * room needs; reported. */
tlb_status roo_tree_make(tlb_context *context, tlb_arena *arena, const roo_tree_plan *plan, roo_tree *tree);

/* --- steps, on lists of indices into `walls` ----------------------------------------------------------- */

/* Of the walls of a list, in list order, the one whose line divides them best: the fewest on the fuller side,
 * then the fewest cut. Takes its `cost` in pairs of walls looked at. False without memory. */
bool roo_choose_root(tlb_arena *scratch, roo_arithmetic arithmetic, const roo_tree_wall *walls,
                     const uint32_t *list, uint32_t count, uint32_t *root, uint64_t *cost);

typedef struct roo_parts {
    uint32_t *plane, *positive, *negative;
    uint32_t plane_count, positive_count, negative_count;
} roo_parts;

/* Sorts a list by the sides of a line, and cuts walls that cross it: what is cut off is added to `walls` in
 * `arena`. Each part is in reverse order. False without memory. */
bool roo_split_walls(tlb_arena *scratch, tlb_arena *arena, roo_arithmetic arithmetic, roo_wall_list *walls,
                     const uint32_t *list, uint32_t count, const roo_line *line, roo_parts *parts);

#endif
