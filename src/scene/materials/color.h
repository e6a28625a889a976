/* Colors as files have them (sRGB) and as scenes do (linear). Exact to a few units in the last place, and,
 * made of operations that IEEE 754 rounds correctly, the same on every machine. Values are bounded to 0
 * and 1. */
#ifndef TLB_SCENE_MATERIALS_COLOR_H
#define TLB_SCENE_MATERIALS_COLOR_H

#include <stdint.h>

float tlb_linear(float srgb);
float tlb_linear_byte(uint8_t srgb);
float tlb_srgb(float linear);
/* The nearest byte: of what tlb_linear_byte gives, the byte itself. */
uint8_t tlb_srgb_byte(float linear);

/* The nearest of 256 steps to a vertex color, which has 65536. */
static inline uint8_t tlb_color_byte(uint16_t color)
{
    return (uint8_t)((color + 128u) / 257);
}

#endif
