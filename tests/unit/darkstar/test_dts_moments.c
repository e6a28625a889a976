/* A shape of two nodes at its ends: sequences without duration and beyond their ends, keys that stand
 * together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "ask.h"
#include "formats/darkstar/dts/dts.h"
#include "trilobite/formats/dts_runtime.h"

enum { ONCE, ROUND, FLASH, STILL, SEQUENCES };

typedef struct moving {
    tlb_context *context;
    tlb_document *document;
    tlb_dts *shape;
    tlb_dts_instance *instance;
} moving;

static void set_key(const moving *m, const tlb_dts_key_frame *key, float x, float y, float z)
{
    tlb_dts_placement placement = {.rotation = {0, 0, 0, 1}, .translation = {x, y, z}};
    assert_true(tlb_dts_set_placement(m->shape, (int32_t)key->key, &placement));
}

static void add_trigger(const moving *m, float pos, int32_t value)
{
    tlb_dts_frame_trigger *trigger = TLB_APPEND(m->document, &m->shape->frameTriggers);
    assert_non_null(trigger);
    *trigger = (tlb_dts_frame_trigger){pos, value};
}

/* "once" takes 2 seconds and "round" 4, both move the root by 8; the others take none, and "still" is cyclic.
 */
static int open_moving(void **state)
{
    static const char *const names[] = {"once", "round", "flash", "still"};
    static const float durations[] = {2, 4, 0, 0};
    static moving m;
    m = (moving){.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_document_create(m.context, &tlb_format_dts, NULL, &m.document), TLB_OK);
    m.shape = tlb_document_dts(m.document);
    assert_true(tlb_dts_add_node(m.document, "bounds", TLB_NONE) && tlb_dts_add_node(m.document, "arm", 0));
    for (int32_t i = 0; i < SEQUENCES; i++) {
        tlb_dts_sequence *sequence = tlb_dts_add_sequence(m.document, names[i], durations[i]);
        assert_non_null(sequence);
        sequence->cyclic = i == ROUND || i == STILL;
        tlb_dts_key_frame *keys = tlb_dts_add_track(m.document, 0, i, 2);
        assert_non_null(keys);
        set_key(&m, &keys[1], 8, 0, 0);
    }
    static const float positions[] = {0.25f, 0.5f, -0.5f, 1, 0.5f};
    for (int32_t i = 0; i < 5; i++)
        add_trigger(&m, positions[i], 10 + i);
    for (int32_t i = ONCE; i <= ROUND; i++)
        m.shape->sequences.data[i].numTriggerFrames = 5;
    tlb_dts_transition *way = TLB_APPEND(m.document, &m.shape->transitions);
    assert_non_null(way);
    *way = (tlb_dts_transition){
        .startSequence = ONCE,
        .endSequence = ROUND,
        .startPosition = 0.5f,
        .endPosition = 0.25f,
        .transform = {.rot = {0, 0, 0, 1}, .rot16 = {0, 0, 0, INT16_MAX}, .pos = {0, 3, 0}}};
    *state = &m;
    return tlb_dts_instance_create(m.context, m.shape, 2, &m.instance) != TLB_OK;
}

static int close_moving(void **state)
{
    moving *m = *state;
    tlb_dts_instance_free(m->instance);
    tlb_document_free(m->document);
    tlb_diagnostics_clear(m->context);
    bool clean = tlb_memory_now(m->context) == 0;
    tlb_context_free(m->context);
    return !clean;
}

static void assert_root(const moving *m, double x, double y)
{
    tlb_dts_placement root = tlb_dts_root(m->instance);
    assert_float_equal(root.translation[0], x, 1e-5);
    assert_float_equal(root.translation[1], y, 1e-5);
    assert_float_equal(root.translation[2], 0, 0);
}

/* --- triggers ---------------------------------------------------------------------------------------- */

