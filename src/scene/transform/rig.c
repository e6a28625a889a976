#include "scene/transform/rig.h"

#include "scene/build/build.h"
#include "scene/geometry/matrix.h"
#include "scene/inspect/shown.h"
#include "scene/geometry/unit.h"

#include <string.h>

typedef struct rigger {
    tlb_layers *out;
    tlb_arena *arena;
    const char *name;
    const bool *moved;  /* by animations */
    float (*world)[16]; /* of each node at rest, none without size */
    TLB_LIST(tlb_node) nodes;
    TLB_LIST(uint32_t) of_node;
    TLB_LIST(tlb_mesh) meshes;
    TLB_LIST(tlb_skin) skins;
} rigger;

/* --- which layers need it ----------------------------------------------------------------------------- */

/* The layers in which one animation moves several nodes. */
static bool find_layers(const tlb_layers *layers, tlb_arena *arena, bool needed[TLB_LAYERS_MOST])
{
    const tlb_scene *scene = &layers->scene;
    uint32_t *last = tlb_zalloc_array(arena, scene->node_count, sizeof *last);
    for (uint32_t i = 0; last && i < scene->animation_count; i++) {
        const tlb_animation *animation = &scene->animations[i];
        bool moves[TLB_LAYERS_MOST] = {false};
        for (uint32_t k = 0; k < animation->channel_count; k++) {
            const tlb_channel *channel = &animation->channels[k];
            if (channel->target == TLB_TARGET_MORPHS || last[channel->node] == i + 1)
                continue;
            uint32_t layer = layers->of_node[channel->node];
            last[channel->node] = i + 1;
            needed[layer] |= moves[layer];
            moves[layer] = true;
        }
    }
    return last != NULL;
}

static bool *find_moved(const tlb_scene *scene, tlb_arena *arena)
{
    bool *moved = tlb_zalloc_array(arena, scene->node_count, sizeof *moved);
    for (uint32_t i = 0; moved && i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++)
            if (scene->animations[i].channels[k].target != TLB_TARGET_MORPHS)
                moved[scene->animations[i].channels[k].node] = true;
    return moved;
}

/* Where the nodes are at rest; those that have no size then as if they had. */
static float (*find_places(const tlb_scene *scene, tlb_arena *arena))[16]
{
    tlb_scene sized = *scene;
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    sized.nodes = tlb_alloc_array(arena, scene->node_count, sizeof *sized.nodes);
    if (!world || !sized.nodes)
        return NULL;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        tlb_node *node = &sized.nodes[i];
        *node = scene->nodes[i];
        if (node->scale[0] * node->scale[1] * node->scale[2] == 0)
            node->scale[0] = node->scale[1] = node->scale[2] = 1;
    }
    tlb_scene_world_matrices(&sized, world);
    return world;
}

/* --- vertices ----------------------------------------------------------------------------------------- */

/* What the parts have together. */
typedef struct total {
    uint32_t vertices, indices, parts;
    bool normals, tangents, colors, uv[TLB_UV_SETS];
} total;

/* Meshes with attributes of their own stay apart: others have no numbers for these. */
static bool can_join(const rigger *r, const tlb_node *node)
{
    if (node->mesh < 0 || node->skin >= 0)
        return false;
    const tlb_mesh *mesh = &r->meshes.data[node->mesh];
    return !mesh->morph_count && !mesh->joints && !mesh->attribute_count && !tlb_mesh_is_empty(mesh);
}

static bool add_to_total(total *sum, const tlb_mesh *mesh)
{
    if (mesh->vertex_count > UINT32_MAX - sum->vertices || mesh->index_count > UINT32_MAX - sum->indices)
        return false;
    sum->vertices += mesh->vertex_count;
    sum->indices += mesh->index_count;
    sum->parts += mesh->part_count;
    sum->normals |= mesh->normals != NULL;
    sum->tangents |= mesh->tangents != NULL;
    sum->colors |= mesh->colors != NULL;
    for (int set = 0; set < TLB_UV_SETS; set++)
        sum->uv[set] |= mesh->uv[set] != NULL;
    return true;
}

