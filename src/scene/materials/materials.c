#include "scene/materials/materials.h"

#include "base/buffer.h"
#include "base/index.h"
#include "base/text.h"
#include "base/value.h"
#include "scene/transform/short_names.h"

#include <string.h>

/* --- looks -------------------------------------------------------------------------------------------- */

static void add_texture(tlb_json *json, const tlb_texture *texture)
{
    tlb_json_integer(json, NULL, texture->image);
    if (texture->image < 0)
        return;
    tlb_json_unsigned(json, NULL, texture->uv_set);
    tlb_json_integer(json, NULL, texture->wrap_u * 8 + texture->wrap_v * 2 + texture->nearest);
    tlb_json_single(json, NULL, texture->offset[0]);
    tlb_json_single(json, NULL, texture->offset[1]);
}

static void add_pbr(tlb_json *json, const tlb_pbr *pbr)
{
    const float numbers[] = {pbr->metallic,    pbr->roughness,   pbr->normal_scale, pbr->occlusion_strength,
                             pbr->emissive[0], pbr->emissive[1], pbr->emissive[2]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        tlb_json_single(json, NULL, numbers[i]);
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        add_texture(json, &pbr->textures[i]);
}

static void add_channels(tlb_json *json, const tlb_scene *scene, int32_t material)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].material_channel_count; k++) {
            const tlb_material_channel *channel = &scene->animations[i].material_channels[k];
            if (channel->material != material)
                continue;
            uint32_t width = channel->target == TLB_MATERIAL_COLOR ? 4 : 2;
            tlb_json_unsigned(json, NULL, i);
            tlb_json_integer(json, NULL, (int)channel->target * 2 + (int)channel->interpolation);
            for (uint32_t key = 0; key < channel->key_count; key++)
                tlb_json_single(json, NULL, channel->times[key]);
            for (uint32_t at = 0; at < channel->key_count * width; at++)
                tlb_json_single(json, NULL, channel->values[at]);
        }
}

/* What distinguishes a material from others, as a text. The name does where there is no texture. */
static void describe(const tlb_scene *scene, uint32_t index, bool animated, tlb_buffer *out)
{
    const tlb_material *material = &scene->materials[index];
    tlb_json json = {.out = out, .compact = true};
    tlb_json_open(&json, NULL, '[', true);
    if (material->texture.image < 0)
        tlb_json_text(&json, NULL, material->name, strlen(material->name));
    if (material->placeholder)
        tlb_json_text(&json, NULL, material->placeholder, strlen(material->placeholder));
    if (animated)
        add_channels(&json, scene, (int32_t)index);
    for (int i = 0; i < 4; i++)
        tlb_json_single(&json, NULL, material->color[i]);
    for (int i = 0; i < 3; i++)
        tlb_json_single(&json, NULL, material->emissive[i]);
    add_texture(&json, &material->texture);
    add_texture(&json, &material->lightmap);
    tlb_json_integer(&json, NULL,
                     (int)material->alpha_mode * 4 + material->double_sided * 2 + material->unlit);
    if (material->alpha_mode == TLB_ALPHA_MASK)
        tlb_json_single(&json, NULL, material->alpha_cutoff);
    if (material->pbr)
        add_pbr(&json, material->pbr);
    if (material->extras)
        tlb_value_write(&json, NULL, material->extras);
    tlb_json_close(&json);
}

static bool *find_animated(const tlb_scene *scene, tlb_arena *arena)
{
    bool *animated = tlb_zalloc(arena, scene->material_count);
    for (uint32_t i = 0; animated && i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].material_channel_count; k++)
            animated[scene->animations[i].material_channels[k].material] = true;
    return animated;
}

