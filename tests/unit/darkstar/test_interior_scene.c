/* Interiors as scenes: the samples' hall, looked at from all sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "files.h"
#include "image/sheets.h"
#include "interior_maker.h"
#include "scenes.h"
#include "temporary.h"
#include "options_text.h"

#define HALL "samples/darkstar/hall"

typedef struct shown {
    tlb_context *context;
    tlb_document *document;
    tlb_scene *scene;
} shown;

static shown show(const char *path, const option_text *texts, size_t text_count)
{
    shown s = {.context = tlb_context_create(NULL)};
    tlb_assets *assets = tlb_assets_create(s.context);
    tlb_convert_options options;
    assert_int_equal(options_from_text(s.context, texts, text_count, &options), TLB_OK);
    options.assets = assets;
    assert_int_equal(tlb_open_path(s.context, path, NULL, &s.document), TLB_OK);
    assert_int_equal(tlb_assets_add_beside(assets, path), TLB_OK);
    assert_int_equal(tlb_assets_add(assets, "samples/textures"), TLB_OK);
    assert_int_equal(tlb_document_scene(s.document, &options, &s.scene), TLB_OK);
    tlb_assets_free(assets);
    return s;
}

static void put_away(shown *s)
{
    tlb_scene_free(s->scene);
    tlb_document_free(s->document);
    tlb_context_free(s->context);
}

/* --- geometry ------------------------------------------------------------------------------------------- */

static void triangle_normal(const tlb_mesh *mesh, const uint32_t *triangle, double normal[3])
{
    double ab[3], ac[3];
    for (int i = 0; i < 3; i++) {
        ab[i] = (double)mesh->positions[triangle[1]][i] - mesh->positions[triangle[0]][i];
        ac[i] = (double)mesh->positions[triangle[2]][i] - mesh->positions[triangle[0]][i];
    }
    for (int i = 0; i < 3; i++)
        normal[i] = ab[(i + 1) % 3] * ac[(i + 2) % 3] - ab[(i + 2) % 3] * ac[(i + 1) % 3];
}

/* Ten faces are drawn, all as seen from within the room; triangles turn as their normals say. */
static void test_triangles(void **state)
{
    (void)state;
    shown s = show(HALL ".dis", NULL, 0);
    const tlb_mesh *mesh = &s.scene->meshes[s.scene->nodes[1].mesh];
    assert_int_equal(mesh->vertex_count, 10 * 4);
    assert_int_equal(mesh->index_count, 10 * 6);
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *p = mesh->positions[mesh->indices[i]], *n = mesh->normals[mesh->indices[i]];
        double normal[3], along = 0, inwards = 0;
        const double eye[3] = {5, 2, 0}; /* between the pillar and the wall to the east */
        triangle_normal(mesh, mesh->indices + i, normal);
        for (int axis = 0; axis < 3; axis++) {
            along += normal[axis] * n[axis];
            inwards += n[axis] * (eye[axis] - p[axis]);
        }
        assert_true(along > 0);
        bool pillar = fabs((double)p[0]) <= ROOM_PILLAR && fabs((double)p[2]) <= ROOM_PILLAR;
        assert_true(pillar || inwards > 0);
    }
    put_away(&s);
}

/* (x, y, z) of the file is (x, z, -y): the link to the east is missing, the sky is open. */
static void test_axes(void **state)
{
    (void)state;
    shown s = show(HALL ".dis", NULL, 0);
    tlb_scene_stats stats = measured(s.context, s.scene);
    assert_true(stats.low[0] == -ROOM_SIZE && stats.high[0] == ROOM_SIZE);
    assert_true(stats.low[1] == 0 && stats.high[1] == ROOM_HEIGHT);
    assert_true(stats.low[2] == -ROOM_SIZE && stats.high[2] == ROOM_SIZE);
    put_away(&s);
}

static void test_hidden_surfaces(void **state)
{
    (void)state;
    static const option_text options[] = {{"collision", ""}};
    shown s = show(HALL ".dis", options, 1);
    assert_int_equal(s.scene->node_count, 3);
    assert_true(s.scene->nodes[2].hidden);
    assert_int_equal(s.scene->meshes[s.scene->nodes[2].mesh].index_count, 2 * 6);
    put_away(&s);
}

