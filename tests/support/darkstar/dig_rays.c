#include "dig_rays.h"

#include <math.h>

static double along_plane(const float plane[4], const float p[3])
{
    return (double)plane[0] * p[0] + (double)plane[1] * p[1] + (double)plane[2] * p[2] + plane[3];
}

/* The least distance from inside a clockwise polygon to its edges; negative outside. */
static double depth_in(const tlb_dig *dig, const tlb_dig_surface *surface, const float plane[4],
                       const double p[3])
{
    double least = INFINITY;
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        const float *a = dig->points3.data[dig->verts.data[surface->vertIdx + i].pIdx];
        const float *b =
            dig->points3.data[dig->verts.data[surface->vertIdx + (i + 1) % surface->numVerts].pIdx];
        double area = 0, length = 0;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            area -=
                plane[axis] * (((double)b[u] - a[u]) * (p[v] - a[v]) - ((double)b[v] - a[v]) * (p[u] - a[u]));
            length += ((double)b[axis] - a[axis]) * ((double)b[axis] - a[axis]);
        }
        least = fmin(least, area / sqrt(length));
    }
    return least;
}

/* Where a ray first meets the front of a surface, from 0 to 1; 2 when it does not. Doubtful: it passes a
 * surface's edge so closely, or grazes it so flatly, that rounding decides. */
static double first_surface(const tlb_dig *dig, const float start[3], const float end[3], double length,
                            double near, bool *doubtful)
{
    static const double shallow = 0.02; /* sine of the angle between ray and surface */
    double first = 2;
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        float plane[4];
        double at[3];
        tlb_dig_surface_plane(dig, &dig->surfaces.data[i], plane);
        double from = along_plane(plane, start), to = along_plane(plane, end);
        if (from * to > 0 && fabs(from) > near && fabs(to) > near)
            continue;
        double t = from / (from - to);
        for (int axis = 0; axis < 3; axis++)
            at[axis] = start[axis] + t * ((double)end[axis] - start[axis]);
        double depth = depth_in(dig, &dig->surfaces.data[i], plane, at);
        if (depth > -near)
            *doubtful |=
                depth < near || fabs(from - to) < shallow * length || fabs(from) < near || fabs(to) < near;
        if (depth >= 0 && from > 0 && to <= 0 && t < first)
            first = t;
    }
    return first;
}

static void pick_point(const tlb_dig *dig, uint32_t *random, float point[3])
{
    for (int axis = 0; axis < 3; axis++) {
        *random ^= *random << 13;
        *random ^= *random >> 17;
        *random ^= *random << 5;
        point[axis] =
            dig->box[axis] + (dig->box[axis + 3] - dig->box[axis]) * ((float)*random / 4294967296.0f);
    }
}

static bool is_empty(const tlb_dig *dig, const float point[3])
{
    uint32_t leaf;
    tlb_dig_leaf_info info;
    return tlb_dig_find_leaf(dig, point, &leaf) && tlb_dig_leaf_at(dig, leaf, &info) && !info.solid;
}

void dig_rays_cast(const tlb_dig *dig, int most, double near, dig_rays *rays)
{
    uint32_t random = 1;
    for (int i = 0; i < most; i++) {
        float start[3], end[3];
        tlb_dig_hit hit;
        bool doubtful = false;
        double length = 0;
        pick_point(dig, &random, start);
        pick_point(dig, &random, end);
        if (!is_empty(dig, start))
            continue;
        for (int axis = 0; axis < 3; axis++)
            length += ((double)end[axis] - start[axis]) * ((double)end[axis] - start[axis]);
        length = sqrt(length);
        double expected = first_surface(dig, start, end, length, near, &doubtful);
        if (doubtful)
            continue;
        bool any = tlb_dig_cast_ray(dig, start, end, &hit);
        bool same = any == (expected <= 1) && (!any || fabs(hit.t - expected) * length < near);
        count(&rays->rays, same);
        if (any && same)
            count(&rays->surfaces, hit.has_surface);
    }
}
