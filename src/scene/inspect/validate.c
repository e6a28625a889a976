#include "trilobite/scene_build.h"
#include "base/argument.h"

#include "base/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 96 };

typedef struct validation {
    tlb_context *context;
    const tlb_scene *scene;
    char thing[PATH_SIZE]; /* the path of what is looked at */
    bool failed;
} validation;

static void look_at(validation *v, const char *format, ...) TLB_PRINTF(2, 3);
static void refuse(validation *v, const char *field, const char *format, ...) TLB_PRINTF(3, 4);

static void look_at(validation *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->thing, sizeof v->thing, format, arguments);
    va_end(arguments);
}

/* `field` NULL: the thing itself. */
static void refuse(validation *v, const char *field, const char *format, ...)
{
    char path[2 * PATH_SIZE], message[2 * PATH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s%s%s", v->thing, *v->thing && field ? "." : "", field ? field : "");
    tlb_report(v->context, TLB_CODE_SCENE_INVALID, TLB_NO_OFFSET, path, "%s", message);
    v->failed = true;
}

static void check_there(validation *v, const char *field, const void *pointer)
{
    if (!pointer)
        refuse(v, field, "is NULL");
}

static void check_list(validation *v, const char *field, const void *list, uint32_t count)
{
    if (count && !list)
        refuse(v, field, "is NULL for a count of %u", count);
}

/* A reference, or an index that must be one. */
static void check_index(validation *v, const char *field, int32_t index, uint32_t count, bool needed)
{
    if (index < (needed ? 0 : TLB_NONE) || (index >= 0 && (uint32_t)index >= count))
        refuse(v, field, "is %d; the list has %u", index, count);
}

/* Enumerations are counted from 0. */
static void check_choice(validation *v, const char *field, int value, int last)
{
    if (value < 0 || value > last)
        refuse(v, field, "is %d; the last value is %d", value, last);
}

/* --- nodes, skins ------------------------------------------------------------------------------------- */

static void check_nodes(validation *v)
{
    const tlb_scene *s = v->scene;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const tlb_node *node = &s->nodes[i];
        look_at(v, "nodes[%u]", i);
        check_there(v, "name", node->name);
        if (node->parent < TLB_NONE || node->parent >= (int64_t)i)
            refuse(v, "parent", "is %d; a node's parent comes before it", node->parent);
        check_index(v, "mesh", node->mesh, s->mesh_count, false);
        check_index(v, "skin", node->skin, s->skin_count, false);
        check_index(v, "camera", node->camera, s->camera_count, false);
        check_index(v, "light", node->light, s->light_count, false);
    }
}

