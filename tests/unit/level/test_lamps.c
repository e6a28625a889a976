/* The light of lamps on the texels of a face: distance, shadows, sides. */
#include "boxes.h"
#include "level/lamps.h"
#include "one_context.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

enum { SIDE = 4 };

static tlb_level *level;
static tlb_solid *solid;
static tlb_arena arena;
static tlb_baked_light baked;
static tlb_sun_options sun;
static bool shines;
static uint8_t light[SIDE][SIDE][3]; /* of the floor, by y and x */

static void add_box(double x, double y, double z, double size_x, double size_y, double size_z)
{
    boxes_box(level, TLB_BRUSH_STRUCTURAL, x, y, z, size_x, size_y, size_z, "wall");
}

static void add_lamp(const char *color, const char *falloff1, const char *falloff2, double x, double y,
                     double z)
{
    tlb_level_detail *detail = &level->details.data[0];
    tlb_level_entity *lamp = tlb_level_add_entity(level, detail, "Light_Omni");
    assert_non_null(lamp);
    memcpy(lamp->origin, (const double[]){x, y, z}, sizeof lamp->origin);
    lamp->has_origin = true;
    assert_true(tlb_level_add_property(level, lamp, "color", color, 0));
    assert_true(tlb_level_add_property(level, lamp, "falloff1", falloff1, 0));
    assert_true(tlb_level_add_property(level, lamp, "falloff2", falloff2, 0));
}

/* The face of the floor, or that below it, which looks down from z = -1. */
static uint32_t find_face(bool looks_down)
{
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        const tlb_solid_plane *plane = &solid->planes.data[face->plane];
        double up = face->reversed ? -plane->normal[2] : plane->normal[2];
        double height = plane->distance * plane->normal[2];
        if (up == (looks_down ? -1 : 1) && height == (looks_down ? -1 : 0))
            return i;
    }
    fail_msg("no such face");
    return 0;
}

/* Compiles, and lights the floor of 4 by 4 meters. */
static void shine(bool from_below)
{
    const tlb_light_grid grid = {{0, 0, from_below ? -1 : 0}, {{1, 0, 0}, {0, 1, 0}}, {SIDE, SIDE}};
    tlb_lighting lighting;
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_OK);
    assert_true(tlb_lighting_make(solid, &level->details.data[0], baked, &sun, &arena, &lighting));
    shines = tlb_lighting_shines(&lighting);
    assert_true(tlb_light_face(&lighting, find_face(from_below), &grid, &arena, &light[0][0]));
    tlb_solid_free(solid);
}

static int begin(void **state)
{
    set_up(state);
    level = boxes_level(context);
    baked = TLB_BAKED_DEFAULT;
    memset(&sun, 0, sizeof sun);
    tlb_arena_init(&arena, context->account);
    add_box(0, 0, -1, 4, 4, 1);
    return 0;
}

static int end(void **state)
{
    tlb_arena_release(&arena);
    tlb_level_free(level);
    return tear_down(state);
}

static int expected(double x, double y, double z, double color)
{
    double distance = sqrt(x * x + y * y + z * z);
    return (int)(color * (5 - distance) / 4);
}

static void light_falls_off_with_the_distance(void **state)
{
    (void)state;
    add_lamp("200 100 0", "1", "5", 0.5, 0.5, 2);
    shine(false);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            assert_int_equal(light[y][x][0], expected(x, y, 2, 200));
            assert_int_equal(light[y][x][1], expected(x, y, 2, 100));
            assert_int_equal(light[y][x][2], 0);
        }
    assert_true(light[0][0][0] > light[3][3][0]);
}

/* Over the first texel; those of the far corner are within nobody's reach. */
static void light_ends_at_the_second_distance(void **state)
{
    (void)state;
    add_lamp("200 100 0", "0.5", "2.5", 0.5, 0.5, 1);
    shine(false);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double distance = sqrt(x * x + y * y + 1), share = distance < 2.5 ? (2.5 - distance) / 2 : 0;
            assert_int_equal(light[y][x][0], (int)(200 * share));
            assert_int_equal(light[y][x][1], (int)(100 * share));
        }
    assert_true(light[0][2][0] > 0 && light[3][3][0] == 0);
}

static void lamps_add_up_to_white(void **state)
{
    (void)state;
    add_lamp("200 100 0", "100", "200", 2, 2, 2);
    add_lamp("100 100 7", "100", "200", 2, 2, 3);
    shine(false);
    assert_int_equal(light[1][1][0], 255);
    assert_int_equal(light[1][1][1], 200);
    assert_int_equal(light[1][1][2], 7);
}

static void a_face_that_looks_away_is_dark(void **state)
{
    (void)state;
    add_lamp("200 200 200", "100", "200", 2, 2, 6);
    shine(true);
    assert_int_equal(light[1][1][0], 0);
}

/* A plate at half the height, from x = 1.25 on, hides what is from x = 0.5 + 2 * 0.75 = 2 on. */
static void shadows_are_hard(void **state)
{
    (void)state;
    add_box(1.25, -10, 1, 10, 20, 0.01);
    add_lamp("200 200 200", "100", "200", 0.5, 2, 2);
    shine(false);
    for (int y = 0; y < SIDE; y++) {
        assert_int_equal(light[y][0][0], 200);
        assert_int_equal(light[y][1][0], 200);
        assert_int_equal(light[y][2][0], 0);
        assert_int_equal(light[y][3][0], 0);
    }
}

/* The same along y, on either side. */
static void shadows_fall_in_all_directions(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        tlb_level_free(level);
        level = boxes_level(context);
        add_box(0, 0, -1, 4, 4, 1);
        add_box(-10, side ? -7.25 : 1.25, 1, 20, 10, 0.01);
        add_lamp("200 200 200", "100", "200", 2, side ? 3.5 : 0.5, 2);
        shine(false);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                assert_int_equal(light[y][x][0], (side ? y >= 2 : y < 2) ? 200 : 0);
    }
}

