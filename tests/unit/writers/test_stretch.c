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

/* By any turn, with all numbers different: back x above x turn x scale, as matrices. */
static void uneven_ones_are_turned_by_any_turn(void **state)
{
    static const float turns[][4] = {
        {0.1f, 0.3f, 0.5f, 0.80622577f}, {-0.7f, 0.5f, 0.1f, -0.5f}, {0.2f, -0.4f, 0.8f, 0.4f}};
    static const float above[9] = {2, 3, 5, 7, 11, 13, 17, 19, 23}, scale[3] = {29, -31, 37};
    (void)state;
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
        double x = (double)turns[t][0], y = (double)turns[t][1], z = (double)turns[t][2],
               w = (double)turns[t][3];
        /* by columns, as the others */
        const double turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
                                2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
                                2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
        float out[9];
        tlb_stretch_within(turns[t], above, scale, out);
        for (int column = 0; column < 3; column++)
            for (int row = 0; row < 3; row++) {
                double expected = 0;
                for (int i = 0; i < 3; i++)
                    for (int k = 0; k < 3; k++)
                        expected += turn[row * 3 + i] * (double)above[k * 3 + i] * turn[column * 3 + k] *
                                    (double)scale[column];
                assert_true(fabs((double)out[column * 3 + row] - expected) < 0.01);
            }
    }
}

/* Of the largest, wherever it is: 841 steps of a float are more than 1/10,000 of this one and less of that.
 */
static void slack_is_of_the_largest(void **state)
{
    static const float least = 1.00251f, step = 0x1p-23f;
    (void)state;
    for (int k = 0; k < 9; k += 4) {
        float stretch[9] = {least, 0, 0, 0, least, 0, 0, 0, least};
        stretch[k] += 841 * step;
        assert_true(tlb_stretch_is_even(stretch));
        stretch[k] += step;
        assert_false(tlb_stretch_is_even(stretch));
    }
    assert_true(tlb_stretch_is_even((const float[9]){0}));
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(even_scales_stay_even_whatever_turns),
                                       cmocka_unit_test(uneven_ones_are_turned),
                                       cmocka_unit_test(uneven_ones_are_turned_by_any_turn),
                                       cmocka_unit_test(slack_is_of_the_largest),
                                       cmocka_unit_test(almost_even_is_even),
                                       cmocka_unit_test(a_scale_of_nothing_has_nothing_on_any_axis)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
