/* Smoothing. Sentences in quotation marks are those of the format's description, where the reference compiler
 * does otherwise. */
#include "iqm_compiled.h"

#include <math.h>

static uint32_t vertices_of(const char *lines)
{
    compiled c = compile_text(lines);
    uint32_t count = c.iqm->num_vertexes;
    end_compiled(&c);
    return count;
}

/* --- smoothing ---------------------------------------------------------------------------------------- */

/* Two triangles at an edge, folded by an angle: 4 vertices when it is smooth, 6 when it is not. */
static uint32_t fold(const char *parameters, double degrees)
{
    static const double pi = 3.14159265358979323846;
    char lines[1024];
    double angle = degrees * pi / 180;
    snprintf(lines, sizeof lines,
             "mesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp %.9g 0 %.9g\n%s\nfa 0 1 2\nfa 0 3 1\n", -cos(angle),
             -sin(angle), parameters);
    return vertices_of(lines);
}

/* "Sets the maximum displacement angle of surface normals for which two triangles are smoothed to ANGLE
 * degrees in any direction. If the angle between the surface normals exceeds this amount, the triangles are
 * not smoothed. This defaults to 180 degrees." */
static void smoothangle_is_an_angle_up_to_180(void **state)
{
    (void)state;
    for (int angle = 5; angle < 180; angle += 5) {
        char parameters[64];
        snprintf(parameters, sizeof parameters, "smoothangle %d", angle);
        assert_int_equal(fold(parameters, angle), 4);
        assert_int_equal(fold(parameters, angle - 1), 4);
        assert_int_equal(fold(parameters, angle + 1), 6);
        assert_int_equal(fold("", angle), 4);
        assert_int_equal(fold("smoothangle 180", angle), 4);
        assert_int_equal(fold("smoothangle 0", angle), 6);
    }
}

/* "any two triangles whose key matches are smoothed" */
static void groups_are_smoothed_apart(void **state)
{
    static const char *const square = "mesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 0 0 1\n";
    char lines[256];
    (void)state;
    snprintf(lines, sizeof lines, "%ssmoothgroup 1\nfa 0 1 2\nsmoothgroup 2\nfa 0 3 1\n", square);
    assert_int_equal(vertices_of(lines), 6);
    snprintf(lines, sizeof lines, "%ssmoothgroup 1\nfa 0 1 2\nsmoothgroup 1\nfa 0 3 1\n", square);
    assert_int_equal(vertices_of(lines), 4);
}

/* Two squares at right angles that share an edge's positions, not its vertices. */
static const char seam[] = "mesh a\n"
                           "vp 0 0 0\nvt 0 0\nvs 1\n"
                           "vp 0 1 0\nvt 0 1\nvs 2\n"
                           "vp 1 0 0\nvt 1 0\nvs 3\n"
                           "vp 0 0 0\nvt %s\nvs %d\n"
                           "vp 0 1 0\nvt 0 1\nvs %d\n"
                           "vp 0 0 1\nvt 1 0\nvs 4\n"
                           "%sfa 0 1 2\nfa 3 5 4\n";

static float normal_z(const char *uv, int first, int second, const char *parameters)
{
    char lines[1024];
    snprintf(lines, sizeof lines, seam, uv, first, second, parameters);
    compiled c = compile_text(lines);
    float n[TLB_IQM_COMPONENTS];
    for (uint32_t v = 0; v < c.iqm->num_vertexes; v++) {
        float p[TLB_IQM_COMPONENTS], t[TLB_IQM_COMPONENTS];
        compiled_value(&c, TLB_IQM_POSITION, v, p);
        compiled_value(&c, TLB_IQM_TEXCOORD, v, t);
        if (p[0] == 0 && p[1] == 0 && p[2] == 0 && t[0] == 0 && t[1] == 0)
            compiled_value(&c, TLB_IQM_NORMAL, v, n);
    }
    end_compiled(&c);
    return n[2];
}

/* "any triangle corners whose vertexes have matching smoothing indexes will become smoothed" */
static void smoothing_indexes_are_vertices(void **state)
{
    (void)state;
    assert_true(fabsf(normal_z("0 0", 1, 2, "")) < 0.8f);
    assert_true(fabsf(normal_z("0.5 0", 1, 2, "")) < 0.8f); /* "cloned during export" */
    assert_true(fabsf(normal_z("0.5 0", 5, 6, "")) > 0.99f);
}

