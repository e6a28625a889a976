/* Light maps as numbers, and how much of them is shown. */
#include "image/image.h"
#include "scenes.h"
#include "writers/light.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

/* The scene is a square of 1 x 1 m under a light map of 2 x 2 texels. */

static uint8_t (*texels(scene_fixture *f))[4]
{
    return (uint8_t(*)[4])f->scene->images[0].pixels;
}

static void fill(scene_fixture *f, const uint8_t gray[4])
{
    for (int i = 0; i < 4; i++)
        memcpy(texels(f)[i], (uint8_t[4]){gray[i], gray[i], gray[i], 255}, 4);
}

static int set_up(void **state)
{
    begin_scene(state);
    scene_fixture *f = *state;
    tlb_image *image = tlb_scene_add_image(f->scene, "light");
    image->format = TLB_PIXELS_RGBA;
    image->width = image->height = 2;
    image->pixels = tlb_zalloc(tlb_scene_arena(f->scene), 16);
    tlb_scene_add_material(f->scene, "wall")->lightmap =
        (tlb_texture){0, 1, TLB_WRAP_CLAMP, TLB_WRAP_CLAMP, false, {0, 0}};
    add_square(f->scene, "square", 0, TLB_WITH_UV0 | TLB_WITH_UV1);
    add_node(f->scene, "square", TLB_NONE, 0);
    return 0;
}

static tlb_light_rule rule_of(scene_fixture *f)
{
    tlb_light_rule rule;
    tlb_light_map *maps;
    assert_int_equal(tlb_decode_light_maps(f->context, f->scene, &f->arena, &maps), TLB_OK);
    assert_int_equal(tlb_choose_light(f->context, f->scene, maps, &rule), TLB_OK);
    return rule;
}

static void test_texels_are_blended_between_their_middles(void **state)
{
    scene_fixture *f = *state;
    tlb_light_map *maps;
    float light[3];
    fill(f, (uint8_t[4]){0, 255, 51, 102});
    assert_int_equal(tlb_decode_light_maps(f->context, f->scene, &f->arena, &maps), TLB_OK);
    static const float expected[][3] = {/* u, v, light */
                                        {0.25f, 0.25f, 0},    {0.75f, 0.25f, 1}, {0.5f, 0.25f, 0.5f},
                                        {0.25f, 0.75f, 0.2f}, {5, -5, 1},        {0, 0, 0},
                                        {0.5f, 0.5f, 0.4f}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        tlb_light_at(&maps[0], expected[i], light);
        assert_float_equal(light[0], expected[i][2], 1e-6);
    }
}

static void test_floor_brings_dark_light_halfway_up(void **state)
{
    (void)state;
    assert_float_equal(tlb_light_floor(0.25f), 1.0f / 3, 1e-6);
    assert_float_equal(tlb_light_floor(0), 0.5, 0);
    assert_float_equal(tlb_light_floor(0.5f), 0, 0);
    assert_float_equal(tlb_light_floor(1), 0, 0);
}

static void test_mean_is_weighted_by_area(void **state)
{
    scene_fixture *f = *state;
    fill(f, (uint8_t[4]){51, 51, 51, 51});
    tlb_light_rule rule = rule_of(f);
    assert_true(rule.lit);
    assert_false(rule.black);
    assert_float_equal(rule.mean, 0.2, 1e-5);
    assert_float_equal(rule.floor, 0.375, 1e-5);

    /* A second square of 2 x 3 m under a white light map: 6 parts of 7. */
    tlb_image *white = tlb_scene_add_image(f->scene, "white");
    *white = f->scene->images[0];
    white->pixels = tlb_alloc(tlb_scene_arena(f->scene), 16);
    memset(white->pixels, 255, 16);
    tlb_material *material = tlb_scene_add_material(f->scene, "floor");
    material->lightmap = f->scene->materials[0].lightmap;
    material->lightmap.image = 1;
    add_square(f->scene, "large", 1, TLB_WITH_UV1);
    tlb_node *node = add_node(f->scene, "large", TLB_NONE, 1);
    node->scale[0] = 2;
    node->scale[1] = 3;
    rule = rule_of(f);
    assert_float_equal(rule.mean, (0.2f + 6) / 7, 1e-5);
    assert_float_equal(rule.floor, 0, 0);
    node->hidden = true;
    assert_float_equal(rule_of(f).mean, 0.2, 1e-5);
}

static void test_black_maps_are_told_from_dark_ones(void **state)
{
    scene_fixture *f = *state;
    fill(f, (uint8_t[4]){5, 5, 5, 5}); /* 0.0196 */
    assert_true(rule_of(f).black);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_LIGHT_BLACK), 1); /* pictures tell it, too */
    assert_float_equal(rule_of(f).floor, 0, 0);
    fill(f, (uint8_t[4]){0, 0, 0, 64});
    assert_false(rule_of(f).black);
    assert_float_equal(rule_of(f).mean, 64.0 / 4 / 255, 0.003);
}

