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
                                     "fuzz/seeds/dtb/v4.dtb", "fuzz/seeds/dtb/v5.dtb"};
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

/* A block, its picture, and what the picture became when it was changed. */
typedef struct edit {
    bytes_copy file;
    uint32_t width, height;
    tlb_files *picture, *files;
    uint16_t *samples;
    tlb_document *old, *edited;
    float was[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)], is[(HILLS_SIDE + 1) * (HILLS_SIDE + 1)];
    double least, most; /* of what was */
} edit;

static edit begin_edit(const char *block)
{
    edit e = {.file = load_file(block)};
    e.picture = convert_to_picture((tlb_bytes){e.file.data, e.file.size});
    e.samples = samples_of(bytes_of(e.picture), &e.width, &e.height);
    e.old = opened((tlb_bytes){e.file.data, e.file.size}, block);
    tlb_dtb_heights(tlb_document_dtb(e.old), e.was);
    find_range(e.was, e.width * e.height, &e.least, &e.most);
    return e;
}

/* Makes a block like the old one of the samples. */
static void convert_edit(edit *e, const char *block)
{
    tlb_buffer png = {.account = context->account};
    assert_int_equal(tlb_png_encode_gray(e->samples, e->width, e->height, &png), TLB_OK);
    e->files = convert_like((tlb_bytes){png.data, png.size}, block);
    assert_non_null(e->files);
    e->edited = opened(bytes_of(e->files), "edited.dtb");
    const tlb_dtb *block_made = tlb_document_dtb(e->edited);
    double least, most;
    tlb_dtb_heights(block_made, e->is);
    find_range(e->is, e->width * e->height, &least, &most);
    assert_true((double)block_made->hMin == least && (double)block_made->hMax == most);
    tlb_buffer_free(&png);
}

static void end_edit(edit *e)
{
    tlb_document_free(e->edited);
    tlb_files_free(e->files);
    tlb_document_free(e->old);
    free(e->samples);
    tlb_files_free(e->picture);
    free(e->file.data);
}

/* One height is another: the others stay, in rows of differences within their steps. */
static void an_edited_place_is_at_its_height(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        edit e = begin_edit(blocks[k]);
        uint16_t *sample = &e.samples[2 * e.width + 3];
        *sample = (uint16_t)(*sample ^ 0x8000);
        convert_edit(&e, blocks[k]);
        uint32_t row = e.height - 3, place = row * e.width + 3;
        const tlb_dtb *before = tlb_document_dtb(e.old);
        bool packed = before->version >= 1 && before->version <= 3;
        double range = e.most - e.least, step = packed ? range / 127 : 0;
        double expected = e.least + range * *sample / 65535;
        assert_true(fabs((double)e.is[place] - expected) <= step + range * 1e-5);
        for (uint32_t i = 0; i < e.width * e.height; i++)
            if (i / e.width != row)
                assert_true(e.is[i] == e.was[i]);
            else if (i != place)
                assert_true(fabs((double)e.is[i] - (double)e.was[i]) <= step);
        assert_int_equal(tlb_check(e.edited, NULL), TLB_OK);
        assert_null(find_diagnostic(context, "DTB_HEIGHTS", "hMin"));
        end_edit(&e);
    }
}

/* The rows at both edges are whole in every version, and those between stay to the bit. */
static void edited_edges_are_at_their_heights(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        edit e = begin_edit(blocks[k]);
        uint32_t count = e.width * e.height, last = count - e.width;
        for (uint32_t i = 0; i < e.width; i++) {
            e.samples[i] = (uint16_t)(i * 1000 + 500);
            e.samples[last + i] = (uint16_t)(60000 - i * 1000);
        }
        convert_edit(&e, blocks[k]);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t row = e.height - 1 - i / e.width, gray = e.samples[row * e.width + i % e.width];
            if (row == 0 || row + 1 == e.height)
                assert_float_equal(e.is[i], (float)(e.least + (e.most - e.least) * gray / 65535),
                                   (float)((e.most - e.least) * 1e-6));
            else
                assert_true(e.is[i] == e.was[i]);
        }
        end_edit(&e);
    }
}

