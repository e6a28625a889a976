/* Nodes: the tree that they make in the file, and they themselves with skins, cameras and lights. */
#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "scene/inspect/shown.h"

#include <stdlib.h>
#include <string.h>

/* --- the tree ----------------------------------------------------------------------------------------- */

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
static void take_nodes(tlb_gltf_writer *g, const bool *needed, const bool *hidden, uint32_t *roots)
{
    tlb_gltf_tree *tree = &g->tree;
    for (uint32_t i = 0; i < g->scene->node_count; i++) {
        const tlb_node *node = &g->scene->nodes[i];
        int32_t parent = node->parent < 0 ? TLB_NONE : (int32_t)tree->place[node->parent];
        uint32_t layer = g->prepared->layers.of_node ? g->prepared->layers.of_node[i] : 0;
        bool apart = tlb_gltf_is_skinned(g, node) && (parent >= 0 || needed[i] || !is_still(node));
        tree->place[i] = i;
        tree->nodes[i] = (tlb_gltf_out_node){.source = (int32_t)i,
                                             .parent = apart ? TLB_NONE : parent,
                                             .holds = true,
                                             .layer = layer,
                                             .places = !apart,
                                             .hidden = apart ? hidden[i] : node->hidden};
        if (apart && needed[i]) {
            tree->place[i] = tree->count;
            tree->nodes[tree->count++] = (tlb_gltf_out_node){.source = (int32_t)i,
                                                             .parent = parent,
                                                             .places = true,
                                                             .layer = layer,
                                                             .hidden = node->hidden};
        }
        roots[tree->place[i]] = parent < 0 ? tree->place[i] : roots[parent];
    }
}

/* Roots that share a skin's joints get a root of their own. */
static void join_skeletons(tlb_gltf_writer *g, const uint32_t *roots)
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
                (tlb_gltf_out_node){.source = TLB_NONE, .parent = TLB_NONE, .layer = layer};
        }
        for (uint32_t k = 0; k < skin->joint_count; k++)
            tree->nodes[roots[tree->place[skin->joints[k]]]].parent = holders[layer];
    }
}

/* Sorts the nodes by parent; the roots come first, sorted by scene. */
static bool list_children(tlb_gltf_writer *g)
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
            tlb_gltf_out_node *parent = &tree->nodes[tree->nodes[i].parent];
            tree->children[parent->first_child + parent->child_count++] = i;
        }
    return true;
}

bool tlb_gltf_plan_tree(tlb_gltf_writer *g)
{
    uint32_t count = g->scene->node_count;
    size_t most =
        (size_t)count * 2 + TLB_LAYERS_MOST; /* each in two, and what holds the skeletons together */
    tlb_gltf_tree *tree = &g->tree;
    tree->nodes = tlb_alloc_array(g->arena, most, sizeof *tree->nodes);
    tree->place = tlb_alloc_array(g->arena, count, sizeof *tree->place);
    tree->count = count;
    uint32_t *roots = tlb_alloc_array(g->arena, most, sizeof *roots);
    bool *needed = tlb_zalloc_array(g->arena, count, sizeof *needed);
    const bool *hidden = tlb_scene_hidden(g->scene, g->arena);
    if (!tree->nodes || !tree->place || !roots || !needed || !hidden)
        return false;
    find_places(g->scene, needed);
    take_nodes(g, needed, hidden, roots);
    join_skeletons(g, roots);
    return list_children(g);
}

/* --- writing ------------------------------------------------------------------------------------------ */

