/* Turns and moves. */
#include "formats/darkstar/dts/dts.h"

#include <math.h>
#include <string.h>

static void multiply(const float a[4], const float b[4], float out[4])
{
    float product[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    };
    memcpy(out, product, sizeof product);
}

void tlb_dts_turn(const float q[4], const float v[3], float out[3])
{
    float x = 2 * (q[1] * v[2] - q[2] * v[1]), y = 2 * (q[2] * v[0] - q[0] * v[2]);
    float z = 2 * (q[0] * v[1] - q[1] * v[0]);
    float turned[3] = {
        v[0] + q[3] * x + q[1] * z - q[2] * y,
        v[1] + q[3] * y + q[2] * x - q[0] * z,
        v[2] + q[3] * z + q[0] * y - q[1] * x,
    };
    memcpy(out, turned, sizeof turned);
}

void tlb_dts_make_unit(float q[4])
{
    float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    bool sound = length > 0 && length < INFINITY;
    if (!sound) {
        memcpy(q, DTS_NO_MOVE.rotation, sizeof DTS_NO_MOVE.rotation);
        return;
    }
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

tlb_dts_placement tlb_dts_transform_placement(const tlb_dts *shape, const tlb_dts_transform *t)
{
    float turn[4];
    if (shape->pers.version >= 7)
        for (int i = 0; i < 4; i++)
            turn[i] = (float)t->rot16[i] / 32767;
    else
        memcpy(turn, t->rot, sizeof turn);
    for (int i = 0; i < 3; i++)
        turn[i] = 0 - turn[i];
    tlb_dts_make_unit(turn);
    return (tlb_dts_placement){.rotation = {turn[0], turn[1], turn[2], turn[3]},
                               .translation = {t->pos[0], t->pos[1], t->pos[2]}};
}

tlb_dts_placement tlb_dts_placement_of(const tlb_dts *shape, int32_t transform)
{
    if (!shape)
        return DTS_NO_MOVE;
    if (!dts_is_index(transform, shape->transforms.count))
        return DTS_NO_MOVE;
    return tlb_dts_transform_placement(shape, &shape->transforms.data[transform]);
}

tlb_dts_placement tlb_dts_place_within(const tlb_dts_placement *outer, const tlb_dts_placement *inner)
{
    tlb_dts_placement placed = DTS_NO_MOVE;
    multiply(outer->rotation, inner->rotation, placed.rotation);
    tlb_dts_turn(outer->rotation, inner->translation, placed.translation);
    for (int i = 0; i < 3; i++)
        placed.translation[i] += outer->translation[i];
    return placed;
}

tlb_dts_placement tlb_dts_way(const tlb_dts_placement *a, const tlb_dts_placement *b)
{
    float back[4] = {-a->rotation[0], -a->rotation[1], -a->rotation[2], a->rotation[3]}, moved[3];
    tlb_dts_placement way = DTS_NO_MOVE;
    for (int i = 0; i < 3; i++)
        moved[i] = b->translation[i] - a->translation[i];
    multiply(back, b->rotation, way.rotation);
    tlb_dts_turn(back, moved, way.translation);
    return way;
}

tlb_dts_placement tlb_dts_repeat(tlb_dts_placement way, uint64_t times)
{
    tlb_dts_placement all = DTS_NO_MOVE;
    for (; times; times >>= 1) {
        if (times & 1)
            all = tlb_dts_place_within(&all, &way);
        way = tlb_dts_place_within(&way, &way);
        tlb_dts_make_unit(way.rotation);
    }
    return all;
}

tlb_dts_placement tlb_dts_blend(const tlb_dts_placement *a, const tlb_dts_placement *b, float part)
{
    tlb_dts_placement blend;
    for (int i = 0; i < 3; i++)
        blend.translation[i] = a->translation[i] + (b->translation[i] - a->translation[i]) * part;
    float cosine = 0;
    for (int i = 0; i < 4; i++)
        cosine += a->rotation[i] * b->rotation[i];
    float side = cosine < 0 ? -1.0f : 1.0f, from = 1 - part, to = part;
    cosine *= side;
    if (1 - cosine >= 1e-5f) {
        /* The last bits of acosf and sinf differ from library to library. */
        float angle = (float)acos((double)cosine), sine = (float)sin((double)angle);
        from = (float)sin((double)((1 - part) * angle)) / sine;
        to = (float)sin((double)(part * angle)) / sine;
    }
    for (int i = 0; i < 4; i++)
        blend.rotation[i] = from * a->rotation[i] + side * to * b->rotation[i];
    return blend;
}
