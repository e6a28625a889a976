/* Missions of Starsiege: every direction, what is checked, and what is in their scenes. */
#include "files.h"
#include "formats/darkstar/simg/simg.h"
#include "one_context.h"
#include "simg_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tlb_document *reopen(tlb_document *made)
{
    tlb_bytes bytes;
    tlb_document *document;
    assert_int_equal(tlb_save_memory(made, &bytes), TLB_OK);
    if (tlb_open_memory(context, bytes.data, bytes.size, "test.mis", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_same(tlb_document *document, const void *data, size_t size)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, data, size);
}

static tlb_document *rebuild(tlb_document *document, collected *json)
{
    tlb_document *built;
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, json}), TLB_OK);
    if (tlb_build(context, json->data, json->size, NULL, &built) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(built);
    return built;
}

/* --- the layout ----------------------------------------------------------------------------------------- */

static void what_is_dumped_builds_the_same(void **state)
{
    (void)state;
    for (int with_unknown = 0; with_unknown < 2; with_unknown++) {
        tlb_document made;
        collected json = {0};
        simg_make(&made, context, with_unknown);
        tlb_document *document = reopen(&made), *built = rebuild(document, &json);
        assert_same(document, document->source.data, document->source.size);
        assert_same(built, document->source.data, document->source.size);
        collect(&json, "", 1);
        assert_true(!strstr(json.data, "\"unknown3\"") && !strstr(json.data, "\"pad\"") == !with_unknown);
        tlb_document_free(built);
        tlb_document_free(document);
        made_end(&made);
        free(json.data);
    }
}

