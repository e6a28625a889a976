/* Bounds that the compiler finds against vertices that a program poses: two ways from joints that turn, grow
 * and move to where the vertices are. */
#include "iqm_compiled.h"

#include <float.h>
#include <math.h>

enum { JOINTS = 4, VERTICES = 12, FRAMES = 5, FPS = 8 };

/* Numbers without order, from -1 to 1. */
static double number(int *seed)
{
    return sin(++*seed * 12.9898);
}

static char *add_pose(char *p, int *seed)
{
    double q[4], square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = number(seed);
        square += q[i] * q[i];
    }
    p += sprintf(p, "pq %g %g %g", 3 * number(seed), 2 * number(seed), number(seed));
    for (int i = 0; i < 4; i++)
        p += sprintf(p, " %.9g", q[i] / sqrt(square) * (q[3] > 0 ? -1 : 1));
    return p + sprintf(p, " %g %g %g\n", 1.5 + number(seed), 1.5 + number(seed), 1.5 + number(seed));
}

/* Weights are fifths, which bytes hold as they are. */
static void write_model(char *p)
{
    static const int parents[JOINTS] = {-1, 0, 1, 0};
    int seed = 0;
    for (int i = 0; i < JOINTS; i++)
        p += sprintf(p, "joint j%d %d\n", i, parents[i]);
    for (int i = 0; i < JOINTS; i++)
        p = add_pose(p, &seed);
    p += sprintf(p, "mesh m\n");
    for (int i = 0; i < VERTICES; i++) {
        p += sprintf(p, "vp %g %g %g\n", 4 * number(&seed), 5 * number(&seed), 6 * number(&seed));
        if (i % 3 == 0)
            p += sprintf(p, "vb %d 1\n", i % JOINTS);
        else
            p += sprintf(p, "vb %d 0.6 %d 0.4\n", i % JOINTS, (i + 1) % JOINTS);
    }
    for (int i = 0; i < VERTICES; i += 3)
        p += sprintf(p, "fa %d %d %d\n", i, i + 1, i + 2);
    p += sprintf(p, "animation a\nframerate %d\n", FPS);
    for (int f = 0; f < FRAMES; f++) {
        p += sprintf(p, "frame\n");
        for (int i = 0; i < JOINTS; i++)
            p = add_pose(p, &seed);
    }
}

static void bounds_are_those_of_posed_vertices(void **state)
{
    static char lines[16384];
    (void)state;
    write_model(lines);
    compiled c = compile_text(lines);
    assert_int_equal(c.iqm->num_vertexes, VERTICES);
    assert_int_equal(c.iqm->bounds.count, FRAMES);
    for (uint32_t f = 0; f < FRAMES; f++) {
        tlb_arena *arena = tlb_arena_create(c.context);
        tlb_iqm_skeleton skeleton;
        tlb_vec3 positions[VERTICES];
        float low[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, high[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX}, flat = 0,
              round = 0;
        assert_true(tlb_iqm_skeleton_at(c.iqm, 0, (double)f / FPS, arena, &skeleton));
        assert_int_equal(tlb_iqm_vertices(&skeleton, 0, positions, NULL, NULL, VERTICES), VERTICES);
        for (int v = 0; v < VERTICES; v++) {
            const float *at = positions[v];
            for (int i = 0; i < 3; i++) {
                low[i] = fminf(low[i], at[i]);
                high[i] = fmaxf(high[i], at[i]);
            }
            flat = fmaxf(flat, hypotf(at[0], at[1]));
            round = fmaxf(round, hypotf(hypotf(at[0], at[1]), at[2]));
        }
        const tlb_iqm_bounds *b = &c.iqm->bounds.data[f];
        for (int i = 0; i < 3; i++) {
            assert_float_equal(b->bbmin[i], low[i], 1e-3);
            assert_float_equal(b->bbmax[i], high[i], 1e-3);
        }
        assert_float_equal(b->xyradius, flat, 1e-3);
        assert_float_equal(b->radius, round, 1e-3);
        tlb_arena_free(arena);
    }
    end_compiled(&c);
}

/* Without an animation vertices are where they rest. */
static void vertices_rest_where_they_are(void **state)
{
    static char lines[16384];
    (void)state;
    write_model(lines);
    compiled c = compile_text(lines);
    tlb_arena *arena = tlb_arena_create(c.context);
    tlb_iqm_skeleton skeleton;
    tlb_vec3 positions[VERTICES];
    assert_true(tlb_iqm_skeleton_at(c.iqm, TLB_NONE, 0, arena, &skeleton));
    assert_int_equal(tlb_iqm_vertices(&skeleton, 0, positions, NULL, NULL, VERTICES), VERTICES);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float p[TLB_IQM_COMPONENTS];
        compiled_value(&c, TLB_IQM_POSITION, v, p);
        for (int i = 0; i < 3; i++)
            assert_float_equal(positions[v][i], p[i], 1e-4);
    }
    tlb_arena_free(arena);
    end_compiled(&c);
}

