/* Hulls: the convex hull of their points where their planes no longer enclose them, their boxes, and the list
 * of surfaces that lie on each. */
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/generate/hull_shape.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <string.h>

#define ON_HULL 0.01 /* how far a surface of a hull may be off it */

/* --- the convex hull of points -------------------------------------------------------------------------- */

/* The plane through three points, which are clockwise seen from its front. False: they are on a line. */
static bool through_three(const double a[3], const double b[3], const float c[3], double plane[4])
{
    double one[3], two[3], length = 0;
    for (int axis = 0; axis < 3; axis++) {
        one[axis] = b[axis] - a[axis];
        two[axis] = c[axis] - a[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        plane[axis] = two[u] * one[v] - two[v] * one[u];
        length += plane[axis] * plane[axis];
    }
    length = sqrt(length);
    if (!(length > 1e-9))
        return false;
    plane[3] = 0;
    for (int axis = 0; axis < 3; axis++) {
        plane[axis] /= length;
        plane[3] -= plane[axis] * a[axis];
    }
    return true;
}

static double before(const double plane[4], const float point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

/* Turns a plane around an edge, outwards until no point is before it. False: all points are on a line with
 * the edge. */
static bool wrap(const dif_hull_shape *s, const double a[3], const double b[3], double near, double plane[4])
{
    bool found = false;
    for (uint32_t i = 0; i < s->point_count; i++) {
        double other[4];
        if ((!found || before(plane, s->points[i]) > near) && through_three(a, b, s->points[i], other)) {
            memcpy(plane, other, sizeof other);
            found = true;
        }
    }
    return found;
}

static void as_double(const float point[3], double out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = point[axis];
}

static double between(const float a[3], const float b[3])
{
    double square = 0;
    for (int axis = 0; axis < 3; axis++)
        square += ((double)b[axis] - a[axis]) * ((double)b[axis] - a[axis]);
    return sqrt(square);
}

static bool has_area(const dif_hull_shape *s, const dif_hull_face *face, double near)
{
    const uint8_t *corners = s->corners + face->start;
    const float *a = s->points[corners[0]], *b = a;
    for (uint32_t i = 1; i < face->count; i++)
        b = between(a, s->points[corners[i]]) > between(a, b) ? s->points[corners[i]] : b;
    for (uint32_t i = 1; i < face->count; i++) {
        const float *c = s->points[corners[i]];
        if (between(a, c) + between(c, b) > between(a, b) + near * near)
            return true;
    }
    return false;
}

/* Adds the face on a plane; false when a point is before it, or there is none. */
static bool add_face(dif_hull_shape *s, const double plane[4], double near)
{
    const float rounded[4] = {(float)plane[0], (float)plane[1], (float)plane[2], (float)plane[3]};
    uint32_t f = s->face_count;
    for (uint32_t i = 0; i < s->point_count; i++)
        if (before(plane, s->points[i]) > 2 * near)
            return false;
    return f < DIF_MOST_FACES && tlb_dif_hull_add_face(s, rounded, near) && s->faces[f].count >= 3 &&
           has_area(s, &s->faces[f], near) && tlb_dif_hull_note_edges(s, f);
}

static void clear_faces(dif_hull_shape *s)
{
    s->face_count = s->corner_count = 0;
    memset(s->face_at, DIF_NO_FACE, sizeof s->face_at);
}

/* The first face: a plane is laid against the point lowest in x, turned about an upright line until it meets
 * another, and about both until it meets a third. */
static bool add_first_face(dif_hull_shape *s, double near)
{
    uint32_t lowest = 0, second;
    double plane[4], a[3], b[3];
    for (uint32_t i = 1; i < s->point_count; i++)
        if (s->points[i][0] < s->points[lowest][0])
            lowest = i;
    as_double(s->points[lowest], a);
    as_double(s->points[lowest], b);
    b[2] += 1;
    clear_faces(s);
    if (!wrap(s, a, b, near, plane))
        return false;
    if (add_face(s, plane, near)) /* it is a face itself */
        return true;
    clear_faces(s);
    second = lowest;
    for (uint32_t i = 0; i < s->point_count; i++)
        if (fabs(before(plane, s->points[i])) <= near &&
            between(s->points[lowest], s->points[i]) > between(s->points[lowest], s->points[second]))
            second = i;
    as_double(s->points[second], b);
    return second != lowest && wrap(s, a, b, near, plane) && add_face(s, plane, near);
}

/* The faces of the convex hull of the shape's points, one from the other over their edges. False: they
 * enclose no volume. */
static bool wrap_points(dif_rebuild *r, dif_hull_shape *s)
{
    double near = tlb_dif_hull_thickness(s->points, s->point_count);
    if (s->point_count < 4 || !add_first_face(s, near))
        return false;
    for (uint32_t f = 0; f < s->face_count; f++)
        for (uint32_t i = 0; i < s->faces[f].count; i++) {
            const uint8_t *corners = s->corners + s->faces[f].start;
            uint32_t a = corners[i], b = corners[(i + 1) % s->faces[f].count];
            double from[3], to[3], plane[4];
            if (s->face_at[b][a] != DIF_NO_FACE)
                continue;
            as_double(s->points[b], from);
            as_double(s->points[a], to);
            r->steps -= r->steps < s->point_count ? r->steps : s->point_count;
            if (!r->steps || !wrap(s, from, to, near, plane) || !add_face(s, plane, near))
                return false;
        }
    return s->face_count >= 4;
}

/* --- hulls that do not fit --------------------------------------------------------------------------- */

/* Which points and planes the hulls get. */
typedef struct hull_work {
    dif_rebuild *r;
    dif_hull_shape shape;
    TLB_LIST(uint32_t) points, planes;
    tlb_dif_hull *hulls; /* the interior's, to be */
    uint32_t made, refused, refused_hull;
} hull_work;

static bool set_points(hull_work *w, uint32_t hull)
{
    const tlb_dif_interior *x = w->r->x;
    const tlb_dif_hull *of = &x->convexHulls.data[hull];
    if (of->hullCount > TLB_DIF_HULL_MAX || !tlb_within(of->hullStart, of->hullCount, x->hullIndices.count))
        return false;
    w->shape.point_count = of->hullCount;
    for (uint32_t i = 0; i < of->hullCount; i++) {
        uint32_t point = x->hullIndices.data[of->hullStart + i];
        if (point >= x->points.count)
            return false;
        w->shape.points[i] = x->points.data[point];
    }
    return true;
}

static bool keep_hull(hull_work *w, uint32_t hull, uint32_t planes)
{
    const tlb_dif_interior *x = w->r->x;
    tlb_dif_hull *to = &w->hulls[hull];
    const tlb_dif_hull *of = &x->convexHulls.data[hull];
    tlb_arena *scratch = &w->r->scratch;
    to->planeStart = w->planes.count;
    to->hullStart = w->points.count;
    if (!tlb_within(of->hullStart, of->hullCount, x->hullIndices.count) ||
        !TLB_RESERVE(scratch, &w->planes, planes) || !TLB_RESERVE(scratch, &w->points, of->hullCount))
        return false;
    for (uint32_t i = 0; i < planes; i++)
        w->planes.data[w->planes.count++] = x->hullPlaneIndices.data[of->planeStart + i];
    for (uint32_t i = 0; i < of->hullCount; i++)
        w->points.data[w->points.count++] = x->hullIndices.data[of->hullStart + i];
    return true;
}

/* The shape's faces become the hull's planes, the points on them its points. */
static bool add_hull(hull_work *w, uint32_t hull)
{
    const tlb_dif_interior *x = w->r->x;
    const dif_hull_shape *s = &w->shape;
    const tlb_dif_hull *of = &x->convexHulls.data[hull];
    tlb_dif_hull *to = &w->hulls[hull];
    tlb_arena *scratch = &w->r->scratch;
    bool used[TLB_DIF_HULL_MAX] = {false};
    to->planeStart = w->planes.count;
    to->hullStart = w->points.count;
    if (!TLB_RESERVE(scratch, &w->planes, s->face_count) || !TLB_RESERVE(scratch, &w->points, s->point_count))
        return false;
    for (uint32_t f = 0; f < s->face_count; f++) {
        uint32_t points[TLB_DIF_HULL_MAX];
        double plane[4];
        uint16_t index;
        for (uint32_t i = 0; i < s->faces[f].count; i++) {
            uint8_t corner = s->corners[s->faces[f].start + i];
            points[i] = x->hullIndices.data[of->hullStart + corner];
            used[corner] = true;
        }
        if (!isfinite(tlb_dif_plane_through(x, points, s->faces[f].count, plane)) ||
            !tlb_dif_find_plane(w->r, plane, points, s->faces[f].count, &index))
            return false;
        w->planes.data[w->planes.count++] = index;
    }
    for (uint32_t i = 0; i < s->point_count; i++)
        if (used[i])
            w->points.data[w->points.count++] = x->hullIndices.data[of->hullStart + i];
    to->hullCount = (uint16_t)(w->points.count - to->hullStart);
    return true;
}

/* Only hulls with a face that moved: tools write heaps of triangles as hulls, of which nothing better is
 * made. */
static bool fit_hull(hull_work *w, uint32_t hull)
{
    tlb_dif_interior *x = w->r->x;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    uint32_t planes = tlb_dif_hull_plane_count(&hulls, hull), faces = w->planes.count,
             points = w->points.count;
    if (!w->r->touched[hull] ||
        (!tlb_dif_hull_take_apart(&w->shape, x, hull) && tlb_dif_hull_encloses(&w->shape, x, hull)))
        return keep_hull(w, hull, planes);
    if (set_points(w, hull) && wrap_points(w->r, &w->shape) && add_hull(w, hull)) {
        w->made++;
        return true;
    }
    w->refused_hull = w->refused++ ? w->refused_hull : hull;
    w->planes.count = faces;
    w->points.count = points;
    w->hulls[hull].hullCount = x->convexHulls.data[hull].hullCount;
    return keep_hull(w, hull, planes);
}

static void replace_hulls(hull_work *w)
{
    dif_rebuild *r = w->r;
    uint32_t *points = tlb_dif_keep(r->document, w->points.data, w->points.count, sizeof *points),
             *planes = tlb_dif_keep(r->document, w->planes.data, w->planes.count, sizeof *planes);
    if (!points || !planes) {
        tlb_dif_rebuild_failed(r);
        return;
    }
    memcpy(r->x->convexHulls.data, w->hulls, r->x->convexHulls.count * sizeof *w->hulls);
    tlb_dif_replace_list(&r->x->hullIndices, TLB_U32, points, w->points.count);
    tlb_dif_replace_list(&r->x->hullPlaneIndices, TLB_U16, planes, w->planes.count);
}

/* Planes of hulls end where those of the next begin, and points are not shared, or the lists stay. */
static bool are_in_order(const tlb_dif_interior *x)
{
    uint64_t points = 0, planes = 0;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    for (uint32_t i = 0; i < hulls.hullCount; i++) {
        points += hulls.hulls[i].hullCount;
        planes += tlb_dif_hull_plane_count(&hulls, i);
    }
    return points <= x->hullIndices.count && planes <= x->hullPlaneIndices.count;
}

static void fit_shapes(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    hull_work *w = tlb_dif_rebuild_scratch(r, 1, sizeof *w);
    if (!w || !are_in_order(x))
        return;
    w->r = r;
    w->hulls = tlb_dif_rebuild_scratch(r, x->convexHulls.count, sizeof *w->hulls);
    if (!w->hulls)
        return;
    if (x->convexHulls.count)
        memcpy(w->hulls, x->convexHulls.data, x->convexHulls.count * sizeof *w->hulls);
    for (uint32_t i = 0; i < x->convexHulls.count; i++)
        if (!fit_hull(w, i))
            return;
    r->kept_hulls = w->refused;
    if (w->refused)
        tlb_dif_rebuild_report(r, TLB_CODE_DIF_HULL_KEPT, "convexHulls",
                               "the points of hull %u enclose no volume; number of such hulls: %u",
                               w->refused_hull, w->refused);
    if (w->made)
        replace_hulls(w);
}

/* --- boxes
 * -------------------------------------------------------------------------------------------------- */

static void set_box(const tlb_dif_interior *x, tlb_dif_hull *hull)
{
    float *const low[3] = {&hull->minX, &hull->minY, &hull->minZ}, *const high[3] = {&hull->maxX, &hull->maxY,
                                                                                     &hull->maxZ};
    if (!hull->hullCount || !tlb_within(hull->hullStart, hull->hullCount, x->hullIndices.count))
        return;
    for (uint32_t i = 0, met = 0; i < hull->hullCount; i++) {
        uint32_t point = x->hullIndices.data[hull->hullStart + i];
        for (int axis = 0; axis < 3 && point < x->points.count; axis++) {
            float at = x->points.data[point][axis];
            if (!met || at < *low[axis])
                *low[axis] = at;
            if (!met || at > *high[axis])
                *high[axis] = at;
        }
        met += point < x->points.count;
    }
}

/* --- surfaces of hulls
 * --------------------------------------------------------------------------------------- */

typedef struct surface_lists {
    dif_rebuild *r;
    tlb_dif_hulls hulls;
    uint32_t *hull;                   /* of each surface, then of each null surface; + 1 */
    uint32_t *plane_start, *by_plane; /* hulls that have a plane */
} surface_lists;

static uint32_t position_of(const tlb_dif_interior *x, tlb_dif_surface_ref ref)
{
    if (ref.index >= (ref.null_surface ? x->nullSurfaces.count : x->surfaces.count))
        return UINT32_MAX;
    return ref.null_surface ? x->surfaces.count + ref.index : ref.index;
}

/* Whether a surface lies on one of the hull's planes, and within all the others. */
static bool lies_on(surface_lists *l, uint32_t hull, tlb_dif_surface_ref ref)
{
    const tlb_dif_interior *x = l->r->x;
    uint32_t points[TLB_DIF_MAX_WINDING], planes = tlb_dif_hull_plane_count(&l->hulls, hull);
    uint16_t own;
    uint32_t count = tlb_dif_collision_polygon(x, ref, points, &own);
    bool on = false;
    for (uint32_t k = 0; k < planes && count; k++) {
        uint16_t index = (uint16_t)l->hulls.hullPlaneIndices[l->hulls.hulls[hull].planeStart + k];
        float plane[4];
        on |= index == own;
        if (!tlb_dif_plane_of(x, index, true, plane) || !dif_rebuild_step(l->r))
            return false;
        for (uint32_t i = 0; i < count; i++)
            if (tlb_plane_distance(plane, x->points.data[points[i]]) > ON_HULL)
                return false;
    }
    return on;
}

/* The first hull that a surface lies on; UINT32_MAX for none. */
static uint32_t find_hull(surface_lists *l, tlb_dif_surface_ref ref)
{
    const tlb_dif_interior *x = l->r->x;
    uint32_t plane = dif_plane_index(ref.null_surface ? x->nullSurfaces.data[ref.index].planeIndex
                                                      : x->surfaces.data[ref.index].planeIndex);
    for (uint32_t i = plane < x->planes.count ? l->plane_start[plane] : 0;
         plane < x->planes.count && i < l->plane_start[plane + 1]; i++)
        if (lies_on(l, l->by_plane[i], ref))
            return l->by_plane[i];
    return UINT32_MAX;
}

static void list_by_plane(surface_lists *l)
{
    const tlb_dif_interior *x = l->r->x;
    uint32_t planes = x->planes.count;
    l->plane_start = tlb_dif_rebuild_scratch(l->r, planes + (size_t)2, sizeof *l->plane_start);
    l->by_plane = tlb_dif_rebuild_scratch(l->r, x->hullPlaneIndices.count, sizeof *l->by_plane);
    if (l->r->status)
        return;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < l->hulls.hullCount; i++)
            for (uint32_t k = 0; k < tlb_dif_hull_plane_count(&l->hulls, i); k++) {
                uint32_t plane =
                    dif_plane_index((uint16_t)l->hulls.hullPlaneIndices[l->hulls.hulls[i].planeStart + k]);
                if (plane < planes && !pass)
                    l->plane_start[plane + 2]++;
                else if (plane < planes)
                    l->by_plane[l->plane_start[plane + 1]++] = i;
            }
        for (uint32_t i = 0; i < planes && !pass; i++)
            l->plane_start[i + 2] += l->plane_start[i + 1];
    }
}