static void write_place(tlb_gltf_writer *g, const tlb_node *node)
{
    static const float none[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    if (memcmp(node->translation, none, sizeof none) != 0)
        tlb_gltf_numbers(g, "translation", node->translation, 3);
    float rotation[4];
    tlb_gltf_rotation(node->rotation, g->options->editable, rotation);
    if (rotation[0] != 0 || rotation[1] != 0 || rotation[2] != 0)
        tlb_gltf_numbers(g, "rotation", rotation, 4);
    if (memcmp(node->scale, one, sizeof one) != 0)
        tlb_gltf_numbers(g, "scale", node->scale, 3);
    if (node->camera >= 0 && (uint32_t)node->camera < g->scene->camera_count)
        tlb_json_integer(&g->json, "camera", node->camera);
    if (node->light >= 0 && (uint32_t)node->light < g->scene->light_count) {
        tlb_json_open(&g->json, "extensions", '{', true);
        tlb_json_open(&g->json, "KHR_lights_punctual", '{', true);
        tlb_json_integer(&g->json, "light", node->light);
        tlb_json_close(&g->json);
        tlb_json_close(&g->json);
    }
}

static void write_contents(tlb_gltf_writer *g, const tlb_node *node)
{
    if (node->mesh < 0 || g->meshes[node->mesh].index < 0)
        return;
    const tlb_mesh *mesh = &g->scene->meshes[node->mesh];
    tlb_json_integer(&g->json, "mesh", g->meshes[node->mesh].index);
    if (tlb_gltf_is_skinned(g, node))
        tlb_json_integer(&g->json, "skin", g->skin_index[node->skin]);
    if (node->morph_weights && mesh->morph_count)
        tlb_gltf_numbers(g, "weights", node->morph_weights, mesh->morph_count);
}

static void write_extras(tlb_gltf_writer *g, const tlb_gltf_out_node *node, const tlb_node *source)
{
    bool holds = source && node->holds, level = holds && source->level >= 0;
    const tlb_value *extras = holds ? source->extras : NULL;
    bool backdrop = holds && source->backdrop, ground = holds && source->ground;
    if (!node->hidden && !level && !backdrop && !ground && !tlb_has_members(extras))
        return;
    tlb_gltf_open_extras(g, extras);
    if (node->hidden)
        tlb_json_bool(&g->json, "hidden", true);
    if (backdrop)
        tlb_json_bool(&g->json, "backdrop", true);
    if (ground)
        tlb_json_bool(&g->json, "ground", true);
    if (level) {
        tlb_json_integer(&g->json, "level", source->level);
        tlb_gltf_number(g, "levelSize", source->level_size);
    }
    tlb_json_close(&g->json);
}

void tlb_gltf_write_nodes(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->tree.count; i++) {
        const tlb_gltf_out_node *node = &g->tree.nodes[i];
        const tlb_node *source = node->source < 0 ? NULL : &g->scene->nodes[node->source];
        tlb_gltf_open_member(g, "nodes", &opened);
        tlb_gltf_name(g, source ? source->name : "skeletons");
        if (node->child_count)
            tlb_gltf_indices(g, "children", g->tree.children + node->first_child, node->child_count);
        if (source && node->places)
            write_place(g, source);
        if (source && node->holds)
            write_contents(g, source);
        write_extras(g, node, source);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

void tlb_gltf_write_cameras(tlb_gltf_writer *g)
{
    static const float usual = 0.785398163f, near = 0.01f, far = 1000; /* required: 45 degrees */
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->camera_count; i++) {
        const tlb_scene_camera *camera = &g->scene->cameras[i];
        tlb_gltf_open_member(g, "cameras", &opened);
        tlb_gltf_name(g, camera->name);
        bool flat = camera->xmag != 0 && camera->ymag != 0;
        tlb_gltf_text(g, "type", flat ? "orthographic" : "perspective");
        tlb_json_open(&g->json, flat ? "orthographic" : "perspective", '{', true);
        if (flat) {
            tlb_gltf_number(g, "xmag", camera->xmag);
            tlb_gltf_number(g, "ymag", camera->ymag);
        } else {
            tlb_gltf_number(g, "yfov", camera->yfov > 0 ? camera->yfov : usual);
            if (camera->aspect > 0)
                tlb_gltf_number(g, "aspectRatio", camera->aspect);
        }
        float least = flat && camera->zfar > 0 ? 0 : near; /* an orthographic one may begin at 0 */
        float start = camera->znear > 0 ? camera->znear : least;
        tlb_gltf_number(g, "znear", start);
        if (flat || camera->zfar > start)
            tlb_gltf_number(g, "zfar", camera->zfar > start ? camera->zfar : start + far);
        tlb_json_close(&g->json);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

/* The inner cone ends within the outer one, and that within a right angle. */
static void write_cone(tlb_gltf_writer *g, const tlb_scene_light *light)
{
    static const float right = 1.57079625f; /* not the nearest, which is beyond */
    float outer = light->outer_cone > 0 && light->outer_cone <= right ? light->outer_cone : right;
    tlb_json_open(&g->json, "spot", '{', true);
    tlb_gltf_number(g, "innerConeAngle",
                    light->inner_cone >= 0 && light->inner_cone < outer ? light->inner_cone : 0);
    tlb_gltf_number(g, "outerConeAngle", outer);
    tlb_json_close(&g->json);
}

void tlb_gltf_write_lights(tlb_gltf_writer *g)
{
    static const char *const types[] = {
        [TLB_LIGHT_POINT] = "point", [TLB_LIGHT_SPOT] = "spot", [TLB_LIGHT_DIRECTIONAL] = "directional"};
    bool opened = false;
    if (!g->scene->light_count)
        return;
    tlb_json_open(&g->json, "extensions", '{', true);
    tlb_json_open(&g->json, "KHR_lights_punctual", '{', true);
    for (uint32_t i = 0; i < g->scene->light_count; i++) {
        const tlb_scene_light *light = &g->scene->lights[i];
        tlb_gltf_open_member(g, "lights", &opened);
        tlb_gltf_name(g, light->name);
        tlb_gltf_text(g, "type", types[light->kind]);
        tlb_gltf_numbers(g, "color", light->color, 3);
        tlb_gltf_number(g, "intensity", light->intensity);
        if (light->range > 0 && light->kind != TLB_LIGHT_DIRECTIONAL)
            tlb_gltf_number(g, "range", light->range);
        if (light->kind == TLB_LIGHT_SPOT)
            write_cone(g, light);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
}

/* The joint below which all joints of a skin are; TLB_NONE: there is none, or the writing failed, without
 * memory. */
static int32_t find_skeleton(tlb_gltf_writer *g, const tlb_skin *skin)
{
    bool *below = tlb_zalloc_array(g->arena, g->scene->node_count, sizeof *below), all = true;
    if (!below) {
        g->binary.failed = true;
        return TLB_NONE;
    }
    int32_t first = skin->joints[0]; /* parents come before their children */
    for (uint32_t i = 1; i < skin->joint_count; i++)
        first = skin->joints[i] < first ? skin->joints[i] : first;
    for (uint32_t i = (uint32_t)first; i < g->scene->node_count; i++) {
        int32_t parent = g->scene->nodes[i].parent;
        below[i] = i == (uint32_t)first || (parent >= 0 && below[parent]);
    }
    for (uint32_t i = 0; all && i < skin->joint_count; i++)
        all = below[skin->joints[i]];
    return all ? first : TLB_NONE;
}

void tlb_gltf_write_skins(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const tlb_skin *skin = &g->scene->skins[i];
        if (g->skin_index[i] < 0)
            continue;
        tlb_gltf_open_member(g, "skins", &opened);
        tlb_gltf_name(g, skin->name);
        if (skin->inverse_bind) {
            tlb_gltf_piece piece = {
                .encode = tlb_gltf_encode_matrices, .source = skin->inverse_bind, .count = skin->joint_count};
            tlb_gltf_begin_view(&g->binary, GLTF_NO_TARGET);
            uint32_t accessor = tlb_gltf_put_accessor(&g->binary, piece,
                                                      (tlb_gltf_out_accessor){.component = GLTF_FLOAT,
                                                                              .shape = GLTF_MAT4,
                                                                              .count = skin->joint_count});
            tlb_json_unsigned(&g->json, "inverseBindMatrices", accessor);
        }
        int32_t skeleton = find_skeleton(g, skin);
        if (skeleton >= 0)
            tlb_json_unsigned(&g->json, "skeleton", g->tree.place[skeleton]);
        tlb_json_open(&g->json, "joints", '[', true);
        for (uint32_t k = 0; k < skin->joint_count; k++)
            tlb_json_unsigned(&g->json, NULL, g->tree.place[skin->joints[k]]);
        tlb_json_close(&g->json);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}
