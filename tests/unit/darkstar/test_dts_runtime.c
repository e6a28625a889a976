/* Playing a shape: threads, priorities, transitions, triggers, the root, materials, details. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "dts_maker.h"
#include "formats/darkstar/dts/dts.h"
#include "trilobite/formats/dts_runtime.h"

typedef struct playing {
    tlb_context *context;
    tlb_document document;
    tlb_dts *shape;
    tlb_dts_instance *instance;
} playing;

static int open_mill(void **state)
{
    static playing p;
    static const dts_plan plan = {.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 5};
    p.context = tlb_context_create(NULL);
    dts_make(&p.document, p.context, &plan);
    p.shape = p.document.root;
    *state = &p;
    return tlb_dts_instance_create(p.context, p.shape, 3, &p.instance) != TLB_OK;
}

static int close_mill(void **state)
{
    playing *p = *state;
    tlb_dts_instance_free(p->instance);
    made_end(&p->document);
    bool clean = tlb_memory_now(p->context) == 0;
    tlb_context_free(p->context);
    return !clean;
}

static void assert_at(const tlb_dts_placement *p, double x, double y, double z)
{
    assert_float_equal(p->translation[0], x, 1e-3);
    assert_float_equal(p->translation[1], y, 1e-3);
    assert_float_equal(p->translation[2], z, 1e-3);
}

/* --- nodes --------------------------------------------------------------------------------------------- */

static void test_rest(void **state)
{
    playing *p = *state;
    const tlb_dts_pose *pose = tlb_dts_evaluate(p->instance);
    assert_at(&pose->local[DTS_CAP], 0, 0, 3);
    assert_float_equal(pose->world[DTS_LAMP].translation[2], 3.9, 1e-3);
    for (int i = 0; i < DTS_NODES; i++)
        assert_true(pose->nodeVisible[i]);
    assert_false(pose->objects[DTS_LAMP_OBJECT].visible); /* invisible unless a sequence shows it */
    assert_true(pose->objects[DTS_TOWER_OBJECT].visible);
    assert_int_equal(pose->materialCount, 5);
    for (uint32_t i = 0; i < pose->materialCount; i++)
        assert_int_equal(pose->materials[i], i);
}

/* The half angle of a turn about z, in degrees, doubled. */
static double turned(const tlb_dts_placement *p)
{
    return 2 * atan2((double)p->rotation[2], (double)p->rotation[3]) * 180 / 3.14159265358979;
}

/* Keys at 0, 0.4, 0.8 turn the hinge by 0, 30, 110 degrees; after the last it stays. */
static void test_between_keys(void **state)
{
    playing *p = *state;
    static const double expected[][2] = {{0, 0},     {0.2, 15},   {0.4, 30}, {0.6, 70},
                                         {0.8, 110}, {0.95, 110}, {1, 110}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(tlb_dts_play(p->instance, 0, DTS_OPEN, expected[i][0]));
        const tlb_dts_pose *pose = tlb_dts_evaluate(p->instance);
        assert_float_equal(turned(&pose->local[DTS_HINGE]), expected[i][1], 0.1);
    }
}

static void test_advance(void **state)
{
    playing *p = *state;
    tlb_dts_play(p->instance, 0, DTS_OPEN, 0);
    tlb_dts_advance(p->instance, 0, 0.25, NULL, 0);
    assert_float_equal(tlb_dts_thread_at(p->instance, 0)->position, 0.25, 1e-9);
    tlb_dts_advance(p->instance, 0, 5, NULL, 0);
    assert_float_equal(tlb_dts_thread_at(p->instance, 0)->position, 1, 0); /* ends where it ends */
    tlb_dts_advance(p->instance, 0, -0.5, NULL, 0);
    assert_float_equal(tlb_dts_thread_at(p->instance, 0)->position, 0.5, 1e-9);
    tlb_dts_play(p->instance, 0, DTS_TURN, 0.75);
    tlb_dts_advance(p->instance, 0, 1.5, NULL, 0); /* 2 seconds a round */
    assert_float_equal(tlb_dts_thread_at(p->instance, 0)->position, 0.5, 1e-9);
    tlb_dts_advance(p->instance, 0, -1.5, NULL, 0);
    assert_float_equal(tlb_dts_thread_at(p->instance, 0)->position, 0.75, 1e-9);
    tlb_dts_advance(p->instance, 0, 1e300, NULL, 0);
    tlb_dts_advance(p->instance, 0, NAN, NULL, 0);
    double position = tlb_dts_thread_at(p->instance, 0)->position;
    assert_true(position >= 0 && position < 1);
    assert_false(tlb_dts_play(p->instance, 3, DTS_TURN, 0));
    assert_false(tlb_dts_play(p->instance, 0, DTS_SEQUENCES, 0));
    assert_null(tlb_dts_thread_at(p->instance, 3));
}

