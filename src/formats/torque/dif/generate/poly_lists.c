/* Polylist strings: the polygons of each hull in the order of its surfaces; planes and points in the order in
 * which those name them. */
#include "formats/torque/dif/generate/generate.h"
#include "base/argument.h"

#include <string.h>

/* --- groups of planes ------------------------------------------------------------------------------- */

enum { DIF_MOST_PLANES = UINT8_MAX }; /* a byte counts them */

/* Each plane begins as a group. Of all pairs of groups the one whose largest dot product of normals is the
 * smallest becomes one, until eight are left. */
typedef struct dif_plane_groups {
    uint32_t count, left; /* planes; groups */
    dif_sums sums;
    bool alive[DIF_MOST_PLANES];
    uint8_t group[DIF_MOST_PLANES];                  /* of a plane */
    float largest[DIF_MOST_PLANES][DIF_MOST_PLANES]; /* dot product of two groups, the lower first */
    uint8_t partner[DIF_MOST_PLANES]; /* the later group with which it is the smallest; 0 for the last */
} dif_plane_groups;

enum { GROUPS = 8 };

static float dot(const float a[4], const float b[4], dif_sums sums)
{
    if (sums == DIF_SUMS_ROUNDED_ONCE)
        return (float)((double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2]);
    float x = a[0] * b[0], y = a[1] * b[1], z = a[2] * b[2], xy = x + y;
    return xy + z;
}

static float *largest(dif_plane_groups *g, uint32_t a, uint32_t b)
{
    return a < b ? &g->largest[a][b] : &g->largest[b][a];
}

static void find_partner(dif_plane_groups *g, uint32_t group)
{
    uint32_t best = 0;
    for (uint32_t other = group + 1; other < g->count; other++)
        if (g->alive[other] && (!best || g->largest[group][other] < g->largest[group][best]))
            best = other;
    g->partner[group] = (uint8_t)best;
}

static uint32_t next_to_merge(const dif_plane_groups *g)
{
    uint32_t best = g->count;
    for (uint32_t a = 0; a < g->count; a++)
        if (g->alive[a] && g->partner[a] &&
            (best == g->count || g->largest[a][g->partner[a]] < g->largest[best][g->partner[best]]))
            best = a;
    return best;
}

static void merge(dif_plane_groups *g, uint32_t into, uint32_t from)
{
    g->alive[from] = false;
    g->left--;
    for (uint32_t plane = 0; plane < g->count; plane++)
        if (g->group[plane] == from)
            g->group[plane] = (uint8_t)into;
    for (uint32_t other = 0; other < g->count; other++)
        if (g->alive[other] && other != into && *largest(g, other, from) > *largest(g, other, into))
            *largest(g, other, into) = *largest(g, other, from);
    for (uint32_t other = 0; other < g->count; other++)
        if (g->alive[other] && (other == into || g->partner[other] == into || g->partner[other] == from))
            find_partner(g, other);
}

/* Sets the mask of each plane: the bit of its group, which come in the order of their first planes. */
static void group_planes(dif_plane_groups *g, float planes[][4], uint32_t count, uint8_t *masks)
{
    g->count = g->left = count;
    for (uint32_t a = 0; a < count; a++) {
        g->group[a] = (uint8_t)a;
        g->alive[a] = true;
    }
    for (uint32_t a = 0; a < count && count > GROUPS; a++) {
        for (uint32_t b = a + 1; b < count; b++)
            g->largest[a][b] = dot(planes[a], planes[b], g->sums);
        find_partner(g, a);
    }
    while (g->left > GROUPS) {
        uint32_t into = next_to_merge(g);
        merge(g, into, g->partner[into]);
    }
    uint8_t bit[DIF_MOST_PLANES], next = 1;
    for (uint32_t a = 0; a < count; a++)
        if (g->alive[a]) {
            bit[a] = next;
            next = (uint8_t)(next << 1);
        }
    for (uint32_t a = 0; a < count; a++)
        masks[a] = bit[g->group[a]];
}

/* --- the string of a hull ----------------------------------------------------------------------------- */

