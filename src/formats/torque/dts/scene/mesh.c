/* A mesh of a shape: the vertices that its triangles use, a part for each material, and further frames as
 * morphs. */
#include "base/range.h"
#include "formats/torque/dts/geometry.h"
#include "formats/torque/dts/scene/scene.h"
#include "scene/materials/color.h"

#include <math.h>

static void read_vector(const uint8_t *list, size_t stride, uint32_t index, float out[3])
{
    tlb_vec3 value;
    memcpy(value, list + stride * index, sizeof value);
    shape_turn_axes(out, value);
}

/* --- triangles ----------------------------------------------------------------------------------------- */

typedef struct triangle {
    uint32_t corners[3]; /* counter-clockwise */
    int32_t material;
} triangle;

typedef struct triangles {
    shape_scene *s;
    const tlb_torque_mesh *mesh;
    uint32_t vertex_count;
    TLB_LIST(triangle) list;
} triangles;

static bool add_primitive(void *user, const tlb_torque_primitive *p)
{
    triangles *t = user;
    const tlb_torque_mesh *m = t->mesh;
    bool drawn;
    int32_t material;
    if (!tlb_within(p->start, p->numElements, m->indices.count)) {
        t->s->skipped++;
        return true;
    }
    if (!tlb_shape_find_material(t->s, p->matIndex, &drawn, &material))
        return false;
    uint32_t count = tlb_shape_triangle_count(p);
    if (!drawn || !shape_afford(t->s, 3 * (uint64_t)count))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c[3];
        tlb_shape_corners(p, m->indices.data + p->start, i, c);
        bool there = c[0] < t->vertex_count && c[1] < t->vertex_count && c[2] < t->vertex_count;
        t->s->skipped += !there;
        if (!there || c[0] == c[1] || c[1] == c[2] || c[0] == c[2])
            continue;
        triangle *made = TLB_PUSH(&t->s->work, &t->list);
        if (!made)
            return false;
        *made = (triangle){{c[0], c[2], c[1]}, material};
    }
    return true;
}

/* --- the mesh ------------------------------------------------------------------------------------------ */

/* The vertices in use, in the order of the file: `numbers` gets that of each in the mesh. */
static uint32_t number_vertices(const triangles *t, uint32_t *numbers, uint32_t *used)
{
    uint32_t count = 0;
    memset(numbers, 0, t->vertex_count * sizeof *numbers);
    for (uint32_t i = 0; i < t->list.count; i++)
        for (int k = 0; k < 3; k++)
            numbers[t->list.data[i].corners[k]] = 1;
    for (uint32_t i = 0; i < t->vertex_count; i++)
        if (numbers[i]) {
            numbers[i] = count;
            used[count++] = i;
        }
    return count;
}

/* Triangles of a material become one part, in the order in which materials are met. */
static uint32_t number_parts(const triangles *t, uint32_t *parts, uint32_t *counts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->s->scene->material_count; i++)
        parts[i] = UINT32_MAX;
    for (uint32_t i = 0; i < t->list.count; i++) {
        uint32_t *part = &parts[t->list.data[i].material];
        if (*part == UINT32_MAX) {
            counts[count] = 0;
            *part = count++;
        }
        counts[*part]++;
    }
    return count;
}

static void fill_parts(const triangles *t, const uint32_t *numbers, const uint32_t *parts,
                       const uint32_t *counts, tlb_mesh *mesh)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        mesh->parts[i].first_index = first;
        mesh->parts[i].index_count = 0;
        first += 3 * counts[i];
    }
    for (uint32_t i = 0; i < t->list.count; i++) {
        const triangle *from = &t->list.data[i];
        tlb_part *part = &mesh->parts[parts[from->material]];
        part->material = from->material;
        for (int k = 0; k < 3; k++)
            mesh->indices[part->first_index + part->index_count++] = numbers[from->corners[k]];
    }
}

/* As they are shown: linear in scenes. What has none is white. */
static void read_color(const shape_vertices *from, uint32_t vertex, uint16_t out[4])
{
    uint32_t color = vertex < from->color_count ? from->colors[vertex] : UINT32_MAX;
    for (int k = 0; k < 4; k++) {
        uint8_t value = (uint8_t)(color >> 8 * k);
        out[k] = k < 3 ? (uint16_t)lroundf(tlb_linear_byte(value) * UINT16_MAX) : (uint16_t)(value * 257);
    }
}

