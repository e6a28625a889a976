#include "formats/torque/shared/path.h"

#include <math.h>
#include <string.h>

enum {
    PIECES = 16,     /* straight ones that show the curve between two way points */
    MOST_KEYS = 4096 /* of what is repeated */
};

torque_path tlb_torque_path_of(const tlb_dif_path_follower *follower, double initial_position,
                               double initial_target_position)
{
    torque_path p = {.follower = follower};
    for (uint32_t i = 0; i + 1 < follower->wayPoints.count; i++)
        p.duration += follower->wayPoints.data[i].msToNext;
    p.start = initial_position > 0 ? (initial_position < p.duration ? initial_position : p.duration) : 0;
    p.target =
        initial_target_position == -1 || initial_target_position == -2 ? (int)initial_target_position : 0;
    return p;
}

static void turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

/* (1 - cos(pi t)) / 2, by the sine's series: the libraries of two machines differ in their last bits. */
static float eased(float t)
{
    float x = 2 * t - 1, y = x * x;
    float higher = y * (0.07969263f + y * (-0.00468175f + y * 0.00016044f));
    return 0.5f + 0.5f * x * (1.57079633f + y * (-0.6459641f + higher));
}

/* Between way point `from` and the next, at `t` from 0 to 1. A curve's outer points wrap around the path. */
static void place_between(const tlb_dif_path_follower *follower, uint32_t from, float t, float out[3])
{
    const tlb_dif_way_point *points = follower->wayPoints.data;
    uint32_t last = follower->wayPoints.count - 1;
    const float *p0 = points[from ? from - 1 : last].pos, *p1 = points[from].pos;
    const float *p2 = points[from + 1].pos, *p3 = points[from + 1 < last ? from + 2 : 0].pos;
    uint32_t smoothing = points[from].smoothingType;
    if (t <= 0 || t >= 1) { /* exactly: the next piece begins here */
        memcpy(out, t <= 0 ? p1 : p2, 3 * sizeof *out);
        return;
    }
    if (smoothing == TLB_DIF_PATH_ACCELERATE)
        t = eased(t);
    for (int axis = 0; axis < 3; axis++) {
        float a = p0[axis], b = p1[axis], c = p2[axis], d = p3[axis];
        if (smoothing == TLB_DIF_PATH_SPLINE)
            out[axis] = b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
        else
            out[axis] = b + (c - b) * t;
    }
}

/* Where the sub-object is moved to when the follower is at `point` of its path, in the file's axes. */
static void offset_at(const tlb_dif_path_follower *follower, const float point[3], float out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = point[axis] - follower->wayPoints.data[0].pos[axis] - follower->offset[axis];
}

/* Times ascend: a jump takes a millisecond, or the least that a float can tell. */
static void add_key(torque_path_keys *k, double milliseconds, const float value[3])
{
    float time = (float)(milliseconds / 1000), last = k->count ? k->times[k->count - 1] : -1;
    if (time <= last) {
        if (memcmp(k->values[k->count - 1], value, 3 * sizeof *value) == 0)
            return;
        time = fmaxf(last + 0.001f, nextafterf(last, INFINITY));
    }
    k->times[k->count] = time;
    memcpy(k->values[k->count++], value, 3 * sizeof *value);
}

static void add_key_of(const torque_path *p, uint32_t from, double part, double milliseconds,
                       torque_path_keys *k)
{
    float point[3], moved[3], value[3];
    place_between(p->follower, from, (float)part, point);
    offset_at(p->follower, point, moved);
    turn_axes(value, moved);
    add_key(k, milliseconds, value);
}

static uint32_t pieces_of(const tlb_dif_way_point *point)
{
    return point->smoothingType == TLB_DIF_PATH_LINEAR ? 1 : PIECES;
}

/* The path's keys from `from` to `to` milliseconds, shifted to begin at `at`. */
static void add_keys(const torque_path *p, double from, double to, double at, torque_path_keys *k)
{
    const tlb_dif_path_follower *follower = p->follower;
    double begins = 0;
    for (uint32_t i = 0; i + 1 < follower->wayPoints.count; i++) {
        double length = follower->wayPoints.data[i].msToNext;
        double low = fmax(from, begins), high = fmin(to, begins + length);
        uint32_t pieces = pieces_of(&follower->wayPoints.data[i]);
        if (high > low)
            add_key_of(p, i, (low - begins) / length, at + low - from, k);
        for (uint32_t piece = 1; high > low && piece < pieces; piece++) {
            double time = begins + length * piece / pieces;
            if (time > low && time < high)
                add_key_of(p, i, (time - begins) / length, at + time - from, k);
        }
        if (high > low)
            add_key_of(p, i, (high - begins) / length, at + high - from, k);
        begins += length;
    }
}

