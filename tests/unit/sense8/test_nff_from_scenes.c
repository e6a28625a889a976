/* Scenes as NFF, to the letter: the axes, which vertices are shared, and what goes to a table of materials.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/value.h"
#include "options_text.h"
#include "scenes.h"
#include "trilobite/trilobite.h"

enum { WHITE = UINT16_MAX };

/* Triangles of a quad in the plane z = 3 of the scene, corners (0, 1), (2, 1), (2, 5), (0, 5). */
static tlb_mesh *add_quad(tlb_scene *scene, const char *name, uint32_t parts, unsigned data)
{
    static const float places[4][3] = {{0, 1, 3}, {2, 1, 3}, {2, 5, 3}, {0, 5, 3}};
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, name);
    assert_non_null(mesh);
    assert_true(tlb_mesh_reserve(scene, mesh, 4, parts * 3, parts, data));
    memcpy(mesh->positions, places, sizeof places);
    for (uint32_t i = 0; i < 4; i++) {
        if (mesh->normals)
            memcpy(mesh->normals[i], (const float[]){0, 0, 1}, sizeof mesh->normals[i]);
        if (mesh->uv[0])
            mesh->uv[0][i][0] = places[i][0] / 2, mesh->uv[0][i][1] = (places[i][1] - 1) / 4;
        for (int k = 0; mesh->colors && k < 4; k++)
            mesh->colors[i][k] = WHITE;
    }
    for (uint32_t i = 0; i < parts; i++) {
        mesh->parts[i] = (tlb_part){.material = TLB_NONE, .first_index = 3 * i, .index_count = 3};
        memcpy(mesh->indices + 3 * i, i % 2 ? (const uint32_t[]){0, 2, 3} : (const uint32_t[]){0, 1, 2},
               3 * sizeof *mesh->indices);
    }
    return mesh;
}

static tlb_files *write(const scene_fixture *f, const char *name, const tlb_convert_options *options)
{
    tlb_files *files;
    assert_int_equal(tlb_scene_write(f->context, f->scene, tlb_format_by_name("nff"), name, options, &files),
                     TLB_OK);
    return files;
}

static void assert_text(const tlb_files *files, uint32_t index, const char *expected)
{
    assert_true(index < files->count);
    char *text = test_calloc(files->data[index].bytes.size + 1, 1);
    memcpy(text, files->data[index].bytes.data, files->data[index].bytes.size);
    assert_string_equal(text, expected);
    test_free(text);
}

static void assert_written(const scene_fixture *f, const char *expected)
{
    tlb_files *files = write(f, "a.nff", NULL);
    assert_text(files, 0, expected);
    tlb_files_free(files);
}

/* Y and Z turn around; what is above a node moves it. Without a name of its own an object has its mesh's, or
 * none. */
static void objects_are_in_the_world(void **state)
{
    scene_fixture *f = *state;
    add_quad(f->scene, "Box = //1", 2, 0);
    add_node(f->scene, "World", TLB_NONE, TLB_NONE)->translation[1] = 10;
    add_node(f->scene, "", 0, 0)->translation[0] = 100;
    add_quad(f->scene, "", 1, 0);
    add_node(f->scene, "", TLB_NONE, 1);
    assert_written(f, "nff\nversion 2.1\n\n"
                      "Box____/1\n4\n100 -11 -3\n102 -11 -3\n102 -15 -3\n100 -15 -3\n"
                      "2\n3 0 1 2 0xffffff\n3 0 2 3 0xffffff\n\n"
                      "object\n3\n0 -1 -3\n2 -1 -3\n2 -5 -3\n1\n3 0 1 2 0xffffff\n");
}

/* A vertex is written once for each way in which triangles show it: plain, with its color, which the part's
 * tints, or with texture coordinates, whose v runs upwards. */
