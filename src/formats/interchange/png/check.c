/* The rules of PNG that a reader depends on, and whether the pixels can be unpacked: to as many bytes as the
 * header promises, none of which is kept. */
#define ZLIB_CONST
#include "formats/interchange/png/png.h"

#include "base/text.h"
#include "image/image.h"

#include <stdio.h>
#include <zlib.h>

/* --- pixels ------------------------------------------------------------------------------------------- */

enum { PASSES = 7, LARGEST_SCRATCH = 16384 };

/* The filter's byte, then the pixels of a row. */
static uint64_t pass_bytes(const tlb_png_header *h, uint64_t width, uint64_t height)
{
    static const uint8_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    uint64_t bits = (uint64_t)channels[h->colorType] * h->bitDepth;
    return width && height ? (1 + (width * bits + 7) / 8) * height : 0;
}

static uint64_t bytes_promised(const tlb_png_header *h)
{
    static const uint8_t starts_x[PASSES] = {0, 4, 0, 2, 0, 1, 0}, steps_x[PASSES] = {8, 8, 4, 4, 2, 2, 1};
    static const uint8_t starts_y[PASSES] = {0, 0, 4, 0, 2, 0, 1}, steps_y[PASSES] = {8, 8, 8, 4, 4, 2, 2};
    uint64_t sum = 0;
    if (!h->interlaceMethod)
        return pass_bytes(h, h->width, h->height);
    for (int i = 0; i < PASSES; i++)
        sum += pass_bytes(h, ((uint64_t)h->width + steps_x[i] - 1 - starts_x[i]) / steps_x[i],
                          ((uint64_t)h->height + steps_y[i] - 1 - starts_y[i]) / steps_y[i]);
    return sum;
}

typedef struct zlib_memory {
    tlb_account *account;
    tlb_status failure;
} zlib_memory;

static void *allocate_zlib(void *user, unsigned count, unsigned size)
{
    zlib_memory *own = user;
    own->failure = TLB_LIMIT;
    if (size && count > (SIZE_MAX - 16) / size)
        return NULL;
    size_t bytes = (size_t)count * size + 16, *memory = tlb_allocate(own->account, bytes, &own->failure);
    if (!memory)
        return NULL;
    *memory = bytes;
    return (char *)memory + 16;
}

static void release_zlib(void *user, void *memory)
{
    const zlib_memory *own = user;
    size_t *start = (void *)((char *)memory - 16);
    tlb_release(own->account, start, *start);
}

/* Unpacks one chunk's bytes; adds what comes out. */
static int unpack(z_stream *stream, tlb_bytes data, uint64_t *unpacked, uint64_t most)
{
    uint8_t scratch[LARGEST_SCRATCH];
    int status;
    stream->next_in = data.data;
    stream->avail_in = (uInt)data.size;
    do {
        stream->next_out = scratch;
        stream->avail_out = sizeof scratch;
        status = inflate(stream, Z_NO_FLUSH);
        *unpacked += sizeof scratch - stream->avail_out;
    } while (status == Z_OK && !stream->avail_out && *unpacked <= most);
    return status == Z_BUF_ERROR ? Z_OK : status;
}

/* Whether the pixels unpack to what the header promises; those of very large pictures are believed to. The
 * header must be one that the check allows. `status` is TLB_OK but for want of memory. */
static bool unpacks(tlb_context *context, const tlb_png *png, const tlb_png_header *header,
                    tlb_status *status)
{
    zlib_memory own = {.account = context->account};
    z_stream stream = {.zalloc = allocate_zlib, .zfree = release_zlib, .opaque = &own};
    uint64_t unpacked = 0, promised = bytes_promised(header);
    *status = TLB_OK;
    if ((uint64_t)header->width * header->height > TLB_IMAGE_MOST_PIXELS) /* it is never decoded */
        return true;
    int found = inflateInit(&stream);
    for (uint32_t i = 0; found == Z_OK && i < png->chunks.count; i++) {
        const tlb_png_chunk *chunk = &png->chunks.data[i];
        if (memcmp(chunk->type.data, "IDAT", 4) != 0)
            continue;
        found = unpack(&stream, chunk->data, &unpacked, promised);
    }
    inflateEnd(&stream);
    if (found == Z_MEM_ERROR)
        *status = tlb_report_failure(context, own.failure);
    return found == Z_STREAM_END && unpacked == promised;
}

