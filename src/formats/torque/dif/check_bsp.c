/* The BSP tree and its solid leaves. */
#include "formats/torque/dif/check.h"
#include "core/tree_check.h"

/* --- nodes ------------------------------------------------------------------------------------------ */

static void check_child(tlb_checker *c, const tlb_dif_interior *interior, uint32_t index, const char *side,
                        uint32_t value)
{
    tlb_dif_child child = tlb_dif_child_of(interior, value);
    switch (child.kind) {
    case TLB_DIF_NODE:
        TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->bspNodes.count,
                        tlb_at(c, "bspNodes[%u].%s", index, side), "nodes");
        break;
    case TLB_DIF_SOLID_LEAF:
        TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->bspSolidLeaves.count,
                        tlb_at(c, "bspNodes[%u].%s", index, side), "solid leaves");
        break;
    case TLB_DIF_EMPTY_LEAF:
        if (child.index != TLB_DIF_NO_ZONE && interior->zones.count) /* no zones are one finding, elsewhere */
            TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->zones.count,
                            tlb_at(c, "bspNodes[%u].%s", index, side), "zones");
        break;
    }
}

static void check_nodes(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->bspNodes.count; i++) {
        const tlb_dif_bsp_node *node = &interior->bspNodes.data[i];
        uint32_t plane = dif_plane_index(node->planeIndex);
        TLB_CHECK_INDEX(c, DIF_BSP_PLANE, plane, interior->planes.count,
                        tlb_at(c, "bspNodes[%u].planeIndex", i), "planes");
        if (node->planeIndex & TLB_DIF_PLANE_FLIPPED)
            TLB_FIND(c, DIF_BSP_FLIPPED, tlb_at(c, "bspNodes[%u].planeIndex", i),
                     "plane %u is marked as flipped", plane);
        check_child(c, interior, i, "frontIndex", node->frontIndex);
        check_child(c, interior, i, "backIndex", node->backIndex);
    }
}

/* --- tree ------------------------------------------------------------------------------------------- */

static uint32_t child_node(const void *interior, uint32_t node, int side)
{
    const tlb_dif_interior *x = interior;
    const tlb_dif_bsp_node *n = &x->bspNodes.data[node];
    tlb_dif_child child = tlb_dif_child_of(x, side ? n->backIndex : n->frontIndex);
    return child.kind == TLB_DIF_NODE ? child.index : UINT32_MAX;
}

static void check_tree(tlb_checker *c, const tlb_dif_interior *interior)
{
    tlb_check_tree(c, &(tlb_tree){.nodes = interior,
                                  .count = interior->bspNodes.count,
                                  .child_of = child_node,
                                  .list = "bspNodes",
                                  .sides = {"frontIndex", "backIndex"},
                                  .cycle = TLB_CODE_DIF_BSP_CYCLE,
                                  .shared = TLB_CODE_DIF_BSP_SHARED,
                                  .unreached = TLB_CODE_DIF_BSP_UNREACHED});
}

/* --- solid leaves ----------------------------------------------------------------------------------- */

static void check_solid_leaves(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->bspSolidLeaves.count; i++) {
        const tlb_dif_solid_leaf *leaf = &interior->bspSolidLeaves.data[i];
        TLB_CHECK_RANGE(c, DIF_SOLID_LEAF_RANGE, leaf->surfaceIndex, leaf->surfaceCount,
                        interior->solidLeafSurfaces.count, tlb_at(c, "bspSolidLeaves[%u].surfaceIndex", i),
                        "solidLeafSurfaces");
    }
    dif_check_surface_refs(c, interior, &interior->solidLeafSurfaces, "solidLeafSurfaces");
}

/* Findings of what keeps a tree from being gone down. */
static uint64_t broken(const tlb_checker *c)
{
    const uint64_t *totals = c->context->totals;
    return (uint64_t)totals[TLB_CODE_INDEX_DIF_BSP_PLANE] + totals[TLB_CODE_INDEX_DIF_BSP_CHILD] +
           totals[TLB_CODE_INDEX_DIF_BSP_CYCLE] + totals[TLB_CODE_INDEX_DIF_BSP_SHARED];
}

void dif_check_bsp(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint64_t before = broken(c);
    if (!interior->bspNodes.count && interior->surfaces.count)
        TLB_FIND(c, DIF_NO_BSP, tlb_at(c, "bspNodes"),
                 "there are surfaces, but no node that rays could start at");
    check_nodes(c, interior);
    check_tree(c, interior);
    check_solid_leaves(c, interior);
    if (broken(c) == before)
        dif_check_tree(c, interior);
}
