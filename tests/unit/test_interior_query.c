/* Points and rays: against what is known of the room, and questions as words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "convex.h"
#include "asking.h"
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
    interior_unmake(&f.document);
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
    static const char *const questions[] = {"", "rays 0 0 0 1 1 1", "ray 1 2 3", "leaf 0 0 nan",
                                            "leaf 1 2 3 4"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const tlb_value *answer;
        assert_int_equal(ask(&f.document, questions[i], &answer), TLB_ARGUMENT);
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
                        "level: no such question; they are lod, ray and leaf");
    assert_int_equal(ask(&document, "", &answer), TLB_ARGUMENT);
    assert_string_equal(tlb_diagnostic_at(context, tlb_diagnostic_count(context) - 1)->message,
                        "query: a question is missing: lod, ray or leaf");
    assert_int_equal(ask(&document, "ray 0 0 0 1 1 1", &answer), TLB_NOT_FOUND);
    interior_unmake(&document);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
