/* Meshes with their vertices, materials by name. */
#include "formats/interquake/iqm_scene.h"

#include "base/text.h"

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

/* Clockwise to counter-clockwise. Triangles whose vertices are not the mesh's are left out. */
static void set_triangles(iqm_scene *s, uint32_t index, const tlb_iqm_mesh *from, tlb_mesh *mesh)
{
    const tlb_iqm_triangle *t = s->x->triangles.data + from->first_triangle;
    uint32_t *out = mesh->indices;
    for (uint32_t i = 0; i < from->num_triangles; i++, t++) {
        uint32_t a = (*t)[0] - from->first_vertex, b = (*t)[1] - from->first_vertex,
                 c = (*t)[2] - from->first_vertex;
        if (a >= mesh->vertex_count || b >= mesh->vertex_count || c >= mesh->vertex_count)
            continue;
        out[0] = a, out[1] = c, out[2] = b;
        out += 3;
    }
    mesh->index_count = (uint32_t)(out - mesh->indices);
    uint32_t lost = from->num_triangles - mesh->index_count / 3;
    if (lost)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "triangles",
                   "%u %s of mesh %u with vertices that are not its own", lost,
                   tlb_plural(lost, "triangle", "triangles"), index);
}

static bool show_mesh(iqm_scene *s, const iqm_arrays *arrays, uint32_t index)
{
    const tlb_iqm_mesh *from = &s->x->meshes.data[index];
    const char *text = tlb_iqm_name(s->x, from->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    int32_t mesh_index = (int32_t)s->scene->mesh_count, material;
    tlb_mesh *mesh = name ? tlb_add_mesh(s->scene, name) : NULL;
    tlb_node *node = mesh ? tlb_add_node(s->scene, name, s->root) : NULL;
    if (!node || !tlb_mesh_reserve(s->scene, mesh, from->num_vertexes, from->num_triangles * 3, 1,
                                   vertex_data(arrays)))
        return false;
    node->mesh = mesh_index;
    node->skin = mesh->joints ? s->skin : TLB_NONE;
    if (arrays->tangent && arrays->normal &&
        !(mesh->tangents = tlb_alloc_array(s->arena, from->num_vertexes, sizeof *mesh->tangents)))
        return false;
    iqm_set_vertices(s, arrays, from->first_vertex, mesh);
    set_triangles(s, index, from, mesh);
    if (!arrays->normal)
        tlb_mesh_normals(mesh);
    if (!iqm_show_material(s, index, &material))
        return false;
    mesh->parts[0] = (tlb_part){.material = material, .index_count = mesh->index_count};
    return true;
}

bool iqm_show_meshes(iqm_scene *s)
{
    iqm_arrays arrays = find_arrays(s);
    uint64_t vertices = s->x->num_vertexes,
             triangles = s->x->triangles.count; /* what is left: meshes share none */
    for (uint32_t i = 0; i < s->x->meshes.count; i++) {
        const tlb_iqm_mesh *m = &s->x->meshes.data[i];
        bool there = arrays.position && m->num_vertexes <= vertices && m->num_triangles <= triangles &&
                     m->first_vertex <= s->x->num_vertexes - m->num_vertexes &&
                     m->first_triangle <= s->x->triangles.count - m->num_triangles;
        if (!there)
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "meshes",
                       "mesh %u has vertices or triangles that are not there, or are another's", i);
        else if (!show_mesh(s, &arrays, i))
            return false;
        vertices -= there ? m->num_vertexes : 0;
        triangles -= there ? m->num_triangles : 0;
    }
    if (arrays.indexes && s->joint_count > IQM_MOST_JOINTS)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "joints",
                   "%u joints: those behind the first %d move nothing", s->joint_count, IQM_MOST_JOINTS);
    for (uint32_t i = 0; i < s->x->vertexarrays.count; i++)
        if (s->x->vertexarrays.data[i].type > TLB_IQM_COLOR)
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "vertexarrays",
                       "array %u, of type %u, has no place in a scene", i, s->x->vertexarrays.data[i].type);
    return true;
}
