/* Meshes with their vertices, materials by name. */
#include "formats/interquake/iqm/scene.h"

#include "base/range.h"
#include "base/text.h"
#include "scene/finite.h"
#include "scene/name.h"

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
 * of `used`, and `place` tells a vertex of the file its place there, counted from 1. */
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
                   "%u %s of mesh %u with vertices that are not its own", lost,
                   tlb_plural(lost, "triangle", "triangles"), index);
}

static void set_vertices(iqm_scene *s, const iqm_arrays *arrays, const tlb_iqm_mesh *from,
                         const mesh_vertices *vertices, tlb_mesh *mesh)
{
    if (!vertices->used)
        iqm_set_vertices(s, arrays, from->first_vertex, from->num_vertexes, mesh, 0);
    for (uint32_t i = 0; i < vertices->count && vertices->used; i++)
        iqm_set_vertices(s, arrays, vertices->used[i], 1, mesh, i);
}

static bool is_shown_custom(const tlb_iqm_vertexarray *a)
{
    return a->type >= TLB_IQM_CUSTOM && iqm_has_values(a);
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
        count += is_shown_custom(&s->x->vertexarrays.data[i]);
    mesh->attributes = tlb_alloc_array(s->arena, count, sizeof *mesh->attributes);
    bool done = mesh->attributes != NULL;
    for (uint32_t i = 0; done && mesh->attribute_count < count; i++)
        if (is_shown_custom(&s->x->vertexarrays.data[i]))
            done = add_attribute(s, &s->x->vertexarrays.data[i], from, vertices, mesh);
    return done;
}

static bool show_mesh(iqm_scene *s, const iqm_arrays *arrays, uint32_t index, const mesh_vertices *vertices)
{
    const tlb_iqm_mesh *from = &s->x->meshes.data[index];
    const char *text = tlb_iqm_name(s->x, from->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    int32_t mesh_index = (int32_t)s->scene->mesh_count, material;
    tlb_mesh *mesh = name ? tlb_add_mesh(s->scene, name) : NULL;
    tlb_node *node = mesh ? tlb_add_node(s->scene, name, s->root) : NULL;
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
        tlb_mesh_normals(mesh);
    if (!iqm_show_material(s, index, &material))
        return false;
    mesh->parts[0] = (tlb_part){.material = material, .index_count = mesh->index_count};
    return true;
}

/* A mesh that shares vertices with those before it gets copies of what it uses. */
static bool show_sharing_mesh(iqm_scene *s, const iqm_arrays *arrays, uint32_t index, uint32_t **place)
{
    mesh_vertices vertices;
    if (!*place)
        *place = tlb_zalloc(&s->work, (size_t)s->x->num_vertexes * sizeof **place);
    if (!*place || !find_used(s, &s->x->meshes.data[index], *place, &vertices) ||
        !show_mesh(s, arrays, index, &vertices))
        return false;
    for (uint32_t i = 0; i < vertices.count; i++)
        vertices.place[vertices.used[i]] = 0;
    return true;
}

bool iqm_show_meshes(iqm_scene *s)
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
                "mesh %u has vertices or triangles that are not there, or triangles that are another's", i);
            continue;
        }
        bool shares = m->num_vertexes > vertices;
        if (!(shares ? show_sharing_mesh(s, &arrays, i, &place)
                     : show_mesh(s, &arrays, i, &(mesh_vertices){.count = m->num_vertexes})))
            return false;
        vertices -= shares ? 0 : m->num_vertexes;
        triangles -= m->num_triangles;
    }
    if (arrays.indexes && s->joint_count > IQM_MOST_JOINTS)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "joints",
                   "%u joints: those behind the first %d move nothing", s->joint_count, IQM_MOST_JOINTS);
    for (uint32_t i = 0, shown = 0; i < s->x->vertexarrays.count; i++)
        if (s->x->vertexarrays.data[i].type > TLB_IQM_COLOR &&
            !(is_shown_custom(&s->x->vertexarrays.data[i]) && shown++ < TLB_ATTRIBUTES))
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "vertexarrays",
                       "array %u, of type %u, has no place in a scene", i, s->x->vertexarrays.data[i].type);
    return true;
}