static void vertices_are_shared_where_they_are_alike(void **state)
{
    scene_fixture *f = *state;
    tlb_mesh *mesh = add_quad(f->scene, "A", 6, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_COLORS);
    add_node(f->scene, "A", TLB_NONE, 0);
    mesh->colors[3][1] = mesh->colors[3][2] = 0;
    tlb_material *tint = tlb_scene_add_material(f->scene, "tint");
    tint->color[0] = 0;
    tint->double_sided = true;
    tlb_material *wall = tlb_scene_add_material(f->scene, "wall");
    wall->texture.image = 0;
    assert_true(tlb_image_reserve(f->scene, tlb_scene_add_image(f->scene, "brick work"), 1, 1));
    mesh->part_count = 5; /* the fourth has two triangles, the last one the sixth */
    mesh->parts[3].material = 0;
    mesh->parts[3].index_count = 6;
    memcpy(mesh->indices + 9, (const uint32_t[]){0, 2, 3, 3, 1, 2}, 6 * sizeof *mesh->indices);
    mesh->parts[4] = (tlb_part){.material = 1, .first_index = 15, .index_count = 3};
    assert_written(
        f, "nff\nversion 2.1\n\nA\n15\n"
           "0 -1 -3 norm 0 0 -1\n2 -1 -3 norm 0 0 -1\n2 -5 -3 norm 0 0 -1\n" /* all white */
           "0 -1 -3 norm 0 0 -1 rgb 0xffffff\n2 -5 -3 norm 0 0 -1 rgb 0xffffff\n"
           "0 -5 -3 norm 0 0 -1 rgb 0xff0000\n"
           "0 -1 -3 norm 0 0 -1\n2 -5 -3 norm 0 0 -1\n"
           "0 -1 -3 norm 0 0 -1 rgb 0x00ffff\n2 -5 -3 norm 0 0 -1 rgb 0x00ffff\n"
           "0 -5 -3 norm 0 0 -1 rgb 0x000000\n2 -1 -3 norm 0 0 -1 rgb 0x00ffff\n"
           "0 -1 -3 norm 0 0 -1 uv 0 1\n2 -5 -3 norm 0 0 -1 uv 1 0\n"
           "0 -5 -3 norm 0 0 -1 uv 0 0\n"
           "6\n3 0 1 2 0xffffff\n3 3 4 5 0xffffff\n3 6 1 7 0xffffff\n"
           "3 8 9 10 0x00ffff both\n3 10 11 9 0x00ffff both\n3 12 13 14 0xffffff _S_a-brick_work.png\n");
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message,
                        "NFF does not support vertex colors on textures: 1 left out");
}

/* v lit, s shaded, t and u with holes; a texture that was missing keeps its name. */
static void textures_are_of_four_kinds(void **state)
{
    scene_fixture *f = *state;
    add_quad(f->scene, "A", 5, TLB_WITH_UV0);
    add_node(f->scene, "A", TLB_NONE, 0);
    assert_true(tlb_image_reserve(f->scene, tlb_scene_add_image(f->scene, "b"), 1, 1));
    for (int32_t i = 0; i < 5; i++) {
        tlb_material *material = tlb_scene_add_material(f->scene, "m");
        material->texture.image = 0;
        material->unlit = i < 2;
        material->alpha_mode = i % 2 ? TLB_ALPHA_MASK : TLB_ALPHA_OPAQUE;
        material->placeholder = i == 4 ? "old wall" : NULL;
        f->scene->meshes[0].parts[i].material = i;
    }
    assert_written(f, "nff\nversion 2.1\n\nA\n4\n0 -1 -3 uv 0 1\n2 -1 -3 uv 1 1\n2 -5 -3 uv 1 0\n"
                      "0 -5 -3 uv 0 0\n5\n3 0 1 2 0xffffff _V_a-b.png\n3 0 2 3 0xffffff _T_a-b.png\n"
                      "3 0 1 2 0xffffff _S_a-b.png\n3 0 2 3 0xffffff _U_a-b.png\n"
                      "3 0 1 2 0xffffff _S_old_wall\n");
}

