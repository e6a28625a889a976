/* Materials of OBJ: what is read of a library, and what is written of a scene's. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/interchange/obj/obj.h"
#include "one_context.h"
#include "scenes.h"
#include "trilobite/trilobite.h"

/* --- read --------------------------------------------------------------------------------------------- */

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.obj", NULL, &document), TLB_OK);
    return document;
}

static tlb_bytes bytes_of(const char *text)
{
    return (tlb_bytes){(const uint8_t *)text, strlen(text)};
}

/* The scene of a triangle with the material m of a library, whose picture is not there. */
static tlb_scene *read_material(const char *lines)
{
    char library[400];
    tlb_scene *scene;
    tlb_assets *assets = tlb_assets_create(context);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.assets = assets;
    snprintf(library, sizeof library, "newmtl m\n%s\n", lines);
    assert_int_equal(tlb_assets_add_memory(assets, "m.mtl", bytes_of(library)), TLB_OK);
    tlb_document *document = open_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl m\nf 1 2 3\n");
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    tlb_document_free(document);
    tlb_assets_free(assets);
    return scene;
}

/* Options come before the name of the file: what follows -clamp is skipped, whether it is known or not. */
static void options_of_maps_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *file;
        bool clamp, others;
    } rows[] = {
        {"map_Kd a.png", "a.png", false, false},
        {"map_Kd -clamp on a.png", "a.png", true, false},
        {"map_Kd -clamp off a.png", "a.png", false, false},
        {"map_Kd -clamp maybe a.png", "a.png", false, false},
        {"map_Kd -clamp on -clamp off a b.png", "a b.png", false, false},
        {"map_Kd -bm 2 a.png", "a.png", false, true},
        {"map_Kd -blendu off -clamp on a.png", "a.png", true, true},
        {"map_Kd -t 1 2 3 a.png", "a.png", false, true},
        {"map_Kd -mm 1 2 a.png", "a.png", false, true},
        {"map_Kd -o 1 2 -s 3 a.png", "a.png", false, false},
        {"map_Kd -mm 1 2 3", "3", false, true},
        {"map_Kd -t 1 2 3 4", "4", false, true},
        {"map_Kd -mm 1 2 -clamp on a.png", "a.png", true, true},
        {"map_Kd -other a.png", "-other a.png", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_scene *scene = read_material(rows[i].line);
        const tlb_material *material = &scene->materials[0];
        assert_non_null(material->placeholder);
        assert_string_equal(material->placeholder, rows[i].file);
        assert_int_equal(material->texture.wrap_u, rows[i].clamp ? TLB_WRAP_CLAMP : TLB_WRAP_REPEAT);
        assert_int_equal(material->texture.wrap_v, material->texture.wrap_u);
        assert_true(material->texture.nearest);
        assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_SKIPPED), rows[i].others);
        tlb_scene_free(scene);
    }
    tlb_diagnostics_clear(context);
}

static void a_map_without_a_file_is_none(void **state)
{
    (void)state;
    tlb_scene *scene = read_material("map_Kd -clamp on");
    assert_null(scene->materials[0].placeholder);
    assert_int_equal(scene->materials[0].texture.image, TLB_NONE);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING), 0);
    tlb_scene_free(scene);
}

/* Black under a texture is white; any other color is what it is. */
static void black_under_a_texture_is_white(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        float color[3];
    } rows[] = {
        {"Kd 0 0 0\nmap_Kd a.png", {1, 1, 1}},      {"Kd 0 0 0", {0, 0, 0}},
        {"Kd 0 0 0.5\nmap_Kd a.png", {0, 0, 0.5f}}, {"Kd 0 0.5 0\nmap_Kd a.png", {0, 0.5f, 0}},
        {"Kd 0.5 0 0\nmap_Kd a.png", {0.5f, 0, 0}}, {"Kd 2 -1 0.25\nmap_Kd a.png", {1, 0, 0.25f}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_scene *scene = read_material(rows[i].lines);
        for (int k = 0; k < 3; k++)
            assert_float_equal(scene->materials[0].color[k], rows[i].color[k], 0);
        tlb_scene_free(scene);
    }
    tlb_diagnostics_clear(context);
}

