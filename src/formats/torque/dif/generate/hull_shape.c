/* The faces and edges of a convex hull. */
#include "formats/torque/dif/generate/hull_shape.h"
#include "formats/torque/dif/check/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char not_convex[] = "its planes and points do not form a convex hull";

/* --- the faces of a hull ------------------------------------------------------------------------------ */

/* How near a plane a point is on it. Half a millimeter parted them in every hull of the files looked at; a
 * small hull asks for more care, and far from the origin numbers are no finer. */
double tlb_dif_hull_thickness(const float *const *points, uint32_t count)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fmin(low[axis], points[i][axis]);
            high[axis] = fmax(high[axis], points[i][axis]);
        }
    double extent = 0, reach = 0;
    for (int axis = 0; axis < 3; axis++) {
        extent = fmax(extent, high[axis] - low[axis]);
        reach = fmax(reach, fmax(fabs(low[axis]), fabs(high[axis])));
    }
    return fmax(fmin(0.0005, extent / 1000), ldexp(fmin(reach, FLT_MAX), -21));
}

typedef struct corner {
    double angle;
    uint8_t point;
} corner;

static int by_angle(const void *a, const void *b)
{
    const corner *one = a, *other = b;
    if (one->angle != other->angle)
        return one->angle < other->angle ? -1 : 1;
    return (one->point > other->point) - (one->point < other->point);
}

/* Gives each corner its angle around the middle, growing clockwise as seen from where the normal points. */
static void set_angles(const dif_hull_shape *s, const float normal[3], corner *corners, uint32_t count)
{
    double middle[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += (double)s->points[corners[i].point][axis] / count;
    int drop = 0; /* the axis along which the plane is looked at */
    for (int axis = 1; axis < 3; axis++)
        if (fabsf(normal[axis]) > fabsf(normal[drop]))
            drop = axis;
    int right = (drop + 1) % 3, up = (drop + 2) % 3;
    for (uint32_t i = 0; i < count; i++) {
        const float *point = s->points[corners[i].point];
        double x = point[right] - middle[right], y = point[up] - middle[up];
        corners[i].angle = normal[drop] > 0 ? atan2(-y, x) : atan2(y, x);
    }
}

bool tlb_dif_hull_add_face(dif_hull_shape *s, const float plane[4], double near)
{
    corner corners[TLB_DIF_HULL_MAX];
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < s->point_count; i++)
        if (fabs(tlb_plane_distance(plane, s->points[i])) <= near)
            corners[count++].point = (uint8_t)i;
    if (count < 3)
        count = 0;
    if (count > DIF_MOST_HULL_CORNERS - s->corner_count)
        return false;
    set_angles(s, plane, corners, count);
    qsort(corners, count, sizeof *corners, by_angle);
    for (uint32_t i = 1; i < count; i++)
        if (corners[i].point < corners[first].point)
            first = i;
    s->faces[s->face_count++] = (dif_hull_face){s->corner_count, count};
    for (uint32_t i = 0; i < count; i++)
        s->corners[s->corner_count++] = corners[(first + i) % count].point;
    return true;
}

static const char *find_faces(dif_hull_shape *s, const tlb_dif_interior *interior, const tlb_dif_hull *hull,
                              uint32_t plane_count)
{
    s->point_count = hull->hullCount;
    s->face_count = s->corner_count = 0;
    for (uint32_t i = 0; i < s->point_count; i++) {
        uint32_t point = interior->hullIndices.data[hull->hullStart + i];
        if (point >= interior->points.count)
            return "a point index is out of range";
        s->points[i] = interior->points.data[point];
    }
    double near = tlb_dif_hull_thickness(s->points, s->point_count);
    for (uint32_t i = 0; i < plane_count; i++) {
        float plane[4];
        uint32_t index = interior->hullPlaneIndices.data[hull->planeStart + i];
        if (index > UINT16_MAX || !tlb_dif_plane_of(interior, (uint16_t)index, true, plane))
            return "a plane index is out of range";
        if (!tlb_dif_hull_add_face(s, plane, near))
            return not_convex;
    }
    return NULL;
}

/* --- edges -------------------------------------------------------------------------------------------- */

bool tlb_dif_hull_note_edges(dif_hull_shape *s, uint32_t face)
{
    const uint8_t *corners = s->corners + s->faces[face].start;
    for (uint32_t i = 0, n = s->faces[face].count; i < n; i++) {
        uint8_t *at = &s->face_at[corners[i]][corners[(i + 1) % n]];
        if (*at != DIF_NO_FACE)
            return false;
        *at = (uint8_t)face;
    }
    return true;
}

