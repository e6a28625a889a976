/* Materials, textures and images. */
#include "formats/interchange/gltf/scene/scene.h"

#include "assets/textures.h"
#include "base/text.h"
#include "image/image.h"
#include "scene/build/name.h"

#include <stdio.h>

enum { CLAMP = 33071, MIRROR = 33648, NEAREST = 9728 };

/* --- images ------------------------------------------------------------------------------------------- */

static const char *image_name(gltf_scene *s, const tlb_gltf_image *image)
{
    if (image->name.size || !image->uri.data || gltf_is_data_uri(image->uri))
        return tlb_gltf_name_of(s, image->name, image->extras);
    const char *base = tlb_path_base(image->uri.data);
    return tlb_scene_name(tlb_scene_arena(s->scene), base, tlb_path_stem(base));
}

/* The bytes live as long as the scene. */
static tlb_status load_image(gltf_scene *s, const tlb_gltf_image *source, const char *path, tlb_image *image)
{
    tlb_arena *arena = tlb_scene_arena(s->scene);
    tlb_bytes bytes;
    tlb_status status = source->uri.data ? tlb_gltf_uri_bytes(&s->data, source->uri, path, &bytes)
                                         : tlb_gltf_view_bytes(&s->data, source->bufferView, path, &bytes);
    if (!status && !source->uri.data) /* views may overlap */
        status = tlb_gltf_spend(&s->data, bytes.size, path);
    if (status)
        return status;
    uint8_t *copy = tlb_alloc(arena, bytes.size);
    if (!copy)
        return tlb_report_memory(s->context, arena);
    memcpy(copy, bytes.data, bytes.size);
    return tlb_image_load(s->context, arena, (tlb_bytes){copy, bytes.size}, image);
}

/* What cannot be had becomes the checkerboard. */
static tlb_status add_image(gltf_scene *s, uint32_t index)
{
    const tlb_gltf_image *source = &s->x->images.data[index];
    const char *name = image_name(s, source);
    tlb_image *image = name ? tlb_scene_add_image(s->scene, name) : NULL;
    char path[64];
    snprintf(path, sizeof path, "images[%u]", index);
    if (!image)
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    tlb_status status = load_image(s, source, path, image);
    tlb_status refused = tlb_arena_refused(&s->work, tlb_scene_arena(s->scene))->failure;
    if (!status || refused)
        return refused;
    const char *kept = image->name;
    status = tlb_image_placeholder(s->context, tlb_scene_arena(s->scene), image);
    image->name = kept;
    return status;
}

/* --- textures ----------------------------------------------------------------------------------------- */

static const tlb_value *transform_of(const tlb_value *extensions)
{
    return tlb_value_get(extensions, "KHR_texture_transform");
}

static uint32_t uv_set_of(const tlb_value *transform, uint32_t set)
{
    double other = tlb_gltf_number_of(tlb_value_get(transform, "texCoord"), set);
    return other >= 0 && other < TLB_UV_SETS ? (uint32_t)other : set < TLB_UV_SETS ? set : 0;
}

static tlb_wrap wrap_of(uint32_t wrap)
{
    return wrap == CLAMP ? TLB_WRAP_CLAMP : wrap == MIRROR ? TLB_WRAP_MIRROR : TLB_WRAP_REPEAT;
}

static tlb_status bad_reference(gltf_scene *s, const char *path, int64_t index, const char *things,
                                uint32_t count)
{
    tlb_report(s->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET, path,
               "index %lld out of range; number of %s: %u", (long long)index, things, count);
    return TLB_INVALID;
}