/* "enables smoothing of all triangle corners whose texture coordinates <U, V> match" */
static void smoothuv_asks_for_equal_coordinates(void **state)
{
    (void)state;
    assert_true(fabsf(normal_z("0 0", 1, 2, "smoothuv 1\n")) < 0.8f);
    assert_true(fabsf(normal_z("0.5 0", 1, 2, "smoothuv 1\n")) > 0.99f);
    assert_true(fabsf(normal_z("0.5 0", 1, 2, "smoothuv 0\n")) < 0.8f);
}

/* "Controls smoothing along individual triangle edges" */
static void edge_flags_smooth_edges(void **state)
{
    static const char *const roof = "mesh a\nvp 0 0 0\nvp 0 1 0\nvp 1 0 0\nvp 0 0 1\nfa 0 1 2\nfa 0 3 1\n";
    char lines[256];
    (void)state;
    snprintf(lines, sizeof lines, "%sfs 0 0 0\nfs 0 0 0\n", roof);
    assert_int_equal(vertices_of(lines), 6);
    snprintf(lines, sizeof lines, "%sfs 1 0 0\nfs 0 0 0\n", roof);
    assert_int_equal(vertices_of(lines), 4);
    snprintf(lines, sizeof lines, "%sfs 0 0 0\nfs 0 0 1\n", roof);
    assert_int_equal(vertices_of(lines), 4);
    snprintf(lines, sizeof lines, "%sfs 0 1 1\nfs 1 1 0\n", roof);
    assert_int_equal(vertices_of(lines), 6);
}

/* --- smoothing against its definition ----------------------------------------------------------------- */

enum { TRIANGLES = 60, CORNERS = TRIANGLES * 3 };

typedef struct soup {
    int at[CORNERS][3], uv[CORNERS], vs[CORNERS]; /* each corner has a vertex of its own */
    int group[TRIANGLES], angle[TRIANGLES], by_uv[TRIANGLES], flags[TRIANGLES];
    bool with_vs, with_fs;
    double normal[CORNERS][3];
} soup;

static uint32_t below(uint32_t *seed, uint32_t limit)
{
    *seed = *seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(*seed >> 8) * limit >> 24);
}

static bool same_place(const soup *s, int a, int b)
{
    return memcmp(s->at[a], s->at[b], sizeof s->at[a]) == 0 && (!s->with_vs || s->vs[a] == s->vs[b]);
}

static void make_soup(soup *s, uint32_t seed)
{
    static const int angles[] = {0, 40, 60, 90, 120, 180};
    *s = (soup){.with_vs = seed % 3 == 1, .with_fs = seed % 2};
    for (int t = 0; t < TRIANGLES; t++) {
        s->group[t] = seed % 5 == 4 ? (int)below(&seed, 2) : -1;
        s->angle[t] = seed % 4 == 3 ? 180 : angles[below(&seed, 6)];
        s->by_uv[t] = (int)below(&seed, 2);
        s->flags[t] = (int)below(&seed, 8);
        for (int k = t * 3; k < t * 3 + 3; k++) {
            s->uv[k] = (int)below(&seed, 2);
            s->vs[k] = (int)below(&seed, 2);
            for (int i = 0; i < 3; i++)
                s->at[k][i] = (int)below(&seed, i == 2 ? 2 : 3);
        }
        if (memcmp(s->at[t * 3], s->at[t * 3 + 1], sizeof *s->at) == 0 ||
            memcmp(s->at[t * 3 + 1], s->at[t * 3 + 2], sizeof *s->at) == 0 ||
            memcmp(s->at[t * 3], s->at[t * 3 + 2], sizeof *s->at) == 0)
            t--; /* a corner twice: again */
    }
}

static void area_of(const soup *s, int triangle, double n[3])
{
    const int *a = s->at[triangle * 3], *b = s->at[triangle * 3 + 1], *c = s->at[triangle * 3 + 2];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (c[j] - a[j]) * (b[k] - a[k]) - (c[k] - a[k]) * (b[j] - a[j]);
    }
}

static double to_unit(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] = length > 0 ? v[i] / length : 0;
    return length;
}

static bool edge_between(const soup *s, int a, int b)
{
    int t = a / 3, u = b / 3, ends_a[] = {t * 3 + (a + 1) % 3, t * 3 + (a + 2) % 3},
        ends_b[] = {u * 3 + (b + 1) % 3, u * 3 + (b + 2) % 3}, sides_a[] = {a % 3, (a + 2) % 3},
        sides_b[] = {b % 3, (b + 2) % 3};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (same_place(s, ends_a[i], ends_b[k]) &&
                (s->flags[t] >> sides_a[i] & 1 || s->flags[u] >> sides_b[k] & 1))
                return true;
    return false;
}

