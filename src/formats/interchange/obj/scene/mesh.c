/* The faces of each object and group as a mesh of triangles, a part for each material, under a node. */
#include "formats/interchange/obj/scene/scene.h"

#include "base/index.h"
#include "base/text.h"
#include "scene/materials/color.h"
#include "scene/build/name.h"
#include "scene/geometry/polygon.h"
#include "scene/geometry/unit.h"

#include <math.h>

/* A vertex of a mesh: what its corners have in common. */
typedef struct vertex {
    obj_resolved corner;
    int32_t map; /* the material whose texture is scaled or moved; TLB_NONE */
    uint32_t next;
} vertex;

typedef struct maker {
    obj_scene *s;
    uint32_t *heads, *meshes; /* by v: 1 + the first vertex made of it, in which mesh (1 + its place) */
    uint32_t *more;           /* by v: where its further numbers begin */
    uint8_t *given;
    vertex *vertices;
    tlb_index others; /* vertices of the mesh that are in no chain */
    uint32_t count;
    uint32_t *indices;
    float (*points)[3];
    uint32_t *links, (*triangles)[3]; /* of one polygon */
    uint64_t effort;
} maker;

/* --- vertices ---------------------------------------------------------------------------------------- */

/* In the index; 0 without memory. */
static uint32_t find_other(maker *m, const vertex *wanted)
{
    vertex *next = &m->vertices[m->count];
    *next = *wanted;
    int32_t *known = tlb_index_find(&m->others, &m->s->work, next, offsetof(vertex, next));
    if (known && *known == TLB_INDEX_NEW)
        *known = (int32_t)m->count++;
    return known ? (uint32_t)*known : 0;
}

static uint32_t find_vertex(maker *m, uint32_t mesh, const obj_resolved *corner, int32_t map)
{
    enum { LONGEST = 16 };
    int32_t v = corner->v;
    if (m->meshes[v] != mesh) {
        m->meshes[v] = mesh;
        m->heads[v] = 0;
    }
    int length = 0;
    for (uint32_t at = m->heads[v]; at; at = m->vertices[at - 1].next, length++) {
        const vertex *x = &m->vertices[at - 1];
        if (x->corner.vt == corner->vt && x->corner.vn == corner->vn && x->map == map)
            return at - 1;
    }
    vertex made = {*corner, map, m->heads[v]};
    if (length == LONGEST)
        return find_other(m, &made);
    m->vertices[m->count] = made;
    m->heads[v] = ++m->count;
    return m->count - 1;
}

static void cut(maker *m, const obj_face *face)
{
    const obj_resolved *corners = m->s->corners.data + face->first;
    double normal[3];
    for (uint32_t i = 0; i < face->count; i++)
        memcpy(m->points[i], m->s->obj->v.data[corners[i].v], sizeof *m->points);
    tlb_polygon_normal((const float(*)[3])m->points, face->count, normal);
    tlb_polygon_triangulate((const float(*)[3])m->points, face->count, normal, &m->effort, m->links,
                            m->triangles);
}

/* The triangles of a part, at `out`; returns their end. */
static uint32_t *add_part(maker *m, uint32_t mesh, const obj_part *part, uint32_t *out)
{
    obj_scene *s = m->s;
    const obj_material *own = part->material == TLB_NONE ? NULL : s->own.data[part->material];
    bool moved = own && own->map_Kd.file &&
                 (own->map_Kd.scale[0] != 1 || own->map_Kd.scale[1] != 1 || own->map_Kd.offset[0] != 0 ||
                  own->map_Kd.offset[1] != 0);
    int32_t map = moved ? part->material : TLB_NONE;
    for (uint32_t i = 0; i < part->faces; i++) {
        const obj_face *face = &s->faces.data[s->order[part->first + i]];
        const obj_resolved *corners = s->corners.data + face->first;
        if (face->count > 3)
            cut(m, face);
        else
            memcpy(m->triangles[0], (const uint32_t[3]){0, 1, 2}, sizeof *m->triangles);
        for (uint32_t k = 0; k < face->count - 2; k++)
            for (int c = 0; c < 3; c++)
                *out++ = find_vertex(m, mesh, &corners[m->triangles[k][c]], map);
    }
    return out;
}

