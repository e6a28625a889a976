/* What is done with NFF besides reading it: queries, other versions, scenes. Numbers are worked out by
 * hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ask.h"
#include "base/context.h"
#include "base/value.h"
#include "files.h"
#include "one_context.h"
#include "options_text.h"
#include "temporary.h"
#include "trilobite/formats/nff.h"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.nff", NULL, &document), TLB_OK);
    return document;
}

static tlb_scene *scene_in(const char *folder, const char *name)
{
    char path[512];
    tlb_document *document;
    tlb_scene *scene;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    tlb_document_free(document);
    return scene;
}

/* What `text` is converted to, with an option. */
static void assert_becomes(const char *text, const char *option, const char *value, const char *expected)
{
    tlb_document *document = open_text(text);
    tlb_files *files;
    option_text given = {option, value};
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, &given, 1, &options), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("nff"), "a.nff", &options, &files), TLB_OK);
    char *made = calloc(files->data[0].bytes.size + 1, 1);
    memcpy(made, files->data[0].bytes.data, files->data[0].bytes.size);
    assert_string_equal(made, expected);
    free(made);
    tlb_files_free(files);
    tlb_document_free(document);
}

/* --- places ------------------------------------------------------------------------------------------- */

static void assert_map(const char *text, const char *path, const char *expected)
{
    tlb_document *document = open_text(text);
    collected map = {0};
    assert_int_equal(tlb_map(document, path, (tlb_sink){collect, &map}), TLB_OK);
    collect(&map, "", 1);
    assert_string_equal(map.data, expected);
    free(map.data);
    tlb_document_free(document);
}

static void values_are_at_their_places(void **state)
{
    (void)state;
    static const char text[] =
        "nff\nversion 2.1\nA\n1\n1 2 3 norm 0 0 1 rgb 0x010203 uv 0.5 .25\n1\n3 0 0 0 0xa1b2c3\n";
    assert_map(text, "header.version", "0x0000000c\t3\theader.version\t2.1\n");
    assert_map(text, "objects[0].vertices[0].position",
               "0x00000014\t5\tobjects[0].vertices[0].position\t[1,2,3]\n");
    assert_map(text, "objects[0].vertices[0].norm", "0x0000001f\t5\tobjects[0].vertices[0].norm\t[0,0,1]\n");
    assert_map(text, "objects[0].vertices[0].rgb", "0x00000029\t8\tobjects[0].vertices[0].rgb\t[1,2,3]\n");
    assert_map(text, "objects[0].vertices[0].uv", "0x00000035\t7\tobjects[0].vertices[0].uv\t[0.5,0.25]\n");
    assert_map(text, "objects[0].polygons[0].color",
               "0x00000047\t8\tobjects[0].polygons[0].color\t[161,178,195]\n");
}

/* --- versions ----------------------------------------------------------------------------------------- */

#define CORNERS "3\n0 0 0 N\n1 0 0 N\n0 1 0 N\n"
#define BAKED   "3\n0 0 0 norm 0 0 1\n1 0 0 norm 0 0 1\n0 1 0 norm 0 0 1\n"

/* 1.9 has no word for normals. */
static void baked_normals_raise_the_version(void **state)
{
    (void)state;
    assert_becomes("nff\nversion 1.90\nA\n" CORNERS "1\n3 0 1 2 0xf00\n", "bake-normals", "",
                   "nff\nversion 2.0\nA\n" BAKED "1\n3 0 1 2 0xf00\n");
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_RAISED), 1);
    assert_becomes("nff\nversion 2.1\nA\n" CORNERS "1\n3 0 1 2 0xff0000\n", "bake-normals", "",
                   "nff\nversion 2.1\nA\n" BAKED "1\n3 0 1 2 0xff0000\n");
    assert_becomes(
        "nff\nversion 1.6\nA=flat\n3\n0 0 0 0 0 1\n1 0 0 N\n0 1 0\n1\n3 0 1 2 0xf00\n", "bake-normals", "",
        "nff\nversion 2.0\nA=on\n3\n0 0 0 norm 0 0 1\n1 0 0 norm 0 0 1\n0 1 0\n1\n3 0 1 2 0xf00\n");
    assert_becomes("nff\nversion 1.9\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xf00\n", "bake-normals", "",
                   "nff\nversion 1.9\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xf00\n");
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_RAISED), 2);
}

