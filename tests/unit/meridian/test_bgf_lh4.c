/* The compression of version 9: streams of hand-made bits, every way to damage them, and bytes that come
 * back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/context.h"
#include "formats/meridian/bgf/lh4/lh4.h"

/* --- streams by hand ---------------------------------------------------------------------------------- */

/* Bits as text; blanks between fields. */
static size_t pack_bits(const char *bits, uint8_t *out)
{
    size_t count = 0;
    memset(out, 0, 64);
    for (; *bits; bits++) {
        if (*bits == ' ')
            continue;
        out[count / 8] |= (uint8_t)((*bits == '1') << (7 - count % 8));
        count++;
    }
    return (count + 7) / 8;
}

static bool decodes(const char *bits, const char *expected, size_t size)
{
    uint8_t stream[64], out[600] = {0};
    size_t packed = pack_bits(bits, stream);
    uint8_t *exact = malloc(packed);
    assert_non_null(exact);
    memcpy(exact, stream, packed);
    bool good = tlb_bgf_lh4_decode((tlb_bytes){exact, packed}, out, size);
    free(exact);
    return good && (!expected || memcmp(out, expected, size) == 0);
}

/* A block of codes that all are one and need no bits: 3 x 'A'. */
#define ONLY_A "0000000000000011 00000 00000 000000000 001000001 0000 0000"

static void streams_by_hand_are_read(void **state)
{
    (void)state;
    assert_true(decodes(ONLY_A, "AAA", 3));
    assert_true(decodes(ONLY_A ONLY_A, "AAAAAA", 6));
    /* A literal 0 and a match of 4: two codes of a bit. The table of lengths has symbol 2 (a run of 20 and
     * more: 0) and 3 (a length of 1: 1). Codes' lengths: 1, then 256 zeros (20 + 236), then 1. */
    assert_true(decodes("0000000000000010 00100 000 000 001 00 001 100000010 1 0 011101100 1 0000 0000 0 1",
                        "\0\0\0\0\0", 5));
}

/* The same, where the lengths' own codes have up to 16 bits: 1, 2, 3, 16 (a length of 1), 4 to 15 and 16.
 * With 17 instead of 16, and one code more, it would be as complete. */
static void codes_are_read_up_to_16_bits(void **state)
{
#define TO_15 "100 101 110 1110 11110 111110 1111110 11111110 111111110 1111111110 11111111110 111111111110 "
    (void)state;
    assert_true(decodes("0000000000000010 10001 001 010 011 00 1111111111110 " TO_15 "1111111111110 "
                        "100000010 1111111111111110 110 011101100 1111111111111110 0000 0000 0 1",
                        "\0\0\0\0\0", 5));
    assert_false(decodes("0000000000000010 10010 001 010 011 00 11111111111110 " TO_15
                         "1111111111110 11111111111110 "
                         "100000010 11111111111111110 110 011101100 11111111111111110 0000 0000 0 1",
                         NULL, 5));
    /* Ten bits of 1 after the first three are a length of 17, whatever follows. */
    assert_false(decodes("0000000000000010 10001 001 010 011 00 1111111111111 " TO_15 "1111111111111 "
                         "100000010 1111111111111110 110 011101100 1111111111111110 0000 0000 0 1",
                         NULL, 5));
#undef TO_15
}

static void damaged_streams_are_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",
        ONLY_A ONLY_A,                                                         /* 6 bytes of 4 */
        "0000000000000000 00000 00000 000000000 001000001 0000 0000",          /* no codes */
        "0000000000000100 00000 11111 000000000 001000001 0000 0000",          /* no such length */
        "0000000000000100 00000 00000 000000000 111111111 0000 0000",          /* no such code */
        "0000000000000100 00000 00000 000000000 001000001 0000 1111",          /* no such distance */
        "0000000000000100 11111 00000 000000000 001000001 0000 0000",          /* too many lengths */
        "0000000000000100 00000 00000 111111111 001000001 0000 0000",          /* too many codes */
        "0000000000000100 00010 001 010 000000000 001000001 0000 0000",        /* a code is not used */
        "0000000000000100 00011 001 001 001 00 000000000 001000001 0000 0000", /* three of one bit */
        "0000000000000100 00010 11111111111111111 0000000000000000000",        /* too long */
        "0000000000000001 00000 00000 000000000 100000001 0000 0000",          /* a match of nothing */
    };
    assert_true(decodes("0000000000000100 00000 00000 000000000 001000001 0000 0000", "AAAA", 4));
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        if (decodes(damaged[i], NULL, 4))
            fail_msg("stream %zu is taken", i);
}