/* A line that cannot be read is told once, with its number, and how many there are is not. */
static void invalid_lines_are_told_once(void **state)
{
    (void)state;
    tlb_scene *scene = read_material("Kd 0.25 0.5 1\nd nothing\nNs x\nTr y");
    assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_MATERIAL_LINE), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "material library \"m.mtl\": line 3 (\"d\") is invalid and is ignored");
    assert_float_equal(scene->materials[0].color[1], 0.5f, 0);
    tlb_scene_free(scene);
    tlb_diagnostics_clear(context);
}

/* --- check -------------------------------------------------------------------------------------------- */

static void libraries_that_are_missing_are_told(void **state)
{
    (void)state;
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "a b.mtl", bytes_of("newmtl m\n")), TLB_OK);
    tlb_document *document = open_text("mtllib a b.mtl c.mtl\nv 0 0 0\n");
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 1);
    bool found = false;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (d->code != TLB_CODE_ASSET_MISSING)
            continue;
        found = true;
        assert_non_null(strstr(d->message, "c.mtl"));
        assert_string_equal(d->path, "statements[0].files");
    }
    assert_true(found);
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_diagnostics_clear(context);
}

/* Of long words 40 bytes are shown, of names that cannot be written 80. */
static void long_words_are_cut(void **state)
{
    (void)state;
    static const char word[] =
        "x23456789012345678901234567890123456789012345678901234567890123456789012345678901";
    for (int size = 39; size <= 41; size++) {
        char text[200], expected[200];
        tlb_document *document;
        snprintf(text, sizeof text, "v 0 0 0\nf 1 %.*s 1\n", size, word);
        snprintf(expected, sizeof expected, "expected v, v/vt, v//vn or v/vt/vn, found \"%.*s\"",
                 size < 40 ? size : 40, word);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.obj", NULL, &document), TLB_INVALID);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, expected);
    }
    for (uint32_t size = 79; size <= 81; size++) {
        char name[100], expected[200];
        tlb_bytes saved;
        tlb_document *document = open_text("o x\n");
        memcpy(name, word, sizeof word);
        name[1] = '\n';
        tlb_document_obj(document)->o.data[0] = (tlb_text){name, size};
        snprintf(expected, sizeof expected, "\"%.*s\" cannot be written in OBJ", size < 80 ? (int)size : 80,
                 name);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_save_memory(document, &saved), TLB_INVALID);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, expected);
        assert_string_equal(tlb_diagnostic_at(context, 0)->path, "statements[0].name");
        tlb_document_free(document);
    }
    tlb_diagnostics_clear(context);
}

static void words_have_their_text(void **state)
{
    (void)state;
    assert_string_equal(tlb_obj_word_text(TLB_OBJ_F), "f");
    assert_string_equal(tlb_obj_word_text(TLB_OBJ_OTHER), "");
    assert_string_equal(tlb_obj_word_text((tlb_obj_word)(TLB_OBJ_OTHER + 1)), "");
    assert_string_equal(tlb_obj_word_text((tlb_obj_word)1000), "");
}

/* --- written ------------------------------------------------------------------------------------------ */

/* The library of a scene, and its OBJ. */
static void assert_written(const tlb_scene *scene, const char *obj, const char *library)
{
    tlb_files *files;
    char text[1000];
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("obj"), "y.obj", NULL, &files),
                     TLB_OK);
    const char *const expected[] = {obj, library};
    for (int i = 0; i < 2; i++) {
        tlb_bytes bytes = files->data[i].bytes;
        assert_true(bytes.size < sizeof text);
        memcpy(text, bytes.data, bytes.size);
        text[bytes.size] = 0;
        if (expected[i])
            assert_string_equal(text, expected[i]);
    }
    tlb_files_free(files);
}

