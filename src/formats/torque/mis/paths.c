/* Moving interiors: in a group, an interior goes along the markers of the path beside it. */
#include "formats/torque/mis/mis.h"

#include "formats/torque/shared/path.h"

#include <math.h>
#include <stdlib.h>

typedef struct marker {
    double number; /* seqNum, else as it comes */
    uint32_t order;
    tlb_dif_way_point point;
} marker;

static double number_of(const tlb_mission_object *object, const char *field, double otherwise)
{
    tlb_mission_numbers_of(object, field, &otherwise, 1);
    return otherwise;
}

static uint32_t smoothing_of(const tlb_mission_object *object)
{
    const tlb_mission_field *field = tlb_mission_find(object, "smoothingType");
    if (field && tlb_same_nocase(field->value.data, "Accelerate"))
        return TLB_DIF_PATH_ACCELERATE;
    return field && tlb_same_nocase(field->value.data, "Spline") ? TLB_DIF_PATH_SPLINE : TLB_DIF_PATH_LINEAR;
}

static marker marker_of(const tlb_mission_object *object, uint32_t order)
{
    double at[3] = {0, 0, 0}, time = number_of(object, "msToNext", 1000);
    marker m = {.number = number_of(object, "seqNum", order), .order = order};
    tlb_mission_numbers_of(object, "position", at, 3);
    for (int i = 0; i < 3; i++)
        m.point.pos[i] = (float)at[i];
    m.point.msToNext = time > 0 && time < UINT32_MAX ? (uint32_t)time : 0;
    m.point.smoothingType = smoothing_of(object);
    return m;
}

static int compare_markers(const void *a, const void *b)
{
    const marker *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* The path in a group; TLB_NONE: there is none. */
static int32_t find_path(const tlb_mission_scene *s, int32_t group)
{
    for (uint32_t i = (uint32_t)(group + 1); i < s->mission->objects.count && s->parents[i] >= group; i++)
        if (s->parents[i] == group && mission_is(&s->mission->objects.data[i], "Path"))
            return (int32_t)i;
    return TLB_NONE;
}

/* Its markers as way points, in the order of their numbers. NULL: no memory, or there are none. */
static tlb_dif_way_point *way_points_of(tlb_mission_scene *s, uint32_t path, uint32_t *count)
{
    uint32_t most = 0;
    *count = 0;
    for (uint32_t i = path + 1; i < s->mission->objects.count && s->parents[i] >= (int32_t)path; i++)
        most++;
    marker *markers = tlb_alloc_array(&s->work, most, sizeof *markers);
    tlb_dif_way_point *points = tlb_alloc_array(&s->work, most, sizeof *points);
    if (!markers || !points)
        return NULL;
    for (uint32_t i = path + 1; i <= path + most; i++)
        if (s->parents[i] == (int32_t)path && mission_is(&s->mission->objects.data[i], "Marker")) {
            markers[*count] = marker_of(&s->mission->objects.data[i], *count);
            ++*count;
        }
    if (*count)
        qsort(markers, *count, sizeof *markers, compare_markers);
    for (uint32_t i = 0; i < *count; i++)
        points[i] = markers[i].point;
    return points;
}

/* --- keys ---------------------------------------------------------------------------------------------- */

typedef struct mover {
    int32_t node;
    bool loops;
    torque_path_keys keys;
} mover;

static bool find_keys(tlb_mission_scene *s, uint32_t object, mover *m)
{
    const tlb_mission_object *o = &s->mission->objects.data[object];
    int32_t path = find_path(s, s->parents[object]);
    double base[3] = {0, 0, 0};
    tlb_dif_path_follower follower = {.interiorResIndex = 0};
    *m = (mover){.node = s->nodes[object]};
    if (path == TLB_NONE)
        return true;
    follower.wayPoints.data = way_points_of(s, (uint32_t)path, &follower.wayPoints.count);
    if (!follower.wayPoints.data)
        return false;
    if (follower.wayPoints.count < 2)
        return true;
    tlb_mission_numbers_of(o, "basePosition", base, 3);
    for (int i = 0; i < 3; i++)
        follower.offset[i] = 0 - (float)base[i];
    torque_path p = tlb_torque_path_of(&follower, number_of(o, "initialPosition", 0),
                                       number_of(o, "initialTargetPosition", 0));
    m->loops = p.target != 0;
    return tlb_torque_path_keys(tlb_scene_arena(s->scene), &p, &m->keys);
}

static bool add_animation(tlb_mission_scene *s, mover *movers, uint32_t count)
{
    tlb_arena *arena = tlb_scene_arena(s->scene);
    tlb_animation *animation = tlb_scene_add_animation(s->scene, "paths");
    if (!animation || !tlb_animation_reserve(s->scene, animation, count, 0))
        return false;
    for (uint32_t i = 0; i < count; i++)
        animation->duration = fmaxf(animation->duration, movers[i].keys.times[movers[i].keys.count - 1]);
    for (uint32_t i = 0; i < count; i++) {
        if (movers[i].loops && !tlb_torque_path_repeat(arena, animation->duration, &movers[i].keys))
            return false;
        const torque_path_keys *k = &movers[i].keys;
        animation->loops |= movers[i].loops;
        animation->channels[i] = (tlb_channel){
            movers[i].node, TLB_TARGET_TRANSLATION, TLB_LINEAR, k->count, k->times, k->values[0]};
    }
    return true;
}

tlb_status tlb_mis_add_paths(tlb_mission_scene *s)
{
    uint32_t count = 0;
    bool good = true;
    mover *movers = tlb_alloc_array(&s->work, s->mission->objects.count, sizeof *movers);
    for (uint32_t i = 0; movers && good && i < s->mission->objects.count; i++) {
        if (s->shares[i] != MISSION_SHOWN || !mission_is(&s->mission->objects.data[i], "PathedInterior"))
            continue;
        good = find_keys(s, i, &movers[count]);
        count += good && movers[count].keys.count > 1;
    }
    if (movers && good && count)
        good = add_animation(s, movers, count);
    return movers && good ? TLB_OK
                          : tlb_report_memory(s->placer.conversion->context,
                                              tlb_arena_refused(&s->work, tlb_scene_arena(s->scene)));
}
