/* What contexts are created with, and how their diagnostics are counted. */
#include "one_context.h"

#include "base/context.h"
#include "fault.h"
#include "virtual_files.h"

#include <string.h>

/* --- options ------------------------------------------------------------------------------------------ */

static bool is_never_cancelled(void *user)
{
    (void)user;
    return false;
}

/* Whoever forgot it is told, whatever he set. */
static void no_member_is_set_without_the_size(void **state)
{
    uint64_t left = 1;
    virtual_files none = {0};
    const tlb_file_system files = virtual_file_system(&none);
    const tlb_allocator scarce = scarce_allocator(&left);
    tlb_directory_cache *cache = (tlb_directory_cache *)&left;
    const tlb_context_options options[] = {{.allocator.allocate = scarce.allocate},
                                           {.allocator.release = scarce.release},
                                           {.max_bytes = 1 << 20},
                                           {.max_allocations = 1},
                                           {.max_nesting = 1},
                                           {.max_per_code = 1},
                                           {.directory_cache = cache},
                                           {.cancel.is_cancelled = is_never_cancelled},
                                           {.files.kind = files.kind},
                                           {.files.size = files.size},
                                           {.files.read = files.read},
                                           {.files.list = files.list},
                                           {.files.map = files.map},
                                           {.files.unmap = files.unmap},
                                           {.max_work = 1},
                                           {.map_files = true}};
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        assert_null(tlb_context_make(&options[i], NULL));
    assert_int_equal(left, 1);
}

/* Those that the header names. */
static void what_is_not_set_has_its_default(void **state)
{
    const tlb_context_options set = {.struct_size = sizeof set,
                                     .max_bytes = 1 << 20,
                                     .max_allocations = 2,
                                     .max_nesting = 3,
                                     .max_per_code = 4,
                                     .max_work = 5,
                                     .map_files = true};
    (void)state;
    assert_int_equal(context->account->max_bytes, UINT64_C(16) << 30);
    assert_int_equal(context->account->max_allocations, UINT64_MAX);
    assert_int_equal(context->account->max_work, UINT64_MAX);
    assert_int_equal(context->session->max_nesting, 64);
    assert_int_equal(context->session->max_per_code, 20);
    assert_false(context->session->map_files);
    tlb_context *other = tlb_context_make(&set, NULL);
    assert_int_equal(other->account->max_bytes, 1 << 20);
    assert_int_equal(other->account->max_allocations, 2);
    assert_int_equal(other->account->max_work, 5);
    assert_int_equal(other->session->max_nesting, 3);
    assert_int_equal(other->session->max_per_code, 4);
    assert_true(other->session->map_files);
    tlb_context_free(other);
}

/* What the caller's struct lacks is zero, whatever was there. */
static void a_shorter_struct_is_filled_up(void **state)
{
    typedef struct options {
        size_t struct_size;
        uint32_t first, second;
    } options;
    const options given = {offsetof(options, second), 5, 6}, none = {0, 5, 6},
                  wrong = {sizeof(size_t) - 1, 5, 6};
    options own = {1, 2, 3};
    (void)state;
    assert_true(tlb_copy_struct(&own, sizeof own, &given));
    assert_true(own.struct_size == sizeof own && own.first == 5 && own.second == 0);
    own = (options){1, 2, 3};
    assert_true(tlb_copy_struct(&own, sizeof own, &none));
    assert_true(own.struct_size == sizeof own && own.first == 0 && own.second == 0);
    assert_false(tlb_copy_struct(&own, sizeof own, &wrong));
}

/* --- diagnostics --------------------------------------------------------------------------------------- */

static void numbers_beyond_the_last_are_unknown(void **state)
{
    (void)state;
    for (int i = TLB_ERROR + 1; i < TLB_ERROR + 40; i++)
        assert_string_equal(tlb_severity_name((tlb_severity)i), "unknown");
    for (int i = TLB_CANCELLED + 1; i < TLB_CANCELLED + 40; i++)
        assert_string_equal(tlb_status_text((tlb_status)i), "unknown status");
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(tlb_code_at(tlb_code_count() + i), 0);
}

static void report(tlb_context *about, tlb_code code)
{
    tlb_report(about, code, TLB_NO_OFFSET, NULL, "text");
}

