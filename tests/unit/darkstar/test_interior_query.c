/* Points and rays: against what is known of the room, and queries as words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "convex.h"
#include "ask.h"
#include "interior_maker.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    const tlb_dig *dig;
} fixture;

static fixture f;

static int set_up_version(int32_t version, void **state)
{
    f.context = tlb_context_create(NULL);
    interior_make_dig(&f.document, f.context, &(interior_plan){.version = version});
    f.dig = tlb_document_dig(&f.document);
    *state = &f;
    return 0;
}

static int set_up_4(void **state)
{
    return set_up_version(4, state);
}

static int set_up_7(void **state)
{
    return set_up_version(7, state);
}

static int tear_down(void **state)
{
    (void)state;
    made_end(&f.document);
    tlb_context_free(f.context);
    return 0;
}

static uint32_t leaf_at(float x, float y, float z)
{
    uint32_t leaf;
    assert_true(tlb_dig_find_leaf(f.dig, (const float[]){x, y, z}, &leaf));
    return leaf;
}

static void test_leaves(void **state)
{
    (void)state;
    tlb_dig_leaf_info info;
    uint32_t inside = leaf_at(5, 0, 1), pillar = leaf_at(0.5f, 0.5f, 1);
    assert_true(tlb_dig_leaf_at(f.dig, inside, &info));
    assert_false(info.solid);
    assert_true(tlb_bit_list_has(info.visible, inside));
    assert_true(tlb_dig_leaf_at(f.dig, pillar, &info));
    assert_true(info.solid);
    assert_int_equal(leaf_at(-9, 0, 1), 1);
    assert_int_equal(leaf_at(9, 0, 1), 2);
    assert_int_equal(leaf_at(0, -9, 5), 4 + 32);
    assert_int_equal(leaf_at(9, 9, -1), 2 + 8 + 16);
    assert_true(tlb_dig_leaf_at(f.dig, 42, &info) && info.external);
    assert_false(tlb_dig_leaf_at(f.dig, tlb_dig_leaf_count(f.dig), &info));
}

static float pick(uint32_t *random, float low, float high)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return low + (high - low) * ((float)*random / 4294967296.0f);
}

/* A ray that starts between walls and pillar ends at the first of them, which is known without a tree. */
static void test_rays(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int i = 0; i < 5000; i++) {
        float start[3], end[3];
        convex_span pillar = WHOLE_SPAN, room = WHOLE_SPAN;
        for (int axis = 0; axis < 3; axis++) {
            float low = f.dig->box[axis], high = f.dig->box[axis + 3];
            start[axis] = pick(&random, low, high);
            end[axis] = pick(&random, low - 10, high + 10);
            cut_span(&room, low - (double)start[axis], low - (double)end[axis]);
            cut_span(&room, start[axis] - (double)high, end[axis] - (double)high);
            if (axis == 2)
                continue;
            cut_span(&pillar, -(double)ROOM_PILLAR - start[axis], -(double)ROOM_PILLAR - end[axis]);
            cut_span(&pillar, start[axis] - (double)ROOM_PILLAR, end[axis] - (double)ROOM_PILLAR);
        }
        if (pillar.inside)
            continue;
        bool in_pillar = pillar.enter < pillar.leave && pillar.enter < room.leave;
        double expected = in_pillar ? pillar.enter : room.leave;
        tlb_dig_hit hit;
        assert_int_equal(tlb_dig_cast_ray(f.dig, start, end, &hit), expected < 1);
        if (!(expected < 1))
            continue;
        assert_true(fabs(hit.t - expected) < 1e-5);
        assert_true(hit.has_surface);
        uint8_t material = f.dig->surfaces.data[hit.surface].material;
        assert_int_equal(material == ROOM_COLUMN, in_pillar);
        double along = 0;
        for (int axis = 0; axis < 3; axis++)
            along += ((double)end[axis] - start[axis]) * hit.normal[axis];
        assert_true(along < 0);
    }
}

static void test_a_ray_from_solid(void **state)
{
    (void)state;
    tlb_dig_hit hit;
    assert_true(tlb_dig_cast_ray(f.dig, (const float[]){0, 0, 1}, (const float[]){0, 5, 1}, &hit));
    assert_true(hit.start_solid);
    assert_false(hit.has_surface);
    assert_true(hit.t == 0 && hit.normal[1] == -1);
}

