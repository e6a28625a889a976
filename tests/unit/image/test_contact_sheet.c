/* Pictures on contact sheets: enlarged by whole pixels, or made to fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/context.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_pictures_are_enlarged_by_whole_pixels),
        cmocka_unit_test(large_pictures_are_made_to_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
