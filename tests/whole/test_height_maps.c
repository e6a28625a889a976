/* Heights of terrains as pictures, and pictures as heights. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "image/image.h"
#include "trilobite/trilobite.h"

static tlb_context *context;

static int set_up(void **state)
{
    (void)state;
    context = tlb_context_create(NULL);
    return context ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    tlb_context_free(context);
    return 0;
}

/* What a file becomes; NULL: it is refused. */
static tlb_files *convert(tlb_bytes file, const char *name, const char *format,
                          const tlb_format_options *from, const tlb_format_options *to)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *document;
    tlb_files *files = NULL;
    options.from = from;
    options.to = to;
    assert_int_equal(tlb_open_memory(context, file.data, file.size, name, NULL, &document), TLB_OK);
    tlb_status status = tlb_convert(document, tlb_format_by_name(format), "out", &options, &files);
    tlb_document_free(document);
    assert_true(files ? !status : status != TLB_OK);
    return files;
}

static tlb_files *convert_to_picture(tlb_bytes file)
{
    tlb_ter_read_options heights = TLB_TER_READ_OPTIONS_INIT;
    heights.height_map = true;
    return convert(file, "valley.ter", "png", &heights.head, NULL);
}

static tlb_bytes bytes_of(const tlb_files *files)
{
    return files->data[0].bytes;
}

/* The numbers of a picture of 16 bits, row by row; they are the arena's. */
static tlb_arena *arena;

static const uint16_t *samples_of(tlb_bytes png, uint32_t *side)
{
    tlb_image image = {0};
    uint16_t *samples;
    assert_int_equal(tlb_image_decode_gray(context, arena, png, &image, &samples), TLB_OK);
    assert_int_equal(image.width, image.height);
    *side = image.width;
    return samples;
}

static tlb_buffer draw(const uint16_t *samples, uint32_t width, uint32_t height)
{
    tlb_buffer png = {.account = context->account};
    assert_int_equal(tlb_png_encode_gray(samples, width, height, &png), TLB_OK);
    return png;
}

static tlb_document *open_terrain(const tlb_files *files)
{
    tlb_bytes file = bytes_of(files);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, file.data, file.size, NULL, NULL, &document), TLB_OK);
    assert_non_null(tlb_document_ter(document));
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(tlb_document_context(document), TLB_ERROR), 0);
    assert_int_equal(tlb_severity_total(tlb_document_context(document), TLB_WARNING), 0);
    return document;
}

static void heights_are_a_picture(void **state)
{
    (void)state;
    bytes_copy file = load_file("samples/torque/valley.ter");
    tlb_document *document;
    uint32_t side;
    assert_int_equal(tlb_open_memory(context, file.data, file.size, NULL, NULL, &document), TLB_OK);
    const tlb_ter *ter = tlb_document_ter(document);
    tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
    const uint16_t *samples = samples_of(bytes_of(picture), &side);
    assert_int_equal(side, ter->size);
    for (uint32_t y = 0; y < side; y++)
        assert_memory_equal(samples + y * side, ter->heights.data + (side - 1 - y) * side,
                            side * sizeof *samples);
    tlb_files_free(picture);
    tlb_document_free(document);
    free(file.data);
}

static void a_terrain_like_another_keeps_all_else(void **state)
{
    (void)state;
    bytes_copy file = load_file("samples/torque/valley.ter");
    tlb_ter_write_options like = TLB_TER_WRITE_OPTIONS_INIT;
    tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
    like.like = "samples/torque/valley.ter";
    tlb_files *again = convert(bytes_of(picture), "heights.png", "ter", NULL, &like.head);
    assert_int_equal(bytes_of(again).size, file.size);
    assert_memory_equal(bytes_of(again).data, file.data, file.size);
    /* Heights of a terrain that is otherwise plain, and all else of the sample. */
    tlb_files *plain = convert(bytes_of(picture), "heights.png", "ter", NULL, NULL);
    assert_int_not_equal(bytes_of(plain).size, file.size);
    tlb_files *whole = convert(bytes_of(plain), "plain.ter", "ter", NULL, &like.head);
    assert_int_equal(bytes_of(whole).size, file.size);
    assert_memory_equal(bytes_of(whole).data, file.data, file.size);
    tlb_files_free(whole);
    tlb_files_free(plain);
    tlb_files_free(again);
    tlb_files_free(picture);
    free(file.data);
}