static void what_json_leaves_out_has_defaults(void **state)
{
    (void)state;
    static const char json[] =
        "{\"format\": \"simg\", \"objects\": [{\"tag\": \"mark\", \"position\": [1, 2, 3]},"
        " {\"tag\": \"\\u0000\\u0001\\u0000\\u0000\", \"fileName\": \"a.dts\"}, {\"tag\": "
        "\"\\f\\u0001\\u0000\\u0000\"},"
        " {\"tag\": \"SKPL\"}, {\"tag\": \"ESDP\"}], \"names\": [\"a\", \"b\", \"c\", \"d\", \"e\"]}";
    tlb_document *document;
    assert_int_equal(tlb_build(context, json, sizeof json - 1, NULL, &document), TLB_OK);
    const tlb_simg_object *x = tlb_document_simg(document)->mission.objects.data;
    assert_true(x[0].details->head[1] == 0x100 && x[0].details->head[3] == -1 &&
                x[0].details->matrix[8] == 1 && x[0].details->position[2] == 3);
    assert_true(x[1].version == 7 && x[1].details->baseVersions[0] == 2 &&
                x[1].details->unknown3.size == 129);
    assert_true(x[2].version == 4 && x[2].details->baseVersions[0] == 4 &&
                x[2].details->interiorVersion == 3);
    assert_true(x[3].version == 1 && x[3].details->head[1] == 0x140);
    tlb_document *again = reopen(document);
    assert_string_equal(tlb_document_simg(again)->mission.objects.data[1].details->fileName.data, "a.dts");
    assert_int_equal(tlb_check(again, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    tlb_document_free(again);
    tlb_document_free(document);
}

/* The length counts the NUL after it, in all known files. */
static void a_text_may_lack_its_end(void **state)
{
    (void)state;
    static const struct {
        tlb_text text;
        uint8_t end;
    } cases[] = {{{"", 0}, 0}, {{"ab", 2}, 0}, {{"ab", 2}, 'c'}, {{"\0", 1}, 0}, {{"\0b", 2}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document made;
        simg_make(&made, context, false);
        tlb_simg_details *mill = ((tlb_simg *)made.root)->mission.objects.data[2].objects.data[1].details;
        mill->fileName = cases[i].text;
        mill->fileNameEnd = cases[i].end;
        tlb_document *document = reopen(&made);
        const tlb_simg_details *read =
            tlb_document_simg(document)->mission.objects.data[2].objects.data[1].details;
        assert_int_equal(read->fileName.size, cases[i].text.size);
        assert_memory_equal(read->fileName.data, cases[i].text.data, cases[i].text.size);
        assert_int_equal(read->fileNameEnd, cases[i].end);
        assert_same(document, document->source.data, document->source.size);
        tlb_document_free(document);
        made_end(&made);
    }
}

static void groups_go_24_deep(void **state)
{
    (void)state;
    tlb_document made, deeper;
    tlb_bytes bytes;
    collected json = {0};
    simg_make_deep(&made, context, 24);
    tlb_document *document = reopen(&made), *built = rebuild(document, &json);
    assert_same(built, document->source.data, document->source.size);
    simg_make_deep(&deeper, context, 25);
    assert_int_equal(tlb_save_memory(&deeper, &bytes), TLB_INVALID);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NESTING_LIMIT), 1);
    tlb_document_free(built);
    tlb_document_free(document);
    made_end(&made);
    made_end(&deeper);
    free(json.data);
}

static void what_lacks_its_details_is_refused(void **state)
{
    (void)state;
    tlb_document made;
    tlb_bytes bytes;
    simg_make(&made, context, false);
    ((tlb_simg *)made.root)->mission.objects.data[5].details = NULL;
    assert_int_equal(tlb_save_memory(&made, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BAD_VALUE", "objects[5]"));
    made_end(&made);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    tlb_document made;
    tlb_bytes bytes;
    simg_make(&made, context, false);
    tlb_simg_object *mission = &((tlb_simg *)made.root)->mission;
    mission->names.count--;
    assert_int_equal(tlb_save_memory(&made, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BAD_VALUE", "names"));
    mission->names.count++;
    mission->objects.data[2].objects.data[1].details->unknown2.size = 48;
    assert_int_equal(tlb_save_memory(&made, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BAD_VALUE", "objects[2].objects[1].unknown2"));
    made_end(&made);
}

/* A copy of the file that JSON makes, and where a word is in it. */
static uint8_t *file_of(const char *json, const char *word, size_t *size, uint8_t **at)
{
    tlb_document *made;
    tlb_bytes bytes;
    assert_int_equal(tlb_build(context, json, strlen(json), NULL, &made), TLB_OK);
    assert_int_equal(tlb_save_memory(made, &bytes), TLB_OK);
    uint8_t *copy = malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    *size = bytes.size;
    *at = NULL;
    for (size_t i = 0; i + strlen(word) <= bytes.size && !*at; i++)
        *at = memcmp(copy + i, word, strlen(word)) == 0 ? copy + i : NULL;
    assert_non_null(*at);
    tlb_document_free(made);
    return copy;
}

/* Of objects of a known version with other fields than those known. */
static void a_body_that_is_too_short_is_kept(void **state)
{
    (void)state;
    static const char json[] =
        "{\"format\": \"simg\", \"objects\": [{\"tag\": \"SVol\", \"fileName\": \"a.vol\"},"
        " {\"tag\": \"SVol\", \"fileName\": \"b.vol\"}], \"names\": [\"a\", \"b\"]}";
    tlb_document *document;
    collected text = {0};
    size_t size;
    uint8_t *name, *copy = file_of(json, "a.vol", &size, &name);
    name[-1] = 6; /* its length */
    assert_int_equal(tlb_open_memory(context, copy, size, "test.mis", NULL, &document), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    const tlb_simg_object *objects = tlb_document_simg(document)->mission.objects.data;
    assert_int_equal(objects[0].body, TLB_SIMG_BYTES);
    assert_null(objects[0].details);
    assert_int_equal(objects[1].body, TLB_SIMG_FIELDS);
    assert_int_equal(objects[1].details->fileName.size, 5);
    assert_same(document, copy, size);
    tlb_document *built = rebuild(document, &text);
    assert_same(built, copy, size);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(tlb_document_context(document), "SIMG_VERSION", "objects[0].body"));
    tlb_document_free(built);
    tlb_document_free(document);
    free(text.data);
    free(copy);
}

/* Where the length of a name counts the NUL after it, one byte can only be that. */
static void a_name_that_is_all_end_is_kept(void **state)
{
    (void)state;
    enum { SHAPE_NAME = 6, HULK_LENGTH = 4 };
    static const char json[] =
        "{\"format\": \"simg\", \"objects\": [{\"tag\": \"\\u0000\\u0001\\u0000\\u0000\", "
        "\"fileName\": \"a.dts\", \"hulkName\": \"\\u0000\"}], \"names\": [\"a\"]}";
    tlb_document *document;
    size_t size;
    uint8_t *name, *copy = file_of(json, "a.dts", &size, &name);
    assert_int_equal(name[SHAPE_NAME], 1);
    name[SHAPE_NAME + HULK_LENGTH] = 'S';
    assert_int_equal(tlb_open_memory(context, copy, size, "test.mis", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_simg(document)->mission.objects.data[0].body, TLB_SIMG_BYTES);
    assert_same(document, copy, size);
    tlb_document_free(document);
    free(copy);
}

/* --- check and info ------------------------------------------------------------------------------------- */

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    tlb_document made;
    simg_make(&made, context, true);
    tlb_simg_object *all = ((tlb_simg *)made.root)->mission.objects.data;
    all[1].objects.data[0].details->position[1] = INFINITY;
    all[2].objects.data[1].details->rotation[2] = NAN;
    all[5].details->matrix[0] = 1.01f;
    all[6].details->matrix[3] = NAN;
    tlb_document *document = reopen(&made);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "SIMG_SCRAMBLED", "objects[7].objects[0]"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_SCRAMBLED), 1);
    assert_non_null(find_diagnostic(context, "SIMG_CLASS", "objects[7].objects[2].tag"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_CLASS), 1);
    assert_non_null(find_diagnostic(context, "SIMG_VERSION", "objects[7].objects[3].version"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_VERSION), 1);
    assert_non_null(find_diagnostic(context, "SIMG_NOT_FINITE", "objects[1].objects[0].position"));
    assert_non_null(find_diagnostic(context, "SIMG_NOT_FINITE", "objects[2].objects[1].rotation"));
    assert_non_null(find_diagnostic(context, "SIMG_NOT_FINITE", "objects[6].matrix"));
    assert_non_null(find_diagnostic(context, "SIMG_MATRIX", "objects[5].matrix"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_NOT_FINITE), 3);
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_MATRIX), 1);
    tlb_document_free(document);
    made_end(&made);
}

static void files_are_looked_for(void **state)
{
    (void)state;
    tlb_document made;
    tlb_assets *assets = tlb_assets_create(context);
    simg_make(&made, context, true);
    tlb_document *document = reopen(&made);
    assert_int_equal(tlb_assets_add(assets, "samples"), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "objects[7].objects[4].fileName"));
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "objects[7].objects[5].fileName"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 2);
    tlb_document_free(document);
    tlb_assets_free(assets);
    made_end(&made);
}

static int64_t number_of(const tlb_value *table, const char *name)
{
    const tlb_value *value = tlb_value_get(table, name);
    assert_non_null(value);
    return value->as.integer;
}

static void classes_are_counted(void **state)
{
    (void)state;
    tlb_document made;
    const tlb_value *info;
    simg_make(&made, context, true);
    tlb_document *document = reopen(&made);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    const tlb_value *own = tlb_value_get(info, "simg"), *classes = tlb_value_get(own, "classes");
    assert_int_equal(number_of(own, "objects"), 32);
    assert_int_equal(number_of(own, "scrambled"), 2);
    assert_int_equal(number_of(own, "unknown"), 2);
    assert_int_equal(number_of(classes, "StaticShape"), 3);
    assert_int_equal(number_of(classes, "SimGroup"), 4);
    assert_int_equal(number_of(classes, "Unknown"), 1);
    tlb_document_free(document);
    made_end(&made);
}

static void other_missions_are_other_formats(void **state)
{
    (void)state;
    static const char text[] = "instant SimGroup \"SIMG\" {\n};\n", binary[] = "SIMG\10\0\0\0\0\0\0\0\0\0\0";
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.mis", NULL, &document), TLB_OK);
    assert_null(tlb_document_simg(document));
    assert_non_null(tlb_document_tmis(document));
    tlb_document_free(document);
    assert_int_equal(tlb_open_memory(context, binary, sizeof binary, "a", NULL, &document), TLB_OK);
    assert_non_null(tlb_document_simg(document));
    assert_null(tlb_document_tmis(document));
    tlb_document_free(document);
}

/* --- the scene ------------------------------------------------------------------------------------------ */

static const tlb_node *node_of(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    fail_msg("there is no node \"%s\"", name);
    return NULL;
}

static void assert_near(const float *found, const float *expected, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(found[i] - expected[i]) < 1e-5f))
            fail_msg("number %d is %g, expected %g", i, (double)found[i], (double)expected[i]);
}

