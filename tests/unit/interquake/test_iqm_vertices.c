/* Vertices and triangles of posed models against those of the scene at the same time. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "formats/interquake/iqm/scene.h"
#include "iqm_maker.h"
#include "scene/animation/pose.h"
#include "trilobite/trilobite.h"

/* In the scene's axes. */
static bool is_near(const float ours[3], const float theirs[3])
{
    const float turned[3] = {ours[0], ours[2], -ours[1]};
    bool near = true;
    for (int k = 0; k < 3; k++)
        near &= fabsf(turned[k] - theirs[k]) <= 1e-4f * fmaxf(1, fabsf(theirs[k]));
    return near;
}

typedef struct posed {
    const tlb_scene *scene;
    const float (*world)[16];
    const tlb_iqm_skeleton *skeleton;
} posed;

static bool has_direction(const float v[3])
{
    return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

static void compare_mesh(const posed *p, uint32_t node, uint32_t index)
{
    static const int ours[3] = {0, 2, 1};
    const tlb_mesh *mesh = &p->scene->meshes[p->scene->nodes[node].mesh];
    float(*positions)[3] = calloc(mesh->vertex_count + 1, sizeof *positions);
    float(*normals)[3] = calloc(mesh->vertex_count + 1, sizeof *normals);
    tlb_pose_positions(p->scene, p->world, node, 0, mesh->vertex_count, positions);
    tlb_pose_normals(p->scene, p->world, node, 0, mesh->vertex_count, normals);
    uint32_t count = tlb_iqm_vertices(p->skeleton, index, NULL, NULL, NULL, 0);
    uint32_t triangle_count = tlb_iqm_triangles(p->skeleton->iqm, index, NULL, 0);
    tlb_vec3 *own_positions = calloc(count + 1, sizeof *own_positions),
             *own_normals = calloc(count + 1, sizeof *own_normals);
    tlb_vec2 *uvs = calloc(count + 1, sizeof *uvs);
    tlb_iqm_triangle *triangles = calloc(triangle_count + 1, sizeof *triangles);
    assert_int_equal(tlb_iqm_vertices(p->skeleton, index, own_positions, own_normals, uvs, count), count);
    assert_int_equal(tlb_iqm_triangles(p->skeleton->iqm, index, triangles, triangle_count), triangle_count);
    assert_int_equal(mesh->index_count, 3 * triangle_count);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        uint32_t shown = mesh->indices[i], own = triangles[i / 3][ours[i % 3]];
        assert_true(is_near(own_positions[own], positions[shown]));
        if (has_direction(own_normals[own]))
            assert_true(is_near(own_normals[own], normals[shown]));
        if (mesh->uv[0])
            assert_memory_equal(uvs[own], mesh->uv[0][shown], sizeof uvs[own]);
    }
    free(positions);
    free(normals);
    free(own_positions);
    free(own_normals);
    free(uvs);
    free(triangles);
}

static void compare_at(tlb_document *document, const tlb_scene *scene, int32_t anim, double seconds)
{
    tlb_arena *arena = tlb_arena_create(document->context);
    tlb_scene at;
    tlb_iqm_skeleton skeleton;
    assert_true(tlb_iqm_skeleton_at(document->root, anim, seconds, arena, &skeleton));
    assert_true(tlb_scene_at(scene, anim < 0 ? NULL : &scene->animations[anim], (float)seconds, arena, &at));
    float(*world)[16] = tlb_alloc_array(arena, at.node_count, sizeof *world);
    tlb_scene_world_matrices(&at, world);
    posed p = {&at, (const float(*)[16])world, &skeleton};
    for (uint32_t i = 0, mesh = 0; i < at.node_count; i++)
        if (at.nodes[i].mesh >= 0)
            compare_mesh(&p, i, mesh++);
    tlb_arena_free(arena);
}

