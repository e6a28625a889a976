#include "scene/light/bake.h"

#include "scene/light/refine.h"
#include "scene/materials/texture.h"

#include <string.h>

typedef struct baker {
    const tlb_scene *scene;
    const tlb_light_map *maps; /* of the scene's images */
    const tlb_bake_options *options;
    tlb_light_scale scale;
    tlb_arena *arena;
} baker;

/* --- vertices ----------------------------------------------------------------------------------------- */

static void mix(const float *a, const float *b, float *out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = a[i] + (b[i] - a[i]) / 2;
}

/* An array of vertices as the fine mesh has them, of `width` floats each. NULL without memory. */
static void *spread(const baker *b, const tlb_fine_mesh *fine, const void *from, int width)
{
    const float *values = from;
    size_t size = (size_t)width;
    float *out = tlb_alloc_array(b->arena, fine->vertices.count, size * sizeof *out);
    for (uint32_t i = 0; out && i < fine->vertices.count; i++) {
        const tlb_fine_vertex *v = &fine->vertices.data[i];
        if (v->middle)
            mix(out + v->from * size, out + v->to * size, out + i * size, width);
        else
            memcpy(out + i * size, values + v->from * size, size * sizeof *out);
    }
    return out;
}

static bool spread_skin(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from, tlb_mesh *mesh)
{
    mesh->joints = tlb_alloc_array(b->arena, fine->vertices.count, sizeof *mesh->joints);
    mesh->weights = tlb_alloc_array(b->arena, fine->vertices.count, sizeof *mesh->weights);
    for (uint32_t i = 0; mesh->joints && mesh->weights && i < fine->vertices.count; i++) {
        memcpy(mesh->joints[i], from->joints[fine->vertices.data[i].from], sizeof *mesh->joints);
        memcpy(mesh->weights[i], from->weights[fine->vertices.data[i].from], sizeof *mesh->weights);
    }
    return mesh->joints && mesh->weights;
}

static bool spread_morphs(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from, tlb_mesh *mesh)
{
    mesh->morphs = tlb_alloc_array(b->arena, from->morph_count, sizeof *mesh->morphs);
    for (uint32_t i = 0; mesh->morphs && i < from->morph_count; i++) {
        tlb_morph *morph = &mesh->morphs[i];
        *morph = from->morphs[i];
        morph->positions = spread(b, fine, morph->positions, 3);
        if (!morph->positions || (morph->normals && !(morph->normals = spread(b, fine, morph->normals, 3))))
            return false;
    }
    return mesh->morphs != NULL;
}

static bool spread_attributes(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from, tlb_mesh *mesh)
{
    mesh->attributes = tlb_alloc_array(b->arena, from->attribute_count, sizeof *mesh->attributes);
    for (uint32_t i = 0; mesh->attributes && i < from->attribute_count; i++) {
        tlb_attribute *attribute = &mesh->attributes[i];
        *attribute = from->attributes[i];
        attribute->values = spread(b, fine, attribute->values, (int)attribute->components);
        if (!attribute->values)
            return false;
    }
    return mesh->attributes != NULL;
}

/* The light, times the colors that the vertices had. */
static bool set_colors(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from, tlb_mesh *mesh)
{
    uint32_t count = fine->vertices.count;
    float(*old)[4] = tlb_alloc_array(b->arena, count, sizeof *old);
    mesh->colors = tlb_alloc_array(b->arena, count, sizeof *mesh->colors);
    if (!old || !mesh->colors)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_fine_vertex *v = &fine->vertices.data[i];
        if (v->middle)
            mix(old[v->from], old[v->to], old[i], 4);
        else
            for (int k = 0; k < 4; k++)
                old[i][k] = from->colors ? from->colors[v->from][k] : UINT16_MAX;
        for (int k = 0; k < 4; k++)
            mesh->colors[i][k] = (uint16_t)(old[i][k] * (k < 3 ? v->light[k] : 1) + 0.5f);
    }
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static bool is_used(const tlb_scene *scene, const tlb_mesh *mesh, uint32_t uv_set)
{
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        int32_t material = mesh->parts[i].material;
        if (material >= 0 && scene->materials[material].texture.image >= 0 &&
            scene->materials[material].texture.uv_set == uv_set)
            return true;
    }
    return false;
}

/* The triangles of each part, one part after the other. */
static bool set_triangles(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from, tlb_mesh *mesh)
{
    mesh->parts = tlb_alloc_array(b->arena, from->part_count, sizeof *mesh->parts);
    mesh->indices = tlb_alloc_array(b->arena, (size_t)fine->triangles.count * 3, sizeof *mesh->indices);
    if (!mesh->parts || !mesh->indices)
        return false;
    for (uint32_t i = 0; i < from->part_count; i++)
        mesh->parts[i] = (tlb_part){.material = from->parts[i].material};
    for (uint32_t i = 0; i < fine->triangles.count; i++)
        mesh->parts[fine->triangles.data[i].part].index_count += 3;
    for (uint32_t i = 0, first = 0; i < from->part_count; i++) {
        mesh->parts[i].first_index = first;
        first += mesh->parts[i].index_count;
        mesh->parts[i].index_count = 0;
    }
    for (uint32_t i = 0; i < fine->triangles.count; i++) {
        const tlb_fine_triangle *triangle = &fine->triangles.data[i];
        tlb_part *part = &mesh->parts[triangle->part];
        memcpy(mesh->indices + part->first_index + part->index_count, triangle->corners,
               sizeof triangle->corners);
        part->index_count += 3;
    }
    mesh->index_count = fine->triangles.count * 3;
    mesh->vertex_count = fine->vertices.count;
    return true;
}