static void a_picture_alone_is_a_plain_terrain(void **state)
{
    (void)state;
    const uint16_t samples[4] = {1, 0x203, 65535, 4};
    tlb_buffer png = draw(samples, 2, 2);
    tlb_files *files = convert((tlb_bytes){png.data, png.size}, "heights.png", "ter", NULL, NULL);
    tlb_document *document = open_terrain(files);
    const tlb_ter *ter = tlb_document_ter(document);
    const uint16_t from_south[4] = {65535, 4, 1, 0x203};
    assert_int_equal(ter->version, 7);
    assert_int_equal(ter->size, 2);
    assert_memory_equal(ter->heights.data, from_south, sizeof from_south);
    assert_int_equal(ter->materialNames.count, 1);
    tlb_document_free(document);
    tlb_files_free(files);
    tlb_buffer_free(&png);
}

/* Colors are gray, 8 bits are 16. */
static void pictures_of_other_kinds_have_heights_too(void **state)
{
    (void)state;
    uint8_t pixels[4][4] = {{0, 0, 0, 255}, {255, 255, 255, 0}, {128, 128, 128, 255}, {255, 0, 0, 255}};
    const tlb_image image = {.width = 2, .height = 2, .format = TLB_PIXELS_RGBA, .pixels = pixels[0]};
    tlb_buffer png = {.account = context->account};
    assert_int_equal(tlb_png_encode(&image, &png), TLB_OK);
    tlb_files *files = convert((tlb_bytes){png.data, png.size}, "colors.png", "ter", NULL, NULL);
    tlb_document *document = open_terrain(files);
    const uint16_t *heights = tlb_document_ter(document)->heights.data;
    assert_int_equal(heights[0], 128 * 257);
    assert_true(heights[1] > 10000 && heights[1] < 20000);
    assert_int_equal(heights[2], 0);
    assert_int_equal(heights[3], 65535);
    tlb_document_free(document);
    tlb_files_free(files);
    tlb_buffer_free(&png);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const uint16_t samples[8] = {0};
    tlb_ter_write_options like = TLB_TER_WRITE_OPTIONS_INIT;
    tlb_buffer oblong = draw(samples, 4, 2), square = draw(samples, 2, 2);
    assert_null(convert((tlb_bytes){oblong.data, oblong.size}, "a.png", "ter", NULL, NULL));
    assert_non_null(find_diagnostic(context, "NOT_SUPPORTED", ""));
    like.like = "samples/torque/valley.ter";
    assert_null(convert((tlb_bytes){square.data, square.size}, "a.png", "ter", NULL, &like.head));
    const tlb_diagnostic *refused = find_diagnostic(context, "BAD_OPTION", "");
    assert_non_null(refused);
    assert_non_null(strstr(refused->message, "has 32 samples a side, the heights 2"));
    tlb_diagnostics_clear(context);
    like.like = "samples/rooms.dif";
    assert_null(convert((tlb_bytes){square.data, square.size}, "a.png", "ter", NULL, &like.head));
    assert_non_null(find_diagnostic(context, "BAD_OPTION", ""));
    like.like = "samples/nowhere.ter";
    assert_null(convert((tlb_bytes){square.data, square.size}, "a.png", "ter", NULL, &like.head));
    tlb_buffer_free(&oblong);
    tlb_buffer_free(&square);
}

static int set_up_arena(void **state)
{
    if (set_up(state))
        return -1;
    arena = tlb_arena_create(context);
    return arena ? 0 : -1;
}

static int tear_down_arena(void **state)
{
    tlb_arena_free(arena);
    return tear_down(state);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_arena, tear_down_arena)
    const struct CMUnitTest tests[] = {
        TEST(heights_are_a_picture),
        TEST(a_terrain_like_another_keeps_all_else),
        TEST(a_picture_alone_is_a_plain_terrain),
        TEST(pictures_of_other_kinds_have_heights_too),
        TEST(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
