/* The lists that convex hulls share, and the bins of a grid that list the hulls. */
#include "formats/torque/dif/check/check.h"

/* --- lists ------------------------------------------------------------------------------------------ */

void tlb_dif_check_surface_refs(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_list *list,
                                const char *name)
{
    for (uint32_t i = 0; i < list->count; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(list, i);
        uint32_t limit = ref.null_surface ? interior->nullSurfaces.count : interior->surfaces.count;
        if (ref.index >= limit)
            TLB_FIND(c, DIF_SURFACE_REF, tlb_at(c, "%s[%u]", name, i),
                     "%ssurface index %u out of range; number of those: %u", ref.null_surface ? "null " : "",
                     ref.index, limit);
    }
}

static void check_plane_entries(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_list *list,
                                const char *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (dif_plane_index(list->data[i]) >= interior->planes.count)
            TLB_FIND(c, DIF_HULL_LIST, tlb_at(c, "%s[%u]", name, i),
                     "plane index %u out of range; number of planes: %u", dif_plane_index(list->data[i]),
                     interior->planes.count);
}

/* Of each surface and null surface, in how many hulls it is, two at most. False: hulls share so much of the
 * list that it is not looked at. */
static bool count_hulls_of_surfaces(const tlb_dif_interior *x, uint8_t *counts)
{
    uint64_t left = 2 * (uint64_t)x->hullSurfaceIndices.count;
    for (uint32_t i = 0; i < x->convexHulls.count; i++) {
        const tlb_dif_hull *hull = &x->convexHulls.data[i];
        if (!tlb_within(hull->surfaceStart, hull->surfaceCount, x->hullSurfaceIndices.count))
            continue;
        if (hull->surfaceCount > left)
            return false;
        left -= hull->surfaceCount;
        for (uint32_t k = 0; k < hull->surfaceCount; k++) {
            tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + k);
            uint32_t limit = ref.null_surface ? x->nullSurfaces.count : x->surfaces.count;
            uint32_t at = ref.index + (ref.null_surface ? x->surfaces.count : 0);
            if (ref.index < limit && counts[at] < 2)
                counts[at]++;
        }
    }
    return true;
}

static void check_hulls_of_surfaces(tlb_checker *c, const tlb_dif_interior *x)
{
    uint32_t surfaces = x->surfaces.count, count = surfaces + x->nullSurfaces.count;
    uint8_t *counts = tlb_scratch(c, count, sizeof *counts);
    if (!counts || !count_hulls_of_surfaces(x, counts))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (counts[i] != 1)
            TLB_FIND(c, DIF_SURFACE_HULL,
                     i < surfaces ? tlb_at(c, "surfaces[%u]", i)
                                  : tlb_at(c, "nullSurfaces[%u]", i - surfaces),
                     "in the lists of %s hulls, expected one", counts[i] ? "several" : "no");
}

void tlb_dif_check_hull_lists(tlb_checker *c, const tlb_dif_interior *interior)
{
    tlb_dif_check_entries(c, TLB_CODE_DIF_HULL_LIST, "hullIndices", interior->hullIndices.data,
                          interior->hullIndices.count, interior->points.count, "points");
    tlb_dif_check_entries(c, TLB_CODE_DIF_HULL_LIST, "polyListPoints", interior->polyListPoints.data,
                          interior->polyListPoints.count, interior->points.count, "points");
    check_plane_entries(c, interior, &interior->hullPlaneIndices, "hullPlaneIndices");
    check_plane_entries(c, interior, &interior->polyListPlanes, "polyListPlanes");
    tlb_dif_check_surface_refs(c, interior, &interior->hullSurfaceIndices, "hullSurfaceIndices");
    check_hulls_of_surfaces(c, interior);
}

/* --- bins --------------------------------------------------------------------------------------------- */

/* A grid of 16 x 16 over the bounding box, each with the hulls whose boxes meet it. Bin 16 i + j is the i-th
 * along x and the j-th along y. */

enum { SIDE = 16 };

/* Hulls that a bin has to list; those that only touch it are listed by one exporter and not by another. */
static bool reaches(float least, float most, double from, double to)
{
    return least < to - DIF_THICKNESS && most > from + DIF_THICKNESS;
}

typedef struct bin_area {
    double min[2], max[2];
} bin_area;

static bin_area area_of(const tlb_dif_interior *interior, uint32_t bin)
{
    const uint32_t at[2] = {bin / SIDE, bin % SIDE};
    const float *box = interior->boundingBox;
    bin_area area;
    for (int axis = 0; axis < 2; axis++) {
        double size = ((double)box[3 + axis] - box[axis]) / SIDE;
        area.min[axis] = box[axis] + size * at[axis];
        area.max[axis] = box[axis] + size * (at[axis] + 1);
    }
    return area;
}

/* Marks the hulls that a bin lists with its number + 1. */
static void mark_listed(const tlb_dif_interior *interior, uint32_t bin, uint16_t *listed)
{
    const tlb_dif_coord_bin *range = &interior->coordBins[bin];
    if (!tlb_within(range->binStart, range->binCount, interior->coordBinIndices.count))
        return;
    for (uint32_t i = 0; i < range->binCount; i++) {
        uint32_t hull = interior->coordBinIndices.data[range->binStart + i];
        if (hull < interior->convexHulls.count)
            listed[hull] = (uint16_t)(bin + 1);
    }
}

static void check_listed(tlb_checker *c, const tlb_dif_interior *interior, uint32_t bin,
                         const uint16_t *listed, uint8_t *missed)
{
    bin_area area = area_of(interior, bin);
    for (uint32_t i = 0; i < interior->convexHulls.count; i++) {
        const tlb_dif_hull *hull = &interior->convexHulls.data[i];
        if (listed[i] == bin + 1 || missed[i] || !reaches(hull->minX, hull->maxX, area.min[0], area.max[0]) ||
            !reaches(hull->minY, hull->maxY, area.min[1], area.max[1]))
            continue;
        missed[i] = 1;
        TLB_FIND(c, DIF_BIN_MISSES, tlb_at(c, "coordBins[%u]", bin),
                 "hull %u is in the bin, but not in its list", i);
    }
}

void tlb_dif_check_bins(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < TLB_DIF_COORD_BINS; i++) {
        const tlb_dif_coord_bin *bin = &interior->coordBins[i];
        TLB_CHECK_RANGE(c, DIF_BIN, bin->binStart, bin->binCount, interior->coordBinIndices.count,
                        tlb_at(c, "coordBins[%u].binStart", i), "coordBinIndices");
    }
    tlb_dif_check_entries(c, TLB_CODE_DIF_BIN, "coordBinIndices", interior->coordBinIndices.data,
                          interior->coordBinIndices.count, interior->convexHulls.count, "hulls");
    if (interior->coordBinMode) {
        TLB_FIND(c, DIF_BIN_MODE, tlb_at(c, "coordBinMode"), "%u, expected 0 (x and y)",
                 interior->coordBinMode);
        return;
    }
    uint16_t *listed = tlb_scratch(c, interior->convexHulls.count, sizeof *listed);
    uint8_t *missed = tlb_scratch(c, interior->convexHulls.count, sizeof *missed);
    for (uint32_t bin = 0; listed && missed && bin < TLB_DIF_COORD_BINS; bin++) {
        mark_listed(interior, bin, listed);
        check_listed(c, interior, bin, listed, missed);
    }
}
