/* DIF documents lit at a time: the colors of animated lights, what they add to light maps, the alarm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/torque/dif/dif.h"
#include "image/image.h"
#include "image/quantize.h"
#include "options_text.h"

enum { SIDE = 4 };

typedef struct fixture {
    tlb_context *context;
    tlb_assets *assets;
    tlb_document document;
    tlb_scene *scene;
    tlb_dif dif;
    tlb_dif_interior room; /* two squares of one light map, whose second one is the alarm's */
    tlb_dif_surface surfaces[2];
    tlb_dif_light_map light_maps[2];
    tlb_buffer pngs[2];
} fixture;

static tlb_vec3 up[] = {{0, 0, 1}};
static tlb_dif_plane ground[] = {{0, 0}};
static tlb_vec3 corners[] = {{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}};
static tlb_dif_texgen texgens[] = {{{0.5f, 0, 0, 0}, {0, -0.5f, 0, 1}}};
static tlb_text materials[] = {{"brick", 5}};
static uint32_t strip[] = {0, 1, 3, 2}, sheets[] = {0, 0}, alarm_sheets[] = {1, 1};
static uint8_t names[] = "lamp";

/* A loop of a second, red at first and blue from 400 milliseconds on, which lights the first surface, each
 * state by a map of its own; and a ramp of the alarm, green, which lights the second. */
static tlb_dif_animated_light lights[] = {{0, 0, 2, 3, 1000}, {9, 2, 1, 8, 100}};
static tlb_dif_light_state states[] = {{200, 0, 0, 0, 0, 2}, {0, 0, 100, 400, 2, 2}, {0, 240, 0, 0, 4, 1}};
static tlb_dif_state_data datas[] = {{0, 0, 0}, {1, UINT32_MAX, 1}, {0, 2, 0}, {1, UINT32_MAX, 1}, {1, 4, 2}};
static uint8_t maps[] = {255, 128, 64, 0, 255};

/* A sheet of one color. */
static tlb_bytes flat_png(fixture *f, int which, uint8_t value)
{
    uint8_t pixels[SIDE * SIDE][4];
    for (int i = 0; i < SIDE * SIDE; i++)
        memcpy(pixels[i], (uint8_t[]){value, value, value, 255}, 4);
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = SIDE, .height = SIDE, .pixels = (uint8_t *)pixels};
    f->pngs[which] = (tlb_buffer){.account = f->context->account};
    assert_int_equal(tlb_png_encode(&image, &f->pngs[which]), TLB_OK);
    return (tlb_bytes){f->pngs[which].data, f->pngs[which].size};
}

#define SET(list, array) ((list).data = (array), (list).count = sizeof(array) / sizeof *(array))

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    f.assets = tlb_assets_create(f.context);
    tlb_dif_interior *x = &f.room;
    SET(x->normals, up), SET(x->planes, ground), SET(x->points, corners), SET(x->texGenEqs, texgens);
    SET(x->materials, materials), SET(x->windings, strip);
    SET(x->normalLMapIndices, sheets), SET(x->alarmLMapIndices, alarm_sheets);
    SET(x->animatedLights, lights), SET(x->lightStates, states), SET(x->stateDatas, datas);
    SET(x->stateDataBuffers, maps), SET(x->nameBuffers, names);
    x->hasAlarmState = 1;
    x->surfaces.data = f.surfaces, x->surfaces.count = 2;
    x->lightMaps.data = f.light_maps, x->lightMaps.count = 2;
    f.light_maps[0].lightMap = flat_png(&f, 0, 10);
    f.light_maps[1].lightMap = flat_png(&f, 1, 100);
    f.surfaces[0] = (tlb_dif_surface){.windingCount = 4,
                                      .finalWord = 2 << 6 | 2,
                                      .mapOffsetX = 1,
                                      .mapOffsetY = 2,
                                      .mapSizeX = 2,
                                      .mapSizeY = 1};
    f.surfaces[1] = f.surfaces[0];
    f.surfaces[1].mapOffsetY = 3;
    f.surfaces[1].mapSizeX = 1;
    f.dif.details.data = x, f.dif.details.count = 1;
    f.document =
        (tlb_document){.context = f.context, .format = tlb_format_by_name("dif"), .name = "", .root = &f.dif};
    tlb_arena_init(&f.document.arena, f.context->account);
    *state = &f;
    return f.assets ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_scene_free(f->scene);
    tlb_arena_release(&f->document.arena);
    tlb_buffer_free(&f->pngs[0]);
    tlb_buffer_free(&f->pngs[1]);
    tlb_assets_free(f->assets);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_status show_with(fixture *f, const char *seconds, bool alarm, bool lamps)
{
    tlb_convert_options options;
    option_text time = {"light-time", seconds};
    tlb_status status = options_from_text(f->context, &time, seconds != NULL, &options);
    options.lights = lamps;
    const tlb_dif_read_options own = {.alarm = alarm};
    tlb_conversion conversion = {
        .context = f->context, .assets = f->assets, .options = &options, .from = &own};
    tlb_scene_free(f->scene);
    f->scene = tlb_scene_create(f->context);
    if (status)
        return status;
    return tlb_dif_to_scene(&f->document, f->scene, &conversion);
}

