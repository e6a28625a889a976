/* PNGs as most are: 8 bits of R, G, B and maybe A, rows from top to bottom. They are inflated in one piece,
 * which libpng does row by row in three times the instructions. */
#include <string.h>
#include <zlib.h>

#include "base/bytes.h"
#include "base/deflate.h"
#include "image/image.h"

enum {
    SIGNATURE = 8,
    CHUNK_FRAME = 12, /* length, type and checksum */
    IHDR_SIZE = 13,
    RGBA = 4
};

typedef struct plain {
    tlb_arena *arena, *work;
    size_t width, height, channels;
    uint8_t *pixels;
} plain;

/* --- chunks ------------------------------------------------------------------------------------------- */

typedef struct chunk {
    const uint8_t *type; /* NULL: the file is damaged */
    tlb_bytes data;
} chunk;

static bool is_of(const chunk *c, const char *type)
{
    return c->type && memcmp(c->type, type, 4) == 0;
}

static chunk take_chunk(tlb_bytes *file)
{
    if (file->size < CHUNK_FRAME)
        return (chunk){0};
    uint32_t size = tlb_get_be32(file->data);
    const uint8_t *type = file->data + 4;
    if (size > INT32_MAX || size > file->size - CHUNK_FRAME ||
        crc32(0, type, size + 4) != tlb_get_be32(type + 4 + size))
        return (chunk){0};
    file->data += CHUNK_FRAME + size;
    file->size -= CHUNK_FRAME + size;
    return (chunk){type, {type + 4, size}};
}

static bool read_header(plain *p, const chunk *c)
{
    enum { DEPTH = 8, COLOR_TYPE, COMPRESSION, FILTER, INTERLACE, RGB = 2, RGB_ALPHA = 6 };
    const uint8_t *header = c->data.data;
    if (!is_of(c, "IHDR") || c->data.size != IHDR_SIZE)
        return false;
    p->width = tlb_get_be32(header);
    p->height = tlb_get_be32(header + 4);
    p->channels = header[COLOR_TYPE] == RGB ? 3 : RGBA;
    return header[DEPTH] == 8 && (header[COLOR_TYPE] == RGB || header[COLOR_TYPE] == RGB_ALPHA) &&
           !header[COMPRESSION] && !header[FILTER] && !header[INTERLACE];
}

/* What changes no pixel that is read. */
static bool is_passed_over(const chunk *c)
{
    enum { ANCILLARY = 0x20 };
    return c->type && c->type[0] & ANCILLARY && !is_of(c, "tRNS");
}

/* The stream of the pixels, joined where it is in several chunks. */
static tlb_status find_stream(tlb_bytes file, tlb_arena *work, tlb_bytes *stream)
{
    chunk c = take_chunk(&file);
    while (is_passed_over(&c))
        c = take_chunk(&file);
    if (!is_of(&c, "IDAT"))
        return TLB_UNSUPPORTED;
    *stream = c.data;
    size_t size = 0;
    tlb_bytes rest = file;
    for (chunk next = c; is_of(&next, "IDAT"); next = take_chunk(&rest))
        size += next.data.size;
    if (size == stream->size)
        return TLB_OK;
    uint8_t *joined = tlb_alloc(work, size);
    if (!joined)
        return work->failure;
    *stream = (tlb_bytes){joined, size};
    for (; is_of(&c, "IDAT"); joined += c.data.size, c = take_chunk(&file))
        memcpy(joined, c.data.data, c.data.size);
    return TLB_OK;
}

/* --- rows --------------------------------------------------------------------------------------------- */

enum { NONE, SUB, UP, AVERAGE, PAETH };

static uint8_t paeth(int left, int above, int corner)
{
    int to_left = above - corner, to_above = left - corner, to_corner = to_left + to_above;
    to_left = to_left < 0 ? -to_left : to_left;
    to_above = to_above < 0 ? -to_above : to_above;
    to_corner = to_corner < 0 ? -to_corner : to_corner;
    return (uint8_t)(to_left <= to_above && to_left <= to_corner ? left
                     : to_above <= to_corner                     ? above
                                                                 : corner);
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    uint8_t all = 0;
    for (size_t i = 0; i < size; i++)
        all |= bytes[i];
    return !all;
}

