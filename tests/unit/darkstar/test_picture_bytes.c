/* Palettes and bitmaps against bytes written by hand: PL98 with each type of palette, PPAL, RIFF PAL, PBMP
 * and lists of them, fonts, Microsoft's BMP. Order and widths are those of "Tribes 1 Model Formats" and its
 * corrections in docs/formats/ppl.md and pbmp.md, and of the specification of BMP. */
#include <stdio.h>

#include "pinned.h"

/* Bytes of which no two neighbours and no two lists are alike. */
#define PATTERN(owner, field, seed, count)                                                                   \
    do {                                                                                                     \
        static uint8_t pattern[(count) + 1]; /* there may be none */                                         \
        for (size_t i_ = 0; i_ < (count); i_++)                                                              \
            pattern[i_] = (uint8_t)(7 * i_ + i_ / 256 + (seed));                                             \
        PINNED_BYTES(owner, field, pattern, (size_t)(count));                                                \
    } while (0)

/* --- PL98 -------------------------------------------------------------------------------------------- */

typedef struct ppl_variant {
    uint32_t types[8], count;
    uint32_t no_remap; /* tlb_ppl.noRemapData */
    bool weights;
} ppl_variant;

enum { SHADE_SHIFT = 2, HAZE_LEVELS = 3 };

static void lookup(pinned *p, const tlb_ppl_lookup *x, uint32_t k)
{
    for (uint32_t i = 0; i < 256; i++)
        U8(x, colorIndex[i], (i + 0x31 + k) % 256);
    for (uint32_t i = 0; i < 256; i++)
        F32(x, colorR[i], 1000 * k + i + 0.125);
    for (uint32_t i = 0; i < 256; i++)
        F32(x, colorG[i], 1000 * k + i + 0.25);
    for (uint32_t i = 0; i < 256; i++)
        F32(x, colorB[i], 1000 * k + i + 0.375);
    for (uint32_t i = 0; i < 256; i++)
        F32(x, colorA[i], 1000 * k + i + 0.5);
}

static bool is_mapped(uint32_t type)
{
    return type == 1 || type == 2 || type == 6 || type == 8;
}

static void ppl(pinned *p, const tlb_ppl *x)
{
    const ppl_variant *v = p->variant;
    uint32_t mapped = 0, no_remaps = 0;
    RAW("PL98");
    COUNT(x, palettes, v->count);
    I32(x, shadeShift, SHADE_SHIFT);
    I32(x, hazeLevels, HAZE_LEVELS);
    I32(x, hazeColor, -103);
    for (uint32_t i = 0; i < 32; i++)
        U8(x, allowedMatches[i], 0x81 + i);
    for (uint32_t k = 0; k < v->count; k++) {
        const tlb_ppl_palette *palette = AT(x, palettes, k);
        IS(palette, colors.count, 256);
        for (uint32_t i = 0; i < 256; i++)
            U8S(palette, colors.data[i], i, k + 1, i ^ 0x55, 0xf0 + k);
        U32(palette, paletteIndex, 0x80000104 + k);
        U32(palette, type, v->types[k]);
    }
    for (uint32_t k = 0; k < v->count; k++) {
        if (!is_mapped(v->types[k]))
            continue;
        const tlb_ppl_remap *remap = AT(x, remaps, mapped);
        if (v->types[k] == 1)
            PATTERN(remap, map, 1, 256 * (1 << SHADE_SHIFT) * (HAZE_LEVELS + 1));
        else
            PATTERN(remap, map, v->types[k], 65536);
        mapped++;
    }
    IS(x, remaps.count, mapped);
    mapped = 0;
    for (uint32_t k = 0; k < v->count; k++)
        if (is_mapped(v->types[k])) {
            lookup(p, AT(x, lookups, mapped), k);
            mapped++;
        }
    IS(x, lookups.count, mapped);
    for (uint32_t k = 0; k < v->count && v->no_remap; k++)
        if (v->types[k] == 0) {
            if (v->no_remap == 1)
                PATTERN(x, noRemaps.data[no_remaps].map, 5 + no_remaps, 512);
            else
                PATTERN(x, noRemaps.data[no_remaps].map, 7 + no_remaps, 4352);
            no_remaps++;
        }
    IS(x, noRemaps.count, no_remaps);
    IS(x, noRemapData, v->no_remap);
    U8(x, hasWeights, v->weights);
    if (v->weights) {
        for (uint32_t i = 0; i < 256; i++)
            F32(x, colorWeights[i], 0.625 + i);
        U32(x, weightStart, 0x80000105);
        U32(x, weightEnd, 0x80000106);
    }
    U32(x, expansion, 0x80000107);
    TAIL(x, tail);
}

