/* Values of options: from text, and which of them are set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/options.h"

#include <string.h>

static const tlb_option_word words[] = {{"all", -1}, {"one", 1}, {"two", 2}, {"four", 4}, {NULL, 0}};

static bool parse(tlb_option_kind kind, const char *text, tlb_option_value *value)
{
    const tlb_option_info option = {
        .kind = kind, .least = -2, .most = 9, .words = kind == TLB_OPTION_REAL ? NULL : words};
    return tlb_option_parse(&option, text, value);
}

static void assert_refused(tlb_option_kind kind, const char *const *texts)
{
    tlb_option_value value;
    for (; *texts; texts++)
        if (parse(kind, *texts, &value))
            fail_msg("kind %d took \"%s\"", (int)kind, *texts);
}

static void numbers_are_words_or_lie_in_a_range(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } integers[] = {{"all", -1}, {"ALL", -1}, {"four", 4}, {"-2", -2}, {"0", 0}, {"9", 9}};
    static const struct {
        const char *text;
        double value;
    } reals[] = {{"-2", -2}, {"0.5", 0.5}, {"9", 9}, {"1e0", 1}};
    tlb_option_value value;
    (void)state;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        assert_true(parse(TLB_OPTION_INTEGER, integers[i].text, &value));
        assert_true(value.integer.is_set && value.integer.value == integers[i].value);
    }
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        assert_true(parse(TLB_OPTION_REAL, reals[i].text, &value));
        assert_true(value.real.is_set && value.real.value == reals[i].value);
    }
    assert_refused(TLB_OPTION_INTEGER,
                   (const char *const[]){"", "al", "alls", "-3", "10", "5x", "1.5", NULL});
    assert_refused(TLB_OPTION_REAL,
                   (const char *const[]){"", "-2.5", "9.5", "1,2", "1,", "1 ", "nan", "inf", "all", NULL});
}

static void bits_are_words_between_commas(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {{"one", 1}, {"two", 2}, {"one,four", 5}, {"Two,ONE,two", 3}, {"four,two,one", 7}};
    tlb_option_value value;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(parse(TLB_OPTION_BITS, cases[i].text, &value));
        assert_true(value.integer.is_set && value.integer.value == cases[i].value);
    }
    assert_refused(TLB_OPTION_BITS,
                   (const char *const[]){"", ",", "one,", ",one", "one,,two", "one, two", "three",
                                         "one,three", "on", "ones", "xyz", "xne", NULL});
    assert_true(parse(TLB_OPTION_WORD, "Two", &value) && value.word == 2);
    assert_refused(TLB_OPTION_WORD, (const char *const[]){"", "tw", "twos", "one,two", "2", NULL});
}

static void vectors_and_sizes_have_so_many_numbers(void **state)
{
    tlb_option_value value;
    (void)state;
    assert_true(parse(TLB_OPTION_VECTOR, "1,-2.5,3e38", &value));
    assert_true(value.vector[0] == 1 && value.vector[1] == -2.5f && value.vector[2] == 3e38f);
    assert_refused(TLB_OPTION_VECTOR,
                   (const char *const[]){"", "1", "1,2", "1,2,", "1,2,3,", "1,2,3,4", "1;2;3", "1,,3",
                                         "4e38,2,3", "1,4e38,3", "1,2,-4e38", "1,2,nan", NULL});
    assert_true(parse(TLB_OPTION_SIZE, "640X480", &value));
    assert_true(value.size.width == 640 && value.size.height == 480);
    assert_refused(TLB_OPTION_SIZE, (const char *const[]){"", "640", "640x", "x480", "0x480", "640x0",
                                                          "640x480x1", "640,480", "-1x1", NULL});
}

static void colors_have_six_or_eight_digits(void **state)
{
    static const struct {
        const char *text;
        uint8_t rgba[4];
    } cases[] = {{"#09afAF", {0x09, 0xaf, 0xaf, 255}},
                 {"#F0e1D2c3", {0xf0, 0xe1, 0xd2, 0xc3}},
                 {"#00000000", {0, 0, 0, 0}},
                 {"transparent", {0, 0, 0, 0}},
                 {"Transparent", {0, 0, 0, 0}}};
    tlb_option_value value;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(parse(TLB_OPTION_COLOR, cases[i].text, &value));
        assert_true(value.color.is_set);
        assert_memory_equal(value.color.rgba, cases[i].rgba, 4);
    }
    assert_refused(TLB_OPTION_COLOR,
                   (const char *const[]){"", "#", "#12345", "#1234567", "#123456789", "1234567", "123456789",
                                         "#12345g", "#1234g6", "#/23456", "#:23456", "#`23456", "#@23456",
                                         "#G23456", "transparen", "transparents", NULL});
}

static void views_are_words_or_places(void **state)
{
    static const struct {
        const char *text;
        tlb_view_kind kind;
        float point[3];
        double yaw, pitch;
    } cases[] = {{"three-quarter", TLB_VIEW_THREE_QUARTER, {0, 0, 0}, 0, 0},
                 {"Front", TLB_VIEW_FRONT, {0, 0, 0}, 0, 0},
                 {"file", TLB_VIEW_FILE, {0, 0, 0}, 0, 0},
                 {"inside", TLB_VIEW_INSIDE, {0, 0, 0}, 0, 0},
                 {"inside:1,2,3", TLB_VIEW_POINT, {1, 2, 3}, 0, 0},
                 {"INSIDE:1,2,3,4", TLB_VIEW_POINT, {1, 2, 3}, 4, 0},
                 {"inside:-1,2.5,3,-4,5.5", TLB_VIEW_POINT, {-1, 2.5f, 3}, -4, 5.5}};
    tlb_option_value value;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(parse(TLB_OPTION_VIEW, cases[i].text, &value));
        assert_int_equal(value.view.kind, cases[i].kind);
        assert_memory_equal(value.view.point, cases[i].point, sizeof cases[i].point);
        assert_true(value.view.yaw == cases[i].yaw && value.view.pitch == cases[i].pitch);
    }
    assert_refused(TLB_OPTION_VIEW,
                   (const char *const[]){"", ":", "fron", "fronts", "front:", "front:1,2,3",
                                         "inside:", "inside:1", "inside:1,2", "inside:1,2,", "inside:1,2,3,",
                                         "inside:1,2,3,4,5,6", "inside:4e38,2,3", "inside:1,2,4e38", "point",
                                         NULL});
}

static void flags_and_texts_are_taken_as_they_are(void **state)
{
    static const char text[] = "any, text";
    tlb_option_value value;
    (void)state;
    memset(&value, 0, sizeof value);
    assert_true(parse(TLB_OPTION_FLAG, "", &value) && value.flag);
    assert_true(parse(TLB_OPTION_TEXT, text, &value) && value.text == text);
    assert_true(parse(TLB_OPTION_MERGE, text, &value) && value.text == text);
}

/* --- which are set ------------------------------------------------------------------------------------- */

