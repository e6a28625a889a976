/* Scales that go into meshes, where nodes only turn and move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "writers/stretch.h"

static const float plain[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void even_scales_stay_even_whatever_turns(void **state)
{
    static const float above[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, turn[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    static const float scale[3] = {3, 3, 3};
    float out[9];
    (void)state;
    tlb_stretch_within(turn, above, scale, out);
    for (int i = 0; i < 9; i++)
        assert_true(out[i] == (i % 4 == 0 ? 6 : 0));
    assert_true(tlb_stretch_is_even(out));
}

/* Turned by 120 degrees about (1, 1, 1), X is above's Y, Y its Z and Z its X. */
static void uneven_ones_are_turned(void **state)
{
    static const float turn[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    static const struct {
        float above[9], scale[3], out[9];
    } cases[] = {
        {{2, 0, 0, 0, 3, 0, 0, 0, 5}, {1, 1, 1}, {3, 0, 0, 0, 5, 0, 0, 0, 2}},
        {{2, 0, 0, 0, 3, 0, 0, 0, 5}, {7, 11, 13}, {21, 0, 0, 0, 55, 0, 0, 0, 26}},
        {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 1, 2}, {1, 0, 0, 0, 1, 0, 0, 0, 2}},
        {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {2, 1, 1}, {2, 0, 0, 0, 1, 0, 0, 0, 1}},
        /* Sheared: the column of Y has some X, which is the turned node's Z. */
        {{1, 0, 0, 4, 1, 0, 0, 0, 1}, {1, 1, 1}, {1, 0, 4, 0, 1, 0, 0, 0, 1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float out[9];
        tlb_stretch_within(turn, cases[i].above, cases[i].scale, out);
        for (int k = 0; k < 9; k++)
            assert_true(fabsf(out[k] - cases[i].out[k]) < 1e-5f);
    }
}

/* By less than 1/10,000 of the largest. */
static void almost_even_is_even(void **state)
{
    (void)state;
    assert_true(tlb_stretch_is_even(plain));
    for (int i = 0; i < 9; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            float stretch[9];
            for (int k = 0; k < 9; k++)
                stretch[k] = 8 * plain[k];
            stretch[i] += (float)sign * 7e-4f;
            assert_true(tlb_stretch_is_even(stretch));
            stretch[i] += (float)sign * 3e-4f;
            assert_false(tlb_stretch_is_even(stretch));
        }
}

static void a_scale_of_nothing_has_nothing_on_any_axis(void **state)
{
    (void)state;
    assert_true(tlb_scale_vanishes((const float[3]){0, 9e-5f, -9e-5f}));
    for (int i = 0; i < 3; i++) {
        float scale[3] = {0, 0, 0};
        scale[i] = -1e-4f;
        assert_false(tlb_scale_vanishes(scale));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_scales_stay_even_whatever_turns), cmocka_unit_test(uneven_ones_are_turned),
        cmocka_unit_test(almost_even_is_even), cmocka_unit_test(a_scale_of_nothing_has_nothing_on_any_axis)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