/* Two threads on the hinge: that with the lower number wins, whichever thread it is. */
static void test_priority(void **state)
{
    playing *p = *state;
    tlb_dts_play(p->instance, 0, DTS_OPEN, 0);
    tlb_dts_play(p->instance, 1, DTS_OPEN, 0.4);
    assert_float_equal(turned(&tlb_dts_evaluate(p->instance)->local[DTS_HINGE]), 0, 0.1);
    assert_true(tlb_dts_set_priority(p->instance, 1, -1));
    assert_float_equal(turned(&tlb_dts_evaluate(p->instance)->local[DTS_HINGE]), 30, 0.1);
    tlb_dts_play(p->instance, 1, TLB_NONE, 0);
    assert_float_equal(turned(&tlb_dts_evaluate(p->instance)->local[DTS_HINGE]), 0, 0.1);
}

/* Keys of the far mill are visible; here but the third. */
static void test_node_visibility(void **state)
{
    playing *p = *state;
    const tlb_dts_node *coarse = &p->shape->nodes.data[DTS_COARSE];
    const tlb_dts_sub_sequence *track = &p->shape->subSequences.data[coarse->firstSubSequence];
    p->shape->keyFrames.data[track->firstKeyFrame + 2].matIndex = 0;
    tlb_dts_play(p->instance, 0, DTS_WALK, 0.6);
    assert_false(tlb_dts_evaluate(p->instance)->nodeVisible[DTS_COARSE]);
    tlb_dts_play(p->instance, 0, DTS_WALK, 0.8);
    assert_true(tlb_dts_evaluate(p->instance)->nodeVisible[DTS_COARSE]);
}

/* --- objects and materials ----------------------------------------------------------------------------- */

static void test_objects(void **state)
{
    playing *p = *state;
    for (uint32_t i = 0; i < DTS_FLAG_FRAMES; i++) {
        tlb_dts_play(p->instance, 0, DTS_TURN, (i + 0.5) / DTS_FLAG_FRAMES);
        const tlb_dts_pose *pose = tlb_dts_evaluate(p->instance);
        assert_int_equal(pose->objects[DTS_FLAG_OBJECT].frame, i);
        assert_int_equal(pose->objects[DTS_FLAG_OBJECT].textureFrame, i % 2);
    }
    /* Before the first key of what is cyclic its last holds. */
    tlb_dts_play(p->instance, 0, DTS_TURN, 0.05);
    assert_true(tlb_dts_evaluate(p->instance)->objects[DTS_LAMP_OBJECT].visible);
    tlb_dts_play(p->instance, 0, DTS_TURN, 0.15);
    assert_false(tlb_dts_evaluate(p->instance)->objects[DTS_LAMP_OBJECT].visible);
}

static void test_materials(void **state)
{
    playing *p = *state;
    tlb_dts_play(p->instance, 0, DTS_TURN, 0.25);
    assert_int_equal(tlb_dts_evaluate(p->instance)->materials[3], 3);
    tlb_dts_play(p->instance, 0, DTS_TURN, 0.75);
    assert_int_equal(tlb_dts_evaluate(p->instance)->materials[3], 5);
}

/* --- triggers ------------------------------------------------------------------------------------------ */

/* 1 at 0.25 and 2 at 0.75 forwards, 3 at 0.5 backwards. */
static void test_triggers(void **state)
{
    playing *p = *state;
    static const struct {
        double from, to;
        uint64_t count;
        int32_t values[5];
    } runs[] = {
        {0, 0.2, 0, {0}},    {0, 0.25, 1, {1}},       {0.25, 0.3, 0, {0}},
        {0, 1, 2, {1, 2}},   {0.5, 1.5, 2, {2, 1}},   {0.3, 2.3, 4, {2, 1, 2, 1}},
        {1, 0, 1, {3}},      {0.5, 0.4, 0, {0}},      {0.6, 0.5, 1, {3}},
        {0.2, -1.2, 1, {3}}, {-0.9, -0.1, 2, {1, 2}}, {0, 2e6, 4000000, {1, 2, 1, 2, 1}},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int32_t met[5] = {0};
        uint64_t count = tlb_dts_triggers_between(p->shape, DTS_TURN, runs[i].from, runs[i].to, met, 5);
        assert_int_equal(count, runs[i].count);
        assert_memory_equal(met, runs[i].values, sizeof met);
    }
    assert_int_equal(tlb_dts_triggers_between(p->shape, DTS_OPEN, 0, 1, NULL, 0), 0);
    assert_int_equal(tlb_dts_triggers_between(p->shape, 99, 0, 1, NULL, 0), 0);
}

