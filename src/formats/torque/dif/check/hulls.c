/* Convex hulls: their boxes, their planes and surfaces, and what their strings say. */
#include "formats/torque/dif/check/check.h"
#include "base/bytes.h"
#include "formats/torque/dif/generate/hull_shape.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_POINTS = 4, /* that enclose a volume */
    LEAST_PLANES = 4,
    LEAST_CORNERS = 3,
    SHORTEST_EMIT_STRING = 3,     /* no vertices, no edges, no faces */
    SHORTEST_POLYLIST_STRING = 4, /* no planes, no points (two bytes), no polygons */
    LONGEST_EMIT_STRING = 3 + 255 + 2 * 255 + 255 * (2 + 255),
    LONGEST_POLYLIST_STRING = 4 + 255 + 65535 + 255 * (3 + 2 * 255),
    MOST_EDGES = 255 * 255
};

typedef struct hull_checker {
    tlb_checker *c;
    const tlb_dif_interior *interior;
    tlb_dif_hulls hulls;
    bool emit_strings, poly_lists; /* whether there are any */
    bool planes;                   /* whether there are enough for all hulls */
    uint64_t work;                 /* bytes of strings that may still be looked at */
    uint32_t *edges;               /* capacity for the edges of one polyhedron */
} hull_checker;

/* Strings may be shared, and a file could share long ones without end: that many bytes for each hull and hull
 * point are ten times what real hulls come to. */
enum { WORK_PER_ENTRY = 1024 };

static bool spend(hull_checker *h, uint64_t bytes)
{
    if (h->work < bytes) {
        TLB_FIND(h->c, DIF_HULLS_ENTANGLED, tlb_at(h->c, "convexHulls"),
                 "the strings are shared too much; the remaining ones were not checked");
        h->emit_strings = h->poly_lists = false;
        return false;
    }
    h->work -= bytes;
    return true;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* --- one hull --------------------------------------------------------------------------------------- */

static void check_ranges(hull_checker *h, uint32_t i)
{
    tlb_checker *c = h->c;
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    TLB_CHECK_RANGE(c, DIF_HULL_RANGE, hull->hullStart, hull->hullCount, h->hulls.hullIndexCount,
                    tlb_at(c, "convexHulls[%u].hullStart", i), "hullIndices");
    if (h->emit_strings)
        TLB_CHECK_RANGE(c, DIF_HULL_RANGE, hull->hullStart, hull->hullCount,
                        h->hulls.hullEmitStringIndexCount, tlb_at(c, "convexHulls[%u].hullStart", i),
                        "hullEmitStringIndices");
    TLB_CHECK_RANGE(c, DIF_HULL_RANGE, hull->surfaceStart, hull->surfaceCount,
                    h->interior->hullSurfaceIndices.count, tlb_at(c, "convexHulls[%u].surfaceStart", i),
                    "hullSurfaceIndices");
    TLB_CHECK_INDEX(c, DIF_HULL_RANGE, hull->planeStart, h->hulls.hullPlaneIndexCount,
                    tlb_at(c, "convexHulls[%u].planeStart", i), "hullPlaneIndices");
    DIF_CHECK_BOOL(c, hull->staticMesh, tlb_at(c, "convexHulls[%u].staticMesh", i));
    if (hull->hullCount < LEAST_POINTS || hull->hullCount > TLB_DIF_HULL_MAX)
        TLB_FIND(c, DIF_HULL_SIZE, tlb_at(c, "convexHulls[%u].hullCount", i), "%u, expected %d to %d points",
                 hull->hullCount, LEAST_POINTS, TLB_DIF_HULL_MAX);
}

/* How far points are outside of a box; those that are not there are left out. */
static double out_of_box(const hull_checker *h, const float low[3], const float high[3],
                         const uint32_t *points, uint32_t count)
{
    double outside = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3 && points[i] < h->interior->points.count; axis++) {
            double at = h->interior->points.data[points[i]][axis];
            outside = fmax(outside, fmax(low[axis] - at, at - high[axis]));
        }
    return outside;
}

