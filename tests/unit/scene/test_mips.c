/* Textures halved again and again, and what is seen of them at a place. */
#include "one_arena.h"
#include "scene/materials/mips.h"

#include <math.h>

static uint8_t pixels[32][4];
static tlb_mips mips;

/* The channels differ: the value, one more, its complement, and always the same. */
static void make(fixture *f, uint32_t width, uint32_t height, const uint8_t *values)
{
    for (uint32_t i = 0; i < width * height; i++) {
        pixels[i][0] = values[i];
        pixels[i][1] = (uint8_t)(values[i] + 1);
        pixels[i][2] = (uint8_t)(255 - values[i]);
        pixels[i][3] = 7;
    }
    mips = (tlb_mips){.levels = {{width, height, (const uint8_t(*)[4])pixels}}};
    assert_true(tlb_mips_make(&f->arena, &mips));
}

static void assert_level(uint32_t level, uint32_t width, uint32_t height, const uint8_t (*expected)[4])
{
    assert_true(level < mips.count);
    assert_int_equal(mips.levels[level].width, width);
    assert_int_equal(mips.levels[level].height, height);
    assert_memory_equal(mips.levels[level].pixels, expected, width * height * sizeof *expected);
}

/* What is left over at the right and at the bottom does not count. */
static void levels_are_rounded_means(void **state)
{
    fixture *f = *state;
    make(f, 5, 3, (const uint8_t[]){0, 1, 10, 20, 99, 2, 4, 30, 43, 98, 90, 91, 92, 93, 94});
    assert_int_equal(mips.count, 3);
    assert_level(1, 2, 1, (const uint8_t[][4]){{2, 3, 253, 7}, {26, 27, 229, 7}});
    assert_level(2, 1, 1, (const uint8_t[][4]){{14, 15, 241, 7}});
    make(f, 1, 5, (const uint8_t[]){5, 8, 20, 30, 99});
    assert_int_equal(mips.count, 3);
    assert_level(1, 1, 2, (const uint8_t[][4]){{7, 8, 249, 7}, {25, 26, 230, 7}});
    assert_level(2, 1, 1, (const uint8_t[][4]){{16, 17, 240, 7}});
    make(f, 2, 2, (const uint8_t[]){1, 4, 9, 16});
    assert_int_equal(mips.count, 2);
    assert_level(1, 1, 1, (const uint8_t[][4]){{8, 9, 248, 7}});
    make(f, 1, 1, (const uint8_t[]){5});
    assert_int_equal(mips.count, 1);
}

/* The first channel, along u or along v. */
static float at(float place, float offset, tlb_wrap wrap, uint32_t level, bool down)
{
    float out[4];
    tlb_texture texture = {.wrap_u = down ? TLB_WRAP_CLAMP : wrap, .wrap_v = down ? wrap : TLB_WRAP_CLAMP};
    texture.offset[down] = offset;
    tlb_mips_at(&mips, &texture, down ? (float[2]){0.5f, place} : (float[2]){place, 0.5f}, level, out);
    assert_true(out[1] == out[0] + 1 && out[2] == 255 - out[0] && out[3] == 7);
    return out[0];
}

static void texels_are_wrapped_and_blended(void **state)
{
    static const struct {
        float place, offset;
        tlb_wrap wrap;
        uint32_t level;
        float value;
    } places[] = {{0.125f, 0, TLB_WRAP_CLAMP, 0, 0},       {-3, 0, TLB_WRAP_CLAMP, 0, 0},
                  {2, 0, TLB_WRAP_CLAMP, 0, 240},          {0.5f, 0, TLB_WRAP_CLAMP, 0, 70},
                  {0.4375f, 0, TLB_WRAP_CLAMP, 0, 55},     {0.125f, 0.25f, TLB_WRAP_CLAMP, 0, 40},
                  {0, 0, TLB_WRAP_REPEAT, 0, 120},         {1.125f, 0, TLB_WRAP_REPEAT, 0, 0},
                  {-0.125f, 0, TLB_WRAP_REPEAT, 0, 240},   {3.375f, 0, TLB_WRAP_REPEAT, 0, 40},
                  {-0.125f, 0, TLB_WRAP_MIRROR, 0, 0},     {1.125f, 0, TLB_WRAP_MIRROR, 0, 240},
                  {1.375f, 0, TLB_WRAP_MIRROR, 0, 100},    {-0.375f, 0, TLB_WRAP_MIRROR, 0, 40},
                  {2.125f, 0, TLB_WRAP_MIRROR, 0, 0},      {1, 0, TLB_WRAP_MIRROR, 0, 240},
                  {0.125f, 3.25f, TLB_WRAP_REPEAT, 0, 40}, {NAN, 0, TLB_WRAP_REPEAT, 0, 120},
                  {0.25f, 0, TLB_WRAP_CLAMP, 1, 20},       {0.75f, 0, TLB_WRAP_CLAMP, 1, 170},
                  {0, 0, TLB_WRAP_REPEAT, 1, 95},          {9, 0, TLB_WRAP_REPEAT, 2, 95}};
    fixture *f = *state;
    for (int down = 0; down < 2; down++) {
        make(f, down ? 1 : 4, down ? 4 : 1, (const uint8_t[]){0, 40, 100, 240});
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            assert_true(at(places[i].place, places[i].offset, places[i].wrap, places[i].level, down) ==
                        places[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(levels_are_rounded_means, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texels_are_wrapped_and_blended, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
