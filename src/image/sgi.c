/* SGI images (.rgb, .rgba, .sgi, .bw), from "The SGI Image File Format", version 1.00: planes of one or two
 * bytes a value, rows from the bottom, as they are or as runs. */
#include "image/image.h"

#include "base/bytes.h"

enum {
    HEADER = 512,
    MAGIC = 474,
    VERBATIM = 0,
    RUNS = 1,
    MOST_CHANNELS = 4, /* further ones are not looked at */
    ROW_ENTRIES = 8    /* bytes in the two tables for a row: where its runs begin, how long they are */
};

typedef struct sgi {
    tlb_bytes file;
    uint32_t width, height, channels, value_size;
    bool runs;
} sgi;

static bool read_header(tlb_bytes file, sgi *x)
{
    if (file.size < HEADER || tlb_get_be16(file.data) != MAGIC)
        return false;
    const uint8_t *p = file.data;
    uint32_t dimension = tlb_get_be16(p + 4);
    *x = (sgi){.file = file,
               .runs = p[2] == RUNS,
               .value_size = p[3],
               .width = tlb_get_be16(p + 6),
               .height = dimension >= 2 ? tlb_get_be16(p + 8) : 1,
               .channels = dimension >= 3 ? tlb_get_be16(p + 10) : 1};
    return (p[2] == VERBATIM || x->runs) && (x->value_size == 1 || x->value_size == 2) && dimension >= 1 &&
           dimension <= 3 && x->width && x->height && x->channels;
}

bool tlb_sgi_size(tlb_bytes file, uint32_t *width, uint32_t *height)
{
    sgi x;
    if (!read_header(file, &x))
        return false;
    *width = x.width;
    *height = x.height;
    return true;
}

/* All that is not within the runs themselves. */
static bool has_all_rows(const sgi *x)
{
    uint64_t rows = (uint64_t)x->height * x->channels;
    return x->file.size - HEADER >= rows * (x->runs ? ROW_ENTRIES : x->width * x->value_size);
}

/* Values of two bytes: the upper one counts. */
static void copy_row(const sgi *x, uint32_t row, uint8_t *out)
{
    const uint8_t *p = x->file.data + HEADER + (size_t)row * x->width * x->value_size;
    for (uint32_t i = 0; i < x->width; i++)
        out[MOST_CHANNELS * i] = p[(size_t)i * x->value_size];
}

/* A run begins with a value whose low seven bits count: with bit 7 that many values follow, without one,
 * which is repeated; a count of 0 ends the row. */
static bool unpack_row(const sgi *x, uint32_t row, uint8_t *out)
{
    const uint8_t *tables = x->file.data + HEADER, *p, *end;
    uint32_t rows = x->height * x->channels, size = x->value_size, at = 0;
    uint32_t start = tlb_get_be32(tables + 4 * (size_t)row);
    uint32_t length = tlb_get_be32(tables + 4 * ((size_t)rows + row));
    if (start > x->file.size || length > x->file.size - start)
        return false;
    p = x->file.data + start;
    end = p + length / size * size;
    while (at < x->width && p < end) {
        uint8_t head = p[size - 1];
        uint32_t count = head & 0x7f, given = head & 0x80 ? count : 1;
        p += size;
        if (!count)
            return false;
        if (count > x->width - at || given > (size_t)(end - p) / size)
            return false;
        for (uint32_t i = 0; i < count; i++, at++)
            out[MOST_CHANNELS * at] = p[head & 0x80 ? (size_t)i * size : 0];
        p += (size_t)given * size;
    }
    return at == x->width;
}

/* Gray, with or without alpha, or red, green, blue, with or without. */
static void fill_channels(uint8_t (*pixels)[MOST_CHANNELS], size_t count, uint32_t channels)
{
    for (size_t i = 0; i < count && channels < MOST_CHANNELS; i++) {
        uint8_t second = pixels[i][1];
        if (channels < 3)
            pixels[i][1] = pixels[i][2] = pixels[i][0];
        pixels[i][3] = channels == 2 ? second : 255;
    }
}

tlb_status tlb_sgi_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    sgi x;
    if (!read_header(file, &x) || !has_all_rows(&x))
        return tlb_image_bad(context, image, TLB_INVALID, "the file is truncated");
    size_t row_size = (size_t)x.width * MOST_CHANNELS;
    uint8_t *pixels = tlb_alloc_array(arena, x.height, row_size);
    if (!pixels)
        return tlb_report_memory(context, arena);
    uint32_t channels = x.channels < MOST_CHANNELS ? x.channels : MOST_CHANNELS;
    for (uint32_t channel = 0; channel < channels; channel++)
        for (uint32_t y = 0; y < x.height; y++) {
            uint8_t *out = pixels + (x.height - 1 - y) * row_size + channel;
            uint32_t row = channel * x.height + y;
            if (!x.runs)
                copy_row(&x, row, out);
            else if (!unpack_row(&x, row, out))
                return tlb_image_bad(context, image, TLB_INVALID, "a run-length encoded row is damaged");
        }
    fill_channels((uint8_t(*)[MOST_CHANNELS])(void *)pixels, (size_t)x.width * x.height, channels);
    image->format = TLB_PIXELS_RGBA;
    image->pixels = pixels;
    image->palette = NULL;
    return TLB_OK;
}