static tlb_status set_texture(gltf_scene *s, tlb_texture *texture, int64_t index, uint32_t set,
                              const tlb_value *extensions, const char *path)
{
    const tlb_gltf *x = s->x;
    char own[64];
    if (index < 0 || index >= x->textures.count)
        return bad_reference(s, path, index, "textures", x->textures.count);
    const tlb_gltf_texture *t = &x->textures.data[index];
    const tlb_value *transform = transform_of(extensions);
    snprintf(own, sizeof own, "textures[%lld]", (long long)index);
    if (t->source < 0) {
        tlb_report(s->context, TLB_CODE_GLTF_SKIPPED, TLB_NO_OFFSET, own,
                   "the texture has no image of a known kind");
        return TLB_OK;
    }
    if ((uint32_t)t->source >= x->images.count)
        return bad_reference(s, own, t->source, "images", x->images.count);
    if (t->sampler >= 0 && (uint32_t)t->sampler >= x->samplers.count)
        return bad_reference(s, own, t->sampler, "samplers", x->samplers.count);
    *texture = (tlb_texture){.image = t->source, .uv_set = uv_set_of(transform, set)};
    tlb_gltf_numbers_of(tlb_value_get(transform, "offset"), texture->offset, 2);
    if (t->sampler < 0)
        return TLB_OK;
    const tlb_gltf_sampler *sampler = &x->samplers.data[t->sampler];
    texture->wrap_u = wrap_of(sampler->wrapS);
    texture->wrap_v = wrap_of(sampler->wrapT);
    texture->nearest = sampler->magFilter == NEAREST;
    return TLB_OK;
}

static tlb_status set_info(gltf_scene *s, tlb_texture *texture, const tlb_gltf_texture_info *info,
                           const char *path)
{
    return info ? set_texture(s, texture, info->index, info->texCoord, info->extensions, path) : TLB_OK;
}

/* A textureInfo in an extension or in extras; `key`: of its index. */
static tlb_status set_value(gltf_scene *s, tlb_texture *texture, const tlb_value *info, const char *key,
                            const char *path)
{
    double index = tlb_gltf_number_of(tlb_value_get(info, key), -1);
    double set = tlb_gltf_number_of(tlb_value_get(info, "texCoord"), 0);
    if (!info || index < 0 || index > INT32_MAX)
        return TLB_OK;
    return set_texture(s, texture, (int64_t)index, set >= 0 && set < TLB_UV_SETS ? (uint32_t)set : 0,
                       tlb_value_get(info, "extensions"), path);
}

static const tlb_value *base_transform(const tlb_gltf_material *m)
{
    const tlb_value *gloss = tlb_value_get(m->extensions, "KHR_materials_pbrSpecularGlossiness");
    const tlb_gltf_pbr *pbr = m->pbrMetallicRoughness;
    if (gloss)
        return transform_of(tlb_value_get(tlb_value_get(gloss, "diffuseTexture"), "extensions"));
    return pbr && pbr->baseColorTexture ? transform_of(pbr->baseColorTexture->extensions) : NULL;
}

static void read_uv_matrix(const tlb_value *transform, float matrix[4])
{
    float scale[2] = {1, 1}, rotation = (float)tlb_gltf_number_of(tlb_value_get(transform, "rotation"), 0);
    tlb_gltf_numbers_of(tlb_value_get(transform, "scale"), scale, 2);
    float c = (float)cos((double)rotation), n = (float)sin((double)rotation);
    const float values[] = {c * scale[0], -n * scale[0], n * scale[1], c * scale[1]};
    memcpy(matrix, values, sizeof values);
}

static bool is_identity(const float m[4])
{
    return m[0] == 1 && m[1] == 0 && m[2] == 0 && m[3] == 1;
}

bool tlb_gltf_uv_transform(const gltf_scene *s, int32_t material, gltf_uv_transform *out)
{
    if (material < 0 || (uint32_t)material >= s->x->materials.count)
        return false;
    const tlb_value *t = base_transform(&s->x->materials.data[material]);
    *out = (gltf_uv_transform){.set = s->scene->materials[material].texture.uv_set};
    read_uv_matrix(t, out->matrix);
    return !is_identity(out->matrix) && s->scene->materials[material].texture.image >= 0;
}

/* --- materials ---------------------------------------------------------------------------------------- */

static void set_factors(float *out, const tlb_gltf_number_array *factors, uint32_t count)
{
    for (uint32_t i = 0; i < count && factors->count == count; i++)
        out[i] = (float)factors->data[i];
}

