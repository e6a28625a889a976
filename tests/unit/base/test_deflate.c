/* Data that is compressed, and what is wrong with some. */
#include "one_arena.h"

#include "base/deflate.h"
#include "fault.h"

#include <string.h>

enum { SIZE = 5000, CHECKSUM = 4 };

static uint8_t data[SIZE];

static void fill(void)
{
    for (int i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i % 90 + i / 700);
}

static tlb_buffer packed_as(fixture *f, tlb_deflate_wrapping wrapping, size_t size)
{
    tlb_buffer out = {.account = f->context->account};
    fill();
    tlb_buffer_text(&out, "head");
    assert_int_equal(tlb_deflate(f->context->account, wrapping, (tlb_bytes){data, size}, &out), TLB_OK);
    assert_memory_equal(out.data, "head", 4);
    return out;
}

static tlb_bytes bytes_of(const tlb_buffer *out)
{
    return (tlb_bytes){out->data + 4, out->size - 4};
}

static void data_comes_back(void **state)
{
    static const tlb_deflate_wrapping wrappings[] = {TLB_DEFLATE_RAW, TLB_DEFLATE_ZLIB,
                                                     TLB_DEFLATE_ZLIB_UNSUMMED};
    static const size_t sizes[] = {0, 1, SIZE};
    fixture *f = *state;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            uint8_t found[SIZE + 1] = {0};
            tlb_buffer out = packed_as(f, wrappings[i], sizes[k]);
            tlb_account *account = f->context->account;
            assert_true(sizes[k] < SIZE || bytes_of(&out).size < SIZE / 2);
            assert_int_equal(tlb_inflate(account, wrappings[i], bytes_of(&out), found, sizes[k]), TLB_OK);
            assert_memory_equal(found, data, sizes[k]);
            assert_int_equal(found[sizes[k]], 0);
            /* of another size, or of another kind */
            assert_int_equal(tlb_inflate(account, wrappings[i], bytes_of(&out), found, sizes[k] + 1),
                             TLB_INVALID);
            if (sizes[k])
                assert_int_equal(tlb_inflate(account, wrappings[i], bytes_of(&out), found, sizes[k] - 1),
                                 TLB_INVALID);
            assert_int_equal(tlb_inflate(account, wrappings[i ? 0 : 1], bytes_of(&out), found, sizes[k]),
                             TLB_INVALID);
            tlb_buffer_free(&out);
        }
}

static void damage_is_seen(void **state)
{
    fixture *f = *state;
    uint8_t found[SIZE];
    tlb_buffer out = packed_as(f, TLB_DEFLATE_ZLIB, SIZE);
    tlb_account *account = f->context->account;
    for (size_t size = 0; size + CHECKSUM < bytes_of(&out).size; size += 7)
        assert_int_equal(tlb_inflate(account, TLB_DEFLATE_ZLIB, (tlb_bytes){out.data + 4, size}, found, SIZE),
                         TLB_INVALID);
    const tlb_bytes too_large = {out.data + 4, (size_t)INT32_MAX + 1};
    assert_int_equal(tlb_inflate(account, TLB_DEFLATE_ZLIB, too_large, found, SIZE), TLB_INVALID);
    out.data[out.size - 1] ^= 1; /* of the checksum */
    assert_int_equal(tlb_inflate(account, TLB_DEFLATE_ZLIB, bytes_of(&out), found, SIZE), TLB_INVALID);
    assert_int_equal(tlb_inflate(account, TLB_DEFLATE_ZLIB_UNSUMMED, bytes_of(&out), found, SIZE), TLB_OK);
    assert_memory_equal(found, data, SIZE);
    tlb_buffer_free(&out);
}

static tlb_status pack_and_unpack(tlb_context *context, const void *subject, collected *made)
{
    uint8_t found[SIZE];
    tlb_buffer out = {.account = context->account};
    (void)subject;
    fill();
    tlb_status status = tlb_deflate(context->account, TLB_DEFLATE_RAW, (tlb_bytes){data, SIZE}, &out);
    if (!status)
        status = tlb_inflate(context->account, TLB_DEFLATE_RAW, (tlb_bytes){out.data, out.size}, found, SIZE);
    if (!status)
        collect(made, found, SIZE);
    tlb_buffer_free(&out);
    return status;
}

static void compression_needs_its_memory(void **state)
{
    (void)state;
    assert_refused_or_same(pack_and_unpack, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(data_comes_back),
        TEST(damage_is_seen),
        TEST(compression_needs_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
