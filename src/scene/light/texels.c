/* Light between the texels of a light map. */
#include "base/bytes.h"
#include "scene/geometry/finite.h"
#include "scene/light/light.h"

typedef struct texels {
    uint32_t at[2][2][TLB_LIGHT_BATCH];             /* R, G, B from the lowest byte on: by row and column */
    float u[TLB_LIGHT_BATCH], v[TLB_LIGHT_BATCH];   /* where between these */
    int32_t x[TLB_LIGHT_BATCH], y[TLB_LIGHT_BATCH]; /* of the first */
} texels;

/* Where a place is along one axis, in texels. By its bits, whose order is that of numbers from 0 on. */
static inline float clamp_to(float uv, float size, int32_t last)
{
    float at = tlb_finite(uv) * size - 0.5f;
    int32_t bits;
    memcpy(&bits, &at, sizeof bits);
    bits = bits > 0 ? bits : 0;
    bits = bits < last ? bits : last;
    memcpy(&at, &bits, sizeof at);
    return at;
}

static int32_t bits_of_last(uint32_t size)
{
    float last = (float)(size - 1);
    int32_t bits;
    memcpy(&bits, &last, sizeof bits);
    return bits;
}

static inline void find_places(const tlb_light_map *map, const tlb_light_batch *batch, texels *t)
{
    float width = (float)map->width, height = (float)map->height;
    int32_t right = bits_of_last(map->width), bottom = bits_of_last(map->height);
    for (uint32_t i = 0; i < batch->count; i++) {
        float u = clamp_to(batch->u[i], width, right), v = clamp_to(batch->v[i], height, bottom);
        t->x[i] = (int32_t)u;
        t->y[i] = (int32_t)v;
        t->u[i] = u - (float)t->x[i];
        t->v[i] = v - (float)t->y[i];
    }
}

static inline void fetch(const tlb_light_map *map, uint32_t count, texels *t)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)t->x[i], y = (uint32_t)t->y[i];
        const uint8_t(*upper)[4] = map->pixels + (size_t)y * map->width + x;
        const uint8_t(*lower)[4] = upper + (y + 1 < map->height ? map->width : 0);
        uint32_t right = x + 1 < map->width;
        t->at[0][0][i] = tlb_get_le32(upper[0]);
        t->at[0][1][i] = tlb_get_le32(upper[right]);
        t->at[1][0][i] = tlb_get_le32(lower[0]);
        t->at[1][1][i] = tlb_get_le32(lower[right]);
    }
}

static inline float blend(const texels *t, uint32_t i, int shift)
{
    float channel[2][2], u = t->u[i], v = t->v[i];
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++)
            channel[row][column] = (float)(int32_t)(t->at[row][column][i] >> shift & UINT8_MAX);
    float top = channel[0][0] * (1 - u) + channel[0][1] * u;
    float bottom = channel[1][0] * (1 - u) + channel[1][1] * u;
    return (top * (1 - v) + bottom * v) / 255;
}

void tlb_light_at_all(const tlb_light_map *map, tlb_light_batch *batch)
{
    texels t;
    find_places(map, batch, &t);
    fetch(map, batch->count, &t);
    for (int channel = 0; channel < 3; channel++)
        for (uint32_t i = 0; i < batch->count; i++)
            batch->light[channel][i] = blend(&t, i, 8 * channel);
}

void tlb_light_at(const tlb_light_map *map, const float uv[2], float light[3])
{
    tlb_light_batch one;
    one.count = 1;
    one.u[0] = uv[0];
    one.v[0] = uv[1];
    tlb_light_at_all(map, &one);
    for (int channel = 0; channel < 3; channel++)
        light[channel] = one.light[channel][0];
}