static void check_skins(validation *v)
{
    const tlb_scene *s = v->scene;
    for (uint32_t i = 0; i < s->skin_count; i++) {
        const tlb_skin *skin = &s->skins[i];
        look_at(v, "skins[%u]", i);
        check_there(v, "name", skin->name);
        check_list(v, "joints", skin->joints, skin->joint_count);
        check_list(v, "inverse_bind", skin->inverse_bind, skin->joint_count);
        for (uint32_t k = 0; skin->joints && k < skin->joint_count; k++)
            if (skin->joints[k] < 0 || (uint32_t)skin->joints[k] >= s->node_count) {
                look_at(v, "skins[%u].joints[%u]", i, k);
                check_index(v, NULL, skin->joints[k], s->node_count, true);
                break;
            }
    }
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static void check_indices(validation *v, const tlb_mesh *mesh, uint32_t number)
{
    for (uint32_t i = 0; mesh->indices && i < mesh->index_count; i++)
        if (mesh->indices[i] >= mesh->vertex_count) {
            look_at(v, "meshes[%u].indices[%u]", number, i);
            refuse(v, NULL, "is %u; vertex_count is %u", mesh->indices[i], mesh->vertex_count);
            return;
        }
}

static void check_parts(validation *v, const tlb_mesh *mesh, uint32_t number)
{
    for (uint32_t i = 0; mesh->parts && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        look_at(v, "meshes[%u].parts[%u]", number, i);
        check_index(v, "material", part->material, v->scene->material_count, false);
        if (part->first_index > mesh->index_count)
            refuse(v, "first_index", "is %u; index_count is %u", part->first_index, mesh->index_count);
        else if (part->index_count > mesh->index_count - part->first_index)
            refuse(v, "index_count", "is %u from %u on; the mesh's is %u", part->index_count,
                   part->first_index, mesh->index_count);
        if (part->index_count % 3)
            refuse(v, "index_count", "is %u, not a multiple of 3", part->index_count);
    }
}

static void check_vertex_lists(validation *v, const tlb_mesh *mesh, uint32_t number)
{
    for (uint32_t i = 0; mesh->morphs && i < mesh->morph_count; i++) {
        look_at(v, "meshes[%u].morphs[%u]", number, i);
        check_there(v, "name", mesh->morphs[i].name);
        check_list(v, "positions", mesh->morphs[i].positions, mesh->vertex_count);
    }
    bool listed = mesh->attributes && mesh->attribute_count <= TLB_ATTRIBUTES;
    for (uint32_t i = 0; listed && i < mesh->attribute_count; i++) {
        const tlb_attribute *attribute = &mesh->attributes[i];
        look_at(v, "meshes[%u].attributes[%u]", number, i);
        check_there(v, "name", attribute->name);
        check_list(v, "values", attribute->values, mesh->vertex_count);
        if (attribute->components < 1 || attribute->components > 4)
            refuse(v, "components", "is %u, not 1 to 4", attribute->components);
    }
}

static void check_meshes(validation *v)
{
    const tlb_scene *s = v->scene;
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        const tlb_mesh *mesh = &s->meshes[i];
        look_at(v, "meshes[%u]", i);
        check_there(v, "name", mesh->name);
        check_list(v, "positions", mesh->positions, mesh->vertex_count);
        check_list(v, "indices", mesh->indices, mesh->index_count);
        check_list(v, "parts", mesh->parts, mesh->part_count);
        check_list(v, "morphs", mesh->morphs, mesh->morph_count);
        check_list(v, "attributes", mesh->attributes, mesh->attribute_count);
        if (mesh->attribute_count > TLB_ATTRIBUTES)
            refuse(v, "attribute_count", "is %u, more than %d", mesh->attribute_count, TLB_ATTRIBUTES);
        if (!mesh->joints != !mesh->weights)
            refuse(v, mesh->joints ? "weights" : "joints", "is NULL, and the other of the two is not");
        check_indices(v, mesh, i);
        check_parts(v, mesh, i);
        check_vertex_lists(v, mesh, i);
    }
}

/* --- materials, images -------------------------------------------------------------------------------- */

static void check_texture(validation *v, const tlb_texture *texture, uint32_t number, const char *field)
{
    look_at(v, "materials[%u].%s", number, field);
    check_index(v, "image", texture->image, v->scene->image_count, false);
    check_choice(v, "wrap_u", (int)texture->wrap_u, TLB_WRAP_MIRROR);
    check_choice(v, "wrap_v", (int)texture->wrap_v, TLB_WRAP_MIRROR);
    if (texture->image >= 0)
        check_index(v, "uv_set", (int32_t)texture->uv_set, TLB_UV_SETS, true);
}

static void check_materials(validation *v)
{
    for (uint32_t i = 0; i < v->scene->material_count; i++) {
        const tlb_material *material = &v->scene->materials[i];
        look_at(v, "materials[%u]", i);
        check_there(v, "name", material->name);
        check_choice(v, "alpha_mode", (int)material->alpha_mode, TLB_ALPHA_ADD);
        check_texture(v, &material->texture, i, "texture");
        check_texture(v, &material->lightmap, i, "lightmap");
        for (int k = 0; material->pbr && k < TLB_PBR_TEXTURES; k++)
            check_texture(v, &material->pbr->textures[k], i, "pbr");
    }
}