static void assert_met(const moving *m, int32_t sequence, double from, double to, uint64_t count,
                       const int32_t *expected)
{
    int32_t met[8] = {0};
    assert_int_equal(tlb_dts_triggers_between(m->shape, sequence, from, to, met, 8), count);
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(met[i], expected[i]);
    for (uint64_t i = count; i < 8; i++)
        assert_int_equal(met[i], 0);
}

/* What is played once meets each at most once, however far beyond its end; of one place in their order. */
static void triggers_are_met_once_a_round(void **state)
{
    const moving *m = *state;
    static const int32_t all[] = {10, 11, 14, 13}, back[] = {12}, round[] = {13, 10, 11, 14, 13, 10, 11, 14};
    assert_met(m, ONCE, 0, 1, 4, all);
    assert_met(m, ONCE, 0, 5, 4, all);
    assert_met(m, ONCE, 0.25, 0.5, 2, all + 1);
    assert_met(m, ONCE, 1, 0, 1, back);
    assert_met(m, ONCE, 4, -4, 1, back);
    assert_met(m, ROUND, 0.5, 2.5, 8, round);
    assert_met(m, ROUND, 0.5, 0.5, 0, NULL);
    assert_met(m, FLASH, 0, 1, 0, NULL);
    assert_int_equal(tlb_dts_triggers_between(m->shape, ROUND, 0, 10, NULL, 0), 40);
    assert_int_equal(tlb_dts_triggers_between(NULL, ROUND, 0, 10, NULL, 0), 0);
    assert_int_equal(tlb_dts_triggers_between(m->shape, ROUND, 0, 10, NULL, 1), 0);
    assert_int_equal(tlb_dts_triggers_between(m->shape, SEQUENCES, 0, 10, NULL, 0), 0);
    assert_int_equal(tlb_dts_triggers_between(m->shape, ROUND, 0, INFINITY, NULL, 0), 0);
}

/* --- the root ---------------------------------------------------------------------------------------- */

static void the_root_moves_to_the_end_of_what_is_played_once(void **state)
{
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    assert_true(tlb_dts_play(m->instance, 0, ONCE, 0));
    assert_int_equal(tlb_dts_advance(m->instance, 0, 0.5, NULL, 0), 1);
    assert_root(m, 2, 0);
    assert_int_equal(tlb_dts_advance(m->instance, 0, 7, NULL, 0), 3);
    assert_root(m, 8, 0);
    assert_float_equal(thread->position, 1, 0);
    assert_int_equal(tlb_dts_advance(m->instance, 0, -1.5, NULL, 0), 1);
    assert_root(m, 2, 0);
    assert_float_equal(thread->position, 0.25, 0);
    assert_int_equal(tlb_dts_advance(m->instance, 0, INFINITY, NULL, 0), 0);
    assert_int_equal(tlb_dts_advance(m->instance, 2, 1, NULL, 0), 0);
    assert_root(m, 2, 0);
}

static void the_root_moves_on_with_each_round(void **state)
{
    const moving *m = *state;
    assert_true(tlb_dts_play(m->instance, 0, ROUND, 0.75));
    assert_int_equal(tlb_dts_advance(m->instance, 0, 11, NULL, 0), 12);
    assert_root(m, 22, 0);
    assert_float_equal(tlb_dts_thread_at(m->instance, 0)->position, 0.5, 0);
    tlb_dts_advance(m->instance, 0, -11, NULL, 0);
    assert_root(m, 0, 0);
}

/* --- without duration -------------------------------------------------------------------------------- */

