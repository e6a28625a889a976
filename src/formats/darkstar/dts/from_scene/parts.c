/* A part of a mesh, packed: positions in bytes, normals as numbers of the engine's table. */
#include "formats/darkstar/dts/from_scene/meshes.h"

#include "scene/geometry/matrix.h"
#include "scene/geometry/unit.h"

#include <stdlib.h>
#include <string.h>

/* --- vertices ------------------------------------------------------------------------------------------ */

static int by_index(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

uint32_t tlb_dts_list_used(dts_mesh_maker *mm, const dts_triangle *triangles, uint32_t count, uint32_t *used)
{
    uint32_t vertices = 0;
    mm->serial++;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t vertex = mm->mesh->indices[triangles[i].first + c];
            if (mm->stamp[vertex] == mm->serial)
                continue;
            mm->stamp[vertex] = mm->serial;
            if (used)
                used[vertices] = vertex;
            vertices++;
        }
    return vertices;
}

bool tlb_dts_find_used(dts_part_maker *p)
{
    dts_mesh_maker *mm = p->mm;
    p->used = tlb_alloc_array(mm->m->arena, (size_t)p->triangle_count * 3, sizeof *p->used);
    if (!p->used)
        return false;
    p->used_count = tlb_dts_list_used(mm, p->triangles, p->triangle_count, p->used);
    qsort(p->used, p->used_count, sizeof *p->used, by_index);
    for (uint32_t i = 0; i < p->used_count; i++)
        mm->local[p->used[i]] = i;
    return true;
}

void tlb_dts_pose_vertex(dts_part_maker *p, uint32_t index, uint32_t frame, float position[3],
                         float normal[3])
{
    const dts_mesh_maker *mm = p->mm;
    float at[3], to[3], placed[3];
    tlb_morph_frames_vertex(&mm->m->frames[mm->node], mm->mesh, (const float(*)[3])mm->normals, index, frame,
                            at, to);
    for (int axis = 0; axis < 3; axis++)
        at[axis] = tlb_dts_sane(mm->m, at[axis]);
    tlb_matrix_point(p->matrix, at, placed);
    for (int axis = 0; axis < 3; axis++)
        placed[axis] = tlb_dts_sane(mm->m, placed[axis]);
    dts_axes_from_scene(position, placed);
    float side = p->mirrors ? -1.0f : 1.0f;
    for (int axis = 0; axis < 3; axis++)
        placed[axis] = side * (p->for_normals[axis] * to[0] + p->for_normals[3 + axis] * to[1] +
                               p->for_normals[6 + axis] * to[2]);
    tlb_make_unit(placed);
    dts_axes_from_scene(normal, placed);
}

static bool pack_frame(dts_part_maker *p, uint32_t number, tlb_dts_frame *frame, tlb_dts_packed_vertex *out)
{
    dts_maker *m = p->mm->m;
    tlb_mark mark = tlb_arena_mark(m->arena);
    float(*points)[3] = tlb_alloc_array(m->arena, p->used_count, sizeof *points);
    tlb_box box = tlb_box_empty();
    if (!points)
        return false;
    for (uint32_t i = 0; i < p->used_count; i++) {
        float normal[3];
        tlb_dts_pose_vertex(p, p->used[i], number, points[i], normal);
        tlb_box_add(&box, points[i]);
        out[i][3] = tlb_dts_pack_normal(normal);
    }
    if (p->mm->common)
        box = p->mm->common[number];
    tlb_dts_pack_points((const float(*)[3])points, p->used_count, &box, frame, out);
    tlb_arena_rewind(m->arena, mark);
    return true;
}

/* Vertices that are packed alike in all frames become one. */
static bool pack_vertices(dts_part_maker *p, tlb_dts_mesh *to)
{
    dts_maker *m = p->mm->m;
    uint32_t frames = p->frame_count, width = frames * (uint32_t)sizeof(tlb_dts_packed_vertex);
    tlb_index known = {0};
    to->frames.data = tlb_zalloc_array(m->arena, frames, sizeof *to->frames.data);
    tlb_dts_packed_vertex *packed = tlb_alloc_array(m->arena, p->used_count, frames * sizeof *packed);
    uint8_t *keys = tlb_alloc_array(m->arena, p->used_count, width);
    p->vertex = tlb_alloc_array(m->arena, p->used_count, sizeof *p->vertex);
    if (!to->frames.data || !packed || !keys || !p->vertex)
        return false;
    to->frames.count = frames;
    for (uint32_t f = 0; f < frames; f++)
        if (!pack_frame(p, f, &to->frames.data[f], packed + (size_t)f * p->used_count))
            return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->used_count; i++) {
        uint8_t *key = keys + (size_t)i * width;
        for (uint32_t f = 0; f < frames; f++)
            memcpy(key + f * sizeof *packed, packed[(size_t)f * p->used_count + i], sizeof *packed);
        int32_t *number = tlb_index_find(&known, m->arena, key, width);
        if (!number)
            return false;
        if (*number == TLB_INDEX_NEW) {
            *number = (int32_t)count;
            for (uint32_t f = 0; f < frames; f++)
                memcpy(packed[(size_t)f * p->used_count + count], packed[(size_t)f * p->used_count + i],
                       sizeof *packed);
            count++;
        }
        p->vertex[i] = (uint32_t)*number;
    }
    uint32_t corners =
        p->mm->common ? TLB_DTS_BOX_VERTICES : 0; /* faces need not reach the ends of the box */
    to->vertsPerFrame = (int32_t)(count + corners) + TLB_DTS_BOX_VERTICES;
    to->vertices.count = (uint32_t)to->vertsPerFrame * frames;
    to->vertices.data = tlb_zalloc_array(m->arena, to->vertices.count, sizeof *packed);
    for (uint32_t f = 0; to->vertices.data && f < frames; f++) {
        tlb_dts_packed_vertex *out = to->vertices.data + (size_t)f * (uint32_t)to->vertsPerFrame;
        to->frames.data[f].firstVert = (int32_t)f * to->vertsPerFrame;
        for (int axis = 0; axis < 3; axis++)
            out[1][axis] = to->frames.data[f].scale[axis] > 0 ? UINT8_MAX : 0;
        memcpy(out + TLB_DTS_BOX_VERTICES, packed + (size_t)f * p->used_count, count * sizeof *packed);
        memcpy(out + TLB_DTS_BOX_VERTICES + count, out, corners * sizeof *packed);
    }
    return to->vertices.data != NULL;
}

