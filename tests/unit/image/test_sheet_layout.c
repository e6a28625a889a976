/* Contact sheets, pixel by pixel: where tiles, pictures and names are, and what is between them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/context.h"
#include "image/label.h"
#include "trilobite/image.h"

enum { GAP = 8, TILE = 16 };

static const uint8_t paper[4] = {244, 246, 248, 255}, ink[4] = {40, 46, 54, 255},
                     nothing[4] = {222, 214, 214, 255}, cross[4] = {170, 60, 50, 255};

static tlb_context *context;

static int begin(void **state)
{
    (void)state;
    context = tlb_context_create(NULL);
    return !context;
}

static int end(void **state)
{
    (void)state;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
    return 0;
}

static bool append(void *user, const void *data, size_t size)
{
    tlb_buffer_append(user, data, size);
    return true;
}

static bool stop(void *user, const void *data, size_t size)
{
    (void)user, (void)data, (void)size;
    return false;
}

static tlb_sheet *create(size_t count, tlb_sheet_options options)
{
    tlb_sheet *sheet;
    assert_int_equal(tlb_sheet_create(context, count, &options, &sheet), TLB_OK);
    return sheet;
}

static tlb_sheet_options tiles(uint32_t width, uint32_t height, uint32_t columns, bool no_labels)
{
    return (tlb_sheet_options){sizeof(tlb_sheet_options), width, height, columns, no_labels};
}

/* What is on the sheet, which goes. */
static tlb_bitmap *drawn(tlb_sheet *sheet)
{
    tlb_buffer png = {.account = context->account};
    tlb_bitmap *bitmap;
    assert_int_equal(tlb_sheet_write(sheet, (tlb_sink){append, &png}), TLB_OK);
    assert_int_equal(tlb_bitmap_decode(context, png.data, png.size, NULL, &bitmap), TLB_OK);
    tlb_buffer_free(&png);
    tlb_sheet_free(sheet);
    return bitmap;
}

static tlb_bitmap *picture(uint32_t width, uint32_t height, const uint8_t *pixels)
{
    tlb_bitmap *made = tlb_bitmap_create(context, width, height);
    assert_non_null(made);
    memcpy(made->pixels, pixels, (size_t)width * height * 4);
    return made;
}

static const uint8_t *pixel(const tlb_bitmap *bitmap, uint32_t x, uint32_t y)
{
    assert_true(x < bitmap->width && y < bitmap->height);
    return bitmap->pixels + 4 * ((size_t)y * bitmap->width + x);
}

static void assert_pixel(const tlb_bitmap *bitmap, uint32_t x, uint32_t y, const uint8_t wanted[4])
{
    const uint8_t *p = pixel(bitmap, x, y);
    if (memcmp(p, wanted, 4) != 0)
        fail_msg("%u %u: %u %u %u %u, expected %u %u %u %u", x, y, p[0], p[1], p[2], p[3], wanted[0],
                 wanted[1], wanted[2], wanted[3]);
}

/* --- tiles -------------------------------------------------------------------------------------------- */

/* The fewest that make a sheet as wide as 4:3. */
static void columns_make_it_as_wide_as_a_screen(void **state)
{
    (void)state;
    for (uint32_t count = 1; count < 40; count++) {
        tlb_bitmap *bitmap = drawn(create(count, tiles(20, TILE, 0, true)));
        uint32_t columns = (bitmap->width - GAP) / (20 + GAP), rows = (bitmap->height - GAP) / (TILE + GAP);
        assert_int_equal(bitmap->width, GAP + columns * (20 + GAP));
        assert_int_equal(bitmap->height, GAP + rows * (TILE + GAP));
        assert_int_equal(rows, (count + columns - 1) / columns);
        assert_true(columns == count || 3 * bitmap->width >= 4 * bitmap->height);
        if (columns > 1) {
            uint32_t fewer = columns - 1, more_rows = (count + fewer - 1) / fewer;
            assert_true(3 * (GAP + fewer * (20 + GAP)) < 4 * (GAP + more_rows * (TILE + GAP)));
        }
        tlb_bitmap_free(bitmap);
    }
    tlb_bitmap *bitmap = drawn(create(0, tiles(20, TILE, 0, true)));
    assert_int_equal(bitmap->width, 20 + 2 * GAP);
    assert_int_equal(bitmap->height, GAP);
    tlb_bitmap_free(bitmap);
}

