/* Planes as files have them, n . p + d of 32-bit floats, measured in double: what rays and points come down
 * to. */
#ifndef TLB_SCENE_GEOMETRY_PLANE_H
#define TLB_SCENE_GEOMETRY_PLANE_H

#include <math.h>

static inline double tlb_plane_distance(const float plane[4], const float point[3])
{
    return (double)plane[0] * point[0] + (double)plane[1] * point[1] + (double)plane[2] * point[2] + plane[3];
}

/* How far a point of the plane is to the left of the edge from a to b, seen from where the normal looks. NAN,
 * which fmin and fmax pass over, for an edge of no length. */
static inline double tlb_left_of_edge(const float a[3], const float b[3], const float normal[3],
                                      const float point[3])
{
    double edge[3], to[3], length = 0, area = 0;
    for (int axis = 0; axis < 3; axis++) {
        edge[axis] = (double)b[axis] - a[axis];
        to[axis] = (double)point[axis] - a[axis];
        length += edge[axis] * edge[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        area += normal[axis] * (edge[u] * to[v] - edge[v] * to[u]);
    }
    return length > 0 ? area / sqrt(length) : NAN;
}

/* The direction back from the end of a ray to its start; zeros for a ray of no length. */
static inline void tlb_against_ray(const float start[3], const float end[3], float direction[3])
{
    double back[3], length = 0;
    for (int axis = 0; axis < 3; axis++) {
        back[axis] = (double)start[axis] - end[axis];
        length += back[axis] * back[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        direction[axis] = length > 0 ? (float)(back[axis] / sqrt(length)) : 0;
}

#endif
