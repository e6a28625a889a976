/* The compiler as a whole: short texts in, the model that comes out looked at. Sentences in quotation marks
 * are those of the format's description, where the reference compiler does otherwise. */
#include "iqm_compiled.h"
#include "iqm_maker.h"
#include "fault.h"
#include "temporary.h"
#include "options_text.h"

#include "base/context.h"
#include "base/platform.h"
#include "scene/materials/color.h"

#include <math.h>

static void assert_vector(const float *a, float x, float y, float z)
{
    float b[3] = {x, y, z};
    for (int i = 0; i < 3; i++)
        if (!(fabsf(a[i] - b[i]) < 1e-5f))
            fail_msg("%g %g %g is not %g %g %g", (double)a[0], (double)a[1], (double)a[2], (double)x,
                     (double)y, (double)z);
}

static uint32_t vertices_of(const char *lines)
{
    compiled c = compile_text(lines);
    uint32_t count = c.iqm->num_vertexes;
    end_compiled(&c);
    return count;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static void meshes_of_one_name_lose_no_faces(void **state)
{
    (void)state;
    compiled c = compile_text(
        "mesh a\nvp 0 0 0\nvp 1 0 0\nvp 1 1 0\nvp 0 1 0\nfa 0 1 2\nmesh b\nfa 0 2 3\nmesh a\nfa 1 2 3\n");
    assert_int_equal(c.iqm->meshes.count, 2);
    assert_int_equal(c.iqm->meshes.data[0].num_triangles, 2);
    assert_int_equal(c.iqm->meshes.data[1].num_triangles, 1);
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->meshes.data[1].name), "b");
    end_compiled(&c);
}

static void degenerate_triangles_and_empty_meshes_go(void **state)
{
    (void)state;
    compiled c = compile_text(
        "mesh a\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\nvp 0 0 0\nfa 0 1 3\nmesh b\nfa 0 1 2\nfa 1 1 2\n");
    assert_int_equal(c.iqm->meshes.count, 1);
    assert_int_equal(c.iqm->triangles.count, 1);
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->meshes.data[0].name), "b");
    end_compiled(&c);
}

static void equal_vertices_are_one_in_each_mesh(void **state)
{
    static const char *const corners = "vp 0 0 0\nvt 0 0\nvp 1 0 0\nvt 1 0\nvp 0 1 0\nvt 0 1\n"
                                       "vp 0 1 0\nvt 0 1\nvp 1 0 0\nvt %s\nvp 1 1 0\nvt 1 1\n";
    char lines[512], vertices[256];
    (void)state;
    snprintf(vertices, sizeof vertices, corners, "1 0");
    snprintf(lines, sizeof lines, "mesh a\n%sfa 0 2 1\nfa 3 5 4\n", vertices);
    assert_int_equal(vertices_of(lines), 4);
    snprintf(lines, sizeof lines, "mesh a\n%sfa 0 2 1\nmesh b\nfa 3 5 4\n", vertices);
    assert_int_equal(vertices_of(lines), 6);
    snprintf(vertices, sizeof vertices, corners, "1 0.5");
    snprintf(lines, sizeof lines, "mesh a\n%sfa 0 2 1\nfa 3 5 4\n", vertices);
    assert_int_equal(vertices_of(lines), 5);
}

/* --- tangents ----------------------------------------------------------------------------------------- */

/* "vx": a vertex has the tangent that was written with it, wherever the order puts it. */
static void tangents_follow_their_vertices(void **state)
{
    (void)state;
    compiled c = compile_text("mesh a\n"
                              "vp 5 5 5\nvn 0 0 1\nvt 0 0\nvx 0 1 0 1\n"
                              "vp 0 0 0\nvn 0 0 1\nvt 0 0\nvx 1 0 0 -1\n"
                              "vp 0 1 0\nvn 0 0 1\nvt 0 1\nvx 1 0 0 0 1 0\n"
                              "vp 1 0 0\nvn 0 0 1\nvt 1 0\nvx 0 1 0 1 0 0\n"
                              "fa 3 1 2\n");
    float t[TLB_IQM_COMPONENTS];
    assert_int_equal(c.iqm->num_vertexes, 3);
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 0, 0, 0), t);
    assert_vector(t, 1, 0, 0);
    assert_true(t[3] == -1);
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 0, 1, 0), t);
    assert_true(t[0] == 1 && t[3] == 1); /* cross(normal, tangent) is the bitangent */
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 1, 0, 0), t);
    assert_true(t[1] == 1 && t[3] == -1);
    end_compiled(&c);
}

