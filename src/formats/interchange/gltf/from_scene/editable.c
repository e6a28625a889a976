/* Scenes as files to edit and to convert back: what glTF has no place for is in extras and names. */
#include "formats/interchange/gltf/document.h"
#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "base/index.h"
#include "base/value.h"
#include "scene/animation/channel.h"
#include "scene/geometry/finite.h"

#include <math.h>
#include <string.h>

/* A copy that further members can be added to. */
static tlb_value *copy_table(tlb_arena *arena, const tlb_value *extras)
{
    tlb_value *table = tlb_value_table(arena);
    for (const tlb_value *v = extras ? extras->as.members.first : NULL; v; v = v->next) {
        tlb_value *member = tlb_alloc(arena, sizeof *member);
        if (!member)
            return NULL;
        *member = *v;
        member->next = NULL;
        tlb_value_append(table, v->key, member);
    }
    return table;
}

/* Editors number names that they have already; `longName` is the name without that. */
static bool keep_name(tlb_arena *arena, tlb_index *known, const char *name, tlb_value **extras)
{
    int32_t *seen = tlb_index_find(known, arena, name, strlen(name));
    if (!seen)
        return false;
    if (*seen != TLB_INDEX_NEW) {
        if (!(*extras = copy_table(arena, *extras)))
            return false;
        tlb_value_add_text(arena, *extras, "longName", name);
    }
    *seen = 1;
    return true;
}

static bool mark_level(tlb_arena *arena, tlb_node *node)
{
    node->name = tlb_arena_printf(arena, "%s_LOD%d", node->name, (int)node->level);
    node->extras = copy_table(arena, node->extras);
    if (!node->name || !node->extras)
        return false;
    tlb_value_add_integer(arena, node->extras, "lod", node->level);
    tlb_value_add_single(arena, node->extras, "minPixels", tlb_finite(node->level_size));
    node->level = TLB_NONE;
    return true;
}

static bool mark_layer(tlb_arena *arena, tlb_node *node)
{
    if (!(node->extras = copy_table(arena, node->extras)))
        return false;
    if (strcmp(node->layer, "collision") != 0)
        tlb_value_add_text(arena, node->extras, "layer", node->layer);
    else if (!tlb_value_get(node->extras, "collision"))
        tlb_value_add_text(arena, node->extras, "collision", "mesh");
    return true;
}

/* Where it is at rest: editors put what is animated where it is at the time that they show. */
static bool mark_rest(tlb_arena *arena, tlb_node *node)
{
    float rest[GLTF_REST];
    memcpy(rest, node->translation, sizeof node->translation);
    memcpy(rest + 3, node->rotation, sizeof node->rotation);
    memcpy(rest + 7, node->scale, sizeof node->scale);
    for (int i = 0; i < GLTF_REST; i++)
        rest[i] = tlb_finite(rest[i]);
    if (!(node->extras = copy_table(arena, node->extras)))
        return false;
    tlb_value_add_singles(arena, node->extras, "rest", rest, GLTF_REST);
    return true;
}

/* What animations move, but for joints: how those were bound says where they rest. */
static bool *find_moved(tlb_arena *arena, const tlb_scene *scene)
{
    bool *moved = tlb_zalloc(arena, scene->node_count);
    for (uint32_t i = 0; moved && i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++)
            if (scene->animations[i].channels[k].target != TLB_TARGET_MORPHS)
                moved[scene->animations[i].channels[k].node] = true;
    for (uint32_t i = 0; moved && i < scene->skin_count; i++)
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            moved[scene->skins[i].joints[k]] = false;
    return moved;
}

static bool mark_nodes(tlb_arena *arena, tlb_scene *scene)
{
    tlb_index known = {0};
    const bool *moved = find_moved(arena, scene);
    const tlb_node *from = scene->nodes;
    scene->nodes = tlb_alloc_array(arena, scene->node_count, sizeof *from);
    for (uint32_t i = 0; moved && scene->nodes && i < scene->node_count; i++) {
        tlb_node *node = &scene->nodes[i];
        *node = from[i];
        if (!keep_name(arena, &known, node->name, &node->extras) ||
            (node->level >= 0 && !mark_level(arena, node)) ||
            (node->hidden && node->layer && !mark_layer(arena, node)) ||
            (moved[i] && !mark_rest(arena, node)))
            return false;
    }
    return moved && scene->nodes;
}

