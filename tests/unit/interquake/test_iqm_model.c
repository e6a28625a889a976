/* The model of an IQM: which meshes, triangles and animations of ranges that overlap or end elsewhere. */
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"
#include "iqm_maker.h"
#include "one_arena.h"

#include <string.h>

/* Four vertices, and nothing else. */
static tlb_iqm *begin_model(tlb_document *document, fixture *f)
{
    tlb_iqm *x = iqm_begin(document, f->context, 2);
    x->num_vertexes = 4;
    float(*positions)[3] = iqm_array(document, TLB_IQM_POSITION, TLB_IQM_FLOAT, 3);
    for (int i = 0; i < 4; i++)
        positions[i][0] = (float)i;
    return x;
}

static void assert_told(const fixture *f, const char *const *messages, size_t count)
{
    assert_int_equal(tlb_diagnostic_count(f->context), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(tlb_diagnostic_at(f->context, i)->code, TLB_CODE_DROPPED);
        assert_string_equal(tlb_diagnostic_at(f->context, i)->message, messages[i]);
    }
}

/* Meshes share no triangles: of two the first has them. One that is left out takes none. */
static void triangles_belong_to_one_mesh(void **state)
{
    static const uint32_t ranges[7][2] = {{0, 2}, {1, 4}, {2, 2}, {4, 1}, {5, 1}, {0, 0}, {4, 2}};
    static const uint32_t triangles[5][3] = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 2, 1}, {0, 2, 3}};
    static const uint32_t kept[4][3] = {{0, 1, 2}, {1, 2, 3}, {3, 2, 1}, {0, 2, 3}},
                          runs[7][2] = {{0, 2}, {2, 0}, {2, 1}, {3, 1}, {4, 0}, {4, 0}, {4, 0}};
    static const char *const told[] = {
        "meshes with a triangle range that is out of range or shared: 3 left out",
        "triangles with a vertex index out of range: 1 left out"};
    fixture *f = *state;
    tlb_document document;
    tlb_iqm *x = begin_model(&document, f);
    tlb_iqm_mesh meshes[7] = {{0}};
    iq_model model;
    for (int i = 0; i < 7; i++)
        meshes[i] =
            (tlb_iqm_mesh){.first_triangle = ranges[i][0], .num_triangles = ranges[i][1], .num_vertexes = 4};
    x->meshes.data = meshes;
    x->meshes.count = 7;
    x->triangles.data = triangles;
    x->triangles.count = 5;
    assert_int_equal(tlb_iq_model_of_iqm(&model, f->context, &f->arena, x), TLB_OK);
    assert_int_equal(model.triangle_count, 4);
    assert_memory_equal(model.triangles, kept, sizeof kept);
    assert_int_equal(model.runs.count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(model.runs.data[i].mesh, i);
        assert_int_equal(model.runs.data[i].first_triangle, runs[i][0]);
        assert_int_equal(model.runs.data[i].triangle_count, runs[i][1]);
    }
    assert_told(f, told, 2);
    made_end(&document);
}

/* Frames without channels are all alike: an animation has one of them, or none where it is empty. */
static void frames_that_are_not_stored_are_one(void **state)
{
    static const struct {
        uint32_t first, count;
        bool kept;
    } rows[] = {{0, 3, true},  {4, 2, false}, {2, 0, true}, {0, 5, true},          {5, 0, true},
                {6, 0, false}, {0, 6, false}, {4, 1, true}, {UINT32_MAX, 1, false}};
    enum { ANIMS = sizeof rows / sizeof *rows };
    static const char *const told[] = {"animations with a frame range out of range: 4 left out"};
    fixture *f = *state;
    tlb_document document;
    tlb_iqm *x = begin_model(&document, f);
    tlb_iqm_anim anims[ANIMS] = {{0}};
    iq_model model;
    for (int i = 0; i < ANIMS; i++)
        anims[i] = (tlb_iqm_anim){.first_frame = rows[i].first,
                                  .num_frames = rows[i].count,
                                  .framerate = (float)i,
                                  .flags = i % 2 ? TLB_IQM_LOOP : 0};
    IQM_MAKE_LIST(&document, &x->joints, 2);
    x->joints.data[0].translate[0] = 7;
    x->joints.data[0].parent = -1;
    x->anims.data = anims;
    x->anims.count = ANIMS;
    x->num_frames = 5;
    assert_int_equal(tlb_iq_model_of_iqm(&model, f->context, &f->arena, x), TLB_OK);
    uint32_t made = 0, frames = 0;
    for (int i = 0; i < ANIMS; i++) {
        if (!rows[i].kept)
            continue;
        const iq_animation *a = &model.animations.data[made++];
        assert_true(a->framerate == (float)i);
        assert_int_equal(a->loop, i % 2);
        assert_int_equal(a->first_frame, frames);
        assert_int_equal(a->frame_count, rows[i].count ? 1 : 0);
        frames += a->frame_count;
    }
    assert_int_equal(model.animations.count, made);
    assert_int_equal(model.frame_count, frames);
    for (uint32_t i = 0; i < frames; i++)
        assert_memory_equal(model.frames[2 * i], model.base_poses[0], 2 * sizeof *model.frames);
    assert_true(model.frames[0][0] == 7);
    assert_told(f, told, 1);
    made_end(&document);
}

/* The frames of a file are used by up to 16 animations each. */
static void frames_are_shared_by_sixteen(void **state)
{
    enum { MOST = 3 * 16 };
    fixture *f = *state;
    static const char *const told[] = {"animations with a frame range out of range: 2 left out"};
    for (uint32_t more = 0; more <= 2; more += 2) {
        tlb_document document;
        tlb_iqm *x = begin_model(&document, f);
        tlb_iqm_anim anims[MOST + 2];
        iq_model model;
        for (uint32_t i = 0; i < MOST + more; i++)
            anims[i] = (tlb_iqm_anim){.first_frame = i % 3, .num_frames = 1};
        IQM_MAKE_LIST(&document, &x->joints, 1);
        x->joints.data[0].parent = -1;
        x->anims.data = anims;
        x->anims.count = MOST + more;
        x->num_frames = 3;
        assert_int_equal(tlb_iq_model_of_iqm(&model, f->context, &f->arena, x), TLB_OK);
        assert_int_equal(model.animations.count, MOST);
        assert_told(f, told, more ? 1 : 0);
        made_end(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(triangles_belong_to_one_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_that_are_not_stored_are_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_are_shared_by_sixteen, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
