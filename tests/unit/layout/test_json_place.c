/* Where in a JSON text the parts are that diagnostics name. */
#include "one_arena.h"

#include "layout/directions.h"

#include <string.h>

/* The first place in the text of `mark`, which is not of the text; else of what it is in. */
static void assert_placed(fixture *f, const char *marked, const char *path)
{
    char json[512];
    const char *mark = strchr(marked, '@');
    assert_non_null(mark);
    size_t before = (size_t)(mark - marked);
    memcpy(json, marked, before);
    strcpy(json + before, mark + 1);
    tlb_diagnostics_clear(f->context);
    tlb_report(f->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, path, "wrong");
    tlb_place_in_json(f->context, json, strlen(json), 0);
    if (tlb_diagnostic_at(f->context, 0)->offset != before)
        fail_msg("%s: at %llu in %s", path, (unsigned long long)tlb_diagnostic_at(f->context, 0)->offset,
                 json);
}

static void values_are_found_by_path(void **state)
{
    fixture *f = *state;
    assert_placed(f, "{\"a\": @1, \"b\": 2}", "a");
    assert_placed(f, "{\"a\": 1, \"b\":@2}", "b");
    assert_placed(f, "{\"a\": {\"b\": [1, {\"c\": @3}]}}", "a.b[1].c");
    assert_placed(f, "{\"a\": [[1, 2],\n [3, @4]]}", "a[1][1]");
    assert_placed(f, "{\"a\": @[1]}", "a");
    assert_placed(f, "{\"ab\": 1, \"a\": @2}", "a");
    assert_placed(f, "{\"a\": 1, \"ab\": @2}", "ab");
    assert_placed(f, "{\"a\": {\"b\": 1}, \"b\": @2}", "b");
    assert_placed(f, "{\"a\": \"x\\\"]}\", \"b\": @\"y\"}", "b");
    assert_placed(f, "{\"a\": \"\\\\\", \"b\": @true}", "b");
    assert_placed(f, "{\"a\": [{}, [], {\"b\": [1]}], \"c\": @null}", "c");
}

/* What is not there is where it would be: in the innermost that is. */
static void what_is_missing_is_in_what_it_would_be_in(void **state)
{
    fixture *f = *state;
    assert_placed(f, "@{\"a\": 1}", "b");
    assert_placed(f, "{\"a\": @{\"b\": 1}}", "a.c");
    assert_placed(f, "{\"a\": @[1, 2]}", "a[2]");
    assert_placed(f, "{\"a\": [1, @{\"b\": 1}]}", "a[1].c.d");
    assert_placed(f, "{\"a\": @5}", "a.b");
}

/* Those before the first asked for, and those that have places, stay. */
static void others_stay(void **state)
{
    static const char json[] = "{\"a\": 1, \"b\": 2}";
    fixture *f = *state;
    tlb_report(f->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, "a", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_JSON, 3, "a", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, "b", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, "a", "wrong");
    tlb_place_in_json(f->context, json, sizeof json - 1, 1);
    static const uint64_t offsets[] = {TLB_NO_OFFSET, 3, 14, 6};
    for (size_t i = 0; i < 4; i++)
        assert_true(tlb_diagnostic_at(f->context, i)->offset == offsets[i]);
}

/* Lines and columns are counted from 1. What is about no part is as it was. */
static void messages_have_lines_and_columns(void **state)
{
    static const char json[] = "{\"a\": 1,\n\n  \"b\": [\n3, 4]}";
    static const char *const said[][2] = {
        {"a", "line 1, column 7: wrong"},    {"b", "line 3, column 8: wrong"},
        {"b[0]", "line 4, column 1: wrong"}, {"b[1]", "line 4, column 4: wrong"},
        {"c", "line 1, column 1: wrong"},    {"", "wrong"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        tlb_report(f->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, said[i][0], "wrong");
    tlb_place_in_json(f->context, json, sizeof json - 1, 0);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        assert_string_equal(tlb_diagnostic_at(f->context, i)->message, said[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_are_found_by_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_in_what_it_would_be_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(others_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(messages_have_lines_and_columns, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
