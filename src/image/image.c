#include "image/image.h"

#include <string.h>

#include "base/bytes.h"

enum {
    PNG_HEADER = 33, /* signature and IHDR */
    TGA_HEADER = 18,
    CHECKERS = 64,
    CHECKER = 8
};

/* The maximum that a byte can represent. */
static const uint32_t pixels_per_byte[] = {
    [TLB_IMAGE_PNG] = 8 * 1032, /* pixels of one bit, deflate at its best */
    [TLB_IMAGE_JPEG] = 8 * 64,  /* a bit for a block of 8 x 8 */
    [TLB_IMAGE_GIF] = 2730,     /* 12 bits for a string of 4095 */
    [TLB_IMAGE_BMP] = 8,        /* pixels of one bit */
    [TLB_IMAGE_TGA] = 64,       /* two bytes for a run of 128 */
    [TLB_IMAGE_SGI] = 8192      /* eight bytes for a row, which can share its runs with others */
};

static const uint8_t png_signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static bool starts_with(tlb_bytes file, const void *bytes, size_t size)
{
    return file.size >= size && memcmp(file.data, bytes, size) == 0;
}

static bool looks_like_tga(tlb_bytes file)
{
    if (file.size < TGA_HEADER)
        return false;
    uint8_t color_map = file.data[1], type = file.data[2] & 7, depth = file.data[16];
    bool indexed = type == 1;
    return (file.data[2] & ~8) == type && type >= 1 && type <= 3 && color_map <= 1 &&
           (!indexed || color_map) && tlb_get_le16(file.data + 12) && tlb_get_le16(file.data + 14) &&
           (depth == 8 || depth == 15 || depth == 16 || depth == 24 || depth == 32);
}

tlb_image_kind tlb_image_sniff(tlb_bytes file)
{
    if (starts_with(file, png_signature, sizeof png_signature))
        return TLB_IMAGE_PNG;
    if (starts_with(file, "\xff\xd8\xff", 3))
        return TLB_IMAGE_JPEG;
    if (starts_with(file, "GIF8", 4))
        return TLB_IMAGE_GIF;
    if (starts_with(file, "BM", 2))
        return TLB_IMAGE_BMP;
    if (starts_with(file, "\x01\xda", 2))
        return TLB_IMAGE_SGI;
    return looks_like_tga(file) ? TLB_IMAGE_TGA : TLB_IMAGE_UNKNOWN;
}

const char *tlb_image_mime(tlb_image_kind kind)
{
    return kind == TLB_IMAGE_PNG ? "image/png" : kind == TLB_IMAGE_JPEG ? "image/jpeg" : NULL;
}

static bool png_size(tlb_bytes file, uint32_t *width, uint32_t *height)
{
    if (file.size < PNG_HEADER || memcmp(file.data + 12, "IHDR", 4) != 0)
        return false;
    *width = tlb_get_be32(file.data + 16);
    *height = tlb_get_be32(file.data + 20);
    return *width && *height;
}

tlb_status tlb_image_size(tlb_bytes file, uint32_t *width, uint32_t *height)
{
    tlb_image_kind kind = tlb_image_sniff(file);
    if (kind == TLB_IMAGE_UNKNOWN)
        return TLB_UNSUPPORTED;
    bool known = kind == TLB_IMAGE_PNG   ? png_size(file, width, height)
                 : kind == TLB_IMAGE_SGI ? tlb_sgi_size(file, width, height)
                                         : tlb_foreign_size(file, width, height);
    return known ? TLB_OK : TLB_INVALID;
}

tlb_status tlb_image_bad(tlb_context *context, const tlb_image *image, tlb_status status, const char *reason)
{
    bool named = image->name && *image->name;
    tlb_report(context, TLB_CODE_BAD_IMAGE, TLB_NO_OFFSET, NULL, "%s%s%s", named ? image->name : "",
               named ? ": " : "", reason);
    return status;
}

/* Sets the size if it is one to take memory for. */
static tlb_status measure(tlb_context *context, tlb_bytes file, tlb_image *image)
{
    tlb_status status = tlb_image_size(file, &image->width, &image->height);
    if (status == TLB_UNSUPPORTED)
        return tlb_image_bad(context, image, status,
                             "unknown image format, expected PNG, JPEG, GIF, BMP, TGA or SGI");
    if (status)
        return tlb_image_bad(context, image, status, "the header is damaged");
    uint64_t pixels = (uint64_t)image->width * image->height;
    if (pixels > TLB_IMAGE_MOST_PIXELS)
        return tlb_image_bad(context, image, TLB_LIMIT, "it has too many pixels");
    uint32_t most = pixels_per_byte[tlb_image_sniff(file)];
    if (!most || pixels / most > file.size)
        return tlb_image_bad(context, image, TLB_INVALID, "the file is too short for the size in its header");
    return TLB_OK;
}