static void test_light_is_that_of_what_has_light_maps(void **state)
{
    scene_fixture *f = *state;
    f->scene->meshes[0].uv[1] = NULL;
    assert_false(rule_of(f).lit);
    assert_false(rule_of(f).black);
    f->scene->meshes[0].uv[1] = f->scene->meshes[0].uv[0];
    assert_true(rule_of(f).lit);
    f->scene->images[0].format = TLB_PIXELS_NONE;
    f->scene->images[0].encoded = (tlb_bytes){(const uint8_t *)"broken", 6};
    assert_false(rule_of(f).lit);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 1);
}

static void test_encoded_maps_are_decoded(void **state)
{
    scene_fixture *f = *state;
    const char *mime_type;
    tlb_image *image = &f->scene->images[0];
    fill(f, (uint8_t[4]){51, 51, 51, 51});
    assert_int_equal(tlb_image_for_gltf(f->context, &f->arena, image, &image->encoded, &mime_type), TLB_OK);
    image->format = TLB_PIXELS_NONE;
    assert_float_equal(rule_of(f).mean, 0.2, 1e-5);
}

static tlb_status choose(scene_fixture *f, const float *floor, tlb_light_rule *rule)
{
    tlb_convert_options options = {.struct_size = sizeof options};
    if (floor)
        options.light_floor = (tlb_optional_real){true, (double)*floor};
    tlb_conversion conversion = {.context = f->context, .options = &options};
    tlb_light_map *maps;
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_decode_light_maps(f->context, f->scene, &f->arena, &maps), TLB_OK);
    return tlb_conversion_light(&conversion, f->scene, maps, rule);
}

static void test_floor_can_be_chosen(void **state)
{
    scene_fixture *f = *state;
    tlb_light_rule rule;
    fill(f, (uint8_t[4]){51, 51, 51, 51});
    assert_int_equal(choose(f, NULL, &rule), TLB_OK);
    assert_float_equal(rule.floor, 0.375, 1e-5);
    assert_int_equal(choose(f, &(float){0}, &rule), TLB_OK);
    assert_float_equal(rule.floor, 0, 0);
    assert_int_equal(choose(f, &(float){1}, &rule), TLB_OK);
    assert_float_equal(rule.floor, 1, 0);
}

static void test_black_maps_are_reported(void **state)
{
    scene_fixture *f = *state;
    tlb_light_rule rule;
    assert_int_equal(choose(f, &(float){0.5f}, &rule), TLB_OK);
    assert_true(rule.black);
    assert_float_equal(rule.floor, 0, 0);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_LIGHT_BLACK);
}

/* "vertex", "map" and "atlas" are for glTF, "lamps" and "sun" for levels. */
static void test_light_is_chosen_by_words_of_the_format(void **state)
{
    static const struct {
        tlb_baked_light light;
        bool of_levels, of_others;
    } cases[] = {{TLB_BAKED_DEFAULT, true, true}, {TLB_BAKED_NONE, true, true},
                 {TLB_BAKED_VERTEX, false, true}, {TLB_BAKED_MAP, false, true},
                 {TLB_BAKED_ATLAS, false, true},  {TLB_BAKED_LAMPS, true, false},
                 {TLB_BAKED_SUN, true, false}};
    static const char *const expected[] = {"invalid value, expected vertex, none, map or atlas",
                                           "invalid value, expected none, lamps or sun"};
    scene_fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int levels = 0; levels < 2; levels++) {
            tlb_convert_options options = {.struct_size = sizeof options, .light = cases[i].light};
            bool fits = levels ? cases[i].of_levels : cases[i].of_others;
            tlb_diagnostics_clear(f->context);
            assert_int_equal(tlb_option_light_is_for(f->context, &options, levels), fits);
            assert_int_equal(tlb_diagnostic_count(f->context), !fits);
            if (fits)
                continue;
            assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_BAD_OPTION);
            assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, expected[levels]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_texels_are_blended_between_their_middles, set_up, end_scene),
        cmocka_unit_test(test_floor_brings_dark_light_halfway_up),
        cmocka_unit_test_setup_teardown(test_mean_is_weighted_by_area, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_black_maps_are_told_from_dark_ones, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_light_is_that_of_what_has_light_maps, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_encoded_maps_are_decoded, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_floor_can_be_chosen, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_black_maps_are_reported, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_light_is_chosen_by_words_of_the_format, set_up, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
