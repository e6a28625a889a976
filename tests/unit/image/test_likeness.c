/* The measure of pictures tells what a person would tell. */
#include "likeness.h"

#include "base/context.h"
#include "files.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_image original, changed;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    bytes_copy file = load_file("tests/render/windmill.dts.png");
    for (int i = 0; i < 2; i++)
        assert_int_equal(tlb_image_decode(f.context, &f.arena, (tlb_bytes){file.data, file.size},
                                          i ? &f.changed : &f.original),
                         TLB_OK);
    free(file.data);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_context_free(f->context);
    return 0;
}

static uint8_t *pixel_at(tlb_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + ((size_t)y * image->width + x) * 4;
}

static int unlikeness_of(fixture *f)
{
    return unlikeness(&f->original, &f->changed);
}

/* The picture moved to the right; what comes in at the left is that of its edge. */
static void shift(fixture *f, uint32_t by)
{
    for (uint32_t y = 0; y < f->changed.height; y++)
        for (uint32_t x = 0; x < f->changed.width; x++)
            memcpy(pixel_at(&f->changed, x, y), pixel_at(&f->original, x < by ? 0 : x - by, y), 4);
}

static void a_picture_is_like_itself(void **state)
{
    assert_int_equal(unlikeness_of(*state), 0);
}

static void a_mirrored_picture_is_another(void **state)
{
    fixture *f = *state;
    for (uint32_t y = 0; y < f->changed.height; y++)
        for (uint32_t x = 0; x < f->changed.width; x++)
            memcpy(pixel_at(&f->changed, x, y), pixel_at(&f->original, f->original.width - 1 - x, y), 4);
    assert_true(unlikeness_of(f) > 4 * LOOKS_SAME);
}

static void a_picture_upside_down_is_another(void **state)
{
    fixture *f = *state;
    for (uint32_t y = 0; y < f->changed.height; y++)
        memcpy(pixel_at(&f->changed, 0, y), pixel_at(&f->original, 0, f->original.height - 1 - y),
               f->original.width * 4);
    assert_true(unlikeness_of(f) > 4 * LOOKS_SAME);
}

static void a_black_picture_is_another(void **state)
{
    fixture *f = *state;
    for (uint32_t i = 0; i < f->changed.width * f->changed.height; i++)
        memset(f->changed.pixels + i * 4, 0, 3);
    assert_true(unlikeness_of(f) > 4 * LOOKS_SAME);
}

/* The backdrop alone. */
static void a_picture_of_nothing_is_another(void **state)
{
    fixture *f = *state;
    for (uint32_t y = 0; y < f->changed.height; y++)
        for (uint32_t x = 0; x < f->changed.width; x++)
            memcpy(pixel_at(&f->changed, x, y), pixel_at(&f->original, 0, y), 4);
    assert_true(unlikeness_of(f) > 4 * LOOKS_SAME);
}

static void a_shifted_picture_is_another(void **state)
{
    fixture *f = *state;
    shift(f, 3);
    assert_true(unlikeness_of(f) > 2 * LOOKS_SAME);
}

static void red_and_blue_exchanged_are_another_picture(void **state)
{
    fixture *f = *state;
    for (uint32_t i = 0; i < f->changed.width * f->changed.height; i++) {
        f->changed.pixels[i * 4] = f->original.pixels[i * 4 + 2];
        f->changed.pixels[i * 4 + 2] = f->original.pixels[i * 4];
    }
    assert_true(unlikeness_of(f) > 2 * LOOKS_SAME);
}

static void a_darker_picture_is_another(void **state)
{
    fixture *f = *state;
    for (uint32_t i = 0; i < f->changed.width * f->changed.height * 4; i++)
        if (i % 4 != 3)
            f->changed.pixels[i] = (uint8_t)(f->original.pixels[i] * 9 / 10);
    assert_true(unlikeness_of(f) > 2 * LOOKS_SAME);
}

static void another_size_is_another_picture(void **state)
{
    fixture *f = *state;
    f->changed.height--;
    assert_int_equal(unlikeness_of(f), 255);
}

/* What another driver may do: each pixel a little lighter or darker. */
static void noise_is_not_seen(void **state)
{
    fixture *f = *state;
    uint32_t random = 1;
    for (uint32_t i = 0; i < f->changed.width * f->changed.height * 4; i++) {
        random = random * 1664525 + 1013904223;
        int value = f->original.pixels[i] + (int)(random >> 24) % 17 - 8;
        if (i % 4 != 3)
            f->changed.pixels[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    assert_in_range(unlikeness_of(f), 1, LOOKS_SAME);
}

/* Edges that run elsewhere through their pixels: a quarter of a pixel to the right. */
static void a_part_of_a_pixel_is_not_seen(void **state)
{
    fixture *f = *state;
    shift(f, 1);
    for (uint32_t i = 0; i < f->changed.width * f->changed.height * 4; i++)
        f->changed.pixels[i] = (uint8_t)((3 * f->original.pixels[i] + f->changed.pixels[i]) / 4);
    assert_in_range(unlikeness_of(f), 1, LOOKS_SAME);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_picture_is_like_itself),
        TEST(a_mirrored_picture_is_another),
        TEST(a_picture_upside_down_is_another),
        TEST(a_black_picture_is_another),
        TEST(a_picture_of_nothing_is_another),
        TEST(a_shifted_picture_is_another),
        TEST(red_and_blue_exchanged_are_another_picture),
        TEST(a_darker_picture_is_another),
        TEST(another_size_is_another_picture),
        TEST(noise_is_not_seen),
        TEST(a_part_of_a_pixel_is_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
