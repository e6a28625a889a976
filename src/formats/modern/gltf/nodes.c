#include "formats/modern/gltf/format.h"

#include <string.h>

static void write_place(tlb_gltf *g, const tlb_node *node)
{
    static const float none[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    if (memcmp(node->translation, none, sizeof none) != 0)
        tlb_gltf_numbers(g, "translation", node->translation, 3);
    float rotation[4];
    tlb_gltf_unit_rotation(node->rotation, rotation);
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

static void write_contents(tlb_gltf *g, const tlb_node *node)
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

static void write_extras(tlb_gltf *g, const tlb_gltf_node *node, const tlb_node *source)
{
    bool holds = source && node->holds, level = holds && source->level >= 0;
    const tlb_value *extras = holds ? source->extras : NULL;
    if (!node->hidden && !level && !tlb_has_members(extras))
        return;
    tlb_gltf_open_extras(g, extras);
    if (node->hidden)
        tlb_json_bool(&g->json, "hidden", true);
    if (level) {
        tlb_json_integer(&g->json, "level", source->level);
        tlb_gltf_number(g, "levelSize", source->level_size);
    }
    tlb_json_close(&g->json);
}

void tlb_gltf_write_nodes(tlb_gltf *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->tree.count; i++) {
        const tlb_gltf_node *node = &g->tree.nodes[i];
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

void tlb_gltf_write_cameras(tlb_gltf *g)
{
    static const float usual = 0.785398163f, near = 0.01f; /* both must be told: 45 degrees */
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->camera_count; i++) {
        const tlb_scene_camera *camera = &g->scene->cameras[i];
        tlb_gltf_open_member(g, "cameras", &opened);
        tlb_gltf_name(g, camera->name);
        tlb_gltf_text(g, "type", "perspective");
        tlb_json_open(&g->json, "perspective", '{', true);
        tlb_gltf_number(g, "yfov", camera->yfov > 0 ? camera->yfov : usual);
        tlb_gltf_number(g, "znear", near);
        tlb_json_close(&g->json);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

void tlb_gltf_write_lights(tlb_gltf *g)
{
    bool opened = false;
    if (!g->scene->light_count)
        return;
    tlb_json_open(&g->json, "extensions", '{', true);
    tlb_json_open(&g->json, "KHR_lights_punctual", '{', true);
    for (uint32_t i = 0; i < g->scene->light_count; i++) {
        const tlb_point_light *light = &g->scene->lights[i];
        tlb_gltf_open_member(g, "lights", &opened);
        tlb_gltf_name(g, light->name);
        tlb_gltf_text(g, "type", "point");
        tlb_gltf_numbers(g, "color", light->color, 3);
        tlb_gltf_number(g, "intensity", light->intensity);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
}

/* The joint below which all joints of a skin are; TLB_NONE: there is none, or no memory. */
static int32_t find_skeleton(tlb_gltf *g, const tlb_skin *skin)
{
    bool *below = tlb_zalloc(g->arena, g->scene->node_count * sizeof *below), all = below != NULL;
    int32_t first = skin->joints[0]; /* parents stand before their children */
    for (uint32_t i = 1; i < skin->joint_count; i++)
        first = skin->joints[i] < first ? skin->joints[i] : first;
    for (uint32_t i = (uint32_t)first; below && i < g->scene->node_count; i++) {
        int32_t parent = g->scene->nodes[i].parent;
        below[i] = i == (uint32_t)first || (parent >= 0 && below[parent]);
    }
    for (uint32_t i = 0; all && i < skin->joint_count; i++)
        all = below[skin->joints[i]];
    return all ? first : TLB_NONE;
}

void tlb_gltf_write_skins(tlb_gltf *g)
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
            uint32_t accessor = tlb_gltf_put_accessor(
                &g->binary, piece,
                (tlb_gltf_accessor){.component = GLTF_FLOAT, .shape = GLTF_MAT4, .count = skin->joint_count});
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