/* 1 to 10, and 1 of all else; without light 0. */
static void illumination_is_what_a_file_said(void **state)
{
    (void)state;
    static const struct {
        int64_t said;
        const char *written;
    } rows[] = {{-1, "1"}, {0, "1"}, {1, "1"}, {2, "2"}, {9, "9"}, {10, "10"}, {11, "1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int unlit = 0; unlit < 2; unlit++) {
            tlb_scene *scene = make_empty(context);
            tlb_material *material = tlb_scene_add_material(scene, "m");
            char expected[100];
            material->unlit = unlit;
            material->extras = tlb_value_table(tlb_scene_arena(scene));
            tlb_value_add_integer(tlb_scene_arena(scene), material->extras, "illum", rows[i].said);
            add_square(scene, "square", 0, 0);
            add_node(scene, "square", TLB_NONE, 0);
            snprintf(expected, sizeof expected, "newmtl m\nKd 1 1 1\nd 1\nillum %s\n",
                     unlit ? "0" : rows[i].written);
            assert_written(scene, NULL, expected);
            tlb_scene_free(scene);
        }
    tlb_diagnostics_clear(context);
}

/* What is not finite is 0, and counted. */
static void numbers_are_finite(void **state)
{
    (void)state;
    tlb_scene *scene = make_empty(context);
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_material *material = tlb_scene_add_material(scene, "m");
    material->color[0] = INFINITY;
    material->color[1] = 0.25f;
    material->color[2] = NAN;
    material->emissive[1] = 0.5f;
    material->emissive[2] = -INFINITY;
    material->extras = tlb_value_table(arena);
    tlb_value_add_real(arena, material->extras, "Ns", (double)INFINITY);
    tlb_value_add_real(arena, material->extras, "Ni", 1.5);
    add_square(scene, "square", 0, 0);
    add_node(scene, "square", TLB_NONE, 0);
    scene->meshes[0].positions[0][0] = NAN;
    tlb_diagnostics_clear(context);
    assert_written(scene,
                   "mtllib y.mtl\no square\nv 0 0 0\nv 0.5 -0.5 0\nv 0.5 0.5 0\nv -0.5 0.5 0\n"
                   "usemtl m\nf 1 2 3\nf 1 3 4\n",
                   "newmtl m\nKd 0 0.25 0\nKe 0 0.5 0\nd 1\nillum 1\nNs 0\nNi 1.5\n");
    tlb_scene_free(scene);
    tlb_diagnostics_clear(context);
}

/* Parts of a mesh that have no triangles are not named. */
static void empty_parts_are_left_out(void **state)
{
    (void)state;
    tlb_scene *scene = make_empty(context);
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++)
        tlb_scene_add_material(scene, names[i]);
    add_square(scene, "square", 0, 0);
    add_node(scene, "square", TLB_NONE, 0);
    static tlb_part parts[3];
    tlb_mesh *mesh = &scene->meshes[0];
    for (int i = 0; i < 3; i++)
        parts[i] = (tlb_part){.first_index = i == 2 ? 3 : 0, .index_count = i == 1 ? 0 : 3, .material = i};
    mesh->parts = parts;
    mesh->part_count = 3;
    assert_written(scene,
                   "mtllib y.mtl\no square\nv -0.5 -0.5 0\nv 0.5 -0.5 0\nv 0.5 0.5 0\nv -0.5 0.5 0\n"
                   "usemtl a\nf 1 2 3\nusemtl c\nf 1 3 4\n",
                   NULL);
    tlb_scene_free(scene);
    tlb_diagnostics_clear(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_maps_are_read),
        cmocka_unit_test(a_map_without_a_file_is_none),
        cmocka_unit_test(black_under_a_texture_is_white),
        cmocka_unit_test(invalid_lines_are_told_once),
        cmocka_unit_test(libraries_that_are_missing_are_told),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(words_have_their_text),
        cmocka_unit_test(illumination_is_what_a_file_said),
        cmocka_unit_test(numbers_are_finite),
        cmocka_unit_test(empty_parts_are_left_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
