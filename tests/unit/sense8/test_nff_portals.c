/* Portals that a way crosses: which is first, and what belongs to which of two that meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"
#include "one_context.h"

static void assert_crossed(const char *text, const char *query, const char *portal, double t)
{
    tlb_document *document;
    const tlb_value *answer;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.nff", NULL, &document), TLB_OK);
    assert_int_equal(ask(document, query, &answer), TLB_OK);
    assert_int_equal(tlb_value_get(answer, "crossed")->as.boolean, portal != NULL);
    if (portal) {
        assert_string_equal(tlb_value_get(answer, "portal")->as.text.data, portal);
        assert_float_equal(tlb_value_get(answer, "t")->as.real, t, 1e-6);
    }
    tlb_document_free(document);
}

/* Four squares around the origin in the plane z = 0. */
static const char squares[] =
    "nff\nA\n9\n-1 -1 0\n0 -1 0\n1 -1 0\n-1 0 0\n0 0 0\n1 0 0\n-1 1 0\n0 1 0\n1 1 0\n"
    "4\n4 0 1 4 3 0xfff -a\n4 1 2 5 4 0xfff -b\n4 3 4 7 6 0xfff -c\n"
    "4 4 5 8 7 0xfff -d\n";

/* An edge belongs to the square of the greater coordinates, so that no way gets between them. */
static void an_edge_belongs_to_one_side(void **state)
{
    (void)state;
    assert_crossed(squares, "portal -.5 -.5 -1 -.5 -.5 1", "a", 0.5);
    assert_crossed(squares, "portal .5 -.5 -1 .5 -.5 1", "b", 0.5);
    assert_crossed(squares, "portal 0 -.5 -1 0 -.5 1", "b", 0.5);
    assert_crossed(squares, "portal -.5 0 -1 -.5 0 1", "c", 0.5);
    assert_crossed(squares, "portal 0 0 -1 0 0 1", "d", 0.5);
    assert_crossed(squares, "portal -1 -1 -1 -1 -1 1", "a", 0.5);
    assert_crossed(squares, "portal 1 .5 -1 1 .5 1", NULL, 0);
    assert_crossed(squares, "portal .5 1 -1 .5 1 1", NULL, 0);
}

/* The ends of the way are of it; a way along the plane crosses nothing. */
static void a_way_has_its_ends(void **state)
{
    (void)state;
    assert_crossed(squares, "portal .5 .5 0 .5 .5 1", "d", 0);
    assert_crossed(squares, "portal .5 .5 -1 .5 .5 0", "d", 1);
    assert_crossed(squares, "portal .5 .5 1 .5 .5 2", NULL, 0);
    assert_crossed(squares, "portal .5 .5 -2 .5 .5 -1", NULL, 0);
    assert_crossed(squares, "portal -2 .5 0 2 .5 0", NULL, 0);
}

/* Of two at one place the first of the file; what is no portal is not looked at. */
static void the_nearest_is_the_first(void **state)
{
    static const char doors[] =
        "nff\nA\n6\n0 0 2\n9 0 2\n0 9 2\n0 0 4\n9 0 4\n0 9 4\n"
        "4\n3 3 4 5 0xfff -far\n3 0 1 2 0xfff\n3 0 1 2 0xfff -near\n3 0 1 2 0xfff -same\n"
        "B\n3\n0 0 2\n9 0 2\n0 9 2\n3\n3 0 1 7 0xfff -no\n2 0 1 0xfff -no\n3 0 1 2 0xfff -late\n";
    (void)state;
    assert_crossed(doors, "portal 1 1 0 1 1 8", "near", 0.25);
    assert_crossed(doors, "portal 1 1 8 1 1 0", "far", 0.5);
    assert_crossed(doors, "portal 1 1 3 1 1 1", "near", 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_edge_belongs_to_one_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_way_has_its_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_nearest_is_the_first, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
