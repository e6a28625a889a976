/* What keeps scenes from being written, and what all writers say in the same words. */
#include "one_arena.h"

#include "writers/light.h"
#include "writers/obstacles.h"
#include "writers/reports.h"

#include <string.h>

/* NULL is nothing in the way. */
static void assert_obstacle(const char *found, const char *expected)
{
    assert_string_equal(found ? found : "nothing", expected ? expected : "nothing");
}

/* Of a scene: with triangles, with triangles or pictures, with images, with pictures alone, with a palette.
 */
static void assert_obstacles(const tlb_scene *scene, const char *const expected[5])
{
    assert_obstacle(tlb_needs_triangles(scene), expected[0]);
    assert_obstacle(tlb_needs_triangles_or_pictures(scene), expected[1]);
    assert_obstacle(tlb_needs_images(scene), expected[2]);
    assert_obstacle(tlb_needs_pictures(scene), expected[3]);
    assert_obstacle(tlb_needs_palette(scene), expected[4]);
}

static void scenes_are_told_what_they_lack(void **state)
{
    static const char no_triangles[] = "it has no triangles", no_pictures[] = "it has no pictures",
                      no_picture[] = "it is not a picture", no_palette[] = "its pictures have no palette";
    tlb_part empty = {.index_count = 0}, full = {.index_count = 3};
    tlb_mesh meshes[] = {{.vertex_count = 3, .part_count = 1, .parts = &empty},
                         {.vertex_count = 3, .part_count = 1, .parts = &full},
                         {.vertex_count = 0, .part_count = 1, .parts = &full}};
    tlb_node nodes[] = {{.mesh = TLB_NONE}, {.mesh = 0}, {.mesh = 2}, {.mesh = 1}};
    tlb_image images[] = {{.format = TLB_PIXELS_RGBA}, {.format = TLB_PIXELS_INDEXED}};
    tlb_scene scene = {.nodes = nodes, .meshes = meshes, .mesh_count = 3, .images = images};
    (void)state;
    assert_obstacles(&scene,
                     (const char *const[]){no_triangles, no_triangles, no_pictures, no_picture, no_pictures});
    scene.node_count = 3;
    assert_obstacles(&scene,
                     (const char *const[]){no_triangles, no_triangles, no_pictures, no_picture, no_pictures});
    scene.node_count = 4;
    assert_obstacles(&scene, (const char *const[]){NULL, NULL, no_pictures, no_picture, no_pictures});
    scene.image_count = 1;
    assert_obstacles(&scene, (const char *const[]){NULL, NULL, NULL, no_picture, no_palette});
    scene.image_count = 2;
    assert_obstacles(&scene, (const char *const[]){NULL, NULL, NULL, no_picture, NULL});
    scene.node_count = 3;
    assert_obstacles(&scene, (const char *const[]){no_triangles, no_triangles, NULL, no_picture, NULL});
    scene.node_count = 0;
    assert_obstacles(&scene, (const char *const[]){no_triangles, NULL, NULL, NULL, NULL});
    scene.image_count = 1;
    assert_obstacles(&scene, (const char *const[]){no_triangles, NULL, NULL, NULL, no_palette});
}

/* Of two, and of more than 16 bits count, the first and the last. */
static void one_of_many_is_enough(void **state)
{
    enum { MANY = 65537 };
    fixture *f = *state;
    tlb_part full = {.index_count = 3};
    tlb_mesh meshes[] = {{.vertex_count = 3}, {.vertex_count = 3, .part_count = 1, .parts = &full}};
    tlb_node *nodes = tlb_zalloc_array(&f->arena, MANY, sizeof *nodes);
    tlb_image *images = tlb_zalloc_array(&f->arena, MANY, sizeof *images);
    tlb_scene scene = {.nodes = nodes, .meshes = meshes, .mesh_count = 2, .images = images};
    static const uint32_t counts[] = {2, MANY};
    for (int i = 0; i < 2; i++)
        for (uint32_t end = 0; end < 2; end++) {
            uint32_t at = end * (counts[i] - 1);
            scene.node_count = scene.image_count = counts[i];
            assert_obstacle(tlb_needs_triangles(&scene), "it has no triangles");
            assert_obstacle(tlb_needs_palette(&scene), "its pictures have no palette");
            nodes[at].mesh = 1;
            images[at].format = TLB_PIXELS_INDEXED;
            assert_obstacle(tlb_needs_triangles(&scene), NULL);
            assert_obstacle(tlb_needs_palette(&scene), NULL);
            nodes[at].mesh = 0;
            images[at].format = TLB_PIXELS_NONE;
        }
}

static void light_is_of_levels_or_of_models(void **state)
{
    static const struct {
        tlb_baked_light light;
        bool for_models, for_levels;
    } cases[] = {{TLB_BAKED_DEFAULT, true, true}, {TLB_BAKED_VERTEX, true, false},
                 {TLB_BAKED_NONE, true, true},    {TLB_BAKED_MAP, true, false},
                 {TLB_BAKED_ATLAS, true, false},  {TLB_BAKED_LAMPS, false, true},
                 {TLB_BAKED_SUN, false, true}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int levels = 0; levels < 2; levels++) {
            const tlb_convert_options options = {.light = cases[i].light};
            bool expected = levels ? cases[i].for_levels : cases[i].for_models;
            assert_int_equal(tlb_option_light_is_for(f->context, &options, levels), expected);
            assert_int_equal(tlb_diagnostic_count(f->context), !expected);
            if (expected)
                continue;
            const tlb_diagnostic *said = tlb_diagnostic_at(f->context, 0);
            assert_int_equal(said->code, TLB_CODE_BAD_OPTION);
            assert_string_equal(said->remedy.option, "light");
            assert_string_equal(said->message, levels ? "invalid value, expected none, lamps or sun"
                                                      : "invalid value, expected vertex, none, map or atlas");
            tlb_diagnostics_clear(f->context);
        }
}

static void numbers_that_are_not_finite_are_counted(void **state)
{
    fixture *f = *state;
    tlb_report_not_finite(f->context, 0);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    tlb_report_not_finite(f->context, 1);
    tlb_report_not_finite(f->context, 5000000000);
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_SCENE_NOT_FINITE);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "replaced 1 number that is not finite");
    assert_string_equal(tlb_diagnostic_at(f->context, 1)->message,
                        "replaced 5000000000 numbers that are not finite");
}

static void tables_without_members_have_none(void **state)
{
    fixture *f = *state;
    tlb_value *table = tlb_value_table(&f->arena);
    assert_false(tlb_has_members(NULL));
    assert_false(tlb_has_members(table));
    tlb_value_add_bool(&f->arena, table, "lod", true);
    assert_true(tlb_has_members(table));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(scenes_are_told_what_they_lack), TEST(one_of_many_is_enough),
                                       TEST(light_is_of_levels_or_of_models),
                                       TEST(numbers_that_are_not_finite_are_counted),
                                       TEST(tables_without_members_have_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
