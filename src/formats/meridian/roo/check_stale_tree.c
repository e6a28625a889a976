/* The tree against the client's walls and the editor's: lines that run along the walls in their planes,
 * leaves that lie where the tree leads to, and the sectors that the editor's walls put them in. */
#include "formats/meridian/roo/check.h"
#include "formats/meridian/roo/locate.h"
#include "formats/meridian/roo/shape.h"

#include <math.h>

/* Pairs of leaves and walls that may be looked at; real rooms need a quarter of it. */
enum { MOST_WORK = 200000000 };

/* --- lines -------------------------------------------------------------------------------------------- */

/* Integer lines are divided by what their a and b have in common, c with them. */
static const double OFF_LINE = 6;

static double distance(const tlb_roo_node *n, const double at[2])
{
    return fabs(n->a * at[0] + n->b * at[1] + n->c) / hypot(n->a, n->b);
}

static void check_line(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    const tlb_roo *x = c->room;
    const tlb_roo_client_wall *w = roo_wall(x, n->firstWall);
    for (; w; w = roo_next_wall(x, w)) {
        double off = fmax(distance(n, w->start), distance(n, w->end));
        if (!(off > OFF_LINE))
            continue;
        TLB_FIND(
            &c->base, ROO_NODE_STALE, tlb_at(&c->base, "nodes[%u].a", i),
            "clientWalls[%u] from (%.6g, %.6g) to (%.6g, %.6g) in its plane is %.4g client units off its "
            "line; rebuild with --rebuild",
            (unsigned)(w - x->clientWalls.data), roo_editor_x(c, w->start[0]), roo_editor_y(c, w->start[1]),
            roo_editor_x(c, w->end[0]), roo_editor_y(c, w->end[1]), off);
        return;
    }
}

/* --- leaves ------------------------------------------------------------------------------------------- */

/* The middle of a leaf that is wide enough for its own rounding not to matter. */
static bool middle_of(const tlb_roo_node *n, double middle[2])
{
    static const double NARROW = 8;
    double least = INFINITY;
    middle[0] = middle[1] = 0;
    for (uint32_t i = 0; i < n->points.count; i++)
        for (int axis = 0; axis < 2; axis++)
            middle[axis] += n->points.data[i][axis] / n->points.count;
    for (uint32_t i = 0; i < n->points.count; i++) {
        const double *a = n->points.data[i], *b = n->points.data[(i + 1) % n->points.count];
        double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
        if (length > 0)
            least = fmin(least, (dx * (middle[1] - a[1]) - dy * (middle[0] - a[0])) / length);
    }
    return n->points.count >= 3 && least > NARROW && least < INFINITY;
}

static void check_place(roo_checker *c, uint32_t i, const double middle[2], uint64_t *work)
{
    uint16_t leaf = roo_leaf_at(c->room, middle[0], middle[1], work);
    if (leaf == i + 1)
        return;
    TLB_FIND(&c->base, ROO_NODE_STALE, tlb_at(&c->base, "nodes[%u].points", i),
             "from its middle (%.6g, %.6g) the tree leads to node %u (0: none); rebuild with --rebuild",
             roo_editor_x(c, middle[0]), roo_editor_y(c, middle[1]), leaf);
}

/* --- sectors ------------------------------------------------------------------------------------------ */

/* The nearest of the editor's walls in a direction from a point, and the sector, from 1, of the side that
 * faces it; 0: none. */
typedef struct sight {
    double distance;
    uint32_t wall, sector;
    bool unclear; /* another is as near, and its sector is another */
} sight;

enum { EAST, WEST, NORTH, SOUTH, WAYS };

static uint32_t sector_of(const tlb_roo_editor_wall *w, bool positive)
{
    uint16_t sidedef = positive ? w->positiveSidedef : w->negativeSidedef;
    int16_t sector = positive ? w->positiveSector : w->negativeSector;
    return sidedef && sector >= 0 ? (uint32_t)sector + 1 : 0;
}

static void see(sight *s, double distance, uint32_t wall, uint32_t sector)
{
    static const double NEAR = 1;
    if (distance < s->distance - NEAR)
        *s = (sight){distance, wall, sector, false};
    else if (distance < s->distance + NEAR)
        s->unclear |= sector != s->sector;
}

/* Where a wall crosses the line through a point along an axis, from that point on; false: nowhere. */
static bool crosses(const double start[2], const double end[2], const double at[2], int axis, double *where)
{
    double a = start[!axis] - at[!axis], b = end[!axis] - at[!axis];
    *where = start[axis] + (end[axis] - start[axis]) * a / (a - b) - at[axis];
    return (a > 0) != (b > 0);
}

static void look(const tlb_roo *x, const double at[2], sight seen[WAYS])
{
    for (int way = 0; way < WAYS; way++)
        seen[way] = (sight){.distance = INFINITY};
    for (uint32_t i = 0; i < x->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        const double start[2] = {w->x0, w->y0}, end[2] = {w->x1, w->y1};
        double where;
        /* The + side is on the right, with y north. */
        bool positive = (end[0] - start[0]) * (at[1] - start[1]) < (end[1] - start[1]) * (at[0] - start[0]);
        if (crosses(start, end, at, 0, &where))
            see(&seen[where > 0 ? EAST : WEST], fabs(where), i, sector_of(w, positive));
        if (crosses(start, end, at, 1, &where))
            see(&seen[where > 0 ? NORTH : SOUTH], fabs(where), i, sector_of(w, positive));
    }
}

/* All four ways have to agree: where sectors do not close nothing is said. */
static void check_sector(roo_checker *c, uint32_t i, const tlb_roo_node *n, const double middle[2])
{
    const double at[2] = {roo_editor_x(c, middle[0]), roo_editor_y(c, middle[1])};
    sight seen[WAYS];
    look(c->room, at, seen);
    if (seen[EAST].sector == n->sector)
        return;
    for (int way = 0; way < WAYS; way++)
        if (seen[way].unclear || seen[way].sector != seen[EAST].sector || !(seen[way].distance < INFINITY))
            return;
    TLB_FIND(
        &c->base, ROO_NODE_STALE, tlb_at(&c->base, "nodes[%u].sector", i),
        "%u, but the editor's walls %u, %u, %u and %u enclose (%.6g, %.6g) in sector %u (0: none); rebuild "
        "with --rebuild",
        n->sector, seen[WEST].wall, seen[EAST].wall, seen[NORTH].wall, seen[SOUTH].wall, at[0], at[1],
        seen[EAST].sector);
}

void roo_check_stale_tree(roo_checker *c)
{
    const tlb_roo *x = c->room;
    uint64_t work = 0;
    const uint8_t *outside = roo_find_outside(&c->base.arena, x);
    if (!outside && !c->base.status)
        c->base.status = tlb_report_memory(c->base.context);
    for (uint32_t i = 0; outside && i < x->nodes.count && work < MOST_WORK; i++) {
        const tlb_roo_node *n = &x->nodes.data[i];
        double middle[2];
        if (n->type == TLB_ROO_INTERNAL)
            check_line(c, i, n);
        else if (!outside[i] && middle_of(n, middle)) {
            check_place(c, i, middle, &work);
            check_sector(c, i, n, middle);
            work += x->editorWalls.count;
        }
    }
}
