#include "scene/materials/color.h"

#include <math.h>

/* The nth root of a number between 0.003 and 1, by Newton's method from above. */
static double root(double x, int n)
{
    enum { STEPS = 12 };
    double y = 1;
    for (int i = 0; i < STEPS; i++) {
        double power = y;
        for (int k = 2; k < n; k++)
            power *= y;
        y = ((n - 1) * y + x / power) / n;
    }
    return y;
}

static float decode(double srgb)
{
    if (!(srgb > 0))
        return 0;
    if (srgb >= 1)
        return 1;
    if (srgb <= 0.04045)
        return (float)(srgb / 12.92);
    double x = (srgb + 0.055) / 1.055, fifth = root(x, 5);
    return (float)(x * x * fifth * fifth); /* the power 2.4 */
}

static double encode(double linear)
{
    if (!(linear > 0))
        return 0;
    if (linear >= 1)
        return 1;
    if (linear <= 0.0031308)
        return linear * 12.92;
    double twelfth = sqrt(sqrt(root(linear, 3))), square = twelfth * twelfth;
    return 1.055 * square * square * twelfth - 0.055; /* the power 1 / 2.4 */
}

float tlb_linear(float srgb)
{
    return decode((double)srgb);
}

float tlb_linear_byte(uint8_t srgb)
{
    return decode(srgb / 255.0);
}

float tlb_srgb(float linear)
{
    return (float)encode((double)linear);
}

uint8_t tlb_srgb_byte(float linear)
{
    return (uint8_t)(encode((double)linear) * 255 + 0.5);
}
