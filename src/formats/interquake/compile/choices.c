/* What the choices of a conversion do to points, directions and poses. */
#include "formats/interquake/compile/compile.h"

#include <math.h>
#include <string.h>

static bool turns(const iq_choices *choices)
{
    const float *q = choices->rotate;
    return q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0;
}

void iq_move_direction(const iq_choices *choices, const float in[3], float out[3])
{
    const float *q = choices->rotate;
    float x = in[0], y = in[1], z = in[2];
    if (!turns(choices)) {
        out[0] = x, out[1] = y, out[2] = z;
        return;
    }
    /* in + 2 w (q x in) + 2 q x (q x in) */
    float a = 2 * (q[1] * z - q[2] * y), b = 2 * (q[2] * x - q[0] * z), c = 2 * (q[0] * y - q[1] * x);
    out[0] = x + q[3] * a + q[1] * c - q[2] * b;
    out[1] = y + q[3] * b + q[2] * a - q[0] * c;
    out[2] = z + q[3] * c + q[0] * b - q[1] * a;
}

static void scale_point(const iq_choices *choices, const float in[3], float out[3])
{
    float scale = choices->scale > 0 ? choices->scale : 1;
    for (int i = 0; i < 3; i++)
        out[i] = in[i] * scale;
}

void iq_move_point(const iq_choices *choices, const float in[3], float out[3])
{
    float scaled[3];
    scale_point(choices, in, scaled);
    iq_move_direction(choices, scaled, out);
    for (int i = 0; i < 3; i++)
        out[i] += choices->translate[i];
}

static void turn_rotation(const float a[4], const float b[4], float out[4])
{
    float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void iq_move_pose(const iq_choices *choices, bool root, const iq_pose in, iq_pose out)
{
    memcpy(out, in, sizeof(iq_pose));
    if (!root) {
        scale_point(choices, in, out);
        return;
    }
    iq_move_point(choices, in, out);
    if (turns(choices))
        turn_rotation(choices->rotate, in + 3, out + 3);
}