static tlb_status show(fixture *f, const char *seconds, bool alarm)
{
    return show_with(f, seconds, alarm, false);
}

/* Of the light map of the first surface. */
static void assert_pixel(fixture *f, const char *seconds, bool alarm, uint32_t x, uint32_t y,
                         const uint8_t expected[3])
{
    assert_int_equal(show(f, seconds, alarm), TLB_OK);
    const tlb_mesh *mesh = &f->scene->meshes[0];
    const tlb_material *material = &f->scene->materials[mesh->parts[0].material];
    const uint8_t(*pixels)[4];
    uint32_t width, height;
    assert_int_equal(tlb_image_rgba(f->context, &f->document.arena,
                                    &f->scene->images[material->lightmap.image], &pixels, &width, &height),
                     TLB_OK);
    assert_int_equal(width, SIDE);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pixels[y * width + x][i], expected[i]);
}

/* Intensities 255 and 128 of red 200: 200 x 255 / 256 is 199, 200 x 128 / 256 is 100. */
static void a_state_is_added_to_the_rectangle_of_its_surface(void **state)
{
    fixture *f = *state;
    assert_pixel(f, "0", false, 1, 2, (uint8_t[]){209, 10, 10});
    assert_pixel(f, "0", false, 2, 2, (uint8_t[]){110, 10, 10});
    assert_pixel(f, "0", false, 0, 2, (uint8_t[]){10, 10, 10});
    assert_pixel(f, "0", false, 3, 2, (uint8_t[]){10, 10, 10});
    assert_pixel(f, "0", false, 1, 1, (uint8_t[]){10, 10, 10});
    assert_pixel(f, "0", false, 1, 3, (uint8_t[]){10, 10, 10});
}

/* At 100 of 400 milliseconds red is 150 and blue 25; at 400 the second state begins, whose map has 64 and 0;
 * at 700, half way back to the first, red is 100 and blue 50. */
static void colors_go_over_into_each_other(void **state)
{
    fixture *f = *state;
    assert_pixel(f, "0.1", false, 1, 2, (uint8_t[]){10 + 149, 10, 10 + 25});
    assert_pixel(f, "0.4", false, 1, 2, (uint8_t[]){10, 10, 10 + 25});
    assert_pixel(f, "0.7", false, 1, 2, (uint8_t[]){10 + 25, 10, 10 + 13});
    assert_pixel(f, "0.7", false, 2, 2, (uint8_t[]){10, 10, 10});
    assert_pixel(f, "1.1", false, 1, 2, (uint8_t[]){10 + 149, 10, 10 + 25});
}

