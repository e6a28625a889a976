/* Heights of Darkstar's blocks of terrain as pictures, pictures as heights, and the ground at a place. */
#include "one_context.h"

#include "files.h"
#include "image/image.h"
#include "terrain_maker.h"
#include "trilobite/trilobite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tlb_document *opened(tlb_bytes file, const char *name)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, file.data, file.size, name, NULL, &document), TLB_OK);
    return document;
}

/* What a file becomes; NULL: it is refused. */
static tlb_files *convert(tlb_bytes file, const char *name, const char *format,
                          const tlb_format_options *from, const tlb_format_options *to)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_files *files = NULL;
    tlb_document *document = opened(file, name);
    options.from = from;
    options.to = to;
    tlb_status status = tlb_convert(document, tlb_format_by_name(format), "out", &options, &files);
    tlb_document_free(document);
    assert_true(files ? !status : status != TLB_OK);
    return files;
}

static tlb_files *convert_to_picture(tlb_bytes block)
{
    tlb_dtf_read_options heights = TLB_DTF_READ_OPTIONS_INIT;
    heights.height_map = true;
    return convert(block, "block.dtb", "png", &heights.head, NULL);
}

static tlb_files *convert_like(tlb_bytes picture, const char *like)
{
    tlb_dtb_write_options options = TLB_DTB_WRITE_OPTIONS_INIT;
    options.like = like;
    return convert(picture, "heights.png", "dtb", NULL, &options.head);
}

static tlb_bytes bytes_of(const tlb_files *files)
{
    return files->data[0].bytes;
}

/* The picture's numbers; they are the caller's to free. */
static uint16_t *samples_of(tlb_bytes png, uint32_t *width, uint32_t *height)
{
    tlb_image image = {0};
    uint16_t *samples;
    tlb_arena *arena = tlb_arena_create(context);
    assert_non_null(arena);
    assert_int_equal(tlb_image_decode_gray(context, arena, png, &image, &samples), TLB_OK);
    size_t size = (size_t)image.width * image.height * sizeof *samples;
    uint16_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, samples, size);
    *width = image.width;
    *height = image.height;
    tlb_arena_free(arena);
    return copy;
}

static void find_range(const float *heights, uint32_t count, double *least, double *most)
{
    *least = *most = (double)heights[0];
    for (uint32_t i = 1; i < count; i++) {
        *least = fmin(*least, (double)heights[i]);
        *most = fmax(*most, (double)heights[i]);
    }
}

static const char *const blocks[] = {"fuzz/seeds/dtb/v1.dtb", "fuzz/seeds/dtb/v3.dtb",
                                     "fuzz/seeds/dtb/v5.dtb"};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* Black is the lowest height, white the highest, the first row the northernmost. */
static void heights_are_a_picture(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        bytes_copy file = load_file(blocks[k]);
        tlb_document *document = opened((tlb_bytes){file.data, file.size}, blocks[k]);
        const tlb_dtb *block = tlb_document_dtb(document);
        uint32_t width, height, columns = (uint32_t)block->sizeX + 1, rows = (uint32_t)block->sizeY + 1;
        float heights[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)];
        tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
        uint16_t *samples = samples_of(bytes_of(picture), &width, &height);
        assert_true(columns <= HILLS_SIDE + 1 && rows <= HILLS_SIDE + 1);
        assert_int_equal(width, columns);
        assert_int_equal(height, rows);
        double least, most;
        tlb_dtb_heights(block, heights);
        find_range(heights, rows * columns, &least, &most);
        bool black = false, white = false;
        for (uint32_t y = 0; y < rows; y++)
            for (uint32_t x = 0; x < columns; x++) {
                uint16_t gray = samples[(rows - 1 - y) * columns + x];
                double expected = ((double)heights[y * columns + x] - least) / (most - least) * 65535;
                assert_true(fabs(gray - expected) <= 1);
                black |= gray == 0;
                white |= gray == 65535;
            }
        assert_true(black && white);
        free(samples);
        tlb_files_free(picture);
        tlb_document_free(document);
        free(file.data);
    }
}

static void a_picture_that_is_not_edited_changes_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        bytes_copy file = load_file(blocks[k]);
        tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
        tlb_files *again = convert_like(bytes_of(picture), blocks[k]);
        assert_non_null(again);
        assert_int_equal(bytes_of(again).size, file.size);
        assert_memory_equal(bytes_of(again).data, file.data, file.size);
        tlb_files_free(again);
        tlb_files_free(picture);
        free(file.data);
    }
}

