/* NFF as scenes, to the letter: vertices and parts of meshes, and what materials are made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/buffer.h"
#include "base/context.h"
#include "image/image.h"
#include "temporary.h"
#include "trilobite/trilobite.h"

static tlb_document *open_file(folder_fixture *f, const char *text)
{
    char path[512];
    tlb_document *document;
    put_in_folder(f->folder, "a.nff", text, strlen(text));
    snprintf(path, sizeof path, "%s/a.nff", f->folder);
    assert_int_equal(tlb_open_path(f->context, path, NULL, &document), TLB_OK);
    return document;
}

static tlb_scene *scene_of(folder_fixture *f, const char *text)
{
    tlb_scene *scene;
    tlb_document *document = open_file(f, text);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    tlb_document_free(document);
    return scene;
}

static void put(tlb_buffer *out, const float *values, int count, const char *after)
{
    for (int i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%g", i ? " " : "", (double)(values[i] + 0.0f)); /* 0 for -0 */
        tlb_buffer_text(out, text);
    }
    tlb_buffer_text(out, after);
}

/* A line for each vertex, then for each part: its material and its triangles. */
static void assert_mesh(folder_fixture *f, const tlb_mesh *mesh, const char *expected)
{
    tlb_buffer out = {.account = f->context->account};
    char text[64];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        put(&out, mesh->positions[i], 3, " n ");
        put(&out, mesh->normals[i], 3, "");
        if (mesh->uv[0]) {
            tlb_buffer_text(&out, " uv ");
            put(&out, mesh->uv[0][i], 2, "");
        }
        for (int k = 0; mesh->colors && k < 4; k++) {
            snprintf(text, sizeof text, " %x", mesh->colors[i][k]);
            tlb_buffer_text(&out, text);
        }
        tlb_buffer_text(&out, "\n");
    }
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        snprintf(text, sizeof text, "%d:", mesh->parts[i].material);
        tlb_buffer_text(&out, text);
        for (uint32_t k = 0; k < mesh->parts[i].index_count; k++) {
            snprintf(text, sizeof text, " %u", mesh->indices[mesh->parts[i].first_index + k]);
            tlb_buffer_text(&out, text);
        }
        tlb_buffer_text(&out, "\n");
    }
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected);
    tlb_buffer_free(&out);
}

/* --- vertices ----------------------------------------------------------------------------------------- */

/* Two triangles that show a vertex alike share it if it has a normal, which is made one of unit length. */
static void vertices_with_normals_are_shared(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of(f, "nff\nA\n4\n0 0 1 norm 0 0 2\n2 0 1 norm 0 -1 0\n2 2 1 norm 0 1 0\n"
                                   "0 2 1 norm 1 0 0\n2\n3 0 1 2 0xfff\n3 0 2 3 0xfff\n");
    assert_mesh(f, &scene->meshes[0],
                "0 0 -1 n 0 0 -1\n2 0 -1 n 0 1 0\n2 -2 -1 n 0 -1 0\n0 -2 -1 n 1 0 0\n0: 0 1 2 0 2 3\n");
    tlb_scene_free(scene);
}

/* Where one has none, or one without direction, all corners have the polygon's. */
static void others_have_the_normals_of_polygons(void **state)
{
    folder_fixture *f = *state;
    static const char square[] = "0 0 -1 n 0 0 -1\n2 0 -1 n 0 0 -1\n2 -2 -1 n 0 0 -1\n0: 0 1 2\n";
    static const char *const last[] = {"", "norm 0 0 0"};
    for (int i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "nff\nA\n3\n0 0 1 norm 1 0 0\n2 0 1 norm 0 1 0\n2 2 1 %s\n1\n3 0 1 2 0xfff\n", last[i]);
        tlb_scene *scene = scene_of(f, text);
        assert_mesh(f, &scene->meshes[0], square);
        tlb_scene_free(scene);
    }
    /* What has no area faces up. */
    tlb_scene *scene = scene_of(f, "nff\nA\n3\n0 0 1\n1 0 1\n2 0 1\n1\n3 0 1 2 0xfff\n");
    assert_mesh(f, &scene->meshes[0], "0 0 -1 n 0 1 0\n1 0 -1 n 0 1 0\n2 0 -1 n 0 1 0\n0: 0 1 2\n");
    tlb_scene_free(scene);
}