static bool shows_something(const tlb_scene *scene, const char *name)
{
    int32_t top = (int32_t)(node_of(scene, name) - scene->nodes);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        int32_t above = (int32_t)i;
        while (above != TLB_NONE && above != top)
            above = scene->nodes[above].parent;
        if (above == top && scene->nodes[i].mesh != TLB_NONE)
            return true;
    }
    return false;
}

static void objects_stand_where_the_mission_says(void **state)
{
    (void)state;
    const float half = sqrtf(0.5f);
    tlb_document made;
    tlb_scene *scene;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    simg_make(&made, context, true);
    tlb_document *document = reopen(&made);
    options.assets = tlb_assets_create(context);
    options.lights = true;
    assert_int_equal(tlb_assets_add(options.assets, "samples"), TLB_OK);
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    assert_int_equal(tlb_scene_validate(context, scene), TLB_OK);
    static const char *const shown[] = {"terrain", "mill1", "mill2", "turret1", "hall1"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        assert_true(shows_something(scene, shown[i]));
    assert_false(shows_something(scene, "odd"));
    assert_false(shows_something(scene, "Gate"));
    assert_near(node_of(scene, "terrain")->translation, (float[]){-48, 0, 48}, 3);
    assert_near(node_of(scene, "hall1")->translation, (float[]){14, 8, 14}, 3);
    /* Counter-clockwise about Z, which is the scene's Y. */
    assert_near(node_of(scene, "hall1")->rotation, (float[]){0, half, 0, half}, 4);
    assert_near(node_of(scene, "dropPoint1")->translation, (float[]){0, 12, 30}, 3);
    assert_near(node_of(scene, "dropPoint1")->rotation, (float[]){0, half, 0, half}, 4);
    assert_near(node_of(scene, "marker1")->rotation, (float[]){0, 0, 0, 1}, 4);
    /* In the west, 30 degrees high: light goes east and down. A light shines along -Z. */
    const tlb_node *planet = node_of(scene, "planet");
    const float *q = planet->rotation;
    assert_true(planet->light != TLB_NONE);
    const float way[3] = {-2 * (q[0] * q[2] + q[3] * q[1]), -2 * (q[1] * q[2] - q[3] * q[0]),
                          -1 + 2 * (q[0] * q[0] + q[1] * q[1])};
    assert_near(way, (float[]){sqrtf(0.75f), -0.5f, 0}, 3);
    assert_near(scene->lights[planet->light].color, (float[]){1, 1, 1}, 3);
    assert_string_equal(tlb_value_get(node_of(scene, "sky")->extras, "size")->as.text.data, "750");
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "objects[7].objects[5].fileName"));
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_SCRAMBLED), 1);
    tlb_scene_free(scene);
    tlb_assets_free(options.assets);
    tlb_document_free(document);
    made_end(&made);
}

