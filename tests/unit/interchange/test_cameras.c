/* Where cameras stand: before what has a front, around what turns, and inside. */
#include "render/fronts.h"
#include "render/inside.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

static tlb_node *add_white_square(scene_fixture *f)
{
    tlb_scene_add_material(f->scene, "m");
    add_square(f->scene, "square", (int32_t)f->scene->material_count - 1, TLB_WITH_UV0);
    return add_node(f->scene, "square", TLB_NONE, (int32_t)f->scene->mesh_count - 1);
}

static void assert_view(const tlb_view *view, double yaw, double pitch)
{
    assert_float_equal(view->yaw, yaw, 1e-9);
    assert_float_equal(view->pitch, pitch, 1e-9);
}

/* Where only backs are to be seen the camera stands on the opposite side. */
static void views_are_of_fronts(void **state)
{
    scene_fixture *f = *state;
    tlb_node *square = add_white_square(f);
    tlb_stage stage;
    tlb_view from_front = {.yaw = 35, .pitch = 28}, from_back = {.yaw = 180}, from_side = {.yaw = 90},
             from_above = {.yaw = 0, .pitch = 90}, inside = {.inside = true, .yaw = 180};
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_view_fronts(&from_front, &stage);
    assert_view(&from_front, 35, 28);
    tlb_view_fronts(&from_back, &stage);
    assert_view(&from_back, 360, 0);
    tlb_view_fronts(&from_side, &stage);
    assert_view(&from_side, 90, 0);
    tlb_view_fronts(&inside, &stage);
    assert_view(&inside, 180, 0);
    /* Turned to look down. */
    square->rotation[0] = square->rotation[3] = sqrtf(0.5f);
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_view_fronts(&from_above, &stage);
    assert_view(&from_above, 180, -90);
    f->scene->materials[f->scene->material_count - 1].double_sided = true;
    from_above = (tlb_view){.pitch = 90};
    tlb_view_fronts(&from_above, &stage);
    assert_view(&from_above, 0, 90);
}

static void cameras_of_a_turntable_are_equally_far(void **state)
{
    scene_fixture *f = *state;
    add_white_square(f)->translation[0] = 3;
    tlb_stage stage;
    tlb_camera cameras[4];
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_cameras_place(cameras, 4, &stage, &(tlb_view){.yaw = 10, .pitch = 20}, 2);
    double first = hypot(cameras[0].position[0] - 3, cameras[0].position[2]);
    for (int i = 1; i < 4; i++) {
        assert_float_equal(hypot(cameras[i].position[0] - 3, cameras[i].position[2]), first, 1e-6);
        assert_float_equal(cameras[i].position[1], cameras[0].position[1], 1e-6);
    }
}

/* Six squares that are seen from outside, or from inside. */
static void add_cube(scene_fixture *f, float x, float side, bool inward)
{
    static const float h = 0.70710678f;
    static const struct {
        float rotation[4], way[3];
    } faces[] = {
        {{0, 0, 0, 1}, {0, 0, 1}},   {{0, 1, 0, 0}, {0, 0, -1}}, {{0, h, 0, h}, {1, 0, 0}},
        {{0, -h, 0, h}, {-1, 0, 0}}, {{-h, 0, 0, h}, {0, 1, 0}}, {{h, 0, 0, h}, {0, -1, 0}},
    };
    for (int i = 0; i < 6; i++) {
        tlb_node *node = add_white_square(f);
        memcpy(node->rotation, faces[i].rotation, sizeof node->rotation);
        for (int axis = 0; axis < 3; axis++) {
            node->translation[axis] = faces[i].way[axis] * side / 2 * (inward ? -1 : 1);
            node->scale[axis] = side;
        }
        node->translation[0] += x;
    }
}

static tlb_view find_inside(scene_fixture *f, bool *found)
{
    tlb_view view = {.inside = true, .to_be_found = true};
    tlb_stage stage;
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    assert_true(tlb_inside_find(&stage, &f->arena, &view, found));
    return view;
}

/* A room within thick walls, a block of stone far from it, and nothing between them, where the middle is. */
static void the_view_from_inside_is_inside(void **state)
{
    scene_fixture *f = *state;
    bool found;
    add_cube(f, -20, 6, false);
    add_cube(f, -20, 4, true);
    add_cube(f, 20, 10, false);
    tlb_view view = find_inside(f, &found);
    assert_true(found);
    assert_true(fabsf(view.point[0] + 20) < 2 && fabsf(view.point[1]) < 2 && fabsf(view.point[2]) < 2);
}

