/* Torque terrains: the rules, the scene, the colors and the queries. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "one_context.h"
#include "options_text.h"
#include "ter_maker.h"

#include "trilobite/trilobite.h"

enum { SIZE = 16, LEGACY = TLB_TER_LEGACY_SIZE, ACROSS = LEGACY + 1 };

static tlb_scene *scene_with(tlb_document *document, tlb_assets *assets, const char *step)
{
    const option_text text = {"terrain-step", step};
    tlb_convert_options options;
    tlb_scene *scene;
    assert_int_equal(options_from_text(context, &text, step ? 1 : 0, &options), TLB_OK);
    options.assets = assets;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    return scene;
}

static tlb_scene *scene_of(uint32_t version, const char *step)
{
    tlb_document document;
    ter_make(&document, context, version, SIZE);
    tlb_scene *scene = scene_with(&document, NULL, step);
    made_end(&document);
    return scene;
}

/* --- the mesh ------------------------------------------------------------------------------------------- */

static float meters(uint32_t size, uint32_t x, uint32_t y)
{
    return (float)valley_height(size, x, y) / 32;
}

static void a_vertex_for_each_sample(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(7, NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(scene->node_count, 1);
    assert_true(scene->nodes[0].translation[0] == -SIZE && scene->nodes[0].translation[2] == SIZE);
    assert_int_equal(mesh->vertex_count, SIZE * SIZE);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t x = i % SIZE, y = i / SIZE;
        const float *at = mesh->positions[i], *uv = mesh->uv[0][i], *n = mesh->normals[i];
        assert_true(at[0] == 2 * (float)x && at[1] == meters(SIZE, x, y) && at[2] == -2 * (float)y);
        assert_true(uv[0] == (float)x / (SIZE - 1) && uv[1] == 1 - (float)y / (SIZE - 1));
        assert_true(n[1] > 0 && fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-5f);
        if (!x || !y || x == SIZE - 1 || y == SIZE - 1)
            continue;
        float east = (meters(SIZE, x + 1, y) - meters(SIZE, x - 1, y)) / 4,
              north = (meters(SIZE, x, y + 1) - meters(SIZE, x, y - 1)) / 4;
        assert_true(fabsf(n[0] + east * n[1]) < 1e-5f && fabsf(n[2] - north * n[1]) < 1e-5f);
    }
    tlb_scene_free(scene);
}

/* All triangles face upwards; those of the hole are left out. */
static void holes_are_left_out(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(7, NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    float hole = 2 * (float)valley_hole(SIZE);
    assert_int_equal(mesh->index_count, 6 * ((SIZE - 1) * (SIZE - 1) - 1));
    assert_int_equal(mesh->parts[0].index_count, mesh->index_count);
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]],
                    *c = mesh->positions[mesh->indices[i + 2]];
        float x = (a[0] + b[0] + c[0]) / 3, y = -(a[2] + b[2] + c[2]) / 3;
        assert_true((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) == 4);
        assert_false(x > hole && x < hole + 2 && y > hole && y < hole + 2);
    }
    tlb_scene_free(scene);
}

/* The diagonal goes from south-west to north-east where x + y is even, else from south-east to north-west. */
static void assert_diagonals(const tlb_mesh *mesh, float square)
{
    for (uint32_t i = 0; i < mesh->index_count; i += 6) {
        const uint32_t *corners = &mesh->indices[i];
        const float *at = mesh->positions[corners[0]]; /* of both triangles' first the south-western */
        uint32_t x = (uint32_t)(at[0] / square), y = (uint32_t)(-at[2] / square);
        assert_int_equal(corners[3] == corners[0], (x + y) % 2 == 0);
    }
}

static void diagonals_alternate(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(7, NULL);
    assert_diagonals(&scene->meshes[0], 2);
    tlb_scene_free(scene);
    scene = scene_of(3, "2");
    assert_diagonals(&scene->meshes[0], 16);
    tlb_scene_free(scene);
}