/* What takes no time is at its end at once; what is cyclic, besides, stays where it is. */
static void sequences_without_duration_are_at_an_end(void **state)
{
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    assert_true(tlb_dts_play(m->instance, 0, FLASH, 0.25));
    tlb_dts_advance(m->instance, 0, 0.01, NULL, 0);
    assert_float_equal(thread->position, 1, 0);
    assert_root(m, 6, 0);
    tlb_dts_advance(m->instance, 0, -0.01, NULL, 0);
    assert_float_equal(thread->position, 0, 0);
    assert_root(m, -2, 0);
    assert_true(tlb_dts_play(m->instance, 0, STILL, 0.25));
    tlb_dts_advance(m->instance, 0, 10, NULL, 0);
    assert_float_equal(thread->position, 0.25, 0);
    assert_root(m, -2, 0);
    m->shape->sequences.data[FLASH].duration = 0.5f;
    assert_true(tlb_dts_play(m->instance, 0, FLASH, 0.25));
    tlb_dts_advance(m->instance, 0, 0.125, NULL, 0);
    assert_float_equal(thread->position, 0.5, 0);
}

/* One that takes no time is over at once: the rest goes to the second sequence, or back to the first. */
static void transitions_without_duration_are_over(void **state)
{
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    assert_true(tlb_dts_begin_transition(m->instance, 0, 0, false));
    assert_float_equal(thread->transitionPosition, 0, 0);
    tlb_dts_advance(m->instance, 0, 1, NULL, 0);
    assert_int_equal(thread->sequence, ROUND);
    assert_int_equal(thread->transition, TLB_NONE);
    assert_float_equal(thread->position, 0.5, 0);
    assert_root(m, 2, 3);
    assert_true(tlb_dts_begin_transition(m->instance, 0, 0, true));
    assert_float_equal(thread->transitionPosition, 1, 0);
    tlb_dts_advance(m->instance, 0, -0.5, NULL, 0);
    assert_int_equal(thread->sequence, ONCE);
    assert_float_equal(thread->position, 0.25, 0);
    assert_root(m, 0, 0);
}

static void transitions_that_begin_nowhere_are_not_met(void **state)
{
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    m->shape->transitions.data[0].startPosition = NAN;
    assert_true(tlb_dts_play(m->instance, 0, ONCE, 0) && tlb_dts_await_transition(m->instance, 0, 0));
    tlb_dts_advance(m->instance, 0, 1.5, NULL, 0);
    assert_int_equal(thread->sequence, ONCE);
    assert_int_equal(thread->pending, 0);
    assert_float_equal(thread->position, 0.75, 0);
    assert_root(m, 6, 0);
}

/* A pending one begins where the first sequence comes by, and the rest of the time is the second's. */
static void transitions_begin_where_they_are_met(void **state)
{
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    m->shape->transitions.data[0].duration = 0.75f;
    assert_true(tlb_dts_play(m->instance, 0, ONCE, 0) && tlb_dts_await_transition(m->instance, 0, 0));
    tlb_dts_advance(m->instance, 0, 1.1875, NULL, 0);
    assert_int_equal(thread->transition, 0);
    assert_float_equal(thread->transitionPosition, 0.25, 0);
    assert_root(m, 4, 0.75);
    tlb_dts_advance(m->instance, 0, 1.5625, NULL, 0);
    assert_int_equal(thread->sequence, ROUND);
    assert_float_equal(thread->position, 0.5, 0);
    assert_root(m, 6, 3);
}

