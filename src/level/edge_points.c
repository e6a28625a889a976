#include "level/edge_points.h"

#include "level/level.h"
#include "level/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tlb_edge_points_make(tlb_edge_points *e, double (*points)[3], const bool *is_used, uint32_t count,
                          tlb_arena *arena)
{
    tlb_level_box *boxes = tlb_alloc_array(arena, count, sizeof *boxes);
    uint32_t used = 0;
    *e = (tlb_edge_points){.points = points, .numbers = tlb_alloc_array(arena, count, sizeof *e->numbers)};
    if (!boxes || !e->numbers)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_used[i])
            continue;
        memcpy(boxes[used].low, points[i], sizeof boxes[used].low);
        memcpy(boxes[used].high, points[i], sizeof boxes[used].high);
        e->numbers[used++] = i;
    }
    return tlb_box_tree_make(&e->tree, boxes, used, arena);
}

typedef struct on_edge {
    double along;
    uint32_t point;
} on_edge;

static int compare_along(const void *a, const void *b)
{
    const on_edge *one = a, *other = b;
    if (one->along != other->along)
        return one->along < other->along ? -1 : 1;
    return one->point < other->point ? -1 : one->point > other->point;
}

bool tlb_edge_points_find(tlb_edge_points *e, uint32_t from, uint32_t to, tlb_arena *arena, uint32_t **found,
                          uint32_t *count)
{
    bool is_up = from < to;
    const double *low = e->points[is_up ? from : to], *high = e->points[is_up ? to : from];
    double edge[3], length = sqrt(tlb_square_distance(low, high));
    *count = 0;
    e->near = (tlb_box_list){0};
    if (!tlb_box_tree_cross(&e->tree, low, high, TLB_EDGE_POINTS_NEAR, arena, &e->near))
        return false;
    on_edge *sorted = tlb_alloc_array(arena, e->near.count, sizeof *sorted);
    *found = tlb_alloc_array(arena, e->near.count, sizeof **found);
    if (!sorted || !*found)
        return false;
    tlb_subtract(high, low, edge);
    for (uint32_t i = 0; i < e->near.count; i++) {
        uint32_t point = e->numbers[e->near.data[i]];
        double way[3], across[3];
        tlb_subtract(e->points[point], low, way);
        tlb_cross(way, edge, across);
        double along = tlb_dot(way, edge) / length;
        if (point != from && point != to && along > 0 && along < length &&
            sqrt(tlb_dot(across, across)) <= TLB_EDGE_POINTS_NEAR * length)
            sorted[(*count)++] = (on_edge){along, point};
    }
    qsort(sorted, *count, sizeof *sorted, compare_along);
    for (uint32_t i = 0; i < *count; i++)
        (*found)[i] = sorted[is_up ? i : *count - 1 - i].point;
    return true;
}
