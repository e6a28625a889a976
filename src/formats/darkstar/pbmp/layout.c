/* The layouts of bitmaps: PBMP, chunks without alignment; Microsoft's BMP with a header of 40 bytes or more.
 */
#include "formats/darkstar/pbmp/pbmp.h"

#include "formats/darkstar/shared/chunks.h"
#include "layout/fields.h"

/* --- PBMP ---------------------------------------------------------------------------------------------- */

enum { HEAD_SIZE = 20, WORD = 4, CHUNKS_THAT_FOLLOW = 0xffffff };

static uint32_t typed_size(const tlb_pbmp_chunk *chunk)
{
    return chunk_is(chunk->tag, "head")                                   ? HEAD_SIZE
           : chunk_is(chunk->tag, "DETL") || chunk_is(chunk->tag, "PiDX") ? WORD
                                                                          : 0;
}

static const tlb_flag attributes[] = {
    {"transparent", TLB_PBMP_TRANSPARENT, TLB_PBMP_TRANSPARENT},
    {"fuzzy", TLB_PBMP_FUZZY, TLB_PBMP_FUZZY},
    {"translucent", TLB_PBMP_TRANSLUCENT, TLB_PBMP_TRANSLUCENT},
    {"ownmem", TLB_PBMP_OWN_MEMORY, TLB_PBMP_OWN_MEMORY},
    {"additive", TLB_PBMP_ADDITIVE, TLB_PBMP_ADDITIVE},
    {"subtractive", TLB_PBMP_SUBTRACTIVE, TLB_PBMP_SUBTRACTIVE},
    {"alpha8", TLB_PBMP_ALPHA_8, TLB_PBMP_ALPHA_8},
    {0},
};

static void walk_head(tlb_walk *w, tlb_pbmp_head *h)
{
    tlb_walk_open(w, "head", TLB_ROW);
    WALK(w, h, version);
    WALK(w, h, width);
    WALK(w, h, height);
    WALK(w, h, bitDepth);
    WALK_FLAGS(w, h, attributes, attributes);
    tlb_walk_close(w, TLB_ROW);
}

static void walk_chunk(tlb_walk *w, tlb_pbmp_chunk *chunk)
{
    uint32_t size = chunk->isOpaque ? (uint32_t)chunk->data.size : typed_size(chunk);
    tlb_darkstar_walk_chunk_header(w, &chunk->tag, &size);
    if (w->direction == WALK_READ)
        chunk->isOpaque = !typed_size(chunk) || size != typed_size(chunk);
    tlb_walk_has(w, "data", &chunk->isOpaque);
    if (chunk->isOpaque) {
        if (w->direction == WALK_READ)
            chunk->data.size = size;
        tlb_walk_bytes(w, "data", &chunk->data);
    } else if (chunk_is(chunk->tag, "head"))
        walk_head(w, &chunk->head);
    else if (chunk_is(chunk->tag, "DETL"))
        WALK(w, chunk, mipLevels);
    else if (chunk_is(chunk->tag, "PiDX"))
        WALK(w, chunk, paletteIndex);
    else
        tlb_walk_fault(w, "data", "a chunk with this tag needs data");
}

/* The head says how many follow it. Where they do not all stand, the missing one is counted, so that reading
 * it tells. */
static uint32_t find_chunks(const tlb_walk *w)
{
    bool has_head = w->end - w->at >= CHUNK_HEADER + HEAD_SIZE && memcmp(w->at, "head", CHUNK_TAG) == 0;
    if (!has_head)
        return tlb_darkstar_count_chunks(w, UINT32_MAX);
    uint64_t claimed = 1 + (uint64_t)(tlb_get_le32(w->at + CHUNK_HEADER) & CHUNKS_THAT_FOLLOW);
    uint32_t there = tlb_darkstar_count_chunks(w, claimed);
    return there < claimed ? there + 1 : there;
}

void tlb_pbmp_walk_bitmap(tlb_walk *w, tlb_pbmp *pbmp)
{
    tlb_walk_signature(w, "tag", "PBMP", CHUNK_TAG);
    WALK(w, pbmp, size);
    if (w->direction == WALK_READ)
        pbmp->chunks.count = find_chunks(w);
    WALK_BLOCKS(w, pbmp, chunks, 1, i)
        walk_chunk(w, &pbmp->chunks.data[i]);
}

void tlb_pbmp_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pbmp)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_pbmp *pbmp = *root;
    tlb_pbmp_walk_bitmap(w, pbmp);
    tlb_walk_remaining(w, "tail", &pbmp->tail);
}

/* --- BMP ----------------------------------------------------------------------------------------------- */

enum {
    FILE_HEADER = 14,
    INFO_HEADER = 40,
    MOST_HEADER = 124,
    USUAL_BITS = 24,
    COLOR = sizeof(tlb_bmp_color)
};