/* Everything zero but for parts without material. False without memory. */
static bool reserve(tlb_arena *arena, const total *sum, tlb_mesh *mesh)
{
    bool done = true;
#define TAKE(array, count)                                                                                   \
    (mesh->array = tlb_zalloc_array(arena, (count), sizeof *mesh->array), done &= mesh->array != NULL)
    TAKE(positions, sum->vertices);
    TAKE(joints, sum->vertices);
    TAKE(weights, sum->vertices);
    TAKE(indices, sum->indices);
    TAKE(parts, sum->parts);
    if (sum->normals)
        TAKE(normals, sum->vertices);
    if (sum->tangents)
        TAKE(tangents, sum->vertices);
    if (sum->colors)
        TAKE(colors, sum->vertices);
    for (int set = 0; set < TLB_UV_SETS; set++)
        if (sum->uv[set])
            TAKE(uv[set], sum->vertices);
#undef TAKE
    return done;
}

static void turn(const float m[9], const float v[3], float side, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = side * (m[i] * v[0] + m[3 + i] * v[1] + m[6 + i] * v[2]);
    tlb_make_unit(out);
}

/* A mesh without normals gets those that its triangles have. False without memory. */
static bool find_normals(const tlb_mesh *from, tlb_arena *arena, float (**normals)[3])
{
    tlb_mesh own = *from;
    *normals = from->normals;
    if (from->normals)
        return true;
    own.normals = *normals = tlb_alloc_array(arena, from->vertex_count, sizeof *own.normals);
    if (own.normals)
        tlb_mesh_compute_normals(&own);
    return own.normals != NULL;
}

/* Appends a mesh, transformed to the world. */
static bool append(rigger *r, const tlb_mesh *from, const float world[16], uint16_t joint, tlb_mesh *mesh)
{
    float for_normals[9], (*normals)[3] = NULL;
    uint32_t first = mesh->vertex_count, mirrored = tlb_matrix_determinant(world) < 0;
    tlb_matrix_for_normals(world, for_normals);
    if (mesh->normals && !find_normals(from, r->arena, &normals))
        return false;
    for (uint32_t i = 0; i < from->vertex_count; i++) {
        tlb_matrix_point(world, from->positions[i], mesh->positions[first + i]);
        mesh->joints[first + i][0] = joint;
        mesh->weights[first + i][0] = 1;
        if (mesh->normals)
            turn(for_normals, normals[i], mirrored ? -1 : 1, mesh->normals[first + i]);
        if (from->tangents) {
            tlb_matrix_direction(world, from->tangents[i], mesh->tangents[first + i]);
            tlb_make_unit(mesh->tangents[first + i]);
            mesh->tangents[first + i][3] = mirrored ? -from->tangents[i][3] : from->tangents[i][3];
        }
        for (int k = 0; mesh->colors && k < 4; k++)
            mesh->colors[first + i][k] = from->colors ? from->colors[i][k] : UINT16_MAX;
        for (int set = 0; set < TLB_UV_SETS; set++)
            if (from->uv[set])
                memcpy(mesh->uv[set][first + i], from->uv[set][i], sizeof *mesh->uv[set]);
    }
    for (uint32_t i = 0; i < from->index_count; i++)
        mesh->indices[mesh->index_count + i] = first + from->indices[i];
    for (uint32_t i = 0; i < from->part_count; i++) {
        tlb_part part = from->parts[i];
        part.first_index += mesh->index_count;
        for (uint32_t k = 0; mirrored && k + 2 < part.index_count; k += 3) {
            uint32_t *corners = mesh->indices + part.first_index + k, second = corners[1];
            corners[1] = corners[2];
            corners[2] = second;
        }
        mesh->parts[mesh->part_count++] = part;
    }
    mesh->vertex_count += from->vertex_count;
    mesh->index_count += from->index_count;
    return true;
}

/* --- a layer ------------------------------------------------------------------------------------------ */

