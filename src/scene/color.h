/* Colours as files have them (sRGB bytes) and as scenes do (linear), the same on every machine. */
#ifndef TLB_SCENE_COLOR_H
#define TLB_SCENE_COLOR_H

#include <stdint.h>

/* sRGB from 0 to 1 as linear, within 0.002. */
static inline float tlb_linear(float c)
{
    return c * (c * (c * 0.305306011f + 0.682171111f) + 0.012522878f);
}

static inline float tlb_linear_byte(uint8_t byte)
{
    return tlb_linear((float)byte / 255);
}

/* What tlb_linear makes this of; bounded to 0 and 1. */
float tlb_srgb(float linear);
/* The byte that comes nearest. */
uint8_t tlb_srgb_byte(float linear);

#endif
