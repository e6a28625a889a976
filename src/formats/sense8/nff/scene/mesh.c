/* An object's polygons as triangles, a part for each material. */
#include "formats/sense8/nff/scene/scene.h"
#include "base/text.h"
#include "core/checker.h"
#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/polygon.h"
#include "scene/geometry/unit.h"

#include <math.h>

/* --- textures on polygons without texture coordinates ----------------------------------------------- */

/* The description leaves open where they lie; this is ours: u goes along the first edge, v to its left in the
 * polygon's plane, the polygon's rectangle is the whole texture; then the keywords, in the order that the
 * description gives, about the texture's origin. */

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Unit vectors along the first edge that has a length, and to its left. */
static void find_axes(const float (*corners)[3], uint32_t count, const float normal[3], float axes[2][3])
{
    float length = 0;
    for (uint32_t i = 0; i + 1 < count && !(length > 0); i++) {
        for (int k = 0; k < 3; k++)
            axes[0][k] = corners[i + 1][k] - corners[i][k];
        length = sqrtf(dot(axes[0], axes[0]));
    }
    for (int k = 0; k < 3; k++)
        axes[0][k] = length > 0 ? axes[0][k] / length : (float)(k == 0);
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        axes[1][k] = normal[u] * axes[0][v] - normal[v] * axes[0][u];
    }
}

static void fit(const float (*corners)[3], uint32_t count, const float axis[3], int which, float (*uv)[2])
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        uv[i][which] = dot(corners[i], axis);
        low = uv[i][which] < low ? uv[i][which] : low;
        high = uv[i][which] > high ? uv[i][which] : high;
    }
    for (uint32_t i = 0; i < count; i++)
        uv[i][which] = high > low ? (uv[i][which] - low) / (high - low) : 0;
}

static void apply_keywords(const tlb_nff_texture *x, float uv[2])
{
    if (x->has & TLB_NFF_MIRROR)
        uv[0] = 1 - uv[0];
    if (x->has & TLB_NFF_ROT) {
        float c = (float)cos((double)x->rot), s = (float)sin((double)x->rot), u = uv[0];
        uv[0] = c * u - s * uv[1];
        uv[1] = s * u + c * uv[1];
    }
    for (int i = 0; i < 2; i++) {
        if (x->has & TLB_NFF_SCALE)
            uv[i] *= x->scale;
        if (x->has & TLB_NFF_TRANS)
            uv[i] += x->trans[i];
        if (!isfinite(uv[i]))
            uv[i] = 0;
    }
}

/* A texture laid on a polygon whose vertices have no coordinates, v from the bottom. */
static void map_texture(const tlb_nff_texture *texture, const float (*corners)[3], uint32_t count,
                        const float normal[3], float (*uv)[2])
{
    float axes[2][3] = {{0}};
    find_axes(corners, count, normal, axes);
    fit(corners, count, axes[0], 0, uv);
    fit(corners, count, axes[1], 1, uv);
    for (uint32_t i = 0; i < count; i++)
        apply_keywords(texture, uv[i]);
}

/* --- meshes ----------------------------------------------------------------------------------------- */

/* How a polygon shows its vertices; those that two polygons show alike are one. */
enum { SMOOTH = 1, COLORED = 2, WITH_UV = 4, MAPPED = 8 };

typedef struct maker {
    nff_scene *s;
    uint32_t number;
    const tlb_nff_object *x;
    nff_shown_polygon *polygons;
    float (*normals)[3]; /* of the vertices that have one */
    float (*corners)[3], (*uv)[2];
    uint32_t *links, (*triangles)[3], *indices; /* of one polygon */
    uint32_t *vertex, *vertex_how; /* where a vertex is in the mesh, and 1 + how it is shown there */
    tlb_mesh *mesh;
    uint32_t vertices; /* made so far */
} maker;

static void report_replaced(const maker *m, uint32_t vertex, const char *field, const char *taken)
{
    tlb_report(m->s->conversion->context, TLB_CODE_NFF_REPLACED, TLB_NO_OFFSET,
               tlb_arena_printf(&m->s->work, "objects[%u].vertices[%u].%s", m->number, vertex, field),
               "infinite or NaN: %s", taken);
}

