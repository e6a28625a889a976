#include "scene/materials/color.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

static int open_context(void **state)
{
    *state = tlb_context_create(NULL);
    return *state ? 0 : -1;
}

static int close_context(void **state)
{
    tlb_context *context = *state;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
    return 0;
}

static void assert_vector(const float *v, float x, float y, float z)
{
    assert_float_equal(v[0], x, 1e-6);
    assert_float_equal(v[1], y, 1e-6);
    assert_float_equal(v[2], z, 1e-6);
}

static void things_start_with_their_defaults(void **state)
{
    tlb_scene *scene = make_empty(*state);
    const tlb_node *node = add_node(scene, "caf\xe9\n", TLB_NONE, TLB_NONE);
    assert_string_equal(node->name, "caf\xc3\xa9_");
    assert_vector(node->scale, 1, 1, 1);
    assert_float_equal(node->rotation[3], 1, 0);
    assert_true(node->mesh == TLB_NONE && node->skin == TLB_NONE && node->level == TLB_NONE && !node->hidden);
    const tlb_material *material = tlb_scene_add_material(scene, NULL);
    assert_string_equal(material->name, "");
    assert_vector(material->color, 1, 1, 1);
    assert_true(material->texture.image == TLB_NONE && material->lightmap.image == TLB_NONE);
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "m");
    assert_true(tlb_mesh_reserve(scene, mesh, 0, 0, 2, 0));
    assert_true(mesh->parts[1].material == TLB_NONE && mesh->parts[1].index_count == 0);
    assert_true(tlb_mesh_is_empty(mesh));
    assert_null(mesh->normals);
    tlb_scene_free(scene);
    tlb_scene_free(NULL);
}

static void lists_grow(void **state)
{
    tlb_scene *scene = make_empty(*state);
    for (int32_t i = 0; i < 1000; i++)
        add_node(scene, "n", i - 1, TLB_NONE)->translation[0] = (float)i;
    assert_int_equal(scene->node_count, 1000);
    for (int32_t i = 0; i < 1000; i++)
        assert_true(scene->nodes[i].parent == i - 1 && scene->nodes[i].translation[0] == (float)i);
    tlb_scene_free(scene);
}

static void making_survives_want_of_memory(void **state)
{
    (void)state;
    bool done = false;
    for (uint64_t most = 1; !done; most++) {
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        tlb_scene *scene = tlb_scene_create(context);
        tlb_mesh *mesh = scene ? tlb_scene_add_mesh(scene, "a mesh") : NULL;
        done = mesh && tlb_mesh_reserve(scene, mesh, 1000, 3000, 1, TLB_WITH_NORMALS | TLB_WITH_SKIN) &&
               tlb_scene_add_node(scene, "n", TLB_NONE) && tlb_scene_add_material(scene, "m") &&
               tlb_scene_add_image(scene, "i") && tlb_scene_add_skin(scene, "s") &&
               tlb_scene_add_animation(scene, "a");
        if (mesh && !done)
            assert_true(mesh->vertex_count == 0 || mesh->weights != NULL);
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
}

/* A box's corner: each face has a quarter turn there, though one is made of two triangles. */
static void normals_weigh_angles(void **state)
{
    static const float positions[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {NAN, 0, 0}};
    static const uint32_t indices[] = {0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 1, 1, 2, 0, 1, 5};
    tlb_scene *scene = make_empty(*state);
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "corner");
    assert_true(tlb_mesh_reserve(scene, mesh, 6, 18, 1, TLB_WITH_NORMALS));
    memcpy(mesh->positions, positions, sizeof positions);
    memcpy(mesh->indices, indices, sizeof indices);
    tlb_mesh_compute_normals(mesh);
    float third = -sqrtf(1 / 3.0f);
    for (int axis = 0; axis < 3; axis++)
        assert_float_equal(mesh->normals[0][axis], third, 1e-4);
    assert_vector(mesh->normals[2], 0, 0, -1);
    assert_vector(mesh->normals[5], 0, 1, 0); /* no triangle says more */
    tlb_scene_free(scene);
}

