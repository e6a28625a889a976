/* Terrains of Darkstar: what their values mean, rule by rule, and their scenes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "formats/darkstar/shared/lzh.h"
#include "one_context.h"
#include "options_text.h"
#include "terrain_maker.h"

#define HILLS "samples/darkstar/hills"

static tlb_document *open_file(const char *path)
{
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    return document;
}

static tlb_scene *scene_of(const char *path, const char *step)
{
    tlb_convert_options options;
    tlb_scene *scene;
    tlb_document *document = open_file(path);
    const option_text text = {"terrain-step", step};
    assert_int_equal(options_from_text(context, &text, step ? 1 : 0, &options), TLB_OK);
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    tlb_document_free(document);
    return scene;
}

/* --- the scene ------------------------------------------------------------------------------------------ */

/* Nine cells share two meshes; each is at its place, and the heights are those of the block there. */
static void a_map_is_a_node_for_each_cell(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS ".dtf", NULL);
    assert_int_equal(scene->mesh_count, HILLS_BLOCKS);
    assert_int_equal(scene->node_count, 1 + HILLS_MAP * HILLS_MAP);
    for (uint32_t i = 0; i < HILLS_MAP * HILLS_MAP; i++) {
        const tlb_node *node = &scene->nodes[1 + i];
        const tlb_mesh *mesh = &scene->meshes[node->mesh];
        assert_true(node->translation[0] == (float)(i % HILLS_MAP) * 2 * HILLS_SIDE);
        assert_true(node->translation[2] == -(float)(i / HILLS_MAP) * 2 * HILLS_SIDE);
        assert_int_equal(mesh->vertex_count, 4 * (HILLS_SIDE * HILLS_SIDE - 1)); /* but for the hole */
        for (uint32_t j = 0; j < mesh->vertex_count; j++) {
            const float *at = mesh->positions[j];
            assert_true(at[1] == terrain_height((int32_t)(i % HILLS_BLOCKS), (uint32_t)(at[0] / 2),
                                                (uint32_t)(-at[2] / 2)));
        }
    }
    tlb_scene_free(scene);
}

/* Each side of a square is in two triangles at most, all face upwards, and none is in the hole. */
static void triangles_face_upwards(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS ".dtf", NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]],
                    *c = mesh->positions[mesh->indices[i + 2]];
        float up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
        float x = (a[0] + b[0] + c[0]) / 6, y = -(a[2] + b[2] + c[2]) / 6;
        assert_true(up == 4); /* twice half a square of two meters a side */
        assert_false(x > 1 && x < 2 && y > 1 && y < 2);
        for (int corner = 0; corner < 3; corner++)
            assert_true(mesh->normals[mesh->indices[i + (uint32_t)corner]][1] > 0.1f);
    }
    tlb_scene_free(scene);
}

/* The diagonal goes from south-west to north-east where x + y is even, else from south-east to north-west. */
static void diagonals_alternate(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS ".dtf", NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    for (uint32_t i = 0; i < mesh->index_count; i += 6) {
        const uint32_t *corners = &mesh->indices[i], first = corners[0];
        const float *at = mesh->positions[first]; /* both begin in the south-west */
        uint32_t x = (uint32_t)(at[0] / 2), y = (uint32_t)(-at[2] / 2);
        assert_int_equal(corners[3] == first, (x + y) % 2 == 0);
    }
    tlb_scene_free(scene);
}

