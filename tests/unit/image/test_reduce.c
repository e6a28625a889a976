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

static uint32_t reduce(size_t pixel_count, uint32_t most, uint8_t palette[256][4])
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    uint32_t count;
    tlb_arena_init(&arena, context->account);
    assert_true(tlb_reduce_colors(&arena, pixels, pixel_count, most, palette, &count));
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return count;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_that_are_few_stay_as_they_are),
        cmocka_unit_test(others_are_cut_at_the_median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