/* What comes around again meets it in the next round. It takes 2 seconds, either way. */
static void cyclic_sequences_meet_a_transition_in_the_next_round(void **state)
{
    static const struct {
        double position, seconds, transition;
    } ways[] = {{0.75, 4, 0.5}, {0.375, 0.5, 0}, {0.5, 1, 0.5}, {0.25, 1.5, 0.25}, {0.75, 2.5, -1}};
    const moving *m = *state;
    const tlb_dts_thread *thread = tlb_dts_thread_at(m->instance, 0);
    tlb_dts_transition *way = &m->shape->transitions.data[0];
    *way = (tlb_dts_transition){.startSequence = ROUND, .endSequence = ROUND, .duration = 2};
    way->transform = m->shape->transforms.data[0];
    way->startPosition = way->endPosition = 0.5f;
    assert_true(tlb_dts_play(m->instance, 0, ONCE, 0) && tlb_dts_await_transition(m->instance, 0, 0));
    tlb_dts_advance(m->instance, 0, 3, NULL, 0); /* of another sequence */
    assert_true(thread->sequence == ONCE && thread->position == 1 && thread->transition == TLB_NONE);
    for (int back = 0; back < 2; back++)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            int sign = back ? -1 : 1;
            double position = back ? 1 - ways[i].position : ways[i].position;
            assert_true(tlb_dts_play(m->instance, 0, ROUND, position));
            assert_true(tlb_dts_await_transition(m->instance, 0, 0));
            tlb_dts_advance(m->instance, 0, sign * ways[i].seconds, NULL, 0);
            bool is_met = ways[i].transition >= 0;
            assert_int_equal(thread->transition, is_met ? 0 : TLB_NONE);
            assert_int_equal(thread->pending, is_met ? TLB_NONE : 0);
            if (is_met)
                assert_true(fabs(thread->transitionPosition - back) == ways[i].transition);
        }
}

/* The rest of the triggers goes on behind those that were met before the transition. */
static void triggers_of_both_sequences_are_told(void **state)
{
    static const int32_t expected[] = {10, 11, 14, 11, 14, 0};
    const moving *m = *state;
    int32_t met[6] = {0};
    assert_true(tlb_dts_play(m->instance, 0, ONCE, 0) && tlb_dts_await_transition(m->instance, 0, 0));
    assert_int_equal(tlb_dts_advance(m->instance, 0, 4, met, 5), 6);
    assert_memory_equal(met, expected, sizeof met);
}

/* --- positions --------------------------------------------------------------------------------------- */