/* Of three materials, met as blue, red, blue: two parts. Colors of vertices count where all corners have one,
 * and what has none is white. */
static void parts_are_in_the_order_of_materials(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene =
        scene_of(f, "nff\nA\n4\n0 0 0 norm 0 0 1 rgb 0xff0080\n1 0 0 norm 0 0 1 rgb 0xffffff\n"
                    "1 1 0 norm 0 0 1 rgb 0x000000\n0 1 0 norm 0 0 1\n"
                    "4\n3 0 2 3 0x0000ff\n3 0 1 2 0xff0000 both\n3 1 2 3 0x0000ff\n4 0 1 2 3 0x0000ff\n"
                    "B\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0x0000ff\n");
    assert_mesh(f, &scene->meshes[0],
                "0 0 0 n 0 0 -1 ffff ffff ffff ffff\n1 -1 0 n 0 0 -1 ffff ffff ffff ffff\n"
                "0 -1 0 n 0 0 -1 ffff ffff ffff ffff\n"
                "0 0 0 n 0 0 -1 ffff 0 3742 ffff\n1 0 0 n 0 0 -1 ffff ffff ffff ffff\n"
                "1 -1 0 n 0 0 -1 0 0 0 ffff\n"
                "1 0 0 n 0 0 -1 ffff ffff ffff ffff\n1 -1 0 n 0 0 -1 ffff ffff ffff ffff\n"
                "0 0 0 n 0 0 -1 ffff ffff ffff ffff\n"
                "0: 0 1 2 6 7 2 8 6 7 8 7 2\n1: 3 4 5\n");
    assert_mesh(f, &scene->meshes[1], "0 0 0 n 0 0 -1\n1 0 0 n 0 0 -1\n0 -1 0 n 0 0 -1\n0: 0 1 2\n");
    assert_int_equal(scene->material_count, 2);
    assert_true(scene->materials[1].double_sided && !scene->materials[0].double_sided);
    assert_string_equal(scene->materials[0].name, "0x0000ff");
    assert_string_equal(scene->materials[1].name, "0xffffff");
    tlb_scene_free(scene);
}

/* Texture coordinates count where all corners have some; else the texture is laid on the polygon, along its
 * first edge that has a length. */
static void textures_lie_where_their_coordinates_are(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene =
        scene_of(f, "nff\nA\n5\n0 0 0 norm 0 0 1 uv 3 4\n4 0 0 norm 0 0 1 uv 5 6\n4 2 0 norm 0 0 1 uv 7 8\n"
                    "0 2 0 norm 0 0 1\n0 2 0 norm 0 0 1\n"
                    "4\n3 0 1 2 0xfff _v_a\n3 2 1 0 0xfff _v_a\n4 3 4 0 1 0xfff _v_a\n3 0 1 2 0xfff\n");
    assert_mesh(f, &scene->meshes[0],
                "0 0 0 n 0 0 -1 uv 3 -3\n4 0 0 n 0 0 -1 uv 5 -5\n4 -2 0 n 0 0 -1 uv 7 -7\n"
                "0 -2 0 n 0 0 -1 uv 0 1\n0 -2 0 n 0 0 -1 uv 0 1\n0 0 0 n 0 0 -1 uv 1 1\n"
                "4 0 0 n 0 0 -1 uv 1 0\n"
                "0 0 0 n 0 0 -1 uv 0 0\n4 0 0 n 0 0 -1 uv 0 0\n4 -2 0 n 0 0 -1 uv 0 0\n"
                "0: 0 1 2 2 1 0 3 4 5 3 5 6\n1: 7 8 9\n");
    tlb_scene_free(scene);
}