/* Returns how many times were compared; none of what a scene leaves out meshes or animations of. */
static uint32_t compare_document(tlb_document *document)
{
    enum { TIMES = 7 };
    const tlb_iqm *x = document->root;
    tlb_scene *scene;
    uint32_t compared = 0;
    tlb_assets *none = tlb_assets_create(document->context);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.assets = none;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    if (scene->mesh_count == x->meshes.count && scene->animation_count == x->anims.count) {
        compare_at(document, scene, TLB_NONE, 0);
        for (uint32_t i = 0; i < x->anims.count; i++)
            for (int k = 0; k < TIMES; k++, compared++)
                compare_at(document, scene, (int32_t)i, (double)scene->animations[i].duration * k * 0.29);
        compared++;
    }
    tlb_scene_free(scene);
    tlb_assets_free(none);
    return compared;
}

/* What is left of a vertex's joints, of which there are three, and weights: those that there are, summing up
 * to 1. */
static void only_joints_that_there_are_count(void **state)
{
    static const struct {
        uint32_t size;
        float joints[4], weights[4];
        uint16_t left[4];
        float parts[4];
    } vertices[] = {{4, {2, 3, -1, 0}, {0.5f, 0.25f, 0.25f, 0.5f}, {2, 0, 0, 0}, {0.5f, 0, 0, 0.5f}},
                    {4, {2, 1, 1, 1}, {INFINITY, NAN, -1, 4}, {0, 0, 0, 1}, {0, 0, 0, 1}},
                    {4, {2}, {FLT_MAX}, {2}, {1}},
                    {2, {1, 2, 1, 1}, {1, 3, 4, 4}, {1, 2}, {0.25f, 0.75f}},
                    {4, {3, 1, 1, 1}, {1}, {0}, {1}}};
    (void)state;
    for (size_t i = 0; i < sizeof vertices / sizeof *vertices; i++) {
        const iqm_rows joints = {vertices[i].joints, 4}, weights = {vertices[i].weights, 4};
        uint16_t left[1][TLB_INFLUENCES];
        float parts[1][TLB_INFLUENCES];
        tlb_iqm_influences(joints, weights, 1, vertices[i].size, 3, left, parts);
        assert_memory_equal(left[0], vertices[i].left, sizeof left[0]);
        for (int k = 0; k < TLB_INFLUENCES; k++)
            assert_true(parts[0][k] == vertices[i].parts[k]);
    }
}

static void agrees_with_the_scene(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= 2; version++)
        for (uint32_t format = 0; format < TLB_IQM_FORMATS; format++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_document document;
            iqm_make(&document, context, &(iqm_plan){.version = version, .seed = 5, .format = format});
            assert_true(compare_document(&document) > 7);
            made_end(&document);
            iqm_make(&document, context, &(iqm_plan){.version = version, .seed = 5, .bare = true});
            assert_int_equal(compare_document(&document), 1);
            made_end(&document);
            tlb_context_free(context);
        }
}

