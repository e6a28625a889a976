/* The convex hulls of an interior, one for each brush. */
#include "formats/torque/dif/compile/compile.h"
#include "formats/torque/dif/generate/hull_shape.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <stdio.h>

/* The faces of each hull, one hull after the other; those of hull i are from starts[i] to starts[i + 1]. NULL
 * after a failure. */
static uint32_t *faces_of_hulls(dif_compiler *c, uint32_t **starts)
{
    const tlb_solid *solid = c->solid;
    uint32_t *faces = tlb_dif_compile_scratch(c, solid->faces.count, sizeof *faces);
    uint32_t *at = *starts = tlb_dif_compile_scratch(c, solid->hulls.count + (size_t)2, sizeof *at);
    if (!faces || !at)
        return NULL;
    for (uint32_t i = 0; i < solid->faces.count; i++)
        at[solid->faces.data[i].hull + 2]++;
    for (uint32_t i = 0; i < solid->hulls.count; i++)
        at[i + 2] += at[i + 1];
    for (uint32_t i = 0; i < solid->faces.count; i++)
        faces[at[solid->faces.data[i].hull + 1]++] = i;
    return faces;
}

/* Indices in the strings of a hull are bytes. */
static bool fits_strings(dif_compiler *c, const tlb_solid_hull *hull)
{
    return tlb_dif_can_address(c, "corners of a brush", hull->point_count, TLB_DIF_HULL_MAX, &hull->source) &&
           tlb_dif_can_address(c, "faces of a brush", hull->plane_count, TLB_DIF_HULL_MAX, &hull->source);
}

/* How many more hulls hold the surfaces that are too many for one. */
static uint32_t surplus_hulls(uint32_t surfaces)
{
    return surfaces > TLB_DIF_HULL_MAX ? (surfaces - 1) / TLB_DIF_HULL_MAX : 0;
}

static void make_hull(dif_compiler *c, const tlb_solid_hull *from, const uint32_t *faces, uint32_t count)
{
    const tlb_solid *solid = c->solid;
    tlb_dif_interior *x = c->x;
    tlb_dif_hull *hull = &x->convexHulls.data[x->convexHulls.count++];
    *hull = (tlb_dif_hull){.hullStart = x->hullIndices.count,
                           .hullCount = (uint16_t)from->point_count,
                           .minX = dif_single(from->low[0]),
                           .maxX = dif_single(from->high[0]),
                           .minY = dif_single(from->low[1]),
                           .maxY = dif_single(from->high[1]),
                           .minZ = dif_single(from->low[2]),
                           .maxZ = dif_single(from->high[2]),
                           .surfaceStart = x->hullSurfaceIndices.count,
                           .surfaceCount = (uint16_t)(count > TLB_DIF_HULL_MAX ? TLB_DIF_HULL_MAX : count),
                           .planeStart = x->hullPlaneIndices.count};
    for (uint32_t i = 0; i < from->point_count; i++)
        x->hullIndices.data[x->hullIndices.count++] =
            c->point_of[solid->hull_points.data[from->first_point + i]];
    for (uint32_t i = 0; i < from->plane_count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[from->first_plane + i];
        x->hullPlaneIndices.data[x->hullPlaneIndices.count++] =
            c->plane_of[ref.plane] | (ref.reversed ? TLB_DIF_PLANE_FLIPPED : 0u);
    }
    for (uint32_t i = 0; i < count; i++)
        x->hullSurfaceIndices.data[x->hullSurfaceIndices.count++] = c->surface_of[faces[i]];
}

static void make_hulls(dif_compiler *c)
{
    const tlb_solid *solid = c->solid;
    tlb_dif_interior *x = c->x;
    uint32_t *starts, *faces = faces_of_hulls(c, &starts);
    uint32_t hulls = solid->hulls.count, points = solid->hull_points.count, planes = solid->hull_planes.count;
    for (uint32_t i = 0; faces && i < solid->hulls.count; i++) {
        uint32_t surplus = surplus_hulls(starts[i + 1] - starts[i]);
        hulls += surplus;
        points += surplus * solid->hulls.data[i].point_count;
        planes += surplus * solid->hulls.data[i].plane_count;
    }
    if (!faces || !DIF_MAKE_ARRAY(c, &x->convexHulls, hulls) || !DIF_MAKE_ARRAY(c, &x->hullIndices, points) ||
        !DIF_MAKE_ARRAY(c, &x->hullPlaneIndices, planes) ||
        !DIF_MAKE_ARRAY(c, &x->hullSurfaceIndices, solid->faces.count))
        return;
    x->convexHulls.count = x->hullIndices.count = x->hullPlaneIndices.count = x->hullSurfaceIndices.count = 0;
    for (uint32_t i = 0; i < solid->hulls.count && !c->status; i++) {
        const tlb_solid_hull *hull = &solid->hulls.data[i];
        uint32_t count = starts[i + 1] - starts[i];
        if (!fits_strings(c, hull))
            continue;
        if (tlb_dif_can_address(c, "brushes", x->convexHulls.count + 1, UINT16_MAX, &hull->source))
            make_hull(c, hull, faces + starts[i], count);
    }
}

