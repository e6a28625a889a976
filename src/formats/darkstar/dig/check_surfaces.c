/* Surfaces: what they refer to, and whether their polygons are as engines need them. */
#include "formats/darkstar/dig/check.h"

typedef double vector[3];

static void difference(vector out, const float a[3], const float b[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)a[i] - b[i];
}

static void cross(vector out, const vector a, const vector b)
{
    for (int i = 0; i < 3; i++) {
        int u = (i + 1) % 3, v = (i + 2) % 3;
        out[i] = a[u] * b[v] - a[v] * b[u];
    }
}

static double dot(const vector a, const vector b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* --- references --------------------------------------------------------------------------------------- */

static void check_references(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    TLB_CHECK_INDEX(c, DIG_SURFACE_PLANE, s->planeIdx, dig->planes.count,
                    tlb_at(c, "surfaces[%u].planeIdx", i), "planes");
    TLB_CHECK_RANGE(c, DIG_SURFACE_VERTICES, s->vertIdx, s->numVerts, dig->verts.count,
                    tlb_at(c, "surfaces[%u].vertIdx", i), "verts");
    if (s->numVerts < 3)
        TLB_FIND(c, DIG_SURFACE_CORNERS, tlb_at(c, "surfaces[%u].numVerts", i), "%u", s->numVerts);
}

/* Its points, and that they hold its corners. `listed` has for each point the last surface that listed it,
 * from 1. */
static void check_points(tlb_checker *c, const tlb_dig *dig, uint32_t i, uint32_t *listed)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    tlb_bit_list list = tlb_bit_list_open(dig->bits, s->pointIdx, s->pointBytes);
    uint32_t point;
    bool missing = false;
    while (!missing && tlb_bit_list_next(&list, &point)) {
        missing = point >= dig->points3.count;
        if (!missing)
            listed[point] = i + 1;
    }
    if (list.broken)
        TLB_FIND(c, DIG_SURFACE_POINTS, tlb_at(c, "surfaces[%u].pointIdx", i),
                 "%u bytes from %u on are no list within the %zu bytes there are", s->pointBytes, s->pointIdx,
                 dig->bits.size);
    else if (missing)
        TLB_FIND(c, DIG_SURFACE_POINTS, tlb_at(c, "surfaces[%u].pointIdx", i), "point %u: there are %u",
                 point, dig->points3.count);
    else if (dig_has_polygon(dig, s))
        for (uint32_t k = 0; k < s->numVerts; k++)
            if (listed[dig->verts.data[s->vertIdx + k].pIdx] != i + 1)
                TLB_FIND(c, DIG_POINT_UNLISTED, tlb_at(c, "surfaces[%u].pointIdx", i),
                         "vertex %u, point %u, is not listed", k, dig->verts.data[s->vertIdx + k].pIdx);
}

/* --- polygons ----------------------------------------------------------------------------------------- */

/* Twice its area, as a vector towards whom sees it counter-clockwise. */
static void area_of(const tlb_dig *dig, const tlb_dig_surface *s, vector area)
{
    area[0] = area[1] = area[2] = 0;
    for (uint32_t k = 2; k < s->numVerts; k++) {
        vector ab, ac, part;
        difference(ab, dig_corner(dig, s, k - 1), dig_corner(dig, s, 0));
        difference(ac, dig_corner(dig, s, k), dig_corner(dig, s, 0));
        cross(part, ab, ac);
        for (int axis = 0; axis < 3; axis++)
            area[axis] += part[axis];
    }
}

/* Whether the way around turns back anywhere, by more than a hundredth of a radian. */
static bool turns_back(const tlb_dig *dig, const tlb_dig_surface *s, const vector behind)
{
    for (uint32_t k = 0; k < s->numVerts; k++) {
        const float *a = dig_corner(dig, s, k), *b = dig_corner(dig, s, (k + 1u) % s->numVerts),
                    *c = dig_corner(dig, s, (k + 2u) % s->numVerts);
        vector ab, bc, turn;
        difference(ab, b, a);
        difference(bc, c, b);
        cross(turn, ab, bc);
        if (dot(turn, behind) < -0.01 * sqrt(dot(ab, ab) * dot(bc, bc)))
            return true;
    }
    return false;
}

static void check_polygon(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    float plane[4];
    double farthest = 0;
    vector area, behind;
    tlb_dig_surface_plane(dig, s, plane);
    for (uint32_t k = 0; k < s->numVerts; k++)
        farthest = fmax(farthest, fabs(tlb_plane_distance(plane, dig_corner(dig, s, k))));
    if (farthest > DIG_THICKNESS)
        TLB_FIND(c, DIG_OFF_PLANE, tlb_at(c, "surfaces[%u].planeIdx", i), "a vertex is %g off plane %u",
                 farthest, s->planeIdx);
    area_of(dig, s, area);
    for (int axis = 0; axis < 3; axis++)
        behind[axis] = -(double)plane[axis];
    if (!(dot(area, area) > 1e-12))
        TLB_FIND(c, DIG_NO_AREA, tlb_at(c, "surfaces[%u].vertIdx", i), "%g square metres",
                 sqrt(dot(area, area)) / 2);
    else if (dot(area, behind) < 0)
        TLB_FIND(c, DIG_TURNS_WRONG, tlb_at(c, "surfaces[%u].vertIdx", i), "plane %u faces %s", s->planeIdx,
                 s->flags & TLB_DIG_PLANE_FRONT ? "the other way" : "the same way");
    else if (turns_back(dig, s, behind))
        TLB_FIND(c, DIG_NOT_CONVEX, tlb_at(c, "surfaces[%u].vertIdx", i),
                 "its %u vertices make no convex polygon", s->numVerts);
}

static void check_uv(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    for (uint32_t k = 0; k < s->numVerts; k++) {
        const float *uv = dig->points2.data[dig->verts.data[s->vertIdx + k].tIdx];
        if (uv[0] < -1e-3f || uv[0] > 1.001f || uv[1] < -1e-3f || uv[1] > 1.001f) {
            TLB_FIND(c, DIG_UV_RANGE, tlb_at(c, "surfaces[%u].vertIdx", i), "vertex %u has %g, %g", k,
                     (double)uv[0], (double)uv[1]);
            break;
        }
    }
}

void dig_check_surfaces(tlb_checker *c, const tlb_dig *dig)
{
    uint32_t *listed = tlb_scratch(c, dig->points3.count, sizeof *listed);
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        check_references(c, dig, i);
        if (listed)
            check_points(c, dig, i, listed);
        if (!dig_has_polygon(dig, &dig->surfaces.data[i]))
            continue;
        check_polygon(c, dig, i);
        check_uv(c, dig, i);
    }
}
