/* The layout of a PNG file: big-endian chunks of length, type, data and checksum. */
#include "formats/interchange/png/png.h"

#include "layout/fields.h"

#include <zlib.h>

enum { HEADER_SIZE = 13, CHUNK_LEAST = 12, TYPE = 4 };

static bool is(const tlb_png_chunk *chunk, const char *type)
{
    return chunk->type.size == TYPE && memcmp(chunk->type.data, type, TYPE) == 0;
}

const tlb_png_chunk *tlb_png_find(const tlb_png *png, const char *type)
{
    for (uint32_t i = 0; i < png->chunks.count; i++)
        if (is(&png->chunks.data[i], type))
            return &png->chunks.data[i];
    return NULL;
}

static bool fits_its_type(const tlb_png_chunk *chunk, uint32_t length)
{
    return is(chunk, "IHDR") ? length == HEADER_SIZE
                             : is(chunk, "PLTE") && length % sizeof(tlb_png_color) == 0;
}

static uint32_t length_of(const tlb_png_chunk *chunk)
{
    if (chunk->isOpaque)
        return (uint32_t)chunk->data.size;
    return is(chunk, "IHDR") ? HEADER_SIZE : (uint32_t)(chunk->palette.count * sizeof(tlb_png_color));
}

static void walk_header(tlb_walk *w, tlb_png_header *h)
{
    tlb_walk_open(w, "header", TLB_ROW);
    WALK(w, h, width);
    WALK(w, h, height);
    WALK(w, h, bitDepth);
    WALK(w, h, colorType);
    WALK(w, h, compressionMethod);
    WALK(w, h, filterMethod);
    WALK(w, h, interlaceMethod);
    tlb_walk_close(w, TLB_ROW);
}

/* Over the type and the data, which end where the walk stands. */
static uint32_t checksum(const tlb_walk *w, uint32_t length)
{
    if (w->status || (w->direction == WALK_WRITE && w->buffer->status))
        return 0;
    return (uint32_t)crc32_z(0, w->at - length - TYPE, (size_t)length + TYPE);
}

static void walk_crc(tlb_walk *w, tlb_png_chunk *chunk, uint32_t length)
{
    uint32_t computed = w->direction == WALK_VISIT ? 0 : checksum(w, length);
    if (w->direction == WALK_WRITE && !chunk->isDamaged)
        chunk->crc = computed;
    tlb_walk_has(w, "crc", &chunk->isDamaged);
    if (w->direction != WALK_VISIT || chunk->isDamaged || w->visitor->counts)
        WALK(w, chunk, crc);
    else
        w->offset += sizeof chunk->crc;
    if (w->direction == WALK_READ)
        chunk->isDamaged = chunk->crc != computed;
}

static void walk_chunk(tlb_walk *w, tlb_png_chunk *chunk)
{
    uint32_t length = length_of(chunk);
    walk_count(w, "length", &length, TLB_U32);
    chunk->type.size = TYPE;
    tlb_walk_text(w, "type", &chunk->type);
    if (w->direction == WALK_READ)
        chunk->isOpaque = !fits_its_type(chunk, length);
    tlb_walk_has(w, "data", &chunk->isOpaque);
    if (chunk->isOpaque) {
        if (w->direction == WALK_READ)
            chunk->data.size = length;
        tlb_walk_bytes(w, "data", &chunk->data);
    } else if (is(chunk, "IHDR"))
        walk_header(w, &chunk->header);
    else {
        if (w->direction == WALK_READ)
            chunk->palette.count = length / sizeof(tlb_png_color);
        WALK_VECTORS(w, chunk, palette);
    }
    if (!w->status && (chunk->type.size != TYPE || length_of(chunk) > INT32_MAX))
        tlb_walk_fault(w, "type", "expected a chunk type of four letters and a length below 2 GiB");
    walk_crc(w, chunk, length);
}

/* How many chunks there are to IEND; one that does not fit is counted, so that reading reports it. */
static uint32_t count_chunks(const tlb_walk *w)
{
    uint32_t count = 0;
    for (const uint8_t *at = w->at; at < w->end;) {
        size_t remaining = (size_t)(w->end - at);
        count++;
        if (remaining < CHUNK_LEAST || tlb_get_be32(at) > remaining - CHUNK_LEAST ||
            memcmp(at + 4, "IEND", 4) == 0)
            break;
        at += CHUNK_LEAST + tlb_get_be32(at);
    }
    return count;
}

void tlb_png_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_png)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_png *png = *root;
    w->big_endian = true;
    tlb_walk_signature(w, "signature", "\x89PNG\r\n\x1a\n", 8);
    if (w->direction == WALK_READ)
        png->chunks.count = count_chunks(w);
    WALK_BLOCKS(w, png, chunks, CHUNK_LEAST, i)
        walk_chunk(w, &png->chunks.data[i]);
    tlb_walk_remaining(w, "tail", &png->tail);
}