static void tangents_are_computed(void **state)
{
    (void)state;
    compiled c = compile_text(
        "mesh a\n"
        "vp 0 0 0\nvn 0 0.6 0.8\nvt 0 0\nvp 0 1 0\nvn 0 0 1\nvt 0 1\nvp 1 0 0\nvn 0 0 1\nvt 1 0\n"
        "vp 8 0 0\nvn 0 0 1\nvt 0 0\nvp 8 1 0\nvn 0 0 1\nvt 0 1\nvp 9 0 0\nvn 0 0 1\nvt -1 0\n"
        "vp 4 0 0\nvn 0 0 1\nvt 0 0\nvp 4 1 0\nvn 0 0 1\nvt 0 0\nvp 5 0 0\nvn 0 0 1\nvt 0 0\n"
        "fa 0 1 2\nfa 3 4 5\nfa 6 7 8\n");
    float t[TLB_IQM_COMPONENTS];
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 0, 0, 0), t);
    assert_vector(t, 1, 0, 0);
    assert_true(t[3] == -1); /* cross(n, t) is 0 1 0, where v grows; the bitangent goes the other way */
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 9, 0, 0), t);
    assert_vector(t, -1, 0, 0);
    assert_true(t[3] == 1); /* mirrored */
    compiled_value(&c, TLB_IQM_TANGENT, compiled_vertex(&c, 5, 0, 0), t);
    assert_true(fabsf(t[0] * t[0] + t[1] * t[1] - 1) < 1e-6f && t[2] == 0); /* the texture has no say */
    end_compiled(&c);
}

/* --- blends ------------------------------------------------------------------------------------------- */

static void the_four_strongest_joints_count(void **state)
{
    (void)state;
    compiled c = compile_text(
        "mesh a\n"
        "vp 0 0 0\nvb 1 .1 2 .4 3 .05 4 .2 5 .25 6 .3\nvp 0 1 0\nvb 7 .5 3 .5\nvp 1 0 0\nvb\nfa 0 1 2\n");
    float i[TLB_IQM_COMPONENTS], w[TLB_IQM_COMPONENTS];
    uint32_t v = compiled_vertex(&c, 0, 0, 0);
    compiled_value(&c, TLB_IQM_BLENDINDEXES, v, i);
    compiled_value(&c, TLB_IQM_BLENDWEIGHTS, v, w);
    assert_true(i[0] == 2 && i[1] == 6 && i[2] == 5 && i[3] == 4);
    assert_true(fabsf(w[0] + w[1] + w[2] + w[3] - 1) < 1e-6f && w[0] > w[1] && w[2] > w[3]);
    v = compiled_vertex(&c, 0, 1, 0);
    compiled_value(&c, TLB_IQM_BLENDWEIGHTS, v, w);
    assert_true(w[0] * 255 == 127 && w[1] * 255 == 128);
    v = compiled_vertex(&c, 1, 0, 0);
    compiled_value(&c, TLB_IQM_BLENDWEIGHTS, v, w);
    assert_true(w[0] == 0);
    end_compiled(&c);
}

/* A byte would make joint 44 of joint 300. */
static void joints_beyond_a_byte_are_kept(void **state)
{
    (void)state;
    compiled c =
        compile_text("mesh a\nvp 0 0 0\nvb 300 1\nvp 0 1 0\nvb 70000 1\nvp 1 0 0\nvb 1 1\nfa 0 1 2\n");
    float i[TLB_IQM_COMPONENTS];
    compiled_value(&c, TLB_IQM_BLENDINDEXES, compiled_vertex(&c, 0, 0, 0), i);
    assert_true(i[0] == 300);
    compiled_value(&c, TLB_IQM_BLENDINDEXES, compiled_vertex(&c, 0, 1, 0), i);
    assert_true(i[0] == 70000);
    assert_int_equal(tlb_code_total(c.context, TLB_CODE_IQE_WIDENED), 1);
    end_compiled(&c);
}

/* --- formats ------------------------------------------------------------------------------------------ */

static void every_format_holds_what_it_can(void **state)
{
    static const char *const names[TLB_IQM_FORMATS] = {"byte", "ubyte", "short", "ushort", "int",
                                                       "uint", "half",  "float", "double"};
    static const float steps[TLB_IQM_FORMATS] = {
        1 / 127.0f, 1 / 255.0f, 1 / 32767.0f, 1 / 65535.0f, 1e-7f, 1e-7f, 1 / 2048.0f, 0, 0};
    (void)state;
    for (uint32_t format = 0; format < TLB_IQM_FORMATS; format++)
        for (uint32_t size = 1; size <= 4; size++) {
            char lines[512];
            snprintf(lines, sizeof lines,
                     "vertexarray normal %s 4\nvertexarray custom3 %s %u \"my own\"\nmesh a\n"
                     "vp 0 0 0\nvn 0 0 1\nv3 .1 .2 .3 .4\nvp 0 1 0\nvn 0 0 1\nvp 1 0 0\nvn 0 0 1\nfa 0 1 2\n",
                     names[format], names[format], size);
            compiled c = compile_text(lines);
            const tlb_iqm_vertexarray *custom = &c.iqm->vertexarrays.data[c.iqm->vertexarrays.count - 1];
            assert_int_equal(custom->size, size);
            assert_string_equal(tlb_iqm_name(c.iqm, custom->type - TLB_IQM_CUSTOM), "my own");
            float v[TLB_IQM_COMPONENTS], n[TLB_IQM_COMPONENTS];
            compiled_value(&c, custom->type, compiled_vertex(&c, 0, 0, 0), v);
            for (uint32_t k = 0; k < size; k++)
                assert_true(fabsf(v[k] - 0.1f * (float)(k + 1)) <= steps[format]);
            compiled_value(&c, TLB_IQM_NORMAL, 0, n);
            assert_true(n[2] == 1 && n[3] == 0); /* the reference compiler writes nothing */
            end_compiled(&c);
        }
}