static tlb_status set_base(gltf_scene *s, const tlb_gltf_material *m, const char *path, tlb_material *out)
{
    const tlb_value *gloss = tlb_value_get(m->extensions, "KHR_materials_pbrSpecularGlossiness");
    const tlb_gltf_pbr *pbr = m->pbrMetallicRoughness;
    if (gloss) {
        tlb_gltf_numbers_of(tlb_value_get(gloss, "diffuseFactor"), out->color, 4);
        return set_value(s, &out->texture, tlb_value_get(gloss, "diffuseTexture"), "index", path);
    }
    if (!pbr)
        return TLB_OK;
    set_factors(out->color, &pbr->baseColorFactor, 4);
    return set_info(s, &out->texture, pbr->baseColorTexture, path);
}

/* The coordinates of a UV set are transformed as the base color's texture has it: another texture must have
 * the same transformation. */
static tlb_status set_pbr_texture(gltf_scene *s, const tlb_gltf_texture_info *info, const char *name,
                                  uint32_t material, tlb_texture *out)
{
    gltf_uv_transform base;
    float own[4], all[4] = {1, 0, 0, 1};
    char path[96];
    snprintf(path, sizeof path, "materials[%u].%s", material, name);
    tlb_status status = set_info(s, out, info, path);
    if (status || out->image < 0)
        return status;
    read_uv_matrix(transform_of(info->extensions), own);
    if (tlb_gltf_uv_transform(s, (int32_t)material, &base) && base.set == out->uv_set)
        memcpy(all, base.matrix, sizeof all);
    bool same = true;
    for (int i = 0; i < 4; i++)
        same &= own[i] == all[i];
    if (same)
        return TLB_OK;
    out->image = TLB_NONE;
    tlb_report(s->context, TLB_CODE_GLTF_SKIPPED, TLB_NO_OFFSET, path,
               "the texture is scaled or rotated in another way than the base color's: it is left out");
    return TLB_OK;
}

static tlb_status set_pbr(gltf_scene *s, const tlb_gltf_material *m, uint32_t index, tlb_material *out)
{
    static const char *const names[] = {[TLB_PBR_METALLIC_ROUGHNESS] =
                                            "pbrMetallicRoughness.metallicRoughnessTexture",
                                        [TLB_PBR_NORMAL] = "normalTexture",
                                        [TLB_PBR_OCCLUSION] = "occlusionTexture",
                                        [TLB_PBR_EMISSIVE] = "emissiveTexture"};
    bool gloss = tlb_value_get(m->extensions, "KHR_materials_pbrSpecularGlossiness") != NULL;
    const tlb_gltf_pbr *from = gloss ? NULL : m->pbrMetallicRoughness;
    const tlb_gltf_texture_info *infos[] = {
        [TLB_PBR_METALLIC_ROUGHNESS] = from ? from->metallicRoughnessTexture : NULL,
        [TLB_PBR_NORMAL] = m->normalTexture,
        [TLB_PBR_OCCLUSION] = out->lightmap.image < 0 ? m->occlusionTexture : NULL,
        [TLB_PBR_EMISSIVE] = m->emissiveTexture};
    float metallic = gloss  ? 0
                     : from ? (float)from->metallicFactor
                            : 1,
          roughness = from ? (float)from->roughnessFactor : 1;
    bool plain = metallic == 0 && roughness == 1;
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        plain &= !infos[i];
    if (plain)
        return TLB_OK;
    tlb_pbr *pbr = tlb_material_add_pbr(s->scene, out);
    tlb_status status = pbr ? TLB_OK : tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    for (int i = 0; i < TLB_PBR_TEXTURES && !status; i++)
        status = set_pbr_texture(s, infos[i], names[i], index, &pbr->textures[i]);
    if (status)
        return status;
    pbr->metallic = metallic;
    pbr->roughness = roughness;
    if (m->normalTexture)
        pbr->normal_scale = (float)m->normalTexture->scale;
    if (m->occlusionTexture)
        pbr->occlusion_strength = (float)m->occlusionTexture->strength;
    return TLB_OK;
}

