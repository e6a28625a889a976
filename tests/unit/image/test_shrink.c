/* Images made smaller: means of squares of pixels, weighted by how opaque these are. */
#include "image/shrink.h"
#include "one_arena.h"

#include <string.h>

static void assert_shrunk(fixture *f, tlb_image image, uint32_t factor, uint32_t width, uint32_t height,
                          const uint8_t (*expected)[4])
{
    assert_true(tlb_image_shrink(&f->arena, &image, factor));
    assert_int_equal(image.format, TLB_PIXELS_RGBA);
    assert_null(image.palette);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    assert_memory_equal(image.pixels, expected, width * height * sizeof *expected);
}

static void opaque_pixels_are_averaged(void **state)
{
    fixture *f = *state;
    uint8_t pixels[15][4];
    for (unsigned i = 0; i < 15; i++) {
        pixels[i][0] = (uint8_t)i;
        pixels[i][1] = (uint8_t)(2 * i + 1);
        pixels[i][2] = (uint8_t)(100 - i);
        pixels[i][3] = 255;
    }
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = 5, .height = 3, .pixels = *pixels};
    assert_shrunk(f, image, 1, 5, 3, (const uint8_t(*)[4])pixels);
    /* 0 1 5 6 | 2 3 7 8 | 4 9 || 10 11 | 12 13 | 14: halves are rounded up */
    assert_shrunk(f, image, 2, 3, 2,
                  (const uint8_t[][4]){{3, 7, 97, 255},
                                       {5, 11, 95, 255},
                                       {7, 14, 94, 255},
                                       {11, 22, 90, 255},
                                       {13, 26, 88, 255},
                                       {14, 29, 86, 255}});
    assert_shrunk(f, image, 9, 1, 1, (const uint8_t[][4]){{7, 15, 93, 255}});
}

/* What is not seen has no color. */
static void colors_count_as_they_are_opaque(void **state)
{
    fixture *f = *state;
    uint8_t pixels[4][4] = {{200, 10, 0, 255}, {100, 50, 4, 85}, {255, 255, 255, 0}, {255, 255, 255, 0}};
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = 4, .height = 1, .pixels = *pixels};
    assert_shrunk(f, image, 2, 2, 1, (const uint8_t[][4]){{175, 20, 1, 170}, {0, 0, 0, 0}});
    assert_shrunk(f, image, 4, 1, 1, (const uint8_t[][4]){{175, 20, 1, 85}});
    uint8_t faint[2][4] = {{1, 0, 0, 1}, {0, 3, 0, 3}};
    tlb_image other = {.format = TLB_PIXELS_RGBA, .width = 2, .height = 1, .pixels = *faint};
    assert_shrunk(f, other, 2, 1, 1, (const uint8_t[][4]){{0, 2, 0, 2}});
}

static void palettes_are_looked_up(void **state)
{
    fixture *f = *state;
    const uint8_t colors[256][4] = {{10, 20, 30, 255}, {20, 40, 70, 255}, [255] = {1, 2, 3, 4}};
    uint8_t pixels[3] = {0, 1, 255};
    tlb_image image = {
        .format = TLB_PIXELS_INDEXED, .width = 3, .height = 1, .pixels = pixels, .palette = colors};
    assert_shrunk(f, image, 2, 2, 1, (const uint8_t[][4]){{15, 30, 50, 255}, {1, 2, 3, 4}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(opaque_pixels_are_averaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colors_count_as_they_are_opaque, set_up, tear_down),
        cmocka_unit_test_setup_teardown(palettes_are_looked_up, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