static const float *color_of(const maker *m, int32_t v)
{
    enum { RGB = 6, W_RGB = 7 };
    uint8_t given = m->given[v];
    return given == RGB || given == W_RGB ? m->s->obj->more.data + m->more[v] + (given == W_RGB) : NULL;
}

static uint16_t color_value(float srgb)
{
    return (uint16_t)(tlb_linear(srgb) * UINT16_MAX + 0.5f);
}

static void fill_uv(const maker *m, const vertex *x, float uv[2])
{
    const obj_scene *s = m->s;
    float u = 0, v = 0;
    if (x->corner.vt != TLB_NONE) {
        u = s->obj->vt.data[x->corner.vt][0];
        v = s->obj->vt.data[x->corner.vt][1];
    }
    if (x->map != TLB_NONE) {
        const obj_map *map = &s->own.data[x->map]->map_Kd;
        u = u * map->scale[0] + map->offset[0];
        v = v * map->scale[1] + map->offset[1];
    }
    uv[0] = isfinite(u) ? u : 0;
    uv[1] = isfinite(v) ? 1 - v : 1;
}

static void fill_normal(const obj_scene *s, int32_t vn, float normal[3])
{
    uint32_t given = s->obj->vn.count, at = (uint32_t)vn;
    memcpy(normal, at < given ? s->obj->vn.data[at] : s->made.data[at - given], 3 * sizeof *normal);
    tlb_make_unit(normal);
}

static void fill_vertices(const maker *m, tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const vertex *x = &m->vertices[i];
        memcpy(mesh->positions[i], m->s->obj->v.data[x->corner.v], sizeof *mesh->positions);
        fill_normal(m->s, x->corner.vn, mesh->normals[i]);
        if (mesh->uv[0])
            fill_uv(m, x, mesh->uv[0][i]);
        if (!mesh->colors)
            continue;
        const float *color = color_of(m, x->corner.v);
        for (int k = 0; k < 4; k++)
            mesh->colors[i][k] = color && k < 3 ? color_value(color[k]) : UINT16_MAX;
    }
}

/* --- meshes ------------------------------------------------------------------------------------------ */

static unsigned vertex_data(const maker *m)
{
    unsigned data = TLB_WITH_NORMALS;
    for (uint32_t i = 0; i < m->count; i++) {
        const obj_resolved *corner = &m->vertices[i].corner;
        data |= corner->vt != TLB_NONE ? TLB_WITH_UV0 : 0u;
        data |= color_of(m, corner->v) ? TLB_WITH_COLORS : 0u;
    }
    return data;
}

/* `parts` are the numbers of the place's. */
static bool make_mesh(maker *m, uint32_t place, const uint32_t *parts, uint32_t part_count, int32_t *index)
{
    obj_scene *s = m->s;
    uint32_t *out = m->indices;
    *index = TLB_NONE;
    m->count = 0;
    m->others = (tlb_index){0};
    if (!part_count)
        return true;
    for (uint32_t i = 0; i < part_count; i++)
        out = add_part(m, place + 1, &s->parts.data[parts[i]], out);
    if (s->work.failure)
        return false;
    *index = (int32_t)s->scene->mesh_count;
    uint32_t indices = (uint32_t)(out - m->indices), first = 0;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, s->scene->nodes[s->scene->node_count - 1].name);
    if (!mesh || !tlb_mesh_reserve(s->scene, mesh, m->count, indices, part_count, vertex_data(m)))
        return false;
    memcpy(mesh->indices, m->indices, indices * sizeof *mesh->indices);
    for (uint32_t i = 0; i < part_count; i++) {
        const obj_part *part = &s->parts.data[parts[i]];
        mesh->parts[i] = (tlb_part){part->material, first, 3 * part->triangles};
        first += 3 * part->triangles;
    }
    fill_vertices(m, mesh);
    return true;
}

