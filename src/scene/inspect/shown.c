#include "scene/inspect/shown.h"

bool *tlb_scene_shown(const tlb_scene *scene, tlb_arena *arena)
{
    bool *shown = tlb_alloc_array(arena, scene->node_count, sizeof *shown);
    /* Of the children of each node, and first of the roots. */
    int32_t *finest = tlb_alloc_array(arena, (size_t)scene->node_count + 1, sizeof *finest);
    if (!shown || !finest)
        return NULL;
    for (uint32_t i = 0; i <= scene->node_count; i++)
        finest[i] = INT32_MAX;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        if (node->level >= 0 && node->level < finest[node->parent + 1])
            finest[node->parent + 1] = node->level;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        shown[i] = !node->hidden && (node->level < 0 || node->level == finest[node->parent + 1]) &&
                   (node->parent < 0 || shown[node->parent]);
    }
    return shown;
}

bool *tlb_scene_seen(const tlb_scene *scene, tlb_arena *arena)
{
    bool *seen = tlb_scene_shown(scene, arena);
    for (uint32_t i = 0; seen && i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        bool folded = node->scale[0] == 0 && node->scale[1] == 0 && node->scale[2] == 0;
        seen[i] = seen[i] && !folded && (node->parent < 0 || seen[node->parent]);
    }
    return seen;
}

bool *tlb_scene_hidden(const tlb_scene *scene, tlb_arena *arena)
{
    bool *hidden = tlb_alloc_array(arena, scene->node_count, sizeof *hidden);
    for (uint32_t i = 0; hidden && i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        hidden[i] = node->hidden || (node->parent >= 0 && hidden[node->parent]);
    }
    return hidden;
}

bool tlb_mesh_is_empty(const tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->part_count; i++)
        if (mesh->parts[i].index_count && mesh->vertex_count)
            return false;
    return true;
}

const tlb_mesh *tlb_shown_mesh(const tlb_scene *scene, const bool *shown, uint32_t node)
{
    int32_t mesh = scene->nodes[node].mesh;
    bool drawn = shown[node] && mesh >= 0 && !tlb_mesh_is_empty(&scene->meshes[mesh]);
    return drawn ? &scene->meshes[mesh] : NULL;
}
