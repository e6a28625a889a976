/* Polygons cut at the planes of a BSP tree, and the middles of what is left of them in its leaves. */
#include "formats/torque/dif/check.h"

#include <string.h>

#define LEAST_HEIGHT 0.1 /* of the parts whose middles are sampled */

uint32_t dif_cut(const float plane[4], double margin, double (*in)[3], uint32_t count, dif_polygon out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept + 2 <= sizeof(dif_polygon) / sizeof *out; i++) {
        const double *a = in[i], *b = in[i + 1 < count ? i + 1 : 0];
        double from = plane[3] + margin, to = plane[3] + margin;
        for (int axis = 0; axis < 3; axis++) {
            from += plane[axis] * a[axis];
            to += plane[axis] * b[axis];
        }
        if (!(from < 0))
            memcpy(out[kept++], a, sizeof *out);
        if ((from < 0) == (to < 0))
            continue;
        for (int axis = 0; axis < 3; axis++)
            out[kept][axis] = a[axis] + from / (from - to) * (b[axis] - a[axis]);
        kept++;
    }
    return kept;
}

/* Whether a polygon is large enough for its middle to be told from its edges. */
static bool is_high(double (*polygon)[3], uint32_t count)
{
    double sum[3] = {0, 0, 0}, longest = 0;
    for (uint32_t i = 1; i < count; i++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            double a[2] = {polygon[i - 1][u] - polygon[0][u], polygon[i - 1][v] - polygon[0][v]},
                   b[2] = {polygon[i][u] - polygon[0][u], polygon[i][v] - polygon[0][v]};
            sum[axis] += a[0] * b[1] - a[1] * b[0];
            square += (polygon[i][axis] - polygon[0][axis]) * (polygon[i][axis] - polygon[0][axis]);
        }
        longest = fmax(longest, square);
    }
    return sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] > LEAST_HEIGHT * LEAST_HEIGHT * longest;
}

static void add_middle(dif_sampler *s, double (*polygon)[3], uint32_t count)
{
    double *middle = s->middles[s->count++];
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = 0;
        for (uint32_t i = 0; i < count; i++)
            middle[axis] += polygon[i][axis] / count;
    }
}

/* The polygon is s->parts[depth]; what lies on either side of a node goes on as the next. */
static void go_down(dif_sampler *s, uint32_t frontOrBackIndex, uint32_t depth, uint32_t count)
{
    double(*polygon)[3] = s->parts[depth];
    if (count < 3 || s->count == DIF_MOST_SAMPLES || !is_high(polygon, count))
        return;
    tlb_dif_child child = tlb_dif_child_of(s->x, frontOrBackIndex);
    if (child.kind != TLB_DIF_NODE) {
        add_middle(s, polygon, count);
        return;
    }
    float plane[4];
    if (child.index >= s->x->bspNodes.count || depth + 1 == s->depth || !s->steps ||
        !tlb_dif_plane_of(s->x, s->x->bspNodes.data[child.index].planeIndex, false, plane))
        return;
    s->steps--;
    const tlb_dif_bsp_node *node = &s->x->bspNodes.data[child.index];
    go_down(s, node->frontIndex, depth + 1, dif_cut(plane, 0, polygon, count, s->parts[depth + 1]));
    for (int i = 0; i < 4; i++)
        plane[i] = -plane[i];
    go_down(s, node->backIndex, depth + 1, dif_cut(plane, 0, polygon, count, s->parts[depth + 1]));
}

dif_sampler *dif_sampler_create(tlb_checker *c, const tlb_dif_interior *interior, uint64_t steps)
{
    dif_sampler *s = tlb_scratch(c, 1, sizeof *s);
    if (!s)
        return NULL;
    s->x = interior;
    s->steps = steps;
    s->depth = interior->bspNodes.count < DIF_MOST_DEEP ? interior->bspNodes.count + 1 : DIF_MOST_DEEP;
    s->parts = tlb_scratch(c, s->depth, sizeof *s->parts);
    return s->parts ? s : NULL;
}

void dif_sample(dif_sampler *s, const uint32_t *points, uint32_t count, const float plane[4], double beside)
{
    s->count = 0;
    if (count > DIF_MOST_CORNERS)
        return;
    for (int side = 1; side >= -1; side -= 2) {
        uint32_t first = s->count;
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++)
                s->parts[0][i][axis] = s->x->points.data[points[i]][axis] + side * beside * plane[axis];
        go_down(s, 0, 0, count);
        for (uint32_t i = first; i < s->count; i++)
            for (int axis = 0; axis < 3; axis++)
                s->middles[i][axis] -= side * beside * plane[axis];
    }
}
