#include "scene/transform/colors.h"

#include "scene/materials/materials.h"
#include "scene/transform/gather.h"

#include <string.h>

void tlb_part_color(const tlb_scene *scene, const tlb_part *part, float color[4])
{
    static const float white[4] = {1, 1, 1, 1};
    if (part->material < 0)
        memcpy(color, white, sizeof white);
    else
        tlb_glowing_color(&scene->materials[part->material], color);
}

static bool same_color(const tlb_scene *scene, const tlb_part *a, const tlb_part *b)
{
    float one[4], other[4];
    if (a->material == b->material)
        return true;
    tlb_part_color(scene, a, one);
    tlb_part_color(scene, b, other);
    return memcmp(one, other, sizeof one) == 0;
}

/* `owners`: for each vertex 1 + the part that has it first. Returns how many corners of other colors have
 * vertices of such parts. */
static uint64_t find_owners(const tlb_scene *scene, const tlb_mesh *mesh, uint32_t *owners)
{
    uint64_t others = 0;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const tlb_part *part = &mesh->parts[p];
        for (uint32_t i = 0; i < part->index_count; i++) {
            uint32_t *owner = &owners[mesh->indices[part->first_index + i]];
            if (!*owner)
                *owner = p + 1;
            others += !same_color(scene, part, &mesh->parts[*owner - 1]);
        }
    }
    return others;
}

/* Which copy of a vertex was made last, and for which part, counted from 1. */
typedef struct copy {
    uint32_t part, vertex;
} copy;

static bool separate(const tlb_scene *scene, tlb_mesh *mesh, tlb_arena *arena, tlb_arena *work)
{
    const tlb_mesh from = *mesh;
    uint32_t count = from.vertex_count, *owners = tlb_zalloc_array(work, count, sizeof *owners);
    uint64_t others = owners ? find_owners(scene, mesh, owners) : 0;
    if (!others || others > UINT32_MAX - count)
        return owners != NULL;
    uint32_t *list = tlb_alloc_array(work, count + (size_t)others, sizeof *list);
    copy *copies = tlb_zalloc_array(work, count, sizeof *copies);
    mesh->indices = tlb_alloc_array(arena, from.index_count, sizeof *mesh->indices);
    if (!list || !copies || !mesh->indices)
        return false;
    for (uint32_t i = 0; i < count; i++)
        list[i] = i;
    memcpy(mesh->indices, from.indices, from.index_count * sizeof *mesh->indices);
    for (uint32_t p = 0; p < from.part_count; p++)
        for (uint32_t i = 0; i < from.parts[p].index_count; i++) {
            uint32_t *index = &mesh->indices[from.parts[p].first_index + i], vertex = *index;
            if (same_color(scene, &from.parts[p], &from.parts[owners[vertex] - 1]))
                continue;
            if (copies[vertex].part != p + 1) {
                copies[vertex] = (copy){p + 1, count};
                list[count++] = vertex;
            }
            *index = copies[vertex].vertex;
        }
    return tlb_mesh_gather(arena, &from, list, count, mesh);
}

bool tlb_separate_colors(const tlb_scene *scene, tlb_arena *arena, tlb_scene *separated)
{
    *separated = *scene;
    separated->meshes = tlb_alloc_array(arena, scene->mesh_count, sizeof *scene->meshes);
    bool done = separated->meshes != NULL;
    for (uint32_t i = 0; done && i < scene->mesh_count; i++) {
        tlb_arena work;
        tlb_arena_init(&work, arena->account);
        separated->meshes[i] = scene->meshes[i];
        done = separate(scene, &separated->meshes[i], arena, &work);
        tlb_arena_release(&work);
        tlb_arena_fail(arena, work.failure);
    }
    return done;
}
