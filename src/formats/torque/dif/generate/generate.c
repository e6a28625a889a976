/* What an exporter computes of an interior besides the strings of its hulls: bins, bounds, point
 * visibility. */
#include "formats/torque/dif/generate/generate.h"
#include "base/argument.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- what the generators share ------------------------------------------------------------------------ */

static bool is_one_of(const tlb_dif_interior *interior, const tlb_dif_interior *list, uint32_t count,
                      uint32_t *index)
{
    for (*index = 0; *index < count; ++*index)
        if (&list[*index] == interior)
            return true;
    return false;
}

tlb_status tlb_dif_hull_refused(tlb_document *document, const tlb_dif_interior *interior, uint32_t hull,
                                const char *reason)
{
    const tlb_dif *dif = tlb_document_dif(document);
    uint32_t index;
    char path[64];
    if (dif && is_one_of(interior, dif->details.data, dif->details.count, &index))
        snprintf(path, sizeof path, "details[%u].convexHulls[%u]", index, hull);
    else if (dif && is_one_of(interior, dif->subObjects.data, dif->subObjects.count, &index))
        snprintf(path, sizeof path, "subObjects[%u].convexHulls[%u]", index, hull);
    else
        snprintf(path, sizeof path, "convexHulls[%u]", hull);
    tlb_report(document->context, TLB_CODE_DIF_HULL_REFUSED, TLB_NO_OFFSET, path, "%s", reason);
    return TLB_INVALID;
}

void *tlb_dif_keep(tlb_document *document, const void *data, size_t count, size_t size)
{
    void *copy = tlb_alloc_array(&document->arena, count, size);
    if (copy && count)
        memcpy(copy, data, count * size);
    return copy;
}

void tlb_dif_replace_list(tlb_dif_list *list, tlb_type plain, uint32_t *data, uint32_t count)
{
    bool narrow_fits = list->param == (plain == TLB_U32 ? 2 : 1); /* 16 bits */
    for (uint32_t i = 0; i < count; i++)
        narrow_fits &= data[i] <= UINT16_MAX;
    *list = (tlb_dif_list){.data = data, .count = count, .flagged = list->flagged && narrow_fits};
    list->param = list->flagged ? (plain == TLB_U32 ? 2 : 1) : 0;
}

/* --- bins --------------------------------------------------------------------------------------------- */

enum { BINS_PER_SIDE = 16, MOST_HULLS = UINT16_MAX + 1 };

typedef struct span {
    float low, high;
} span;

static span bin_span(const tlb_dif_interior *interior, int axis, int bin)
{
    float low = interior->boundingBox[axis], step = (interior->boundingBox[axis + 3] - low) / BINS_PER_SIDE;
    return (span){low + step * (float)bin, low + step * (float)(bin + 1)};
}

/* Without width nothing is between the edges of open bins. */
static bool meets(span a, span b, bool closed)
{
    closed |= !(a.low < a.high) || !(b.low < b.high);
    return closed ? a.low <= b.high && b.low <= a.high : a.low < b.high && b.low < a.high;
}

tlb_status tlb_dif_make_coord_bins(tlb_document *document, tlb_dif_interior *interior, bool closed)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, interior);
    if (interior->convexHulls.count > MOST_HULLS)
        return tlb_dif_hull_refused(document, interior, MOST_HULLS,
                                    "its index exceeds 65535, the largest in a bin");
    tlb_arena scratch = dif_scratch_arena(document);
    TLB_LIST(uint32_t) entries = {0};
    tlb_dif_coord_bin bins[TLB_DIF_COORD_BINS];
    bool memory = true;
    for (int bin = 0; bin < TLB_DIF_COORD_BINS && memory; bin++) {
        span x = bin_span(interior, 0, bin / BINS_PER_SIDE), y = bin_span(interior, 1, bin % BINS_PER_SIDE);
        bins[bin].binStart = entries.count;
        memory = TLB_RESERVE(&scratch, &entries, interior->convexHulls.count);
        for (uint32_t i = 0; i < interior->convexHulls.count && memory; i++) {
            const tlb_dif_hull *hull = &interior->convexHulls.data[i];
            if (meets((span){hull->minX, hull->maxX}, x, closed) &&
                meets((span){hull->minY, hull->maxY}, y, closed))
                entries.data[entries.count++] = i;
        }
        bins[bin].binCount = entries.count - bins[bin].binStart;
    }
    uint32_t *kept = memory ? tlb_dif_keep(document, entries.data, entries.count, sizeof *kept) : NULL;
    if (kept) {
        memcpy(interior->coordBins, bins, sizeof bins);
        tlb_dif_replace_list(&interior->coordBinIndices, TLB_U16, kept, entries.count);
    }
    tlb_arena_release(&scratch);
    return kept ? TLB_OK
                : tlb_report_memory(document->context, tlb_arena_refused(&scratch, &document->arena));
}

