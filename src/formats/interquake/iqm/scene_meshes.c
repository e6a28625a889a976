/* The meshes of an IQM with their vertices, materials by name: most exporters put the texture's file there.
 */
#include "formats/interquake/iqm/scene.h"

#include "base/range.h"
#include "base/text.h"
#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/build/name.h"
#include "scene/geometry/unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The arrays that a scene has a place for; NULL: there is none, or it moves nothing. */
typedef struct iqm_arrays {
    const tlb_iqm_vertexarray *position, *texcoord, *normal, *tangent, *indexes, *weights, *color;
} iqm_arrays;

/* --- vertices ---------------------------------------------------------------------------------------- */

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

/* Whether all numbers of these rows are, as nearly always: no vertex is then asked. */
static bool are_finite(iqm_rows rows, uint32_t count)
{
    int others = 0;
    for (size_t i = 0; i < (size_t)count * rows.step; i++)
        others |= !isfinite(rows.data[i]);
    return !others;
}

static inline void make_finite(const float from[3], float out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = tlb_finite(from[k]);
}

static void set_positions(iqm_rows from, uint32_t count, float (*out)[3])
{
    bool finite = are_finite(from, count);
    for (uint32_t i = 0; i < count && finite; i++, from.data += from.step)
        iqm_turn(out[i], from.data);
    for (uint32_t i = 0; i < count && !finite; i++, from.data += from.step) {
        float v[3];
        make_finite(from.data, v);
        iqm_turn(out[i], v);
    }
}

static void set_normals(iqm_rows from, uint32_t count, float (*out)[3])
{
    bool finite = are_finite(from, count);
    for (uint32_t i = 0; i < count && finite; i++, from.data += from.step)
        set_direction(from.data, out[i]);
    for (uint32_t i = 0; i < count && !finite; i++, from.data += from.step) {
        float v[3];
        make_finite(from.data, v);
        set_direction(v, out[i]);
    }
}

static inline bool is_zero(const float v[3])
{
    uint32_t bits[3];
    memcpy(bits, v, sizeof bits);
    return (bits[0] | bits[1] | bits[2]) << 1 == 0; /* but for signs */
}

