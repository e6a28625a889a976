/* Polygons cut at the planes of the BSP tree. */
#include "formats/darkstar/dig/cut.h"
#include "scene/geometry/polygon.h"

#include <string.h>

/* Of what is visited, in meters: where planes meet at a small angle, points that are off them by millimeters
 * are in another leaf by decimeters. */
#define LEAST_HEIGHT 0.3

bool tlb_dig_cutter_init(tlb_checker *c, const tlb_dig *dig, uint64_t steps, dig_cutter *cutter)
{
    uint32_t depth = dig->nodes.count < DIG_MOST_DEEP ? dig->nodes.count + 1 : DIG_MOST_DEEP;
    *cutter = (dig_cutter){.dig = dig, .steps = steps, .depth = depth};
    cutter->parts = tlb_scratch(c, depth, sizeof *cutter->parts);
    return cutter->parts != NULL;
}

uint32_t tlb_dig_cut_behind(const float plane[4], double margin, double (*in)[3], uint32_t count,
                            dig_polygon out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept + 2 <= sizeof(dig_polygon) / sizeof *out; i++) {
        const double *a = in[i], *b = in[i + 1 < count ? i + 1 : 0];
        double from = dig_distance(plane, a) + margin, to = dig_distance(plane, b) + margin;
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

/* The polygon is parts[depth]; what lies on either side of a node goes on as the next. */
static void cut_below(dig_cutter *s, int32_t child, uint32_t depth, uint32_t count)
{
    double(*polygon)[3] = s->parts[depth];
    if (count < 3 || !tlb_polygon_is_high(polygon, count, LEAST_HEIGHT))
        return;
    if (child < 0) {
        s->visit(s->context, dig_leaf_of(child), polygon, count);
        return;
    }
    if ((uint32_t)child >= s->dig->nodes.count || depth + 1 == s->depth || !s->steps)
        return;
    const tlb_dig_node *node = &s->dig->nodes.data[child];
    if (node->planeIdx >= s->dig->planes.count)
        return;
    float plane[4];
    s->steps--;
    memcpy(plane, s->dig->planes.data[node->planeIdx], sizeof plane);
    cut_below(s, node->front, depth + 1, tlb_dig_cut_behind(plane, 0, polygon, count, s->parts[depth + 1]));
    for (int i = 0; i < 4; i++)
        plane[i] = -plane[i];
    cut_below(s, node->back, depth + 1, tlb_dig_cut_behind(plane, 0, polygon, count, s->parts[depth + 1]));
}

void tlb_dig_cut(dig_cutter *cutter, int32_t child, uint32_t count)
{
    cut_below(cutter, child, 0, count);
}