static void legacy_terrains_wrap(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(1, NULL);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_true(scene->nodes[0].translation[0] == -1024 && scene->nodes[0].translation[2] == 1024);
    assert_int_equal(mesh->vertex_count, ACROSS * ACROSS);
    assert_int_equal(mesh->index_count, 6 * LEGACY * LEGACY);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t x = i % ACROSS, y = i / ACROSS;
        const float *at = mesh->positions[i];
        assert_true(at[0] == 8 * (float)x && at[2] == -8 * (float)y);
        assert_true(at[1] == meters(LEGACY, x % LEGACY, y % LEGACY));
    }
    for (uint32_t i = 0; i < ACROSS; i++) {
        assert_memory_equal(mesh->normals[i], mesh->normals[LEGACY * ACROSS + i], sizeof *mesh->normals);
        assert_memory_equal(mesh->normals[i * ACROSS], mesh->normals[i * ACROSS + LEGACY],
                            sizeof *mesh->normals);
    }
    assert_int_equal(scene->materials[0].texture.wrap_u, TLB_WRAP_REPEAT);
    tlb_scene_free(scene);
}

/* Of 15 squares, three are four wide, and the last is what is left. */
static void a_step_draws_several_squares_as_one(void **state)
{
    (void)state;
    static const uint32_t lines[] = {0, 4, 8, 12, 15};
    tlb_scene *scene = scene_of(7, "4");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 25);
    assert_int_equal(mesh->index_count, 6 * 15); /* the hole is where a square begins */
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t x = lines[i % 5], y = lines[i / 5];
        assert_true(mesh->positions[i][0] == 2 * (float)x && mesh->positions[i][2] == -2 * (float)y);
        assert_true(mesh->positions[i][1] == meters(SIZE, x, y));
    }
    tlb_scene_free(scene);
    scene = scene_of(3, "1024");
    assert_int_equal(scene->meshes[0].vertex_count, 4);
    tlb_scene_free(scene);
    tlb_convert_options options;
    const option_text text = {"terrain-step", "1025"};
    assert_int_equal(options_from_text(context, &text, 1, &options), TLB_ARGUMENT);
}

/* Of holes alone nothing is drawn, and neither of a single sample. */
static void nothing_is_drawn_of_holes(void **state)
{
    (void)state;
    tlb_document document;
    ter_make(&document, context, 7, SIZE);
    tlb_ter *x = document.root;
    memset(x->layerMap.data, TLB_TER_HOLE, x->layerMap.count);
    tlb_scene *scene = scene_with(&document, NULL, NULL);
    assert_true(scene->mesh_count == 0 && scene->image_count == 0 && scene->nodes[0].mesh == TLB_NONE);
    tlb_scene_free(scene);
    x->size = 1;
    scene = scene_with(&document, NULL, NULL);
    assert_int_equal(scene->mesh_count, 0);
    tlb_scene_free(scene);
    made_end(&document);
}

/* --- colors --------------------------------------------------------------------------------------------- */

static const uint8_t *pixel(const tlb_scene *scene, uint32_t column, uint32_t row)
{
    const tlb_image *image = &scene->images[0];
    assert_true(column < image->width && row < image->height);
    return image->pixels + 4 * ((size_t)row * image->width + column);
}

/* A picture of one color, as a file; its right half is black where it is wide. */
static void add_texture(tlb_assets *assets, const char *name, uint32_t width, const uint8_t color[3],
                        collected *file)
{
    tlb_bitmap *bitmap = tlb_bitmap_create(context, width, 8);
    for (uint32_t i = 0; i < width * 8; i++) {
        memcpy(bitmap->pixels + (size_t)4 * i, (uint8_t[4]){0, 0, 0, 255}, 4);
        if (i % width < 8)
            memcpy(bitmap->pixels + (size_t)4 * i, color, 3);
    }
    assert_int_equal(tlb_bitmap_write_png(context, bitmap, (tlb_sink){collect, file}), TLB_OK);
    tlb_bitmap_free(bitmap);
    assert_int_equal(
        tlb_assets_add_memory(assets, name, (tlb_bytes){(const uint8_t *)file->data, file->size}), TLB_OK);
}

static void assert_color(const uint8_t *is, float red, float green, float blue)
{
    assert_true(fabsf((float)is[0] - red) <= 1 && fabsf((float)is[1] - green) <= 1);
    assert_true(fabsf((float)is[2] - blue) <= 1 && is[3] == 255);
}

