/* Planes and points of a solid, each once, and hulls made of them. */
#include "level/solid.h"

#include <stdlib.h>
#include <string.h>

/* Of a distance, among the coordinates by which planes are told apart (solid.c). */
static const double distance_scale = 0.1;

bool tlb_solid_find_plane(tlb_solid_maker *m, const double normal[3], double distance,
                          tlb_solid_plane_ref *plane)
{
    double key[4], opposite[4];
    for (int axis = 0; axis < 3; axis++)
        key[axis] = normal[axis];
    key[3] = distance * distance_scale;
    for (int i = 0; i < 4; i++)
        opposite[i] = -key[i];
    uint32_t same = tlb_weld_look(&m->plane_weld, key), other = tlb_weld_look(&m->plane_weld, opposite);
    *plane = (tlb_solid_plane_ref){same < other ? same : other, other < same};
    if (plane->plane != TLB_WELD_NONE)
        return true;
    tlb_solid_plane *added = TLB_PUSH(&m->solid->arena, &m->solid->planes);
    if (!added || !tlb_weld_find(&m->plane_weld, &m->solid->arena, key, &plane->plane))
        return false;
    memcpy(added->normal, normal, sizeof added->normal);
    added->distance = distance;
    return true;
}

bool tlb_solid_find_point(tlb_solid_maker *m, const double at[3], uint32_t *point)
{
    if (!tlb_weld_find(&m->point_weld, &m->solid->arena, at, point))
        return false;
    if (*point < m->solid->points.count)
        return true;
    tlb_level_point *added = TLB_PUSH(&m->solid->arena, &m->solid->points);
    if (added)
        memcpy(*added, at, sizeof *added);
    return added;
}

static int compare_pairs(const void *a, const void *b)
{
    const tlb_solid_pair *one = a, *other = b;
    if (one->group != other->group)
        return one->group < other->group ? -1 : 1;
    return one->member < other->member ? -1 : one->member > other->member;
}

void tlb_solid_sort_pairs(tlb_solid_pairs *pairs)
{
    uint32_t count = 0;
    if (pairs->count)
        qsort(pairs->data, pairs->count, sizeof *pairs->data, compare_pairs);
    for (uint32_t i = 0; i < pairs->count; i++)
        if (!i || compare_pairs(&pairs->data[i - 1], &pairs->data[i]))
            pairs->data[count++] = pairs->data[i];
    pairs->count = count;
}

static bool add_point(tlb_solid_maker *m, tlb_solid_hull *hull, const double at[3])
{
    uint32_t point;
    if (!tlb_solid_find_point(m, at, &point))
        return false;
    for (uint32_t i = 0; i < hull->point_count; i++)
        if (m->solid->hull_points.data[hull->first_point + i] == point)
            return true;
    uint32_t *added = TLB_PUSH(&m->solid->arena, &m->solid->hull_points);
    if (!added)
        return false;
    *added = point;
    hull->point_count++;
    return true;
}

bool tlb_solid_add_hull(tlb_solid_maker *m, const tlb_solid_source *source, tlb_brush_kind kind,
                        const tlb_brush_shape *shape, const tlb_solid_plane_ref *planes)
{
    tlb_solid *solid = m->solid;
    tlb_solid_hull *hull = TLB_PUSH(&solid->arena, &solid->hulls);
    if (!hull)
        return false;
    *hull = (tlb_solid_hull){.source = *source,
                             .kind = kind,
                             .first_point = solid->hull_points.count,
                             .first_plane = solid->hull_planes.count};
    memcpy(hull->low, shape->low, sizeof hull->low);
    memcpy(hull->high, shape->high, sizeof hull->high);
    for (uint32_t i = 0; i < shape->points.count; i++)
        if (!add_point(m, hull, shape->points.data[i]))
            return false;
    for (uint32_t i = shape->rings.count; i-- > 0;) {
        if (!shape->rings.data[i].count)
            continue;
        tlb_solid_plane_ref *plane = TLB_PUSH(&solid->arena, &solid->hull_planes);
        if (!plane)
            return false;
        *plane = planes[i];
        hull->plane_count++;
    }
    return true;
}
