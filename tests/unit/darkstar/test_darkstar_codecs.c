/* RLE and LZH: streams written by hand, random bytes there and back, streams that lie. */
#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/rle.h"

#include "base/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef void encoder(tlb_bytes source, tlb_buffer *out);
typedef size_t decoder(tlb_bytes source, uint8_t *out, size_t size);

static int start(void **state)
{
    *state = tlb_context_create(NULL);
    return *state ? 0 : -1;
}

static int stop(void **state)
{
    tlb_context *context = *state;
    assert_int_equal(context->account->bytes, 0);
    tlb_context_free(context);
    return 0;
}

/* A block of its own, so that the sanitizer sees each byte written after it. */
static uint8_t *room(size_t size)
{
    uint8_t *memory = malloc(size ? size : 1);
    assert_non_null(memory);
    memset(memory, 0xa5, size ? size : 1);
    return memory;
}

static void there_and_back(tlb_context *context, encoder *encode, decoder *decode, tlb_bytes source,
                           uint64_t (*most)(uint64_t), size_t spare)
{
    tlb_buffer packed = {.account = context->account};
    encode(source, &packed);
    assert_int_equal(packed.status, TLB_OK);
    assert_true(source.size <= most(packed.size));
    uint8_t *out = room(source.size);
    assert_int_equal(decode((tlb_bytes){packed.data, packed.size}, out, source.size) + spare, packed.size);
    assert_memory_equal(out, source.data, source.size);
    free(out);
    tlb_buffer_free(&packed);
}

/* Bytes of a small alphabet in which some runs and some earlier parts come again. */
static size_t random_text(uint8_t *out, size_t size, uint32_t alphabet)
{
    for (size_t at = 0; at < size;) {
        size_t count = 1 + (size_t)rand() % 200, kind = (size_t)rand() % 3,
               from = at ? (size_t)rand() % at : 0;
        uint8_t byte = (uint8_t)((uint32_t)rand() % alphabet);
        for (; count && at < size; count--, at++) {
            uint8_t other = (uint8_t)((uint32_t)rand() % alphabet);
            out[at] = kind == 0 && at ? out[from++] : (uint8_t)(kind == 1 ? byte : other);
        }
    }
    return size;
}

static void test_random_round_trips(void **state)
{
    enum { LARGEST = 60000 };
    static uint8_t text[LARGEST];
    srand(4);
    for (int round = 0; round < 120; round++) {
        uint32_t most = round < 80 ? 300 : LARGEST;
        size_t size = 1 + (size_t)rand() % most;
        random_text(text, size, 1 + (uint32_t)rand() % 256);
        there_and_back(*state, tlb_darkstar_lzh_encode, tlb_darkstar_lzh_decode, (tlb_bytes){text, size},
                       lzh_most, 1);
        there_and_back(*state, tlb_darkstar_rle_encode, tlb_darkstar_rle_decode, (tlb_bytes){text, size},
                       rle_most, 0);
    }
}

/* More symbols than the tree counts before it halves its frequencies, several times. */
static void test_tree_is_rebuilt(void **state)
{
    enum { SIZE = 200000 };
    uint8_t *noise = room(SIZE);
    srand(5);
    for (size_t i = 0; i < SIZE; i++)
        noise[i] = (uint8_t)rand();
    there_and_back(*state, tlb_darkstar_lzh_encode, tlb_darkstar_lzh_decode, (tlb_bytes){noise, SIZE},
                   lzh_most, 1);
    free(noise);
}

static void test_all_the_same(void **state)
{
    static uint8_t zeros[5000];
    there_and_back(*state, tlb_darkstar_lzh_encode, tlb_darkstar_lzh_decode, (tlb_bytes){zeros, sizeof zeros},
                   lzh_most, 1);
    there_and_back(*state, tlb_darkstar_rle_encode, tlb_darkstar_rle_decode, (tlb_bytes){zeros, sizeof zeros},
                   rle_most, 0);
    memset(zeros, ' ', sizeof zeros); /* matches reach before the first byte */
    there_and_back(*state, tlb_darkstar_lzh_encode, tlb_darkstar_lzh_decode, (tlb_bytes){zeros, sizeof zeros},
                   lzh_most, 1);
}

static void test_nothing(void **state)
{
    tlb_context *context = *state;
    tlb_buffer out = {.account = context->account};
    uint8_t nowhere;
    tlb_darkstar_lzh_encode((tlb_bytes){0}, &out);
    tlb_darkstar_rle_encode((tlb_bytes){0}, &out);
    assert_int_equal(out.size, 0);
    assert_int_equal(tlb_darkstar_lzh_decode((tlb_bytes){0}, &nowhere, 0), 0);
    assert_int_equal(tlb_darkstar_rle_decode((tlb_bytes){0}, &nowhere, 0), 0);
}