/* Each pixel is between floor and brick as the alpha maps are there, divided by their sum. */
static void textures_are_mixed_by_alpha(void **state)
{
    (void)state;
    collected files[2] = {{0}};
    tlb_document document;
    tlb_assets *assets = tlb_assets_create(context);
    add_texture(assets, "data/terrains/floor.png", 8, (const uint8_t[]){200, 40, 0}, &files[0]);
    add_texture(assets, "data/terrains/brick.png", 8, (const uint8_t[]){0, 240, 100}, &files[1]);
    ter_make(&document, context, 4, 0);
    tlb_scene *scene = scene_with(&document, assets, NULL);
    assert_int_equal(scene->images[0].width, 8 * 32);
    for (uint32_t i = 0; i < LEGACY - 1; i++) { /* the last pixel is half way back to the first sample */
        float east = ((float)i + 0.5f) / 255, west = 1 - east;
        assert_color(pixel(scene, i, 77), 200 * west, 40 * west + 240 * east, 100 * east);
    }
    tlb_ter *x = document.root;
    memset(x->alphaMaps.data[0].alpha.data, 100, LEGACY * LEGACY);
    memset(x->alphaMaps.data[1].alpha.data, 50, LEGACY * LEGACY);
    tlb_scene_free(scene);
    scene = scene_with(&document, assets, NULL);
    assert_color(pixel(scene, 40, 40), 133.3f, 106.7f, 33.3f);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "materialNames[7]"));
    assert_null(find_diagnostic(context, "ASSET_MISSING", "materialNames[0]"));
    tlb_scene_free(scene);
    made_end(&document);
    tlb_assets_free(assets);
    free(files[0].data);
    free(files[1].data);
}

/* A wide texture, half of which is black, is squeezed into each of the 32 repetitions; where no alpha map has
 * anything, the base material is drawn. */
static void textures_repeat_and_base_materials_fill(void **state)
{
    (void)state;
    collected file = {0};
    tlb_document document;
    tlb_assets *assets = tlb_assets_create(context);
    add_texture(assets, "floor.png", 16, (const uint8_t[]){200, 40, 0}, &file);
    ter_make(&document, context, 2, 0);
    tlb_ter *x = document.root;
    for (uint32_t k = 0; k < x->alphaMaps.count; k++)
        memset(x->alphaMaps.data[k].alpha.data, 0, LEGACY * LEGACY);
    tlb_scene *scene = scene_with(&document, assets, NULL);
    assert_int_equal(scene->images[0].width, 16 * 32);
    for (uint32_t i = 4; i < 250; i++)
        assert_int_equal(pixel(scene, i, 300)[0], i % 16 < 8 ? 200 : 0);
    const uint8_t *brick = pixel(scene, 400, 300);
    assert_true(brick[0] == brick[1] && brick[1] == brick[2]); /* a gray for what is missing */
    tlb_scene_free(scene);
    made_end(&document);
    tlb_assets_free(assets);
    free(file.data);
}

/* The image has the pixels of the largest texture: those of a smaller one are repeated in squares. */
static void small_textures_are_enlarged(void **state)
{
    (void)state;
    static const uint8_t colors[4][4] = {
        {10, 20, 30, 255}, {40, 50, 60, 255}, {70, 80, 90, 255}, {100, 110, 120, 255}};
    collected files[2] = {{0}};
    tlb_document document;
    tlb_assets *assets = tlb_assets_create(context);
    add_texture(assets, "floor.png", 16, (const uint8_t[]){200, 40, 0}, &files[0]);
    tlb_bitmap *four = tlb_bitmap_create(context, 2, 2);
    memcpy(four->pixels, colors, sizeof colors);
    assert_int_equal(tlb_bitmap_write_png(context, four, (tlb_sink){collect, &files[1]}), TLB_OK);
    tlb_bitmap_free(four);
    tlb_assets_add_memory(assets, "brick.png", (tlb_bytes){(const uint8_t *)files[1].data, files[1].size});
    ter_make(&document, context, 4, 0);
    tlb_ter *x = document.root;
    memset(x->alphaMaps.data[0].alpha.data, 0, LEGACY * LEGACY);
    memset(x->alphaMaps.data[1].alpha.data, 255, LEGACY * LEGACY);
    tlb_scene *scene = scene_with(&document, assets, NULL);
    assert_int_equal(scene->images[0].width, 16 * 32);
    for (uint32_t row = 300; row < 340; row++)
        for (uint32_t column = 200; column < 240; column++)
            assert_memory_equal(pixel(scene, column, row), colors[row % 16 / 8 * 2 + column % 16 / 8], 4);
    tlb_scene_free(scene);
    made_end(&document);
    tlb_assets_free(assets);
    free(files[0].data);
    free(files[1].data);
}

