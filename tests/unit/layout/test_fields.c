/* Values at the ends of what their fields hold: numbers, names of fixed size, padding, text that is shown in
 * part. */
#include "one_arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/value.h"
#include "layout/directions.h"
#include "layout/fields.h"

typedef struct record {
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    float f32;
    double f64;
    char label[8];
    uint8_t pad[3];
    tlb_text text;
} record;

static void walk_record(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(record)))) {
        tlb_walk_no_memory(w);
        return;
    }
    record *x = *root;
    WALK(w, x, u8);
    WALK(w, x, u16);
    WALK(w, x, u32);
    WALK(w, x, i8);
    WALK(w, x, i16);
    WALK(w, x, i32);
    WALK(w, x, f32);
    WALK(w, x, f64);
    WALK_NAME(w, x, label);
    tlb_walk_zeros(w, "pad", x->pad, sizeof x->pad);
    walk_count(w, "length", &x->text.size, TLB_U16);
    tlb_walk_text(w, "text", &x->text);
}

static tlb_value *load(fixture *f, const char *text)
{
    tlb_value *value;
    tlb_json_error error;
    tlb_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(tlb_json_load(f->context, &f->arena, bytes, &value, &error), TLB_OK);
    return value;
}

static void zeros_are_told_from_others(void **state)
{
    static const uint8_t bytes[] = {0, 0, 1, 0, 0, 0};
    (void)state;
    assert_false(tlb_all_zero(bytes, 6));
    assert_false(tlb_all_zero(bytes, 3));
    assert_false(tlb_all_zero(bytes + 2, 1));
    assert_true(tlb_all_zero(bytes, 2));
    assert_true(tlb_all_zero(bytes + 3, 3));
    assert_true(tlb_all_zero(NULL, 0));
}

/* Each ends with a zero; the last one needs it, too. */
static void names_are_found_in_a_block(void **state)
{
    static const char block[] = "ab\0\0c\0de";
    tlb_text name;
    uint32_t next;
    (void)state;
    assert_true(tlb_names_in_block(block, 8, 0, &name, &next));
    assert_true(name.size == 2 && name.data == block && next == 3);
    assert_true(tlb_names_in_block(block, 8, 3, &name, &next));
    assert_true(name.size == 0 && next == 4);
    assert_true(tlb_names_in_block(block, 8, 4, &name, &next));
    assert_true(name.size == 1 && name.data == block + 4 && next == 6);
    assert_false(tlb_names_in_block(block, 8, 6, &name, &next));
    assert_false(tlb_names_in_block(block, 8, 8, &name, &next));
    assert_false(tlb_names_in_block(block, 8, UINT32_MAX, &name, &next));
    assert_false(tlb_names_in_block(NULL, 0, 0, &name, &next));
}

typedef struct padded {
    uint8_t pad[4];
    uint8_t size;
    tlb_bytes gap, rest;
} padded;

static void walk_padded(tlb_walk *w, void **root)
{
    padded *x = *root;
    tlb_walk_zeros(w, "pad", x->pad, sizeof x->pad);
    WALK(w, x, size);
    if (w->direction == WALK_READ)
        x->gap.size = x->size;
    tlb_walk_gap(w, "gap", &x->gap);
    tlb_walk_remaining(w, "rest", &x->rest);
}

