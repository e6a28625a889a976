/* Vertices of primitives that share them. */
#include "formats/interchange/gltf/scene/mesh.h"

#include "scene/geometry/finite.h"

#include <stdio.h>

enum { UBYTE = 5121, USHORT = 5123, INFLUENCE_SETS = 2 };

static uint32_t source_of(const gltf_block *b, uint32_t i)
{
    return b->used ? b->used[i] : i;
}

static tlb_status open_rows(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b, int64_t accessor,
                            uint32_t least, const char *semantic, gltf_rows *rows)
{
    char member[64];
    snprintf(member, sizeof member, ".attributes.%.40s", semantic);
    const char *path = tlb_gltf_primitive_path(m, d, member);
    tlb_status status = tlb_gltf_rows_of(&m->s->data, accessor, path, rows);
    if (status)
        return status;
    path = tlb_gltf_primitive_path(m, d, member);
    if (rows->count != b->vertices) {
        tlb_report(m->s->context, TLB_CODE_GLTF_ATTRIBUTES, TLB_NO_OFFSET, path,
                   "%u elements, POSITION has %u", rows->count, b->vertices);
        return TLB_INVALID;
    }
    if (rows->columns >= least)
        return TLB_OK;
    tlb_report(m->s->context, TLB_CODE_GLTF_ACCESSOR_TYPE, TLB_NO_OFFSET, path,
               "%u numbers per element, expected %u", rows->columns, least);
    return TLB_INVALID;
}

/* Floats of a gltf_block into an array of the mesh. */
static tlb_status fill(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b, int64_t accessor,
                       uint32_t columns, const char *semantic, float *out)
{
    gltf_rows rows;
    tlb_status status = open_rows(m, d, b, accessor, columns, semantic, &rows);
    out += (size_t)b->first * columns;
    if (status)
        return status;
    if (!b->used)
        tlb_gltf_floats(&rows, columns, out);
    else
        for (uint32_t i = 0; i < b->count; i++)
            tlb_gltf_row(&rows, b->used[i], columns, out + (size_t)i * columns);
    return TLB_OK;
}

static tlb_status fill_uv(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b, uint32_t set,
                          int64_t accessor)
{
    char semantic[16];
    snprintf(semantic, sizeof semantic, "TEXCOORD_%u", set);
    float(*uv)[2] = m->mesh->uv[set];
    tlb_status status = fill(m, d, b, accessor, 2, semantic, *uv);
    const float *t = d->transform.matrix;
    if (status || !d->transforms || d->transform.set != set)
        return status;
    for (uint32_t i = b->first; i < b->first + b->count; i++) {
        float u = uv[i][0], v = uv[i][1];
        uv[i][0] = t[0] * u + t[2] * v;
        uv[i][1] = t[1] * u + t[3] * v;
    }
    return TLB_OK;
}

static uint16_t color_of(float value)
{
    return (uint16_t)((value < 0 ? 0 : value > 1 ? 1 : value) * UINT16_MAX + 0.5f);
}

static tlb_status fill_colors(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b, int64_t accessor)
{
    gltf_rows rows;
    tlb_status status = open_rows(m, d, b, accessor, 3, "COLOR_0", &rows);
    for (uint32_t i = 0; !status && i < b->count; i++) {
        float color[4] = {0, 0, 0, 1};
        tlb_gltf_row(&rows, source_of(b, i), 4, color);
        for (int k = 0; k < 4; k++)
            m->mesh->colors[b->first + i][k] = color_of(color[k]);
    }
    return status;
}

/* The strongest influences; their sum becomes 1. */
static void choose_influences(const uint32_t *joints, const float *weights, uint32_t count,
                              uint16_t *out_joints, float *out_weights)
{
    bool taken[INFLUENCE_SETS * 4] = {false};
    float sum = 0;
    for (uint32_t k = 0; k < TLB_INFLUENCES; k++) {
        uint32_t best = k;
        if (count > TLB_INFLUENCES) {
            best = UINT32_MAX;
            for (uint32_t i = 0; i < count; i++)
                if (!taken[i] && (best == UINT32_MAX || weights[i] > weights[best]))
                    best = i;
            taken[best] = true;
        }
        out_weights[k] = weights[best] > 0 ? weights[best] : 0;
        out_joints[k] = out_weights[k] > 0 ? (uint16_t)joints[best] : 0;
        sum += out_weights[k];
    }
    for (uint32_t k = 0; k < TLB_INFLUENCES && sum > 0 && fabsf(sum - 1) > 1e-6f; k++)
        out_weights[k] /= sum;
    if (!(sum > 0))
        out_weights[0] = 1;
}

