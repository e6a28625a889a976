#include "writers/morph_frames.h"

#include <string.h>

bool tlb_morph_frames_begin(tlb_arena *arena, const tlb_scene *scene, const tlb_node *node,
                            tlb_morph_frames *frames)
{
    frames->width = node->mesh < 0 ? 0 : scene->meshes[node->mesh].morph_count;
    if (!frames->width)
        return true;
    float *rest = tlb_zalloc_array(arena, frames->width, sizeof *rest);
    if (rest && node->morph_weights)
        memcpy(rest, node->morph_weights, frames->width * sizeof *rest);
    return rest && tlb_morph_frames_add(arena, frames, rest) != TLB_NONE;
}

const int32_t *tlb_morph_frames_find(const tlb_morph_frames *frames, const float *weights)
{
    return tlb_index_look(&frames->known, weights, frames->width * sizeof *weights);
}

int32_t tlb_morph_frames_add(tlb_arena *arena, tlb_morph_frames *frames, const float *weights)
{
    float *copy = tlb_alloc_array(arena, frames->width, sizeof *copy);
    const float **place = copy ? TLB_PUSH(arena, &frames->weights) : NULL;
    if (!place)
        return TLB_NONE;
    memcpy(copy, weights, frames->width * sizeof *copy);
    *place = copy;
    int32_t *number = tlb_index_find(&frames->known, arena, copy, frames->width * sizeof *copy);
    if (!number)
        return TLB_NONE;
    return *number = (int32_t)frames->weights.count - 1;
}

void tlb_morph_frames_vertex(const tlb_morph_frames *frames, const tlb_mesh *mesh, const float (*normals)[3],
                             uint32_t vertex, uint32_t frame, float position[3], float normal[3])
{
    memcpy(position, mesh->positions[vertex], sizeof mesh->positions[vertex]);
    memcpy(normal, normals[vertex], sizeof normals[vertex]);
    for (uint32_t k = 0; k < frames->width && frame < frames->weights.count; k++) {
        float weight = frames->weights.data[frame][k];
        const tlb_morph *morph = &mesh->morphs[k];
        for (int i = 0; weight != 0 && i < 3; i++) {
            position[i] += weight * morph->positions[vertex][i];
            normal[i] += morph->normals ? weight * morph->normals[vertex][i] : 0;
        }
    }
}
