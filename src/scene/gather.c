#include "scene/gather.h"

#include "base/index.h"

#include <string.h>

bool tlb_gather(tlb_arena *arena, const uint32_t *list, uint32_t count, const void *from, size_t size,
                void *to_pointer)
{
    uint8_t *to = from ? tlb_alloc_array(arena, count, size) : NULL;
    for (uint32_t i = 0; to && i < count; i++)
        memcpy(to + i * size, (const uint8_t *)from + list[i] * size, size);
    memcpy(to_pointer, &to, sizeof to);
    return to || !from;
}

static bool gather_morphs(tlb_arena *arena, const tlb_mesh *from, const uint32_t *list, uint32_t count,
                          tlb_mesh *to)
{
    to->morph_count = from->morph_count;
    to->morphs = to->morph_count ? tlb_alloc_array(arena, to->morph_count, sizeof *to->morphs) : NULL;
    bool done = to->morphs || !to->morph_count;
    for (uint32_t i = 0; done && i < to->morph_count; i++) {
        const tlb_morph *morph = &from->morphs[i];
        to->morphs[i].name = morph->name;
        done = tlb_gather(arena, list, count, morph->positions, sizeof *morph->positions,
                          &to->morphs[i].positions) &&
               tlb_gather(arena, list, count, morph->normals, sizeof *morph->normals, &to->morphs[i].normals);
    }
    return done;
}

static bool gather_attributes(tlb_arena *arena, const tlb_mesh *from, const uint32_t *list, uint32_t count,
                              tlb_mesh *to)
{
    to->attribute_count = from->attribute_count;
    to->attributes =
        to->attribute_count ? tlb_alloc_array(arena, to->attribute_count, sizeof *to->attributes) : NULL;
    bool done = to->attributes || !to->attribute_count;
    for (uint32_t i = 0; done && i < to->attribute_count; i++) {
        const tlb_attribute *attribute = &from->attributes[i];
        to->attributes[i] = *attribute;
        done = tlb_gather(arena, list, count, attribute->values,
                          attribute->components * sizeof *attribute->values, &to->attributes[i].values);
    }
    return done;
}

bool tlb_mesh_gather(tlb_arena *arena, const tlb_mesh *from, const uint32_t *list, uint32_t count,
                     tlb_mesh *to)
{
    bool done = true;
    to->vertex_count = count;
#define GATHER(array)                                                                                        \
    (done = done && tlb_gather(arena, list, count, from->array, sizeof *from->array, &to->array))
    GATHER(positions);
    GATHER(normals);
    GATHER(tangents);
    GATHER(colors);
    GATHER(joints);
    GATHER(weights);
    for (int i = 0; i < TLB_UV_SETS; i++)
        GATHER(uv[i]);
#undef GATHER
    return done && gather_morphs(arena, from, list, count, to) &&
           gather_attributes(arena, from, list, count, to);
}

/* --- triangles of the same vertices --------------------------------------------------------------------- */

/* The corners in ascending order. */
static void sort_corners(const uint32_t *from, uint32_t *to)
{
    uint32_t a = from[0], b = from[1], c = from[2], low = a < b ? a : b, high = a < b ? b : a;
    to[0] = c < low ? c : low;
    to[1] = c < low ? low : c < high ? c : high;
    to[2] = c < high ? high : c;
}

/* Marks triangles of the part that an earlier one has the vertices of; by their number in the mesh's indices.
 */
static bool find_twins(const tlb_mesh *mesh, const tlb_part *part, tlb_arena *work, bool *twin,
                       uint32_t *count)
{
    tlb_index known = {0};
    uint32_t *keys = tlb_alloc_array(work, part->index_count, sizeof *keys);
    for (uint32_t i = 0; keys && i + 2 < part->index_count; i += 3) {
        sort_corners(&mesh->indices[part->first_index + i], keys + i);
        int32_t *first = tlb_index_find(&known, work, keys + i, 3 * sizeof *keys);
        if (!first)
            return false;
        twin[part->first_index + i] = *first != TLB_INDEX_NEW;
        *count += *first != TLB_INDEX_NEW;
        *first = 0;
    }
    return keys != NULL;
}

static bool separate(tlb_mesh *mesh, tlb_arena *arena, tlb_arena *work)
{
    const tlb_mesh from = *mesh;
    uint32_t twins = 0, count = from.vertex_count;
    bool *twin = tlb_zalloc_array(work, from.index_count, sizeof *twin);
    for (uint32_t i = 0; twin && i < from.part_count; i++)
        if (!find_twins(&from, &from.parts[i], work, twin, &twins))
            return false;
    if (!twin || !twins || twins > (UINT32_MAX - count) / 3)
        return twin != NULL;
    uint32_t *list = tlb_alloc_array(work, (size_t)count + (size_t)twins * 3, sizeof *list);
    mesh->indices = tlb_alloc_array(arena, from.index_count, sizeof *mesh->indices);
    if (!list || !mesh->indices)
        return false;
    for (uint32_t i = 0; i < count; i++)
        list[i] = i;
    memcpy(mesh->indices, from.indices, from.index_count * sizeof *mesh->indices);
    for (uint32_t i = 0; i + 2 < from.index_count; i++)
        for (uint32_t k = 0; twin[i] && k < 3; k++) {
            mesh->indices[i + k] = count;
            list[count++] = from.indices[i + k];
        }
    return tlb_mesh_gather(arena, &from, list, count, mesh);
}

bool tlb_separate_triangles(const tlb_scene *scene, tlb_arena *arena, tlb_scene *separated)
{
    *separated = *scene;
    separated->meshes = tlb_alloc_array(arena, scene->mesh_count, sizeof *scene->meshes);
    bool done = separated->meshes != NULL;
    for (uint32_t i = 0; done && i < scene->mesh_count; i++) {
        tlb_arena work;
        tlb_arena_init(&work, arena->account);
        separated->meshes[i] = scene->meshes[i];
        done = separate(&separated->meshes[i], arena, &work);
        tlb_arena_release(&work);
        tlb_arena_fail(arena, work.failure);
    }
    return done;
}
