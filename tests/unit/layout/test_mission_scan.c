/* What texts of missions are made of: words, strings, names of fields, values and code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "layout/mission.h"

/* A copy that ends where its memory does, so that nothing is read beyond it. */
typedef struct copied {
    char *data, *end;
} copied;

static copied copy_of(const char *text)
{
    size_t size = strlen(text);
    char *data = malloc(size ? size : 1);
    assert_non_null(data);
    memcpy(data, text, size);
    return (copied){data, data + size};
}

enum { NONE = -1 };

static int place(copied text, const char *at)
{
    return at ? (int)(at - text.data) : NONE;
}

static void blanks_lines_and_comments_are_passed_over(void **state)
{
    static const struct {
        const char *text;
        int end;
    } cases[] = {
        {"", 0},
        {"a", 0},
        {" \t\r\n a", 5},
        {"// x\n// y\ra", 10},
        {"/* * / */a", 9},
        {"/**/a", 4},
        {"/*/ a", 5},
        {"/* x", 4},
        {"// x", 4},
        {"/", 0},
        {" / /", 1},
        {"/x", 0},
        {"/* a */ // b\n /* c */d", 21},
        {"/*", 2},
        {"/* *", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied text = copy_of(cases[i].text);
        assert_int_equal(place(text, tlb_mission_skip(text.data, text.end)), cases[i].end);
        free(text.data);
    }
}

static void words_are_letters_digits_and_underscores(void **state)
{
    static const char all[] = "azAZ09_";
    static const char *const none[] = {"`", "{", "@", "[", "/", ":", "-", "$", "\x80", " ", ""};
    (void)state;
    copied text = copy_of(all);
    assert_int_equal(place(text, tlb_mission_skip_word(text.data, text.end)), sizeof all - 1);
    free(text.data);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        text = copy_of(none[i]);
        assert_int_equal(place(text, tlb_mission_skip_word(text.data, text.end)), 0);
        free(text.data);
    }
}

static void strings_end_in_their_line(void **state)
{
    static const struct {
        const char *text;
        int end;
    } cases[] = {{"\"\"x", 2},      {"'a\"b'", 5},     {"\"a\\\"b\" c", 6}, {"\"a\\\\\" \"", 5},
                 {"\"a", NONE},     {"\"a\n\"", NONE}, {"\"a\r\"", NONE},   {"\"a\\", NONE},
                 {"\"a\\\"", NONE}, {"\"", NONE}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied text = copy_of(cases[i].text);
        assert_int_equal(place(text, tlb_mission_skip_string(text.data, text.end)), cases[i].end);
        free(text.data);
    }
}

/* A type may be before the name, and indices after it. */
static void names_of_fields_are_before_a_sign(void **state)
{
    static const struct {
        const char *text;
        int name, end;
    } cases[] = {
        {"a=", 0, 1},         {"a = 1", 0, 1},          {"int a = 1", 4, 5},
        {"a[0] = 1", 0, 4},   {"a [0] [x+1] =", 0, 11}, {"int a[0]=", 4, 8},
        {"a == 1", 0, NONE},  {"a", 0, NONE},           {"a b c = 1", 0, NONE},
        {"a[0 = 1", 0, NONE}, {"a[0) = 1", 0, NONE},    {"= 1", 0, NONE},
        {"a()", 0, NONE},     {"a /* = */ = 1", 0, 1},  {"", 0, NONE},
        {"$a = 1", 0, NONE},  {"a[\"]\"] = 1", 0, 6},   {"int // x\n a=", 10, 11},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied text = copy_of(cases[i].text);
        const char *name;
        int end = place(text, tlb_mission_skip_name(text.data, text.end, &name));
        assert_int_equal(end, cases[i].end);
        if (end != NONE)
            assert_int_equal(place(text, name), cases[i].name);
        free(text.data);
    }
}

/* Up to what ends the statement or the brackets around it. */
static void values_end_before_what_they_did_not_open(void **state)
{
    static const struct {
        const char *text;
        int end, last;
    } cases[] = {
        {"1;", 1, 1},        {"a + b ;", 6, 5},  {"f(x; y) ;", 8, 7},
        {"a)", 1, 1},        {"a]", 1, 1},       {"a}", 1, 1},
        {"(a]) ;", 3, 3},    {"{a[1]} ;", 7, 6}, {"\"a;b\" // ;\n;", 11, 5},
        {"'a;' @ b;", 8, 8}, {";", 0, 0},        {" ;", 1, 0},
        {"a", 1, 1},         {"(a", NONE, 0},    {"\"a", NONE, 0},
        {"", 0, 0},          {"a  ", 3, 1},      {"((a)", NONE, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied text = copy_of(cases[i].text);
        const char *last;
        int end = place(text, tlb_mission_skip_value(text.data, text.end, &last));
        assert_int_equal(end, cases[i].end);
        if (end != NONE)
            assert_int_equal(place(text, last), cases[i].last);
        free(text.data);
    }
}

static void code_is_one_statement(void **state)
{
    static const struct {
        const char *text;
        int end;
    } cases[] = {
        {"f(1); g();", 5},
        {"if (a) { b; c; } d;", 16},
        {"x { } ;y", 7},
        {"x { } // ;\n;y", 12},
        {"x { } y;", 5},
        {"f(\";\"); g", 7},
        {"f(';}', 2); g", 11},
        {"a // ;\n; b", 8},
        {"a /* ; */ b; c", 12},
        {"a \"b\n; c", 6},
        {"a }", 2},
        {"} a", 1},
        {"a", 1},
        {"a ) ; b", 5},
        {"(a;b", 4},
        {"a; ;", 2},
        {"f(a[1], {2}) ; b", 14},
        {"x {}", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied text = copy_of(cases[i].text);
        assert_int_equal(place(text, tlb_mission_skip_code(text.data, text.end)), cases[i].end);
        free(text.data);
    }
}

/* What is known without running a script. */
static void plain_values_are_told_from_expressions(void **state)
{
    static const struct {
        tlb_mission_kind kind;
        const char *text;
        bool is_plain;
    } cases[] = {
        {TLB_MISSION_STRING, "a b", true},  {TLB_MISSION_TAGGED, "a b", true},
        {TLB_MISSION_CODE, "a", false},     {TLB_MISSION_BARE, "word_1", true},
        {TLB_MISSION_BARE, "-1.5e3", true}, {TLB_MISSION_BARE, "+2.5", true},
        {TLB_MISSION_BARE, "+", false},     {TLB_MISSION_BARE, "a + b", false},
        {TLB_MISSION_BARE, "$a", false},    {TLB_MISSION_BARE, "1.5x", false},
        {TLB_MISSION_BARE, "--1", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_mission_field field = {.kind = cases[i].kind};
        field.value = (tlb_text){cases[i].text, (uint32_t)strlen(cases[i].text)};
        assert_int_equal(tlb_mission_is_plain(&field), cases[i].is_plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_lines_and_comments_are_passed_over),
        cmocka_unit_test(words_are_letters_digits_and_underscores),
        cmocka_unit_test(strings_end_in_their_line),
        cmocka_unit_test(names_of_fields_are_before_a_sign),
        cmocka_unit_test(values_end_before_what_they_did_not_open),
        cmocka_unit_test(code_is_one_statement),
        cmocka_unit_test(plain_values_are_told_from_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
