/* BMP with a byte for each pixel, as makebgf reads it. */
#include "formats/meridian/bbg/bbg.h"

#include "formats/meridian/bgf/bgf.h"
#include "image/image.h"

enum {
    FILE_HEADER = 14,
    CORE_HEADER = 12, /* OS/2's; its size tells which it is */
    INFO_HEADER = 40,
    PALETTE = 4 * TLB_BGF_COLORS,
    PIXELS = FILE_HEADER + INFO_HEADER + PALETTE
};

static size_t stride_of(uint32_t width)
{
    return ((size_t)width + 3) & ~(size_t)3;
}

static bool has_core_header(tlb_bytes file)
{
    return tlb_get_le32(file.data + FILE_HEADER) == CORE_HEADER;
}

bool tlb_bbg_is_bmp(tlb_bytes file)
{
    const uint8_t *p = file.data;
    if (file.size < FILE_HEADER + INFO_HEADER || memcmp(p, "BM", 2) != 0)
        return false;
    if (has_core_header(file))
        return tlb_get_le16(p + 24) == 8;
    uint32_t compression = tlb_get_le32(p + 30), colors = tlb_get_le32(p + 46);
    return tlb_get_le32(p + FILE_HEADER) >= INFO_HEADER && tlb_get_le16(p + 28) == 8 && !compression &&
           (!colors || colors == TLB_BGF_COLORS);
}

tlb_status tlb_bbg_read_bmp(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    const uint8_t *p = file.data;
    bool core = has_core_header(file);
    uint32_t width = core ? tlb_get_le16(p + 18) : tlb_get_le32(p + 18);
    uint32_t height = core ? tlb_get_le16(p + 20) : tlb_get_le32(p + 22);
    if (!width || !height || width > INT32_MAX || height > INT32_MAX)
        return tlb_image_bad(context, image, TLB_INVALID, "makebgf reads rows from the bottom up only");
    if ((uint64_t)width * height > TLB_IMAGE_MOST_PIXELS)
        return tlb_image_bad(context, image, TLB_LIMIT, "its size is not supported by BGF");
    size_t start = tlb_get_le32(p + 10), stride = stride_of(width);
    if (start > file.size || file.size - start < stride * height)
        return tlb_image_bad(context, image, TLB_INVALID, "the file is truncated");
    image->format = TLB_PIXELS_INDEXED;
    image->width = width;
    image->height = height;
    image->palette = tlb_bgf_palette();
    image->pixels = tlb_alloc_array(arena, width, height);
    if (!image->pixels)
        return tlb_report_memory(context, arena);
    for (size_t y = 0; y < height; y++)
        memcpy(image->pixels + y * width, p + start + (height - 1 - y) * stride, width);
    return TLB_OK;
}

void tlb_bbg_write_bmp(const tlb_image *image, tlb_buffer *out)
{
    size_t stride = stride_of(image->width), size = stride * image->height;
    uint8_t *p = tlb_buffer_grow(out, PIXELS + size);
    if (!p)
        return;
    memset(p, 0, PIXELS + size);
    memcpy(p, "BM", 2);
    tlb_put_le32(p + 2, (uint32_t)(PIXELS + size));
    tlb_put_le32(p + 10, PIXELS);
    tlb_put_le32(p + 14, INFO_HEADER);
    tlb_put_le32(p + 18, image->width);
    tlb_put_le32(p + 22, image->height);
    tlb_put_le16(p + 26, 1); /* planes */
    tlb_put_le16(p + 28, 8); /* bits */
    tlb_put_le32(p + 34, (uint32_t)size);
    for (int i = 0; i < TLB_BGF_COLORS; i++)
        for (int channel = 0; channel < 3; channel++)
            p[FILE_HEADER + INFO_HEADER + 4 * i + channel] = tlb_bgf_palette()[i][2 - channel];
    for (size_t y = 0; y < image->height; y++)
        memcpy(p + PIXELS + (image->height - 1 - y) * stride, image->pixels + y * image->width, image->width);
}
