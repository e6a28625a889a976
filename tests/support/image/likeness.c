#include "likeness.h"

#include <stdlib.h>

enum { SQUARE = 8 };

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The mean difference of one component in the square whose corner is at x, y. Colors count as far as they
 * are seen. */
static int difference_in(const tlb_image *a, const tlb_image *b, uint32_t x, uint32_t y, uint32_t component)
{
    uint32_t right = least(x + SQUARE, a->width), bottom = least(y + SQUARE, a->height);
    int sum = 0;
    for (uint32_t row = y; row < bottom; row++)
        for (uint32_t column = x; column < right; column++) {
            size_t at = ((size_t)row * a->width + column) * 4;
            const uint8_t *p = a->pixels + at, *q = b->pixels + at;
            sum += component == 3 ? p[3] - q[3] : (p[component] * p[3] - q[component] * q[3]) / 255;
        }
    return abs(sum) / (int)((right - x) * (bottom - y));
}

int unlikeness(const tlb_image *a, const tlb_image *b)
{
    int greatest = 0;
    if (a->width != b->width || a->height != b->height)
        return 255;
    for (uint32_t y = 0; y < a->height; y += SQUARE)
        for (uint32_t x = 0; x < a->width; x += SQUARE)
            for (uint32_t component = 0; component < 4; component++) {
                int difference = difference_in(a, b, x, y, component);
                greatest = difference > greatest ? difference : greatest;
            }
    return greatest;
}