/* "Custom attributes without a defined format are unused": compilers keep them. */
static void customs_without_a_format_are_four_floats(void **state)
{
    (void)state;
    compiled c = compile_text("mesh a\nvp 0 0 0\nv3 1\nvp 0 1 0\nv3 2 7\nvp 1 0 0\nv3 3\nfa 0 1 2\n");
    const tlb_iqm_vertexarray *last = &c.iqm->vertexarrays.data[c.iqm->vertexarrays.count - 1];
    float v[TLB_IQM_COMPONENTS];
    assert_true(last->format == TLB_IQM_FLOAT && last->size == 4);
    assert_string_equal(tlb_iqm_name(c.iqm, last->type - TLB_IQM_CUSTOM), "custom3");
    compiled_value(&c, last->type, compiled_vertex(&c, 0, 1, 0), v);
    assert_true(v[0] == 2 && v[1] == 7 && v[2] == 0 && v[3] == 0);
    end_compiled(&c);
}

static void models_have_the_portable_form(void **state)
{
    (void)state;
    compiled c = compile_text("mesh a\njoint a -1\npq 0 0 0 0 0 0 -1\n"
                              "vp 0 0 0\nvt 0 0\nvn 0 0 1\nvb 0 1\nvc 0.5 0.25 1 0.5\n"
                              "vp 0 1 0\nvt 0 1\nvn 0 0 1\nvb 0 1\nvc 1 0 0\n"
                              "vp 1 0 0\nvt 1 0\nvn 0 0 1\nvb 0 1\nvc 0 0 1 0\nfa 0 1 2\n");
    static const uint8_t half[4] = {128, 64, 255, 128}, red[4] = {255, 0, 0, 255}, none[4] = {0, 0, 255, 0};
    assert_int_equal(c.iqm->vertexarrays.count, 7);
    assert_portable(c.iqm);
    assert_memory_equal(color_bytes(&c, 0, 0, 0), half, 4);
    assert_memory_equal(color_bytes(&c, 0, 1, 0), red, 4);
    assert_memory_equal(color_bytes(&c, 1, 0, 0), none, 4);
    end_compiled(&c);
    c = compile_text(
        "mesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n"); /* position, zero texcoord, normal */
    assert_int_equal(c.iqm->vertexarrays.count, 3);
    assert_portable(c.iqm);
    const float *texcoord = tlb_iqm_array(c.iqm, TLB_IQM_TEXCOORD)->values;
    for (int i = 0; i < 6; i++)
        assert_true(texcoord[i] == 0);
    tlb_diagnostics_clear(c.context);
    assert_int_equal(tlb_check(c.document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(c.context), 0);
    end_compiled(&c);
}

/* --- animations --------------------------------------------------------------------------------------- */

enum { TURNS = 60 };

/* A joint that turns right round, its rotations written with signs that jump. */
static char *turning(void)
{
    static const double pi = 3.14159265358979323846;
    char *lines = malloc(8192), *at = lines, *last = lines + 8192;
    at += snprintf(
        at, (size_t)(last - at),
        "mesh a\nvp 3 0 0\nvb 0 1\nvp 1 1 1\nvb 0 .5 1 .5\nvp 0 2 -1\nvb 1 1\nvp 9 9 9\nvb 1 1\nfa 0 1 2\n"
        "joint a -1\njoint b 0\npq 0 0 0 0 0 0 -1\npq 1 0 0 0 0 0 -1\nanimation turn\nframerate 20\nloop\n");
    for (int f = 0; f < TURNS; f++) {
        double angle = 2 * pi * f / TURNS, sign = f % 3 ? 1 : -1;
        at += snprintf(at, (size_t)(last - at), "frame\npq 0 0 %.6f 0 0 %.9f %.9f\npq 1 0 0 0 0 0 %d\n",
                       f * 0.1, sign * sin(angle / 2), sign * cos(angle / 2), f % 2 ? 1 : -1);
    }
    return lines;
}

static void frames_are_packed_closely_and_do_not_flip(void **state)
{
    static const double pi = 3.14159265358979323846;
    (void)state;
    char *lines = turning();
    compiled c = compile_text(lines);
    float before[2][TLB_IQM_CHANNELS], now[2][TLB_IQM_CHANNELS];
    assert_int_equal(c.iqm->num_frames, TURNS);
    assert_int_equal(c.iqm->anims.data[0].flags, TLB_IQM_LOOP);
    assert_true(c.iqm->anims.data[0].framerate == 20);
    assert_int_equal(c.iqm->poses.data[0].channelmask, 1 << 2 | 1 << 5 | 1 << 6);
    assert_int_equal(c.iqm->poses.data[1].channelmask, 0); /* the sign alone is no change */
    for (int f = 0; f < TURNS; f++, memcpy(before, now, sizeof now)) {
        double angle = 2 * pi * f / TURNS;
        tlb_iqm_frame(c.iqm, (uint32_t)f, now);
        assert_true(fabs((double)now[0][2] - f * 0.1) <= 0.1 * TURNS / 65535);
        assert_true(fabs(fabs((double)now[0][5]) - fabs(sin(angle / 2))) < 2.0 / 65535);
        float dot = 0;
        for (int i = 3; i < 7 && f; i++)
            dot += before[0][i] * now[0][i];
        assert_true(!f || dot > 0.9f);
    }
    end_compiled(&c);
    free(lines);
}

/* Only vertices that triangles use count; here worked out by hand from what the file holds. */
static void bounds_hold_what_is_drawn(void **state)
{
    (void)state;
    char *lines = turning();
    compiled c = compile_text(lines);
    for (uint32_t f = 0; f < c.iqm->num_frames; f++) {
        float pose[2][TLB_IQM_CHANNELS], low[3] = {1e9f, 1e9f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f},
                                         radius = 0;
        tlb_iqm_frame(c.iqm, f, pose);
        float s = 2 * pose[0][5] * pose[0][6], k = 1 - 2 * pose[0][5] * pose[0][5];
        for (uint32_t v = 0; v < c.iqm->num_vertexes; v++) {
            float p[TLB_IQM_COMPONENTS];
            compiled_value(&c, TLB_IQM_POSITION, v,
                           p); /* both joints move as the first: the second stands still in it */
            float at[3] = {k * p[0] - s * p[1], s * p[0] + k * p[1], p[2] + pose[0][2]};
            for (int i = 0; i < 3; i++) {
                low[i] = fminf(low[i], at[i]);
                high[i] = fmaxf(high[i], at[i]);
            }
            radius = fmaxf(radius, sqrtf(at[0] * at[0] + at[1] * at[1]));
        }
        const tlb_iqm_bounds *b = &c.iqm->bounds.data[f];
        for (int i = 0; i < 3; i++)
            assert_true(fabsf(b->bbmin[i] - low[i]) < 1e-4f && fabsf(b->bbmax[i] - high[i]) < 1e-4f);
        assert_true(fabsf(b->xyradius - radius) < 1e-4f && b->radius >= b->xyradius);
    }
    end_compiled(&c);
    free(lines);
}

/* So many vertices in so many frames are taken as the boxes around those of each joint: one that moves along
 * x, one that turns one way and back, and takes part in what the first moves, and what no joint moves. */
static void bounds_of_very_much_are_those_of_boxes(void **state)
{
    enum { SIDE = 264, VERTICES = SIDE * SIDE, FRAMES = 31000, LINE = 100, FIRST_ROWS = 100, DEEP = 10 };
    static const float still[3] = {-50, -200, -70},
                       turn[3][3] = {{0.36f, 0.48f, 0.8f}, {0.8f, -0.6f, 0}, {0.48f, 0.64f, -0.6f}};
    (void)state;
    char *lines = malloc((size_t)(VERTICES + FRAMES) * LINE), *p = lines;
    assert_non_null(lines);
    p += sprintf(p, "joint a -1\njoint b -1\npq 0 0 0 0 0 0 -1\npq 0 0 0 0 0 0 -1\nmesh m\n");
    for (int v = 0; v + 1 < VERTICES; v++)
        p += sprintf(p, "vp %d %d %d\nvb %s\n", v % SIDE, v / SIDE, v % (DEEP + 1),
                     v / SIDE < FIRST_ROWS ? "0 0.6 1 0.4" : "1 1");
    p += sprintf(p, "vp -50 -200 -70\n");
    for (int v = 0; v < VERTICES; v += 3)
        p += sprintf(p, "fa %d %d %d\n", v, v + 1, v + 2);
    p += sprintf(p, "animation far\n");
    for (int f = 0; f < FRAMES; f++) {
        const char *sign = f % 2 ? "-" : "";
        p += sprintf(p, "frame\npq %d 0 0 0 0 0 -1\npq 0 0 0 %s0.8 %s0.4 %s0.4 -0.2\n", f % 100, sign, sign,
                     sign);
    }
    compiled c = compile_text(lines);
    assert_int_equal(tlb_code_total(c.context, TLB_CODE_IQE_ROUGH_BOUNDS), 1);
    assert_int_equal(c.iqm->num_vertexes, VERTICES);
    for (uint32_t f = 0; f < FRAMES; f += 999) {
        float low[3], high[3], flat = hypotf(still[0], still[1]), round = hypotf(flat, still[2]);
        memcpy(low, still, sizeof low);
        memcpy(high, still, sizeof high);
        for (int i = 0; i < 16; i++) { /* corners */
            bool turns = i & 8;
            const float corner[3] = {i & 1 ? SIDE - 1 : 0, i & 2 ? (turns ? SIDE : FIRST_ROWS) - 1 : 0,
                                     i & 4 ? DEEP : 0};
            float at[3] = {corner[0] + (float)(f % 100), corner[1], corner[2]};
            for (int k = 0; turns && k < 3; k++) {
                at[k] = 0;
                for (int n = 0; n < 3; n++)
                    at[k] += (f % 2 ? turn[k][n] : turn[n][k]) * corner[n];
            }
            for (int k = 0; k < 3; k++) {
                low[k] = fminf(low[k], at[k]);
                high[k] = fmaxf(high[k], at[k]);
            }
            flat = fmaxf(flat, hypotf(at[0], at[1]));
            round = fmaxf(round, hypotf(hypotf(at[0], at[1]), at[2]));
        }
        const tlb_iqm_bounds *b = &c.iqm->bounds.data[f];
        for (int k = 0; k < 3; k++) {
            assert_float_equal(b->bbmin[k], low[k], 0.05);
            assert_float_equal(b->bbmax[k], high[k], 0.05);
        }
        assert_float_equal(b->xyradius, flat, 0.05);
        assert_float_equal(b->radius, round, 0.05);
    }
    end_compiled(&c);
    free(lines);
}

static const char walk[] =
    "joint a -1\njoint b 0\npq 0 0 0 0 0 0 -1\npq 1 0 0 0 0 0 -1\nanimation walk\n"
    "frame\npq 0 0 0 0 0 0 -1\npq 1 0 0 0 0 0 -1\nframe\npq 0 0 1 0 0 0 -1\npq 1 0 2 0 0 0 -1\n";

static void joints_without_a_mesh_are_an_option(void **state)
{
    (void)state;
    compiled c = compile_text(walk);
    assert_int_equal(c.iqm->joints.count, 0);
    assert_int_equal(c.iqm->poses.count, 2);
    assert_int_equal(c.iqm->num_frames, 2);
    end_compiled(&c);
    c = compile_with(walk, &(option_text){"joints", ""}, 1);
    assert_int_equal(c.iqm->joints.count, 2);
    end_compiled(&c);
}

/* --- options ------------------------------------------------------------------------------------------ */

static void options_move_mesh_and_skeleton(void **state)
{
    static const option_text options[] = {{"scale", "2"}, {"rotate", "0,0,90"}, {"translate", "10,0,0"}};
    (void)state;
    char *lines = turning();
    compiled c = compile_with(lines, options, 3);
    float p[TLB_IQM_COMPONENTS], pose[2][TLB_IQM_CHANNELS];
    bool found = false;
    for (uint32_t v = 0; v < c.iqm->num_vertexes; v++) {
        compiled_value(&c, TLB_IQM_POSITION, v, p); /* 3 0 0, doubled, turned, moved */
        found |= fabsf(p[0] - 10) < 1e-5f && fabsf(p[1] - 6) < 1e-5f;
    }
    assert_true(found);
    assert_vector(c.iqm->joints.data[0].translate, 10, 0, 0);
    assert_vector(c.iqm->joints.data[1].translate, 2, 0, 0);
    assert_true(fabsf(fabsf(c.iqm->joints.data[0].rotate[2]) - sqrtf(0.5f)) < 1e-6f);
    tlb_iqm_frame(c.iqm, 10, pose);
    assert_true(fabsf(pose[0][0] - 10) < 1e-4f && fabsf(pose[0][2] - 2) < 1e-3f);
    end_compiled(&c);
    free(lines);
}

/* About each axis alone, and by as little as a degree. */
static void options_turn_about_an_axis(void **state)
{
    static const char *const degrees[] = {"1,0,0", "0,1,0", "0,0,1"};
    (void)state;
    char *lines = turning();
    for (int axis = 0; axis < 3; axis++) {
        compiled c = compile_with(lines, &(option_text){"rotate", degrees[axis]}, 1);
        for (int i = 0; i < 3; i++)
            assert_float_equal(fabsf(c.iqm->joints.data[0].rotate[i]), i == axis ? 0.008726535f : 0, 1e-7);
        end_compiled(&c);
    }
    free(lines);
}

static void a_files_only_animation_is_clipped(void **state)
{
    static const option_text options[] = {
        {"name", "run"}, {"fps", "12.5"}, {"loop", ""}, {"start", "10"}, {"end", "-20"}};
    (void)state;
    char *lines = turning();
    compiled c = compile_with(lines, options, 5);
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[0].name), "run");
    assert_true(c.iqm->anims.data[0].framerate == 12.5f);
    assert_int_equal(c.iqm->num_frames, TURNS - 28); /* 10 to 41 */
    float pose[2][TLB_IQM_CHANNELS];
    tlb_iqm_frame(c.iqm, 0, pose);
    assert_true(fabsf(pose[0][2] - 1) < 1e-3f);
    end_compiled(&c);
    free(lines);
}

