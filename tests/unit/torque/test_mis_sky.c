/* The sky of a Torque mission: its box, the pictures on it, and what it is around. */
#include "files.h"
#include "mission_world.h"
#include "scene/materials/color.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two waters, of other heights, around 12, 6, -26: 2, 3 and 6 meters to each side. */
static const char waters[] = "new WaterBlock() { position = \"10 20 1\"; scale = \"4 12 2\"; };\n"
                             "new WaterBlock() { position = \"10 20 4\"; scale = \"4 12 5\"; };\n";

static const char six[] = "brick\n  cloth.png \nfloor\nglass\npillar\nwood\nclouds\n";

static world w;

static int set_up(void **state)
{
    (void)state;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples/textures");
    add_file(&w, "data/skies/six.dml", six);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end_world(&w);
    return 0;
}

static void show_sky(const char *before, const char *fields)
{
    char text[512];
    snprintf(text, sizeof text, "%snew Sky(heaven) { %s };", before, fields);
    show(&w, text);
}

/* NULL: it has none. */
static const tlb_mesh *box(void)
{
    int32_t mesh = node_of(&w, "heaven")->mesh;
    return mesh == TLB_NONE ? NULL : &w.scene->meshes[mesh];
}

static void assert_numbers(const float *found, const float *expected, int count)
{
    for (int i = 0; i < count; i++)
        assert_float_equal(found[i], expected[i], 1e-6);
}

/* --- the box -------------------------------------------------------------------------------------------- */

/* South, east, north, west, up and down; each from the upper left corner of its picture on. */
static void each_wall_has_its_corners(void **state)
{
    static const float positions[6][4][3] = {
        {{-1, 1, 1}, {1, 1, 1}, {1, -1, 1}, {-1, -1, 1}},
        {{1, 1, 1}, {1, 1, -1}, {1, -1, -1}, {1, -1, 1}},
        {{1, 1, -1}, {-1, 1, -1}, {-1, -1, -1}, {1, -1, -1}},
        {{-1, 1, -1}, {-1, 1, 1}, {-1, -1, 1}, {-1, -1, -1}},
        {{-1, 1, -1}, {1, 1, -1}, {1, 1, 1}, {-1, 1, 1}},
        {{-1, -1, 1}, {1, -1, 1}, {1, -1, -1}, {-1, -1, -1}},
    };
    static const float normals[6][3] = {{0, 0, -1}, {-1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};
    static const float uv[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    (void)state;
    show_sky("", "materialList = \"~/data/skies/six.dml\";");
    const tlb_mesh *mesh = box();
    assert_string_equal(mesh->name, "sky");
    assert_int_equal(mesh->vertex_count, 24);
    assert_int_equal(mesh->index_count, 36);
    assert_int_equal(mesh->part_count, 6);
    assert_numbers(mesh->positions[0], positions[0][0], 6 * 4 * 3);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        assert_numbers(mesh->normals[i], normals[i / 4], 3);
        assert_numbers(mesh->uv[0][i], uv[i % 4], 2);
    }
    for (uint32_t i = 0; i < mesh->index_count; i++)
        assert_int_equal(mesh->indices[i], i / 6 * 4 + triangles[i % 6]);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        assert_int_equal(mesh->parts[i].first_index, 6 * i);
        assert_int_equal(mesh->parts[i].index_count, 6);
    }
}

