/* Assignments as JSON, and what is said of those that are none. */
#include "one_arena.h"

#include "base/json.h"
#include "base/value.h"
#include "layout/directions.h"

#include <stdio.h>
#include <string.h>

static tlb_status take(fixture *f, const char *const *assignments, tlb_value **changes)
{
    size_t count = 0;
    while (assignments[count])
        count++;
    tlb_diagnostics_clear(f->context);
    return tlb_assignments_json(f->context, &f->arena, assignments, count, changes);
}

static void assert_json(fixture *f, const char *const *assignments, const char *expected)
{
    tlb_value *changes;
    tlb_buffer text = {.account = f->context->account};
    tlb_json json = {.out = &text, .compact = true};
    assert_int_equal(take(f, assignments, &changes), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    tlb_value_write(&json, NULL, changes);
    tlb_buffer_byte(&text, 0);
    assert_string_equal((const char *)text.data, expected);
    tlb_buffer_free(&text);
}

#define JSON(expected, ...) assert_json(f, (const char *const[]){__VA_ARGS__, NULL}, expected)

static void paths_become_objects(void **state)
{
    fixture *f = *state;
    JSON("{\"a\":\"1\"}", "a=1");
    JSON("{\"a\":\"\"}", "a=");
    JSON("{\"a\":\"b=c\"}", "a=b=c");
    JSON("{\"a\":{\"b\":{\"c\":\"x\",\"d\":\"y\"}}}", "a.b.c=x", "a.b.d=y");
    JSON("{\"a\":{\"3\":{\"b\":\"x\"},\"12\":\"y\"}}", "a[3].b=x", "a[12]=y");
    JSON("{\"a\":{\"1\":{\"2\":\"x\"}}}", "a[1][2]=x");
    JSON("{\"a\":{\"7\":\"x\"}}", "a[007]=x");
}

static void values_may_be_json(void **state)
{
    fixture *f = *state;
    JSON("{\"a\":null}", "a=null");
    JSON("{\"a\":\"nul\"}", "a=nul");
    JSON("{\"a\":[1,2]}", "a=[1, 2]");
    JSON("{\"a\":{\"b\":true}}", "a={\"b\": true}");
    JSON("{\"a\":\"x y\"}", "a=\"x y\"");
    JSON("{\"a\":\"true\"}", "a=true");
    JSON("{\"a\":{\"b\":{\"c\":1},\"d\":\"2\"}}", "a={\"b\": {\"c\": 1}}", "a.d=2");
    JSON("{\"a\":{\"b\":{\"c\":1,\"d\":\"2\"}}}", "a={\"b\": {\"c\": 1}}", "a.b.d=2");
}

static void ranges_and_new_elements_are_lists(void **state)
{
    fixture *f = *state;
    JSON("{\"a\":{\"+\":[\"x\",\"y\"]}}", "a[+]=x", "a[+]=y");
    JSON("{\"a\":{\"3\":7,\"4\":8,\"5\":\"z\"}}", "a[3..5]=[7, 8, \"z\"]");
    JSON("{\"a\":{\"3\":7}}", "a[3..3]=[7]");
    JSON("{\"a\":{\"b\":{\"+\":[[1]]}}}", "a.b[+]=[1]");
}

static void what_is_no_assignment_is_told(void **state)
{
    static const char whole[] = "expected PATH=VALUE, as in details[0].minPixels=250";
    static const char index[] = "expected [INDEX], [FIRST..LAST] or [+]";
    static const struct {
        const char *assignments[2], *reason;
    } wrong[] = {
        {{""}, whole},
        {{"=1"}, whole},
        {{"a"}, whole},
        {{".a=1"}, whole},
        {{"a..b=1"}, whole},
        {{"a.=1"}, whole},
        {{"[1]=1"}, whole},
        {{"a[1"}, index},
        {{"a[]=1"}, index},
        {{"a[x]=1"}, index},
        {{"a[1x]=1"}, index},
        {{"a[-1]=1"}, index},
        {{"a[++]=1"}, index},
        {{"a[1..]=1"}, index},
        {{"a[1.2]=1"}, index},
        {{"a[1..2x]=[1, 2]"}, index},
        {{"a[2..1]=[]"}, index},
        {{"a[1]b=1"}, "expected ., [ or = after ]"},
        {{"a[+].b=1"}, "[+] and ranges are the end of a path"},
        {{"a[1..2].b=1"}, "[+] and ranges are the end of a path"},
        {{"a[1..2][3]=1"}, "[+] and ranges are the end of a path"},
        {{"a=1", "a=2"}, "it is set by another assignment"},
        {{"a=1", "a.b=2"}, "a part of it is set by another assignment"},
        {{"a[+]=1", "a[+].b=2"}, "[+] and ranges are the end of a path"},
        {{"a.b=1", "a=2"}, "it is set by another assignment"},
        {{"a={\"b\": 1}", "a.b=2"}, "it is set by another assignment"},
        {{"a[1]=1", "a[0..1]=[1, 2]"}, "it is set by another assignment"},
        {{"a[0..1]=[1]"}, "expected an array of 2 values"},
        {{"a[0..1]=[1, 2, 3]"}, "expected an array of 2 values"},
        {{"a[3..7]=x"}, "expected an array of 5 values"},
        {{"a=\xff"}, "the value is not UTF-8"},
        {{"a=[1,"}, "column 4 of the value: "},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *all[] = {wrong[i].assignments[0], wrong[i].assignments[1], NULL};
        const char *last = all[1] ? all[1] : all[0];
        char said[256];
        tlb_value *changes;
        assert_int_equal(take(f, all, &changes), TLB_INVALID);
        assert_null(changes);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, 0);
        assert_int_equal(d->code, TLB_CODE_BAD_EDIT);
        snprintf(said, sizeof said, "%s%s%s", last, *last ? ": " : "", wrong[i].reason);
        if (strncmp(d->message, said, strlen(said)) != 0)
            fail_msg("%s, expected %s", d->message, said);
    }
}

/* All of them are told; the path has 511 characters at most, of which 200 are shown. */
static void all_faults_are_told(void **state)
{
    fixture *f = *state;
    tlb_value *changes;
    assert_int_equal(take(f, (const char *const[]){"a", "b=1", "c", NULL}, &changes), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    char text[600];
    for (size_t size = TLB_PATH_MAX - 1; size <= TLB_PATH_MAX; size++) {
        memset(text, 'k', sizeof text);
        strcpy(text + size, "=1");
        tlb_status status = take(f, (const char *const[]){text, NULL}, &changes);
        assert_int_equal(status, size < TLB_PATH_MAX ? TLB_OK : TLB_INVALID);
    }
    char said[256];
    snprintf(said, sizeof said, "%.200s: the path is too long", text);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths_become_objects, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_may_be_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ranges_and_new_elements_are_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_assignment_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_faults_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
