/* Bitmaps: trilobite/image.h. */
#include "trilobite/image.h"
#include "base/argument.h"

#include "image/image.h"

#include <string.h>

/* The public struct comes first: a tlb_bitmap of the library is one of these. */
typedef struct owned_bitmap {
    tlb_bitmap bitmap;
    tlb_arena arena;
} owned_bitmap;

static owned_bitmap *make(tlb_context *context)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    owned_bitmap *made = tlb_alloc(&arena, sizeof *made);
    if (made)
        *made = (owned_bitmap){.arena = arena};
    return made;
}

void tlb_bitmap_free(tlb_bitmap *bitmap)
{
    if (!bitmap)
        return;
    tlb_arena arena = ((owned_bitmap *)bitmap)->arena; /* a copy: the bitmap itself lives in it */
    tlb_arena_release(&arena);
}

tlb_bitmap *tlb_bitmap_create(tlb_context *context, uint32_t width, uint32_t height)
{
    if (!context)
        return NULL;
    owned_bitmap *made = make(context);
    if (!made) {
        tlb_report_memory(context, NULL);
        return NULL;
    }
    size_t row = (size_t)width * 4;
    made->bitmap = (tlb_bitmap){width, height, tlb_alloc_array(&made->arena, height, row)};
    if (!made->bitmap.pixels) {
        tlb_report_memory(context, &made->arena);
        tlb_bitmap_free(&made->bitmap);
        return NULL;
    }
    memset(made->bitmap.pixels, 0, height * row);
    return &made->bitmap;
}

/* The pixels of a decoded image: its own where they are RGBA. */
static tlb_status take_pixels(tlb_context *context, owned_bitmap *to, const tlb_image *image)
{
    to->bitmap = (tlb_bitmap){image->width, image->height, image->pixels};
    if (image->format == TLB_PIXELS_RGBA)
        return TLB_OK;
    size_t count = (size_t)image->width * image->height;
    to->bitmap.pixels = tlb_alloc_array(&to->arena, count, 4);
    if (!to->bitmap.pixels)
        return tlb_report_memory(context, &to->arena);
    for (size_t i = 0; i < count; i++)
        memcpy(to->bitmap.pixels + 4 * i, image->palette[image->pixels[i]], 4);
    return TLB_OK;
}

static tlb_status finish(tlb_status status, owned_bitmap *made, tlb_bitmap **bitmap)
{
    if (status)
        tlb_bitmap_free(&made->bitmap);
    else
        *bitmap = &made->bitmap;
    return status;
}

tlb_status tlb_bitmap_decode(tlb_context *context, const void *data, size_t size, const char *name,
                             tlb_bitmap **bitmap)
{
    TLB_REQUIRE(context, bitmap);
    *bitmap = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE_LIST(context, data, size);
    owned_bitmap *made = make(context);
    if (!made)
        return tlb_report_memory(context, NULL);
    tlb_image image = {.name = name ? name : ""};
    tlb_status status = tlb_image_decode(context, &made->arena, (tlb_bytes){data, size}, &image);
    if (!status)
        status = take_pixels(context, made, &image);
    return finish(status, made, bitmap);
}

tlb_status tlb_bitmap_of_image(tlb_context *context, const tlb_image *image, tlb_bitmap **bitmap)
{
    TLB_REQUIRE(context, bitmap);
    *bitmap = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, image);
    bool has_pixels = image->pixels && (image->format == TLB_PIXELS_RGBA ||
                                        (image->format == TLB_PIXELS_INDEXED && image->palette));
    if (!has_pixels && image->encoded.size)
        return tlb_bitmap_decode(context, image->encoded.data, image->encoded.size, image->name, bitmap);
    if (!has_pixels)
        return tlb_image_bad(context, image, TLB_INVALID, "has neither pixels nor a file");
    owned_bitmap *made = make(context);
    if (!made)
        return tlb_report_memory(context, NULL);
    tlb_status status = take_pixels(context, made, image);
    if (!status && image->format == TLB_PIXELS_RGBA) { /* the image's own: a copy instead */
        size_t size = (size_t)image->width * image->height * 4;
        made->bitmap.pixels = tlb_alloc(&made->arena, size);
        if (!made->bitmap.pixels)
            status = tlb_report_memory(context, &made->arena);
        else
            memcpy(made->bitmap.pixels, image->pixels, size);
    }
    return finish(status, made, bitmap);
}

tlb_status tlb_bitmap_write_png(tlb_context *context, const tlb_bitmap *bitmap, tlb_sink sink)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, bitmap);
    TLB_REQUIRE(context, sink.write);
    TLB_REQUIRE_LIST(context, bitmap->pixels, bitmap->width && bitmap->height);
    tlb_image image = {.name = "",
                       .format = TLB_PIXELS_RGBA,
                       .width = bitmap->width,
                       .height = bitmap->height,
                       .pixels = bitmap->pixels};
    tlb_buffer file = {.account = context->account};
    tlb_status status = tlb_png_encode(&image, &file);
    if (status == TLB_INVALID)
        tlb_image_bad(context, &image, status, "a bitmap of this size cannot be written as PNG");
    else if (status)
        tlb_report_failure(context, status);
    else if (!sink.write(sink.user, file.data, file.size)) {
        tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL, "the output took no more bytes");
        status = TLB_WRITE_FAILED;
    }
    tlb_buffer_free(&file);
    return status;
}