/* Three in two columns, each of a color of its own, and a cross in the fourth place. */
static void tiles_are_in_rows(void **state)
{
    static const uint8_t colors[3][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}};
    (void)state;
    tlb_sheet *sheet = create(4, tiles(TILE, TILE, 2, true));
    for (size_t i = 0; i < 3; i++) {
        tlb_bitmap *one = picture(1, 1, colors[i]);
        tlb_sheet_place(sheet, i, "", one);
        tlb_bitmap_free(one);
    }
    tlb_sheet_place(sheet, 3, "", NULL);
    tlb_sheet_place(sheet, 4, "", NULL);
    tlb_bitmap *bitmap = drawn(sheet);
    assert_int_equal(bitmap->width, 3 * GAP + 2 * TILE);
    assert_int_equal(bitmap->height, 3 * GAP + 2 * TILE);
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++) {
            uint32_t column = x / (TILE + GAP), row = y / (TILE + GAP);
            uint32_t in_x = x % (TILE + GAP), in_y = y % (TILE + GAP);
            const uint8_t *wanted = paper;
            if (in_x >= GAP && in_y >= GAP) {
                uint32_t tile = 2 * row + column;
                bool crossed = in_x == in_y || in_x - GAP == TILE - 1 - (in_y - GAP);
                wanted = tile < 3 ? colors[tile] : crossed ? cross : nothing;
            }
            assert_pixel(bitmap, x, y, wanted);
        }
    tlb_bitmap_free(bitmap);
}

