#include "image/shrink.h"

#include <string.h>

enum { RGBA = 4 };

static const uint8_t *color_at(const tlb_image *image, size_t at)
{
    return image->format == TLB_PIXELS_INDEXED ? image->palette[image->pixels[at]]
                                               : image->pixels + RGBA * at;
}

/* Colors count as much as they are opaque. */
static void put_mean(const tlb_image *image, size_t x, size_t y, size_t side, uint8_t to[RGBA])
{
    uint64_t sums[RGBA] = {0}, count = 0;
    for (size_t row = y; row < y + side && row < image->height; row++)
        for (size_t column = x; column < x + side && column < image->width; column++, count++) {
            const uint8_t *color = color_at(image, row * image->width + column);
            for (int i = 0; i < 3; i++)
                sums[i] += (uint64_t)color[i] * color[3];
            sums[3] += color[3];
        }
    for (int i = 0; i < 3; i++)
        to[i] = (uint8_t)(sums[3] ? (sums[i] + sums[3] / 2) / sums[3] : 0);
    to[3] = (uint8_t)((sums[3] + count / 2) / count);
}

bool tlb_image_shrink(tlb_arena *arena, tlb_image *image, uint32_t factor)
{
    size_t width = image->width / factor + (image->width % factor != 0);
    size_t height = image->height / factor + (image->height % factor != 0);
    uint8_t *pixels = tlb_alloc_array(arena, width * height, RGBA);
    if (!pixels)
        return false;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            put_mean(image, x * factor, y * factor, factor, pixels + RGBA * (y * width + x));
    image->format = TLB_PIXELS_RGBA;
    image->width = (uint32_t)width;
    image->height = (uint32_t)height;
    image->pixels = pixels;
    image->palette = NULL;
    return true;
}
