/* The BSP tree: whether it fits surfaces and hulls, by the rules of check and by points that are in a hull or
 * in none; and another where it does not. */
#include "formats/torque/dif/bsp.h"
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/generate/hull_shape.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <string.h>

#define BESIDE 0.01  /* how far beside a polygon points are looked up */
#define AROUND 1.0f  /* how far outside of the box nothing is solid */
#define UNSURE 0.002 /* points this near a hull are neither in it nor outside */
enum { SCATTERED = 1024, CUTS_PER_POLYGON = 4096, LEAST_CUTS = 1 << 20 };

/* --- faults ------------------------------------------------------------------------------------------ */

static uint64_t total_of_rules(const tlb_context *context)
{
    static const tlb_code rules[] = {TLB_CODE_DIF_NO_BSP,
                                     TLB_CODE_DIF_BSP_PLANE,
                                     TLB_CODE_DIF_BSP_CHILD,
                                     TLB_CODE_DIF_BSP_CYCLE,
                                     TLB_CODE_DIF_BSP_SHARED,
                                     TLB_CODE_DIF_BSP_EXCHANGED,
                                     TLB_CODE_DIF_BSP_EMPTY,
                                     TLB_CODE_DIF_SOLID_LEAF_RANGE,
                                     TLB_CODE_DIF_SURFACE_REF,
                                     TLB_CODE_DIF_SOLID_LEAF_SURFACES,
                                     TLB_CODE_DIF_SOLID_LEAF_OTHERS,
                                     TLB_CODE_DIF_LEAF_ZONE,
                                     TLB_CODE_DIF_ZONE,
                                     TLB_CODE_DIF_ZONE_LIST,
                                     TLB_CODE_DIF_SURFACE_ZONE,
                                     TLB_CODE_DIF_PORTAL_SIDES};
    uint64_t total = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        total += tlb_tally_of(context, rules[i]);
    return total;
}

/* What check finds about the tree and the zones. */
static uint64_t count_findings(dif_rebuild *r)
{
    tlb_context *context = r->document->context;
    tlb_report_mark mark = tlb_report_mark_get(context);
    uint64_t before = total_of_rules(context);
    tlb_checker c = tlb_checker_start(context, r->document->root);
    tlb_dif_check_bsp(&c, r->x);
    tlb_dif_check_zones(&c, r->x);
    if (tlb_checker_end(&c))
        tlb_dif_rebuild_failed(r);
    uint64_t found = total_of_rules(context) - before;
    tlb_report_rewind(context, &mark);
    return found;
}

/* --- hulls as solids --------------------------------------------------------------------------------- */

/* Whether every hull of the tree is a volume that its planes enclose. */
static bool are_volumes(dif_rebuild *r)
{
    const tlb_dif_interior *x = r->x;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    dif_hull_shape *shape = tlb_dif_rebuild_scratch(r, 1, sizeof *shape);
    uint32_t volumes = 0;
    for (uint32_t i = 0; i < hulls.hullCount && shape; i++) {
        if (r->not_hulls[i])
            continue;
        if (tlb_dif_hull_take_apart(shape, x, i) || !tlb_dif_hull_encloses(shape, x, i))
            return false;
        volumes++;
    }
    return volumes > 0;
}

typedef enum where { OUTSIDE, UNKNOWN, INSIDE } where;

static where where_is(dif_rebuild *r, const tlb_dif_hulls *hulls, const float point[3])
{
    where found = OUTSIDE;
    for (uint32_t i = 0; i < hulls->hullCount; i++) {
        const tlb_dif_hull *hull = &hulls->hulls[i];
        if (r->not_hulls[i] || point[0] < hull->minX - UNSURE || point[0] > hull->maxX + UNSURE ||
            point[1] < hull->minY - UNSURE || point[1] > hull->maxY + UNSURE ||
            point[2] < hull->minZ - UNSURE || point[2] > hull->maxZ + UNSURE)
            continue;
        if (!dif_rebuild_step(r))
            return UNKNOWN;
        double farthest = -INFINITY;
        for (uint32_t k = 0; k < tlb_dif_hull_plane_count(hulls, i); k++) {
            float plane[4];
            if (tlb_dif_plane_of(r->x, (uint16_t)hulls->hullPlaneIndices[hull->planeStart + k], true, plane))
                farthest = fmax(farthest, tlb_plane_distance(plane, point));
        }
        if (farthest < -UNSURE)
            return INSIDE;
        if (farthest <= UNSURE)
            found = UNKNOWN;
    }
    return found;
}

