/* Points on edges, in the order of the edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/context.h"
#include "level/edge_points.h"

static tlb_edge_points points_of(tlb_arena *arena, double (*points)[3], const bool *is_used, uint32_t count)
{
    tlb_edge_points e;
    assert_true(tlb_edge_points_make(&e, points, is_used, count, arena));
    return e;
}

static void assert_on_edge(tlb_arena *arena, tlb_edge_points *e, uint32_t from, uint32_t to,
                           const uint32_t *expected, uint32_t expected_count)
{
    uint32_t *found, count;
    assert_true(tlb_edge_points_find(e, from, to, arena, &found, &count));
    assert_int_equal(count, expected_count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(found[i], expected[i]);
}

/* Wherever the edge is: on each side of the origin and across it. */
static void points_are_found_in_order(void **state)
{
    static const double places[] = {-1000, -25, 0, 300};
    static const bool is_used[] = {true, true, true, true, true, true, false};
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int place = 0; place < 4; place++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_arena arena;
            tlb_arena_init(&arena, context->account);
            /* The ends; two between them, the farther one first; beside it, behind it, and one that is not
             * used. */
            double points[7][3] = {{0}, {50}, {40}, {10}, {20}, {60}, {30}};
            for (int i = 0; i < 7; i++) {
                double along = points[i][0];
                for (int k = 0; k < 3; k++)
                    points[i][k] = places[place];
                points[i][axis] += along;
                points[i][(axis + 1) % 3] += i == 4;
            }
            tlb_edge_points e = points_of(&arena, points, is_used, 7);
            assert_on_edge(&arena, &e, 0, 1, (uint32_t[]){3, 2}, 2);
            assert_on_edge(&arena, &e, 1, 0, (uint32_t[]){2, 3}, 2);
            assert_on_edge(&arena, &e, 3, 2, NULL, 0);
            assert_on_edge(&arena, &e, 0, 5, (uint32_t[]){3, 2, 1}, 3);
            tlb_arena_release(&arena);
            assert_int_equal(tlb_memory_now(context), 0);
            tlb_context_free(context);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_are_found_in_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