/* The coordinates of a vertex in a texture frame. */
static void find_uv(const dts_mesh_maker *mm, uint32_t frame, uint32_t vertex, const tlb_material *material,
                    float uv[2])
{
    const tlb_scene *scene = mm->m->scene;
    const tlb_mesh *mesh =
        frame ? &scene->meshes[scene->nodes[mm->pictures->frames.data[frame - 1]].mesh] : mm->mesh;
    for (int axis = 0; axis < 2; axis++)
        uv[axis] = tlb_dts_sane(mm->m, mesh->uv[mm->uv_set][vertex][axis] +
                                           (material ? material->texture.offset[axis] : 0)) +
                   0.0f; /* 0 for -0 */
}

/* One where the mesh has no coordinates: engines read one for each corner. Those that are the same in all
 * frames become one. */
static bool pack_texture_vertices(dts_part_maker *p, tlb_dts_mesh *to, const tlb_material *material)
{
    dts_mesh_maker *mm = p->mm;
    tlb_arena *arena = mm->m->arena;
    tlb_index known = {0};
    uint32_t frames = 1 + (mm->pictures && mm->uv_set >= 0 ? mm->pictures->frames.count : 0), count = 0;
    tlb_vec2 *found = tlb_zalloc_array(arena, (size_t)p->used_count + 1, frames * sizeof *found);
    p->texture = tlb_zalloc_array(arena, p->used_count, sizeof *p->texture);
    if (!p->texture || !found)
        return false;
    for (uint32_t i = 0; i < p->used_count && mm->uv_set >= 0; i++) {
        tlb_vec2 *uv = found + (size_t)count * frames;
        for (uint32_t f = 0; f < frames; f++)
            find_uv(mm, f, p->used[i], material, uv[f]);
        int32_t *number = tlb_index_find(&known, arena, uv, frames * sizeof *uv);
        if (!number)
            return false;
        if (*number == TLB_INDEX_NEW)
            *number = (int32_t)count++;
        p->texture[i] = (uint32_t)*number;
    }
    count += count == 0;
    to->textureVertsPerFrame = (int32_t)count;
    to->textureVerts.count = count * frames;
    to->textureVerts.data = tlb_alloc_array(arena, to->textureVerts.count, sizeof *to->textureVerts.data);
    for (uint32_t f = 0; to->textureVerts.data && f < frames; f++)
        for (uint32_t i = 0; i < count; i++)
            memcpy(to->textureVerts.data[f * count + i], found[(size_t)i * frames + f], sizeof *found);
    return to->textureVerts.data != NULL;
}

static bool pack_faces(dts_part_maker *p, tlb_dts_mesh *to)
{
    dts_mesh_maker *mm = p->mm;
    to->faces.data = tlb_alloc_array(mm->m->arena, p->triangle_count, sizeof *to->faces.data);
    for (uint32_t i = 0; to->faces.data && i < p->triangle_count; i++) {
        int32_t v[3], t[3];
        for (uint32_t c = 0; c < 3; c++) { /* counter-clockwise becomes clockwise */
            uint32_t corner = p->mirrors || !c ? c : 3 - c;
            uint32_t local = mm->local[mm->mesh->indices[p->triangles[i].first + corner]];
            v[c] = (int32_t)p->vertex[local] + TLB_DTS_BOX_VERTICES;
            t[c] = (int32_t)p->texture[local];
        }
        if (v[0] == v[1] || v[1] == v[2] || v[0] == v[2]) {
            mm->m->flat++;
            continue;
        }
        to->faces.data[to->faces.count++] =
            (tlb_dts_face){v[0], t[0], v[1], t[1], v[2], t[2], p->triangles[i].material};
    }
    return to->faces.data != NULL;
}

bool tlb_dts_pack_part(dts_part_maker *p, tlb_dts_mesh *to, const tlb_material *material)
{
    if (!tlb_dts_find_used(p) || !pack_vertices(p, to) || !pack_texture_vertices(p, to, material) ||
        !pack_faces(p, to))
        return false;
    to->radius = tlb_dts_mesh_radius(to);
    return true;
}