/* A post as wide as a row of texels, beside the floor as its lamp is. */
static void lamps_beside_a_face_are_shaded(void **state)
{
    (void)state;
    add_box(5, 1, 0, 0.5, 1, 9);
    add_lamp("200 200 200", "100", "200", 8, 1.5, 1);
    shine(false);
    for (int x = 0; x < SIDE; x++)
        assert_int_equal(light[1][x][0], 0);
    assert_int_equal(light[3][3][0], 200);
}

/* The same from x = 1.125 on: a quarter of the texels from 1 to 2 is dark. */
static void texels_get_the_share_that_is_lit(void **state)
{
    (void)state;
    add_box(1.125, -10, 1, 10, 20, 0.01);
    add_lamp("200 200 200", "100", "200", 0.5, 2, 2);
    shine(false);
    assert_int_equal(light[1][0][0], 200);
    assert_in_range(light[1][1][0], 149, 150);
    assert_int_equal(light[1][2][0], 0);
}

static void lamps_without_a_place_or_color_are_none(void **state)
{
    (void)state;
    tlb_lamp_list lamps = {NULL};
    tlb_level_detail *detail = &level->details.data[0];
    detail->units = 32;
    assert_non_null(tlb_level_add_entity(level, detail, "light_omni"));
    add_lamp("1 2", "32", "64", 0, 0, 0);
    add_lamp("1 2 3", "32", "inf", 4, 5, 6);
    for (int axis = 0; axis < 3; axis++)
        add_lamp("1 2 3", "32", "64", axis == 0 ? INFINITY : 4, axis == 1 ? -INFINITY : 5,
                 axis == 2 ? NAN : 6);
    add_lamp("1 2 3", "32", "64", 4, 5, 6);
    assert_true(tlb_lamps_find(detail, baked, &sun, &arena, &lamps));
    assert_int_equal(lamps.count, 1);
    assert_true(lamps.data[0].color[2] == 3 && lamps.data[0].place[1] == 5);
    assert_true(lamps.data[0].falloff1 == 1 && lamps.data[0].falloff2 == 2);
}

static void no_lamps_shine_when_none_are_asked_for(void **state)
{
    (void)state;
    add_lamp("200 200 200", "100", "200", 2, 2, 3);
    baked = TLB_BAKED_NONE;
    shine(false);
    assert_false(shines);
    assert_int_equal(light[1][1][0], 0);
}

static void ambient_light_is_everywhere(void **state)
{
    (void)state;
    sun.ambient = (tlb_color_option){true, {10, 20, 30, 255}};
    shine(true);
    assert_true(shines);
    assert_memory_equal(light[3][0], ((const uint8_t[]){10, 20, 30}), 3);
    add_lamp("200 100 0", "100", "200", 2, 2, 3);
    shine(false);
    assert_memory_equal(light[3][0], ((const uint8_t[]){210, 120, 30}), 3);
}

/* A plate at z = 1 from x = 1.25 to 2.75 shades x = 0.5 to 2, for the sun is 3 to the right of 4 up; its
 * thickness shades as much to the left. */
static void the_sun_shines_by_the_cosine(void **state)
{
    (void)state;
    baked = TLB_BAKED_SUN;
    memcpy(sun.direction, (const tlb_vec3){3, 0, 4}, sizeof sun.direction);
    sun.color = (tlb_color_option){true, {100, 200, 0, 255}};
    add_box(1.25, -10, 1, 1.5, 20, 0.01);
    shine(false);
    for (int y = 0; y < SIDE; y++) {
        assert_in_range(light[y][0][0], 39, 40);
        assert_int_equal(light[y][1][0], 0);
        assert_in_range(light[y][2][0], 79, 80);
        assert_in_range(light[y][3][1], 159, 160);
    }
    shine(true);
    assert_int_equal(light[1][1][0], 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

/* Options of zeros say nothing: the sun stands high, in a corner, and is white. */
static void the_sun_has_a_usual_place(void **state)
{
    (void)state;
    for (int given = 0; given < 2; given++) {
        tlb_lamp_list lamps = {0};
        memcpy(sun.direction, given ? (const float[]){3, 0, -4} : (const float[]){0, 0, 0},
               sizeof sun.direction);
        assert_true(tlb_lamps_find(&level->details.data[0], TLB_BAKED_SUN, &sun, &arena, &lamps));
        assert_int_equal(lamps.count, 1);
        const tlb_level_lamp *lamp = &lamps.data[0];
        assert_true(lamp->is_sun);
        const double expected[2][3] = {{0.408248290, 0.408248290, 0.816496581}, {0.6, 0, -0.8}};
        for (int axis = 0; axis < 3; axis++) {
            assert_true(fabs(lamp->place[axis] - expected[given][axis]) < 1e-7);
            assert_true(lamp->color[axis] == 255);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(light_falls_off_with_the_distance),
        TEST(lamps_add_up_to_white),
        TEST(a_face_that_looks_away_is_dark),
        TEST(shadows_are_hard),
        TEST(texels_get_the_share_that_is_lit),
        TEST(lamps_without_a_place_or_color_are_none),
        TEST(no_lamps_shine_when_none_are_asked_for),
        TEST(ambient_light_is_everywhere),
        TEST(the_sun_has_a_usual_place),
        TEST(the_sun_shines_by_the_cosine),
        TEST(light_ends_at_the_second_distance),
        TEST(shadows_fall_in_all_directions),
        TEST(lamps_beside_a_face_are_shaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
