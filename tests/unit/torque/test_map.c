/* .map: what is read, kept, edited and checked, and the level and scene that it is. */
#include "files.h"
#include "formats/torque/map/map.h"
#include "one_context.h"
#include "temporary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cube of 2 m; `more` are further keys of worldspawn, `inner` is after its brush. */
#define CUBE(more, inner)                                                                                    \
    "// a cube\n{\n\"classname\" \"worldspawn\"\n" more "{\n"                                                \
    "( 0 64 64 ) ( 64 64 64 ) ( 64 0 64 ) stone [ 1 0 0 16 ] [ 0 -1 0 0 ] 45 0.5 -2 // top\n"                \
    "( 0 0 0 ) ( 64 0 0 ) ( 64 64 0 ) stone [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n"                                \
    "( 64 0 64 ) ( 64 64 64 ) ( 64 64 0 ) stone [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"                            \
    "( 0 64 64 ) ( 0 0 64 ) ( 0 0 0 ) NULL [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"                                 \
    "( 64 64 64 ) ( 0 64 64 ) ( 0 64 0 ) stone [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"                             \
    "( 0 0 64 ) ( 64 0 64 ) ( 64 0 0 ) stone [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"                               \
    "}\n" inner "}\n"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    if (tlb_open_memory(context, text, strlen(text), "test.map", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

static void entities_properties_and_faces_are_read(void **state)
{
    (void)state;
    tlb_document *document = open_text(CUBE("\"min_pixels\" \"250\"\n", "\"late\" \"x\"\n"));
    const tlb_map_file *map = tlb_document_map(document);
    assert_int_equal(map->entities.count, 1);
    const tlb_map_entity *world = &map->entities.data[0];
    assert_int_equal(world->properties.count, 3);
    assert_string_equal(world->properties.data[1].key.data, "min_pixels");
    assert_string_equal(world->properties.data[1].value.data, "250");
    assert_int_equal(world->properties.data[1].brush, 0);
    assert_int_equal(world->properties.data[2].brush, 1);
    assert_int_equal(world->brushes.count, 1);
    assert_int_equal(world->brushes.data[0].faces.count, 6);
    const tlb_map_face *top = &world->brushes.data[0].faces.data[0];
    assert_true(top->points[0][1] == 64 && top->points[2][0] == 64 && top->points[2][1] == 0);
    assert_string_equal(top->texture.data, "stone");
    assert_true(top->isValve && top->u[3] == 16 && top->v[1] == -1 && top->rotation == 45);
    assert_true(top->scale[0] == 0.5 && top->scale[1] == -2);
    assert_saved(document, CUBE("\"min_pixels\" \"250\"\n", "\"late\" \"x\"\n"));
    tlb_document_free(document);
}

/* A changed value takes the place of the old one; all else, comments too, stays. */
static void an_edit_changes_its_own_words_only(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("{ \"classname\" \"worldspawn\" // world\n"
                  "{ ( 0 0 1 ) (1  0 1)( 1 1 1.50 ) old [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 } }\n");
    tlb_map_file *map = tlb_document_map(document);
    tlb_map_face *face = &map->entities.data[0].brushes.data[0].faces.data[0];
    face->points[1][0] = 0.1;
    face->texture = (tlb_text){"new", 3};
    map->entities.data[0].properties.data[0].value = (tlb_text){"other", 5};
    assert_saved(document, "{ \"classname\" \"other\" // world\n"
                           "{ ( 0 0 1 ) (0.1  0 1)( 1 1 1.50 ) new [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 } }\n");
    face->flags[0] = 8;
    face->flagCount = 1;
    face->texture = (tlb_text){0};
    assert_saved(document, "{ \"classname\" \"other\" // world\n"
                           "{ ( 0 0 1 ) ( 0.1 0 1 ) ( 1 1 1.5 )  [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 8 } }\n");
    tlb_document_free(document);
}

static void a_new_record_is_spelled_canonically(void **state)
{
    (void)state;
    tlb_document *document = open_text("{ \"classname\" \"worldspawn\" }");
    tlb_map_file *map = tlb_document_map(document);
    tlb_map_property properties[2] = {map->entities.data[0].properties.data[0],
                                      {.key = {"a", 1}, .value = {"b c", 3}}};
    tlb_map_face face = {.texture = {"two words", 9}, .scale = {1, 1}};
    tlb_map_brush brush = {.faces = {&face, 1}};
    map->entities.data[0].properties.data = properties;
    map->entities.data[0].properties.count = 2;
    map->entities.data[0].brushes.data = &brush;
    map->entities.data[0].brushes.count = 1;
    assert_saved(document, "{ \"classname\" \"worldspawn\"\n\"a\" \"b c\"\n{\n"
                           "( 0 0 0 ) ( 0 0 0 ) ( 0 0 0 ) \"two words\" 0 0 0 1 1\n}\n }");
    face.texture = (tlb_text){"6\"x4\"", 5};
    assert_saved(document, "{ \"classname\" \"worldspawn\"\n\"a\" \"b c\"\n{\n"
                           "( 0 0 0 ) ( 0 0 0 ) ( 0 0 0 ) 6\"x4\" 0 0 0 1 1\n}\n }");
    properties[1].value = (tlb_text){"a \"b\"", 5};
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "MAP_TEXT", "entities[0].properties[1].value"));
    tlb_document_free(document);
}

