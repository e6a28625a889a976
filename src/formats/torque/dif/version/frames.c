/* The (tangent, normal, binormal) of winding entries: in the form of version 11 and later, in that of 4 and
 * 5, or derived from planes and texture equations: flat. All functions that return bool give false without
 * memory. */
#include "formats/torque/dif/version/version.h"

#include <math.h>

/* Rows of three 32-bit values, each kept once. */
enum { ROW = 12 };
typedef struct row_set {
    void *rows;
    uint32_t count, *slots, mask; /* slots: a row's number + 1 */
} row_set;

static bool row_set_init(row_set *set, tlb_arena *arena, uint32_t most)
{
    uint32_t size = 16;
    while (size / 2 < most && size < UINT32_MAX / 2)
        size *= 2;
    set->count = 0;
    set->mask = size - 1;
    set->rows = tlb_alloc_array(arena, most, ROW);
    set->slots = tlb_alloc_array(arena, size, sizeof *set->slots);
    if (set->slots)
        memset(set->slots, 0, size * sizeof *set->slots);
    return set->rows && set->slots;
}

static uint32_t row_hash(const void *row)
{
    uint32_t words[3], hash = 0;
    memcpy(words, row, ROW);
    for (int i = 0; i < 3; i++)
        hash = (hash ^ words[i]) * 0x9e3779b1u, hash ^= hash >> 15;
    return hash;
}

static uint32_t row_number(row_set *set, const void *row)
{
    uint8_t *rows = set->rows;
    uint32_t slot = row_hash(row) & set->mask;
    for (; set->slots[slot]; slot = (slot + 1) & set->mask)
        if (memcmp(rows + (size_t)(set->slots[slot] - 1) * ROW, row, ROW) == 0)
            return set->slots[slot] - 1;
    memcpy(rows + (size_t)set->count * ROW, row, ROW);
    set->slots[slot] = ++set->count;
    return set->count - 1;
}

/* --- flat frames ------------------------------------------------------------------------------------- */