/* Trees that go in circles, or nowhere, have an end. */
static void test_unsound_trees(void **state)
{
    (void)state;
    tlb_dig_hit hit;
    uint32_t leaf;
    const float start[3] = {5, 0, 1}, end[3] = {-5, 0, 1};
    f.dig->nodes.data[1].front = f.dig->nodes.data[1].back = 0;
    assert_false(tlb_dig_cast_ray(f.dig, start, end, &hit));
    assert_false(tlb_dig_find_leaf(f.dig, start, &leaf));
    f.dig->nodes.data[1].front = f.dig->nodes.data[1].back = 99;
    assert_false(tlb_dig_cast_ray(f.dig, start, end, &hit));
    assert_false(tlb_dig_find_leaf(f.dig, start, &leaf));
    f.dig->nodes.data[0].planeIdx = 99;
    assert_false(tlb_dig_cast_ray(f.dig, start, end, &hit));
    assert_false(tlb_dig_find_leaf(f.dig, start, &leaf));
}

/* Four bits of the flags: halved up to 7 times, from 8 on doubled. */
static void test_surface_scale(void **state)
{
    (void)state;
    tlb_dig_surface surface = {.flags = 2 << 1};
    assert_true(tlb_dig_surface_scale(f.dig, &surface) == f.dig->textureScale / 4);
    surface.flags = 9 << 1;
    assert_true(tlb_dig_surface_scale(f.dig, &surface) == f.dig->textureScale * 2);
}

/* --- words ---------------------------------------------------------------------------------------------- */

static int64_t integer(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_int_equal(value->kind, TLB_VALUE_INTEGER);
    return value->as.integer;
}

static void test_questions(void **state)
{
    (void)state;
    const tlb_value *answer;
    assert_int_equal(ask(&f.document, "ray 5 0 2 5 0 -2", &answer), TLB_OK);
    assert_int_equal(integer(answer, "material"), ROOM_FLOOR);
    assert_int_equal(ask(&f.document, "leaf 5 0 2", &answer), TLB_OK);
    assert_int_equal(integer(answer, "leaf"), leaf_at(5, 0, 2));
    assert_non_null(tlb_value_get(answer, "visible")->as.members.first);
}

static void test_what_is_no_question(void **state)
{
    (void)state;
    static const char *const queries[] = {"", "rays 0 0 0 1 1 1", "ray 1 2 3", "leaf 0 0 nan",
                                          "leaf 1 2 3 4"};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        const tlb_value *answer;
        assert_int_equal(ask(&f.document, queries[i], &answer), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(f.context, TLB_CODE_BAD_OPTION), i + 1);
    }
}

static void test_levels(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    const tlb_value *answer;
    interior_make_dis(&document, context, &(interior_plan){.name = "hall"});
    assert_int_equal(ask(&document, "lod 1000", &answer), TLB_OK);
    assert_int_equal(integer(answer, "lod"), 0);
    assert_int_equal(ask(&document, "lod 200", &answer), TLB_OK);
    assert_int_equal(integer(answer, "lod"), 1);
    assert_string_equal(tlb_value_get(answer, "geometry")->as.text.data, "hall-01.dig");
    assert_int_equal(ask(&document, "lod 0", &answer), TLB_OK);
    assert_int_equal(integer(answer, "lod"), 1);
    assert_int_equal(ask(&document, "lod many", &answer), TLB_ARGUMENT);
    assert_int_equal(ask(&document, "level 1000", &answer), TLB_ARGUMENT);
    assert_string_equal(tlb_diagnostic_at(context, tlb_diagnostic_count(context) - 1)->message,
                        "level: unknown query, expected lod, ray or leaf");
    assert_int_equal(ask(&document, "", &answer), TLB_ARGUMENT);
    assert_string_equal(tlb_diagnostic_at(context, tlb_diagnostic_count(context) - 1)->message,
                        "query: expected lod, ray or leaf");
    assert_int_equal(ask(&document, "ray 0 0 0 1 1 1", &answer), TLB_NOT_FOUND);
    made_end(&document);
    tlb_context_free(context);
}

