/* The BSP tree and its leaves. */
#include "formats/darkstar/dig/check.h"
#include "core/tree_check.h"

/* --- nodes ------------------------------------------------------------------------------------------- */

static void check_child(tlb_checker *c, const tlb_dig *dig, uint32_t index, const char *side, int16_t child)
{
    uint32_t leaf = (uint32_t)(-(child + 1));
    if (child >= 0)
        TLB_CHECK_INDEX(c, DIG_BSP_CHILD, (uint32_t)child, dig->nodes.count,
                        tlb_at(c, "nodes[%u].%s", index, side), "nodes");
    else
        TLB_CHECK_INDEX(c, DIG_BSP_CHILD, leaf, tlb_dig_leaf_count(dig),
                        tlb_at(c, "nodes[%u].%s", index, side), "leaves");
}

static void check_nodes(tlb_checker *c, const tlb_dig *dig)
{
    if (!dig->nodes.count && dig->surfaces.count)
        TLB_FIND(c, DIG_NO_BSP, "nodes", "there are surfaces, but no node that rays could start at");
    for (uint32_t i = 0; i < dig->nodes.count; i++) {
        const tlb_dig_node *node = &dig->nodes.data[i];
        TLB_CHECK_INDEX(c, DIG_BSP_PLANE, node->planeIdx, dig->planes.count,
                        tlb_at(c, "nodes[%u].planeIdx", i), "planes");
        check_child(c, dig, i, "front", node->front);
        check_child(c, dig, i, "back", node->back);
    }
}

static uint32_t child_node(const void *dig, uint32_t node, int side)
{
    const tlb_dig_node *n = &((const tlb_dig *)dig)->nodes.data[node];
    int16_t child = side ? n->back : n->front;
    return child < 0 ? UINT32_MAX : (uint32_t)child;
}

void dig_check_tree(tlb_checker *c, const tlb_dig *dig)
{
    check_nodes(c, dig);
    tlb_check_tree(c, &(tlb_tree){.nodes = dig,
                                  .count = dig->nodes.count,
                                  .child_of = child_node,
                                  .list = "nodes",
                                  .sides = {"front", "back"},
                                  .cycle = TLB_CODE_DIG_BSP_CYCLE,
                                  .shared = TLB_CODE_DIG_BSP_SHARED,
                                  .unreached = TLB_CODE_DIG_BSP_UNREACHED});
}

/* --- leaves ------------------------------------------------------------------------------------------ */

/* Lists may share their bytes; those that are met this often, on average, are not followed any more. */
enum { LISTS_A_BYTE = 16 };

typedef struct leaf_checker {
    tlb_checker *c;
    const tlb_dig *dig;
    float (*boxes)[6]; /* of the surfaces */
    uint8_t *seen;     /* the surfaces in an empty leaf */
    uint64_t budget;   /* bytes of lists */
} leaf_checker;

static const char *list_path(leaf_checker *l, uint32_t leaf, const char *field)
{
    const tlb_dig *dig = l->dig;
    if (dig->pers.version < 7)
        return tlb_at(l->c, "leaves[%u].%s", leaf, field);
    uint32_t solid = leaf - TLB_DIG_OUTSIDE_LEAVES;
    if (leaf >= TLB_DIG_OUTSIDE_LEAVES && solid < dig->solidLeaves.count)
        return tlb_at(l->c, "solidLeaves[%u].%s", solid, field);
    uint32_t empty = leaf < TLB_DIG_OUTSIDE_LEAVES ? leaf : leaf - dig->solidLeaves.count;
    return tlb_at(l->c, "emptyLeaves[%u].%s", empty, field);
}

/* Whether there is still budget for a list, which is then paid. */
static bool affords(leaf_checker *l, const tlb_bit_list *list)
{
    uint64_t price = list->at ? (uint64_t)(list->end - list->at) : 0;
    bool enough = price <= l->budget;
    l->budget -= enough ? price : 0;
    return enough;
}

static void check_list(leaf_checker *l, uint32_t leaf, tlb_bit_list list, const char *field, uint32_t limit,
                       const char *things)
{
    uint32_t number;
    while (tlb_bit_list_next(&list, &number))
        if (number >= limit) {
            TLB_FIND(l->c, DIG_LEAF_REF, list_path(l, leaf, field), "%u: there are %u %s", number, limit,
                     things);
            return;
        }
    if (list.broken)
        TLB_FIND(l->c, DIG_LEAF_LIST, list_path(l, leaf, field), "no list within the %zu bytes there are",
                 l->dig->bits.size);
}

static bool boxes_meet(const float a[6], const float b[6])
{
    bool meet = true;
    for (int axis = 0; axis < 3; axis++)
        meet &=
            (double)a[axis] <= b[axis + 3] + DIG_THICKNESS && (double)b[axis] <= a[axis + 3] + DIG_THICKNESS;
    return meet;
}

static void check_drawn(leaf_checker *l, uint32_t leaf, const tlb_dig_leaf_info *info)
{
    tlb_bit_list list = info->surfaces;
    uint32_t surface;
    while (tlb_bit_list_next(&list, &surface) && surface < l->dig->surfaces.count) {
        l->seen[surface] = 1;
        if (!boxes_meet(l->boxes[surface], info->box))
            TLB_FIND(l->c, DIG_LEAF_BOX, list_path(l, leaf, "box"), "surface %u is outside", surface);
    }
}

/* False when the budget is used up. */
static bool check_leaf(leaf_checker *l, uint32_t leaf)
{
    const tlb_dig *dig = l->dig;
    tlb_dig_leaf_info info;
    if (!tlb_dig_leaf_at(dig, leaf, &info))
        return true;
    if (!affords(l, &info.surfaces) || !affords(l, &info.planes) || !affords(l, &info.visible))
        return false;
    check_list(l, leaf, info.surfaces, "surfIdx", dig->surfaces.count, "surfaces");
    check_list(l, leaf, info.planes, "planeIdx", dig->planes.count, "planes");
    check_list(l, leaf, info.visible, "pvsIdx", tlb_dig_leaf_count(dig), "leaves");
    if (info.has_box)
        TLB_CHECK_FINITE(l->c, DIG_NOT_FINITE, info.box, 6, list_path(l, leaf, "box"));
    if (info.solid)
        return true;
    check_drawn(l, leaf, &info);
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

void dig_check_leaves(tlb_checker *c, const tlb_dig *dig)
{
    leaf_checker l = {.c = c, .dig = dig, .budget = (uint64_t)dig->bits.size * LISTS_A_BYTE};
    l.boxes = tlb_scratch(c, dig->surfaces.count, sizeof *l.boxes);
    l.seen = tlb_scratch(c, dig->surfaces.count, sizeof *l.seen);
    if (!l.boxes || !l.seen)
        return;
    find_boxes(dig, l.boxes);
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++)
        if (!check_leaf(&l, i)) {
            TLB_FIND(c, DIG_LISTS_SHARED, list_path(&l, i, "surfIdx"),
                     "the lists of %u leaves were not checked", tlb_dig_leaf_count(dig) - i);
            return;
        }
    for (uint32_t i = 0; i < dig->surfaces.count; i++)
        if (!l.seen[i] && dig->surfaces.data[i].material != TLB_DIG_NULL_MATERIAL)
            TLB_FIND(c, DIG_SURFACE_LEAF, tlb_at(c, "surfaces[%u]", i), "no empty leaf lists it");
}