/* --- levels ------------------------------------------------------------------------------------------ */

static tlb_level *level_of(tlb_document *document)
{
    tlb_level *level = tlb_level_create(context);
    assert_int_equal(tlb_map_add_detail(document, level), TLB_OK);
    return level;
}

static void a_level_has_planes_and_equations_in_meters(void **state)
{
    (void)state;
    tlb_document *document = open_text(
        CUBE("\"geometry_scale\" \"16\"\n\"light_geometry_scale\" \"8\"\n\"min_pixels\" \"70\"\n", ""));
    tlb_level *level = level_of(document);
    const tlb_level_detail *detail = &level->details.data[0];
    assert_true(detail->units == 16 && detail->texel == 0.5 && detail->min_pixels == 70);
    const tlb_level_face *top = &detail->faces.data[0];
    assert_true(top->normal[0] == 0 && top->normal[1] == 0 && top->normal[2] == 1 && top->distance == 4);
    /* In pixels: 16 units a meter, two pixels a unit along u; half a one, backwards, along v. */
    assert_true(top->x[0] == 32 && top->x[3] == 16 && top->y[1] == 8);
    assert_int_equal(top->line, 8);
    assert_int_equal(detail->brushes.data[0].line, 7);
    assert_int_equal(level->materials.count, 2);
    assert_int_equal(level->materials.data[1].surface, TLB_LEVEL_NULL);
    tlb_level_free(level);
    tlb_document_free(document);
}