/* Around the pillar are four empty leaves, bounded by 22 faces. Of those not drawn one bounds all of them,
 * one a single one. */
static void test_zones(void **state)
{
    (void)state;
    static const option_text options[] = {{"zones", ""}};
    for (int version = 0; version < 2; version++) {
        shown s = show(version ? HALL "-01.dig" : HALL "-00.dig", options, 1);
        int32_t group = TLB_NONE;
        uint32_t leaves = 0, corners = 0;
        for (uint32_t i = 0; i < s.scene->node_count; i++) {
            const tlb_node *node = &s.scene->nodes[i];
            if (strcmp(node->name, "zones") == 0)
                group = (int32_t)i;
            if (group == TLB_NONE || node->parent != group)
                continue;
            const tlb_mesh *mesh = &s.scene->meshes[node->mesh];
            assert_true(node->hidden);
            assert_int_equal(strncmp(node->name, "leaf ", 5), 0);
            assert_non_null(tlb_value_get(node->extras, "box")->as.members.first);
            assert_non_null(tlb_value_get(node->extras, "visible")->as.members.first);
            for (uint32_t k = 0; k < mesh->index_count; k += 3) {
                double normal[3];
                const float *of_vertex = mesh->normals[mesh->indices[k]];
                triangle_normal(mesh, &mesh->indices[k], normal);
                assert_true(normal[0] * of_vertex[0] + normal[1] * of_vertex[1] + normal[2] * of_vertex[2] >
                            0);
            }
            leaves++;
            corners += mesh->vertex_count;
        }
        assert_int_equal(leaves, 4);
        assert_int_equal(corners, 4 * (22 - 5));
        put_away(&s);
    }
}

static void test_skipped_surfaces(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_open_path(context, HALL "-00.dig", NULL, &document), TLB_OK);
    tlb_document_dig(document)->surfaces.data[3].vertIdx = 9999;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIG_SURFACE_SKIPPED), 1);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* The floor: 256 texels over 16 meters from pixel 12, 6 on, on a bitmap of 64 pixels; the coarser level
 * too. */
static void test_texture_coordinates(void **state)
{
    (void)state;
    for (int level = 0; level < 2; level++) {
        shown s = show(level ? HALL "-01.dig" : HALL "-00.dig", NULL, 0);
        const tlb_mesh *mesh = &s.scene->meshes[0];
        bool found = false;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            const float *p = mesh->positions[i];
            if (mesh->normals[i][1] != 1 || p[0] != ROOM_SIZE || p[2] != ROOM_SIZE)
                continue;
            found = true;
            assert_true(fabs((double)mesh->uv[0][i][0] - (256 + 12) / 64.0) < 1e-6);
            assert_true(fabs((double)mesh->uv[0][i][1] - (256 + 6) / 64.0) < 1e-6);
        }
        assert_true(found);
        put_away(&s);
    }
}

/* --- light ---------------------------------------------------------------------------------------------- */

/* What a light map gives at a vertex, blended as a texture is. */
static double light_at(const tlb_scene *scene, const tlb_mesh *mesh, uint32_t vertex, int channel)
{
    for (uint32_t k = 0; k < mesh->part_count; k++) {
        const tlb_part *part = &mesh->parts[k];
        for (uint32_t i = 0; i < part->index_count; i++) {
            if (mesh->indices[part->first_index + i] != vertex)
                continue;
            const tlb_image *sheet = &scene->images[scene->materials[part->material].lightmap.image];
            double x = (double)mesh->uv[1][vertex][0] * sheet->width - 0.5, sum = 0;
            double y = (double)mesh->uv[1][vertex][1] * sheet->height - 0.5;
            for (int dy = 0; dy < 2; dy++)
                for (int dx = 0; dx < 2; dx++) {
                    uint32_t px = (uint32_t)floor(x) + (uint32_t)dx, py = (uint32_t)floor(y) + (uint32_t)dy;
                    double weight = fabs(1 - dx - (x - floor(x))) * fabs(1 - dy - (y - floor(y)));
                    assert_true(px < sheet->width && py < sheet->height);
                    sum += weight * sheet->pixels[(py * sheet->width + px) * 4 + (uint32_t)channel];
                }
            return sum;
        }
    }
    fail();
    return 0;
}