static bool is_listed_in(surface_lists *l, const tlb_dif_hull *hull)
{
    return tlb_within(hull->surfaceStart, hull->surfaceCount, l->r->x->hullSurfaceIndices.count);
}

/* Gives each surface the hull that lists it, and others the one they lie on. False when nothing changed. */
static bool assign(surface_lists *l)
{
    const tlb_dif_interior *x = l->r->x;
    bool changed = false;
    for (uint32_t h = 0; h < l->hulls.hullCount; h++) {
        const tlb_dif_hull *hull = &l->hulls.hulls[h];
        for (uint32_t i = 0; is_listed_in(l, hull) && i < hull->surfaceCount; i++) {
            tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + i);
            uint32_t at = position_of(x, ref);
            if (!dif_rebuild_step(l->r))
                return false;
            if (at == UINT32_MAX || l->hull[at]) { /* surfaces were taken out: entries may mean others */
                changed = true;
                continue;
            }
            l->hull[at] = h + 1;
        }
    }
    for (uint32_t at = 0; at < x->surfaces.count + x->nullSurfaces.count; at++) {
        bool null_surface = at >= x->surfaces.count;
        tlb_dif_surface_ref ref = {null_surface, null_surface ? at - x->surfaces.count : at};
        if (l->hull[at] && (!changed || lies_on(l, l->hull[at] - 1, ref)))
            continue;
        uint32_t hull = find_hull(l, ref);
        if (hull == UINT32_MAX)
            continue;
        l->hull[at] = hull + 1;
        changed = true;
    }
    return changed && l->r->steps;
}