/* Whatever the axis, also where the scalar part is 0. */
static void matrices_become_rotations(void **state)
{
    (void)state;
    static const struct {
        float matrix[9], rotation[4]; /* rows are where X, Y and Z go */
    } cases[] = {
        {{0, 1, 0, -1, 0, 0, 0, 0, 1}, {0, 1, 0, 1}},   {{1, 0, 0, 0, 0, 1, 0, -1, 0}, {1, 0, 0, 1}},
        {{0, 0, -1, 0, 1, 0, 1, 0, 0}, {0, 0, -1, 1}},  {{1, 0, 0, 0, -1, 0, 0, 0, -1}, {1, 0, 0, 0}},
        {{-1, 0, 0, 0, 1, 0, 0, 0, -1}, {0, 0, -1, 0}}, {{-1, 0, 0, 0, -1, 0, 0, 0, 1}, {0, 1, 0, 0}},
        {{0, 1, 0, 0, 0, 1, 1, 0, 0}, {1, 1, -1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document made;
        tlb_scene *scene;
        simg_make(&made, context, false);
        tlb_simg_details *marker = ((tlb_simg *)made.root)->mission.objects.data[5].details;
        memcpy(marker->matrix, cases[i].matrix, sizeof marker->matrix);
        tlb_document *document = reopen(&made);
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
        const float *found = node_of(scene, "marker1")->rotation, *expected = cases[i].rotation;
        float dot = 0, square = 0;
        for (int k = 0; k < 4; k++) {
            dot += found[k] * expected[k];
            square += expected[k] * expected[k];
        }
        if (!(fabsf(dot) / sqrtf(square) > 0.99999f))
            fail_msg("matrix %zu becomes %g %g %g %g", i, (double)found[0], (double)found[1],
                     (double)found[2], (double)found[3]);
        tlb_scene_free(scene);
        tlb_document_free(document);
        made_end(&made);
    }
}

/* --- real missions -------------------------------------------------------------------------------------- */

static void corpus_missions_are_written_identical(void **state)
{
    (void)state;
    file_list files = corpus_files("worlds", "mis");
    uint32_t read = 0;
    for (size_t i = 0; i < files.count; i++) {
        bytes_copy file = load_file(files.paths[i]);
        if (file.size > 4 && memcmp(file.data, SIMG_TAG, 4) == 0) {
            tlb_document *document;
            collected json = {0};
            set_up(NULL);
            assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
            assert_non_null(tlb_document_simg(document));
            assert_same(document, file.data, file.size);
            tlb_document *built = rebuild(document, &json);
            assert_same(built, file.data, file.size);
            assert_int_equal(tlb_check(document, NULL), TLB_OK);
            assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
            assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_CLASS), 0);
            assert_int_equal(tlb_code_total(context, TLB_CODE_SIMG_VERSION), 0);
            tlb_document_free(built);
            tlb_document_free(document);
            free(json.data);
            tear_down(NULL);
            read++;
        }
        free(file.data);
    }
    free_files(&files);
    assert_true(read >= 24);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_dumped_builds_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_json_leaves_out_has_defaults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_text_may_lack_its_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(groups_go_24_deep, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_lacks_its_details_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_body_that_is_too_short_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_that_is_all_end_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_looked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(classes_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_missions_are_other_formats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(objects_stand_where_the_mission_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(matrices_become_rotations, set_up, tear_down),
        cmocka_unit_test(corpus_missions_are_written_identical),
    };
    return !choose_tests(argc, "worlds") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
