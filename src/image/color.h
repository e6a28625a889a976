/* Colors as bytes and as numbers. */
#ifndef TLB_IMAGE_COLOR_H
#define TLB_IMAGE_COLOR_H

#include <stdint.h>

/* sRGB to linear, within 0.002 and the same on every machine. */
static inline float tlb_linear(uint8_t byte)
{
    float c = (float)byte / 255;
    return c * (c * (c * 0.305306011f + 0.682171111f) + 0.012522878f);
}

#endif