static void expect_texts(const tlb_value *table, const char *key, const char *first, const char *second)
{
    const tlb_value *list = tlb_value_get(table, key);
    assert_string_equal(list->as.members.first->as.text.data, first);
    assert_string_equal(list->as.members.first->next->as.text.data, second);
    assert_null(list->as.members.first->next->next);
}

/* Two states, the second of one level alone. */
static void test_states(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    const tlb_value *answer;
    interior_make_dis(&document, context, &(interior_plan){.name = "hall"});
    tlb_dis *dis = tlb_document_dis(&document);
    static char names[256];
    memcpy(names, dis->names.data, dis->names.size);
    memcpy(names + dis->names.size, "damaged\0night", 14);
    tlb_dis_state states[2] = {dis->states.data[0], {dis->names.size, 1, 1}};
    uint32_t lights[2] = {dis->lightStates.data[0], dis->names.size + 8};
    dis->names = (tlb_text){names, dis->names.size + 14};
    dis->lightStates.data = lights;
    dis->lightStates.count = 2;
    dis->states.data = states;
    dis->states.count = 2;
    assert_int_equal(ask(&document, "lod 1000", &answer), TLB_OK);
    assert_string_equal(tlb_value_get(answer, "state")->as.text.data, "State 0");
    expect_texts(answer, "states", "State 0", "damaged");
    expect_texts(answer, "lightStates", "default", "night");
    expect_texts(answer, "lighting", "hall-000.dil", "hall-010.dil");
    assert_int_equal(integer(answer, "linkableFaces"), 0xfc);
    assert_int_equal(integer(answer, "lod"), 0);
    static const char *const other[] = {"lod 1000 Damaged", "lod 1000 1"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(&document, other[i], &answer), TLB_OK);
        assert_string_equal(tlb_value_get(answer, "state")->as.text.data, "damaged");
        assert_int_equal(integer(answer, "lod"), 1);
    }
    assert_int_equal(ask(&document, "lod 1000 2", &answer), TLB_ARGUMENT);
    assert_int_equal(ask(&document, "lod 1000 1 1", &answer), TLB_ARGUMENT);
    made_end(&document);
    tlb_context_free(context);
}

static double real(const tlb_value *list, int place)
{
    const tlb_value *at = list->as.members.first;
    while (place--)
        at = at->next;
    return at->as.real;
}

/* A light of 1 second: 0x8000 red at 0, 0x1000 at a half, and the first again at the end. 0xff00 is 1. */
static void test_lights(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    const tlb_value *answer;
    interior_make_dil(&document, context, &(interior_plan){0});
    tlb_dil *dil = tlb_document_dil(&document);
    dil->states.data[0] = (tlb_dil_state){.red = 0x8000, .dataCount = 1, .dataIndex = 0};
    dil->states.data[1] = (tlb_dil_state){.red = 0x1000, .time = 0.5f, .dataCount = 1, .dataIndex = 1};
    dil->stateData.data[1].surface = 6;
    assert_int_equal(ask(&document, "light 0 0.25", &answer), TLB_OK);
    assert_int_equal(integer(answer, "state"), 0);
    assert_true(fabs(real(tlb_value_get(answer, "color"), 0) - 0x4800 / 65280.0) < 1e-6);
    assert_int_equal(ask(&document, "light 0 1.75", &answer), TLB_OK);
    assert_int_equal(integer(answer, "state"), 1);
    assert_true(fabs(real(tlb_value_get(answer, "color"), 0) - 0x4800 / 65280.0) < 1e-6);
    assert_int_equal(tlb_value_get(answer, "surfaces")->as.members.first->as.integer, 6);
    assert_string_equal(tlb_value_get(answer, "animFlags")->as.members.first->as.text.data, "autostart");
    assert_true(tlb_value_get(answer, "duration")->as.real == 1);
    const tlb_value *second = tlb_value_get(answer, "states")->as.members.last;
    assert_true(tlb_value_get(second, "time")->as.real == 0.5);
    assert_true(fabs(real(tlb_value_get(second, "color"), 0) - 0x1000 / 65280.0) < 1e-6);
    char named[64];
    snprintf(named, sizeof named, "light %s", tlb_dil_name(dil, dil->lights.data[0].nameOffset));
    assert_int_equal(ask(&document, named, &answer), TLB_OK);
    assert_int_equal(integer(answer, "light"), 0);
    dil->names = (tlb_text){"lamp\0torch", 11};
    dil->lights.data[1] = (tlb_dil_light){1, 5, 4, 1, 1, 0xff};
    dil->states.data[1].dataCount = 2;
    dil->stateData.data[2].surface = 4;
    assert_int_equal(ask(&document, "light Torch", &answer), TLB_OK);
    assert_int_equal(integer(answer, "light"), 1);
    const tlb_value *states = tlb_value_get(answer, "states");
    assert_ptr_equal(states->as.members.first->next, states->as.members.last); /* of four, two are there */
    assert_string_equal(tlb_value_get(answer, "animFlags")->as.members.last->as.text.data, "managed");
    assert_int_equal(ask(&document, "light 0 0.5", &answer), TLB_OK);
    const tlb_value *surfaces = tlb_value_get(answer, "surfaces");
    assert_int_equal(surfaces->as.members.first->as.integer, 6);
    assert_int_equal(surfaces->as.members.first->next->as.integer, 4);
    static const char *const no[] = {"light", "light 2", "light lamps", "light 0 -1", "light 0 1 1"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_int_equal(ask(&document, no[i], &answer), TLB_ARGUMENT);
    made_end(&document);
    tlb_context_free(context);
}

/* The picture of the lighting, whose lights are at their begin, or out. */
static tlb_scene *picture_of(tlb_document *document, bool lit)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_scene *scene;
    options.light_time = (tlb_optional_real){lit, 0};
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    return scene;
}