/* The lists being made. */
typedef struct work {
    const tlb_dif_interior *interior;
    tlb_arena *arena;
    TLB_LIST(uint32_t) planes, points; /* polyListPlanes, polyListPoints */
    TLB_LIST(uint8_t) strings;
    tlb_dif_hull *hulls;     /* convexHulls to be */
    uint32_t *place, *owner; /* of an interior's point in `points`, and the hull it is there for */
    dif_plane_groups groups;
    uint32_t polygon[TLB_DIF_MAX_WINDING];
} work;

static const char no_memory[] = "";

/* A polygon of the hull: its points are in w->polygon; 0 when it has none. */
static uint32_t fetch_polygon(work *w, const tlb_dif_hull *hull, uint32_t index, uint16_t *plane)
{
    tlb_dif_surface_ref ref =
        tlb_dif_surface_of(&w->interior->hullSurfaceIndices, hull->surfaceStart + index);
    return tlb_dif_collision_polygon(w->interior, ref, w->polygon, plane);
}

/* Where a plane is among those of the hull; their number when it does not. */
static uint32_t plane_place(const work *w, const tlb_dif_hull *hull, uint16_t plane)
{
    uint32_t place = hull->polyListPlaneStart;
    while (place < w->planes.count && w->planes.data[place] != plane)
        place++;
    return place - hull->polyListPlaneStart;
}

/* Lists the planes and points of a hull, in the order they are met. NULL, or why it cannot be done. */
static const char *list_planes_and_points(work *w, tlb_dif_hull *hull, uint32_t owner)
{
    hull->polyListPlaneStart = w->planes.count;
    hull->polyListPointStart = w->points.count;
    for (uint32_t i = 0; i < hull->surfaceCount; i++) {
        uint16_t plane = 0;
        uint32_t count = fetch_polygon(w, hull, i, &plane);
        if (!count || count > UINT8_MAX)
            return "a surface index is out of range, or a surface has no points or more than 255";
        if (!TLB_RESERVE(w->arena, &w->planes, 1) || !TLB_RESERVE(w->arena, &w->points, count))
            return no_memory;
        if (hull->polyListPlaneStart + plane_place(w, hull, plane) == w->planes.count)
            w->planes.data[w->planes.count++] = plane;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t point = w->polygon[k];
            if (w->owner[point] == owner)
                continue;
            w->owner[point] = owner;
            w->place[point] = w->points.count - hull->polyListPointStart;
            w->points.data[w->points.count++] = point;
        }
    }
    return NULL;
}

static const char *write_polygons(work *w, const tlb_dif_hull *hull, const uint8_t *plane_masks,
                                  uint32_t point_masks_at)
{
    for (uint32_t i = 0; i < hull->surfaceCount; i++) {
        uint16_t plane = 0;
        uint32_t count = fetch_polygon(w, hull, i, &plane);
        if (!TLB_RESERVE(w->arena, &w->strings, 3 + 2 * count))
            return no_memory;
        uint8_t *out = w->strings.data + w->strings.count, *point_masks = w->strings.data + point_masks_at;
        uint32_t place = plane_place(w, hull, plane);
        *out++ = (uint8_t)count;
        *out++ = plane_masks[place];
        *out++ = (uint8_t)place;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t point = w->place[w->polygon[k]];
            point_masks[point] |= plane_masks[place];
            *out++ = (uint8_t)(point >> 8);
            *out++ = (uint8_t)point;
        }
        w->strings.count += 3 + 2 * count;
    }
    return NULL;
}

static const char *write_string(work *w, tlb_dif_hull *hull)
{
    uint32_t plane_count = w->planes.count - hull->polyListPlaneStart;
    uint32_t point_count = w->points.count - hull->polyListPointStart;
    uint8_t masks[DIF_MOST_PLANES] = {0};
    float planes[DIF_MOST_PLANES][4];
    for (uint32_t i = 0; i < plane_count; i++)
        if (!tlb_dif_plane_of(w->interior, (uint16_t)w->planes.data[hull->polyListPlaneStart + i], true,
                              planes[i]))
            return "a plane index is out of range";
    group_planes(&w->groups, planes, plane_count, masks);

    uint32_t head = 1 + plane_count + 2 + point_count + 1;
    hull->polyListStringStart = w->strings.count;
    if (!TLB_RESERVE(w->arena, &w->strings, head))
        return no_memory;
    uint8_t *out = w->strings.data + w->strings.count;
    *out++ = (uint8_t)plane_count;
    memcpy(out, masks, plane_count);
    out += plane_count;
    *out++ = (uint8_t)(point_count >> 8);
    *out++ = (uint8_t)point_count;
    memset(out, 0, point_count);
    out[point_count] = (uint8_t)hull->surfaceCount;
    w->strings.count += head;
    return write_polygons(w, hull, masks, w->strings.count - 1 - point_count);
}