static bool compatible(const soup *s, int a, int b)
{
    int t = a / 3, u = b / 3, angle = s->angle[t] < s->angle[u] ? s->angle[t] : s->angle[u];
    double m[3], n[3];
    area_of(s, t, m);
    area_of(s, u, n);
    to_unit(m);
    to_unit(n);
    double dot = fmin(1, fmax(-1, m[0] * n[0] + m[1] * n[1] + m[2] * n[2]));
    return s->group[t] == s->group[u] &&
           (angle == 180 || acos(dot) * 180 / 3.14159265358979323846 <= angle + 1e-5) &&
           (!(s->by_uv[t] || s->by_uv[u]) || s->uv[a] == s->uv[b]) && (!s->with_fs || edge_between(s, a, b));
}

/* Groups spread until nothing changes. */
static void smooth(soup *s)
{
    int group[CORNERS];
    for (int i = 0; i < CORNERS; i++)
        group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < CORNERS; a++)
            for (int b = 0; b < CORNERS; b++)
                if (a / 3 != b / 3 && group[b] < group[a] && same_place(s, a, b) && compatible(s, a, b)) {
                    group[a] = group[b];
                    changed = true;
                }
    }
    for (int a = 0; a < CORNERS; a++) {
        for (int b = 0; b < CORNERS; b++)
            if (group[a] == group[b]) {
                double area[3];
                area_of(s, b / 3, area);
                for (int i = 0; i < 3; i++)
                    s->normal[a][i] += area[i];
            }
        to_unit(s->normal[a]);
    }
}

static char *text_of(const soup *s)
{
    enum { LINE = 200 };
    size_t size = (size_t)CORNERS * LINE;
    char *lines = malloc(size), *at = lines, *last = lines + size;
    at += snprintf(at, size, "mesh a\n");
    for (int k = 0; k < CORNERS; k++) {
        at += snprintf(at, (size_t)(last - at), "vp %d %d %d\nvt %d\n", s->at[k][0], s->at[k][1], s->at[k][2],
                       s->uv[k]);
        if (s->with_vs)
            at += snprintf(at, (size_t)(last - at), "vs %d\n", s->vs[k]);
    }
    for (int t = 0; t < TRIANGLES; t++) {
        at += snprintf(at, (size_t)(last - at), "smoothgroup %d\nsmoothangle %d\nsmoothuv %d\nfa %d %d %d\n",
                       s->group[t], s->angle[t], s->by_uv[t], t * 3, t * 3 + 1, t * 3 + 2);
        if (s->with_fs)
            at += snprintf(at, (size_t)(last - at), "fs %d %d %d\n", s->flags[t] & 1, s->flags[t] >> 1 & 1,
                           s->flags[t] >> 2);
    }
    return lines;
}

static bool is_triangle(const compiled *c, const uint32_t *corners, const soup *s, int triangle)
{
    for (int k = 0; k < 3; k++) {
        float p[TLB_IQM_COMPONENTS], n[TLB_IQM_COMPONENTS], t[TLB_IQM_COMPONENTS];
        int corner = triangle * 3 + k;
        compiled_value(c, TLB_IQM_POSITION, corners[k], p);
        compiled_value(c, TLB_IQM_NORMAL, corners[k], n);
        compiled_value(c, TLB_IQM_TEXCOORD, corners[k], t);
        for (int i = 0; i < 3; i++)
            if (p[i] != (float)s->at[corner][i] || fabs((double)n[i] - s->normal[corner][i]) > 1e-5)
                return false;
        if (t[0] != (float)s->uv[corner])
            return false;
    }
    return true;
}

static void smoothing_is_that_of_brute_force(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 60; seed++) {
        soup s;
        bool used[TRIANGLES] = {false};
        make_soup(&s, seed);
        smooth(&s);
        char *lines = text_of(&s);
        compiled c = compile_text(lines);
        assert_int_equal(c.iqm->triangles.count, TRIANGLES);
        for (int t = 0; t < TRIANGLES; t++) {
            uint32_t found = 0;
            while (found < TRIANGLES &&
                   (used[found] || !is_triangle(&c, c.iqm->triangles.data[found], &s, t)))
                found++;
            if (found == TRIANGLES)
                fail_msg("seed %u: triangle %d is not as it should be", seed, t);
            used[found] = true;
        }
        end_compiled(&c);
        free(lines);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothangle_is_an_angle_up_to_180),
        cmocka_unit_test(groups_are_smoothed_apart),
        cmocka_unit_test(smoothing_indexes_are_vertices),
        cmocka_unit_test(smoothuv_asks_for_equal_coordinates),
        cmocka_unit_test(edge_flags_smooth_edges),
        cmocka_unit_test(smoothing_is_that_of_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