/* --- places ------------------------------------------------------------------------------------------ */

static bool add_node(obj_scene *s, const obj_place *place)
{
    const char *base = tlb_path_base(s->name);
    const char *name = place->name.size ? tlb_scene_name(&s->work, place->name.data, place->name.size)
                                        : tlb_scene_name(&s->work, base, tlb_path_stem(base));
    return name && tlb_scene_add_node(s->scene, *name ? name : "unnamed", place->parent);
}

/* Where the further numbers of vertices are. */
static bool find_more(maker *m)
{
    const tlb_obj *obj = m->s->obj;
    uint32_t v = 0, at = 0;
    m->given = tlb_zalloc(&m->s->work, obj->v.count);
    m->more = tlb_alloc_array(&m->s->work, obj->v.count, sizeof *m->more);
    if (!m->given || !m->more)
        return false;
    for (uint32_t i = 0; i < obj->statement_count; i++) {
        if (obj->words[i] != TLB_OBJ_V)
            continue;
        m->given[v] = obj->given[i];
        m->more[v++] = at;
        at += obj->given[i] - 3u;
    }
    return true;
}

static bool prepare(maker *m)
{
    obj_scene *s = m->s;
    tlb_arena *work = &s->work;
    uint32_t most = 0, corners = 0, triangles = 0;
    for (uint32_t i = 0; i < s->faces.count; i++)
        most = s->faces.data[i].count > most ? s->faces.data[i].count : most;
    for (uint32_t i = 0; i < s->places.count; i++)
        corners = s->places.data[i].corners > corners ? s->places.data[i].corners : corners;
    for (uint32_t i = 0; i < s->parts.count; i++)
        triangles += s->parts.data[i].triangles;
    m->heads = tlb_zalloc_array(work, s->obj->v.count, sizeof *m->heads);
    m->meshes = tlb_zalloc_array(work, s->obj->v.count, sizeof *m->meshes);
    m->vertices = tlb_alloc_array(work, corners + (size_t)1, sizeof *m->vertices); /* and one to look for */
    m->indices = tlb_alloc_array(work, 3 * (size_t)triangles, sizeof *m->indices);
    m->points = tlb_alloc_array(work, most, sizeof *m->points);
    m->links = tlb_alloc_array(work, most, sizeof *m->links);
    m->triangles = tlb_alloc_array(work, most, sizeof *m->triangles);
    return m->heads && m->meshes && m->vertices && m->indices && m->points && m->links && m->triangles &&
           find_more(m);
}

bool tlb_obj_make_meshes(obj_scene *s)
{
    enum { EFFORT = 100000000 };
    maker m = {.s = s, .effort = EFFORT};
    uint32_t *parts = tlb_alloc_array(&s->work, s->parts.count, sizeof *parts);
    uint32_t *ends = tlb_zalloc_array(&s->work, (size_t)s->places.count + 1, sizeof *ends);
    if (!parts || !ends || !prepare(&m))
        return false;
    for (uint32_t i = 0; i < s->parts.count; i++)
        ends[s->parts.data[i].place + 1]++;
    for (uint32_t i = 0; i < s->places.count; i++)
        ends[i + 1] += ends[i];
    for (uint32_t i = 0; i < s->parts.count; i++)
        parts[ends[s->parts.data[i].place]++] = i;
    for (uint32_t i = 0; i < s->places.count; i++) {
        uint32_t first = i ? ends[i - 1] : 0;
        int32_t mesh;
        if (!add_node(s, &s->places.data[i]) || !make_mesh(&m, i, parts + first, ends[i] - first, &mesh))
            return false;
        s->scene->nodes[i].mesh = mesh;
    }
    return true;
}
