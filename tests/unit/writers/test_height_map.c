/* Heights as pictures of 16 bits of gray, and each allocation failing alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "fault.h"
#include "image/image.h"
#include "trilobite/scene_build.h"
#include "writers/height_map.h"

enum { WIDTH = 3, HEIGHT = 2 };

static uint16_t heights[HEIGHT][WIDTH] = {{0, 1, 256}, {1000, 65535, 7}}; /* from the south */

static tlb_status to_picture(tlb_context *context, const void *subject, collected *made)
{
    const tlb_height_map map = {*heights, WIDTH, HEIGHT};
    const tlb_conversion conversion = {.context = context};
    tlb_scene *scene = tlb_scene_create(context);
    tlb_arena work;
    (void)subject;
    tlb_arena_init(&work, context->account);
    tlb_status status =
        scene ? tlb_height_map_to_picture(&conversion, scene, "hills", &map, &work) : TLB_NO_MEMORY;
    if (!status)
        collect(made, scene->images[0].encoded.data, scene->images[0].encoded.size);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    return status;
}

static void north_is_at_the_top(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    const tlb_height_map map = {*heights, WIDTH, HEIGHT};
    const tlb_conversion conversion = {.context = context};
    tlb_arena work;
    uint16_t *rows;
    tlb_arena_init(&work, context->account);
    assert_int_equal(tlb_height_map_to_picture(&conversion, scene, "hills", &map, &work), TLB_OK);
    assert_int_equal(scene->image_count, 1);
    const tlb_image *image = &scene->images[0];
    assert_string_equal(image->name, "hills");
    assert_string_equal(image->mime_type, "image/png");
    assert_int_equal(image->width, WIDTH);
    assert_int_equal(image->height, HEIGHT);
    tlb_image decoded = {.name = "hills"};
    assert_int_equal(tlb_image_decode_gray(context, &work, image->encoded, &decoded, &rows), TLB_OK);
    assert_int_equal(decoded.width, WIDTH);
    assert_int_equal(decoded.height, HEIGHT);
    assert_memory_equal(rows, heights[1], sizeof heights[1]);
    assert_memory_equal(rows + WIDTH, heights[0], sizeof heights[0]);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- from pictures, by a format of the test's own, whose files are pictures ------------------------------
 */

static tlb_status read_picture(tlb_document *document)
{
    document->root = document;
    return TLB_OK;
}

static tlb_status write_picture(tlb_context *context, void **root, tlb_buffer *out)
{
    const tlb_document *document = *root;
    (void)context;
    tlb_buffer_append(out, document->source.data, document->source.size);
    return out->status;
}

static const tlb_format picture = {
    .info = {.name = "picture", .title = "Picture", .abilities = TLB_CAN_READ | TLB_CAN_WRITE},
    .read = read_picture,
    .write = write_picture};

typedef struct gray_picture {
    tlb_buffer file;
    tlb_context *context;
} gray_picture;

static gray_picture begin_picture(const uint16_t *rows, uint32_t width, uint32_t height)
{
    gray_picture made = {.context = tlb_context_create(NULL)};
    made.file.account = made.context->account;
    assert_int_equal(tlb_png_encode_gray(rows, width, height, &made.file), TLB_OK);
    return made;
}

static void end_picture(gray_picture *made)
{
    tlb_buffer_free(&made->file);
    tlb_context_free(made->context);
}

static tlb_status from_picture(tlb_context *context, const void *subject, collected *made)
{
    const gray_picture *given = subject;
    tlb_document *document;
    tlb_height_map map;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_status status =
        tlb_open_memory(context, given->file.data, given->file.size, "hills.png", &picture, &document);
    if (!status)
        status = tlb_height_map_from_picture(document, context, &arena, &map);
    if (!status) {
        const uint32_t size[2] = {map.width, map.height};
        collect(made, size, sizeof size);
        collect(made, map.heights, (size_t)map.width * map.height * sizeof *map.heights);
    }
    tlb_document_free(document);
    tlb_arena_release(&arena);
    return status;
}

static void rows_run_from_the_south(void **state)
{
    static const uint16_t rows[] = {1000, 65535, 7, 0, 1, 256};
    static const uint32_t size[2] = {WIDTH, HEIGHT};
    (void)state;
    gray_picture given = begin_picture(rows, WIDTH, HEIGHT);
    collected made = {0};
    assert_int_equal(from_picture(given.context, &given, &made), TLB_OK);
    assert_int_equal(made.size, sizeof size + sizeof heights);
    assert_memory_equal(made.data, size, sizeof size);
    assert_memory_equal(made.data + sizeof size, heights, sizeof heights);
    assert_refused_or_same(from_picture, &given);
    free(made.data);
    end_picture(&given);
}

static void what_is_no_picture_is_refused(void **state)
{
    (void)state;
    gray_picture given = begin_picture(*heights, WIDTH, HEIGHT);
    given.file.size /= 2;
    assert_int_equal(from_picture(given.context, &given, NULL), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(given.context), 1);
    assert_int_equal(tlb_diagnostic_at(given.context, 0)->code, TLB_CODE_BAD_IMAGE);
    assert_non_null(strstr(tlb_diagnostic_at(given.context, 0)->message, "hills.png"));
    end_picture(&given);
}

/* More rows than 16 bits count. */
static void tall_pictures_have_all_their_rows(void **state)
{
    enum { TALL = 65537 };
    static uint16_t rows[TALL];
    (void)state;
    for (uint32_t i = 0; i < TALL; i++)
        rows[i] = (uint16_t)(i * 7);
    gray_picture given = begin_picture(rows, 1, TALL);
    collected made = {0};
    assert_int_equal(from_picture(given.context, &given, &made), TLB_OK);
    const uint16_t *turned = (const uint16_t *)(made.data + 2 * sizeof(uint32_t));
    for (uint32_t i = 0; i < TALL; i++)
        assert_int_equal(turned[i], rows[TALL - 1 - i]);
    free(made.data);
    end_picture(&given);
}

/* Of noise, whose file is as large as its rows: whichever of them finds no room, it is the limit. */
static void a_limit_is_told_from_a_lack_of_memory(void **state)
{
    enum { SIDE = 128, STEP = 4096, MOST = 1 << 20 };
    static uint16_t noise[SIDE * SIDE];
    tlb_status status = TLB_LIMIT;
    (void)state;
    for (uint32_t i = 0, hash = 1; i < SIDE * SIDE; i++) {
        hash = hash * 1664525 + 1013904223;
        noise[i] = (uint16_t)(hash >> 16);
    }
    for (uint64_t most = 2 * STEP; status; most += STEP) {
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_bytes = most});
        const tlb_height_map map = {noise, SIDE, SIDE};
        const tlb_conversion conversion = {.context = context};
        tlb_scene *scene = context ? tlb_scene_create(context) : NULL;
        if (scene) {
            tlb_arena work;
            tlb_arena_init(&work, context->account);
            status = tlb_height_map_to_picture(&conversion, scene, "noise", &map, &work);
            assert_true(status == TLB_OK || status == TLB_LIMIT);
            assert_int_equal(tlb_code_total(context, TLB_CODE_MEMORY_LIMIT), status == TLB_LIMIT);
            tlb_arena_release(&work);
        }
        tlb_scene_free(scene);
        tlb_context_free(context);
        assert_true(most < MOST);
    }
}

static void pictures_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(to_picture, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(north_is_at_the_top),
                                       cmocka_unit_test(rows_run_from_the_south),
                                       cmocka_unit_test(what_is_no_picture_is_refused),
                                       cmocka_unit_test(tall_pictures_have_all_their_rows),
                                       cmocka_unit_test(a_limit_is_told_from_a_lack_of_memory),
                                       cmocka_unit_test(pictures_need_their_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
