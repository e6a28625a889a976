/* Tangents from texture coordinates: directions in which u grows, of the triangles around a vertex weighted
 * by their areas, at right angles to the normal. cross(normal, tangent) times the sign points up the texture,
 * against v, as in files of the reference compiler and in glTF. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct frame {
    float along[3], down[3]; /* the directions in which u and v grow */
} frame;

static void subtract(const float *a, const float *b, int count, double *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (double)a[i] - (double)b[i];
}

static double square_of(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/* The directions of a triangle, as long as it is large. False where the texture gives none. */
static bool find_directions(const float *p[3], const float *uv[3], frame *out)
{
    double e[3], f[3], d[2], g[2], along[3], down[3];
    subtract(p[1], p[0], 3, e);
    subtract(p[2], p[0], 3, f);
    subtract(uv[1], uv[0], 2, d);
    subtract(uv[2], uv[0], 2, g);
    double turn = d[0] * g[1] - g[0] * d[1] < 0 ? -1 : 1;
    double across[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    for (int i = 0; i < 3; i++) {
        along[i] = (e[i] * g[1] - f[i] * d[1]) * turn;
        down[i] = (f[i] * d[0] - e[i] * g[0]) * turn;
    }
    double area = square_of(across), width = square_of(along), height = square_of(down);
    if (d[0] * g[1] == g[0] * d[1] ||
        !(area > 0 && width > 0 && height > 0 && area + width + height <= DBL_MAX))
        return false;
    width = sqrt(area / width);
    height = sqrt(area / height);
    for (int i = 0; i < 3; i++) {
        out->along[i] = (float)(along[i] * width);
        out->down[i] = (float)(down[i] * height);
    }
    return true;
}

/* Some direction at right angles to a normal. */
static void set_any(const float n[3], float out[4])
{
    int least = fabsf(n[0]) <= fabsf(n[1]) && fabsf(n[0]) <= fabsf(n[2]) ? 0
                : fabsf(n[1]) <= fabsf(n[2])                             ? 1
                                                                         : 2;
    double t[3], length;
    for (int i = 0; i < 3; i++)
        t[i] = (i == least) - (double)n[i] * (double)n[least];
    length = sqrt(square_of(t));
    for (int i = 0; i < 3; i++)
        out[i] = length > 0 ? (float)(t[i] / length) : i == 0;
    out[3] = 1;
}

static void set_tangent(const float n[3], const frame *sum, float out[4])
{
    const float *s = sum->along, *d = sum->down;
    double t[3], along = 0, length, side;
    for (int i = 0; i < 3; i++)
        along += (double)n[i] * (double)s[i];
    for (int i = 0; i < 3; i++)
        t[i] = (double)s[i] - (double)n[i] * along;
    length = sqrt(square_of(t));
    if (!(length > (double)FLT_MIN && isfinite(length))) {
        set_any(n, out);
        return;
    }
    side = ((double)n[1] * t[2] - (double)n[2] * t[1]) * (double)d[0] +
           ((double)n[2] * t[0] - (double)n[0] * t[2]) * (double)d[1] +
           ((double)n[0] * t[1] - (double)n[1] * t[0]) * (double)d[2];
    length = 1 / length;
    for (int i = 0; i < 3; i++)
        out[i] = (float)(t[i] * length);
    out[3] = side > 0 ? -1 : 1;
}

bool tlb_iq_find_tangents(const iq_compiler *c, float (*out)[4])
{
    const iq_model *m = c->model;
    const tlb_iqm *x = c->made;
    tlb_mark mark = tlb_arena_mark(c->work);
    frame *sums = tlb_zalloc_array(c->work, x->num_vertexes, sizeof *sums);
    for (uint32_t t = 0; sums && t < x->triangles.count; t++) {
        const uint32_t *corners = x->triangles.data[t];
        const float *p[3], *uv[3];
        frame f;
        for (int k = 0; k < 3; k++) {
            uint32_t source = iq_source_of(c, corners[k]);
            p[k] = m->positions[source];
            uv[k] = m->texcoords[source];
        }
        if (!find_directions(p, uv, &f))
            continue;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) {
                sums[corners[k]].along[i] += f.along[i];
                sums[corners[k]].down[i] += f.down[i];
            }
    }
    for (uint32_t v = 0; sums && v < x->num_vertexes; v++)
        set_tangent(c->corners.normals[c->vertices[v]], &sums[v], out[v]);
    tlb_arena_rewind(c->work, mark);
    return sums != NULL;
}