static void set_emissive(const tlb_gltf_material *m, tlb_material *out)
{
    const tlb_value *strength = tlb_value_get(m->extensions, "KHR_materials_emissive_strength");
    float factor = (float)tlb_gltf_number_of(tlb_value_get(strength, "emissiveStrength"), 1);
    float *emissive = m->emissiveTexture ? out->pbr->emissive : out->emissive;
    set_factors(emissive, &m->emissiveFactor, 3);
    for (int i = 0; i < 3; i++)
        emissive[i] *= factor;
}

static tlb_status set_light(gltf_scene *s, const tlb_gltf_material *m, const char *path, tlb_material *out)
{
    const tlb_value *own = tlb_value_get(m->extras, "lightmap"),
                    *moz = tlb_value_get(m->extensions, "MOZ_lightmap");
    if (own && own->kind == TLB_VALUE_TABLE)
        return set_value(s, &out->lightmap, own, "texture", path);
    return set_value(s, &out->lightmap, moz, "index", path);
}

static void set_extras(gltf_scene *s, const tlb_gltf_material *m, tlb_material *out)
{
    static const char *const own[] = {"additive", "lightmap", "longName", NULL};
    static const char *const placeholder[] = {"additive",    "lightmap", "longName",
                                              "placeholder", "texture",  NULL};
    const tlb_value *wanted = tlb_value_get(m->extras, "texture");
    bool is_placeholder = tlb_gltf_is_true(tlb_value_get(m->extras, "placeholder")) && wanted &&
                          wanted->kind == TLB_VALUE_TEXT && out->texture.image >= 0;
    if (is_placeholder)
        out->placeholder =
            tlb_copy_text(tlb_scene_arena(s->scene), wanted->as.text.data, wanted->as.text.size).data;
    if (tlb_gltf_is_true(tlb_value_get(m->extras, "additive")))
        out->alpha_mode = TLB_ALPHA_ADD;
    out->extras = tlb_gltf_extras_of(s, m->extras, is_placeholder ? placeholder : own);
}

/* Extensions whose looks a scene cannot have. */
static void report_extensions(gltf_scene *s, const tlb_gltf_material *m, const char *path)
{
    static const char *const known[] = {"KHR_materials_unlit", "KHR_materials_emissive_strength",
                                        "KHR_materials_pbrSpecularGlossiness", "MOZ_lightmap"};
    const tlb_value *v = m->extensions ? m->extensions->as.members.first : NULL;
    for (; v; v = v->next) {
        bool shown = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            shown |= strcmp(v->key, known[i]) == 0;
        if (!shown)
            tlb_report(s->context, TLB_CODE_GLTF_SKIPPED, TLB_NO_OFFSET, path, "%.80s is left out", v->key);
    }
}

static tlb_status add_material(gltf_scene *s, uint32_t index)
{
    const tlb_gltf_material *m = &s->x->materials.data[index];
    const char *name = tlb_gltf_name_of(s, m->name, m->extras);
    tlb_material *out = name ? tlb_scene_add_material(s->scene, name) : NULL;
    char path[64];
    snprintf(path, sizeof path, "materials[%u]", index);
    if (!out)
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    out->alpha_mode = gltf_is(m->alphaMode, "MASK")    ? TLB_ALPHA_MASK
                      : gltf_is(m->alphaMode, "BLEND") ? TLB_ALPHA_BLEND
                                                       : TLB_ALPHA_OPAQUE;
    out->alpha_cutoff = (float)m->alphaCutoff;
    out->double_sided = m->doubleSided;
    out->unlit = tlb_value_get(m->extensions, "KHR_materials_unlit") != NULL;
    tlb_status status = set_base(s, m, path, out);
    if (!status)
        status = set_light(s, m, path, out);
    if (!status)
        status = set_pbr(s, m, index, out);
    if (status)
        return status;
    set_emissive(m, out);
    set_extras(s, m, out);
    report_extensions(s, m, path);
    return TLB_OK;
}

tlb_status tlb_gltf_add_materials(gltf_scene *s)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < s->x->images.count && !status; i++)
        status = add_image(s, i);
    for (uint32_t i = 0; i < s->x->materials.count && !status; i++)
        status = add_material(s, i);
    return status;
}
