/* Triangles and what is in force for them: meshes, materials, smoothing. */
#include "formats/interquake/iqe/to_model/to_model.h"

#include <string.h>

typedef TLB_LIST(iq_run) run_list;
typedef TLB_LIST(iq_mesh) mesh_list;
typedef TLB_LIST(iq_smoothing) smoothing_list;

typedef struct face_maker {
    iqe_merge *m;
    const tlb_iqe *x;
    uint32_t document, command;
    uint32_t base;       /* vertex 0 of the document */
    uint32_t defined;    /* vertexes of the document so far */
    uint32_t mesh_first; /* those before the last "mesh" */
    uint32_t next[TLB_IQE_WORDS];
    uint32_t face;           /* of the document */
    tlb_text name, material; /* of the current mesh */
    iq_smoothing smoothing;
    bool changed; /* what the run depends on */
    uint32_t skipped, first_skipped;

    uint32_t (*triangles)[3];
    uint8_t *edge_flags;
    uint32_t triangle_count;
    run_list runs;
    mesh_list meshes;
    smoothing_list smoothings;
    tlb_index by_name;
} face_maker;

/* --- runs -------------------------------------------------------------------------------------------- */

/* Meshes of equal name and material are one. */
static bool find_mesh(face_maker *f, uint32_t *mesh)
{
    uint32_t size = f->name.size + 1 + f->material.size;
    char *key = tlb_alloc(f->m->arena, size);
    if (!key)
        return false;
    if (f->name.size)
        memcpy(key, f->name.data, f->name.size);
    key[f->name.size] = '\n'; /* in no name */
    if (f->material.size)
        memcpy(key + f->name.size + 1, f->material.data, f->material.size);
    int32_t *known = tlb_index_find(&f->by_name, f->m->arena, key, size);
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        iq_mesh *made = TLB_PUSH(f->m->arena, &f->meshes);
        if (!made)
            return false;
        *made = (iq_mesh){f->name, f->material};
        *known = (int32_t)(f->meshes.count - 1);
    }
    *mesh = (uint32_t)*known;
    return true;
}

static bool find_smoothing(face_maker *f, uint32_t *smoothing)
{
    uint32_t last = f->smoothings.count;
    const iq_smoothing *s = last ? &f->smoothings.data[last - 1] : NULL;
    if (!s || s->uv != f->smoothing.uv || s->group != f->smoothing.group || s->angle != f->smoothing.angle) {
        iq_smoothing *made = TLB_PUSH(f->m->arena, &f->smoothings);
        if (!made)
            return false;
        *made = f->smoothing;
    }
    *smoothing = f->smoothings.count - 1;
    return true;
}

static bool begin_run(face_maker *f)
{
    uint32_t mesh, smoothing;
    if (!find_mesh(f, &mesh) || !find_smoothing(f, &smoothing))
        return false;
    f->changed = false;
    iq_run *last = f->runs.count ? &f->runs.data[f->runs.count - 1] : NULL;
    if (last && last->mesh == mesh && last->smoothing == smoothing)
        return true;
    iq_run *run = TLB_PUSH(f->m->arena, &f->runs);
    if (run)
        *run = (iq_run){mesh, smoothing, f->triangle_count, 0};
    return run != NULL;
}

static void add_triangle(face_maker *f, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *out = f->triangles[f->triangle_count++];
    out[0] = a, out[1] = b, out[2] = c;
    f->runs.data[f->runs.count - 1].triangle_count++;
}

/* --- faces ------------------------------------------------------------------------------------------- */

/* The vertex that an index means. "Negative indexes are relative to the last defined vertex which is at -1."
 */
static bool resolve(const face_maker *f, int32_t index, uint32_t first, uint32_t *vertex)
{
    int64_t at = index < 0 ? (int64_t)f->defined + index : (int64_t)first + index;
    *vertex = f->base + (uint32_t)at;
    return at >= 0 && at < f->x->vp.count;
}

static void skip(face_maker *f)
{
    if (!f->skipped++)
        f->first_skipped = f->command;
}

/* The flags of a polygon's edges, at the three of each triangle of its fan; the fan's diagonals are smooth. A
 * polygon without flags is smooth all around. */
static void flag_edges(face_maker *f, uint32_t corners)
{
    const tlb_iqe *x = f->x;
    tlb_iqe_span given = f->face < x->fs.count ? x->fs.data[f->face] : (tlb_iqe_span){0, 0};
    const int32_t *flags = x->indices.data + (given.count ? given.first : 0);
    uint8_t *out = f->edge_flags + f->triangle_count;
#define FLAG(k) ((k) >= given.count || flags[k] != 0)
    for (uint32_t i = 1; i + 1 < corners; i++)
        *out++ = (uint8_t)((i > 1 || FLAG(0)) | FLAG(i) << 1 | (i + 2 < corners || FLAG(i + 1)) << 2);
#undef FLAG
}