/* As the reference compiler has it: of ten frames, "--end 5" leaves six, "--end -1" and "--end -2" all,
 * "--end -3" nine. A negative start is 0. */
static void clips_end_with_the_frame_that_is_named(void **state)
{
    static const struct {
        const char *start, *end;
        uint32_t frames;
    } clips[] = {{"0", "5", 6},  {"0", "-1", 10}, {"0", "9", 10},  {"0", "99", 10},
                 {"0", "0", 1},  {"3", "3", 1},   {"3", "-2", 7},  {"0", "9223372036854775807", 10},
                 {"0", "-3", 9}, {"0", "-2", 10}, {"0", "-99", 1}, {"-3", "-3", 9}};
    char lines[1024] = "joint a -1\npq 0 0 0 0 0 0 -1\nanimation rise\n";
    (void)state;
    for (int i = 0; i < 10; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "frame\npq 0 0 %d 0 0 0 -1\n", i);
    for (size_t i = 0; i < sizeof clips / sizeof *clips; i++) {
        option_text options[] = {{"start", clips[i].start}, {"end", clips[i].end}};
        compiled c = compile_with(lines, options, 2);
        float pose[1][TLB_IQM_CHANNELS];
        assert_int_equal(c.iqm->num_frames, clips[i].frames);
        tlb_iqm_frame(c.iqm, clips[i].frames - 1, pose);
        float start = fmaxf(strtof(clips[i].start, NULL), 0);
        assert_true(fabsf(pose[0][2] - start - (float)(clips[i].frames - 1)) < 1e-3f);
        end_compiled(&c);
    }
}

