/* Memory, output buffers, diagnostics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/context.h"
#include "base/index.h"
#include "base/text.h"

/* Counts what is out, and gives nothing once `left` requests were met. */
typedef struct meter {
    size_t out, left;
} meter;

static void *meter_allocate(void *user, size_t size)
{
    meter *m = user;
    if (!m->left)
        return NULL;
    m->left--;
    m->out += size;
    return malloc(size);
}

static void meter_release(void *user, void *memory, size_t size)
{
    meter *m = user;
    m->out -= size;
    free(memory);
}

static tlb_context *metered(meter *m, size_t left)
{
    *m = (meter){.left = left};
    tlb_context_options options = {.struct_size = sizeof options,
                                   .allocator = {meter_allocate, meter_release, m}};
    return tlb_context_create(&options);
}

static void arena_gives_aligned_memory_and_all_of_it_back(void **state)
{
    (void)state;
    meter m;
    tlb_context *context = metered(&m, SIZE_MAX);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    for (size_t size = 0; size < 5000; size += 37) {
        uint8_t *memory = tlb_alloc(&arena, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        memset(memory, 0xa5, size);
        const uint8_t *zeros = tlb_zalloc(&arena, size);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(zeros[i], 0);
    }
    assert_true(tlb_memory_now(context) > 2 * 5000);
    assert_true(tlb_memory_peak(context) >= tlb_memory_now(context));
    tlb_arena_release(&arena);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
    assert_int_equal(m.out, 0);
}

/* In bytes the size would be 4: what a product of 32 bits, or of 64, wraps around to. */
static void arrays_whose_size_overflows_are_refused(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    const uint8_t *zeros = tlb_zalloc_array(arena, 500, 10);
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(zeros[i], 0);
    assert_non_null(tlb_zalloc_array(arena, 0, 4));
    assert_false(tlb_arena_failed(arena));
    assert_null(tlb_zalloc_array(arena, SIZE_MAX / 4 + 2, 4));
    assert_null(tlb_alloc_array(arena, SIZE_MAX / 4 + 2, 4));
    assert_true(tlb_arena_failed(arena));
    assert_int_equal(tlb_report_memory(context, arena), TLB_LIMIT);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

static void rewinding_frees_what_came_later(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    char *kept = tlb_arena_printf(&arena, "kept %d", 1);
    tlb_mark mark = tlb_arena_mark(&arena);
    uint64_t before = tlb_memory_now(context);
    for (int i = 0; i < 100; i++)
        assert_non_null(tlb_alloc(&arena, 100 * (size_t)i));
    assert_true(tlb_memory_now(context) > before);
    tlb_arena_rewind(&arena, mark);
    assert_int_equal(tlb_memory_now(context), before);
    char *next = tlb_arena_printf(&arena, "next");
    assert_string_equal(kept, "kept 1");
    assert_string_equal(next, "next");
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void an_arena_takes_the_memory_of_another(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena, other, empty;
    uint64_t before = tlb_memory_now(context);
    tlb_arena_init(&arena, context->account);
    tlb_arena_init(&other, context->account);
    tlb_arena_init(&empty, context->account);
    char *first = tlb_arena_printf(&arena, "first");
    tlb_mark mark = tlb_arena_mark(&arena);
    char *taken = tlb_arena_printf(&other, "taken");
    uint64_t with_both = tlb_memory_now(context);
    assert_non_null(tlb_alloc(&other, 100000));
    tlb_arena_adopt(&arena, &other);
    tlb_arena_adopt(&arena, &empty);
    tlb_arena_release(&other);
    assert_string_equal(taken, "taken");
    assert_string_equal(tlb_arena_printf(&arena, "second"), "second");
    assert_string_equal(tlb_arena_printf(&other, "again"), "again");
    tlb_arena_release(&other);
    tlb_arena_rewind(&arena, mark);
    assert_true(tlb_memory_now(context) < with_both);
    assert_string_equal(first, "first");
    tlb_arena_release(&arena);
    assert_int_equal(tlb_memory_now(context), before);
    tlb_context_free(context);
}

#ifdef TLB_ARENA_EXACT
#include <sanitizer/asan_interface.h>
#if __has_feature(address_sanitizer) || defined __SANITIZE_ADDRESS__
#define SANITIZED
#endif
#endif

#ifdef SANITIZED

/* Each request, whatever its size, from its end to the next one; and what was rewound over. */
static void the_sanitizer_sees_the_ends(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    for (size_t size = 1; size < 100; size++) {
        uint8_t *memory = tlb_alloc(&arena, size);
        assert_null(__asan_region_is_poisoned(memory, size));
        assert_true(__asan_address_is_poisoned(memory + size));
        assert_true(__asan_address_is_poisoned(memory + size + 15));
    }
    tlb_mark mark = tlb_arena_mark(&arena);
    uint8_t *dropped = tlb_alloc(&arena, 100);
    tlb_arena_rewind(&arena, mark);
    assert_true(__asan_address_is_poisoned(dropped));
    tlb_arena_release(&arena);
    tlb_context_free(context);
}
#endif

static void limits_and_a_failing_allocator_are_told_apart(void **state)
{
    (void)state;
    tlb_context_options options = {.struct_size = sizeof options, .max_bytes = 100000};
    tlb_context *context = tlb_context_create(&options);
    tlb_status failure = TLB_OK;
    assert_null(tlb_allocate(context->account, 100001, &failure));
    assert_int_equal(tlb_report_failure(context, failure), TLB_LIMIT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_MEMORY_LIMIT), 1);
    tlb_context_free(context);

    options = (tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = 2};
    context = tlb_context_create(&options);
    void *first = tlb_allocate(context->account, 1, NULL), *second = tlb_allocate(context->account, 1, NULL);
    assert_non_null(first);
    assert_non_null(second);
    tlb_release(context->account, first, 1);
    tlb_release(context->account, second, 1);
    failure = TLB_OK;
    assert_null(tlb_allocate(context->account, 1, &failure));
    assert_int_equal(failure, TLB_LIMIT);
    assert_null(tlb_arena_create(context));
    assert_int_equal(tlb_report_memory(context, NULL), TLB_LIMIT);
    tlb_context_free(context);

    meter m;
    context = metered(&m, 1);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    assert_false(tlb_arena_failed(&arena));
    assert_null(tlb_alloc(&arena, 10));
    assert_true(tlb_arena_failed(&arena));
    assert_null(tlb_copy_text(&arena, "text", 4).data);
    assert_null(tlb_arena_printf(&arena, "text"));
    assert_int_equal(arena.failure, TLB_NO_MEMORY);
    assert_int_equal(tlb_report_memory(context, &arena), TLB_NO_MEMORY);
    assert_null(tlb_allocate(context->account, 1, &failure));
    assert_int_equal(failure, TLB_NO_MEMORY);
    assert_null(tlb_arena_create(context));
    assert_int_equal(tlb_report_memory(context, NULL), TLB_NO_MEMORY);
    assert_null(tlb_alloc_array(&arena, SIZE_MAX / 2, 3));
    assert_int_equal(arena.failure, TLB_LIMIT);
    tlb_arena_release(&arena);
    tlb_context_free(context);
    assert_int_equal(m.out, 0);
    assert_null(metered(&m, 0));
}

/* max_bytes is what all requests hold together, to the byte. */
static void the_limit_counts_all_that_is_held(void **state)
{
    (void)state;
    tlb_context_options options = {.struct_size = sizeof options, .max_bytes = 100000};
    tlb_context *context = tlb_context_create(&options);
    tlb_account *account = context->account;
    tlb_status failure = TLB_OK;
    void *first = tlb_allocate(account, 40000, NULL), *second = tlb_allocate(account, 35000, NULL);
    assert_non_null(first);
    assert_non_null(second);
    size_t left = (size_t)(100000 - tlb_memory_now(context));
    assert_true(left < 40000);
    assert_null(tlb_allocate(account, left + 1, &failure));
    assert_int_equal(failure, TLB_LIMIT);
    void *third = tlb_allocate(account, left, NULL);
    assert_non_null(third);
    assert_int_equal(tlb_memory_now(context), 100000);
    assert_null(tlb_allocate(account, 1, NULL));
    tlb_release(account, first, 40000);
    assert_null(tlb_allocate(account, 40001, NULL));
    first = tlb_allocate(account, 40000, NULL);
    assert_non_null(first);
    tlb_release(account, first, 40000);
    tlb_release(account, second, 35000);
    tlb_release(account, third, left);
    tlb_context_free(context);
}

static bool is_never_cancelled(void *user)
{
    (void)user;
    return false;
}

/* max_work is what may be done, to the step, whether there is somebody to ask or not. */
static void work_ends_at_its_limit(void **state)
{
    (void)state;
    for (int asks = 0; asks < 2; asks++) {
        tlb_context_options options = {.struct_size = sizeof options, .max_work = 10};
        options.cancel.is_cancelled = asks ? is_never_cancelled : NULL;
        tlb_context *context = tlb_context_create(&options);
        assert_int_equal(tlb_work(context->account, 9), TLB_OK);
        assert_int_equal(tlb_work(context->account, 1), TLB_OK);
        assert_int_equal(tlb_work(context->account, 1), TLB_LIMIT);
        assert_int_equal(tlb_work_done(context), 11);
        tlb_work_clear(context);
        assert_int_equal(tlb_work(context->account, 10), TLB_OK);
        tlb_context_free(context);
    }
    assert_int_equal(tlb_work_of(1023), 1);
    assert_int_equal(tlb_work_of(1024), 2);
}

static void lists_keep_their_elements_as_they_grow(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    TLB_LIST(uint32_t) list = {0};
    for (uint32_t i = 0; i < 10000; i++)
        *TLB_PUSH(&arena, &list) = i;
    assert_int_equal(list.count, 10000);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(list.data[i], i);
    assert_false(TLB_RESERVE(&arena, &list, UINT32_MAX));
    assert_int_equal(arena.failure, TLB_LIMIT);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void a_buffer_grows_in_memory(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_buffer buffer = {.account = context->account};
    for (int i = 0; i < 10000; i++) {
        tlb_buffer_text(&buffer, "abc");
        tlb_buffer_byte(&buffer, 'd');
    }
    assert_int_equal(tlb_buffer_finish(&buffer), TLB_OK);
    assert_int_equal(buffer.size, 40000);
    for (size_t i = 0; i < buffer.size; i++)
        assert_int_equal(buffer.data[i], 'a' + i % 4);
    tlb_buffer_free(&buffer);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

typedef struct collector {
    uint8_t bytes[300000];
    size_t size, most; /* the sink fails beyond it */
} collector;

static bool collect(void *user, const void *data, size_t size)
{
    collector *c = user;
    if (size > c->most - c->size)
        return false;
    memcpy(c->bytes + c->size, data, size);
    c->size += size;
    return true;
}

static void a_buffer_hands_over_to_its_sink(void **state)
{
    (void)state;
    static collector all = {.most = sizeof all.bytes}, some = {.most = 100000};
    static uint8_t large[100000];
    memset(large, 'x', sizeof large);
    tlb_context *context = tlb_context_create(NULL);
    tlb_buffer buffer = {.account = context->account, .flush = collect, .user = &all};
    tlb_buffer_text(&buffer, "head");
    tlb_buffer_append(&buffer, large, sizeof large);
    tlb_buffer_append(&buffer, large, sizeof large);
    tlb_buffer_text(&buffer, "tail");
    assert_int_equal(tlb_buffer_finish(&buffer), TLB_OK);
    assert_int_equal(all.size, 200008);
    assert_memory_equal(all.bytes, "headxxxx", 8);
    assert_memory_equal(all.bytes + 200000, "xxxxtail", 8);
    tlb_buffer_free(&buffer);

    buffer = (tlb_buffer){.account = context->account, .flush = collect, .user = &some};
    for (int i = 0; i < 5; i++)
        tlb_buffer_append(&buffer, large, 60000);
    assert_int_equal(tlb_buffer_finish(&buffer), TLB_WRITE_FAILED);
    assert_int_equal(some.size, 60000);
    tlb_buffer_free(&buffer);
    tlb_context_free(context);
}

static void a_buffer_without_memory_ignores_what_follows(void **state)
{
    (void)state;
    meter m;
    tlb_context *context = metered(&m, 2);
    tlb_buffer buffer = {.account = context->account};
    for (int i = 0; i < 1000; i++)
        tlb_buffer_text(&buffer, "abc");
    assert_int_equal(tlb_buffer_finish(&buffer), TLB_NO_MEMORY);
    assert_null(tlb_buffer_grow(&buffer, 1));
    tlb_buffer_free(&buffer);
    tlb_context_free(context);
    assert_int_equal(m.out, 0);
}

static void diagnostics_are_counted_and_capped(void **state)
{
    (void)state;
    tlb_context_options options = {.struct_size = sizeof options, .max_per_code = 3};
    tlb_context *context = tlb_context_create(&options);
    context->file = "some.dif";
    for (int i = 0; i < 10; i++)
        tlb_report(context, TLB_CODE_BAD_VALUE, 100 + (uint64_t)i, "a[1].b", "value %d", i);
    tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "portals");
    assert_int_equal(tlb_diagnostic_count(context), 4);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_VALUE), 10);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 10);
    assert_int_equal(tlb_severity_total(context, TLB_WARNING), 1);
    const tlb_diagnostic *found = tlb_diagnostic_at(context, 2);
    assert_string_equal(found->file, "some.dif");
    assert_string_equal(found->path, "a[1].b");
    assert_string_equal(found->message, "value 2");
    assert_string_equal(tlb_code_name(found->code), "BAD_VALUE");
    assert_string_equal(tlb_severity_name(found->severity), "error");
    assert_int_equal(found->offset, 102);
    assert_null(tlb_diagnostic_at(context, 4));
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

/* Of a long message the first 1023 characters. */
static void messages_end(void **state)
{
    (void)state;
    char text[1025];
    memset(text, 'm', sizeof text);
    tlb_context *context = tlb_context_create(NULL);
    for (size_t size = 1022; size < sizeof text; size++) {
        text[size] = 0;
        tlb_report(context, TLB_CODE_BAD_VALUE, 0, NULL, "%s", text);
        text[size] = 'm';
        const char *message = tlb_diagnostic_at(context, size - 1022)->message;
        assert_int_equal(strlen(message), size < 1023 ? size : 1023);
        assert_memory_equal(message, text, strlen(message));
    }
    tlb_report(context, TLB_CODE_TRUNCATED, 0, NULL, "%s", "");
    assert_string_equal(tlb_diagnostic_at(context, 3)->message, "");
    tlb_context_free(context);
}

/* A name may be as long as the file is. */
static void diagnostics_about_one_file_share_its_name(void **state)
{
    enum { LONG = 100000, MANY = 100 };
    (void)state;
    tlb_context_options options = {.struct_size = sizeof options, .max_per_code = MANY};
    tlb_context *context = tlb_context_create(&options);
    char *name = calloc(1, LONG + 1);
    memset(name, 'n', LONG);
    context->file = name;
    for (int i = 0; i < MANY; i++)
        tlb_report(context, TLB_CODE_BAD_VALUE, 0, NULL, "no");
    assert_true(tlb_memory_peak(context) < 2 * LONG);
    tlb_context other = tlb_context_about(context, "other", NULL);
    tlb_report(&other, TLB_CODE_DROPPED, 0, NULL, "no");
    name[0] = 'x'; /* as another document's, in the same memory */
    tlb_report(context, TLB_CODE_DROPPED, 0, NULL, "no");
    assert_int_equal(tlb_diagnostic_at(context, MANY - 1)->file[0], 'n');
    assert_string_equal(tlb_diagnostic_at(context, MANY)->file, "other");
    assert_string_equal(tlb_diagnostic_at(context, MANY + 1)->file, name);
    free(name);
    tlb_context_free(context);
}

static void a_trial_leaves_no_diagnostics(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_report(context, TLB_CODE_BAD_VALUE, 0, NULL, "stays");
    tlb_report_mark mark = tlb_report_mark_get(context);
    tlb_report(context, TLB_CODE_BAD_VALUE, 0, NULL, "goes");
    tlb_report(context, TLB_CODE_TRUNCATED, 0, NULL, "goes");
    tlb_report_rewind(context, &mark);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_VALUE), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_TRUNCATED), 0);
    tlb_context_free(context);
}

