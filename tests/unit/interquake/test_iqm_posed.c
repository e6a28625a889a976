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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_posed_vertices),
        cmocka_unit_test(vertices_rest_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
