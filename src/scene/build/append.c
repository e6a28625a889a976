#include "scene/build/append.h"

#include "base/text.h"
#include "scene/build/build.h"

#include <string.h>

/* --- images ------------------------------------------------------------------------------------------- */

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return a && b ? memcmp(a, b, size) == 0 : a == b;
}

static bool same_image(const tlb_image *a, const tlb_image *b)
{
    size_t pixel = a->format == TLB_PIXELS_RGBA ? 4 : 1;
    return a->format == b->format && a->width == b->width && a->height == b->height &&
           a->encoded.size == b->encoded.size &&
           same_bytes(a->encoded.data, b->encoded.data, a->encoded.size) &&
           same_bytes(a->pixels, b->pixels, a->width * (size_t)a->height * pixel) &&
           same_bytes(a->palette, b->palette, sizeof *a->palette * 256);
}

static bool append_image(tlb_appender *a, const tlb_image *image, int32_t *index)
{
    int32_t *last = tlb_index_find(&a->images, a->work, image->name, strlen(image->name));
    if (!last || !tlb_list_reserve(a->work, &a->earlier, a->scene->image_count, &a->image_capacity, 1,
                                   sizeof *a->earlier))
        return false;
    if (*last == TLB_INDEX_NEW)
        *last = TLB_NONE;
    for (*index = *last; *index != TLB_NONE; *index = a->earlier[*index])
        if (same_image(&a->scene->images[*index], image))
            return true;
    tlb_image *added = tlb_scene_add_image(a->scene, image->name);
    if (!added)
        return false;
    *added = *image;
    *index = (int32_t)a->scene->image_count - 1;
    a->earlier[*index] = *last;
    *last = *index;
    return true;
}

static bool append_images(tlb_appender *a, const tlb_scene *part, tlb_appended *appended)
{
    int32_t *images = tlb_alloc_array(a->work, part->image_count, sizeof *images);
    appended->images = images;
    for (uint32_t i = 0; images && i < part->image_count; i++)
        if (!append_image(a, &part->images[i], &images[i]))
            return false;
    return images != NULL;
}

/* --- what refers to them ------------------------------------------------------------------------------ */

static void move_texture(tlb_texture *texture, const tlb_appended *appended)
{
    if (texture->image >= 0)
        texture->image = appended->images[texture->image];
}

static bool append_material(tlb_appender *a, const tlb_material *material, const tlb_appended *appended)
{
    tlb_material *added = tlb_scene_add_material(a->scene, material->name);
    if (!added)
        return false;
    *added = *material;
    move_texture(&added->texture, appended);
    move_texture(&added->lightmap, appended);
    if (!material->pbr)
        return true;
    tlb_pbr *pbr = tlb_material_add_pbr(a->scene, added);
    if (!pbr)
        return false;
    *pbr = *material->pbr;
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        move_texture(&pbr->textures[i], appended);
    return true;
}

static bool append_mesh(tlb_appender *a, const tlb_mesh *mesh, const tlb_appended *appended)
{
    tlb_mesh *added = tlb_scene_add_mesh(a->scene, mesh->name);
    tlb_part *parts = tlb_alloc_array(tlb_scene_arena(a->scene), mesh->part_count, sizeof *parts);
    if (!added || !parts)
        return false;
    *added = *mesh;
    added->parts = parts;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        parts[i] = mesh->parts[i];
        if (parts[i].material >= 0)
            parts[i].material += appended->materials;
    }
    return true;
}

static bool find_ambient(tlb_appender *a, const tlb_scene *part, int32_t *ambient)
{
    *ambient = TLB_NONE;
    for (uint32_t i = 0; i < part->animation_count && *ambient == TLB_NONE; i++) {
        if (!tlb_same_nocase(part->animations[i].name, "ambient"))
            continue;
        tlb_ambient *added = TLB_PUSH(a->work, &a->ambients);
        if (!added)
            return false;
        *added = (tlb_ambient){&part->animations[i], TLB_NONE, 0};
        *ambient = (int32_t)a->ambients.count - 1;
    }
    return true;
}

bool tlb_append_things(tlb_appender *a, const tlb_scene *part, tlb_appended *appended)
{
    *appended = (tlb_appended){.part = part,
                               .meshes = (int32_t)a->scene->mesh_count,
                               .materials = (int32_t)a->scene->material_count,
                               .cameras = (int32_t)a->scene->camera_count,
                               .lights = (int32_t)a->scene->light_count};
    if (!append_images(a, part, appended))
        return false;
    for (uint32_t i = 0; i < part->material_count; i++)
        if (!append_material(a, &part->materials[i], appended))
            return false;
    for (uint32_t i = 0; i < part->mesh_count; i++)
        if (!append_mesh(a, &part->meshes[i], appended))
            return false;
    for (uint32_t i = 0; i < part->camera_count; i++) {
        tlb_scene_camera *camera = tlb_scene_add_camera(a->scene, part->cameras[i].name);
        if (!camera)
            return false;
        *camera = part->cameras[i];
    }
    for (uint32_t i = 0; i < part->light_count; i++) {
        tlb_scene_light *light = tlb_scene_add_light(a->scene, part->lights[i].name);
        if (!light)
            return false;
        *light = part->lights[i];
    }
    return find_ambient(a, part, &appended->ambient);
}