/* Corners of a tile from north-west on, clockwise, as docs/formats/dtf.md lists them. */
static void tiles_are_mirrored_then_turned(void **state)
{
    (void)state;
    static const char *const expected[] = {"00101101", "01001011", "10000111", "11100001",
                                           "01111000", "00011110", "11010010", "10110100"};
    static const uint32_t order[] = {3, 2, 1, 0}; /* of vertices, which begin in the south-west */
    tlb_scene *scene = scene_of(HILLS ".dtf", NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    tlb_document *document = open_file(HILLS "#0.dtb");
    const tlb_dtb *block = tlb_document_dtb(document);
    for (uint32_t i = 0; i < mesh->vertex_count; i += 4) {
        const float *at = mesh->positions[i];
        uint32_t x = (uint32_t)(at[0] / 2), y = (uint32_t)(-at[2] / 2);
        const char *uv = expected[block->squares.data[y * HILLS_SIDE + x].flags & TLB_DTB_ORIENTATION];
        for (uint32_t corner = 0; corner < 4; corner++)
            for (uint32_t axis = 0; axis < 2; axis++)
                assert_true(mesh->uv[0][i + order[corner]][axis] == (float)(uv[2 * corner + axis] - '0'));
    }
    tlb_document_free(document);
    tlb_scene_free(scene);
}

/* A part for each material, the tile's own light in the colors. */
static void squares_have_materials_and_light(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS ".dtf", NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->part_count, 3);
    assert_int_equal(scene->material_count, 3);
    assert_string_equal(scene->materials[mesh->parts[1].material].name, "floor");
    for (uint32_t i = 0; i < mesh->part_count; i++)
        assert_true(scene->materials[mesh->parts[i].material].unlit);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (uint32_t j = 0; j < mesh->vertex_count; j++)
            if (floorf(mesh->positions[i][1]) > floorf(mesh->positions[j][1]) && mesh->positions[j][1] < 10)
                assert_true(mesh->colors[i][0] > mesh->colors[j][0]);
    tlb_scene_free(scene);
}

static void a_step_draws_several_squares_as_one(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS ".dtf", "4");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->index_count, 6 * (HILLS_SIDE / 4) * (HILLS_SIDE / 4));
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        assert_true(fmodf(mesh->positions[i][0], 8) == 0 && fmodf(mesh->positions[i][2], 8) == 0);
        assert_true(mesh->positions[i][1] == terrain_height(0, (uint32_t)(mesh->positions[i][0] / 2),
                                                            (uint32_t)(-mesh->positions[i][2] / 2)));
    }
    tlb_scene_free(scene);
    tlb_convert_options options;
    const option_text text = {"terrain-step", "0"};
    assert_int_equal(options_from_text(context, &text, 1, &options), TLB_ARGUMENT);
}

/* Blocks meet: the last squares are narrower where there are fewer. */
static void a_step_that_does_not_divide_leaves_no_gap(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS "#1.dtb", "3");
    tlb_scene_stats stats;
    assert_int_equal(tlb_scene_measure(context, scene, &stats), TLB_OK);
    assert_true(stats.high[0] == 2 * HILLS_SIDE && stats.low[2] == -2 * HILLS_SIDE);
    tlb_scene_free(scene);
}

/* A block finds its terrain by its own name, and with that the size of a square and the materials. */
static void a_block_alone(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(HILLS "#1.dtb", NULL);
    assert_int_equal(scene->node_count, 1);
    assert_int_equal(scene->material_count, 3);
    tlb_scene_stats stats;
    assert_int_equal(tlb_scene_measure(context, scene, &stats), TLB_OK);
    assert_true(stats.high[0] == 2 * HILLS_SIDE && stats.low[2] == -2 * HILLS_SIDE);
    tlb_scene_free(scene);
    scene = scene_of("fuzz/seeds/dtb/v3.dtb", NULL);
    assert_int_equal(tlb_scene_measure(context, scene, &stats), TLB_OK);
    assert_true(stats.high[0] == 32 * HILLS_SIDE);
    tlb_scene_free(scene);
}

/* What is missing is told, and the rest is there. */
static void missing_blocks_are_told(void **state)
{
    (void)state;
    tlb_document *document = open_file("fuzz/seeds/dtf/v1.dtf");
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 0);
    assert_int_equal(scene->node_count, 1 + HILLS_MAP * HILLS_MAP);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "dmlName"));
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "blocks[1].id"));
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* --- streams -------------------------------------------------------------------------------------------- */

