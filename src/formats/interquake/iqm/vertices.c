/* Vertex arrays as those of a mesh. */
#include "formats/interquake/iqm/scene.h"

#include "scene/color.h"
#include "scene/finite.h"
#include "scene/unit.h"

#include <float.h>

/* Stored once it is done: to read back what was just written would wait for it. */
static inline void set_direction(const float from[3], float out[3])
{
    float v[3];
    iqm_turn(v, from);
    if (!tlb_is_unit(v, 3))
        tlb_make_unit(v);
    for (int k = 0; k < 3; k++)
        out[k] = v[k];
}

static void set_positions(iqm_rows from, uint32_t count, float (*out)[3])
{
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        float v[3] = {tlb_finite(from.data[0]), tlb_finite(from.data[1]), tlb_finite(from.data[2])};
        iqm_turn(out[i], v);
    }
}

static void set_normals(iqm_rows from, uint32_t count, float (*out)[3])
{
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        float v[3] = {tlb_finite(from.data[0]), tlb_finite(from.data[1]), tlb_finite(from.data[2])};
        set_direction(v, out[i]);
    }
}

/* Gives how many have no direction. */
static uint32_t set_tangents(iqm_rows from, uint32_t count, float (*out)[4])
{
    uint32_t without = 0;
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        without += (from.data[0] == 0) & (from.data[1] == 0) & (from.data[2] == 0);
        set_direction(from.data, out[i]);
        out[i][3] = from.data[3] < 0 ? -1.0f : 1.0f;
    }
    return without;
}

static void set_uv(iqm_rows from, uint32_t count, float (*out)[2])
{
    for (uint32_t i = 0; i < count; i++, from.data += from.step)
        for (int k = 0; k < 2; k++)
            out[i][k] = tlb_finite(from.data[k]);
}

static uint16_t color_of(float value)
{
    return (uint16_t)(fminf(fmaxf(tlb_finite(value), 0), 1) * UINT16_MAX + 0.5f);
}

/* Colours are for display: exporters write what the artist picked. */
static void set_colors(iqm_rows from, uint32_t count, uint16_t (*out)[4])
{
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        for (int k = 0; k < 3; k++)
            out[i][k] = color_of(tlb_linear(from.data[k]));
        out[i][3] = color_of(from.data[3]);
    }
}

/* Weights of joints that are not there move nothing; what no joint moves stays with the first. `size`: how
 * many influences are stored. */
static void set_influences(iqm_rows index, iqm_rows weight, uint32_t count, uint32_t size, float joint_count,
                           uint16_t (*joints)[TLB_INFLUENCES], float (*weights)[TLB_INFLUENCES])
{
    for (uint32_t i = 0; i < count; i++, index.data += index.step, weight.data += weight.step) {
        float j[TLB_INFLUENCES], w[TLB_INFLUENCES];
        memcpy(j, index.data, sizeof j);
        memcpy(w, weight.data, sizeof w);
        for (uint32_t k = 0; k < TLB_INFLUENCES; k++)
            w[k] = ((w[k] > 0) & (w[k] <= FLT_MAX) & (j[k] >= 0) & (j[k] < joint_count)) ? w[k] : 0;
        for (uint32_t k = size; k < TLB_INFLUENCES; k++)
            w[k] = 0;
        for (uint32_t k = 0; k < TLB_INFLUENCES; k++)
            j[k] = w[k] > 0 ? j[k] : 0;
        for (uint32_t k = 0; k < TLB_INFLUENCES; k++)
            joints[i][k] = (uint16_t)(int32_t)j[k];
        float sum = w[0] + w[1] + w[2] + w[3], divisor = sum > 0 ? sum : 1;
        for (uint32_t k = 0; k < TLB_INFLUENCES; k++)
            weights[i][k] = w[k] / divisor;
        if (!(sum > 0))
            weights[i][0] = 1;
    }
}

static void set_skin(const iqm_scene *s, const iqm_arrays *a, uint32_t first, uint32_t count, tlb_mesh *mesh,
                     uint32_t at)
{
    iqm_batch indexes, weights;
    uint32_t size = a->indexes->size < a->weights->size ? a->indexes->size : a->weights->size;
    uint32_t joint_count = s->joint_count < IQM_MOST_JOINTS ? s->joint_count : IQM_MOST_JOINTS;
    set_influences(iqm_rows_of(a->indexes, first, count, TLB_INFLUENCES, true, indexes),
                   iqm_rows_of(a->weights, first, count, TLB_INFLUENCES, false, weights), count, size,
                   (float)joint_count, mesh->joints + at, mesh->weights + at);
}

void iqm_set_vertices(const iqm_scene *s, const iqm_arrays *a, uint32_t first, uint32_t total, tlb_mesh *mesh,
                      uint32_t at)
{
    iqm_batch made;
    uint32_t undirected = 0, end = at + total;
    for (uint32_t count; at < end; at += count, first += count) {
        uint32_t left = end - at;
        count = left < IQM_BATCH ? left : IQM_BATCH;
        set_positions(iqm_rows_of(a->position, first, count, 3, false, made), count, mesh->positions + at);
        if (a->normal)
            set_normals(iqm_rows_of(a->normal, first, count, 3, false, made), count, mesh->normals + at);
        if (mesh->tangents)
            undirected += set_tangents(iqm_rows_of(a->tangent, first, count, 4, false, made), count,
                                       mesh->tangents + at);
        if (mesh->uv[0])
            set_uv(iqm_rows_of(a->texcoord, first, count, 2, false, made), count, mesh->uv[0] + at);
        if (mesh->colors)
            set_colors(iqm_rows_of(a->color, first, count, 4, false, made), count, mesh->colors + at);
        if (mesh->joints)
            set_skin(s, a, first, count, mesh, at);
    }
    /* Where some have no direction, whoever shows the mesh makes better ones. */
    if (undirected)
        mesh->tangents = NULL;
}
