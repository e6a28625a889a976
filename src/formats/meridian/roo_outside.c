/* Leaves outside every sector. Builders before March 2015 wrote them as leaves of the first sector; what
 * their plane's walls have on that side says which they are. */
#include "formats/meridian/roo_shape.h"

#include <math.h>

/* How near a leaf's point must be to a plane to lie on it, and how long an edge must be to count. Integer
 * versions round the points of both. */
static const double NEAR = 4, EDGE = 4;

/* The walls of a plane, which a damaged file may repeat without end: all planes share `left`. */
typedef struct plane_walls {
    const tlb_roo *roo;
    uint64_t left;
} plane_walls;

typedef struct interval {
    double low, high;
} interval;

static void extend(interval *i, double value)
{
    i->low = fmin(i->low, value);
    i->high = fmax(i->high, value);
}

/* Where a leaf touches the line of a node, measured along the line. */
static interval touching(const tlb_roo_node *node, const tlb_roo_node *leaf, double length)
{
    interval edge = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < leaf->points.count; i++) {
        const double *p = leaf->points.data[i];
        if (fabs(node->a * p[0] + node->b * p[1] + node->c) <= NEAR * length)
            extend(&edge, (node->b * p[0] - node->a * p[1]) / length);
    }
    return edge;
}

static interval covering(const tlb_roo_node *node, const tlb_roo_client_wall *wall, double length)
{
    interval part = {INFINITY, -INFINITY};
    extend(&part, (node->b * wall->start[0] - node->a * wall->start[1]) / length);
    extend(&part, (node->b * wall->end[0] - node->a * wall->end[1]) / length);
    return part;
}

/* The sector of the plane's walls on one side, of that wall which most of the leaf's edge lies along; else of
 * the first. 1 when there is none to ask. */
static uint16_t sector_beside(plane_walls *walls, const tlb_roo_node *node, bool positive,
                              const tlb_roo_node *leaf)
{
    const tlb_roo *roo = walls->roo;
    double length = hypot(node->a, node->b), longest = EDGE;
    interval edge = touching(node, leaf, length);
    uint16_t sector = 1, number = node->firstWall;
    for (bool first = true; number && number <= roo->clientWalls.count && walls->left; walls->left--) {
        const tlb_roo_client_wall *wall = &roo->clientWalls.data[number - 1];
        interval part = covering(node, wall, length);
        double shared = fmin(edge.high, part.high) - fmax(edge.low, part.low);
        if (first || shared > longest)
            sector = positive ? wall->positiveSector : wall->negativeSector;
        longest = fmax(longest, shared);
        first = false;
        number = wall->next;
    }
    return sector;
}

static void look_at_child(plane_walls *walls, const tlb_roo_node *node, bool positive, bool *outside)
{
    const tlb_roo *roo = walls->roo;
    uint16_t child = positive ? node->positiveChild : node->negativeChild;
    if (!child || child > roo->nodes.count)
        return;
    const tlb_roo_node *leaf = &roo->nodes.data[child - 1];
    if (leaf->type == TLB_ROO_LEAF && leaf->sector == 1)
        outside[child - 1] |= sector_beside(walls, node, positive, leaf) == 0;
}

bool *roo_outside_leaves(const tlb_roo *roo, tlb_arena *arena)
{
    bool *outside = tlb_zalloc(arena, roo->nodes.count * sizeof *outside);
    plane_walls walls = {roo, 4 * (uint64_t)roo->clientWalls.count};
    for (uint32_t i = 0; outside && i < roo->nodes.count && !tlb_roo_is_float(roo); i++)
        if (roo->nodes.data[i].type == TLB_ROO_INTERNAL) {
            look_at_child(&walls, &roo->nodes.data[i], true, outside);
            look_at_child(&walls, &roo->nodes.data[i], false, outside);
        }
    return outside;
}
