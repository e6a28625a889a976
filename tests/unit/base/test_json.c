/* The JSON writer, and value trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/json_read.h"
#include "base/context.h"
#include "base/number.h"
#include "base/value.h"

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_buffer out;
    tlb_json json;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    f.out.account = f.context->account;
    f.json.out = &f.out;
    tlb_arena_init(&f.arena, f.context->account);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_buffer_free(&f->out);
    tlb_arena_release(&f->arena);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

/* Compares what was written so far and starts anew. */
static void assert_written(fixture *f, const char *expected)
{
    tlb_buffer_byte(&f->out, 0);
    assert_int_equal(f->out.status, TLB_OK);
    assert_string_equal((char *)f->out.data, expected);
    f->out.size = 0;
}

static void write_sample(tlb_json *json)
{
    tlb_json_open(json, NULL, '{', false);
    tlb_json_unsigned(json, "version", UINT64_MAX);
    tlb_json_open(json, "row", '{', true);
    tlb_json_integer(json, "a", -1);
    tlb_json_open(json, "b", '[', false);
    tlb_json_bool(json, NULL, true);
    tlb_json_null(json, NULL);
    tlb_json_close(json);
    tlb_json_close(json);
    tlb_json_open(json, "numbers", '[', false);
    for (unsigned i = 0; i < 5; i++) {
        if (i % 2 == 0)
            tlb_json_line(json);
        tlb_json_unsigned(json, NULL, i);
    }
    tlb_json_close(json);
    tlb_json_open(json, "rows", '[', false);
    for (unsigned i = 0; i < 2; i++) {
        tlb_json_open(json, NULL, '[', true);
        tlb_json_real(json, NULL, 0.5);
        tlb_json_single(json, NULL, 0.1f);
        tlb_json_close(json);
    }
    tlb_json_close(json);
    tlb_json_open(json, "empty", '[', false);
    tlb_json_close(json);
    tlb_json_base64(json, "bytes", "foobar", 6);
    tlb_json_close(json);
}

static void layout_is_one_member_a_line(void **state)
{
    fixture *f = *state;
    write_sample(&f->json);
    assert_written(f, "{\n"
                      " \"version\": 18446744073709551615,\n"
                      " \"row\": {\"a\": -1, \"b\": [true, null]},\n"
                      " \"numbers\": [\n"
                      "  0, 1,\n"
                      "  2, 3,\n"
                      "  4\n"
                      " ],\n"
                      " \"rows\": [\n"
                      "  [0.5, 0.1],\n"
                      "  [0.5, 0.1]\n"
                      " ],\n"
                      " \"empty\": [],\n"
                      " \"bytes\": \"Zm9vYmFy\"\n"
                      "}\n");
    f->json.compact = true;
    write_sample(&f->json);
    assert_written(
        f, "{\"version\":18446744073709551615,\"row\":{\"a\":-1,\"b\":[true,null]},\"numbers\":[0,1,2,3,4],"
           "\"rows\":[[0.5,0.1],[0.5,0.1]],\"empty\":[],\"bytes\":\"Zm9vYmFy\"}");
}

/* A number follows what is before it, be that a list, or a line that nothing was written in. */
static void numbers_follow_lists(void **state)
{
    fixture *f = *state;
    tlb_json_open(&f->json, NULL, '[', false);
    tlb_json_unsigned(&f->json, NULL, 1);
    tlb_json_open(&f->json, NULL, '[', false);
    tlb_json_unsigned(&f->json, NULL, 2);
    tlb_json_line(&f->json);
    tlb_json_close(&f->json);
    tlb_json_unsigned(&f->json, NULL, 3);
    tlb_json_close(&f->json);
    assert_written(f, "[\n 1,\n [\n  2\n ], 3\n]\n");
    tlb_json_open(&f->json, NULL, '[', false);
    tlb_json_integer(&f->json, NULL, -1);
    tlb_json_single(&f->json, NULL, 0.5f);
    tlb_json_real(&f->json, NULL, 0.25);
    tlb_json_close(&f->json);
    assert_written(f, "[\n -1, 0.5, 0.25\n]\n");
}