/* Padding, a gap of a known size, and what is left: read, written, and mapped where there is any. */
static void gaps_are_kept(void **state)
{
    static const uint8_t file[] = {0, 0, 0, 7, 2, 'a', 'b', 'c', 'd', 'e'}, empty[5] = {0};
    static const struct {
        tlb_bytes file;
        const char *map;
    } cases[] = {{{file, sizeof file},
                  "0x00000000\t4\tpad\t(bytes)\n0x00000004\t1\tsize\t2\n"
                  "0x00000005\t2\tgap\t(bytes)\n0x00000007\t3\trest\t(bytes)\n"},
                 {{empty, sizeof empty}, "0x00000000\t4\tpad\t(bytes)\n0x00000004\t1\tsize\t0\n"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        padded x = {0};
        void *root = &x;
        tlb_walk reader = tlb_walk_reader(f->context, &f->arena, cases[i].file);
        walk_padded(&reader, &root);
        assert_int_equal(reader.status, TLB_OK);
        assert_ptr_equal(reader.at, reader.end);
        assert_memory_equal(x.pad, cases[i].file.data, 4);
        assert_int_equal(x.rest.size, cases[i].file.size - 5 - x.size);
        tlb_buffer out = {.account = f->context->account};
        tlb_walk writer = tlb_walk_writer(f->context, &out);
        walk_padded(&writer, &root);
        assert_int_equal(tlb_walk_finish(&writer), TLB_OK);
        assert_int_equal(out.size, cases[i].file.size);
        assert_memory_equal(out.data, cases[i].file.data, out.size);
        out.size = 0;
        assert_int_equal(tlb_map_document(f->context, walk_padded, &x, NULL, &out), TLB_OK);
        tlb_buffer_byte(&out, 0);
        assert_string_equal((const char *)out.data, cases[i].map);
        tlb_buffer_free(&out);
        padded built = {0};
        root = &built;
        const char *json =
            x.size ? "{\"pad\": \"AAAABw==\", \"size\": 2, \"gap\": \"YWI=\", \"rest\": \"Y2Rl\"}" : "{}";
        assert_int_equal(tlb_build_document(f->context, &f->arena, walk_padded, &root, load(f, json)),
                         TLB_OK);
        assert_memory_equal(built.pad, x.pad, 4);
        assert_int_equal(built.gap.size, x.gap.size);
        assert_int_equal(built.rest.size, x.rest.size);
        if (x.size)
            assert_memory_equal(built.rest.data, "cde", 3);
    }
}

static void each_type_is_dumped_once(void **state)
{
    fixture *f = *state;
    record x = {1, 2, 3000000000u, -4, -5, -6, 0.5f, 0.25, "name", {0}, {"text", 4}};
    tlb_buffer out = {.account = f->context->account};
    tlb_json json = {.out = &out, .compact = true};
    tlb_json_open(&json, NULL, '{', true);
    assert_int_equal(tlb_dump_document(f->context, walk_record, &x, NULL, &json), TLB_OK);
    tlb_json_close(&json);
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data,
                        "{\"u8\":1,\"u16\":2,\"u32\":3000000000,\"i8\":-4,\"i16\":-5,\"i32\":-6,\"f32\":0.5,"
                        "\"f64\":0.25,\"label\":\"name\",\"text\":\"text\"}");
    tlb_buffer_free(&out);
}

/* Words of edits: decimal or hexadecimal, and what is said of others. */
static void words_of_edits_are_numbers(void **state)
{
    static const struct {
        const char *word, *said; /* NULL: it is one */
        int32_t value;
    } words[] = {
        {"12", NULL, 12},
        {"-7", NULL, -7},
        {"012", NULL, 12},
        {"0x1F", NULL, 31},
        {"0X1f", NULL, 31},
        {"1 | 2", NULL, 3},
        {"1|  2 ", NULL, 3},
        {"0", NULL, 0},
        {"2147483647", NULL, INT32_MAX},
        {"+5", "found \"+5\"", 0},
        {"1x", "found \"1x\"", 0},
        {"1x2", "found \"1x2\"", 0},
        {"-", "found \"-\"", 0},
        {"", "found \"\"", 0},
        {"x", "found \"x\"", 0},
        {"1|", "found \"1|\"", 0},
        {"-0x5", "found \"-0x5\"", 0},
        {":5", "found \":5\"", 0},
        {"/5", "found \"/5\"", 0},
        {"2147483648", "found \"2147483648\"", 0},
        {"1234567890123456789012345678901", "found \"1234567890123456789012345678901\"", 0},
        {"00000000000000000000000000000001", "found \"00000000000000000000000000000001\"", 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        record x = {.i32 = 77};
        char message[128];
        const tlb_value *changes = load(f, tlb_arena_printf(&f->arena, "{\"i32\": \"%s\"}", words[i].word));
        tlb_diagnostics_clear(f->context);
        tlb_status status = tlb_edit_document(f->context, &f->arena, walk_record, &x, changes);
        assert_int_equal(status, words[i].said ? TLB_INVALID : TLB_OK);
        assert_int_equal(x.i32, words[i].said ? 77 : words[i].value);
        if (!words[i].said)
            continue;
        snprintf(message, sizeof message, "expected an integer from -2147483648 to 2147483647, %s",
                 words[i].said);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, message);
    }
}

static void what_is_found_instead_is_told(void **state)
{
    static const char *const found[][2] = {{"null", "null"},
                                           {"false", "false"},
                                           {"true", "true"},
                                           {"1.5", "a number"},
                                           {"\"x\"", "a string"},
                                           {"[1]", "an array"},
                                           {"{\"y\": 1}", "an object"},
                                           {"256", "256"},
                                           {"-1", "-1"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        char message[128];
        void *root = NULL;
        const tlb_value *table = load(f, tlb_arena_printf(&f->arena, "{\"u8\": %s}", found[i][0]));
        tlb_diagnostics_clear(f->context);
        assert_int_equal(tlb_build_document(f->context, &f->arena, walk_record, &root, table), TLB_INVALID);
        snprintf(message, sizeof message, "expected an integer from 0 to 255, found %s", found[i][1]);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, message);
    }
}

