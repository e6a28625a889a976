#include "scene/transform/prune.h"

#include "scene/inspect/shown.h"

#include <string.h>

/* What is used of each kind, and then under which number. */
typedef struct uses {
    int32_t *meshes, *materials, *images, *skins, *cameras, *lights;
} uses;

enum { USED = 0 };

static int32_t *none_used(tlb_arena *arena, uint32_t count)
{
    int32_t *list = tlb_alloc_array(arena, count, sizeof *list);
    for (uint32_t i = 0; list && i < count; i++)
        list[i] = TLB_NONE;
    return list;
}

static void use(int32_t *list, int32_t index)
{
    if (index >= 0)
        list[index] = USED;
}

static void find_uses(const tlb_scene *scene, const uses *u)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        use(u->cameras, node->camera);
        use(u->lights, node->light);
        if (node->mesh < 0 || tlb_mesh_is_empty(&scene->meshes[node->mesh]))
            continue;
        use(u->meshes, node->mesh);
        use(u->skins, node->skin);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        for (uint32_t k = 0; u->meshes[i] == USED && k < scene->meshes[i].part_count; k++)
            if (scene->meshes[i].parts[k].index_count)
                use(u->materials, scene->meshes[i].parts[k].material);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (u->materials[i] == USED) {
            use(u->images, scene->materials[i].texture.image);
            use(u->images, scene->materials[i].lightmap.image);
            for (int k = 0; scene->materials[i].pbr && k < TLB_PBR_TEXTURES; k++)
                use(u->images, scene->materials[i].pbr->textures[k].image);
        }
}

/* Copies those of a list that are used, and numbers them. */
static void *keep(tlb_arena *arena, const void *from, size_t size, int32_t *used, uint32_t *count)
{
    uint32_t kept = 0;
    uint8_t *list = tlb_alloc_array(arena, *count, size);
    for (uint32_t i = 0; list && i < *count; i++)
        if (used[i] == USED) {
            memcpy(list + kept * size, (const uint8_t *)from + i * size, size);
            used[i] = (int32_t)kept++;
        }
    *count = kept;
    return list;
}

static void renumber(const int32_t *numbers, int32_t *index)
{
    if (*index >= 0)
        *index = numbers[*index];
}

static bool renumber_parts(tlb_scene *scene, const uses *u, tlb_arena *arena)
{
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        tlb_mesh *mesh = &scene->meshes[i];
        tlb_part *parts = tlb_alloc_array(arena, mesh->part_count, sizeof *parts);
        uint32_t kept = 0;
        if (!parts)
            return false;
        for (uint32_t k = 0; k < mesh->part_count; k++)
            if (mesh->parts[k].index_count) {
                parts[kept] = mesh->parts[k];
                renumber(u->materials, &parts[kept++].material);
            }
        mesh->parts = parts;
        mesh->part_count = kept;
    }
    return true;
}

static bool renumber_nodes(tlb_scene *scene, const uses *u, tlb_arena *arena)
{
    const tlb_node *from = scene->nodes;
    scene->nodes = tlb_alloc_array(arena, scene->node_count, sizeof *from);
    for (uint32_t i = 0; scene->nodes && i < scene->node_count; i++) {
        tlb_node *node = &scene->nodes[i];
        *node = from[i];
        renumber(u->meshes, &node->mesh);
        renumber(u->skins, &node->skin);
        renumber(u->cameras, &node->camera);
        renumber(u->lights, &node->light);
        if (node->mesh < 0)
            node->skin = TLB_NONE;
    }
    return scene->nodes != NULL;
}

static bool is_moved(const tlb_scene *scene, const tlb_channel *channel)
{
    return channel->target != TLB_TARGET_MORPHS || scene->nodes[channel->node].mesh >= 0;
}

static bool renumber_channels(tlb_scene *scene, const uses *u, tlb_arena *arena)
{
    const tlb_animation *from = scene->animations;
    scene->animations = tlb_alloc_array(arena, scene->animation_count, sizeof *from);
    for (uint32_t i = 0; scene->animations && i < scene->animation_count; i++) {
        tlb_animation *animation = &scene->animations[i];
        *animation = from[i];
        animation->channels = tlb_alloc_array(arena, from[i].channel_count, sizeof *from->channels);
        animation->material_channels =
            tlb_alloc_array(arena, from[i].material_channel_count, sizeof *from->material_channels);
        if (!animation->channels || !animation->material_channels)
            return false;
        animation->channel_count = animation->material_channel_count = 0;
        for (uint32_t k = 0; k < from[i].channel_count; k++)
            if (is_moved(scene, &from[i].channels[k]))
                animation->channels[animation->channel_count++] = from[i].channels[k];
        for (uint32_t k = 0; k < from[i].material_channel_count; k++) {
            tlb_material_channel *channel = &animation->material_channels[animation->material_channel_count];
            *channel = from[i].material_channels[k];
            renumber(u->materials, &channel->material);
            animation->material_channel_count += channel->material >= 0;
        }
    }
    return scene->animations != NULL;
}

static bool renumber_pbr(const uses *u, tlb_arena *arena, tlb_material *material)
{
    tlb_pbr *copy = material->pbr ? tlb_alloc(arena, sizeof *copy) : NULL;
    if (!material->pbr || !copy)
        return !material->pbr;
    *copy = *material->pbr;
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        renumber(u->images, &copy->textures[i].image);
    material->pbr = copy;
    return true;
}

bool tlb_scene_prune(const tlb_scene *scene, tlb_arena *arena, tlb_scene *pruned)
{
    *pruned = *scene;
    uses u = {none_used(arena, scene->mesh_count),   none_used(arena, scene->material_count),
              none_used(arena, scene->image_count),  none_used(arena, scene->skin_count),
              none_used(arena, scene->camera_count), none_used(arena, scene->light_count)};
    if (!u.meshes || !u.materials || !u.images || !u.skins || !u.cameras || !u.lights)
        return false;
    find_uses(scene, &u);
#define KEEP(list, number)                                                                                   \
    ((pruned->list = keep(arena, scene->list, sizeof *scene->list, u.list, &pruned->number)) != NULL)
    if (!KEEP(meshes, mesh_count) || !KEEP(materials, material_count) || !KEEP(images, image_count) ||
        !KEEP(skins, skin_count) || !KEEP(cameras, camera_count) || !KEEP(lights, light_count))
        return false;
#undef KEEP
    for (uint32_t i = 0; i < pruned->material_count; i++) {
        renumber(u.images, &pruned->materials[i].texture.image);
        renumber(u.images, &pruned->materials[i].lightmap.image);
        if (!renumber_pbr(&u, arena, &pruned->materials[i]))
            return false;
    }
    return renumber_parts(pruned, &u, arena) && renumber_nodes(pruned, &u, arena) &&
           renumber_channels(pruned, &u, arena);
}