/* --- bounds ------------------------------------------------------------------------------------------- */

/* Point i of those that bounds enclose; NULL where there is none. In interiors of version 3 points that no
 * winding uses are left out. */
static const float *bounded_point(const tlb_dif_interior *interior, uint32_t i)
{
    uint32_t point = interior->interiorFileVersion == 3 ? interior->windings.data[i] : i;
    return point < interior->points.count ? interior->points.data[point] : NULL;
}

/* Grows the box around the static meshes, and the sphere around the box: as in Constructor's files. False:
 * there are none. */
static bool enclose_meshes(tlb_dif_interior *interior, bool has_box)
{
    float *low = interior->boundingBox, *high = low + 3, *sphere = interior->boundingSphere, at[3];
    double square = 0;
    bool has_meshes = false;
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++)
        for (uint32_t k = 0; k < interior->staticMeshes.data[i].vertices.count; k++) {
            tlb_dif_place_vertex(&interior->staticMeshes.data[i], k, at);
            for (int axis = 0; axis < 3; axis++) {
                if (!has_box || at[axis] < low[axis])
                    low[axis] = at[axis];
                if (!has_box || at[axis] > high[axis])
                    high[axis] = at[axis];
            }
            has_box = has_meshes = true;
        }
    if (!has_meshes)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        double half = ((double)high[axis] - (double)low[axis]) / 2;
        sphere[axis] = (float)((double)low[axis] + half);
        square += half * half;
    }
    sphere[3] = (float)sqrt(square);
    return true;
}

void tlb_dif_make_bounds(tlb_dif_interior *interior)
{
    if (!interior)
        return;
    uint32_t count = interior->interiorFileVersion == 3 ? interior->windings.count : interior->points.count,
             met = 0;
    float *low = interior->boundingBox, *high = low + 3, *sphere = interior->boundingSphere;
    double sum[3] = {0}, farthest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float *point = bounded_point(interior, i);
        for (int axis = 0; axis < 3 && point; axis++) {
            if (!met || point[axis] < low[axis])
                low[axis] = point[axis];
            if (!met || point[axis] > high[axis])
                high[axis] = point[axis];
            sum[axis] += point[axis];
        }
        met += point != NULL;
    }
    if (enclose_meshes(interior, met > 0))
        return;
    for (int axis = 0; axis < 3; axis++)
        sphere[axis] = met ? (float)(sum[axis] / met) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const float *point = bounded_point(interior, i);
        double square = 0;
        for (int axis = 0; axis < 3 && point; axis++)
            square += ((double)point[axis] - sphere[axis]) * ((double)point[axis] - sphere[axis]);
        farthest = fmax(farthest, square);
    }
    sphere[3] = (float)sqrt(farthest);
}

/* --- point visibility --------------------------------------------------------------------------------- */

tlb_status tlb_dif_make_point_visibility(tlb_document *document, tlb_dif_interior *interior)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, interior);
    uint8_t *visible = tlb_alloc(&document->arena, interior->points.count);
    if (!visible)
        return tlb_report_memory(document->context, &document->arena);
    memset(visible, 0, interior->points.count);
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint32_t corners = tlb_dif_surface_polygon(interior, &interior->surfaces.data[i], false, points);
        for (uint32_t k = 0; k < corners; k++)
            visible[points[k]] = UINT8_MAX;
    }
    interior->pointVisibilities.data = visible;
    interior->pointVisibilities.count = interior->points.count;
    return TLB_OK;
}