static tlb_node *add_node(rigger *r, const char *name, int32_t parent, uint32_t layer)
{
    tlb_node *node = TLB_PUSH(r->arena, &r->nodes);
    uint32_t *of_node = TLB_PUSH(r->arena, &r->of_node);
    if (!node || !of_node)
        return NULL;
    *node = tlb_node_at_rest(name, parent);
    *of_node = layer;
    return node;
}

/* Joints, the root first. Nodes that hold a mesh of their own and nothing else, and do not move, are none. */
static bool add_skin(rigger *r, uint32_t layer, const bool *has_children, uint32_t *joint_of, tlb_skin *skin)
{
    uint32_t count = r->nodes.count;
    *skin = (tlb_skin){.name = r->name};
    skin->joints = tlb_alloc_array(r->arena, count, sizeof *skin->joints);
    if (!skin->joints)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_node *node = &r->nodes.data[i];
        bool own = node->mesh >= 0 && !can_join(r, node);
        if (r->of_node.data[i] != layer || (own && !has_children[i] && !r->moved[i]))
            continue;
        joint_of[i] = skin->joint_count;
        skin->joints[skin->joint_count++] = (int32_t)i;
    }
    skin->inverse_bind = tlb_alloc_array(r->arena, skin->joint_count, sizeof *skin->inverse_bind);
    for (uint32_t i = 0; skin->inverse_bind && i < skin->joint_count; i++)
        tlb_matrix_invert(r->world[skin->joints[i]], skin->inverse_bind[i]);
    return skin->inverse_bind != NULL;
}

static bool sum_up(const rigger *r, uint32_t layer, total *sum)
{
    for (uint32_t i = 0; i < r->nodes.count; i++)
        if (r->of_node.data[i] == layer && can_join(r, &r->nodes.data[i]) &&
            !add_to_total(sum, &r->meshes.data[r->nodes.data[i].mesh]))
            return false;
    return sum->parts > 0;
}

static bool join_parts(rigger *r, uint32_t layer, const uint32_t *joint_of, tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < r->nodes.count; i++) {
        tlb_node *node = &r->nodes.data[i];
        if (r->of_node.data[i] != layer || !can_join(r, node))
            continue;
        if (!append(r, &r->meshes.data[node->mesh], r->world[i], (uint16_t)joint_of[i], mesh))
            return false;
        node->mesh = TLB_NONE;
    }
    return true;
}

/* A joint does not hold a mesh: that goes to a node below it. `moves_to`: where its morphs are moved then. */
static bool part_meshes(rigger *r, const tlb_skin *skin, uint32_t layer, int32_t *moves_to)
{
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        int32_t joint = skin->joints[i];
        const tlb_node from = r->nodes.data[joint];
        if (from.mesh < 0)
            continue;
        tlb_node *node = add_node(r, from.name, joint, layer);
        if (!node)
            return false;
        node->mesh = from.mesh;
        node->skin = from.skin;
        node->morph_weights = from.morph_weights;
        moves_to[joint] = (int32_t)r->nodes.count - 1;
        r->nodes.data[joint].mesh = r->nodes.data[joint].skin = TLB_NONE;
        r->nodes.data[joint].morph_weights = NULL;
    }
    return true;
}

static bool rig_layer(rigger *r, uint32_t layer, const bool *has_children, uint32_t *joint_of,
                      int32_t *moves_to)
{
    total sum = {0};
    tlb_skin skin;
    tlb_mesh mesh = {.name = r->name};
    if (!sum_up(r, layer, &sum))
        return true;
    if (!add_skin(r, layer, has_children, joint_of, &skin))
        return false;
    if (skin.joint_count > UINT16_MAX)
        return true;
    tlb_mesh *added;
    tlb_skin *added_skin;
    if (!reserve(r->arena, &sum, &mesh) || !join_parts(r, layer, joint_of, &mesh) ||
        !part_meshes(r, &skin, layer, moves_to) || !(added = TLB_PUSH(r->arena, &r->meshes)) ||
        !(added_skin = TLB_PUSH(r->arena, &r->skins)))
        return false;
    *added = mesh;
    *added_skin = skin;
    tlb_node *node = add_node(r, r->name, TLB_NONE, layer);
    if (!node)
        return false;
    node->mesh = (int32_t)r->meshes.count - 1;
    node->skin = (int32_t)r->skins.count - 1;
    return true;
}

