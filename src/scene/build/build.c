#include "scene/build/build.h"
#include "base/argument.h"

#include "base/context.h"
#include "image/image.h"
#include "scene/animation/channel.h"
#include "scene/build/name.h"
#include "scene/build/owned.h"

#include <string.h>

static tlb_owned_scene *owned(tlb_scene *scene)
{
    return (tlb_owned_scene *)scene;
}

tlb_scene *tlb_scene_create(tlb_context *context)
{
    if (!context)
        return NULL;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_owned_scene *own = tlb_alloc(&arena, sizeof *own);
    if (!own)
        return NULL;
    *own = (tlb_owned_scene){.scene = {.name = "", .generator_format = ""}, .arena = arena};
    return &own->scene;
}

void tlb_scene_free(tlb_scene *scene)
{
    if (!scene)
        return;
    tlb_arena arena = owned(scene)->arena; /* a copy: the scene itself lives in it */
    tlb_arena_release(&arena);
}

tlb_arena *tlb_scene_arena(tlb_scene *scene)
{
    if (!scene)
        return NULL;
    return &owned(scene)->arena;
}

static const char *copy_name(tlb_scene *scene, const char *name)
{
    return scene ? tlb_scene_name(tlb_scene_arena(scene), name, name ? strlen(name) : 0) : NULL;
}

#define RESERVE_ONE(scene, list, thing)                                                                      \
    tlb_list_reserve(tlb_scene_arena(scene), &(scene)->list, (scene)->thing##_count,                         \
                     &owned(scene)->thing##_capacity, 1, sizeof *(scene)->list)

tlb_node *tlb_scene_add_node(tlb_scene *scene, const char *name, int32_t parent)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, nodes, node))
        return NULL;
    tlb_node *node = &scene->nodes[scene->node_count++];
    *node = tlb_node_at_rest(copy, parent);
    return node;
}

tlb_mesh *tlb_scene_add_mesh(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, meshes, mesh))
        return NULL;
    tlb_mesh *mesh = &scene->meshes[scene->mesh_count++];
    *mesh = (tlb_mesh){.name = copy};
    return mesh;
}

tlb_material *tlb_scene_add_material(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, materials, material))
        return NULL;
    tlb_material *material = &scene->materials[scene->material_count++];
    *material = (tlb_material){.name = copy,
                               .color = {1, 1, 1, 1},
                               .texture = {.image = TLB_NONE},
                               .lightmap = {.image = TLB_NONE},
                               .alpha_cutoff = 0.5f};
    return material;
}

tlb_pbr *tlb_material_add_pbr(tlb_scene *scene, tlb_material *material)
{
    if (!scene || !material)
        return NULL;
    if (!(material->pbr = tlb_alloc(tlb_scene_arena(scene), sizeof *material->pbr)))
        return NULL;
    *material->pbr = (tlb_pbr){.roughness = 1, .normal_scale = 1, .occlusion_strength = 1};
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        material->pbr->textures[i].image = TLB_NONE;
    return material->pbr;
}

int32_t tlb_scene_add_glass(tlb_scene *scene, const char *name, const float color[4])
{
    tlb_material *material = tlb_scene_add_material(scene, name);
    if (!material)
        return TLB_NONE;
    memcpy(material->color, color, sizeof material->color);
    material->alpha_mode = TLB_ALPHA_BLEND;
    return (int32_t)scene->material_count - 1;
}

tlb_image *tlb_scene_add_image(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, images, image))
        return NULL;
    tlb_image *image = &scene->images[scene->image_count++];
    *image = (tlb_image){.name = copy};
    return image;
}

tlb_skin *tlb_scene_add_skin(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, skins, skin))
        return NULL;
    tlb_skin *skin = &scene->skins[scene->skin_count++];
    *skin = (tlb_skin){.name = copy};
    return skin;
}

tlb_scene_camera *tlb_scene_add_camera(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, cameras, camera))
        return NULL;
    tlb_scene_camera *camera = &scene->cameras[scene->camera_count++];
    *camera = (tlb_scene_camera){.name = copy};
    return camera;
}

tlb_scene_light *tlb_scene_add_light(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, lights, light))
        return NULL;
    tlb_scene_light *light = &scene->lights[scene->light_count++];
    *light = (tlb_scene_light){.name = copy, .color = {1, 1, 1}, .intensity = 1};
    return light;
}