static const char *describe_hull(work *w, uint32_t index, uint64_t *surfaces_used)
{
    tlb_dif_hull *hull = &w->hulls[index];
    uint32_t surface_count = w->interior->hullSurfaceIndices.count;
    *surfaces_used += hull->surfaceCount;
    if (hull->surfaceCount > UINT8_MAX || !tlb_within(hull->surfaceStart, hull->surfaceCount, surface_count))
        return "its range exceeds hullSurfaceIndices, or it has more than 255 surfaces";
    if (*surfaces_used > surface_count)
        return "it shares entries of hullSurfaceIndices";
    const char *refusal = list_planes_and_points(w, hull, index + 1);
    return refusal ? refusal : write_string(w, hull);
}

/* --- all hulls ---------------------------------------------------------------------------------------- */

static tlb_status replace_lists(tlb_document *document, tlb_dif_interior *interior, const work *w)
{
    uint32_t *planes = tlb_dif_keep(document, w->planes.data, w->planes.count, sizeof *planes);
    uint32_t *points = tlb_dif_keep(document, w->points.data, w->points.count, sizeof *points);
    uint8_t *strings = tlb_dif_keep(document, w->strings.data, w->strings.count, 1);
    if (!planes || !points || !strings)
        return tlb_report_memory(document->context, &document->arena);
    for (uint32_t i = 0; i < interior->convexHulls.count; i++)
        interior->convexHulls.data[i] = w->hulls[i];
    tlb_dif_replace_list(&interior->polyListPlanes, TLB_U16, planes, w->planes.count);
    tlb_dif_replace_list(&interior->polyListPoints, TLB_U32, points, w->points.count);
    interior->polyListStrings.data = strings;
    interior->polyListStrings.count = w->strings.count;
    return TLB_OK;
}

static tlb_status make_all(tlb_document *document, tlb_arena *scratch, tlb_dif_interior *interior,
                           dif_sums sums)
{
    uint32_t hulls = interior->convexHulls.count, points = interior->points.count;
    work *w = tlb_zalloc(scratch, sizeof *w);
    if (!w)
        return tlb_report_memory(document->context, scratch);
    w->interior = interior;
    w->arena = scratch;
    w->groups.sums = sums;
    w->hulls = tlb_alloc_array(scratch, hulls, sizeof *w->hulls);
    w->place = tlb_alloc_array(scratch, points, sizeof *w->place);
    w->owner = tlb_alloc_array(scratch, points, sizeof *w->owner);
    if (!w->hulls || !w->place || !w->owner)
        return tlb_report_memory(document->context, scratch);
    memset(w->owner, 0, points * sizeof *w->owner);
    uint64_t surfaces_used = 0;
    for (uint32_t i = 0; i < hulls; i++) {
        w->hulls[i] = interior->convexHulls.data[i];
        const char *refusal = describe_hull(w, i, &surfaces_used);
        if (refusal)
            return refusal == no_memory ? tlb_report_memory(document->context, scratch)
                                        : tlb_dif_hull_refused(document, interior, i, refusal);
    }
    return replace_lists(document, interior, w);
}

tlb_status tlb_dif_make_poly_lists_with(tlb_document *document, tlb_dif_interior *interior, dif_sums sums)
{
    tlb_arena scratch = dif_scratch_arena(document);
    tlb_status status = make_all(document, &scratch, interior, sums);
    tlb_arena_release(&scratch);
    return status;
}

tlb_status tlb_dif_make_poly_lists(tlb_document *document, tlb_dif_interior *interior)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, interior);
    return tlb_dif_make_poly_lists_with(document, interior, DIF_SUMS_ROUNDED_ONCE);
}