/* For each material the first that looks the same, by its number among these. NULL without memory. */
static int32_t *find_same(const tlb_scene *scene, tlb_arena *arena, tlb_scene *merged)
{
    tlb_index known = {0};
    int32_t *same = tlb_alloc_array(arena, scene->material_count, sizeof *same);
    const bool *animated = find_animated(scene, arena);
    merged->materials = tlb_alloc_array(arena, scene->material_count, sizeof *merged->materials);
    merged->material_count = 0;
    if (!same || !animated || !merged->materials)
        return NULL;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        tlb_buffer text = {.account = arena->account};
        describe(scene, i, animated[i], &text);
        tlb_arena_fail(arena, text.status);
        char *key = text.status
                        ? NULL
                        : (char *)(uintptr_t)tlb_copy_text(arena, (const char *)text.data, text.size).data;
        int32_t *first = key ? tlb_index_find(&known, arena, key, text.size) : NULL;
        tlb_buffer_free(&text);
        if (!first)
            return NULL;
        if (*first == TLB_INDEX_NEW) {
            *first = (int32_t)merged->material_count;
            merged->materials[merged->material_count++] = scene->materials[i];
        }
        same[i] = *first;
    }
    return same;
}

/* --- names -------------------------------------------------------------------------------------------- */

static bool is_image_file(const char *name)
{
    static const char *const extensions[] = {"png", "jpg", "jpeg", "bmp", "gif", "tga", "dds", "pcx"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (tlb_same_nocase(tlb_path_extension(name), extensions[i]))
            return true;
    return false;
}

/* The name of a texture without folders and extension. NULL without memory. */
static const char *texture_name(tlb_arena *arena, const char *path)
{
    const char *base = tlb_path_base(path);
    size_t size = is_image_file(base) ? tlb_path_stem(base) : strlen(base);
    return size ? tlb_copy_text(arena, base, size).data : "unnamed";
}

static bool name_materials(tlb_scene *scene, tlb_arena *arena)
{
    tlb_index known = {0};
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const char *plain = texture_name(arena, scene->materials[i].name),
                   *name = plain ? tlb_distinct_name(arena, &known, plain, SIZE_MAX) : NULL;
        if (!name)
            return false;
        scene->materials[i].name = name;
    }
    return true;
}

/* --- parts -------------------------------------------------------------------------------------------- */

/* The part of the mesh, counted from 1, that got a material's triangles last. */
typedef struct met {
    uint32_t mesh, part;
} met;

/* Puts the triangles of one material together, in the order in which materials are met. */
static bool join_parts(tlb_mesh *mesh, uint32_t number, const int32_t *same, met *last, tlb_arena *arena)
{
    const tlb_mesh from = *mesh;
    uint32_t *part_of = tlb_alloc_array(arena, from.part_count, sizeof *part_of);
    uint64_t total = 0;
    mesh->parts = tlb_alloc_array(arena, from.part_count, sizeof *mesh->parts);
    if (!mesh->parts || !part_of)
        return false;
    mesh->part_count = 0;
    for (uint32_t i = 0; i < from.part_count; i++) {
        int32_t material = from.parts[i].material < 0 ? TLB_NONE : same[from.parts[i].material];
        met *own = &last[material + 1];
        if (own->mesh != number + 1) {
            *own = (met){number + 1, mesh->part_count};
            mesh->parts[mesh->part_count++] = (tlb_part){.material = material};
        }
        part_of[i] = own->part;
        mesh->parts[own->part].index_count += from.parts[i].index_count;
        total += from.parts[i].index_count;
    }
    if (mesh->part_count == from.part_count)
        for (uint32_t i = 0; i < from.part_count; i++)
            mesh->parts[i].first_index = from.parts[i].first_index;
    if (mesh->part_count == from.part_count || total > UINT32_MAX)
        return true;
    mesh->index_count = (uint32_t)total;
    mesh->indices = tlb_alloc_array(arena, mesh->index_count, sizeof *mesh->indices);
    if (!mesh->indices)
        return false;
    for (uint32_t i = 0, first = 0; i < mesh->part_count; i++) {
        mesh->parts[i].first_index = first;
        first += mesh->parts[i].index_count;
        mesh->parts[i].index_count = 0;
    }
    for (uint32_t i = 0; i < from.part_count; i++) {
        tlb_part *part = &mesh->parts[part_of[i]];
        memcpy(mesh->indices + part->first_index + part->index_count,
               from.indices + from.parts[i].first_index, from.parts[i].index_count * sizeof *mesh->indices);
        part->index_count += from.parts[i].index_count;
    }
    return true;
}