static void every_type_of_palette(void **state)
{
    (void)state;
    ppl_variant v = {.types = {6, 3, 1, 8, 4, 2, 5, 7}, .count = 8};
    pinned p = {.title = "all types but 0", .variant = &v};
    PIN(&p, "ppl", tlb_document_ppl, ppl);
    v = (ppl_variant){.types = {1, 1}, .count = 2, .weights = true};
    snprintf(p.title, sizeof p.title, "weights");
    PIN(&p, "ppl", tlb_document_ppl, ppl);
}

/* The size of the file decides which data palettes of type 0 have. */
static void palettes_without_remap(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        ppl_variant v = {.types = {0, 1, 0}, .count = 3, .no_remap = i / 2, .weights = i % 2};
        pinned p = {.variant = &v, .may_be_cut = true};
        snprintf(p.title, sizeof p.title, "type 0, kind %u", (unsigned)i);
        PIN_ALONE(&p, "ppl", tlb_document_ppl, ppl);
    }
}

/* --- PPAL, RIFF ----------------------------------------------------------------------------------------- */

static void ppal(pinned *p, const tlb_pal *x)
{
    RAW("PPAL");
    IS(x, isRiff, false);
    U32(x, size, 0x80000201);
    IS(x, chunks.count, 4);
    BYTES(x, chunks.data[0].tag, "head");
    U32(x, chunks.data[0].data.size, 4);
    BYTES(x, chunks.data[0].data, "\x03\0\0\0");
    for (uint32_t k = 1; k < 3; k++) {
        const tlb_pal_chunk *chunk = AT(x, chunks, k);
        if (k == 1)
            BYTES(chunk, tag, "data");
        else
            BYTES(chunk, tag, "tpal");
        pinned_put_integer(p, 4, 1024);
        IS(chunk, isOpaque, false);
        IS(chunk, colors.count, 256);
        for (uint32_t i = 0; i < 256; i++)
            U8S(chunk, colors.data[i], i, 0x80 + k, i ^ 0xaa, 0xe0 + k);
    }
    BYTES(x, chunks.data[3].tag, "pspl");
    U32(x, chunks.data[3].data.size, 3); /* no alignment */
    BYTES(x, chunks.data[3].data, "\x04\x05\xa1");
    IS(x, chunks.data[3].isOpaque, true);
    TAIL(x, tail);
}

static void riff(pinned *p, const tlb_pal *x)
{
    RAW("RIFF");
    IS(x, isRiff, true);
    U32(x, size, 0x488);
    RAW("PAL ");
    IS(x, chunks.count, 2);
    const tlb_pal_chunk *chunk = AT(x, chunks, 0);
    BYTES(chunk, tag, "data");
    pinned_put_integer(p, 4, 4 + 256 * 4);
    IS(chunk, isOpaque, false);
    U16(chunk, palVersion, 0x0300);
    U16(chunk, colors.count, 256); /* palNumEntries */
    for (uint32_t i = 0; i < 256; i++)
        U8S(chunk, colors.data[i], i, 0x91, i ^ 0x5a, 0xf1);
    BYTES(x, chunks.data[1].tag, "offl");
    U32(x, chunks.data[1].data.size, 32);
    PATTERN(x, chunks.data[1].data, 9, 32);
    TAIL(x, tail);
}

static void lists_of_chunks(void **state)
{
    (void)state;
    pinned p = {.title = "PPAL", .may_be_cut = true};
    PIN(&p, "ppal", tlb_document_pal, ppal);
    snprintf(p.title, sizeof p.title, "RIFF");
    PIN(&p, "pal", tlb_document_pal, riff);
}

/* --- PBMP ----------------------------------------------------------------------------------------------- */

typedef struct pbmp_variant {
    uint32_t follow; /* chunks after the head: data, DETL, PiDX, RIFF */
} pbmp_variant;

