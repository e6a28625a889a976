#include "image/quantize.h"

#include "base/bytes.h"

#include <string.h>

/* Squares of differences count by how much eyes see of them. */
enum { RED = 2, GREEN = 4, BLUE = 3, ALPHA = 4 };

void tlb_quantizer_init(tlb_quantizer *q, const uint8_t (*palette)[4], const bool *excluded, bool with_alpha)
{
    *q = (tlb_quantizer){.palette = palette, .with_alpha = with_alpha};
    uint16_t have[256] = {0};
    for (int i = 0; i < 256; i++)
        if (!excluded || !excluded[i]) {
            have[palette[i][1]]++;
            q->count++;
        }
    for (int green = 0; green < 255; green++)
        q->first[green + 1] = (uint16_t)(q->first[green] + have[green]);
    uint16_t next[256];
    memcpy(next, q->first, sizeof next);
    for (int i = 0; i < 256; i++)
        if (!excluded || !excluded[i])
            q->order[next[palette[i][1]]++] = (uint8_t)i;
    if (!q->count)
        tlb_quantizer_init(q, palette, NULL, with_alpha);
}

void tlb_quantizer_reserve(tlb_quantizer *q, const bool *reserved)
{
    bool left = false;
    for (int i = 0; i < q->count; i++)
        left |= !reserved[q->order[i]];
    for (int i = 0; i < 256; i++)
        q->reserved[i] = left && reserved[i];
}

static uint32_t square(int difference)
{
    return (uint32_t)(difference * difference);
}

static uint32_t distance(const tlb_quantizer *q, uint8_t index, const uint8_t color[4])
{
    const uint8_t *entry = q->palette[index];
    uint32_t sum = RED * square(entry[0] - color[0]) + GREEN * square(entry[1] - color[1]) +
                   BLUE * square(entry[2] - color[2]);
    return q->with_alpha ? sum + ALPHA * square(entry[3] - color[3]) : sum;
}

typedef struct nearest {
    uint32_t distance;
    uint8_t index;
} nearest;

static void look_at(const tlb_quantizer *q, uint16_t at, const uint8_t color[4], nearest *best)
{
    uint8_t index = q->order[at];
    uint32_t found = distance(q, index, color);
    if (found && q->reserved[index])
        return;
    if (found < best->distance || (found == best->distance && index < best->index))
        *best = (nearest){found, index};
}

/* Outwards from the color's green, until green alone makes all others farther. */
static nearest search(const tlb_quantizer *q, const uint8_t color[4])
{
    nearest best = {UINT32_MAX, 0};
    uint16_t up = q->first[color[1]], down = up;
    bool above = up<q->count, below = down> 0;
    while (above || below) {
        if (above) {
            look_at(q, up++, color, &best);
            above = up < q->count && GREEN * square(q->palette[q->order[up]][1] - color[1]) <= best.distance;
        }
        if (below)
            below = GREEN * square(q->palette[q->order[down - 1]][1] - color[1]) <= best.distance;
        if (below) {
            look_at(q, --down, color, &best);
            below = down > 0;
        }
    }
    return best;
}

uint8_t tlb_quantize_color(tlb_quantizer *q, const uint8_t color[4], bool *exact)
{
    uint32_t key = tlb_get_le32(color);
    if (!q->with_alpha)
        key |= 0xff000000u; /* so that no color is 0 */
    uint32_t slot = (key * 0x9e3779b1u) >> 20;
    if (q->cache[slot].color != key || !key) {
        nearest best = search(q, color);
        q->cache[slot].color = key;
        q->cache[slot].index = best.index;
        q->cache[slot].exact = best.distance == 0;
    }
    *exact = q->cache[slot].exact;
    return q->cache[slot].index;
}

uint64_t tlb_quantize_pixels(tlb_quantizer *q, const uint8_t (*pixels)[4], size_t count, int32_t transparent,
                             uint8_t *indices)
{
    enum { HALF = 128 };
    uint64_t replaced = 0;
    for (size_t i = 0; i < count; i++) {
        bool exact = true;
        indices[i] = transparent >= 0 && pixels[i][3] < HALF ? (uint8_t)transparent
                                                             : tlb_quantize_color(q, pixels[i], &exact);
        replaced += !exact;
    }
    return replaced;
}

tlb_status tlb_image_rgba(tlb_context *context, tlb_arena *arena, const tlb_image *image,
                          const uint8_t (**pixels)[4], uint32_t *width, uint32_t *height)
{
    tlb_image decoded = *image;
    if (image->format == TLB_PIXELS_NONE) {
        tlb_status status = tlb_image_decode(context, arena, image->encoded, &decoded);
        if (status)
            return status;
    }
    *width = decoded.width;
    *height = decoded.height;
    *pixels = (const uint8_t(*)[4])decoded.pixels;
    if (decoded.format == TLB_PIXELS_RGBA)
        return TLB_OK;
    size_t count = (size_t)decoded.width * decoded.height;
    uint8_t(*colors)[4] = tlb_alloc_array(arena, count, sizeof *colors);
    if (!colors)
        return tlb_report_memory(context, arena);
    for (size_t i = 0; i < count; i++)
        memcpy(colors[i], decoded.palette[decoded.pixels[i]], sizeof *colors);
    *pixels = (const uint8_t(*)[4])colors;
    return TLB_OK;
}

/* The mean of four pixels, colors weighted by alpha. */
static void mean(const uint8_t *const from[4], uint8_t to[4])
{
    uint32_t alpha = 0, sums[3] = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        alpha += from[k][3];
        for (int c = 0; c < 3; c++)
            sums[c] += (uint32_t)from[k][c] * from[k][3];
    }
    for (int c = 0; c < 3; c++)
        to[c] = (uint8_t)(alpha ? (sums[c] + alpha / 2) / alpha : 0);
    to[3] = (uint8_t)((alpha + 2) / 4);
}

void tlb_image_halve(const uint8_t (*pixels)[4], uint32_t width, uint32_t height, uint8_t (*half)[4])
{
    uint32_t across = width > 1 ? width / 2 : 1, down = height > 1 ? height / 2 : 1;
    for (uint32_t y = 0; y < down; y++)
        for (uint32_t x = 0; x < across; x++) {
            const uint8_t(*row)[4] = pixels + (size_t)2 * y * width;
            const uint8_t(*next)[4] = height > 1 ? row + width : row;
            uint32_t left = 2 * x, right = width > 1 ? left + 1 : left;
            mean((const uint8_t *const[4]){row[left], row[right], next[left], next[right]},
                 half[(size_t)y * across + x]);
        }
}
