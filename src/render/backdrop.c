#include "render/backdrop.h"

#include <string.h>

void tlb_backdrop_color(const tlb_backdrop *backdrop, uint32_t y, uint32_t height, uint8_t out[4])
{
    uint64_t last = height > 1 ? height - 1 : 1;
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)((backdrop->top[i] * (last - y) + backdrop->bottom[i] * y + last / 2) / last);
}

static uint32_t divide_by_255(uint32_t value)
{
    return (value + 127) / 255;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

void tlb_backdrop_behind(const uint8_t color[4], const uint8_t *pixels, uint32_t count, uint8_t *out)
{
    for (uint32_t p = 0; p < count; p++, pixels += 4, out += 4) {
        if (pixels[3] == 255) {
            memcpy(out, pixels, 4);
            continue;
        }
        /* What shines through. */
        uint32_t rest = divide_by_255((255u - pixels[3]) * color[3]), mixed[3];
        uint32_t alpha = pixels[3] + rest;
        for (int i = 0; i < 3; i++) {
            mixed[i] = least(pixels[i] + divide_by_255(color[i] * rest), 255);
            alpha = mixed[i] > alpha ? mixed[i] : alpha; /* light that was added cannot be seen through */
        }
        for (int i = 0; i < 3; i++)
            out[i] = (uint8_t)(alpha ? (mixed[i] * 255 + alpha / 2) / alpha : 0);
        out[3] = (uint8_t)alpha;
    }
}
