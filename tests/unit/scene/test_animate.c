/* A scene at a time of an animation. */
#include "trilobite/scene.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

/* The scene is a square that moves, turns and bulges: 0 to 2 s. */
static tlb_animation *animation;

static float times[] = {0, 1, 2};
static float places[] = {0, 0, 0, 4, 0, 0, 4, 8, 0};
static float turns[] = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, -1, 0};
static float bulges[] = {0, 1, 0.5f};

static int set_up(void **state)
{
    begin_scene(state);
    scene_fixture *f = *state;
    tlb_mesh *mesh = add_square(f->scene, "square", TLB_NONE, 0);
    mesh->morph_count = 1;
    mesh->morphs = tlb_zalloc(tlb_scene_arena(f->scene), sizeof *mesh->morphs);
    add_node(f->scene, "square", TLB_NONE, 0);
    animation = tlb_scene_add_animation(f->scene, "dance");
    animation->duration = 2;
    static tlb_channel channels[] = {
        {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 3, times, places},
        {0, TLB_TARGET_ROTATION, TLB_LINEAR, 3, times, turns},
        {0, TLB_TARGET_MORPHS, TLB_STEP, 3, times, bulges},
    };
    animation->channels = channels;
    animation->channel_count = 3;
    return 0;
}

static const tlb_node *node_at(scene_fixture *f, float seconds)
{
    static tlb_scene posed;
    assert_true(tlb_scene_at(f->scene, animation, seconds, &f->arena, &posed));
    return &posed.nodes[0];
}

static void between_keys_values_are_mixed(void **state)
{
    const tlb_node *node = node_at(*state, 0.25f);
    assert_float_equal(node->translation[0], 1, 1e-6);
    assert_float_equal(node->rotation[2], sinf(0.125f * 1.57079633f), 1e-5);
    assert_float_equal(node->rotation[3], cosf(0.125f * 1.57079633f), 1e-5);
    assert_float_equal(node->morph_weights[0], 0, 0);
    assert_float_equal(node_at(*state, 1.5f)->translation[1], 4, 1e-6);
}

static void rotations_take_the_shorter_way(void **state)
{
    const tlb_node *node = node_at(*state, 1.5f); /* between quarter and half a turn, whatever the sign */
    assert_float_equal(fabsf(node->rotation[2]), sinf(0.75f * 1.57079633f), 1e-5);
    assert_true(node->rotation[2] * node->rotation[3] > 0);
}

static void steps_hold_until_the_next_key(void **state)
{
    assert_float_equal(node_at(*state, 0.99f)->morph_weights[0], 0, 0);
    assert_float_equal(node_at(*state, 1)->morph_weights[0], 1, 0);
}

static void before_and_after_the_keys_is_the_nearest(void **state)
{
    scene_fixture *f = *state;
    assert_float_equal(node_at(f, -1)->translation[0], 0, 0);
    assert_float_equal(node_at(f, 9)->translation[1], 8, 0);
    animation->loops = true;
    assert_float_equal(node_at(f, 8.5f)->translation[0], 2, 1e-5);
}

static void materials_change_too(void **state)
{
    scene_fixture *f = *state;
    static float offsets[] = {0, 0, 1, 2, 1, 4}, colors[] = {1, 1, 1, 1, 0, 0.5f, 1, 1, 0, 0, 0, 1};
    static tlb_material_channel channels[] = {
        {0, TLB_MATERIAL_UV_OFFSET, TLB_LINEAR, 3, times, offsets},
        {0, TLB_MATERIAL_COLOR, TLB_STEP, 3, times, colors},
    };
    assert_non_null(tlb_scene_add_material(f->scene, "water"));
    animation->material_channels = channels;
    animation->material_channel_count = 2;
    tlb_scene posed;
    assert_true(tlb_scene_at(f->scene, animation, 1.5f, &f->arena, &posed));
    assert_float_equal(posed.materials[0].texture.offset[0], 1, 0);
    assert_float_equal(posed.materials[0].texture.offset[1], 3, 1e-6);
    assert_float_equal(posed.materials[0].color[1], 0.5, 0);
    assert_float_equal(f->scene->materials[0].texture.offset[1], 0, 0);
    assert_float_equal(f->scene->materials[0].color[1], 1, 0);
}

static void there_may_be_many_morphs(void **state)
{
    enum { MANY = 65537 };
    scene_fixture *f = *state;
    f->scene->meshes[0].morph_count = MANY; /* which posing does not look at */
    float *weights = tlb_zalloc_array(tlb_scene_arena(f->scene), MANY, sizeof *weights);
    f->scene->nodes[0].morph_weights = weights;
    weights[MANY - 1] = 1;
    animation->channel_count = 2; /* not those that change the weights */
    assert_float_equal(node_at(f, 1)->morph_weights[MANY - 1], 1, 0);
}

static void the_scene_stays_as_it_is(void **state)
{
    scene_fixture *f = *state;
    node_at(f, 1.5f);
    assert_float_equal(f->scene->nodes[0].translation[0], 0, 0);
    assert_null(f->scene->nodes[0].morph_weights);
    tlb_scene posed;
    assert_true(tlb_scene_at(f->scene, NULL, 1, &f->arena, &posed));
    assert_float_equal(posed.nodes[0].translation[0], 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(between_keys_values_are_mixed, set_up, end_scene),
        cmocka_unit_test_setup_teardown(rotations_take_the_shorter_way, set_up, end_scene),
        cmocka_unit_test_setup_teardown(steps_hold_until_the_next_key, set_up, end_scene),
        cmocka_unit_test_setup_teardown(before_and_after_the_keys_is_the_nearest, set_up, end_scene),
        cmocka_unit_test_setup_teardown(materials_change_too, set_up, end_scene),
        cmocka_unit_test_setup_teardown(there_may_be_many_morphs, set_up, end_scene),
        cmocka_unit_test_setup_teardown(the_scene_stays_as_it_is, set_up, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