/* Text of any period, to every size: a match may reach into itself, and the last one may be cut short. */
static void test_cut_anywhere(void **state)
{
    tlb_context *context = *state;
    enum { SIZE = 200 };
    uint8_t text[SIZE];
    for (size_t period = 1; period < 40; period++) {
        tlb_buffer packed = {.account = context->account};
        for (size_t i = 0; i < SIZE; i++)
            text[i] = (uint8_t)('a' + i % period);
        tlb_darkstar_lzh_encode((tlb_bytes){text, SIZE}, &packed);
        for (size_t size = 0; size <= SIZE; size++) {
            uint8_t *out = room(size);
            tlb_darkstar_lzh_decode((tlb_bytes){packed.data, packed.size}, out, size);
            assert_memory_equal(out, text, size);
            free(out);
        }
        tlb_buffer_free(&packed);
    }
}

/* What the original coder makes of a long text: its choice among equal matches depends on all before. */
static void test_stream_is_pinned(void **state)
{
    tlb_context *context = *state;
    enum { SIZE = 300000 };
    tlb_buffer packed = {.account = context->account};
    uint8_t *text = room(SIZE);
    uint32_t number = 1, hash = 2166136261u;
    for (size_t at = 0; at < SIZE;) {
        number = number * 1664525 + 1013904223;
        size_t count = 1 + (number >> 8) % 40, from = at ? (number >> 4) % at : 0;
        for (; count && at < SIZE; count--, at++, from++)
            text[at] = number >> 31 && from < at ? text[from] : (uint8_t)('a' + (number >> count % 20) % 8);
    }
    tlb_darkstar_lzh_encode((tlb_bytes){text, SIZE}, &packed);
    for (size_t i = 0; i < packed.size; i++)
        hash = (hash ^ packed.data[i]) * 16777619u;
    assert_int_equal(packed.size, 79009);
    assert_int_equal(hash, 0xf613fa3c);
    tlb_buffer_free(&packed);
    free(text);
}

/* --- LZH ------------------------------------------------------------------------------------------------ */

/* In a fresh tree all symbols are as rare: of 314 leaves 198 have eight bits, and 116, those of the first
 * symbols, nine. The codes of the nine ascend from 110001100, those of the first eight again from 00000000,
 * at symbol 116. */
