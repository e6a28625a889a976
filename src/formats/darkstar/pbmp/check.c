/* The rules of bitmaps. */
#include "formats/darkstar/pbmp/pbmp.h"

#include "base/text.h"
#include "core/checker.h"
#include "formats/darkstar/shared/chunks.h"

/* --- PBMP ---------------------------------------------------------------------------------------------- */

static bool is_power_of_two(uint32_t n)
{
    return n && (n & (n - 1)) == 0;
}

static uint64_t data_needed(const tlb_pbmp_info *info)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < info->mipLevels && i < 32; i++) {
        uint64_t width = info->width >> i ? info->width >> i : 1,
                 height = info->height >> i ? info->height >> i : 1;
        uint64_t row = (width * info->bitDepth + 7) / 8;
        sum += (info->mipLevels > 1 ? row : (row + 3) & ~(uint64_t)3) * height;
    }
    return sum;
}

/* A chain is rounded up to 4. */
static void check_data(tlb_checker *c, const tlb_pbmp_info *info)
{
    uint64_t needed = data_needed(info);
    if (info->data.size < needed)
        TLB_FIND(c, PBMP_DATA, tlb_at(c, "chunks"),
                 "bytes of data: %zu, but %u x %u with %u mip levels needs %llu", info->data.size,
                 info->width, info->height, info->mipLevels, (unsigned long long)needed);
    else if (info->data.size - needed > 3)
        TLB_FIND(c, PBMP_SURPLUS, tlb_at(c, "chunks"), "bytes of data: %zu, expected %llu", info->data.size,
                 (unsigned long long)needed);
}

static void check_info(tlb_checker *c, const tlb_pbmp *pbmp, const tlb_pbmp_info *info)
{
    if (info->bitDepth != 8 && info->bitDepth != 24)
        TLB_FIND(c, PBMP_DEPTH, tlb_at(c, "chunks[0].head.bitDepth"), "%u, expected 8 or 24", info->bitDepth);
    else
        check_data(c, info);
    if (info->attributes & ~(uint32_t)TLB_PBMP_ATTRIBUTES)
        TLB_FIND(c, PBMP_ATTRIBUTES, tlb_at(c, "chunks[0].head.attributes"), "0x%x", info->attributes);
    uint32_t most = pbmp_most_mips(info->width, info->height);
    if (info->mipLevels > most)
        TLB_FIND(c, PBMP_MIPS, tlb_at(c, "chunks"), "%u, expected 1 to %u", info->mipLevels, most);
    if (info->mipLevels > 1 && !(is_power_of_two(info->width) && is_power_of_two(info->height)))
        TLB_FIND(c, PBMP_MIPS, tlb_at(c, "chunks"), "a mip chain of %u x %u, expected powers of two",
                 info->width, info->height);
    if (pbmp->size != info->data.size + 32)
        TLB_FIND(c, PBMP_OUTER_SIZE, tlb_at(c, "size"), "%u, expected %zu", pbmp->size, info->data.size + 32);
}

static void check_chunks(tlb_checker *c, const tlb_pbmp *pbmp)
{
    static const char *const known[] = {"head", "data", "DETL", "PiDX", "RIFF"};
    enum { KNOWN = sizeof known / sizeof *known };
    bool seen[KNOWN] = {false};
    for (uint32_t i = 0; i < pbmp->chunks.count; i++) {
        int kind = 0;
        while (kind < KNOWN && !chunk_is(pbmp->chunks.data[i].tag, known[kind]))
            kind++;
        const tlb_pbmp_chunk *chunk = &pbmp->chunks.data[i];
        if (chunk_is(chunk->tag, "DETL") && !chunk->isOpaque && !chunk->mipLevels)
            TLB_FIND(c, PBMP_MIPS, tlb_at(c, "chunks[%u].mipLevels", i), "0, expected 1 or more");
        if (kind < KNOWN && !seen[kind]) {
            seen[kind] = true;
            continue;
        }
        TLB_FIND(c, PBMP_CHUNK, tlb_at(c, "chunks[%u]", i), "%s",
                 kind < KNOWN ? "the chunk is repeated" : "unknown chunk");
    }
}

