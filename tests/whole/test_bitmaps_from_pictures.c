/* Pictures to bitmaps of Darkstar, and PNG between: indices, levels and palettes that stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/platform.h"
#include "files.h"
#include "picture_folder.h"
#include "options_text.h"

/* To PNG and back: indices, palette index and holes stay. */
static void comes_back_from_png(void **state)
{
    picture_folder *f = *state;
    tlb_files *png, *pbmp;
    put_palettes(f, "world.ppl", 1, 10);
    pbmp_make(&f->document, f->context, &(pbmp_plan){4, 2, 3, 0x9, 2, .pixel = number});
    put_document(f, "wall.bmp");
    bytes_copy original = load_file(place(f, "wall.bmp"));
    assert_non_null(converted(f, "wall.bmp", "png", "wall.png", NULL, 0, &png).data);
    const option_text options[] = {{"palette-index", "2"}};
    tlb_bytes back = converted(f, "wall.png", "pbmp", "back.bmp", options, 1, &pbmp);
    tlb_document *document;
    tlb_pbmp_info facts;
    tlb_pbmp_level level;
    assert_int_equal(tlb_open_memory(f->context, back.data, back.size, NULL, NULL, &document), TLB_OK);
    assert_true(tlb_pbmp_info_of(tlb_document_pbmp(document), &facts));
    assert_int_equal(facts.attributes, 0x9);
    assert_int_equal(facts.mipLevels, 3);
    assert_int_equal(facts.paletteIndex, 2);
    assert_true(tlb_pbmp_level_at(&facts, 0, &level));
    assert_memory_equal(level.pixels.data, original.data + 44, 8);
    assert_int_equal(back.size, original.size);
    tlb_document_free(document);
    tlb_files_free(pbmp);
    tlb_files_free(png);
    free(original.data);
}

static void a_picture_without_palette_needs_one(void **state)
{
    picture_folder *f = *state;
    tlb_files *files;
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 24, .pixel = number});
    put_document(f, "true.bmp");
    assert_null(converted(f, "true.bmp", "pbmp", "out.bmp", NULL, 0, &files).data);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 1);
}

/* Of a world's palettes the one that shows the picture best, and of that the very colors. */
static void chooses_the_best_palette(void **state)
{
    picture_folder *f = *state;
    tlb_files *files;
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1, 1, 4}, .count = 3});
    memset(tlb_document_ppl(&f->document)->palettes.data[0].colors.data, 0x33, 1024);
    put_document(f, "away/world.ppl");
    bmp_make(&f->document, f->context, &(bmp_plan){8, 8, 24, .pixel = number});
    put_document(f, "true.bmp");
    char path[512];
    snprintf(path, sizeof path, "%s", place(f, "away/world.ppl"));
    const option_text options[] = {{"palette", path}, {"mips", "1"}};
    tlb_bytes out = converted(f, "true.bmp", "pbmp", "out.bmp", options, 2, &files);
    assert_int_equal(out.data[44 + 18], 34); /* the pixel 2, 2 */
    assert_memory_equal(out.data + out.size - 4, "\2\0\0\0", 4);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_QUANTIZED), 0);
    tlb_files_free(files);
}

/* The games' own art uses colors that are not allowed in matches. */
static void keeps_colors_outside_matches(void **state)
{
    picture_folder *f = *state;
    tlb_files *files;
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1}, .count = 1});
    memset(tlb_document_ppl(&f->document)->allowedMatches + 2, 0, 4); /* 16 to 47 */
    put_document(f, "away/world.ppl");
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 24, .pixel = number}); /* 0 to 3, 16 to 19, 32 … */
    tlb_bmp *bmp = tlb_document_bmp(&f->document);
    ((uint8_t *)
         bmp->pixels.data)[36]++; /* the pixel at 0, 0: almost black, which is not allowed in matches */
    put_document(f, "true.bmp");
    char path[512];
    snprintf(path, sizeof path, "%s", place(f, "away/world.ppl"));
    const option_text options[] = {{"palette", path}, {"mips", "1"}};
    tlb_bytes out = converted(f, "true.bmp", "pbmp", "out.bmp", options, 2, &files);
    assert_memory_equal(out.data + 44 + 1, "\1\2\3\x10\x11\x12\x13", 7);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_QUANTIZED), 1);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_PALETTE_CHOSEN), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "palette 1 (shadehaze) from world.ppl");
    tlb_files_free(files);
}

