#include "scene/transform/gather.h"

#include <stdlib.h>
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

/* A triangle of a part: its corners in ascending order. */
typedef struct triangle {
    uint32_t corners[3];
    uint32_t at; /* in the mesh's indices */
} triangle;

static int compare_triangles(const void *a, const void *b)
{
    const triangle *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->corners[i] != y->corners[i])
            return x->corners[i] < y->corners[i] ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool sort_twins(const tlb_mesh *mesh, const tlb_part *part, tlb_arena *work, bool *twin,
                       uint32_t *count)
{
    uint32_t triangles = part->index_count / 3;
    triangle *list = tlb_alloc_array(work, triangles, sizeof *list);
    if (!list)
        return false;
    for (uint32_t i = 0; i < triangles; i++) {
        list[i].at = part->first_index + i * 3;
        sort_corners(&mesh->indices[list[i].at], list[i].corners);
    }
    qsort(list, triangles, sizeof *list, compare_triangles);
    *count = 0;
    for (uint32_t i = 0; i < triangles; i++) {
        bool same = i && memcmp(list[i].corners, list[i - 1].corners, sizeof list->corners) == 0;
        twin[list[i].at] = same;
        *count += same;
    }
    return true;
}

/* Triangles by their smallest corner, of which a mesh has two or so each. */
typedef struct by_corner {
    uint32_t *last; /* of each vertex: the triangle met last, counted from 1 through all parts */
    uint32_t met;
    struct entry {
        uint32_t middle, high, next; /* next: the triangle met before */
    } * entries;                     /* of the part at hand */
} by_corner;

/* Marks triangles of the part that an earlier one has the vertices of; by their number in the mesh's indices.
 * False: so many triangles have one corner that they have to be sorted. */
static bool find_twins(const tlb_mesh *mesh, const tlb_part *part, by_corner *known, bool *twin,
                       uint32_t *count)
{
    enum { MOST_LOOKS = 16 };
    struct entry *entries = known->entries;
    uint32_t before = known->met, end = part->first_index + part->index_count;
    uint64_t looks = (uint64_t)part->index_count * MOST_LOOKS;
    *count = 0;
    for (uint32_t i = part->first_index; end - i >= 3; i += 3) {
        uint32_t corners[3];
        sort_corners(&mesh->indices[i], corners);
        uint32_t *last = &known->last[corners[0]], at = *last;
        for (; at > before && looks; looks--) {
            const struct entry *entry = &entries[at - before - 1];
            if (entry->middle == corners[1] && entry->high == corners[2])
                break;
            at = entry->next;
        }
        twin[i] = at > before;
        if (twin[i]) {
            ++*count;
            continue;
        }
        entries[known->met - before] = (struct entry){corners[1], corners[2], *last};
        *last = ++known->met;
    }
    return looks > 0;
}

static bool mark_twins(const tlb_mesh *mesh, tlb_arena *work, bool *twin, uint32_t *twins)
{
    by_corner known = {.last = tlb_zalloc_array(work, mesh->vertex_count, sizeof *known.last)};
    uint32_t most = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        if (mesh->parts[i].index_count > most)
            most = mesh->parts[i].index_count;
    known.entries = tlb_alloc_array(work, most / 3, sizeof *known.entries);
    for (uint32_t i = 0; known.last && known.entries && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        uint32_t count;
        if (known.met > UINT32_MAX - part->index_count / 3) {
            memset(known.last, 0, mesh->vertex_count * sizeof *known.last);
            known.met = 0;
        }
        if (!find_twins(mesh, part, &known, twin, &count) && !sort_twins(mesh, part, work, twin, &count))
            return false;
        *twins += count;
    }
    return known.last && known.entries;
}

static bool separate(tlb_mesh *mesh, tlb_arena *arena, tlb_arena *work)
{
    const tlb_mesh from = *mesh;
    uint32_t twins = 0, count = from.vertex_count;
    bool *twin = tlb_zalloc_array(work, from.index_count, sizeof *twin);
    if (!twin || !mark_twins(&from, work, twin, &twins))
        return false;
    if (!twins || twins > (UINT32_MAX - count) / 3)
        return true;
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
