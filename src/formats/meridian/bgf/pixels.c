/* Pixels in and out of what a bitmap stores, and the palette that gives them colors. */
#include "formats/meridian/bgf/bgf.h"
#include "base/argument.h"
#include "formats/meridian/bgf/lh4/lh4.h"

#include "base/context.h"
#include "base/deflate.h"
#include "image/image.h"

size_t tlb_bgf_pixel_count(const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap)
{
    if (!bgf || !bitmap)
        return 0;
    uint64_t count = (uint64_t)bitmap->width * bitmap->height;
    uint64_t most = bitmap->type == TLB_BGF_RAW       ? bitmap->data.size
                    : bgf->version == TLB_BGF_VERSION ? bitmap->data.size * (uint64_t)TLB_DEFLATE_AT_ITS_BEST
                                                      : lh4_most(bitmap->data.size);
    return count <= most && count <= TLB_IMAGE_MOST_PIXELS ? (size_t)count : 0;
}

tlb_status tlb_bgf_pixels(tlb_context *context, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap,
                          uint8_t *pixels)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, bgf);
    TLB_REQUIRE(context, bitmap);
    TLB_REQUIRE(context, pixels);
    size_t count = tlb_bgf_pixel_count(bgf, bitmap);
    if (!count || bitmap->data.size > INT32_MAX)
        return TLB_INVALID;
    if (bitmap->type == TLB_BGF_RAW) {
        memcpy(pixels, bitmap->data.data, count);
        return TLB_OK;
    }
    if (bgf->version == TLB_BGF_LH4_VERSION)
        return tlb_bgf_lh4_decode(bitmap->data, pixels, count) ? TLB_OK : TLB_INVALID;
    return tlb_inflate(context->account, TLB_DEFLATE_ZLIB, bitmap->data, pixels, count);
}

tlb_status tlb_bgf_image(tlb_context *context, tlb_arena *arena, const tlb_bgf *bgf,
                         const tlb_bgf_bitmap *bitmap, tlb_image *image)
{
    uint8_t *pixels = tlb_alloc(arena, tlb_bgf_pixel_count(bgf, bitmap));
    tlb_status status = pixels ? tlb_bgf_pixels(context, bgf, bitmap, pixels) : arena->failure;
    if (tlb_is_fatal(status))
        tlb_arena_fail(arena, status);
    if (status)
        return status;
    image->format = TLB_PIXELS_INDEXED;
    image->width = bitmap->width;
    image->height = bitmap->height;
    image->pixels = pixels;
    image->palette = tlb_bgf_palette();
    return TLB_OK;
}

tlb_status tlb_bgf_pack(tlb_arena *arena, const tlb_bgf *bgf, tlb_bgf_bitmap *bitmap, uint32_t width,
                        uint32_t height, const uint8_t *pixels)
{
    uint64_t count = (uint64_t)width * height;
    if (!count || count > TLB_IMAGE_MOST_PIXELS)
        return TLB_ARGUMENT;
    tlb_bytes source = {pixels, (size_t)count};
    tlb_buffer out = {.account = arena->account};
    tlb_status status = bgf->version == TLB_BGF_LH4_VERSION
                            ? tlb_bgf_lh4_encode(arena->account, source, &out)
                            : tlb_deflate(arena->account, TLB_DEFLATE_ZLIB, source, &out);
    uint8_t *packed = status ? NULL : tlb_alloc(arena, out.size);
    if (packed) {
        memcpy(packed, out.data, out.size);
        bitmap->width = width;
        bitmap->height = height;
        bitmap->type = TLB_BGF_COMPRESSED;
        bitmap->length = 0;
        bitmap->data = (tlb_bytes){packed, out.size};
    } else if (!status)
        status = arena->failure;
    tlb_buffer_free(&out);
    return status;
}

tlb_status tlb_bgf_set_pixels(tlb_document *document, tlb_bgf_bitmap *bitmap, uint32_t width, uint32_t height,
                              const uint8_t *pixels)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, bitmap);
    TLB_REQUIRE(document->context, pixels);
    TLB_EXPECT(document->context, tlb_document_bgf(document), document, "must be a BGF");
    tlb_status status = tlb_bgf_pack(&document->arena, document->root, bitmap, width, height, pixels);
    return status == TLB_OK || status == TLB_ARGUMENT ? status
                                                      : tlb_report_failure(document->context, status);
}

/* --- the palette -------------------------------------------------------------------------------------- */

