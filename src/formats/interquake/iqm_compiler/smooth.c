/* Normals where none are given: corners at one position, and of one smoothing index, have the normal of all
 * that are smoothed with them. [Smoothing]
 *
 * "If more than one type of smoothing is used, the two triangle corners to be smoothed must pass all
 * applicable smoothing tests"; what is smoothed with the same third is smoothed. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what all ways share ----------------------------------------------------------------------------- */

/* place[v]: the first vertex at the position of v that has its smoothing index. */
static uint32_t *find_places(const iq_compiler *c)
{
    const iq_model *m = c->model;
    iq_rows keys[] = {{m->positions, 4}, {m->smooth_indices, 1}};
    uint32_t *place = tlb_alloc_array(c->work, m->vertex_count, sizeof *place);
    bool found = place && tlb_iq_find_equal(c->work, keys, m->smooth_indices ? 2 : 1, m->vertex_count, place);
    return found ? place : NULL;
}

/* The normal of a triangle, twice its area long; clockwise is the front. */
static void set_area(double area[3], const iq_model *m, uint32_t triangle)
{
    const uint32_t *t = m->triangles[triangle];
    const float *a = m->positions[t[0]], *b = m->positions[t[1]], *c = m->positions[t[2]];
    double u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)c[i] - (double)a[i];
        v[i] = (double)b[i] - (double)a[i];
    }
    area[0] = u[1] * v[2] - u[2] * v[1];
    area[1] = u[2] * v[0] - u[0] * v[2];
    area[2] = u[0] * v[1] - u[1] * v[0];
}

static double scale_to_unit(const double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return length > 0 && isfinite(length) ? 1 / length : 0;
}

static void set_normal(float out[3], const double sum[3])
{
    double scale = scale_to_unit(sum);
    for (int i = 0; i < 3; i++)
        out[i] = scale > 0 ? (float)(sum[i] * scale) : 0;
}

/* --- where all that meet are smoothed ---------------------------------------------------------------- */

static bool all_are_smoothed(const iq_model *m)
{
    for (uint32_t i = 0; i < m->smoothings.count; i++) {
        const iq_smoothing *s = &m->smoothings.data[i];
        if (s->uv || s->angle < 180 || s->group != m->smoothings.data[0].group)
            return false;
    }
    return !m->edge_flags;
}

static bool smooth_all(iq_compiler *c)
{
    const iq_model *m = c->model;
    float(*normals)[3] = tlb_alloc_array(c->work, m->vertex_count, sizeof *normals);
    tlb_mark mark = tlb_arena_mark(c->work);
    uint32_t *place = normals ? find_places(c) : NULL;
    double(*sums)[3] = place ? tlb_alloc_array(c->work, m->vertex_count, sizeof *sums) : NULL;
    if (!sums)
        return false;
    memset(sums, 0, m->vertex_count * sizeof *sums);
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        double area[3];
        set_area(area, m, t);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                sums[place[m->triangles[t][k]]][i] += area[i];
    }
    for (uint32_t v = 0; v < m->vertex_count; v++)
        set_normal(normals[v], sums[place[v]]);
    tlb_arena_rewind(c->work, mark);
    c->corners = (iq_corners){m->vertex_count, NULL, (const float(*)[3])normals, m->triangles};
    return true;
}

/* --- where they differ ---------------------------------------------------------------------------------- */

/* A corner among those at its place. */
typedef struct corner {
    uint32_t triangle, side, vertex;
    uint32_t after, before; /* places of the triangle's other corners, in its order */
    const iq_smoothing *smoothing;
    double area[3], direction[3]; /* of the triangle; the latter of unit length */
    double cosine;                /* the least to the direction of one that it is smoothed with */
    uint32_t group;               /* another at this place that it is smoothed with, or itself */
} corner;

typedef struct smoother {
    iq_compiler *c;
    const iq_model *model;
    uint32_t *place;
    uint32_t *starts, *order; /* by place: its corners, as 3 x triangle + side */
    uint32_t *smoothings;     /* by triangle */
    double *cosines;          /* by smoothing */
    corner *corners;          /* at the place looked at */
    uint64_t tests;           /* of pairs, that may still be made */
    uint32_t left_out;        /* places where not all pairs were tested */
    /* The result: vertices are split where groups part them. */
    uint32_t split_count;
    uint32_t *source;
    float (*normals)[3];
    uint32_t (*triangles)[3];
} smoother;