static void check_box(hull_checker *h, uint32_t i)
{
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    const float box[6] = {hull->minX, hull->minY, hull->minZ, hull->maxX, hull->maxY, hull->maxZ};
    if (!tlb_all_finite(box, 6)) {
        TLB_FIND(h->c, DIF_NOT_FINITE, tlb_at(h->c, "convexHulls[%u].minX", i), "the box is infinite or NaN");
        return;
    }
    uint32_t count = lesser(hull->hullCount, TLB_DIF_HULL_MAX);
    if (!count || !tlb_within(hull->hullStart, count, h->hulls.hullIndexCount))
        return;
    double outside = out_of_box(h, box, box + 3, h->hulls.hullIndices + hull->hullStart, count);
    if (outside > DIF_THICKNESS)
        TLB_FIND(h->c, DIF_HULL_BOX, tlb_at(h->c, "convexHulls[%u].minX", i), "a point is %g outside the box",
                 outside);
}

/* What the planes of a hull come to, by how near a plane a point has to be to be on it. */
typedef struct face_count {
    uint32_t faces, corners; /* planes with three points on them, and their points */
} face_count;

/* Euler's formula, with each edge between two faces: true of what is closed, also with points on edges. */
static bool is_closed(const face_count *of, uint32_t points)
{
    return 2 * (points + of->faces) == of->corners + 4;
}

/* The points of a hull; 0 when some are not there, or nowhere. */
static uint32_t find_points(const hull_checker *h, const tlb_dif_hull *hull,
                            const float *points[TLB_DIF_HULL_MAX])
{
    uint32_t count = hull->hullCount;
    if (count > TLB_DIF_HULL_MAX || !tlb_within(hull->hullStart, count, h->hulls.hullIndexCount))
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t point = h->hulls.hullIndices[hull->hullStart + i];
        if (point >= h->interior->points.count || !tlb_all_finite(h->interior->points.data[point], 3))
            return 0;
        points[i] = h->interior->points.data[point];
    }
    return count;
}

static bool is_doubled(const hull_checker *h, const tlb_dif_hull *hull, uint32_t entry)
{
    for (uint32_t i = hull->planeStart; i < entry; i++)
        if (h->hulls.hullPlaneIndices[i] == h->hulls.hullPlaneIndices[entry])
            return true;
    return false;
}

/* No point of a hull lies before one of its planes, each of which is a face of it; they enclose it. */
static void check_planes(hull_checker *h, uint32_t i)
{
    enum { NEAR, FAR };
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    const float *points[TLB_DIF_HULL_MAX];
    uint32_t planes = tlb_dif_hull_plane_count(&h->hulls, i), count = find_points(h, hull, points);
    if (planes > TLB_DIF_HULL_MAX || count < LEAST_POINTS)
        return;
    const double within[] = {tlb_dif_hull_thickness(points, count), DIF_THICKNESS};
    face_count counts[2] = {{0, 0}, {0, 0}};
    bool right = true;
    for (uint32_t k = 0; k < planes; k++) {
        uint32_t entry = hull->planeStart + k, on[2] = {0, 0};
        double farthest = 0;
        float plane[4];
        if (!tlb_dif_plane_of(h->interior, (uint16_t)h->hulls.hullPlaneIndices[entry], true, plane))
            return;
        for (uint32_t n = 0; n < count; n++) {
            double distance = tlb_plane_distance(plane, points[n]);
            farthest = fmax(farthest, distance);
            on[NEAR] += fabs(distance) <= within[NEAR];
            on[FAR] += fabs(distance) <= within[FAR];
        }
        for (int at = NEAR; at <= FAR; at++) {
            counts[at].faces += on[at] >= LEAST_CORNERS;
            counts[at].corners += on[at] >= LEAST_CORNERS ? on[at] : 0;
        }
        right &= farthest <= DIF_THICKNESS && on[FAR] >= LEAST_CORNERS && !is_doubled(h, hull, entry);
        if (farthest > DIF_THICKNESS)
            TLB_FIND(h->c, DIF_HULL_PLANE, tlb_at(h->c, "hullPlaneIndices[%u]", entry),
                     "a point of hull %u is %g in front of the plane", i, farthest);
        else if (h->planes && on[FAR] < LEAST_CORNERS)
            TLB_FIND(h->c, DIF_HULL_FACES, tlb_at(h->c, "hullPlaneIndices[%u]", entry),
                     "number of points of hull %u on the plane: %u, expected 3 or more", i, on[FAR]);
        else if (h->planes && is_doubled(h, hull, entry))
            TLB_FIND(h->c, DIF_HULL_FACES, tlb_at(h->c, "hullPlaneIndices[%u]", entry),
                     "plane %u is in the list of hull %u twice", h->hulls.hullPlaneIndices[entry], i);
    }
    if (h->planes && right && !is_closed(&counts[NEAR], count) && !is_closed(&counts[FAR], count))
        TLB_FIND(h->c, DIF_HULL_FACES, tlb_at(h->c, "convexHulls[%u].planeStart", i),
                 "%u planes are not the faces around the hull's %u points: one is missing or doubled", planes,
                 count);
}

