/* The BSP tree and its leaves. */
#include "formats/darkstar/dig_check.h"

#include <string.h>

/* --- nodes ------------------------------------------------------------------------------------------- */

static void check_child(finder *f, const tlb_dig *dig, uint32_t index, const char *side, int16_t child)
{
    uint32_t leaf = (uint32_t)(-(child + 1));
    if (child >= 0)
        FIND_INDEX(f, DIG_BSP_CHILD, (uint32_t)child, dig->nodes.count,
                   find_at(f, "nodes[%u].%s", index, side), "nodes");
    else
        FIND_INDEX(f, DIG_BSP_CHILD, leaf, tlb_dig_leaf_count(dig), find_at(f, "nodes[%u].%s", index, side),
                   "leaves");
}

static void check_nodes(finder *f, const tlb_dig *dig)
{
    if (!dig->nodes.count && dig->surfaces.count)
        FIND(f, DIG_NO_BSP, "nodes", "there are surfaces, but no node that rays could start at");
    for (uint32_t i = 0; i < dig->nodes.count; i++) {
        const tlb_dig_node *node = &dig->nodes.data[i];
        FIND_INDEX(f, DIG_BSP_PLANE, node->planeIdx, dig->planes.count, find_at(f, "nodes[%u].planeIdx", i),
                   "planes");
        check_child(f, dig, i, "front", node->front);
        check_child(f, dig, i, "back", node->back);
    }
}

/* How far the walk is with a node. */
enum { UNSEEN, AT_FRONT, AT_BACK, LEAVING, LEFT };

static void report_step(finder *f, uint32_t node, bool front, uint32_t child, uint8_t progress)
{
    const char *side = front ? "front" : "back";
    if (progress == LEFT)
        FIND(f, DIG_BSP_SHARED, find_at(f, "nodes[%u].%s", node, side), "node %u has another parent", child);
    else
        FIND(f, DIG_BSP_CYCLE, find_at(f, "nodes[%u].%s", node, side), "node %u is above it", child);
}

static void walk_nodes(finder *f, const tlb_dig *dig, uint8_t *progress, uint32_t *stack)
{
    uint32_t depth = 0;
    progress[0] = AT_FRONT;
    stack[depth++] = 0;
    while (depth) {
        uint32_t index = stack[depth - 1];
        const tlb_dig_node *node = &dig->nodes.data[index];
        uint8_t at = progress[index]++;
        if (at == LEAVING) {
            depth--;
            continue;
        }
        int16_t child = at == AT_FRONT ? node->front : node->back;
        if (child < 0 || (uint32_t)child >= dig->nodes.count)
            continue;
        if (progress[child] != UNSEEN) {
            report_step(f, index, at == AT_FRONT, (uint32_t)child, progress[child]);
            continue;
        }
        progress[child] = AT_FRONT;
        stack[depth++] = (uint32_t)child;
    }
}

void dig_check_tree(finder *f, const tlb_dig *dig)
{
    check_nodes(f, dig);
    uint8_t *progress = finder_scratch(f, dig->nodes.count, sizeof *progress);
    uint32_t *stack = finder_scratch(f, dig->nodes.count, sizeof *stack);
    if (!dig->nodes.count || !progress || !stack)
        return;
    walk_nodes(f, dig, progress, stack);
    for (uint32_t i = 0; i < dig->nodes.count; i++)
        if (progress[i] == UNSEEN)
            FIND(f, DIG_BSP_UNREACHED, find_at(f, "nodes[%u]", i), "no way leads here from node 0");
}

/* --- leaves ------------------------------------------------------------------------------------------ */

/* Lists may share their bytes; those that are met this often, on average, are not followed any more. */
enum { LISTS_A_BYTE = 16 };

typedef struct leaf_checker {
    finder *f;
    const tlb_dig *dig;
    float (*boxes)[6]; /* of the surfaces */
    uint8_t *seen;     /* the surfaces in an empty leaf */
    uint64_t budget;   /* bytes of lists */
} leaf_checker;

static const char *list_path(leaf_checker *c, uint32_t leaf, const char *field)
{
    const tlb_dig *dig = c->dig;
    if (dig->pers.version < 7)
        return find_at(c->f, "leaves[%u].%s", leaf, field);
    uint32_t solid = leaf - TLB_DIG_OUTSIDE_LEAVES;
    if (leaf >= TLB_DIG_OUTSIDE_LEAVES && solid < dig->solidLeaves.count)
        return find_at(c->f, "solidLeaves[%u].%s", solid, field);
    uint32_t empty = leaf < TLB_DIG_OUTSIDE_LEAVES ? leaf : leaf - dig->solidLeaves.count;
    return find_at(c->f, "emptyLeaves[%u].%s", empty, field);
}

