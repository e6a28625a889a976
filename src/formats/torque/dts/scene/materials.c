/* The materials of a shape: textures by name, and what their flags mean. */
#include "formats/torque/dts/scene/scene.h"
#include "formats/torque/lists/lists.h"
#include "formats/torque/shared/textures.h"
#include "scene/geometry/finite.h"

/* The first image of a material's list, and all of them in extras; `name` stays as it is without a list. */
static bool read_list(shape_scene *s, tlb_material *material, const char **name)
{
    static const char *const extensions[] = {"ifl", NULL};
    tlb_bytes text;
    tlb_torque_list images;
    tlb_status status =
        tlb_assets_find(s->conversion->assets, &s->work, *name, extensions, NULL, &text, NULL);
    if (s->work.failure)
        return false;
    if (status)
        return true;
    if (!tlb_torque_list_read(s->conversion->context, &s->work, text, true, &images))
        return false;
    tlb_value *list = tlb_value_add_list(s->arena, material->extras, "ifl");
    bool first = true;
    for (uint32_t i = 0; i < images.lines.count; i++) {
        const tlb_torque_list_line *line = &images.lines.data[i];
        if (!line->name.size)
            continue;
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_bytes_text(s->arena, row, "image", line->name);
        tlb_value_add_integer(s->arena, row, "count", tlb_torque_list_frames(line));
        tlb_text key = tlb_torque_texture_key(&s->work, line->name.data);
        int32_t *shown = key.data ? tlb_index_find(&s->listed, &s->work, key.data, key.size) : NULL;
        if (!shown)
            return false;
        if (first)
            *name = line->name.data;
        if (first || *shown == TLB_INDEX_NEW)
            *shown = first;
        first = false;
    }
    return true;
}

/* --- materials ----------------------------------------------------------------------------------------- */

static void set_flags(shape_scene *s, tlb_material *material, uint32_t flags)
{
    static const struct {
        const char *name;
        uint32_t flag;
    } names[] = {
        {"subtractive", TLB_TORQUE_SUBTRACTIVE},  {"neverEnvMap", TLB_TORQUE_NEVER_ENV_MAP},
        {"noMipMap", TLB_TORQUE_NO_MIP_MAP},      {"mipMapZeroBorder", TLB_TORQUE_MIP_MAP_ZERO_BORDER},
        {"iflMaterial", TLB_TORQUE_IFL_MATERIAL}, {"iflFrame", TLB_TORQUE_IFL_FRAME}};
    if (flags & TLB_TORQUE_TRANSLUCENT)
        material->alpha_mode = flags & TLB_TORQUE_ADDITIVE ? TLB_ALPHA_ADD : TLB_ALPHA_BLEND;
    else if (flags & TLB_TORQUE_ADDITIVE) /* engines draw it opaque */
        tlb_value_add_bool(s->arena, material->extras, "additiveFlag", true);
    material->unlit = flags & TLB_TORQUE_SELF_ILLUMINATING;
    material->texture.wrap_u = flags & TLB_TORQUE_S_WRAP ? TLB_WRAP_REPEAT : TLB_WRAP_CLAMP;
    material->texture.wrap_v = flags & TLB_TORQUE_T_WRAP ? TLB_WRAP_REPEAT : TLB_WRAP_CLAMP;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            tlb_value_add_bool(s->arena, material->extras, names[i].name, true);
}

/* Names may have zeros at their end. */
static tlb_text name_of(const tlb_torque_material_list *list, uint32_t i)
{
    tlb_text name = list->names.data[i];
    while (name.size && !name.data[name.size - 1])
        name.size--;
    return name;
}

static bool add_material(shape_scene *s, tlb_textures *textures, uint32_t i)
{
    const tlb_torque_material_list *list = &s->shape->materialList;
    uint32_t flags = i < list->flags.count ? list->flags.data[i] : 0;
    tlb_text text = name_of(list, i);
    const char *file = tlb_copy_text(&s->work, text.data, text.size).data;
    const char *name = shape_scene_name(s, text, "material", i);
    s->materials[i] = (int32_t)s->scene->material_count;
    tlb_material *material = file && name ? tlb_scene_add_material(s->scene, name) : NULL;
    if (!material || !(material->extras = tlb_value_table(s->arena)))
        return false;
    set_flags(s, material, flags);
    if (i < list->reflectionAmounts.count && !(flags & TLB_TORQUE_NEVER_ENV_MAP))
        tlb_value_add_single(s->arena, material->extras, "reflectionAmount",
                             tlb_finite(list->reflectionAmounts.data[i]));
    int32_t place;
    if (!text.size)
        return true;
    if ((flags & TLB_TORQUE_IFL_MATERIAL && !read_list(s, material, &file)) ||
        !tlb_texture_find(textures, file, "materialList.names", i, &place))
        return false;
    const tlb_found_texture *found = &textures->found.data[place];
    material->texture.image = found->image;
    material->texture.nearest = found->missing != NULL;
    material->placeholder = found->missing;
    return true;
}

tlb_status tlb_shape_add_materials(shape_scene *s)
{
    const tlb_torque_material_list *list = &s->shape->materialList;
    tlb_textures textures = {.context = s->conversion->context,
                             .assets = s->conversion->assets,
                             .scene = s->scene,
                             .work = &s->work,
                             .extensions = tlb_torque_texture_extensions,
                             .beside = s->path};
    s->plain = TLB_NONE;
    s->materials = tlb_alloc_array(&s->work, list->names.count, sizeof *s->materials);
    bool made = s->materials != NULL;
    for (uint32_t i = 0; made && i < list->names.count; i++) {
        bool drawn = i >= list->flags.count || !(list->flags.data[i] & TLB_TORQUE_REFLECTANCE_MAP_ONLY);
        s->materials[i] = TLB_NONE;
        made = !drawn || add_material(s, &textures, i);
    }
    return made ? TLB_OK : tlb_report_memory(s->conversion->context, tlb_arena_refused(&s->work, s->arena));
}

bool tlb_shape_find_material(shape_scene *s, uint32_t mat_index, bool *drawn, int32_t *material)
{
    uint32_t index = mat_index & TLB_TORQUE_MATERIAL_MASK;
    bool none = mat_index & TLB_TORQUE_NO_MATERIAL;
    *drawn = true;
    if (!none && index < s->shape->materialList.names.count) {
        *material = s->materials[index];
        *drawn = *material != TLB_NONE;
        return true;
    }
    s->skipped += !none;
    if (s->plain == TLB_NONE) {
        s->plain = (int32_t)s->scene->material_count;
        if (!tlb_scene_add_material(s->scene, "none"))
            return false;
    }
    *material = s->plain;
    return true;
}