/* What is as flat as a line has no extent that the texture could have; it is moved all the same. */
static void textures_lie_on_lines_too(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene =
        scene_of(f, "nff\nA\n3\n0 0 0\n2 0 0\n4 0 0\n1\n3 0 1 2 0xfff _v_a scale 2 trans 5 7\n");
    assert_mesh(f, &scene->meshes[0],
                "0 0 0 n 0 1 0 uv 5 -6\n2 0 0 n 0 1 0 uv 6 -6\n4 0 0 n 0 1 0 uv 7 -6\n0: 0 1 2\n");
    tlb_scene_free(scene);
    scene = scene_of(f, "nff\nA\n3\n0 0 0\n2 0 0\n0 2 0\n1\n3 0 1 2 0xfff _v_a scale 3e38 trans 3e38 0\n");
    assert_mesh(
        f, &scene->meshes[0],
        "0 0 0 n 0 0 -1 uv 3e+38 1\n2 0 0 n 0 0 -1 uv 0 1\n0 -2 0 n 0 0 -1 uv 3e+38 -3e+38\n0: 0 1 2\n");
    tlb_scene_free(scene);
}

/* --- materials ---------------------------------------------------------------------------------------- */

static const tlb_material *material_named(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (strcmp(scene->materials[i].name, name) == 0)
            return &scene->materials[i];
    fail_msg("there is no material \"%s\"", name);
    return NULL;
}

static void assert_color(const float color[4], float r, float g, float b, float a)
{
    const float wanted[4] = {r, g, b, a};
    for (int k = 0; k < 4; k++)
        assert_float_equal(color[k], wanted[k], 1e-5);
}

/* A table belongs to an object; its numbers are bounded, and sRGB. */
static void tables_say_what_materials_are(void **state)
{
    folder_fixture *f = *state;
    static const char one[] = "mat\nversion 3.0\nvalid diffuse\nmatdef glass\ndiffuse .5 -1 2\nopacity 0.25\n"
                              "matdef\nambientdiffuse 0 0 1\nemission 0 .5 3\nspecular 1 2 3\nalpha 4\n";
    static const char other[] = "matdef stone\nambient 0 1 0\n";
    put_in_folder(f->folder, "one.mat", one, sizeof one - 1);
    put_in_folder(f->folder, "other.mat", other, sizeof other - 1);
    tlb_scene *scene =
        scene_of(f, "nff\nversion 3.0\nA\nmtable one\n3\n0 0 0\n1 0 0\n0 1 0\n"
                    "3\n3 0 1 2 matid 0\n3 0 1 2 matid 1 both\n3 0 1 2 matid 0\n"
                    "B\nmtable other.mat\n3\n0 0 0\n1 0 0\n0 1 0\n2\n2 0 1 matid 0\n3 0 1 2 matid 0\n");
    assert_int_equal(scene->material_count, 3);
    const tlb_material *glass = material_named(scene, "glass");
    assert_color(glass->color, 0.21404114f, 0, 1, 0.25f);
    assert_int_equal(glass->alpha_mode, TLB_ALPHA_BLEND);
    assert_null(glass->extras);
    const tlb_material *blue = material_named(scene, "material 1");
    assert_color(blue->color, 0, 0, 1, 1);
    assert_int_equal(blue->alpha_mode, TLB_ALPHA_OPAQUE);
    assert_true(blue->double_sided);
    assert_float_equal(blue->emissive[1], 0.21404114f, 1e-5);
    assert_true(blue->emissive[0] == 0 && blue->emissive[2] == 1);
    assert_non_null(tlb_value_get(blue->extras, "ambient"));
    assert_non_null(tlb_value_get(blue->extras, "specular"));
    assert_null(tlb_value_get(blue->extras, "shininess"));
    assert_color(material_named(scene, "stone")->color, 1, 1, 1, 1);
    tlb_scene_free(scene);
}

/* Black is a hole, whichever its index: the others keep their colors. */
static void holes_are_cut_into_palettes(void **state)
{
    enum { COLORS = 40, HOLE = 33 };
    folder_fixture *f = *state;
    uint8_t palette[256][4] = {{0}}, indices[COLORS];
    for (int i = 0; i < 256; i++)
        memcpy(palette[i], (uint8_t[]){(uint8_t)(i == HOLE ? 0 : i + 1), 0, 0, 255}, 4);
    for (int i = 0; i < COLORS; i++)
        indices[i] = (uint8_t)i;
    tlb_image image = {.format = TLB_PIXELS_INDEXED, .width = COLORS, .height = 1, .pixels = indices};
    image.palette = (const uint8_t(*)[4])palette;
    tlb_buffer png = {.account = f->context->account};
    assert_int_equal(tlb_png_encode(&image, &png), TLB_OK);
    put_in_folder(f->folder, "p.png", png.data, png.size);
    tlb_buffer_free(&png);
    tlb_scene *scene = scene_of(f, "nff\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff _t_p\n");
    const tlb_image *cleared = &scene->images[0];
    assert_int_equal(cleared->format, TLB_PIXELS_INDEXED);
    for (int i = 0; i < COLORS; i++) {
        palette[i][3] = i == HOLE ? 0 : 255;
        assert_memory_equal(cleared->palette[cleared->pixels[i]], palette[i], 4);
    }
    assert_int_equal(cleared->encoded.size, 0);
    assert_null(cleared->mime_type);
    tlb_scene_free(scene);
}