/* The caller's context counts all, that of a document what is about it. */
static void documents_count_their_own(void **state)
{
    tlb_tally tally = {.serial = 9};
    tlb_context document = tlb_context_about(context, "a", &tally);
    (void)state;
    report(context, TLB_CODE_TRUNCATED);
    report(&document, TLB_CODE_TRUNCATED);
    report(&document, TLB_CODE_DROPPED);
    assert_int_equal(tlb_code_total(context, TLB_CODE_TRUNCATED), 2);
    assert_int_equal(tlb_code_total(&document, TLB_CODE_TRUNCATED), 1);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 2);
    assert_int_equal(tlb_severity_total(&document, TLB_ERROR), 1);
    assert_int_equal(tlb_severity_total(&document, TLB_WARNING), 1);
    assert_int_equal(tlb_tally_of(context, TLB_CODE_TRUNCATED), 1);
    assert_int_equal(tlb_tally_of(&document, TLB_CODE_TRUNCATED), 1);
}

static void a_trial_is_not_counted(void **state)
{
    tlb_tally tally = {.serial = 9};
    tlb_context document = tlb_context_about(context, "a", &tally);
    (void)state;
    report(&document, TLB_CODE_DROPPED);
    tlb_report_mark mark = tlb_report_mark_get(&document);
    report(&document, TLB_CODE_DROPPED);
    report(&document, TLB_CODE_TRUNCATED);
    tlb_report_rewind(&document, &mark);
    assert_int_equal(tlb_tally_of(&document, TLB_CODE_DROPPED), 1);
    assert_int_equal(tlb_tally_of(&document, TLB_CODE_TRUNCATED), 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 1);
    assert_int_equal(tlb_diagnostic_count(context), 1);
}

/* Of the code and the document, in whatever order, and they count no more. */
static void what_was_corrected_is_withdrawn(void **state)
{
    enum { MANY = 65537 };
    const tlb_context_options options = {.struct_size = sizeof options, .max_per_code = MANY};
    tlb_context *all = tlb_context_make(&options, NULL);
    tlb_tally tallies[2] = {{.serial = 9}, {.serial = 9}};
    tlb_context a = tlb_context_about(all, "a", &tallies[0]), b = tlb_context_about(all, "b", &tallies[1]);
    (void)state;
    for (int i = 0; i < 2; i++) {
        report(&a, TLB_CODE_TRUNCATED);
        report(&b, TLB_CODE_TRUNCATED);
        report(&a, TLB_CODE_DROPPED);
    }
    tlb_report_withdraw(&a, TLB_CODE_BAD_VALUE);
    assert_int_equal(tlb_diagnostic_count(all), 6);
    tlb_report_withdraw(&a, TLB_CODE_TRUNCATED);
    assert_int_equal(tlb_diagnostic_count(all), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(tlb_diagnostic_at(all, i)->code, i % 2 ? TLB_CODE_DROPPED : TLB_CODE_TRUNCATED);
        assert_string_equal(tlb_diagnostic_at(all, i)->file, i % 2 ? "a" : "b");
    }
    assert_int_equal(tlb_code_total(all, TLB_CODE_TRUNCATED), 2);
    assert_int_equal(tlb_code_total(&a, TLB_CODE_TRUNCATED), 0);
    assert_int_equal(tlb_code_total(&b, TLB_CODE_TRUNCATED), 2);
    for (int i = 2; i < MANY; i++)
        report(&a, TLB_CODE_DROPPED);
    tlb_report_withdraw(&b, TLB_CODE_TRUNCATED);
    assert_int_equal(tlb_diagnostic_count(all), MANY);
    tlb_context_free(all);
}

static void cleared_diagnostics_take_the_same_again(void **state)
{
    size_t held[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        report(context, TLB_CODE_TRUNCATED);
        held[i] = tlb_memory_now(context);
        assert_true(held[i] > 0 && held[i] == held[0]);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_memory_now(context), 0);
    }
}

/* --- limits -------------------------------------------------------------------------------------------- */

