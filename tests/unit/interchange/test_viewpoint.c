/* The view that a scene's camera has, from places worked out by hand. */
#include "core/format.h"
#include "formats/interchange/shared/viewpoint.h"
#include "one_context.h"
#include "scenes.h"

#include <string.h>

/* The view of a scene whose second node is a camera, turned and scaled, at 1 2 3. */
static tlb_view_option view_of(const float rotation[4], float depth)
{
    static tlb_scene_camera cameras[1];
    const tlb_view_option wanted = {.kind = TLB_VIEW_FILE};
    const tlb_conversion conversion = {.context = context};
    tlb_view_option view;
    tlb_scene *scene = tlb_scene_create(context);
    add_node(scene, "plain", TLB_NONE, TLB_NONE);
    tlb_node *node = add_node(scene, "eye", 0, TLB_NONE);
    memcpy(node->translation, (const float[]){1, 2, 3}, sizeof node->translation);
    memcpy(node->rotation, rotation, sizeof node->rotation);
    node->scale[2] = depth;
    node->camera = 0;
    scene->cameras = cameras;
    scene->camera_count = 1;
    assert_int_equal(tlb_view_chosen(&conversion, scene, &wanted, &view), TLB_OK);
    tlb_scene_free(scene);
    return view;
}

/* Cameras look along -z; to yaw is to turn to the left, to pitch upwards. */
static void cameras_look_along_their_axis(void **state)
{
    (void)state;
    const float half = 0.70710678f;
    const struct {
        float rotation[4], depth;
        double yaw, pitch;
    } rows[] = {
        {{0, 0, 0, 1}, 1, 0, 0},
        {{0, half, 0, half}, 1, 90, 0},
        {{0, -half, 0, half}, 1, -90, 0},
        {{0, 1, 0, 0}, 1, 180, 0},
        {{0.38268343f, 0, 0, 0.92387953f}, 1, 0, 45},
        {{-0.38268343f, 0, 0, 0.92387953f}, 1, 0, -45},
        {{0, 0, 0, 1}, 0, 0, 0},
        {{0, half, 0, half}, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_view_option view = view_of(rows[i].rotation, rows[i].depth);
        assert_int_equal(view.kind, TLB_VIEW_POINT);
        double turn = view.yaw - rows[i].yaw;
        assert_true((turn < 1e-4 && turn > -1e-4) || turn < -359.9999);
        assert_float_equal(view.pitch, rows[i].pitch, 1e-4);
        assert_memory_equal(view.point, ((const float[]){1, 2, 3}), sizeof view.point);
    }
}

static void other_views_stay(void **state)
{
    (void)state;
    const tlb_view_option wanted = {.kind = TLB_VIEW_POINT, .yaw = 3, .pitch = 4};
    const tlb_conversion conversion = {.context = context};
    tlb_view_option view;
    tlb_scene *scene = tlb_scene_create(context);
    assert_int_equal(tlb_view_chosen(&conversion, scene, &wanted, &view), TLB_OK);
    assert_float_equal(view.yaw, 3, 0);
    assert_float_equal(view.pitch, 4, 0);
    tlb_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_look_along_their_axis),
        cmocka_unit_test(other_views_stay),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
