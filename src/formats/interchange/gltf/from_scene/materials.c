#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "scene/geometry/finite.h"

static bool is_shown(const tlb_gltf_writer *g, const tlb_texture *texture)
{
    return texture->image >= 0 && g->image_files[texture->image].name;
}

/* The place of a texture's index in the table of those there are. */
static int32_t *texture_slot(tlb_gltf_writer *g, const tlb_texture *texture)
{
    return &g->texture_index[(size_t)texture->image * TLB_SAMPLERS + tlb_sampler_of(texture)];
}

static const tlb_pbr no_pbr = {
    .roughness = 1,
    .normal_scale = 1,
    .occlusion_strength = 1,
    .textures = {{.image = TLB_NONE}, {.image = TLB_NONE}, {.image = TLB_NONE}, {.image = TLB_NONE}}};

static bool add_texture(tlb_gltf_writer *g, const tlb_texture *texture)
{
    if (!is_shown(g, texture) || *texture_slot(g, texture) >= 0)
        return true;
    uint32_t sampler = tlb_sampler_of(texture);
    tlb_gltf_out_texture *added = TLB_PUSH(g->arena, &g->textures);
    if (!added)
        return false;
    if (g->sampler_index[sampler] < 0)
        g->sampler_index[sampler] = g->sampler_count++;
    *added = (tlb_gltf_out_texture){.image = texture->image, .sampler = sampler};
    *texture_slot(g, texture) = (int32_t)(g->textures.count - 1);
    return true;
}

bool tlb_gltf_has_texture(const tlb_gltf_writer *g, const tlb_texture *texture)
{
    return is_shown(g, texture);
}

/* What has no material is metal in glTF, which is black without surroundings to mirror. */
static bool needs_plain(const tlb_scene *scene)
{
    const char *format = scene->generator_format;
    bool bare = false;
    for (uint32_t i = 0; i < scene->mesh_count && !bare; i++)
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++)
            bare |= scene->meshes[i].parts[k].material < 0;
    return bare && strcmp(format, "gltf") != 0 && strcmp(format, "glb") != 0;
}

bool tlb_gltf_plan_materials(tlb_gltf_writer *g)
{
    const tlb_scene *scene = g->scene;
    size_t slots = (size_t)scene->image_count * TLB_SAMPLERS;
    g->texture_index = tlb_alloc_array(g->arena, slots, sizeof *g->texture_index);
    g->image_index = tlb_alloc_array(g->arena, scene->image_count, sizeof *g->image_index);
    if (!g->texture_index || !g->image_index)
        return false;
    for (size_t i = 0; i < slots; i++)
        g->texture_index[i] = TLB_NONE;
    for (int i = 0; i < TLB_SAMPLERS; i++)
        g->sampler_index[i] = TLB_NONE;
    g->moved_uv = tlb_zalloc(g->arena, scene->material_count);
    if (!g->moved_uv)
        return false;
    g->plain_material = needs_plain(scene) ? (int32_t)scene->material_count : TLB_NONE;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].material_channel_count; k++) {
            const tlb_material_channel *channel = &scene->animations[i].material_channels[k];
            g->moved_uv[channel->material] |= channel->target == TLB_MATERIAL_UV_OFFSET;
        }
    int32_t images = 0;
    for (uint32_t i = 0; i < scene->image_count; i++)
        g->image_index[i] = g->image_files[i].name ? images++ : TLB_NONE;
    bool good = true;
    for (uint32_t i = 0; i < scene->material_count && good; i++) {
        const tlb_material *material = &scene->materials[i];
        good = add_texture(g, &material->texture) && add_texture(g, &material->lightmap);
        for (int k = 0; material->pbr && k < TLB_PBR_TEXTURES && good; k++)
            good = add_texture(g, &material->pbr->textures[k]);
    }
    return good;
}

/* `moves`: its offset is animated, and has to be there. */
static void open_texture(tlb_gltf_writer *g, const char *key, const char *index, const tlb_texture *texture,
                         bool moves)
{
    tlb_json_open(&g->json, key, '{', true);
    tlb_json_integer(&g->json, index, *texture_slot(g, texture));
    if (texture->uv_set)
        tlb_json_unsigned(&g->json, "texCoord", texture->uv_set);
    if (texture->offset[0] == 0 && texture->offset[1] == 0 && !moves)
        return;
    tlb_json_open(&g->json, "extensions", '{', true);
    tlb_json_open(&g->json, "KHR_texture_transform", '{', true);
    tlb_gltf_numbers(g, "offset", texture->offset, 2);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
    g->transform = true;
}

