/* A shape at a time of one of its sequences, as the engine poses it. */
#include "formats/torque/dts/pose.h"

#include <math.h>
#include <string.h>

/* The keys before and after a time, and how far it is between both. */
typedef struct moment {
    uint32_t first, second;
    float part;
} moment;

static moment moment_of(const shape_lists *lists, const tlb_torque_sequence *q, double seconds)
{
    uint32_t keys = q->numKeys > 0 ? (uint32_t)q->numKeys : 1;
    bool cyclic = tlb_shape_is_cyclic(lists, q);
    double position = q->duration > 0 ? seconds / (double)q->duration : 0;
    position = cyclic ? position - floor(position) : fmin(fmax(position, 0), 1);
    double at = position * (cyclic ? keys : keys - 1);
    uint32_t first = at < keys ? (uint32_t)at : keys - 1;
    uint32_t second = first + 1 < keys ? first + 1 : cyclic ? 0 : first;
    return (moment){first, second, (float)(at - first)};
}

/* --- nodes --------------------------------------------------------------------------------------------- */

void tlb_shape_rotate(const float q[4], const float v[3], float out[3])
{
    float t[3] = {2 * (q[1] * v[2] - q[2] * v[1]), 2 * (q[2] * v[0] - q[0] * v[2]),
                  2 * (q[0] * v[1] - q[1] * v[0])};
    float result[3] = {v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1],
                       v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
                       v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0]};
    memcpy(out, result, sizeof result);
}

void tlb_shape_multiply(const float a[4], const float b[4], float out[4])
{
    float product[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, product, sizeof product);
}

/* The engine mixes rotations as numbers, on the shorter way, and makes the result of unit length. */
static void mix_rotations(const float a[4], const float b[4], float part, float out[4])
{
    double dot = 0, squares = 0, mixed[4];
    for (int i = 0; i < 4; i++)
        dot += (double)a[i] * (double)b[i];
    for (int i = 0; i < 4; i++) {
        mixed[i] = (double)a[i] * (1 - (double)part) + (double)b[i] * (dot < 0 ? -1 : 1) * (double)part;
        squares += mixed[i] * mixed[i];
    }
    for (int i = 0; i < 4; i++)
        out[i] = squares > 0 ? (float)(mixed[i] / sqrt(squares)) : a[i];
}

static void mix(const float a[3], const float b[3], float part, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + (b[i] - a[i]) * part;
}

typedef struct ranks {
    uint32_t rotation, translation, scale;
} ranks;

/* What the sequence has for a node; `ranks` go on to the next one. */
static void move_node(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t node, moment m,
                      ranks *r, shape_place *place)
{
    float a[4], b[4];
    bool turned, blend = tlb_shape_is_blend(lists, q);
    shape_place rest = *place;
    if (tlb_shape_has(&q->rotationMatters, node)) {
        if (tlb_shape_rotation(lists, q, r->rotation, m.first, a) &&
            tlb_shape_rotation(lists, q, r->rotation, m.second, b)) {
            mix_rotations(a, b, m.part, place->rotation);
            if (blend)
                tlb_shape_multiply(rest.rotation, place->rotation, place->rotation);
        }
        r->rotation++;
    }
    if (tlb_shape_has(tlb_shape_translated(lists, q), node)) {
        if (tlb_shape_translation(lists, q, r->translation, m.first, a) &&
            tlb_shape_translation(lists, q, r->translation, m.second, b)) {
            mix(a, b, m.part, place->translation);
            if (blend) {
                tlb_shape_rotate(rest.rotation, place->translation, place->translation);
                for (int i = 0; i < 3; i++)
                    place->translation[i] += rest.translation[i];
            }
        }
        r->translation++;
    }
    if (tlb_shape_has(&q->scaleMatters, node)) {
        if (tlb_shape_scale(lists, q, r->scale, m.first, a, &turned) &&
            tlb_shape_scale(lists, q, r->scale, m.second, b, &turned))
            mix(a, b, m.part, place->scale);
        r->scale++;
    }
}

void tlb_shape_pose(const tlb_torque_shape *shape, const tlb_torque_sequence *q, double seconds,
                    shape_place *places)
{
    shape_lists lists = tlb_shape_lists(shape);
    moment m = moment_of(&lists, q, seconds);
    ranks r = {0};
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        shape_place *place = &places[i];
        *place = (shape_place){.scale = {1, 1, 1}};
        tlb_shape_rest(shape, i, place->translation, place->rotation);
        move_node(&lists, q, i, m, &r, place);
    }
}

/* --- objects ------------------------------------------------------------------------------------------- */

/* The engine lets a change of all or nothing happen half way. */
static float mix_visibility(float a, float b, float part)
{
    const float jump = 0.995f;
    if (fabsf(a - b) > jump)
        return part < 0.5f ? a : b;
    return a + (b - a) * part;
}

void tlb_shape_object_states(const tlb_torque_shape *shape, const tlb_torque_sequence *q, double seconds,
                             tlb_torque_object_state *states)
{
    shape_lists lists = tlb_shape_lists(shape);
    moment m = moment_of(&lists, q, seconds);
    uint32_t rank = 0;
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        states[i] = (tlb_torque_object_state){.vis = 1};
        if (i < shape->objectStates.count)
            states[i] = shape->objectStates.data[i];
        if (!tlb_shape_has_state(q, i))
            continue;
        const tlb_torque_object_state *a = tlb_shape_state(&lists, q, rank, m.first),
                                      *b = tlb_shape_state(&lists, q, rank, m.second);
        rank++;
        if (!a || !b)
            continue;
        const tlb_torque_object_state *near = m.part < 0.5f ? a : b;
        if (tlb_shape_has(&q->visMatters, i))
            states[i].vis = mix_visibility(a->vis, b->vis, m.part);
        if (tlb_shape_has(&q->frameMatters, i))
            states[i].frameIndex = near->frameIndex;
        if (tlb_shape_has(&q->matFrameMatters, i))
            states[i].matFrameIndex = near->matFrameIndex;
    }
}
