/* Leaves against the lines on the way to them: a leaf is what they leave of the room's rectangle, so that all
 * of it is on their right sides and each of its edges along one of them. */
#include "formats/meridian/roo/check/check.h"

#include "formats/meridian/roo/shape.h"

#include <math.h>

/* How far a point may be off a line: lines and cuts are rounded, to whole units in versions of integers. */
static const double OFF = 8;

enum { MOST_DEEP = 512, STEPS_PER_NODE = 4096 };

/* A line as it is on the way to a leaf: positive where the leaf is. */
typedef struct way_line {
    double a, b, c;
    uint32_t node;
} way_line;

typedef struct way {
    roo_checker *c;
    uint64_t steps, last; /* that are left; when they were counted */
    uint32_t depth;
    way_line lines[MOST_DEEP];
} way;

static double distance(const way_line *line, const double at[2])
{
    return line->a * at[0] + line->b * at[1] + line->c;
}

/* True when something is found. */
static bool check_sides(way *w, uint32_t leaf, const tlb_roo_node *n)
{
    for (uint32_t k = 0; k < n->points.count; k++)
        for (uint32_t i = 0; i < w->depth; i++) {
            double at = distance(&w->lines[i], n->points.data[k]);
            if (!(at < -OFF))
                continue;
            TLB_FIND_REMEDY(&w->c->base, ROO_NODE_STALE, "rebuild", NULL,
                            tlb_at(&w->c->base, "nodes[%u].points", leaf),
                            "point %u at (%.6g, %.6g) is %.4g client units on the other side of nodes[%u]", k,
                            roo_editor_x(w->c, n->points.data[k][0]),
                            roo_editor_y(w->c, n->points.data[k][1]), -at, w->lines[i].node);
            return true;
        }
    return false;
}

static bool is_along(const way_line *line, const double a[2], const double b[2])
{
    return fabs(distance(line, a)) <= OFF && fabs(distance(line, b)) <= OFF;
}

/* Of the room's rectangle. */
static bool is_along_border(const tlb_roo *x, const double a[2], const double b[2])
{
    const double *room = x->nodes.data[0].box;
    for (int side = 0; side < 4; side++)
        if (fabs(a[side & 1] - room[side]) <= OFF && fabs(b[side & 1] - room[side]) <= OFF)
            return true;
    return false;
}

/* How much of an edge a wall along the same line covers. */
static double shared_length(const double a[2], const double b[2], const tlb_roo_client_wall *wall)
{
    double length = hypot(b[0] - a[0], b[1] - a[1]), from = 0, to = 0;
    for (int axis = 0; axis < 2; axis++) {
        double along = (b[axis] - a[axis]) / length;
        from += (wall->start[axis] - a[axis]) * along;
        to += (wall->end[axis] - a[axis]) * along;
    }
    return fmin(length, fmax(from, to)) - fmax(0, fmin(from, to));
}

/* Whether a place is on the right of a wall, where its + side is; y grows south. */
static bool is_on_right(const tlb_roo_client_wall *wall, const double at[2])
{
    return (wall->end[0] - wall->start[0]) * (at[1] - wall->start[1]) >
           (wall->end[1] - wall->start[1]) * (at[0] - wall->start[0]);
}

/* Sectors of walls along an edge; 0 is the outside, where old builders left leaves with some sector. True
 * when something is found. */
