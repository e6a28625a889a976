/* JPEG, GIF, BMP and TGA through stb_image, which is compiled here. It passes nothing of ours to what
 * allocates its memory, so that comes from malloc; the most that it can be is reserved in the account before.
 */
#include "image/image.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
/* What a damaged file leaves unset is 0. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC      realloc
#define STBI_FREE         free
#include <stb_image.h>

#include "base/bytes.h"

/* A progressive JPEG goes over all pixels once a scan; a dozen is usual. */
enum { MOST_SCANS = 64 };

/* --- the tables of a JPEG ------------------------------------------------------------------------------- */

/* The Huffman tables of a segment, after its length. */
static bool has_sound_tables(tlb_bytes segment)
{
    enum { HEAD = 17, MOST_CODES = 256 };
    size_t at = 0;
    while (at < segment.size) {
        size_t codes = 0;
        if (segment.size - at < HEAD)
            return false;
        for (size_t i = 1; i < HEAD; i++)
            codes += segment.data[at + i];
        if (codes > MOST_CODES || codes > segment.size - at - HEAD)
            return false;
        at += HEAD + codes;
    }
    return true;
}

/* The next marker from `at` on, which becomes what is after it. 0: there is none. */
static uint8_t next_marker(tlb_bytes file, size_t *at)
{
    for (size_t i = *at + 1; i < file.size; i++)
        if (file.data[i - 1] == 0xff && file.data[i] && file.data[i] != 0xff) {
            *at = i + 1;
            return file.data[i];
        }
    return 0;
}

/* stb_image up to 2.27 writes beyond a table that has more codes than there are bytes. */
static bool is_unsafe_jpeg(tlb_bytes file)
{
    enum { FIRST_OF_FRAME = 0xc0, TABLES = 0xc4, FIRST_ALONE = 0xd0, END = 0xd9 };
    size_t at = 0;
    if (!file.size || file.data[0] != 0xff)
        return false;
    for (uint8_t marker = next_marker(file, &at); marker && marker != END; marker = next_marker(file, &at)) {
        if (marker < FIRST_OF_FRAME || (marker >= FIRST_ALONE && marker < END) || file.size - at < 2)
            continue;
        size_t size = tlb_get_be16(file.data + at), left = file.size - at;
        if (size < 2)
            return true;
        if (marker == TABLES && (size > left || !has_sound_tables((tlb_bytes){file.data + at + 2, size - 2})))
            return true;
        at += size < left ? size : left;
    }
    return false;
}

/* --- any file ------------------------------------------------------------------------------------------- */

bool tlb_foreign_size(tlb_bytes file, uint32_t *width, uint32_t *height)
{
    int w, h, channels;
    if (file.size > INT_MAX || is_unsafe_jpeg(file) ||
        !stbi_info_from_memory(file.data, (int)file.size, &w, &h, &channels))
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

/* The most that stb_image allocates. JPEG: of four components a byte and, progressive, two more for each
 * pixel of whole blocks, which are up to 32 pixels wide and high, and the result. Other formats: less, and a
 * palette of a TGA. */
static uint64_t most_memory(const tlb_image *image)
{
    enum { BLOCK = 32, PER_PIXEL = 4 * 3 + 4, TGA_PALETTE = 65535 * 4, OWN = 64 * 1024 };
    return ((uint64_t)image->width + BLOCK) * ((uint64_t)image->height + BLOCK) * PER_PIXEL + TGA_PALETTE +
           OWN;
}

/* What stb_image made, to be freed; NULL: the reason was reported. */
static stbi_uc *decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, const tlb_image *image,
                       tlb_status *status)
{
    int w, h, channels;
    stbi_uc *decoded = stbi_load_from_memory(file.data, (int)file.size, &w, &h, &channels, 4);
    if (!decoded && strcmp(stbi_failure_reason(), "outofmem") == 0) {
        tlb_arena_fail(arena, TLB_NO_MEMORY);
        *status = tlb_report_failure(context, TLB_NO_MEMORY);
    } else if (!decoded)
        *status = tlb_image_bad(context, image, TLB_INVALID, stbi_failure_reason());
    else if ((uint32_t)w != image->width || (uint32_t)h != image->height) {
        stbi_image_free(decoded);
        decoded = NULL;
        *status = tlb_image_bad(context, image, TLB_INVALID, "the header is damaged");
    }
    return decoded;
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
    uint64_t most = most_memory(image);
    tlb_status refused = pixels ? tlb_reserve(context->account, most) : TLB_OK;
    tlb_arena_fail(arena, refused);
    if (!pixels || refused)
        return tlb_report_memory(context, arena);
    tlb_status status = TLB_OK;
    stbi_uc *decoded = decode(context, arena, file, image, &status);
    if (decoded)
        memcpy(pixels, decoded, size);
    stbi_image_free(decoded);
    tlb_unreserve(context->account, most);
    if (status)
        return status;
    image->format = TLB_PIXELS_RGBA;
    image->pixels = pixels;
    image->palette = NULL;
    return TLB_OK;
}