static void older_versions_say_what_they_can(void **state)
{
    static const char newest[] =
        "nff\nversion 3.0\nA =on\nmtable a\n3\n0 0 0 norm 0 0 1 rgb 0x010203 uv 0 0\n"
        "1 0 0 norm 0 0 1\n0 1 0 norm 0 0 1\n3\n3 0 1 2 matid 4\n"
        "3 0 1 2 0x804020 both _U_wall id=7\n3 0 1 2 0xff0000 -there\n";
    (void)state;
    assert_becomes(newest, "nff-version", "2.1",
                   "nff\nversion 2.1\nA =on\n3\n0 0 0 norm 0 0 1 rgb 0x010203 uv 0 0\n"
                   "1 0 0 norm 0 0 1\n0 1 0 norm 0 0 1\n3\n3 0 1 2 0xffffff\n"
                   "3 0 1 2 0x804020 both _U_wall id=7\n3 0 1 2 0xff0000 -there\n");
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 2); /* a material, a table */
    assert_becomes(newest, "nff-version", "2.0",
                   "nff\nversion 2.0\nA =on\n3\n0 0 0 norm 0 0 1\n1 0 0 norm 0 0 1\n0 1 0 norm 0 0 1\n3\n"
                   "3 0 1 2 0xffffff\n3 0 1 2 0x804020 both _t_wall id=7\n3 0 1 2 0xff0000 -there\n");
    /* 80, 40, 20 are 128, 64, 32: nearest to 8, 4, 2 times 17. */
    assert_becomes(newest, "nff-version", "1.6",
                   "nff\nversion 1.6\nA =flat\n3\n0 0 0 N\n1 0 0 N\n0 1 0 N\n3\n3 0 1 2 0xfff\n"
                   "3 0 1 2 0x842 both _T_wall id=7\n3 0 1 2 0xf00 -there\n");
    assert_becomes("nff\nversion 1.6\nA=none\n0\n0\n", "nff-version", "1.7",
                   "nff\nversion 1.7\nA=off\n0\n0\n");
}

static void unknown_versions_are_refused(void **state)
{
    (void)state;
    tlb_document *document = open_text("nff\nA\n0\n0\n");
    tlb_files *files;
    option_text given = {"nff-version", "2.2"};
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, &given, 1, &options), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("nff"), "a.nff", &options, &files),
                     TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
    tlb_document_free(document);
}

static void shadings_of_other_versions_are_noted(void **state)
{
    static const struct {
        const char *text;
        uint32_t notes;
    } files[] = {{"nff\nversion 2.1\nA =flat\n0\n0\n", 1}, {"nff\nversion 2.1\nA =ON\n0\n0\n", 0},
                 {"nff\nversion 1.6\nA =on\n0\n0\n", 1},   {"nff\nversion 1.6\nA =none\n0\n0\n", 0},
                 {"nff\nversion 1.7\nA =none\n0\n0\n", 1}, {"nff\nA =flat\n0\n0\n", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        tlb_document *document = open_text(files[i].text);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_SHADING_VERSION), files[i].notes);
        if (files[i].notes)
            assert_non_null(find_diagnostic(context, "NFF_SHADING_VERSION", "objects[0].shading"));
        tlb_diagnostics_clear(context);
        tlb_document_free(document);
    }
}