/* Where faces meet, each in its own map, the light is the same but for its 16 shades. */
static void test_light_is_continuous(void **state)
{
    (void)state;
    shown s = show(HALL ".dis", NULL, 0);
    const tlb_mesh *mesh = &s.scene->meshes[s.scene->nodes[1].mesh];
    uint32_t met = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const float *p = mesh->positions[i];
            bool pillar = fabsf(p[0]) == ROOM_PILLAR && fabsf(p[2]) == ROOM_PILLAR; /* one side is constant */
            if (pillar || memcmp(p, mesh->positions[k], sizeof *mesh->positions) != 0)
                continue;
            met++;
            for (int channel = 0; channel < 3; channel++)
                assert_true(fabs(light_at(s.scene, mesh, i, channel) - light_at(s.scene, mesh, k, channel)) <=
                            17.5);
        }
    assert_int_equal(met, 4 * 3 + 4); /* below two walls and the floor, above the walls */
    put_away(&s);
}

/* Mission lighting is red in the east, and only where the outside is seen. */
static void test_mission_lighting(void **state)
{
    (void)state;
    static const option_text options[] = {{"mission-lighting", "0"}};
    shown lamp = show(HALL ".dis", NULL, 0), index = show(HALL ".0.dis", NULL, 0),
          chosen = show(HALL ".dis", options, 1);
    const shown *missions[] = {&index, &chosen};
    const tlb_mesh *mesh = &lamp.scene->meshes[lamp.scene->nodes[1].mesh];
    for (size_t m = 0; m < 2; m++) {
        const tlb_mesh *relit = &missions[m]->scene->meshes[missions[m]->scene->nodes[1].mesh];
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            bool floor = mesh->normals[i][1] == 1;
            double before = light_at(lamp.scene, mesh, i, 2),
                   after = light_at(missions[m]->scene, relit, i, 2);
            if (!floor)
                assert_true(before == after);
            else if (relit->positions[i][0] > 0)
                assert_true(light_at(missions[m]->scene, relit, i, 0) > 230 && after < 100);
            else
                assert_true(light_at(missions[m]->scene, relit, i, 0) < 20);
        }
    }
    put_away(&lamp);
    put_away(&index);
    put_away(&chosen);
}

/* Lighting alone is its sheets. */
static void test_lighting_alone(void **state)
{
    (void)state;
    shown s = show(HALL "-000.dil", NULL, 0);
    assert_int_equal(s.scene->node_count, 0);
    assert_int_equal(s.scene->image_count, 1);
    assert_true(s.scene->images[0].width > 16 && s.scene->images[0].pixels != NULL);
    put_away(&s);
}

/* --- animated lights ------------------------------------------------------------------------------------ */

/* From a lamp's first state to its second in half a second, and back until it begins anew. */
static void test_light_at_a_time(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        uint32_t state;
        float red;
    } expected[] = {{0, 0, 32768}, {0.25, 0, 18432}, {0.5, 1, 4096}, {0.75, 1, 18432}, {3, 0, 32768}};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_dil_moment moment;
    assert_int_equal(tlb_open_path(context, HALL "-000.dil", NULL, &document), TLB_OK);
    tlb_dil *dil = tlb_document_dil(document);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(tlb_dil_light_at(dil, 0, expected[i].seconds, &moment));
        assert_int_equal(moment.state, expected[i].state);
        assert_float_equal(moment.color[0], expected[i].red / 65280, 1e-6);
    }
    assert_false(tlb_dil_light_at(dil, 2, 0, &moment));
    assert_false(tlb_dil_light_at(dil, 0, -1, &moment));
    dil->lights.data[0].stateIndex = 2; /* its two states end after the list */
    assert_false(tlb_dil_light_at(dil, 0, 0, &moment));
    tlb_document_free(document);
    tlb_context_free(context);
}