/* One height is another: the others stay, in rows of differences within their steps. */
static void an_edited_place_is_at_its_height(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        bytes_copy file = load_file(blocks[k]);
        uint32_t width, height;
        tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
        uint16_t *samples = samples_of(bytes_of(picture), &width, &height);
        tlb_document *old = opened((tlb_bytes){file.data, file.size}, blocks[k]);
        const tlb_dtb *before = tlb_document_dtb(old);
        tlb_buffer png = {.account = context->account};
        samples[2 * width + 3] = (uint16_t)(samples[2 * width + 3] ^ 0x8000);
        assert_int_equal(tlb_png_encode_gray(samples, width, height, &png), TLB_OK);
        tlb_files *files = convert_like((tlb_bytes){png.data, png.size}, blocks[k]);
        assert_non_null(files);
        tlb_document *edited = opened(bytes_of(files), "edited.dtb");
        const tlb_dtb *after = tlb_document_dtb(edited);
        float was[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)], is[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)];
        tlb_dtb_heights(before, was);
        tlb_dtb_heights(after, is);
        uint32_t row = height - 3, place = row * width + 3;
        bool packed = before->version >= 1 && before->version <= 3;
        double least, most;
        find_range(was, width * height, &least, &most);
        double range = most - least, step = packed ? range / 127 : 0;
        double expected = least + range * samples[2 * width + 3] / 65535;
        assert_true(fabs((double)is[place] - expected) <= step + range * 1e-5);
        for (uint32_t i = 0; i < width * height; i++)
            if (i / width != row)
                assert_true(is[i] == was[i]);
            else if (i != place)
                assert_true(fabs((double)is[i] - (double)was[i]) <= step);
        assert_int_equal(tlb_check(edited, NULL), TLB_OK);
        assert_null(find_diagnostic(context, "DTB_HEIGHTS", "hMin"));
        tlb_document_free(edited);
        tlb_files_free(files);
        tlb_buffer_free(&png);
        tlb_document_free(old);
        free(samples);
        tlb_files_free(picture);
        free(file.data);
    }
}

/* The rows at both edges are whole in every version, and those between stay to the bit. */
static void edited_edges_are_at_their_heights(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        bytes_copy file = load_file(blocks[k]);
        uint32_t width, height;
        tlb_files *picture = convert_to_picture((tlb_bytes){file.data, file.size});
        uint16_t *samples = samples_of(bytes_of(picture), &width, &height);
        tlb_document *old = opened((tlb_bytes){file.data, file.size}, blocks[k]);
        float was[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)], is[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)];
        tlb_dtb_heights(tlb_document_dtb(old), was);
        uint32_t count = width * height, last = count - width;
        double least, most;
        find_range(was, count, &least, &most);
        for (uint32_t i = 0; i < width; i++) {
            samples[i] = (uint16_t)(i * 1000 + 500);
            samples[last + i] = (uint16_t)(60000 - i * 1000);
        }
        tlb_buffer png = {.account = context->account};
        assert_int_equal(tlb_png_encode_gray(samples, width, height, &png), TLB_OK);
        tlb_files *files = convert_like((tlb_bytes){png.data, png.size}, blocks[k]);
        assert_non_null(files);
        tlb_document *edited = opened(bytes_of(files), "edited.dtb");
        tlb_dtb_heights(tlb_document_dtb(edited), is);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t row = height - 1 - i / width, gray = samples[row * width + i % width];
            if (row == 0 || row + 1 == height)
                assert_float_equal(is[i], (float)(least + (most - least) * gray / 65535),
                                   (float)((most - least) * 1e-6));
            else
                assert_true(is[i] == was[i]);
        }
        tlb_document_free(edited);
        tlb_files_free(files);
        tlb_buffer_free(&png);
        tlb_document_free(old);
        free(samples);
        tlb_files_free(picture);
        free(file.data);
    }
}

