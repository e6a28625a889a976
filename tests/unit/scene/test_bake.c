/* Light maps in vertex colors. */
#include "image/image.h"
#include "scene/light/bake.h"
#include "scene/light/refine.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { SIDE = 64 };

/* The scene is a square under a light map. */
static uint8_t (*texels)[4];

static int set_up(void **state)
{
    begin_scene(state);
    scene_fixture *f = *state;
    tlb_image *image = tlb_scene_add_image(f->scene, "light");
    image->format = TLB_PIXELS_RGBA;
    image->width = image->height = SIDE;
    image->pixels = tlb_zalloc_array(tlb_scene_arena(f->scene), SIDE, SIDE * 4);
    texels = (uint8_t(*)[4])image->pixels;
    tlb_material *material = tlb_scene_add_material(f->scene, "wall");
    material->lightmap =
        (tlb_texture){.image = 0, .uv_set = 1, .wrap_u = TLB_WRAP_CLAMP, .wrap_v = TLB_WRAP_CLAMP};
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_UV1);
    add_node(f->scene, "square", TLB_NONE, 0);
    return 0;
}

/* Light as a function of the texel. */
static void fill(uint8_t (*light)(uint32_t x, uint32_t y))
{
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            memset(texels[y * SIDE + x], light(x, y), 3);
}

static uint8_t even(uint32_t x, uint32_t y)
{
    (void)x, (void)y;
    return 128;
}

static uint8_t shadow(uint32_t x, uint32_t y) /* its edge runs aslant */
{
    return x * 2 + y < 80 ? 0 : 255;
}

static uint8_t half(uint32_t x, uint32_t y)
{
    (void)x;
    return y < 21 ? 0 : 255;
}

static uint8_t noise(uint32_t x, uint32_t y)
{
    return (x * 7 + y * 13) % 5 < 2 ? 0 : 255;
}

static tlb_scene bake(scene_fixture *f, float floor)
{
    tlb_scene baked;
    tlb_bake_options options = tlb_bake_usual;
    tlb_light_map *maps;
    options.floor = floor;
    assert_int_equal(tlb_decode_light_maps(f->context, f->scene, &f->arena, &maps), TLB_OK);
    assert_true(tlb_bake_light(f->scene, maps, &options, &f->arena, &baked));
    return baked;
}

static void test_linear_is_the_standard_s(void **state)
{
    (void)state;
    static tlb_light_scale scale;
    tlb_light_scale_make(&scale);
    assert_float_equal(tlb_light_to_linear(&scale, 0), 0, 0);
    assert_float_equal(tlb_light_to_linear(&scale, 1), 1, 1e-7);
    assert_float_equal(tlb_light_to_linear(&scale, 0.5f), 0.2140411, 1e-5);
    assert_float_equal(tlb_light_to_linear(&scale, 0.02f), 0.02f / 12.92f, 1e-6);
    for (int i = 0; i <= 100; i++) {
        float display = (float)i / 100;
        assert_float_equal(tlb_light_to_display(&scale, tlb_light_to_linear(&scale, display)), display,
                           0.002);
    }
}

static void test_even_light_needs_no_more_triangles(void **state)
{
    scene_fixture *f = *state;
    fill(even);
    tlb_scene baked = bake(f, 0);
    const tlb_mesh *mesh = &baked.meshes[0];
    assert_int_equal(mesh->index_count, 6);
    assert_int_equal(mesh->vertex_count, 4);
    assert_null(mesh->uv[1]);
    assert_non_null(mesh->uv[0]);
    assert_memory_equal(mesh->positions, f->scene->meshes[0].positions, 4 * sizeof *mesh->positions);
    for (int i = 0; i < 4; i++) { /* 128 of 255 is 0.2158605 in linear light */
        assert_in_range(mesh->colors[i][0], 14145, 14148);
        assert_int_equal(mesh->colors[i][3], 65535);
    }
    assert_true(baked.materials[0].unlit);
    assert_int_equal(baked.materials[0].lightmap.image, TLB_NONE);
    assert_int_equal(f->scene->materials[0].lightmap.image, 0); /* the scene stays as it was */
    assert_non_null(f->scene->meshes[0].uv[1]);
}