static void test_maps_of_a_state(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    uint32_t surface;
    const uint8_t *map;
    assert_int_equal(tlb_open_path(context, HALL "-000.dil", NULL, &document), TLB_OK);
    tlb_dil *dil = tlb_document_dil(document);
    assert_true(tlb_dil_state_map(dil, 0, 0, &surface, &map));
    assert_int_equal(surface, dil->stateData.data[0].surface);
    assert_ptr_equal(map, dil->mapBytes.data + dil->stateData.data[0].mapIndex);
    assert_false(tlb_dil_state_map(dil, 0, 1, &surface, &map));
    assert_true(tlb_dil_state_map(dil, 2, 0, &surface, &map)); /* has no map */
    assert_null(map);
    dil->stateData.data[0].mapIndex = (int32_t)dil->mapBytes.size - 1;
    assert_true(tlb_dil_state_map(dil, 0, 0, &surface, &map));
    assert_null(map);
    dil->states.data[0].dataIndex = 3;
    assert_false(tlb_dil_state_map(dil, 0, 0, &surface, &map));
    tlb_document_free(document);
    tlb_context_free(context);
}

static uint64_t brightness(const tlb_image *image, int channel)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        sum += image->pixels[4 * i + (size_t)channel];
    return sum;
}

/* What the lamps add at a time stands in the light maps: the color of its state there. */
static void test_lights_are_added(void **state)
{
    (void)state;
    static const option_text begin = {"light-time", "0"}, later = {"light-time", "0.5"};
    shown dark = show(HALL "-000.dil", NULL, 0), bright = show(HALL "-000.dil", &begin, 1),
          dim = show(HALL "-000.dil", &later, 1);
    for (int channel = 0; channel < 3; channel++) {
        uint64_t without = brightness(&dark.scene->images[0], channel);
        uint64_t least = brightness(&dim.scene->images[0], channel);
        assert_true(channel == 2 ? least == without : least > without); /* the second state has no blue */
        assert_true(brightness(&bright.scene->images[0], channel) > least);
    }
    put_away(&dim);
    put_away(&bright);
    put_away(&dark);
    dark = show(HALL ".dis", NULL, 0);
    assert_int_equal(tlb_code_total(dark.context, TLB_CODE_DROPPED), 1);
    put_away(&dark);
    bright = show(HALL ".dis", &begin, 1);
    assert_int_equal(tlb_code_total(bright.context, TLB_CODE_DROPPED), 0);
    put_away(&bright);
}

/* The hall's lamp lights the floor in 18 rows of 18 luxels, a meter from each other and the first 0.125 m
 * outside; luxel i of a row by i / 18. So x is at the sum of i^5 over that of i^4, 14.563, z in the middle.
 * The ceiling keeps it from rising. */
static void test_lamps(void **state)
{
    (void)state;
    static const option_text lights = {"lights", ""};
    shown lit = show(HALL ".dis", &lights, 1), without = show(HALL ".dis", NULL, 0);
    assert_int_equal(without.scene->light_count, 0);
    assert_int_equal(lit.scene->light_count, 1); /* the other one lights nothing, which is reported */
    assert_int_equal(tlb_code_total(lit.context, TLB_CODE_DROPPED), 1);
    assert_int_equal(tlb_code_total(without.context, TLB_CODE_DROPPED), 1); /* that lights are left out */
    const tlb_node *node = &lit.scene->nodes[lit.scene->node_count - 1];
    assert_string_equal(node->name, "lamp");
    assert_int_equal(node->light, 0);
    assert_float_equal(node->translation[0], 14.563f - 8.125f, 0.01f);
    assert_float_equal(node->translation[1], 4, 0);
    assert_float_equal(node->translation[2], -0.375f, 1e-4);
    put_away(&without);
    put_away(&lit);
}

/* --- parts ---------------------------------------------------------------------------------------------- */