/* --- its surfaces ------------------------------------------------------------------------------------- */

static bool lists_plane(const hull_checker *h, const tlb_dif_hull *hull, uint32_t planes, uint16_t plane)
{
    for (uint32_t i = 0; i < planes; i++)
        if (h->hulls.hullPlaneIndices[hull->planeStart + i] == plane)
            return true;
    return false;
}

/* How far a polygon is from the plane of a hull that it is nearest to. */
static double off_planes(const hull_checker *h, const tlb_dif_hull *hull, uint32_t planes,
                         const uint32_t *points, uint32_t count)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < planes; i++) {
        float plane[4];
        double farthest = 0;
        if (!tlb_dif_plane_of(h->interior, (uint16_t)h->hulls.hullPlaneIndices[hull->planeStart + i], true,
                              plane))
            continue;
        for (uint32_t k = 0; k < count; k++)
            farthest = fmax(farthest, fabs(tlb_plane_distance(plane, h->interior->points.data[points[k]])));
        least = fmin(least, farthest);
    }
    return least;
}

/* The box of a hull and its points: where it does not hold them, the surfaces are not at fault. */
static void find_extent(const hull_checker *h, const tlb_dif_hull *hull, float low[3], float high[3])
{
    const float *points[TLB_DIF_HULL_MAX];
    uint32_t count = find_points(h, hull, points);
    memcpy(low, (float[3]){hull->minX, hull->minY, hull->minZ}, 3 * sizeof *low);
    memcpy(high, (float[3]){hull->maxX, hull->maxY, hull->maxZ}, 3 * sizeof *high);
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fminf(low[axis], points[i][axis]);
            high[axis] = fmaxf(high[axis], points[i][axis]);
        }
}

/* A hull's surfaces are on its planes and in its box. */
static void check_surfaces(hull_checker *h, uint32_t i)
{
    const tlb_dif_interior *x = h->interior;
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    float low[3], high[3];
    uint32_t planes = tlb_dif_hull_plane_count(&h->hulls, i);
    if (planes > TLB_DIF_HULL_MAX ||
        !tlb_within(hull->surfaceStart, hull->surfaceCount, x->hullSurfaceIndices.count) ||
        !spend(h, (uint64_t)hull->surfaceCount))
        return;
    find_extent(h, hull, low, high);
    for (uint32_t k = 0; k < hull->surfaceCount; k++) {
        uint32_t points[TLB_DIF_MAX_WINDING], entry = hull->surfaceStart + k;
        tlb_dif_surface_ref surface = tlb_dif_surface_of(&x->hullSurfaceIndices, entry);
        uint16_t plane;
        uint32_t count = tlb_dif_collision_polygon(x, surface, points, &plane);
        if (!count)
            continue;
        const char *list = surface.null_surface ? "nullSurfaces" : "surfaces";
        double outside = out_of_box(h, low, high, points, count);
        double off = !h->planes || lists_plane(h, hull, planes, plane)
                         ? 0
                         : off_planes(h, hull, planes, points, count);
        if (outside > DIF_THICKNESS || off > DIF_THICKNESS)
            TLB_FIND(h->c, DIF_HULL_SURFACE, tlb_at(h->c, "hullSurfaceIndices[%u]", entry),
                     "%s[%u] is not of hull %u: a corner is %g off its %s", list, surface.index, i,
                     fmax(outside, off), outside > off ? "box" : "planes");
    }
}

