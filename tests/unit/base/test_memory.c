/* What requests for memory take, and what of it is counted and given back. */
#include "one_arena.h"

#include "fault.h"

#include <string.h>

/* Tests are built with arenas whose small requests stand apart, for the sanitizer. */
#ifdef TLB_ARENA_EXACT
enum { APART = 16 };
#else
enum { APART = 0 };
#endif

enum { STEP = 16, FIRST_CHUNK = 4096 };

/* --- the account ------------------------------------------------------------------------------------- */

static void what_the_allocator_refuses_is_not_counted(void **state)
{
    uint64_t left = 2; /* the first is the context */
    const tlb_context_options options = {
        .struct_size = sizeof options, .allocator = scarce_allocator(&left), .max_allocations = 3};
    tlb_context *context = tlb_context_create(&options);
    tlb_account *account = context->account;
    tlb_status failure = TLB_OK;
    void *given[3];
    (void)state;
    given[0] = tlb_allocate(account, 100, NULL);
    assert_non_null(given[0]);
    for (int i = 0; i < 5; i++) {
        assert_null(tlb_allocate(account, 5000, &failure));
        assert_int_equal(failure, TLB_NO_MEMORY);
        assert_int_equal(tlb_memory_now(context), 100);
        assert_int_equal(tlb_memory_peak(context), 100);
    }
    left = 10;
    for (int i = 1; i < 3; i++) {
        given[i] = tlb_allocate(account, 100, NULL);
        assert_non_null(given[i]);
    }
    assert_null(tlb_allocate(account, 100, &failure));
    assert_int_equal(failure, TLB_LIMIT);
    for (int i = 0; i < 3; i++)
        tlb_release(account, given[i], 100);
    assert_int_equal(tlb_memory_now(context), 0);
    assert_int_equal(tlb_memory_peak(context), 300);
    tlb_context_free(context);
}

/* --- small requests ---------------------------------------------------------------------------------- */

static size_t taken(tlb_arena *arena, const uint8_t *memory)
{
    return (size_t)((uint8_t *)tlb_alloc(arena, 1) - memory);
}

static void small_requests_are_rounded_up_to_16_bytes(void **state)
{
    static const char letters[] = "eighty letters and more of which a test takes as many as the size that it "
                                  "tries has room for";
    fixture *f = *state;
    for (size_t size = 1; size <= 5 * STEP; size++) {
        size_t expected = (size / STEP + (size % STEP > 0)) * STEP + APART;
        tlb_mark mark = tlb_arena_mark(&f->arena);
        assert_int_equal(taken(&f->arena, tlb_alloc(&f->arena, size)), expected);
        tlb_arena_rewind(&f->arena, mark);
        const char *text = tlb_copy_text(&f->arena, letters, size - 1).data; /* and its end */
        assert_int_equal(strlen(text), size - 1);
        assert_int_equal(taken(&f->arena, (const uint8_t *)text), expected);
        text = tlb_arena_printf(&f->arena, "%*s", (int)size - 1, "");
        assert_int_equal(strlen(text), size - 1);
        assert_int_equal(taken(&f->arena, (const uint8_t *)text), expected);
        tlb_arena_release(&f->arena);
    }
}

static void memory_is_used_to_its_end(void **state)
{
    enum { SIZE = 128, COUNT = FIRST_CHUNK / SIZE };
    fixture *f = *state;
    assert_non_null(tlb_alloc(&f->arena, SIZE - APART));
    size_t held = tlb_memory_now(f->context);
    for (int i = 1; i < COUNT; i++)
        assert_non_null(tlb_alloc(&f->arena, SIZE - APART));
    assert_int_equal(tlb_memory_now(f->context), held);
    assert_non_null(tlb_alloc(&f->arena, 1));
    assert_true(tlb_memory_now(f->context) > held);
}

/* From 4 KiB up to 256: many small requests are few allocations, and little is held that nobody asked for. */
static void many_small_requests_are_few_allocations(void **state)
{
    enum { SIZE = 128, COUNT = 16 * 1024, LARGEST = 256 * 1024, SMALL = 16 };
    const tlb_context_options options = {.struct_size = sizeof options, .max_allocations = SMALL};
    tlb_context *context = tlb_context_create(&options);
    tlb_arena arena;
    (void)state;
    tlb_arena_init(&arena, context->account);
    for (int i = 0; i < COUNT; i++)
        assert_non_null(tlb_alloc(&arena, SIZE - APART));
    assert_true(tlb_memory_now(context) <= SIZE * COUNT + LARGEST);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* To 8 elements at least, and by doubling. */
static void lists_grow_by_doubling(void **state)
{
    static const struct {
        uint32_t count, extra, capacity;
    } cases[] = {{0, 1, 8}, {0, 7, 8}, {0, 8, 8}, {0, 9, 9}, {8, 1, 16}, {8, 9, 17}, {16, 1, 32}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TLB_LIST(uint16_t) list = {0};
        if (cases[i].count)
            assert_true(TLB_RESERVE(&f->arena, &list, cases[i].count));
        list.count = cases[i].count;
        assert_true(TLB_RESERVE(&f->arena, &list, cases[i].extra));
        assert_int_equal(list.capacity, cases[i].capacity);
        const uint16_t *data = list.data;
        assert_true(TLB_RESERVE(&f->arena, &list, list.capacity - list.count));
        assert_ptr_equal(list.data, data);
    }
}

/* --- arenas that are used again ---------------------------------------------------------------------- */

static void a_released_arena_begins_anew(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < 3; i++) {
        memset(tlb_alloc(&f->arena, 100), i, 100);
        assert_true(tlb_memory_now(f->context) >= 100);
        tlb_arena_release(&f->arena);
        assert_int_equal(tlb_memory_now(f->context), 0);
    }
}

static void what_was_rewound_takes_the_same_again(void **state)
{
    fixture *f = *state;
    assert_non_null(tlb_alloc(&f->arena, FIRST_CHUNK / 2));
    tlb_mark mark = tlb_arena_mark(&f->arena);
    size_t before = tlb_memory_now(f->context), held = 0;
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < 5; k++)
            assert_non_null(tlb_alloc(&f->arena, FIRST_CHUNK / 2));
        for (int k = 0; k < 5; k++)
            assert_non_null(tlb_alloc(&f->arena, FIRST_CHUNK / 4));
        if (i)
            assert_int_equal(tlb_memory_now(f->context), held);
        held = tlb_memory_now(f->context);
        tlb_arena_rewind(&f->arena, mark);
        assert_int_equal(tlb_memory_now(f->context), before);
    }
}

static void an_arena_without_its_memory_asks_for_more(void **state)
{
    fixture *f = *state;
    tlb_arena other;
    tlb_arena_init(&other, f->context->account);
    assert_non_null(tlb_alloc(&other, 1));
    tlb_arena_adopt(&f->arena, &other);
    char *own = tlb_arena_printf(&other, "own");
    tlb_arena_release(&f->arena);
    assert_true(tlb_memory_now(f->context) > 0);
    assert_string_equal(own, "own");
    tlb_arena_release(&other);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_allocator_refuses_is_not_counted),
        TEST(small_requests_are_rounded_up_to_16_bytes),
        TEST(memory_is_used_to_its_end),
        cmocka_unit_test(many_small_requests_are_few_allocations),
        TEST(lists_grow_by_doubling),
        TEST(a_released_arena_begins_anew),
        TEST(what_was_rewound_takes_the_same_again),
        TEST(an_arena_without_its_memory_asks_for_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