static bool join_meshes(tlb_scene *scene, const int32_t *same, tlb_arena *arena)
{
    const tlb_mesh *from = scene->meshes;
    met *last = tlb_zalloc_array(arena, (size_t)scene->material_count + 1, sizeof *last);
    scene->meshes = tlb_alloc_array(arena, scene->mesh_count, sizeof *from);
    if (!last || !scene->meshes)
        return false;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        scene->meshes[i] = from[i];
        if (!join_parts(&scene->meshes[i], i, same, last, arena))
            return false;
    }
    return true;
}

/* What moves several materials that became one moves it once. */
static bool point_channels(tlb_scene *scene, const int32_t *same, tlb_arena *arena)
{
    int32_t *first = tlb_alloc_array(arena, scene->material_count, sizeof *first);
    const tlb_animation *from = scene->animations;
    scene->animations = tlb_alloc_array(arena, scene->animation_count, sizeof *from);
    for (uint32_t i = 0; scene->animations && i < scene->animation_count; i++) {
        uint32_t count = from[i].material_channel_count;
        tlb_material_channel *channels = tlb_alloc_array(arena, count, sizeof *channels);
        scene->animations[i] = from[i];
        if (!first || !channels)
            return false;
        for (uint32_t k = 0; k < scene->material_count; k++)
            first[k] = TLB_NONE;
        scene->animations[i].material_channel_count = 0;
        for (uint32_t k = 0; k < count; k++) {
            tlb_material_channel channel = from[i].material_channels[k];
            int32_t *mover = &first[same[channel.material]];
            if (*mover == TLB_NONE)
                *mover = channel.material;
            if (*mover != channel.material)
                continue;
            channel.material = same[channel.material];
            channels[scene->animations[i].material_channel_count++] = channel;
        }
        scene->animations[i].material_channels = channels;
    }
    return scene->animations != NULL;
}

bool tlb_merge_materials(const tlb_scene *scene, tlb_arena *arena, tlb_scene *merged)
{
    *merged = *scene;
    const int32_t *same = find_same(scene, arena, merged);
    return same && name_materials(merged, arena) && join_meshes(merged, same, arena) &&
           point_channels(merged, same, arena);
}

/* --- placeholders ------------------------------------------------------------------------------------- */

static bool add_gray(tlb_scene *scene, const char *name, uint32_t *capacity, tlb_arena *arena)
{
    enum { SIDE = 4, GRAY = 184, BYTES = SIDE * SIDE * 4 };
    uint8_t *pixels = tlb_alloc(arena, BYTES);
    if (!pixels ||
        !tlb_list_reserve(arena, &scene->images, scene->image_count, capacity, 1, sizeof *scene->images))
        return false;
    for (int i = 0; i < BYTES; i++)
        pixels[i] = i % 4 == 3 ? 255 : GRAY;
    scene->images[scene->image_count++] =
        (tlb_image){.name = name, .format = TLB_PIXELS_RGBA, .width = SIDE, .height = SIDE, .pixels = pixels};
    return true;
}

bool tlb_name_placeholders(const tlb_scene *scene, tlb_arena *arena, tlb_scene *named)
{
    tlb_index known = {0};
    uint32_t capacity = scene->image_count + 1;
    *named = *scene;
    named->images = tlb_alloc_array(arena, capacity, sizeof *named->images);
    named->materials = tlb_alloc_array(arena, scene->material_count, sizeof *named->materials);
    if (!named->images || !named->materials)
        return false;
    if (scene->image_count)
        memcpy(named->images, scene->images, scene->image_count * sizeof *named->images);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        tlb_material *material = &named->materials[i];
        *material = scene->materials[i];
        if (!material->placeholder)
            continue;
        const char *name = texture_name(arena, material->placeholder);
        int32_t *image = name ? tlb_index_find(&known, arena, name, strlen(name)) : NULL;
        if (!image)
            return false;
        if (*image == TLB_INDEX_NEW) {
            *image = (int32_t)named->image_count;
            if (!add_gray(named, name, &capacity, arena))
                return false;
        }
        material->texture.image = *image;
        material->texture.nearest = false;
    }
    return true;
}

void tlb_glowing_color(const tlb_material *material, float color[4])
{
    memcpy(color, material->color, sizeof material->color);
    for (int i = 0; i < 3 && material->texture.image < 0; i++)
        if (material->emissive[i] > 0)
            color[i] = color[i] + material->emissive[i] < 1 ? color[i] + material->emissive[i] : 1;
}