static void the_alarm_has_its_own_sheets_and_lights(void **state)
{
    fixture *f = *state;
    assert_pixel(f, NULL, false, 1, 3, (uint8_t[]){10, 10, 10});
    assert_pixel(f, NULL, true, 1, 3, (uint8_t[]){100, 100, 100});
    assert_pixel(f, "5", true, 1, 3, (uint8_t[]){100, 255, 100}); /* 100 + 239, at most 255 */
    assert_pixel(f, "0", true, 1, 2, (uint8_t[]){100, 100, 100});
    f->surfaces[0].surfaceFlags = f->surfaces[1].surfaceFlags = TLB_DIF_SURFACE_SHARED_LIGHT_MAPS;
    assert_pixel(f, NULL, true, 1, 3, (uint8_t[]){10, 10, 10});
    f->surfaces[0].surfaceFlags = f->surfaces[1].surfaceFlags = 0;
    f->room.hasAlarmState = 0;
    assert_pixel(f, NULL, true, 1, 3, (uint8_t[]){10, 10, 10});
}

static void assert_light(const fixture *f, uint32_t light, double seconds, uint32_t state, uint8_t red,
                         uint8_t blue)
{
    dif_light_moment moment;
    assert_true(tlb_dif_light_at(&f->room, &f->room.animatedLights.data[light], seconds, &moment));
    assert_int_equal(moment.state, state);
    assert_int_equal(moment.color[0], red);
    assert_int_equal(moment.color[2], blue);
}

static void ramps_end_and_flickers_jump(void **state)
{
    fixture *f = *state;
    static tlb_dif_animated_light others[] = {{0, 0, 2, 0, 1000}, {0, 0, 2, 5, 1000}, {0, 99, 2, 3, 9}};
    f->room.animatedLights.data = others;
    assert_light(f, 0, 0.2, 0, 100, 50);
    assert_light(f, 0, 0.9, 1, 0, 100);
    assert_light(f, 0, 77, 1, 0, 100);
    assert_light(f, 1, 0.3, 0, 200, 0);
    assert_light(f, 1, 1.4, 1, 0, 100);
    dif_light_moment moment;
    assert_false(tlb_dif_light_at(&f->room, &others[2], 0, &moment)); /* there is no state 99 */
}

static void lights_are_told_in_extras(void **state)
{
    fixture *f = *state;
    assert_int_equal(show(f, NULL, false), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 2); /* no time, no alarm */
    const tlb_value *list = tlb_value_get(f->scene->nodes[0].extras, "animatedLights");
    assert_non_null(list);
    const tlb_value *lamp = list->as.members.first, *siren = lamp->next;
    assert_string_equal(tlb_value_get(lamp, "name")->as.text.data, "lamp");
    assert_string_equal(tlb_value_get(lamp, "type")->as.text.data, "ambient loop");
    assert_string_equal(tlb_value_get(siren, "type")->as.text.data, "triggerable ramp");
    assert_true(tlb_value_get(siren, "alarm")->as.boolean);
    const tlb_value *second = tlb_value_get(lamp, "states")->as.members.last;
    assert_int_equal(tlb_value_get(second, "activeTime")->as.integer, 400);
    assert_int_equal(tlb_value_get(second, "color")->as.members.last->as.integer, 100);
}

/* Texels of a meter, whose middles are at (1.5, 2.5) and (2.5, 2.5) of the floor. 255 and 128 count 1 and
 * 0.0635: the foot is at x = 1.5597, the light around it 0.2369 wide, the height twice that. Red is 200 of
 * 255: 0.5776, times pi and the square of the height 0.4074. */
