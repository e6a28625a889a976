/* Queries of a shape: the values at both ends of what they take, and what is answered there. */
#include "ask.h"
#include "one_context.h"
#include "shape_maker.h"

static tlb_document document;

static int make(void **state)
{
    int status = set_up(state);
    shape_make(&document, context, 24);
    return status;
}

static int end(void **state)
{
    made_end(&document);
    return tear_down(state);
}

static const tlb_value *answer_to(const char *query)
{
    const tlb_value *answer = NULL;
    assert_int_equal(ask(&document, query, &answer), TLB_OK);
    return answer;
}

/* How often both triggers of a sequence are passed, at a quarter and a half of its two seconds. */
static void expect_times(const char *query, int64_t first, int64_t second)
{
    const int64_t expected[] = {first, second};
    const tlb_value *row = tlb_value_get(answer_to(query), "triggers")->as.members.first;
    for (int i = 0; i < 2; i++) {
        if (!expected[i])
            continue;
        assert_non_null(row);
        assert_int_equal(tlb_value_get(row, "times")->as.integer, expected[i]);
        assert_int_equal(tlb_value_get(row, "mask")->as.integer, i + 1);
        assert_int_equal(tlb_value_get(row, "on")->as.boolean, i == 0);
        row = row->next;
    }
    assert_null(row);
}

static void triggers_are_passed_up_to_the_last_moment(void **state)
{
    (void)state;
    expect_times("triggers turn 0 0.5", 1, 0);
    expect_times("triggers turn 0.5 1", 0, 1);
    expect_times("triggers turn 0 0.25", 0, 0);
    expect_times("triggers TURN 0 2", 1, 1);
    expect_times("triggers 0 0.5 4.5", 2, 2); /* it goes round */
    expect_times("triggers turn 1 1", 0, 0);
    expect_times("triggers nod 0 1", 0, 0);
    tlb_torque_shape *x = tlb_document_torque_dts(&document);
    x->sequences.data[SHAPE_TURN].flags = 0;
    expect_times("triggers turn 0 0.5", 1, 0);
    expect_times("triggers turn 0.5 9", 0, 1); /* once */
}

static void times_are_within_a_million_seconds(void **state)
{
    static const char *const refused[] = {"triggers turn 1 0",        "triggers turn 0 1000001",
                                          "triggers turn -1000001 0", "triggers turn 0",
                                          "triggers jump 0 1",        "triggers 3 0 1"};
    const tlb_value *answer;
    (void)state;
    expect_times("triggers turn 0 1000000", 500000, 500000);
    expect_times("triggers turn -1000000 0", 500000, 500000);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_int_equal(ask(&document, refused[i], &answer), TLB_ARGUMENT);
    tlb_document_torque_dts(&document)->sequences.data[SHAPE_TURN].duration = 0;
    assert_int_equal(ask(&document, "triggers turn 0 1", &answer), TLB_ARGUMENT);
}

/* The first that the shape is larger than; the last that is drawn, if it is smaller than all. */
static void details_are_chosen_by_their_size(void **state)
{
    static const struct {
        const char *query;
        int64_t detail;
    } expected[] = {{"detail 65", SHAPE_FINE},
                    {"detail 64", SHAPE_COARSE},
                    {"detail 9", SHAPE_COARSE},
                    {"detail 8", SHAPE_COARSE},
                    {"detail 0", SHAPE_COARSE}};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(tlb_value_get(answer_to(expected[i].query), "detail")->as.integer,
                         expected[i].detail);
    tlb_torque_shape *x = tlb_document_torque_dts(&document);
    x->details.data[SHAPE_COARSE].size = 0;
    assert_int_equal(tlb_value_get(answer_to("detail 0"), "detail")->as.integer, SHAPE_COARSE);
    x->details.data[SHAPE_FINE].size = x->details.data[SHAPE_COARSE].size = -1;
    assert_int_equal(tlb_value_get(answer_to("detail 9"), "detail")->as.integer, TLB_NONE);
    assert_null(tlb_value_get(answer_to("detail 9"), "name"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(triggers_are_passed_up_to_the_last_moment, make, end),
        cmocka_unit_test_setup_teardown(times_are_within_a_million_seconds, make, end),
        cmocka_unit_test_setup_teardown(details_are_chosen_by_their_size, make, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