/* --- what is written ---------------------------------------------------------------------------------- */

static uint32_t random_number(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static tlb_buffer encoded(tlb_context *context, const uint8_t *bytes, size_t size)
{
    tlb_buffer out = {.account = context->account};
    assert_int_equal(tlb_bgf_lh4_encode(context->account, (tlb_bytes){bytes, size}, &out), TLB_OK);
    assert_true(size <= lh4_most(out.size));
    return out;
}

static void require_same(tlb_context *context, const uint8_t *bytes, size_t size)
{
    tlb_buffer out = encoded(context, bytes, size);
    uint8_t *again = malloc(size);
    assert_non_null(again);
    assert_true(tlb_bgf_lh4_decode((tlb_bytes){out.data, out.size}, again, size));
    assert_memory_equal(again, bytes, size);
    assert_false(tlb_bgf_lh4_decode((tlb_bytes){out.data, out.size - 1}, again, size));
    tlb_buffer_free(&out);
    free(again);
}

static void fill_with_runs(uint8_t *bytes, size_t size, uint32_t values, uint32_t longest)
{
    uint32_t seed = values + longest;
    for (size_t i = 0; i < size;) {
        size_t run = 1 + random_number(&seed) % longest;
        uint8_t value = (uint8_t)(random_number(&seed) % values);
        for (; run && i < size; run--)
            bytes[i++] = value;
    }
}

/* Sizes around those of a window, of its buffer and of a block. */
static void bytes_come_back(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 255, 256, 257, 4095, 4096, 4097, 4351, 4352, 4353, 16384, 70000};
    static uint8_t bytes[70000];
    tlb_context *context = tlb_context_create(NULL);
    for (uint32_t values = 1; values <= 256; values *= 4)
        for (uint32_t longest = 1; longest <= 400; longest *= 20) {
            fill_with_runs(bytes, sizeof bytes, values, longest);
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
                require_same(context, bytes, sizes[i]);
        }
    tlb_context_free(context);
}

/* Which of equal matches is taken depends on every step of the tree: streams of several blocks and windows,
 * by their sum. The encoder that they are of makes those of real files. */
static void streams_stay_the_same(void **state)
{
    (void)state;
    static const struct {
        uint32_t values, longest, sum;
    } streams[] = {{2, 5, 0x3fc7b725}, {16, 3, 0x1061282e}, {4, 300, 0x26dd1937}, {250, 1, 0x4e03c8f6}};
    static uint8_t bytes[200000];
    tlb_context *context = tlb_context_create(NULL);
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        fill_with_runs(bytes, sizeof bytes, streams[i].values, streams[i].longest);
        tlb_buffer out = encoded(context, bytes, sizeof bytes);
        assert_int_equal(crc32(0, out.data, (uInt)out.size), streams[i].sum);
        tlb_buffer_free(&out);
    }
    tlb_context_free(context);
}

/* Frequencies as of Fibonacci would have codes of more than 16 bits. */
static void codes_have_at_most_16_bits(void **state)
{
    (void)state;
    static uint8_t bytes[10000];
    size_t count = 0;
    uint32_t seed = 7;
    for (uint32_t i = 0, a = 1, b = 1; i < 18; i++) {
        for (uint32_t k = 0; k < a; k++)
            bytes[count++] = (uint8_t)i;
        uint32_t next = a + b;
        a = b;
        b = next;
    }
    for (size_t i = count - 1; i > 0; i--) {
        size_t other = random_number(&seed) % (i + 1);
        uint8_t kept = bytes[i];
        bytes[i] = bytes[other];
        bytes[other] = kept;
    }
    tlb_context *context = tlb_context_create(NULL);
    require_same(context, bytes, count);
    tlb_context_free(context);
}