/* Gives how many have no direction. */
static uint32_t set_tangents(iqm_rows from, uint32_t count, float (*out)[4])
{
    uint32_t without = 0;
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        without += is_zero(from.data);
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

/* Colors are for display: exporters write what the artist picked. */
static void set_colors(iqm_rows from, uint32_t count, uint16_t (*out)[4])
{
    for (uint32_t i = 0; i < count; i++, from.data += from.step) {
        for (int k = 0; k < 3; k++)
            out[i][k] = color_of(tlb_linear(from.data[k]));
        out[i][3] = color_of(from.data[3]);
    }
}

void tlb_iqm_influences(iqm_rows index, iqm_rows weight, uint32_t count, uint32_t size, float joint_count,
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
    tlb_iqm_influences(tlb_iqm_rows_of(a->indexes, first, count, TLB_INFLUENCES, true, indexes),
                       tlb_iqm_rows_of(a->weights, first, count, TLB_INFLUENCES, false, weights), count, size,
                       (float)joint_count, mesh->joints + at, mesh->weights + at);
}

/* Fills what the mesh has of the arrays: those from `first` on are its own from `at` on. */
static void fill_vertices(const iqm_scene *s, const iqm_arrays *a, uint32_t first, uint32_t total,
                          tlb_mesh *mesh, uint32_t at)
{
    iqm_batch made;
    uint32_t undirected = 0, end = at + total;
    for (uint32_t count; at < end; at += count, first += count) {
        uint32_t left = end - at;
        count = left < IQM_BATCH ? left : IQM_BATCH;
        set_positions(tlb_iqm_rows_of(a->position, first, count, 3, false, made), count,
                      mesh->positions + at);
        if (a->normal)
            set_normals(tlb_iqm_rows_of(a->normal, first, count, 3, false, made), count, mesh->normals + at);
        if (mesh->tangents)
            undirected += set_tangents(tlb_iqm_rows_of(a->tangent, first, count, 4, false, made), count,
                                       mesh->tangents + at);
        if (mesh->uv[0])
            set_uv(tlb_iqm_rows_of(a->texcoord, first, count, 2, false, made), count, mesh->uv[0] + at);
        if (mesh->colors)
            set_colors(tlb_iqm_rows_of(a->color, first, count, 4, false, made), count, mesh->colors + at);
        if (mesh->joints && a->indexes && a->weights)
            set_skin(s, a, first, count, mesh, at);
    }
    /* Where some have no direction, whoever shows the mesh makes better ones. */
    if (undirected)
        mesh->tangents = NULL;
}

/* --- materials --------------------------------------------------------------------------------------- */

const char *const tlb_iqm_texture_extensions[] = {"png", "jpg", "jpeg", "tga", "bmp", "gif", NULL};

bool tlb_iqm_has_texcoords(const tlb_iqm *x, const tlb_iqm_mesh *mesh)
{
    const tlb_iqm_vertexarray *texcoord = tlb_iqm_array(x, TLB_IQM_TEXCOORD);
    bool zero = true;
    if (!texcoord || !tlb_within(mesh->first_vertex, mesh->num_vertexes, x->num_vertexes))
        return false;
    for (uint32_t i = 0, count; zero && i < mesh->num_vertexes; i += count) {
        count = mesh->num_vertexes - i < IQM_BATCH ? mesh->num_vertexes - i : IQM_BATCH;
        zero = tlb_iqm_zero_vectors(texcoord, mesh->first_vertex + i, count) == count;
    }
    return !zero;
}

/* Meshes whose texture coordinates are missing or zero have no texture, unless a file says otherwise: their
 * material is a name, their colors are in the vertices. False without memory. */
static bool is_color(iqm_scene *s, const tlb_iqm_mesh *mesh, const char *name, bool *color)
{
    tlb_bytes file;
    const char *member;
    *color = *name && !tlb_iqm_has_texcoords(s->x, mesh) &&
             tlb_assets_find(s->conversion->assets, &s->work, name, tlb_iqm_texture_extensions, NULL, &file,
                             &member);
    return !s->work.failure;
}

static bool add_textured(iqm_scene *s, const tlb_found_texture *texture)
{
    tlb_material *material = tlb_scene_add_material(s->scene, texture->name);
    if (!material)
        return false;
    material->placeholder = texture->missing;
    material->texture = (tlb_texture){.image = texture->image, .nearest = texture->missing};
    return true;
}

/* Only its name distinguishes it from others. */
static bool add_plain(iqm_scene *s, const char *name)
{
    const char *shown = *name ? tlb_scene_name(&s->work, name, strlen(name)) : "unnamed";
    tlb_material *material = shown ? tlb_scene_add_material(s->scene, shown) : NULL;
    if (!material || !*name)
        return material != NULL;
    material->extras = tlb_value_table(s->arena);
    tlb_value_add_text(s->arena, material->extras, "material", name);
    return true;
}

static bool find_material(iqm_scene *s, uint32_t mesh, int32_t *index)
{
    const char *name = tlb_iqm_name(s->x, s->x->meshes.data[mesh].material);
    bool color;
    if (!is_color(s, &s->x->meshes.data[mesh], name, &color))
        return false;
    int32_t *known = tlb_index_find(color ? &s->by_color : &s->by_material, &s->work, name, strlen(name)),
            place;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        *known = TLB_NONE;
        if (*name && !color && !tlb_texture_find(&s->textures, name, "meshes", mesh, &place))
            return false;
        *known = (int32_t)s->scene->material_count;
        if (*name && !color ? !add_textured(s, &s->textures.found.data[place]) : !add_plain(s, name))
            return false;
    }
    *index = *known;
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------ */

static iqm_arrays find_arrays(const iqm_scene *s)
{
    const tlb_iqm *x = s->x;
    bool skinned = s->skin >= 0;
    return (iqm_arrays){
        .position = tlb_iqm_array(x, TLB_IQM_POSITION),
        .texcoord = tlb_iqm_array(x, TLB_IQM_TEXCOORD),
        .normal = tlb_iqm_array(x, TLB_IQM_NORMAL),
        .tangent = tlb_iqm_array(x, TLB_IQM_TANGENT),
        .indexes = skinned ? tlb_iqm_array(x, TLB_IQM_BLENDINDEXES) : NULL,
        .weights = skinned ? tlb_iqm_array(x, TLB_IQM_BLENDWEIGHTS) : NULL,
        .color = tlb_iqm_array(x, TLB_IQM_COLOR),
    };
}

static unsigned vertex_data(const iqm_arrays *a)
{
    return TLB_WITH_NORMALS | (a->texcoord ? TLB_WITH_UV0 : 0) | (a->color ? TLB_WITH_COLORS : 0) |
           (a->indexes && a->weights ? TLB_WITH_SKIN : 0);
}

/* The vertices of a mesh in the file's order, or, where meshes share them, those that it uses: in the order
 * of `used`, and `place` has the place there of a vertex of the file, counted from 1. */
typedef struct mesh_vertices {
    uint32_t count;
    const uint32_t *used;
    uint32_t *place;
} mesh_vertices;

static bool is_own(const tlb_iqm_mesh *m, uint32_t vertex)
{
    return vertex - m->first_vertex < m->num_vertexes;
}

static bool find_used(iqm_scene *s, const tlb_iqm_mesh *from, uint32_t *place, mesh_vertices *out)
{
    size_t most = (size_t)from->num_triangles * 3;
    uint32_t *used =
        tlb_alloc_array(&s->work, most < from->num_vertexes ? most : from->num_vertexes, sizeof *used);
    *out = (mesh_vertices){0, used, place};
    for (uint32_t i = 0; i < from->num_triangles && used; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = s->x->triangles.data[from->first_triangle + i][k];
            if (!is_own(from, vertex) || place[vertex])
                continue;
            used[out->count++] = vertex;
            place[vertex] = out->count;
        }
    return used != NULL;
}

/* Clockwise to counter-clockwise. Triangles whose vertices are not the mesh's are left out. */
static void set_triangles(iqm_scene *s, uint32_t index, const tlb_iqm_mesh *from,
                          const mesh_vertices *vertices, tlb_mesh *mesh)
{
    const tlb_iqm_triangle *t = s->x->triangles.data + from->first_triangle;
    uint32_t *out = mesh->indices, count = from->num_vertexes;
    for (uint32_t i = 0; i < from->num_triangles; i++, t++) {
        uint32_t a = (*t)[0] - from->first_vertex, b = (*t)[1] - from->first_vertex,
                 c = (*t)[2] - from->first_vertex;
        if (a >= count || b >= count || c >= count)
            continue;
        out[0] = a, out[1] = c, out[2] = b;
        out += 3;
    }
    mesh->index_count = (uint32_t)(out - mesh->indices);
    for (uint32_t i = 0; i < mesh->index_count && vertices->used; i++)
        mesh->indices[i] = vertices->place[from->first_vertex + mesh->indices[i]] - 1;
    uint32_t lost = from->num_triangles - mesh->index_count / 3;
    if (lost)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "triangles",
                   "%u %s of mesh %u with vertex indices outside the mesh", lost,
                   tlb_plural(lost, "triangle", "triangles"), index);
}