void tlb_pbmp_check_bitmap(tlb_checker *c, const tlb_pbmp *pbmp)
{
    tlb_pbmp_info info;
    bool has_head =
        pbmp->chunks.count && chunk_is(pbmp->chunks.data[0].tag, "head") && !pbmp->chunks.data[0].isOpaque;
    if (!has_head)
        TLB_FIND(c, PBMP_HEAD, tlb_at(c, "chunks"), "the first chunk is not a header of 20 bytes");
    if (tlb_pbmp_info_of(pbmp, &info))
        check_info(c, pbmp, &info);
    else if (has_head)
        TLB_FIND(c, PBMP_DATA, tlb_at(c, "chunks"), "there is no data chunk");
    check_chunks(c, pbmp);
}

tlb_status tlb_pbmp_check(tlb_document *document)
{
    const tlb_pbmp *pbmp = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    tlb_pbmp_check_bitmap(&c, pbmp);
    tlb_check_tail(&c, pbmp->tail);
    return tlb_checker_end(&c);
}

/* --- BMP ----------------------------------------------------------------------------------------------- */

/* Paint programs end a bitmap with two zeros, and count them. */
enum { MOST_PAD = 3 };

static uint64_t pixel_offset(const tlb_bmp *b)
{
    return 14 + (uint64_t)b->biSize + 4 * (uint64_t)b->colors.count + b->gap.size;
}

static uint64_t size_of(const tlb_bmp *b)
{
    return pixel_offset(b) + b->pixels.size + b->tail.size;
}

static void check_pixels(tlb_checker *c, const tlb_bmp *b)
{
    uint64_t height = (uint64_t)(b->biHeight < 0 ? -(int64_t)b->biHeight : b->biHeight);
    uint64_t needed = b->biCompression ? b->biSizeImage : tlb_bmp_stride(b) * height;
    uint64_t offset = pixel_offset(b), size = size_of(b);
    if (b->bfOffBits != offset)
        TLB_FIND(c, BMP_DATA, "bfOffBits", "%u, but the pixels begin at %llu", b->bfOffBits,
                 (unsigned long long)offset);
    if (b->pixels.size < needed)
        TLB_FIND(c, BMP_DATA, "pixels", "length %zu, expected %llu", b->pixels.size,
                 (unsigned long long)needed);
    if (b->bfSize != size || (b->biSizeImage && b->biSizeImage != b->pixels.size))
        TLB_FIND(c, BMP_SIZES, b->bfSize != size ? "bfSize" : "biSizeImage", "%u, expected %llu",
                 b->bfSize != size ? b->bfSize : b->biSizeImage,
                 (unsigned long long)(b->bfSize != size ? size : b->pixels.size));
}

static void check_header(tlb_checker *c, const tlb_bmp *b)
{
    if (b->biWidth <= 0 || !b->biHeight)
        TLB_FIND(c, BMP_HEADER, "biWidth", "invalid size %d x %d", b->biWidth, b->biHeight);
    if (b->biPlanes != 1)
        TLB_FIND(c, BMP_HEADER, "biPlanes", "%u, expected 1", b->biPlanes);
    uint32_t bits = b->biBitCount;
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        TLB_FIND(c, BMP_HEADER, "biBitCount", "invalid depth %u", bits);
    else if ((bits != 8 && bits != 24) || b->biCompression)
        TLB_FIND(c, BMP_ENGINE, "biBitCount",
                 "bits per pixel: %u, compression %u; expected 8 or 24 bits, compression 0", bits,
                 b->biCompression);
    if (bits <= 8 && b->biClrUsed > 1u << bits)
        TLB_FIND(c, BMP_HEADER, "biClrUsed", "%u colors, expected at most %u of %u bits", b->biClrUsed,
                 1u << bits, bits);
    if (bits <= 8 && b->colors.count < 1u << bits && b->colors.count != b->biClrUsed)
        TLB_FIND(c, BMP_DATA, "colors", "only %u colors fit before the pixels", b->colors.count);
}

tlb_status tlb_bmp_check(tlb_document *document)
{
    const tlb_bmp *b = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (b->isOpaque) {
        TLB_FIND(&c, BMP_HEADER, "biSize", "a header of %u bytes", b->biSize);
        return tlb_checker_end(&c);
    }
    check_header(&c, b);
    check_pixels(&c, b);
    bool is_pad = b->tail.size <= MOST_PAD && b->bfSize == size_of(b);
    if (!is_pad)
        tlb_check_tail(&c, b->tail);
    return tlb_checker_end(&c);
}
