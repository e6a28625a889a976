/* Differences of JSON, a line each: paths, and values that are cut. */
#include "one_arena.h"

#include "base/json_read.h"
#include "base/value.h"
#include "layout/directions.h"

#include <stdio.h>
#include <string.h>

static const tlb_value *load(fixture *f, const char *json)
{
    tlb_value *value;
    tlb_json_error error;
    assert_int_equal(tlb_json_load(f->context, &f->arena, (tlb_bytes){(const uint8_t *)json, strlen(json)},
                                   &value, &error),
                     TLB_OK);
    return value;
}

static void assert_diff(fixture *f, const char *a, const char *b, const char *expected)
{
    tlb_buffer out = {.account = f->context->account};
    uint64_t differences = 77, lines = 0;
    tlb_diff_json(load(f, a), load(f, b), &out, &differences);
    assert_int_equal(out.status, TLB_OK);
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected);
    for (const char *at = expected; *at; at++)
        lines += *at == '\n';
    assert_int_equal(differences, lines);
    tlb_buffer_free(&out);
}

static void values_of_each_kind_differ(void **state)
{
    fixture *f = *state;
    assert_diff(
        f, "{\"a\": null, \"b\": true, \"c\": 1, \"d\": 1.5, \"e\": \"x\", \"f\": [1], \"g\": {\"h\": 1}}",
        "{\"a\": null, \"b\": true, \"c\": 1, \"d\": 1.5, \"e\": \"x\", \"f\": [1], \"g\": {\"h\": 1}}", "");
    assert_diff(
        f, "{\"a\": null, \"b\": true, \"c\": 1, \"d\": 1.5, \"e\": \"x\", \"f\": [1], \"g\": {\"h\": 1}}",
        "{\"a\": 1, \"b\": false, \"c\": 2, \"d\": 2.5, \"e\": \"y\", \"f\": [2], \"g\": {\"h\": 2}}",
        "a: null != 1\nb: true != false\nc: 1 != 2\nd: 1.5 != 2.5\ne: \"x\" != \"y\"\nf[0]: 1 != 2\ng.h: 1 "
        "!= 2\n");
    assert_diff(f, "{\"a\": 1}", "{\"a\": 1.5}", "a: 1 != 1.5\n");
    assert_diff(f, "{\"a\": \"xy\"}", "{\"a\": \"x\"}", "a: \"xy\" != \"x\"\n");
    assert_diff(f, "{\"a\": [1]}", "{\"a\": {\"b\": 1}}", "a: [1] != {\"b\":1}\n");
    assert_diff(f, "1", "2", ": 1 != 2\n");
}

static void what_one_lacks_is_absent(void **state)
{
    fixture *f = *state;
    assert_diff(f, "{\"a\": [1, 2, 3]}", "{\"a\": [1]}", "a[1]: 2 != (absent)\na[2]: 3 != (absent)\n");
    assert_diff(f, "[[1], [2]]", "[[1], [2, 3], 4]", "[1][1]: (absent) != 3\n[2]: (absent) != 4\n");
    assert_diff(f, "{\"a\": 1, \"b\": 2}", "{\"b\": 2, \"c\": {\"d\": 3}}",
                "a: 1 != (absent)\nc: (absent) != {\"d\":3}\n");
    assert_diff(f, "{}", "{\"a\": 1}", "a: (absent) != 1\n");
    assert_diff(f, "{\"a\": 1}", "{}", "a: 1 != (absent)\n");
}

/* Whatever the order of their members. */
static void members_are_found_by_their_keys(void **state)
{
    fixture *f = *state;
    assert_diff(f, "{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}", "{\"d\": 4, \"c\": 3, \"a\": 1, \"b\": 2}",
                "");
    assert_diff(f, "{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"c\": 4, \"x\": 0, \"b\": 2, \"a\": 5}",
                "a: 1 != 5\nc: 3 != 4\nx: (absent) != 0\n");
}

/* Sixty bytes of JSON are shown, whole characters and escapes, and that a string goes on. */
static void long_values_are_cut(void **state)
{
    static const struct {
        const char *unit, *shown; /* what the text is made of, and how that is shown */
        int whole;                /* so many fit, without a rest: after a quotation mark */
        bool fills;               /* the last mark would fit as well */
    } cases[] = {{"x", "x", 59, false},
                 {"\xc3\xa4", "\xc3\xa4", 29, true},
                 {"\xe2\x82\xac", "\xe2\x82\xac", 19, true},
                 {"\\\\", "\\\\", 29, true},
                 {"\\u0001", "\\u0001", 9, true}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int more = -1; more < 3; more++) {
            char json[512] = "{\"a\": \"", expected[512] = "a: \"";
            int count = cases[i].whole + more;
            for (int k = 0; k < count; k++)
                strcat(json, cases[i].unit);
            strcat(json, "\"}");
            for (int k = 0; k < count && k < cases[i].whole; k++)
                strcat(expected, cases[i].shown);
            bool is_whole = count < cases[i].whole || (count == cases[i].whole && cases[i].fills);
            strcat(expected, is_whole ? "\" != 1\n" : "\"... != 1\n");
            assert_diff(f, json, "{\"a\": 1}", expected);
        }
    assert_diff(f, "[[1111111111, 2222222222, 3333333333, 4444444444, 5555555555, 666666666, 7]]", "[0]",
                "[0]: [1111111111,2222222222,3333333333,4444444444,5555555555,6666... != 0\n");
    assert_diff(f, "[[\"111111111122222222223333333333444444444455555555556666\", 7, 8]]", "[0]",
                "[0]: [\"111111111122222222223333333333444444444455555555556666\",7,... != 0\n");
}

/* The path is cut to fit, by whole parts. */
static void long_paths_are_cut(void **state)
{
    fixture *f = *state;
    char key[300], a[2048], b[2048], expected[1024];
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = 0;
    for (int last = 0; last < 2; last++) {
        int length = TLB_PATH_MAX - 1 - (int)sizeof key - !last;
        snprintf(a, sizeof a, "{\"%s\": {\"%.*s\": {\"x\": 1}}}", key, length, key);
        snprintf(b, sizeof b, "{\"%s\": {\"%.*s\": {\"x\": 2}}}", key, length, key);
        snprintf(expected, sizeof expected, "%s.%.*s: 1 != 2\n", key, length, key);
        assert_diff(f, a, b, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_of_each_kind_differ, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_one_lacks_is_absent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_are_found_by_their_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_values_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_paths_are_cut, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
