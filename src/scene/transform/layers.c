#include "scene/transform/layers.h"

#include "scene/inspect/shown.h"

#include <string.h>

#define LEFT_OUT UINT32_MAX

/* A node of the scene and one that represents it. */
typedef struct pair {
    uint32_t from, to;
} pair;

typedef struct splitter {
    const tlb_scene *scene;
    tlb_arena *arena;
    unsigned kinds;
    tlb_layers *layers;
    uint32_t *of_source; /* the layer of each node of the scene, or LEFT_OUT */
    TLB_LIST(tlb_node) nodes;
    TLB_LIST(uint32_t) of_node;
    TLB_LIST(pair) pairs;
    uint32_t (
        *newest)[2]; /* for each node of the scene: 1 + the layer of the last that represents it, and that */
    TLB_LIST(tlb_skin) skins;   /* those of the scene, and copies for further layers */
    uint32_t (*newest_skin)[2]; /* for each skin of the scene: 1 + the layer of the last copy, and that */
} splitter;

/* The layer of that name. LEFT_OUT when there are too many. */
static uint32_t layer_named(tlb_layers *layers, const char *name)
{
    for (uint32_t i = 1; i < layers->count; i++)
        if (strcmp(layers->names[i], name) == 0)
            return i;
    if (layers->count == TLB_LAYERS_MOST)
        return LEFT_OUT;
    layers->names[layers->count] = name;
    return layers->count++;
}

static bool choose_layers(splitter *s)
{
    const tlb_scene *scene = s->scene;
    const bool *shown = tlb_scene_shown(scene, s->arena);
    if (!shown)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        uint32_t above = node->parent < 0 ? 0 : s->of_source[node->parent];
        bool coarser = !node->hidden && !shown[i] && (node->parent < 0 || shown[node->parent]);
        const char *name = NULL;
        s->of_source[i] = above;
        if (above == LEFT_OUT || (!node->hidden && !coarser))
            continue;
        if (coarser && s->kinds & TLB_WITH_LEVELS &&
            !(name = tlb_arena_printf(s->arena, "level %d", (int)node->level)))
            return false;
        if (node->hidden && s->kinds & TLB_WITH_HIDDEN)
            name = node->layer;
        s->layers->left_out += node->hidden && !name;
        s->of_source[i] = name ? layer_named(s->layers, name) : LEFT_OUT;
    }
    return true;
}

/* Adds a node that represents one of the scene; `above` is its parent. */
static bool add_node(splitter *s, uint32_t from, uint32_t layer, bool holds)
{
    const tlb_node *source = &s->scene->nodes[from];
    tlb_node *node = TLB_PUSH(s->arena, &s->nodes);
    uint32_t *of_node = TLB_PUSH(s->arena, &s->of_node);
    pair *both = TLB_PUSH(s->arena, &s->pairs);
    if (!node || !of_node || !both)
        return false;
    *node = *source;
    *of_node = layer;
    *both = (pair){from, s->nodes.count - 1};
    node->hidden = false;
    node->level = TLB_NONE;
    if (source->parent >= 0)
        node->parent = (int32_t)s->newest[source->parent][1];
    if (!holds) {
        node->mesh = node->skin = node->camera = node->light = TLB_NONE;
        node->morph_weights = NULL;
        node->extras = NULL;
    }
    s->newest[from][0] = layer + 1;
    s->newest[from][1] = s->nodes.count - 1;
    return true;
}

/* Adds a node to a layer, after those above it. `path` has capacity for as many as are above each other. */
static bool add_below(splitter *s, uint32_t from, uint32_t layer, bool holds, uint32_t *path)
{
    uint32_t depth = 0;
    for (int32_t at = s->scene->nodes[from].parent; at >= 0 && s->newest[at][0] != layer + 1;
         at = s->scene->nodes[at].parent)
        path[depth++] = (uint32_t)at;
    while (depth--)
        if (!add_node(s, path[depth], layer, false))
            return false;
    return add_node(s, from, layer, holds);
}

static bool add_layer(splitter *s, uint32_t layer, uint32_t *path)
{
    for (uint32_t i = 0; i < s->scene->node_count; i++)
        if (s->of_source[i] == layer && !add_below(s, i, layer, true, path))
            return false;
    return true;
}

/* What has a skin needs joints in its own layer. */
static bool copy_joints(splitter *s, tlb_skin *skin, uint32_t layer, uint32_t *path)
{
    const int32_t *from = skin->joints;
    skin->joints = tlb_alloc_array(s->arena, skin->joint_count, sizeof *skin->joints);
    if (!skin->joints)
        return false;
    for (uint32_t k = 0; k < skin->joint_count; k++) {
        uint32_t joint = (uint32_t)from[k];
        if (s->newest[joint][0] != layer + 1 && !add_below(s, joint, layer, false, path))
            return false;
        skin->joints[k] = (int32_t)s->newest[joint][1];
    }
    return true;
}