static void a_finding_stands_without_memory_for_its_words(void **state)
{
    (void)state;
    meter m;
    tlb_context *context = metered(&m, 1);
    tlb_report(context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "out of memory");
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), 1);
    tlb_context_free(context);
    assert_int_equal(m.out, 0);
}

/* --- the index --------------------------------------------------------------------------------------- */

static void an_index_finds_what_it_has_met(void **state)
{
    (void)state;
    enum { KEYS = 1000 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_index index = {0};
    assert_null(tlb_index_look(&index, "a", 1));
    for (int i = 0; i < KEYS; i++) {
        const char *key = tlb_arena_printf(&arena, "key %d", i);
        assert_null(tlb_index_look(&index, key, strlen(key)));
        int32_t *number = tlb_index_find(&index, &arena, key, strlen(key));
        assert_int_equal(*number, TLB_INDEX_NEW);
        *number = i;
    }
    for (int i = 0; i < KEYS; i++) {
        const char *key = tlb_arena_printf(&arena, "key %d", i);
        assert_int_equal(*tlb_index_look(&index, key, strlen(key)), i);
        assert_int_equal(*tlb_index_find(&index, &arena, key, strlen(key)), i);
    }
    assert_int_equal(index.entries.count, KEYS);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* Whoever makes a file cannot choose names of one hash, which would be compared with each other. */
static void hashes_differ_from_table_to_table(void **state)
{
    (void)state;
    static const char *const chosen[] = {"a6vu", "3yea"};
    uint32_t without_seed = 0x811c9dc5u ^ 4;
    assert_int_equal(tlb_hash_nocase(without_seed, chosen[0], 4),
                     tlb_hash_nocase(without_seed, chosen[1], 4));
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_index index = {0};
    for (int i = 0; i < 2; i++)
        assert_non_null(tlb_index_find(&index, &arena, chosen[i], 4));
    assert_int_not_equal(index.entries.data[0].hash, index.entries.data[1].hash);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void names_have_one_key_whatever_their_spelling(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    assert_string_equal(tlb_name_key(&arena, "Dir\\TANK.Dts").data, "dir/tank.dts");
    assert_string_equal(tlb_name_key(&arena, "").data, "");
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* The numbers are part of the library's binary interface. */
static void codes_keep_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(TLB_CODE_TRUNCATED, 1);
    assert_int_equal(TLB_CODE_DIF_NOT_FINITE, 1001);
    assert_int_equal(TLB_CODE_VOL_DIRECTORY, 2001);
    for (size_t i = 0; i < tlb_code_count(); i++) {
        assert_int_equal(tlb_code_index(tlb_code_at(i)), i);
        assert_true(i == 0 || tlb_code_at(i) > tlb_code_at(i - 1));
    }
    assert_int_equal(tlb_code_index((tlb_code)999), tlb_code_count());
}

static void the_version_is_that_of_the_header(void **state)
{
    (void)state;
    int major, minor, patch;
    assert_int_equal(sscanf(tlb_version(), "%d.%d.%d", &major, &minor, &patch), 3);
    assert_true(major == TLB_VERSION_MAJOR && minor == TLB_VERSION_MINOR && patch == TLB_VERSION_PATCH);
}

/* A caller of a newer library, or with a wrong number. */
static void unknown_numbers_are_said_to_be_unknown(void **state)
{
    (void)state;
    const tlb_code unknown = (tlb_code)999999, other = (tlb_code)-1;
    tlb_context *context = tlb_context_create(NULL);
    assert_string_equal(tlb_code_name(unknown), "UNKNOWN");
    assert_true(*tlb_code_meaning(unknown));
    assert_int_equal(tlb_code_severity(unknown), TLB_ERROR);
    tlb_report(context, unknown, TLB_NO_OFFSET, NULL, "text");
    tlb_report(context, other, TLB_NO_OFFSET, "path", "another");
    assert_int_equal(tlb_code_total(context, unknown), 2);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 2);
    assert_int_equal(tlb_diagnostic_count(context), 2);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, unknown);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message, "text");
    assert_string_equal(tlb_diagnostic_at(context, 1)->path, "path");
    assert_null(tlb_diagnostic_at(context, 2));
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_code_total(context, unknown), 0);
    assert_int_equal(tlb_code_at(tlb_code_count()), 0);
    assert_string_equal(tlb_severity_name((tlb_severity)77), "unknown");
    assert_string_equal(tlb_status_text((tlb_status)77), "unknown status");
    tlb_context_free(context);
}

