/* The textures of a terrain's materials, each reduced to the pixels that a repetition of it has. */
#include "formats/torque/ter/ter.h"
#include "formats/torque/shared/textures.h"
#include "image/image.h"
#include "image/quantize.h"

#include <stdio.h>

typedef struct finder {
    const tlb_conversion *conversion;
    tlb_arena *work;
    const tlb_ter *ter;
} finder;

/* Where a pixel of `side` begins in a picture that is `size` pixels long there. */
static uint32_t scaled(uint32_t pixel, uint32_t size, uint32_t side)
{
    return (uint32_t)((uint64_t)pixel * size / side);
}

/* The mean of the pixels from x0, y0 on, of at least one. */
static void mean(const uint8_t (*pixels)[4], uint32_t width, const uint32_t x[2], const uint32_t y[2],
                 uint8_t texel[3])
{
    uint32_t to_x = x[1] > x[0] ? x[1] : x[0] + 1, to_y = y[1] > y[0] ? y[1] : y[0] + 1;
    uint64_t sums[3] = {0, 0, 0}, count = (uint64_t)(to_x - x[0]) * (to_y - y[0]);
    for (uint32_t row = y[0]; row < to_y; row++)
        for (uint32_t column = x[0]; column < to_x; column++)
            for (int c = 0; c < 3; c++)
                sums[c] += pixels[(size_t)row * width + column][c];
    for (int c = 0; c < 3; c++)
        texel[c] = (uint8_t)((sums[c] + count / 2) / count);
}

static void reduce(const finder *f, const uint8_t (*pixels)[4], uint32_t width, uint32_t height,
                   uint8_t (*texels)[3], ter_tile *tile)
{
    uint32_t longer = width > height ? width : height, side = longer < TER_TILE_SIDE ? longer : TER_TILE_SIDE;
    for (uint32_t i = 0; i < side; i++) {
        const uint32_t y[] = {scaled(i, height, side), scaled(i + 1, height, side)};
        tlb_status stopped = tlb_work(f->work->account, tlb_work_of((uint64_t)width * height / side));
        tlb_arena_fail(f->work, stopped);
        if (stopped)
            return;
        for (uint32_t j = 0; j < side; j++) {
            const uint32_t x[] = {scaled(j, width, side), scaled(j + 1, width, side)};
            mean(pixels, width, x, y, texels[(size_t)i * side + j]);
        }
    }
    tile->texels = (const uint8_t(*)[3])texels;
    tile->side = side;
}

/* The names of version 7 are not those of files: only a texture that happens to be called so is found. */
static bool find(const finder *f, uint32_t i, ter_tile *tile)
{
    tlb_context *context = f->conversion->context;
    const char *name = f->ter->materialNames.data[i].data, *found = NULL;
    char field[32];
    uint8_t(*texels)[3] = tlb_alloc_array(f->work, TER_TILE_SIDE * TER_TILE_SIDE, sizeof *texels);
    tlb_mark mark = tlb_arena_mark(f->work);
    tlb_image image = {0};
    const uint8_t(*pixels)[4];
    uint32_t width, height;
    if (!texels)
        return false;
    tlb_status status = tlb_assets_find(f->conversion->assets, f->work, name, tlb_torque_texture_extensions,
                                        tlb_image_is_known, &image.encoded, &found);
    image.name = found;
    if (status == TLB_NOT_FOUND && f->ter->version <= TLB_TER_LAST_LEGACY_VERSION) {
        snprintf(field, sizeof field, "materialNames[%u]", i);
        tlb_report_missing(context, field, "texture", name);
    }
    if (!status && !tlb_image_rgba(context, f->work, &image, &pixels, &width, &height))
        reduce(f, pixels, width, height, texels, tile);
    tlb_arena_rewind(f->work, mark);
    return !f->work->failure;
}

bool tlb_ter_find_tiles(const tlb_conversion *conversion, tlb_arena *work, const tlb_ter *x, ter_tiles *tiles)
{
    enum { DARKEST = 64, RANGE = 160 };
    finder f = {conversion, work, x};
    uint32_t count = x->materialNames.count < TLB_TER_HOLE ? x->materialNames.count : TLB_TER_HOLE;
    *tiles = (ter_tiles){.side = 0};
    for (uint32_t i = 0; i < TER_LAYERS; i++)
        tiles->of[i].gray = (uint8_t)(DARKEST + (i < count ? RANGE * (i + 1) / (count + 1) : 0));
    for (uint32_t i = 0; i < count; i++) {
        ter_tile *tile = &tiles->of[i];
        if (x->materialNames.data[i].size && !find(&f, i, tile))
            return false;
        tiles->side = tile->side > tiles->side ? tile->side : tiles->side;
    }
    return true;
}