static void test_levels(void **state)
{
    (void)state;
    static const option_text all[] = {{"lod", "all"}},
                             second[] = {{"lod", "1"}, {"state", "state 0"}, {"light-state", "default"}};
    shown s = show(HALL ".dis", all, 1);
    assert_string_equal(s.scene->nodes[0].name, "State 0");
    assert_int_equal(s.scene->node_count, 3);
    assert_int_equal(s.scene->nodes[1].level, 0);
    assert_true(s.scene->nodes[1].level_size == 200);
    assert_int_equal(s.scene->nodes[2].level, 1);
    assert_string_equal(s.scene->nodes[2].name, "hall-01.dig");
    put_away(&s);
    s = show(HALL ".dis", second, 3);
    assert_int_equal(s.scene->node_count, 2);
    assert_string_equal(s.scene->nodes[1].name, "hall-01.dig");
    assert_int_equal(tlb_value_get(s.scene->nodes[1].extras, "minPixels")->as.integer, 0);
    assert_non_null(tlb_value_get(s.scene->nodes[1].extras, "lights"));
    put_away(&s);
}

static void test_invalid_options(void **state)
{
    (void)state;
    static const option_text texts[] = {
        {"lod", "2"}, {"state", "1"}, {"light-state", "night"}, {"light-time", "soon"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_scene *scene;
        assert_int_equal(tlb_open_path(context, HALL ".dis", NULL, &document), TLB_OK);
        tlb_convert_options options;
        tlb_status status = options_from_text(context, &texts[i], 1, &options);
        if (!status)
            status = tlb_document_scene(document, &options, &scene);
        assert_int_equal(status, TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
        bool by_name = strstr(texts[i].name, "state") != NULL;
        assert_true(by_name == (strstr(tlb_diagnostic_at(context, 0)->message, "a name") != NULL));
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* Of more than 64 levels, the others are left out. */
static void test_many_levels(void **state)
{
    (void)state;
    static const option_text all = {"lod", "all"};
    for (uint32_t count = 64; count <= 65; count++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_convert_options options;
        tlb_document *document;
        tlb_scene *scene;
        tlb_dis_lod levels[65];
        tlb_assets *assets = tlb_assets_create(context);
        assert_int_equal(options_from_text(context, &all, 1, &options), TLB_OK);
        assert_int_equal(tlb_assets_add_beside(assets, HALL ".dis"), TLB_OK);
        options.assets = assets;
        assert_int_equal(tlb_open_path(context, HALL ".dis", NULL, &document), TLB_OK);
        tlb_dis *dis = tlb_document_dis(document);
        for (uint32_t i = 0; i < count; i++)
            levels[i] = dis->lods.data[1];
        dis->lods.data = levels;
        dis->lods.count = count;
        dis->states.data[0].lodIdx = 0;
        dis->states.data[0].numLods = count;
        assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
        assert_int_equal(find_diagnostic(context, "DROPPED", "lods") != NULL, count > 64);
        assert_int_equal(scene->node_count, 1 + 64);
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_assets_free(assets);
        tlb_context_free(context);
    }
}

/* Where the finest level's geometry is missing, the next one is shown. */
static void test_a_missing_level(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_open_path(context, HALL ".dis", NULL, &document), TLB_OK);
    tlb_dis *dis = tlb_document_dis(document);
    dis->lods.data[0].geometryNameOffset = dis->states.data[0].nameOffset; /* no such file */
    assert_int_equal(tlb_assets_add_beside(assets, HALL ".dis"), TLB_OK);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    assert_int_equal(scene->node_count, 2);
    assert_string_equal(scene->nodes[1].name, "hall-01.dig");
    assert_int_equal(scene->nodes[1].level, TLB_NONE);
    assert_true(scene->nodes[1].mesh >= 0);
    tlb_scene_free(scene);
    options.lod = (tlb_optional_integer){true, 0};
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 0); /* only the level of --lod */
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_context_free(context);
}

/* Light that was made for other geometry is shown, and said. */
static void test_light_for_other_geometry(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_open_path(context, HALL "-00.dig", NULL, &document), TLB_OK);
    assert_int_equal(tlb_assets_add_beside(assets, HALL "-00.dig"), TLB_OK);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    for (uint64_t other = 0; other < 2; other++) {
        tlb_document_dig(document)->buildId += (int32_t)other;
        assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
        assert_true(scene->materials[0].lightmap.image >= 0);
        assert_int_equal(tlb_code_total(context, TLB_CODE_DIL_GEOMETRY), other);
        tlb_scene_free(scene);
    }
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_context_free(context);
}

/* Without its files an interior is its index. */
static void test_missing_files(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    tlb_scene *scene;
    interior_make_dis(&document, context, &(interior_plan){.name = "elsewhere"});
    assert_int_equal(tlb_document_scene(&document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->node_count, 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 3);
    tlb_scene_free(scene);
    made_end(&document);
    tlb_context_free(context);
}

static void copy_file(const char *from, const char *to)
{
    bytes_copy file = load_file(from);
    FILE *out = fopen(to, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.data, 1, file.size, out), file.size);
    fclose(out);
    free(file.data);
}

/* Where the finest level's geometry is missing, the finest that is there is shown. */
static void test_the_levels_there_are(void **state)
{
    (void)state;
    static const option_text all[] = {{"lod", "all"}};
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena),
               *index = tlb_arena_printf(&arena, "%s/hall.dis", folder);
    copy_file(HALL ".dis", index);
    copy_file(HALL "-01.dig", tlb_arena_printf(&arena, "%s/hall-01.dig", folder));
    shown s = show(index, NULL, 0);
    assert_int_equal(s.scene->node_count, 2);
    assert_true(s.scene->nodes[1].mesh >= 0);
    put_away(&s);
    s = show(index, all, 1);
    assert_int_equal(s.scene->node_count, 2);
    assert_int_equal(s.scene->nodes[1].level, 0);
    put_away(&s);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* --- sheets --------------------------------------------------------------------------------------------- */

/* No tile overlaps another, borders included, and each is within its sheet. */
static void test_sheets(void **state)
{
    (void)state;
    enum { TILES = 300 };
    static tlb_tile tiles[TILES];
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_sheets sheets;
    uint32_t random = 5;
    tlb_arena_init(&arena, context->account);
    for (uint32_t i = 0; i < TILES; i++) {
        random = random * 1664525 + 1013904223;
        tiles[i] = (tlb_tile){.width = 1 + (random >> 8) % 200, .height = 1 + (random >> 20) % 255};
    }
    assert_true(tlb_sheets_place(&arena, tiles, TILES, (tlb_sheet_form){1, TLB_SHEET_WIDEST}, &sheets));
    assert_true(sheets.count > 1);
    for (uint32_t i = 0; i < TILES; i++) {
        const tlb_tile *a = &tiles[i];
        assert_true(a->x >= 1 && a->x + a->width + 1 <= sheets.data[a->sheet].width);
        assert_true(a->y >= 1 && a->y + a->height + 1 <= sheets.data[a->sheet].height);
        for (uint32_t k = 0; k < i; k++) {
            const tlb_tile *b = &tiles[k];
            assert_true(a->sheet != b->sheet || a->x + a->width + 1 < b->x || b->x + b->width + 1 < a->x ||
                        a->y + a->height + 1 < b->y || b->y + b->height + 1 < a->y);
        }
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_hidden_surfaces),
        cmocka_unit_test(test_zones),
        cmocka_unit_test(test_skipped_surfaces),
        cmocka_unit_test(test_texture_coordinates),
        cmocka_unit_test(test_light_is_continuous),
        cmocka_unit_test(test_mission_lighting),
        cmocka_unit_test(test_lighting_alone),
        cmocka_unit_test(test_light_at_a_time),
        cmocka_unit_test(test_maps_of_a_state),
        cmocka_unit_test(test_lights_are_added),
        cmocka_unit_test(test_lamps),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_invalid_options),
        cmocka_unit_test(test_a_missing_level),
        cmocka_unit_test(test_light_for_other_geometry),
        cmocka_unit_test(test_missing_files),
        cmocka_unit_test(test_the_levels_there_are),
        cmocka_unit_test(test_many_levels),
        cmocka_unit_test(test_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
