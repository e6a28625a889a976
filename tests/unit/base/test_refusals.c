/* What is refused before it is tried, and what is answered where there is nothing. */
#include "one_arena.h"

#include "base/buffer.h"
#include "base/platform.h"
#include "temporary.h"
#include "trilobite/file.h"

#include <string.h>

/* Nothing is read of what could not be kept. */
static void sizes_beyond_what_is_counted_are_refused(void **state)
{
    fixture *f = *state;
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1};
    for (int i = 0; i < 4; i++) {
        tlb_arena arena;
        tlb_arena_init(&arena, f->context->account);
        const void *made = i < 2 ? tlb_alloc(&arena, sizes[i])
                                 : tlb_copy_text(&arena, "x", i == 2 ? UINT32_MAX : SIZE_MAX - 8).data;
        assert_null(made);
        assert_int_equal(arena.failure, TLB_LIMIT);
        tlb_arena_release(&arena);
    }
    tlb_text none = tlb_copy_text(&f->arena, NULL, 1);
    assert_true(!none.data && !none.size);
    none = tlb_copy_text(NULL, "x", 1);
    assert_true(!none.data && !none.size);
    assert_int_equal(f->arena.failure, TLB_OK);
    tlb_text empty = tlb_copy_text(&f->arena, NULL, 0);
    assert_string_equal(empty.data, "");
}

static void buffers_that_would_wrap_around_are_refused(void **state)
{
    fixture *f = *state;
    tlb_buffer buffer = {.account = f->context->account};
    tlb_buffer_text(&buffer, "ten bytes.");
    assert_int_equal(buffer.capacity, 256);
    assert_null(tlb_buffer_grow(&buffer, SIZE_MAX - 5));
    assert_int_equal(buffer.status, TLB_LIMIT);
    assert_int_equal(buffer.size, 10);
    tlb_buffer_byte(&buffer, 'x');
    assert_int_equal(buffer.size, 10);
    assert_memory_equal(buffer.data, "ten bytes.", 10);
    tlb_buffer_free(&buffer);
}

static void buffers_grow_by_half_or_to_what_is_asked(void **state)
{
    fixture *f = *state;
    tlb_buffer buffer = {.account = f->context->account};
    static const struct {
        size_t grown, capacity;
    } steps[] = {{256, 256}, {1, 384}, {127, 384}, {1, 576}, {615, 1000}, {1, 1500}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_non_null(tlb_buffer_grow(&buffer, steps[i].grown));
        assert_int_equal(buffer.capacity, steps[i].capacity);
    }
    tlb_buffer_reserve(&buffer, 499);
    assert_int_equal(buffer.capacity, 1500);
    tlb_buffer_reserve(&buffer, 500);
    assert_int_equal(buffer.capacity, 2250);
    assert_int_equal(buffer.size, 1001);
    tlb_buffer_free(&buffer);
}

static void without_a_context_there_is_nothing(void **state)
{
    (void)state;
    assert_int_equal(tlb_diagnostic_count(NULL), 0);
    assert_null(tlb_diagnostic_at(NULL, 0));
    assert_int_equal(tlb_severity_total(NULL, TLB_ERROR), 0);
    assert_int_equal(tlb_code_total(NULL, TLB_CODE_BAD_VALUE), 0);
    assert_int_equal(tlb_work_done(NULL), 0);
    assert_int_equal(tlb_memory_now(NULL), 0);
    assert_int_equal(tlb_memory_peak(NULL), 0);
    assert_null(tlb_arena_create(NULL));
    assert_true(tlb_arena_failed(NULL));
    assert_false(tlb_file_write(NULL, "x", 1));
}

/* --- files whose temporary one went away --------------------------------------------------------------- */

static void remove_all(tlb_context *context, const char *folder)
{
    tlb_arena arena;
    tlb_entries entries = {0};
    tlb_arena_init(&arena, context->account);
    assert_int_equal(tlb_folder_list(context, &arena, folder, &entries), TLB_OK);
    assert_int_equal(entries.count, 1);
    assert_true(tlb_file_remove(tlb_arena_printf(&arena, "%s/%s", folder, entries.data[0].name)));
    tlb_arena_release(&arena);
}

/* Why it cannot be placed is told from a file that came meanwhile. */
static void what_cannot_be_placed_is_reported(void **state)
{
    fixture *f = *state;
    const char *folder = make_temporary_folder(&f->arena);
    const char *path = tlb_arena_printf(&f->arena, "%s/file", folder);
    for (int i = 0; i < 3; i++) { /* gone; gone, and another came; gone, and the other may be replaced */
        tlb_file_writer *writer;
        assert_int_equal(tlb_file_create(f->context, path, i == 2, &writer), TLB_OK);
        assert_true(tlb_file_write(writer, "text", 4));
        remove_all(f->context, folder);
        if (i)
            put_in_folder(folder, "file", "other", 5);
        assert_int_equal(tlb_file_close(writer), TLB_WRITE_FAILED);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        const tlb_diagnostic *said = tlb_diagnostic_at(f->context, 0);
        assert_int_equal(said->code, i == 1 ? TLB_CODE_FILE_EXISTS : TLB_CODE_CANNOT_WRITE);
        assert_memory_equal(said->message, path, strlen(path));
        if (i == 1)
            assert_string_equal(said->message + strlen(path), " already exists");
        tlb_diagnostics_clear(f->context);
        if (i)
            remove_all(f->context, folder);
    }
    remove_folder(folder);
}

/* The file is as it was. */
static void what_is_too_much_work_is_not_written(void **state)
{
    static const uint8_t bytes[1 << 20];
    fixture *f = *state;
    const char *folder = make_temporary_folder(&f->arena);
    const char *path = tlb_arena_printf(&f->arena, "%s/file", folder);
    const tlb_context_options options = {.struct_size = sizeof options, .max_work = 100};
    tlb_context *limited = tlb_context_make(&options, NULL);
    tlb_file_writer *writer;
    uint8_t *data;
    size_t size;
    put_in_folder(folder, "file", "old", 3);
    assert_int_equal(tlb_file_create(limited, path, true, &writer), TLB_OK);
    assert_true(tlb_file_write(writer, bytes, 100));
    assert_false(tlb_file_write(writer, bytes, sizeof bytes));
    assert_false(tlb_file_write(writer, bytes, 1));
    assert_int_equal(tlb_file_close(writer), TLB_LIMIT);
    assert_int_equal(tlb_code_total(limited, TLB_CODE_WORK_LIMIT), 1);
    tlb_context_free(limited);
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(size, 3);
    tlb_release(f->context->account, data, size);
    remove_folder(folder);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sizes_beyond_what_is_counted_are_refused), TEST(buffers_that_would_wrap_around_are_refused),
        TEST(buffers_grow_by_half_or_to_what_is_asked), TEST(without_a_context_there_is_nothing),
        TEST(what_cannot_be_placed_is_reported),        TEST(what_is_too_much_work_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
