/* Compressed bit lists, light maps and the pairs of mission lighting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interior_maker.h"

/* --- bit lists ------------------------------------------------------------------------------------------ */

static tlb_bit_list list_of(const uint8_t *bytes, size_t size)
{
    return tlb_bit_list_open((tlb_bytes){bytes, size}, 0, (uint32_t)size);
}

static void test_bits(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x81, 0, 3, 0x10};
    static const uint32_t expected[] = {0, 7, 35};
    tlb_bit_list list = list_of(bytes, sizeof bytes);
    uint32_t number;
    for (size_t i = 0; i < 3; i++) {
        assert_true(tlb_bit_list_next(&list, &number));
        assert_int_equal(number, expected[i]);
    }
    assert_false(tlb_bit_list_next(&list, &number));
    assert_false(list.broken);
    assert_true(tlb_bit_list_has(list_of(bytes, sizeof bytes), 35));
    assert_false(tlb_bit_list_has(list_of(bytes, sizeof bytes), 34));
    assert_false(tlb_bit_list_has(list_of(bytes, sizeof bytes), 36));
}

static void test_broken_bits(void **state)
{
    (void)state;
    static const uint8_t no_length[] = {0x80, 0}, zero_length[] = {0x80, 0, 0, 0x80};
    tlb_bit_list list = list_of(no_length, sizeof no_length);
    uint32_t number;
    assert_true(tlb_bit_list_next(&list, &number));
    assert_false(tlb_bit_list_next(&list, &number));
    assert_true(list.broken);
    list = list_of(zero_length, sizeof zero_length);
    assert_true(tlb_bit_list_next(&list, &number));
    assert_false(tlb_bit_list_next(&list, &number));
    assert_true(list.broken);
    assert_true(tlb_bit_list_open((tlb_bytes){no_length, 2}, 1, 2).broken);
    assert_true(tlb_bit_list_open((tlb_bytes){no_length, 2}, UINT32_MAX, 2).broken);
    assert_false(tlb_bit_list_open((tlb_bytes){NULL, 0}, 0, 0).broken);
}

/* What is written is read; runs of more than 255 bytes too. */
static void test_bits_both_ways(void **state)
{
    (void)state;
    uint32_t random = 1, numbers[200], number;
    uint8_t bytes[1024];
    for (int round = 0; round < 200; round++) {
        uint32_t count = 0, at = 0;
        while (count < 200) {
            random = random * 1664525 + 1013904223;
            at += 1 + (random >> 16) % (round % 8 == 7 ? 9000 : 40);
            numbers[count++] = at - 1;
        }
        size_t size = tlb_bit_list_encode(numbers, count, NULL);
        if (size > sizeof bytes)
            continue;
        assert_int_equal(tlb_bit_list_encode(numbers, count, bytes), size);
        tlb_bit_list list = list_of(bytes, size);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(tlb_bit_list_next(&list, &number));
            assert_int_equal(number, numbers[i]);
        }
        assert_false(tlb_bit_list_next(&list, &number));
    }
    assert_int_equal(tlb_bit_list_encode(numbers, 0, bytes), 0);
}

/* --- light maps ----------------------------------------------------------------------------------------- */

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_dil *dil;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f.context = tlb_context_create(NULL);
    interior_make_dil(&f.document, f.context, &(interior_plan){0});
    f.dil = tlb_document_dil(&f.document);
    *state = &f;
    return 0;
}

static int set_up_mission(void **state)
{
    static fixture f;
    f.context = tlb_context_create(NULL);
    interior_make_dil(&f.document, f.context, &(interior_plan){.mission = true});
    f.dil = tlb_document_dil(&f.document);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    made_end(&f->document);
    tlb_context_free(f->context);
    return 0;
}

/* Two nodes: 1 is color 0, 01 color 1, 00 color 2; the lowest bit comes first. */
static void test_store(void **state)
{
    fixture *f = *state;
    static tlb_dil_huffman_node nodes[] = {{-1, 1}, {-2, -3}};
    static uint32_t colors[] = {0x1111, 0x2222, 0x3333};
    static const uint16_t luxels[] = {0x1111, 0x2222, 0x1111, 0x3333}, strange[] = {0x1111, 0x4444};
    uint16_t again[4];
    uint8_t bytes[16];
    uint32_t end;
    bool coded;
    tlb_dil_coder *coder;
    f->dil->nodes.data = nodes, f->dil->nodes.count = 2;
    f->dil->colors.data = colors, f->dil->colors.count = 3;
    assert_int_equal(tlb_dil_coder_create(&f->document, &coder), TLB_OK);
    assert_int_equal(tlb_dil_store(coder, luxels, 4, bytes, &coded), 1);
    assert_true(coded);
    assert_int_equal(bytes[0], 0x0d); /* 1, 0 1, 1, 0 0 from the lowest bit on */
    f->dil->mapBytes = (tlb_bytes){bytes, 1};
    assert_true(tlb_dil_decode(f->dil, TLB_DIL_CODED, 4, 1, again, &end));
    assert_memory_equal(again, luxels, sizeof luxels);
    assert_int_equal(end, 1);
    assert_int_equal(tlb_dil_store(coder, strange, 2, bytes, &coded), 4);
    assert_false(coded);
    f->dil->mapBytes = (tlb_bytes){bytes, 4};
    assert_true(tlb_dil_decode(f->dil, 0, 2, 1, again, &end));
    assert_memory_equal(again, strange, sizeof strange);
    assert_int_equal(end, 4);
}