/* Undoes the filter: pixels are what is stored, plus what was predicted of their neighbours. */
static inline void add_predicted(size_t width, size_t channels, uint8_t filter, const uint8_t *stored,
                                 const uint8_t *above, uint8_t *row)
{
    const uint8_t none[RGBA] = {0}, *left = none, *corner = none;
    for (size_t x = 0; x < width; x++) {
        bool even = filter == PAETH && memcmp(above, corner, RGBA) == 0; /* the nearest is to the left */
        for (size_t k = 0; k < channels; k++) {
            int predicted = filter == SUB || even ? left[k]
                            : filter == UP        ? above[k]
                            : filter == AVERAGE   ? (left[k] + above[k]) / 2
                            : filter == PAETH     ? paeth(left[k], above[k], corner[k])
                                                  : 0;
            row[k] = (uint8_t)(stored[k] + predicted);
        }
        if (channels < RGBA)
            row[RGBA - 1] = UINT8_MAX;
        left = row;
        corner = above;
        stored += channels;
        row += RGBA;
        above += RGBA;
    }
}

/* Compilers make code of its own for each number of channels and each filter. */
static inline void undo(size_t width, size_t channels, uint8_t filter, const uint8_t *stored,
                        const uint8_t *above, uint8_t *row)
{
    if (filter == NONE)
        add_predicted(width, channels, NONE, stored, above, row);
    else if (filter == SUB)
        add_predicted(width, channels, SUB, stored, above, row);
    else if (filter == UP)
        add_predicted(width, channels, UP, stored, above, row);
    else if (filter == AVERAGE)
        add_predicted(width, channels, AVERAGE, stored, above, row);
    else
        add_predicted(width, channels, PAETH, stored, above, row);
}

static bool put_row(const plain *p, const uint8_t *stored, const uint8_t *above, uint8_t *row)
{
    uint8_t filter = *stored++;
    if (filter == UP && is_zero(stored, p->width * p->channels))
        memcpy(row, above, p->width * RGBA);
    else if (p->channels < RGBA)
        undo(p->width, RGBA - 1, filter, stored, above, row);
    else
        undo(p->width, RGBA, filter, stored, above, row);
    return filter <= PAETH;
}

/* What a row before the first would be. */
static uint8_t *make_nothing(const plain *p)
{
    uint8_t *row = tlb_zalloc_array(p->work, p->width, RGBA);
    for (size_t x = 0; row && p->channels < RGBA && x < p->width; x++)
        row[x * RGBA + RGBA - 1] = UINT8_MAX;
    return row;
}

/* Inflated to the end of the memory that the pixels are put to: none overtakes what is stored of the next. */
static tlb_status put_rows(plain *p, tlb_bytes stream)
{
    size_t stored_row = 1 + p->width * p->channels, row = p->width * RGBA;
    size_t room = row > stored_row ? row : stored_row;
    const uint8_t *above = make_nothing(p);
    p->pixels = tlb_alloc_array(p->arena, p->height, room);
    if (!p->pixels || !above)
        return p->pixels ? p->work->failure : p->arena->failure;
    uint8_t *stored = p->pixels + (room - stored_row) * p->height, *to = p->pixels;
    tlb_status status =
        tlb_inflate(p->arena->account, TLB_DEFLATE_ZLIB_UNSUMMED, stream, stored, stored_row * p->height);
    for (size_t y = 0; !status && y < p->height; y++, stored += stored_row, above = to, to += row) {
        status = tlb_work(p->arena->account, tlb_work_of(row));
        if (!status && !put_row(p, stored, above, to))
            status = TLB_INVALID;
    }
    return status;
}

tlb_status tlb_png_decode_plain(tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    tlb_bytes stream, left = {file.data + SIGNATURE, file.size - SIGNATURE};
    plain p = {.arena = arena};
    chunk header = take_chunk(&left);
    if (!read_header(&p, &header))
        return TLB_UNSUPPORTED;
    tlb_arena work;
    tlb_mark before = tlb_arena_mark(arena);
    tlb_arena_init(&work, arena->account);
    p.work = &work;
    tlb_status status = find_stream(left, &work, &stream);
    if (!status)
        status = put_rows(&p, stream);
    tlb_arena_release(&work);
    if (status) {
        tlb_arena_rewind(arena, before);
        return status;
    }
    image->format = TLB_PIXELS_RGBA;
    image->pixels = p.pixels;
    return TLB_OK;
}