static void lamps_stand_above_what_they_light(void **state)
{
    fixture *f = *state;
    memcpy(f->room.boundingBox, (float[]){0, 0, 0, 4, 4, 4}, sizeof f->room.boundingBox);
    assert_int_equal(show(f, NULL, false), TLB_OK);
    assert_int_equal(f->scene->light_count, 0);
    assert_int_equal(show_with(f, NULL, false, true), TLB_OK);
    assert_int_equal(f->scene->light_count, 1);
    const tlb_node *node = &f->scene->nodes[f->scene->node_count - 1];
    const tlb_scene_light *light = &f->scene->lights[node->light];
    assert_string_equal(node->name, "lamp");
    assert_int_equal(node->parent, 0);
    assert_float_equal(node->translation[0], 1.5597f, 1e-4);
    assert_float_equal(node->translation[1], 0.4739f, 1e-4);
    assert_float_equal(node->translation[2], -2.5f, 1e-4);
    assert_float_equal(light->color[0], 1, 0);
    assert_float_equal(light->color[1] + light->color[2], 0, 0);
    assert_float_equal(light->intensity, 0.4074f, 1e-3);
    assert_true(tlb_value_get(node->extras, "estimated")->as.boolean);
    assert_int_equal(show_with(f, "0.4", false, true), TLB_OK); /* blue */
    assert_float_equal(f->scene->lights[0].color[2], 1, 0);
    assert_float_equal(f->scene->nodes[f->scene->node_count - 1].translation[0], 1.5f, 1e-4);
    assert_int_equal(show_with(f, NULL, true, true), TLB_OK); /* the alarm's lamp, green, at (1.5, 3.5) */
    assert_int_equal(f->scene->light_count, 1);
    assert_float_equal(f->scene->lights[0].color[1], 1, 0);
    assert_float_equal(f->scene->nodes[f->scene->node_count - 1].translation[2], -3.5f, 1e-4);
    datas[0].surfaceIndex = 9;
    uint64_t before = tlb_code_total(f->context, TLB_CODE_DROPPED);
    assert_int_equal(show_with(f, NULL, false, true), TLB_OK);
    datas[0].surfaceIndex = 0;
    assert_int_equal(f->scene->light_count, 0);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), before + 2); /* alarm, no lamp */
}

/* References out of range, rectangles over the edge, sheets that are no pictures, maps that all share. */
static void what_does_not_fit_adds_nothing(void **state)
{
    fixture *f = *state;
    static tlb_dif_state_data bad[] = {{9, 0, 0}, {0, 4, 0}, {1, 4, 0}};
    static tlb_dif_light_state all[] = {{255, 255, 255, 0, 0, 3}};
    static tlb_dif_animated_light many[99];
    SET(f->room.stateDatas, bad), SET(f->room.lightStates, all);
    f->room.animatedLights.data = many, f->room.animatedLights.count = 1;
    many[0] = (tlb_dif_animated_light){0, 0, 1, 3, 9};
    f->surfaces[1].mapOffsetY = 4;
    assert_pixel(f, "0", false, 1, 2, (uint8_t[]){10, 10, 10}); /* two bytes at 4 of 5 */
    f->surfaces[1].mapOffsetY = 3;
    assert_pixel(f, "0", false, 1, 3, (uint8_t[]){255, 255, 255});
    f->light_maps[0].lightMap.size -= 20;
    assert_int_equal(show(f, "0", false), TLB_OK);
    assert_true(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE) > 0);
    f->light_maps[0].lightMap.size += 20;
    for (int i = 0; i < 99; i++)
        many[i] = many[0];
    f->room.animatedLights.count = 99;
    f->room.hasAlarmState = 0;
    assert_int_equal(show(f, "0", false), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 3 + 1);
    assert_int_equal(show_with(f, NULL, false, true), TLB_OK);
    assert_int_equal(f->scene->light_count, 4); /* as often as the data are followed */
    assert_int_equal(show(f, "soon", false), TLB_ARGUMENT);
    assert_int_equal(show(f, "-1", false), TLB_ARGUMENT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_state_is_added_to_the_rectangle_of_its_surface),
        TEST(colors_go_over_into_each_other),
        TEST(the_alarm_has_its_own_sheets_and_lights),
        TEST(ramps_end_and_flickers_jump),
        TEST(lights_are_told_in_extras),
        TEST(lamps_stand_above_what_they_light),
        TEST(what_does_not_fit_adds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