static void text_is_escaped(void **state)
{
    fixture *f = *state;
    static const char plain[] = "\" \\ / \b\f\n\r\t \x01 \x1f \x7f \xc3\xa4 \xf0\x9f\x90\x8c";
    tlb_json_text(&f->json, NULL, plain, sizeof plain - 1);
    assert_written(f, "\"\\\" \\\\ / \\b\\f\\n\\r\\t \\u0001 \\u001f \\u007f \xc3\xa4 \xf0\x9f\x90\x8c\"");
    tlb_json_text(&f->json, NULL, NULL, 0);
    assert_written(f, "\"\"");
    tlb_json_text(&f->json, NULL, "w\xe4nde\0", 6);
    assert_written(f, "{\"latin1\": \"w\xc3\xa4nde\\u0000\"}");
    /* C1, direction, separators of lines, no width: as JSON, not as they are. */
    tlb_json_text(&f->json, NULL,
                  "\xc2\x9b\xc2\xa0\xe2\x80\xae\xe2\x80\xaf\xe2\x81\xa9\xd8\x9c\xe2\x80\x8b\xf3\xa0\x81\x81",
                  22);
    assert_written(f, "\"\\u009b\xc2\xa0\\u202e\xe2\x80\xaf\\u2069\\u061c\\u200b\\udb40\\udc41\"");
    f->json.compact = true;
    tlb_json_text(&f->json, NULL, "\xff", 1);
    assert_written(f, "{\"latin1\":\"\xc3\xbf\"}");
    tlb_json_open(&f->json, NULL, '{', false);
    tlb_json_null(&f->json, "a \"key\"\n");
    tlb_json_null(&f->json, "\xe4");
    tlb_json_close(&f->json);
    assert_written(f, "{\"a \\\"key\\\"\\n\":null,\"\xc3\xa4\":null}");
}

/* Each byte at each place of names of each length, within what is looked at at once and after it. */
static void every_byte_is_seen_wherever_it_stands(void **state)
{
    fixture *f = *state;
    enum { MOST = 19 };
    static const char letters[32] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    for (int byte = 1; byte < 256; byte++)
        for (int size = 1; size <= MOST; size++)
            for (int at = 0; at < size; at++) {
                char text[MOST + 1], spelled[8], expected[64];
                memset(text, '!', sizeof text);
                text[at] = (char)byte;
                bool escaped = byte == '"' || byte == '\\' || (byte < 32 && letters[byte]);
                bool coded = byte < 32 || (byte > 126 && byte < 160) || byte == 0xad;
                snprintf(spelled, sizeof spelled,
                         escaped      ? "\\%c"
                         : coded      ? "\\u%04x"
                         : byte < 128 ? "%c"
                                      : "\xc3%c",
                         escaped && byte < 32 ? letters[byte]
                         : byte < 0xc0        ? byte
                                              : byte - 0x40);
                if (byte >= 160 && byte < 0xc0 && !coded)
                    spelled[0] = '\xc2';
                snprintf(expected, sizeof expected,
                         byte < 128 ? "\"%.*s%s%.*s\"" : "{\"latin1\": \"%.*s%s%.*s\"}", at, text, spelled,
                         size - at - 1, text + at + 1);
                tlb_json_text(&f->json, NULL, text, (size_t)size);
                assert_written(f, expected);
            }
}

static bool append(void *user, const void *data, size_t size)
{
    tlb_buffer_append(user, data, size);
    return true;
}

