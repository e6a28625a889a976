/* Questions as words, answers as tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"
#include "dif_maker.h"
#include "trilobite/trilobite.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f.context = tlb_context_create(NULL);
    dif_make(&f.document, f.context, &(dif_plan){.seed = 3});
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    made_end(&f->document);
    tlb_context_free(f->context);
    return 0;
}

static const tlb_value *answer_to(fixture *f, const char *query)
{
    const tlb_value *answer;
    assert_int_equal(ask(&f->document, query, &answer), TLB_OK);
    assert_non_null(answer);
    return answer;
}

static const tlb_value *get(const tlb_value *table, const char *key, tlb_value_kind kind)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_int_equal(value->kind, kind);
    return value;
}

static uint32_t length(const tlb_value *list)
{
    uint32_t count = 0;
    for (const tlb_value *at = list->as.members.first; at; at = at->next)
        count++;
    return count;
}

/* Down onto the floor of the first room, whose upper side is z = 0. */
static void test_ray(void **state)
{
    fixture *f = *state;
    const tlb_value *hit = answer_to(f, "ray -0.75 0.25 1 -0.75 0.25 -10");
    assert_true(get(hit, "hit", TLB_VALUE_BOOL)->as.boolean);
    assert_false(get(hit, "startSolid", TLB_VALUE_BOOL)->as.boolean);
    assert_true(get(hit, "point", TLB_VALUE_LIST)->as.members.last->as.real == 0);
    assert_true(get(hit, "normal", TLB_VALUE_LIST)->as.members.last->as.real == 1);
    get(hit, "surface", TLB_VALUE_INTEGER);
    get(hit, "material", TLB_VALUE_TEXT);
    hit = answer_to(f, "details[0] ray 500 500 500 500 500 600");
    assert_false(get(hit, "hit", TLB_VALUE_BOOL)->as.boolean);
    assert_int_equal(length(hit), 1);
}

static void test_point(void **state)
{
    fixture *f = *state;
    const tlb_value *room = answer_to(f, "point -0.75 0.25 1");
    assert_false(get(room, "solid", TLB_VALUE_BOOL)->as.boolean);
    assert_int_equal(get(room, "zone", TLB_VALUE_INTEGER)->as.integer, 1);
    assert_int_equal(get(room, "visibleZones", TLB_VALUE_LIST)->as.members.first->as.integer, 1);
    const tlb_value *floor = answer_to(f, "point -0.75 0.25 -0.25");
    assert_true(get(floor, "solid", TLB_VALUE_BOOL)->as.boolean);
    assert_null(tlb_value_get(floor, "zone"));
}

static void test_hull(void **state)
{
    fixture *f = *state;
    const tlb_value *box = answer_to(f, "hull 0");
    assert_int_equal(length(get(box, "points", TLB_VALUE_LIST)), 8);
    assert_int_equal(length(get(box, "planes", TLB_VALUE_LIST)), 6);
    assert_int_equal(length(get(box, "surfaces", TLB_VALUE_LIST)), 6);
    const tlb_value *features = get(box, "features", TLB_VALUE_LIST);
    assert_int_equal(length(features), 8);
    assert_int_equal(length(get(features->as.members.first, "vertices", TLB_VALUE_LIST)), 7);
    assert_int_equal(length(get(features->as.members.first, "edges", TLB_VALUE_LIST)), 9);
    assert_int_equal(length(get(features->as.members.first, "faces", TLB_VALUE_LIST)), 3);
    const tlb_value *polyhedron = get(box, "polyhedron", TLB_VALUE_TABLE);
    assert_int_equal(length(get(polyhedron, "surfaces", TLB_VALUE_LIST)), 6);
    assert_int_equal(length(get(polyhedron, "pointMasks", TLB_VALUE_LIST)), 8);
}

/* minPixels by hand: a level is drawn from more pixels on than it says. */
static void test_lod(void **state)
{
    fixture *f = *state;
    tlb_dif *dif = f->document.root;
    assert_true(dif->details.count >= 2);
    dif->details.count = 2;
    dif->details.data[0].minPixels = 250;
    dif->details.data[1].minPixels = 100;
    assert_int_equal(get(answer_to(f, "lod 250.5"), "detail", TLB_VALUE_INTEGER)->as.integer, 0);
    assert_int_equal(get(answer_to(f, "lod 250"), "detail", TLB_VALUE_INTEGER)->as.integer, 1);
    assert_int_equal(get(answer_to(f, "lod 1"), "minPixels", TLB_VALUE_INTEGER)->as.integer, 100);
}