/* Without textures each material has its own gray. The image's top is in the north. */
static void missing_textures_are_grays(void **state)
{
    (void)state;
    tlb_scene *scene = scene_of(7, NULL);
    assert_int_equal(scene->images[0].width, SIZE);
    uint8_t floor = pixel(scene, SIZE / 2, 3)[0], south = pixel(scene, 1, SIZE - 2)[0],
            north = pixel(scene, 1, 1)[0];
    assert_true(floor < south && south < north);
    assert_int_equal(tlb_diagnostic_count(context), 0); /* names of version 7 are not those of files */
    const tlb_value *layers = tlb_value_get(scene->materials[0].extras, "layers");
    assert_true(tlb_value_get(layers->as.members.first, "missing")->as.boolean);
    assert_int_equal(tlb_value_get(layers->as.members.last, "index")->as.integer, 2);
    tlb_scene_free(scene);
}

/* --- rules ---------------------------------------------------------------------------------------------- */

static void expect_one(tlb_document *document, const char *code, const char *path)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    if (tlb_diagnostic_count(context) != 1)
        print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_non_null(find_diagnostic(context, code, path));
}

static void each_rule_of_version_7(void **state)
{
    (void)state;
    tlb_document document;
    ter_make(&document, context, 7, SIZE);
    tlb_ter *x = document.root, sound = *x;
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    x->size = 12, expect_one(&document, "TER_SIZE", "size");
    x->size = 1, expect_one(&document, "TER_SIZE", "size"), *x = sound;
    x->layerMap.data[3 * SIZE + 2] = 3;
    x->layerMap.data[5 * SIZE] = 3;
    expect_one(&document, "TER_MATERIAL", "layerMap[3][2]");
    x->layerMap.data[3 * SIZE + 2] = x->layerMap.data[5 * SIZE] = 0;
    x->tail = (tlb_bytes){(const uint8_t *)"x", 1};
    expect_one(&document, "TRAILING_BYTES", "tail");
    made_end(&document);
}

static void each_rule_of_versions_before(void **state)
{
    (void)state;
    tlb_document document;
    ter_make(&document, context, 3, 0);
    tlb_ter *x = document.root;
    uint8_t *base = x->baseMaterialMap.data, *floor = x->alphaMaps.data[0].alpha.data,
            *brick = x->alphaMaps.data[1].alpha.data;
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    base[2 * LEGACY + 9] = 1, expect_one(&document, "TER_MATERIAL", "baseMaterialMap[2][9]");
    base[2 * LEGACY + 9] = 0x48, expect_one(&document, "TER_FLAGS", "baseMaterialMap[2][9]");
    base[2 * LEGACY + 9] = 0x80;
    floor[LEGACY] = brick[LEGACY] = 0, expect_one(&document, "TER_NO_ALPHA", "alphaMaps[0].alpha[1][0]");
    floor[LEGACY] = 246, expect_one(&document, "TER_ALPHA", "alphaMaps[0].alpha[1][0]");
    floor[LEGACY] = 200, brick[LEGACY] = 64, expect_one(&document, "TER_ALPHA", "alphaMaps[0].alpha[1][0]");
    brick[LEGACY] = 47;
    tlb_diagnostics_clear(context);
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "FLOOR.BM8", (tlb_bytes){(const uint8_t *)"x", 1}),
                     TLB_OK);
    assert_int_equal(tlb_check_assets(&document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 2);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "materialNames[2]"));
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "materialNames[7]"));
    tlb_assets_free(assets);
    made_end(&document);
}

