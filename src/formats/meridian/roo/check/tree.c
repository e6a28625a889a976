/* Rules about the BSP tree, client walls, sidedefs and editor walls. */
#include "formats/meridian/roo/check/check.h"

#include "formats/meridian/roo/shape.h"

/* --- the tree ----------------------------------------------------------------------------------------- */

enum { MOST_POINTS = 100 }; /* of a leaf, in clients */

static void check_child(roo_checker *c, uint32_t node, const char *field, uint16_t child)
{
    if (child > c->room->nodes.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].%s", node, field),
                 "node %u out of range; number of nodes: %u", child, c->room->nodes.count);
}

static void check_internal(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    check_child(c, i, "positiveChild", n->positiveChild);
    check_child(c, i, "negativeChild", n->negativeChild);
    if (n->firstWall > c->room->clientWalls.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].firstWall", i),
                 "client wall %u out of range; number of client walls: %u", n->firstWall,
                 c->room->clientWalls.count);
    if (n->a == 0 && n->b == 0)
        TLB_FIND(&c->base, ROO_NODE_LINE, tlb_at(&c->base, "nodes[%u].a", i),
                 "a and b are 0, so the line has no direction");
    if (n->positiveChild && n->positiveChild != i + 2)
        TLB_FIND(&c->base, ROO_NODE_ORDER, tlb_at(&c->base, "nodes[%u].positiveChild", i),
                 "%u, expected the next node (%u)", n->positiveChild, i + 2);
}

static void check_leaf(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    if (!n->sector || n->sector > c->room->sectors.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].sector", i),
                 "sector %u, expected 1 to %u", n->sector, c->room->sectors.count);
    if (n->points.count > MOST_POINTS)
        TLB_FIND(&c->base, ROO_LEAF_POINTS, tlb_at(&c->base, "nodes[%u].points", i),
                 "number of points: %u; clients support at most %d", n->points.count, MOST_POINTS);
    double area = tlb_roo_leaf_area(n) / 2;
    if (!(area > 0))
        TLB_FIND(&c->base, ROO_LEAF_AREA, tlb_at(&c->base, "nodes[%u].points", i),
                 "number of points: %u around (%.0f, %.0f); their area is %g square client units, expected "
                 "more than 0",
                 n->points.count, roo_editor_x(c, n->box[0]), roo_editor_y(c, n->box[1]), area);
}

/* --- boxes -------------------------------------------------------------------------------------------- */

/* Coordinates were rounded each for itself. */
static const double ROUNDING = 1;

static bool encloses(const double box[4], double x0, double y0, double x1, double y1)
{
    return x0 >= box[0] - ROUNDING && y0 >= box[1] - ROUNDING && x1 <= box[2] + ROUNDING &&
           y1 <= box[3] + ROUNDING;
}

static void check_leaf_box(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    for (uint32_t k = 0; k < n->points.count; k++) {
        const double *p = n->points.data[k];
        if (encloses(n->box, p[0], p[1], p[0], p[1]))
            continue;
        TLB_FIND(&c->base, ROO_NODE_BOX, tlb_at(&c->base, "nodes[%u].box", i),
                 "point %u at (%.2f, %.2f) is outside the box", k, roo_editor_x(c, p[0]),
                 roo_editor_y(c, p[1]));
        return;
    }
}

static void check_child_box(roo_checker *c, uint32_t i, const tlb_roo_node *n, uint16_t child)
{
    if (!child || child > c->room->nodes.count)
        return;
    const double *b = c->room->nodes.data[child - 1].box;
    if (!encloses(n->box, b[0], b[1], b[2], b[3]))
        TLB_FIND(&c->base, ROO_NODE_BOX, tlb_at(&c->base, "nodes[%u].box", i),
                 "the box of child %u is not inside the node's box", child);
}

/* --- nodes -------------------------------------------------------------------------------------------- */

/* How often each node is a child: the root never, every other once. The nodes are a tree when that holds and
 * all of them are reached from the root. */