static void holes_are_cut_into_pixels(void **state)
{
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 24, 0x20,
                                  1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9, 9, 9, 0, 0,  0}; /* BGR */
    folder_fixture *f = *state;
    put_in_folder(f->folder, "p.tga", tga, sizeof tga);
    tlb_scene *scene = scene_of(f, "nff\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff _u_p\n");
    static const uint8_t pixels[] = {0, 0, 1, 255, 0, 1, 0, 255, 1, 0, 0, 255,
                                     0, 0, 0, 0,   9, 9, 9, 255, 0, 0, 0, 0};
    assert_memory_equal(scene->images[0].pixels, pixels, sizeof pixels);
    assert_int_equal(scene->images[0].encoded.size, 0);
    tlb_scene_free(scene);
}

/* They are told once, by the first of them. */
static void wrong_lines_of_tables_are_left_out(void **state)
{
    folder_fixture *f = *state;
    static const char table[] = "mat\n\n// nothing\nmatdef red\ndiffuse 1 x 0\nspecular 1 2 3\nglitter 1\n"
                                "matdef green grass\nopacity .5\n";
    put_in_folder(f->folder, "t.mat", table, sizeof table - 1);
    tlb_scene *scene = scene_of(f, "nff\nA\nmtable t\n3\n0 0 0\n1 0 0\n0 1 0\n2\n3 0 1 2 matid 0\n"
                                   "3 0 1 2 matid 1\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message,
                        "material table \"t\": nonempty line 3 is invalid");
    assert_non_null(tlb_value_get(material_named(scene, "red")->extras, "specular"));
    assert_color(material_named(scene, "red")->color, 1, 1, 1, 1);
    assert_color(material_named(scene, "green")->color, 1, 1, 1, 0.5f);
    tlb_scene_free(scene);
}

/* Polygons have their color then. A table without materials was told already, as it was not found or is
 * wrong. */
static void unknown_materials_are_told(void **state)
{
    folder_fixture *f = *state;
    static const char *const told[][2] = {
        {"objects[0].polygons[1].matid", "material 1 out of range; number of materials: 1"},
        {"objects[0].polygons[2].matid", "material 2 out of range; number of materials: 1"},
        {"objects[2].mtable", "material table \"lost\" not found"}};
    put_in_folder(f->folder, "t.mat", "matdef red\n", 11);
    put_in_folder(f->folder, "none.mat", "mat\n", 4);
    tlb_scene *scene = scene_of(f, "nff\nA\nmtable t\n3\n0 0 0\n1 0 0\n0 1 0\n"
                                   "3\n3 0 1 2 matid 0\n3 0 1 2 matid 1 0xf00\n3 0 1 2 matid 2\n"
                                   "B\nmtable none\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 matid 0\n"
                                   "C\nmtable lost\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 matid 0\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(tlb_diagnostic_at(f->context, i)->path, told[i][0]);
        assert_string_equal(tlb_diagnostic_at(f->context, i)->message, told[i][1]);
    }
    assert_color(material_named(scene, "0xff0000")->color, 1, 0, 0, 1);
    tlb_scene_free(scene);
}

/* --- what is not drawn -------------------------------------------------------------------------------- */