tlb_status tlb_image_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    tlb_status status = measure(context, file, image);
    if (status)
        return status;
    tlb_image_kind kind = tlb_image_sniff(file);
    return kind == TLB_IMAGE_PNG   ? tlb_png_decode(context, arena, file, image)
           : kind == TLB_IMAGE_SGI ? tlb_sgi_decode(context, arena, file, image)
                                   : tlb_foreign_decode(context, arena, file, image);
}

tlb_status tlb_image_decode_gray(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image,
                                 uint16_t **samples)
{
    tlb_status status = measure(context, file, image);
    if (!status && tlb_image_sniff(file) != TLB_IMAGE_PNG)
        status = tlb_image_bad(context, image, TLB_UNSUPPORTED, "it is no PNG");
    return status ? status : tlb_png_decode_gray(context, arena, file, image, samples);
}

tlb_status tlb_image_load(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    const char *mime_type = tlb_image_mime(tlb_image_sniff(file));
    if (!mime_type)
        return tlb_image_decode(context, arena, file, image);
    tlb_status status = measure(context, file, image);
    if (status)
        return status;
    image->mime_type = mime_type;
    image->encoded = file;
    return TLB_OK;
}

tlb_status tlb_image_for_gltf(tlb_context *context, tlb_arena *arena, const tlb_image *image, tlb_bytes *file,
                              const char **mime_type)
{
    if (image->encoded.size && image->mime_type) {
        *file = image->encoded;
        *mime_type = image->mime_type;
        return TLB_OK;
    }
    tlb_buffer buffer = {.account = arena->account};
    tlb_status status = tlb_png_encode(image, &buffer);
    uint8_t *copy = status ? NULL : tlb_alloc(arena, buffer.size);
    if (copy) {
        memcpy(copy, buffer.data, buffer.size);
        *file = (tlb_bytes){copy, buffer.size};
        *mime_type = tlb_image_mime(TLB_IMAGE_PNG);
    } else if (status == TLB_INVALID)
        tlb_image_bad(context, image, status, "it cannot be encoded as PNG");
    else
        status = tlb_report_failure(context, status ? status : arena->failure);
    tlb_buffer_free(&buffer);
    return status;
}

bool tlb_image_transpose(tlb_arena *arena, tlb_image *image)
{
    enum { RGBA = 4 };
    const uint8_t *from = image->pixels;
    size_t columns = image->width, rows = image->height;
    bool indexed = image->format == TLB_PIXELS_INDEXED;
    uint8_t *turned = tlb_alloc_array(arena, columns * rows, indexed ? 1 : RGBA);
    if (!turned)
        return false;
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            if (indexed)
                turned[column * rows + row] = from[row * columns + column];
            else
                memcpy(turned + RGBA * (column * rows + row), from + RGBA * (row * columns + column), RGBA);
    image->width = (uint32_t)rows;
    image->height = (uint32_t)columns;
    image->pixels = turned;
    return true;
}

tlb_status tlb_image_placeholder(tlb_context *context, tlb_arena *arena, tlb_image *image)
{
    uint8_t(*palette)[4] = tlb_zalloc_array(arena, 256, sizeof *palette);
    uint8_t *pixels = tlb_alloc_array(arena, CHECKERS, CHECKERS);
    if (!palette || !pixels)
        return tlb_report_memory(context, arena);
    memcpy(palette[0], "\xff\x00\xff\xff", 4);
    memcpy(palette[1], "\x00\x00\x00\xff", 4);
    for (int y = 0; y < CHECKERS; y++)
        for (int x = 0; x < CHECKERS; x++)
            pixels[y * CHECKERS + x] = (x / CHECKER + y / CHECKER) % 2 != 0;
    image->format = TLB_PIXELS_INDEXED;
    image->width = image->height = CHECKERS;
    image->pixels = pixels;
    image->palette = (const uint8_t(*)[4])palette;
    return TLB_OK;
}