static tlb_status fill_influences(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b)
{
    static const char *const names[INFLUENCE_SETS][2] = {{"JOINTS_0", "WEIGHTS_0"},
                                                         {"JOINTS_1", "WEIGHTS_1"}};
    gltf_rows joints[INFLUENCE_SETS], weights[INFLUENCE_SETS];
    uint32_t sets = 0;
    tlb_status status = TLB_OK;
    for (; sets < INFLUENCE_SETS && !status; sets++) {
        int64_t j = gltf_attribute(&d->p->attributes, names[sets][0]),
                w = gltf_attribute(&d->p->attributes, names[sets][1]);
        if (j < 0 || w < 0)
            break;
        status = open_rows(m, d, b, j, 4, names[sets][0], &joints[sets]);
        if (!status)
            status = open_rows(m, d, b, w, 4, names[sets][1], &weights[sets]);
        if (!status && joints[sets].component_type != UBYTE && joints[sets].component_type != USHORT) {
            tlb_report(m->s->context, TLB_CODE_GLTF_ACCESSOR_TYPE, TLB_NO_OFFSET,
                       tlb_gltf_primitive_path(m, d, ".attributes.JOINTS_0"),
                       "joints are unsigned bytes or shorts");
            status = TLB_INVALID;
        }
    }
    for (uint32_t i = 0; i < b->count && !status; i++) {
        uint32_t j[INFLUENCE_SETS * 4] = {0};
        float w[INFLUENCE_SETS * 4] = {0};
        for (uint32_t k = 0; k < sets * 4; k++)
            j[k] = tlb_gltf_integer(&joints[k / 4], source_of(b, i), k % 4);
        for (uint32_t k = 0; k < sets; k++)
            tlb_gltf_row(&weights[k], source_of(b, i), 4, w + (size_t)k * 4);
        choose_influences(j, w, sets ? sets * 4 : 4, m->mesh->joints[b->first + i],
                          m->mesh->weights[b->first + i]);
    }
    return status;
}

static tlb_status fill_morphs(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < d->p->targets.count && i < m->mesh->morph_count && !status; i++) {
        tlb_morph *morph = &m->mesh->morphs[i];
        int64_t position = gltf_attribute(&d->p->targets.data[i], "POSITION");
        int64_t normal = gltf_attribute(&d->p->targets.data[i], "NORMAL");
        if (position >= 0)
            status = fill(m, d, b, position, 3, "POSITION", *morph->positions);
        if (!status && normal >= 0 && morph->normals)
            status = fill(m, d, b, normal, 3, "NORMAL", *morph->normals);
    }
    return status;
}

static tlb_status fill_own(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < m->mesh->attribute_count && !status; i++) {
        tlb_attribute *a = &m->mesh->attributes[i];
        char semantic[128];
        snprintf(semantic, sizeof semantic, "_%s", a->name);
        int64_t accessor = gltf_attribute(&d->p->attributes, semantic);
        if (accessor >= 0)
            status = fill(m, d, b, accessor, a->components, semantic, a->values);
    }
    return status;
}

tlb_status tlb_gltf_fill_normals(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b,
                                 int64_t accessor)
{
    return fill(m, d, b, accessor, 3, "NORMAL", *m->mesh->normals);
}

tlb_status tlb_gltf_fill_vertices(gltf_mesh_maker *m, const gltf_drawn *d, const gltf_block *b)
{
    const tlb_gltf_attributes *list = &d->p->attributes;
    tlb_mesh *mesh = m->mesh;
    int64_t normal = gltf_attribute(list, "NORMAL"), tangent = gltf_attribute(list, "TANGENT"),
            color = gltf_attribute(list, "COLOR_0");
    tlb_status status = fill(m, d, b, gltf_attribute(list, "POSITION"), 3, "POSITION", *mesh->positions);
    if (!status && normal >= 0)
        status = tlb_gltf_fill_normals(m, d, b, normal);
    if (!status && tangent >= 0)
        status = fill(m, d, b, tangent, 4, "TANGENT", *mesh->tangents);
    for (uint32_t i = 0; i < TLB_UV_SETS && !status; i++) {
        char semantic[16];
        snprintf(semantic, sizeof semantic, "TEXCOORD_%u", i);
        int64_t uv = gltf_attribute(list, semantic);
        if (uv >= 0)
            status = fill_uv(m, d, b, i, uv);
    }
    if (!status && color >= 0)
        status = fill_colors(m, d, b, color);
    if (!status && mesh->joints)
        status = fill_influences(m, d, b);
    if (!status)
        status = fill_morphs(m, d, b);
    return status ? status : fill_own(m, d, b);
}