static void walk_info(tlb_walk *w, tlb_bmp *b)
{
    WALK_DEFAULT(w, b, biPlanes, 1);
    WALK_DEFAULT(w, b, biBitCount, USUAL_BITS);
    WALK(w, b, biWidth);
    WALK(w, b, biHeight);
    WALK(w, b, biPlanes);
    WALK(w, b, biBitCount);
    WALK(w, b, biCompression);
    WALK(w, b, biSizeImage);
    WALK(w, b, biXPelsPerMeter);
    WALK(w, b, biYPelsPerMeter);
    WALK(w, b, biClrUsed);
    WALK(w, b, biClrImportant);
}

uint64_t tlb_bmp_stride(const tlb_bmp *b)
{
    uint64_t width = (uint64_t)(b->biWidth < 0 ? 0 : b->biWidth);
    return (width * b->biBitCount + 31) / 32 * 4;
}

static uint64_t pixel_bytes(const tlb_bmp *b)
{
    uint64_t height = (uint64_t)(b->biHeight < 0 ? -(int64_t)b->biHeight : b->biHeight);
    return b->biCompression ? b->biSizeImage : tlb_bmp_stride(b) * height;
}

/* As many as there are to be, and fit before the pixels. */
static uint32_t color_count(const tlb_walk *w, const tlb_bmp *b)
{
    uint64_t offset = tlb_walk_offset(w), remaining = (uint64_t)(w->end - w->at);
    uint64_t available = b->bfOffBits > offset ? b->bfOffBits - offset : 0;
    uint64_t wanted = b->biBitCount <= 8 && !b->biClrUsed ? 1u << b->biBitCount : b->biClrUsed;
    available = available < remaining ? available : remaining;
    return (uint32_t)(wanted < available / COLOR ? wanted : available / COLOR);
}

static size_t up_to(const tlb_walk *w, uint64_t wanted)
{
    size_t remaining = (size_t)(w->end - w->at);
    return wanted < remaining ? (size_t)wanted : remaining;
}

static void walk_shown_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    bool some = bytes->size != 0;
    tlb_walk_has(w, name, &some);
    if (some)
        tlb_walk_bytes(w, name, bytes);
}

static void walk_body(tlb_walk *w, tlb_bmp *b)
{
    bool reads = w->direction == WALK_READ;
    walk_info(w, b);
    if (reads)
        b->header.size = w->status ? 0 : b->biSize - INFO_HEADER;
    walk_shown_bytes(w, "header", &b->header);
    if (reads)
        b->colors.count = color_count(w, b);
    WALK_VECTORS(w, b, colors);
    if (reads)
        b->gap.size = b->bfOffBits > tlb_walk_offset(w) ? up_to(w, b->bfOffBits - tlb_walk_offset(w)) : 0;
    walk_shown_bytes(w, "gap", &b->gap);
    if (reads)
        b->pixels.size = up_to(w, pixel_bytes(b));
    tlb_walk_bytes(w, "pixels", &b->pixels);
}

/* Dynamix's bitmaps before Darkstar begin with the same letters. */
static bool is_old(const tlb_walk *w)
{
    return w->direction == WALK_READ && w->end - w->at >= 4 && memcmp(w->at, "BMP:", 4) == 0;
}

void tlb_bmp_walk(tlb_walk *w, void **root)
{
    if (is_old(w)) {
        tlb_walk_fail(w, TLB_CODE_NOT_SUPPORTED, NULL,
                      "a bitmap of an engine before Darkstar (BMP: INF: BIN:), which is undocumented and not "
                      "supported");
        return;
    }
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_bmp)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_bmp *b = *root;
    WALK_DEFAULT(w, b, bfSize, FILE_HEADER + INFO_HEADER);
    WALK_DEFAULT(w, b, bfOffBits, FILE_HEADER + INFO_HEADER);
    WALK_DEFAULT(w, b, biSize, INFO_HEADER);
    tlb_walk_signature(w, "bfType", "BM", 2);
    WALK(w, b, bfSize);
    WALK(w, b, bfReserved1);
    WALK(w, b, bfReserved2);
    WALK(w, b, bfOffBits);
    WALK(w, b, biSize);
    bool is_read = b->biSize >= INFO_HEADER && b->biSize <= MOST_HEADER;
    if (w->direction == WALK_READ)
        is_read = is_read && (size_t)(w->end - w->at) >= b->biSize - sizeof b->biSize;
    else
        is_read = !b->isOpaque;
    tlb_walk_has(w, "pixels", &is_read);
    b->isOpaque = !is_read;
    if (is_read)
        walk_body(w, b);
    tlb_walk_remaining(w, "tail", &b->tail);
}
