/* Colors to a palette's indices, and pictures made smaller. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "image/quantize.h"

typedef uint8_t palette_color[4];

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t distance(const uint8_t a[4], const uint8_t b[4], bool with_alpha)
{
    static const uint32_t weights[] = {2, 4, 3, 4};
    uint32_t sum = 0;
    for (int c = 0; c < (with_alpha ? 4 : 3); c++)
        sum += weights[c] * (uint32_t)((a[c] - b[c]) * (a[c] - b[c]));
    return sum;
}

/* What the search is to find, by looking at all. */
static uint8_t nearest(const palette_color *palette, const bool *excluded, const uint8_t color[4],
                       bool with_alpha)
{
    uint32_t least = UINT32_MAX;
    uint8_t best = 0;
    for (int i = 0; i < 256; i++) {
        uint32_t found = distance(palette[i], color, with_alpha);
        if (!excluded[i] && found < least) {
            least = found;
            best = (uint8_t)i;
        }
    }
    return best;
}

static void compare(bool with_alpha)
{
    static tlb_quantizer q;
    palette_color palette[256];
    bool excluded[256];
    uint32_t state = 7;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 256; i++) {
            for (int c = 0; c < 4; c++)
                palette[i][c] = (uint8_t)(next(&state) & (round % 2 ? 0xff : 0x70));
            excluded[i] = next(&state) % 5 == 0;
        }
        tlb_quantizer_init(&q, (const palette_color *)palette, excluded, with_alpha);
        for (int i = 0; i < 2000; i++) {
            uint8_t color[4];
            bool exact;
            for (int c = 0; c < 4; c++)
                color[c] = (uint8_t)next(&state);
            uint8_t expected = nearest((const palette_color *)palette, excluded, color, with_alpha);
            assert_int_equal(tlb_quantize_color(&q, color, &exact), expected);
            assert_int_equal(exact, distance(palette[expected], color, with_alpha) == 0);
        }
    }
}

static void finds_the_nearest(void **state)
{
    (void)state;
    compare(false);
    compare(true);
}

static void finds_what_is_there(void **state)
{
    static tlb_quantizer q;
    palette_color palette[256];
    bool exact;
    (void)state;
    for (int i = 0; i < 256; i++) { /* some stand in it more than once */
        uint8_t level = (uint8_t)(i % 32 * 8);
        memcpy(palette[i], (uint8_t[]){level, (uint8_t)(level * (i / 32) / 8), (uint8_t)(level / 2), 255}, 4);
    }
    tlb_quantizer_init(&q, (const palette_color *)palette, NULL, false);
    for (int i = 0; i < 256; i++) {
        uint8_t found = tlb_quantize_color(&q, palette[i], &exact);
        assert_true(exact && found <= i);
        assert_memory_equal(palette[found], palette[i], 3);
    }
}

static void takes_all_when_all_are_excluded(void **state)
{
    static tlb_quantizer q;
    palette_color palette[256] = {{0}, {9, 9, 9, 255}};
    bool excluded[256], exact;
    (void)state;
    memset(excluded, true, sizeof excluded);
    tlb_quantizer_init(&q, (const palette_color *)palette, excluded, false);
    assert_int_equal(tlb_quantize_color(&q, (const uint8_t[]){9, 9, 9, 0}, &exact), 1);
}

/* 7 is white and reserved: for white, and for nothing that is almost white. */
static void takes_reserved_colors_for_themselves(void **state)
{
    static tlb_quantizer q;
    palette_color palette[256] = {[7] = {255, 255, 255, 255}, [8] = {200, 200, 200, 255}};
    bool reserved[256] = {[7] = true}, exact;
    (void)state;
    tlb_quantizer_init(&q, (const palette_color *)palette, NULL, false);
    tlb_quantizer_reserve(&q, reserved);
    assert_int_equal(tlb_quantize_color(&q, (const uint8_t[]){255, 255, 255, 0}, &exact), 7);
    assert_true(exact);
    assert_int_equal(tlb_quantize_color(&q, (const uint8_t[]){255, 255, 254, 0}, &exact), 8);
    assert_false(exact);
    memset(reserved, true, sizeof reserved); /* nothing would be left */
    tlb_quantizer_reserve(&q, reserved);
    assert_int_equal(tlb_quantize_color(&q, (const uint8_t[]){255, 255, 253, 0}, &exact), 7);
}

