#include "writers/stretch.h"

#include <math.h>
#include <stddef.h>

static void rotate(const float q[4], const float v[3], float out[3])
{
    float x = 2 * (q[1] * v[2] - q[2] * v[1]), y = 2 * (q[2] * v[0] - q[0] * v[2]);
    float z = 2 * (q[0] * v[1] - q[1] * v[0]);
    out[0] = v[0] + q[3] * x + q[1] * z - q[2] * y;
    out[1] = v[1] + q[3] * y + q[2] * x - q[0] * z;
    out[2] = v[2] + q[3] * z + q[0] * y - q[1] * x;
}

static void stretch_uneven(const float turn[4], const float above[9], const float scale[3], float out[9])
{
    const float back[4] = {-turn[0], -turn[1], -turn[2], turn[3]};
    for (int column = 0; column < 3; column++) {
        float axis[3] = {column == 0 ? scale[0] : 0, column == 1 ? scale[1] : 0, column == 2 ? scale[2] : 0};
        float turned[3], scaled[3];
        rotate(turn, axis, turned);
        for (int i = 0; i < 3; i++)
            scaled[i] = above[i] * turned[0] + above[3 + i] * turned[1] + above[6 + i] * turned[2];
        rotate(back, scaled, out + (size_t)column * 3);
    }
}

bool tlb_stretch_is_even(const float stretch[9])
{
    float most = fmaxf(fabsf(stretch[0]), fmaxf(fabsf(stretch[4]), fabsf(stretch[8]))), slack = most * 1e-4f;
    for (int i = 0; i < 9; i++)
        if (fabsf(stretch[i] - (i % 4 == 0 ? stretch[0] : 0)) > slack)
            return false;
    return true;
}

void tlb_stretch_within(const float turn[4], const float above[9], const float scale[3], float out[9])
{
    bool even = tlb_stretch_is_even(above) && scale[0] == scale[1] && scale[1] == scale[2];
    for (int i = 0; i < 9 && even; i++)
        out[i] = i % 4 == 0 ? above[0] * scale[0] : 0;
    if (!even)
        stretch_uneven(turn, above, scale, out);
}

bool tlb_scale_vanishes(const float scale[3])
{
    static const float least = 1e-4f;
    return fabsf(scale[0]) < least && fabsf(scale[1]) < least && fabsf(scale[2]) < least;
}
