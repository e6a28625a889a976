/* Which triangles are seen from the open leaves of trees made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "scene/inspect/open_leaf.h"

enum { OPEN = 1000, SOLID = 1001, BROKEN = 1002 };

typedef struct node {
    float plane[4];
    uint32_t children[2]; /* nodes, or the above */
} node;

static tlb_leaf_kind look(const void *user, uint32_t child, float plane[4], uint32_t children[2])
{
    const node *n = (const node *)user + (child < OPEN ? child : 0);
    for (int i = 0; i < 4; i++)
        plane[i] = n->plane[i];
    for (int i = 0; i < 2; i++)
        children[i] = child == BROKEN ? child : n->children[i];
    return child == OPEN ? TLB_LEAF_OPEN : child == SOLID ? TLB_LEAF_SOLID : TLB_LEAF_NONE;
}

/* Whether that of (0, 0), (4, 0) and (0, 4) at a height is seen from above. */
static bool is_seen_at(const node *nodes, float height, float off)
{
    const float corners[3][3] = {{0, 0, height}, {4, 0, height}, {0, 4, height}}, up[4] = {0, 0, 2, 0};
    const tlb_leaf_tree tree = {nodes, 0, off, look};
    return tlb_faces_open_leaf(&tree, (const float *const[3]){corners[0], corners[1], corners[2]}, up);
}

static bool is_seen(node root)
{
    return is_seen_at(&root, 0, 0.01f);
}

static void the_leaf_before_the_front_counts(void **state)
{
    (void)state;
    assert_true(is_seen((node){{0, 0, 1, 0}, {OPEN, SOLID}}));
    assert_false(is_seen((node){{0, 0, 1, 0}, {SOLID, OPEN}}));
    assert_true(is_seen((node){{0, 0, -1, 0}, {SOLID, OPEN}}));
    assert_false(is_seen((node){{0, 0, -1, 0}, {OPEN, SOLID}}));
    assert_true(is_seen((node){{0, 0, 1, 1}, {OPEN, SOLID}})); /* all of it is on one side */
    assert_false(is_seen((node){{0, 0, 1, -1}, {OPEN, SOLID}}));
    assert_true(is_seen((node){{0, 0, 1, -1}, {SOLID, OPEN}}));
}

/* A triangle may be a bit off the plane that it is on, and turned against it by two degrees. */
static void planes_are_not_exact(void **state)
{
    static const node flat = {{0, 0, 1, 0}, {OPEN, SOLID}}, large = {{0, 0, 3, 0}, {OPEN, SOLID}},
                      near = {{-0.0525f, 0, 3, 0}, {OPEN, SOLID}}, aslant = {{-0.3f, 0, 3, 0}, {OPEN, SOLID}};
    (void)state;
    assert_true(is_seen_at(&flat, -0.05f, 0.1f));
    assert_false(is_seen_at(&flat, -0.05f, 0.01f));
    assert_true(is_seen_at(&large, -0.05f, 0.2f));
    assert_true(is_seen_at(&near, 0, 10));
    assert_false(is_seen_at(&aslant, 0, 10));
    assert_false(is_seen_at(&near, 0, 0.1f));
}

/* A corner of less than a ten thousandth of the triangle is not seen. */
static void parts_are_seen(void **state)
{
    (void)state;
    assert_true(is_seen((node){{1, 0, 0, -1}, {OPEN, SOLID}}));
    assert_true(is_seen((node){{1, 0, 0, -1}, {SOLID, OPEN}}));
    assert_true(is_seen((node){{1, 0, 0, -3.95f}, {OPEN, SOLID}}));
    assert_false(is_seen((node){{1, 0, 0, -3.97f}, {OPEN, SOLID}}));
    assert_true(is_seen((node){{0, -1, 0, 3.95f}, {SOLID, OPEN}}));
    assert_false(is_seen((node){{0, -1, 0, 3.97f}, {SOLID, OPEN}}));
    assert_false(is_seen((node){{1, 0, 0, -1}, {SOLID, SOLID}}));
}

/* The open leaf is where x > 1, y > 1 and x + y < `most`. */
static bool is_corner_seen(float most)
{
    const node nodes[] = {
        {{1, 0, 0, -1}, {1, SOLID}}, {{0, 1, 0, -1}, {2, SOLID}}, {{-1, -1, 0, most}, {OPEN, SOLID}}};
    return is_seen_at(nodes, 0, 0.01f);
}

static void parts_are_cut_to_their_outline(void **state)
{
    (void)state;
    assert_true(is_corner_seen(3));
    assert_true(is_corner_seen(2.05f));
    assert_false(is_corner_seen(2.03f)); /* of 0.00045 m2 */
    assert_false(is_corner_seen(1.9f));
}

/* Of one square meter of ten thousand, a bit more or less. */
static void the_least_part_is_a_ten_thousandth(void **state)
{
    static const node nodes[] = {{{1, 0, 0, -99}, {OPEN, SOLID}}, {{1, 0, 0, -98.99f}, {OPEN, SOLID}}};
    const float corners[3][3] = {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}}, up[4] = {0, 0, 1, 0};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_leaf_tree tree = {nodes + i, 0, 0.01f, look};
        assert_true(tlb_faces_open_leaf(&tree, (const float *const[3]){corners[0], corners[1], corners[2]},
                                        up) == (i == 1));
    }
}

static void what_cannot_be_told_is_seen(void **state)
{
    enum { MOST = 200 };
    node chain[MOST + 1];
    const float line[3][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}},
                far[3][3] = {{0, 0, 0}, {INFINITY, 0, 0}, {0, 1, 0}}, up[4] = {0, 0, 1, 0};
    const node solid = {{0, 0, 1, 0}, {SOLID, SOLID}};
    const tlb_leaf_tree tree = {&solid, 0, 0.01f, look};
    (void)state;
    assert_true(is_seen((node){{0, 0, 1, 0}, {BROKEN, SOLID}}));
    assert_true(tlb_faces_open_leaf(&tree, (const float *const[3]){line[0], line[1], line[2]}, up));
    assert_true(tlb_faces_open_leaf(&tree, (const float *const[3]){far[0], far[1], far[2]}, up));
    for (int on = 0; on < 2; on++) { /* planes beside the triangle, and its own */
        for (uint32_t i = 0; i <= MOST; i++)
            chain[i] = (node){{on ? 0 : 1, 0, on ? 1 : 0, on ? 0 : 1}, {i == MOST ? SOLID : i + 1, SOLID}};
        assert_true(is_seen_at(chain, 0, 0.01f)); /* it is too deep */
        chain[MOST - 1].children[0] = SOLID;
        assert_false(is_seen_at(chain, 0, 0.01f));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_leaf_before_the_front_counts),
                                       cmocka_unit_test(planes_are_not_exact),
                                       cmocka_unit_test(parts_are_seen),
                                       cmocka_unit_test(parts_are_cut_to_their_outline),
                                       cmocka_unit_test(the_least_part_is_a_ten_thousandth),
                                       cmocka_unit_test(what_cannot_be_told_is_seen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