static void write_texture(tlb_gltf_writer *g, const char *key, const char *index, const tlb_texture *texture,
                          bool moves)
{
    if (!is_shown(g, texture))
        return;
    open_texture(g, key, index, texture, moves);
    tlb_json_close(&g->json);
}

/* Factors are from 0 to 1. False when all are `usual`, which goes without saying. */
static bool clamp_factors(tlb_gltf_writer *g, const float *factors, float *out, int count, float usual)
{
    bool unusual = false;
    for (int i = 0; i < count; i++) {
        float value = tlb_finite(factors[i]);
        g->replaced += value != factors[i];
        out[i] = value < 0 ? 0 : value > 1 ? 1 : value;
        unusual |= out[i] != usual;
    }
    return unusual;
}

static void write_alpha(tlb_gltf_writer *g, const tlb_material *material)
{
    static const char *const modes[] = {[TLB_ALPHA_OPAQUE] = NULL,
                                        [TLB_ALPHA_MASK] = "MASK",
                                        [TLB_ALPHA_BLEND] = "BLEND",
                                        [TLB_ALPHA_ADD] = "BLEND"};
    if (!modes[material->alpha_mode])
        return;
    tlb_gltf_text(g, "alphaMode", modes[material->alpha_mode]);
    if (material->alpha_mode == TLB_ALPHA_MASK && material->alpha_cutoff >= 0 &&
        material->alpha_cutoff != 0.5f)
        tlb_gltf_number(g, "alphaCutoff", material->alpha_cutoff);
}

static void write_extras(tlb_gltf_writer *g, const tlb_material *material)
{
    bool additive = material->alpha_mode == TLB_ALPHA_ADD, lightmap = is_shown(g, &material->lightmap);
    if (!additive && !lightmap && !material->placeholder && !tlb_has_members(material->extras))
        return;
    tlb_gltf_open_extras(g, material->extras);
    if (additive)
        tlb_json_bool(&g->json, "additive", true);
    if (material->placeholder) {
        tlb_json_bool(&g->json, "placeholder", true);
        tlb_gltf_text(g, "texture", material->placeholder);
    }
    write_texture(g, "lightmap", "texture", &material->lightmap, false);
    tlb_json_close(&g->json);
}

/* A texture with a factor of its own. */
static void write_scaled(tlb_gltf_writer *g, const char *key, const tlb_texture *texture, const char *factor,
                         float value)
{
    if (!is_shown(g, texture))
        return;
    open_texture(g, key, "index", texture, false);
    if (value != 1)
        tlb_gltf_number(g, factor, value);
    tlb_json_close(&g->json);
}

/* What is brighter than 1 is the factor's strength; it is returned. */
static float write_emission(tlb_gltf_writer *g, const tlb_material *material, const tlb_pbr *pbr)
{
    const tlb_texture *texture = &pbr->textures[TLB_PBR_EMISSIVE];
    const float *emissive = is_shown(g, texture) ? pbr->emissive : material->emissive;
    float strength = 1, factors[3], clamped[3];
    write_texture(g, "emissiveTexture", "index", texture, false);
    for (int i = 0; i < 3; i++)
        strength = emissive[i] > strength && emissive[i] < INFINITY ? emissive[i] : strength;
    for (int i = 0; i < 3; i++)
        factors[i] = strength > 1 ? emissive[i] / strength : emissive[i];
    if (clamp_factors(g, factors, clamped, 3, 0))
        tlb_gltf_numbers(g, "emissiveFactor", clamped, 3);
    return strength;
}

static void write_material_extensions(tlb_gltf_writer *g, const tlb_material *material, float strength)
{
    if (!material->unlit && strength == 1)
        return;
    tlb_json_open(&g->json, "extensions", '{', true);
    if (strength != 1) {
        tlb_json_open(&g->json, "KHR_materials_emissive_strength", '{', true);
        tlb_gltf_number(g, "emissiveStrength", strength);
        tlb_json_close(&g->json);
        g->strength = true;
    }
    if (material->unlit) {
        tlb_json_open(&g->json, "KHR_materials_unlit", '{', true);
        tlb_json_close(&g->json);
        g->unlit = true;
    }
    tlb_json_close(&g->json);
}

