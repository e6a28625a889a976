#include "dif_rays.h"

#include <math.h>
#include <stdio.h>

typedef double point[3];

static double dot(const point a, const point b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const point a, const point b, point out)
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Where a ray meets a triangle; 2 where it does not. */
static double meet(const point from, const point along, const float *const corners[3])
{
    point sides[3], normal, to;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            sides[k][i] = (double)corners[(k + 1) % 3][i] - corners[k][i];
    cross(sides[0], sides[1], normal);
    for (int i = 0; i < 3; i++)
        to[i] = corners[0][i] - from[i];
    double facing = dot(normal, along), t = facing != 0 ? dot(normal, to) / facing : 2;
    if (!(t >= 0 && t <= 1))
        return 2;
    for (int k = 0; k < 3; k++) {
        point off, turn;
        for (int i = 0; i < 3; i++)
            off[i] = from[i] + t * along[i] - corners[k][i];
        cross(sides[k], off, turn);
        if (dot(turn, normal) < -1e-6 * dot(normal, normal))
            return 2;
    }
    return t;
}

static double meet_polygon(const tlb_dif_interior *x, const uint32_t *points, uint32_t count,
                           const point from, const point along)
{
    double nearest = 2;
    for (uint32_t i = 1; i + 1 < count; i++) {
        const float *corners[3] = {x->points.data[points[0]], x->points.data[points[i]],
                                   x->points.data[points[i + 1]]};
        nearest = fmin(nearest, meet(from, along, corners));
    }
    return nearest;
}

static double meet_any(const tlb_dif_interior *x, const point from, const point along)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    double nearest = 2;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        uint32_t count = tlb_dif_surface_polygon(x, &x->surfaces.data[i], false, points);
        nearest = fmin(nearest, meet_polygon(x, points, count, from, along));
    }
    for (uint32_t i = 0; i < x->nullSurfaces.count; i++) {
        uint32_t count = tlb_dif_null_surface_polygon(x, &x->nullSurfaces.data[i], points);
        nearest = fmin(nearest, meet_polygon(x, points, count, from, along));
    }
    return nearest;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

dif_rays dif_rays_cast(const tlb_dif_interior *x, uint32_t count)
{
    dif_rays rays = {0};
    uint32_t random = 1;
    for (uint32_t i = 0; i < count; i++) {
        float ends[2][3];
        for (int end = 0; end < 2; end++)
            for (int axis = 0; axis < 3; axis++) {
                double low = x->boundingBox[axis], size = (double)x->boundingBox[axis + 3] - low;
                ends[end][axis] = (float)(low + size * (next_random(&random) % 10007) / 10007);
            }
        ends[0][i % 3] = x->boundingBox[i % 3 + (i & 1 ? 3 : 0)] + (i & 1 ? 1 : -1);
        point from, along;
        for (int axis = 0; axis < 3; axis++) {
            from[axis] = ends[0][axis];
            along[axis] = (double)ends[1][axis] - ends[0][axis];
        }
        tlb_dif_hit hit;
        double expected = meet_any(x, from, along), length = sqrt(dot(along, along));
        bool found = tlb_dif_cast_ray(x, ends[0], ends[1], &hit);
        bool is_right =
            found == (expected <= 1) && (!found || fabs((double)hit.t - expected) * length <= 0.01);
        if (!is_right && rays.right == i)
            snprintf(rays.first_wrong, sizeof rays.first_wrong, "ray %u: hit %d at %g, expected %g", i, found,
                     found ? (double)hit.t : 0, expected);
        rays.right += is_right;
        rays.hits += found;
    }
    return rays;
}
