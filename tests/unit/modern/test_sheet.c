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

/* A PNG of one color. */
static tlb_bytes plain(fixture *f, uint32_t width, uint32_t height, const uint8_t color[4])
{
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = width, .height = height};
    image.pixels = tlb_alloc_array(&f->arena, (size_t)width * height, 4);
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy(image.pixels + 4 * i, color, 4);
    tlb_buffer buffer = {.account = f->context->account};
    assert_int_equal(tlb_png_encode(&image, &buffer), TLB_OK);
    uint8_t *copy = tlb_alloc(&f->arena, buffer.size);
    memcpy(copy, buffer.data, buffer.size);
    tlb_bytes bytes = {copy, buffer.size};
    tlb_buffer_free(&buffer);
    return bytes;
}

static void draw(fixture *f, const tlb_sheet_entry *entries, size_t count, tlb_sheet_size tile)
{
    collected png = {0};
    assert_int_equal(tlb_sheet_draw(f->context, entries, count, tile, (tlb_sink){collect, &png}), TLB_OK);
    assert_int_equal(
        tlb_image_decode(f->context, &f->arena, (tlb_bytes){(uint8_t *)png.data, png.size}, &f->sheet),
        TLB_OK);
    free(png.data);
}

static void assert_pixel(const fixture *f, uint32_t x, uint32_t y, uint8_t r, uint8_t g, uint8_t b)
{
    assert_memory_equal(f->sheet.pixels + 4 * ((size_t)y * f->sheet.width + x), ((uint8_t[]){r, g, b}), 3);
}

static void lays_tiles_in_rows(void **state)
{
    fixture *f = *state;
    tlb_bytes red = plain(f, 32, 24, (uint8_t[]){255, 0, 0, 255}),
              blue = plain(f, 32, 24, (uint8_t[]){0, 0, 255, 255});
    draw(f, (tlb_sheet_entry[]){{"a", red}, {"b", blue}, {"c", red}, {"d", blue}, {"e", red}}, 5,
         (tlb_sheet_size){32, 24});
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

static void fits_pictures_into_tiles(void **state)
{
    fixture *f = *state;
    tlb_sheet_entry entries[] = {{"wide", plain(f, 200, 50, (uint8_t[]){0, 255, 0, 255})},
                                 {"small", plain(f, 6, 6, (uint8_t[]){0, 0, 255, 255})},
                                 {"half", plain(f, 32, 24, (uint8_t[]){0, 0, 0, 128})}};
    draw(f, entries, 3, (tlb_sheet_size){32, 24});
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
    tlb_sheet_entry entries[] = {{"none", {NULL, 0}}, {"broken", {(const uint8_t *)"no picture", 10}}};
    draw(f, entries, 2, (tlb_sheet_size){32, 24});
    assert_pixel(f, 8, 8, 170, 60, 50);
    assert_pixel(f, 24, 8, 222, 214, 214);
    assert_pixel(f, 48, 8, 170, 60, 50);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 1);
}

static void refuses_sizes(void **state)
{
    fixture *f = *state;
    collected png = {0};
    tlb_sink sink = {collect, &png};
    assert_int_equal(tlb_sheet_draw(f->context, NULL, 0, (tlb_sheet_size){15, 24}, sink), TLB_ARGUMENT);
    assert_int_equal(tlb_sheet_draw(f->context, NULL, 0, (tlb_sheet_size){24, 4097}, sink), TLB_ARGUMENT);
    assert_int_equal(tlb_sheet_draw(f->context, NULL, 20, (tlb_sheet_size){4096, 4096}, sink), TLB_LIMIT);
    assert_int_equal(png.size, 0);
    draw(f, NULL, 0, (tlb_sheet_size){16, 16}); /* of nothing */
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

static void survives_want_of_memory(void **state)
{
    fixture *f = *state;
    tlb_sheet_entry entry = {"a", plain(f, 20, 20, (uint8_t[]){1, 2, 3, 255})};
    tlb_status status = TLB_LIMIT;
    for (uint64_t most = 1; status; most++) {
        collected png = {0};
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        status = tlb_sheet_draw(context, &entry, 1, (tlb_sheet_size){16, 16}, (tlb_sink){collect, &png});
        assert_true(status == TLB_LIMIT ? !png.size : status == TLB_OK && png.size);
        tlb_context_free(context);
        free(png.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lays_tiles_in_rows, open_context, close_context),
        cmocka_unit_test_setup_teardown(fits_pictures_into_tiles, open_context, close_context),
        cmocka_unit_test_setup_teardown(crosses_out_what_failed, open_context, close_context),
        cmocka_unit_test_setup_teardown(refuses_sizes, open_context, close_context),
        cmocka_unit_test_setup_teardown(keeps_labels_in_line, open_context, close_context),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
