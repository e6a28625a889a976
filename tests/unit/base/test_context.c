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

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_member_is_set_without_the_size),
        TEST(what_is_not_set_has_its_default),
        TEST(a_shorter_struct_is_filled_up),
        TEST(numbers_beyond_the_last_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
