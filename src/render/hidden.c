#include "render/hidden.h"

#include <math.h>

enum { TURNS = 8, MOST_SAMPLES = 512 };

static const double full_turn = 2 * 3.14159265358979323846;
static const double affordable_meetings = 3e7; /* of triangles and rays */
static const double off_the_front = 0.001;
static const double little = 0.25; /* of what there is */

/* Whether a ray from a point meets the triangle where its front, or either side, looks along the ray. */
static bool hides(const tlb_triangle *t, const double point[3], const double way[3])
{
    double edges[2][3], from[3], normal[3], part[2];
    tlb_triangle_edges(t, edges);
    tlb_triangle_normal(edges, normal);
    for (int axis = 0; axis < 3; axis++)
        from[axis] = point[axis] - (double)t->corners[0][axis];
    double along = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2];
    double distance = -(normal[0] * from[0] + normal[1] * from[1] + normal[2] * from[2]) / along;
    if ((along < 0 && !t->double_sided) || !(distance > 0) || !isfinite(distance))
        return false;
    for (int k = 0; k < 2; k++) {
        part[k] = 0; /* (way x from) . edge, of the other edge */
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            part[k] += (way[u] * from[v] - way[v] * from[u]) * edges[!k][axis];
        }
        part[k] /= k ? -along : along;
    }
    return part[0] >= 0 && part[1] >= 0 && part[0] + part[1] <= 1;
}

bool tlb_is_hidden(const tlb_triangles *triangles, const double point[3], const double way[3])
{
    for (size_t i = 0; i < triangles->count; i++)
        if (hides(&triangles->data[i], point, way))
            return true;
    return false;
}

/* A little before the middle of a triangle's front; false where it has no area. */
static bool stand_before(const tlb_triangle *t, double point[3], double normal[3])
{
    double edges[2][3];
    tlb_triangle_edges(t, edges);
    tlb_triangle_normal(edges, normal);
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int axis = 0; axis < 3; axis++) {
        double middle =
            ((double)t->corners[0][axis] + (double)t->corners[1][axis] + (double)t->corners[2][axis]) / 3;
        point[axis] = middle + off_the_front * normal[axis] / length;
    }
    return length > 0;
}

/* `ways` lead to where one may look from. */
static bool is_seen(const tlb_triangles *triangles, const tlb_triangle *t, double ways[TURNS][3])
{
    double point[3], normal[3];
    if (!stand_before(t, point, normal))
        return false;
    for (int i = 0; i < TURNS; i++) {
        const double *way = ways[i];
        bool front = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2] > 0;
        if (front && !tlb_is_hidden(triangles, point, way))
            return true;
    }
    return false;
}

bool tlb_is_mostly_hidden(const tlb_triangles *triangles, const double way[3])
{
    double affordable = affordable_meetings / TURNS / (double)triangles->count + 1, ways[TURNS][3];
    uint32_t samples = (uint32_t)fmin(fmin(MOST_SAMPLES, affordable), (double)triangles->count), seen = 0;
    for (int i = 0; i < TURNS; i++) {
        double s = sin(i * full_turn / TURNS), c = cos(i * full_turn / TURNS);
        ways[i][0] = c * way[0] + s * way[2];
        ways[i][1] = way[1];
        ways[i][2] = c * way[2] - s * way[0];
    }
    for (uint32_t i = 0; i < samples; i++)
        seen += is_seen(triangles, &triangles->data[(uint64_t)i * triangles->count / samples], ways);
    return seen < little * samples;
}