static void positions_are_within_the_sequence(void **state)
{
    const moving *m = *state;
    static const double expected[][3] = {/* given, once, round */
                                         {2.25, 1, 0.25},    {-0.25, 0, 0.75}, {1, 1, 1},
                                         {NAN, 0, 0},        {INFINITY, 0, 0}, {0.5, 0.5, 0.5},
                                         {-1.125, 0, 0.875}, {1.5, 1, 0.5}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (int32_t sequence = ONCE; sequence <= ROUND; sequence++) {
            assert_true(tlb_dts_play(m->instance, 0, sequence, expected[i][0]));
            assert_float_equal(tlb_dts_thread_at(m->instance, 0)->position, expected[i][1 + sequence], 0);
        }
    assert_null(tlb_dts_thread_at(m->instance, 2));
    assert_false(tlb_dts_play(m->instance, 2, ONCE, 0));
    assert_false(tlb_dts_play(m->instance, 0, SEQUENCES, 0));
}

static double x_at(const moving *m, int32_t sequence, double position)
{
    assert_true(tlb_dts_play(m->instance, 0, sequence, position));
    return (double)tlb_dts_evaluate(m->instance)->local[1].translation[0];
}

/* Before its first and after its last key a node rests in one and moves on in the other; of keys at one
 * place, which are not sorted otherwise, the last counts from there on. */
static void nodes_are_between_their_keys(void **state)
{
    moving *m = *state;
    for (int32_t sequence = ONCE; sequence <= ROUND; sequence++) {
        tlb_dts_key_frame *keys = tlb_dts_add_track(m->document, 1, sequence, 4);
        assert_non_null(keys);
        for (int i = 0; i < 4; i++) {
            keys[i].pos = (float[]){0.75f, 0.5f, 0.5f, 0.25f}[i];
            set_key(m, &keys[i], (float[]){8, 6, 2, 0}[i], 0, 0);
        }
    }
    tlb_dts_instance_free(m->instance);
    assert_int_equal(tlb_dts_instance_create(m->context, m->shape, 2, &m->instance), TLB_OK);
    static const double expected[][3] = {{0, 0, 4},     {0.125, 0, 2}, {0.25, 0, 0},
                                         {0.375, 3, 3}, {0.5, 2, 2},   {0.625, 5, 5},
                                         {0.75, 8, 8},  {0.875, 8, 6}, {1, 8, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (int32_t sequence = ONCE; sequence <= ROUND; sequence++)
            assert_float_equal(x_at(m, sequence, expected[i][0]), expected[i][1 + sequence], 1e-5);
}

/* Before the first key of what is cyclic is the last one. Tracks without keys are left out, those after them
 * not. */
static void materials_are_shown_in_place_of_others(void **state)
{
    moving *m = *state;
    static const tlb_dts_key_frame shows[] = {{0, 1, 0}, {0.25f, 0, 1}, {0.75f, 1, 1}, {0, 0, 7}};
    static const int32_t tracks[][3] = {{ONCE, 1, INT16_MAX}, {ONCE, 1, 0}, {ONCE, 2, 1}, {ONCE, 1, 3}};
    assert_true(tlb_dts_add_material(m->document, "a.bmp") && tlb_dts_add_material(m->document, "b.bmp"));
    tlb_dts_sequence *sequence = &m->shape->sequences.data[ONCE];
    sequence->firstIFLSubSequence = (int32_t)m->shape->subSequences.count;
    sequence->numIFLSubSequences = 4;
    for (int32_t i = 0; i < 4; i++) {
        tlb_dts_sub_sequence *track = TLB_APPEND(m->document, &m->shape->subSequences);
        assert_non_null(track);
        *track = (tlb_dts_sub_sequence){tracks[i][0], tracks[i][1],
                                        tracks[i][2] + (int32_t)m->shape->keyFrames.count};
    }
    for (int32_t i = 0; i < 4; i++) {
        tlb_dts_key_frame *key = TLB_APPEND(m->document, &m->shape->keyFrames);
        assert_non_null(key);
        *key = shows[i];
    }
    static const double positions[] = {0.125, 0.25, 0.5, 0.75, 1};
    static const uint32_t expected[2][5] = {{0, 0, 0, 1, 1}, {1, 0, 0, 1, 1}};
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        sequence->cyclic = cyclic;
        tlb_dts_instance_free(m->instance);
        assert_int_equal(tlb_dts_instance_create(m->context, m->shape, 2, &m->instance), TLB_OK);
        const tlb_dts_pose *pose = tlb_dts_evaluate(m->instance);
        assert_int_equal(pose->materialCount, 2);
        assert_true(pose->materials[0] == 0 && pose->materials[1] == 1);
        for (int i = 0; i < 5; i++) {
            assert_true(tlb_dts_play(m->instance, 0, ONCE, positions[i]));
            pose = tlb_dts_evaluate(m->instance);
            assert_int_equal(pose->materials[0], 1);
            assert_int_equal(pose->materials[1], expected[cyclic][i]);
        }
    }
}

/* --- parts that are added ---------------------------------------------------------------------------- */

static void tracks_of_one_key_begin_with_it(void **state)
{
    const moving *m = *state;
    const tlb_dts_key_frame *key = tlb_dts_add_track(m->document, 1, ONCE, 1);
    assert_non_null(key);
    assert_float_equal(key->pos, 0, 0);
    key = tlb_dts_add_track(m->document, 1, ROUND, 5);
    for (int i = 0; i < 5; i++)
        assert_float_equal(key[i].pos, (float)i / 4, 0);
}

/* What is packed again is the same, and what is beyond the box is at its side. */
static void points_are_packed_within_their_box(void **state)
{
    (void)state;
    for (int i = 1; i < 400; i++) {
        const float low = (float)i / 7, high = low + 13 / (float)i;
        const tlb_box box = {{low, -low, 0}, {high, high, high}};
        const float points[4][3] = {
            {low, -low, 0}, {high, high, high}, {low - 1, -low - 1, -1}, {high + 1, high + 1, high + 1}};
        static const uint8_t sides[] = {0, 255, 0, 255};
        tlb_dts_frame frame, again;
        tlb_dts_packed_vertex packed[4] = {{0}};
        tlb_dts_pack_points(points, 4, &box, &frame, packed);
        tlb_box unpacked = {.low = {low, -low, 0}};
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < 4; k++)
                assert_int_equal(packed[k][axis], sides[k]);
            unpacked.high[axis] = 255 * frame.scale[axis] + frame.origin[axis];
            assert_float_equal(unpacked.high[axis], high, 1e-4);
        }
        tlb_dts_pack_points(points, 4, &unpacked, &again, packed);
        assert_memory_equal(&again.scale, &frame.scale, sizeof frame.scale);
    }
}