static void any_part_of_a_member_sets_it(void **state)
{
    static const tlb_option_value flag = {.flag = true}, text = {.text = ""},
                                  integer = {.integer = {true, 0}}, real = {.real = {true, 0}},
                                  word = {.word = 1}, x = {.vector = {1, 0, 0}}, z = {.vector = {0, 0, 1}},
                                  width = {.size = {1, 0}}, height = {.size = {0, 1}},
                                  color = {.color = {.is_set = true}},
                                  view = {.view = {.kind = TLB_VIEW_FRONT}}, none = {0};
    static const tlb_merge_list merges = {NULL, 1}, no_merges = {0};
    static const struct {
        tlb_option_kind kind;
        const void *member;
    } cases[] = {{TLB_OPTION_FLAG, &flag},       {TLB_OPTION_TEXT, &text},   {TLB_OPTION_INTEGER, &integer},
                 {TLB_OPTION_BITS, &integer},    {TLB_OPTION_REAL, &real},   {TLB_OPTION_WORD, &word},
                 {TLB_OPTION_VECTOR, &x.vector}, {TLB_OPTION_VECTOR, &z},    {TLB_OPTION_SIZE, &width},
                 {TLB_OPTION_SIZE, &height},     {TLB_OPTION_COLOR, &color}, {TLB_OPTION_VIEW, &view},
                 {TLB_OPTION_MERGE, &merges}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_option_info option = {.kind = cases[i].kind};
        assert_true(tlb_option_is_set(&option, cases[i].member));
        assert_false(tlb_option_is_set(&option, cases[i].kind == TLB_OPTION_MERGE ? (const void *)&no_merges
                                                                                  : (const void *)&none));
    }
}

/* Wherever it stands in the table. */
static void clips_are_of_the_merges_in_their_struct(void **state)
{
    static const tlb_option_info with[] = {
        {.name = "size", .kind = TLB_OPTION_SIZE, .place = TLB_OPTION_IN_TO},
        {.name = "first", .kind = TLB_OPTION_INTEGER, .place = TLB_OPTION_IN_TO, .merged = 8},
        {.name = "merge", .kind = TLB_OPTION_MERGE, .place = TLB_OPTION_IN_FROM},
        {.name = "merge", .kind = TLB_OPTION_MERGE, .place = TLB_OPTION_IN_TO},
        {.name = NULL}};
    static const tlb_format_info info = {.options = with};
    static const tlb_option_info *const lists[] = {NULL, &with[3], &with[2], &with[3]};
    static const tlb_option_info alone[] = {
        {.name = "first", .kind = TLB_OPTION_INTEGER, .place = TLB_OPTION_IN_TO, .merged = 8},
        {.name = NULL}};
    static const tlb_format_info other = {.options = alone};
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_ptr_equal(tlb_option_merge_row(&(tlb_option_rows){.format = &info, .option = &with[i]}),
                         lists[i]);
    assert_null(tlb_option_merge_row(&(tlb_option_rows){.format = &other, .option = alone}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_words_or_lie_in_a_range),
        cmocka_unit_test(bits_are_words_between_commas),
        cmocka_unit_test(vectors_and_sizes_have_so_many_numbers),
        cmocka_unit_test(colors_have_six_or_eight_digits),
        cmocka_unit_test(views_are_words_or_places),
        cmocka_unit_test(flags_and_texts_are_taken_as_they_are),
        cmocka_unit_test(any_part_of_a_member_sets_it),
        cmocka_unit_test(clips_are_of_the_merges_in_their_struct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
