/* The sign of a tangent, its w, against the direction that the texture has in the triangles around it. Files
 * follow either convention for the direction of v: most of a file's tangents decide. */
#include "formats/interquake/iqm/check.h"

#include "formats/interquake/iqm/iqm.h"

typedef float quad[TLB_IQM_COMPONENTS];

typedef struct tangents {
    tlb_checker *c;
    const tlb_iqm *x;
    uint32_t array; /* of the tangents */
    quad *positions, *texcoords, *normals, *tangents;
    uint8_t *seen; /* for each vertex which signs triangles around it give */
} tangents;

enum { POSITIVE = 1, NEGATIVE = 2 };

static const double CLEAR = 0.3;       /* the least cosine between two directions that are the same one */
static const double LEAST_AREA = 0.02; /* of a triangle of the texture, to the squares of its sides */

static quad *values_of(tangents *t, uint32_t type, uint32_t size)
{
    const tlb_iqm_vertexarray *array = tlb_iqm_array(t->x, type);
    if (!array || array->size < size || !tlb_iqm_has_values(array))
        return NULL;
    quad *values = tlb_scratch(t->c, t->x->num_vertexes, sizeof *values);
    if (values)
        tlb_iqm_values(array, 0, t->x->num_vertexes, false, values);
    return values;
}

static void cross(double out[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++) {
        int u = (i + 1) % 3, v = (i + 2) % 3;
        out[i] = a[u] * b[v] - a[v] * b[u];
    }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Which way v grows on a triangle; false where it has no direction. */
static bool upwards(const tangents *t, const uint32_t corners[3], double up[3])
{
    const float *p = t->positions[corners[0]], *q = t->positions[corners[1]], *r = t->positions[corners[2]];
    const float *uv = t->texcoords[corners[0]], *first = t->texcoords[corners[1]],
                *second = t->texcoords[corners[2]];
    double u1 = (double)first[0] - uv[0], v1 = (double)first[1] - uv[1], u2 = (double)second[0] - uv[0],
           v2 = (double)second[1] - uv[1], area = u1 * v2 - u2 * v1;
    for (int i = 0; i < 3; i++)
        up[i] = (((double)r[i] - p[i]) * u1 - ((double)q[i] - p[i]) * u2) * (area < 0 ? -1 : 1);
    return fabs(area) > LEAST_AREA * (u1 * u1 + v1 * v1 + u2 * u2 + v2 * v2);
}

static void see_triangle(tangents *t, const uint32_t corners[3])
{
    double up[3];
    if (!upwards(t, corners, up))
        return;
    for (int k = 0; k < 3; k++) {
        const float *n = t->normals[corners[k]], *along = t->tangents[corners[k]];
        const double normal[3] = {n[0], n[1], n[2]}, tangent[3] = {along[0], along[1], along[2]};
        double across[3];
        cross(across, normal, tangent);
        double cosine = dot(across, up), least = CLEAR * sqrt(dot(across, across) * dot(up, up));
        if (fabs(cosine) > least)
            t->seen[corners[k]] |= cosine > 0 ? POSITIVE : NEGATIVE;
    }
}

static uint8_t sign_of(const tangents *t, uint32_t vertex)
{
    return t->tangents[vertex][3] > 0 ? POSITIVE : NEGATIVE;
}

/* Where the triangles agree: in how many vertices the sign is theirs, and in how many the other. */
static void count_signs(const tangents *t, uint32_t counts[2])
{
    counts[0] = counts[1] = 0;
    for (uint32_t i = 0; i < t->x->num_vertexes; i++)
        if (t->seen[i] == POSITIVE || t->seen[i] == NEGATIVE)
            counts[t->seen[i] == sign_of(t, i)]++;
}

static void check_signs(const tangents *t)
{
    enum { MOST = 8 }; /* of so many one may be wrong; where more are, the file has some way of its own */
    uint32_t counts[2];
    count_signs(t, counts);
    bool same = counts[1] >= counts[0];
    if (counts[!same] * (uint64_t)MOST > counts[same])
        return;
    for (uint32_t i = 0; i < t->x->num_vertexes; i++)
        if ((t->seen[i] == POSITIVE || t->seen[i] == NEGATIVE) && (t->seen[i] == sign_of(t, i)) != same)
            TLB_FIND(t->c, IQM_TANGENT_SIGN, tlb_at(t->c, "vertexarrays[%u].values[%u]", t->array, i),
                     "w is %g; the texture coordinates of the triangles around it give it the other sign",
                     (double)t->tangents[i][3]);
}

static void check_unit(const tangents *t)
{
    static const double coarse = 0.02;
    for (uint32_t i = 0; i < t->x->num_vertexes; i++) {
        const float *v = t->tangents[i];
        bool zero = v[0] == 0 && v[1] == 0 && v[2] == 0;
        if (!zero && !(fabs(fabs((double)v[3]) - 1) <= coarse))
            TLB_FIND(t->c, IQM_TANGENT_SIGN, tlb_at(t->c, "vertexarrays[%u].values[%u]", t->array, i),
                     "w is %g, expected 1 or -1", (double)v[3]);
    }
}

void tlb_iqm_check_tangents(tlb_checker *c)
{
    tangents t = {.c = c, .x = c->root};
    tlb_mark mark = tlb_arena_mark(&c->arena);
    t.tangents = values_of(&t, TLB_IQM_TANGENT, TLB_IQM_COMPONENTS);
    if (t.tangents) {
        t.array = (uint32_t)(tlb_iqm_array(t.x, TLB_IQM_TANGENT) - t.x->vertexarrays.data);
        check_unit(&t);
        t.positions = values_of(&t, TLB_IQM_POSITION, 3);
        t.texcoords = values_of(&t, TLB_IQM_TEXCOORD, 2);
        t.normals = values_of(&t, TLB_IQM_NORMAL, 3);
        t.seen = tlb_scratch(c, t.x->num_vertexes, 1);
    }
    bool all = t.positions && t.texcoords && t.normals && t.seen;
    for (uint32_t i = 0; all && i < t.x->triangles.count; i++) {
        const uint32_t *corners = t.x->triangles.data[i];
        if (corners[0] < t.x->num_vertexes && corners[1] < t.x->num_vertexes &&
            corners[2] < t.x->num_vertexes)
            see_triangle(&t, corners);
    }
    if (all)
        check_signs(&t);
    tlb_arena_rewind(&c->arena, mark);
}
