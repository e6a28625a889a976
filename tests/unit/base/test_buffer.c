/* Output buffers: how they grow, and when their sink gets what. */
#include "one_arena.h"

#include "base/buffer.h"

#include <string.h>

enum { SINK_BUFFER = 64 * 1024, FIRST = 256, PER_STEP = 64 };

typedef struct meter {
    size_t size, calls, most; /* the sink fails when it gets more */
} meter;

static bool take(void *user, const void *data, size_t size)
{
    meter *m = user;
    (void)data;
    m->calls++;
    m->size += size;
    return m->size <= m->most;
}

static const uint8_t zeros[2 * SINK_BUFFER];

static tlb_buffer sink_buffer(fixture *f, meter *m)
{
    return (tlb_buffer){.account = f->context->account, .flush = take, .user = m};
}

static void buffers_grow_by_half_or_to_what_is_needed(void **state)
{
    static const struct {
        size_t first, more, capacity;
    } cases[] = {{1, 0, FIRST},
                 {FIRST, 0, FIRST},
                 {FIRST + 1, 0, FIRST + 1},
                 {FIRST, 1, FIRST + FIRST / 2},
                 {FIRST, FIRST / 2, FIRST + FIRST / 2},
                 {FIRST, FIRST, 2 * FIRST}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer buffer = {.account = f->context->account};
        tlb_buffer_append(&buffer, zeros, cases[i].first);
        tlb_buffer_append(&buffer, zeros, cases[i].more);
        assert_int_equal(buffer.size, cases[i].first + cases[i].more);
        assert_int_equal(buffer.capacity, cases[i].capacity);
        tlb_buffer_free(&buffer);
    }
}

static void a_buffer_serves_again_after_it_was_freed(void **state)
{
    fixture *f = *state;
    tlb_buffer buffer = {.account = f->context->account};
    for (int i = 0; i < 3; i++) {
        tlb_buffer_text(&buffer, "text");
        assert_int_equal(buffer.size, 4);
        assert_memory_equal(buffer.data, "text", 4);
        for (int k = 0; k <= i; k++)
            tlb_buffer_free(&buffer);
        assert_int_equal(buffer.size, 0);
        assert_int_equal(tlb_memory_now(f->context), 0);
    }
}

static void a_sink_gets_full_buffers_and_what_is_as_large(void **state)
{
    fixture *f = *state;
    meter m = {.most = SIZE_MAX};
    tlb_buffer buffer = sink_buffer(f, &m);
    tlb_buffer_text(&buffer, "head");
    tlb_buffer_reserve(&buffer, SINK_BUFFER - 4);
    assert_int_equal(m.calls, 0);
    tlb_buffer_append(&buffer, zeros, SINK_BUFFER - 4);
    assert_int_equal(m.calls, 0);
    tlb_buffer_byte(&buffer, 0);
    assert_true(m.calls == 1 && m.size == SINK_BUFFER);
    tlb_buffer_append(&buffer, zeros, SINK_BUFFER - 1);
    assert_true(m.calls == 1);
    tlb_buffer_append(&buffer, zeros, SINK_BUFFER);
    assert_true(m.calls == 3 && m.size == 3 * SINK_BUFFER);
    tlb_buffer_byte(&buffer, 0);
    assert_non_null(tlb_buffer_grow(&buffer, SINK_BUFFER));
    assert_int_equal(buffer.capacity, SINK_BUFFER);
    assert_int_equal(tlb_buffer_finish(&buffer), TLB_OK);
    assert_true(m.calls == 5 && m.size == 4 * SINK_BUFFER + 1);
    tlb_buffer_free(&buffer);
}

static void a_buffer_knows_what_its_sink_got(void **state)
{
    static const size_t sizes[] = {1, SINK_BUFFER, 5, SINK_BUFFER - 1, 2 * SINK_BUFFER, 100};
    fixture *f = *state;
    meter m = {.most = SIZE_MAX};
    tlb_buffer buffer = sink_buffer(f, &m);
    size_t all = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tlb_buffer_append(&buffer, zeros, sizes[i]);
        all += sizes[i];
        assert_int_equal(buffer.sent, m.size);
        assert_int_equal(buffer.sent + buffer.size, all);
    }
    tlb_buffer_free(&buffer);
}

static void a_sink_that_fails_gets_nothing_more(void **state)
{
    fixture *f = *state;
    for (int large = 0; large < 2; large++) {
        meter m = {.most = 4};
        tlb_buffer buffer = sink_buffer(f, &m);
        tlb_buffer_append(&buffer, zeros, large ? SINK_BUFFER : SINK_BUFFER - 1);
        tlb_buffer_text(&buffer, "more");
        assert_int_equal(buffer.status, TLB_WRITE_FAILED);
        assert_null(tlb_buffer_grow(&buffer, 1));
        tlb_buffer_append(&buffer, zeros, SINK_BUFFER);
        assert_int_equal(tlb_buffer_finish(&buffer), TLB_WRITE_FAILED);
        assert_int_equal(m.calls, 1);
        tlb_buffer_free(&buffer);
    }
}

/* Each time that a buffer is full, beside the work of new memory; and the text that a sink gets. */
static void writing_is_work(void **state)
{
    fixture *f = *state;
    meter m = {.most = SIZE_MAX};
    tlb_buffer buffer = {.account = f->context->account};
    uint64_t before = tlb_work_done(f->context);
    tlb_buffer_byte(&buffer, 0);
    assert_int_equal(tlb_work_done(f->context) - before, 1 + tlb_work_of(FIRST));
    tlb_buffer_free(&buffer);
    buffer = sink_buffer(f, &m);
    tlb_buffer_append(&buffer, zeros, SINK_BUFFER - 1);
    before = tlb_work_done(f->context);
    tlb_buffer_append(&buffer, zeros, 2);
    assert_int_equal(tlb_work_done(f->context) - before, 1 + (SINK_BUFFER - 1) / PER_STEP);
    tlb_buffer_free(&buffer);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buffers_grow_by_half_or_to_what_is_needed),     TEST(a_buffer_serves_again_after_it_was_freed),
        TEST(a_sink_gets_full_buffers_and_what_is_as_large), TEST(a_buffer_knows_what_its_sink_got),
        TEST(a_sink_that_fails_gets_nothing_more),           TEST(writing_is_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