static void matrices_follow_the_parents(void **state)
{
    tlb_scene *scene = make_empty(*state);
    tlb_node *parent = add_node(scene, "parent", TLB_NONE, TLB_NONE);
    parent->translation[0] = 10;
    parent->rotation[2] = parent->rotation[3] = sqrtf(0.5f); /* X becomes Y */
    tlb_node *child = add_node(scene, "child", 0, TLB_NONE);
    child->translation[0] = 1;
    child->scale[0] = -2;
    float world[2][16], point[3], direction[3];
    tlb_scene_world_matrices(scene, world);
    tlb_matrix_point(world[1], (float[3]){1, 2, 3}, point);
    assert_vector(point, 8, -1, 3);
    tlb_matrix_direction(world[1], (float[3]){1, 0, 0}, direction);
    assert_vector(direction, 0, -2, 0);
    assert_float_equal(tlb_matrix_determinant(world[1]), -2, 1e-5);
    assert_float_equal(tlb_matrix_determinant(world[0]), 1, 1e-5);
    tlb_scene_free(scene);
}

static void normals_stay_upright(void **state)
{
    tlb_scene *scene = make_empty(*state);
    tlb_mesh *mesh = add_square(scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    memcpy(mesh->normals[0], (float[3]){sqrtf(0.5f), 0, sqrtf(0.5f)}, sizeof mesh->normals[0]);
    tlb_node *node = add_node(scene, "node", TLB_NONE, 0);
    node->scale[0] = -2;
    float world[1][16], normals[4][3];
    tlb_scene_world_matrices(scene, world);
    tlb_pose_normals(scene, (const float(*)[16])world, 0, 0, 4, normals);
    assert_vector(normals[0], -sqrtf(0.2f), 0, sqrtf(0.8f));
    assert_vector(normals[1], 0, 0, 1);
    assert_true(tlb_pose_mirrors(scene, (const float(*)[16])world, 0));
    tlb_scene_free(scene);
}

static void measures_what_is_seen(void **state)
{
    tlb_scene *scene = make_empty(*state);
    tlb_scene_stats stats = measured(*state, scene);
    assert_true(stats.triangles == 0 && stats.low[0] > stats.high[0]);
    add_square(scene, "square", TLB_NONE, 0);
    add_node(scene, "group", TLB_NONE, TLB_NONE)->translation[1] = 3;
    add_node(scene, "seen", 0, 0)->scale[0] = 4;
    add_node(scene, "hidden", 0, 0)->hidden = true;
    add_node(scene, "below", 2, 0)->translation[0] = 100;
    stats = measured(*state, scene);
    assert_true(stats.vertices == 4 && stats.triangles == 2);
    assert_vector(stats.low, -2, 2.5f, 0);
    assert_vector(stats.high, 2, 3.5f, 0);
    tlb_scene_free(scene);
}

/* The skin's joints place the vertices, whatever the place of the node; morphs come before. */
static void poses_bend_and_morph(void **state)
{
    tlb_scene *scene = make_empty(*state);
    tlb_mesh *mesh = add_square(scene, "square", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_SKIN);
    memcpy(mesh->weights[0], (float[4]){0.5f, 0.5f, 0, 0}, sizeof mesh->weights[0]);
    memcpy(mesh->joints[0], (uint16_t[4]){0, 1, 0, 0}, sizeof mesh->joints[0]);
    tlb_node *node = add_node(scene, "body", TLB_NONE, 0);
    node->translation[0] = 77;
    node->skin = 0;
    float weights[1] = {2}, deltas[4][3] = {{0, 0, 1}};
    tlb_morph morph = {.name = "out", .positions = deltas};
    mesh->morphs = &morph;
    mesh->morph_count = 1;
    node->morph_weights = weights;
    add_node(scene, "still", TLB_NONE, TLB_NONE);
    add_node(scene, "moved", TLB_NONE, TLB_NONE)->translation[1] = 10;
    int32_t joints[] = {1, 2};
    float inverse_bind[2][16] = {{[0] = 1, [5] = 1, [10] = 1, [15] = 1},
                                 {[0] = 1, [5] = 1, [10] = 1, [15] = 1}};
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    skin->joint_count = 2;
    skin->joints = joints;
    skin->inverse_bind = inverse_bind;
    float world[3][16], points[4][3], normals[4][3];
    tlb_scene_world_matrices(scene, world);
    tlb_pose_positions(scene, (const float(*)[16])world, 0, 0, 4, points);
    assert_vector(points[0], -0.5f, 4.5f, 2);
    assert_vector(points[2], 0.5f, 0.5f, 0);
    tlb_pose_normals(scene, (const float(*)[16])world, 0, 0, 4, normals);
    assert_vector(normals[0], 0, 0, 1);
    assert_false(tlb_pose_mirrors(scene, (const float(*)[16])world, 0));
    tlb_scene_free(scene);
}

/* The numbers are those of IEC 61966-2-1. */
static void colors_are_srgb_in_files_and_linear_in_scenes(void **state)
{
    static const struct {
        uint8_t srgb;
        float linear;
    } known[] = {{0, 0},
                 {1, 0.000303527f},
                 {5, 0.001517635f},
                 {10, 0.00303527f},
                 {11, 0.003346536f},
                 {16, 0.00518152f},
                 {64, 0.0512695f},
                 {128, 0.2158605f},
                 {188, 0.50288646f},
                 {255, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(fabsf(tlb_linear_byte(known[i].srgb) - known[i].linear) <= 1e-6f * known[i].linear);
    for (int byte = 0; byte < 256; byte++) {
        float linear = tlb_linear_byte((uint8_t)byte), srgb = (float)byte / 255;
        assert_int_equal(tlb_srgb_byte(linear), byte);
        assert_true(fabsf(tlb_linear(srgb) - linear) <= 1e-6f * linear);
        assert_true(fabsf(tlb_srgb(linear) - srgb) <= 1e-6f * srgb);
        /* As far as glTF's 16 bits are. */
        assert_int_equal(tlb_srgb_byte(floorf(linear * 65535 + 0.5f) / 65535), byte);
    }
    assert_true(tlb_linear(-1) == 0 && tlb_linear(2) == 1 && tlb_linear(NAN) == 0);
    assert_true(tlb_srgb(-1) == 0 && tlb_srgb(INFINITY) == 1 && tlb_srgb_byte(NAN) == 0);
}

static void shows_the_finest_level(void **state)
{
    tlb_context *context = *state;
    tlb_scene *scene = make_empty(context);
    add_node(scene, "root", TLB_NONE, TLB_NONE);
    static const struct {
        int32_t parent, level;
        bool hidden, shown;
    } cases[] = {{0, 2, false, false}, {0, 1, false, true},  {0, 1, false, true},   {1, -1, false, false},
                 {2, 5, false, true},  {0, -1, true, false}, {6, -1, false, false}, {0, -1, false, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_node *node = add_node(scene, "node", cases[i].parent, TLB_NONE);
        node->level = cases[i].level;
        node->hidden = cases[i].hidden;
    }
    bool *shown = tlb_scene_shown(scene, tlb_scene_arena(scene));
    assert_non_null(shown);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(shown[i + 1] == cases[i].shown);
    scene->nodes[2].scale[0] = scene->nodes[3].scale[0] = 0; /* flat, but something */
    memset(scene->nodes[2].scale, 0, sizeof scene->nodes[2].scale);
    bool *seen = tlb_scene_seen(scene, tlb_scene_arena(scene));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(seen[i + 1] == (cases[i].shown && i != 1 && i != 4)); /* nor what is below it */
    tlb_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(things_start_with_their_defaults, open_context, close_context),
        cmocka_unit_test_setup_teardown(lists_grow, open_context, close_context),
        cmocka_unit_test(making_survives_want_of_memory),
        cmocka_unit_test_setup_teardown(normals_weigh_angles, open_context, close_context),
        cmocka_unit_test_setup_teardown(matrices_follow_the_parents, open_context, close_context),
        cmocka_unit_test_setup_teardown(normals_stay_upright, open_context, close_context),
        cmocka_unit_test_setup_teardown(measures_what_is_seen, open_context, close_context),
        cmocka_unit_test_setup_teardown(poses_bend_and_morph, open_context, close_context),
        cmocka_unit_test(colors_are_srgb_in_files_and_linear_in_scenes),
        cmocka_unit_test_setup_teardown(shows_the_finest_level, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