static void test_first_symbol_by_hand(void **state)
{
    tlb_context *context = *state;
    static const struct {
        uint8_t symbol, stream[3];
        size_t size;
    } cases[] = {
        {0x00, {0xc6, 0x00, 0x00}, 3},
        {0x01, {0xc6, 0x80, 0x00}, 3},
        {'A', {0xe6, 0x80, 0x00}, 3},
        {0xff, {0x8b, 0x00}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer out = {.account = context->account};
        uint8_t byte = 0x55;
        tlb_darkstar_lzh_encode((tlb_bytes){&cases[i].symbol, 1}, &out);
        assert_int_equal(out.size, cases[i].size);
        assert_memory_equal(out.data, cases[i].stream, cases[i].size);
        tlb_darkstar_lzh_decode((tlb_bytes){cases[i].stream, cases[i].size}, &byte, 1);
        assert_int_equal(byte, cases[i].symbol);
        tlb_buffer_free(&out);
    }
}

/* The window before the first byte: blanks in its places 0 to 4035, zeros after them, where the first byte
 * goes. The stream is 'A' and matches of length and distance (3, 4037), (4, 4042), (3, 4096), (4, 13). */
static void test_window_before_the_first_byte(void **state)
{
    (void)state;
    static const uint8_t stream[] = {
        0xe6, 0xc6, 0x7f, 0x89, 0x1b, 0xfe, 0x4e, 0x27, 0xff, 0xf8, 0x60, 0xc0, 0x00,
    };
    static const char expected[] = "A   "
                                   "\0\0  "
                                   "\0\0\0"
                                   "  A ";
    uint8_t out[sizeof expected - 1];
    assert_int_equal(tlb_darkstar_lzh_decode((tlb_bytes){stream, sizeof stream}, out, sizeof out),
                     sizeof stream - 1);
    assert_memory_equal(out, expected, sizeof out);
}

/* A decoder reaches back 4096 bytes. The stream is "0123456789.", 68 matches (60, 1), and (5, 1), (10, 4096),
 * (3, 4096). */
static void test_farthest_match_is_decoded(void **state)
{
    (void)state;
    static const uint8_t stream[] = {
        0xde, 0x6f, 0x77, 0xdb, 0xfe, 0x07, 0x07, 0x85, 0xc3, 0xe2, 0x71, 0x77, 0x5b, 0xc0, 0x05, 0xd0, 0x02,
        0xe0, 0x02, 0xe0, 0x02, 0xd0, 0x05, 0xa0, 0x0b, 0x40, 0x16, 0x80, 0x2a, 0x00, 0xa8, 0x02, 0xa0, 0x0a,
        0x80, 0x2c, 0x00, 0xb0, 0x02, 0xc0, 0x0b, 0x00, 0x24, 0x01, 0x20, 0x09, 0x00, 0x48, 0x02, 0x80, 0x14,
        0x00, 0xa0, 0x05, 0x00, 0x28, 0x01, 0x40, 0x0a, 0x00, 0x50, 0x02, 0x80, 0x14, 0x00, 0xa0, 0x05, 0x00,
        0x18, 0x01, 0x80, 0x18, 0x01, 0x80, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02,
        0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20,
        0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x20, 0x02, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0xb8, 0x01, 0x63, 0xff, 0xfd, 0xb3, 0xff, 0xf0, 0x00,
    };
    uint8_t out[4096 + 13];
    assert_int_equal(tlb_darkstar_lzh_decode((tlb_bytes){stream, sizeof stream}, out, sizeof out),
                     sizeof stream - 1);
    assert_memory_equal(out, "0123456789", 10);
    for (size_t i = 10; i < 4096; i++)
        assert_int_equal(out[i], '.');
    assert_memory_equal(out + 4096,
                        "0123456789"
                        "...",
                        13);
}

/* The coder's window is 60 bytes shorter: what stands 4036 bytes back is a match, and 4037 bytes back it is
 * not. Size and end of the streams are those of LZHUF. */
static void test_farthest_match_is_coded(void **state)
{
    tlb_context *context = *state;
    static const struct {
        size_t distance, size;
        uint8_t end[10];
    } cases[] = {
        {4036, 127, {0x00, 0x00, 0x00, 0x0d, 0xc0, 0x0b, 0x1f, 0xf8, 0x60, 0x00}},
        {4037, 134, {0x4c, 0x3c, 0x2c, 0x1c, 0x0b, 0xfb, 0xeb, 0xdb, 0xc0, 0x00}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer out = {.account = context->account};
        uint8_t text[4037 + 10];
        memset(text, '.', sizeof text);
        memcpy(text, "0123456789", 10);
        memcpy(text + cases[i].distance, "0123456789", 10);
        tlb_darkstar_lzh_encode((tlb_bytes){text, cases[i].distance + 10}, &out);
        assert_int_equal(out.size, cases[i].size);
        assert_memory_equal(out.data + out.size - 10, cases[i].end, 10);
        tlb_buffer_free(&out);
    }
}

/* A text of blanks matches the blanks before it. */
static void test_blanks_are_coded(void **state)
{
    tlb_context *context = *state;
    static const struct {
        size_t blanks, size;
        uint8_t stream[8];
    } cases[] = {
        {2, 4, {0xd6, 0x62, 0x80, 0x00}},        {3, 4, {0x8c, 0x00, 0x00, 0x00}},
        {59, 4, {0xc4, 0x1d, 0x80, 0x00}},       {60, 4, {0xc5, 0x1d, 0x80, 0x00}},
        {61, 5, {0xc5, 0x1d, 0xeb, 0x00, 0x00}}, {120, 6, {0xc5, 0x1d, 0xe2, 0x80, 0x00, 0x00}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer out = {.account = context->account};
        char text[128];
        memset(text, ' ', sizeof text);
        tlb_darkstar_lzh_encode((tlb_bytes){(const uint8_t *)text, cases[i].blanks}, &out);
        assert_int_equal(out.size, cases[i].size);
        assert_memory_equal(out.data, cases[i].stream, out.size);
        tlb_buffer_free(&out);
    }
}

static void test_lzh_stream_that_ends_early(void **state)
{
    enum { SIZE = 3000 };
    tlb_context *context = *state;
    static uint8_t text[SIZE];
    tlb_buffer out = {.account = context->account};
    srand(6);
    random_text(text, SIZE, 256);
    tlb_darkstar_lzh_encode((tlb_bytes){text, SIZE}, &out);
    for (size_t kept = 0; kept + 1 < out.size; kept += 7) {
        uint8_t *cut = room(kept), *got = room(SIZE);
        memcpy(cut, out.data, kept);
        assert_true(tlb_darkstar_lzh_decode((tlb_bytes){cut, kept}, got, SIZE) > kept);
        free(cut);
        free(got);
    }
    tlb_buffer_free(&out);
}

static void test_lzh_noise(void **state)
{
    (void)state;
    srand(7);
    for (int round = 0; round < 300; round++) {
        size_t size = (size_t)rand() % 400, wanted = (size_t)rand() % 20000;
        uint8_t *noise = room(size), *out = room(wanted);
        for (size_t i = 0; i < size; i++)
            noise[i] = (uint8_t)(round % 2 ? rand() : rand() % 4 * 85);
        if (tlb_darkstar_lzh_decode((tlb_bytes){noise, size}, out, wanted) <= size)
            assert_true(wanted <= lzh_most(size));
        free(noise);
        free(out);
    }
}

/* --- RLE ------------------------------------------------------------------------------------------------ */

static void test_rle_by_hand(void **state)
{
    (void)state;
    static const uint8_t stream[] = {0x03, 'a', 'b', 'c', 0x84, 'x', 0x00, 0x80, 'y', 0x81, 'z', 'q'};
    uint8_t out[8];
    assert_int_equal(tlb_darkstar_rle_decode((tlb_bytes){stream, sizeof stream}, out, sizeof out),
                     sizeof stream - 1);
    assert_memory_equal(out, "abcxxxxz", sizeof out);
    /* The requested size ends within a run, or within literals. */
    assert_int_equal(tlb_darkstar_rle_decode((tlb_bytes){stream, sizeof stream}, out, 5), 6);
    assert_memory_equal(out, "abcxx", 5);
    assert_int_equal(tlb_darkstar_rle_decode((tlb_bytes){stream, sizeof stream}, out, 2), 3);
}

static void expect_rle(tlb_context *context, const char *text, const void *stream, size_t size)
{
    tlb_buffer out = {.account = context->account};
    tlb_darkstar_rle_encode((tlb_bytes){(const uint8_t *)text, strlen(text)}, &out);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, stream, size);
    tlb_buffer_free(&out);
}

static void test_rle_writer(void **state)
{
    char text[512];
    uint8_t expected[512];
    expect_rle(*state, "aab", "\3aab", 4);
    expect_rle(*state, "baaac", "\1b\203a\1c", 6);
    memset(text, 'r', 130);
    text[130] = 0;
    expect_rle(*state, text, "\377r\203r", 4);
    /* Literals are written from 126 on; two equal bytes may make them 127. */
    for (int i = 0; i < 125; i++)
        text[i] = (char)('a' + i % 2);
    strcpy(text + 125, "ccd");
    expected[0] = 127;
    memcpy(expected + 1, text, 127);
    memcpy(expected + 128, "\1d", 2);
    expect_rle(*state, text, expected, 130);
}

static void test_rle_stream_that_ends_early(void **state)
{
    (void)state;
    static const struct {
        const char *stream;
        size_t size;
        const char *out;
    } cases[] = {{"\3ab", 3, "ab\0\0"}, {"\203", 1, "\0\0\0\0"}, {"\202a", 2, "aa\0\0"}, {"", 0, "\0\0\0\0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t out[4];
        memset(out, 0x55, sizeof out);
        assert_true(tlb_darkstar_rle_decode((tlb_bytes){(const uint8_t *)cases[i].stream, cases[i].size}, out,
                                            4) > cases[i].size);
        assert_memory_equal(out, cases[i].out, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_round_trips, start, stop),
        cmocka_unit_test_setup_teardown(test_tree_is_rebuilt, start, stop),
        cmocka_unit_test_setup_teardown(test_cut_anywhere, start, stop),
        cmocka_unit_test_setup_teardown(test_stream_is_pinned, start, stop),
        cmocka_unit_test_setup_teardown(test_all_the_same, start, stop),
        cmocka_unit_test_setup_teardown(test_nothing, start, stop),
        cmocka_unit_test_setup_teardown(test_first_symbol_by_hand, start, stop),
        cmocka_unit_test(test_window_before_the_first_byte),
        cmocka_unit_test(test_farthest_match_is_decoded),
        cmocka_unit_test_setup_teardown(test_farthest_match_is_coded, start, stop),
        cmocka_unit_test_setup_teardown(test_blanks_are_coded, start, stop),
        cmocka_unit_test(test_lzh_noise),
        cmocka_unit_test_setup_teardown(test_lzh_stream_that_ends_early, start, stop),
        cmocka_unit_test(test_rle_by_hand),
        cmocka_unit_test_setup_teardown(test_rle_writer, start, stop),
        cmocka_unit_test(test_rle_stream_that_ends_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