static void fills_no_more_than_there_is_room(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_document document;
    tlb_iqm_skeleton skeleton;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
    const tlb_iqm *x = document.root;
    assert_true(tlb_iqm_skeleton_at(x, TLB_NONE, 0, arena, &skeleton));
    assert_int_equal(skeleton.joint_count, x->joints.count);
    tlb_vec3 positions[3] = {{0}, {0}, {77, 77, 77}}, normals[3] = {{0}, {0}, {77, 77, 77}};
    tlb_vec2 uvs[3] = {{0}, {0}, {77, 77}};
    tlb_iqm_triangle triangles[2] = {{0}, {77, 77, 77}};
    assert_int_equal(tlb_iqm_vertices(&skeleton, 0, positions, normals, uvs, 2),
                     x->meshes.data[0].num_vertexes);
    assert_true(positions[2][0] == 77 && normals[2][0] == 77 && uvs[2][0] == 77);
    assert_int_equal(tlb_iqm_triangles(x, 0, triangles, 1), x->meshes.data[0].num_triangles);
    assert_int_equal(triangles[1][0], 77);
    assert_int_equal(tlb_iqm_vertices(&skeleton, x->meshes.count, positions, NULL, NULL, 2), 0);
    assert_int_equal(tlb_iqm_triangles(x, x->meshes.count, triangles, 1), 0);
    made_end(&document);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

/* Also before its beginning a loop is as after it. */
static void loops_and_ends(void **state)
{
    (void)state;
    static uint16_t values[3] = {0, 10, 20};
    static tlb_iqm_joint joint = {.parent = -1, .rotate = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    static tlb_iqm_pose pose = {
        .parent = -1, .channelmask = 1, .channeloffset = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, .channelscale = {1}};
    static tlb_iqm_anim anims[3] = {{0, 0, 3, 10, TLB_IQM_LOOP}, {5, 0, 3, 10, 0}, {0, 1, 3, 10, 0}};
    static const struct {
        int32_t anim;
        double seconds;
        float x;
    } cases[] = {{-1, 0, 0},   {0, 0.05, 5},  {0, 0.25, 10}, {0, 0.35, 5}, {0, -0.05, 10},
                 {1, 0.05, 5}, {1, 0.25, 20}, {1, -1, 0},    {1, 1e30, 20}};
    tlb_iqm x = {
        .version = 2, .num_frames = 3, .num_framechannels = 1, .frames = values, .text = {"walk\0run", 9}};
    x.joints.data = &joint, x.poses.data = &pose, x.anims.data = anims;
    x.joints.count = x.poses.count = 1;
    x.anims.count = 3;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_iqm_skeleton skeleton;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(tlb_iqm_skeleton_at(&x, cases[i].anim, cases[i].seconds, arena, &skeleton));
        assert_float_equal(skeleton.world[0][12], cases[i].x, 1e-4f);
        assert_float_equal(skeleton.skin[0][12], cases[i].x, 1e-4f);
    }
    assert_true(tlb_iqm_skeleton_at(&x, 0, -1e30, arena, &skeleton));
    assert_in_range((int)skeleton.world[0][12], 0, 20);
    assert_false(tlb_iqm_skeleton_at(&x, 2, 0, arena, &skeleton)); /* frames that are not there */
    assert_false(tlb_iqm_skeleton_at(&x, 3, 0, arena, &skeleton));
    assert_false(tlb_iqm_skeleton_at(&x, -2, 0, arena, &skeleton));
    assert_false(tlb_iqm_skeleton_at(&x, 0, NAN, arena, &skeleton));
    assert_int_equal(tlb_iqm_find_anim(&x, "run"), 1);
    assert_int_equal(tlb_iqm_find_anim(&x, "Run"), -1);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

/* --- files --------------------------------------------------------------------------------------------- */

static uint32_t compare_file(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    uint32_t compared = 0;
    if (tlb_open_path(context, path, NULL, &document) == TLB_OK) {
        compared = tlb_document_iqm(document) ? compare_document(document) : 0;
        tlb_document_free(document);
    }
    tlb_context_free(context);
    return compared;
}

static void a_sample_agrees_with_its_scene(void **state)
{
    (void)state;
    assert_true(compare_file("samples/trilobite.iqm") > 7);
}

static void corpus_agrees_with_its_scene(void **state)
{
    (void)state;
    file_list files = corpus_files("interquake", "iqm");
    uint32_t compared = 0;
    for (size_t i = 0; i < files.count; i++)
        compared += compare_file(files.paths[i]);
    print_message("%u times compared\n", compared);
    assert_true(compared > 20);
    free_files(&files);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_scene),
        cmocka_unit_test(only_joints_that_there_are_count),
        cmocka_unit_test(fills_no_more_than_there_is_room),
        cmocka_unit_test(loops_and_ends),
        cmocka_unit_test(a_sample_agrees_with_its_scene),
        cmocka_unit_test(corpus_agrees_with_its_scene),
    };
    (void)argv;
    if (!choose_tests(argc, "interquake"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