/* --- chunks ------------------------------------------------------------------------------------------- */

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
                   "the first chunk is not a header of 13 bytes");
        return;
    }
    const tlb_png_header *h = c->header = &first->header;
    uint64_t before = tlb_code_total(c->context, TLB_CODE_PNG_HEADER);
    if (!h->width || !h->height || h->width > INT32_MAX || h->height > INT32_MAX)
        REPORT(c, PNG_HEADER, 0, "invalid size %u x %u", h->width, h->height);
    if (!depth_is_allowed(h))
        REPORT(c, PNG_HEADER, 0, "invalid combination of color type %u and bit depth %u", h->colorType,
               h->bitDepth);
    if (h->compressionMethod || h->filterMethod || h->interlaceMethod > 1)
        REPORT(c, PNG_HEADER, 0, "compression %u, filter %u, interlace %u: at least one is unknown",
               h->compressionMethod, h->filterMethod, h->interlaceMethod);
    c->sound_header = tlb_code_total(c->context, TLB_CODE_PNG_HEADER) == before;
}

static void check_palette(png_check *c, uint32_t index, bool pixels_came)
{
    const tlb_png_chunk *chunk = &c->png->chunks.data[index];
    uint32_t most =
        c->header && c->header->colorType == 3 && c->header->bitDepth < 8 ? 1u << c->header->bitDepth : 256;
    if (chunk->isOpaque || !chunk->palette.count || chunk->palette.count > most)
        REPORT(c, PNG_PALETTE, index, "the palette does not have 1 to %u colors", most);
    if (pixels_came)
        REPORT(c, PNG_PALETTE, index, "the palette comes after the pixels");
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
    if (unpacks(c->context, c->png, c->header, &status) || status)
        return status;
    uint32_t first = (uint32_t)(tlb_png_find(c->png, "IDAT") - c->png->chunks.data);
    REPORT(c, PNG_PIXELS, first, "the data does not decompress to %u x %u pixels", c->header->width,
           c->header->height);
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
            REPORT(c, PNG_CHECKSUM, i, "the checksum of this %.4s chunk does not match %08x",
                   chunk->type.data, chunk->crc);
        if (must_be_known(chunk))
            REPORT(c, PNG_CHUNK, i, "unknown critical chunk %.4s", chunk->type.data);
        if (i && is(chunk, "IHDR"))
            REPORT(c, PNG_HEADER, i, "the header chunk is repeated");
        if (is(chunk, "PLTE"))
            check_palette(c, i, pixels);
        palette |= is(chunk, "PLTE");
        if (is(chunk, "IDAT") && pixels && !is(chunk - 1, "IDAT"))
            REPORT(c, PNG_NO_DATA, i, "there are other chunks between the pixel chunks");
        pixels |= is(chunk, "IDAT");
        ended |= is(chunk, "IEND");
    }
    if (c->header && c->header->colorType == 3 && !palette)
        REPORT(c, PNG_PALETTE, 0, "an indexed picture has no palette");
    if (!pixels)
        tlb_report(c->context, TLB_CODE_PNG_NO_DATA, TLB_NO_OFFSET, "", "there are no pixels");
    if (!ended)
        tlb_report(c->context, TLB_CODE_PNG_NO_END, TLB_NO_OFFSET, "", "the IEND chunk is missing");
    if (c->png->tail.size)
        tlb_report(c->context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, "tail", "%zu %s", c->png->tail.size,
                   tlb_plural(c->png->tail.size, "byte follows the end", "bytes follow the end"));
    return pixels && c->sound_header ? check_pixels(c) : TLB_OK;
}