/* What is level is black, and a span of less than a meter is from black to white. */
static void level_blocks_are_black(void **state)
{
    (void)state;
    tlb_dtf_read_options heights = TLB_DTF_READ_OPTIONS_INIT;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    heights.height_map = true;
    options.from = &heights.head;
    for (int step = 0; step < 2; step++) {
        bytes_copy file = load_file(blocks[2]);
        tlb_document *document = opened((tlb_bytes){file.data, file.size}, blocks[2]);
        const tlb_dtb *block = tlb_document_dtb(document);
        for (uint32_t i = 0; i < block->heights.count; i++)
            block->heights.data[i] = 40 + (step && i == 0 ? 0.5f : 0);
        tlb_files *picture;
        uint32_t width, height;
        assert_int_equal(tlb_convert(document, tlb_format_by_name("png"), "out", &options, &picture), TLB_OK);
        uint16_t *samples = samples_of(bytes_of(picture), &width, &height);
        for (uint32_t i = 0; i < width * height; i++)
            assert_int_equal(samples[i], step && i == (height - 1) * width ? 65535 : 0);
        free(samples);
        tlb_files_free(picture);
        tlb_document_free(document);
        free(file.data);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const uint16_t samples[4] = {0};
    tlb_buffer png = {.account = context->account};
    assert_int_equal(tlb_png_encode_gray(samples, 2, 2, &png), TLB_OK);
    tlb_bytes picture = {png.data, png.size};
    assert_null(convert_like(picture, NULL));
    assert_null(convert_like(picture, blocks[0]));
    assert_null(convert_like(picture, "samples/rooms.dif"));
    assert_non_null(find_diagnostic(context, "BAD_OPTION", ""));
    tlb_buffer_free(&png);
}

/* --- the ground ----------------------------------------------------------------------------------------- */

static tlb_status ask(tlb_document *document, const char *x, const char *y, const tlb_value **answer)
{
    const char *const words[] = {"height", x, y};
    return tlb_query(document, words, 3, answer);
}

static double number_of(const tlb_value *answer, const char *name)
{
    const tlb_value *value = tlb_value_get(answer, name);
    assert_non_null(value);
    return value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer : value->as.real;
}

static void the_ground_of_a_block(void **state)
{
    (void)state;
    const tlb_value *answer;
    tlb_document document;
    terrain_make_dtb(&document, context, 5, 0, HILLS_DETAILS);
    const tlb_dtb *block = tlb_document_dtb(&document);
    float heights[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)];
    tlb_dtb_heights(block, heights);
    assert_int_equal(ask(&document, "96", "64", &answer), TLB_OK); /* squares of 32 m: a corner */
    assert_true(fabs(number_of(answer, "height") - (double)heights[2 * (HILLS_SIDE + 1) + 3]) < 1e-4);
    assert_int_equal(number_of(answer, "material"), block->squares.data[2 * HILLS_SIDE + 3].index);
    assert_int_equal(ask(&document, "-1", "64", &answer), TLB_ARGUMENT);
    assert_int_equal(ask(&document, "96", "513", &answer), TLB_ARGUMENT);
    assert_int_equal(ask(&document, "96", "x", &answer), TLB_ARGUMENT);
    block->squares.data[2 * HILLS_SIDE + 3].flags |= 8;
    assert_int_equal(ask(&document, "97", "65", &answer), TLB_OK);
    assert_true(tlb_value_get(answer, "hole")->as.boolean);
    assert_null(tlb_value_get(answer, "height"));
    made_end(&document);
}

/* Blocks are beside the terrain; on an edge both say the same. */
static void the_ground_of_a_terrain(void **state)
{
    (void)state;
    const tlb_value *answer;
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, "samples/darkstar/hills.dtf", NULL, &document), TLB_OK);
    const char *const x[] = {"0", "31.999", "32", "95"};
    for (int i = 0; i < 4; i++) {
        double at = atof(x[i]);
        uint32_t cell = (uint32_t)(at / 32);
        assert_int_equal(ask(document, x[i], "4", &answer), TLB_OK);
        int32_t id = (int32_t)number_of(answer, "block");
        assert_int_equal(id, tlb_document_dtf(document)->map.data[cell]);
        double place = (at - 32 * cell) / 2, within = place - floor(place);
        double low = (double)terrain_height(id, (uint32_t)place, 2);
        double high = (double)terrain_height(id, (uint32_t)place + 1, 2);
        assert_true(fabs(number_of(answer, "height") - (low + within * (high - low))) < 1e-3);
    }
    assert_int_equal(ask(document, "97", "4", &answer), TLB_ARGUMENT);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(heights_are_a_picture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_picture_that_is_not_edited_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edited_place_is_at_its_height, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edited_edges_are_at_their_heights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(level_blocks_are_black, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ground_of_a_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ground_of_a_terrain, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