/* However a stretch is cut into steps, the same triggers are met. */
static void test_triggers_in_steps(void **state)
{
    playing *p = *state;
    uint32_t met[4] = {0};
    tlb_dts_play(p->instance, 0, DTS_TURN, 0);
    for (int i = 0; i < 997; i++) {
        int32_t values[4];
        uint64_t count = tlb_dts_advance(p->instance, 0, 0.017, values, 4);
        for (uint64_t k = 0; k < count; k++)
            met[values[k]]++;
    }
    double rounds = 997 * 0.017 / 2;
    assert_int_equal(met[1], (uint32_t)(floor(rounds - 0.25) + 1));
    assert_int_equal(met[2], (uint32_t)(floor(rounds - 0.75) + 1));
    assert_int_equal(met[3], 0);
}

/* --- the root ------------------------------------------------------------------------------------------ */

static void play_walk(playing *p, double seconds, int steps)
{
    tlb_dts_placement origin = {.rotation = {0, 0, 0, 1}};
    tlb_dts_set_root(p->instance, &origin);
    tlb_dts_play(p->instance, 0, DTS_WALK, 0);
    for (int i = 0; i < steps; i++)
        tlb_dts_advance(p->instance, 0, seconds / steps, NULL, 0);
}

/* A round leads 0.4 right, 2 forward and 16 degrees to the left; the next goes on from there. */
static void test_root(void **state)
{
    playing *p = *state;
    play_walk(p, 0.75, 1);
    tlb_dts_placement root = tlb_dts_root(p->instance);
    assert_at(&root, 0.2, 1, 0);
    assert_float_equal(turned(&root), 8, 0.1);
    play_walk(p, 1.5, 1);
    root = tlb_dts_root(p->instance);
    assert_at(&root, 0.4, 2, 0);
    play_walk(p, 3, 1);
    root = tlb_dts_root(p->instance);
    double s = sin(16 * 3.14159265358979 / 180), c = cos(16 * 3.14159265358979 / 180);
    assert_at(&root, 0.4 + 0.4 * c - 2 * s, 2 + 0.4 * s + 2 * c, 0);
    assert_float_equal(turned(&root), 32, 0.2);
    assert_float_equal(tlb_dts_evaluate(p->instance)->world[DTS_BOUNDS].translation[1], root.translation[1],
                       1e-6);
}

static void test_root_in_steps(void **state)
{
    playing *p = *state;
    play_walk(p, 16, 1);
    tlb_dts_placement once = tlb_dts_root(p->instance);
    play_walk(p, 16, 333);
    tlb_dts_placement steps = tlb_dts_root(p->instance);
    for (int i = 0; i < 3; i++)
        assert_float_equal(once.translation[i], steps.translation[i], 5e-3);
    tlb_dts_advance(p->instance, 0, -16, NULL, 0);
    steps = tlb_dts_root(p->instance);
    for (int i = 0; i < 3; i++)
        assert_float_equal(steps.translation[i], 0, 5e-3);
}

/* --- transitions --------------------------------------------------------------------------------------- */

/* From turn at 0.5 to walk at 0.25 in half a second. */
static void test_pending_transition(void **state)
{
    playing *p = *state;
    const tlb_dts_thread *t = tlb_dts_thread_at(p->instance, 0);
    int32_t way = tlb_dts_find_transition(p->shape, DTS_TURN, DTS_WALK);
    assert_int_equal(way, 0);
    tlb_dts_play(p->instance, 0, DTS_TURN, 0);
    assert_true(tlb_dts_await_transition(p->instance, 0, way));
    tlb_dts_advance(p->instance, 0, 0.9, NULL, 0);
    assert_int_equal(t->transition, TLB_NONE);
    tlb_dts_advance(p->instance, 0, 0.35, NULL, 0); /* 0.1 to the start, 0.25 in the transition */
    assert_int_equal(t->transition, way);
    assert_int_equal(t->pending, TLB_NONE);
    assert_float_equal(t->transitionPosition, 0.5, 1e-6);
    tlb_dts_advance(p->instance, 0, 0.25 + 0.15, NULL, 0);
    assert_int_equal(t->transition, TLB_NONE);
    assert_int_equal(t->sequence, DTS_WALK);
    assert_float_equal(t->position, 0.35f, 1e-6);
}

