/* Light between the texels of a light map. */
#include "base/bytes.h"
#include "scene/geometry/finite.h"
#include "scene/light/light.h"

/* --- at a place --------------------------------------------------------------------------------------- */

typedef struct texels {
    uint32_t at[2][2][TLB_LIGHT_BATCH];           /* R, G, B from the lowest byte on: by row and column */
    float u[TLB_LIGHT_BATCH], v[TLB_LIGHT_BATCH]; /* where between these */
    uint32_t first[TLB_LIGHT_BATCH], right[TLB_LIGHT_BATCH], down[TLB_LIGHT_BATCH]; /* where these are */
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
    int32_t last_x = (int32_t)map->width - 1, last_y = (int32_t)map->height - 1;
    int32_t right = bits_of_last(map->width), bottom = bits_of_last(map->height);
    for (uint32_t i = 0; i < batch->count; i++) {
        float u = clamp_to(batch->u[i], width, right), v = clamp_to(batch->v[i], height, bottom);
        int32_t x = (int32_t)u, y = (int32_t)v;
        t->u[i] = u - (float)x;
        t->v[i] = v - (float)y;
        t->first[i] = (uint32_t)y * map->width + (uint32_t)x;
        t->right[i] = x < last_x;
        t->down[i] = y < last_y ? map->width : 0;
    }
}

static inline void fetch(const tlb_light_map *map, uint32_t count, texels *t)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t(*upper)[4] = map->pixels + t->first[i], (*lower)[4] = upper + t->down[i];
        uint32_t right = t->right[i];
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
    for (uint32_t i = 0; i < batch->count; i++)
        for (int channel = 0; channel < 3; channel++)
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

/* --- in a triangle ------------------------------------------------------------------------------------ */

enum { BLOCK = 8 /* texels; of fewer compilers make no vector code */, MOST_BLOCKS = 512 };

/* The first texel along one axis, and the one after the last. A little more, as places between the corners
 * are not exact; false where they are too far outside to be told. */
static bool find_span(const float uv[3][2], int axis, uint32_t size, uint32_t span[2])
{
    const float limit = 0x1p24f, margin = (float)size * 0x1p-18f;
    float least = limit, most = -limit;
    for (int i = 0; i < 3; i++) {
        float at = tlb_finite(uv[i][axis]) * (float)size - 0.5f;
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    float first = least - margin, last = most + margin;
    span[0] = first <= 0 ? 0 : first < (float)size ? (uint32_t)first : size - 1;
    span[1] = last <= 0 ? 1 : last + 2 < (float)size ? (uint32_t)last + 2 : size;
    return least > -limit && most < limit;
}

bool tlb_light_range_of(const tlb_light_map *map, const float uv[3][2], tlb_light_range *range)
{
    uint32_t x[2], y[2];
    if (!find_span(uv, 0, map->width, x) || !find_span(uv, 1, map->height, y))
        return false;
    uint32_t blocks = (x[1] - x[0] + BLOCK - 1) / BLOCK, width = blocks * BLOCK;
    if (width > map->width || (uint64_t)blocks * (y[1] - y[0]) > MOST_BLOCKS)
        return false;
    uint32_t left = x[0] + width > map->width ? map->width - width : x[0];
    const uint8_t(*first)[4] = map->pixels + (size_t)y[0] * map->width + left;
    uint8_t like[BLOCK * 4], low[BLOCK * 4], high[BLOCK * 4], above = 0, below = 0;
    for (uint32_t i = 0; i < BLOCK; i++)
        memcpy(like + 4 * i, first, sizeof *first);
    memcpy(low, like, sizeof low);
    memcpy(high, like, sizeof high);
    for (uint32_t row = y[0]; row < y[1]; row++, first += map->width)
        for (uint32_t i = 0; i < blocks; i++) {
            const uint8_t *at = first[i * BLOCK];
            for (uint32_t k = 0; k < sizeof low; k++) {
                low[k] = at[k] < low[k] ? at[k] : low[k];
                high[k] = at[k] > high[k] ? at[k] : high[k];
            }
        }
    for (uint32_t k = 0; k < sizeof low; k++) {
        uint8_t up = (uint8_t)(high[k] - like[k]), down = (uint8_t)(like[k] - low[k]);
        above = up > above ? up : above;
        below = down > below ? down : below;
    }
    *range = (tlb_light_range){{like[0], like[1], like[2]}, above, below};
    return true;
}