static bool check_walls(way *w, uint32_t leaf, const tlb_roo_node *n, const double middle[2],
                        const double a[2], const double b[2], const way_line *line)
{
    const tlb_roo *x = w->c->room;
    const tlb_roo_client_wall *wall = roo_wall(x, x->nodes.data[line->node].firstWall);
    for (; wall && w->steps; wall = roo_next_wall(x, wall), w->steps--) {
        if (!(shared_length(a, b, wall) > 2 * OFF))
            continue;
        uint16_t sector = is_on_right(wall, middle) ? wall->positiveSector : wall->negativeSector;
        if (!sector || sector == n->sector)
            continue;
        TLB_FIND_REMEDY(
            &w->c->base, ROO_NODE_STALE, "rebuild", NULL, tlb_at(&w->c->base, "nodes[%u].sector", leaf),
            "%u, but clientWalls[%u], along its edge from (%.6g, %.6g) to (%.6g, %.6g), has sector "
            "%u on that side",
            n->sector, (unsigned)(wall - x->clientWalls.data), roo_editor_x(w->c, a[0]),
            roo_editor_y(w->c, a[1]), roo_editor_x(w->c, b[0]), roo_editor_y(w->c, b[1]), sector);
        return true;
    }
    return false;
}

/* True when something is found. */
static bool check_edge(way *w, uint32_t leaf, const tlb_roo_node *n, const double middle[2],
                       const double a[2], const double b[2])
{
    bool along = is_along_border(w->c->room, a, b);
    for (uint32_t i = 0; i < w->depth; i++) {
        if (!is_along(&w->lines[i], a, b))
            continue;
        along = true;
        if (check_walls(w, leaf, n, middle, a, b, &w->lines[i]))
            return true;
    }
    if (!along)
        TLB_FIND_REMEDY(&w->c->base, ROO_NODE_STALE, "rebuild", NULL,
                        tlb_at(&w->c->base, "nodes[%u].points", leaf),
                        "its edge from (%.6g, %.6g) to (%.6g, %.6g) is along no line of the tree",
                        roo_editor_x(w->c, a[0]), roo_editor_y(w->c, a[1]), roo_editor_x(w->c, b[0]),
                        roo_editor_y(w->c, b[1]));
    return !along;
}

static void check_edges(way *w, uint32_t leaf, const tlb_roo_node *n)
{
    double middle[2] = {0, 0};
    for (uint32_t k = 0; k < n->points.count; k++)
        for (int axis = 0; axis < 2; axis++)
            middle[axis] += n->points.data[k][axis] / n->points.count;
    for (uint32_t k = 0; k < n->points.count; k++) {
        const double *a = n->points.data[k], *b = n->points.data[(k + 1) % n->points.count];
        if (hypot(b[0] - a[0], b[1] - a[1]) > 2 * OFF && check_edge(w, leaf, n, middle, a, b))
            return;
    }
}

static void go_down(way *w, uint16_t child)
{
    const tlb_roo *x = w->c->room;
    if (!child || child > x->nodes.count || w->depth == MOST_DEEP)
        return;
    const tlb_roo_node *n = &x->nodes.data[child - 1];
    uint64_t price = n->type == TLB_ROO_INTERNAL ? 1 : 1 + 2 * (uint64_t)n->points.count * w->depth;
    if (w->steps < price || !tlb_roo_looked(w->c, w->last - w->steps))
        return;
    w->last = w->steps;
    w->steps -= price;
    if (n->type != TLB_ROO_INTERNAL) {
        if (!check_sides(w, child - 1u, n))
            check_edges(w, child - 1u, n);
        return;
    }
    double length = hypot(n->a, n->b);
    if (!(length > 0) || !isfinite(length))
        return;
    way_line *line = &w->lines[w->depth++];
    *line = (way_line){n->a / length, n->b / length, n->c / length, child - 1u};
    go_down(w, n->positiveChild);
    *line = (way_line){-n->a / length, -n->b / length, -n->c / length, child - 1u};
    go_down(w, n->negativeChild);
    w->depth--;
}

void tlb_roo_check_leaves(roo_checker *c)
{
    way *w = c->room->nodes.count ? tlb_scratch(&c->base, 1, sizeof *w) : NULL;
    if (!w)
        return;
    w->c = c;
    w->steps = w->last = (uint64_t)c->room->nodes.count * STEPS_PER_NODE;
    go_down(w, 1);
}
