/* Textures, light maps and materials of a DIF scene: each is made once, however often it is needed. */
#include "formats/torque/dif/scene/scene.h"
#include "scene/materials/color.h"

/* An image from a PNG file of the document, which the scene outlives. */
static bool find_png(dif_scene *s, const char *name, tlb_bytes png, int32_t *index)
{
    int32_t *known = tlb_index_find(&s->materials.by_png, &s->work, png.data, png.size);
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        uint8_t *copy = tlb_alloc(s->arena, png.size);
        if (!copy)
            return false;
        memcpy(copy, png.data, png.size);
        if (!tlb_texture_image(&s->materials.textures, name, name, (tlb_bytes){copy, png.size}, known))
            return false;
    }
    *index = *known;
    return true;
}

bool tlb_dif_find_texture(dif_scene *s, tlb_text name, const char *path, uint32_t index,
                          int32_t *texture_index)
{
    const char *list = tlb_arena_printf(&s->work, "%s.materials", path);
    return list && tlb_texture_find(&s->materials.textures, dif_chars(name), list, index, texture_index);
}

bool tlb_dif_embedded_texture(dif_scene *s, tlb_text name, tlb_bytes png, int32_t *texture_index)
{
    tlb_textures *textures = &s->materials.textures;
    if (!tlb_texture_add(textures, dif_chars(name), texture_index))
        return false;
    tlb_found_texture *texture = &textures->found.data[*texture_index];
    return find_png(s, texture->name, png, &texture->image) && tlb_texture_add_placeholder(textures, texture);
}

bool tlb_dif_find_light_map(dif_scene *s, const dif_subject *subject, uint32_t sheet, int32_t *image)
{
    const tlb_bytes *png = &subject->interior->lightMaps.data[sheet].lightMap;
    int32_t *known = tlb_index_find(&s->materials.by_sheet, &s->work, &png->data, sizeof png->data);
    if (known && *known == TLB_INDEX_NEW) {
        const char *name = tlb_arena_printf(&s->work, "%s light map %u", subject->name, sheet);
        if (!name || !find_png(s, name, *png, known))
            return false;
    }
    if (known)
        *image = *known;
    return known;
}

static void set_look(dif_scene *s, const dif_look *look, tlb_material *material)
{
    for (int i = 0; i < 3; i++)
        material->color[i] = tlb_linear_byte(look->color[i]);
    material->color[3] = (float)look->color[3] / 255;
    material->alpha_mode = (tlb_alpha_mode)look->alpha_mode;
    material->double_sided = look->alpha_mode == TLB_ALPHA_BLEND;
    material->lightmap = (tlb_texture){look->light_map, 1, TLB_WRAP_CLAMP, TLB_WRAP_CLAMP, false, {0, 0}};
    if (look->texture == TLB_NONE)
        return;
    const tlb_found_texture *texture = &s->materials.textures.found.data[look->texture];
    material->placeholder = texture->missing;
    material->texture = (tlb_texture){.image = texture->image,
                                      .wrap_u = (tlb_wrap)look->wrap_u,
                                      .wrap_v = (tlb_wrap)look->wrap_v,
                                      .nearest = texture->missing};
}

/* A material of this look, the first of its kind called `name`. */
static bool find_look(dif_scene *s, const dif_look *look, const char *name, int32_t *index)
{
    dif_look *key = tlb_alloc(&s->work, sizeof *key);
    if (!key)
        return false;
    *key = *look;
    int32_t *known = tlb_index_find(&s->materials.by_look, &s->work, key, sizeof *key);
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        *known = (int32_t)s->scene->material_count;
        tlb_material *material = tlb_scene_add_material(s->scene, name);
        if (!material)
            return false;
        set_look(s, look, material);
    }
    *index = *known;
    return true;
}

bool tlb_dif_find_material(dif_scene *s, const dif_look *look, int32_t *index)
{
    const char *name =
        look->texture == TLB_NONE ? "unnamed" : s->materials.textures.found.data[look->texture].name;
    return find_look(s, look, name, index);
}

bool tlb_dif_find_glass(dif_scene *s, const char *name, const uint8_t color[4], int32_t *index)
{
    dif_look look = {.texture = TLB_NONE, .light_map = TLB_NONE, .alpha_mode = TLB_ALPHA_BLEND};
    memcpy(look.color, color, sizeof look.color);
    return find_look(s, &look, name, index);
}