static void check_shape(roo_checker *c)
{
    const tlb_roo *x = c->room;
    uint8_t *met = tlb_scratch(&c->base, x->nodes.count, 1);
    uint32_t *stack = tlb_scratch(&c->base, x->nodes.count, sizeof *stack), depth = 0;
    if (!met || !stack || !x->nodes.count)
        return;
    met[0] = 1;
    stack[depth++] = 0;
    while (depth) {
        const tlb_roo_node *n = &x->nodes.data[stack[--depth]];
        const uint16_t children[] = {n->positiveChild, n->negativeChild};
        for (int k = 0; k < 2; k++) {
            if (!children[k] || children[k] > x->nodes.count)
                continue;
            uint32_t child = children[k] - 1u;
            if (met[child])
                TLB_FIND(&c->base, ROO_NODE_TREE, tlb_at(&c->base, "nodes[%u]", child),
                         "it has more than one parent");
            else {
                met[child] = 1;
                stack[depth++] = child;
            }
        }
    }
    for (uint32_t i = 0; i < x->nodes.count; i++)
        if (!met[i])
            TLB_FIND(&c->base, ROO_NODE_TREE, tlb_at(&c->base, "nodes[%u]", i),
                     "it cannot be reached from the root");
}

static void check_nodes(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->nodes.count; i++) {
        const tlb_roo_node *n = &c->room->nodes.data[i];
        if (n->type == TLB_ROO_INTERNAL) {
            check_internal(c, i, n);
            check_child_box(c, i, n, n->positiveChild);
            check_child_box(c, i, n, n->negativeChild);
        } else {
            check_leaf(c, i, n);
            check_leaf_box(c, i, n);
        }
    }
    check_shape(c);
}

/* --- what walls refer to ------------------------------------------------------------------------------ */

static void check_reference(roo_checker *c, const char *list, uint32_t wall, const char *field,
                            uint32_t number, uint32_t count, const char *things)
{
    if (number > count)
        TLB_FIND(&c->base, ROO_WALL_REFERENCE, tlb_at(&c->base, "%s[%u].%s", list, wall, field),
                 "%u out of range; number of %s: %u", number, things, count);
}

/* --- client walls ------------------------------------------------------------------------------------- */

static void check_references(roo_checker *c, uint32_t i, const tlb_roo_client_wall *w)
{
    const tlb_roo *x = c->room;
    check_reference(c, "clientWalls", i, "positiveSidedef", w->positiveSidedef, x->sidedefs.count,
                    "sidedefs");
    check_reference(c, "clientWalls", i, "negativeSidedef", w->negativeSidedef, x->sidedefs.count,
                    "sidedefs");
    check_reference(c, "clientWalls", i, "positiveSector", w->positiveSector, x->sectors.count, "sectors");
    check_reference(c, "clientWalls", i, "negativeSector", w->negativeSector, x->sectors.count, "sectors");
    check_reference(c, "clientWalls", i, "next", w->next, x->clientWalls.count, "client walls");
}

/* Walls are numbered along the list of each plane. */
static void check_next(roo_checker *c, uint32_t i, const tlb_roo_client_wall *w)
{
    if (w->next && w->next != i + 2)
        TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u].next", i),
                 "%u, expected the next wall (%u)", w->next, i + 2);
}

/* Follows the list of every plane; each wall is in one list, once. */
static void check_planes(roo_checker *c)
{
    const tlb_roo *x = c->room;
    uint8_t *met = tlb_scratch(&c->base, x->clientWalls.count, 1);
    if (!met)
        return;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        uint32_t number = x->nodes.data[i].type == TLB_ROO_INTERNAL ? x->nodes.data[i].firstWall : 0;
        while (number && number <= x->clientWalls.count) {
            if (met[number - 1]) {
                TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u]", number - 1),
                         "node %u uses it, and so does another", i + 1);
                break;
            }
            met[number - 1] = 1;
            number = x->clientWalls.data[number - 1].next;
        }
    }
    for (uint32_t i = 0; i < x->clientWalls.count; i++)
        if (!met[i])
            TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u]", i), "no node uses it");
}

