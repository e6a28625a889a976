/* PNGs of gray with 16 bits, as height maps are. */
#include "one_arena.h"

#include "base/bytes.h"
#include "image/image.h"

#include <string.h>

enum { WIDTH = 3, HEIGHT = 2, SIGNATURE = 8, IHDR = 13, FRAME = 12 };

static const uint16_t samples[WIDTH * HEIGHT] = {0, 1, 0x1234, 0xff00, 0x00ff, 65535};

/* The header, the rows, the end, and nothing else. */
static void gray_has_16_bits(void **state)
{
    fixture *f = *state;
    tlb_buffer file = {.account = f->context->account};
    assert_int_equal(tlb_png_encode_gray(samples, WIDTH, HEIGHT, &file), TLB_OK);
    static const uint8_t header[IHDR] = {0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 16, 0, 0, 0, 0};
    assert_memory_equal(file.data + SIGNATURE + 8, header, IHDR);
    assert_memory_equal(file.data + file.size - FRAME + 4, "IEND", 4);
    tlb_image image = {.name = "map"};
    uint16_t *read;
    assert_int_equal(
        tlb_image_decode_gray(f->context, &f->arena, (tlb_bytes){file.data, file.size}, &image, &read),
        TLB_OK);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    assert_memory_equal(read, samples, sizeof samples);
    assert_null(image.pixels);
    tlb_buffer_free(&file);
}

/* Of colors as bright as they look; alpha counts for nothing, and a byte is spread over 16 bits. */
static void colors_become_gray(void **state)
{
    static uint8_t pixels[4][4] = {{255, 255, 255, 255}, {0, 0, 0, 0}, {9, 9, 9, 7}, {0, 255, 0, 255}};
    fixture *f = *state;
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = 4, .height = 1, .pixels = pixels[0]},
              decoded = {0};
    tlb_buffer file = {.account = f->context->account};
    uint16_t *read;
    assert_int_equal(tlb_png_encode(&image, &file), TLB_OK);
    assert_int_equal(
        tlb_image_decode_gray(f->context, &f->arena, (tlb_bytes){file.data, file.size}, &decoded, &read),
        TLB_OK);
    assert_int_equal(read[0], 65535);
    assert_int_equal(read[1], 0);
    assert_int_equal(read[2], 9 * 257);
    assert_true(read[3] > 32768 && read[3] < 65535);
    tlb_buffer_free(&file);
}

static void damaged_ones_are_refused(void **state)
{
    fixture *f = *state;
    tlb_buffer file = {.account = f->context->account};
    assert_int_equal(tlb_png_encode_gray(samples, WIDTH, HEIGHT, &file), TLB_OK);
    for (size_t size = 0; size < file.size - 2 * FRAME; size++) {
        tlb_image image = {0};
        uint16_t *read = (uint16_t *)(uintptr_t)samples;
        uint8_t *copy = tlb_alloc(&f->arena, size);
        memcpy(copy, file.data, size);
        tlb_diagnostics_clear(f->context);
        assert_int_not_equal(
            tlb_image_decode_gray(f->context, &f->arena, (tlb_bytes){copy, size}, &image, &read), TLB_OK);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 1);
    }
    tlb_buffer_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gray_has_16_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colors_become_gray, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_ones_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