static void bff_says_whose_layout_it_is(void **state)
{
    tlb_files *files;
    tlb_document *again;
    tlb_bytes bytes;
    (void)state;
    tlb_document *document = open_text("nff\nA\n0\n0\n");
    assert_int_equal(tlb_convert(document, tlb_format_by_name("bff"), "a.bff", NULL, &files), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BFF_OWN_LAYOUT), 1);
    assert_int_equal(
        tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size, "a.bff", NULL, &again),
        TLB_OK);
    assert_int_equal(tlb_save_memory(again, &bytes), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BFF_OWN_LAYOUT), 1); /* it was BFF */
    tlb_document_free(again);
    tlb_files_free(files);
    tlb_document_free(document);
}

/* --- portals ------------------------------------------------------------------------------------------ */

/* Two doors at z 0 and z 4, each with its front to -z (corners run counter-clockwise seen from there, Y
 * down); the second is an L without its corner at 2, 2. */
static const char doors[] =
    "nff\nversion 2.1\nHall\n4\n0 0 0\n0 2 0\n2 2 0\n2 0 0\n1\n4 0 1 2 3 0xffffff -attic\n"
    "Cellar\n6\n0 0 4\n0 2 4\n1 2 4\n1 1 4\n2 1 4\n2 0 4\n2\n"
    "3 0 1 2 0xff0000\n6 0 1 2 3 4 5 0xffffff id=-3 -vault\n";

static void the_first_portal_on_the_way_is_told(void **state)
{
    const tlb_value *answer;
    (void)state;
    tlb_document *document = open_text(doors);
    assert_int_equal(ask(document, "portal 1 1 -2 1 1 8", &answer), TLB_OK);
    assert_true(tlb_value_get(answer, "crossed")->as.boolean);
    assert_string_equal(tlb_value_get(answer, "portal")->as.text.data, "attic");
    assert_int_equal(tlb_value_get(answer, "object")->as.integer, 0);
    assert_true(fabs(tlb_value_get(answer, "t")->as.real - 0.2) < 1e-6);
    bool front = tlb_value_get(answer, "front")->as.boolean;
    assert_int_equal(ask(document, "portal 1.5 0.5 8 1.5 0.5 -2", &answer), TLB_OK);
    assert_string_equal(tlb_value_get(answer, "portal")->as.text.data, "vault");
    assert_int_equal(tlb_value_get(answer, "object")->as.integer, 1);
    assert_int_equal(tlb_value_get(answer, "polygon")->as.integer, 1);
    assert_int_equal(tlb_value_get(answer, "id")->as.integer, -3);
    assert_true(fabs(tlb_value_get(answer, "t")->as.real - 0.4) < 1e-6);
    assert_int_equal(tlb_value_get(answer, "front")->as.boolean, !front);
    assert_int_equal(ask(document, "portal 1.5 1.5 1 1.5 1.5 8", &answer),
                     TLB_OK); /* where the L has no corner */
    assert_false(tlb_value_get(answer, "crossed")->as.boolean);
    assert_int_equal(ask(document, "portal 1 1 1 1 1 3", &answer), TLB_OK); /* between them */
    assert_false(tlb_value_get(answer, "crossed")->as.boolean);
    assert_int_equal(ask(document, "portal 1 1 1 1", &answer), TLB_ARGUMENT);
    tlb_document_free(document);
}

/* An L in a plane that leans, for each axis that it may face, asked beside and inside of each of its corners.
 */