/* Where the corners of an emit string's face are among its vertices. */
typedef struct emitted_face {
    uint32_t corners;
    uint8_t plane;
    const uint8_t *vertices;
} emitted_face;

static emitted_face next_face(const uint8_t **at)
{
    emitted_face face = {(*at)[0], (*at)[1], *at + 2};
    *at += 2 + face.corners;
    return face;
}

/* The faces of a point's string are around the point, or on the plane of one that is. */
static bool is_around(const hull_checker *h, const tlb_dif_hull *hull, const tlb_dif_features *features,
                      uint32_t k)
{
    uint32_t index = h->hulls.hullIndices[hull->hullStart + k], around = 0;
    const uint8_t *at = features->faces,
                  *vertex = features->vertexCount ? memchr(features->vertices, (int)k, features->vertexCount)
                                                  : NULL;
    if (index >= h->interior->points.count)
        return true;
    for (uint32_t i = 0; vertex && i < features->faceCount; i++) {
        emitted_face face = next_face(&at);
        float plane[4];
        if (memchr(face.vertices, (int)(vertex - features->vertices), face.corners))
            around++;
        else if (tlb_dif_plane_of(h->interior,
                                  (uint16_t)h->hulls.hullPlaneIndices[hull->planeStart + face.plane], true,
                                  plane) &&
                 fabs(tlb_plane_distance(plane, h->interior->points.data[index])) > DIF_THICKNESS)
            return false;
    }
    return around != 0;
}

static void check_emit_strings(hull_checker *h, uint32_t i)
{
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    uint32_t count = lesser(hull->hullCount, TLB_DIF_HULL_MAX);
    if (!tlb_within(hull->hullStart, count, h->hulls.hullEmitStringIndexCount))
        return;
    for (uint32_t k = 0; k < count && h->emit_strings; k++) {
        uint32_t entry = hull->hullStart + k, offset = h->hulls.hullEmitStringIndices[entry];
        tlb_dif_features features;
        bool sound = tlb_dif_hull_features(&h->hulls, i, k, &features);
        uint32_t rest = offset < h->hulls.emitStringSize ? h->hulls.emitStringSize - offset : 0;
        if (!sound)
            TLB_FIND(
                h->c, DIF_EMIT_STRING, tlb_at(h->c, "hullEmitStringIndices[%u]", entry),
                "the string at offset %u of %u (point %u of hull %u) is cut or has an index out of range",
                offset, h->hulls.emitStringSize, k, i);
        else if (h->planes && !is_around(h, hull, &features, k))
            TLB_FIND(h->c, DIF_EMIT_POINT, tlb_at(h->c, "hullEmitStringIndices[%u]", entry),
                     "the string at offset %u is not of point %u of hull %u: it has faces elsewhere", offset,
                     k, i);
        spend(h, sound ? features.size : lesser(rest, LONGEST_EMIT_STRING));
    }
}

/* --- polyhedra -------------------------------------------------------------------------------------- */

typedef struct polygon {
    uint32_t corners;
    uint8_t mask, plane;
    const uint8_t *points;
} polygon;

static polygon next_polygon(const uint8_t **at)
{
    polygon p = {.corners = (*at)[0], .mask = (*at)[1], .plane = (*at)[2], .points = *at + 3};
    *at = p.points + 2 * p.corners;
    return p;
}

static uint32_t corner(const polygon *p, uint32_t i)
{
    return tlb_get_be16(p->points + 2 * i);
}

