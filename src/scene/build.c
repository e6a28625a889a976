#include "scene/build.h"

#include "scene/name.h"
#include "scene/owned.h"

#include <string.h>

static tlb_owned_scene *owned(tlb_scene *scene)
{
    return (tlb_owned_scene *)scene;
}

tlb_scene *tlb_scene_create(tlb_account *account)
{
    tlb_arena arena;
    tlb_arena_init(&arena, account);
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
    return &owned(scene)->arena;
}

static const char *copy_name(tlb_scene *scene, const char *name)
{
    return tlb_scene_name(tlb_scene_arena(scene), name, name ? strlen(name) : 0);
}

#define ROOM_FOR_ONE(scene, list, thing)                                                                     \
    tlb_list_reserve(tlb_scene_arena(scene), &(scene)->list, (scene)->thing##_count,                         \
                     &owned(scene)->thing##_room, 1, sizeof *(scene)->list)

tlb_node *tlb_scene_add_node(tlb_scene *scene, const char *name, int32_t parent)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, nodes, node))
        return NULL;
    tlb_node *node = &scene->nodes[scene->node_count++];
    *node = tlb_node_at_rest(copy, parent);
    return node;
}

tlb_mesh *tlb_scene_add_mesh(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, meshes, mesh))
        return NULL;
    tlb_mesh *mesh = &scene->meshes[scene->mesh_count++];
    *mesh = (tlb_mesh){.name = copy};
    return mesh;
}

tlb_material *tlb_scene_add_material(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, materials, material))
        return NULL;
    tlb_material *material = &scene->materials[scene->material_count++];
    *material = (tlb_material){.name = copy,
                               .color = {1, 1, 1, 1},
                               .texture = {.image = TLB_NONE},
                               .lightmap = {.image = TLB_NONE},
                               .alpha_cutoff = 0.5f};
    return material;
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
    if (!copy || !ROOM_FOR_ONE(scene, images, image))
        return NULL;
    tlb_image *image = &scene->images[scene->image_count++];
    *image = (tlb_image){.name = copy};
    return image;
}

tlb_skin *tlb_scene_add_skin(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, skins, skin))
        return NULL;
    tlb_skin *skin = &scene->skins[scene->skin_count++];
    *skin = (tlb_skin){.name = copy};
    return skin;
}

tlb_scene_camera *tlb_scene_add_camera(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, cameras, camera))
        return NULL;
    tlb_scene_camera *camera = &scene->cameras[scene->camera_count++];
    *camera = (tlb_scene_camera){.name = copy};
    return camera;
}

tlb_point_light *tlb_scene_add_light(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, lights, light))
        return NULL;
    tlb_point_light *light = &scene->lights[scene->light_count++];
    *light = (tlb_point_light){.name = copy, .color = {1, 1, 1}, .intensity = 1};
    return light;
}

tlb_animation *tlb_scene_add_animation(tlb_scene *scene, const char *name)
{
    const char *copy = copy_name(scene, name);
    if (!copy || !ROOM_FOR_ONE(scene, animations, animation))
        return NULL;
    tlb_animation *animation = &scene->animations[scene->animation_count++];
    *animation = (tlb_animation){.name = copy};
    return animation;
}

bool tlb_mesh_reserve(tlb_scene *scene, tlb_mesh *mesh, uint32_t vertices, uint32_t indices, uint32_t parts,
                      unsigned vertex_data)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    bool done = true;
#define TAKE(array, count)                                                                                   \
    (mesh->array = tlb_alloc_array(arena, count, sizeof *mesh->array), done &= mesh->array != NULL)
    TAKE(positions, vertices);
    TAKE(indices, indices);
    TAKE(parts, parts);
    if (vertex_data & TLB_WITH_NORMALS)
        TAKE(normals, vertices);
    if (vertex_data & TLB_WITH_UV0)
        TAKE(uv[0], vertices);
    if (vertex_data & TLB_WITH_UV1)
        TAKE(uv[1], vertices);
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