static void long_text_and_bytes_go_through_a_sink_in_pieces(void **state)
{
    fixture *f = *state;
    enum { SIZE = 200000 };
    char *text = tlb_alloc(&f->arena, SIZE);
    memset(text, '\n', SIZE);
    tlb_buffer piecewise = {.account = f->context->account, .flush = append, .user = &f->out};
    f->json.out = &piecewise;
    tlb_json_text(&f->json, NULL, text, SIZE);
    tlb_buffer_finish(&piecewise);
    assert_int_equal(f->out.size, 2 * SIZE + 2);
    assert_memory_equal(f->out.data + 2 * SIZE - 3, "\\n\\n\"", 5);
    f->out.size = 0;
    tlb_json_base64(&f->json, NULL, text, SIZE);
    tlb_buffer_finish(&piecewise);
    assert_int_equal(f->out.size, (SIZE + 2) / 3 * 4 + 2);
    assert_memory_equal(f->out.data + f->out.size - 9, "CgoKCgo=\"", 9);
    /* No character is cut where a piece ends. */
    for (int before = 0; before < 4; before++) {
        memset(text, 'a', SIZE);
        for (int at = before; at + 4 <= SIZE; at += 4)
            memcpy(text + at, "\xf0\x9f\x90\x8c", 4);
        f->out.size = 0;
        tlb_json_text(&f->json, NULL, text, SIZE);
        tlb_buffer_finish(&piecewise);
        assert_int_equal(f->out.size, SIZE + 2);
        assert_memory_equal(f->out.data + 1, text, SIZE);
    }
    tlb_buffer_free(&piecewise);
}

static float single_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double real_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void values_without_a_number_have_spellings(void **state)
{
    fixture *f = *state;
    static const struct {
        uint32_t bits;
        const char *text;
    } singles[] = {
        {0x7fc00000, "\"nan\""},
        {0xffc00000, "\"nan:ffc00000\""},
        {0x7f800001, "\"nan:7f800001\""},
        {0x7f800000, "\"inf\""},
        {0xff800000, "\"-inf\""},
        {0x80000000, "-0.0"},
        {0x00000000, "0"},
        {0x3f800000, "1"},
        {0x4b7fffff, "16777215"},
    };
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        tlb_json_single(&f->json, NULL, single_of(singles[i].bits));
        assert_written(f, singles[i].text);
    }
    static const struct {
        uint64_t bits;
        const char *text;
    } reals[] = {
        {UINT64_C(0x7ff8000000000000), "\"nan\""}, {UINT64_C(0x7ff0000000000001), "\"nan:7ff0000000000001\""},
        {UINT64_C(0x7ff0000000000000), "\"inf\""}, {UINT64_C(0xfff0000000000000), "\"-inf\""},
        {UINT64_C(0x8000000000000000), "-0.0"},    {UINT64_C(0xbff8000000000000), "-1.5"},
    };
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        tlb_json_real(&f->json, NULL, real_of(reals[i].bits));
        assert_written(f, reals[i].text);
    }
}

static void assert_single_comes_back(fixture *f, uint32_t bits)
{
    tlb_json_single(&f->json, NULL, single_of(bits));
    double read;
    const char *text = (const char *)f->out.data, *end = text + f->out.size;
    assert_ptr_equal(tlb_read_f64(text, end, &read), end);
    float back = (float)read;
    assert_memory_equal(&back, &bits, sizeof bits);
    f->out.size = 0;
}

static void singles_come_back_through_a_double(void **state)
{
    fixture *f = *state;
    tlb_json_single(&f->json, NULL,
                    7.038531e-26f); /* the shortest decimal is halfway between two as a double */
    assert_written(f, "7.038530691851209e-26");
    assert_single_comes_back(f, 1);
    assert_single_comes_back(f, 0x7f7fffff);
    uint32_t bits = 1;
    for (int i = 0; i < 200000; i++) {
        bits = bits * 1664525 + 1013904223;
        if (isfinite(single_of(bits)))
            assert_single_comes_back(f, bits);
    }
}

static void nesting_has_an_end(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < 1000; i++)
        tlb_json_open(&f->json, NULL, '[', false);
    for (int i = 0; i < 1000; i++)
        tlb_json_close(&f->json);
    assert_int_equal(f->out.status, TLB_LIMIT);
}