static bool find_normals(maker *m)
{
    const tlb_nff_object *x = m->x;
    m->normals = tlb_alloc_array(&m->s->work, x->vertices.count, sizeof *m->normals);
    if (!m->normals)
        return false;
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        const tlb_nff_vertex *v = &x->vertices.data[i];
        const float *norm = v->norm;
        if (v->has & TLB_NFF_NORM && !tlb_all_finite(norm, 3))
            report_replaced(m, i, "norm", "ignored");
        if (v->has & TLB_NFF_UV && !tlb_all_finite(v->uv, 2))
            report_replaced(m, i, "uv", "replaced by 0");
        float length =
            tlb_is_unit(norm, 3) ? 1 : sqrtf(norm[0] * norm[0] + norm[1] * norm[1] + norm[2] * norm[2]);
        for (int axis = 0; axis < 3; axis++)
            m->normals[i][axis] = length > 0 && isfinite(length) ? norm[axis] / length : 0;
    }
    tlb_nff_automatic_normals(x, m->corners, m->normals);
    return true;
}

/* Whether all of a polygon's vertices have an attribute. */
static bool all_have(const tlb_nff_object *x, const tlb_nff_polygon *polygon, uint8_t has)
{
    bool all = true;
    for (uint32_t i = 0; i < polygon->indices.count && all; i++)
        all = (x->vertices.data[polygon->indices.data[i]].has & has) != 0;
    return all;
}

/* A normal without direction is none. */
static bool is_smooth(const maker *m, const tlb_nff_polygon *polygon)
{
    bool smooth = all_have(m->x, polygon, TLB_NFF_NORM | TLB_NFF_AUTO);
    for (uint32_t i = 0; i < polygon->indices.count && smooth; i++) {
        const float *n = m->normals[polygon->indices.data[i]];
        smooth = n[0] != 0 || n[1] != 0 || n[2] != 0;
    }
    return smooth;
}

/* Why a polygon is not drawn. */
static void report_skipped(const maker *m, const tlb_nff_polygon *polygon, uint32_t index)
{
    tlb_context *context = m->s->conversion->context;
    const char *path = tlb_arena_printf(&m->s->work, "objects[%u].polygons[%u].indices", m->number, index);
    uint32_t i = 0, vertices = m->x->vertices.count;
    if (polygon->indices.count < 3) {
        tlb_report(context, TLB_CODE_NFF_POLYGON_SKIPPED, TLB_NO_OFFSET, path, "not drawn: %u %s",
                   polygon->indices.count, tlb_plural(polygon->indices.count, "corner", "corners"));
        return;
    }
    while (polygon->indices.data[i] < vertices &&
           tlb_all_finite(m->x->vertices.data[polygon->indices.data[i]].position, 3))
        i++;
    uint32_t vertex = polygon->indices.data[i];
    if (vertex >= vertices)
        tlb_report(context, TLB_CODE_NFF_POLYGON_SKIPPED, TLB_NO_OFFSET, path,
                   "not drawn: vertex index %u of corner %u out of range; number of vertices: %u", vertex, i,
                   vertices);
    else
        tlb_report(context, TLB_CODE_NFF_POLYGON_SKIPPED, TLB_NO_OFFSET, path,
                   "not drawn: the position of vertex %u is infinite or NaN", vertex);
}

static bool look_at_polygon(maker *m, uint32_t index, int32_t table)
{
    const tlb_nff_polygon *polygon = &m->x->polygons.data[index];
    nff_shown_polygon *shown = &m->polygons[index];
    shown->material = TLB_NONE;
    shown->how = 0;
    if (!tlb_nff_can_draw(m->x, polygon)) {
        report_skipped(m, polygon, index);
        return true;
    }
    if (is_smooth(m, polygon))
        shown->how |= SMOOTH;
    if (!polygon->texture && all_have(m->x, polygon, TLB_NFF_RGB))
        shown->how |= COLORED;
    if (polygon->texture)
        shown->how |= all_have(m->x, polygon, TLB_NFF_UV) ? WITH_UV : MAPPED;
    return tlb_nff_find_material(m->s, m->number, index, table, shown->how & COLORED, &shown->material);
}

