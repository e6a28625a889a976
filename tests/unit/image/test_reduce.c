/* Palettes for pictures that have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "image/reduce.h"

static const uint8_t pixels[][4] = {{255, 0, 0, 255}, {0, 0, 0, 255}, {255, 0, 0, 255},
                                    {250, 8, 0, 128}, {0, 0, 9, 127}, {255, 0, 0, 255}};

static uint32_t reduce_these(const uint8_t (*colors)[4], size_t color_count, uint32_t most,
                             uint8_t palette[256][4])
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    uint32_t count;
    tlb_arena_init(&arena, context->account);
    assert_true(tlb_reduce_colors(&arena, colors, color_count, most, palette, &count));
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return count;
}

static uint32_t reduce(size_t pixel_count, uint32_t most, uint8_t palette[256][4])
{
    return reduce_these(pixels, pixel_count, most, palette);
}

static void colors_that_are_few_stay_as_they_are(void **state)
{
    uint8_t palette[256][4];
    (void)state;
    assert_int_equal(reduce(6, 3, palette), 3);
    assert_memory_equal(palette, "\0\0\0\xff\xfa\x08\0\xff\xff\0\0\xff\0\0\0\xff", 16);
    assert_int_equal(reduce(3, 2, palette), 2);
    assert_memory_equal(palette, "\0\0\0\xff\xff\0\0\xff\0\0\0\xff", 12);
    assert_int_equal(reduce(0, 2, palette), 0);
}

/* The mean of those that are alike, each as often as it is there; what is hardly seen is not. */
static void others_are_cut_at_the_median(void **state)
{
    uint8_t palette[256][4];
    (void)state;
    assert_int_equal(reduce(6, 2, palette), 2);
    assert_memory_equal(palette[0], "\0\0\0\xff", 4);
    assert_memory_equal(palette[1], "\xfe\2\0\xff", 4);
    assert_int_equal(reduce(6, 1, palette), 1);
    assert_memory_equal(palette[0], "\xcb\2\0\xff", 4);
}

/* Two far apart on one axis, in pairs that are less far apart on another in the other order. */
static void the_longest_side_is_cut(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int other = 0; other < 3; other++) {
            uint8_t colors[4][4], palette[256][4], low[4] = {0, 0, 0, 255}, high[4] = {0, 0, 0, 255};
            static const uint8_t far[4] = {0, 8, 248, 240}, near[4] = {96, 0, 80, 16};
            if (axis == other)
                continue;
            for (int i = 0; i < 4; i++) {
                memcpy(colors[i], (uint8_t[]){0, 0, 0, 255}, 4);
                colors[i][axis] = far[i];
                colors[i][other] = near[i];
            }
            low[axis] = 4, high[axis] = 244, low[other] = high[other] = 48;
            assert_int_equal(reduce_these((const uint8_t(*)[4])colors, 4, 2, palette), 2);
            assert_memory_equal(palette[0], low, 4);
            assert_memory_equal(palette[1], high, 4);
        }
}

static void the_larger_box_is_cut(void **state)
{
    static const uint8_t colors[][4] = {{0, 0, 0, 255}, {16, 0, 0, 255}, {160, 0, 0, 255}, {248, 0, 0, 255}};
    uint8_t palette[256][4];
    (void)state;
    assert_int_equal(reduce_these(colors, 4, 3, palette), 3);
    assert_memory_equal(palette[0], "\x08\0\0\xff", 4);
    assert_memory_equal(palette[1], colors[2], 4);
    assert_memory_equal(palette[2], colors[3], 4);
}

/* Those that differ in their three lowest bits alone are of one. */
static void boxes_of_one_color_are_not_cut(void **state)
{
    static const uint8_t colors[][4] = {{0, 0, 0, 255}, {1, 0, 0, 255}, {2, 0, 0, 255}, {100, 0, 0, 255}};
    uint8_t palette[256][4];
    (void)state;
    assert_int_equal(reduce_these(colors, 4, 3, palette), 2);
    assert_memory_equal(palette[0], "\1\0\0\xff", 4);
    assert_memory_equal(palette[1], colors[3], 4);
    assert_memory_equal(palette[2], "\0\0\0\xff", 4);
}

/* Of two that are alike the first is cut, so that colors are the same everywhere. */
static void of_equal_boxes_the_first_is_cut(void **state)
{
    static const uint8_t colors[][4] = {{0, 0, 0, 255}, {16, 0, 0, 255}, {200, 0, 0, 255}, {216, 0, 0, 255}};
    uint8_t palette[256][4];
    (void)state;
    assert_int_equal(reduce_these(colors, 4, 3, palette), 3);
    assert_memory_equal(palette[0], colors[0], 4);
    assert_memory_equal(palette[1], "\xd0\0\0\xff", 4);
    assert_memory_equal(palette[2], colors[1], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_that_are_few_stay_as_they_are),
        cmocka_unit_test(others_are_cut_at_the_median),
        cmocka_unit_test(the_longest_side_is_cut),
        cmocka_unit_test(the_larger_box_is_cut),
        cmocka_unit_test(boxes_of_one_color_are_not_cut),
        cmocka_unit_test(of_equal_boxes_the_first_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
