/* Colors of the scene as the shaders take them. */
#ifndef TLB_RENDER_DISPLAY_H
#define TLB_RENDER_DISPLAY_H

#include <math.h>

/* Linear light as sRGB shows it; above 1 too. */
static inline float tlb_display(float linear)
{
    if (!(linear > 0.0031308f))
        return linear > 0 ? linear * 12.92f : 0;
    return 1.055f * powf(fminf(linear, 1e6f), 1 / 2.4f) - 0.055f;
}

#endif