/* What animations are, in the scene's extras by their names: of their own ones editors lose. */
static bool mark_animations(tlb_arena *arena, tlb_scene *scene)
{
    enum { LONGEST = 63 }; /* of a property's name in Blender */
    tlb_index known = {0};
    if (!scene->animation_count)
        return true;
    if (!(scene->extras = copy_table(arena, scene->extras)))
        return false;
    tlb_value *all = tlb_value_add_table(arena, scene->extras, "animations");
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        const tlb_animation *animation = &scene->animations[i];
        size_t size = strlen(animation->name);
        int32_t *seen = tlb_index_find(&known, arena, animation->name, size);
        if (!seen)
            return false;
        if (!size || size > LONGEST || *seen != TLB_INDEX_NEW)
            continue;
        *seen = 1;
        tlb_value *each = copy_table(arena, animation->extras);
        if (!each)
            return false;
        tlb_value_add_bool(arena, each, "loops", animation->loops);
        tlb_value_append(all, animation->name, each);
    }
    return all != NULL;
}

/* The last key once more at the end: editors sample what is animated up to the last whole frame with a key,
 * and a change within a frame after that would be lost. */
static bool hold_channel(tlb_arena *arena, const tlb_scene *scene, float duration, tlb_channel *channel)
{
    uint32_t width = tlb_channel_width(scene, channel), count = channel->key_count;
    if (!width || count < 2 || !(channel->times[count - 1] < duration) || !isfinite(duration))
        return true;
    float *times = tlb_alloc_array(arena, (size_t)count + 1, sizeof *times);
    float *values = tlb_alloc_array(arena, (size_t)count + 1, width * sizeof *values);
    if (!times || !values)
        return false;
    memcpy(times, channel->times, count * sizeof *times);
    memcpy(values, channel->values, (size_t)count * width * sizeof *values);
    memcpy(values + (size_t)count * width, values + (size_t)(count - 1) * width, width * sizeof *values);
    times[count] = duration;
    channel->times = times;
    channel->values = values;
    channel->key_count++;
    return true;
}

static bool hold_animations(tlb_arena *arena, tlb_scene *scene)
{
    const tlb_animation *from = scene->animations;
    scene->animations = tlb_alloc_array(arena, scene->animation_count, sizeof *from);
    bool done = scene->animations != NULL;
    for (uint32_t i = 0; i < scene->animation_count && done; i++) {
        tlb_animation *animation = &scene->animations[i];
        *animation = from[i];
        animation->channels = tlb_alloc_array(arena, from[i].channel_count, sizeof *animation->channels);
        done = animation->channels != NULL;
        for (uint32_t k = 0; k < from[i].channel_count && done; k++) {
            animation->channels[k] = from[i].channels[k];
            done = hold_channel(arena, scene, animation->duration, &animation->channels[k]);
        }
    }
    return done;
}

bool tlb_gltf_mark_editable(tlb_arena *arena, tlb_scene *scene)
{
    tlb_index known_meshes = {0}, known_materials = {0};
    const tlb_mesh *meshes = scene->meshes;
    const tlb_material *materials = scene->materials;
    scene->meshes = tlb_alloc_array(arena, scene->mesh_count, sizeof *meshes);
    scene->materials = tlb_alloc_array(arena, scene->material_count, sizeof *materials);
    bool done = scene->meshes && scene->materials && mark_nodes(arena, scene);
    for (uint32_t i = 0; done && i < scene->mesh_count; i++) {
        scene->meshes[i] = meshes[i];
        done = keep_name(arena, &known_meshes, meshes[i].name, &scene->meshes[i].extras);
    }
    for (uint32_t i = 0; done && i < scene->material_count; i++) {
        scene->materials[i] = materials[i];
        done = keep_name(arena, &known_materials, materials[i].name, &scene->materials[i].extras);
    }
    return done && mark_animations(arena, scene) && hold_animations(arena, scene);
}