static void nothing_has_no_parts(void **state)
{
    (void)state;
    static const tlb_dts_key nothing;
    assert_int_equal(tlb_dts_pack_normal(NULL), 0);
    assert_int_equal(tlb_dts_name_at(NULL, 0).size, 0);
    tlb_dts_key key = tlb_dts_key_of(NULL, NULL);
    assert_memory_equal(&key, &nothing, sizeof key);
    assert_int_equal(tlb_dts_frame_count(NULL), 0);
    assert_false(tlb_dts_frame_of(NULL, 0, NULL));
    assert_int_equal(tlb_dts_select_detail(NULL, 1), TLB_NONE);
}

/* Of a name that is too long a NUL is left, and it is known again. */
static void names_are_cut_to_their_fields(void **state)
{
    const moving *m = *state;
    const tlb_dts_node *node = tlb_dts_add_node(m->document, "a name of twenty-four ch", 0);
    assert_non_null(node);
    assert_string_equal(m->shape->names.data[node->name].data, "a name of twenty-four c");
    const tlb_dts_node *other = tlb_dts_add_node(m->document, "a name of twenty-four cards", 0);
    assert_int_equal(other->name, m->shape->nodes.data[2].name);
    const tlb_dts_node *full = tlb_dts_add_node(m->document, "a name of twenty-three.", 0);
    assert_string_equal(m->shape->names.data[full->name].data, "a name of twenty-three.");
}

static void assert_refused(const moving *m, const char *query, const char *message)
{
    const tlb_value *answer = NULL;
    tlb_diagnostics_clear(m->context);
    assert_int_not_equal(ask(m->document, query, &answer), TLB_OK);
    assert_string_equal(tlb_diagnostic_at(m->context, 0)->message, message);
}

static void refused_queries_name_the_word(void **state)
{
    const moving *m = *state;
    assert_refused(m, "transition once there 1", "there: no such sequence");
    assert_refused(m, "transition here once 1", "here: no such sequence");
    assert_refused(m, "transition round once 1", "once: no transition between these sequences");
    assert_refused(m, "triggers there 0 1", "there: no such sequence");
    assert_refused(m, "triggers flash 0 1", "flash: the duration of the sequence is zero");
}

int main(void)
{
#define MOVING(test) cmocka_unit_test_setup_teardown(test, open_moving, close_moving)
    const struct CMUnitTest tests[] = {
        MOVING(triggers_are_met_once_a_round),
        MOVING(the_root_moves_to_the_end_of_what_is_played_once),
        MOVING(the_root_moves_on_with_each_round),
        MOVING(sequences_without_duration_are_at_an_end),
        MOVING(transitions_without_duration_are_over),
        MOVING(transitions_that_begin_nowhere_are_not_met),
        MOVING(transitions_begin_where_they_are_met),
        MOVING(cyclic_sequences_meet_a_transition_in_the_next_round),
        MOVING(triggers_of_both_sequences_are_told),
        MOVING(positions_are_within_the_sequence),
        MOVING(nodes_are_between_their_keys),
        MOVING(materials_are_shown_in_place_of_others),
        MOVING(points_are_packed_within_their_box),
        MOVING(nothing_has_no_parts),
        MOVING(tracks_of_one_key_begin_with_it),
        MOVING(names_are_cut_to_their_fields),
        MOVING(refused_queries_name_the_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