static void portals_may_be_of_any_shape(void **state)
{
    (void)state;
    static const double corners[6][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 5}, {0, 5}};
    for (int axis = 0; axis < 3; axis++) {
        char text[512] = "nff\nhall\n6\n";
        for (int i = 0; i < 6; i++) {
            double at[3], across = corners[i][0], up = corners[i][1];
            at[(axis + 1) % 3] = across, at[(axis + 2) % 3] = up, at[axis] = 2 + across / 4 + up / 8;
            snprintf(text + strlen(text), sizeof text - strlen(text), "%g %g %g\n", at[0], at[1], at[2]);
        }
        strcat(text, "1\n6 0 1 2 3 4 5 0xfff -attic\n");
        tlb_document *document = open_text(text);
        for (int i = 0; i < 6 * 7; i++) {
            double from[3], to[3], across = i % 6 - 0.5, up = i / 6 - 0.5, depth = 2 + across / 4 + up / 8;
            from[(axis + 1) % 3] = to[(axis + 1) % 3] = across;
            from[(axis + 2) % 3] = to[(axis + 2) % 3] = up;
            from[axis] = -6, to[axis] = 10;
            char query[128];
            const tlb_value *answer;
            snprintf(query, sizeof query, "portal %g %g %g %g %g %g", from[0], from[1], from[2], to[0], to[1],
                     to[2]);
            assert_int_equal(ask(document, query, &answer), TLB_OK);
            bool inside = across > 0 && up > 0 && ((across < 4 && up < 1) || (across < 1 && up < 5));
            assert_int_equal(tlb_value_get(answer, "crossed")->as.boolean, inside);
            if (!inside)
                continue;
            assert_float_equal(tlb_value_get(answer, "t")->as.real, (depth + 6) / 16, 1e-6);
            assert_string_equal(tlb_value_get(answer, "name")->as.text.data, "hall");
            const tlb_value *place = tlb_value_get(answer, "point")->as.members.first;
            for (int k = 0; k < 3; k++, place = place->next)
                assert_float_equal(place->as.real, (float)(k == axis ? depth : from[k]), 1e-5);
            assert_null(place);
        }
        tlb_document_free(document);
    }
}

