/* Bitmaps as images. */
#include "formats/darkstar/pbmp/pbmp.h"

#include "base/text.h"
#include "formats/darkstar/shared/chunks.h"

/* --- PBMP ---------------------------------------------------------------------------------------------- */

static const tlb_pbmp_chunk *find(const tlb_pbmp *pbmp, const char *tag, bool opaque)
{
    for (uint32_t i = 0; i < pbmp->chunks.count; i++) {
        const tlb_pbmp_chunk *chunk = &pbmp->chunks.data[i];
        if (chunk_is(chunk->tag, tag) && chunk->isOpaque == opaque)
            return chunk;
    }
    return NULL;
}

bool tlb_pbmp_info_of(const tlb_pbmp *pbmp, tlb_pbmp_info *info)
{
    if (!pbmp || !info)
        return false;
    const tlb_pbmp_chunk *head = find(pbmp, "head", false), *data = find(pbmp, "data", true);
    const tlb_pbmp_chunk *detail = find(pbmp, "DETL", false), *palette = find(pbmp, "PiDX", false);
    if (!head || !data)
        return false;
    *info = (tlb_pbmp_info){
        .width = head->head.width,
        .height = head->head.height,
        .bitDepth = head->head.bitDepth,
        .attributes = head->head.attributes,
        .mipLevels = detail && detail->mipLevels > 0 ? (uint32_t)detail->mipLevels : 1,
        .paletteIndex = palette ? palette->paletteIndex : TLB_PBMP_NO_PALETTE,
        .data = data->data,
    };
    return true;
}

static uint32_t shrunk(uint32_t side, uint32_t level)
{
    uint32_t small = level < 32 ? side >> level : 0;
    return small ? small : 1;
}

/* A picture without a chain has rows of whole words; in a chain rows follow each other. */
bool tlb_pbmp_level_at(const tlb_pbmp_info *info, uint32_t level, tlb_pbmp_level *out)
{
    if (!info || !out)
        return false;
    uint64_t offset = 0, size = 0, stride = 0;
    if (level >= info->mipLevels || level >= 32)
        return false;
    for (uint32_t i = 0; i <= level; i++) {
        uint64_t width = ((uint64_t)shrunk(info->width, i) * info->bitDepth + 7) / 8;
        stride = info->mipLevels > 1 ? width : (width + 3) & ~(uint64_t)3;
        offset += size;
        size = stride * shrunk(info->height, i);
        if (offset + size > info->data.size)
            return false;
    }
    *out = (tlb_pbmp_level){shrunk(info->width, level),
                            shrunk(info->height, level),
                            (uint32_t)stride,
                            {info->data.data + offset, (size_t)size}};
    return true;
}

static tlb_status cannot_show(const palettes *p, const char *name, const char *why)
{
    return tlb_image_bad(p->conversion->context, &(tlb_image){.name = tlb_path_base(name)}, TLB_INVALID, why);
}

static bool is_too_large(uint64_t width, uint64_t height)
{
    return !width || !height || width * height > TLB_IMAGE_MOST_PIXELS;
}

/* --- colors -------------------------------------------------------------------------------------------- */

static uint8_t strongest(const uint8_t color[4])
{
    uint8_t most = color[0] > color[1] ? color[0] : color[1];
    return most > color[2] ? most : color[2];
}

/* What is added or taken away, as a color whose alpha does the same over black or where it is added. */
static void prepare_blending(uint8_t color[4], bool subtracts)
{
    uint8_t alpha = strongest(color);
    for (int i = 0; i < 3; i++)
        color[i] = (uint8_t)(subtracts || !alpha ? 0 : color[i] * 255 / alpha);
    color[3] = alpha;
}

/* The palette's colors as the bitmap shows them. NULL without memory. */
static const uint8_t (*make_palette(bitmap_look *look, tlb_arena *arena))[4]
{
    const palette_colors *from = &look->colors;
    uint8_t(*colors)[4] = tlb_alloc_array(arena, TLB_PALETTE_COLORS, sizeof *colors);
    if (!colors)
        return NULL;
    bool translucent = (look->attributes & TLB_PBMP_TRANSLUCENT) && from->has_alpha;
    bool blended = look->attributes & TLB_PBMP_TRANSLUCENT;
    if (blended && from->type == TLB_PPL_ADDITIVE)
        look->attributes |= TLB_PBMP_ADDITIVE;
    if (blended && from->type == TLB_PPL_SUBTRACTIVE)
        look->attributes |= TLB_PBMP_SUBTRACTIVE;
    bool subtracts = look->attributes & TLB_PBMP_SUBTRACTIVE, adds = look->attributes & TLB_PBMP_ADDITIVE;
    for (int i = 0; i < TLB_PALETTE_COLORS; i++) {
        memcpy(colors[i], from->colors[i], sizeof *colors);
        if (!translucent)
            colors[i][3] = 255;
        if (look->for_blending && (adds || subtracts))
            prepare_blending(colors[i], subtracts);
    }
    /* In every palette of the games that knows alphas, that of color 0 is 0. */
    if (look->attributes & TLB_PBMP_TRANSPARENT || (blended && !from->has_alpha))
        colors[0][3] = 0;
    return (const uint8_t(*)[4])colors;
}

