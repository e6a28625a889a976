/* OBJ as a document and as a scene. Numbers are worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/interchange/obj/obj.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.obj", NULL, &document), TLB_OK);
    return document;
}

static tlb_scene *scene_of(tlb_document *document)
{
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    return scene;
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, strlen(expected));
    assert_memory_equal(bytes.data, expected, bytes.size);
}

/* --- the text ----------------------------------------------------------------------------------------- */

/* Read and write are one description: the values are compared with what the text says. */
static void each_statement_is_read(void **state)
{
    (void)state;
    static const char text[] = "mtllib a b.mtl c.mtl\r\nv 1 -2.5 3e1 0.5\r\nv 1 2 3 0.25 0.5 1 # c\r\n"
                               "vt .5\r\nvn 0 1 0\r\nvp 1 2\r\ng  one two \r\ns 7\r\ns off\r\nusemtl x #1\r\n"
                               "f 1/2/3 -1//-3 4/5 6\r\nl 1 2\r\np 9\r\ncurv2 1 \\\r\n 2\r\n";
    tlb_document *document = open_text(text);
    const tlb_obj *obj = tlb_document_obj(document);
    assert_int_equal(obj->statement_count, 14);
    assert_int_equal(obj->crlf, 1);
    assert_int_equal(obj->v.count, 2);
    assert_true(obj->v.data[0][1] == -2.5f && obj->v.data[0][2] == 30 && obj->v.data[1][2] == 3);
    assert_int_equal(obj->given[1], 4);
    assert_int_equal(obj->given[2], 6);
    assert_int_equal(obj->more.count, 4);
    assert_true(obj->more.data[0] == 0.5f && obj->more.data[1] == 0.25f && obj->more.data[3] == 1);
    assert_true(obj->vt.data[0][0] == 0.5f && obj->vn.data[0][1] == 1 && obj->vp.data[0][1] == 2);
    assert_memory_equal(obj->g.data[0].data, "one two", 7);
    assert_int_equal(obj->s.data[0], 7);
    assert_int_equal(obj->s.data[1], 0);
    assert_int_equal(obj->usemtl.data[0].size, 4);
    static const tlb_obj_corner corners[] = {{1, 2, 3}, {-1, 0, -3}, {4, 5, 0}, {6, 0, 0},
                                             {1, 0, 0}, {2, 0, 0},   {9, 0, 0}};
    assert_int_equal(obj->corners.count, 7);
    assert_memory_equal(obj->corners.data, corners, sizeof corners);
    assert_int_equal(obj->other.data[0].size, strlen("curv2 1 \\\r\n 2"));
    assert_saved(document, text);
    tlb_document_free(document);
}

static void changed_values_keep_the_rest(void **state)
{
    (void)state;
    tlb_document *document = open_text("# a\nv  1.50 2 3 # b\nf 1 1 1\ns off\n# end");
    tlb_obj *obj = tlb_document_obj(document);
    obj->v.data[0][1] = 7;
    obj->corners.data[1].vn = -1;
    obj->s.data[0] = 2;
    assert_saved(document, "# a\nv  1.50 7 3 # b\nf 1 1//-1 1\ns 2\n# end");
    tlb_document_free(document);
}

static void what_cannot_be_spelled_is_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"a\nb", " a", "a "};
    tlb_bytes bytes;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tlb_document *document = open_text("o x\n");
        tlb_document_obj(document)->o.data[0] = (tlb_text){names[i], (uint32_t)strlen(names[i])};
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        tlb_document_free(document);
    }
    assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_NAME), 3);
    tlb_document *document = open_text("v 1 2 3\nf 1 1 1\n");
    tlb_document_obj(document)->f.data[0].count = 4;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_VALUE), 1);
    tlb_document_free(document);
}

static void blanks_around_names_are_none_of_them(void **state)
{
    (void)state;
    tlb_document *document = open_text("o  a b \t \ng c\n");
    const tlb_text name = tlb_document_obj(document)->o.data[0];
    assert_int_equal(name.size, 3);
    assert_memory_equal(name.data, "a b", 3);
    tlb_document_free(document);
}