static void write_material(tlb_gltf_writer *g, const tlb_material *material)
{
    const tlb_pbr *pbr = material->pbr ? material->pbr : &no_pbr;
    float color[4], metal[2] = {pbr->metallic, pbr->roughness};
    tlb_gltf_name(g, material->name);
    tlb_json_open(&g->json, "pbrMetallicRoughness", '{', true);
    if (clamp_factors(g, material->color, color, 4, 1))
        tlb_gltf_numbers(g, "baseColorFactor", color, 4);
    write_texture(g, "baseColorTexture", "index", &material->texture,
                  g->moved_uv[material - g->scene->materials]);
    clamp_factors(g, metal, metal, 2, 1);
    if (metal[0] != 1)
        tlb_gltf_number(g, "metallicFactor", metal[0]);
    if (metal[1] != 1)
        tlb_gltf_number(g, "roughnessFactor", metal[1]);
    write_texture(g, "metallicRoughnessTexture", "index", &pbr->textures[TLB_PBR_METALLIC_ROUGHNESS], false);
    tlb_json_close(&g->json);
    write_scaled(g, "normalTexture", &pbr->textures[TLB_PBR_NORMAL], "scale", pbr->normal_scale);
    if (is_shown(g, &material->lightmap)) /* what comes nearest */
        write_texture(g, "occlusionTexture", "index", &material->lightmap, false);
    else
        write_scaled(g, "occlusionTexture", &pbr->textures[TLB_PBR_OCCLUSION], "strength",
                     pbr->occlusion_strength);
    float strength = write_emission(g, material, pbr);
    write_alpha(g, material);
    if (material->double_sided)
        tlb_json_bool(&g->json, "doubleSided", true);
    write_material_extensions(g, material, strength);
    write_extras(g, material);
}

static void write_textures(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->textures.count; i++) {
        const tlb_gltf_out_texture *texture = &g->textures.data[i];
        tlb_gltf_open_member(g, "textures", &opened);
        tlb_json_integer(&g->json, "sampler", g->sampler_index[texture->sampler]);
        tlb_json_integer(&g->json, "source", g->image_index[texture->image]);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_samplers(tlb_gltf_writer *g)
{
    enum { NEAREST = 9728, LINEAR = 9729, NEAREST_MIPMAP_LINEAR = 9986, LINEAR_MIPMAP_LINEAR = 9987 };
    static const int wraps[] = {
        [TLB_WRAP_REPEAT] = 10497, [TLB_WRAP_CLAMP] = 33071, [TLB_WRAP_MIRROR] = 33648};
    uint32_t numbers[TLB_SAMPLERS] = {0}; /* by index in the file */
    for (uint32_t i = 0; i < TLB_SAMPLERS; i++)
        if (g->sampler_index[i] >= 0)
            numbers[g->sampler_index[i]] = i;
    bool opened = false;
    for (int32_t i = 0; i < g->sampler_count; i++) {
        tlb_sampler sampler = tlb_sampler_at(numbers[i]);
        tlb_gltf_open_member(g, "samplers", &opened);
        tlb_json_integer(&g->json, "magFilter", sampler.nearest ? NEAREST : LINEAR);
        tlb_json_integer(&g->json, "minFilter",
                         sampler.nearest ? NEAREST_MIPMAP_LINEAR : LINEAR_MIPMAP_LINEAR);
        tlb_json_integer(&g->json, "wrapS", wraps[sampler.wrap_u]);
        tlb_json_integer(&g->json, "wrapT", wraps[sampler.wrap_v]);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

static void write_images(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->image_count; i++) {
        const tlb_image_file *file = &g->image_files[i];
        if (!file->name)
            continue;
        tlb_gltf_open_member(g, "images", &opened);
        tlb_gltf_name(g, g->scene->images[i].name);
        tlb_gltf_text(g, "mimeType", file->mime_type);
        if (g->embeds) {
            tlb_json_unsigned(&g->json, "bufferView", tlb_gltf_begin_view(&g->binary, GLTF_NO_TARGET));
            tlb_gltf_put(&g->binary,
                         (tlb_gltf_piece){.encode = tlb_gltf_encode_bytes,
                                          .source = file->bytes.data,
                                          .count = file->bytes.size},
                         file->bytes.size);
        } else {
            tlb_gltf_uri(g, file->name);
        }
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}

void tlb_gltf_write_materials(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        tlb_gltf_open_member(g, "materials", &opened);
        write_material(g, &g->scene->materials[i]);
        tlb_json_close(&g->json);
    }
    if (g->plain_material >= 0) {
        tlb_gltf_open_member(g, "materials", &opened);
        tlb_gltf_name(g, "default");
        tlb_json_open(&g->json, "pbrMetallicRoughness", '{', true);
        tlb_gltf_number(g, "metallicFactor", 0);
        tlb_json_close(&g->json);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
    write_textures(g);
    write_samplers(g);
    write_images(g);
}