/* Doors that are seen along x and along y only, without a quarter each. */
static void portals_may_face_any_way(void **state)
{
    static const struct {
        const char *corners, *through, *past;
    } ways[] = {
        {"1 0 0\n1 0 4\n1 2 4\n1 2 2\n1 4 2\n1 4 0\n", "portal -1 1 3 3 1 3", "portal -1 3 3 3 3 3"},
        {"0 1 0\n0 1 4\n2 1 4\n2 1 2\n4 1 2\n4 1 0\n", "portal 1 3 3 1 -1 3", "portal 3 3 3 3 -1 3"},
        {"0 0 1\n0 4 1\n2 4 1\n2 2 1\n4 2 1\n4 0 1\n", "portal 1 3 3 1 3 -1", "portal 3 3 3 3 3 -1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const tlb_value *answer;
        char text[128];
        snprintf(text, sizeof text, "nff\nHall\n6\n%s1\n6 0 1 2 3 4 5 0xfff -attic\n", ways[i].corners);
        tlb_document *document = open_text(text);
        assert_int_equal(ask(document, ways[i].through, &answer), TLB_OK);
        assert_true(tlb_value_get(answer, "crossed")->as.boolean);
        assert_true(fabs(tlb_value_get(answer, "t")->as.real - 0.5) < 1e-6);
        assert_int_equal(ask(document, ways[i].past, &answer), TLB_OK);
        assert_false(tlb_value_get(answer, "crossed")->as.boolean);
        tlb_document_free(document);
    }
}

static void a_portal_without_area_is_not_crossed(void **state)
{
    const tlb_value *answer;
    (void)state;
    tlb_document *document =
        open_text("nff\nversion 2.1\nHall\n3\n0 0 0\n1 1 0\n2 2 0\n1\n3 0 1 2 0xffffff -attic\n");
    assert_int_equal(ask(document, "portal 1 1 -2 1 1 8", &answer), TLB_OK);
    assert_false(tlb_value_get(answer, "crossed")->as.boolean);
    tlb_document_free(document);
}

static void universes_are_named(void **state)
{
    const tlb_value *info;
    (void)state;
    tlb_document *document = open_text(doors);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    const tlb_value *list = tlb_value_get(tlb_value_get(info, "nff"), "universes")->as.members.first;
    assert_string_equal(list->as.text.data, "attic");
    assert_string_equal(list->next->as.text.data, "vault");
    assert_null(list->next->next);
    tlb_document_free(document);
}

/* --- scenes ------------------------------------------------------------------------------------------- */

static int64_t number_at(const tlb_value *list, int index)
{
    const tlb_value *value = list->as.members.first;
    while (index--)
        value = value->next;
    return value->as.integer;
}

/* A quad and a triangle of red, a triangle of blue between them; a texture's own colors. */
static void polygons_are_told_by_their_triangles(void **state)
{
    tlb_scene *scene;
    (void)state;
    tlb_document *document =
        open_text("nff\nversion 2.1\nA\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n6\n4 0 1 2 3 0xff0000 id=5\n"
                  "3 0 1 2 0x0000ff id=6\n3 0 2 3 0xff0000 id=7 -there\n2 0 1 0xff0000 id=8\n"
                  "3 0 1 2 0x123456 _v_none\n3 0 2 3 0x123456 _v_none\n");
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    const tlb_value *extras = scene->nodes[0].extras;
    const tlb_value *row = tlb_value_get(extras, "ids")->as.members.first;
    /* polygon, id, part, first triangle, triangles */
    static const int64_t rows[3][5] = {{0, 5, 0, 0, 2}, {1, 6, 1, 0, 1}, {2, 7, 0, 2, 1}};
    for (int i = 0; i < 3; i++, row = row->next)
        for (int k = 0; k < 5; k++)
            assert_int_equal(number_at(row, k), rows[i][k]);
    assert_int_equal(number_at(row, 1), 8);
    assert_null(row->as.members.first->next->next); /* it is not drawn */
    const tlb_value *colors = tlb_value_get(extras, "colors")->as.members.first;
    assert_int_equal(number_at(colors, 0), 4);
    assert_int_equal(number_at(colors, 1), 2);
    assert_string_equal(colors->as.members.first->next->next->as.text.data, "0x123456");
    assert_null(colors->next);
    const tlb_value *portal = scene->nodes[1].extras;
    assert_int_equal(tlb_value_get(portal, "polygon")->as.integer, 2);
    assert_int_equal(tlb_value_get(portal, "part")->as.integer, 0);
    assert_int_equal(tlb_value_get(portal, "firstTriangle")->as.integer, 2);
    assert_int_equal(tlb_value_get(portal, "triangles")->as.integer, 1);
    /* Triangle 2 of part 0 is that polygon. */
    const tlb_mesh *mesh = &scene->meshes[0];
    const uint32_t *corners = mesh->indices + mesh->parts[0].first_index + 6;
    assert_true(mesh->positions[corners[0]][0] == 0 && mesh->positions[corners[1]][0] == 1 &&
                mesh->positions[corners[2]][1] == -1);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

static void what_cannot_be_drawn_is_told_with_its_reason(void **state)
{
    tlb_scene *scene;
    (void)state;
    tlb_document *document =
        open_text("nff\nversion 2.1\nA\n3\n0 0 0 norm 0 0 1 uv 0 0\n1 0 0\n0 1 0\n4\n"
                  "3 0 1 9 0xff0000\n2 0 1 0xff0000\n3 0 1 2 0xff0000\n3 1 2 0 0xff0000\n");
    tlb_nff *nff = tlb_document_nff(document);
    nff->objects.data[0].vertices.data[0].norm[1] = NAN;
    nff->objects.data[0].vertices.data[0].uv[1] = INFINITY;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->meshes[0].index_count, 6);
    assert_non_null(find_diagnostic(context, "NFF_POLYGON_SKIPPED", "objects[0].polygons[0].indices"));
    assert_non_null(find_diagnostic(context, "NFF_POLYGON_SKIPPED", "objects[0].polygons[1].indices"));
    assert_non_null(strstr(tlb_diagnostic_at(context, 2)->message,
                           "vertex index 9 of corner 2 out of range; number of vertices: 3"));
    assert_non_null(find_diagnostic(context, "NFF_REPLACED", "objects[0].vertices[0].norm"));
    assert_non_null(find_diagnostic(context, "NFF_REPLACED", "objects[0].vertices[0].uv"));
    tlb_scene_free(scene);
    tlb_diagnostics_clear(context);
    nff->objects.data[0].vertices.data[0].position[2] = NAN;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_POLYGON_SKIPPED), 4);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* Sense8's Z goes into the scene, which is glTF's -Z; its Y goes down. */