/* "defaults to an unused dummy name for this file" */
static void animations_without_a_name_get_an_unused_one(void **state)
{
    (void)state;
    compiled c = compile_text("joint a -1\npq 0 0 0 0 0 0 -1\nanimation\npq 0 0 1 0 0 0 -1\n"
                              "animation animation0\npq 0 0 2 0 0 0 -1\nanimation\npq 0 0 3 0 0 0 -1\n");
    assert_int_equal(c.iqm->anims.count, 3);
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[0].name), "animation1");
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[1].name), "animation0");
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[2].name), "animation2");
    end_compiled(&c);
}

static void clips_without_frames_are_refused(void **state)
{
    static const char *const bad[][2] = {
        {"60", NULL}, {"1000000", "5"}, {"10", "9"}, {"1", "-61"}, {"50", "-20"}};
    (void)state;
    char *lines = turning();
    size_t size = strlen(lines) + 32;
    char *text = malloc(size);
    assert_non_null(text);
    size = (size_t)snprintf(text, size, "# Inter-Quake Export\n%s", lines);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_files *files;
        option_text options[] = {{"start", bad[i][0]}, {"end", bad[i][1]}};
        assert_int_equal(convert_text(context, text, size, options, bad[i][1] ? 2 : 1, &files), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
        tlb_context_free(context);
    }
    free(text);
    free(lines);
}