/* The part of a direction that lies in the plane, of length 1. */
static void lay_in_plane(const float direction[4], const float normal[3], float out[3])
{
    float off = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
    for (int i = 0; i < 3; i++)
        out[i] = direction[i] - off * normal[i];
    float length = sqrtf(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    bool directed = isfinite(length) && length > 0;
    for (int i = 0; i < 3; i++)
        out[i] = directed ? out[i] / length : (float)(i == 0);
}

static int32_t surface_frame(const tlb_dif_interior *x, const tlb_dif_surface *surface, row_set *normals,
                             row_set *matrices)
{
    float plane[4], tangent[3], binormal[3];
    if (surface->texGenIndex >= x->texGenEqs.count || !tlb_dif_plane_of(x, surface->planeIndex, true, plane))
        return -1;
    const tlb_dif_texgen *texgen = &x->texGenEqs.data[surface->texGenIndex];
    lay_in_plane(texgen->planeX, plane, tangent);
    lay_in_plane(texgen->planeY, plane, binormal);
    tlb_dif_tex_matrix matrix = {(int32_t)row_number(normals, tangent), (int32_t)row_number(normals, plane),
                                 (int32_t)row_number(normals, binormal)};
    return (int32_t)row_number(matrices, &matrix);
}

static bool in_windings(const tlb_dif_interior *x, const tlb_dif_surface *s)
{
    return s->windingCount <= TLB_DIF_MAX_WINDING &&
           tlb_within(s->windingStart, s->windingCount, x->windings.count);
}

static void set_matrices(tlb_dif_interior *x, const row_set *normals, const row_set *matrices,
                         uint32_t *indices, uint32_t count)
{
    if (normals) {
        x->texNormals.data = normals->rows;
        x->texNormals.count = normals->count;
    }
    x->texMatrices.data = matrices->rows;
    x->texMatrices.count = matrices->count;
    x->texMatIndices.data = indices;
    x->texMatIndices.count = count;
}

static bool derive_frames(tlb_arena *arena, tlb_dif_interior *x)
{
    row_set normals, matrices;
    uint32_t count = x->windings.count, surfaces = x->surfaces.count;
    uint32_t *indices = tlb_alloc_array(arena, count, sizeof *indices);
    if (!indices || surfaces > INT32_MAX / 3 || !row_set_init(&normals, arena, 3 * surfaces) ||
        !row_set_init(&matrices, arena, surfaces))
        return false;
    memset(indices, 0, count * sizeof *indices);
    for (uint32_t i = 0; i < surfaces; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        int32_t matrix = in_windings(x, s) ? surface_frame(x, s, &normals, &matrices) : -1;
        for (uint32_t k = 0; matrix >= 0 && k < s->windingCount; k++)
            indices[s->windingStart + k] = (uint32_t)matrix;
    }
    set_matrices(x, &normals, &matrices, indices, matrices.count ? count : 0);
    return true;
}

/* --- from one form to the other ---------------------------------------------------------------------- */

/* Versions 4 and 5 have three indices of normals where later ones have that of a matrix. */
static bool widen_frames(tlb_arena *arena, tlb_dif_interior *x)
{
    row_set matrices;
    uint32_t count = x->normalIndices.count / 3, *indices = tlb_alloc_array(arena, count, sizeof *indices);
    if (!indices || !row_set_init(&matrices, arena, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        indices[i] = row_number(&matrices, x->normalIndices.data + 3 * (size_t)i);
    set_matrices(x, NULL, &matrices, indices, count);
    x->texNormals.data = x->normals2.data;
    x->texNormals.count = x->normals2.count;
    return true;
}

/* Matrices out of range become the first, normals that are none (-1) too. */
static bool narrow_frames(tlb_arena *arena, tlb_dif_interior *x)
{
    uint32_t count = x->texMatrices.count ? x->texMatIndices.count : 0;
    uint32_t *indices =
        count <= UINT32_MAX / 3 ? tlb_alloc_array(arena, 3 * (size_t)count, sizeof *indices) : NULL;
    if (!indices)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t matrix = x->texMatIndices.data[i] < x->texMatrices.count ? x->texMatIndices.data[i] : 0;
        const tlb_dif_tex_matrix *m = &x->texMatrices.data[matrix];
        indices[3 * (size_t)i] = m->T < 0 ? 0 : (uint32_t)m->T;
        indices[3 * (size_t)i + 1] = m->N < 0 ? 0 : (uint32_t)m->N;
        indices[3 * (size_t)i + 2] = m->B < 0 ? 0 : (uint32_t)m->B;
    }
    x->normals2.data = x->texNormals.data;
    x->normals2.count = x->texNormals.count;
    x->normalIndices = (tlb_dif_list){.data = indices, .count = 3 * count};
    return true;
}

static bool has_normals2(uint32_t version)
{
    return version == 4 || version == 5;
}

static bool has_tex_matrices(uint32_t version)
{
    return version >= 11;
}

void tlb_dif_convert_frames(dif_converter *r, tlb_dif_interior *x)
{
    bool from2 = has_normals2(r->from), to2 = has_normals2(r->to);
    bool from3 = has_tex_matrices(r->from), to3 = has_tex_matrices(r->to);
    bool enough = true;
    if (!to2 && !to3) {
        DIF_DROP(r, x, normals2);
        DIF_DROP(r, x, normalIndices);
        DIF_DROP(r, x, texNormals);
        DIF_DROP(r, x, texMatrices);
        DIF_DROP(r, x, texMatIndices);
        return;
    }
    if (!from2 && !from3)
        enough = derive_frames(&r->made.arena, x);
    else if (from2 && to3)
        enough = widen_frames(&r->made.arena, x);
    if (to2 && !from2)
        enough = enough && narrow_frames(&r->made.arena, x);
    if (!enough)
        tlb_dif_no_memory(r);
}

/* --- surfaces that turned ---------------------------------------------------------------------------- */

/* A list, with place for more at its end. */
static void *extended(tlb_arena *arena, const void *data, uint32_t count, size_t more, size_t size)
{
    void *copy = tlb_alloc_array(arena, count + more, size);
    if (copy && count)
        memcpy(copy, data, count * size);
    return copy;
}

/* Adds the three vectors of a surface's frame to a list; false where it has none. */
static bool add_frame(const tlb_dif_interior *x, const tlb_dif_surface *surface, tlb_vec3 *vectors)
{
    float plane[4];
    if (!in_windings(x, surface) || surface->texGenIndex >= x->texGenEqs.count ||
        !tlb_dif_plane_of(x, surface->planeIndex, true, plane))
        return false;
    lay_in_plane(x->texGenEqs.data[surface->texGenIndex].planeX, plane, vectors[0]);
    memcpy(vectors[1], plane, sizeof vectors[1]);
    lay_in_plane(x->texGenEqs.data[surface->texGenIndex].planeY, plane, vectors[2]);
    return true;
}

static bool renew_normals2(tlb_arena *arena, tlb_dif_interior *x, const uint8_t *turned, uint32_t count,
                           uint32_t drawn)
{
    tlb_vec3 *vectors =
        extended(arena, x->normals2.data, x->normals2.count, 3 * (size_t)count, sizeof *vectors);
    uint32_t have = x->normalIndices.count, want = have > 3 * drawn ? have : 3 * drawn;
    uint32_t *indices = extended(arena, x->normalIndices.data, have, want - have, sizeof *indices);
    if (!vectors || !indices)
        return false;
    memset(indices + have, 0, (want - have) * sizeof *indices);
    x->normalIndices.count = want;
    x->normals2.data = vectors;
    x->normalIndices.data = indices;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        if (!turned[i] || !add_frame(x, s, vectors + x->normals2.count))
            continue;
        for (uint64_t k = 3 * (uint64_t)s->windingStart;
             k < 3 * ((uint64_t)s->windingStart + s->windingCount) && k < x->normalIndices.count; k++)
            indices[k] = x->normals2.count + (uint32_t)(k % 3);
        x->normals2.count += 3;
    }
    /* what is narrow may no longer hold the indices */
    x->normalIndices.flagged &= x->normals2.count <= UINT8_MAX;
    x->normalIndices.param = x->normalIndices.flagged ? x->normalIndices.param : 0;
    return true;
}

static bool renew_tex_matrices(tlb_arena *arena, tlb_dif_interior *x, const uint8_t *turned, uint32_t count,
                               uint32_t drawn)
{
    tlb_vec3 *vectors =
        extended(arena, x->texNormals.data, x->texNormals.count, 3 * (size_t)count, sizeof *vectors);
    tlb_dif_tex_matrix *matrices =
        extended(arena, x->texMatrices.data, x->texMatrices.count, count, sizeof *matrices);
    uint32_t have = x->texMatIndices.count, want = have > drawn ? have : drawn;
    uint32_t *indices = extended(arena, x->texMatIndices.data, have, want - have, sizeof *indices);
    if (!vectors || !matrices || !indices)
        return false;
    memset(indices + have, 0, (want - have) * sizeof *indices);
    x->texMatIndices.count = want;
    x->texNormals.data = vectors;
    x->texMatrices.data = matrices;
    x->texMatIndices.data = indices;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        if (!turned[i] || !add_frame(x, s, vectors + x->texNormals.count))
            continue;
        int32_t first = (int32_t)x->texNormals.count;
        for (uint32_t k = s->windingStart;
             k < s->windingStart + s->windingCount && k < x->texMatIndices.count; k++)
            indices[k] = x->texMatrices.count;
        matrices[x->texMatrices.count++] = (tlb_dif_tex_matrix){first, first + 1, first + 2};
        x->texNormals.count += 3;
    }
    return true;
}

bool tlb_dif_renew_frames(tlb_arena *arena, tlb_dif_interior *x, uint8_t *turned)
{
    bool old = has_normals2(x->interiorFileVersion);
    uint32_t count = 0, drawn = 0, have = old ? x->normalIndices.count / 3 : x->texMatIndices.count;
    if (!old && !has_tex_matrices(x->interiorFileVersion))
        return true;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        uint32_t end = in_windings(x, s) ? s->windingStart + s->windingCount : 0;
        drawn = end > drawn ? end : drawn;
        turned[i] |= end > have;
        count += turned[i];
    }
    return !count || (old ? renew_normals2 : renew_tex_matrices)(arena, x, turned, count, drawn);
}