tlb_animation *tlb_scene_add_animation(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !RESERVE_ONE(scene, animations, animation))
        return NULL;
    tlb_animation *animation = &scene->animations[scene->animation_count++];
    *animation = (tlb_animation){.name = copy};
    return animation;
}

bool tlb_mesh_reserve(tlb_scene *scene, tlb_mesh *mesh, uint32_t vertices, uint32_t indices, uint32_t parts,
                      unsigned vertex_data)
{
    if (!scene || !mesh)
        return false;
    tlb_arena *arena = tlb_scene_arena(scene);
    bool done = true;
#define TAKE(array, count)                                                                                   \
    (mesh->array = tlb_alloc_array(arena, count, sizeof *mesh->array), done &= mesh->array != NULL)
    TAKE(positions, vertices);
    TAKE(indices, indices);
    TAKE(parts, parts);
    if (vertex_data & TLB_WITH_NORMALS)
        TAKE(normals, vertices);
    if (vertex_data & TLB_WITH_TANGENTS)
        TAKE(tangents, vertices);
    if (vertex_data & TLB_WITH_UV0)
        TAKE(uv[0], vertices);
    if (vertex_data & TLB_WITH_UV1)
        TAKE(uv[1], vertices);
    if (vertex_data & TLB_WITH_UV2)
        TAKE(uv[2], vertices);
    if (vertex_data & TLB_WITH_UV3)
        TAKE(uv[3], vertices);
    if (vertex_data & TLB_WITH_COLORS)
        TAKE(colors, vertices);
    if (vertex_data & TLB_WITH_SKIN) {
        TAKE(joints, vertices);
        TAKE(weights, vertices);
    }
#undef TAKE
    if (!done)
        return false;
    for (uint32_t i = 0; i < parts; i++)
        mesh->parts[i] = (tlb_part){.material = TLB_NONE};
    mesh->vertex_count = vertices;
    mesh->index_count = indices;
    mesh->part_count = parts;
    return true;
}

/* False: one is out of range. */
static bool fill_indices(tlb_mesh *mesh, const uint32_t *indices)
{
    bool within = true;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        mesh->indices[i] = indices ? indices[i] : i;
        within &= mesh->indices[i] < mesh->vertex_count;
    }
    return within;
}

tlb_node *tlb_scene_add_triangles(tlb_scene *scene, const char *name, int32_t material, uint32_t vertex_count,
                                  const float *positions, const float *normals, const float *uvs,
                                  uint32_t index_count, const uint32_t *indices)
{
    uint32_t count = indices ? index_count : vertex_count;
    if (!scene || !positions || count % 3 || (!indices && index_count))
        return NULL;
    tlb_mesh made = {0};
    if (!tlb_mesh_reserve(scene, &made, vertex_count, count, 1,
                          TLB_WITH_NORMALS | (uvs ? TLB_WITH_UV0 : 0)) ||
        !fill_indices(&made, indices))
        return NULL;
    memcpy(made.positions, positions, vertex_count * sizeof *made.positions);
    if (uvs)
        memcpy(made.uv[0], uvs, vertex_count * sizeof *made.uv[0]);
    if (normals)
        memcpy(made.normals, normals, vertex_count * sizeof *made.normals);
    else
        tlb_mesh_compute_normals(&made);
    made.parts[0] = (tlb_part){.material = material, .index_count = count};
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, name);
    tlb_node *node = mesh ? tlb_scene_add_node(scene, name, TLB_NONE) : NULL;
    if (!node) {
        scene->mesh_count -= mesh != NULL;
        return NULL;
    }
    made.name = mesh->name;
    *mesh = made;
    node->mesh = (int32_t)scene->mesh_count - 1;
    return node;
}

bool tlb_mesh_reserve_morphs(tlb_scene *scene, tlb_mesh *mesh, uint32_t morphs, bool with_normals)
{
    if (!scene || !mesh)
        return false;
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_morph *made = tlb_alloc_array(arena, morphs, sizeof *made);
    for (uint32_t i = 0; made && i < morphs; i++) {
        made[i] = (tlb_morph){
            .name = "", .positions = tlb_zalloc_array(arena, mesh->vertex_count, sizeof *made->positions)};
        if (with_normals)
            made[i].normals = tlb_zalloc_array(arena, mesh->vertex_count, sizeof *made->normals);
        if (!made[i].positions || (with_normals && !made[i].normals))
            return false;
    }
    if (!made)
        return false;
    mesh->morphs = made;
    mesh->morph_count = morphs;
    return true;
}