typedef struct close_by {
    uint8_t a, b, c, d;
    uint16_t e, g;
    uint32_t h, i;
} close_by;

static void walk_close_by(tlb_walk *w, void **root)
{
    close_by *x = *root;
    WALK(w, x, a);
    WALK(w, x, e);
    WALK(w, x, h);
}

static void values_stay_within_their_fields(void **state)
{
    fixture *f = *state;
    close_by x = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_close_by, &x,
                                       load(f, "{\"a\": 9, \"e\": 10, \"h\": 11}")),
                     TLB_OK);
    assert_true(x.a == 9 && x.b == 2 && x.c == 3 && x.d == 4 && x.e == 10 && x.g == 6 && x.h == 11 &&
                x.i == 8);
}

/* Bytes that are read are those that are written, whatever is behind a name's end. */
static void names_of_fixed_size_are_kept(void **state)
{
    static const uint8_t file[] = {1, 2, 0, 3, 0, 0,   0,   4, 5,   0,   6, 0, 0,   0, 0, 0, 0, 0, 0,   0,  0,
                                   0, 0, 0, 0, 0, 'a', 'b', 0, 'x', 'y', 0, 0, 'z', 7, 8, 9, 2, 0, 't', 'u'};
    fixture *f = *state;
    void *root = NULL;
    tlb_walk reader = tlb_walk_reader(f->context, &f->arena, (tlb_bytes){file, sizeof file});
    walk_record(&reader, &root);
    assert_int_equal(reader.status, TLB_OK);
    record *x = root;
    assert_memory_equal(x->label, "ab\0xy\0\0z", 8);
    tlb_buffer out = {.account = f->context->account};
    tlb_walk writer = tlb_walk_writer(f->context, &out);
    walk_record(&writer, &root);
    assert_int_equal(tlb_walk_finish(&writer), TLB_OK);
    assert_int_equal(out.size, sizeof file);
    assert_memory_equal(out.data, file, sizeof file);
    tlb_buffer_free(&out);
    /* An edit leaves what is behind it. */
    static const char *const labels[][2] = {{"{\"label\": \"q\"}", "q\0\0xy\0\0z"},
                                            {"{\"label\": \"qrs\"}", "qrs\0y\0\0z"},
                                            {"{\"label\": \"12345678\"}", "12345678"}};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        memcpy(x->label, "ab\0xy\0\0z", 8);
        assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_record, x, load(f, labels[i][0])),
                         TLB_OK);
        assert_memory_equal(x->label, labels[i][1], 8);
        assert_memory_equal(x->pad, "\7\10\11", 3);
    }
}

static void new_structures_are_empty(void **state)
{
    fixture *f = *state;
    void *root = NULL;
    tlb_walk w = tlb_walk_defaults(f->context, &f->arena);
    walk_record(&w, &root);
    assert_int_equal(w.status, TLB_OK);
    const record *x = root;
    assert_int_equal(x->text.size, 0);
    assert_string_equal(x->text.data, "");
    assert_true(!x->u8 && !x->i32 && x->f64 == 0 && !*x->label);
}

/* A record with this member. NULL: it is refused. */
static record *build(fixture *f, const char *key, const char *value)
{
    void *root = NULL;
    const tlb_value *table = load(f, tlb_arena_printf(&f->arena, "{\"%s\": %s}", key, value));
    tlb_diagnostics_clear(f->context);
    tlb_status status = tlb_build_document(f->context, &f->arena, walk_record, &root, table);
    assert_int_equal(tlb_diagnostic_count(f->context), status != TLB_OK);
    assert_true(status == TLB_OK || strcmp(tlb_diagnostic_at(f->context, 0)->path, key) == 0);
    return status ? NULL : root;
}