static void values_are_built_read_and_written(void **state)
{
    fixture *f = *state;
    tlb_value *root = tlb_value_table(&f->arena);
    tlb_value_add_text(&f->arena, root, "format", "dif");
    tlb_value_add_bool(&f->arena, root, "closed", true);
    tlb_value_add_integer(&f->arena, root, "count", -3);
    tlb_value_add_real(&f->arena, root, "scale", 0.1);
    tlb_value_add_singles(&f->arena, root, "low", (float[]){0.1f, -0.0f, 3}, 3);
    tlb_value *textures = tlb_value_add_list(&f->arena, root, "textures");
    tlb_value_add_bytes_text(&f->arena, textures, NULL, (tlb_text){"a", 1});
    tlb_value_add_bytes_text(&f->arena, textures, NULL, (tlb_text){"\xff", 1});
    tlb_value *details = tlb_value_add_list(&f->arena, root, "details");
    tlb_value *detail = tlb_value_add_table(&f->arena, details, NULL);
    tlb_value_add_integer(&f->arena, detail, "surfaces", 12);
    tlb_value_add_single(&f->arena, detail, "radius", 0.2f);
    assert_null(tlb_value_add_table(&f->arena, NULL, "nowhere"));
    tlb_value_add_text(&f->arena, NULL, "nowhere", "text");

    assert_int_equal(tlb_value_get(root, "count")->as.integer, -3);
    assert_null(tlb_value_get(root, "missing"));
    assert_null(tlb_value_get(NULL, "count"));
    assert_null(tlb_value_get(textures, "count"));

    tlb_value_write(&f->json, NULL, root);
    assert_written(f, "{\n"
                      " \"format\": \"dif\",\n"
                      " \"closed\": true,\n"
                      " \"count\": -3,\n"
                      " \"scale\": 0.1,\n"
                      " \"low\": [0.1, -0.0, 3],\n"
                      " \"textures\": [\n"
                      "  \"a\",\n"
                      "  {\"latin1\": \"\xc3\xbf\"}\n"
                      " ],\n"
                      " \"details\": [\n"
                      "  {\"surfaces\": 12, \"radius\": 0.2}\n"
                      " ]\n"
                      "}\n");
}

/* Of members with the same key the last is one. */
static void the_last_of_equal_keys_counts(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *text;
        uint32_t first, last; /* nodes: the first that is a member, the one called "a" */
    } tables[] = {{"{\"a\":1}", 1, 1},
                  {"{\"a\":1,\"a\":2}", 2, 2},
                  {"{\"a\":1,\"b\":2,\"a\":3}", 2, 3},
                  {"{\"b\":1,\"a\":2,\"a\":3,\"a\":4,\"c\":5}", 1, 4}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        tlb_json_tree tree;
        tlb_json_error error;
        tlb_bytes text = {(const uint8_t *)tables[i].text, strlen(tables[i].text)};
        assert_int_equal(tlb_json_parse(f->context, &f->arena, text, &tree, &error), TLB_OK);
        assert_ptr_equal(tlb_json_first(&tree, tree.nodes), &tree.nodes[tables[i].first]);
        const tlb_json_node *member = tlb_json_member(&tree, tree.nodes, "a");
        assert_ptr_equal(member, &tree.nodes[tables[i].last]);
        assert_false(member->covered);
        assert_int_equal(member->twice, i > 0);
    }
}

static void a_deep_tree_ends_the_writing(void **state)
{
    fixture *f = *state;
    tlb_value *root = tlb_value_table(&f->arena);
    tlb_value *at = root;
    for (int i = 0; i < TLB_JSON_DEPTH; i++)
        at = tlb_value_add_table(&f->arena, at, "in");
    tlb_value_write(&f->json, NULL, root);
    assert_int_equal(f->out.status, TLB_LIMIT);
}

/* What is between quotation marks, as a text of its own. */
static tlb_status read_string(fixture *f, const char *spelled, tlb_text *text)
{
    tlb_json_tree tree;
    tlb_json_error error;
    char *document = tlb_arena_printf(&f->arena, "\"%s\"", spelled);
    tlb_bytes bytes = {(const uint8_t *)document, strlen(document)};
    tlb_status status = tlb_json_parse(f->context, &f->arena, bytes, &tree, &error);
    *text = status ? (tlb_text){0} : tlb_json_string(&tree, tree.nodes, &f->arena);
    return status;
}