static void invalid_options_are_refused(void **state)
{
    static const option_text bad[] = {{"scale", "0"},
                                      {"scale", "x"},
                                      {"rotate", "1,2"},
                                      {"translate", "1,2,3,4"},
                                      {"fps", "-1"},
                                      {"start", "0.5"},
                                      {"end", "1.5"},
                                      {"translate", "1,2,inf"},
                                      {"merge", "no such file"},
                                      {"name", "nothing is animated"}};
    static const char text[] = "# Inter-Quake Export\nmesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\n";
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_files *files;
        assert_int_not_equal(convert_text(context, text, sizeof text - 1, &bad[i], 1, &files), TLB_OK);
        assert_int_equal(tlb_severity_total(context, TLB_ERROR), 1);
        tlb_context_free(context);
    }
}

/* A second file's joints are those of the same name, wherever they stand in it. */
static void merged_animations_find_joints_by_name(void **state)
{
    static const char other[] =
        "# Inter-Quake Export\njoint b 1\njoint a -1\npq 1 0 0 0 0 0 -1\npq 0 0 0 0 0 0 -1\n"
        "animation up\nframe\npq 1 0 7 0 0 0 -1\npq 0 0 3 0 0 0 -1\n";
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    (void)state;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_non_null(folder);
    char *path = tlb_arena_printf(&arena, "%s/up.iqe", folder);
    assert_int_equal(
        tlb_file_save(context, path, (tlb_bytes){(const uint8_t *)other, sizeof other - 1}, true), TLB_OK);
    char *lines = turning();
    const option_text options[] = {{"name", "turn it"}, {"merge", path}, {"name", "rise"}, {"fps", "5"}};
    compiled c = compile_with(lines, options, 4);
    float pose[2][TLB_IQM_CHANNELS];
    assert_int_equal(c.iqm->anims.count, 2);
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[0].name), "turn it");
    assert_string_equal(tlb_iqm_name(c.iqm, c.iqm->anims.data[1].name), "rise");
    assert_true(c.iqm->anims.data[1].framerate == 5);
    tlb_iqm_frame(c.iqm, c.iqm->anims.data[1].first_frame, pose);
    assert_true(fabsf(pose[0][2] - 3) < 1e-3f && fabsf(pose[1][2] - 7) < 1e-3f);
    end_compiled(&c);
    free(lines);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* --- there and back ----------------------------------------------------------------------------------- */

static tlb_files *convert_bytes(tlb_context *context, tlb_bytes bytes, const char *name, const char *to)
{
    tlb_document *document;
    tlb_files *files = NULL;
    char target[16];
    snprintf(target, sizeof target, "a.%s", to);
    if (tlb_open_memory(context, bytes.data, bytes.size, name, NULL, &document) != TLB_OK ||
        tlb_convert(document, tlb_format_by_name(to), target, NULL, &files) != TLB_OK) {
        print_diagnostics(context);
        fail_msg("%s cannot be converted to %s", name, to);
    }
    tlb_document_free(document);
    return files;
}

/* A text and the model that is made of it. */
static tlb_files *once_around(tlb_context *context, tlb_bytes iqm)
{
    tlb_files *text = convert_bytes(context, iqm, "a.iqm", "iqe");
    tlb_files *files = convert_bytes(context, text->data[0].bytes, "a.iqe", "iqm");
    tlb_files_free(text);
    return files;
}