/* Backwards it begins where it ends, and leads to where it starts. */
static void test_transition_backwards(void **state)
{
    playing *p = *state;
    const tlb_dts_thread *t = tlb_dts_thread_at(p->instance, 0);
    tlb_dts_play(p->instance, 0, DTS_WALK, 0.5);
    tlb_dts_await_transition(p->instance, 0, 0);
    tlb_dts_advance(p->instance, 0, 0.3, NULL, 0); /* forwards it is none of walk's */
    assert_int_equal(t->transition, TLB_NONE);
    tlb_dts_play(p->instance, 0, DTS_WALK, 0.5);
    tlb_dts_await_transition(p->instance, 0, 0);
    tlb_dts_advance(p->instance, 0, -0.25 * 1.5, NULL, 0);
    assert_int_equal(t->transition, 0);
    assert_float_equal(t->transitionPosition, 1, 0);
    tlb_dts_advance(p->instance, 0, -0.5 - 0.2, NULL, 0);
    assert_int_equal(t->sequence, DTS_TURN);
    assert_float_equal(t->position, 0.4f, 1e-6);
}

static void test_in_transition(void **state)
{
    playing *p = *state;
    tlb_dts_placement origin = {.rotation = {0, 0, 0, 1}};
    tlb_dts_set_root(p->instance, &origin);
    tlb_dts_play(p->instance, 1, DTS_TURN, 0.5);
    tlb_dts_play(p->instance, 2, DTS_WALK, 0.25);
    tlb_dts_placement rest =
        tlb_dts_placement_of(p->shape, p->shape->nodes.data[DTS_COARSE].defaultTransform);
    tlb_dts_placement walking = tlb_dts_evaluate(p->instance)->local[DTS_COARSE];
    tlb_dts_play(p->instance, 1, TLB_NONE, 0);
    tlb_dts_play(p->instance, 2, TLB_NONE, 0);
    assert_true(tlb_dts_begin_transition(p->instance, 0, 0, false));
    tlb_dts_advance(p->instance, 0, 0.25, NULL, 0);
    const tlb_dts_pose *pose = tlb_dts_evaluate(p->instance);
    /* The far mill has a track in walk alone: half way between rest and there. */
    float half = pose->local[DTS_COARSE].rotation[0];
    assert_true(fabsf(half - (walking.rotation[0] + rest.rotation[0]) / 2) < 0.01f && fabsf(half) > 0.05f);
    tlb_dts_advance(p->instance, 0, 0.25, NULL, 0);
    tlb_dts_placement root = tlb_dts_root(p->instance);
    assert_at(&root, 0, 1, 0); /* what the transition moves, by itself */
}

/* --- details ------------------------------------------------------------------------------------------- */

static void test_details(void **state)
{
    playing *p = *state;
    bool drawn[DTS_NODES];
    assert_int_equal(tlb_dts_select_detail(p->shape, 100), 0);
    assert_int_equal(tlb_dts_select_detail(p->shape, 64), 0);
    assert_int_equal(tlb_dts_select_detail(p->shape, 63), 1);
    assert_int_equal(tlb_dts_select_detail(p->shape, 7), TLB_NONE); /* only the collision hull is left */
    tlb_dts_drawn_nodes(p->shape, 0, drawn);
    static const bool fine[DTS_NODES] = {false, true, true, true, true, true, true, false, false};
    assert_memory_equal(drawn, fine, sizeof drawn);
    tlb_dts_drawn_nodes(p->shape, TLB_NONE, drawn);
    assert_true(drawn[DTS_ALWAYS] && !drawn[DTS_MILL] && !drawn[DTS_COARSE]);
    p->shape->details.count = 1;
    assert_int_equal(tlb_dts_select_detail(p->shape, 0), 0); /* the only one is always drawn */
    p->shape->details.count = 0;
    tlb_dts_drawn_nodes(p->shape, tlb_dts_select_detail(p->shape, 9), drawn);
    assert_true(drawn[1]);
}

static void test_names(void **state)
{
    playing *p = *state;
    assert_int_equal(tlb_dts_find_sequence(p->shape, "WALK"), DTS_WALK);
    assert_int_equal(tlb_dts_find_sequence(p->shape, "wal"), TLB_NONE);
    assert_int_equal(tlb_dts_find_transition(p->shape, DTS_OPEN, DTS_TURN), TLB_NONE);
    assert_false(tlb_dts_begin_transition(p->instance, 0, 2, false));
    assert_false(tlb_dts_await_transition(p->instance, 0, 2));
}