static uint8_t paired(uint32_t x, uint32_t y)
{
    return (uint8_t)(y % 2 ? 200 + x : 40 + x);
}

/* A palette of which 200 to 203 look as 40 to 43 do, and a bitmap of both. */
static bytes_copy put_original(picture_folder *f, uint32_t mips, uint32_t attributes)
{
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1, 1, 1}, .count = 3});
    tlb_ppl *ppl = tlb_document_ppl(&f->document);
    for (int i = 0; i < 4; i++)
        memcpy(ppl->palettes.data[2].colors.data[200 + i], ppl->palettes.data[2].colors.data[40 + i], 4);
    put_document(f, "world.ppl");
    pbmp_make(&f->document, f->context, &(pbmp_plan){4, 4, mips, attributes, 3, .pixel = paired});
    put_document(f, "wall.bmp");
    return load_file(place(f, "wall.bmp"));
}

/* What did not change keeps its indices, what did gets those of the palette that the original names. */
static void is_like_the_original(void **state)
{
    picture_folder *f = *state;
    tlb_files *png, *back;
    bytes_copy original = put_original(f, 3, 0x9);
    assert_non_null(converted(f, "wall.bmp", "png", "wall.png", NULL, 0, &png).data);
    char like[512];
    snprintf(like, sizeof like, "%s", place(f, "wall.bmp"));
    const option_text option = {"like", like};
    tlb_bytes out = converted(f, "wall.png", "pbmp", "back.bmp", &option, 1, &back);
    assert_int_equal(out.size, original.size);
    assert_memory_equal(out.data, original.data, out.size);
    tlb_files_free(back);
    tlb_files_free(png);
    free(original.data);
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 24, .pixel = paired});
    uint8_t *pixels = (uint8_t *)tlb_document_bmp(&f->document)->pixels.data;
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    for (int row = 0; row < 4; row++) /* every second row holds the colors of 40 to 43, too */
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 3; c++)
                pixels[12 * row + 3 * x + c] = colors[40 + x][2 - c];
    pixels[36] = colors[77][2], pixels[37] = colors[77][1], pixels[38] = colors[77][0];
    put_document(f, "drawn.bmp");
    out = converted(f, "drawn.bmp", "pbmp", "back.bmp", &option, 1, &back);
    assert_memory_equal(out.data + 12 + 16, "\x08\0\0\0\x09\0\0\0", 8);
    assert_memory_equal(out.data + 44, "\x4d\x29\x2a\x2b\xc8\xc9\xca\xcb\x28\x29\x2a\x2b\xc8\xc9\xca\xcb",
                        16);
    assert_memory_equal(out.data + out.size - 24, "DETL\4\0\0\0\3\0\0\0PiDX\4\0\0\0\3\0\0\0", 24);
    tlb_files_free(back);
}

/* In old files the data is rounded up to 2 only, in some it goes on: its smaller levels stay all the same. */
static void keeps_the_levels_of_old_files(void **state)
{
    picture_folder *f = *state;
    static const size_t ends[] = {22, 40};
    for (size_t i = 0; i < 2; i++) {
        tlb_files *png, *back;
        pbmp_make(&f->document, f->context, &(pbmp_plan){4, 4, 3, 8, 3, .pixel = paired});
        tlb_bytes *data = &tlb_document_pbmp(&f->document)->chunks.data[1].data;
        uint8_t old[40] = {0};
        memcpy(old, data->data, 16); /* the levels after are black, which no mean of the finest is */
        *data = (tlb_bytes){old, ends[i]};
        put_document(f, "old.bmp");
        assert_non_null(converted(f, "old.bmp", "png", "old.png", NULL, 0, &png).data);
        char like[512];
        snprintf(like, sizeof like, "%s", place(f, "old.bmp"));
        tlb_bytes out = converted(f, "old.png", "pbmp", "back.bmp", &(option_text){"like", like}, 1, &back);
        assert_memory_equal(out.data + 40, &(uint32_t){(uint32_t)ends[i]}, 4);
        assert_memory_equal(out.data + 44, old, ends[i]);
        tlb_files_free(back);
        tlb_files_free(png);
    }
}

