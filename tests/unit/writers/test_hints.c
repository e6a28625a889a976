/* What writers of formats read of a scene beside its geometry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "writers/hints.h"

/* Whatever a scene looks along, turned it looks along -Z. */
static void scenes_are_turned_along_z(void **state)
{
    static const float ways[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {3, 4}, {-0.1f, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        float turn[4], x = ways[i][0], z = ways[i][1], length = hypotf(x, z);
        tlb_turn_along_z(ways[i], turn);
        double sine = 2.0 * (double)turn[1] * (double)turn[3],
               cosine = 1 - 2.0 * (double)turn[1] * (double)turn[1];
        assert_true(turn[0] == 0 && turn[2] == 0);
        assert_true(fabs(x * cosine + z * sine) < 1e-6 * length);
        assert_true(fabs(z * cosine - x * sine + length) < 1e-6 * length);
    }
    float turn[4];
    tlb_turn_along_z((const float[2]){0, 0}, turn); /* it does not say: along +Z */
    assert_true(turn[1] == 1 && turn[3] == 0);
}

static void names_say_what_collides(void **state)
{
    static const struct {
        const char *name, *kind;
        bool is_drawn;
        size_t stem;
    } names[] = {{"UCX_tree", "hull", false, 8},
                 {"tree-colonly.001", "mesh", false, 4},
                 {"tree-ConvColOnly", "hull", false, 4},
                 {"tree-col", "mesh", true, 4},
                 {"tree-convcol.002", "hull", true, 4},
                 {"-col", NULL, false, 4},
                 {"protocol", NULL, false, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool is_drawn;
        size_t stem;
        const char *kind = tlb_collision_of_name(names[i].name, &is_drawn, &stem);
        tlb_node node = {.name = names[i].name};
        assert_true(kind ? names[i].kind && strcmp(kind, names[i].kind) == 0 : !names[i].kind);
        assert_int_equal(is_drawn, names[i].is_drawn);
        assert_int_equal(stem, names[i].stem);
        assert_int_equal(tlb_is_collision_node(&node), kind && !is_drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scenes_are_turned_along_z),
                                       cmocka_unit_test(names_say_what_collides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
