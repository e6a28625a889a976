/* Where a lamp stands and how strong it is, from the light that it gives to surfaces. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/context.h"
#include "scene/light/lamp.h"

/* A floor and a wall, a luxel a meter: one luxel of each is lit, at (2, 0, 3) and at (0, 5, 3). Along the
 * floor x is 2 and z is 3; above it the lamp is at 0, which counts a tenth; the wall says the same of y. So x
 * is 2 / 1.1, y is 5 / 1.1, and the squares of the distances are 20.69 and 3.51, their mean times pi 38.02.
 */
static void surfaces_pull_the_lamp_between_them(void **state)
{
    (void)state;
    static const tlb_lit_corner floor[] = {{{0, 0, 0}, {0, 0}}, {{8, 0, 0}, {8, 0}}, {{0, 0, 8}, {0, 8}}};
    static const tlb_lit_corner wall[] = {{{0, 0, 0}, {0, 0}}, {{0, 8, 0}, {8, 0}}, {{0, 0, 8}, {0, 8}}};
    uint8_t on_floor[64] = {[3 * 8 + 2] = 255}, on_wall[64] = {[3 * 8 + 5] = 255};
    tlb_lamp lamp = {.box = {{0, 0, 8}, {8, 8, 0}}};
    float at[3], intensity;
    assert_false(tlb_lamp_place(&lamp, at, &intensity));
    tlb_lamp_lights(&lamp, &(tlb_lit_surface){on_floor, 8, 8, 3, floor, {0, 1, 0}}, 1);
    tlb_lamp_lights(&lamp, &(tlb_lit_surface){on_wall, 8, 8, 3, wall, {1, 0, 0}}, 1);
    assert_true(tlb_lamp_place(&lamp, at, &intensity));
    assert_float_equal(at[0], 2 / 1.1f, 1e-5);
    assert_float_equal(at[1], 5 / 1.1f, 1e-5);
    assert_float_equal(at[2], 3, 1e-5);
    assert_float_equal(intensity, 38.024f, 0.01);
    lamp.box[1][1] = 4;
    assert_true(tlb_lamp_place(&lamp, at, &intensity));
    assert_float_equal(at[1], 4, 0);
}

enum { SIDE = 64 };

/* A square of 40 m with a lamp 3 m in front of its middle, which is as bright as can be: falling off with the
 * square of the distance and with the angle. */
static void one_wall_tells_the_height(void **state)
{
    (void)state;
    static const tlb_lit_corner wall[] = {
        {{5, 0, 40}, {-0.5f, -0.5f}}, {{5, 40, 40}, {-0.5f, 63.5f}}, {{5, 40, 0}, {63.5f, 63.5f}}};
    uint8_t map[SIDE * SIDE];
    tlb_lamp lamp = {.box = {{5, 0, 0}, {45, 40, 40}}};
    float at[3], intensity;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double u = (i % SIDE + 0.5) * 40 / SIDE - 20, v = (i / SIDE + 0.5) * 40 / SIDE - 20;
        map[i] = (uint8_t)(255 * pow(9 / (9 + u * u + v * v), 1.5) + 0.5);
    }
    tlb_lamp_lights(&lamp, &(tlb_lit_surface){map, SIDE, SIDE, 3, wall, {1, 0, 0}}, 1);
    assert_true(tlb_lamp_place(&lamp, at, &intensity));
    assert_float_equal(at[0], 8, 0.1);
    assert_float_equal(at[1], 20, 1e-3);
    assert_float_equal(at[2], 20, 1e-3);
    assert_float_equal(intensity, 9 * 3.14159265f, 2);
}

/* How a lamp at (3, 3, 5) lights a wall of a room of 10 x 4 x 8 m, four luxels a square meter. */
static void light_wall(tlb_lamp *lamp, int axis, bool far, const float room[3])
{
    static uint8_t map[20 * 20];
    static const float stands[3] = {3, 3, 5};
    int u = axis == 0, v = axis == 2 ? 1 : 2;
    tlb_lit_corner corners[3] = {{{0}, {-0.5f, -0.5f}}, {{0}, {0, -0.5f}}, {{0}, {0, 0}}};
    tlb_lit_surface wall = {map, (uint32_t)room[u] * 2, (uint32_t)room[v] * 2, 3, corners, {0}};
    wall.normal[axis] = far ? -1 : 1;
    for (int i = 0; i < 3; i++)
        corners[i].position[axis] = far ? room[axis] : 0;
    corners[1].position[u] = corners[2].position[u] = room[u];
    corners[2].position[v] = room[v];
    corners[1].luxel[0] = corners[2].luxel[0] = (float)wall.width - 0.5f;
    corners[2].luxel[1] = (float)wall.height - 0.5f;
    for (uint32_t i = 0; i < wall.width * wall.height; i++) {
        float x = ((float)(i % wall.width) + 0.5f) / 2 - stands[u];
        float y = ((float)(i / wall.width) + 0.5f) / 2 - stands[v];
        float off = far ? room[axis] - stands[axis] : stands[axis], square = x * x + y * y + off * off;
        map[i] = (uint8_t)(fminf(4 * off / (square * sqrtf(square)), 1) * 255);
    }
    tlb_lamp_lights(lamp, &wall, 1);
}

static void a_room_tells_where_its_lamp_stands(void **state)
{
    (void)state;
    static const float room[3] = {10, 4, 8};
    tlb_lamp lamp = {.box = {{0, 0, 0}, {10, 4, 8}}};
    float at[3], intensity;
    for (int axis = 0; axis < 3; axis++) {
        light_wall(&lamp, axis, false, room);
        light_wall(&lamp, axis, true, room);
    }
    assert_true(tlb_lamp_place(&lamp, at, &intensity));
    assert_float_equal(at[0], 3, 1);
    assert_float_equal(at[1], 3, 1);
    assert_float_equal(at[2], 5, 1);
}

static void colors_are_linear_and_the_strongest_is_1(void **state)
{
    (void)state;
    static const tlb_lit_corner floor[] = {{{0, 0, 0}, {0, 0}}, {{1, 0, 0}, {1, 0}}, {{0, 0, 1}, {0, 1}}};
    static const uint8_t map[] = {255};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_lamp lamp = {0}, dark = {0};
    tlb_lamp_lights(&lamp, &(tlb_lit_surface){map, 1, 1, 3, floor, {0, 1, 0}}, 0.5f);
    assert_true(tlb_add_lamp(scene, &dark, "none", 0, TLB_NONE, (float[]){1, 1, 1}));
    assert_int_equal(scene->node_count, 0);
    assert_true(tlb_add_lamp(scene, &lamp, "torch", 7, TLB_NONE, (float[]){0.5f, 0.25f, 0}));
    assert_int_equal(scene->nodes[0].light, 0);
    assert_string_equal(scene->lights[0].name, "torch");
    assert_int_equal(tlb_value_get(scene->nodes[0].extras, "light")->as.integer, 7);
    assert_float_equal(scene->lights[0].color[0], 1, 1e-6);
    assert_float_equal(scene->lights[0].color[1], 0.050876f / 0.214041f, 1e-4); /* linear 0.25, linear 0.5 */
    assert_float_equal(scene->lights[0].color[2], 0, 0);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_pull_the_lamp_between_them),
        cmocka_unit_test(one_wall_tells_the_height),
        cmocka_unit_test(a_room_tells_where_its_lamp_stands),
        cmocka_unit_test(colors_are_linear_and_the_strongest_is_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