static void test_unsound_trees(void **state)
{
    fixture *f = *state;
    static tlb_dil_huffman_node circle[] = {{1, -1}, {0, -1}}, outside[] = {{7, -1}}, leafless[] = {{-9, -9}};
    tlb_dil_coder *coder;
    uint16_t luxels[64];
    f->dil->nodes.data = circle, f->dil->nodes.count = 2;
    assert_int_equal(tlb_dil_coder_create(&f->document, &coder), TLB_INVALID);
    static const uint8_t ones[4] = {0xff, 0xff, 0xff, 0xff};
    f->dil->mapBytes = (tlb_bytes){ones, sizeof ones};
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_CODED, 1, 1, luxels, NULL));
    f->dil->nodes.data = outside, f->dil->nodes.count = 1;
    assert_int_equal(tlb_dil_coder_create(&f->document, &coder), TLB_INVALID);
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_CODED, 1, 1, luxels, NULL));
    f->dil->nodes.data = leafless;
    f->dil->colors.count = 2;
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_CODED, 1, 1, luxels, NULL));
    f->dil->nodes.count = 0;
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_CODED, 1, 1, luxels, NULL));
}

static void test_kinds(void **state)
{
    fixture *f = *state;
    static const uint8_t bytes[] = {0, 0x34, 0x12};
    uint16_t luxels[2];
    uint32_t end;
    f->dil->mapBytes = (tlb_bytes){bytes, sizeof bytes};
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_NO_MAP, 1, 1, luxels, &end));
    assert_true(tlb_dil_decode(f->dil, TLB_DIL_CONSTANT | 0xfa50, 2, 1, luxels, &end));
    assert_int_equal(luxels[1], 0xfa50);
    assert_true(tlb_dil_decode(f->dil, 1, 1, 1, luxels, &end));
    assert_int_equal(luxels[0], 0x1234);
    assert_int_equal(end, 3);
    assert_false(tlb_dil_decode(f->dil, 2, 1, 1, luxels, &end));
    assert_false(tlb_dil_decode(f->dil, 0x3fffffff, 1, 1, luxels, &end));
    assert_false(tlb_dil_decode(f->dil, TLB_DIL_CODED | 0x3fffffff, 1, 1, luxels, &end));
    uint8_t rgb[3];
    tlb_dil_color(0xfa50, rgb);
    assert_int_equal(rgb[0], 170);
    assert_int_equal(rgb[1], 85);
    assert_int_equal(rgb[2], 0);
}

/* --- mission lighting ----------------------------------------------------------------------------------- */

static void test_relit(void **state)
{
    fixture *f = *state;
    tlb_dil_relit_list pairs;
    uint32_t map;
    assert_int_equal(tlb_dil_relit_pairs(&f->document, &pairs), TLB_OK);
    assert_int_equal(pairs.count, f->dil->surfaces.count);
    for (uint32_t i = 0; i < pairs.count; i++) {
        assert_true(!i || pairs.data[i].srcMapOffset >= pairs.data[i - 1].srcMapOffset);
        if (pairs.data[i].srcMapOffset < 0) /* no map, or a constant one */
            continue;
        assert_true(tlb_dil_relit_map(f->dil, &pairs, (uint32_t)pairs.data[i].srcMapOffset, &map));
        assert_int_equal(map, (uint32_t)pairs.data[i].dstMapOffset | TLB_DIL_CODED);
    }
    assert_false(tlb_dil_relit_map(f->dil, &pairs, 0x2fffffff, &map));
}

static void test_relit_that_does_not_decode(void **state)
{
    fixture *f = *state;
    tlb_dil_relit_list pairs;
    f->dil->relit.size /= 2;
    assert_int_equal(tlb_dil_relit_pairs(&f->document, &pairs), TLB_INVALID);
    f->dil->relitCount = 0x7fffffff;
    assert_int_equal(tlb_dil_relit_pairs(&f->document, &pairs), TLB_INVALID);
    f->dil->relitCount = -1;
    assert_int_equal(tlb_dil_relit_pairs(&f->document, &pairs), TLB_INVALID);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIL_RELIT), 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_broken_bits),
        cmocka_unit_test(test_bits_both_ways),
        TEST(test_store),
        TEST(test_unsound_trees),
        TEST(test_kinds),
        cmocka_unit_test_setup_teardown(test_relit, set_up_mission, tear_down),
        cmocka_unit_test_setup_teardown(test_relit_that_does_not_decode, set_up_mission, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
