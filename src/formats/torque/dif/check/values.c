/* Rules that hold for values anywhere: indices within a count, finite numbers, embedded PNG files. */
#include "formats/torque/dif/check/check.h"

#include "base/bytes.h"
#include "image/image.h"

#include <string.h>
#include <zlib.h>

void tlb_dif_check_entries(tlb_checker *c, tlb_code code, const char *list, const uint32_t *data,
                           uint32_t count, uint32_t limit, const char *things)
{
    for (uint32_t i = 0; i < count; i++)
        if (data[i] >= limit)
            TLB_FIND_CODE(c, code, tlb_at(c, "%s[%u]", list, i), "index %u out of range; number of %s: %u",
                          data[i], things, limit);
}

void tlb_dif_check_numbers(tlb_checker *c, const char *list, const float *data, uint32_t count,
                           uint32_t columns)
{
    for (uint32_t i = 0; i < count; i++)
        DIF_CHECK_FINITE(c, data + (size_t)i * columns, columns, tlb_at(c, "%s[%u]", list, i));
}

/* --- embedded PNG files: what a decoder looks at before it decodes ---------------------------------- */

enum {
    SIGNATURE = 8,
    CHUNK_FRAME = 12, /* length, type and checksum */
    HEADER_SIZE = 13  /* what IHDR holds */
};

/* Which bit depths go with a color type, as bits. */
static uint32_t depths_of(uint8_t color_type)
{
    enum { D1 = 1 << 1, D2 = 1 << 2, D4 = 1 << 4, D8 = 1 << 8, D16 = 1 << 16 };
    switch (color_type) {
    case 0:
        return D1 | D2 | D4 | D8 | D16;
    case 3:
        return D1 | D2 | D4 | D8;
    case 2:
    case 4:
    case 6:
        return D8 | D16;
    default:
        return 0;
    }
}

/* What is wrong with an IHDR chunk's content, NULL when nothing is. */
static const char *header_fault(const uint8_t *header)
{
    uint32_t width = tlb_get_be32(header), height = tlb_get_be32(header + 4);
    uint8_t depth = header[8], color_type = header[9], compression = header[10], filter = header[11],
            interlace = header[12];
    if (!width || !height || width > INT32_MAX || height > INT32_MAX)
        return "its width or height is 0 or too large";
    if (depth > 16 || !(depths_of(color_type) >> depth & 1))
        return "its combination of bit depth and color type is invalid";
    if (compression || filter || interlace > 1)
        return "its compression, filter or interlace method is unknown";
    return NULL;
}

static const char *png_fault(tlb_bytes png, dif_image_size *size)
{
    if (tlb_image_sniff(png) != TLB_IMAGE_PNG)
        return "the PNG signature is missing";
    bool has_data = false;
    for (size_t at = SIGNATURE; png.size - at >= CHUNK_FRAME;) {
        const uint8_t *chunk = png.data + at, *content = chunk + 8;
        uint32_t length = tlb_get_be32(chunk);
        if (length > png.size - at - CHUNK_FRAME)
            return "a chunk exceeds the data";
        if (tlb_get_be32(content + length) != crc32(0, chunk + 4, length + 4))
            return "a chunk's checksum is wrong";
        bool is_header = memcmp(chunk + 4, "IHDR", 4) == 0;
        if (is_header != (at == SIGNATURE) || (is_header && length != HEADER_SIZE))
            return "its first chunk is not IHDR, or there are two";
        if (is_header) {
            const char *fault = header_fault(content);
            if (fault)
                return fault;
            *size = (dif_image_size){tlb_get_be32(content), tlb_get_be32(content + 4)};
        }
        has_data |= memcmp(chunk + 4, "IDAT", 4) == 0;
        at += CHUNK_FRAME + (size_t)length;
        if (memcmp(chunk + 4, "IEND", 4) == 0)
            return !has_data ? "it has no IDAT chunk" : at < png.size ? "bytes follow its IEND chunk" : NULL;
    }
    return "its IEND chunk is missing";
}

dif_image_size tlb_dif_check_png(tlb_checker *c, tlb_bytes png, const char *field)
{
    dif_image_size size = {0};
    const char *fault = png_fault(png, &size);
    if (fault)
        TLB_FIND(c, DIF_PNG, tlb_at(c, "%s", field), "%s", fault);
    return size;
}