/* What was compiled from what was compiled does not change any more. */
static void is_fixed_point(tlb_bytes bytes, const char *name)
{
    tlb_context *context = tlb_context_create(NULL);
    bool is_text = bytes.size && bytes.data[0] == '#';
    tlb_files *first = is_text ? convert_bytes(context, bytes, name, "iqm") : once_around(context, bytes);
    tlb_files *second = once_around(context, first->data[0].bytes),
              *third = once_around(context, second->data[0].bytes);
    tlb_bytes a = second->data[0].bytes, b = third->data[0].bytes;
    if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        fail_msg("%s goes on changing", name);
    tlb_files_free(first);
    tlb_files_free(second);
    tlb_files_free(third);
    tlb_context_free(context);
}

/* Four quotients rounded to floats do not add up to 1. */
static void weights_reach_a_fixed_point(void **state)
{
    (void)state;
    static const char text[] = "# Inter-Quake Export\nvertexarray blendweights float 4\n"
                               "joint a\njoint b 0\njoint c 0\njoint d 0\nmesh m\n"
                               "vp 0 0 0\nvb 0 0.76 1 0.49 2 0.11 3 0.04\n"
                               "vp 1 0 0\nvb 0 0.96 1 0.55 2 0.24 3 0.05\n"
                               "vp 0 1 0\nvb 0 0.82 1 0.41 2 0.29 3 0.09\nfa 0 1 2\n";
    is_fixed_point((tlb_bytes){(const uint8_t *)text, sizeof text - 1}, "weights.iqe");
}

static void made_models_reach_a_fixed_point(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= 2; version++)
        for (uint32_t format = 0; format < TLB_IQM_FORMATS; format++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_document document;
            tlb_bytes bytes;
            iqm_make(&document, context,
                     &(iqm_plan){.version = version, .seed = 7 + format, .format = format});
            assert_int_equal(tlb_save_memory(&document, &bytes), TLB_OK);
            is_fixed_point(bytes, "made.iqm");
            made_end(&document);
            tlb_context_free(context);
        }
}

static void corpus_models_reach_a_fixed_point(void **state)
{
    char buffer[4096];
    const char *folder = corpus_folder("interquake", buffer, sizeof buffer);
    (void)state;
    assert_non_null(folder);
    file_list list = list_files(folder);
    for (size_t i = 0; i < list.count; i++) {
        bytes_copy copy = load_file(list.paths[i]);
        if (copy.size > 124) /* the one that is cut off after its header is refused */
            is_fixed_point((tlb_bytes){copy.data, copy.size}, list.paths[i]);
        free(copy.data);
    }
    free_files(&list);
}

/* --- bad models --------------------------------------------------------------------------------------- */

