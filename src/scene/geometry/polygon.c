#include "scene/geometry/polygon.h"

#include <math.h>

void tlb_polygon_normal(const float (*corners)[3], uint32_t count, double normal[3])
{
    normal[0] = normal[1] = normal[2] = 0;
    /* Of differences to the first corner: far from the origin they stay exact. */
    for (uint32_t i = 1; i + 1 < count; i++) {
        double a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)corners[i][k] - (double)corners[0][k];
            b[k] = (double)corners[i + 1][k] - (double)corners[0][k];
        }
        for (int k = 0; k < 3; k++) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += a[u] * b[v] - a[v] * b[u];
        }
    }
}

typedef struct plane_axes {
    int u, v;    /* what is looked at: the normal's largest part is dropped */
    double sign; /* 1: counter-clockwise there, too */
} plane_axes;

static plane_axes axes_of(const double normal[3])
{
    int drop = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) > fabs(normal[drop]))
            drop = k;
    return (plane_axes){(drop + 1) % 3, (drop + 2) % 3, normal[drop] < 0 ? -1 : 1};
}

/* Positive: a, b, c turn to the left. */
static double turn(const plane_axes *p, const float a[3], const float b[3], const float c[3])
{
    double bu = (double)b[p->u] - (double)a[p->u], bv = (double)b[p->v] - (double)a[p->v];
    double cu = (double)c[p->u] - (double)a[p->u], cv = (double)c[p->v] - (double)a[p->v];
    return p->sign * (bu * cv - bv * cu);
}

static bool is_convex(const plane_axes *p, const float (*corners)[3], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = (i + 1) % count, last = (i + 2) % count;
        if (turn(p, corners[i], corners[next], corners[last]) < 0)
            return false;
        if (i > 1 && i + 1 < count && turn(p, corners[0], corners[i], corners[i + 1]) < 0)
            return false; /* winds around more than once */
    }
    return true;
}

static bool is_same(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Whether the corner between two others can be cut off: it turns left and no other corner is in the way.
 * Where polygons with holes pass a cut twice, corners at the same place are not in each other's way:
 * `touches`. */
static bool is_ear(const plane_axes *p, const float (*corners)[3], const uint32_t *next, uint32_t before,
                   bool touches, uint64_t *effort)
{
    uint32_t tip = next[before], after = next[tip];
    const float *a = corners[before], *b = corners[tip], *c = corners[after];
    if (turn(p, a, b, c) <= 0)
        return false;
    for (uint32_t i = next[after]; i != before; i = next[i]) {
        if (*effort)
            --*effort;
        const float *q = corners[i];
        if (touches && (is_same(q, a) || is_same(q, b) || is_same(q, c)))
            continue;
        if (turn(p, a, b, q) >= 0 && turn(p, b, c, q) >= 0 && turn(p, c, a, q) >= 0)
            return false;
    }
    return true;
}

void tlb_polygon_triangulate(const float (*corners)[3], uint32_t count, const double normal[3],
                             uint64_t *effort, uint32_t *next, uint32_t (*triangles)[3])
{
    plane_axes p = axes_of(normal);
    uint32_t made = 0, left = count, at = count - 1, tried = 0;
    for (uint32_t i = 0; i < count; i++)
        next[i] = (i + 1) % count;
    bool cuts = count > 3 && !is_convex(&p, corners, count), touches = false;
    while (cuts && left > 3 && *effort) {
        if (tried == left) {
            if (touches)
                break;
            touches = true;
            tried = 0;
        }
        --*effort;
        if (is_ear(&p, corners, next, at, touches, effort)) {
            triangles[made][0] = at;
            triangles[made][1] = next[at];
            triangles[made++][2] = next[next[at]];
            next[at] = next[next[at]];
            left--;
            tried = 0;
        } else {
            at = next[at];
            tried++;
        }
    }
    uint32_t first = cuts ? next[at] : 0;
    for (uint32_t i = next[first]; next[i] != first; i = next[i]) {
        triangles[made][0] = first;
        triangles[made][1] = i;
        triangles[made++][2] = next[i];
    }
}

bool tlb_polygon_is_high(double (*corners)[3], uint32_t count, double least)
{
    double sum[3] = {0, 0, 0}, longest = 0;
    for (uint32_t i = 1; i < count; i++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            double a[2] = {corners[i - 1][u] - corners[0][u], corners[i - 1][v] - corners[0][v]},
                   b[2] = {corners[i][u] - corners[0][u], corners[i][v] - corners[0][v]};
            sum[axis] += a[0] * b[1] - a[1] * b[0];
            square += (corners[i][axis] - corners[0][axis]) * (corners[i][axis] - corners[0][axis]);
        }
        longest = fmax(longest, square);
    }
    return sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] > least * least * longest;
}

void tlb_polygon_middle(double (*corners)[3], uint32_t count, double middle[3])
{
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = 0;
        for (uint32_t i = 0; i < count; i++)
            middle[axis] += corners[i][axis] / count;
    }
}
