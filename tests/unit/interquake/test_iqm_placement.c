/* Where options put a model, against matrices of each axis, and which frames of it they keep. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "one_arena.h"

#include <math.h>
#include <string.h>

enum { TURNS = 5 };
static const float turns[TURNS][3] = {{20, 0, 0}, {0, -50, 0}, {0, 0, 130}, {20, -50, 130}, {-100, 75, 250}};

/* A vector turned by degrees about x, then y, then z. */
static void turn(const float degrees[3], const float in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)in[i];
    for (int axis = 0; axis < 3; axis++) {
        double angle = (double)degrees[axis] * 3.14159265358979323846 / 180;
        double *a = &out[(axis + 1) % 3], *b = &out[(axis + 2) % 3], from = *a;
        *a = cos(angle) * from - sin(angle) * *b;
        *b = sin(angle) * from + cos(angle) * *b;
    }
}

static void assert_near(const float *a, const double *b, double x, double y, double z)
{
    const double moved[] = {x, y, z};
    for (int i = 0; i < 3; i++)
        assert_float_equal(a[i], (float)(b[i] + moved[i]), 1e-4);
}

static iq_placement place(const float degrees[3])
{
    tlb_iqm_write_options options = TLB_IQM_WRITE_OPTIONS_INIT;
    memcpy(options.rotate, degrees, sizeof options.rotate);
    memcpy(options.translate, (const float[]){10, 20, 30}, sizeof options.translate);
    options.scale = (tlb_optional_real){.is_set = true, .value = 2};
    return tlb_iq_placement(&options);
}

static void points_are_scaled_turned_and_moved(void **state)
{
    (void)state;
    static const float in[3] = {1, 2, -3}, large[3] = {2, 4, -6};
    for (int i = 0; i < TURNS; i++) {
        const iq_placement p = place(turns[i]);
        double turned[3];
        float out[3];
        turn(turns[i], in, turned);
        tlb_iq_move_direction(&p, in, out);
        assert_near(out, turned, 0, 0, 0);
        turn(turns[i], large, turned);
        tlb_iq_move_point(&p, in, out);
        assert_near(out, turned, 10, 20, 30);
    }
}

/* The turn of a pose comes before that of the model; what has a parent is only scaled. */
static void poses_of_roots_are_placed(void **state)
{
    (void)state;
    static const iq_pose pose = {1, 2, -3, 0.5f, -0.1f, 0.7f, 0.5f, 4, 5, 6};
    static const iq_pose below = {2, 4, -6, 0.5f, -0.1f, 0.7f, 0.5f, 4, 5, 6};
    for (int i = 0; i < TURNS; i++) {
        const iq_placement p = place(turns[i]);
        iq_pose out;
        tlb_iq_move_pose(&p, false, pose, out);
        assert_memory_equal(out, below, sizeof out);
        tlb_iq_move_pose(&p, true, pose, out);
        double turned[3];
        turn(turns[i], below, turned);
        assert_near(out, turned, 10, 20, 30);
        assert_memory_equal(out + 7, pose + 7, 3 * sizeof *out);
        for (int axis = 0; axis < 3; axis++) {
            iq_placement own = {.scale = 1}, both = own;
            float first[3], moved[3], unit[3] = {0};
            unit[axis] = 1;
            memcpy(own.rotate, pose + 3, sizeof own.rotate);
            memcpy(both.rotate, out + 3, sizeof both.rotate);
            tlb_iq_move_direction(&own, unit, first);
            tlb_iq_move_direction(&both, unit, moved);
            turn(turns[i], first, turned);
            assert_near(moved, turned, 0, 0, 0);
        }
    }
}

static void nothing_is_turned_without_degrees(void **state)
{
    (void)state;
    const tlb_iqm_write_options options = TLB_IQM_WRITE_OPTIONS_INIT;
    const iq_placement p = tlb_iq_placement(&options);
    static const iq_pose pose = {1, 2, -3, 0.5f, -0.1f, 0.7f, 0.5f, 4, 5, 6};
    iq_pose out;
    assert_memory_equal(p.rotate, ((const float[4]){0}), sizeof p.rotate);
    tlb_iq_move_pose(&p, true, pose, out);
    assert_memory_equal(out, pose, sizeof out);
    for (int axis = 0; axis < 3; axis++) { /* half a turn has no w */
        float degrees[3] = {0}, unit[3] = {1, 2, 3};
        double turned[3];
        degrees[axis] = 180;
        const iq_placement half = place(degrees);
        turn(degrees, unit, turned);
        tlb_iq_move_direction(&half, unit, out);
        assert_near(out, turned, 0, 0, 0);
    }
}

/* Of ten frames from the fifth on, as the reference compiler counts. */
static void clips_keep_frames_of_their_animation(void **state)
{
    static const struct {
        bool starts, ends;
        int64_t start, end;
        uint32_t first, count;
    } rows[] = {{false, false, 0, 0, 5, 10}, {true, false, 3, 0, 8, 7},   {false, true, 0, -9, 5, 3},
                {false, true, 0, -10, 5, 2}, {false, true, 0, -11, 5, 1}, {true, true, 2, -10, 0, 0},
                {true, true, 9, -1, 14, 1},  {true, true, 9, 9, 14, 1},   {true, true, 9, 8, 0, 0}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const iq_animation animation = {.first_frame = 5, .frame_count = 10, .framerate = 24};
        const iq_source source = {.name = "a.iqe"};
        iq_model model = {.animations = {&animation, 1}, .sources = {&source, 1}};
        tlb_iqm_write_options options = TLB_IQM_WRITE_OPTIONS_INIT;
        options.clip.loop = true;
        options.clip.start = (tlb_optional_integer){.is_set = rows[i].starts, .value = rows[i].start};
        options.clip.end = (tlb_optional_integer){.is_set = rows[i].ends, .value = rows[i].end};
        tlb_status status = tlb_iq_clip_animations(f->context, &f->arena, &options, &model);
        assert_int_equal(status, rows[i].count ? TLB_OK : TLB_ARGUMENT);
        if (status)
            continue;
        assert_int_equal(model.animations.data->first_frame, rows[i].first);
        assert_int_equal(model.animations.data->frame_count, rows[i].count);
        assert_float_equal(model.animations.data->framerate, 24, 0);
        assert_true(model.animations.data->loop);
    }
}

static void clips_need_a_file_with_one_animation(void **state)
{
    fixture *f = *state;
    static const iq_animation animations[4] = {{.frame_count = 1}, {.frame_count = 1}};
    static const iq_source sources[] = {{.name = "one.iqe"}, {.name = "three.iqe", .first_animation = 1}};
    iq_model model = {.animations = {animations, 4}, .sources = {sources, 2}};
    tlb_merge_options merge = {.clip.loop = true};
    tlb_iqm_write_options options = TLB_IQM_WRITE_OPTIONS_INIT;
    options.clip.loop = true;
    options.merges.data = &merge;
    options.merges.count = 1;
    assert_int_equal(tlb_iq_clip_animations(f->context, &f->arena, &options, &model), TLB_ARGUMENT);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message,
                           "needs a file with one animation; \"three.iqe\" has 3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(points_are_scaled_turned_and_moved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(poses_of_roots_are_placed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_turned_without_degrees, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clips_keep_frames_of_their_animation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clips_need_a_file_with_one_animation, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
