/* How light differs among the texels of a triangle. */
#include "scene/light/light.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { SIDE = 32, BIG = 128 };

static uint8_t texels[BIG * BIG][4];

static tlb_light_map clear_map(uint32_t width, uint32_t height)
{
    memset(texels, 0, sizeof texels);
    return (tlb_light_map){width, height, (const uint8_t(*)[4])texels};
}

/* A triangle whose corners lie between the middles of texels 1 to 6. */
static const float corner[3][2] = {
    {2.0f / SIDE, 2.0f / SIDE}, {6.0f / SIDE, 2.0f / SIDE}, {2.0f / SIDE, 6.0f / SIDE}};

static void test_only_texels_of_the_triangle_count(void **state)
{
    (void)state;
    const tlb_light_map map = clear_map(SIDE, SIDE);
    tlb_light_range range;
    memset(texels[0], 200, SIDE * 4);        /* the row above */
    memset(texels[7 * SIDE], 200, SIDE * 4); /* and the one below */
    texels[3 * SIDE + 0][0] = 200;
    assert_true(tlb_light_range_of(&map, corner, &range));
    assert_int_equal(range.texel[0] | range.above | range.below, 0);
    texels[6 * SIDE + 6][2] = 9;
    assert_true(tlb_light_range_of(&map, corner, &range));
    assert_int_equal(range.texel[2], 0);
    assert_int_equal(range.above, 9);
    assert_int_equal(range.below, 0);
    texels[1 * SIDE + 1][1] = 20;
    assert_true(tlb_light_range_of(&map, corner, &range));
    assert_int_equal(range.texel[1], 20);
    assert_int_equal(range.above, 9);
    assert_int_equal(range.below, 20);
}

static void test_light_outside_is_that_of_the_edge(void **state)
{
    (void)state;
    const tlb_light_map map = clear_map(SIDE, SIDE);
    static const float left[3][2] = {{-3, -3}, {-2, -3}, {-3, -2}}, right[3][2] = {{3, 3}, {2, 3}, {3, 2}},
                       none[3][2] = {{NAN, 0}, {-INFINITY, 0}, {0, INFINITY}};
    tlb_light_range range;
    texels[0][0] = 70;
    texels[SIDE * SIDE - 1][0] = 90;
    assert_true(tlb_light_range_of(&map, left, &range));
    assert_int_equal(range.texel[0], 70);
    assert_true(tlb_light_range_of(&map, right, &range));
    assert_int_equal(range.texel[0] + range.above, 90);
    assert_true(tlb_light_range_of(&map, none, &range));
    assert_int_equal(range.texel[0], 70);
}

static void test_too_much_is_not_looked_at(void **state)
{
    (void)state;
    static const float all[3][2] = {{0, 0}, {1, 0}, {0, 1}}, far[3][2] = {{0, 0}, {1e30f, 0}, {0, 1e30f}};
    tlb_light_range range;
    tlb_light_map map = clear_map(BIG, BIG);
    assert_false(tlb_light_range_of(&map, all, &range));
    map = clear_map(BIG, BIG / 4);
    assert_true(tlb_light_range_of(&map, all, &range));
    assert_false(tlb_light_range_of(&map, far, &range));
    map = clear_map(7, 7);
    assert_false(tlb_light_range_of(&map, all, &range));
}

/* Between 0 and 1, the same in each run. */
static float next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return (float)(*seed >> 8) / (1 << 24);
}

static void test_light_is_within_the_range(void **state)
{
    (void)state;
    const tlb_light_map map = clear_map(SIDE + 3, SIDE);
    enum { TRIANGLES = 2000, STEPS = 8 };
    uint32_t seed = 1;
    for (uint32_t i = 0; i < map.width * map.height; i++)
        for (int k = 0; k < 3; k++)
            texels[i][k] = (uint8_t)(next(&seed) * 255);
    for (int n = 0; n < TRIANGLES; n++) {
        float uv[3][2], u = next(&seed), v = next(&seed), size = next(&seed) / 4;
        for (int i = 0; i < 3; i++) {
            uv[i][0] = u + next(&seed) * size;
            uv[i][1] = v + next(&seed) * size;
        }
        tlb_light_range range;
        assert_true(tlb_light_range_of(&map, (const float(*)[2])uv, &range));
        for (int a = 0; a <= STEPS; a++)
            for (int b = 0; a + b <= STEPS; b++) {
                float at[2], light[3];
                for (int k = 0; k < 2; k++)
                    at[k] = ((float)a * uv[0][k] + (float)b * uv[1][k] + (float)(STEPS - a - b) * uv[2][k]) /
                            STEPS;
                tlb_light_at(&map, at, light);
                for (int k = 0; k < 3; k++)
                    assert_true(light[k] * 255 < (float)(range.texel[k] + range.above) + 1e-3f &&
                                light[k] * 255 > (float)(range.texel[k] - range.below) - 1e-3f);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_texels_of_the_triangle_count),
        cmocka_unit_test(test_light_outside_is_that_of_the_edge),
        cmocka_unit_test(test_too_much_is_not_looked_at),
        cmocka_unit_test(test_light_is_within_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