static void numbers_are_within_their_types(void **state)
{
    static const struct {
        const char *key;
        int64_t least, most;
    } types[] = {{"u8", 0, UINT8_MAX},       {"u16", 0, UINT16_MAX},        {"u32", 0, UINT32_MAX},
                 {"i8", INT8_MIN, INT8_MAX}, {"i16", INT16_MIN, INT16_MAX}, {"i32", INT32_MIN, INT32_MAX}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (int more = 0; more < 2; more++) {
            char least[32], most[32];
            snprintf(least, sizeof least, "%lld", (long long)types[i].least - more);
            snprintf(most, sizeof most, "%lld", (long long)types[i].most + more);
            assert_int_equal(build(f, types[i].key, least) != NULL, !more);
            assert_int_equal(build(f, types[i].key, most) != NULL, !more);
        }
    assert_int_equal(build(f, "u32", "4294967295")->u32, UINT32_MAX);
    assert_int_equal(build(f, "i32", "-2147483648")->i32, INT32_MIN);
}

/* A NaN has its bits where they are not the usual ones. */
static void numbers_without_a_value_have_spellings(void **state)
{
    static const struct {
        const char *text;
        uint32_t bits; /* 0: refused */
    } singles[] = {{"\"nan\"", 0x7fc00000},
                   {"\"nan:7f800001\"", 0x7f800001},
                   {"\"nan:ffffffff\"", 0xffffffff},
                   {"\"inf\"", 0x7f800000},
                   {"\"-inf\"", 0xff800000},
                   {"\"nan:7f800000\"", 0},
                   {"\"nan:7f000001\"", 0},
                   {"\"nan:17fc00000\"", 0},
                   {"\"nan:7fc0000x\"", 0},
                   {"\"inf1\"", 0},
                   {"\"\"", 0},
                   {"\"nan:\"", 0}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        const record *x = build(f, "f32", singles[i].text);
        assert_int_equal(x != NULL, singles[i].bits != 0);
        if (x)
            assert_memory_equal(&x->f32, &singles[i].bits, sizeof x->f32);
    }
    assert_true(isinf(build(f, "f64", "\"inf\"")->f64));
}

static void names_fill_their_field(void **state)
{
    fixture *f = *state;
    assert_memory_equal(build(f, "label", "\"1234567\"")->label, "1234567\0", 8);
    assert_memory_equal(build(f, "label", "\"12345678\"")->label, "12345678", 8);
    assert_null(build(f, "label", "\"123456789\""));
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "number of bytes: 9, expected at most 8");
    /* A shorter one leaves what is after the end of the old. */
    record edited = {.label = "old\0mem"};
    assert_int_equal(
        tlb_edit_document(f->context, &f->arena, walk_record, &edited, load(f, "{\"label\": \"a\"}")),
        TLB_OK);
    assert_memory_equal(edited.label, "a\0\0\0mem", 8);
}

static void padding_is_whole(void **state)
{
    fixture *f = *state;
    assert_memory_equal(build(f, "pad", "\"AQID\"")->pad, "\1\2\3", 3);
    assert_null(build(f, "pad", "\"AQI=\""));
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "number of bytes: 2, expected 3");
    assert_null(build(f, "pad", "\"AQIDBA==\""));
}

/* Of a text 200 bytes. */
static void maps_show_the_start_of_a_text(void **state)
{
    fixture *f = *state;
    char text[201];
    memset(text, 't', sizeof text);
    for (uint32_t size = 199; size <= 201; size++) {
        tlb_buffer map = {.account = f->context->account};
        record x = {.text = {text, size}};
        assert_int_equal(tlb_map_document(f->context, walk_record, &x, "text", &map), TLB_OK);
        tlb_buffer_byte(&map, 0);
        const char *shown = strchr((const char *)map.data, '"') + 1;
        assert_int_equal(strspn(shown, "t"), size < 200 ? size : 200);
        tlb_buffer_free(&map);
    }
}

/* Of each value 60 characters. */
static void differences_show_the_start_of_a_value(void **state)
{
    fixture *f = *state;
    char text[64], expected[128];
    memset(text, 't', sizeof text);
    for (int size = 57; size <= 60; size++) {
        tlb_buffer out = {.account = f->context->account};
        uint64_t differences;
        const tlb_value *a = load(f, tlb_arena_printf(&f->arena, "{\"x\": \"%.*s\"}", size, text));
        const bool is_cut = size > 58;
        tlb_diff_json(a, load(f, "{\"x\": 1}"), &out, &differences);
        tlb_buffer_byte(&out, 0);
        snprintf(expected, sizeof expected, "x: \"%.*s\"%s != 1\n", is_cut ? 59 : size, text,
                 is_cut ? "..." : "");
        assert_string_equal((const char *)out.data, expected);
        tlb_buffer_free(&out);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_stay_within_their_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_found_instead_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(new_structures_are_empty, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_of_fixed_size_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_of_edits_are_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_type_is_dumped_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(zeros_are_told_from_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_found_in_a_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gaps_are_kept, set_up, tear_down),
        TEST(numbers_are_within_their_types),
        TEST(numbers_without_a_value_have_spellings),
        TEST(names_fill_their_field),
        TEST(padding_is_whole),
        TEST(maps_show_the_start_of_a_text),
        TEST(differences_show_the_start_of_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