static void check_images(validation *v)
{
    for (uint32_t i = 0; i < v->scene->image_count; i++) {
        const tlb_image *image = &v->scene->images[i];
        look_at(v, "images[%u]", i);
        check_there(v, "name", image->name);
        check_choice(v, "format", (int)image->format, TLB_PIXELS_RGBA);
        if (image->encoded.size && !image->encoded.data)
            refuse(v, "encoded", "is NULL for %zu bytes", image->encoded.size);
        if (image->encoded.size && !image->mime_type)
            refuse(v, "mime_type", "is NULL, and there is a file");
        if (image->format == TLB_PIXELS_NONE)
            continue;
        check_there(v, "pixels", image->pixels);
        if (image->format == TLB_PIXELS_INDEXED)
            check_there(v, "palette", image->palette);
        if (!image->width || !image->height)
            refuse(v, image->width ? "height" : "width", "is 0, and there are pixels");
    }
}

/* --- the rest ----------------------------------------------------------------------------------------- */

static void check_keys(validation *v, tlb_interpolation interpolation, uint32_t count, const float *times,
                       const float *values)
{
    check_choice(v, "interpolation", (int)interpolation, TLB_LINEAR);
    check_list(v, "times", times, count);
    check_list(v, "values", values, count);
}

static void check_animations(validation *v)
{
    const tlb_scene *s = v->scene;
    for (uint32_t i = 0; i < s->animation_count; i++) {
        const tlb_animation *animation = &s->animations[i];
        look_at(v, "animations[%u]", i);
        check_there(v, "name", animation->name);
        check_list(v, "channels", animation->channels, animation->channel_count);
        check_list(v, "material_channels", animation->material_channels, animation->material_channel_count);
        for (uint32_t k = 0; animation->channels && k < animation->channel_count; k++) {
            const tlb_channel *channel = &animation->channels[k];
            look_at(v, "animations[%u].channels[%u]", i, k);
            check_index(v, "node", channel->node, s->node_count, true);
            check_choice(v, "target", (int)channel->target, TLB_TARGET_MORPHS);
            check_keys(v, channel->interpolation, channel->key_count, channel->times, channel->values);
        }
        for (uint32_t k = 0; animation->material_channels && k < animation->material_channel_count; k++) {
            const tlb_material_channel *channel = &animation->material_channels[k];
            look_at(v, "animations[%u].material_channels[%u]", i, k);
            check_index(v, "material", channel->material, s->material_count, true);
            check_choice(v, "target", (int)channel->target, TLB_MATERIAL_COLOR);
            check_keys(v, channel->interpolation, channel->key_count, channel->times, channel->values);
        }
    }
}

static void check_views_and_lights(validation *v)
{
    for (uint32_t i = 0; i < v->scene->camera_count; i++) {
        look_at(v, "cameras[%u]", i);
        check_there(v, "name", v->scene->cameras[i].name);
    }
    for (uint32_t i = 0; i < v->scene->light_count; i++) {
        look_at(v, "lights[%u]", i);
        check_there(v, "name", v->scene->lights[i].name);
    }
}

/* False: what the counts promise is not there, and nothing more can be looked at. */
static bool check_lists(validation *v)
{
    const tlb_scene *s = v->scene;
    check_there(v, "name", s->name);
    check_there(v, "generator_format", s->generator_format);
    check_list(v, "nodes", s->nodes, s->node_count);
    check_list(v, "meshes", s->meshes, s->mesh_count);
    check_list(v, "materials", s->materials, s->material_count);
    check_list(v, "images", s->images, s->image_count);
    check_list(v, "skins", s->skins, s->skin_count);
    check_list(v, "cameras", s->cameras, s->camera_count);
    check_list(v, "lights", s->lights, s->light_count);
    check_list(v, "animations", s->animations, s->animation_count);
    return !v->failed;
}

tlb_status tlb_scene_validate(tlb_context *context, const tlb_scene *scene)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    validation v = {.context = context, .scene = scene};
    if (check_lists(&v)) {
        check_nodes(&v);
        check_skins(&v);
        check_meshes(&v);
        check_materials(&v);
        check_images(&v);
        check_views_and_lights(&v);
        check_animations(&v);
    }
    return v.failed ? TLB_ARGUMENT : TLB_OK;
}
