/* Missions as scenes: the light of their suns, and what becomes of them without memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "fault.h"
#include "mission_world.h"

static tlb_convert_options with_lights(void)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.lights = true;
    return options;
}

/* North and up of the mission are -Z and Y of the scene; lights shine along -Z of their node. */
static void suns_shine_along_their_direction(void **state)
{
    static const struct {
        const char *direction;
        float way[3];
    } cases[] = {{"0 2 0", {0, 0, -1}},        {"0 0.5 0", {0, 0, -1}},
                 {"3 0 0", {1, 0, 0}},         {"0 0 -0.25", {0, -1, 0}},
                 {"3 0 -4", {0.6f, -0.8f, 0}}, {"-2 2 1", {-2.f / 3, 1.f / 3, -2.f / 3}},
                 {"0 0 0", {0, 0, -1}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world w;
        char text[80];
        snprintf(text, sizeof text, "new Sun(sun) { direction = \"%s\"; color = \"1 1 1 1\"; };",
                 cases[i].direction);
        begin_world(&w);
        show_with(&w, text, with_lights());
        const float *q = node_of(&w, "sun")->rotation;
        const float along[3] = {-2 * (q[0] * q[2] + q[3] * q[1]), -2 * (q[1] * q[2] - q[3] * q[0]),
                                2 * (q[0] * q[0] + q[1] * q[1]) - 1};
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(along[k] - cases[i].way[k]) < 1e-5f);
        end_world(&w);
    }
}

static void the_brightest_color_is_the_intensity(void **state)
{
    static const struct {
        const char *color;
        float intensity, rgb[3];
    } cases[] = {{"2 1 0.5 1", 2, {1, 0.5f, 0.25f}},
                 {"0.5 1 2 1", 2, {0.25f, 0.5f, 1}},
                 {"0.25 0.5 0 1", 0.5f, {0.5f, 1, 0}},
                 {"-1 0.5 0.25 1", 0.5f, {0, 1, 0.5f}},
                 {"0 0 0 1", 1e-6f, {0, 0, 0}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world w;
        char text[80];
        snprintf(text, sizeof text, "new Sun(sun) { direction = \"0 1 0\"; color = \"%s\"; };",
                 cases[i].color);
        begin_world(&w);
        show_with(&w, text, with_lights());
        const tlb_scene_light *light = &w.scene->lights[0];
        assert_true(fabsf(light->intensity / (cases[i].intensity * 3.14159265f) - 1) < 1e-5f);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(light->color[k] - cases[i].rgb[k]) < 1e-6f);
        end_world(&w);
    }
}

static const char script[] = "datablock ItemData(Box) { shapeFile = \"mill.dts\"; };",
                  mission[] = "new SimGroup(Top) {\n"
                              "    new Sun(sun) { direction = \"0 1 0\"; color = \"1 1 1 1\"; };\n"
                              "    new Item(box) { dataBlock = \"Box\"; };\n"
                              "    new Item(none) { dataBlock = \"None\"; };\n"
                              "    new TSStatic(mill) { shapeName = \"mill.dts\"; };\n"
                              "    new WaterBlock(lake) { position = \"0 0 1\"; scale = \"1 1 1\"; };\n"
                              "};";

static bytes_copy shape;

static tlb_status show_all(tlb_context *context, const void *subject, collected *made)
{
    const char *text = subject;
    tlb_convert_options options = with_lights();
    tlb_document *document = NULL;
    tlb_scene *scene = NULL;
    tlb_assets *assets = options.assets = tlb_assets_create(context);
    tlb_status status = assets ? TLB_OK : TLB_NO_MEMORY;
    if (!status)
        status =
            tlb_assets_add_memory(assets, "a.cs", (tlb_bytes){(const uint8_t *)script, sizeof script - 1});
    if (!status)
        status = tlb_assets_add_memory(assets, "mill.dts", (tlb_bytes){shape.data, shape.size});
    if (!status)
        status = tlb_open_memory(context, text, strlen(text), "level.mis", NULL, &document);
    if (!status)
        status = tlb_document_scene(document, &options, &scene);
    if (!status) {
        const uint32_t counts[] = {scene->node_count, scene->mesh_count, scene->light_count};
        collect(made, counts, sizeof counts);
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_assets_free(assets);
    return status;
}

static void missions_need_their_memory(void **state)
{
    (void)state;
    shape = load_file("fuzz/seeds/torque-dts/cock-v18.dts");
    assert_refused_or_same(show_all, mission);
    free(shape.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suns_shine_along_their_direction),
        cmocka_unit_test(the_brightest_color_is_the_intensity),
        cmocka_unit_test(missions_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
