/* JPEG, GIF, BMP and TGA through stb_image. Its memory comes from malloc: the bounds on the number of pixels
 * hold it in proportion. */
#include "image/image.h"

#include <limits.h>
#include <string.h>

#include <stb/stb_image.h>

#include "base/bytes.h"

/* A progressive JPEG goes over all pixels once a scan; a dozen is usual. */
enum { MOST_SCANS = 64 };

bool tlb_foreign_size(tlb_bytes file, uint32_t *width, uint32_t *height)
{
    int w, h, channels;
    if (file.size > INT_MAX || !stbi_info_from_memory(file.data, (int)file.size, &w, &h, &channels))
        return false;
    if (h < 0 && h >= -INT_MAX) /* a BMP whose first row is the top one */
        h = -h;
    if (w < 1 || h < 1)
        return false;
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return true;
}

/* Within a scan's data this pair of bytes does not occur. */
static bool has_too_many_scans(tlb_bytes file)
{
    int scans = 0;
    for (size_t i = 1; i < file.size && scans <= MOST_SCANS; i++)
        scans += file.data[i - 1] == 0xff && file.data[i] == 0xda;
    return scans > MOST_SCANS;
}

/* stb_image would leave the missing rows of an unpacked TGA unset. */
static bool ends_early(tlb_bytes file)
{
    const uint8_t *header = file.data;
    bool packed = header[2] & 8;
    uint64_t colors = (uint64_t)tlb_get_le16(header + 5) * ((header[7] + 7u) / 8);
    uint64_t pixels =
        (uint64_t)tlb_get_le16(header + 12) * tlb_get_le16(header + 14) * ((header[16] + 7u) / 8);
    return !packed && file.size < 18 + header[0] + (header[1] ? colors : 0) + pixels;
}

tlb_status tlb_foreign_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    tlb_image_kind kind = tlb_image_sniff(file);
    if (kind == TLB_IMAGE_JPEG && has_too_many_scans(file))
        return tlb_image_bad(context, image, TLB_INVALID, "it has too many scans");
    if (kind == TLB_IMAGE_TGA && ends_early(file))
        return tlb_image_bad(context, image, TLB_INVALID, "the file is truncated");
    size_t size = (size_t)image->width * image->height * 4;
    uint8_t *pixels = tlb_alloc(arena, size);
    if (!pixels)
        return tlb_report_memory(context);
    int w, h, channels;
    stbi_uc *decoded = stbi_load_from_memory(file.data, (int)file.size, &w, &h, &channels, 4);
    if (!decoded)
        return tlb_image_bad(context, image, TLB_INVALID, stbi_failure_reason());
    bool as_claimed = (uint32_t)w == image->width && (uint32_t)h == image->height;
    if (as_claimed)
        memcpy(pixels, decoded, size);
    stbi_image_free(decoded);
    if (!as_claimed)
        return tlb_image_bad(context, image, TLB_INVALID, "the header is damaged");
    image->format = TLB_PIXELS_RGBA;
    image->pixels = pixels;
    image->palette = NULL;
    return TLB_OK;
}