/* A step of 8000 grays before each place but the last, then a row whose heights are rounded. */
static uint16_t gray_of_row(uint32_t row, uint32_t x, uint32_t width)
{
    static const uint16_t zigzag[] = {20000, 53000, 9001, 33333};
    return row < width ? (x < row ? 1000 : 9000) : row == width ? zigzag[x % 4] : 30000;
}

/* Rows of differences: in the largest of them are 127 steps; the last height is whole. */
static void steps_are_as_fine_as_they_can_be(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
        for (uint32_t first = 1; first <= HILLS_SIDE + 1; first += 4) {
            edit e = begin_edit(blocks[k]);
            for (uint32_t y = 0; y < e.height; y++)
                for (uint32_t x = 0; x < e.width; x++)
                    e.samples[(e.height - 1 - y) * e.width + x] =
                        gray_of_row(y && y <= 5 ? first + y - 1 : UINT32_MAX, x, e.width);
            convert_edit(&e, blocks[k]);
            const tlb_dtb *block = tlb_document_dtb(e.edited);
            double range = e.most - e.least;
            for (uint32_t y = 1; y <= 5 && first + y - 1 < e.width; y++) {
                const tlb_dtb_row *row = &block->rows.data[y - 1];
                uint32_t at = first + y - 1;
                double step = at + 1 < e.width ? range * 8000 / 65535 / 127 : 0;
                assert_true(fabs((double)row->scale - step) < 1e-6);
                for (uint32_t i = 0; i < row->deltas.count; i++)
                    assert_int_equal(row->deltas.data[i], i + 1 == at && step > 0 ? 127 : 0);
                assert_true(fabs((double)row->last - e.least - range * 9000 / 65535) < 1e-5);
            }
            end_edit(&e);
        }
}

/* The first two heights, alone, are the least and the most of all. */
static void the_range_of_a_block_is_that_of_all_heights(void **state)
{
    (void)state;
    for (int k = 0; k < BLOCKS; k++) {
        edit e = begin_edit(blocks[k]);
        for (uint32_t i = 0; i < e.width * e.height; i++)
            e.samples[i] = 30000;
        e.samples[(e.height - 1) * e.width] = 20000;
        e.samples[(e.height - 1) * e.width + 1] = 40000;
        convert_edit(&e, blocks[k]);
        end_edit(&e);
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
        bytes_copy file = load_file(blocks[3]);
        tlb_document *document = opened((tlb_bytes){file.data, file.size}, blocks[3]);
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
    static const uint16_t samples[2 * 17];
    static const struct {
        uint32_t width, height;
        const char *like, *message;
    } refused[] = {{2, 2, NULL, "a picture has no heights in meters"},
                   {2, 2, "samples/rooms.dif", "is not a block of a terrain, but "},
                   {2, 2, "fuzz/seeds/dtb/v1.dtb", "v1.dtb\" has 17x17 heights, the picture 2x2"},
                   {17, 2, "fuzz/seeds/dtb/v5.dtb", "v5.dtb\" has 17x17 heights, the picture 17x2"},
                   {2, 17, "fuzz/seeds/dtb/v5.dtb", "v5.dtb\" has 17x17 heights, the picture 2x17"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        tlb_buffer png = {.account = context->account};
        assert_int_equal(tlb_png_encode_gray(samples, refused[i].width, refused[i].height, &png), TLB_OK);
        tlb_diagnostics_clear(context);
        assert_null(convert_like((tlb_bytes){png.data, png.size}, refused[i].like));
        assert_non_null(strstr(find_diagnostic(context, "BAD_OPTION", "")->message, refused[i].message));
        tlb_buffer_free(&png);
    }
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
        cmocka_unit_test_setup_teardown(steps_are_as_fine_as_they_can_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_range_of_a_block_is_that_of_all_heights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(level_blocks_are_black, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ground_of_a_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ground_of_a_terrain, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
