/* Darkstar: a world's palettes, bitmaps in them, a material list. */
#include "picture_maker.h"
#include "samples.h"

#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>

/* --- pixels: a ramp of the palette times 32, and a shade of it
 * ------------------------------------------- */

static uint8_t brick(uint32_t x, uint32_t y)
{
    uint32_t row = y / 8, shifted = (x + row % 2 * 8) % 16;
    bool joint = y % 8 < 1 || shifted < 1;
    return (uint8_t)(joint ? 7 * 32 + 22 : 1 * 32 + 14 + (x * 5 + y * 3) % 7);
}

/* An F: it shows what is mirrored or upside down. Index 0 around it. */
static uint8_t leaf(uint32_t x, uint32_t y)
{
    bool stem = x >= 8 && x < 12 && y >= 4 && y < 28, top = x >= 8 && x < 24 && y >= 4 && y < 8;
    bool middle = x >= 8 && x < 20 && y >= 14 && y < 18;
    return (uint8_t)(stem || top || middle ? 3 * 32 + 16 + (x + y) % 8 : 0);
}

static uint8_t glow(uint32_t x, uint32_t y)
{
    int32_t across = (int32_t)x * 2 - 31, down = (int32_t)y * 2 - 31, far = across * across + down * down;
    return (uint8_t)(2 * 32 + (far < 961 ? 31 - far / 31 : 0));
}

static uint8_t small(uint32_t x, uint32_t y)
{
    return (uint8_t)(x * 16 + y);
}

/* --- files --------------------------------------------------------------------------------------------- */

static void finish(sampler *s, const char *folder, const char *name, tlb_document *document)
{
    sample_document(s, folder, name, document);
    made_end(document);
}

static void make_palettes(sampler *s, const char *folder, const char *name, const ppl_plan *plan)
{
    tlb_document document;
    ppl_make(&document, s->context, plan);
    finish(s, folder, name, &document);
}

static void make_bitmap(sampler *s, const char *folder, const char *name, const pbmp_plan *plan)
{
    tlb_document document;
    pbmp_make(&document, s->context, plan);
    finish(s, folder, name, &document);
}

static void make_list(sampler *s, const char *folder, const char *name, const dml_plan *plan)
{
    tlb_document document;
    dml_make(&document, s->context, plan);
    finish(s, folder, name, &document);
}

static void make_microsoft(sampler *s, const char *folder, const char *name, const bmp_plan *plan)
{
    tlb_document document;
    bmp_make(&document, s->context, plan);
    finish(s, folder, name, &document);
}

static const ppl_plan world = {.types = {TLB_PPL_SHADE_HAZE, TLB_PPL_ALPHA_QUANT}, .count = 2};

static void make_world(sampler *s)
{
    static const char folder[] = "samples/darkstar";
    make_palettes(s, folder, "world.ppl", &world);
    make_bitmap(s, folder, "brick.bmp", &(pbmp_plan){32, 32, 6, 0x8, 1, .pixel = brick});
    make_bitmap(s, folder, "leaf.bmp", &(pbmp_plan){32, 32, 6, 0x9, 1, .pixel = leaf});
    make_bitmap(s, folder, "glow.bmp", &(pbmp_plan){32, 32, 6, 0xc, 2, .pixel = glow});
    make_list(s, folder, "world.dml", &(dml_plan){.version = 4});
}

static void make_palette_seeds(sampler *s)
{
    tlb_document document;
    make_palettes(s, "fuzz/seeds/ppl", "small.ppl",
                  &(ppl_plan){.types = {0, 1, 3, 4, 5, 7}, .count = 6, .noRemapData = 1, .weights = true});
    make_palettes(s, "fuzz/seeds/ppl", "one.ppl", &(ppl_plan){.types = {1}, .count = 1});
    pal_make(&document, s->context, false);
    finish(s, "fuzz/seeds/ppal", "world.ppl", &document);
    pal_make(&document, s->context, true);
    finish(s, "fuzz/seeds/pal", "world.pal", &document);
    static const char gpl[] = "GIMP Palette\nName: three\n#\n255 0 0\tred\n0 255 0\n  1   2   3 x\n";
    static const char jasc[] = "JASC-PAL\r\n0100\r\n2\r\n255 0 0\r\n9 99 199\r\n";
    sample_save(s, "fuzz/seeds/gpl", "three.gpl", gpl, sizeof gpl - 1);
    sample_save(s, "fuzz/seeds/jasc", "two.pal", jasc, sizeof jasc - 1);
    uint8_t bytes[768];
    for (int i = 0; i < 768; i++)
        bytes[i] = (uint8_t)(i / 3);
    sample_save(s, "fuzz/seeds/act", "grey.act", bytes, sizeof bytes);
}

static void make_lists_and_fonts(sampler *s)
{
    tlb_document document;
    pba_make(&document, s->context, small);
    finish(s, "fuzz/seeds/pba", "three.pba", &document);
    pft_make(&document, s->context, small);
    finish(s, "fuzz/seeds/pft", "four.pft", &document);
}