static void bitmap(pinned *p, const tlb_pbmp *x, const pbmp_variant *v)
{
    RAW("PBMP");
    U32(x, size, 0x80000301);
    IS(x, chunks.count, 1 + v->follow);
    const tlb_pbmp_chunk *chunk = AT(x, chunks, 0);
    BYTES(chunk, tag, "head");
    pinned_put_integer(p, 4, 20);
    U32(chunk, head.version, 0x5a000000 + v->follow); /* a byte of version, and how many chunks follow */
    U32(chunk, head.width, 0x80000302);
    U32(chunk, head.height, 0x80000303);
    U32(chunk, head.bitDepth, 0x80000304);
    U32(chunk, head.attributes, 0x80000305);
    IS(chunk, isOpaque, false);
    if (v->follow >= 1) {
        chunk = AT(x, chunks, 1);
        BYTES(chunk, tag, "data");
        U32(chunk, data.size, 6);
        BYTES(chunk, data, "\xa1\xa2\xa3\xa4\xa5\xa6");
        IS(chunk, isOpaque, true);
    }
    if (v->follow >= 2) {
        chunk = AT(x, chunks, 2);
        BYTES(chunk, tag, "DETL");
        pinned_put_integer(p, 4, 4);
        I32(chunk, mipLevels, -306);
    }
    if (v->follow >= 3) {
        chunk = AT(x, chunks, 3);
        BYTES(chunk, tag, "PiDX");
        pinned_put_integer(p, 4, 4);
        U32(chunk, paletteIndex, 0x80000307);
    }
    if (v->follow >= 4) {
        chunk = AT(x, chunks, 4);
        BYTES(chunk, tag, "RIFF");
        U32(chunk, data.size, 5);
        BYTES(chunk, data, "\xb1\xb2\xb3\xb4\xb5");
    }
}

static void pbmp(pinned *p, const tlb_pbmp *x)
{
    bitmap(p, x, p->variant);
    TAIL(x, tail);
}

static void bitmaps_of_darkstar(void **state)
{
    (void)state;
    for (uint32_t follow = 0; follow <= 4; follow++) {
        pbmp_variant v = {follow};
        pinned p = {.variant = &v, .may_be_cut = !follow};
        snprintf(p.title, sizeof p.title, "%u chunks", (unsigned)follow);
        PIN(&p, "pbmp", tlb_document_pbmp, pbmp);
    }
}

/* --- lists of bitmaps, fonts ---------------------------------------------------------------------------- */

static void list(pinned *p, const tlb_pba *x)
{
    RAW("PBMA");
    U32(x, size, 0x80000501);
    RAW("head");
    U32(x, headSize, 8);
    U32(x, version, 0x5b000002);
    COUNT(x, bitmaps, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const pbmp_variant v = {3 + i};
        bitmap(p, AT(x, bitmaps, i), &v);
    }
}

static void pba(pinned *p, const tlb_pba *x)
{
    list(p, x);
    TAIL(x, tail);
}

static void pft(pinned *p, const tlb_pft *x)
{
    RAW("PFON");
    U32(x, size, 0x80000601);
    I32(x, version, -602);
    I32(x, flags, -603);
    I32(x, unknown1, -604);
    COUNT(x, glyphs, 2);
    I32(x, fontHeight, -605);
    I32(x, measure, -606);
    I32(x, colorIndex, -607);
    I32(x, unknown2, -608);
    I32(x, widestAdvance, -609);
    I32(x, scale[0], -610);
    I32(x, scale[1], -611);
    I32(x, spacing, -612);
    U16(x, glyphOf.count, 3);
    U16(x, firstCharacter, 0x8613);
    I16(x, glyphOf.data[0], -1);
    I16(x, glyphOf.data[1], 1);
    I16(x, glyphOf.data[2], -614);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_pft_glyph *g = AT(x, glyphs, i);
        U8(g, page, 0x81 + i);
        U8(g, x, 0x91 + i);
        U8(g, y, 0xa1 + i);
        U8(g, width, 0xb1 + i);
        U8(g, height, 0xc1 + i);
        I8(g, baseline, -21 - (int)i);
        U8S(g, unused, 0xd1 + i, 0xe1 + i);
    }
    list(p, PART(x, pages));
    U32(x, unknown3, 0x80000615);
    TAIL(x, tail);
}