/* Appends literals of the kinds that are left, no three of which follow each other twice. */
static size_t put_literals(uint8_t *bytes, size_t size, uint32_t *counts, uint32_t *left, uint32_t *seed)
{
    enum { MOST = 24, TRIES = 200 };
    size_t first = size;
    for (uint32_t tries = 0; tries < TRIES && size < first + MOST && *left; tries++) {
        uint32_t chosen = random_number(seed) % *left, kind = 0;
        for (; chosen >= counts[kind]; kind++)
            chosen -= counts[kind];
        bytes[size] = (uint8_t)(kind + 1);
        bool again = false;
        for (size_t i = first; i + 2 < size; i++)
            again |= memcmp(bytes + i, bytes + size - 2, 3) == 0;
        if (again) {
            bytes[size] = 0;
            continue;
        }
        size++;
        counts[kind]--;
        --*left;
    }
    return size;
}

/* Literals and matches of one block that a Huffman code would give two bits more than there may be: windows
 * of zeros between the literals keep these from being matches. */
static void codes_that_would_be_longer_are_made_room_for(void **state)
{
    (void)state;
    enum { SIZE = 0xb35 };
    static uint8_t bytes[900000];
    uint32_t counts[] = {1, 1, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597};
    uint32_t left = 0, seed = 5;
    size_t size = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        left += counts[i];
    while (left) {
        size = put_literals(bytes, size, counts, &left, &seed) + LH4_WINDOW;
        assert_true(size + LH4_WINDOW < sizeof bytes);
    }
    tlb_context *context = tlb_context_create(NULL);
    tlb_buffer out = encoded(context, bytes, size);
    assert_int_equal(out.size, SIZE);
    assert_int_equal(crc32(0, out.data, (uInt)out.size), 0x8430c34a);
    tlb_buffer_free(&out);
    require_same(context, bytes, size);
    tlb_context_free(context);
}

/* Matches that all are alike take no bits: more comes of a byte than of eight matches. */
static void one_color_comes_back(void **state)
{
    (void)state;
    enum { SIZE = 5000000 };
    tlb_context *context = tlb_context_create(NULL);
    uint8_t *bytes = calloc(SIZE, 1);
    assert_non_null(bytes);
    tlb_buffer out = encoded(context, bytes, SIZE);
    assert_true(out.size < SIZE / (8 * LH4_LONGEST));
    tlb_buffer_free(&out);
    require_same(context, bytes, SIZE);
    free(bytes);
    tlb_context_free(context);
}

/* Every byte of a stream changed: an error or other bytes, nothing worse. */
static void changed_bytes_do_no_harm(void **state)
{
    (void)state;
    uint8_t bytes[3000], again[3000];
    tlb_context *context = tlb_context_create(NULL);
    uint32_t seed = 3;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(random_number(&seed) % 7);
    tlb_buffer out = encoded(context, bytes, sizeof bytes);
    for (size_t i = 0; i < out.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            out.data[i] ^= (uint8_t)(1 << bit);
            tlb_bgf_lh4_decode((tlb_bytes){out.data, out.size}, again, sizeof again);
            out.data[i] ^= (uint8_t)(1 << bit);
        }
    tlb_buffer_free(&out);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_by_hand_are_read),
        cmocka_unit_test(codes_are_read_up_to_16_bits),
        cmocka_unit_test(damaged_streams_are_refused),
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(streams_stay_the_same),
        cmocka_unit_test(codes_have_at_most_16_bits),
        cmocka_unit_test(codes_that_would_be_longer_are_made_room_for),
        cmocka_unit_test(one_color_comes_back),
        cmocka_unit_test(changed_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