static void check_client_walls(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->clientWalls.count; i++) {
        const tlb_roo_client_wall *w = &c->room->clientWalls.data[i];
        check_references(c, i, w);
        check_next(c, i, w);
        if (w->start[0] == w->end[0] && w->start[1] == w->end[1])
            TLB_FIND(&c->base, ROO_WALL_LENGTH, tlb_at(&c->base, "clientWalls[%u].end", i),
                     "it starts and ends at (%.2f, %.2f)", roo_editor_x(c, w->start[0]),
                     roo_editor_y(c, w->start[1]));
    }
    check_planes(c);
}

/* --- sidedefs ----------------------------------------------------------------------------------------- */

static void check_flags(roo_checker *c, uint32_t i, uint32_t flags)
{
    enum { SCROLLING = 31 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT, FIRST_TEN = (1 << 10) - 1 };
    const char *path = tlb_at(&c->base, "sidedefs[%u].flags", i);
    uint32_t unknown = flags & ~(uint32_t)(FIRST_TEN | SCROLLING | TLB_ROO_WALL_NO_HTILE);
    if (unknown)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path, "unknown bits 0x%x", unknown);
    if (flags & TLB_ROO_WALL_MAP_NEVER && flags & TLB_ROO_WALL_MAP_ALWAYS)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path,
                 "bits 3 and 4 contradict each other (never and always on the map); clear one");
    if (flags & TLB_ROO_WALL_TRANSPARENT)
        return;
    if (flags & TLB_ROO_WALL_NO_LOOK_THROUGH)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path,
                 "bit 5 (nothing behind) has an effect only with bit 1 (Transparent), which is not set");
    if (flags & TLB_ROO_WALL_NO_VTILE)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path,
                 "bit 9 (no vertical tiling) has an effect only with bit 1 (Transparent), which is not set");
}

static void check_sidedefs(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->sidedefs.count; i++) {
        const tlb_roo_sidedef *s = &c->room->sidedefs.data[i];
        check_flags(c, i, s->flags);
        if (s->animationSpeed && s->flags >> TLB_ROO_WALL_SCROLL_SPEED_SHIFT & 3)
            tlb_roo_report_scroll(c, "sidedefs", i, s->animationSpeed);
    }
}

/* --- editor walls ------------------------------------------------------------------------------------- */

static void check_editor_sector(roo_checker *c, uint32_t wall, const char *field, int16_t sector)
{
    if (sector < -1 || sector >= (int64_t)c->room->sectors.count)
        TLB_FIND(&c->base, ROO_WALL_REFERENCE, tlb_at(&c->base, "editorWalls[%u].%s", wall, field),
                 "sector %d out of range; number of sectors: %u", sector, c->room->sectors.count);
}

static void check_editor_walls(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &c->room->editorWalls.data[i];
        uint32_t sides = c->room->sidedefs.count;
        check_reference(c, "editorWalls", i, "positiveSidedef", w->positiveSidedef, sides, "sidedefs");
        check_reference(c, "editorWalls", i, "negativeSidedef", w->negativeSidedef, sides, "sidedefs");
        check_editor_sector(c, i, "positiveSector", w->positiveSector);
        check_editor_sector(c, i, "negativeSector", w->negativeSector);
        if (w->x0 == w->x1 && w->y0 == w->y1)
            TLB_FIND(&c->base, ROO_WALL_LENGTH, tlb_at(&c->base, "editorWalls[%u].x1", i),
                     "the editor's wall %u starts and ends at (%d, %d)", i, w->x0, w->y0);
    }
}

void tlb_roo_check_tree(roo_checker *c)
{
    check_nodes(c);
    check_client_walls(c);
    check_editor_walls(c);
    check_sidedefs(c);
}