static bool add_face(face_maker *f, tlb_iqe_span span, uint32_t first)
{
    const int32_t *indices = f->x->indices.data + (span.count ? span.first : 0);
    uint32_t a, b, c, before = f->triangle_count;
    if (span.count < 3 || !resolve(f, indices[0], first, &a) || !resolve(f, indices[1], first, &b)) {
        skip(f);
        f->face++;
        return true;
    }
    if (f->changed && !begin_run(f))
        return false;
    if (f->edge_flags)
        flag_edges(f, span.count);
    for (uint32_t i = 2; i < span.count; i++, b = c) {
        if (!resolve(f, indices[i], first, &c)) {
            f->runs.data[f->runs.count - 1].triangle_count -= f->triangle_count - before;
            f->triangle_count = before;
            skip(f);
            break;
        }
        add_triangle(f, a, b, c);
    }
    f->face++;
    return true;
}

/* A mesh of vertexes alone: each third makes a triangle. */
static bool add_vertex(face_maker *f)
{
    uint32_t in_mesh = ++f->defined - f->mesh_first, last = f->base + f->defined - 1;
    if (f->x->fa.count || f->x->fm.count || in_mesh % 3)
        return true;
    if (f->changed && !begin_run(f))
        return false;
    if (f->edge_flags)
        f->edge_flags[f->triangle_count] = 7;
    add_triangle(f, last - 2, last - 1, last);
    return true;
}

/* --- commands ---------------------------------------------------------------------------------------- */

static bool follow(face_maker *f, uint32_t word)
{
    const tlb_iqe *x = f->x;
    uint32_t n = f->next[word]++;
    switch (word) {
    case TLB_IQE_VP:
        return add_vertex(f);
    case TLB_IQE_FA:
        return add_face(f, x->fa.data[n], 0);
    case TLB_IQE_FM:
        return add_face(f, x->fm.data[n], f->mesh_first);
    case TLB_IQE_MESH: /* "defaults to the empty string": the material of the mesh before does not stay */
        f->name = x->mesh.data[n];
        f->material = (tlb_text){"", 0};
        f->mesh_first = f->defined;
        break;
    case TLB_IQE_MATERIAL:
        f->material = x->material.data[n];
        break;
    case TLB_IQE_SMOOTHUV:
        f->smoothing.uv = x->smoothuv.data[n] > 0;
        break;
    case TLB_IQE_SMOOTHGROUP:
        f->smoothing.group = x->smoothgroup.data[n];
        break;
    case TLB_IQE_SMOOTHANGLE:
        f->smoothing.angle = x->smoothangle.data[n];
        break;
    default:
        return true;
    }
    f->changed = true;
    return true;
}

static bool add_document(face_maker *f)
{
    const tlb_iqe *x = f->x;
    memset(f->next, 0, sizeof f->next);
    f->defined = f->mesh_first = f->face = f->skipped = 0;
    f->name = f->material = (tlb_text){"", 0};
    f->smoothing = (iq_smoothing){false, -1, 180};
    f->changed = true;
    for (f->command = 0; f->command < x->command_count; f->command++)
        if (!follow(f, x->words[f->command]))
            return false;
    if (f->skipped)
        tlb_iqe_merge_report(f->m, f->document, TLB_CODE_IQE_POLYGON_SKIPPED, f->first_skipped,
                             "faces left out: %u; this is the first", f->skipped);
    f->base += x->vp.count;
    return true;
}

static uint64_t count_triangles(const tlb_iqe *x)
{
    uint64_t count = 0;
    if (!x->fa.count && !x->fm.count)
        return x->vp.count / 3;
    for (uint32_t i = 0; i < x->fa.count; i++)
        count += x->fa.data[i].count > 2 ? x->fa.data[i].count - 2 : 0;
    for (uint32_t i = 0; i < x->fm.count; i++)
        count += x->fm.data[i].count > 2 ? x->fm.data[i].count - 2 : 0;
    return count;
}

bool tlb_iqe_merge_faces(iqe_merge *m)
{
    face_maker f = {.m = m};
    uint64_t count = 0;
    bool flags = false;
    for (uint32_t i = 0; i < m->count; i++) {
        count += count_triangles(m->documents[i]);
        flags |= m->documents[i]->fs.count != 0;
    }
    if (count > UINT32_MAX / 3) {
        tlb_arena_fail(m->arena, TLB_LIMIT);
        return false;
    }
    f.triangles = tlb_alloc_array(m->arena, count, sizeof *f.triangles);
    f.edge_flags = flags ? tlb_alloc_array(m->arena, count, 1) : NULL;
    if (!f.triangles || (flags && !f.edge_flags))
        return false;
    iq_source *sources = (iq_source *)(uintptr_t)m->model->sources.data;
    for (f.document = 0; f.document < m->count; f.document++) {
        f.x = m->documents[f.document];
        sources[f.document].first_triangle = f.triangle_count;
        if (!add_document(&f))
            return false;
    }
    iq_model *model = m->model;
    model->triangles = (const uint32_t(*)[3])f.triangles;
    model->triangle_count = f.triangle_count;
    model->edge_flags = f.edge_flags;
    model->runs.data = f.runs.data;
    model->runs.count = f.runs.count;
    model->meshes.data = f.meshes.data;
    model->meshes.count = f.meshes.count;
    model->smoothings.data = f.smoothings.data;
    model->smoothings.count = f.smoothings.count;
    return true;
}
