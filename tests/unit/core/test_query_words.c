/* Which query some words are, and the numbers in them. */
#include "one_arena.h"

#include "core/query.h"

#include <string.h>

static tlb_document document;

static tlb_query_call call_of(fixture *f, bool is_operation, const char *const *words, size_t count)
{
    document = (tlb_document){.context = f->context};
    return (is_operation ? tlb_operation_begin : tlb_query_begin)(&document, words, count, NULL);
}

static tlb_status answer_ray(const tlb_query_call *q)
{
    assert_int_equal(q->word_count, 2);
    assert_string_equal(q->words[0], "1");
    assert_string_equal(q->words[1], "2");
    return TLB_OK;
}

static tlb_status answer_hull(const tlb_query_call *q)
{
    return q->word_count ? TLB_INVALID : TLB_NOT_FOUND;
}

static const tlb_query_info three[] = {{.name = "ray"}, {.name = "point"}, {.name = "hull"}, {.name = NULL}},
                            two[] = {{.name = "ray"}, {.name = "hull"}, {.name = NULL}},
                            one[] = {{.name = "hull"}, {.name = NULL}};

static void the_first_word_is_the_query(void **state)
{
    static tlb_query_handler *const answers[] = {answer_ray, answer_hull, answer_hull};
    static const char *const words[] = {"ray", "1", "2"}, *const hull[] = {"hull"};
    fixture *f = *state;
    tlb_query_call q = call_of(f, false, words, 3);
    assert_int_equal(tlb_query_dispatch(&q, three, answers), TLB_OK);
    q = call_of(f, false, hull, 1);
    assert_int_equal(tlb_query_dispatch(&q, three, answers), TLB_NOT_FOUND);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void others_are_refused_with_those_that_there_are(void **state)
{
    static tlb_query_handler *const answers[] = {answer_ray, answer_hull, answer_hull};
    static const struct {
        const char *word; /* NULL: none */
        bool is_operation;
        const tlb_query_info *queries;
        const char *message;
    } cases[] = {
        {NULL, false, three, "query: expected ray, point or hull"},
        {NULL, true, two, "operation: expected ray or hull"},
        {"box", false, three, "box: unknown query, expected ray, point or hull"},
        {"Ray", true, one, "Ray: unknown operation, expected hull"},
        {"ra", false, two, "ra: unknown query, expected ray or hull"},
        {"ray 1 2", false, two,
         "ray 1 2: unknown query (words are separate arguments), expected ray or hull"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const words[] = {cases[i].word};
        tlb_query_call q = call_of(f, cases[i].is_operation, words, cases[i].word != NULL);
        assert_int_equal(tlb_query_dispatch(&q, cases[i].queries, answers), TLB_ARGUMENT);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_BAD_OPTION);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, cases[i].message);
        tlb_diagnostics_clear(f->context);
    }
}

static void many_names_are_cut(void **state)
{
    enum { MANY = 40, MOST = 255 };
    static tlb_query_info queries[MANY + 1];
    fixture *f = *state;
    for (int i = 0; i < MANY; i++)
        queries[i].name = "ten_letter";
    tlb_query_call q = call_of(f, false, NULL, 0);
    assert_int_equal(tlb_query_dispatch(&q, queries, NULL), TLB_ARGUMENT);
    const char *message = tlb_diagnostic_at(f->context, 0)->message;
    assert_memory_equal(message, "query: expected ten_letter, ten_letter", 38);
    assert_int_equal(strlen(message), strlen("query: ") + MOST);
}

static void numbers_are_whole_words(void **state)
{
    static const char *const wrong[] = {"", "x", "1x", "1 ", "nan", "inf", "1e999"};
    double value;
    uint64_t whole;
    (void)state;
    assert_true(tlb_word_real("-1.5", &value) && value == -1.5);
    assert_true(tlb_word_whole("18446744073709551615", &whole) && whole == UINT64_MAX);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(tlb_word_real(wrong[i], &value) || tlb_word_whole(wrong[i], &whole));
    assert_false(tlb_word_whole("1.5", &whole) || tlb_word_whole("-1", &whole));
}

static void there_are_as_many_numbers_as_wanted(void **state)
{
    static const char *const good[] = {"1", "-2.5", "3e5"}, *const bad[] = {"x", "1", "inf"},
                             *const large[] = {"1", "2", "1e39"};
    fixture *f = *state;
    float singles[3];
    double reals[3];
    tlb_query_call q = call_of(f, false, good, 3);
    assert_true(tlb_query_singles(&q, singles, 3) && tlb_query_reals(&q, reals, 3));
    assert_true(singles[0] == 1 && singles[1] == -2.5f && singles[2] == 3e5f);
    assert_true(reals[0] == 1 && reals[1] == -2.5 && reals[2] == 3e5);
    assert_false(tlb_query_singles(&q, singles, 2) || tlb_query_reals(&q, reals, 2));
    for (size_t i = 0; i < 3; i++) {
        q = call_of(f, false, bad + i, 1);
        assert_int_equal(tlb_query_singles(&q, singles, 1), i == 1);
        assert_int_equal(tlb_query_reals(&q, reals, 1), i == 1);
    }
    q = call_of(f, false, bad, 3);
    assert_false(tlb_query_singles(&q, singles, 3) || tlb_query_reals(&q, reals, 3));
    q = call_of(f, false, large, 3);
    assert_false(tlb_query_singles(&q, singles, 3));
    assert_true(tlb_query_reals(&q, reals, 3));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_word_is_the_query),
        TEST(others_are_refused_with_those_that_there_are),
        TEST(many_names_are_cut),
        TEST(numbers_are_whole_words),
        TEST(there_are_as_many_numbers_as_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