/* A caller may shorten lists: what is missing is left out. */
static size_t count_of(const tlb_value *table, const char *key)
{
    size_t count = 0;
    for (const tlb_value *one = tlb_value_get(table, key)->as.members.first; one; one = one->next)
        count++;
    return count;
}

/* There is no signature: a file is a terrain if its lists end where it does, perhaps if it goes on. Before
 * version 7, materials are called as their textures. */
static void each_version_is_known_by_its_length(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= 7; version++) {
        tlb_document made, *document;
        tlb_bytes saved;
        const tlb_value *info;
        ter_make(&made, context, version, SIZE);
        assert_int_equal(tlb_save_memory(&made, &saved), TLB_OK);
        uint8_t *copy = malloc(saved.size + 1);
        memcpy(copy, saved.data, saved.size);
        copy[saved.size] = 0;
        for (int longer = 0; longer < 2; longer++)
            assert_ptr_equal(tlb_probe(copy, saved.size + (size_t)longer, NULL), tlb_format_by_name("ter"));
        for (size_t shorter = 1; shorter < 4; shorter++)
            assert_ptr_not_equal(tlb_probe(copy, saved.size - shorter, NULL), tlb_format_by_name("ter"));
        assert_int_equal(tlb_open_memory(context, copy, saved.size, "some.ter", NULL, &document), TLB_OK);
        assert_int_equal(tlb_info(document, &info), TLB_OK);
        assert_int_equal(count_of(info, "materials"), 3);
        assert_int_equal(count_of(info, "textures"), version < 7 ? 3 : 0);
        tlb_document_free(document);
        free(copy);
        made_end(&made);
    }
}

static void short_lists_are_no_harm(void **state)
{
    (void)state;
    for (uint32_t version = 3; version <= 7; version += 4) {
        tlb_document document;
        ter_make(&document, context, version, SIZE);
        tlb_ter *x = document.root;
        x->materialNames.count = 1;
        x->layerMap.count = x->baseMaterialMap.count = 5;
        if (version == 3)
            x->alphaMaps.data[1].alpha.count = 7;
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        tlb_scene_free(scene_with(&document, NULL, NULL));
        x->heights.count--;
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        tlb_scene *scene = scene_with(&document, NULL, NULL);
        assert_int_equal(scene->mesh_count, 0);
        tlb_scene_free(scene);
        made_end(&document);
    }
}

/* --- queries -------------------------------------------------------------------------------------------- */

static const tlb_value *ask(tlb_document *document, double x, double y)
{
    char words[2][32];
    const tlb_value *answer;
    snprintf(words[0], sizeof words[0], "%.9g", x);
    snprintf(words[1], sizeof words[1], "%.9g", y);
    const char *const query[] = {"height", words[0], words[1]};
    assert_int_equal(tlb_query(document, query, 3, &answer), TLB_OK);
    return answer;
}

/* The height of the mesh at a place: of the triangle that has it. NAN: there is none. */
static double height_of_mesh(const tlb_scene *scene, double x, double y)
{
    const tlb_mesh *mesh = &scene->meshes[0];
    x -= (double)scene->nodes[0].translation[0];
    y += (double)scene->nodes[0].translation[2];
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *p[3];
        double w[3], sum = 0, height = 0;
        for (uint32_t k = 0; k < 3; k++)
            p[k] = mesh->positions[mesh->indices[i + k]];
        for (uint32_t k = 0; k < 3; k++) {
            const float *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
            w[k] = ((double)b[0] - (double)a[0]) * (y + (double)a[2]) -
                   ((double)a[2] - (double)b[2]) * (x - (double)a[0]);
            sum += w[k];
            height += w[k] * (double)p[k][1];
        }
        if (w[0] >= 0 && w[1] >= 0 && w[2] >= 0)
            return height / sum;
    }
    return (double)NAN;
}

