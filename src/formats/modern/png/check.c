/* The rules of PNG that a reader depends on. */
#include "formats/modern/png/format.h"

#include "base/text.h"

#include <stdio.h>

typedef struct png_check {
    tlb_context *context;
    const tlb_png *png;
    const tlb_png_header *header; /* NULL: none that can be read */
    bool sound_header;
} png_check;

static bool is(const tlb_png_chunk *chunk, const char *type)
{
    return memcmp(chunk->type.data, type, 4) == 0;
}

static const char *path_of(char path[32], uint32_t chunk)
{
    snprintf(path, 32, "chunks[%u]", chunk);
    return path;
}

#define REPORT(c, code, chunk, ...)                                                                          \
    do {                                                                                                     \
        char path[32];                                                                                       \
        tlb_report((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, path_of(path, (chunk)), __VA_ARGS__);       \
    } while (0)

static bool depth_is_allowed(const tlb_png_header *h)
{
    static const uint8_t most[] = {16, 0, 16, 8, 16, 0, 16}, least[] = {1, 1, 8, 1, 8, 1, 8};
    bool power = h->bitDepth && (h->bitDepth & (h->bitDepth - 1)) == 0;
    return h->colorType < sizeof most && power && h->bitDepth >= least[h->colorType] &&
           h->bitDepth <= most[h->colorType];
}

static void check_header(png_check *c)
{
    const tlb_png_chunk *first = c->png->chunks.count ? &c->png->chunks.data[0] : NULL;
    if (!first || !is(first, "IHDR") || first->isOpaque) {
        tlb_report(c->context, TLB_CODE_PNG_HEADER, TLB_NO_OFFSET, first ? "chunks[0]" : "",
                   "the first chunk is no header of 13 bytes");
        return;
    }
    const tlb_png_header *h = c->header = &first->header;
    uint64_t before = tlb_code_total(c->context, TLB_CODE_PNG_HEADER);
    if (!h->width || !h->height || h->width > INT32_MAX || h->height > INT32_MAX)
        REPORT(c, PNG_HEADER, 0, "%u x %u is no size", h->width, h->height);
    if (!depth_is_allowed(h))
        REPORT(c, PNG_HEADER, 0, "color type %u has no depth of %u bits", h->colorType, h->bitDepth);
    if (h->compressionMethod || h->filterMethod || h->interlaceMethod > 1)
        REPORT(c, PNG_HEADER, 0, "compression %u, filter %u and interlace %u are not all known",
               h->compressionMethod, h->filterMethod, h->interlaceMethod);
    c->sound_header = tlb_code_total(c->context, TLB_CODE_PNG_HEADER) == before;
}

static void check_palette(png_check *c, uint32_t index, bool pixels_came)
{
    const tlb_png_chunk *chunk = &c->png->chunks.data[index];
    uint32_t most =
        c->header && c->header->colorType == 3 && c->header->bitDepth < 8 ? 1u << c->header->bitDepth : 256;
    if (chunk->isOpaque || !chunk->palette.count || chunk->palette.count > most)
        REPORT(c, PNG_PALETTE, index, "the palette is not of 1 to %u colors", most);
    if (pixels_came)
        REPORT(c, PNG_PALETTE, index, "the palette comes behind the pixels");
}

/* Upper case: critical. */
static bool must_be_known(const tlb_png_chunk *chunk)
{
    return !(chunk->type.data[0] & 0x20) && !is(chunk, "IHDR") && !is(chunk, "PLTE") && !is(chunk, "IDAT") &&
           !is(chunk, "IEND");
}

/* Reported where they begin. */
static tlb_status check_pixels(png_check *c)
{
    tlb_status status;
    if (tlb_png_unpacks(c->context, c->png, c->header, &status) || status)
        return status;
    uint32_t first = (uint32_t)(tlb_png_find(c->png, "IDAT") - c->png->chunks.data);
    REPORT(c, PNG_PIXELS, first, "they do not unpack to %u x %u pixels", c->header->width, c->header->height);
    return TLB_OK;
}

tlb_status tlb_png_check(tlb_document *document)
{
    png_check check = {.context = document->context, .png = document->root}, *c = &check;
    bool palette = false, pixels = false, ended = false;
    check_header(c);
    for (uint32_t i = 0; i < c->png->chunks.count; i++) {
        const tlb_png_chunk *chunk = &c->png->chunks.data[i];
        if (chunk->isDamaged)
            REPORT(c, PNG_CHECKSUM, i, "the checksum of this %.4s chunk is not %08x", chunk->type.data,
                   chunk->crc);
        if (must_be_known(chunk))
            REPORT(c, PNG_CHUNK, i, "no %.4s chunk is known", chunk->type.data);
        if (i && is(chunk, "IHDR"))
            REPORT(c, PNG_HEADER, i, "a second header");
        if (is(chunk, "PLTE"))
            check_palette(c, i, pixels);
        palette |= is(chunk, "PLTE");
        if (is(chunk, "IDAT") && pixels && !is(chunk - 1, "IDAT"))
            REPORT(c, PNG_NO_DATA, i, "other chunks stand between those of the pixels");
        pixels |= is(chunk, "IDAT");
        ended |= is(chunk, "IEND");
    }
    if (c->header && c->header->colorType == 3 && !palette)
        REPORT(c, PNG_PALETTE, 0, "an indexed picture without palette");
    if (!pixels)
        tlb_report(c->context, TLB_CODE_PNG_NO_DATA, TLB_NO_OFFSET, "", "there are no pixels");
    if (!ended)
        tlb_report(c->context, TLB_CODE_PNG_NO_END, TLB_NO_OFFSET, "",
                   "the file ends without its IEND chunk");
    if (c->png->tail.size)
        tlb_report(c->context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, "tail", "%zu %s", c->png->tail.size,
                   tlb_plural(c->png->tail.size, "byte follows", "bytes follow"));
    return pixels && c->sound_header ? check_pixels(c) : TLB_OK;
}
