/* Lines of words: where they end, numbers in them, and what is said of those that are wrong. */
#include "one_arena.h"

#include "layout/words.h"

#include <stdio.h>
#include <string.h>

typedef struct reading {
    tlb_walk w;
    tlb_words t;
} reading;

static void begin(fixture *f, reading *r, const char *text)
{
    tlb_bytes source = {(const uint8_t *)text, strlen(text)};
    tlb_diagnostics_clear(f->context);
    r->w = tlb_walk_reader(f->context, &f->arena, source);
    tlb_words_init(&r->t, &r->w, source, "//");
}

/* The only one, which is at the character `offset`. */
static void assert_said(fixture *f, tlb_code code, uint64_t offset, const char *message)
{
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    const tlb_diagnostic *d = tlb_diagnostic_at(f->context, 0);
    assert_string_equal(d->message, message);
    assert_int_equal(d->code, code);
    assert_int_equal(d->offset, offset);
}

/* --- lines -------------------------------------------------------------------------------------------- */

static void lines_end_with_either_mark(void **state)
{
    static const char *const texts[] = {"a\nb", "a\rb", "a\r\nb", "a // x\nb", "a \t \r\nb", "a//\rb"};
    fixture *f = *state;
    reading r;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        begin(f, &r, texts[i]);
        assert_true(words_next_line(&r.t) && tlb_words_take(&r.t, "A"));
        words_end_line(&r.t, NULL);
        assert_int_equal(r.w.status, TLB_OK);
        assert_ptr_equal(r.t.at, r.t.end - 1);
        assert_ptr_equal(r.t.last, r.t.start + 1);
    }
    begin(f, &r, "\r\n// c\n\n \t x");
    assert_true(words_next_line(&r.t));
    assert_ptr_equal(r.t.at, r.t.end - 1);
    begin(f, &r, "\n// x");
    assert_false(words_next_line(&r.t));
    assert_ptr_equal(r.t.at, r.t.end);
    begin(f, &r, "a\r");
    assert_true(tlb_words_take(&r.t, "a"));
    words_end_line(&r.t, NULL);
    assert_ptr_equal(r.t.at, r.t.end);
}

static void words_are_taken_whole(void **state)
{
    fixture *f = *state;
    reading r;
    begin(f, &r, "nOde5//x");
    assert_false(tlb_words_take(&r.t, "node"));
    assert_false(tlb_words_take(&r.t, "node55"));
    assert_ptr_equal(r.t.at, r.t.start);
    assert_int_equal(tlb_words_peek(&r.t).size, 5);
    assert_true(tlb_words_take(&r.t, "NoDE5"));
    assert_ptr_equal(r.t.at, r.t.start + 5);
    assert_false(words_more(&r.t));
    begin(f, &r, "ab");
    assert_false(tlb_words_take(&r.t, "abc"));
    assert_true(tlb_words_take(&r.t, "ab"));
    assert_int_equal(tlb_words_peek(&r.t).size, 0);
}

