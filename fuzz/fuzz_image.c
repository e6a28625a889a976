/* The decoders of images. The oracle: what the header promises is what is decoded, all of it is set, and as a
 * PNG it comes back; what is refused is reported. */
#include "image/image.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static size_t size_of(const tlb_image *image)
{
    return (size_t)image->width * image->height * (image->format == TLB_PIXELS_INDEXED ? 1 : 4);
}

/* Indices lie within 256 colors; all that is written as a PNG is read again. */
static void require_comes_back(tlb_context *context, tlb_arena *arena, const tlb_image *image)
{
    tlb_buffer out = {.account = context->account};
    tlb_image again = {0};
    require(tlb_png_encode_fast(image, &out) == TLB_OK);
    tlb_bytes file = {out.data, out.size};
    require(tlb_image_sniff(file) == TLB_IMAGE_PNG);
    require(tlb_image_decode(context, arena, file, &again) == TLB_OK);
    require(again.format == image->format && again.width == image->width && again.height == image->height);
    require(memcmp(again.pixels, image->pixels, size_of(image)) == 0);
    tlb_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Larger images only take longer. */
    enum { MOST_PIXELS = 1 << 16 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_bytes file = {data, size};
    tlb_image image = {0}, loaded = {0};
    tlb_arena arena;
    uint32_t width = 0, height = 0;
    require(context != NULL);
    tlb_arena_init(&arena, context->account);
    tlb_status measured = tlb_image_size(file, &width, &height);
    if (measured || (uint64_t)width * height <= MOST_PIXELS) {
        tlb_status status = tlb_image_decode(context, &arena, file, &image);
        require(status == TLB_OK ||
                tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING) > 0);
        if (!status) {
            require(!measured && image.width == width && image.height == height);
            require(image.format != TLB_PIXELS_INDEXED || image.palette);
            require_comes_back(context, &arena, &image);
        }
        if (tlb_image_load(context, &arena, file, &loaded) == TLB_OK) {
            const char *mime_type;
            tlb_bytes written;
            require(loaded.width == width && loaded.height == height);
            if (tlb_image_for_gltf(context, &arena, &loaded, &written, &mime_type) == TLB_OK)
                require(tlb_image_mime(tlb_image_sniff(written)) != NULL);
        }
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return 0;
}