/* A sky is behind what stands before it, which fills the picture as without it; alone it is what there is to
 * see. */
static void backdrops_are_no_reason_to_go_back(void **state)
{
    scene_fixture *f = *state;
    bool found;
    tlb_node *square = add_white_square(f);
    tlb_stage stage;
    tlb_camera without, with, alone;
    const tlb_view front = {0};
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_cameras_place(&without, 1, &stage, &front, 1);
    uint32_t first = f->scene->node_count;
    add_cube(f, 0, 100, true);
    for (uint32_t i = first; i < f->scene->node_count; i++)
        f->scene->nodes[i].backdrop = true;
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_cameras_place(&with, 1, &stage, &front, 1);
    assert_float_equal(with.position[2], without.position[2], 1e-9);
    assert_true(with.farthest > 50 && without.farthest < 5);
    find_inside(f, &found);
    assert_false(found);
    square->mesh = TLB_NONE;
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_cameras_place(&alone, 1, &stage, &front, 1);
    assert_true(alone.position[2] > 50);
}

static void mirrored_rooms_have_an_inside(void **state)
{
    scene_fixture *f = *state;
    bool found;
    add_cube(f, -20, 6, false);
    add_cube(f, -20, 4, true);
    add_cube(f, 20, 10, false);
    for (uint32_t i = 0; i < f->scene->node_count; i++)
        f->scene->nodes[i].scale[0] *= -1; /* a square's own x: it stays where it is */
    tlb_view view = find_inside(f, &found);
    assert_true(found && fabsf(view.point[0] + 20) < 2 && fabsf(view.point[1]) < 2);
}

/* A level square, seen from above. */
static tlb_node *add_level(scene_fixture *f, float height, float side, bool ground)
{
    static const float h = 0.70710678f, up[] = {-h, 0, 0, h};
    tlb_node *node = add_white_square(f);
    memcpy(node->rotation, up, sizeof up);
    node->translation[1] = height;
    for (int axis = 0; axis < 3; axis++)
        node->scale[axis] = side;
    node->ground = ground;
    return node;
}

static void assert_stands_on(scene_fixture *f, float height, double within)
{
    bool found;
    tlb_view view = find_inside(f, &found);
    assert_true(found);
    assert_float_equal(view.point[1], height + 1.7f, 1e-4);
    assert_true(fabs((double)view.point[0]) < within && fabs((double)view.point[2]) < within);
}

/* A plain of 2 km has nothing to look at, and is no place to look from unless it is ground. */
static void flat_ground_is_stood_on(void **state)
{
    scene_fixture *f = *state;
    bool found;
    tlb_node *plain = add_level(f, 100, 2000, false);
    find_inside(f, &found);
    assert_false(found);
    plain->ground = true;
    assert_stands_on(f, 100, 200);
}

/* Water can be looked through from both sides. */
static void water_is_stood_on_not_under(void **state)
{
    scene_fixture *f = *state;
    add_level(f, 0, 2000, true);
    add_level(f, 30, 2000, true);
    f->scene->materials[f->scene->material_count - 1].double_sided = true;
    assert_stands_on(f, 30, 1000);
}

/* The block's lower side is a ceiling, 10 m over the ground. */
static void ground_under_what_is_built_is_not_stood_on(void **state)
{
    scene_fixture *f = *state;
    bool found;
    add_level(f, -20, 2000, true);
    add_cube(f, 0, 20, false);
    tlb_view view = find_inside(f, &found);
    assert_true(found && fabs((double)view.point[1] + 18.3) < 1e-4);
    assert_true(fabs((double)view.point[0]) > 10 || fabs((double)view.point[2]) > 10);
}

/* In a world of 2 km a room of 4 m is found, above or below the ground. */
static void rooms_of_worlds_are_found(void **state)
{
    scene_fixture *f = *state;
    tlb_node *ground = add_level(f, -3, 2000, true);
    add_cube(f, 0, 6, false);
    add_cube(f, 0, 4, true);
    assert_stands_on(f, -2, 2);
    ground->translation[1] = 10;
    assert_stands_on(f, -2, 2);
}

/* What is built stands beside the ground: then it is looked at from all of the ground. */
static void ground_is_found_far_from_what_is_built(void **state)
{
    scene_fixture *f = *state;
    add_level(f, 0, 100, true);
    add_cube(f, 5000, 1, false);
    assert_stands_on(f, 0, 50);
}

