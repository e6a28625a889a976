#include "image_maker.h"

#include <string.h>

#include "base/bytes.h"

tlb_bytes gray_jpeg(tlb_arena *arena)
{
    static const uint8_t head[] = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0};
    static const uint8_t tail[] = {
        0xff, 0xc0, 0, 11, 8,    0, 8, 0, 8,  1, 1,    0x11, 0, /* 8 x 8, one component */
        0xff, 0xc4, 0, 20, 0x00, 1, 0, 0, 0,  0, 0,    0,    0,
        0,    0,    0, 0,  0,    0, 0, 0, 0, /* DC: 0 is no bits */
        0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0,  0, 0,    0,    0,
        0,    0,    0, 0,  0,    0, 0, 0, 0, /* AC: 0 is the end */
        0xff, 0xda, 0, 8,  1,    1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9,
    };
    uint8_t *data = tlb_alloc(arena, sizeof head + 64 + sizeof tail);
    memcpy(data, head, sizeof head);
    memset(data + sizeof head, 1, 64);
    memcpy(data + sizeof head + 64, tail, sizeof tail);
    return (tlb_bytes){data, sizeof head + 64 + sizeof tail};
}

uint8_t sgi_value(uint32_t channel, uint32_t y, uint32_t x)
{
    return (uint8_t)(1 + 60 * channel + 10 * y + (x < 3 ? 0 : x));
}

static void put_value(uint8_t *file, size_t *at, uint32_t size, uint8_t upper, uint8_t lower)
{
    file[*at] = size == 2 ? upper : lower;
    if (size == 2)
        file[*at + 1] = lower;
    *at += size;
}

static void put_sgi_row(uint8_t *file, size_t *at, const sgi_sample *x, uint32_t channel, uint32_t y)
{
    if (x->runs)
        put_value(file, at, x->value_size, 0, 3);
    for (uint32_t i = x->runs ? 2 : 0; i < SGI_WIDTH; i++) {
        uint8_t value = sgi_value(channel, y, i);
        if (x->runs && i == 3)
            put_value(file, at, x->value_size, 0, 0x80 | 2);
        put_value(file, at, x->value_size, value, x->value_size == 2 ? 0x55 : value);
    }
    if (x->runs)
        put_value(file, at, x->value_size, 0, 0);
}

tlb_bytes sgi_file(tlb_arena *arena, const sgi_sample *x)
{
    uint8_t *file = tlb_zalloc(arena, SGI_MOST);
    uint32_t height = x->dimension > 1 ? SGI_HEIGHT : 1, channels = x->dimension > 2 ? x->channels : 1;
    uint32_t rows = height * channels;
    size_t at = SGI_HEADER + (x->runs ? 8 * (size_t)rows : 0);
    memcpy(file, (uint8_t[]){1, 0xda, x->runs, x->value_size}, 4);
    tlb_put_be16(file + 4, x->dimension);
    tlb_put_be16(file + 6, SGI_WIDTH);
    tlb_put_be16(file + 8, SGI_HEIGHT);
    tlb_put_be16(file + 10, x->channels);
    for (uint32_t row = 0; row < rows; row++) {
        size_t start = at;
        put_sgi_row(file, &at, x, row / height, height - 1 - row % height);
        if (x->runs) {
            tlb_put_be32(file + SGI_HEADER + 4 * row, (uint32_t)start);
            tlb_put_be32(file + SGI_HEADER + 4 * (rows + row), (uint32_t)(at - start));
        }
    }
    return (tlb_bytes){file, at};
}