static void find_edges(dif_hull_shape *s)
{
    s->edge_count = 0;
    for (uint32_t low = 0; low < s->point_count; low++)
        for (uint32_t high = low + 1; high < s->point_count; high++) {
            uint8_t up = s->face_at[low][high], down = s->face_at[high][low];
            if (up != DIF_NO_FACE || down != DIF_NO_FACE)
                s->edges[s->edge_count++] = (dif_hull_edge){(uint8_t)low, (uint8_t)high, {up, down}};
        }
}

/* --- where each face begins --------------------------------------------------------------------------- */

static void rotate_face(dif_hull_shape *s, uint32_t index, uint32_t first_point)
{
    const dif_hull_face *f = &s->faces[index];
    uint8_t *corners = s->corners + f->start, copy[TLB_DIF_HULL_MAX];
    uint32_t first = 0;
    while (corners[first] != first_point)
        first++;
    memcpy(copy, corners, f->count);
    for (uint32_t i = 0; i < f->count; i++)
        corners[i] = copy[(first + i) % f->count];
}

/* The faces are found one from the other, breadth first, from the last one on: each begins with the edge it
 * was found over. */
static void rotate_faces(dif_hull_shape *s)
{
    uint8_t queue[DIF_MOST_FACES];
    bool found[DIF_MOST_FACES] = {false};
    uint32_t queued = 0;
    if (s->face_count) {
        queue[queued++] = (uint8_t)(s->face_count - 1);
        found[s->face_count - 1] = true;
    }
    for (uint32_t at = 0; at < queued; at++) {
        const uint8_t *corners = s->corners + s->faces[queue[at]].start;
        for (uint32_t i = 0, n = s->faces[queue[at]].count; i < n; i++) {
            uint8_t from = corners[(i + 1) % n], other = s->face_at[from][corners[i]];
            if (other == DIF_NO_FACE || found[other])
                continue;
            rotate_face(s, other, from);
            found[other] = true;
            queue[queued++] = other;
        }
    }
}

const char *tlb_dif_hull_take_apart(dif_hull_shape *s, const tlb_dif_interior *interior, uint32_t hull)
{
    const tlb_dif_hull *of = &interior->convexHulls.data[hull];
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(interior);
    uint32_t planes = tlb_dif_hull_plane_count(&hulls, hull);
    if (of->hullCount > TLB_DIF_HULL_MAX ||
        !tlb_within(of->hullStart, of->hullCount, interior->hullIndices.count))
        return "its range exceeds hullIndices, or it has more than 255 points";
    if (planes > DIF_MOST_FACES)
        return "it has more than 255 planes";
    const char *refusal = find_faces(s, interior, of, planes);
    if (refusal)
        return refusal;
    memset(s->face_at, DIF_NO_FACE, sizeof s->face_at);
    for (uint32_t f = 0; f < s->face_count; f++)
        if (!tlb_dif_hull_note_edges(s, f))
            return not_convex;
    rotate_faces(s);
    find_edges(s);
    return NULL;
}

bool tlb_dif_hull_encloses(const dif_hull_shape *s, const tlb_dif_interior *interior, uint32_t hull)
{
    enum { LEAST_FACES = 4 };
    bool used[TLB_DIF_HULL_MAX] = {false};
    for (uint32_t i = 0; i < s->edge_count; i++) {
        if (s->edges[i].faces[0] == DIF_NO_FACE || s->edges[i].faces[1] == DIF_NO_FACE)
            return false;
        used[s->edges[i].low] = used[s->edges[i].high] = true;
    }
    for (uint32_t i = 0; i < s->point_count; i++)
        if (!used[i])
            return false;
    for (uint32_t f = 0; f < s->face_count; f++) {
        const tlb_dif_hull *of = &interior->convexHulls.data[hull];
        float plane[4];
        tlb_dif_plane_of(interior, (uint16_t)interior->hullPlaneIndices.data[of->planeStart + f], true,
                         plane);
        for (uint32_t i = 0; i < s->point_count; i++)
            if (tlb_plane_distance(plane, s->points[i]) > DIF_THICKNESS)
                return false;
    }
    return s->face_count >= LEAST_FACES;
}