/* Vertices of 16-bit and 8-bit numbers, more than are posed at once, on a joint that turns a quarter about z
 * and rises by 5. What is left out: an array, or nothing. */
static void arrays_that_are_left_out_are_zero_or_do_not_move(void **state)
{
    enum { MANY = 600, FIRST = 7, ARRAYS = 5, NOTHING = ARRAYS };
    static uint8_t places[MANY][3], joints[MANY][1], weights[MANY][1];
    static int8_t normals[MANY][3];
    static uint16_t uvs[MANY][2];
    static tlb_iqm_joint joint = {.parent = -1, .rotate = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    static tlb_iqm_pose pose = {.parent = -1,
                                .channeloffset = {0, 0, 5, 0, 0, 0.70710678f, 0.70710678f, 1, 1, 1}};
    static tlb_iqm_anim anim = {.num_frames = 1, .framerate = 10};
    static tlb_iqm_mesh mesh = {.first_vertex = FIRST, .num_vertexes = MANY - FIRST};
    static const tlb_iqm_vertexarray all[ARRAYS] = {
        {.type = TLB_IQM_POSITION, .format = TLB_IQM_UBYTE, .size = 3, .values = places},
        {.type = TLB_IQM_TEXCOORD, .format = TLB_IQM_USHORT, .size = 2, .values = uvs},
        {.type = TLB_IQM_NORMAL, .format = TLB_IQM_BYTE, .size = 3, .values = normals},
        {.type = TLB_IQM_BLENDINDEXES, .format = TLB_IQM_UBYTE, .size = 1, .values = joints},
        {.type = TLB_IQM_BLENDWEIGHTS, .format = TLB_IQM_UBYTE, .size = 1, .values = weights}};
    (void)state;
    for (int i = 0; i < MANY; i++) {
        for (int k = 0; k < 3; k++)
            places[i][k] = (uint8_t)(i * (k + 1));
        normals[i][i % 3] = (int8_t)(i % 2 ? 20 : -20);
        uvs[i][0] = (uint16_t)(i * 100);
        uvs[i][1] = (uint16_t)(65535 - i);
        weights[i][0] = 255;
    }
    tlb_context *context = tlb_context_create(NULL);
    for (int without = 1; without <= NOTHING; without++) {
        static tlb_vec3 points[MANY], directions[MANY];
        static tlb_vec2 coordinates[MANY];
        tlb_iqm_vertexarray arrays[ARRAYS];
        tlb_iqm x = {.version = 2, .num_frames = 1, .num_vertexes = MANY};
        tlb_arena *arena = tlb_arena_create(context);
        tlb_iqm_skeleton skeleton;
        memcpy(arrays, all, sizeof arrays);
        if (without < ARRAYS)
            arrays[without].type = TLB_IQM_CUSTOM;
        x.joints.data = &joint, x.poses.data = &pose, x.anims.data = &anim, x.meshes.data = &mesh;
        x.joints.count = x.poses.count = x.anims.count = x.meshes.count = 1;
        x.vertexarrays.data = arrays;
        x.vertexarrays.count = ARRAYS;
        memset(directions, 0x42, sizeof directions);
        memset(coordinates, 0x42, sizeof coordinates);
        assert_true(tlb_iqm_skeleton_at(&x, 0, 0, arena, &skeleton));
        assert_int_equal(tlb_iqm_vertices(&skeleton, 0, points, directions, coordinates, MANY), MANY - FIRST);
        assert_int_equal(tlb_iqm_vertices(&skeleton, 0, points, NULL, NULL, MANY), MANY - FIRST);
        const bool moves = without < 3 || without == NOTHING;
        for (int i = FIRST; i < MANY; i++) {
            const float p[3] = {places[i][0] / 255.0f, places[i][1] / 255.0f, places[i][2] / 255.0f},
                        n[3] = {normals[i][0] / 20.0f, normals[i][1] / 20.0f, normals[i][2] / 20.0f},
                        moved[2][3] = {{p[0], p[1], p[2]}, {-p[1], p[0], p[2] + 5}},
                        turned[2][3] = {{n[0], n[1], n[2]}, {-n[1], n[0], n[2]}};
            for (int k = 0; k < 3; k++) {
                assert_float_equal(points[i - FIRST][k], moved[moves][k], 1e-5);
                assert_float_equal(directions[i - FIRST][k], without == 2 ? 0 : turned[moves][k],
                                   without == 2 ? 0 : 1e-5f);
            }
            for (int k = 0; k < 2; k++)
                assert_float_equal(coordinates[i - FIRST][k], without == 1 ? 0 : uvs[i][k] / 65535.0f,
                                   without == 1 ? 0 : 1e-6f);
        }
        tlb_arena_free(arena);
    }
    tlb_context_free(context);
}

/* Numbers that an array does not have are zero. */
static void short_rows_end_with_zeros(void **state)
{
    static const float flat[3][2] = {{1, 2}, {3, 4}, {5, 6}}, along[3] = {7, 8, 9};
    static const tlb_iqm_vertexarray arrays[] = {
        {.type = TLB_IQM_POSITION, .format = TLB_IQM_FLOAT, .size = 2, .values = flat},
        {.type = TLB_IQM_TEXCOORD, .format = TLB_IQM_FLOAT, .size = 1, .values = along}};
    static const tlb_iqm_mesh mesh = {.num_vertexes = 3};
    tlb_iqm x = {.version = 2, .num_vertexes = 3};
    const tlb_iqm_skeleton skeleton = {.iqm = &x};
    tlb_vec3 points[3];
    tlb_vec2 coordinates[3];
    (void)state;
    x.meshes.data = (tlb_iqm_mesh *)(uintptr_t)&mesh;
    x.meshes.count = 1;
    x.vertexarrays.data = (tlb_iqm_vertexarray *)(uintptr_t)arrays;
    x.vertexarrays.count = 2;
    assert_int_equal(tlb_iqm_vertices(&skeleton, 0, points, NULL, coordinates, 3), 3);
    assert_memory_equal(points, ((const float[3][3]){{1, 2, 0}, {3, 4, 0}, {5, 6, 0}}), sizeof points);
    assert_memory_equal(coordinates, ((const float[3][2]){{7, 0}, {8, 0}, {9, 0}}), sizeof coordinates);
}

/* Without joints a skeleton is that of the first frame, and moves no vertex. */
static void poses_without_joints_rest_in_the_first_frame(void **state)
{
    static uint16_t frames[2] = {3, 4};
    static tlb_iqm_pose poses[2] = {{.parent = -1,
                                     .channelmask = 1,
                                     .channeloffset = {1, 2, 3, 0, 0, 0, 1, 1, 1, 1},
                                     .channelscale = {2}},
                                    {.parent = 0, .channeloffset = {10, 20, 30, 0, 0, 0, 1, 1, 1, 1}}};
    tlb_iqm x = {.version = 2, .num_frames = 2, .num_framechannels = 1, .frames = frames};
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_iqm_skeleton skeleton;
    (void)state;
    x.poses.data = poses;
    x.poses.count = 2;
    assert_true(tlb_iqm_skeleton_at(&x, TLB_NONE, 0, arena, &skeleton));
    assert_int_equal(skeleton.joint_count, 2);
    assert_null(skeleton.skin);
    static const float places[2][3] = {{7, 2, 3}, {17, 22, 33}};
    for (int i = 0; i < 2; i++)
        assert_memory_equal(skeleton.world[i] + 12, places[i], sizeof places[i]);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_posed_vertices),
        cmocka_unit_test(vertices_rest_where_they_are),
        cmocka_unit_test(arrays_that_are_left_out_are_zero_or_do_not_move),
        cmocka_unit_test(short_rows_end_with_zeros),
        cmocka_unit_test(poses_without_joints_rest_in_the_first_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