/* One light falls twice on the floor in red and half green, the other once in half green and blue; each time
 * the sum is whole, and 255 at most. */
static void test_lights_add_up(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    interior_make_dil(&document, context, &(interior_plan){0});
    tlb_dil *dil = tlb_document_dil(&document);
    const tlb_dil_surface *floor = &dil->surfaces.data[dil->stateData.data[0].surface];
    for (int i = 1; i < 3; i++)
        dil->stateData.data[i] = dil->stateData.data[0];
    dil->states.data[0] = (tlb_dil_state){.red = 0xff00, .green = 0x7f80, .dataCount = 2};
    dil->states.data[2] = (tlb_dil_state){.green = 0x7f80, .blue = 0xff00, .dataCount = 1, .dataIndex = 2};
    tlb_scene *dark = picture_of(&document, false);
    for (int map = 5; map < 256; map += 10) {
        const int added[3] = {2 * map, map / 2 * 3, map};
        uint8_t *luxels = (uint8_t *)(uintptr_t)dil->mapBytes.data + dil->stateData.data[0].mapIndex;
        memset(luxels, map, (size_t)floor->w * floor->h);
        tlb_scene *lit = picture_of(&document, true);
        const tlb_image *image = &lit->images[0];
        const uint8_t *was = dark->images[0].pixels, *is = image->pixels;
        uint32_t changed = 0;
        for (uint32_t i = 0; i < image->width * image->height; i++, was += 4, is += 4) {
            if (memcmp(was, is, 4) == 0)
                continue;
            for (int c = 0; c < 3; c++)
                assert_int_equal(is[c], was[c] + added[c] < 255 ? was[c] + added[c] : 255);
            changed++;
        }
        assert_int_equal(changed, (floor->w + 2) * (floor->h + 2)); /* with its border */
        tlb_scene_free(lit);
    }
    tlb_scene_free(dark);
    made_end(&document);
    tlb_context_free(context);
}

int main(void)
{
#define TEST(name)                                                                                           \
    cmocka_unit_test_setup_teardown(name, set_up_7, tear_down),                                              \
        cmocka_unit_test_setup_teardown(name, set_up_4, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_leaves),
        TEST(test_rays),
        TEST(test_a_ray_from_solid),
        TEST(test_unsound_trees),
        TEST(test_surface_scale),
        TEST(test_questions),
        TEST(test_what_is_no_question),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_lights),
        cmocka_unit_test(test_lights_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