static void the_box_is_around_all_else(void **state)
{
    static const struct {
        const char *world;
        float middle[3], radius;
    } worlds[] = {
        {waters, {12, 6, -26}, 7},
        {"", {0, 0, 0}, 1},
        {"new WaterBlock() { position = \"3 4 5\"; scale = \"0.5 0 0\"; };\n", {3.25f, 5, -4}, 0.25f},
        {"new WaterBlock() { position = \"3 4 5\"; scale = \"0 0 0\"; };\n", {3, 5, -4}, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        if (i) {
            end_world(&w);
            set_up(NULL);
        }
        show_sky(worlds[i].world, "position = \"9 8 7\"; materialList = \"~/data/skies/six.dml\";");
        const tlb_node *heaven = node_of(&w, "heaven");
        const float *middle = worlds[i].middle, radius = worlds[i].radius;
        assert_numbers(heaven->translation, middle, 3);
        assert_numbers(heaven->rotation, (float[]){0, 0, 0, 1}, 4);
        assert_numbers(heaven->scale, (float[]){radius, radius, radius}, 3);
        assert_true(heaven->backdrop);
    }
}

/* --- pictures ------------------------------------------------------------------------------------------- */

/* The walls of a sky whose list has these lines: the names of their materials, a - for a wall that is not
 * there. */
static void assert_walls(const char *fields, const char *lines, const char *names)
{
    static const float ways[6][3] = {{0, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    char text[256], found[256] = "";
    snprintf(text, sizeof text, "%s materialList = \"day.dml\";", fields);
    add_file(&w, "day.dml", lines);
    show_sky("", text);
    const tlb_mesh *mesh = box();
    for (int wall = 0; wall < 6; wall++) {
        const char *name = "-";
        for (uint32_t part = 0; mesh && part < mesh->part_count; part++) {
            const float *normal = mesh->normals[mesh->indices[mesh->parts[part].first_index]],
                        *way = ways[wall];
            const tlb_material *material = &w.scene->materials[mesh->parts[part].material];
            if (normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2] < -0.5f)
                name = material->name;
        }
        strcat(found, wall ? " " : "");
        strcat(found, name);
    }
    assert_string_equal(found, names);
    end_world(&w);
    set_up(NULL);
}

static void lines_are_walls(void **state)
{
    (void)state;
    assert_walls("", six, "brick cloth.png floor glass pillar wood");
    assert_walls("renderBottomTexture = 1;", six, "brick cloth.png floor glass pillar wood");
    assert_walls("renderBottomTexture = 0;", six, "brick cloth.png floor glass pillar -");
    assert_walls("", "brick\nnowhere\n\nglass\nbrick", "brick - - glass brick -");
    assert_walls("", "\n\n\n\n\nwood\n", "- - - - - wood");
    assert_walls("", "brick 3\nwood", "- wood - - - -"); /* no count of frames */
    assert_walls("", "", "- - - - - -");
}

/* A picture is there once, for all walls that it is on. */
static void materials_show_the_pictures(void **state)
{
    (void)state;
    add_file(&w, "day.dml", "brick\nwood\nbrick\nglass\nwood\nbrick\n");
    show_sky("", "materialList = \"day.dml\";");
    static const char *const names[] = {"brick", "wood", "glass"};
    static const int32_t materials[] = {0, 1, 0, 2, 1, 0};
    assert_int_equal(w.scene->material_count, 3);
    assert_int_equal(w.scene->image_count, 3);
    for (int32_t i = 0; i < 3; i++) {
        const tlb_material *material = &w.scene->materials[i];
        assert_string_equal(material->name, names[i]);
        assert_string_equal(w.scene->images[i].name, names[i]);
        assert_int_equal(material->texture.image, i);
        assert_int_equal(material->texture.wrap_u, TLB_WRAP_CLAMP);
        assert_int_equal(material->texture.wrap_v, TLB_WRAP_CLAMP);
        assert_true(material->unlit && !material->double_sided);
    }
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(box()->parts[i].material, materials[i]);
}

static void what_is_missing_is_told_of_the_list(void **state)
{
    (void)state;
    add_file(&w, "data/day.dml", "brick\nnowhere\n");
    show_sky(waters, "fogDistance = 3; materialList = \"~/data/day.dml\";");
    const tlb_diagnostic *d = find_diagnostic(w.context, "ASSET_MISSING", "objects[2].fields[1].value");
    assert_non_null(d);
    assert_string_equal(d->message, "texture \"nowhere\" not found");
    assert_int_equal(tlb_diagnostic_count(w.context), 1);
    tear_down(NULL);
    set_up(NULL);
    show_sky("", "materialList = \"~/data/night.dml\";");
    d = find_diagnostic(w.context, "ASSET_MISSING", "objects[0].fields[0].value");
    assert_non_null(d);
    assert_string_equal(d->message, "material list \"data/night.dml\" not found");
    assert_null(box());
}

/* The folder of the list is looked in first. */
static void pictures_are_beside_their_list(void **state)
{
    (void)state;
    bytes_copy wood = load_file("samples/textures/wood.png");
    tlb_assets_add_memory(w.assets, "data/skies/brick.png", (tlb_bytes){wood.data, wood.size});
    add_file(&w, "data/skies/day.dml", "brick\n");
    show_sky("", "materialList = \"~/data/skies/day.dml\";");
    assert_int_equal(w.scene->image_count, 1);
    assert_int_equal(w.scene->images[0].encoded.size, wood.size);
    assert_memory_equal(w.scene->images[0].encoded.data, wood.data, wood.size);
    end_world(&w);
    free(wood.data);
    set_up(NULL);
}

static void a_damaged_picture_leaves_its_wall_out(void **state)
{
    (void)state;
    static const uint8_t cut[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H'};
    tlb_assets_add_memory(w.assets, "cut.png", (tlb_bytes){cut, sizeof cut});
    add_file(&w, "day.dml", "brick\ncut\ncut\nwood\n");
    show_sky("", "materialList = \"day.dml\";");
    assert_int_equal(w.scene->image_count, 2);
    assert_int_equal(w.scene->material_count, 2);
    assert_int_equal(box()->part_count, 2);
    assert_numbers(box()->normals[4], (float[]){1, 0, 0}, 3);
}

/* --- one color ------------------------------------------------------------------------------------------ */

static void a_sky_without_pictures_is_of_its_color(void **state)
{
    (void)state;
    show_sky(waters, "useSkyTextures = 0; SkySolidColor = \"0.25 0.5 0.75 1\";");
    assert_int_equal(box()->part_count, 6);
    assert_int_equal(box()->parts[5].material, box()->parts[0].material);
    const tlb_material *material = &w.scene->materials[box()->parts[0].material];
    assert_string_equal(material->name, "sky");
    assert_numbers(material->color, (float[]){tlb_linear(0.25f), tlb_linear(0.5f), tlb_linear(0.75f), 1}, 4);
    assert_true(material->unlit);
    assert_int_equal(material->texture.image, TLB_NONE);
    assert_numbers(node_of(&w, "heaven")->scale, (float[]){7, 7, 7}, 3);
}

static void a_sky_may_be_nothing(void **state)
{
    static const char *const skies[] = {
        "",
        "materialList = \"\";",
        "useSkyTextures = 0;",
        "useSkyTextures = 0; SkySolidColor = \"0.25 0.5\";",
        "useSkyTextures = 0; materialList = \"~/data/skies/six.dml\";",
        "SkySolidColor = \"0.25 0.5 0.75\";", /* pictures are wanted */
    };
    (void)state;
    for (size_t i = 0; i < sizeof skies / sizeof *skies; i++) {
        show_sky(waters, skies[i]);
        const tlb_node *heaven = node_of(&w, "heaven");
        assert_int_equal(heaven->mesh, TLB_NONE);
        assert_false(heaven->backdrop);
        assert_numbers(heaven->translation, (float[]){0, 0, 0}, 3);
        assert_numbers(heaven->scale, (float[]){1, 1, 1}, 3);
        assert_int_equal(w.scene->material_count, 2); /* of the water */
        end_world(&w);
        set_up(NULL);
    }
}

/* The first, even without pictures. */
static void the_first_sky_is_shown(void **state)
{
    (void)state;
    show_sky("new Sky(none) { };\n", "materialList = \"~/data/skies/six.dml\";");
    assert_null(box());
    assert_int_equal(w.scene->mesh_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_wall_has_its_corners, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_box_is_around_all_else, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_are_walls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(materials_show_the_pictures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_told_of_the_list, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pictures_are_beside_their_list, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_picture_leaves_its_wall_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_sky_without_pictures_is_of_its_color, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_sky_may_be_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_first_sky_is_shown, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
