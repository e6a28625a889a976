/* What is no JSON: where it is seen, and what is said. */
#include "one_arena.h"

#include "base/json_read.h"

#include <string.h>

static void mistakes_are_named_where_they_are(void **state)
{
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {"", "expected a value", 0},
        {" \t\r\n", "expected a value", 4},
        {"x", "expected a value", 0},
        {"+1", "expected a value", 0},
        {".5", "expected a value", 0},
        {"tru", "expected a value", 0},
        {"falsy", "expected a value", 0},
        {"[nul]", "expected a value", 1},
        {"-", "expected a digit", 1},
        {"-x", "expected a digit", 1},
        {"1.", "expected a digit", 2},
        {"[1.]", "expected a digit", 3},
        {"1.e5", "expected a digit", 2},
        {"1e", "expected a digit", 2},
        {"1E+", "expected a digit", 3},
        {"[1e-]", "expected a digit", 4},
        {"01", "text after the end of the value", 1},
        {"-00", "text after the end of the value", 2},
        {"1 1", "text after the end of the value", 2},
        {"truer", "text after the end of the value", 4},
        {"\"a", "the text ends inside a string", 2},
        {"\"a\\\"", "the text ends inside a string", 4},
        {"\"\\", "unknown escape sequence", 2},
        {"\"\\x\"", "unknown escape sequence", 2},
        {"\"\\u123\"", "expected four hexadecimal digits after \\u", 6},
        {"\"\\u12", "expected four hexadecimal digits after \\u", 5},
        {"\"\\u12g4\"", "expected four hexadecimal digits after \\u", 5},
        {"\"a\x1f\"", "control character in a string", 2},
        {"[", "the text ends inside a value", 1},
        {"[1", "the text ends inside a value", 2},
        {"[1,", "the text ends inside a value", 3},
        {"[1,]", "expected a value", 3},
        {"[,1]", "expected a value", 1},
        {"[1 2]", "expected \",\" or \"]\"", 3},
        {"[1}", "expected \",\" or \"]\"", 2},
        {"{", "the text ends inside a value", 1},
        {"{1: 2}", "expected a key", 1},
        {"{\"a\": 1,}", "expected a key", 8},
        {"{\"a\": 1, ", "the text ends inside a value", 9},
        {"{\"\\1}", "unknown escape sequence", 3},
        {"{\"a\"", "expected \":\"", 4},
        {"{\"a\" 1}", "expected \":\"", 5},
        {"{\"a\":", "expected a value", 5},
        {"{\"a\": 1]", "expected \",\" or \"}\"", 7},
        {"{\"a\": 1 \"b\": 2}", "expected \",\" or \"}\"", 8},
        {"\"\xff\"", "invalid UTF-8", 1},
        {"[\"\xc3\xa4\", \"\xc3\"]", "invalid UTF-8", 8},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_json_tree tree;
        tlb_json_error error;
        const tlb_bytes text = {(const uint8_t *)cases[i].text, strlen(cases[i].text)};
        tlb_status status = tlb_json_parse(f->context, &f->arena, text, &tree, &error);
        if (status != TLB_INVALID || strcmp(error.message, cases[i].message) != 0 ||
            error.offset != cases[i].offset)
            fail_msg("%s: %d, %zu, %s", cases[i].text, (int)status, error.offset,
                     error.message ? error.message : "nothing");
    }
}

static void all_that_is_json_is_taken(void **state)
{
    static const char *const texts[] = {"0",           "-0",
                                        " 10 ",        "0.5e10",
                                        "1E+0",        "1e-09",
                                        "-12.034",     "true",
                                        "\tfalse\r\n", "null",
                                        "\"\"",        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u09aF\\uAf90\"",
                                        "\"\x7f\"",    "[]",
                                        "[ ]",         "[ 1 , [ ] , { } ]",
                                        "{}",          "{ \"\" : { \"a\" : 0 } , \"b\":[]}"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tlb_json_tree tree;
        tlb_json_error error;
        const tlb_bytes text = {(const uint8_t *)texts[i], strlen(texts[i])};
        assert_int_equal(tlb_json_parse(f->context, &f->arena, text, &tree, &error), TLB_OK);
        assert_null(error.message);
    }
}

static void values_nest_to_a_depth(void **state)
{
    enum { MOST = 5 };
    fixture *f = *state;
    for (size_t depth = MOST; depth <= MOST + 1; depth++) {
        char text[2 * MOST + 3];
        tlb_json_tree tree;
        tlb_json_error error;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        const tlb_bytes bytes = {(const uint8_t *)text, 2 * depth};
        tlb_status status = tlb_json_parse_to(f->context, &f->arena, bytes, MOST, &tree, &error);
        assert_int_equal(status, depth > MOST ? TLB_INVALID : TLB_OK);
        if (status)
            assert_string_equal(error.message, "nested too deep");
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mistakes_are_named_where_they_are),
        TEST(all_that_is_json_is_taken),
        TEST(values_nest_to_a_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