/* Bin 16 i + j is the i-th along x and the j-th along y; the box of 16 x 16 meters has bins of one. */
static void test_box(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &((tlb_dif *)f->document.root)->details.data[0];
    static tlb_dif_hull hulls[] = {{.minX = 2.25f, .maxX = 2.75f, .minY = 5.25f, .maxY = 5.75f, .maxZ = 1},
                                   {.minX = 2, .maxX = 3, .minY = 5, .maxY = 6, .minZ = 8, .maxZ = 9}};
    static uint32_t listed[] = {0, 1};
    memcpy(x->boundingBox, (float[6]){0, 0, 0, 16, 16, 16}, sizeof x->boundingBox);
    memset(x->coordBins, 0, sizeof x->coordBins);
    x->convexHulls.data = hulls, x->convexHulls.count = 2;
    x->coordBinIndices.data = listed, x->coordBinIndices.count = 2;
    x->coordBins[16 * 2 + 5] = (tlb_dif_coord_bin){0, 2};
    const tlb_value *answer = answer_to(f, "box 2.5 5.5 0.5 2.6 5.6 0.25");
    assert_int_equal(length(get(answer, "bins", TLB_VALUE_LIST)), 1);
    assert_int_equal(get(answer, "bins", TLB_VALUE_LIST)->as.members.first->as.integer, 37);
    assert_int_equal(length(get(answer, "hulls", TLB_VALUE_LIST)), 1);
    assert_int_equal(get(answer, "hulls", TLB_VALUE_LIST)->as.members.first->as.integer, 0);
    answer = answer_to(f, "box 9.5 9.5 0 9.6 9.6 16");
    assert_int_equal(length(get(answer, "hulls", TLB_VALUE_LIST)), 0);
}

/* flags 3: ambient and loop; two states, the second from 500 of 1500 milliseconds on. */
static void test_light(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &((tlb_dif *)f->document.root)->details.data[0];
    static tlb_dif_animated_light lights[] = {{0, 0, 2, 3, 1500}, {0, 0, 2, 8, 1500}};
    static tlb_dif_light_state states[] = {{255, 0, 0, 0, 0, 1}, {0, 0, 64, 500, 1, 1}};
    static tlb_dif_state_data datas[] = {{7, UINT32_MAX, 0}, {9, UINT32_MAX, 0}};
    x->animatedLights.data = lights, x->animatedLights.count = 2;
    x->lightStates.data = states, x->lightStates.count = 2;
    x->stateDatas.data = datas, x->stateDatas.count = 2;
    const tlb_value *light = answer_to(f, "light 0 1.6");
    assert_string_equal(get(light, "type", TLB_VALUE_TEXT)->as.text.data, "ambient loop");
    assert_false(get(light, "alarm", TLB_VALUE_BOOL)->as.boolean);
    assert_int_equal(get(light, "state", TLB_VALUE_INTEGER)->as.integer, 0); /* 0.1 s after it began again */
    const tlb_value *color = get(light, "color", TLB_VALUE_LIST)->as.members.first; /* a fifth of the way */
    assert_int_equal(color->as.integer, 204);
    assert_int_equal(color->next->next->as.integer, 13);
    const tlb_value *second = get(light, "states", TLB_VALUE_LIST)->as.members.last;
    assert_int_equal(get(second, "activeTime", TLB_VALUE_INTEGER)->as.integer, 500);
    assert_int_equal(get(second, "color", TLB_VALUE_LIST)->as.members.last->as.integer, 64);
    assert_int_equal(get(second, "surfaces", TLB_VALUE_LIST)->as.members.first->as.integer, 9);
    assert_int_equal(get(answer_to(f, "light 0 0.5"), "state", TLB_VALUE_INTEGER)->as.integer, 1);
    light = answer_to(f, "light 1 99");
    assert_string_equal(get(light, "type", TLB_VALUE_TEXT)->as.text.data, "triggerable ramp");
    assert_true(get(light, "alarm", TLB_VALUE_BOOL)->as.boolean);
    assert_int_equal(get(light, "state", TLB_VALUE_INTEGER)->as.integer, 1);
}

static void test_sub_objects_can_be_asked(void **state)
{
    fixture *f = *state;
    answer_to(f, "subObjects[0] hull 0");
}

/* The barrier is a wall half a meter thick that begins at x = 0; vehicles have one hull at least. */
static void test_other_parts_can_be_asked(void **state)
{
    fixture *f = *state;
    const tlb_value *hit = answer_to(f, "forceFields[0] ray -3 0.5 0.5 3 0.5 0.5");
    assert_true(get(hit, "hit", TLB_VALUE_BOOL)->as.boolean);
    assert_true(get(hit, "point", TLB_VALUE_LIST)->as.members.first->as.real == 0);
    assert_true(get(hit, "normal", TLB_VALUE_LIST)->as.members.first->as.real == -1);
    get(hit, "surface", TLB_VALUE_INTEGER);
    const tlb_value *hull = answer_to(f, "vehicleCollision hull 0");
    assert_int_equal(length(get(hull, "planes", TLB_VALUE_LIST)), 6);
    assert_int_equal(length(get(hull, "points", TLB_VALUE_LIST)), 8);
    get(get(hull, "surfaces", TLB_VALUE_LIST)->as.members.first, "nullSurface", TLB_VALUE_INTEGER);
}