static void read_uv(const uint8_t *list, size_t stride, uint32_t count, uint32_t vertex, float out[2])
{
    memset(out, 0, sizeof(tlb_vec2));
    if (vertex < count)
        memcpy(out, list + stride * vertex, sizeof(tlb_vec2));
}

static void fill_vertices(const shape_vertices *from, const uint32_t *used, tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        read_vector(from->positions, from->stride, used[i], mesh->positions[i]);
        if (from->normals)
            read_vector(from->normals, from->stride, used[i], mesh->normals[i]);
        read_uv(from->uvs, from->uv_stride, from->uv_count, used[i], mesh->uv[0][i]);
        if (mesh->uv[1])
            read_uv(from->uvs2, from->uv2_stride, from->uv2_count, used[i], mesh->uv[1][i]);
        if (mesh->colors)
            read_color(from, used[i], mesh->colors[i]);
    }
    if (!from->normals)
        tlb_mesh_compute_normals(mesh);
}

/* The frames after the first, as differences from it. */
static bool add_frames(shape_scene *s, const shape_vertices *from, const tlb_torque_mesh *m,
                       const uint32_t *used, tlb_mesh *mesh)
{
    uint32_t frames = tlb_shape_frames(m, from->count) - 1;
    if (!frames || !shape_afford(s, (uint64_t)frames * mesh->vertex_count * 6))
        return true;
    if (!tlb_mesh_reserve_morphs(s->scene, mesh, frames, from->normals != NULL))
        return false;
    for (uint32_t f = 0; f < frames; f++) {
        mesh->morphs[f].name = tlb_arena_printf(s->arena, "frame %u", f + 1);
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            uint32_t vertex = used[i] + (f + 1) * (uint32_t)m->vertsPerFrame;
            float moved[3];
            if (vertex >= from->count)
                continue;
            read_vector(from->positions, from->stride, vertex, moved);
            for (int k = 0; k < 3; k++)
                mesh->morphs[f].positions[i][k] = moved[k] - mesh->positions[i][k];
            if (!from->normals)
                continue;
            read_vector(from->normals, from->stride, vertex, moved);
            for (int k = 0; k < 3; k++)
                mesh->morphs[f].normals[i][k] = moved[k] - mesh->normals[i][k];
        }
        if (!mesh->morphs[f].name)
            return false;
    }
    return true;
}

static bool make_mesh(triangles *t, const shape_vertices *from, const char *name, bool frames, int32_t *made)
{
    shape_scene *s = t->s;
    uint32_t *numbers = tlb_alloc_array(&s->work, t->vertex_count, sizeof *numbers);
    uint32_t *used = tlb_alloc_array(&s->work, t->vertex_count, sizeof *used);
    uint32_t *parts = tlb_alloc_array(&s->work, s->scene->material_count, sizeof *parts);
    uint32_t *counts = tlb_alloc_array(&s->work, s->scene->material_count, sizeof *counts);
    if (!numbers || !used || !parts || !counts)
        return false;
    uint32_t vertices = number_vertices(t, numbers, used), part_count = number_parts(t, parts, counts);
    const tlb_torque_mesh *owner = tlb_shape_owner(s->shape, t->mesh);
    unsigned data = TLB_WITH_NORMALS | TLB_WITH_UV0 | (from->uv2_count ? TLB_WITH_UV1 : 0) |
                    (from->color_count ? TLB_WITH_COLORS : 0) | (owner->skin ? TLB_WITH_SKIN : 0);
    *made = (int32_t)s->scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, name);
    if (!mesh || !tlb_mesh_reserve(s->scene, mesh, vertices, 3 * t->list.count, part_count, data))
        return false;
    fill_parts(t, numbers, parts, counts, mesh);
    fill_vertices(from, used, mesh);
    return (!frames || add_frames(s, from, t->mesh, used, mesh)) &&
           (!owner->skin || tlb_shape_hang(s, owner, used, mesh));
}

bool tlb_shape_draw_mesh(shape_scene *s, const tlb_torque_mesh *mesh, const char *name, bool frames,
                         int32_t *made)
{
    shape_vertices from = tlb_shape_vertices(s->shape, mesh);
    tlb_mark mark = tlb_arena_mark(&s->work);
    triangles t = {.s = s, .mesh = mesh, .vertex_count = from.count};
    *made = TLB_NONE;
    bool done = tlb_shape_each_primitive(mesh, add_primitive, &t) &&
                (!t.list.count || make_mesh(&t, &from, name, frames, made));
    tlb_arena_rewind(&s->work, mark);
    return done;
}