static bool set_vertices(const baker *b, const tlb_fine_mesh *fine, const tlb_mesh *from,
                         const bool lit[TLB_UV_SETS], tlb_mesh *mesh)
{
#define SPREAD(array, width) (!from->array || (mesh->array = spread(b, fine, from->array, width)) != NULL)
    bool done = SPREAD(positions, 3) && SPREAD(normals, 3) && SPREAD(tangents, 4);
    for (uint32_t set = 0; set < TLB_UV_SETS && done; set++)
        if (lit[set] && !is_used(b->scene, from, set))
            mesh->uv[set] = NULL;
        else
            done = SPREAD(uv[set], 2);
#undef SPREAD
    return done && (!from->joints || !from->weights || spread_skin(b, fine, from, mesh)) &&
           (!from->morph_count || spread_morphs(b, fine, from, mesh)) &&
           (!from->attribute_count || spread_attributes(b, fine, from, mesh)) &&
           set_colors(b, fine, from, mesh);
}

static bool bake_mesh(const baker *b, tlb_mesh *mesh)
{
    const tlb_mesh from = *mesh;
    tlb_arena work;
    tlb_fine_mesh fine;
    tlb_arena_init(&work, b->arena->account);
    const tlb_light_map **maps = tlb_alloc_array(&work, from.part_count, sizeof *maps);
    uint32_t *uv_sets = tlb_alloc_array(&work, from.part_count, sizeof *uv_sets);
    bool lit = false, lit_sets[TLB_UV_SETS] = {false}, done = maps && uv_sets;
    for (uint32_t i = 0; done && i < from.part_count; i++) {
        maps[i] = tlb_light_map_of(b->scene, b->maps, &from, &from.parts[i]);
        uv_sets[i] = maps[i] ? b->scene->materials[from.parts[i].material].lightmap.uv_set : 0;
        lit |= maps[i] != NULL;
        lit_sets[uv_sets[i]] |= maps[i] != NULL;
    }
    if (lit)
        done = tlb_refine(&from, maps, uv_sets, b->options, &b->scale, &work, &fine) &&
               set_vertices(b, &fine, &from, lit_sets, mesh) && set_triangles(b, &fine, &from, mesh);
    tlb_arena_release(&work);
    tlb_arena_fail(b->arena, work.failure);
    return done;
}

/* --- scenes ------------------------------------------------------------------------------------------- */

static bool copy_materials(const tlb_scene *scene, tlb_arena *arena, tlb_scene *copy)
{
    *copy = *scene;
    copy->materials = tlb_alloc_array(arena, scene->material_count, sizeof *copy->materials);
    if (copy->materials && scene->material_count)
        memcpy(copy->materials, scene->materials, scene->material_count * sizeof *copy->materials);
    return copy->materials != NULL;
}

static bool bake(baker *b, tlb_scene *baked)
{
    const tlb_scene *scene = b->scene;
    if (!copy_materials(scene, b->arena, baked))
        return false;
    for (uint32_t i = 0; i < baked->material_count; i++) {
        tlb_material *material = &baked->materials[i];
        if (material->lightmap.image >= 0)
            material->unlit = b->maps[material->lightmap.image].pixels != NULL;
        material->lightmap.image = TLB_NONE;
    }
    baked->meshes = tlb_alloc_array(b->arena, scene->mesh_count, sizeof *baked->meshes);
    if (!baked->meshes)
        return false;
    if (scene->mesh_count)
        memcpy(baked->meshes, scene->meshes, scene->mesh_count * sizeof *baked->meshes);
    tlb_light_scale_make(&b->scale);
    for (uint32_t i = 0; i < baked->mesh_count; i++)
        if (!bake_mesh(b, &baked->meshes[i]))
            return false;
    return true;
}

bool tlb_bake_light(const tlb_scene *scene, const tlb_light_map *maps, const tlb_bake_options *options,
                    tlb_arena *arena, tlb_scene *baked)
{
    baker b = {.scene = scene, .maps = maps, .options = options, .arena = arena};
    return bake(&b, baked);
}

bool tlb_leave_light(const tlb_scene *scene, bool keep_maps, tlb_arena *arena, tlb_scene *plain)
{
    if (!copy_materials(scene, arena, plain))
        return false;
    for (uint32_t i = 0; i < plain->material_count; i++) {
        tlb_material *material = &plain->materials[i];
        material->unlit &= material->lightmap.image < 0;
        if (!keep_maps)
            material->lightmap.image = TLB_NONE;
    }
    return true;
}