static void make_seeds(sampler *s)
{
    char name[32];
    for (int32_t version = 1; version <= 4; version++) {
        snprintf(name, sizeof name, "v%d.dml", version);
        make_list(s, "fuzz/seeds/dml", name, &(dml_plan){.version = version, .stale = version == 3});
    }
    make_list(s, "fuzz/seeds/dml", "v1-short.dml", &(dml_plan){.version = 1, .shortRecords = true});
    make_palette_seeds(s);
    make_bitmap(s, "fuzz/seeds/pbmp", "chain.bmp", &(pbmp_plan){8, 4, 4, 0x9, 1, .pixel = small});
    make_bitmap(s, "fuzz/seeds/pbmp", "odd.bmp", &(pbmp_plan){5, 3, 1, 0x18, 7, .pixel = small});
    make_bitmap(s, "fuzz/seeds/pbmp", "bare.bmp", &(pbmp_plan){4, 4, 1, 0, 0, .bare = true, .pixel = small});
    make_bitmap(s, "fuzz/seeds/pbmp", "own.bmp", &(pbmp_plan){4, 4, 1, 0xc, 7, .riff = true, .pixel = small});
    make_lists_and_fonts(s);
    make_microsoft(s, "fuzz/seeds/bmp", "b4.bmp", &(bmp_plan){5, 3, 4, .pixel = small});
    make_microsoft(s, "fuzz/seeds/bmp", "b8.bmp", &(bmp_plan){5, 3, 8, .marked = true, .pixel = small});
    make_microsoft(s, "fuzz/seeds/bmp", "b24.bmp", &(bmp_plan){5, 3, 24, .topDown = true, .pixel = small});
}

/* --- PNG ----------------------------------------------------------------------------------------------- */

static void make_png(sampler *s, const char *name, tlb_pixel_format format)
{
    uint8_t pixels[4 * 3 * 4];
    tlb_ppl_color colors[256];
    make_colors(colors, 0);
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i * 5);
    tlb_image image = {.name = "", .format = format, .width = 4, .height = 3, .pixels = pixels};
    image.palette = (const uint8_t(*)[4])colors;
    tlb_buffer out = {.account = s->context->account};
    if (tlb_png_encode(&image, &out) != TLB_OK)
        abort();
    sample_save(s, "fuzz/seeds/png", name, out.data, out.size);
    tlb_buffer_free(&out);
}

/* --- files that must be refused ------------------------------------------------------------------------ */

static void refuse_lists(sampler *s)
{
    tlb_document list;
    dml_make(&list, s->context, &(dml_plan){.version = 4});
    sample_refuse_byte(s, "list-version", &list, "version", 5, "BAD_VERSION", 0, "version");
    sample_refuse_byte(s, "list-class", &list, "className", 'X', "BAD_SIGNATURE", 0, "className");
    sample_refuse_value(s, "list-too-long", &list, "numMaterials", 7, "TRUNCATED", 4, "materials");
    sample_refuse_value(s, "list-overflows", &list, "numDetails", 0xffffffff, "TRUNCATED", 4, "numMaterials");
    sample_refuse_value(s, "list-chunk-too-large", &list, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    made_end(&list);
    static const uint8_t old[] = {0x1e, 0, 0x14, 0, 12, 0, 0, 0, 1, 0, 0, 0};
    sample_refuse(s, "list-before-darkstar.dml", old, sizeof old, "NOT_SUPPORTED", 0, "");
}

static void refuse_palettes(sampler *s)
{
    tlb_document palettes;
    ppl_make(&palettes, s->context, &(ppl_plan){.types = {1}, .count = 1});
    sample_refuse_value(s, "palette-type", &palettes, "palettes[0].type", 9, "BAD_VALUE", 0,
                        "palettes[0].type");
    sample_refuse_value(s, "palette-shades", &palettes, "shadeShift", 31, "BAD_VALUE", 0, "shadeShift");
    sample_refuse_value(s, "palette-haze", &palettes, "hazeLevels", 0x7fffffff, "BAD_VALUE", 0, "hazeLevels");
    sample_refuse_value(s, "palette-count", &palettes, "numPalettes", 1000, "TRUNCATED", 48, "palettes");
    sample_refuse_truncated(s, "palette-ends", &palettes, "expansion", 2, "expansion");
    made_end(&palettes);
}

static void refuse_bitmaps(sampler *s)
{
    tlb_document bitmap;
    pbmp_make(&bitmap, s->context, &(pbmp_plan){8, 4, 4, 0x9, 1, .pixel = small});
    sample_refuse_value(s, "bitmap-chunks", &bitmap, "chunks[0].head.version", 9, "TRUNCATED", 96,
                        "chunks[4].tag");
    sample_refuse_truncated(s, "bitmap-ends", &bitmap, "chunks[1].data", 9, "chunks[1].data");
    made_end(&bitmap);
    sample_refuse(s, "before-darkstar.bmp", "BMP:\x97\x12\0\x80INF:6\0\0\0\r\0(\0", 20, "NOT_SUPPORTED", 0,
                  "");
    sample_refuse(s, "no-jasc.pal", "JASC-LAP\r\n", 10, "BAD_SIGNATURE", 0, "");
    sample_refuse(s, "no-chunk.png", "\x89PNG\r\n\x1a\n\0\0\0\7IHDR", 16, "TRUNCATED", 8, "chunks");
}

static void refuse_lists_of_bitmaps(sampler *s)
{
    tlb_document list, font;
    pba_make(&list, s->context, small);
    sample_refuse_value(s, "pba-head", &list, "headSize", 9, "BAD_VALUE", 0, "headSize");
    sample_refuse_value(s, "pba-count", &list, "count", 4, "TRUNCATED", 280, "bitmaps[3].tag");
    made_end(&list);
    pft_make(&font, s->context, small);
    sample_refuse_value(s, "pft-glyphs", &font, "glyphCount", 0x10000000, "TRUNCATED", 48, "glyphs");
    sample_refuse_truncated(s, "pft-ends", &font, "unknown3", 2, "unknown3");
    made_end(&font);
}

void make_darkstar_picture_samples(sampler *s)
{
    make_world(s);
    make_seeds(s);
    make_png(s, "colors.png", TLB_PIXELS_RGBA);
    make_png(s, "indexed.png", TLB_PIXELS_INDEXED);
    refuse_lists(s);
    refuse_palettes(s);
    refuse_bitmaps(s);
    refuse_lists_of_bitmaps(s);
}
