/* Pictures on contact sheets: enlarged by whole pixels, or made to fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/context.h"
#include "image/label.h"
#include "trilobite/image.h"

static bool append(void *user, const void *data, size_t size)
{
    tlb_buffer_append(user, data, size);
    return true;
}

/* How many pixels a red picture of this size takes on a tile of 64 x 64. */
static uint32_t red_pixels(uint32_t width, uint32_t height)
{
    tlb_context *context = tlb_context_create(NULL);
    const tlb_sheet_options options = {
        .struct_size = sizeof options, .width = 64, .height = 64, .columns = 1, .no_labels = true};
    tlb_bitmap *picture = tlb_bitmap_create(context, width, height), *drawn;
    tlb_sheet *sheet;
    tlb_buffer png = {.account = context->account};
    uint32_t count = 0;
    assert_int_equal(tlb_sheet_create(context, 1, &options, &sheet), TLB_OK);
    for (uint32_t i = 0; i < width * height; i++)
        memcpy(picture->pixels + (size_t)i * 4, (uint8_t[]){255, 0, 0, 255}, 4);
    tlb_sheet_place(sheet, 0, "red", picture);
    assert_int_equal(tlb_sheet_write(sheet, (tlb_sink){append, &png}), TLB_OK);
    assert_int_equal(tlb_bitmap_decode(context, png.data, png.size, NULL, &drawn), TLB_OK);
    for (uint32_t i = 0; i < drawn->width * drawn->height; i++)
        count += memcmp(drawn->pixels + (size_t)i * 4, (uint8_t[]){255, 0, 0, 255}, 4) == 0;
    tlb_buffer_free(&png);
    tlb_bitmap_free(drawn);
    tlb_bitmap_free(picture);
    tlb_sheet_free(sheet);
    tlb_context_free(context);
    return count;
}

static void small_pictures_are_enlarged_by_whole_pixels(void **state)
{
    (void)state;
    assert_int_equal(red_pixels(20, 5), 60 * 15);
    assert_int_equal(red_pixels(5, 20), 15 * 60);
    assert_int_equal(red_pixels(1, 1), 64 * 64);
    assert_int_equal(red_pixels(33, 33), 33 * 33);
}

static void large_pictures_are_made_to_fit(void **state)
{
    (void)state;
    assert_int_equal(red_pixels(200, 50), 64 * 16);
    assert_int_equal(red_pixels(50, 200), 16 * 64);
}

/* A sheet of whatever fits into a megabyte; the code that says why it is refused. */
static tlb_status create(tlb_sheet_options options, size_t count, tlb_code code)
{
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_bytes = 1 << 20});
    tlb_sheet *sheet;
    tlb_status status = tlb_sheet_create(context, count, &options, &sheet);
    assert_int_equal(tlb_code_total(context, code), status != TLB_OK);
    tlb_sheet_free(sheet);
    tlb_context_free(context);
    return status;
}

static void tiles_have_16_to_4096_pixels_a_side(void **state)
{
    static const struct {
        uint32_t side;
        tlb_status status;
    } sides[] = {{15, TLB_ARGUMENT}, {16, TLB_OK}, {4096, TLB_OK}, {4097, TLB_ARGUMENT}};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        tlb_sheet_options wide = {sizeof wide, .width = sides[i].side, .height = 16, .no_labels = true},
                          high = {sizeof high, .width = 16, .height = sides[i].side, .no_labels = true};
        assert_int_equal(create(wide, 1, TLB_CODE_BAD_OPTION), sides[i].status);
        assert_int_equal(create(high, 1, TLB_CODE_BAD_OPTION), sides[i].status);
    }
}

/* 8 by 8 of these tiles, with the gaps, are 16384 pixels a side; that is memory, and too much for this. */
static void sheets_have_268435456_pixels_at_most(void **state)
{
    const tlb_sheet_options options = {sizeof options, .width = 2039, .height = 2039, .columns = 8,
                                       .no_labels = true};
    (void)state;
    assert_int_equal(create(options, 64, TLB_CODE_MEMORY_LIMIT), TLB_LIMIT);
    assert_int_equal(create(options, 65, TLB_CODE_RENDER_TOO_MUCH), TLB_LIMIT);
}

enum { LABEL_WIDTH = 64 };

static void draw_label(const char *text, uint32_t width, uint8_t pixels[LABEL_WIDTH * TLB_LABEL_HEIGHT * 4])
{
    tlb_image image = {.format = TLB_PIXELS_RGBA,
                       .width = LABEL_WIDTH,
                       .height = TLB_LABEL_HEIGHT,
                       .pixels = memset(pixels, 0, LABEL_WIDTH * TLB_LABEL_HEIGHT * 4)};
    tlb_label_draw(&image, text, 0, 0, width, 1, (const uint8_t[4]){1, 2, 3, 255});
}

static void assert_drawn_alike(const char *one, uint32_t width, const char *other, bool alike)
{
    static uint8_t pixels[2][LABEL_WIDTH * TLB_LABEL_HEIGHT * 4];
    draw_label(one, width, pixels[0]);
    draw_label(other, LABEL_WIDTH, pixels[1]);
    assert_int_equal(memcmp(pixels[0], pixels[1], sizeof pixels[0]) == 0, alike);
}

static void labels_are_of_ascii_and_cut_by_dots(void **state)
{
    static const char *const others[] = {"\x1f", "\x7f", "\xff", "\1"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_drawn_alike(others[i], LABEL_WIDTH, "?", true);
    assert_drawn_alike("~", LABEL_WIDTH, "?", false);
    assert_drawn_alike(" ", LABEL_WIDTH, "", true);
    assert_drawn_alike("abc", 18, "abc", true); /* each is 6 pixels wide */
    assert_drawn_alike("abcd", 23, "a..", true);
    assert_drawn_alike("abcd", 12, "a..", true); /* a dot: 3 */
    assert_drawn_alike("abcd", 11, "..", true);
    assert_drawn_alike("abcd", 0, "..", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_pictures_are_enlarged_by_whole_pixels),
        cmocka_unit_test(large_pictures_are_made_to_fit),
        cmocka_unit_test(tiles_have_16_to_4096_pixels_a_side),
        cmocka_unit_test(sheets_have_268435456_pixels_at_most),
        cmocka_unit_test(labels_are_of_ascii_and_cut_by_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