/* A parent after its child and indices that name nothing: what can be placed is, the rest stays. */
static void test_senseless_shape(void **state)
{
    playing *p = *state;
    p->shape->nodes.data[DTS_CAP].parent = DTS_LAMP;
    p->shape->nodes.data[DTS_SAILS].firstSubSequence = 30000;
    p->shape->nodes.data[DTS_HINGE].defaultTransform = -7;
    p->shape->subSequences.data[0].numKeyFrames = 30000;
    p->shape->transitions.data[0].endSequence = 99;
    p->shape->sequences.data[DTS_TURN].numIFLSubSequences = 30000;
    p->shape->frameTriggers.data[0].pos = NAN;
    for (int i = 0; i < DTS_SEQUENCES; i++) {
        tlb_dts_play(p->instance, 0, i, 0);
        tlb_dts_await_transition(p->instance, 0, 0);
        tlb_dts_advance(p->instance, 0, 1.1, NULL, 0);
        const tlb_dts_pose *pose = tlb_dts_evaluate(p->instance);
        for (int n = 0; n < DTS_NODES; n++)
            assert_true(isfinite(pose->world[n].translation[0]));
    }
}

/* Sequences of no nodes: time passes, and nothing moves. */
static void test_shape_without_nodes(void **state)
{
    (void)state;
    static tlb_dts_sequence sequences[] = {{.cyclic = 1, .duration = 2}};
    tlb_dts shape = {0};
    shape.sequences.data = sequences, shape.sequences.count = 1;
    tlb_context *context = tlb_context_create(NULL);
    tlb_dts_instance *instance;
    assert_int_equal(tlb_dts_instance_create(context, &shape, 1, &instance), TLB_OK);
    assert_true(tlb_dts_play(instance, 0, 0, 0.25));
    assert_int_equal(tlb_dts_advance(instance, 0, 0.5, NULL, 0), 0);
    assert_float_equal(tlb_dts_thread_at(instance, 0)->position, 0.5, 1e-9);
    assert_non_null(tlb_dts_evaluate(instance));
    tlb_dts_instance_free(instance);
    tlb_context_free(context);
}

/* A thing's tracks are in the order of their sequences, among those of other things. */
static void test_tracks_are_found_by_sequence(void **state)
{
    (void)state;
    enum { FIRST = 2, COUNT = 3 };
    static tlb_dts_key_frame keys[7];
    static tlb_dts_sub_sequence tracks[] = {{1, 1, 0}, {3, 1, 1}, {0, 1, 2}, {1, 1, 3},
                                            {3, 1, 4}, {0, 1, 5}, {2, 1, 6}};
    static tlb_dts_sequence sequences[4];
    tlb_dts shape = {0};
    shape.subSequences.data = tracks, shape.subSequences.count = 7;
    shape.keyFrames.data = keys, shape.keyFrames.count = 7;
    shape.sequences.data = sequences, shape.sequences.count = 4;
    dts_score score = {&shape, keys};
    static const int32_t expected[] = {2, 3, -1, 4};
    for (int32_t sequence = 0; sequence < 4; sequence++) {
        dts_track track;
        bool found = tlb_dts_find_track(&score, FIRST, COUNT, sequence, &track);
        assert_int_equal(found, expected[sequence] >= 0);
        if (found)
            assert_ptr_equal(track.keys, &keys[expected[sequence]]);
    }
}

int main(void)
{
#define MILL_TEST(name) cmocka_unit_test_setup_teardown(name, open_mill, close_mill)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_are_found_by_sequence),
        cmocka_unit_test(test_shape_without_nodes),
        MILL_TEST(test_rest),
        MILL_TEST(test_between_keys),
        MILL_TEST(test_advance),
        MILL_TEST(test_priority),
        MILL_TEST(test_node_visibility),
        MILL_TEST(test_objects),
        MILL_TEST(test_materials),
        MILL_TEST(test_triggers),
        MILL_TEST(test_triggers_in_steps),
        MILL_TEST(test_root),
        MILL_TEST(test_root_in_steps),
        MILL_TEST(test_pending_transition),
        MILL_TEST(test_transition_backwards),
        MILL_TEST(test_in_transition),
        MILL_TEST(test_details),
        MILL_TEST(test_names),
        MILL_TEST(test_senseless_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