static void the_viewpoint_is_a_camera(void **state)
{
    static const struct {
        const char *dir;
        float x, y, z, w; /* of the turn from -Z */
    } views[] = {{"0 0 1", 0, 0, 0, 1},
                 {"-1 0 0", 0, 0.70710678f, 0, 0.70710678f}, /* to the left: about +Y */
                 {"0 -2 0", 0.70710678f, 0, 0, 0.70710678f}, /* upwards: about +X */
                 {"0 0 -1", 0, 1, 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        char text[256];
        tlb_scene *scene;
        snprintf(text, sizeof text, "nff\nversion 2.1\nviewpos 1 2 3\nviewdir %s\nA\n0\n0\n", views[i].dir);
        tlb_document *document = open_text(text);
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
        assert_int_equal(scene->camera_count, 1);
        const tlb_node *node = &scene->nodes[0];
        assert_int_equal(node->camera, 0);
        assert_true(node->translation[0] == 1 && node->translation[1] == -2 && node->translation[2] == -3);
        const float *q = node->rotation, wanted[4] = {views[i].x, views[i].y, views[i].z, views[i].w};
        for (int k = 0; k < 4; k++)
            assert_true(fabsf(q[k] - wanted[k]) < 1e-6f);
        assert_int_equal(scene->nodes[1].camera, TLB_NONE);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

/* --- texture keywords ---------------------------------------------------------------------------------- */

/* Of a rectangle of 4 by 2 whose first edge runs along x: u is x / 4, v is y / 2. Then, whatever the order of
 * the words, mirror, rot (counter-clockwise by acos 0.8), scale and trans are applied. Scenes count v from
 * the top. */
static void keywords_move_textures(void **state)
{
    static const float corners[4][2] = {{0, 0}, {4, 0}, {4, 2}, {0, 2}};
    static const struct {
        const char *words;
        float uv[4][2]; /* of the corners */
    } cases[] = {
        {"", {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
        {"mirror", {{1, 0}, {0, 0}, {0, 1}, {1, 1}}},
        {"rot 0.64350111", {{0, 0}, {0.8f, 0.6f}, {0.2f, 1.4f}, {-0.6f, 0.8f}}},
        {"rot -0.64350111", {{0, 0}, {0.8f, -0.6f}, {1.4f, 0.2f}, {0.6f, 0.8f}}},
        {"scale 3", {{0, 0}, {3, 0}, {3, 3}, {0, 3}}},
        {"trans 5 -7", {{5, -7}, {6, -7}, {6, -6}, {5, -6}}},
        {"trans 5 -7 scale 3 rot 0.64350111 mirror", {{7.4f, -5.2f}, {5, -7}, {3.2f, -4.6f}, {5.6f, -2.8f}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text, "nff\nA\n4\n0 0 0\n4 0 0\n4 2 0\n0 2 0\n1\n4 0 1 2 3 0xfff _v_none %s\n",
                 cases[i].words);
        tlb_document *document = open_text(text);
        tlb_scene *scene;
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
        const tlb_mesh *mesh = &scene->meshes[0];
        uint32_t found = 0;
        for (uint32_t k = 0; k < mesh->vertex_count; k++)
            for (int corner = 0; corner < 4; corner++)
                if (mesh->positions[k][0] == corners[corner][0] &&
                    mesh->positions[k][1] == -corners[corner][1]) {
                    assert_true(fabsf(mesh->uv[0][k][0] - cases[i].uv[corner][0]) < 1e-5f);
                    assert_true(fabsf(mesh->uv[0][k][1] - (1 - cases[i].uv[corner][1])) < 1e-5f);
                    found |= 1u << corner;
                }
        assert_int_equal(found, 15);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

static void texel_of(const tlb_image *image, uint32_t at, uint8_t texel[4])
{
    memcpy(texel,
           image->format == TLB_PIXELS_INDEXED ? image->palette[image->pixels[at]] : image->pixels + 4 * at,
           4);
}

/* Black is a hole in textures of kinds t and u, whatever alpha the file has, with a palette or without. */
static void black_is_a_hole_in_textures_with_transparency(void **state)
{
    static const uint8_t tga[] = {0,  0, 2, 0, 0,   0, 0, 0, 0,  0, 0, 0, 4,  0, 1, 0, 32,
                                  40, 0, 0, 0, 255, 0, 0, 9, 40, 0, 7, 0, 40, 5, 0, 0, 40}; /* BGRA */
    bytes_copy png = load_file("fuzz/seeds/png/indexed.png");
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    (void)state;
    assert_non_null(folder);
    put_in_folder(folder, "a.tga", tga, sizeof tga);
    put_in_folder(folder, "b.png", png.data, png.size);
    free(png.data);
    for (int picture = 0; picture < 2; picture++) {
        tlb_scene *scenes[4];
        for (int i = 0; i < 4; i++) {
            char text[200];
            snprintf(text, sizeof text,
                     "nff\nversion 2.1\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff _%c_%c\n", "vstu"[i],
                     "ab"[picture]);
            put_in_folder(folder, "a.nff", text, strlen(text));
            scenes[i] = scene_in(folder, "a.nff");
            assert_int_equal(scenes[i]->materials[0].alpha_mode, i < 2 ? TLB_ALPHA_OPAQUE : TLB_ALPHA_MASK);
        }
        const tlb_image *cleared = &scenes[2]->images[0];
        uint32_t holes = 0;
        for (uint32_t k = 0; k < cleared->width * cleared->height; k++) {
            uint8_t texel[4], other[4];
            texel_of(cleared, k, texel);
            texel_of(&scenes[3]->images[0], k, other);
            assert_memory_equal(texel, other, 4);
            assert_int_equal(texel[3], texel[0] || texel[1] || texel[2] ? 255 : 0);
            holes += !texel[3];
        }
        assert_int_equal(holes, 1);
        for (int i = 0; i < 4; i++)
            tlb_scene_free(scenes[i]);
    }
    remove_folder(folder);
    tlb_arena_release(&arena);
}

/* What is mirrored keeps its front. */
static void mirrored_meshes_are_turned_around(void **state)
{
    (void)state;
    tlb_document *document = open_text("nff\nversion 2.1\nA\n3\n1 0 0\n3 0 0\n1 2 5\n1\n3 0 1 2 0xff0000\n");
    tlb_scene *scene;
    tlb_files *files;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    scene->nodes[0].scale[0] = -1;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("nff"), "a.nff", NULL, &files),
                     TLB_OK);
    static const char expected[] =
        "nff\nversion 2.1\n\nA\n3\n-1 0 0 norm 0 -0.9284767 0.37139067\n"
        "-1 2 5 norm 0 -0.9284767 0.37139067\n-3 0 0 norm 0 -0.9284767 0.37139067\n"
        "1\n3 0 1 2 0xff0000\n";
    assert_int_equal(files->data[0].bytes.size, sizeof expected - 1);
    assert_memory_equal(files->data[0].bytes.data, expected, sizeof expected - 1);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_are_at_their_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(baked_normals_raise_the_version, set_up, tear_down),
        cmocka_unit_test_setup_teardown(older_versions_say_what_they_can, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknown_versions_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shadings_of_other_versions_are_noted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bff_says_whose_layout_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_first_portal_on_the_way_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(portals_may_be_of_any_shape, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_portal_without_area_is_not_crossed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(portals_may_face_any_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(black_is_a_hole_in_textures_with_transparency, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mirrored_meshes_are_turned_around, set_up, tear_down),
        cmocka_unit_test_setup_teardown(universes_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(polygons_are_told_by_their_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_drawn_is_told_with_its_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keywords_move_textures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_viewpoint_is_a_camera, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
