/* A solid, made step by step. */
#include "level/solid.h"

#include "base/context.h"

#include <stdlib.h>
#include <string.h>

/* Planes are one if their normals differ by 1e-4 and their distances by 1e-3 at most. */
static const double plane_reach = 1e-4, distance_scale = 0.1;

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

static tlb_status make(tlb_solid_maker *m)
{
    static tlb_status (*const steps[])(tlb_solid_maker *) = {tlb_solid_make_hulls,  tlb_solid_make_faces,
                                                             tlb_solid_close_edges, tlb_solid_make_portals,
                                                             tlb_solid_make_tree,   tlb_solid_make_zones};
    tlb_status status = TLB_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = steps[i](m);
    return status;
}

tlb_status tlb_solid_make(tlb_context *context, const tlb_level *level, uint32_t detail, uint32_t mover,
                          tlb_solid **solid)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    *solid = tlb_zalloc(&arena, sizeof **solid);
    if (!*solid)
        return tlb_report_memory(context, &arena);
    (*solid)->arena = arena;
    tlb_solid_maker m = {.context = context,
                         .level = level,
                         .detail = detail,
                         .mover = mover,
                         .solid = *solid,
                         .plane_weld = {.dimensions = 4, .reach = plane_reach},
                         .point_weld = {.dimensions = 3, .reach = TLB_LEVEL_NEAR}};
    tlb_arena_init(&m.scratch, context->account);
    tlb_status status = make(&m);
    tlb_arena_release(&m.scratch);
    if (status) {
        tlb_solid_free(*solid);
        *solid = NULL;
    }
    return status;
}

void tlb_solid_free(tlb_solid *solid)
{
    if (!solid)
        return;
    tlb_arena arena = solid->arena; /* a copy: the solid itself lives in it */
    tlb_arena_release(&arena);
}