static bool differs(dif_rebuild *r, const tlb_dif_hulls *hulls, const float point[3])
{
    uint32_t zone;
    where is = where_is(r, hulls, point);
    return is != UNKNOWN && tlb_dif_zone_at(r->x, point, &zone) == (is == INSIDE);
}

/* Points just before and behind the middle of a polygon. */
static uint64_t differ_beside(dif_rebuild *r, const tlb_dif_hulls *hulls, tlb_dif_surface_ref ref)
{
    const tlb_dif_interior *x = r->x;
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t index;
    float plane[4];
    uint64_t found = 0;
    uint32_t count = tlb_dif_collision_polygon(x, ref, points, &index);
    if (count < 3 || !tlb_dif_plane_of(x, index, true, plane))
        return 0;
    for (int side = -1; side <= 1; side += 2) {
        float point[3];
        for (int axis = 0; axis < 3; axis++) {
            double sum = side * BESIDE * plane[axis];
            for (uint32_t i = 0; i < count; i++)
                sum += (double)x->points.data[points[i]][axis] / count;
            point[axis] = (float)sum;
        }
        found += differs(r, hulls, point);
    }
    return found;
}

/* One of points all over the box. */
static void scatter(const tlb_dif_interior *x, uint32_t i, float point[3])
{
    static const double steps[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    for (int axis = 0; axis < 3; axis++) {
        double at = i * steps[axis], size = (double)x->boundingBox[axis + 3] - x->boundingBox[axis];
        point[axis] = (float)(x->boundingBox[axis] + (at - floor(at)) * size);
    }
}

/* Points all over the box and beside the polygons that the tree has in solid and no hull has, or the other
 * way round. */
static uint64_t count_differences(dif_rebuild *r)
{
    const tlb_dif_interior *x = r->x;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    uint64_t found = 0;
    for (uint32_t i = 1; i <= SCATTERED && r->steps; i++) {
        float point[3];
        scatter(x, i, point);
        found += differs(r, &hulls, point);
    }
    for (uint32_t i = 0; i < x->surfaces.count && r->steps; i++)
        found += differ_beside(r, &hulls, (tlb_dif_surface_ref){false, i});
    for (uint32_t i = 0; i < x->nullSurfaces.count && r->steps; i++)
        if (!r->not_nulls[i])
            found += differ_beside(r, &hulls, (tlb_dif_surface_ref){true, i});
    return found;
}

/* Points all around the box that the tree has in solid. */
static uint64_t count_solid_around(const dif_rebuild *r)
{
    const tlb_dif_interior *x = r->x;
    uint64_t found = 0;
    for (uint32_t i = 1; i <= SCATTERED; i++) {
        float point[3];
        scatter(x, i, point);
        uint32_t axis = i % 3, zone;
        point[axis] = i & 1 ? x->boundingBox[axis + 3] + AROUND : x->boundingBox[axis] - AROUND;
        found += !tlb_dif_zone_at(x, point, &zone);
    }
    return found;
}

static uint64_t count_faults(dif_rebuild *r, bool of_hulls)
{
    uint64_t found = count_findings(r);
    if (r->x->bspNodes.count)
        found += count_solid_around(r) + (of_hulls ? count_differences(r) : 0);
    return found;
}

/* --- another tree
 * --------------------------------------------------------------------------------------------- */

static uint32_t child_code(const tlb_dif_interior *x, const uint16_t *zones, uint32_t made)
{
    dif_leaf_bits bits = dif_leaf_bits_of(x->interiorFileVersion);
    if (made & DIF_BSP_SOLID)
        return (made & ~(uint32_t)DIF_BSP_SOLID) | bits.leaf | bits.solid;
    if (made & DIF_BSP_EMPTY)
        return zones[made & ~(uint32_t)DIF_BSP_EMPTY] | bits.leaf;
    return made;
}

/* Whether the version has numbers for so many. */
static bool can_number(const tlb_dif_interior *x, const dif_bsp *bsp)
{
    enum { MOST_SOLID_LEAVES = 0x10000 }; /* engines hold their numbers in 16 bits */
    dif_leaf_bits bits = dif_leaf_bits_of(x->interiorFileVersion);
    return bsp->nodes.count <= bits.leaf && bsp->solid_count <= bits.solid &&
           bsp->solid_count <= MOST_SOLID_LEAVES;
}

static bool replace_tree(dif_rebuild *r, const dif_bsp *bsp, const uint16_t *zones)
{
    tlb_dif_interior *x = r->x;
    tlb_dif_bsp_node *nodes = tlb_alloc_array(&r->document->arena, bsp->nodes.count, sizeof *nodes);
    tlb_dif_solid_leaf *leaves = tlb_alloc_array(&r->document->arena, bsp->solid_count, sizeof *leaves);
    if (!nodes || !leaves) {
        tlb_dif_rebuild_failed(r);
        return false;
    }
    for (uint32_t i = 0; i < bsp->nodes.count; i++) {
        const dif_bsp_part *part = &bsp->nodes.data[i];
        nodes[i] = (tlb_dif_bsp_node){(uint16_t)part->plane, child_code(x, zones, part->children[0]),
                                      child_code(x, zones, part->children[1])};
    }
    if (bsp->solid_count)
        memset(leaves, 0, bsp->solid_count * sizeof *leaves);
    x->bspNodes.data = nodes;
    x->bspNodes.count = bsp->nodes.count;
    x->bspSolidLeaves.data = leaves;
    x->bspSolidLeaves.count = bsp->solid_count;
    return true;
}

/* Zone 0, the outside, for what has no zones. */
static void make_zone(dif_rebuild *r)
{
    tlb_dif_zone *zone = r->x->zones.count ? NULL : tlb_zalloc(&r->document->arena, sizeof *zone);
    if (!zone)
        return;
    r->x->zones.data = zone;
    r->x->zones.count = 1;
}

static bool make_lists(dif_rebuild *r, bool of_hulls)
{
    (void)of_hulls;
    return tlb_dif_list_leaf_surfaces(r) && tlb_dif_list_zone_surfaces(r);
}

static bool make_tree(dif_rebuild *r, bool of_hulls)
{
    dif_bsp bsp;
    tlb_dif_interior *x = r->x;
    dif_bsp_source source = {
        x, of_hulls, r->not_hulls, r->not_nulls,
        LEAST_CUTS + CUTS_PER_POLYGON *
                         ((uint64_t)x->surfaces.count + x->nullSurfaces.count + x->hullPlaneIndices.count)};
    tlb_status status = tlb_dif_make_bsp(&r->scratch, &source, &bsp);
    if (status == TLB_NO_MEMORY)
        tlb_dif_rebuild_failed(r);
    if (status || !can_number(x, &bsp))
        return false;
    make_zone(r);
    const uint16_t *zones = tlb_dif_flood_zones(r, &bsp);
    return zones && replace_tree(r, &bsp, zones) && make_lists(r, of_hulls);
}

/* --- what fits best
 * --------------------------------------------------------------------------------------------- */

/* Trees of exporters have a few faults of their own, for which none is replaced. */
static uint64_t tolerated(const dif_rebuild *r)
{
    return r->edited || !r->x->bspNodes.count
               ? 0
               : 16 + ((uint64_t)r->x->surfaces.count + r->x->nullSurfaces.count) / 20;
}

/* Makes lists or a tree; undoes it and gives false unless that left fewer faults. */
static bool attempt(dif_rebuild *r, bool (*make)(dif_rebuild *, bool), bool of_hulls, uint64_t *faults)
{
    tlb_dif_interior before = *r->x;
    uint64_t found = make(r, of_hulls) ? count_faults(r, of_hulls) : UINT64_MAX;
    if (found >= *faults) {
        *r->x = before;
        return false;
    }
    *faults = found;
    return true;
}

void tlb_dif_fit_tree(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    bool of_hulls = are_volumes(r);
    if (r->status || !(x->surfaces.count || x->nullSurfaces.count || of_hulls))
        return;
    uint64_t faults = count_faults(r, of_hulls);
    bool lists = faults && x->bspNodes.count && attempt(r, make_lists, of_hulls, &faults);
    bool tree = faults > tolerated(r) && attempt(r, make_tree, of_hulls, &faults);
    if (tree)
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_REBUILT, "bspNodes", "the BSP tree: %u nodes from the %s",
                               x->bspNodes.count, of_hulls ? "hulls" : "surfaces");
    else if (lists)
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_REBUILT, "solidLeafSurfaces",
                               "the lists of the surfaces of leaves and zones");
    if (faults > tolerated(r) && !r->status)
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_TREE_MISFIT, "bspNodes", "places where it does not fit: %llu",
                               (unsigned long long)faults);
}
