#include "files.h"
#include "image/image.h"
#include "image/label.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_image sheet;
} fixture;

static int open_context(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->context = tlb_context_create(NULL);
    tlb_arena_init(&f->arena, f->context->account);
    *state = f;
    return 0;
}

static int close_context(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_context_free(f->context);
    free(f);
    return 0;
}

static tlb_bitmap *plain(fixture *f, uint32_t width, uint32_t height, const uint8_t color[4])
{
    tlb_bitmap *bitmap = tlb_bitmap_create(f->context, width, height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy(bitmap->pixels + 4 * i, color, 4);
    return bitmap;
}

typedef struct tile {
    const char *name;
    tlb_bitmap *picture; /* freed when it is drawn */
} tile;

static void draw_with(fixture *f, const tile *tiles, size_t count, tlb_sheet_options options)
{
    collected png = {0};
    tlb_sheet *sheet;
    options.struct_size = sizeof options;
    assert_int_equal(tlb_sheet_create(f->context, count, &options, &sheet), TLB_OK);
    for (size_t i = 0; i < count; i++) {
        tlb_sheet_place(sheet, i, tiles[i].name, tiles[i].picture);
        tlb_bitmap_free(tiles[i].picture);
    }
    assert_int_equal(tlb_sheet_write(sheet, (tlb_sink){collect, &png}), TLB_OK);
    tlb_sheet_free(sheet);
    assert_int_equal(
        tlb_image_decode(f->context, &f->arena, (tlb_bytes){(uint8_t *)png.data, png.size}, &f->sheet),
        TLB_OK);
    free(png.data);
}

static void draw(fixture *f, const tile *tiles, size_t count)
{
    draw_with(f, tiles, count, (tlb_sheet_options){.width = 32, .height = 24});
}

static void assert_pixel(const fixture *f, uint32_t x, uint32_t y, uint8_t r, uint8_t g, uint8_t b)
{
    assert_memory_equal(f->sheet.pixels + 4 * ((size_t)y * f->sheet.width + x), ((uint8_t[]){r, g, b}), 3);
}

static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255}, blue[4] = {0, 0, 255, 255};

static void lays_tiles_in_rows(void **state)
{
    fixture *f = *state;
    draw(f,
         (tile[]){{"a", plain(f, 32, 24, red)},
                  {"b", plain(f, 32, 24, blue)},
                  {"c", plain(f, 32, 24, red)},
                  {"d", plain(f, 32, 24, blue)},
                  {"e", plain(f, 32, 24, red)}},
         5);
    /* 8 around each; a name takes 12. */
    assert_int_equal(f->sheet.width, 8 + 3 * 40);
    assert_int_equal(f->sheet.height, 8 + 2 * 44);
    assert_pixel(f, 7, 7, 244, 246, 248);
    assert_pixel(f, 8, 8, 255, 0, 0);
    assert_pixel(f, 39, 31, 255, 0, 0);
    assert_pixel(f, 40, 8, 244, 246, 248);
    assert_pixel(f, 48, 8, 0, 0, 255);
    assert_pixel(f, 88, 8, 255, 0, 0);
    assert_pixel(f, 8, 52, 0, 0, 255);
    assert_pixel(f, 48, 52, 255, 0, 0);
    assert_pixel(f, 88, 52, 244, 246, 248);
}

static void takes_columns_and_leaves_out_labels(void **state)
{
    fixture *f = *state;
    const tlb_sheet_options bare = {.width = 32, .height = 24, .columns = 2, .no_labels = true};
    draw_with(f, (tile[]){{"a", plain(f, 32, 24, red)}, {"b", NULL}, {"c", plain(f, 32, 24, blue)}}, 3, bare);
    assert_int_equal(f->sheet.width, 8 + 2 * 40);
    assert_int_equal(f->sheet.height, 8 + 2 * 32);
    assert_pixel(f, 8, 31, 255, 0, 0);
    assert_pixel(f, 48, 8, 170, 60, 50);
    assert_pixel(f, 8, 40, 0, 0, 255);
    for (uint32_t y = 32; y < 40; y++)
        for (uint32_t x = 0; x < f->sheet.width; x++)
            assert_pixel(f, x, y, 244, 246, 248);
}

static void names_wide_tiles_in_large_letters(void **state)
{
    fixture *f = *state;
    draw_with(f, (tile[]){{"a", plain(f, 160, 24, red)}}, 1, (tlb_sheet_options){.width = 160, .height = 24});
    assert_int_equal(f->sheet.height, 8 + 24 + 2 * 12 + 8);
}

static void fits_pictures_into_tiles(void **state)
{
    fixture *f = *state;
    draw(f,
         (tile[]){{"wide", plain(f, 200, 50, green)},
                  {"small", plain(f, 6, 6, blue)},
                  {"half", plain(f, 32, 24, (uint8_t[]){0, 0, 0, 128})}},
         3);
    assert_pixel(f, 8, 15, 244, 246, 248);
    assert_pixel(f, 8, 16, 0, 255, 0);
    assert_pixel(f, 39, 23, 0, 255, 0);
    assert_pixel(f, 39, 24, 244, 246, 248);
    /* Four pixels for one. */
    assert_pixel(f, 48 + 3, 8, 244, 246, 248);
    assert_pixel(f, 48 + 4, 8, 0, 0, 255);
    assert_pixel(f, 48 + 27, 31, 0, 0, 255);
    assert_pixel(f, 48 + 28, 31, 244, 246, 248);
    assert_pixel(f, 88, 8, 121, 122, 123);
}