/* Whether there is still budget for a list, which is then paid. */
static bool affords(leaf_checker *c, const tlb_bit_list *list)
{
    uint64_t price = list->at ? (uint64_t)(list->end - list->at) : 0;
    bool enough = price <= c->budget;
    c->budget -= enough ? price : 0;
    return enough;
}

static void check_list(leaf_checker *c, uint32_t leaf, tlb_bit_list list, const char *field, uint32_t limit,
                       const char *things)
{
    uint32_t number;
    while (tlb_bit_list_next(&list, &number))
        if (number >= limit) {
            FIND(c->f, DIG_LEAF_REF, list_path(c, leaf, field), "%u: there are %u %s", number, limit, things);
            return;
        }
    if (list.broken)
        FIND(c->f, DIG_LEAF_LIST, list_path(c, leaf, field), "no list within the %zu bytes there are",
             c->dig->bits.size);
}

static bool boxes_meet(const float a[6], const float b[6])
{
    bool meet = true;
    for (int axis = 0; axis < 3; axis++)
        meet &=
            (double)a[axis] <= b[axis + 3] + DIG_THICKNESS && (double)b[axis] <= a[axis + 3] + DIG_THICKNESS;
    return meet;
}

static void check_drawn(leaf_checker *c, uint32_t leaf, const tlb_dig_leaf_info *info)
{
    tlb_bit_list list = info->surfaces;
    uint32_t surface;
    while (tlb_bit_list_next(&list, &surface) && surface < c->dig->surfaces.count) {
        c->seen[surface] = 1;
        if (!boxes_meet(c->boxes[surface], info->box))
            FIND(c->f, DIG_LEAF_BOX, list_path(c, leaf, "box"), "surface %u is outside", surface);
    }
}

/* False when the budget is used up. */
static bool check_leaf(leaf_checker *c, uint32_t leaf)
{
    const tlb_dig *dig = c->dig;
    tlb_dig_leaf_info info;
    if (!tlb_dig_leaf_at(dig, leaf, &info))
        return true;
    if (!affords(c, &info.surfaces) || !affords(c, &info.planes) || !affords(c, &info.visible))
        return false;
    check_list(c, leaf, info.surfaces, "surfIdx", dig->surfaces.count, "surfaces");
    check_list(c, leaf, info.planes, "planeIdx", dig->planes.count, "planes");
    check_list(c, leaf, info.visible, "pvsIdx", tlb_dig_leaf_count(dig), "leaves");
    if (info.has_box)
        FIND_FINITE(c->f, DIG_NOT_FINITE, info.box, 6, list_path(c, leaf, "box"));
    if (info.solid)
        return true;
    check_drawn(c, leaf, &info);
    if (!info.external && info.visible.at && !tlb_bit_list_has(info.visible, leaf))
        FIND(c->f, DIG_LEAF_UNSEEN, list_path(c, leaf, "pvsIdx"), "leaf %u is not in its list", leaf);
    return true;
}

/* The boxes of polygons; those that are none are everywhere. */
static void find_boxes(const tlb_dig *dig, float (*boxes)[6])
{
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &dig->surfaces.data[i];
        bool whole = dig_has_polygon(dig, s);
        for (int axis = 0; axis < 3; axis++) {
            boxes[i][axis] = whole ? INFINITY : -INFINITY;
            boxes[i][axis + 3] = whole ? -INFINITY : INFINITY;
        }
        for (uint32_t k = 0; whole && k < s->numVerts; k++)
            for (int axis = 0; axis < 3; axis++) {
                boxes[i][axis] = fminf(boxes[i][axis], dig_corner(dig, s, k)[axis]);
                boxes[i][axis + 3] = fmaxf(boxes[i][axis + 3], dig_corner(dig, s, k)[axis]);
            }
    }
}

void dig_check_leaves(finder *f, const tlb_dig *dig)
{
    leaf_checker c = {.f = f, .dig = dig, .budget = (uint64_t)dig->bits.size * LISTS_A_BYTE};
    c.boxes = finder_scratch(f, dig->surfaces.count, sizeof *c.boxes);
    c.seen = finder_scratch(f, dig->surfaces.count, sizeof *c.seen);
    if (!c.boxes || !c.seen)
        return;
    find_boxes(dig, c.boxes);
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++)
        if (!check_leaf(&c, i)) {
            FIND(f, DIG_LISTS_SHARED, list_path(&c, i, "surfIdx"), "the lists of %u leaves were not checked",
                 tlb_dig_leaf_count(dig) - i);
            return;
        }
    for (uint32_t i = 0; i < dig->surfaces.count; i++)
        if (!c.seen[i] && dig->surfaces.data[i].material != TLB_DIG_NULL_MATERIAL)
            FIND(f, DIG_SURFACE_LEAF, find_at(f, "surfaces[%u]", i), "no empty leaf lists it");
}