/* Texts that recur are copied once; those that only begin alike are others. */
static void texts_are_copied(void **state)
{
    fixture *f = *state;
    reading r;
    tlb_text texts[4];
    begin(f, &r, "rockrockrocky");
    for (int i = 0; i < 3; i++)
        tlb_words_text(&r.t, "name", &texts[i], i < 2 ? 4 : 5);
    assert_string_equal(texts[0].data, "rock");
    assert_ptr_equal(texts[0].data, texts[1].data);
    assert_int_equal(texts[1].size, 4);
    assert_string_equal(texts[2].data, "rocky");
    assert_ptr_equal(r.t.at, r.t.end);
    r.t.at = r.t.start;
    r.t.lend = true;
    tlb_words_text(&r.t, "name", &texts[3], 4);
    assert_ptr_equal(texts[3].data, r.t.start);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

static void hexadecimal_numbers_have_eight_digits_at_most(void **state)
{
    static const struct {
        const char *text;
        uint32_t value, digits; /* 0: it is none */
    } cases[] = {
        {"0x0", 0, 1},
        {" 0XfFa9 x", 0xffa9, 4},
        {"0x12345678", 0x12345678, 8},
        {"0x0bcDEF01//", 0xbcdef01, 8},
        {"0x123456789", 0, 0},
        {"0x", 0, 0},
        {"0xg", 0, 0},
        {"0x1g", 0, 0},
        {"1x1", 0, 0},
        {"0y1", 0, 0},
        {"12", 0, 0},
        {"0x1\n2", 1, 1},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        uint32_t value = 77, digits = 77;
        begin(f, &r, cases[i].text);
        tlb_words_hex(&r.t, "color", &value, &digits);
        assert_int_equal(r.w.status, cases[i].digits ? TLB_OK : TLB_INVALID);
        assert_int_equal(value, cases[i].digits ? cases[i].value : 77);
        assert_int_equal(digits, cases[i].digits ? cases[i].digits : 77);
    }
}

static void whole_numbers_have_their_ranges(void **state)
{
    static const struct {
        const char *text;
        bool is_i32, is_u32;
        int64_t value;
    } cases[] = {
        {"0", true, true, 0},
        {"2147483647", true, true, INT32_MAX},
        {"2147483648", false, true, 2147483648},
        {"-2147483648", true, false, INT32_MIN},
        {"-2147483649", false, false, 0},
        {"4294967295", false, true, UINT32_MAX},
        {"4294967296", false, false, 0},
        {"+5", true, false, 5},
        {"-7 ", true, false, -7},
        {"--7", false, false, 0},
        {"-", false, false, 0},
        {"7x", false, false, 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        int32_t i32 = 0;
        uint32_t u32 = 0;
        begin(f, &r, cases[i].text);
        words_i32s(&r.t, "id", &i32, 1);
        assert_int_equal(r.w.status, cases[i].is_i32 ? TLB_OK : TLB_INVALID);
        if (cases[i].is_i32)
            assert_int_equal(i32, (int32_t)cases[i].value);
        begin(f, &r, cases[i].text);
        words_u32s(&r.t, "id", &u32, 1);
        assert_int_equal(r.w.status, cases[i].is_u32 ? TLB_OK : TLB_INVALID);
        if (cases[i].is_u32)
            assert_int_equal(u32, (uint32_t)cases[i].value);
    }
}

/* As many as the line has, of two to four. */
static void rows_may_be_shorter(void **state)
{
    static const struct {
        const char *text;
        uint32_t count; /* 0: refused */
        size_t left;
    } cases[] = {{"1 2", 2, 0},       {"1 2\n3", 2, 2},        {"1\t2 3  // 4", 3, 4},
                 {"1 2 3 4 5", 4, 2}, {"1  2   3    4", 4, 0}, {"1", 0, 0},
                 {"1 x", 0, 0},       {"1 2 x", 0, 0},         {" 1 2 ", 2, 0}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        float values[5] = {0, 0, 0, 0, -1};
        begin(f, &r, cases[i].text);
        uint32_t count = words_f32s_some(&r.t, "values", values, 2, 4);
        assert_int_equal(r.w.status, cases[i].count ? TLB_OK : TLB_INVALID);
        assert_true(values[4] == -1);
        if (!cases[i].count)
            continue;
        assert_int_equal(count, cases[i].count);
        assert_int_equal(r.t.end - r.t.at, cases[i].left);
        for (uint32_t k = 0; k < 4; k++)
            assert_true(values[k] == (k < count ? (float)(k + 1) : 0));
    }
}

/* --- what is said ------------------------------------------------------------------------------------- */

enum { SHOWN = 40 };

/* Of a word that is `size` letters long as many as are shown. */
static void assert_word_said(fixture *f, int which, int size)
{
    static const struct {
        tlb_code code;
        const char *before;
    } said[] = {{TLB_CODE_BAD_WORD, "expected a color, found "},
                {TLB_CODE_BAD_WORD, "unexpected "},
                {TLB_CODE_BAD_NUMBER, "expected a number, found "}};
    char text[64] = "  ", message[128];
    reading r;
    float value;
    memset(text + 2, 'w', (size_t)size);
    memcpy(text + 2 + size, " z", 3);
    begin(f, &r, text);
    r.t.at += 2;
    if (which == 0)
        tlb_words_fail_expected(&r.t, "x", "a color");
    else if (which == 1)
        words_end_line(&r.t, "x");
    else
        words_f32s(&r.t, "x", &value, 1);
    snprintf(message, sizeof message, "%s\"%.*s\"", said[which].before, size < SHOWN ? size : SHOWN,
             text + 2);
    assert_said(f, said[which].code, 2, message);
    assert_ptr_equal(r.t.at, r.t.end);
}

static void long_words_are_cut(void **state)
{
    for (int which = 0; which < 3; which++)
        for (int size = SHOWN - 2; size <= SHOWN + 2; size++)
            assert_word_said(*state, which, size);
}

static void what_is_missing_is_said(void **state)
{
    fixture *f = *state;
    reading r;
    float values[2];
    begin(f, &r, "1 ");
    words_f32s(&r.t, "x", values, 2);
    assert_said(f, TLB_CODE_TRUNCATED, 2, "expected a number, found the end of the file");
    begin(f, &r, "1 // 2\n3");
    words_f32s(&r.t, "x", values, 2);
    assert_said(f, TLB_CODE_BAD_NUMBER, 2, "expected a number, found the end of the line");
    begin(f, &r, "");
    tlb_words_fail_expected(&r.t, "x", "a color");
    assert_said(f, TLB_CODE_TRUNCATED, 0, "expected a color, found the end of the file");
}

/* Records of three characters each, the last without the end of its line. */
static void lists_fit_into_what_is_left(void **state)
{
    static const struct {
        const char *text, *message; /* NULL: it fits */
        uint32_t count;
    } cases[] = {
        {"1\n \n2\n", NULL, 2},
        {"12\n34", NULL, 2},
        {"12\n3", "header claims 2 lines (at least 6 bytes); only 4 left", 2},
        {"1", "header claims 1 line (at least 3 bytes); only 1 left", 1},
        {"", NULL, 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        uint32_t count = cases[i].count;
        begin(f, &r, cases[i].text);
        const void *data = tlb_words_open_list(&r.t, "points", &count, 8, 3);
        assert_int_equal(data != NULL, cases[i].count && !cases[i].message);
        assert_int_equal(count, cases[i].message ? 0 : cases[i].count);
        if (cases[i].message)
            assert_said(f, TLB_CODE_TRUNCATED, 0, cases[i].message);
        assert_int_equal(r.w.depth, 1);
        assert_string_equal(r.w.frames[0].name, "points");
        words_leave(&r.t);
        assert_int_equal(r.w.depth, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_end_with_either_mark, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_are_taken_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_are_copied, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hexadecimal_numbers_have_eight_digits_at_most, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whole_numbers_have_their_ranges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_may_be_shorter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_words_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_fit_into_what_is_left, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