/* A bitmap with a palette of its own stays one. */
static void keeps_the_palette_of_the_original(void **state)
{
    picture_folder *f = *state;
    tlb_files *png, *back;
    pbmp_make(&f->document, f->context, &(pbmp_plan){4, 4, 1, 8, 1, .riff = true, .pixel = paired});
    put_document(f, "own.bmp");
    bytes_copy original = load_file(place(f, "own.bmp"));
    assert_non_null(converted(f, "own.bmp", "png", "own.png", NULL, 0, &png).data);
    char like[512];
    snprintf(like, sizeof like, "%s", place(f, "own.bmp"));
    const option_text option = {"like", like};
    tlb_bytes out = converted(f, "own.png", "pbmp", "back.bmp", &option, 1, &back);
    assert_int_equal(out.size, original.size);
    assert_memory_equal(out.data, original.data, out.size);
    tlb_files_free(back);
    tlb_files_free(png);
    free(original.data);
}

/* Without its palette an original can be written again, but nothing new be drawn in its colors. */
static void needs_the_palette_of_the_original(void **state)
{
    picture_folder *f = *state;
    tlb_files *png, *back;
    put_bitmap(f, "wall.bmp", 0x8, 9);
    assert_non_null(converted(f, "wall.bmp", "png", "wall.png", NULL, 0, &png).data);
    char like[512];
    snprintf(like, sizeof like, "%s", place(f, "wall.bmp"));
    const option_text option = {"like", like};
    assert_non_null(converted(f, "wall.png", "pbmp", "back.bmp", &option, 1, &back).data);
    tlb_files_free(back);
    tlb_files_free(png);
    bmp_make(&f->document, f->context, &(bmp_plan){4, 4, 24, .pixel = number});
    put_document(f, "drawn.bmp");
    assert_null(converted(f, "drawn.bmp", "pbmp", "back.bmp", &option, 1, &back).data);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 1);
}

/* -1 is an index, too: that of the palette which most worlds have besides. */
static void writes_palette_minus_1(void **state)
{
    picture_folder *f = *state;
    tlb_files *files;
    put_bitmap(f, "wall.bmp", 0x8, 2);
    assert_non_null(converted(f, "wall.bmp", "png", "wall.png", NULL, 0, &files).data);
    tlb_files_free(files);
    const option_text option = {"palette-index", "-1"};
    tlb_bytes out = converted(f, "wall.png", "pbmp", "back.bmp", &option, 1, &files);
    assert_memory_equal(out.data + out.size - 12, "PiDX\4\0\0\0", 8);
    assert_memory_equal(out.data + out.size - 4, "\xff\xff\xff\xff", 4);
    tlb_files_free(files);
}

static void palettes_travel(void **state)
{
    picture_folder *f = *state;
    static const char *const formats[] = {"gpl", "jasc", "act", "png"};
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {1, 4}, .count = 2});
    put_document(f, "world.ppl");
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    for (int i = 0; i < 4; i++) {
        tlb_files *files;
        assert_non_null(converted(f, "world.ppl", formats[i], "copy.xyz", NULL, 0, &files).data);
        assert_int_equal(files->count, 2);
        assert_string_equal(files->data[1].name, "copy-001.xyz");
        tlb_scene *scene = scene_of(f, "copy.xyz", NULL, 0);
        assert_memory_equal(scene->images[0].palette, colors, sizeof colors);
        tlb_scene_free(scene);
        tlb_files_free(files);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(comes_back_from_png),
        TEST(a_picture_without_palette_needs_one),
        TEST(chooses_the_best_palette),
        TEST(keeps_colors_outside_matches),
        TEST(is_like_the_original),
        TEST(keeps_the_levels_of_old_files),
        TEST(keeps_the_palette_of_the_original),
        TEST(needs_the_palette_of_the_original),
        TEST(writes_palette_minus_1),
        TEST(palettes_travel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