/* Slopes that are equal but for rounding are equal. */
static double least_cosine(float angle)
{
    static const double pi = 3.14159265358979323846, slack = 1e-4;
    return angle >= 180 ? -2 : cos(((double)angle + slack) * pi / 180);
}

static bool begin(smoother *s)
{
    const iq_model *m = s->model;
    tlb_arena *work = s->c->work;
    size_t all = (size_t)m->triangle_count * 3;
    s->source = tlb_alloc_array(work, all, sizeof *s->source);
    s->normals = tlb_alloc_array(work, all, sizeof *s->normals);
    s->triangles = tlb_alloc_array(work, m->triangle_count, sizeof *s->triangles);
    return s->source && s->normals && s->triangles;
}

static bool sort_corners(smoother *s, uint32_t *most)
{
    const iq_model *m = s->model;
    tlb_arena *work = s->c->work;
    s->starts = tlb_zalloc_array(work, (size_t)m->vertex_count + 1, sizeof *s->starts);
    s->order = tlb_alloc_array(work, (size_t)m->triangle_count * 3, sizeof *s->order);
    if (!s->starts || !s->order)
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            s->starts[s->place[m->triangles[t][k]] + 1]++;
    *most = 0;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        *most = s->starts[v + 1] > *most ? s->starts[v + 1] : *most;
        s->starts[v + 1] += s->starts[v];
    }
    for (uint32_t t = 0; t < m->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++)
            s->order[s->starts[s->place[m->triangles[t][k]]]++] = t * 3 + k;
    return true;
}

static bool prepare(smoother *s)
{
    enum { TESTS_PER_CORNER = 64, TESTS_AT_LEAST = 1 << 26 };
    const iq_model *m = s->model;
    tlb_arena *work = s->c->work;
    uint32_t most;
    s->tests = (uint64_t)m->triangle_count * 3 * TESTS_PER_CORNER + TESTS_AT_LEAST;
    s->smoothings = tlb_alloc_array(work, m->triangle_count, sizeof *s->smoothings);
    s->cosines = tlb_alloc_array(work, m->smoothings.count, sizeof *s->cosines);
    if (!s->smoothings || !s->cosines || !(s->place = find_places(s->c)) || !sort_corners(s, &most) ||
        !(s->corners = tlb_alloc_array(work, most, sizeof *s->corners)))
        return false;
    for (uint32_t i = 0; i < m->smoothings.count; i++)
        s->cosines[i] = least_cosine(m->smoothings.data[i].angle);
    for (uint32_t r = 0; r < m->runs.count; r++) {
        const iq_run *run = &m->runs.data[r];
        for (uint32_t i = 0; i < run->triangle_count; i++)
            s->smoothings[run->first_triangle + i] = run->smoothing;
    }
    return true;
}

static void load_corner(const smoother *s, uint32_t id, uint32_t index)
{
    const iq_model *m = s->model;
    uint32_t triangle = id / 3, side = id % 3, smoothing = s->smoothings[triangle];
    const uint32_t *t = m->triangles[triangle];
    corner *x = &s->corners[index];
    *x = (corner){.triangle = triangle,
                  .side = side,
                  .vertex = t[side],
                  .after = s->place[t[(side + 1) % 3]],
                  .before = s->place[t[(side + 2) % 3]],
                  .smoothing = &m->smoothings.data[smoothing],
                  .cosine = s->cosines[smoothing],
                  .group = index};
    set_area(x->area, m, triangle);
    double scale = scale_to_unit(x->area);
    for (int i = 0; i < 3; i++)
        x->direction[i] = x->area[i] * scale;
}

static bool flagged(const smoother *s, const corner *x, uint32_t side)
{
    return s->model->edge_flags[x->triangle] >> side & 1;
}