static void hostile_models_end(void **state)
{
    static const char *const texts[] = {
        "mesh a\nvp nan inf -inf\nvt nan nan\nvp 1e38 1e38 1e38\nvt inf 0\nvp -1e38 0 0\nfa 0 1 2\n",
        "mesh a\nvp 0\nvp 0\nvp 0\nfa 0 1 2\n",
        "smoothangle nan\nmesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nfa 0 1 2\nsmoothangle -5\nfa 0 2 1\n",
        "mesh a\nvp 0 0 0\nvb 0 nan 1 inf 2 -1\nvp 0 1 0\nvb 0 1e-30\nvp 1 0 0\nvb 0 3e38 1 3e38\nfa 0 1 2\n"
        "joint a\njoint b\njoint c\npq nan 0 0 inf 0 0 1 0 0 0\nanimation\npq 1e38 nan 0 0 0 0 0\nframe\npq "
        "-1e38\n",
        "animation\nframe\nframe\n",
        "mesh a\n",
        "",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_files *files;
        char text[1024];
        int size = snprintf(text, sizeof text, "# Inter-Quake Export\n%s", texts[i]);
        tlb_document *document;
        assert_int_equal(tlb_open_memory(context, text, (size_t)size, "a.iqe", NULL, &document), TLB_OK);
        assert_int_equal(tlb_convert(document, tlb_format_by_name("iqm"), "a.iqm", NULL, &files), TLB_OK);
        tlb_files_free(files);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* So many triangles at one corner that their pairs are too many to compare. */
static void a_corner_of_everything_takes_no_time(void **state)
{
    enum { COUNT = 30000, LINE = 64 };
    (void)state;
    char *lines = malloc((size_t)COUNT * LINE + LINE), *at = lines,
         *last = lines + (size_t)COUNT * LINE + LINE;
    at += snprintf(at, LINE, "smoothangle 20\nmesh a\nvp 0 0 0\n");
    for (int i = 0; i < COUNT; i++)
        at += snprintf(at, (size_t)(last - at), "vp %.5f %.5f %.5f\n%s%d -1 -2\n", cos(i * 2.4), sin(i * 2.4),
                       i * 1e-4 - 1.5, i ? "fa " : "smoothgroup ", i ? 0 : 1);
    compiled c = compile_text(lines);
    assert_int_equal(tlb_code_total(c.context, TLB_CODE_IQE_SMOOTHING_CUT), 1);
    end_compiled(&c);
    free(lines);
}

static char *put_fan(char *at, const char *end, int count, double height)
{
    at += snprintf(at, (size_t)(end - at), "mesh m%d\nvp 0 0 %.1f\n", count, height);
    for (int i = 0; i < count + 1; i++)
        at += snprintf(at, (size_t)(end - at), "vp %.5f %.5f %.5f\n", cos(i * 2.4), sin(i * 2.4),
                       height + i * 1e-4);
    for (int i = 0; i < count; i++)
        at += snprintf(at, (size_t)(end - at), "fm 0 %d %d\n", i + 1, i + 2);
    return at;
}

/* How many pairs may be compared is counted over all corners: 2^26, and 64 for each corner of a triangle. The
 * second corner could be afforded alone. */
static void pairs_of_all_corners_are_counted(void **state)
{
    enum { FIRST = 3000, SECOND = 11600, LINE = 40 };
    (void)state;
    size_t size = (size_t)(FIRST + SECOND) * 2 * LINE;
    char *lines = malloc(size), *at = lines;
    at += snprintf(at, LINE, "smoothangle 20\n");
    at = put_fan(at, lines + size, FIRST, 0);
    put_fan(at, lines + size, SECOND, 10);
    compiled c = compile_text(lines);
    assert_int_equal(tlb_code_total(c.context, TLB_CODE_IQE_SMOOTHING_CUT), 1);
    const tlb_diagnostic *last = tlb_diagnostic_at(c.context, tlb_diagnostic_count(c.context) - 1);
    assert_non_null(strstr(last->message, "positions with too many triangles: 1;"));
    end_compiled(&c);
    free(lines);
}

/* From one model, or with another that is merged. */
typedef struct models {
    const char *text, *other; /* the latter's path */
} models;

static tlb_status compile_again(tlb_context *context, const void *subject, collected *made)
{
    const models *m = subject;
    tlb_files *files;
    option_text option = {"merge", m->other};
    tlb_status status = convert_text(context, m->text, strlen(m->text), &option, m->other != NULL, &files);
    if (!status)
        collect(made, files->data[0].bytes.data, files->data[0].bytes.size);
    tlb_files_free(files);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    static const char other[] =
        "# Inter-Quake Export\njoint b -1\njoint a 0\nanimation other\nframe\npq 1 0 0\npq 0 1 0\n";
    folder_fixture *f = *state;
    char *lines = turning(), text[16384];
    char *path = tlb_arena_printf(&f->arena, "%s/other.iqe", f->folder);
    assert_int_equal(
        tlb_file_save(f->context, path, (tlb_bytes){(const uint8_t *)other, sizeof other - 1}, true), TLB_OK);
    snprintf(text, sizeof text,
             "# Inter-Quake Export\nsmoothangle 30\n%smesh b\nvp 0 0 0\nvb 0 1\nvp 1 0 0\nvb 7 1\n"
             "vp 0 1 0\nvb 1 0.5 0 0.5\nfm 0 1 2\nanimation\nframe\npq 0 0 1\npq 0 0 2\n",
             lines);
    assert_refused_or_same(compile_again, &(models){text, NULL});
    assert_refused_or_same(compile_again, &(models){text, path});
    free(lines);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_of_one_name_lose_no_faces),
        cmocka_unit_test(degenerate_triangles_and_empty_meshes_go),
        cmocka_unit_test(equal_vertices_are_one_in_each_mesh),
        cmocka_unit_test(tangents_follow_their_vertices),
        cmocka_unit_test(tangents_are_computed),
        cmocka_unit_test(the_four_strongest_joints_count),
        cmocka_unit_test(joints_beyond_a_byte_are_kept),
        cmocka_unit_test(every_format_holds_what_it_can),
        cmocka_unit_test(customs_without_a_format_are_four_floats),
        cmocka_unit_test(models_have_the_portable_form),
        cmocka_unit_test(frames_are_packed_closely_and_do_not_flip),
        cmocka_unit_test(bounds_hold_what_is_drawn),
        cmocka_unit_test(bounds_of_very_much_are_those_of_boxes),
        cmocka_unit_test(joints_without_a_mesh_are_an_option),
        cmocka_unit_test(options_move_mesh_and_skeleton),
        cmocka_unit_test(options_turn_about_an_axis),
        cmocka_unit_test(a_files_only_animation_is_clipped),
        cmocka_unit_test(clips_end_with_the_frame_that_is_named),
        cmocka_unit_test(animations_without_a_name_get_an_unused_one),
        cmocka_unit_test(clips_without_frames_are_refused),
        cmocka_unit_test(invalid_options_are_refused),
        cmocka_unit_test(merged_animations_find_joints_by_name),
        cmocka_unit_test(weights_reach_a_fixed_point),
        cmocka_unit_test(made_models_reach_a_fixed_point),
        cmocka_unit_test(corpus_models_reach_a_fixed_point),
        cmocka_unit_test(hostile_models_end),
        cmocka_unit_test(a_corner_of_everything_takes_no_time),
        cmocka_unit_test(pairs_of_all_corners_are_counted),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, begin_folder, end_folder),
    };
    return !choose_tests(argc, "interquake") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
