#include "scene/materials/mips.h"

#include "scene/geometry/finite.h"

#include <math.h>

static bool halve(tlb_arena *arena, const tlb_light_map *from, tlb_light_map *to)
{
    to->width = from->width > 1 ? from->width / 2 : 1;
    to->height = from->height > 1 ? from->height / 2 : 1;
    uint8_t(*pixels)[4] = tlb_alloc_array(arena, to->width, to->height * sizeof *pixels);
    for (uint32_t y = 0; pixels && y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            const uint8_t(*row)[4] = from->pixels + (size_t)y * (from->height > 1 ? 2 : 1) * from->width;
            uint32_t left = from->width > 1 ? 2 * x : x, right = left + (from->width > 1);
            uint32_t below = from->height > 1 ? from->width : 0;
            for (int k = 0; k < 4; k++)
                pixels[(size_t)y * to->width + x][k] =
                    (uint8_t)((row[left][k] + row[right][k] + row[left + below][k] + row[right + below][k] +
                               2) /
                              4);
        }
    to->pixels = (const uint8_t(*)[4])pixels;
    return pixels != NULL;
}

bool tlb_mips_make(tlb_arena *arena, tlb_mips *mips)
{
    for (mips->count = 1; mips->count < TLB_MIPS; mips->count++) {
        const tlb_light_map *last = &mips->levels[mips->count - 1];
        if (last->width == 1 && last->height == 1)
            break;
        if (!halve(arena, last, &mips->levels[mips->count]))
            return false;
    }
    return true;
}

static uint32_t wrapped(float at, uint32_t size, tlb_wrap wrap)
{
    float most = (float)size - 1;
    if (wrap == TLB_WRAP_CLAMP)
        return (uint32_t)(at < 0 ? 0 : at > most ? most : at);
    float period = (float)size * (wrap == TLB_WRAP_MIRROR ? 2 : 1),
          within = at - floorf(at / period) * period;
    within = within < period ? within : 0;
    if (within >= (float)size)
        within = period - 1 - within;
    return (uint32_t)(within < 0 ? 0 : within > most ? most : within);
}

void tlb_mips_at(const tlb_mips *mips, const tlb_texture *texture, const float uv[2], uint32_t level,
                 float out[4])
{
    const tlb_light_map *mip = &mips->levels[level];
    float x = tlb_finite(uv[0] + texture->offset[0]) * (float)mip->width - 0.5f,
          y = tlb_finite(uv[1] + texture->offset[1]) * (float)mip->height - 0.5f, left = floorf(x),
          top = floorf(y);
    float u = x - left, v = y - top;
    uint32_t columns[2], rows[2];
    for (int i = 0; i < 2; i++) {
        columns[i] = wrapped(left + (float)i, mip->width, texture->wrap_u);
        rows[i] = wrapped(top + (float)i, mip->height, texture->wrap_v);
    }
    for (int k = 0; k < 4; k++) {
        const uint8_t(*upper)[4] = mip->pixels + (size_t)rows[0] * mip->width,
              (*lower)[4] = mip->pixels + (size_t)rows[1] * mip->width;
        float above = (float)upper[columns[0]][k] * (1 - u) + (float)upper[columns[1]][k] * u;
        float below = (float)lower[columns[0]][k] * (1 - u) + (float)lower[columns[1]][k] * u;
        out[k] = above * (1 - v) + below * v;
    }
}