static void lists_and_fonts(void **state)
{
    (void)state;
    pinned p = {.title = "list of bitmaps"};
    PIN(&p, "pba", tlb_document_pba, pba);
    snprintf(p.title, sizeof p.title, "font");
    PIN(&p, "pft", tlb_document_pft, pft);
}

/* --- BMP ------------------------------------------------------------------------------------------------ */

typedef struct bmp_variant {
    uint32_t header; /* biSize */
    uint16_t bits;
    bool gap;
} bmp_variant;

static void bmp(pinned *p, const tlb_bmp *x)
{
    const bmp_variant *v = p->variant;
    uint32_t colors = v->bits == 24 ? 0 : 3, start = 14 + v->header + 4 * colors + (v->gap ? 2 : 0);
    RAW("BM");
    U32(x, bfSize, 0x80000401);
    U16(x, bfReserved1, 0xf5f7);
    U16(x, bfReserved2, 0x8402);
    U32(x, bfOffBits, start);
    U32(x, biSize, v->header);
    I32(x, biWidth, 5);
    I32(x, biHeight, -2);
    U16(x, biPlanes, 0x8403);
    U16(x, biBitCount, v->bits);
    U32(x, biCompression, 0);
    U32(x, biSizeImage, 0x80000404);
    I32(x, biXPelsPerMeter, -405);
    I32(x, biYPelsPerMeter, -406);
    U32(x, biClrUsed, colors);
    U32(x, biClrImportant, 0x80000407);
    if (v->header == 124)
        PATTERN(x, header, 11, 84);
    else if (v->header == 52)
        PATTERN(x, header, 11, 12);
    else
        BYTES(x, header, "");
    IS(x, colors.count, colors);
    for (uint32_t i = 0; i < colors; i++)
        U8S(x, colors.data[i], 0x81 + i, 0x91 + i, 0xa1 + i, 0xb1 + i);
    if (v->gap)
        BYTES(x, gap, "\xc1\xc2");
    switch (v->bits) { /* two rows of five pixels, each to four bytes */
    case 1:
        PATTERN(x, pixels, 12, 2 * 4);
        break;
    case 4:
        PATTERN(x, pixels, 13, 2 * 4);
        break;
    case 8:
        PATTERN(x, pixels, 14, 2 * 8);
        break;
    default:
        PATTERN(x, pixels, 15, 2 * 16);
        break;
    }
    TAIL(x, tail);
}

/* A header of OS/2, or of no size that there is: what follows its size is kept as it is. */
static void unread_bmp(pinned *p, const tlb_bmp *x)
{
    const uint32_t *header = p->variant;
    RAW("BM");
    U32(x, bfSize, 0x80000411);
    U16(x, bfReserved1, 0x8412);
    U16(x, bfReserved2, 0x8413);
    U32(x, bfOffBits, 26);
    U32(x, biSize, *header);
    IS(x, isOpaque, true);
    PATTERN(x, tail, 16, 200);
}

static void bitmaps_of_microsoft(void **state)
{
    static const uint16_t bits[] = {1, 4, 8, 24};
    static const uint32_t wider[] = {52, 124, 52, 124}, unread[] = {12, 39, 125};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int gap = 0; gap < 2; gap++) {
            bmp_variant v = {.header = gap ? wider[i] : 40, .bits = bits[i], .gap = gap};
            pinned p = {.variant = &v, .may_be_cut = true};
            snprintf(p.title, sizeof p.title, "%u bits, header of %u", (unsigned)v.bits, (unsigned)v.header);
            PIN(&p, "bmp", tlb_document_bmp, bmp);
        }
    for (int i = 0; i < 3; i++) {
        pinned p = {.variant = &unread[i], .may_be_cut = true};
        snprintf(p.title, sizeof p.title, "header of %u", (unsigned)unread[i]);
        PIN_ALONE(&p, "bmp", tlb_document_bmp, unread_bmp);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_of_palette), cmocka_unit_test(palettes_without_remap),
        cmocka_unit_test(lists_of_chunks),       cmocka_unit_test(bitmaps_of_darkstar),
        cmocka_unit_test(lists_and_fonts),       cmocka_unit_test(bitmaps_of_microsoft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