static void test_floor_lies_under_the_light(void **state)
{
    scene_fixture *f = *state;
    fill(even);
    static tlb_light_scale scale;
    tlb_light_scale_make(&scale);
    tlb_scene baked = bake(f, 0.5f); /* 0.5 + 0.5 * 128 / 255 */
    assert_float_equal(tlb_light_to_display(&scale, (float)baked.meshes[0].colors[0][1] / 65535),
                       0.5f + 0.5f * 128 / 255, 0.002);
}

static void test_colors_are_multiplied(void **state)
{
    scene_fixture *f = *state;
    fill(even);
    f->scene->meshes[0].colors = tlb_alloc_array(&f->arena, 4, sizeof *f->scene->meshes[0].colors);
    for (int i = 0; i < 4; i++)
        memcpy(f->scene->meshes[0].colors[i], (uint16_t[]){65535, 32768, 0, 16384}, 8);
    tlb_scene baked = bake(f, 0);
    const uint16_t *color = baked.meshes[0].colors[2];
    assert_in_range(color[0], 14145, 14148);
    assert_in_range(color[1], 7072, 7075);
    assert_int_equal(color[2], 0);
    assert_int_equal(color[3], 16384);
}

/* How far the colors of the triangles are from the light, as displays show it, at the worst of many places.
 */
static float worst(const tlb_mesh *mesh, float share)
{
    static tlb_light_scale scale;
    tlb_light_map map = {SIDE, SIDE, (const uint8_t(*)[4])texels};
    uint32_t places = 0, bad = 0;
    tlb_light_scale_make(&scale);
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        float at[3] = {0, 0, 0}, color = 0, light[3];
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = mesh->indices[i + (uint32_t)k];
            for (int axis = 0; axis < 3; axis++)
                at[axis] += mesh->positions[vertex][axis] / 3;
            color += (float)mesh->colors[vertex][0] / 65535 / 3;
        }
        tlb_light_at(&map, (float[]){at[0] + 0.5f, 0.5f - at[1]}, light);
        places++;
        bad += fabsf(light[0] - tlb_light_to_display(&scale, color)) > share;
    }
    return (float)bad / (float)places;
}

static void test_triangles_follow_a_shadow(void **state)
{
    scene_fixture *f = *state;
    /* As many triangles as a room has: the cap is for them all. */
    tlb_mesh *mesh = &f->scene->meshes[0];
    uint32_t *indices = tlb_alloc_array(&f->arena, 100, 6 * sizeof *indices);
    for (uint32_t i = 0; i < 600; i++) /* the square and 99 that have no size */
        indices[i] = i < 6 ? mesh->indices[i] : 0;
    mesh->indices = indices;
    mesh->index_count = mesh->parts[0].index_count = 600;
    fill(shadow);
    tlb_scene baked = bake(f, 0);
    mesh = &baked.meshes[0];
    assert_in_range(mesh->index_count / 3, 300, 200 * TLB_BAKE_MOST);
    assert_true(worst(mesh, 0.3f) < 0.15f);
    double area = 0; /* nothing is lost or doubled */
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]],
                    *c = mesh->positions[mesh->indices[i + 2]];
        double own = ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
                     ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
        assert_true(own >= 0);
        area += own / 2;
    }
    assert_float_equal(area, 1, 1e-6);
}

static uint8_t stripe(uint32_t x, uint32_t y)
{
    (void)y;
    return x == 11 ? 255 : 0;
}