static int compare_edges(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* An edge joins two polygons, or one: exporters leave out faces that others hide. */
static void check_edges(hull_checker *h, uint32_t hull, const tlb_dif_polyhedron *polyhedron)
{
    uint32_t count = 0, folded = 0;
    const uint8_t *at = polyhedron->surfaces;
    for (uint32_t i = 0; i < polyhedron->surfaceCount; i++) {
        polygon p = next_polygon(&at);
        for (uint32_t k = 0; k < p.corners; k++) {
            uint32_t from = corner(&p, k), to = corner(&p, k + 1 < p.corners ? k + 1 : 0);
            h->edges[count++] = from < to ? from << 16 | to : to << 16 | from;
        }
    }
    qsort(h->edges, count, sizeof *h->edges, compare_edges);
    for (uint32_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && h->edges[i + run] == h->edges[i];)
            run++;
        folded += run > 2;
    }
    if (folded)
        TLB_FIND(h->c, DIF_HULL_FOLDED, tlb_at(h->c, "convexHulls[%u].polyListStringStart", hull),
                 "edges that join more than two polygons: %u", folded);
}

/* The engine transforms the points and planes of the groups it needs: a polygon's must be in its groups. */
static bool masks_hold(const tlb_dif_polyhedron *polyhedron)
{
    bool hold = true;
    const uint8_t *at = polyhedron->surfaces;
    for (uint32_t i = 0; i < polyhedron->surfaceCount; i++) {
        polygon p = next_polygon(&at);
        hold &= (polyhedron->planeMasks[p.plane] & p.mask) == p.mask;
        for (uint32_t k = 0; k < p.corners; k++)
            hold &= (polyhedron->pointMasks[corner(&p, k)] & p.mask) == p.mask;
    }
    return hold;
}

static const float *polyhedron_point(const hull_checker *h, const tlb_dif_hull *hull, uint32_t slot)
{
    uint32_t index = h->hulls.polyListPoints[hull->polyListPointStart + slot];
    return index < h->interior->points.count ? h->interior->points.data[index] : NULL;
}

static bool polyhedron_plane(const hull_checker *h, const tlb_dif_hull *hull, uint32_t slot, float plane[4])
{
    uint32_t index = h->hulls.polyListPlanes[hull->polyListPlaneStart + slot];
    return tlb_dif_plane_of(h->interior, (uint16_t)index, true, plane);
}

/* How far a point lies before one of the faces. */
static double out_of_convex(const hull_checker *h, const tlb_dif_hull *hull,
                            const tlb_dif_polyhedron *polyhedron)
{
    double farthest = 0;
    float plane[4];
    for (uint32_t i = 0; i < polyhedron->planeCount; i++) {
        if (!polyhedron_plane(h, hull, i, plane))
            continue;
        for (uint32_t k = 0; k < polyhedron->pointCount; k++) {
            const float *point = polyhedron_point(h, hull, k);
            farthest = point ? fmax(farthest, tlb_plane_distance(plane, point)) : farthest;
        }
    }
    return farthest;
}

/* How far a corner of a polygon lies off its plane. */
static double out_of_planes(const hull_checker *h, const tlb_dif_hull *hull,
                            const tlb_dif_polyhedron *polyhedron)
{
    double farthest = 0;
    float plane[4];
    const uint8_t *at = polyhedron->surfaces;
    for (uint32_t i = 0; i < polyhedron->surfaceCount; i++) {
        polygon p = next_polygon(&at);
        if (!polyhedron_plane(h, hull, p.plane, plane))
            continue;
        for (uint32_t k = 0; k < p.corners; k++) {
            const float *point = polyhedron_point(h, hull, corner(&p, k));
            farthest = point ? fmax(farthest, fabs(tlb_plane_distance(plane, point))) : farthest;
        }
    }
    return farthest;
}