static void set_vertices(iqm_scene *s, const iqm_arrays *arrays, const tlb_iqm_mesh *from,
                         const mesh_vertices *vertices, tlb_mesh *mesh)
{
    if (!vertices->used)
        fill_vertices(s, arrays, from->first_vertex, from->num_vertexes, mesh, 0);
    for (uint32_t i = 0; i < vertices->count && vertices->used; i++)
        fill_vertices(s, arrays, vertices->used[i], 1, mesh, i);
}

static bool is_custom(const tlb_iqm_vertexarray *a)
{
    return a->type >= TLB_IQM_CUSTOM && tlb_iqm_has_values(a);
}

static bool add_attribute(iqm_scene *s, const tlb_iqm_vertexarray *array, const tlb_iqm_mesh *from,
                          const mesh_vertices *vertices, tlb_mesh *mesh)
{
    const char *name = tlb_iqm_name(s->x, array->type - TLB_IQM_CUSTOM);
    tlb_attribute *a = &mesh->attributes[mesh->attribute_count++];
    *a = (tlb_attribute){.name = tlb_scene_name(s->arena, name, strlen(name)), .components = array->size};
    a->values = tlb_alloc_array(s->arena, mesh->vertex_count, array->size * sizeof *a->values);
    if (!a->name || !a->values)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float row[1][TLB_IQM_COMPONENTS];
        tlb_iqm_values(array, vertices->used ? vertices->used[i] : from->first_vertex + i, 1, false, row);
        for (uint32_t k = 0; k < array->size; k++)
            a->values[(size_t)i * array->size + k] = tlb_finite(row[0][k]);
    }
    return true;
}