/* A translucent bitmap in a palette without alphas is opaque but for color 0. */
static bool shows_through(const tlb_image *image)
{
    if (image->format != TLB_PIXELS_INDEXED)
        return true;
    for (int i = 1; i < TLB_PALETTE_COLORS; i++)
        if (image->palette[i][3] < 255)
            return true;
    return false;
}

tlb_alpha_mode tlb_pbmp_alpha_mode(const bitmap_look *look, const tlb_image *image)
{
    if (look->attributes & TLB_PBMP_ADDITIVE)
        return TLB_ALPHA_ADD;
    if (look->attributes & TLB_PBMP_SUBTRACTIVE)
        return TLB_ALPHA_BLEND;
    if (look->attributes & TLB_PBMP_TRANSLUCENT && shows_through(image))
        return TLB_ALPHA_BLEND;
    return look->attributes & (TLB_PBMP_TRANSPARENT | TLB_PBMP_TRANSLUCENT) ? TLB_ALPHA_MASK
                                                                            : TLB_ALPHA_OPAQUE;
}

/* Rows of indices, `bits` each, in an image. */
typedef struct index_rows {
    const uint8_t *first; /* the top row */
    ptrdiff_t step;       /* to the next */
    uint32_t width, height, bits;
} index_rows;

static bool copy_indices(const index_rows *rows, tlb_arena *arena, tlb_image *image)
{
    uint8_t *to = image->pixels = tlb_alloc_array(arena, rows->height, rows->width);
    if (!to)
        return false;
    image->width = rows->width;
    image->height = rows->height;
    image->format = TLB_PIXELS_INDEXED;
    const int mask = (1 << rows->bits) - 1;
    uint32_t in_a_byte = 8 / rows->bits;
    const uint8_t *row = rows->first;
    for (uint32_t y = 0; y < rows->height; y++, to += rows->width) {
        if (rows->bits == 8)
            memcpy(to, row, rows->width);
        for (uint32_t x = 0; x < rows->width && rows->bits < 8; x++)
            to[x] = (uint8_t)(row[x / in_a_byte] >> (8 - rows->bits - x % in_a_byte * rows->bits) & mask);
        if (y + 1 < rows->height)
            row += rows->step;
    }
    return true;
}

/* Blue, green, red. */
static bool copy_colors(const index_rows *rows, tlb_arena *arena, tlb_image *image)
{
    uint8_t *to = image->pixels = tlb_alloc_array(arena, rows->height, (size_t)rows->width * 4);
    if (!to)
        return false;
    image->width = rows->width;
    image->height = rows->height;
    image->format = TLB_PIXELS_RGBA;
    const uint8_t *row = rows->first;
    for (uint32_t y = 0; y < rows->height; y++) {
        for (uint32_t x = 0; x < rows->width; x++, to += 4) {
            const uint8_t *from = row + (size_t)x * 3;
            to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = 255;
        }
        if (y + 1 < rows->height)
            row += rows->step;
    }
    return true;
}

/* The palette in a RIFF chunk of the bitmap itself. */
static bool own_palette(const tlb_pbmp *pbmp, palette_colors *colors)
{
    enum { BEFORE_COLORS = 16 }; /* the form, then the chunk's tag, size, version and count */
    const tlb_pbmp_chunk *riff = find(pbmp, "RIFF", true);
    if (!riff || riff->data.size < BEFORE_COLORS + TLB_PALETTE_COLORS * sizeof(tlb_ppl_color) ||
        memcmp(riff->data.data, "PAL data", 8) != 0)
        return false;
    *colors = (palette_colors){.colors = (const tlb_ppl_color *)(riff->data.data + BEFORE_COLORS),
                               .index = TLB_PBMP_NO_PALETTE};
    return true;
}

tlb_status tlb_pbmp_image(const tlb_pbmp *pbmp, palettes *p, const char *name, bitmap_look *look,
                          tlb_arena *arena, tlb_image *image)
{
    tlb_pbmp_info info;
    tlb_pbmp_level level;
    if (!tlb_pbmp_info_of(pbmp, &info))
        return cannot_show(p, name, "the header or the data chunk is missing");
    if (info.bitDepth != 8 && info.bitDepth != 24)
        return cannot_show(p, name, "the depth is not 8 or 24 bits");
    if (is_too_large(info.width, info.height))
        return cannot_show(p, name, "it has no pixels, or too many");
    if (look->level >= info.mipLevels && look->level &&
        !tlb_option_is_within(p->conversion->context, "mip", (tlb_optional_integer){true, look->level}, 0,
                              info.mipLevels ? (int64_t)info.mipLevels - 1 : 0))
        return TLB_ARGUMENT;
    if (!tlb_pbmp_level_at(&info, look->level, &level))
        return cannot_show(p, name, "the mip level is missing or truncated");
    look->attributes |= info.attributes;
    index_rows rows = {level.pixels.data, (ptrdiff_t)level.stride, level.width, level.height, 8};
    tlb_context *context = p->conversion->context;
    if (info.bitDepth == 24)
        return copy_colors(&rows, arena, image) ? TLB_OK : tlb_report_memory(context, arena);
    if (p->document || !own_palette(pbmp, &look->colors)) {
        tlb_status status = tlb_ppl_palettes_find(p, info.paletteIndex, name, NULL, &look->colors);
        if (status)
            return status;
    }
    image->palette = make_palette(look, arena);
    return image->palette && copy_indices(&rows, arena, image) ? TLB_OK : tlb_report_memory(context, arena);
}