/* Quake's: the axes of the nearest plane, turned in it. */
static void standard_faces_lie_on_the_nearest_axes(void **state)
{
    (void)state;
    static const struct {
        const char *face;
        double x[4], y[4];
    } cases[] = {
        {"( 0 1 5 ) ( 1 1 5 ) ( 1 0 5 ) t 3 4 0 1 1", {32, 0, 0, 3}, {0, -32, 0, 4}},
        {"( 5 0 1 ) ( 5 1 1 ) ( 5 1 0 ) t 0 0 0 1 2", {0, 32, 0, 0}, {0, 0, -16, 0}},
        {"( 1 5 1 ) ( 0 5 1 ) ( 0 5 0 ) t 0 0 0 0.5 1", {64, 0, 0, 0}, {0, 0, -32, 0}},
        {"( 0 1 5 ) ( 1 1 5 ) ( 1 0 5 ) t 0 0 90 1 1", {0, 32, 0, 0}, {32, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\n\"classname\" \"worldspawn\"\n{\n%s\n}\n}\n", cases[i].face);
        tlb_document *document = open_text(text);
        tlb_level *level = level_of(document);
        const tlb_level_face *face = &level->details.data[0].faces.data[0];
        for (int k = 0; k < 4; k++) {
            assert_true(fabs(face->x[k] - cases[i].x[k]) < 1e-12);
            assert_true(fabs(face->y[k] - cases[i].y[k]) < 1e-12);
        }
        tlb_level_free(level);
        tlb_document_free(document);
    }
}

static void entities_keep_their_keys_and_kinds(void **state)
{
    (void)state;
    tlb_document *document = open_text("{\n\"classname\" \"worldspawn\"\n}\n{\n\"Origin\" \"32 -64 16\"\n"
                                       "\"classname\" \"first\"\n\"classname\" \"light_omni\"\n}\n"
                                       "{\n\"classname\" \"DETAIL\"\n{\n}\n}\n");
    tlb_level *level = level_of(document);
    const tlb_level_detail *detail = &level->details.data[0];
    assert_int_equal(detail->entities.count, 3);
    const tlb_level_entity *light = &detail->entities.data[1];
    assert_string_equal(light->classname, "light_omni");
    assert_int_equal(light->properties.count, 3);
    assert_int_equal(light->line, 4);
    assert_true(light->has_origin && light->origin[0] == 1 && light->origin[1] == -2 &&
                light->origin[2] == 0.5);
    assert_int_equal(detail->brushes.data[0].kind, TLB_BRUSH_DETAIL);
    assert_int_equal(detail->brushes.data[0].entity, 2);
    tlb_level_free(level);
    tlb_document_free(document);
}

/* Of NAME_0.map; in the order of detail_number. */
static void files_beside_are_levels_of_detail(void **state)
{
    (void)state;
    static const char *const names[] = {"hall_0.map", "hall_1.map", "hall_2.map", "hall_x.map"};
    static const char *const texts[] = {CUBE("\"detail_number\" \"0\"\n", ""),
                                        CUBE("\"detail_number\" \"2\"\n", "{\n}\n"),
                                        CUBE("\"detail_number\" \"1\"\n", ""), "x"};
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_non_null(folder);
    for (int i = 0; i < 4; i++) {
        FILE *file = fopen(tlb_arena_printf(&arena, "%s/%s", folder, names[i]), "wb");
        assert_true(file && fputs(texts[i], file) >= 0 && fclose(file) == 0);
    }
    tlb_document *document;
    const char *path = tlb_arena_printf(&arena, "%s/hall_0.map", folder);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    tlb_level *level = tlb_level_create(context);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_conversion conversion = {.context = context, .options = &options};
    conversion.assets = tlb_assets_create(context);
    assert_int_equal(tlb_map_to_level(document, level, &conversion), TLB_OK);
    assert_int_equal(level->details.count, 3);
    assert_int_equal(level->details.data[1].detail_number, 1);
    assert_int_equal(level->details.data[2].brushes.count, 2);
    assert_int_equal(tlb_code_total(context, TLB_CODE_MAP_DETAILS), 2);
    tlb_assets_free(conversion.assets);
    tlb_level_free(level);
    tlb_document_free(document);
    remove_folder(folder);
    tlb_arena_release(&arena);
}

/* --- check ------------------------------------------------------------------------------------------- */

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    tlb_document *document =
        open_text(CUBE("\"detail_numer\" \"0\"\n\"geometry_scale\" \"0\"\n\"rad_x\" \"1\"\n",
                       "{\n( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 ) stone [ 1 0 0 0 ] [ 0 1 0 0 ] 0 0 1\n}\n") "{\n}\n");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    static const char *const expected[][2] = {
        {"MAP_KEY", "entities[0].properties[1].key"},
        {"MAP_VALUE", "entities[0].properties[2].value"},
        {"MAP_SCALE", "entities[0].brushes[1].faces[0].scale"},
        {"MAP_CLASS", "entities[1]"},
        {"LEVEL_FACE_DEGENERATE", "entities[0].brushes[1].faces[0]"},
        {"LEVEL_BRUSH_EMPTY", "entities[0].brushes[1]"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const tlb_diagnostic *d = find_diagnostic(context, expected[i][0], expected[i][1]);
        if (!d)
            print_diagnostics(context);
        assert_non_null(d);
        assert_true(d->offset != TLB_NO_OFFSET);
    }
    assert_int_equal(tlb_diagnostic_count(context), sizeof expected / sizeof *expected);
    tlb_document_free(document);
}

/* --- scenes ------------------------------------------------------------------------------------------ */

/* Y up, in meters; the texture is not there, so that a size is guessed. */
static void a_brush_is_a_node_with_a_mesh(void **state)
{
    (void)state;
    tlb_document *document = open_text(CUBE("", ""));
    tlb_scene *scene;
    tlb_scene_stats stats;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->meshes[0].part_count, 1);
    assert_int_equal(tlb_scene_measure(context, scene, &stats), TLB_OK);
    assert_int_equal(stats.triangles, 10); /* without the face of NULL */
    assert_true(stats.low[0] == 0 && stats.high[0] == 2 && stats.low[2] == -2 && stats.high[2] == 0);
    const tlb_mesh *mesh = &scene->meshes[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (mesh->normals[i][1] > 0.5f) {
            const float *p = mesh->positions[i];
            assert_true(fabsf(mesh->uv[0][i][0] - (64 * p[0] + 16) / TLB_LEVEL_SIZE_GUESSED) < 1e-5f);
            assert_true(fabsf(mesh->uv[0][i][1] - 16 * -p[2] / TLB_LEVEL_SIZE_GUESSED) < 1e-5f);
        }
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 1);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

static void the_scene_is_the_same_level_again(void **state)
{
    (void)state;
    tlb_status status;
    tlb_scene *scene;
    tlb_document *document = open_text(
        CUBE("", "") "{\n\"classname\" \"light_omni\"\n\"origin\" \"32 0 16\"\n\"color\" \"255 128 0\"\n"
                     "\"falloff2\" \"64\"\n}\n");
    tlb_level *level = level_of(document);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.collision = options.zones = true;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    tlb_level *again = tlb_level_from_scene(context, scene, "a level", &status);
    assert_non_null(again);
    const tlb_level_detail *a = &level->details.data[0], *b = &again->details.data[0];
    assert_int_equal(b->brushes.count, 1);
    assert_int_equal(b->meshes.count, 0);
    assert_int_equal(b->faces.count, a->faces.count);
    for (uint32_t i = 0; i < a->faces.count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < b->faces.count && !found; j++) {
            found = fabs(a->faces.data[i].distance - b->faces.data[j].distance) < 1e-6;
            for (int k = 0; k < 3; k++)
                found &= fabs(a->faces.data[i].normal[k] - b->faces.data[j].normal[k]) < 1e-6;
            for (int k = 0; found && k < 4; k++)
                found &= fabs(a->faces.data[i].x[k] / TLB_LEVEL_SIZE_GUESSED - b->faces.data[j].x[k]) < 1e-5;
        }
        assert_true(found);
    }
    assert_int_equal(b->entities.count, 2);
    const tlb_level_entity *light = &b->entities.data[1];
    assert_string_equal(light->classname, "light_omni");
    assert_true(light->origin[0] == 1 && light->origin[2] == 0.5);
    assert_string_equal(tlb_level_property_value(light, "color"), "255 128 0");
    assert_string_equal(tlb_level_property_value(light, "falloff2"), "64");
    tlb_level_free(again);
    tlb_scene_free(scene);
    tlb_level_free(level);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entities_properties_and_faces_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edit_changes_its_own_words_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_new_record_is_spelled_canonically, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_level_has_planes_and_equations_in_meters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(standard_faces_lie_on_the_nearest_axes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(entities_keep_their_keys_and_kinds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_beside_are_levels_of_detail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_brush_is_a_node_with_a_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_scene_is_the_same_level_again, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