/* Two texels for a whole wall are not few in old rooms: what is bright between two dark ones is seen. */
static void test_few_texels_are_followed(void **state)
{
    scene_fixture *f = *state;
    tlb_mesh *mesh = &f->scene->meshes[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (int k = 0; k < 2; k++)
            mesh->uv[1][i][k] = (10.5f + 2 * (mesh->positions[i][k] + 0.5f)) / SIDE;
    fill(stripe);
    tlb_scene baked = bake(f, 0);
    mesh = &baked.meshes[0];
    assert_true(mesh->index_count > 6);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (mesh->positions[i][0] == 0)
            assert_int_equal(mesh->colors[i][0], UINT16_MAX);
}

static void test_triangles_are_capped(void **state)
{
    scene_fixture *f = *state;
    fill(noise);
    tlb_scene baked = bake(f, 0);
    assert_int_equal(baked.meshes[0].index_count, 2 * 3 * TLB_BAKE_MOST);
}

static void test_the_same_comes_out_again(void **state)
{
    scene_fixture *f = *state;
    fill(noise);
    tlb_scene first = bake(f, 0.25f), second = bake(f, 0.25f);
    const tlb_mesh *a = &first.meshes[0], *b = &second.meshes[0];
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->colors, b->colors, a->vertex_count * sizeof *a->colors);
    assert_memory_equal(a->positions, b->positions, a->vertex_count * sizeof *a->positions);
    assert_memory_equal(a->indices, b->indices, a->index_count * sizeof *a->indices);
}

/* Sides of triangles that no other has the other way round. */
static uint32_t count_open_sides(const tlb_mesh *mesh)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[next]];
        bool found = false;
        for (uint32_t k = 0; k < mesh->index_count && !found; k++) {
            uint32_t after = k % 3 == 2 ? k - 2 : k + 1;
            const float *c = mesh->positions[mesh->indices[k]], *d = mesh->positions[mesh->indices[after]];
            found = memcmp(a, d, 12) == 0 && memcmp(b, c, 12) == 0;
        }
        open += !found;
    }
    return open;
}

/* Two squares side by side with vertices and materials of their own; only one has a light map. */
static void test_neighbours_are_split_at_the_same_places(void **state)
{
    scene_fixture *f = *state;
    static float positions[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                    {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}};
    static float light_uv[8][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    static uint32_t indices[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    static tlb_part parts[] = {{0, 0, 6}, {1, 6, 6}};
    tlb_scene_add_material(f->scene, "plain");
    f->scene->meshes[0] = (tlb_mesh){.name = "two",
                                     .vertex_count = 8,
                                     .index_count = 12,
                                     .part_count = 2,
                                     .positions = positions,
                                     .uv = {NULL, light_uv},
                                     .indices = indices,
                                     .parts = parts};
    fill(half);
    assert_int_equal(count_open_sides(&f->scene->meshes[0]), 6);
    tlb_scene baked = bake(f, 0);
    const tlb_mesh *mesh = &baked.meshes[0];
    assert_true(mesh->parts[1].index_count > 6); /* the plain one follows */
    /* What is open is the outline: no vertex of it lies on x = 1 between the corners. */
    uint32_t outline = 0;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[next]];
        for (int axis = 0; axis < 2; axis++)
            outline += a[axis] == b[axis] && (a[axis] == 0 || a[axis] == (axis ? 1 : 2));
    }
    assert_int_equal(count_open_sides(mesh), outline);
    for (uint32_t i = 0; i < mesh->parts[1].index_count; i++)
        assert_int_equal(mesh->colors[mesh->indices[mesh->parts[1].first_index + i]][0], 65535);
    assert_false(baked.materials[1].unlit);
}

static void test_attributes_follow_the_triangles(void **state)
{
    scene_fixture *f = *state;
    static float places[4][2]; /* of each vertex, as a mesh's own numbers */
    static tlb_attribute attribute = {"place", 2, *places};
    tlb_mesh *mesh = &f->scene->meshes[0];
    for (int i = 0; i < 4; i++)
        memcpy(places[i], mesh->positions[i], sizeof places[i]);
    mesh->attributes = &attribute;
    mesh->attribute_count = 1;
    fill(shadow);
    tlb_scene baked = bake(f, 0);
    mesh = &baked.meshes[0];
    assert_true(mesh->vertex_count > 4);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        assert_memory_equal(mesh->attributes[0].values + 2 * i, mesh->positions[i], sizeof *places);
    assert_ptr_equal(f->scene->meshes[0].attributes[0].values, *places);
}

