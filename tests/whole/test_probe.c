/* Which format a file is of, where two have the same extension or nothing at its beginning says it. */
#include "one_context.h"
#include "trilobite/trilobite.h"

#include <string.h>

/* Text goes to Torque's list, and what begins as Darkstar's to its own. */
static void lists_of_materials_are_told_apart(void **state)
{
    (void)state;
    assert_ptr_equal(tlb_format_by_path("x.dml"), tlb_format_by_name("dml"));
    assert_ptr_equal(tlb_probe((const uint8_t *)"sky\n", 4, "x.dml"), tlb_format_by_name("torque-dml"));
    assert_ptr_equal(tlb_probe((const uint8_t *)"PERS\20\0\0\0", 8, "x.dml"), tlb_format_by_name("dml"));
    assert_ptr_equal(tlb_probe((const uint8_t *)"\1\2\3\4", 4, "x.dml"), tlb_format_by_name("dml"));
}

/* Any text could be a list: only a file that is called so is one. */
static void text_is_a_list_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(tlb_probe((const uint8_t *)"a 1\n", 4, "x.IFL"), tlb_format_by_name("ifl"));
    assert_null(tlb_probe((const uint8_t *)"a 1\n", 4, "x.txt"));
    assert_null(tlb_probe((const uint8_t *)"a 1\n", 4, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lists_of_materials_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_is_a_list_by_its_name, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