static void libraries_may_have_blanks(void **state)
{
    (void)state;
    static const char *const names[] = {"a b.mtl", "C.MTL", "d e"};
    tlb_text files = {" a b.mtl  C.MTL d e", 19}, name;
    uint32_t at = 0;
    for (int i = 0; i < 3; i++) {
        assert_true(tlb_obj_next_file(files, &at, &name));
        assert_int_equal(name.size, strlen(names[i]));
        assert_memory_equal(name.data, names[i], name.size);
    }
    assert_false(tlb_obj_next_file(files, &at, &name));
}

static bool append(void *user, const void *data, size_t size)
{
    strncat(user, data, size);
    return true;
}

static void assert_info(const char *text, const char *expected)
{
    tlb_document *document = open_text(text);
    const tlb_value *info;
    char json[2048] = "";
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_int_equal(tlb_value_json(context, info, true, (tlb_sink){append, json}), TLB_OK);
    if (!strstr(json, expected))
        print_error("%s\nlacks %s\n", json, expected);
    assert_non_null(strstr(json, expected));
    tlb_document_free(document);
}

static void info_counts_each_statement(void **state)
{
    (void)state;
    static const char text[] = "mtllib a.mtl b.mtl\nmtllib a.mtl\nv 1 2 3\nv 4 -5 6\nv 1 2 9\nv 7 7 7\nv 99 "
                               "99 99\nvt 0 0\nvn 0 0 1\n"
                               "vn 0 1 0\no A\ng x\ng y\nusemtl m\nusemtl n\nf 1 2 3\nf 1 -4 -3 -2\nf 1 1\nl "
                               "1 5\nl 2 3\np 1\np 1\np 1\n";
    assert_info(text, "\"vertices\":5,\"triangles\":3,");
    assert_info(text, "\"bounds\":{\"min\":[1,-5,3],\"max\":[7,7,9]}");
    assert_info(text, "\"materials\":[\"m\",\"n\"]");
    assert_info(text, "[\"a.mtl\",\"b.mtl\"]");
    assert_info(
        text,
        "\"statements\":23,\"faces\":3,\"lines\":2,\"points\":3,\"uvs\":1,\"normals\":2,\"colors\":false,"
        "\"objects\":[\"A\"],\"groups\":[\"x\",\"y\"]");
}

/* A color needs three more numbers of each vertex; a file of no vertices has none. */
static void info_knows_colors(void **state)
{
    (void)state;
    assert_info("v 1 2 3 1 0 0\nv 1 2 3 0 1 0\n", "\"colors\":true");
    assert_info("v 1 2 3 1 0 0\nv 1 2 3\n", "\"colors\":false");
    assert_info("o nothing\n", "\"colors\":false");
}

/* Files that were joined have several byte order marks. */
static void a_mark_may_begin_any_line(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbfv 0 0 0\n# x\n\xef\xbb\xbf\\ else\nv 1 0 0\n\xef\xbb\xbf";
    tlb_document *document = open_text(text);
    const tlb_obj *obj = tlb_document_obj(document);
    assert_int_equal(obj->v.count, 2);
    assert_saved(document, text);
    tlb_document_free(document);
}

/* IQE, which has vertices of similar words, and other texts are not OBJ. */
static void other_texts_are_not_obj(void **state)
{
    (void)state;
    static const char *const texts[] = {"# x\nvp 0 0 0\nvn 0 0 1\n", "hello\n", "", "v one\n",
                                        "nff\nversion 2\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(tlb_obj_probe((tlb_bytes){(const uint8_t *)texts[i], strlen(texts[i])}), 0);
    static const char obj[] = "\xef\xbb\xbf# x\nmtllib a\nv 0 0 0";
    assert_true(tlb_obj_probe((tlb_bytes){(const uint8_t *)obj, sizeof obj - 1}) > 0);
}

/* --- rules -------------------------------------------------------------------------------------------- */

static void each_rule_is_broken_once(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tlb_code code;
    } broken[] = {
        {"v 0 0 0\nf 1 1 2\n", TLB_CODE_OBJ_INDEX},
        {"v 0 0 0\nl -1 -2\n", TLB_CODE_OBJ_INDEX},
        {"v 0 0 0\nf 0 1 1\n", TLB_CODE_OBJ_INDEX},
        {"v 0 0 0\nf 1/1 1/1 1/1\n", TLB_CODE_OBJ_INDEX},
        {"v 0 0 0\nf 1 1\n", TLB_CODE_OBJ_FEW_CORNERS},
        {"v 0 nan 0\n", TLB_CODE_OBJ_NOT_FINITE},
        {"v 0 0 0\nv 1 0 0\nf 1 2 1\n", TLB_CODE_OBJ_REPEATED_CORNER},
        {"v 0 0 0\nvt 0 0\nl 1 1/1\n", TLB_CODE_OBJ_MIXED_CORNERS},
        {"v 0 0 0\nvn 0 0 2\n", TLB_CODE_OBJ_NORMAL_LENGTH},
        {"v 0 0 0\nwhat is this\n", TLB_CODE_OBJ_STATEMENT},
        {"o nothing\n", TLB_CODE_OBJ_NO_VERTEX},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        tlb_document *document = open_text(broken[i].text);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_true(tlb_code_total(context, broken[i].code) > 0);
        tlb_document_free(document);
    }
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static double area_of(const tlb_mesh *mesh)
{
    double area = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        double a[3], b[3], n[3];
        for (int k = 0; k < 3; k++) {
            const float *first = mesh->positions[mesh->indices[i]];
            a[k] = (double)mesh->positions[mesh->indices[i + 1]][k] - (double)first[k];
            b[k] = (double)mesh->positions[mesh->indices[i + 2]][k] - (double)first[k];
        }
        for (int k = 0; k < 3; k++)
            n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        area += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    }
    return area;
}