/* --- BMP ----------------------------------------------------------------------------------------------- */

bool tlb_bmp_palette_index(const tlb_bmp *bmp, uint32_t *paletteIndex)
{
    if (!bmp || !paletteIndex)
        return false;
    *paletteIndex = bmp->bfReserved2;
    return bmp->bfReserved1 == TLB_BMP_MARK && bmp->bfReserved2 != TLB_BMP_NO_PALETTE;
}

/* The file's own colors. NULL without memory. */
static const tlb_ppl_color *own_colors(const tlb_bmp *bmp, tlb_arena *arena)
{
    tlb_ppl_color *colors = tlb_zalloc_array(arena, TLB_PALETTE_COLORS, sizeof *colors);
    for (uint32_t i = 0; colors && i < TLB_PALETTE_COLORS && i < bmp->colors.count; i++) {
        const uint8_t *from = bmp->colors.data[i];
        colors[i][0] = from[2], colors[i][1] = from[1], colors[i][2] = from[0], colors[i][3] = 255;
    }
    return (const tlb_ppl_color *)colors;
}

/* Whether the pixels are those that can be read here: uncompressed, and where the header says. */
static bool is_plain(const tlb_bmp *bmp)
{
    uint64_t height = (uint64_t)(bmp->biHeight < 0 ? -(int64_t)bmp->biHeight : bmp->biHeight);
    uint32_t bits = bmp->biBitCount;
    return !bmp->isOpaque && !bmp->biCompression && (bits == 1 || bits == 4 || bits == 8 || bits == 24) &&
           bmp->biWidth > 0 && !is_too_large((uint64_t)bmp->biWidth, height) &&
           bmp->pixels.size >= tlb_bmp_stride(bmp) * height;
}

/* Bitmaps that name a palette mostly hold a ramp of grays, which shows where each index is and no colors. */
static bool is_gray(const tlb_bmp *bmp)
{
    bool gray = true;
    for (uint32_t i = 0; i < bmp->colors.count; i++)
        gray &= bmp->colors.data[i][0] == bmp->colors.data[i][1] &&
                bmp->colors.data[i][1] == bmp->colors.data[i][2];
    return gray;
}

static tlb_status bmp_colors(const tlb_bmp *bmp, palettes *p, const char *name, tlb_arena *arena,
                             palette_colors *colors)
{
    uint32_t index;
    const tlb_ppl_color *own = own_colors(bmp, arena);
    if (!own)
        return tlb_report_memory(p->conversion->context, arena);
    *colors = (palette_colors){.colors = own, .type = TLB_PPL_SHADE_HAZE, .index = TLB_PBMP_NO_PALETTE};
    if (tlb_bmp_palette_index(bmp, &index))
        return tlb_ppl_palettes_find(p, index, name, is_gray(bmp) ? NULL : own, colors);
    return p->document || p->has_index ? tlb_ppl_palettes_find(p, TLB_PBMP_NO_PALETTE, name, NULL, colors)
                                       : TLB_OK;
}

tlb_status tlb_bmp_image(const tlb_bmp *bmp, tlb_bytes file, palettes *p, const char *name, bitmap_look *look,
                         tlb_arena *arena, tlb_image *image)
{
    tlb_context *context = p->conversion->context;
    if (!is_plain(bmp))
        return tlb_image_decode(context, arena, file, image);
    bool top_down = bmp->biHeight < 0;
    uint32_t height = (uint32_t)(top_down ? -(int64_t)bmp->biHeight : bmp->biHeight);
    size_t stride = (size_t)tlb_bmp_stride(bmp);
    index_rows rows = {
        .first = bmp->pixels.data + (top_down ? 0 : (height - 1) * stride),
        .step = top_down ? (ptrdiff_t)stride : -(ptrdiff_t)stride,
        .width = (uint32_t)bmp->biWidth,
        .height = height,
        .bits = bmp->biBitCount,
    };
    if (bmp->biBitCount == 24)
        return copy_colors(&rows, arena, image) ? TLB_OK : tlb_report_memory(context, arena);
    tlb_status status = bmp_colors(bmp, p, name, arena, &look->colors);
    if (status)
        return status;
    image->palette = make_palette(look, arena);
    return image->palette && copy_indices(&rows, arena, image) ? TLB_OK : tlb_report_memory(context, arena);
}