/* Custom arrays; there are few, or the file is hostile. */
static bool add_attributes(iqm_scene *s, const tlb_iqm_mesh *from, const mesh_vertices *vertices,
                           tlb_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->x->vertexarrays.count && count < TLB_ATTRIBUTES; i++)
        count += is_custom(&s->x->vertexarrays.data[i]);
    mesh->attributes = tlb_alloc_array(s->arena, count, sizeof *mesh->attributes);
    bool done = mesh->attributes != NULL;
    for (uint32_t i = 0; done && mesh->attribute_count < count; i++)
        if (is_custom(&s->x->vertexarrays.data[i]))
            done = add_attribute(s, &s->x->vertexarrays.data[i], from, vertices, mesh);
    return done;
}

static bool add_mesh(iqm_scene *s, const iqm_arrays *arrays, uint32_t index, const mesh_vertices *vertices)
{
    const tlb_iqm_mesh *from = &s->x->meshes.data[index];
    const char *text = tlb_iqm_name(s->x, from->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    int32_t mesh_index = (int32_t)s->scene->mesh_count, material;
    tlb_mesh *mesh = name ? tlb_scene_add_mesh(s->scene, name) : NULL;
    tlb_node *node = mesh ? tlb_scene_add_node(s->scene, name, s->root) : NULL;
    if (!node ||
        !tlb_mesh_reserve(s->scene, mesh, vertices->count, from->num_triangles * 3, 1, vertex_data(arrays)))
        return false;
    node->mesh = mesh_index;
    node->skin = mesh->joints ? s->skin : TLB_NONE;
    if (arrays->tangent && arrays->normal &&
        !(mesh->tangents = tlb_alloc_array(s->arena, vertices->count, sizeof *mesh->tangents)))
        return false;
    set_vertices(s, arrays, from, vertices, mesh);
    if (!add_attributes(s, from, vertices, mesh))
        return false;
    set_triangles(s, index, from, vertices, mesh);
    if (!arrays->normal)
        tlb_mesh_compute_normals(mesh);
    if (!find_material(s, index, &material))
        return false;
    mesh->parts[0] = (tlb_part){.material = material, .index_count = mesh->index_count};
    return true;
}

/* A mesh that shares vertices with those before it gets copies of what it uses. */
static bool add_sharing_mesh(iqm_scene *s, const iqm_arrays *arrays, uint32_t index, uint32_t **place)
{
    mesh_vertices vertices;
    if (!*place)
        *place = tlb_zalloc_array(&s->work, s->x->num_vertexes, sizeof **place);
    if (!*place || !find_used(s, &s->x->meshes.data[index], *place, &vertices) ||
        !add_mesh(s, arrays, index, &vertices))
        return false;
    for (uint32_t i = 0; i < vertices.count; i++)
        vertices.place[vertices.used[i]] = 0;
    return true;
}

bool tlb_iqm_add_meshes(iqm_scene *s)
{
    iqm_arrays arrays = find_arrays(s);
    uint32_t *place = NULL;
    uint64_t vertices = s->x->num_vertexes,
             triangles = s->x->triangles.count; /* what is left: meshes share no triangles */
    for (uint32_t i = 0; i < s->x->meshes.count; i++) {
        const tlb_iqm_mesh *m = &s->x->meshes.data[i];
        bool there = arrays.position && m->num_triangles <= triangles &&
                     tlb_within(m->first_vertex, m->num_vertexes, s->x->num_vertexes) &&
                     tlb_within(m->first_triangle, m->num_triangles, s->x->triangles.count);
        if (!there) {
            tlb_report(
                s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "meshes",
                "mesh %u has a vertex or triangle range out of range, or shares triangles with another", i);
            continue;
        }
        bool shares = m->num_vertexes > vertices;
        if (!(shares ? add_sharing_mesh(s, &arrays, i, &place)
                     : add_mesh(s, &arrays, i, &(mesh_vertices){.count = m->num_vertexes})))
            return false;
        vertices -= shares ? 0 : m->num_vertexes;
        triangles -= m->num_triangles;
    }
    if (arrays.indexes && s->joint_count > IQM_MOST_JOINTS)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "joints",
                   "number of joints: %u; those after the first %d are left out", s->joint_count,
                   IQM_MOST_JOINTS);
    for (uint32_t i = 0, shown = 0; i < s->x->vertexarrays.count; i++)
        if (s->x->vertexarrays.data[i].type > TLB_IQM_COLOR &&
            !(is_custom(&s->x->vertexarrays.data[i]) && shown++ < TLB_ATTRIBUTES))
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "vertexarrays",
                       "array %u of type %u is not supported", i, s->x->vertexarrays.data[i].type);
    return true;
}
