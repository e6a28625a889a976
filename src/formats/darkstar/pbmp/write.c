/* An image as a bitmap file: with a palette of the game's as PBMP, without as a Microsoft bitmap that has its
 * own. */
#include "formats/darkstar/pbmp/pbmp.h"

#include "image/quantize.h"
#include "image/reduce.h"

#include <string.h>

static bool has_holes(const uint8_t (*pixels)[4], size_t count)
{
    enum { HALF = 128 };
    for (size_t i = 0; i < count; i++)
        if (pixels[i][3] < HALF)
            return true;
    return false;
}

/* Index 0 is what is not drawn, where there is such a thing. */
static tlb_status write_bmp(tlb_context *context, tlb_arena *arena, const uint8_t (*pixels)[4],
                            uint32_t width, uint32_t height, bool keyed, tlb_buffer *out)
{
    enum { COLORS = 256, HEADERS = 54 };
    uint32_t count;
    uint8_t palette[COLORS][4] = {{0}};
    uint32_t first = keyed && has_holes(pixels, (size_t)width * height) ? 1 : 0;
    size_t stride = ((size_t)width + 3) & ~(size_t)3;
    uint8_t *rows = tlb_zalloc_array(arena, stride, height);
    uint8_t(*reduced)[4] = tlb_alloc_array(arena, COLORS, sizeof *reduced);
    tlb_quantizer *quantizer = tlb_alloc(arena, sizeof *quantizer);
    tlb_bmp_color *colors = tlb_zalloc_array(arena, COLORS, sizeof *colors);
    if (!rows || !reduced || !quantizer || !colors ||
        !tlb_reduce_colors(arena, pixels, (size_t)width * height, COLORS - first, reduced, &count))
        return tlb_report_memory(context, arena);
    memcpy(palette + first, reduced, (COLORS - first) * sizeof *palette);
    bool excluded[COLORS] = {first != 0};
    for (uint32_t i = first + count; i < COLORS; i++)
        excluded[i] = true;
    tlb_quantizer_init(quantizer, (const uint8_t(*)[4])palette, excluded, false);
    for (uint32_t y = 0; y < height; y++) /* from the bottom up */
        tlb_quantize_pixels(quantizer, pixels + (size_t)(height - 1 - y) * width, width, first ? 0 : TLB_NONE,
                            rows + y * stride);
    for (int i = 0; i < COLORS; i++)
        for (int c = 0; c < 3; c++)
            colors[i][c] = palette[i][2 - c];
    const uint32_t start = HEADERS + COLORS * (uint32_t)sizeof *colors;
    tlb_bmp bmp = {.bfSize = start + (uint32_t)(stride * height),
                   .bfOffBits = start,
                   .biSize = 40,
                   .biWidth = (int32_t)width,
                   .biHeight = (int32_t)height,
                   .biPlanes = 1,
                   .biBitCount = 8,
                   .biSizeImage = (uint32_t)(stride * height),
                   .colors = {colors, COLORS},
                   .pixels = {rows, stride * height}};
    void *root = &bmp;
    tlb_walk w = tlb_walk_writer(context, out);
    tlb_bmp_walk(&w, &root);
    return tlb_walk_finish(&w) ? w.status : tlb_report_failure(context, out->status);
}

static tlb_status write_pbmp(const tlb_image *image, tlb_alpha_mode mode, const tlb_conversion *of,
                             tlb_buffer *out)
{
    const tlb_pbmp_write_options options = TLB_PBMP_WRITE_OPTIONS_INIT;
    tlb_conversion conversion = *of;
    conversion.to = &options;
    return tlb_pbmp_from_image(image, mode, &conversion, out);
}

tlb_status tlb_darkstar_write_bitmap(const tlb_image *image, tlb_alpha_mode mode,
                                     const tlb_conversion *conversion, tlb_arena *arena, const char *name,
                                     tlb_output *output)
{
    const uint8_t(*pixels)[4];
    uint32_t width, height;
    tlb_status status = tlb_image_rgba(conversion->context, arena, image, &pixels, &width, &height);
    if (status) /* reported: it cannot be shown */
        return tlb_memory_status(conversion->context, arena, status);
    tlb_buffer *out = tlb_output_file(output, name);
    if (!out)
        return tlb_report_output(conversion->context, output, NULL);
    return conversion->options->palette
               ? write_pbmp(image, mode, conversion, out)
               : write_bmp(conversion->context, arena, pixels, width, height, mode != TLB_ALPHA_OPAQUE, out);
}