/* The skins of the scene are those of the first layer, whose nodes are there already. */
static bool take_skins(splitter *s, uint32_t *path)
{
    for (uint32_t i = 0; i < s->scene->skin_count; i++) {
        tlb_skin *skin = TLB_PUSH(s->arena, &s->skins);
        if (!skin)
            return false;
        *skin = (tlb_skin){.name = s->scene->skins[i].name};
    }
    for (uint32_t i = 0, end = s->nodes.count; i < end; i++) {
        int32_t skin = s->nodes.data[i].skin;
        if (skin < 0 || s->skins.data[skin].joints)
            continue;
        s->skins.data[skin] = s->scene->skins[skin];
        if (!copy_joints(s, &s->skins.data[skin], 0, path))
            return false;
    }
    return true;
}

/* Of a further layer, whose nodes are those from `first` on: copies. */
static bool copy_skins(splitter *s, uint32_t layer, uint32_t first, uint32_t *path)
{
    for (uint32_t i = first, end = s->nodes.count; i < end; i++) {
        int32_t from = s->nodes.data[i].skin;
        if (from < 0)
            continue;
        if (s->newest_skin[from][0] != layer + 1) {
            tlb_skin *skin = TLB_PUSH(s->arena, &s->skins);
            if (!skin)
                return false;
            *skin = s->scene->skins[from];
            if (!copy_joints(s, skin, layer, path))
                return false;
            s->newest_skin[from][0] = layer + 1;
            s->newest_skin[from][1] = s->skins.count - 1;
        }
        s->nodes.data[i].skin = (int32_t)s->newest_skin[from][1];
    }
    return true;
}

/* --- channels ----------------------------------------------------------------------------------------- */

/* For each node of the scene the first of those that represent it, in `sorted`; one more at the end. */
static uint32_t *sort_pairs(const splitter *s, uint32_t **sorted)
{
    uint32_t *first = tlb_zalloc_array(s->arena, (size_t)s->scene->node_count + 2, sizeof *first);
    *sorted = tlb_alloc_array(s->arena, s->pairs.count, sizeof **sorted);
    if (!first || !*sorted)
        return NULL;
    for (uint32_t i = 0; i < s->pairs.count; i++)
        first[s->pairs.data[i].from + 2]++;
    for (uint32_t i = 2; i < s->scene->node_count + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < s->pairs.count; i++)
        (*sorted)[first[s->pairs.data[i].from + 1]++] = s->pairs.data[i].to;
    return first;
}

static bool split_channels(const splitter *s, tlb_animation *animation, const uint32_t *first,
                           const uint32_t *sorted)
{
    const tlb_channel *from = animation->channels;
    size_t count = 0;
    for (uint32_t i = 0; i < animation->channel_count; i++)
        count += first[from[i].node + 1] - first[from[i].node];
    tlb_channel *channels = tlb_alloc_array(s->arena, count, sizeof *channels);
    if (!channels)
        return false;
    count = 0;
    for (uint32_t i = 0; i < animation->channel_count; i++)
        for (uint32_t k = first[from[i].node]; k < first[from[i].node + 1]; k++) {
            bool holds = s->nodes.data[sorted[k]].mesh == s->scene->nodes[from[i].node].mesh;
            if (from[i].target == TLB_TARGET_MORPHS && !holds)
                continue;
            channels[count] = from[i];
            channels[count++].node = (int32_t)sorted[k];
        }
    animation->channels = channels;
    animation->channel_count = (uint32_t)count;
    return true;
}

static bool split_animations(const splitter *s)
{
    tlb_scene *out = &s->layers->scene;
    uint32_t *sorted, *first = sort_pairs(s, &sorted);
    out->animations = tlb_alloc_array(s->arena, out->animation_count, sizeof *out->animations);
    if (!first || !out->animations)
        return false;
    for (uint32_t i = 0; i < out->animation_count; i++) {
        out->animations[i] = s->scene->animations[i];
        if (!split_channels(s, &out->animations[i], first, sorted))
            return false;
    }
    return true;
}

bool tlb_scene_layers(const tlb_scene *scene, unsigned kinds, tlb_arena *arena, tlb_layers *layers)
{
    *layers = (tlb_layers){.scene = *scene, .count = 1};
    splitter s = {.scene = scene, .arena = arena, .kinds = kinds, .layers = layers};
    uint32_t *path = tlb_alloc_array(arena, scene->node_count, sizeof *path);
    s.of_source = tlb_alloc_array(arena, scene->node_count, sizeof *s.of_source);
    s.newest = tlb_zalloc_array(arena, scene->node_count, sizeof *s.newest);
    s.newest_skin = tlb_zalloc_array(arena, scene->skin_count, sizeof *s.newest_skin);
    layers->names = tlb_zalloc_array(arena, TLB_LAYERS_MOST, sizeof *layers->names);
    if (!path || !s.of_source || !s.newest || !s.newest_skin || !layers->names || !choose_layers(&s))
        return false;
    for (uint32_t i = 0; i < layers->count; i++) {
        uint32_t first = s.nodes.count;
        if (!add_layer(&s, i, path) || !(i ? copy_skins(&s, i, first, path) : take_skins(&s, path)))
            return false;
    }
    layers->scene.nodes = s.nodes.data;
    layers->scene.node_count = s.nodes.count;
    layers->scene.skins = s.skins.data;
    layers->scene.skin_count = s.skins.count;
    layers->of_node = s.of_node.data;
    return split_animations(&s);
}
