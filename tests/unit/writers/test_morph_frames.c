/* Meshes by frame: the weights that a node is seen with, each once. */
#include "one_arena.h"

#include "fault.h"
#include "writers/morph_frames.h"

#include <string.h>

enum { VERTICES = 2, MORPHS = 3 };

static float positions[VERTICES][3] = {{1, 2, 3}, {4, 5, 6}}, normals[VERTICES][3] = {{0, 0, 1}, {0, 1, 0}},
             up[VERTICES][3] = {{10, 20, 30}, {40, 50, 60}},
             up_normals[VERTICES][3] = {{1, 2, 4}, {8, 16, 32}},
             aside[VERTICES][3] = {{100, 200, 300}, {400, 500, 600}},
             unused[VERTICES][3] = {{7000, 7000, 7000}, {7000, 7000, 7000}};
static tlb_morph morphs[MORPHS] = {
    {"up", up, up_normals}, {"aside", aside, NULL}, {"unused", unused, unused}};
static tlb_mesh meshes[] = {
    {.vertex_count = VERTICES, .positions = positions, .morph_count = MORPHS, .morphs = morphs},
    {.vertex_count = VERTICES, .positions = positions}};
static const tlb_scene scene = {.mesh_count = 2, .meshes = meshes};

static void assert_vertex(const tlb_morph_frames *frames, uint32_t vertex, uint32_t frame,
                          const float expected[6])
{
    float position[3], normal[3];
    tlb_morph_frames_vertex(frames, &meshes[0], (const float(*)[3])normals, vertex, frame, position, normal);
    assert_memory_equal(position, expected, sizeof position);
    assert_memory_equal(normal, expected + 3, sizeof normal);
}

static void what_has_no_morphs_has_no_frames(void **state)
{
    fixture *f = *state;
    for (int32_t mesh = TLB_NONE; mesh < 2; mesh += 2) {
        tlb_morph_frames frames = {.width = 9};
        const tlb_node node = {.mesh = mesh};
        assert_true(tlb_morph_frames_begin(&f->arena, &scene, &node, &frames));
        assert_int_equal(frames.width, 0);
        assert_int_equal(frames.weights.count, 0);
        assert_vertex(&frames, 1, 0, (const float[]){4, 5, 6, 0, 1, 0});
    }
}

static void the_first_frame_is_the_one_at_rest(void **state)
{
    static float weights[MORPHS] = {0.5f, 0.25f, 0};
    static const float none[MORPHS] = {0, 0, 0};
    fixture *f = *state;
    for (int given = 0; given < 2; given++) {
        const tlb_node node = {.mesh = 0, .morph_weights = given ? weights : NULL};
        tlb_morph_frames frames = {0};
        assert_true(tlb_morph_frames_begin(&f->arena, &scene, &node, &frames));
        assert_int_equal(frames.width, MORPHS);
        assert_int_equal(frames.weights.count, 1);
        assert_memory_equal(frames.weights.data[0], given ? weights : none, sizeof none);
        assert_int_equal(*tlb_morph_frames_find(&frames, given ? weights : none), 0);
        assert_null(tlb_morph_frames_find(&frames, given ? none : weights));
    }
}

static void frames_are_numbered_by_their_weights(void **state)
{
    static const float second[MORPHS] = {1, 0, 0}, third[MORPHS] = {1, 0, 0.5f}, other[MORPHS] = {0, 1, 0};
    fixture *f = *state;
    const tlb_node node = {.mesh = 0};
    tlb_morph_frames frames = {0};
    float lent[MORPHS];
    assert_true(tlb_morph_frames_begin(&f->arena, &scene, &node, &frames));
    memcpy(lent, second, sizeof lent);
    assert_int_equal(tlb_morph_frames_add(&f->arena, &frames, lent), 1);
    memcpy(lent, third, sizeof lent);
    assert_int_equal(tlb_morph_frames_add(&f->arena, &frames, lent), 2);
    assert_int_equal(frames.weights.count, 3);
    assert_int_equal(*tlb_morph_frames_find(&frames, second), 1);
    assert_int_equal(*tlb_morph_frames_find(&frames, third), 2);
    assert_null(tlb_morph_frames_find(&frames, other));
}

static void vertices_are_moved_by_the_weights(void **state)
{
    static float rest[MORPHS] = {0, 0, 0};
    static const float both[MORPHS] = {0.5f, 1, 0};
    fixture *f = *state;
    const tlb_node node = {.mesh = 0, .morph_weights = rest};
    tlb_morph_frames frames = {0};
    assert_true(tlb_morph_frames_begin(&f->arena, &scene, &node, &frames));
    assert_int_equal(tlb_morph_frames_add(&f->arena, &frames, both), 1);
    assert_vertex(&frames, 0, 0, (const float[]){1, 2, 3, 0, 0, 1});
    assert_vertex(&frames, 0, 1, (const float[]){106, 212, 318, 0.5f, 1, 3});
    assert_vertex(&frames, 1, 1, (const float[]){424, 530, 636, 4, 9, 16});
    assert_vertex(&frames, 1, 2, (const float[]){4, 5, 6, 0, 1, 0}); /* there is none: as it is */
}

static void all_of_many_morphs_count(void **state)
{
    enum { MANY = 65538 };
    static tlb_morph many[MANY];
    static float weights[MANY];
    fixture *f = *state;
    for (int i = 0; i < MANY; i++)
        many[i] = (tlb_morph){"same", up, up_normals};
    weights[0] = 0.5f;
    weights[MANY - 1] = 0.25f;
    const tlb_mesh mesh = {
        .vertex_count = VERTICES, .positions = positions, .morph_count = MANY, .morphs = many};
    tlb_morph_frames frames = {.width = MANY};
    float position[3], normal[3];
    assert_int_equal(tlb_morph_frames_add(&f->arena, &frames, weights), 0);
    tlb_morph_frames_vertex(&frames, &mesh, (const float(*)[3])normals, 0, 0, position, normal);
    assert_memory_equal(position, ((const float[]){8.5f, 17, 25.5f}), sizeof position);
    assert_memory_equal(normal, ((const float[]){0.75f, 1.5f, 4}), sizeof normal);
}

static tlb_status make_frames(tlb_context *context, const void *subject, collected *made)
{
    static const float more[MORPHS] = {1, 2, 3};
    const tlb_node node = {.mesh = 0};
    tlb_morph_frames frames = {0};
    tlb_arena arena;
    (void)subject;
    tlb_arena_init(&arena, context->account);
    bool done = tlb_morph_frames_begin(&arena, &scene, &node, &frames) &&
                tlb_morph_frames_add(&arena, &frames, more) == 1;
    if (done)
        collect(made, frames.weights.data[1], sizeof more);
    assert_int_equal(!done, arena.failure != TLB_OK);
    tlb_arena_release(&arena);
    return done ? TLB_OK : TLB_NO_MEMORY;
}

static void frames_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(make_frames, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_has_no_morphs_has_no_frames),
        TEST(the_first_frame_is_the_one_at_rest),
        TEST(frames_are_numbered_by_their_weights),
        TEST(vertices_are_moved_by_the_weights),
        TEST(all_of_many_morphs_count),
        TEST(frames_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