static void check_polyhedron(hull_checker *h, uint32_t i)
{
    tlb_checker *c = h->c;
    const tlb_dif_hull *hull = &h->hulls.hulls[i];
    uint32_t start = hull->polyListStringStart;
    tlb_dif_polyhedron polyhedron;
    if (!tlb_dif_hull_polyhedron(&h->hulls, i, &polyhedron)) {
        TLB_FIND(c, DIF_POLYLIST_STRING, tlb_at(c, "convexHulls[%u].polyListStringStart", i),
                 "the string at offset %u of %u is cut or has an index out of range", start,
                 h->hulls.polyListStringSize);
        spend(h, start < h->hulls.polyListStringSize
                     ? lesser(h->hulls.polyListStringSize - start, LONGEST_POLYLIST_STRING)
                     : 0);
        return;
    }
    if (!spend(h, polyhedron.size + (uint64_t)polyhedron.planeCount * polyhedron.pointCount))
        return;
    if (!masks_hold(&polyhedron))
        TLB_FIND(c, DIF_POLYLIST_MASK, tlb_at(c, "convexHulls[%u].polyListStringStart", i),
                 "a polygon is in a group that does not have its plane or all of its points");
    check_edges(h, i, &polyhedron);
    double before = out_of_convex(h, hull, &polyhedron), off = out_of_planes(h, hull, &polyhedron);
    if (before > DIF_THICKNESS)
        TLB_FIND(c, DIF_HULL_SHAPE, tlb_at(c, "convexHulls[%u].polyListPointStart", i),
                 "a point is %g in front of a face", before);
    else if (off > DIF_THICKNESS)
        TLB_FIND(c, DIF_HULL_SHAPE, tlb_at(c, "convexHulls[%u].polyListPlaneStart", i),
                 "a corner is %g off its face", off);
}

/* --- all hulls ---------------------------------------------------------------------------------------- */

void tlb_dif_check_hulls(tlb_checker *c, const tlb_dif_interior *interior, bool poly_lists_expected)
{
    if (!interior->convexHulls.count) /* then nothing refers to the lists, and tools left entries in them */
        return;
    tlb_dif_check_hull_lists(c, interior);
    hull_checker h = {.c = c, .interior = interior, .hulls = tlb_dif_interior_hulls(interior)};
    h.emit_strings = interior->convexHullEmitStrings.count >= SHORTEST_EMIT_STRING;
    h.poly_lists = interior->polyListStrings.count >= SHORTEST_POLYLIST_STRING;
    h.planes = h.hulls.hullPlaneIndexCount / LEAST_PLANES >= h.hulls.hullCount;
    if (!h.planes)
        TLB_FIND(c, DIF_HULL_FACES, tlb_at(c, "hullPlaneIndices"),
                 "length %u, expected four or more planes for each of %u hulls", h.hulls.hullPlaneIndexCount,
                 h.hulls.hullCount);
    h.work = WORK_PER_ENTRY *
             ((uint64_t)h.hulls.hullCount + h.hulls.hullIndexCount + h.hulls.hullEmitStringIndexCount);
    if (!h.emit_strings)
        TLB_FIND(c, DIF_NO_HULL_STRINGS, tlb_at(c, "convexHullEmitStrings"),
                 "number of hulls: %u; bytes of strings: %u", interior->convexHulls.count,
                 interior->convexHullEmitStrings.count);
    if (!h.poly_lists && poly_lists_expected)
        TLB_FIND(c, DIF_NO_HULL_STRINGS, tlb_at(c, "polyListStrings"),
                 "number of hulls: %u; bytes of strings: %u", interior->convexHulls.count,
                 interior->polyListStrings.count);
    h.edges = h.poly_lists ? tlb_scratch(c, MOST_EDGES, sizeof *h.edges) : NULL;
    h.poly_lists = h.edges != NULL;
    for (uint32_t i = 0; i < interior->convexHulls.count; i++) {
        check_ranges(&h, i);
        check_box(&h, i);
        check_planes(&h, i);
        check_surfaces(&h, i);
        if (h.emit_strings)
            check_emit_strings(&h, i);
        if (h.poly_lists)
            check_polyhedron(&h, i);
    }
}