/* Appends a copy of `count` entries; where it begins. */
static uint32_t copy_entries(tlb_dif_list *list, uint32_t first, uint32_t count)
{
    uint32_t start = list->count;
    memcpy(list->data + start, list->data + first, count * sizeof *list->data);
    list->count += count;
    return start;
}

/* Surfaces that are too many for a hull are those of others of its form, after all hulls of brushes. */
static void make_surplus_hulls(dif_compiler *c)
{
    tlb_dif_interior *x = c->x;
    const uint32_t count = x->convexHulls.count;
    const tlb_dif_hull after_last = {.planeStart = x->hullPlaneIndices.count,
                                     .surfaceStart = x->hullSurfaceIndices.count};
    for (uint32_t i = 0; i < count; i++) {
        tlb_dif_hull hull = x->convexHulls.data[i],
                     next = i + 1 < count ? x->convexHulls.data[i + 1] : after_last;
        uint32_t end = next.surfaceStart, planes = next.planeStart - hull.planeStart;
        for (uint32_t at = hull.surfaceStart + hull.surfaceCount; at < end; at += hull.surfaceCount) {
            hull.hullStart = copy_entries(&x->hullIndices, hull.hullStart, hull.hullCount);
            hull.planeStart = copy_entries(&x->hullPlaneIndices, hull.planeStart, planes);
            hull.surfaceStart = at;
            hull.surfaceCount = (uint16_t)(end - at > TLB_DIF_HULL_MAX ? TLB_DIF_HULL_MAX : end - at);
            x->convexHulls.data[x->convexHulls.count++] = hull;
        }
    }
    tlb_dif_can_address(c, "hulls", x->convexHulls.count, UINT16_MAX, NULL);
}

/* Leaves out corners that are next to one before. */
static void thin_out(tlb_dif_interior *x, tlb_dif_hull *hull)
{
    static const double APART = 0.001; /* so far off a plane a corner is never on it */
    uint32_t *points = x->hullIndices.data + hull->hullStart;
    uint16_t count = 0;
    for (uint32_t i = 0; i < hull->hullCount; i++) {
        bool is_apart = true;
        for (uint32_t k = 0; k < count && is_apart; k++) {
            const float *a = x->points.data[points[i]], *b = x->points.data[points[k]];
            is_apart = fabs((double)a[0] - b[0]) > APART || fabs((double)a[1] - b[1]) > APART ||
                       fabs((double)a[2] - b[2]) > APART;
        }
        if (is_apart)
            points[count++] = points[i];
    }
    hull->hullCount = count;
}

/* Corners may be so near that planes and points do not tell faces apart, as emit strings need it. */
static void mend_hulls(dif_compiler *c)
{
    tlb_dif_interior *x = c->x;
    dif_hull_shape *shape = tlb_dif_compile_scratch(c, 1, sizeof *shape);
    char path[64], place[TLB_LEVEL_PLACE];
    bool any = false;
    for (uint32_t i = 0; i < c->solid->hulls.count && !c->status; i++) {
        const tlb_solid_hull *from = &c->solid->hulls.data[i];
        if (!tlb_dif_hull_take_apart(shape, x, i))
            continue;
        tlb_report(c->made.context, TLB_CODE_DIF_HULL_WRAPPED, TLB_NO_OFFSET, NULL,
                   "%s: corners are less than a millimeter off others, or off faces that they are not on; "
                   "the hull is made of those that are left",
                   tlb_dif_place_of(c, &from->source, place));
        thin_out(x, &x->convexHulls.data[i]);
        any = true;
    }
    snprintf(path, sizeof path, "details[%u]", c->detail);
    if (!c->status)
        make_surplus_hulls(c);
    if (any && !c->status)
        c->status = tlb_dif_rebuild_hulls(&c->made, path, x);
}

void tlb_dif_compile_hulls(dif_compiler *c)
{
    make_hulls(c);
    if (!c->status)
        mend_hulls(c);
}