/* From corner to corner of a tile of any shape. A bitmap without pixels is none. */
static void crosses_go_from_corner_to_corner(void **state)
{
    tlb_bitmap empty[2] = {{0, 5, NULL}, {5, 0, NULL}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        tlb_sheet *sheet = create(1, tiles(32, TILE, 1, true));
        tlb_sheet_place(sheet, 0, NULL, &empty[i]);
        tlb_bitmap *bitmap = drawn(sheet);
        for (uint32_t y = 0; y < TILE; y++)
            for (uint32_t x = 0; x < 32; x++)
                assert_pixel(bitmap, GAP + x, GAP + y, x == 2 * y || x == 31 - 2 * y ? cross : nothing);
        tlb_bitmap_free(bitmap);
    }
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* Where each pixel of the tile is in the picture, whose red is the column and whose green the row; -1 where
 * there is paper. */
static void assert_shown(uint32_t width, uint32_t height, uint32_t left, uint32_t top, uint32_t shown_width,
                         uint32_t shown_height)
{
    tlb_sheet *sheet = create(1, tiles(TILE, TILE, 1, true));
    tlb_bitmap *made = tlb_bitmap_create(context, width, height);
    for (uint32_t i = 0; i < width * height; i++)
        memcpy(made->pixels + (size_t)4 * i, (uint8_t[]){(uint8_t)(i % width), (uint8_t)(i / width), 9, 255},
               4);
    tlb_sheet_place(sheet, 0, "", made);
    tlb_bitmap *bitmap = drawn(sheet);
    for (uint32_t y = 0; y < TILE; y++)
        for (uint32_t x = 0; x < TILE; x++) {
            bool inside = x >= left && x < left + shown_width && y >= top && y < top + shown_height;
            const uint8_t *p = pixel(bitmap, GAP + x, GAP + y);
            if (!inside) {
                assert_memory_equal(p, paper, 4);
                continue;
            }
            /* The mean of those that it covers. */
            uint32_t low[2] = {(x - left) * width / shown_width, (y - top) * height / shown_height};
            uint32_t high[2] = {(x - left + 1) * width / shown_width, (y - top + 1) * height / shown_height};
            for (int k = 0; k < 2; k++) {
                uint32_t last = high[k] > low[k] ? high[k] - 1 : low[k];
                assert_int_equal(p[k], (low[k] + last) / 2);
            }
            assert_int_equal(p[2], 9);
        }
    tlb_bitmap_free(bitmap);
    tlb_bitmap_free(made);
}

static void pictures_are_in_the_middle_of_tiles(void **state)
{
    (void)state;
    assert_shown(16, 16, 0, 0, 16, 16);
    assert_shown(5, 3, 0, 3, 15, 9);
    assert_shown(3, 5, 3, 0, 9, 15);
    assert_shown(9, 4, 3, 6, 9, 4);
    assert_shown(32, 16, 0, 4, 16, 8);
    assert_shown(16, 32, 4, 0, 8, 16);
    assert_shown(40, 4, 0, 7, 16, 1);
    assert_shown(4, 40, 7, 0, 1, 16);
    assert_shown(100, 2, 0, 7, 16, 1);
    assert_shown(2, 100, 7, 0, 1, 16);
    assert_shown(17, 16, 0, 0, 16, 15);
}

/* Colors count as much as they are opaque; paper shows through. */
static void paper_shows_through(void **state)
{
    static const uint8_t pixels[] = {200, 100, 0, 51, 0, 0, 0, 0};
    static const uint8_t thin[4] = {(51 * 200 + 204 * 244) / 255, (51 * 100 + 204 * 246) / 255,
                                    204 * 248 / 255, 255};
    (void)state;
    tlb_sheet *sheet = create(1, tiles(TILE, TILE, 1, true));
    tlb_bitmap *made = picture(2, 1, pixels);
    tlb_sheet_place(sheet, 0, "", made);
    tlb_bitmap *bitmap = drawn(sheet);
    assert_pixel(bitmap, GAP, GAP + 4, thin);
    assert_pixel(bitmap, GAP + 7, GAP + 11, thin);
    assert_pixel(bitmap, GAP + 8, GAP + 4, paper);
    tlb_bitmap_free(bitmap);
    tlb_bitmap_free(made);
}

/* --- names -------------------------------------------------------------------------------------------- */

/* Below the tile, twice as large from 160 pixels on. */
static void names_are_below_tiles(void **state)
{
    static const struct {
        uint32_t width, scale;
    } sizes[] = {{159, 1}, {160, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t width = sizes[i].width, scale = sizes[i].scale, line = (TLB_LABEL_HEIGHT + 2) * scale;
        tlb_sheet *sheet = create(1, tiles(width, TILE, 1, false));
        tlb_sheet_place(sheet, 0, "Qg", NULL);
        tlb_bitmap *bitmap = drawn(sheet);
        assert_int_equal(bitmap->height, 2 * GAP + TILE + line);
        tlb_image image = {.width = bitmap->width, .height = bitmap->height};
        image.pixels = test_malloc((size_t)image.width * image.height * 4);
        for (size_t k = 0; k < (size_t)image.width * image.height; k++)
            memcpy(image.pixels + 4 * k, paper, 4);
        tlb_label_draw(&image, "Qg", GAP, GAP + TILE + 2 * scale, width, scale, ink);
        size_t row = (size_t)image.width * 4, below = GAP + TILE;
        assert_memory_equal(bitmap->pixels + below * row, image.pixels + below * row,
                            (image.height - below) * row);
        test_free(image.pixels);
        tlb_bitmap_free(bitmap);
    }
}

static void a_letter_has_its_pixels(void **state)
{
    static const char *const rows[] = {"", "", ".###", "#..#", "#..#", "#..#", ".###", "...#", ".##"};
    (void)state;
    for (uint32_t scale = 1; scale < 3; scale++) {
        uint8_t pixels[40 * 20 * 4] = {0};
        tlb_image image = {.width = 40, .height = 20, .pixels = pixels};
        tlb_label_draw(&image, "g", 1, 2, 40, scale, ink);
        for (uint32_t y = 0; y < 20; y++)
            for (uint32_t x = 0; x < 40; x++) {
                uint32_t column = (x - 1) / scale, row = (y - 2) / scale;
                bool set =
                    x >= 1 && y >= 2 && row < 9 && column < strlen(rows[row]) && rows[row][column] == '#';
                assert_int_equal(pixels[4 * (y * 40 + x) + 3], set ? 255 : 0);
            }
    }
}

/* All that are drawn, as they came from their font: the pixels of each, and how wide they are together. */
static void letters_are_those_of_the_font(void **state)
{
    enum { FIRST = ' ', COUNT = 95, HEIGHT = 9 };
    uint32_t hash = 2166136261u;
    (void)state;
    for (int letter = FIRST; letter < FIRST + COUNT; letter++) {
        uint8_t pixels[2 * 16 * HEIGHT * 4] = {0};
        const char text[] = {(char)letter, '|', 0}; /* the line behind it shows where it ends */
        tlb_image image = {.width = 2 * 16, .height = HEIGHT, .pixels = pixels};
        tlb_label_draw(&image, text, 0, 0, 2 * 16, 1, ink);
        for (size_t i = 0; i < sizeof pixels; i += 4)
            hash = (hash ^ (pixels[i + 3] != 0)) * 16777619u;
    }
    assert_int_equal(hash, 0x0a18f5d8);
}

/* --- refusals ----------------------------------------------------------------------------------------- */

static void a_sink_may_stop(void **state)
{
    (void)state;
    tlb_sheet *sheet = create(1, tiles(TILE, TILE, 1, true));
    assert_int_equal(tlb_sheet_write(sheet, (tlb_sink){stop, NULL}), TLB_WRITE_FAILED);
    tlb_sheet_free(sheet);
    tlb_sheet_free(NULL);
    tlb_sheet_place(NULL, 0, "", NULL);
}

static void a_lack_of_memory_is_told(void **state)
{
    tlb_status status = TLB_LIMIT;
    bool created = false;
    (void)state;
    for (uint64_t most = 1; status; most++) {
        tlb_context *small = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        tlb_buffer png = {.account = context->account};
        tlb_sheet *sheet;
        status = tlb_sheet_create(small, 1, NULL, &sheet);
        created |= !status;
        if (!status)
            status = tlb_sheet_write(sheet, (tlb_sink){append, &png});
        assert_int_equal(tlb_code_total(small, TLB_CODE_MEMORY_LIMIT), status != TLB_OK);
        tlb_buffer_free(&png);
        tlb_sheet_free(sheet);
        tlb_context_free(small);
        assert_true(!status || status == TLB_LIMIT);
    }
    assert_true(created);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(columns_make_it_as_wide_as_a_screen, begin, end),
        cmocka_unit_test_setup_teardown(tiles_are_in_rows, begin, end),
        cmocka_unit_test_setup_teardown(crosses_go_from_corner_to_corner, begin, end),
        cmocka_unit_test_setup_teardown(pictures_are_in_the_middle_of_tiles, begin, end),
        cmocka_unit_test_setup_teardown(paper_shows_through, begin, end),
        cmocka_unit_test_setup_teardown(names_are_below_tiles, begin, end),
        cmocka_unit_test_setup_teardown(a_letter_has_its_pixels, begin, end),
        cmocka_unit_test_setup_teardown(letters_are_those_of_the_font, begin, end),
        cmocka_unit_test_setup_teardown(a_sink_may_stop, begin, end),
        cmocka_unit_test_setup_teardown(a_lack_of_memory_is_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
