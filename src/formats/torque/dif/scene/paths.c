/* Sub-objects and what moves them. A path follower puts a sub-object, whose geometry is where the level
 * has it, at -offset + path(t) - path(0), as Torque does. The dictionary says where on the path it starts
 * (initialPosition, in milliseconds) and where to it moves (initialTargetPosition: -1 on and on, -2 on and on
 * backwards, otherwise the time at which it rests until a trigger sends it elsewhere). */
#include "formats/torque/dif/scene/scene.h"
#include "base/number.h"
#include "base/text.h"

enum {
    PIECES = 16,          /* straight ones that show the curve between two way points */
    UNSEEN = TLB_NONE - 1 /* a sub-object that has no mesh yet; TLB_NONE: it needs none */
};

typedef struct keys {
    float *times, (*values)[3];
    uint32_t count;
} keys;

typedef struct path {
    const tlb_dif_path_follower *follower;
    double duration; /* milliseconds; the last way point's time is not part of it */
    double start;    /* where the follower starts, 0 to duration */
    int target;      /* -1, -2, or 0 */
} path;

/* Of a repeated name the last number counts, as for engines; 0 without one. */
static double property_number(const tlb_dif_dictionary *properties, const char *name)
{
    double number = 0;
    for (uint32_t i = 0; i < properties->count; i++) {
        const tlb_dif_property *property = &properties->data[i];
        const char *text = dif_chars(property->value), *end = text + property->value.size;
        double value;
        if (tlb_same_nocase(dif_chars(property->name), name) &&
            tlb_read_f64(dif_skip_blanks(text, end), end, &value))
            number = value;
    }
    return number;
}

