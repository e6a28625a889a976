/* Lists of bitmaps and fonts of Darkstar: their rules, and what they look like. */
#include "ask.h"
#include "files.h"
#include "one_context.h"
#include "picture_maker.h"
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

/* Index 0 is what is transparent. */
static uint8_t pixel(uint32_t x, uint32_t y)
{
    return (uint8_t)(1 + y * 8 + x);
}

static tlb_scene *scene_of(tlb_document *document)
{
    tlb_scene *scene = NULL;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_true(tlb_scene_is_pictures(scene));
    return scene;
}

static void a_list_is_a_picture_for_each_bitmap(void **state)
{
    (void)state;
    tlb_document document;
    pba_make(&document, context, pixel);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_scene *scene = scene_of(&document);
    assert_int_equal(scene->image_count, 3);
    assert_int_equal(scene->images[2].width, 5);
    assert_int_equal(scene->images[2].height, 3);
    assert_int_equal(scene->images[2].pixels[5], pixel(0, 1));
    tlb_scene_free(scene);
    made_end(&document);
}

static const uint8_t *texel(const tlb_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

/* Whether a pixel of the sheet is that of the page. */
static bool shows(const tlb_image *sheet, uint32_t x, uint32_t y, const tlb_image *page, uint32_t u,
                  uint32_t v)
{
    return memcmp(texel(sheet, x, y), page->palette[pixel(u, v)], 4) == 0;
}

static void a_font_is_a_sheet_of_glyphs(void **state)
{
    (void)state;
    tlb_document document;
    pft_make(&document, context, pixel);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_scene *scene = scene_of(&document);
    assert_int_equal(scene->image_count, 1);
    const tlb_image *sheet = &scene->images[0];
    /* 16 cells of 3 and 1 by 5 above the line, 1 below it and 1. */
    assert_int_equal(sheet->width, 16 * 4);
    assert_int_equal(sheet->height, 7);
    tlb_document list;
    pba_make(&list, context, pixel);
    tlb_scene *pages = scene_of(&list);
    const tlb_image *page = &pages->images[0];
    /* "A" fills its cell to the line, "B" stands on it, "D" hangs 1 below. */
    assert_true(shows(sheet, 0, 0, page, 0, 0) && shows(sheet, 2, 4, page, 2, 4));
    assert_true(shows(sheet, 4, 2, page, 4, 1) && shows(sheet, 5, 4, page, 5, 3));
    assert_true(shows(sheet, 12, 4, page, 6, 6) && shows(sheet, 13, 5, page, 7, 7));
    static const uint8_t nothing[4] = {0};
    assert_memory_equal(texel(sheet, 4, 1), nothing, 4);
    assert_memory_equal(texel(sheet, 8, 4), nothing, 4);
    assert_memory_equal(texel(sheet, 3, 0), nothing, 4);
    tlb_scene_free(pages);
    tlb_scene_free(scene);
    made_end(&list);
    made_end(&document);
}

static void mistakes_are_told(void **state)
{
    (void)state;
    tlb_document document;
    pft_make(&document, context, pixel);
    tlb_pft *font = document.root;
    font->version = 3;
    font->size++;
    font->fontHeight = 6;
    font->glyphs.data[1].x = 7;
    font->glyphs.data[2].page = 1;
    font->glyphOf.data[0] = 3;
    font->glyphOf.data[1] = -2;
    font->pages.size++;
    font->pages.version = 2;
    font->pages.bitmaps.data[0].chunks.data[0].head.attributes = 0x80;
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    static const struct {
        const char *code, *path;
    } expected[] = {
        {"PFT_VERSION", "version"},      {"PFT_SIZE", "size"},
        {"PFT_HEIGHT", "fontHeight"},    {"PFT_GLYPH", "glyphs[1]"},
        {"PFT_GLYPH", "glyphs[2]"},      {"PFT_CHARACTER", "glyphOf[0]"},
        {"PFT_CHARACTER", "glyphOf[1]"}, {"PBA_SIZE", "pages.size"},
        {"PBA_COUNT", "pages.version"},  {"PBMP_ATTRIBUTES", "pages.bitmaps[0].chunks[0].head.attributes"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_non_null(find_diagnostic(context, expected[i].code, expected[i].path));
    assert_int_equal(tlb_diagnostic_count(context), sizeof expected / sizeof *expected);
    made_end(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_list_is_a_picture_for_each_bitmap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_font_is_a_sheet_of_glyphs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