typedef struct sums {
    uint64_t corners, triangles;
    uint32_t parts, how;
} sums;

/* The part of a polygon that is drawn. */
static uint32_t part_of(const maker *m, uint32_t polygon)
{
    return m->s->parts.data[m->polygons[polygon].material].part;
}

/* Numbers the materials in the order in which they are met. */
static bool count_parts(maker *m, sums *sum)
{
    nff_scene *s = m->s;
    while (s->parts.count < s->scene->material_count) {
        nff_part_slot *slot = TLB_PUSH(&s->work, &s->parts);
        if (!slot)
            return false;
        *slot = (nff_part_slot){0};
    }
    for (uint32_t i = 0; i < m->x->polygons.count; i++) {
        uint32_t corners = m->x->polygons.data[i].indices.count;
        if (m->polygons[i].material == TLB_NONE)
            continue;
        sum->corners += corners;
        sum->triangles += corners - 2;
        sum->how |= m->polygons[i].how;
        nff_part_slot *slot = &s->parts.data[m->polygons[i].material];
        if (slot->object != m->number + 1)
            *slot = (nff_part_slot){m->number + 1, sum->parts++};
    }
    return true;
}

static bool reserve(maker *m, const sums *sum)
{
    unsigned data = TLB_WITH_NORMALS | (sum->how & (WITH_UV | MAPPED) ? TLB_WITH_UV0 : 0) |
                    (sum->how & COLORED ? TLB_WITH_COLORS : 0);
    if (sum->corners > UINT32_MAX || sum->triangles > UINT32_MAX / 3)
        return false;
    m->mesh = tlb_scene_add_mesh(m->s->scene, m->x->name.data ? m->x->name.data : "");
    if (!m->mesh || !tlb_mesh_reserve(m->s->scene, m->mesh, (uint32_t)sum->corners,
                                      (uint32_t)sum->triangles * 3, sum->parts, data))
        return false;
    tlb_part *parts = m->mesh->parts;
    memset(parts, 0, sum->parts * sizeof *parts);
    for (uint32_t i = 0; i < m->x->polygons.count; i++)
        if (m->polygons[i].material != TLB_NONE) {
            parts[part_of(m, i)].material = m->polygons[i].material;
            parts[part_of(m, i)].index_count += 3 * (m->x->polygons.data[i].indices.count - 2);
        }
    for (uint32_t i = 1; i < sum->parts; i++)
        parts[i].first_index = parts[i - 1].first_index + parts[i - 1].index_count;
    for (uint32_t i = 0; i < sum->parts; i++)
        parts[i].index_count = 0; /* counted up again while they are filled */
    return true;
}

/* --- vertices and triangles -------------------------------------------------------------------------- */

static uint32_t add_vertex(maker *m, uint32_t how, const tlb_nff_vertex *from, const float normal[3],
                           const float uv[2])
{
    tlb_mesh *mesh = m->mesh;
    uint32_t i = m->vertices++;
    nff_turn_axes(mesh->positions[i], from->position);
    nff_turn_axes(mesh->normals[i], normal);
    if (mesh->uv[0]) {
        bool has = how & (WITH_UV | MAPPED);
        mesh->uv[0][i][0] = has ? tlb_finite(uv[0]) : 0;
        mesh->uv[0][i][1] = has ? 1 - tlb_finite(uv[1]) : 0;
    }
    if (mesh->colors) {
        for (int k = 0; k < 3; k++)
            mesh->colors[i][k] =
                how & COLORED ? (uint16_t)lroundf(tlb_linear_byte(from->rgb[k]) * UINT16_MAX) : UINT16_MAX;
        mesh->colors[i][3] = UINT16_MAX;
    }
    return i;
}

