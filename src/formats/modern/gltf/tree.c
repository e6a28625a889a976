#include "formats/modern/gltf/format.h"
#include "scene/shown.h"

#include <stdlib.h>

static bool is_still(const tlb_node *node)
{
    const float *t = node->translation, *r = node->rotation, *s = node->scale;
    return t[0] == 0 && t[1] == 0 && t[2] == 0 && r[0] == 0 && r[1] == 0 && r[2] == 0 && s[0] == 1 &&
           s[1] == 1 && s[2] == 1;
}

/* Finds the nodes that are more than what they hold: parents, joints, cameras, lights, and what animations
 * move. */
static void find_places(const tlb_scene *scene, bool *needed)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        needed[i] |= scene->nodes[i].camera >= 0 || scene->nodes[i].light >= 0;
        if (scene->nodes[i].parent >= 0)
            needed[scene->nodes[i].parent] = true;
    }
    for (uint32_t i = 0; i < scene->skin_count; i++)
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            needed[scene->skins[i].joints[k]] = true;
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        const tlb_animation *animation = &scene->animations[i];
        for (uint32_t k = 0; k < animation->channel_count; k++)
            if (animation->channels[k].target != TLB_TARGET_MORPHS)
                needed[animation->channels[k].node] = true;
    }
}

/* Takes the scene's nodes over, the skinned ones to the root. `roots` gets the root above each place. */
static void take_nodes(tlb_gltf *g, const bool *needed, const bool *hidden, uint32_t *roots)
{
    tlb_gltf_tree *tree = &g->tree;
    for (uint32_t i = 0; i < g->scene->node_count; i++) {
        const tlb_node *node = &g->scene->nodes[i];
        int32_t parent = node->parent < 0 ? TLB_NONE : (int32_t)tree->place[node->parent];
        uint32_t layer = g->prepared->layers.of_node ? g->prepared->layers.of_node[i] : 0;
        bool apart = tlb_gltf_is_skinned(g, node) && (parent >= 0 || needed[i] || !is_still(node));
        tree->place[i] = i;
        tree->nodes[i] = (tlb_gltf_node){.source = (int32_t)i,
                                         .parent = apart ? TLB_NONE : parent,
                                         .holds = true,
                                         .layer = layer,
                                         .places = !apart,
                                         .hidden = apart ? hidden[i] : node->hidden};
        if (apart && needed[i]) {
            tree->place[i] = tree->count;
            tree->nodes[tree->count++] = (tlb_gltf_node){.source = (int32_t)i,
                                                         .parent = parent,
                                                         .places = true,
                                                         .layer = layer,
                                                         .hidden = node->hidden};
        }
        roots[tree->place[i]] = parent < 0 ? tree->place[i] : roots[parent];
    }
}

/* Roots that share a skin's joints get a root of their own. */
static void join_skeletons(tlb_gltf *g, const uint32_t *roots)
{
    tlb_gltf_tree *tree = &g->tree;
    int32_t holders[TLB_LAYERS_MOST];
    for (uint32_t i = 0; i < TLB_LAYERS_MOST; i++)
        holders[i] = TLB_NONE;
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const tlb_skin *skin = &g->scene->skins[i];
        uint32_t first = skin->joint_count ? roots[tree->place[skin->joints[0]]] : 0;
        bool joined = true;
        for (uint32_t k = 1; k < skin->joint_count; k++)
            joined &= roots[tree->place[skin->joints[k]]] == first;
        if (joined)
            continue;
        uint32_t layer = tree->nodes[first].layer;
        if (holders[layer] < 0) {
            holders[layer] = (int32_t)tree->count++;
            tree->nodes[holders[layer]] =
                (tlb_gltf_node){.source = TLB_NONE, .parent = TLB_NONE, .layer = layer};
        }
        for (uint32_t k = 0; k < skin->joint_count; k++)
            tree->nodes[roots[tree->place[skin->joints[k]]]].parent = holders[layer];
    }
}

/* Sorts the nodes by parent; the roots come first, sorted by scene. */
static bool list_children(tlb_gltf *g)
{
    tlb_gltf_tree *tree = &g->tree;
    tree->children = tlb_alloc_array(g->arena, tree->count, sizeof *tree->children);
    if (!tree->children)
        return false;
    uint32_t end = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].parent >= 0)
            tree->nodes[tree->nodes[i].parent].child_count++;
    for (uint32_t layer = 0; layer < g->prepared->layers.count; layer++) {
        tree->root_count[layer] = end;
        for (uint32_t i = 0; i < tree->count; i++)
            if (tree->nodes[i].parent == TLB_NONE && tree->nodes[i].layer == layer)
                tree->children[end++] = i;
    }
    tree->root_count[g->prepared->layers.count] = end;
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->nodes[i].first_child = end;
        end += tree->nodes[i].child_count;
        tree->nodes[i].child_count = 0;
    }
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].parent >= 0) {
            tlb_gltf_node *parent = &tree->nodes[tree->nodes[i].parent];
            tree->children[parent->first_child + parent->child_count++] = i;
        }
    return true;
}

bool tlb_gltf_plan_tree(tlb_gltf *g)
{
    uint32_t count = g->scene->node_count;
    size_t most =
        (size_t)count * 2 + TLB_LAYERS_MOST; /* each in two, and what holds the skeletons together */
    tlb_gltf_tree *tree = &g->tree;
    tree->nodes = tlb_alloc_array(g->arena, most, sizeof *tree->nodes);
    tree->place = tlb_alloc_array(g->arena, count, sizeof *tree->place);
    tree->count = count;
    uint32_t *roots = tlb_alloc_array(g->arena, most, sizeof *roots);
    bool *needed = tlb_zalloc(g->arena, count * sizeof *needed);
    const bool *hidden = tlb_scene_hidden(g->scene, g->arena);
    if (!tree->nodes || !tree->place || !roots || !needed || !hidden)
        return false;
    find_places(g->scene, needed);
    take_nodes(g, needed, hidden, roots);
    join_skeletons(g, roots);
    return list_children(g);
}