/* Two of the same values: the usual one, and one in which nothing is a match. */
static void a_stream_of_another_program_is_kept(void **state)
{
    (void)state;
    tlb_document *document = open_file("fuzz/seeds/dtb/v5.dtb");
    tlb_dtb *block = tlb_document_dtb(document);
    assert_int_equal(block->heightsStream.size, 0);
    tlb_buffer stream = {.account = context->account};
    tlb_darkstar_lzh_encode((tlb_bytes){(const uint8_t *)block->heights.data, 4 * block->heights.count},
                            &stream);
    stream.data[stream.size - 1] = 1; /* it is not needed, and nobody else writes anything but zero */
    block->heightsStream = (tlb_bytes){stream.data, stream.size};
    tlb_bytes saved;
    tlb_document *again;
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(
        tlb_open_memory(context, saved.data, saved.size, NULL, tlb_format_by_name("dtb"), &again), TLB_OK);
    assert_int_equal(tlb_document_dtb(again)->heightsStream.size, stream.size);
    collected json = {0};
    tlb_document *built;
    tlb_bytes rebuilt;
    assert_int_equal(tlb_dump(again, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(context, json.data, json.size, NULL, &built), TLB_OK);
    assert_int_equal(tlb_save_memory(built, &rebuilt), TLB_OK);
    assert_int_equal(rebuilt.size, saved.size);
    assert_memory_equal(rebuilt.data, saved.data, saved.size);
    tlb_document_free(built);
    free(json.data);
    tlb_document_free(again);
    block->heights.data[5] += 1; /* now it is another's */
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(
        tlb_open_memory(context, saved.data, saved.size, NULL, tlb_format_by_name("dtb"), &again), TLB_OK);
    assert_int_equal(tlb_document_dtb(again)->heightsStream.size, 0);
    assert_true(tlb_document_dtb(again)->heights.data[5] == block->heights.data[5]);
    tlb_document_free(again);
    tlb_document_free(document);
    tlb_buffer_free(&stream);
}

/* The size of a chunk follows from what is compressed, whatever was looked at before; where it is odd, a zero
 * follows. */
static void a_chunk_has_its_size(void **state)
{
    (void)state;
    tlb_document *document = open_file("fuzz/seeds/dtb/v5.dtb"), *built;
    tlb_dtb *block = tlb_document_dtb(document);
    bool met[2] = {false, false};
    for (int i = 0; i < 64 && !(met[0] && met[1]); i++) {
        collected json = {0};
        tlb_bytes saved, again;
        block->heights.data[7] = (float)(i * i);
        assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
        assert_int_equal(tlb_build(context, json.data, json.size, NULL, &built), TLB_OK);
        assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
        assert_int_equal(tlb_save_memory(built, &again), TLB_OK);
        uint32_t size = tlb_get_le32(saved.data + 4);
        assert_int_equal(saved.size, 8 + size + size % 2);
        assert_int_equal(saved.size, again.size);
        assert_memory_equal(saved.data, again.data, saved.size);
        met[size % 2] = true;
        tlb_document_free(built);
        free(json.data);
    }
    assert_true(met[0] && met[1]);
    tlb_document_free(document);
}

/* Numbers no terrain can have are found by a check, and are drawn as the nearest that one can. */
static void unsound_sizes_are_drawn_as_sound_ones(void **state)
{
    (void)state;
    static const struct {
        int32_t details, scale;
        float side;
    } sizes[] = {{INT32_MIN, 0, 1}, {INT32_MAX, 0, 1024}, {1, INT32_MAX, 65536}, {1, INT32_MIN, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tlb_scene *scene;
        tlb_document *document = open_file(HILLS ".dtf");
        tlb_dtf *x = tlb_document_dtf(document);
        x->details = sizes[i].details;
        x->scale = sizes[i].scale;
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
        assert_true(scene->nodes[2].translation[0] == sizes[i].side);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

/* --- rules ---------------------------------------------------------------------------------------------- */

static void expect_one(tlb_document *document, const char *code, const char *path)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_non_null(find_diagnostic(context, code, path));
}

static void each_rule_of_terrains(void **state)
{
    (void)state;
    tlb_document document;
    terrain_make_dtf(&document, context, 1);
    tlb_dtf *x = document.root, sound = *x;
    x->map.data[4] = 7;
    expect_one(&document, "DTF_BLOCK", "map[1][1]");
    x->map.data[4] = 0;
    x->details = 12, expect_one(&document, "DTF_SCALE", "details"), *x = sound;
    x->scale = -1, expect_one(&document, "DTF_SCALE", "scale"), *x = sound;
    x->kind = 3, expect_one(&document, "DTF_KIND", "kind"), *x = sound;
    x->hMin = 13, expect_one(&document, "DTF_HEIGHTS", "hMin"), *x = sound;
    x->hMax = NAN, expect_one(&document, "DTF_HEIGHTS", "hMin"), *x = sound;
    x->lastId = 3, expect_one(&document, "DTF_LAST_ID", "lastId");
    made_end(&document);
}

static void each_rule_of_blocks(void **state)
{
    (void)state;
    tlb_document document;
    terrain_make_dtb(&document, context, 5, 0, HILLS_DETAILS);
    tlb_dtb *x = document.root, sound = *x;
    x->details = 4, expect_one(&document, "DTB_SIZE", "sizeX"), *x = sound;
    x->hMax = 10, expect_one(&document, "DTB_HEIGHTS", "hMin"), *x = sound;
    x->hMin = 5, expect_one(&document, "DTB_HEIGHTS", "hMin"), *x = sound;
    x->hiresCount = 1, expect_one(&document, "DTB_HIRES", "hiresCount"), *x = sound;
    x->heights.data[HILLS_SIDE + 2] = INFINITY;
    expect_one(&document, "DTB_NOT_FINITE", "heights[1][1]");
    made_end(&document);
}

/* --- limits --------------------------------------------------------------------------------------------- */

/* NULL: it can be written. */
static void expect_refused(tlb_document *document, const char *path)
{
    tlb_bytes saved;
    assert_int_equal(tlb_save_memory(document, &saved), path ? TLB_INVALID : TLB_OK);
    if (path)
        assert_non_null(find_diagnostic(context, "BAD_VALUE", path));
}

static void maps_have_up_to_4096_blocks_a_side(void **state)
{
    static int32_t cells[4097];
    (void)state;
    for (int32_t size = 4096; size <= 4097; size++)
        for (int32_t height = 1; height <= size; height += size - 1) {
            tlb_document document;
            terrain_make_dtf(&document, context, 1);
            tlb_dtf *map = tlb_document_dtf(&document);
            map->sizeX = size / height;
            map->sizeY = height;
            map->map.data = cells;
            map->map.count = (uint32_t)size;
            expect_refused(&document, size > 4096 ? "sizeX" : NULL);
            made_end(&document);
        }
}

/* 16 times as many values of light as squares a side, and no more. */
static void light_is_up_to_16_times_as_fine(void **state)
{
    static uint16_t light[(HILLS_SIDE * 32 + 1) * (HILLS_SIDE * 32 + 1)];
    (void)state;
    for (int32_t scale = 4; scale <= 5; scale++) {
        uint32_t side = ((uint32_t)HILLS_SIDE << scale) + 1;
        tlb_document document;
        terrain_make_dtb(&document, context, 3, 0, HILLS_DETAILS);
        tlb_dtb *block = tlb_document_dtb(&document);
        block->lightScale = scale;
        block->light.data = light;
        block->light.count = side * side;
        expect_refused(&document, scale > 4 ? "lightScale" : NULL);
        made_end(&document);
    }
}

/* Sizes that a block may not have are refused as such; one that it may, but has not, elsewhere. */
static void blocks_have_up_to_1024_squares_a_side(void **state)
{
    static const struct {
        int32_t x, y;
        bool refused;
    } sizes[] = {{0, 1, true},     {1, 0, true},    {1, 1, false},  {1024, 1, false},
                 {1, 1024, false}, {1025, 1, true}, {1, 1025, true}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tlb_document document;
        tlb_bytes saved;
        terrain_make_dtb(&document, context, 3, 0, HILLS_DETAILS);
        tlb_document_dtb(&document)->sizeX = sizes[i].x;
        tlb_document_dtb(&document)->sizeY = sizes[i].y;
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_save_memory(&document, &saved), TLB_INVALID);
        assert_int_equal(find_diagnostic(context, "BAD_VALUE", "sizeX") != NULL, sizes[i].refused);
        made_end(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_map_is_a_node_for_each_cell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(triangles_face_upwards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(diagonals_alternate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tiles_are_mirrored_then_turned, set_up, tear_down),
        cmocka_unit_test_setup_teardown(squares_have_materials_and_light, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_step_draws_several_squares_as_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_step_that_does_not_divide_leaves_no_gap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_block_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(missing_blocks_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stream_of_another_program_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_chunk_has_its_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unsound_sizes_are_drawn_as_sound_ones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_rule_of_terrains, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_rule_of_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_have_up_to_4096_blocks_a_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(blocks_have_up_to_1024_squares_a_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(light_is_up_to_16_times_as_fine, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