static void escapes_are_characters(void **state)
{
    fixture *f = *state;
    static const char *const escapes[][2] = {
        {"\\u0001", "\x01"},
        {"\\u007f", "\x7f"},
        {"\\u0080", "\xc2\x80"},
        {"\\u07ff", "\xdf\xbf"},
        {"\\u0800", "\xe0\xa0\x80"},
        {"\\ud7ff", "\xed\x9f\xbf"},
        {"\\uE000", "\xee\x80\x80"},
        {"\\uffFF", "\xef\xbf\xbf"},
        {"\\u9aAf", "\xe9\xaa\xaf"},
        {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
        {"\\udbff\\udfff!", "\xf4\x8f\xbf\xbf!"},
        /* Halves of no pair. */
        {"\\ud800", "\xef\xbf\xbd"},
        {"\\udfff", "\xef\xbf\xbd"},
        {"\\ud800\\n", "\xef\xbf\xbd\n"},
        {"\\ud800xu0041", "\xef\xbf\xbdxu0041"},
        {"\\udc00\\udc00", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\\ud800\\udbff", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\\ud800\\ue000", "\xef\xbf\xbd\xee\x80\x80"},
        {" \\\"\\\\\\/\\b\\f\\n\\r\\t", " \"\\/\b\f\n\r\t"},
    };
    tlb_text text;
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        assert_int_equal(read_string(f, escapes[i][0], &text), TLB_OK);
        assert_string_equal(text.data, escapes[i][1]);
        assert_int_equal(text.size, strlen(escapes[i][1]));
    }
    static const char *const wrong[] = {"\x1f",    "\\u004",  "\\u004g", "\\u004G", "\\u004/",
                                        "\\u004:", "\\u004@", "\\u004`", "\\x41",   "\\"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_string(f, wrong[i], &text), TLB_INVALID);
}

/* Before anything of it is read. */
static void documents_of_4_gib_are_refused(void **state)
{
    fixture *f = *state;
    static const uint8_t bytes[16] = {0xff};
    for (int i = 0; i < 2; i++) {
        tlb_json_tree tree;
        tlb_json_error error;
        tlb_bytes text = {bytes, (size_t)UINT32_MAX - 1 + (size_t)i};
        assert_int_equal(tlb_json_parse(f->context, &f->arena, text, &tree, &error), TLB_INVALID);
        assert_string_equal(error.message, i ? "the text has 4 GiB or more" : "invalid UTF-8");
    }
}

static tlb_status load(fixture *f, const char *text)
{
    tlb_value *value;
    tlb_json_error error;
    return tlb_json_load(f->context, &f->arena, (tlb_bytes){(const uint8_t *)text, strlen(text)}, &value,
                         &error);
}

static void keys_have_no_nul(void **state)
{
    fixture *f = *state;
    assert_int_equal(load(f, "{\"a\\u0000\": 1}"), TLB_INVALID);
    assert_int_equal(load(f, "{\"a\\n\\u0000b\": 1}"), TLB_INVALID);
    assert_int_equal(load(f, "{\"a\\\\u0000\": 1}"), TLB_OK); /* a backslash, u, and zeros */
    assert_int_equal(load(f, "{\"a\\u0001\": 1}"), TLB_OK);
}

static void numbers_are_not_too_large(void **state)
{
    fixture *f = *state;
    assert_int_equal(load(f, "1e308"), TLB_OK);
    assert_int_equal(load(f, "1e309"), TLB_INVALID);
    assert_int_equal(load(f, "[0, -1E309]"), TLB_INVALID);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(layout_is_one_member_a_line),
        TEST(numbers_follow_lists),
        TEST(text_is_escaped),
        TEST(every_byte_is_seen_wherever_it_stands),
        TEST(long_text_and_bytes_go_through_a_sink_in_pieces),
        TEST(values_without_a_number_have_spellings),
        TEST(singles_come_back_through_a_double),
        TEST(nesting_has_an_end),
        TEST(values_are_built_read_and_written),
        TEST(the_last_of_equal_keys_counts),
        TEST(a_deep_tree_ends_the_writing),
        TEST(escapes_are_characters),
        TEST(documents_of_4_gib_are_refused),
        TEST(keys_have_no_nul),
        TEST(numbers_are_not_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