static void turn_back(torque_path_keys *k)
{
    float end = k->count ? k->times[k->count - 1] : 0;
    for (uint32_t i = 0; i < k->count; i++)
        k->times[i] = end - k->times[i];
    for (uint32_t i = 0, j = k->count; i + 1 < j--; i++) {
        float time = k->times[i], value[3];
        memcpy(value, k->values[i], sizeof value);
        k->times[i] = k->times[j];
        memcpy(k->values[i], k->values[j], sizeof value);
        k->times[j] = time;
        memcpy(k->values[j], value, sizeof value);
    }
    for (uint32_t i = 1; i < k->count; i++) /* what was told apart near 0 may not be far from it */
        k->times[i] = fmaxf(k->times[i], nextafterf(k->times[i - 1], INFINITY));
}

static bool make_keys(tlb_arena *arena, const torque_path *p, torque_path_keys *k)
{
    size_t most = PIECES + 1; /* the piece in which the follower starts is cut in two */
    for (uint32_t i = 0; i + 1 < p->follower->wayPoints.count; i++)
        most += pieces_of(&p->follower->wayPoints.data[i]) + (size_t)1;
    *k = (torque_path_keys){tlb_alloc_array(arena, most, sizeof *k->times),
                            tlb_alloc_array(arena, most, sizeof *k->values), 0};
    if (!k->times || !k->values)
        return false;
    if (!p->target) {
        add_keys(p, 0, p->duration, 0, k);
        return true;
    }
    add_keys(p, p->start, p->duration, 0, k);
    add_keys(p, 0, p->start, p->duration - p->start, k);
    if (p->target == -2)
        turn_back(k);
    return true;
}

static bool is_sound(const torque_path_keys *k)
{
    float poison = 0;
    for (uint32_t i = 0; i < k->count; i++)
        poison += (k->values[i][0] + k->values[i][1] + k->values[i][2]) * 0;
    return k->count > 1 && poison == 0;
}

bool tlb_torque_path_keys(tlb_arena *arena, const torque_path *path, torque_path_keys *keys)
{
    if (!make_keys(arena, path, keys))
        return false;
    if (!is_sound(keys))
        keys->count = 0;
    return true;
}

/* Between its last two keys, of which only the last may be later. */
static void cut(torque_path_keys *k, float duration)
{
    float *end = &k->times[k->count - 1], part = (duration - end[-1]) / (*end - end[-1]);
    float *value = k->values[k->count - 1], *before = k->values[k->count - 2];
    if (*end <= duration)
        return;
    *end = duration;
    for (int axis = 0; axis < 3; axis++)
        value[axis] = before[axis] + (value[axis] - before[axis]) * part;
}

static bool is_before(const torque_path_keys *k, float duration)
{
    return !k->count || k->times[k->count - 1] < duration;
}

bool tlb_torque_path_repeat(tlb_arena *arena, float duration, torque_path_keys *keys)
{
    uint32_t count = keys->count, most = MOST_KEYS / count;
    double own = keys->times[count - 1], wanted = ceil(duration / own);
    uint32_t rounds = wanted < most ? (uint32_t)wanted : most;
    if (rounds < 2)
        return true;
    torque_path_keys all = {tlb_alloc_array(arena, (size_t)count * rounds, sizeof *all.times),
                            tlb_alloc_array(arena, (size_t)count * rounds, sizeof *all.values), 0};
    if (!all.times || !all.values)
        return false;
    for (uint32_t round = 0; round < rounds; round++)
        for (uint32_t i = 0; i < count && is_before(&all, duration); i++)
            add_key(&all, (keys->times[i] + own * round) * 1000, keys->values[i]);
    cut(&all, duration);
    *keys = all;
    return true;
}

void tlb_torque_path_start(const torque_path *path, float out[3])
{
    const tlb_dif_path_follower *follower = path->follower;
    double begins = 0;
    for (int axis = 0; axis < 3; axis++)
        out[axis] = -follower->offset[axis];
    for (uint32_t i = 0; i + 1 < follower->wayPoints.count; i++) {
        double length = follower->wayPoints.data[i].msToNext, into = path->start - begins;
        float point[3];
        begins += length;
        if (into > length)
            continue;
        place_between(follower, i, length > 0 ? (float)(into / length) : 1, point);
        offset_at(follower, point, out);
        break;
    }
}