/* Whichever index it is of: others that are near get the next best. */
static void reserves_any_index(void **state)
{
    static tlb_quantizer q;
    (void)state;
    for (int reserved = 0; reserved < 256; reserved++) {
        palette_color palette[256];
        bool all[256] = {false};
        for (int i = 0; i < 256; i++)
            memcpy(palette[i], (uint8_t[]){(uint8_t)i, 0, 0, 255}, 4);
        all[reserved] = true;
        tlb_quantizer_init(&q, (const palette_color *)palette, NULL, false);
        tlb_quantizer_reserve(&q, all);
        bool exact;
        const uint8_t near[4] = {(uint8_t)reserved, 1, 0, 255};
        assert_int_equal(tlb_quantize_color(&q, palette[reserved], &exact), reserved);
        assert_true(exact);
        assert_int_equal(tlb_quantize_color(&q, near, &exact), reserved ? reserved - 1 : 1);
        assert_false(exact);
    }
}

static void keeps_an_index_for_holes(void **state)
{
    static tlb_quantizer q;
    palette_color palette[256] = {{0, 0, 0, 255}, {255, 255, 255, 255}};
    static const uint8_t pixels[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 255}, {255, 255, 254, 128}};
    uint8_t indices[3];
    bool excluded[256] = {true};
    (void)state;
    tlb_quantizer_init(&q, (const palette_color *)palette, excluded, false);
    assert_int_equal(tlb_quantize_pixels(&q, pixels, 3, 0, indices), 1); /* black is there: index 2 */
    assert_memory_equal(indices, "\0\2\1", 3);
    assert_int_equal(tlb_quantize_pixels(&q, pixels, 3, TLB_NONE, indices), 1);
    assert_memory_equal(indices, "\2\2\1", 3);
}

static void halves(void **state)
{
    static const uint8_t pixels[6][4] = {{0, 0, 0, 255},   {100, 40, 0, 255}, {7, 7, 7, 7},
                                         {200, 0, 0, 255}, {100, 0, 255, 0},  {7, 7, 7, 7}};
    uint8_t half[2][4];
    (void)state;
    tlb_image_halve(pixels, 3, 2, half); /* the odd column is left out */
    assert_memory_equal(half[0], ((uint8_t[]){100, 13, 0, 191}), 4);
    tlb_image_halve(pixels, 1, 1, half);
    assert_memory_equal(half[0], pixels[0], 4);
    tlb_image_halve(pixels, 4, 1, half);
    assert_memory_equal(half[0], ((uint8_t[]){50, 20, 0, 255}), 4);
}

/* Each pixel has the four that it stands for, those of an odd row and column left out. */
static void halves_have_their_places(void **state)
{
    static const uint32_t sides[] = {1, 2, 3, 4, 6, 7};
    (void)state;
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 6; k++) {
            uint32_t width = sides[i], height = sides[k], across = width > 1 ? width / 2 : 1;
            uint8_t pixels[7 * 7][4], half[3 * 3][4];
            for (uint32_t at = 0; at < width * height; at++)
                memcpy(pixels[at], (uint8_t[]){(uint8_t)(at % width / 2), (uint8_t)(at / width / 2), 9, 255},
                       4);
            tlb_image_halve((const uint8_t(*)[4])pixels, width, height, half);
            for (uint32_t at = 0; at < across * (height > 1 ? height / 2 : 1); at++)
                assert_memory_equal(half[at],
                                    ((uint8_t[]){(uint8_t)(at % across), (uint8_t)(at / across), 9, 255}), 4);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_nearest),
        cmocka_unit_test(finds_what_is_there),
        cmocka_unit_test(takes_all_when_all_are_excluded),
        cmocka_unit_test(takes_reserved_colors_for_themselves),
        cmocka_unit_test(reserves_any_index),
        cmocka_unit_test(keeps_an_index_for_holes),
        cmocka_unit_test(halves),
        cmocka_unit_test(halves_have_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
