/* A room's walls made into a BSP tree, as roomedit does it: lines and the convex polygons that they cut, in
 * the two arithmetics that it has had, and the tree. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_TREE_H
#define TLB_FORMATS_MERIDIAN_ROO_TREE_H

#include "base/context.h"

/* --- lines -------------------------------------------------------------------------------------------- */

/* Points are in fine units. Every step is one of roomedit's, in its order: another order gives other last
 * digits. */

/* 32-bit integers that wrap (12, 13 of OpenMeridian), kept in doubles, which hold them exactly; or
 * doubles. Early builders of doubles did not exchange the y offsets of walls that they turned around, or took
 * only what is exactly on a line for being on it when they cut polygons, or both. */
typedef enum roo_arithmetic {
    ROO_INTEGER,
    ROO_REAL,
    ROO_REAL_KEEPS_Y,
    ROO_REAL_EXACT,
    ROO_REAL_EXACT_KEEPS_Y,
    ROO_ARITHMETICS
} roo_arithmetic;

/* a*x + b*y + c: 0 on the line, positive to the right of it. */
typedef struct roo_line {
    double a, b, c;
} roo_line;

/* Products and sums as a 32-bit machine makes them. */
static inline int32_t roo_wrap(int64_t value)
{
    return (int32_t)(uint32_t)(uint64_t)value;
}

static inline int32_t roo_wrapped_side(int32_t a, int32_t b, int32_t c, int32_t x, int32_t y)
{
    return (int32_t)((uint32_t)a * (uint32_t)x + (uint32_t)b * (uint32_t)y + (uint32_t)c);
}

/* What is no farther than this from a line, measured in its own a and b, is on it. */
#define ROO_ON_LINE 0.001

roo_line tlb_roo_line_through(roo_arithmetic arithmetic, const double start[2], const double end[2]);

/* a*x + b*y + c; what counts as on the line is not yet taken for 0. */
double tlb_roo_line_value(roo_arithmetic arithmetic, const roo_line *line, const double point[2]);
/* The same, 0 on the line. */
double tlb_roo_line_side(roo_arithmetic arithmetic, const roo_line *line, const double point[2]);

/* Whether a line has the same a and b as another, or the opposite. */
bool tlb_roo_line_same(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other);
bool tlb_roo_line_opposite(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other);

/* The point at which the way from start to end crosses a line that they are on different sides of. */
void tlb_roo_line_cross(roo_arithmetic arithmetic, double start_side, double end_side, const double start[2],
                        const double end[2], double point[2]);

typedef enum roo_meeting {
    ROO_APART,
    ROO_AT_START, /* the first end alone is on the line */
    ROO_AT_END,
    ROO_BETWEEN,
    ROO_ALONG
} roo_meeting;

/* Sets `point` for ROO_BETWEEN. */
roo_meeting tlb_roo_line_meet(roo_arithmetic arithmetic, const roo_line *line, const double start[2],
                              const double end[2], double point[2]);

/* --- polygons ----------------------------------------------------------------------------------------- */

typedef double roo_point[2];

/* Clockwise seen from above: x grows east, y south. No points: nothing is left. */
typedef struct roo_polygon {
    roo_point *points;
    uint32_t count;
} roo_polygon;

/* The parts of a polygon on the right of a line and on the left of it, made in the arena. A line that does
 * not cut it in two, or run along an edge, leaves neither part. False without memory. */
bool tlb_roo_polygon_split(tlb_arena *arena, roo_arithmetic arithmetic, roo_polygon whole,
                           const roo_line *line, roo_polygon *positive, roo_polygon *negative);

/* x0, y0, x1, y1: the least and the greatest. */
void tlb_roo_polygon_box(roo_polygon polygon, double box[4]);

/* --- trees -------------------------------------------------------------------------------------------- */

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
    uint32_t lost; /* walls on a side of a line that nothing of the polygon is on: integers have wrapped */
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
tlb_status tlb_roo_tree_make(tlb_context *context, tlb_arena *arena, const roo_tree_plan *plan,
                             roo_tree *tree);

/* --- steps, on lists of indices into `walls` ---------------------------------------------------------- */

/* Of the walls of a list, in list order, the one whose line divides them best: the fewest on the fuller side,
 * then the fewest cut. Takes its `cost` in pairs of walls looked at. False without memory. */
bool tlb_roo_choose_root(tlb_arena *scratch, roo_arithmetic arithmetic, const roo_tree_wall *walls,
                         const uint32_t *list, uint32_t count, uint32_t *root, uint64_t *cost);

typedef struct roo_parts {
    uint32_t *plane, *positive, *negative;
    uint32_t plane_count, positive_count, negative_count;
} roo_parts;

/* Sorts a list by the sides of a line, and cuts walls that cross it: what is cut off is added to `walls` in
 * `arena`. Each part is in reverse order. False without memory. */
bool tlb_roo_split_walls(tlb_arena *scratch, tlb_arena *arena, roo_arithmetic arithmetic,
                         roo_wall_list *walls, const uint32_t *list, uint32_t count, const roo_line *line,
                         roo_parts *parts);

#endif