static void assert_heights(uint32_t version, double reach)
{
    tlb_document document;
    uint32_t random = 1, compared = 0;
    ter_make(&document, context, version, SIZE);
    tlb_scene *scene = scene_with(&document, NULL, NULL);
    for (int i = 0; i < 60; i++) {
        double at[2];
        for (int k = 0; k < 2; k++) {
            random = random * 1664525 + 1013904223;
            at[k] = -reach + (random >> 8) * 2 * reach / (1 << 24);
        }
        const tlb_value *answer = ask(&document, at[0], at[1]), *height = tlb_value_get(answer, "height");
        double drawn = height_of_mesh(scene, at[0], at[1]);
        assert_int_equal(tlb_value_get(answer, "hole")->as.boolean, isnan(drawn));
        assert_int_equal(height != NULL, !isnan(drawn));
        assert_true(!height || fabs(height->as.real - drawn) < 1e-3);
        compared += height != NULL;
    }
    assert_true(compared > 50);
    tlb_scene_free(scene);
    made_end(&document);
}

static void heights_are_those_of_the_mesh(void **state)
{
    (void)state;
    assert_heights(7, SIZE - 2);
    assert_heights(3, 1023);
}

static void queries_know_the_edges(void **state)
{
    (void)state;
    static const char *const outside[] = {"height", "0", "14.5"}, *const few[] = {"height", "0"};
    tlb_document document;
    const tlb_value *answer;
    ter_make(&document, context, 7, SIZE);
    assert_true(tlb_value_get(ask(&document, -SIZE, -SIZE), "height")->as.real == (double)meters(SIZE, 0, 0));
    assert_true(tlb_value_get(ask(&document, SIZE - 2, SIZE - 2), "height")->as.real ==
                (double)meters(SIZE, SIZE - 1, SIZE - 1));
    double hole = 2 * (double)valley_hole(SIZE) + 1 - SIZE;
    answer = ask(&document, hole, hole);
    assert_true(tlb_value_get(answer, "hole")->as.boolean && !tlb_value_get(answer, "height"));
    assert_int_equal(tlb_query(&document, outside, 3, &answer), TLB_ARGUMENT);
    assert_int_equal(tlb_query(&document, few, 2, &answer), TLB_ARGUMENT);
    assert_int_equal(tlb_query(&document, (const char *[]){"height", "0", NULL}, 3, &answer), TLB_ARGUMENT);
    ((tlb_ter *)document.root)->size = 1;
    assert_int_equal(tlb_query(&document, outside, 3, &answer), TLB_ARGUMENT);
    made_end(&document);
    ter_make(&document, context, 3, 0);
    answer = ask(&document, 1024 + 8, -1024 - 16); /* the block repeats */
    assert_true(tlb_value_get(answer, "height")->as.real == (double)meters(LEGACY, 1, 254));
    assert_string_equal(tlb_value_get(tlb_value_get(answer, "material"), "name")->as.text.data,
                        "game/data/terrains/floor");
    made_end(&document);
}

/* --- real files ----------------------------------------------------------------------------------------- */

/* Each is written back as it was, and what is asked of it is what is drawn. */
static void corpus_terrains_are_kept(void **state)
{
    (void)state;
    file_list files = corpus_files("worlds", "ter");
    for (size_t i = 0; i < files.count; i++) {
        tlb_document *document;
        tlb_bytes saved;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
        tlb_bytes source = tlb_document_source(document);
        assert_int_equal(saved.size, source.size);
        assert_memory_equal(saved.data, source.data, saved.size);
        tlb_scene *scene = scene_with(document, NULL, NULL);
        const tlb_value *height = tlb_value_get(ask(document, 12.5, -33), "height");
        assert_true(fabs(height->as.real - height_of_mesh(scene, 12.5, -33)) < 1e-3);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
    print_message("%zu terrains\n", files.count);
    assert_true(files.count >= 3);
    free_files(&files);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_vertex_for_each_sample, set_up, tear_down),
        cmocka_unit_test_setup_teardown(holes_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(diagonals_alternate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(legacy_terrains_wrap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_step_draws_several_squares_as_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_drawn_of_holes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textures_are_mixed_by_alpha, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textures_repeat_and_base_materials_fill, set_up, tear_down),
        cmocka_unit_test_setup_teardown(small_textures_are_enlarged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(missing_textures_are_grays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_rule_of_version_7, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_rule_of_versions_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_version_is_known_by_its_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(short_lists_are_no_harm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(heights_are_those_of_the_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queries_know_the_edges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(corpus_terrains_are_kept, set_up, tear_down),
    };
    if (!choose_tests(argc, "worlds"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