/* --- what moves all the time -------------------------------------------------------------------------- */

static bool begin_ambient(tlb_appender *a, tlb_ambient *ambient, const tlb_appended *appended)
{
    const tlb_animation *from = ambient->of_part;
    tlb_arena *arena = tlb_scene_arena(a->scene);
    const char *name = tlb_arena_printf(arena, "%s %s", appended->part->name, from->name);
    tlb_animation *added = name ? tlb_scene_add_animation(a->scene, name) : NULL;
    if (!added || !tlb_animation_reserve(a->scene, added, 0, from->material_channel_count))
        return false;
    ambient->animation = (int32_t)a->scene->animation_count - 1;
    added->duration = from->duration;
    added->loops = from->loops;
    added->extras = from->extras;
    for (uint32_t i = 0; i < from->material_channel_count; i++) {
        added->material_channels[i] = from->material_channels[i];
        added->material_channels[i].material += appended->materials;
    }
    return true;
}

/* `nodes`: where those of the part went. */
static bool append_ambient(tlb_appender *a, const tlb_appended *appended, const int32_t *nodes)
{
    if (appended->ambient == TLB_NONE)
        return true;
    tlb_ambient *ambient = &a->ambients.data[appended->ambient];
    const tlb_animation *from = ambient->of_part;
    if (ambient->animation == TLB_NONE && !begin_ambient(a, ambient, appended))
        return false;
    tlb_animation *to = &a->scene->animations[ambient->animation];
    if (!tlb_list_reserve(tlb_scene_arena(a->scene), &to->channels, to->channel_count, &ambient->capacity,
                          from->channel_count, sizeof *to->channels))
        return false;
    for (uint32_t i = 0; i < from->channel_count; i++) {
        tlb_channel channel = from->channels[i];
        channel.node = channel.node == TLB_NONE ? TLB_NONE : nodes[channel.node];
        if (channel.node != TLB_NONE)
            to->channels[to->channel_count++] = channel;
    }
    return true;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

static int32_t moved(int32_t index, int32_t first)
{
    return index == TLB_NONE ? TLB_NONE : index + first;
}

static bool append_node(tlb_appender *a, const tlb_node *node, int32_t parent, const tlb_appended *appended)
{
    tlb_node *added = tlb_scene_add_node(a->scene, node->name, parent);
    if (!added)
        return false;
    *added = *node;
    added->parent = parent;
    added->mesh = moved(node->mesh, appended->meshes);
    added->skin = moved(node->skin, (int32_t)a->scene->skin_count);
    added->camera = moved(node->camera, appended->cameras);
    added->light = moved(node->light, appended->lights);
    return true;
}

static bool append_skin(tlb_appender *a, const tlb_skin *skin, const int32_t *nodes)
{
    tlb_skin *added = tlb_scene_add_skin(a->scene, skin->name);
    int32_t *joints = tlb_alloc_array(tlb_scene_arena(a->scene), skin->joint_count, sizeof *joints);
    if (!added || !joints)
        return false;
    *added = *skin;
    added->joints = joints;
    for (uint32_t i = 0; i < skin->joint_count; i++)
        joints[i] = skin->joints[i] == TLB_NONE ? TLB_NONE : nodes[skin->joints[i]];
    return true;
}

bool tlb_append_nodes(tlb_appender *a, const tlb_appended *appended, int32_t parent,
                      bool (*takes)(const tlb_node *root))
{
    const tlb_scene *part = appended->part;
    tlb_mark mark = tlb_arena_mark(a->work);
    int32_t *nodes = tlb_alloc_array(a->work, part->node_count, sizeof *nodes);
    bool good = nodes != NULL;
    for (uint32_t i = 0; good && i < part->node_count; i++) {
        const tlb_node *node = &part->nodes[i];
        bool is_root = node->parent == TLB_NONE;
        nodes[i] = TLB_NONE;
        if (is_root ? takes && !takes(node) : nodes[node->parent] == TLB_NONE)
            continue;
        nodes[i] = (int32_t)a->scene->node_count;
        good = append_node(a, node, is_root ? parent : nodes[node->parent], appended);
    }
    for (uint32_t i = 0; good && i < part->skin_count; i++)
        good = append_skin(a, &part->skins[i], nodes);
    good = good && append_ambient(a, appended, nodes);
    tlb_arena_rewind(a->work, mark);
    return good;
}
