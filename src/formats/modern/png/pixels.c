/* Whether a PNG's pixels can be unpacked: to as many bytes as its header promises, none of which is kept. */
#define ZLIB_CONST
#include "formats/modern/png/format.h"
#include "image/image.h"

#include <zlib.h>

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

static void *take(void *account, unsigned count, unsigned size)
{
    size_t *memory = tlb_allocate(account, (size_t)count * size + 16);
    if (!memory)
        return NULL;
    *memory = (size_t)count * size + 16;
    return (char *)memory + 16;
}

static void give(void *account, void *memory)
{
    size_t *start = (void *)((char *)memory - 16);
    tlb_release(account, start, *start);
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

bool tlb_png_unpacks(tlb_context *context, const tlb_png *png, const tlb_png_header *header,
                     tlb_status *status)
{
    z_stream stream = {.zalloc = take, .zfree = give, .opaque = &context->account};
    uint64_t unpacked = 0, promised = bytes_promised(header);
    *status = TLB_OK;
    if ((uint64_t)header->width * header->height > TLB_IMAGE_MOST_PIXELS) /* nobody here decodes it */
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
        *status = tlb_report_memory(context);
    return found == Z_STREAM_END && unpacked == promised;
}
