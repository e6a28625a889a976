#include "formats/torque/dif_scene_materials.h"

#include "assets/textures.h"
#include "base/text.h"
#include "image/color.h"
#include "image/image.h"

/* In the order in which the engines look for them; then what textures are converted to. */
static const char *const extensions[] = {"png", "jpg", "jpeg", "bmp", "gif", "tga", NULL};

/* An image from a file that lives as long as the scene; TLB_NONE, and reported, when it is damaged. */
static bool add_image(dif_scene *s, const char *name, tlb_bytes file, int32_t *index)
{
    *index = (int32_t)s->scene->image_count;
    tlb_image *image = tlb_add_image(s->scene, name);
    if (!image)
        return false;
    if (tlb_image_load(s->conversion->context, s->arena, file, image)) {
        s->scene->image_count--;
        *index = TLB_NONE;
    }
    return !s->arena->account->failure;
}

/* The same from a PNG file of the document, which the scene outlives. */
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
        if (!add_image(s, name, (tlb_bytes){copy, png.size}, known))
            return false;
    }
    *index = *known;
    return true;
}

static bool find_placeholder(dif_scene *s, int32_t *index)
{
    if (tlb_find_placeholder(s->conversion->context, s->scene, &s->materials.placeholder))
        return false;
    *index = s->materials.placeholder;
    return true;
}

static dif_texture *add_texture(dif_scene *s, const char *name, int32_t *index)
{
    tlb_text text = {name, (uint32_t)strlen(name)};
    const char *clean = dif_name(s, text, "unnamed");
    dif_texture *texture = clean ? TLB_PUSH(&s->work, &s->materials.textures) : NULL;
    if (texture) {
        *texture = (dif_texture){.name = clean, .image = TLB_NONE};
        *index = (int32_t)s->materials.textures.count - 1;
    }
    return texture;
}

/* Finds the image of a texture among the assets. `path` and `index` tell where its name stands. */
static bool load_texture(dif_scene *s, const char *name, const char *path, uint32_t index,
                         dif_texture *texture)
{
    tlb_bytes file;
    tlb_status status = tlb_assets_find(s->conversion->assets, s->arena, name, extensions, &file, NULL);
    if (status == TLB_OK && !add_image(s, texture->name, file, &texture->image))
        return false;
    if (s->arena->account->failure)
        return false;
    if (status) {
        const char *field = tlb_print(&s->work, "%s.materials[%u]", path, index);
        tlb_report_missing_texture(s->conversion->context, field, texture->name);
    }
    texture->missing = texture->image == TLB_NONE;
    return !texture->missing || find_placeholder(s, &texture->image);
}

bool dif_find_texture(dif_scene *s, tlb_text name, const char *path, uint32_t index, int32_t *texture_index)
{
    const char *base = tlb_path_base(dif_chars(name));
    int32_t *known = tlb_index_find(&s->materials.by_name, &s->work, base, strlen(base));
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        dif_texture *texture = add_texture(s, base, known);
        if (!texture || !load_texture(s, dif_chars(name), path, index, texture))
            return false;
    }
    *texture_index = *known;
    return true;
}

bool dif_embedded_texture(dif_scene *s, tlb_text name, tlb_bytes png, int32_t *texture_index)
{
    dif_texture *texture = add_texture(s, tlb_path_base(dif_chars(name)), texture_index);
    if (!texture || !find_png(s, texture->name, png, &texture->image))
        return false;
    texture->missing = texture->image == TLB_NONE;
    return !texture->missing || find_placeholder(s, &texture->image);
}

bool dif_find_light_map(dif_scene *s, const dif_subject *subject, uint32_t sheet, int32_t *image)
{
    const char *name = tlb_print(&s->work, "%s light map %u", subject->name, sheet);
    return name && find_png(s, name, subject->interior->lightMaps.data[sheet].lightMap, image);
}

static void set_look(dif_scene *s, const dif_look *look, tlb_material *material)
{
    for (int i = 0; i < 3; i++)
        material->color[i] = tlb_linear(look->color[i]);
    material->color[3] = (float)look->color[3] / 255;
    material->alpha_mode = (tlb_alpha_mode)look->alpha_mode;
    material->double_sided = look->alpha_mode == TLB_ALPHA_BLEND;
    material->lightmap = (tlb_texture){look->light_map, 1, TLB_WRAP_CLAMP, TLB_WRAP_CLAMP, false};
    if (look->texture == TLB_NONE)
        return;
    const dif_texture *texture = &s->materials.textures.data[look->texture];
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
        tlb_material *material = tlb_add_material(s->scene, name);
        if (!material)
            return false;
        set_look(s, look, material);
    }
    *index = *known;
    return true;
}

bool dif_find_material(dif_scene *s, const dif_look *look, int32_t *index)
{
    const char *name = look->texture == TLB_NONE ? "unnamed" : s->materials.textures.data[look->texture].name;
    if (look->light_map != TLB_NONE)
        name = tlb_print(&s->work, "%s+%s", name, s->scene->images[look->light_map].name);
    return name && find_look(s, look, name, index);
}

bool dif_find_glass(dif_scene *s, const char *name, const uint8_t color[4], int32_t *index)
{
    dif_look look = {.texture = TLB_NONE, .light_map = TLB_NONE, .alpha_mode = TLB_ALPHA_BLEND};
    memcpy(look.color, color, sizeof look.color);
    return find_look(s, &look, name, index);
}