static void add_extra(tlb_scene *scene, tlb_material *material, const char *key, const float *values,
                      uint32_t count)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_value *table = material->extras ? (tlb_value *)(uintptr_t)material->extras : tlb_value_table(arena);
    material->extras = table;
    if (count > 1)
        tlb_value_add_singles(arena, table, key, values, count);
    else
        tlb_value_add_single(arena, table, key, *values);
}

/* Five parts: white, clear, glowing, clear again, and with what scenes keep as extras. */
static void make_table_scene(scene_fixture *f)
{
    static const float shades[] = {0.25f, 0.5f, 0.75f, 1};
    add_quad(f->scene, "A", 5, 0);
    add_node(f->scene, "A", TLB_NONE, 0);
    for (int i = 0; i < 4; i++)
        assert_non_null(tlb_scene_add_material(f->scene, i == 1 ? "half clear" : i == 2 ? "" : "m"));
    tlb_material *materials = f->scene->materials;
    materials[0].color[3] = 0.5f;                             /* of no account: it is opaque */
    add_extra(f->scene, &materials[0], "ambient", shades, 2); /* too few numbers */
    add_extra(f->scene, &materials[0], "specular", shades, 1);
    materials[1].color[0] = 0.5f;
    materials[1].color[3] = 0.25f;
    materials[1].alpha_mode = TLB_ALPHA_BLEND;
    materials[2].emissive[2] = 1;
    add_extra(f->scene, &materials[3], "specular", shades, 3);
    add_extra(f->scene, &materials[3], "shininess", shades + 3, 1);
    static const int32_t of_parts[] = {0, 1, 2, 1, 3};
    for (int i = 0; i < 5; i++)
        f->scene->meshes[0].parts[i].material = of_parts[i];
}

#define QUAD "4\n0 -1 -3\n2 -1 -3\n2 -5 -3\n0 -5 -3\n"

static void what_colors_cannot_say_is_in_a_table(void **state)
{
    scene_fixture *f = *state;
    make_table_scene(f);
    tlb_files *files = write(f, "my box.nff", NULL);
    assert_int_equal(files->count, 2);
    assert_text(files, 0,
                "nff\nversion 3.0\n\nA\nmtable my_box.mat\n" QUAD
                "5\n3 0 1 2 0xffffff\n3 0 2 3 matid 0\n3 0 1 2 matid 1\n3 0 2 3 matid 0\n"
                "3 0 1 2 matid 2\n");
    assert_string_equal(files->data[1].name, "my_box.mat");
    assert_text(files, 1,
                "mat\nversion 3.00\nvalid diffuse specular shininess emission opacity\n"
                "\nmatdef half_clear // id 0\ndiffuse 0.7354 1 1\nemission 0 0 0\nopacity 0.25\n"
                "\nmatdef material // id 1\ndiffuse 1 1 1\nemission 0 0 1\nopacity 1\n"
                "\nmatdef m // id 2\ndiffuse 1 1 1\nspecular 0.25 0.5 0.75\nshininess 1\nemission 0 0 0\n"
                "opacity 1\n");
    tlb_files_free(files);
}

static void older_versions_have_no_table(void **state)
{
    scene_fixture *f = *state;
    make_table_scene(f);
    tlb_convert_options options;
    option_text given = {"nff-version", "2.1"};
    assert_int_equal(options_from_text(f->context, &given, 1, &options), TLB_OK);
    tlb_files *files = write(f, "a.nff", &options);
    assert_int_equal(files->count, 1);
    assert_text(files, 0,
                "nff\nversion 2.1\n\nA\n" QUAD
                "5\n3 0 1 2 0xffffff\n3 0 2 3 0xbcffff\n3 0 1 2 0xffffff\n3 0 2 3 0xbcffff\n"
                "3 0 1 2 0xffffff\n");
    tlb_files_free(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(objects_are_in_the_world, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(vertices_are_shared_where_they_are_alike, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(textures_are_of_four_kinds, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(what_colors_cannot_say_is_in_a_table, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(older_versions_have_no_table, begin_scene, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