static void a_report_without_text_has_the_meaning(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    const char *volatile none = NULL; /* compilers warn of a constant */
    tlb_report(context, TLB_CODE_TRUNCATED, TLB_NO_OFFSET, NULL, none, 0);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message, tlb_code_meaning(TLB_CODE_TRUNCATED));
    tlb_context_free(context);
}

static void zeroed_options_are_the_defaults(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(&(tlb_context_options){0});
    assert_non_null(context);
    tlb_context_free(context);
    assert_null(tlb_context_create(&(tlb_context_options){.max_nesting = 3}));
}

/* Of an earlier version, or of a later one that sets nothing which is unknown here. */
static void structs_of_other_sizes_are_taken(void **state)
{
    typedef struct later {
        tlb_context_options options;
        uint8_t more[9];
    } later;
    (void)state;
    for (size_t size = 1; size <= sizeof(size_t); size++) {
        tlb_context *context = tlb_context_create(&(tlb_context_options){.struct_size = size});
        assert_int_equal(context != NULL, size == sizeof(size_t));
        tlb_context_free(context);
    }
    for (size_t at = 0; at <= sizeof(((later *)0)->more); at++) {
        later given = {.options = TLB_CONTEXT_OPTIONS_INIT};
        given.options.struct_size = offsetof(later, more) + sizeof given.more;
        given.options.max_per_code = 1;
        if (at < sizeof given.more)
            given.more[at] = 1;
        tlb_context *context = tlb_context_create(&given.options);
        assert_int_equal(context != NULL, at == sizeof given.more);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_numbers_are_said_to_be_unknown),
        cmocka_unit_test(a_report_without_text_has_the_meaning),
        cmocka_unit_test(zeroed_options_are_the_defaults),
        cmocka_unit_test(structs_of_other_sizes_are_taken),
        cmocka_unit_test(codes_keep_their_numbers),
        cmocka_unit_test(the_version_is_that_of_the_header),
        cmocka_unit_test(arena_gives_aligned_memory_and_all_of_it_back),
        cmocka_unit_test(arrays_whose_size_overflows_are_refused),
        cmocka_unit_test(rewinding_frees_what_came_later),
        cmocka_unit_test(an_arena_takes_the_memory_of_another),
#ifdef SANITIZED
        cmocka_unit_test(the_sanitizer_sees_the_ends),
#endif
        cmocka_unit_test(limits_and_a_failing_allocator_are_told_apart),
        cmocka_unit_test(the_limit_counts_all_that_is_held),
        cmocka_unit_test(work_ends_at_its_limit),
        cmocka_unit_test(lists_keep_their_elements_as_they_grow),
        cmocka_unit_test(a_buffer_grows_in_memory),
        cmocka_unit_test(a_buffer_hands_over_to_its_sink),
        cmocka_unit_test(a_buffer_without_memory_ignores_what_follows),
        cmocka_unit_test(diagnostics_are_counted_and_capped),
        cmocka_unit_test(messages_end),
        cmocka_unit_test(diagnostics_about_one_file_share_its_name),
        cmocka_unit_test(a_trial_leaves_no_diagnostics),
        cmocka_unit_test(a_finding_stands_without_memory_for_its_words),
        cmocka_unit_test(an_index_finds_what_it_has_met),
        cmocka_unit_test(hashes_differ_from_table_to_table),
        cmocka_unit_test(names_have_one_key_whatever_their_spelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
