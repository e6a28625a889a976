/* TGA files: which headers are taken for one, and how many bytes each needs. */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "image/image.h"
#include "one_arena.h"

enum { HEADER = 18, WIDTH = 5, HEIGHT = 3, MOST = 512 };

typedef struct sample {
    uint8_t comment, has_map, type;
    uint16_t colors;
    uint8_t color_depth, depth;
} sample;

/* All that follows the header is zero. */
static void make_header(uint8_t *file, const sample *s)
{
    memset(file, 0, MOST);
    file[0] = s->comment;
    file[1] = s->has_map;
    file[2] = s->type;
    tlb_put_le16(file + 5, s->colors);
    file[7] = s->color_depth;
    tlb_put_le16(file + 12, WIDTH);
    tlb_put_le16(file + 14, HEIGHT);
    file[16] = s->depth;
}

/* A comment, a palette, also one that is not used, and pixels; what is packed may end anywhere. */
static void files_have_all_of_their_parts(void **state)
{
    static const struct {
        sample header;
        size_t size;
    } rows[] = {
        {{0, 0, 2, 0, 0, 24}, WIDTH * HEIGHT * 3},     {{0, 0, 2, 0, 0, 32}, WIDTH * HEIGHT * 4},
        {{0, 0, 2, 0, 0, 16}, WIDTH * HEIGHT * 2},     {{0, 0, 2, 0, 0, 15}, WIDTH * HEIGHT * 2},
        {{0, 0, 3, 0, 0, 8}, WIDTH * HEIGHT},          {{9, 0, 2, 0, 0, 24}, 9 + WIDTH * HEIGHT * 3},
        {{0, 1, 1, 7, 24, 8}, 7 * 3 + WIDTH * HEIGHT}, {{9, 1, 1, 7, 16, 8}, 9 + 7 * 2 + WIDTH * HEIGHT},
        {{0, 1, 1, 7, 15, 8}, 7 * 2 + WIDTH * HEIGHT}, {{0, 1, 1, 7, 32, 8}, 7 * 4 + WIDTH * HEIGHT},
        {{0, 0, 2, 7, 24, 24}, WIDTH * HEIGHT * 3},    {{9, 0, 3, 7, 24, 8}, 9 + WIDTH * HEIGHT}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t file[MOST];
        tlb_image image = {0};
        make_header(file, &rows[i].header);
        const size_t size = HEADER + rows[i].size;
        assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){file, size}, &image), TLB_OK);
        assert_int_equal(image.width, WIDTH);
        assert_int_equal(image.height, HEIGHT);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 0);
        assert_int_equal(tlb_image_decode(f->context, &f->arena, (tlb_bytes){file, size - 1}, &image),
                         TLB_INVALID);
        assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "the file is truncated"));
        tlb_diagnostics_clear(f->context);
    }
}

/* The format has no signature: what a header says must make sense. */
static void headers_that_make_sense_are_told(void **state)
{
    static const struct {
        int offset, value;
        bool is_tga;
    } rows[] = {{0, 255, true},  {1, 1, true},   {1, 2, false},   {2, 0, false},  {2, 1, false},
                {2, 3, true},    {2, 4, false},  {2, 10, true},   {2, 11, true},  {2, 12, false},
                {2, 18, false},  {12, 0, false}, {14, 0, false},  {16, 8, true},  {16, 14, false},
                {16, 15, true},  {16, 16, true}, {16, 17, false}, {16, 24, true}, {16, 32, true},
                {16, 33, false}, {16, 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t file[MOST];
        make_header(file, &(sample){.type = 2, .depth = 24});
        file[rows[i].offset] = (uint8_t)rows[i].value;
        assert_int_equal(tlb_image_sniff((tlb_bytes){file, HEADER}),
                         rows[i].is_tga ? TLB_IMAGE_TGA : TLB_IMAGE_UNKNOWN);
        assert_int_equal(tlb_image_sniff((tlb_bytes){file, HEADER - 1}), TLB_IMAGE_UNKNOWN);
    }
    for (int side = 12; side <= 14; side += 2) /* sides of 256 */
        for (int other = 0; other < 2; other++) {
            uint8_t file[MOST];
            make_header(file, &(sample){.type = 2, .depth = 24});
            tlb_put_le16(file + side, other ? 0 : 256);
            assert_int_equal(tlb_image_sniff((tlb_bytes){file, HEADER}),
                             other ? TLB_IMAGE_UNKNOWN : TLB_IMAGE_TGA);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_have_all_of_their_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headers_that_make_sense_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