/* On foot the ground before one's feet is seen, however far the horizon is. */
static void ground_before_the_feet_is_drawn(void **state)
{
    scene_fixture *f = *state;
    bool found;
    tlb_stage stage;
    tlb_camera camera;
    add_level(f, 0, 30000, true);
    tlb_view view = find_inside(f, &found);
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    tlb_cameras_place(&camera, 1, &stage, &view, 1);
    assert_true(found && camera.nearest < 1.7 && camera.farthest > 15000);
}

static bool is_entered(scene_fixture *f)
{
    tlb_view view = {.yaw = 35, .pitch = 28};
    tlb_stage stage;
    bool sealed;
    assert_true(tlb_stage_set(&stage, f->scene, NULL, 0, false, &f->arena));
    assert_true(tlb_inside_sealed(&stage, &f->arena, &view, &sealed));
    assert_true(sealed == view.inside);
    assert_true(!sealed || fabsf(view.point[0]) + fabsf(view.point[1]) + fabsf(view.point[2]) < 6);
    return sealed;
}

/* A room that only its own sides hide: with a wall taken out of either, something is seen from outside. */
static void sealed_rooms_are_entered(void **state)
{
    scene_fixture *f = *state;
    add_cube(f, 0, 6, false);
    assert_false(is_entered(f)); /* a block of stone */
    add_cube(f, 0, 4, true);
    assert_true(is_entered(f));
    f->scene->nodes[6].mesh = TLB_NONE;
    assert_false(is_entered(f));
}

/* Leaves a gap from x = -1.1 to -0.6 in a wall along x, as high as the wall. */
static void cut_door(scene_fixture *f, uint32_t wall, float side)
{
    const float gap[2] = {-1.1f, -0.6f};
    tlb_node *right = add_white_square(f), *left = &f->scene->nodes[wall];
    memcpy(right->rotation, left->rotation, sizeof right->rotation);
    memcpy(right->scale, left->scale, sizeof right->scale);
    memcpy(right->translation, left->translation, sizeof right->translation);
    left->scale[0] = gap[0] + side / 2;
    left->translation[0] = (gap[0] - side / 2) / 2;
    right->scale[0] = side / 2 - gap[1];
    right->translation[0] = (gap[1] + side / 2) / 2;
}

static void add_room_with_door(scene_fixture *f)
{
    add_cube(f, 0, 6, false);
    add_cube(f, 0, 4, true);
    cut_door(f, 1, 6);
    cut_door(f, 6, 4);
}

/* What a door leads into is no sealed room, though one sees out only from before the door. */
static void rooms_with_a_door_are_seen_from_outside(void **state)
{
    scene_fixture *f = *state;
    add_room_with_door(f);
    assert_false(is_entered(f));
}

/* But where nearly all there is is behind the door, all that is seen from outside is a box. */
static void what_holds_most_behind_a_door_is_entered(void **state)
{
    scene_fixture *f = *state;
    add_room_with_door(f);
    add_cube(f, 1.8f, 0.1f, false);
    assert_false(is_entered(f));
    for (int i = 0; i < 3; i++)
        add_cube(f, 1.8f, 0.1f, false);
    assert_true(is_entered(f));
}

static void rooms_without_outer_sides_are_seen_from_above(void **state)
{
    scene_fixture *f = *state;
    add_cube(f, 0, 4, true);
    assert_false(is_entered(f));
}

static void what_has_no_floor_has_no_inside(void **state)
{
    scene_fixture *f = *state;
    bool found;
    add_white_square(f);
    find_inside(f, &found);
    assert_false(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(views_are_of_fronts, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(cameras_of_a_turntable_are_equally_far, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(the_view_from_inside_is_inside, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(backdrops_are_no_reason_to_go_back, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(mirrored_rooms_have_an_inside, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(sealed_rooms_are_entered, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(rooms_with_a_door_are_seen_from_outside, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(what_holds_most_behind_a_door_is_entered, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(rooms_without_outer_sides_are_seen_from_above, begin_scene,
                                        end_scene),
        cmocka_unit_test_setup_teardown(what_has_no_floor_has_no_inside, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(flat_ground_is_stood_on, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(water_is_stood_on_not_under, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(ground_under_what_is_built_is_not_stood_on, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(rooms_of_worlds_are_found, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(ground_is_found_far_from_what_is_built, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(ground_before_the_feet_is_drawn, begin_scene, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