/* --- all ---------------------------------------------------------------------------------------------- */

#define COPY_LIST(arena, list, from, from_count)                                                             \
    (TLB_RESERVE(arena, list, from_count) &&                                                                 \
     ((from_count) == 0 || memcpy((list)->data, from, (from_count) * sizeof *(list)->data)) &&               \
     ((list)->count = (from_count), true))

static bool take_over(rigger *r, const tlb_layers *layers)
{
    const tlb_scene *scene = &layers->scene;
    return COPY_LIST(r->arena, &r->nodes, scene->nodes, scene->node_count) &&
           COPY_LIST(r->arena, &r->of_node, layers->of_node, scene->node_count) &&
           COPY_LIST(r->arena, &r->meshes, scene->meshes, scene->mesh_count) &&
           COPY_LIST(r->arena, &r->skins, scene->skins, scene->skin_count);
}

static bool move_morphs(rigger *r, const int32_t *moves_to)
{
    tlb_scene *scene = &r->out->scene;
    const tlb_animation *from = scene->animations;
    scene->animations = tlb_alloc_array(r->arena, scene->animation_count, sizeof *from);
    for (uint32_t i = 0; scene->animations && i < scene->animation_count; i++) {
        tlb_animation *animation = &scene->animations[i];
        *animation = from[i];
        animation->channels =
            tlb_alloc_array(r->arena, animation->channel_count, sizeof *animation->channels);
        if (!animation->channels)
            return false;
        for (uint32_t k = 0; k < animation->channel_count; k++) {
            tlb_channel *channel = &animation->channels[k];
            *channel = from[i].channels[k];
            if (channel->target == TLB_TARGET_MORPHS && moves_to[channel->node] != TLB_NONE)
                channel->node = moves_to[channel->node];
        }
    }
    return scene->animations != NULL;
}

bool tlb_rig_layers(const tlb_layers *layers, const char *name, tlb_arena *arena, tlb_layers *rigged)
{
    const tlb_scene *scene = &layers->scene;
    uint32_t count = scene->node_count;
    bool needed[TLB_LAYERS_MOST] = {false}, any = false;
    *rigged = *layers;
    rigger r = {.out = rigged, .arena = arena, .name = name};
    if (!find_layers(layers, arena, needed))
        return false;
    for (uint32_t i = 0; i < layers->count; i++)
        any |= needed[i];
    if (!any)
        return true;
    bool *has_children = tlb_zalloc_array(arena, count, sizeof *has_children);
    uint32_t *joint_of = tlb_alloc_array(arena, count, sizeof *joint_of);
    int32_t *moves_to = tlb_alloc_array(arena, count, sizeof *moves_to);
    r.moved = find_moved(scene, arena);
    r.world = find_places(scene, arena);
    if (!has_children || !joint_of || !moves_to || !r.moved || !r.world || !take_over(&r, layers))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        moves_to[i] = TLB_NONE;
        if (scene->nodes[i].parent >= 0)
            has_children[scene->nodes[i].parent] = true;
    }
    for (uint32_t i = 0; i < layers->count; i++)
        if (needed[i] && !rig_layer(&r, i, has_children, joint_of, moves_to))
            return false;
    rigged->scene.nodes = r.nodes.data;
    rigged->scene.node_count = r.nodes.count;
    rigged->of_node = r.of_node.data;
    rigged->scene.meshes = r.meshes.data;
    rigged->scene.mesh_count = r.meshes.count;
    rigged->scene.skins = r.skins.data;
    rigged->scene.skin_count = r.skins.count;
    return move_morphs(&r, moves_to);
}