/* What joints or morphs move is not split. Its two parts have vertices of their own where they meet. */
static void test_what_moves_keeps_its_triangles(void **state)
{
    scene_fixture *f = *state;
    static uint16_t joints[4][TLB_INFLUENCES];
    static float weights[4][TLB_INFLUENCES], moves[4][3], bends[4][3], tangents[4][4];
    static tlb_morph morphs[] = {{"moves", moves, NULL}, {"bends", bends, moves}};
    static tlb_part parts[] = {{0, 3, 3}, {0, 0, 3}};
    tlb_mesh *mesh = &f->scene->meshes[0];
    for (int i = 0; i < 4; i++) {
        const float *at = mesh->positions[i];
        for (int k = 0; k < TLB_INFLUENCES; k++) {
            joints[i][k] = (uint16_t)(10 * i + k);
            weights[i][k] = (float)(10 * i + k) / 64;
            tangents[i][k] = (float)(20 * i + k);
        }
        memcpy(moves[i], (float[3]){2 * at[0], 4 * at[1], 8 * at[0]}, sizeof moves[i]);
        memcpy(bends[i], (float[3]){at[1], at[0], 16 * at[1]}, sizeof bends[i]);
    }
    mesh->parts = parts;
    mesh->part_count = 2;
    mesh->tangents = tangents;
    fill(shadow);
    for (int moved = 0; moved < 2; moved++) {
        mesh = &f->scene->meshes[0];
        mesh->joints = moved ? NULL : joints;
        mesh->weights = moved ? NULL : weights;
        mesh->morphs = morphs;
        mesh->morph_count = moved ? 2 : 0;
        tlb_scene baked = bake(f, 0);
        const tlb_mesh *old = mesh;
        mesh = &baked.meshes[0];
        assert_int_equal(mesh->vertex_count, 6);
        assert_int_equal(mesh->index_count, 6);
        assert_true(mesh->colors[0][0] != mesh->colors[1][0] || mesh->colors[0][0] != mesh->colors[2][0] ||
                    mesh->colors[0][0] != mesh->colors[3][0]);
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t vertex = mesh->indices[i], from = old->indices[(i + 3) % 6];
            assert_memory_equal(mesh->positions[vertex], old->positions[from], 12);
            assert_memory_equal(mesh->tangents[vertex], tangents[from], sizeof *tangents);
            if (moved) {
                assert_memory_equal(mesh->morphs[0].positions[vertex], moves[from], sizeof *moves);
                assert_memory_equal(mesh->morphs[1].positions[vertex], bends[from], sizeof *bends);
                assert_memory_equal(mesh->morphs[1].normals[vertex], moves[from], sizeof *moves);
                assert_null(mesh->morphs[0].normals);
            } else {
                assert_memory_equal(mesh->joints[vertex], joints[from], sizeof *joints);
                assert_memory_equal(mesh->weights[vertex], weights[from], sizeof *weights);
            }
        }
        assert_true(moved ? !mesh->joints && !mesh->weights : !mesh->morph_count);
    }
    assert_ptr_equal(morphs[1].normals, moves); /* the scene stays as it was */
}

static void test_light_can_be_left(void **state)
{
    scene_fixture *f = *state;
    tlb_scene plain;
    f->scene->materials[0].unlit = true;
    tlb_scene_add_material(f->scene, "sky")->unlit = true;
    assert_true(tlb_leave_light(f->scene, false, &f->arena, &plain));
    assert_int_equal(plain.materials[0].lightmap.image, TLB_NONE);
    assert_false(plain.materials[0].unlit);
    assert_true(plain.materials[1].unlit);
    assert_true(tlb_leave_light(f->scene, true, &f->arena, &plain));
    assert_int_equal(plain.materials[0].lightmap.image, 0);
    assert_false(plain.materials[0].unlit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_is_the_standard_s),
        cmocka_unit_test_setup_teardown(test_even_light_needs_no_more_triangles, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_floor_lies_under_the_light, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_colors_are_multiplied, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_triangles_follow_a_shadow, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_few_texels_are_followed, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_triangles_are_capped, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_the_same_comes_out_again, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_neighbours_are_split_at_the_same_places, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_attributes_follow_the_triangles, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_what_moves_keeps_its_triangles, set_up, end_scene),
        cmocka_unit_test_setup_teardown(test_light_can_be_left, set_up, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