/* Vertices that depend on nothing but themselves are shared. */
static void add_vertices(maker *m, const tlb_nff_polygon *polygon, uint32_t how, const float normal[3])
{
    bool shared = how & SMOOTH && !(how & MAPPED);
    for (uint32_t i = 0; i < polygon->indices.count; i++) {
        uint32_t v = polygon->indices.data[i];
        const tlb_nff_vertex *from = &m->x->vertices.data[v];
        if (shared && m->vertex_how[v] == how + 1) {
            m->indices[i] = m->vertex[v];
            continue;
        }
        m->indices[i] = add_vertex(m, how, from, how & SMOOTH ? m->normals[v] : normal,
                                   how & MAPPED ? m->uv[i] : from->uv);
        if (shared) {
            m->vertex[v] = m->indices[i];
            m->vertex_how[v] = how + 1;
        }
    }
}

static void add_polygon(maker *m, uint32_t index)
{
    const tlb_nff_polygon *polygon = &m->x->polygons.data[index];
    nff_shown_polygon *shown = &m->polygons[index];
    uint32_t count = polygon->indices.count;
    float normal[3];
    double area[3];
    tlb_nff_corners(m->x, polygon, m->corners);
    const float(*corners)[3] = (const float(*)[3])m->corners;
    if (!tlb_nff_polygon_normal(corners, count, normal))
        normal[1] = -1; /* upwards: any direction is as good, none is not */
    if (shown->how & MAPPED)
        map_texture(polygon->texture, corners, count, normal, m->uv);
    add_vertices(m, polygon, shown->how, normal);
    tlb_polygon_normal(corners, count, area);
    tlb_polygon_triangulate(corners, count, area, &m->s->effort, m->links, m->triangles);
    shown->part = part_of(m, index);
    tlb_part *part = &m->mesh->parts[shown->part];
    shown->first_triangle = part->index_count / 3;
    for (uint32_t i = 0; i + 2 < count; i++)
        for (int k = 0; k < 3; k++)
            m->mesh->indices[part->first_index + part->index_count++] = m->indices[m->triangles[i][k]];
}

static bool prepare(maker *m)
{
    tlb_arena *work = &m->s->work;
    uint32_t most = tlb_nff_most_corners(m->x), vertices = m->x->vertices.count;
    m->polygons = tlb_alloc_array(work, m->x->polygons.count, sizeof *m->polygons);
    m->corners = tlb_alloc_array(work, most, sizeof *m->corners);
    m->uv = tlb_alloc_array(work, most, sizeof *m->uv);
    m->links = tlb_alloc_array(work, most, sizeof *m->links);
    m->indices = tlb_alloc_array(work, most, sizeof *m->indices);
    m->triangles = tlb_alloc_array(work, most, sizeof *m->triangles);
    m->vertex = tlb_alloc_array(work, vertices, sizeof *m->vertex);
    m->vertex_how = tlb_zalloc_array(work, vertices, sizeof *m->vertex_how);
    return m->polygons && m->corners && m->uv && m->links && m->indices && m->triangles && m->vertex &&
           m->vertex_how && find_normals(m);
}

bool tlb_nff_make_mesh(nff_scene *s, uint32_t object, int32_t *mesh, const nff_shown_polygon **polygons)
{
    maker m = {.s = s, .number = object, .x = &s->nff->objects.data[object]};
    sums sum = {0};
    int32_t table;
    *mesh = TLB_NONE;
    s->last_polygon = NULL;
    if (!prepare(&m) || !tlb_nff_find_table(s, object, &table))
        return false;
    *polygons = m.polygons;
    for (uint32_t i = 0; i < m.x->polygons.count; i++)
        if (!look_at_polygon(&m, i, table))
            return false;
    if (!count_parts(&m, &sum))
        return false;
    if (!sum.parts)
        return true;
    *mesh = (int32_t)s->scene->mesh_count;
    if (!reserve(&m, &sum))
        return false;
    for (uint32_t i = 0; i < m.x->polygons.count; i++)
        if (m.polygons[i].material != TLB_NONE)
            add_polygon(&m, i);
    m.mesh->vertex_count = m.vertices;
    return true;
}