/* What the library offers for the same: hulls of vehicles and rays through force fields. */
static void test_other_parts_are_interiors_to_callers(void **state)
{
    fixture *f = *state;
    const tlb_dif *dif = f->document.root;
    tlb_dif_interior vehicle, field;
    assert_int_equal(tlb_dif_vehicle_interior(&f->document, &dif->vehicleCollision, &vehicle), TLB_OK);
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(&vehicle);
    assert_int_equal(hulls.hullCount, dif->vehicleCollision.convexHulls.count);
    assert_int_equal(tlb_dif_hull_plane_count(&hulls, 0), 6);
    tlb_dif_polyhedron polyhedron;
    assert_true(tlb_dif_hull_polyhedron(&hulls, 0, &polyhedron));
    assert_int_equal(polyhedron.surfaceCount, 6);
    assert_int_equal(polyhedron.pointCount, 8);
    float plane[4];
    assert_true(tlb_dif_plane_of(&vehicle, (uint16_t)hulls.hullPlaneIndices[5], true, plane));
    const float *stored = dif->vehicleCollision.planes.data[dif->vehicleCollision.hullPlaneIndices.data[5]];
    assert_memory_equal(plane, stored, sizeof plane);
    tlb_dif_surface_ref ref = tlb_dif_surface_of(&vehicle.hullSurfaceIndices, 0);
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t index;
    assert_true(ref.null_surface);
    assert_int_equal(tlb_dif_collision_polygon(&vehicle, ref, points, &index), 4);

    const float start[3] = {-3, 0.5f, 0.5f}, end[3] = {3, 0.5f, 0.5f};
    tlb_dif_hit hit;
    assert_int_equal(tlb_dif_force_field_interior(&f->document, &dif->forceFields.data[0], &field), TLB_OK);
    assert_true(tlb_dif_cast_ray(&field, start, end, &hit));
    assert_true(hit.t == 0.5f && hit.normal[0] == -1);
}

static void test_what_is_no_question(void **state)
{
    static const char *const queries[] = {
        "",
        "details[0]",
        "rays 0 0 0 1 1 1",
        "ray 0 0 0 1 1",
        "ray 0 0 0 1 1 1 1",
        "ray 0 0 0 1 1 x",
        "ray 0 0 0 1 1 1m",
        "ray 0 0 0 1 1 inf",
        "point",
        "point 0 0 nan",
        "hull",
        "hull -1",
        "hull 1.5",
        "hull 9999",
        "hull 99999999999",
        "hull 0 0",
        "lod",
        "box 0 0 0 1 1",
        "light",
        "light 99",
        "light 0 -1",
        "details[9] hull 0",
        "details[0 hull 0",
        "details[x] hull 0",
        "details[0]x hull 0",
        "zones[0] hull 0",
        "forceFields[99] ray 0 0 0 1 1 1",
        "vehicleCollision hull 999",
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        const tlb_value *answer;
        uint64_t reports = tlb_code_total(f->context, TLB_CODE_BAD_OPTION);
        assert_int_equal(ask(&f->document, queries[i], &answer), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), reports + 1);
        assert_null(answer);
    }
}

/* A string that many points share must not be repeated without end. */
static void test_features_without_end(void **state)
{
    fixture *f = *state;
    tlb_dif_interior *x = &((tlb_dif *)f->document.root)->details.data[0];
    static uint8_t string[2 + 2 * 255 + 256 * 255];
    uint32_t offset = 0;
    string[0] = 1, string[2] = 255, string[3 + 2 * 255] = 200;
    for (uint32_t face = 0; face < 200; face++)
        string[4 + 2 * 255 + 257 * face] = 255;
    x->convexHulls.count = 1;
    x->convexHulls.data[0].hullCount = 8;
    x->convexHullEmitStrings.data = string;
    x->convexHullEmitStrings.count = sizeof string;
    for (uint32_t i = 0; i < 8; i++)
        x->hullEmitStringIndices.data[i] = offset;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    tlb_dif_features features;
    assert_true(tlb_dif_hull_features(&hulls, 0, 7, &features));
    assert_int_equal(features.size, 4 + 2 * 255 + 257 * 200);
    assert_null(tlb_value_get(answer_to(f, "hull 0"), "features"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_ray),
        TEST(test_point),
        TEST(test_hull),
        TEST(test_lod),
        TEST(test_box),
        TEST(test_light),
        TEST(test_sub_objects_can_be_asked),
        TEST(test_other_parts_can_be_asked),
        TEST(test_other_parts_are_interiors_to_callers),
        TEST(test_what_is_no_question),
        TEST(test_features_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
