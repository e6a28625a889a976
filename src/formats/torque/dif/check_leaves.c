/* Whether the surfaces that a solid leaf lists touch it: each is cut off at the planes on the way to the
 * leaf, and something must be left. */
#include "formats/torque/dif/check.h"

#define BESIDE 0.01 /* how far off the leaf a surface may be */

enum {
    STEPS_A_NODE = 1024 /* cuts, ten times what real files take */
};

typedef struct leaves {
    tlb_checker *c;
    const tlb_dif_interior *x;
    uint64_t steps; /* left */
    uint32_t depth;
    float planes[DIF_MOST_DEEP][4]; /* on the way to the leaf, which is where they are positive */
    dif_polygon parts[2];
} leaves;

static bool touches_leaf(leaves *l, tlb_dif_surface_ref surface)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t plane;
    uint32_t count = tlb_dif_collision_polygon(l->x, surface, points, &plane);
    if (count < 3 || count > DIF_MOST_CORNERS || l->steps < l->depth)
        return true;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            l->parts[0][i][axis] = l->x->points.data[points[i]][axis];
    for (uint32_t i = 0; i < l->depth && count; i++, l->steps--)
        count = dif_cut(l->planes[i], BESIDE, l->parts[i & 1], count, l->parts[~i & 1]);
    return count != 0;
}

static void check_leaf(leaves *l, uint32_t index)
{
    if (index >= l->x->bspSolidLeaves.count)
        return;
    const tlb_dif_solid_leaf *leaf = &l->x->bspSolidLeaves.data[index];
    if (!tlb_within(leaf->surfaceIndex, leaf->surfaceCount, l->x->solidLeafSurfaces.count))
        return;
    for (uint32_t i = 0; i < leaf->surfaceCount && l->steps; i++) {
        tlb_dif_surface_ref surface = tlb_dif_surface_of(&l->x->solidLeafSurfaces, leaf->surfaceIndex + i);
        l->steps--;
        if (touches_leaf(l, surface))
            continue;
        TLB_FIND(l->c, DIF_SOLID_LEAF_SURFACES, tlb_at(l->c, "bspSolidLeaves[%u].surfaceIndex", index),
                 "%s[%u] is in the leaf's list and does not touch the leaf",
                 surface.null_surface ? "nullSurfaces" : "surfaces", surface.index);
        return;
    }
}

static void go_down(leaves *l, uint32_t frontOrBackIndex)
{
    tlb_dif_child child = tlb_dif_child_of(l->x, frontOrBackIndex);
    if (child.kind == TLB_DIF_SOLID_LEAF)
        check_leaf(l, child.index);
    if (child.kind != TLB_DIF_NODE || child.index >= l->x->bspNodes.count || l->depth == DIF_MOST_DEEP ||
        !l->steps)
        return;
    l->steps--;
    const tlb_dif_bsp_node *node = &l->x->bspNodes.data[child.index];
    float *plane = l->planes[l->depth++];
    if (tlb_dif_plane_of(l->x, node->planeIndex, false, plane)) {
        go_down(l, node->frontIndex);
        for (int i = 0; i < 4; i++)
            plane[i] = -plane[i];
        go_down(l, node->backIndex);
    }
    l->depth--;
}

void dif_check_leaves(tlb_checker *c, const tlb_dif_interior *interior)
{
    leaves *l = interior->bspSolidLeaves.count ? tlb_scratch(c, 1, sizeof *l) : NULL;
    if (!l)
        return;
    l->c = c;
    l->x = interior;
    l->steps = STEPS_A_NODE * ((uint64_t)interior->bspNodes.count + 1);
    go_down(l, 0);
}