tlb_status tlb_image_set_file(tlb_context *context, tlb_scene *scene, tlb_image *image, tlb_bytes file)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    TLB_REQUIRE(context, image);
    TLB_REQUIRE_LIST(context, file.data, file.size);
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_image loaded = {.name = image->name};
    uint8_t *copy = NULL;
    if (tlb_image_mime(tlb_image_sniff(file))) { /* what stays as it is */
        copy = tlb_alloc(arena, file.size);
        if (!copy)
            return tlb_report_memory(context, arena);
        memcpy(copy, file.data, file.size);
    }
    tlb_status status = tlb_image_load(context, arena, copy ? (tlb_bytes){copy, file.size} : file, &loaded);
    if (!status)
        *image = loaded;
    return status;
}

bool tlb_image_reserve(tlb_scene *scene, tlb_image *image, uint32_t width, uint32_t height)
{
    if (!scene || !image)
        return false;
    tlb_arena *arena = tlb_scene_arena(scene);
    size_t row = (size_t)width * 4;
    uint8_t *pixels = tlb_alloc_array(arena, height, row);
    if (!pixels)
        return false;
    memset(pixels, 0, height * row);
    *image = (tlb_image){
        .name = image->name, .format = TLB_PIXELS_RGBA, .width = width, .height = height, .pixels = pixels};
    return true;
}

bool tlb_skin_reserve(tlb_scene *scene, tlb_skin *skin, uint32_t joints)
{
    if (!scene || !skin)
        return false;
    tlb_arena *arena = tlb_scene_arena(scene);
    int32_t *nodes = tlb_alloc_array(arena, joints, sizeof *nodes);
    float(*inverse_bind)[16] = tlb_alloc_array(arena, joints, sizeof *inverse_bind);
    if (!nodes || !inverse_bind)
        return false;
    for (uint32_t i = 0; i < joints; i++) {
        nodes[i] = TLB_NONE;
        for (int k = 0; k < 16; k++)
            inverse_bind[i][k] = k % 5 == 0;
    }
    skin->joints = nodes;
    skin->inverse_bind = inverse_bind;
    skin->joint_count = joints;
    return true;
}

bool tlb_animation_reserve(tlb_scene *scene, tlb_animation *animation, uint32_t channels,
                           uint32_t material_channels)
{
    if (!scene || !animation)
        return false;
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_channel *list = tlb_alloc_array(arena, channels, sizeof *list);
    tlb_material_channel *material_list = tlb_alloc_array(arena, material_channels, sizeof *material_list);
    if (!list || !material_list)
        return false;
    for (uint32_t i = 0; i < channels; i++)
        list[i] = (tlb_channel){.node = TLB_NONE, .interpolation = TLB_LINEAR};
    for (uint32_t i = 0; i < material_channels; i++)
        material_list[i] = (tlb_material_channel){.material = TLB_NONE, .interpolation = TLB_LINEAR};
    animation->channels = list;
    animation->channel_count = channels;
    animation->material_channels = material_list;
    animation->material_channel_count = material_channels;
    return true;
}

static bool reserve_keys(tlb_scene *scene, uint32_t keys, size_t width, float **times, float **values)
{
    *times = tlb_alloc_array(tlb_scene_arena(scene), keys, sizeof **times);
    *values = tlb_alloc_array(tlb_scene_arena(scene), keys, width * sizeof **values);
    return *times && *values;
}

bool tlb_channel_reserve(tlb_scene *scene, tlb_channel *channel, uint32_t keys)
{
    if (!scene || !channel)
        return false;
    uint32_t width = tlb_channel_width(scene, channel);
    bool done = reserve_keys(scene, keys, width, &channel->times, &channel->values);
    channel->key_count = done ? keys : 0;
    return done;
}

bool tlb_material_channel_reserve(tlb_scene *scene, tlb_material_channel *channel, uint32_t keys)
{
    if (!scene || !channel)
        return false;
    size_t width = channel->target == TLB_MATERIAL_COLOR ? 4 : 2;
    bool done = reserve_keys(scene, keys, width, &channel->times, &channel->values);
    channel->key_count = done ? keys : 0;
    return done;
}