/* clang-format off */
static const uint8_t palette[TLB_BGF_COLORS][4] = {
    {  0,   0,   0, 255}, {128,   0,   0, 255}, {  0, 128,   0, 255}, {128, 128,   0, 255},
    {  0,   0, 128, 255}, {128,   0, 128, 255}, {  0, 128, 128, 255}, {192, 192, 192, 255},
    {128,   0,   0, 255}, {  0, 128,   0, 255}, {128,   0,   0, 255}, {  0, 128,   0, 255},
    {128,   0,   0, 255}, {  0, 128,   0, 255}, {128,   0,   0, 255}, {  0, 128,   0, 255},
    {194,   1,   1, 255}, {180,   1,   1, 255}, {171,   2,   2, 255}, {166,   1,   1, 255},
    {154,   2,   2, 255}, {145,   2,   0, 255}, {137,   2,   0, 255}, {127,   0,   0, 255},
    {120,   2,   0, 255}, {109,   1,   0, 255}, { 86,   0,   0, 255}, { 76,   0,   0, 255},
    { 64,   0,   0, 255}, { 56,   0,   0, 255}, { 38,   0,   0, 255}, { 17,   0,   0, 255},
    {254, 194, 148, 255}, {235, 184, 146, 255}, {219, 169, 131, 255}, {203, 157, 124, 255},
    {198, 148, 117, 255}, {181, 135, 105, 255}, {177, 136, 102, 255}, {168, 128,  96, 255},
    {157, 115,  86, 255}, {145, 107,  81, 255}, {136,  96,  72, 255}, {122,  88,  68, 255},
    {117,  84,  64, 255}, {104,  77,  59, 255}, { 96,  70,  49, 255}, { 74,  59,  45, 255},
    {255, 181, 128, 255}, {243, 168, 114, 255}, {220, 153, 104, 255}, {202, 141,  97, 255},
    {196, 130,  87, 255}, {185, 122,  81, 255}, {171, 115,  71, 255}, {165, 110,  68, 255},
    {147,  92,  54, 255}, {133,  82,  49, 255}, {123,  70,  38, 255}, {107,  61,  34, 255},
    { 99,  56,  28, 255}, { 85,  47,  24, 255}, { 75,  40,  13, 255}, { 50,  28,  11, 255},
    {185,  95,  43, 255}, {145,  70,  26, 255}, {131,  63,  24, 255}, {121,  59,  22, 255},
    {119,  52,  18, 255}, {114,  47,  16, 255}, {105,  48,  12, 255}, {102,  45,  12, 255},
    { 94,  37,  12, 255}, { 84,  34,  12, 255}, { 75,  27,  11, 255}, { 65,  25,  11, 255},
    { 60,  23,  11, 255}, { 51,  20,  11, 255}, { 42,  20,  11, 255}, { 27,  15,  10, 255},
    {255, 178,  51, 255}, {255, 169,  27, 255}, {255, 165,  17, 255}, {250, 156,   0, 255},
    {238, 148,   0, 255}, {216, 135,   0, 255}, {204, 127,   0, 255}, {194, 121,   0, 255},
    {170, 106,   0, 255}, {160, 100,   0, 255}, {136,  85,   0, 255}, {126,  79,   0, 255},
    {104,  65,   0, 255}, { 92,  57,   0, 255}, { 68,  42,   0, 255}, { 48,  30,   0, 255},
    {137, 177, 116, 255}, {130, 169, 110, 255}, {120, 161, 100, 255}, {112, 149,  92, 255},
    {103, 139,  83, 255}, { 95, 129,  76, 255}, { 88, 124,  73, 255}, { 80, 112,  66, 255},
    { 71, 101,  55, 255}, { 62,  90,  49, 255}, { 48,  79,  38, 255}, { 41,  68,  31, 255},
    { 37,  62,  22, 255}, { 28,  48,  16, 255}, { 16,  30,   8, 255}, {  7,  14,   3, 255},
    {  0, 196,  50, 255}, {  0, 184,  47, 255}, {  0, 170,  43, 255}, {  0, 158,  39, 255},
    {  0, 154,  39, 255}, {  0, 140,  36, 255}, {  0, 138,  35, 255}, {  0, 126,  32, 255},
    {  0, 114,  29, 255}, {  0,  98,  25, 255}, {  0,  80,  20, 255}, {  0,  69,  17, 255},
    {  0,  62,  16, 255}, {  0,  48,  12, 255}, {  0,  26,   7, 255}, {  0,  14,   4, 255},
    {171, 213, 222, 255}, {165, 206, 215, 255}, {137, 188, 197, 255}, {127, 172, 179, 255},
    {112, 154, 163, 255}, {106, 145, 154, 255}, { 78, 129, 137, 255}, { 72, 117, 125, 255},
    { 52,  95, 103, 255}, { 46,  85,  93, 255}, { 27,  70,  78, 255}, { 23,  61,  70, 255},
    { 10,  52,  61, 255}, {  6,  41,  48, 255}, {  3,  27,  33, 255}, {  0,   9,  11, 255},
    { 52,  78, 222, 255}, { 50,  74, 211, 255}, { 43,  62, 199, 255}, { 42,  58, 188, 255},
    { 36,  52, 171, 255}, { 34,  48, 161, 255}, { 27,  44, 146, 255}, { 23,  38, 132, 255},
    { 10,  27, 120, 255}, {  8,  24, 107, 255}, {  2,  18,  86, 255}, {  1,  15,  75, 255},
    {  0,  10,  70, 255}, {  0,   7,  59, 255}, {  0,   3,  41, 255}, {  0,   0,  24, 255},
    {160,  66, 194, 255}, {153,  63, 185, 255}, {148,  56, 178, 255}, {134,  46, 162, 255},
    {122,  44, 161, 255}, {110,  40, 147, 255}, {102,  36, 139, 255}, { 94,  32, 129, 255},
    { 86,  24, 111, 255}, { 78,  18,  99, 255}, { 63,   3,  85, 255}, { 54,   0,  76, 255},
    { 45,   0,  62, 255}, { 33,   0,  47, 255}, { 23,   0,  32, 255}, { 10,   0,  16, 255},
    {244, 240, 206, 255}, {237, 231, 176, 255}, {235, 228, 163, 255}, {229, 220, 137, 255},
    {216, 215, 246, 255}, {187, 186, 240, 255}, {175, 173, 237, 255}, {148, 145, 231, 255},
    {156, 233, 156, 255}, {132, 228, 132, 255}, { 90, 215,  90, 255}, { 40, 184,  40, 255},
    {242, 197, 197, 255}, {232, 152, 152, 255}, {225, 119, 119, 255}, {220,  98,  98, 255},
    {255, 234, 110, 255}, {250, 222,  55, 255}, {247, 213,  27, 255}, {240, 208,  25, 255},
    {238, 202,  26, 255}, {222, 189,  25, 255}, {220, 196,  19, 255}, {207, 185,  16, 255},
    {197, 180,  10, 255}, {185, 167,   8, 255}, {154, 137,   2, 255}, {135, 122,   0, 255},
    {128, 115,   0, 255}, {119, 113,   0, 255}, {112, 106,   0, 255}, { 85,  81,   0, 255},
    {231, 231, 231, 255}, {213, 213, 213, 255}, {205, 205, 205, 255}, {188, 188, 188, 255},
    {180, 180, 180, 255}, {163, 163, 163, 255}, {154, 154, 154, 255}, {146, 146, 146, 255},
    {129, 129, 129, 255}, {120, 120, 120, 255}, {103, 103, 103, 255}, { 95,  95,  95, 255},
    { 78,  78,  78, 255}, { 70,  70,  70, 255}, { 52,  52,  52, 255}, { 36,  36,  36, 255},
    {124, 191, 255, 255}, {103, 171, 239, 255}, { 95, 163, 231, 255}, { 95, 154, 213, 255},
    { 78, 137, 197, 255}, { 70, 120, 171, 255}, { 61, 112, 163, 255}, { 60, 107, 154, 255},
    { 52,  95, 137, 255}, { 44,  82, 119, 255}, { 27,  65, 103, 255}, { 17,  47,  77, 255},
    { 10,  36,  61, 255}, {  5,  24,  43, 255}, {  1,  14,  27, 255}, {  0,  11,  22, 255},
    {224, 180, 148, 255}, {208, 176, 132, 255}, {204, 168, 124, 255}, {196, 160, 116, 255},
    {128,   0,   0, 255}, {  0, 128,   0, 255}, {128,   0,   0, 255}, {  0, 128,   0, 255},
    {128, 128, 128, 255}, {255,   0,   0, 255}, {  0, 255,   0, 255}, {255, 255,   0, 255},
    {  0,   0, 255, 255}, {255,   0, 255, 255}, {  0, 255, 255,   0}, {255, 255, 255, 255},
};
/* clang-format on */

const uint8_t (*tlb_bgf_palette(void))[4]
{
    return palette;
}