static void what_is_not_drawn_is_told(void **state)
{
    folder_fixture *f = *state;
    static const char *const told[] = {
        "not drawn: 1 corner", "not drawn: 2 corners",
        "not drawn: vertex index 4 of corner 1 out of range; number of vertices: 4",
        "not drawn: the position of vertex 3 is infinite or NaN"};
    tlb_document *document = open_file(f, "nff\nA\n4\n0 0 0\n1 0 0\n0 1 0\n5 5 5\n"
                                          "4\n1 0 0xfff\n2 0 1 0xfff\n3 0 4 1 0xfff\n3 0 1 3 0xfff\n");
    tlb_document_nff(document)->objects.data[0].vertices.data[3].position[1] = NAN;
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 0);
    assert_int_equal(tlb_diagnostic_count(f->context), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(tlb_diagnostic_at(f->context, i)->message, told[i]);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* --- nodes -------------------------------------------------------------------------------------------- */

/* A portal is a node at the middle of its polygon; a run of equal colors below textures is one row. */
static void portals_and_hidden_colors_are_kept(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of(f, "nff\nversion 2.1\nA =on\nmtable no\n4\n0 0 0\n4 0 0\n4 2 6\n0 2 6\n"
                                   "5\n3 0 1 2 0xff0000\n4 0 1 2 3 0x00ff00 _v_a -B\n3 0 1 2 0x00ff00 _v_a\n"
                                   "3 0 1 2 0x0000ff _v_a\n3 0 9 2 0xfff -C\n");
    assert_int_equal(scene->node_count, 3);
    assert_string_equal(scene->nodes[1].name, "B");
    assert_int_equal(scene->nodes[1].parent, 0);
    static const float middle[3] = {2, -1, -3};
    assert_memory_equal(scene->nodes[1].translation, middle, sizeof middle);
    const tlb_value *extras = scene->nodes[0].extras;
    assert_string_equal(tlb_value_get(extras, "shading")->as.text.data, "on");
    assert_string_equal(tlb_value_get(extras, "mtable")->as.text.data, "no");
    static const int64_t rows[2][2] = {{1, 2}, {3, 1}};
    static const char *const colors[2] = {"0x00ff00", "0x0000ff"};
    const tlb_value *row = tlb_value_get(extras, "colors")->as.members.first;
    for (int i = 0; i < 2; i++, row = row->next) {
        const tlb_value *first = row->as.members.first;
        assert_int_equal(first->as.integer, rows[i][0]);
        assert_int_equal(first->next->as.integer, rows[i][1]);
        assert_string_equal(first->next->next->as.text.data, colors[i]);
    }
    assert_null(row);
    assert_string_equal(tlb_value_get(scene->nodes[2].extras, "portal")->as.text.data, "C");
    assert_null(tlb_value_get(scene->nodes[2].extras, "part"));
    tlb_scene_free(scene);
}

static void the_header_is_kept(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of(f, "nff\nversion 2.09\nviewdir 1 2 -2\nA\n0\n0\n");
    assert_float_equal(tlb_value_get(scene->extras, "version")->as.real, 2.09, 1e-6);
    assert_int_equal(scene->nodes[0].camera, 0);
    const tlb_value *way = tlb_value_get(scene->nodes[0].extras, "viewdir")->as.members.first;
    assert_true(way->as.real == 1 && way->next->as.real == 2 && way->next->next->as.real == -2);
    assert_null(tlb_value_get(scene->nodes[0].extras, "viewpos"));
    tlb_scene_free(scene);
    scene = scene_of(f, "nff\nviewpos 1 2 -2\nA\n0\n0\n");
    assert_null(tlb_value_get(scene->extras, "version"));
    assert_int_equal(scene->nodes[0].camera, 0);
    const tlb_value *at = tlb_value_get(scene->nodes[0].extras, "viewpos")->as.members.first;
    assert_true(at->as.real == 1 && at->next->as.real == 2 && at->next->next->as.real == -2);
    assert_null(tlb_value_get(scene->nodes[0].extras, "viewdir"));
    assert_true(scene->nodes[0].rotation[3] == 1);
    tlb_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(vertices_with_normals_are_shared, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(others_have_the_normals_of_polygons, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(parts_are_in_the_order_of_materials, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(textures_lie_where_their_coordinates_are, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(tables_say_what_materials_are, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(wrong_lines_of_tables_are_left_out, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(unknown_materials_are_told, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(what_is_not_drawn_is_told, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(portals_and_hidden_colors_are_kept, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(the_header_is_kept, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(holes_are_cut_into_palettes, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(holes_are_cut_into_pixels, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(textures_lie_on_lines_too, begin_folder, end_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