/* Appends what a hull still lists, then what it got, each once. */
static void list_surfaces(surface_lists *l, uint32_t h, const uint32_t *first, const uint32_t *next,
                          uint32_t *data, uint32_t *count)
{
    tlb_dif_interior *x = l->r->x;
    tlb_dif_hull *hull = &x->convexHulls.data[h];
    uint32_t start = *count;
    for (uint32_t i = 0; is_listed_in(l, hull) && i < hull->surfaceCount; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + i);
        uint32_t at = position_of(x, ref);
        if (at == UINT32_MAX || l->hull[at] != h + 1)
            continue;
        l->hull[at] = 0;
        data[(*count)++] = ref.index | (ref.null_surface ? DIF_NULL_SURFACE : 0);
    }
    for (uint32_t at = first[h]; at; at = next[at - 1]) {
        if (l->hull[at - 1] != h + 1)
            continue;
        data[(*count)++] =
            at - 1 < x->surfaces.count ? at - 1 : (at - 1 - x->surfaces.count) | DIF_NULL_SURFACE;
    }
    hull->surfaceStart = start;
    if (*count - start > UINT16_MAX)
        *count = start + UINT16_MAX;
    hull->surfaceCount = (uint16_t)(*count - start);
}

static void fit_surface_lists(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    surface_lists l = {.r = r, .hulls = tlb_dif_interior_hulls(x)};
    uint32_t surfaces = x->surfaces.count + x->nullSurfaces.count;
    l.hull = tlb_dif_rebuild_scratch(r, surfaces, sizeof *l.hull);
    list_by_plane(&l);
    if (r->status || !assign(&l))
        return;
    r->edited = true;
    uint32_t *first = tlb_dif_rebuild_scratch(r, x->convexHulls.count, sizeof *first),
             *next = tlb_dif_rebuild_scratch(r, surfaces, sizeof *next), count = 0,
             *data = tlb_dif_keep(r->document, l.hull, surfaces, sizeof *data);
    if (!data)
        tlb_dif_rebuild_failed(r);
    if (r->status)
        return;
    for (uint32_t at = surfaces; at-- > 0;)
        if (l.hull[at]) {
            next[at] = first[l.hull[at] - 1];
            first[l.hull[at] - 1] = at + 1;
        }
    for (uint32_t h = 0; h < x->convexHulls.count; h++)
        list_surfaces(&l, h, first, next, data, &count);
    tlb_dif_replace_list(&x->hullSurfaceIndices, TLB_U32, data, count);
}

void tlb_dif_fit_hulls(dif_rebuild *r)
{
    fit_shapes(r);
    for (uint32_t i = 0; i < r->x->convexHulls.count && !r->status; i++)
        set_box(r->x, &r->x->convexHulls.data[i]);
    if (!r->status && are_in_order(r->x))
        fit_surface_lists(r);
}