/* "controls smoothing along individual triangle edges with any neighboring triangles matching those edges" */
static bool edge_smooths(const smoother *s, const corner *a, const corner *b)
{
    uint32_t into_a = (a->side + 2) % 3, into_b = (b->side + 2) % 3;
    return (a->after == b->before && (flagged(s, a, a->side) || flagged(s, b, into_b))) ||
           (a->before == b->after && (flagged(s, a, into_a) || flagged(s, b, b->side))) ||
           (a->after == b->after && (flagged(s, a, a->side) || flagged(s, b, b->side))) ||
           (a->before == b->before && (flagged(s, a, into_a) || flagged(s, b, into_b)));
}

static bool same_uv(const iq_model *m, uint32_t a, uint32_t b)
{
    return !m->texcoords ||
           (m->texcoords[a][0] == m->texcoords[b][0] && m->texcoords[a][1] == m->texcoords[b][1]);
}

static bool smooths(const smoother *s, const corner *a, const corner *b)
{
    const double *d = a->direction, *e = b->direction;
    double least = a->cosine > b->cosine ? a->cosine : b->cosine;
    return a->smoothing->group == b->smoothing->group && d[0] * e[0] + d[1] * e[1] + d[2] * e[2] >= least &&
           (!(a->smoothing->uv || b->smoothing->uv) || same_uv(s->model, a->vertex, b->vertex)) &&
           (!s->model->edge_flags || edge_smooths(s, a, b));
}

static uint32_t find_group(corner *corners, uint32_t x)
{
    while (corners[x].group != x)
        x = corners[x].group = corners[corners[x].group].group;
    return x;
}

/* Hostile files have so many corners at one position that all pairs would take forever. */
static void unite(smoother *s, uint32_t count)
{
    enum { NEAR = 64 };
    uint64_t pairs = (uint64_t)count * count / 2;
    bool all = pairs <= s->tests;
    s->left_out += !all;
    s->tests -= all ? pairs : 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && (all || k - i <= NEAR); k++) {
            uint32_t a = find_group(s->corners, i), b = find_group(s->corners, k);
            if (a != b && smooths(s, &s->corners[i], &s->corners[k]))
                s->corners[a > b ? a : b].group = a < b ? a : b;
        }
}

static int by_group_and_vertex(const void *a, const void *b)
{
    const corner *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

/* A vertex of its own for each group and vertex. */
static void split(smoother *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        s->corners[i].group = find_group(s->corners, i);
    qsort(s->corners, count, sizeof *s->corners, by_group_and_vertex);
    for (uint32_t i = 0, next; i < count; i = next) {
        double sum[3] = {0};
        float normal[3];
        for (next = i; next < count && s->corners[next].group == s->corners[i].group; next++)
            for (int k = 0; k < 3; k++)
                sum[k] += s->corners[next].area[k];
        set_normal(normal, sum);
        for (uint32_t k = i; k < next; k++) {
            const corner *x = &s->corners[k];
            if (k == i || x->vertex != x[-1].vertex) {
                s->source[s->split_count] = x->vertex;
                memcpy(s->normals[s->split_count++], normal, sizeof normal);
            }
            s->triangles[x->triangle][x->side] = s->split_count - 1;
        }
    }
}

static bool smooth_some(iq_compiler *c)
{
    smoother s = {.c = c, .model = c->model};
    if (!begin(&s))
        return false;
    tlb_mark mark = tlb_arena_mark(c->work);
    if (!prepare(&s))
        return false;
    for (uint32_t v = 0, at = 0; v < s.model->vertex_count; at = s.starts[v++]) {
        uint32_t count = s.starts[v] - at;
        for (uint32_t i = 0; i < count; i++)
            load_corner(&s, s.order[at + i], i);
        unite(&s, count);
        split(&s, count);
    }
    tlb_arena_rewind(c->work, mark);
    if (s.left_out)
        tlb_report(c->context, TLB_CODE_IQE_SMOOTHING_CUT, TLB_NO_OFFSET, NULL,
                   "positions with too many triangles: %u; each triangle was smoothed with only the next 64",
                   s.left_out);
    c->corners = (iq_corners){s.split_count, s.source, (const float(*)[3])s.normals,
                              (const uint32_t(*)[3])s.triangles};
    return true;
}

bool tlb_iq_make_corners(iq_compiler *c)
{
    const iq_model *m = c->model;
    c->corners = (iq_corners){m->vertex_count, NULL, m->normals, m->triangles};
    return m->normals || (all_are_smoothed(m) ? smooth_all(c) : smooth_some(c));
}
