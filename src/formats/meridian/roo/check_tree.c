/* Rules about the BSP tree. */
#include "formats/meridian/roo/check.h"
#include "formats/meridian/roo/shape.h"

enum { MOST_POINTS = 100 }; /* of a leaf, in clients */

static void check_child(roo_checker *c, uint32_t node, const char *field, uint16_t child)
{
    if (child > c->room->nodes.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].%s", node, field),
                 "%u: there are %u nodes", child, c->room->nodes.count);
}

static void check_internal(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    check_child(c, i, "positiveChild", n->positiveChild);
    check_child(c, i, "negativeChild", n->negativeChild);
    if (n->firstWall > c->room->clientWalls.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].firstWall", i),
                 "%u: there are %u client walls", n->firstWall, c->room->clientWalls.count);
    if (n->a == 0 && n->b == 0)
        TLB_FIND(&c->base, ROO_NODE_LINE, tlb_at(&c->base, "nodes[%u].a", i), "a and b are 0");
    if (n->positiveChild && n->positiveChild != i + 2)
        TLB_FIND(&c->base, ROO_NODE_ORDER, tlb_at(&c->base, "nodes[%u].positiveChild", i),
                 "%u, the next is %u", n->positiveChild, i + 2);
}

static void check_leaf(roo_checker *c, uint32_t i, const tlb_roo_node *n)
{
    if (!n->sector || n->sector > c->room->sectors.count)
        TLB_FIND(&c->base, ROO_NODE_REFERENCE, tlb_at(&c->base, "nodes[%u].sector", i),
                 "%u: there are sectors 1 to %u", n->sector, c->room->sectors.count);
    if (n->points.count > MOST_POINTS)
        TLB_FIND(&c->base, ROO_LEAF_POINTS, tlb_at(&c->base, "nodes[%u].points", i),
                 "%u points, clients have room for %d", n->points.count, MOST_POINTS);
    double area = roo_leaf_area(n) / 2;
    if (!(area > 0))
        TLB_FIND(&c->base, ROO_LEAF_AREA, tlb_at(&c->base, "nodes[%u].points", i),
                 "the %u points around (%.0f, %.0f) enclose an area of %g square client units",
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
                 "point %u at (%.2f, %.2f) lies outside", k, roo_editor_x(c, p[0]), roo_editor_y(c, p[1]));
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
                 "the box of child %u is not within", child);
}

/* --- the whole ---------------------------------------------------------------------------------------- */

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
                         "it is reached more than once");
            else {
                met[child] = 1;
                stack[depth++] = child;
            }
        }
    }
    for (uint32_t i = 0; i < x->nodes.count; i++)
        if (!met[i])
            TLB_FIND(&c->base, ROO_NODE_TREE, tlb_at(&c->base, "nodes[%u]", i),
                     "it is not reached from the root");
}

void roo_check_tree(roo_checker *c)
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
