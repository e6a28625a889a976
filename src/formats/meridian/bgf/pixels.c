/* Pixels in and out of what a bitmap stores. */
#include "base/context.h"
#include "formats/meridian/bgf/bgf.h"
#include "image/image.h"

#include <zlib.h>

/* zlib's memory: an arena that goes with the job. */
static void *take(void *arena, unsigned count, unsigned size)
{
    return tlb_alloc_array(arena, count, size);
}

static void give(void *arena, void *memory)
{
    (void)arena, (void)memory;
}

static tlb_status refusal(const tlb_account *account)
{
    return account->failure ? account->failure : TLB_NO_MEMORY;
}

size_t tlb_bgf_pixel_count(const tlb_bgf_bitmap *bitmap)
{
    enum { DEFLATE_AT_ITS_BEST = 1032 }; /* bytes out for one in */
    uint64_t count = (uint64_t)bitmap->width * bitmap->height;
    uint64_t most =
        bitmap->type == TLB_BGF_RAW ? bitmap->data.size : bitmap->data.size * (uint64_t)DEFLATE_AT_ITS_BEST;
    return count <= most && count <= TLB_IMAGE_MOST_PIXELS ? (size_t)count : 0;
}

static tlb_status unpack(tlb_arena *arena, tlb_bytes data, uint8_t *pixels, size_t count)
{
    z_stream stream = {.zalloc = take,
                       .zfree = give,
                       .opaque = arena,
                       .next_in = (Bytef *)(uintptr_t)data.data,
                       .avail_in = (uInt)data.size,
                       .next_out = pixels,
                       .avail_out = (uInt)count};
    if (inflateInit(&stream) != Z_OK)
        return refusal(arena->account);
    int result = inflate(&stream, Z_FINISH);
    bool exact = result == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return exact ? TLB_OK : result == Z_MEM_ERROR ? refusal(arena->account) : TLB_INVALID;
}

tlb_status tlb_bgf_pixels(tlb_context *context, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap,
                          uint8_t *pixels)
{
    size_t count = tlb_bgf_pixel_count(bitmap);
    if (bitmap->type == TLB_BGF_COMPRESSED && bgf->version != TLB_BGF_VERSION)
        return TLB_UNSUPPORTED;
    if (!count || bitmap->data.size > INT32_MAX)
        return TLB_INVALID;
    if (bitmap->type == TLB_BGF_RAW) {
        memcpy(pixels, bitmap->data.data, count);
        return TLB_OK;
    }
    tlb_arena arena;
    tlb_arena_init(&arena, &context->account);
    tlb_status status = unpack(&arena, bitmap->data, pixels, count);
    tlb_arena_free(&arena);
    return status;
}

tlb_status bgf_image(tlb_context *context, tlb_arena *arena, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap,
                     tlb_image *image)
{
    uint8_t *pixels = tlb_alloc(arena, tlb_bgf_pixel_count(bitmap));
    tlb_status status = pixels ? tlb_bgf_pixels(context, bgf, bitmap, pixels) : refusal(arena->account);
    if (status)
        return status;
    image->format = TLB_PIXELS_INDEXED;
    image->width = bitmap->width;
    image->height = bitmap->height;
    image->pixels = pixels;
    image->palette = tlb_bgf_palette();
    return TLB_OK;
}

/* One call of deflate into room for the worst case. */
static tlb_status pack(tlb_arena *work, tlb_arena *arena, const uint8_t *pixels, size_t count,
                       tlb_bytes *packed)
{
    z_stream stream = {.zalloc = take,
                       .zfree = give,
                       .opaque = work,
                       .next_in = (Bytef *)(uintptr_t)pixels,
                       .avail_in = (uInt)count};
    if (deflateInit(&stream, Z_BEST_COMPRESSION) != Z_OK)
        return refusal(work->account);
    size_t room = deflateBound(&stream, (uLong)count);
    uint8_t *out = tlb_alloc(work, room);
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    size_t size = out && deflate(&stream, Z_FINISH) == Z_STREAM_END ? room - stream.avail_out : 0;
    deflateEnd(&stream);
    uint8_t *copy = size ? tlb_alloc(arena, size) : NULL;
    if (!copy)
        return refusal(work->account);
    memcpy(copy, out, size);
    *packed = (tlb_bytes){copy, size};
    return TLB_OK;
}

tlb_status bgf_pack(tlb_arena *arena, tlb_bgf_bitmap *bitmap, uint32_t width, uint32_t height,
                    const uint8_t *pixels)
{
    uint64_t count = (uint64_t)width * height;
    if (!count || count > TLB_IMAGE_MOST_PIXELS)
        return TLB_ARGUMENT;
    tlb_arena work;
    tlb_bytes packed;
    tlb_arena_init(&work, arena->account);
    tlb_status status = pack(&work, arena, pixels, (size_t)count, &packed);
    tlb_arena_free(&work);
    if (status)
        return status;
    bitmap->width = width;
    bitmap->height = height;
    bitmap->type = TLB_BGF_COMPRESSED;
    bitmap->length = 0;
    bitmap->data = packed;
    return TLB_OK;
}

tlb_status tlb_bgf_set_pixels(tlb_document *document, tlb_bgf_bitmap *bitmap, uint32_t width, uint32_t height,
                              const uint8_t *pixels)
{
    tlb_status status = bgf_pack(&document->arena, bitmap, width, height, pixels);
    return status == TLB_OK || status == TLB_ARGUMENT ? status : tlb_report_memory(document->context);
}