static void crosses_out_what_failed(void **state)
{
    fixture *f = *state;
    draw(f, (tile[]){{"none", NULL}, {"empty", tlb_bitmap_create(f->context, 0, 0)}}, 2);
    assert_pixel(f, 8, 8, 170, 60, 50);
    assert_pixel(f, 24, 8, 222, 214, 214);
    assert_pixel(f, 48, 8, 170, 60, 50);
}

static void assert_refused(fixture *f, size_t count, tlb_sheet_options options, tlb_status status)
{
    tlb_sheet *sheet;
    assert_int_equal(tlb_sheet_create(f->context, count, &options, &sheet), status);
    assert_null(sheet);
}

static void refuses_options(void **state)
{
    fixture *f = *state;
    const size_t size = sizeof(tlb_sheet_options);
    assert_refused(f, 0, (tlb_sheet_options){size, .width = 15, .height = 24}, TLB_ARGUMENT);
    assert_refused(f, 0, (tlb_sheet_options){size, .width = 24, .height = 4097}, TLB_ARGUMENT);
    assert_refused(f, 0, (tlb_sheet_options){size, .width = 24}, TLB_ARGUMENT);
    assert_refused(f, 0, (tlb_sheet_options){.no_labels = true}, TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 4);
    assert_refused(f, 20, (tlb_sheet_options){size, .width = 4096, .height = 4096}, TLB_LIMIT);
    assert_refused(f, 1, (tlb_sheet_options){size, .columns = UINT32_MAX}, TLB_LIMIT);
    assert_refused(f, SIZE_MAX, (tlb_sheet_options){.struct_size = size}, TLB_LIMIT);
    draw(f, NULL, 0); /* of nothing */
}

static void takes_a_struct_of_zeros_whatever_its_padding(void **state)
{
    fixture *f = *state;
    tlb_sheet_options options;
    tlb_sheet *sheet;
    memset(&options, 0xaa, sizeof options);
    options.struct_size = options.width = options.height = options.columns = 0;
    options.no_labels = false;
    assert_int_equal(tlb_sheet_create(f->context, 0, &options, &sheet), TLB_OK);
    tlb_sheet_free(sheet);
}

/* The pixels of a label that are set, and those of them outside a line of this width. */
static uint32_t set_pixels(const tlb_image *image, uint32_t width, uint32_t *outside)
{
    uint32_t set = 0;
    *outside = 0;
    for (uint32_t i = 0; i < image->width * image->height; i++)
        if (image->pixels[4 * i]) {
            set++;
            *outside += i % image->width >= width || i / image->width >= TLB_LABEL_HEIGHT;
        }
    return set;
}

static void keeps_labels_in_line(void **state)
{
    (void)state;
    static uint8_t pixels[4 * 300 * 20];
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = 300, .height = 20, .pixels = pixels};
    static const char *const texts[] = {
        "j",
        "Quality",
        "a name that is much too long to stand on so short a line",
        "\xc3\xa4\x01",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"
        "W",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint32_t outside;
        memset(pixels, 0, sizeof pixels);
        tlb_label_draw(&image, texts[i], 0, 0, 60, 1, (const uint8_t[]){255, 255, 255, 255});
        assert_true(set_pixels(&image, 60, &outside) > 5);
        assert_int_equal(outside, 0);
    }
    /* At the image's edge it is cut. */
    tlb_label_draw(&image, "edge", 295, 15, 60, 2, (const uint8_t[]){255, 255, 255, 255});
}

static tlb_status make_sheet(tlb_context *context, const tlb_bitmap *picture, collected *png)
{
    tlb_sheet *sheet;
    tlb_status status = tlb_sheet_create(context, 1, &(tlb_sheet_options){0}, &sheet);
    if (status)
        return status;
    tlb_sheet_place(sheet, 0, "a", picture);
    status = tlb_sheet_write(sheet, (tlb_sink){collect, png});
    tlb_sheet_free(sheet);
    return status;
}

static void survives_want_of_memory(void **state)
{
    fixture *f = *state;
    tlb_bitmap *picture = plain(f, 20, 20, red);
    tlb_status status = TLB_LIMIT;
    for (uint64_t most = 1; status; most++) {
        collected png = {0};
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        status = make_sheet(context, picture, &png);
        assert_true(status == TLB_LIMIT ? !png.size : status == TLB_OK && png.size);
        tlb_context_free(context);
        free(png.data);
    }
    tlb_bitmap_free(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lays_tiles_in_rows, open_context, close_context),
        cmocka_unit_test_setup_teardown(takes_columns_and_leaves_out_labels, open_context, close_context),
        cmocka_unit_test_setup_teardown(names_wide_tiles_in_large_letters, open_context, close_context),
        cmocka_unit_test_setup_teardown(fits_pictures_into_tiles, open_context, close_context),
        cmocka_unit_test_setup_teardown(crosses_out_what_failed, open_context, close_context),
        cmocka_unit_test_setup_teardown(refuses_options, open_context, close_context),
        cmocka_unit_test_setup_teardown(takes_a_struct_of_zeros_whatever_its_padding, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(keeps_labels_in_line, open_context, close_context),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