/* A square of side 4 with a square hole of side 2, whose edges are joined by a cut that is passed twice. */
static void holes_stay_open(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 0\nv 1 3 0\nv 3 3 0\nv 3 1 0\n"
                  "f 1 2 3 4 1 5 6 7 8 5\n");
    tlb_scene *scene = scene_of(document);
    assert_int_equal(scene->meshes[0].index_count, 3 * 8);
    assert_true(fabs(area_of(&scene->meshes[0]) - 12) < 1e-6);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* Two faces at a right angle: one normal at the edge between them in a smoothing group, two outside. */
static void smoothing_groups_share_normals(void **state)
{
    (void)state;
    static const char square[] =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 -1\nv 0 1 -1\n%s\nf 1 2 3 4\nf 1 4 6 5\n";
    static const struct {
        const char *smoothing;
        uint32_t vertices;
        float x, z;
    } cases[] = {{"s off", 8, 0, 1}, {"s 1", 6, -0.70710677f, 0.70710677f}, {"", 8, 0, 1}};
    for (int i = 0; i < 3; i++) {
        char text[256];
        snprintf(text, sizeof text, square, cases[i].smoothing);
        tlb_document *document = open_text(text);
        tlb_scene *scene = scene_of(document);
        const tlb_mesh *mesh = &scene->meshes[0];
        assert_int_equal(mesh->vertex_count, cases[i].vertices);
        assert_true(fabsf(mesh->normals[0][0] - cases[i].x) < 1e-6f);
        assert_true(fabsf(mesh->normals[0][2] - cases[i].z) < 1e-6f);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

/* Groups below their objects; what is named again goes on; indices from the end; colors; UVs from the top. */
static void objects_and_groups_are_nodes(void **state)
{
    (void)state;
    tlb_document *document = open_text(
        "v 0 0 0\nv 1 0 0 1 0 0\nv 1 1 0\nvt 0.25 0.75\no A\ng x y\nf -3/1 -2/1 -1/1\no B\nf 1 2 3\n"
        "o A\ng x y\nf 3 2 1\nusemtl m\nf 1 2 3\nv 9 9 9\n");
    tlb_scene *scene = scene_of(document);
    assert_int_equal(scene->node_count, 3);
    assert_string_equal(scene->nodes[0].name, "A");
    assert_int_equal(scene->nodes[0].mesh, TLB_NONE);
    assert_string_equal(scene->nodes[1].name, "x y");
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_string_equal(scene->nodes[2].name, "B");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->index_count, 9);
    assert_int_equal(mesh->part_count, 2);
    assert_int_equal(mesh->parts[0].material, TLB_NONE);
    assert_int_equal(mesh->parts[1].material, 0);
    assert_true(mesh->uv[0][0][0] == 0.25f && mesh->uv[0][0][1] == 0.25f);
    assert_int_equal(mesh->colors[1][0], UINT16_MAX);
    assert_int_equal(mesh->colors[1][1], 0);
    assert_int_equal(mesh->colors[0][1], UINT16_MAX);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* Two objects of faces that all have their first vertex in common, each with another UV or smoothing group
 * there, and each face twice. Found one by one these are tens of billions of comparisons, and the test times
 * out. */
static void assert_fans(const char *face)
{
    enum { FACES = 100000, LINE = 32 };
    size_t most = (size_t)5 * FACES * LINE, size;
    char *text = malloc(most);
    assert_non_null(text);
    size = (size_t)snprintf(text, most, "v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\n");
    for (int i = 1; i <= FACES; i++)
        size += (size_t)snprintf(text + size, most - size, "vt %d 0\n", i);
    for (int i = 0; i < 4 * FACES; i++) {
        if (i % (2 * FACES) == 0)
            size += (size_t)snprintf(text + size, most - size, "o %d\n", i);
        size += (size_t)snprintf(text + size, most - size, face, 1 + i % FACES);
    }
    tlb_document *document = open_text(text);
    tlb_scene *scene = scene_of(document);
    assert_int_equal(scene->mesh_count, 2);
    for (int i = 0; i < 2; i++) {
        const tlb_mesh *mesh = &scene->meshes[i];
        const size_t half = (size_t)3 * FACES;
        assert_int_equal(mesh->vertex_count, FACES + 2);
        assert_int_equal(mesh->index_count, 2 * half);
        assert_memory_equal(mesh->indices, mesh->indices + half, half * sizeof *mesh->indices);
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    free(text);
}

static void many_faces_may_share_a_vertex(void **state)
{
    (void)state;
    assert_fans("s 1\nf 1/%d 2 3\n");
    assert_fans("s %d\nf 1 2//1 3//1\n");
}

/* Programs differ in what Tr means, so it only counts alone. */
static void opacity_is_d_whatever_tr_says(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        float opacity;
        uint32_t notes;
    } cases[] = {
        {"", 1, 0},          {"d 0.25", 0.25f, 0}, {"Tr 0.25", 0.75f, 0},     {"d 0.33\nTr 0.67", 0.33f, 0},
        {"d 1\nTr 1", 1, 1}, {"Tr 1\nd 1", 1, 1},  {"Tr 0\nd 0\nTr 0", 0, 1}, {"d red\nTr 1", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char library[128];
        tlb_assets *assets = tlb_assets_create(context);
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_scene *scene;
        options.assets = assets;
        int size = snprintf(library, sizeof library, "newmtl m\n%s\n", cases[i].lines);
        tlb_bytes bytes = {(const uint8_t *)library, (size_t)size};
        assert_int_equal(tlb_assets_add_memory(assets, "m.mtl", bytes), TLB_OK);
        tlb_document *document = open_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl m\nf 1 2 3\n");
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
        assert_float_equal(scene->materials[0].color[3], cases[i].opacity, 1e-6);
        assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_SKIPPED), cases[i].notes);
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_assets_free(assets);
    }
}

static void what_cannot_be_drawn_is_told(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("v 0 0 0\nv 1 0 0\nv 1e999 0 0\nv 0 1 0\nvt 1e999 0\nf 1 2 3\nf 1 2 99999\nf 1 2\nf 1 2 4\n"
                  "f 1/7 2/7 4/1\nl 1 2\np 1\ncurv 0 1 1\n");
    tlb_scene *scene = scene_of(document);
    assert_int_equal(scene->meshes[0].index_count, 6);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_FACE_SKIPPED), 3);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_REPLACED), 3);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OBJ_SKIPPED), 3);
    static const char *const ignored[] = {"there is no texture coordinate 7: ignored",
                                          "there is no texture coordinate 7: ignored",
                                          "texture coordinate 1 is infinite or NaN: ignored"};
    for (size_t i = 0, n = 0; n < 3; i++)
        if (tlb_diagnostic_at(context, i)->code == TLB_CODE_OBJ_REPLACED)
            assert_string_equal(tlb_diagnostic_at(context, i)->message, ignored[n++]);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_statement_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changed_values_keep_the_rest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_spelled_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(blanks_around_names_are_none_of_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(libraries_may_have_blanks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(info_counts_each_statement, set_up, tear_down),
        cmocka_unit_test_setup_teardown(info_knows_colors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mark_may_begin_any_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_texts_are_not_obj, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_rule_is_broken_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(holes_stay_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(smoothing_groups_share_normals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(objects_and_groups_are_nodes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_faces_may_share_a_vertex, set_up, tear_down),
        cmocka_unit_test_setup_teardown(opacity_is_d_whatever_tr_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_drawn_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
