/* Bitmaps as images: their levels, and what palettes say of their blending. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "options_text.h"
#include "picture_folder.h"
#include "picture_maker.h"

/* The strongest of a color's channels is its alpha; what takes light away is black. */
static void expect_blending(const uint8_t (*palette)[4], bool subtracts, uint8_t mark)
{
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    colors[0][0] = mark;
    for (int i = 0; i < 256; i++) {
        int most = 0;
        for (int c = 0; c < 3; c++)
            most = colors[i][c] > most ? colors[i][c] : most;
        for (int c = 0; c < 3; c++)
            assert_int_equal(palette[i][c], subtracts || !most ? 0 : colors[i][c] * 255 / most);
        assert_int_equal(palette[i][3], most);
    }
}

/* What a palette adds or takes away does so in translucent bitmaps, whatever these say. */
static void palettes_say_how_light_is_blended(void **state)
{
    picture_folder *f = *state;
    static const char *const files[] = {"glass.bmp", "wall.bmp", NULL};
    for (int subtracts = 0; subtracts < 2; subtracts++) {
        put_palettes(f, "world.ppl", subtracts ? TLB_PPL_SUBTRACTIVE : TLB_PPL_ADDITIVE, 10);
        put_bitmap(f, "glass.bmp", 0xc, 1);
        put_bitmap(f, "wall.bmp", 0x8, 1);
        dml_make(&f->document, f->context, &(dml_plan){.version = 3, .files = files});
        put_document(f, "world.dml");
        tlb_scene *scene = scene_of(f, "world.dml", NULL, 0);
        const tlb_material *glass = &scene->materials[0], *wall = &scene->materials[1];
        assert_int_equal(glass->alpha_mode, subtracts ? TLB_ALPHA_BLEND : TLB_ALPHA_ADD);
        assert_int_equal(tlb_value_get(glass->extras, "subtractive") != NULL, subtracts);
        assert_int_equal(wall->alpha_mode, TLB_ALPHA_OPAQUE);
        assert_null(tlb_value_get(wall->extras, "subtractive"));
        expect_blending(scene->images[glass->texture.image].palette, subtracts, 10);
        tlb_scene_free(scene);
    }
}

/* Sides are halved, and at least 1. */
static void levels_follow_each_other(void **state)
{
    (void)state;
    uint8_t pixels[128] = {0};
    tlb_pbmp_level level;
    tlb_pbmp_info chain = {.width = 16, .height = 2, .bitDepth = 8, .mipLevels = 40, .data = {pixels, 64}};
    static const uint32_t expected[][4] = {/* width, height, offset, size */
                                           {16, 2, 0, 32}, {8, 1, 32, 8}, {4, 1, 40, 4},
                                           {2, 1, 44, 2},  {1, 1, 46, 1}, {1, 1, 47, 1}};
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(tlb_pbmp_level_at(&chain, i, &level));
        assert_int_equal(level.width, expected[i][0]);
        assert_int_equal(level.height, expected[i][1]);
        assert_int_equal(level.pixels.data - pixels, expected[i][2]);
        assert_int_equal(level.pixels.size, expected[i][3]);
        assert_int_equal(level.stride, expected[i][0]);
    }
    assert_true(tlb_pbmp_level_at(&chain, 21, &level));
    assert_false(tlb_pbmp_level_at(&chain, 22, &level)); /* beyond the data */
    chain.data.size = sizeof pixels;
    assert_true(tlb_pbmp_level_at(&chain, 31, &level));
    assert_false(tlb_pbmp_level_at(&chain, 32, &level));
    chain.mipLevels = 31;
    assert_false(tlb_pbmp_level_at(&chain, 31, &level));
    chain = (tlb_pbmp_info){
        .width = 0x80000000, .height = 1, .bitDepth = 8, .mipLevels = 1, .data = {pixels, 64}};
    assert_false(tlb_pbmp_level_at(&chain, 0, &level));
    tlb_pbmp_info none;
    assert_false(tlb_pbmp_info_of(NULL, &none));
    assert_false(tlb_pbmp_level_at(NULL, 0, &level));
}

static void levels_beyond_the_chain_are_refused(void **state)
{
    picture_folder *f = *state;
    static const char *const levels[] = {"3", "4"};
    pbmp_make(&f->document, f->context, &(pbmp_plan){8, 4, 4, 0x8, 1, .pixel = number});
    put_document(f, "chain.bmp");
    for (int i = 0; i < 2; i++) {
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_document *document;
        tlb_scene *scene;
        assert_int_equal(tlb_open_path(f->context, place(f, "chain.bmp"), NULL, &document), TLB_OK);
        tlb_diagnostics_clear(f->context);
        assert_int_equal(options_from_text(f->context, &(option_text){"mip", levels[i]}, 1, &options),
                         TLB_OK);
        assert_int_equal(tlb_document_scene(document, &options, &scene), i ? TLB_ARGUMENT : TLB_OK);
        if (i)
            assert_string_equal(tlb_diagnostic_at(f->context, 0)->message,
                                "invalid value \"4\", expected an integer from 0 to 3");
        else
            tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

static void depths_are_8_or_24(void **state)
{
    picture_folder *f = *state;
    for (uint32_t depth = 7; depth < 26; depth++) {
        tlb_document *document;
        tlb_scene *scene;
        pbmp_make(&f->document, f->context, &(pbmp_plan){16, 4, 1, 0x8, 1, .pixel = number});
        tlb_document_pbmp(&f->document)->chunks.data[0].head.bitDepth = depth;
        tlb_document_pbmp(&f->document)->chunks.data[0].head.width = 4;
        put_document(f, "deep.bmp");
        tlb_diagnostics_clear(f->context);
        assert_int_equal(tlb_open_path(f->context, place(f, "deep.bmp"), NULL, &document), TLB_OK);
        bool is_known = depth == 8 || depth == 24;
        assert_int_equal(tlb_document_scene(document, NULL, &scene), is_known ? TLB_OK : TLB_INVALID);
        if (is_known)
            tlb_scene_free(scene);
        else
            assert_non_null(
                strstr(tlb_diagnostic_at(f->context, 0)->message, "the depth is not 8 or 24 bits"));
        tlb_document_free(document);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        TEST(palettes_say_how_light_is_blended),
        TEST(levels_follow_each_other),
        TEST(levels_beyond_the_chain_are_refused),
        TEST(depths_are_8_or_24),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