/* Once until the work is cleared, or the report was dropped with a trial. */
static void the_end_of_work_is_reported_once(void **state)
{
    const tlb_context_options options = {.struct_size = sizeof options, .max_work = 100};
    tlb_context *limited = tlb_context_make(&options, NULL);
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tlb_work(limited->account, 101), TLB_LIMIT);
        tlb_report_mark mark = tlb_report_mark_get(limited);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(tlb_report_failure(limited, TLB_LIMIT), TLB_LIMIT);
            assert_int_equal(tlb_diagnostic_count(limited), 1);
            assert_int_equal(tlb_diagnostic_at(limited, 0)->code, TLB_CODE_WORK_LIMIT);
            assert_string_equal(tlb_diagnostic_at(limited, 0)->message,
                                "stopped after 100 steps of work, the limit");
            assert_int_equal(limited->account->stopped, TLB_LIMIT);
            assert_null(tlb_allocate(limited->account, 1, NULL));
            if (k == 1)
                tlb_report_rewind(limited, &mark);
        }
        tlb_diagnostics_clear(limited);
        tlb_work_clear(limited);
        assert_int_equal(tlb_work_done(limited), 0);
        assert_int_equal(limited->account->stopped, TLB_OK);
        assert_int_equal(tlb_work(limited->account, 100), TLB_OK);
    }
    assert_int_equal(tlb_report_failure(limited, TLB_LIMIT), TLB_LIMIT);
    tlb_work_clear(limited);
    tlb_context_free(limited);
}

/* Where not even 8 KiB are left it was the limit. */
static void what_was_not_begun_has_its_reason(void **state)
{
    enum { LIMIT = 100000, LITTLE = 8192 };
    const tlb_context_options options = {.struct_size = sizeof options, .max_bytes = LIMIT};
    (void)state;
    for (int less = 0; less < 2; less++) {
        tlb_context *limited = tlb_context_make(&options, NULL);
        size_t size = LIMIT - LITTLE + (size_t)less;
        void *held = tlb_allocate(limited->account, size, NULL);
        assert_non_null(held);
        assert_int_equal(tlb_report_memory(limited, NULL), less ? TLB_LIMIT : TLB_NO_MEMORY);
        assert_int_equal(tlb_code_total(limited, TLB_CODE_MEMORY_LIMIT), less);
        assert_int_equal(tlb_code_total(limited, TLB_CODE_OUT_OF_MEMORY), !less);
        tlb_release(limited->account, held, size);
        tlb_context_free(limited);
    }
}

static void statuses_say_what_ended_a_call(void **state)
{
    tlb_arena arena;
    (void)state;
    tlb_arena_init(&arena, context->account);
    assert_int_equal(tlb_memory_status(context, &arena, TLB_INVALID), TLB_OK);
    arena.failure = TLB_NO_MEMORY;
    assert_int_equal(tlb_memory_status(context, &arena, TLB_CANCELLED), TLB_CANCELLED);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_memory_status(context, &arena, TLB_INVALID), TLB_NO_MEMORY);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_int_equal(tlb_final_status(context, TLB_INVALID), TLB_INVALID);
    context->account->stopped = TLB_CANCELLED;
    assert_int_equal(tlb_final_status(context, TLB_INVALID), TLB_CANCELLED);
    assert_int_equal(tlb_final_status(context, TLB_OK), TLB_OK);
    context->account->stopped = TLB_OK;
}

static void arenas_give_all_of_it_back(void **state)
{
    (void)state;
    tlb_arena *arena = tlb_arena_create(context);
    assert_non_null(tlb_alloc(arena, 10000));
    assert_true(tlb_memory_now(context) > 10000);
    tlb_arena_free(arena);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_arena_free(NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_member_is_set_without_the_size), TEST(what_is_not_set_has_its_default),
        TEST(a_shorter_struct_is_filled_up),     TEST(numbers_beyond_the_last_are_unknown),
        TEST(documents_count_their_own),         TEST(a_trial_is_not_counted),
        TEST(what_was_corrected_is_withdrawn),   TEST(the_end_of_work_is_reported_once),
        TEST(what_was_not_begun_has_its_reason), TEST(statuses_say_what_ended_a_call),
        TEST(arenas_give_all_of_it_back),        TEST(cleared_diagnostics_take_the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