static path path_of(const tlb_dif_path_follower *follower)
{
    path p = {.follower = follower};
    for (uint32_t i = 0; i + 1 < follower->wayPoints.count; i++)
        p.duration += follower->wayPoints.data[i].msToNext;
    double start = property_number(&follower->properties, "initialPosition");
    double target = property_number(&follower->properties, "initialTargetPosition");
    p.start = start > 0 ? (start < p.duration ? start : p.duration) : 0;
    p.target = target == -1 || target == -2 ? (int)target : 0;
    return p;
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
static void add_key(keys *k, double milliseconds, const float value[3])
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

static void add_key_of(const path *p, uint32_t from, double part, double milliseconds, keys *k)
{
    float point[3], moved[3], value[3];
    place_between(p->follower, from, (float)part, point);
    offset_at(p->follower, point, moved);
    dif_turn_axes(value, moved);
    add_key(k, milliseconds, value);
}

static uint32_t pieces_of(const tlb_dif_way_point *point)
{
    return point->smoothingType == TLB_DIF_PATH_LINEAR ? 1 : PIECES;
}

/* The path's keys from `from` to `to` milliseconds, shifted to begin at `at`. */
static void add_keys(const path *p, double from, double to, double at, keys *k)
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

static void turn_back(keys *k)
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

/* All keys of the path, beginning where the follower starts; what loops goes through its end. */
static bool make_keys(dif_scene *s, const path *p, keys *k)
{
    size_t most = PIECES + 1; /* the piece in which the follower starts is cut in two */
    for (uint32_t i = 0; i + 1 < p->follower->wayPoints.count; i++)
        most += pieces_of(&p->follower->wayPoints.data[i]) + (size_t)1;
    *k = (keys){tlb_alloc_array(s->arena, most, sizeof *k->times),
                tlb_alloc_array(s->arena, most, sizeof *k->values), 0};
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

static bool is_sound(const keys *k)
{
    float poison = 0;
    for (uint32_t i = 0; i < k->count; i++)
        poison += (k->values[i][0] + k->values[i][1] + k->values[i][2]) * 0;
    return k->count > 1 && poison == 0;
}

static bool animate(dif_scene *s, const path *p, int32_t node)
{
    keys k;
    if (!make_keys(s, p, &k))
        return false;
    if (!is_sound(&k))
        return true;
    tlb_animation *animation = tlb_scene_add_animation(s->scene, s->scene->nodes[node].name);
    tlb_channel *channel = animation ? tlb_zalloc(s->arena, sizeof *channel) : NULL;
    if (!channel)
        return false;
    *channel = (tlb_channel){node, TLB_TARGET_TRANSLATION, TLB_LINEAR, k.count, k.times, k.values[0]};
    animation->duration = k.times[k.count - 1];
    animation->loops = p->target != 0;
    animation->channel_count = 1;
    animation->channels = channel;
    return true;
}

dif_motion tlb_dif_motion_of(const tlb_dif_path_follower *follower)
{
    path p = path_of(follower);
    dif_motion motion = {{-follower->offset[0], -follower->offset[1], -follower->offset[2]},
                         (float)(p.duration / 1000)};
    double begins = 0;
    for (uint32_t i = 0; i + 1 < follower->wayPoints.count; i++) {
        double length = follower->wayPoints.data[i].msToNext, into = p.start - begins;
        float point[3];
        begins += length;
        if (into > length)
            continue;
        place_between(follower, i, length > 0 ? (float)(into / length) : 1, point);
        offset_at(follower, point, motion.start);
        break;
    }
    return motion;
}

static void describe_follower(dif_scene *s, const tlb_dif_path_follower *follower, int32_t node)
{
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_bytes_text(s->arena, extras, "name", follower->name);
    tlb_value_add_bytes_text(s->arena, extras, "datablock", follower->datablock);
    tlb_value_add_integer(s->arena, extras, "interiorResIndex", follower->interiorResIndex);
    tlb_dif_add_properties(s, extras, &follower->properties);
    tlb_value *triggers = tlb_value_add_list(s->arena, extras, "triggerIds");
    for (uint32_t i = 0; i < follower->triggerIds.count; i++)
        tlb_value_add_integer(s->arena, triggers, NULL, follower->triggerIds.data[i]);
    tlb_value *points = tlb_value_add_list(s->arena, extras, "wayPoints");
    for (uint32_t i = 0; i < follower->wayPoints.count; i++) {
        const tlb_dif_way_point *from = &follower->wayPoints.data[i];
        tlb_value *point = tlb_value_add_table(s->arena, points, NULL);
        tlb_value_add_singles(s->arena, point, "pos", from->pos, 3);
        tlb_value_add_integer(s->arena, point, "msToNext", from->msToNext);
        tlb_value_add_integer(s->arena, point, "smoothingType", from->smoothingType);
    }
}

/* Gives a node a sub-object. The first that takes it also gets what hangs on it; `meshes` remembers. */
static bool take_sub_object(dif_scene *s, uint32_t index, int32_t node, int32_t *meshes)
{
    if (meshes[index] != UNSEEN) {
        s->scene->nodes[node].mesh = meshes[index];
        return true;
    }
    dif_subject subject = {&s->dif->subObjects.data[index],
                           tlb_arena_printf(&s->work, "sub-object %u", index),
                           tlb_arena_printf(&s->work, "subObjects[%u]", index)};
    if (!subject.name || !subject.path || !tlb_dif_draw_interior(s, &subject, node))
        return false;
    meshes[index] = s->scene->nodes[node].mesh;
    return true;
}

static bool add_followers(dif_scene *s, int32_t *meshes)
{
    const tlb_dif *dif = s->dif;
    int32_t group = dif->pathFollowers.count ? tlb_dif_add_node(s, TLB_NONE, "path followers") : TLB_NONE;
    for (uint32_t i = 0; i < dif->pathFollowers.count; i++) {
        const tlb_dif_path_follower *follower = &dif->pathFollowers.data[i];
        const char *name = tlb_dif_name(s, follower->name, "path follower");
        int32_t node = name && group != TLB_NONE ? tlb_dif_add_node(s, group, "%s %u", name, i) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        path p = path_of(follower);
        tlb_dif_place(s, node, tlb_dif_motion_of(follower).start);
        describe_follower(s, follower, node);
        if (follower->interiorResIndex < dif->subObjects.count &&
            !take_sub_object(s, follower->interiorResIndex, node, meshes))
            return false;
        if (!animate(s, &p, node))
            return false;
    }
    return true;
}

bool tlb_dif_add_sub_objects(dif_scene *s)
{
    uint32_t count = s->dif->subObjects.count;
    int32_t *meshes = tlb_alloc_array(&s->work, count, sizeof *meshes);
    if (!meshes)
        return false;
    for (uint32_t i = 0; i < count; i++)
        meshes[i] = UNSEEN;
    if (!add_followers(s, meshes))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (meshes[i] != UNSEEN)
            continue;
        int32_t node = tlb_dif_add_node(s, TLB_NONE, "sub-object %u", i);
        if (node == TLB_NONE || !take_sub_object(s, i, node, meshes))
            return false;
    }
    return true;
}
