/* Directions and rotations: vectors of length 1. One that is as good as unit may keep its bits.
 *
 * Where a format measures in double, or has another answer for what has no direction, it keeps a function of
 * its own: the numbers written would be others. */
#ifndef TLB_SCENE_GEOMETRY_UNIT_H
#define TLB_SCENE_GEOMETRY_UNIT_H

#include <math.h>
#include <stdbool.h>

static inline bool tlb_is_unit(const float *v, int size)
{
    float square = v[0] * v[0];
    for (int i = 1; i < size; i++)
        square += v[i] * v[i];
    return fabsf(square - 1) <= 1e-6f;
}

/* Of length 1 but for what 16 bits for each of its numbers leave. */
static inline bool tlb_is_rotation(const float q[4])
{
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return fabsf(square - 1) <= 2e-4f;
}

/* Up where it has no direction. */
static inline void tlb_make_unit(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    bool directed = length > 0 && length < INFINITY;
    for (int i = 0; i < 3; i++)
        v[i] = directed ? v[i] / length : (float)(i == 1);
}

#endif
