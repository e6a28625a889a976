/* The list of materials: names of textures and flags. What has a color and no texture gets a picture of it.
 */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"
#include "formats/torque/shared/textures.h"
#include "scene/materials/color.h"
#include "scene/materials/materials.h"

#include <stdlib.h>

/* --- which are used ------------------------------------------------------------------------------------ */

static bool is_textured(const shape_maker *m, int32_t material)
{
    const tlb_material *from = &m->scene->materials[material];
    return from->texture.image >= 0 || tlb_missing_texture(m->arena, from);
}

/* It says nothing that faces without a material do not say. */
static bool is_plain(const shape_maker *m, int32_t material)
{
    const tlb_material *from = &m->scene->materials[material];
    bool white = from->color[0] == 1 && from->color[1] == 1 && from->color[2] == 1 && from->color[3] == 1;
    return !is_textured(m, material) && white && !from->unlit && from->alpha_mode == TLB_ALPHA_OPAQUE &&
           !(from->extras && from->extras->as.members.first);
}

bool tlb_shape_find_materials(shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    m->material_of = tlb_alloc_array(m->arena, scene->material_count, sizeof *m->material_of);
    m->material_sources = tlb_alloc_array(m->arena, scene->material_count, sizeof *m->material_sources);
    bool *used = tlb_zalloc_array(m->arena, scene->material_count, sizeof *used);
    if (!m->material_of || !m->material_sources || !used)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_mesh *mesh = scene->nodes[i].mesh < 0 ? NULL : &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t k = 0; mesh && !m->hints[i].left_out && k < mesh->part_count; k++) {
            int32_t material = mesh->parts[k].material;
            if (material >= 0 && mesh->parts[k].index_count)
                used[material] |= !m->hints[i].collision || is_textured(m, material);
        }
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        bool listed = used[i] && !is_plain(m, (int32_t)i);
        m->material_of[i] = listed ? (int32_t)m->material_count : TLB_NONE;
        if (listed)
            m->material_sources[m->material_count++] = (int32_t)i;
    }
    return true;
}

uint32_t tlb_shape_material_word(const shape_maker *m, int32_t material, bool collision)
{
    int32_t number = material < 0 ? TLB_NONE : m->material_of[material];
    if (number < 0 || (collision && !is_textured(m, material)))
        return TLB_TORQUE_INDEXED | TLB_TORQUE_NO_MATERIAL;
    return TLB_TORQUE_INDEXED | (uint32_t)number;
}

/* --- pictures ------------------------------------------------------------------------------------------ */

static bool has_extra(const tlb_material *material, const char *name)
{
    return tlb_hint_is_true(tlb_value_get(material->extras, name), false);
}

/* An IFL material is called as its list, others as their texture. */
static const tlb_value *list_of(const tlb_material *material)
{
    const tlb_value *list = tlb_value_get(material->extras, "ifl");
    bool is = has_extra(material, "iflMaterial") && list && list->kind == TLB_VALUE_LIST;
    return is && list->as.members.first ? list : NULL;
}

static bool draw_color(shape_maker *m, const tlb_material *material, tlb_image *image)
{
    enum { SIDE = 4, CHANNELS = 4 };
    *image = (tlb_image){.name = *material->name ? material->name : "color",
                         .format = TLB_PIXELS_RGBA,
                         .width = SIDE,
                         .height = SIDE,
                         .pixels = tlb_alloc_array(m->arena, (size_t)SIDE * SIDE, CHANNELS)};
    float color[4];
    tlb_glowing_color(material, color);
    float alpha = material->alpha_mode == TLB_ALPHA_OPAQUE ? 1 : color[3];
    alpha = alpha >= 0 && alpha <= 1 ? alpha : 1;
    for (uint32_t i = 0; image->pixels && i < SIDE * SIDE; i++) {
        for (int k = 0; k < 3; k++)
            image->pixels[i * CHANNELS + (uint32_t)k] = tlb_srgb_byte(color[k]);
        image->pixels[i * CHANNELS + 3] = (uint8_t)(alpha * 255 + 0.5f);
    }
    return image->pixels != NULL;
}

/* The pictures of the scene, and after them those of colors. */
static tlb_status list_pictures(shape_maker *m)
{
    const tlb_scene *scene = m->scene;
    uint32_t count = scene->image_count;
    tlb_image *images = tlb_alloc_array(m->arena, (size_t)count + m->material_count, sizeof *images);
    bool *wanted = tlb_zalloc(m->arena, (size_t)count + m->material_count);
    m->picture_of = tlb_alloc_array(m->arena, m->material_count, sizeof *m->picture_of);
    if (!images || !wanted || !m->picture_of)
        return tlb_report_memory(m->context, m->arena);
    for (uint32_t i = 0; i < count; i++)
        images[i] = scene->images[i];
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *from = &scene->materials[m->material_sources[i]];
        m->picture_of[i] = TLB_NONE;
        m->tinted += m->shape->version < SHAPE_WIDE_VERSION && shape_is_tinted(from);
        if (tlb_missing_texture(m->arena, from))
            continue;
        m->picture_of[i] = from->texture.image >= 0 ? from->texture.image : (int32_t)count;
        wanted[m->picture_of[i]] = true;
        if (from->texture.image < 0 && !draw_color(m, from, &images[count++]))
            return tlb_report_memory(m->context, m->arena);
    }
    m->pictures = *scene;
    m->pictures.images = images;
    m->pictures.image_count = count;
    return tlb_make_image_files(m->context, m->arena, &m->pictures, wanted, NULL, &m->files);
}

/* --- image file lists ----------------------------------------------------------------------------------- */

/* The pictures that are written, and those of lists that are not. */
typedef struct known_pictures {
    tlb_index known;
    tlb_name_list missing;
    uint32_t missing_count;
} known_pictures;

static bool find_written(shape_maker *m, known_pictures *pictures)
{
    for (uint32_t i = 0; i < m->pictures.image_count; i++) {
        if (!m->files[i].name)
            continue;
        tlb_text key = tlb_torque_texture_key(m->arena, m->files[i].name);
        int32_t *place = key.data ? tlb_index_find(&pictures->known, m->arena, key.data, key.size) : NULL;
        if (!place)
            return false;
        *place = 0;
    }
    return true;
}

static bool check_listed(shape_maker *m, known_pictures *pictures, const char *name)
{
    tlb_text key = tlb_torque_texture_key(m->arena, name);
    int32_t *place = key.data ? tlb_index_find(&pictures->known, m->arena, key.data, key.size) : NULL;
    if (!place)
        return false;
    if (*place == TLB_INDEX_NEW) {
        *place = 0;
        pictures->missing_count++;
        tlb_name_list_add(&pictures->missing, tlb_path_base(name));
    }
    return true;
}

static bool write_list(shape_maker *m, const tlb_value *list, tlb_buffer *out, known_pictures *pictures)
{
    for (const tlb_value *of = list->as.members.first; of; of = of->next) {
        const tlb_value *image = tlb_value_get(of, "image");
        double frames = 1;
        tlb_hint_number(tlb_value_get(of, "count"), &frames);
        if (!image || image->kind != TLB_VALUE_TEXT)
            continue;
        const char *name = tlb_copy_text(m->arena, image->as.text.data, image->as.text.size).data;
        const char *line = name ? tlb_arena_printf(m->arena, "%s %.0f\n", name, frames) : NULL;
        if (!line || !check_listed(m, pictures, name))
            return false;
        tlb_buffer_append(out, line, strlen(line));
    }
    return true;
}

static tlb_status write_lists(shape_maker *m, tlb_output *output)
{
    known_pictures pictures = {.missing_count = 0};
    if (!find_written(m, &pictures))
        return tlb_report_memory(m->context, m->arena);
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_value *list = list_of(&m->scene->materials[m->material_sources[i]]);
        const char *name =
            list ? tlb_arena_printf(m->arena, "%.*s.ifl", (int)m->shape->materialList.names.data[i].size,
                                    m->shape->materialList.names.data[i].data)
                 : NULL;
        if (!list || (name && !tlb_is_portable_path(name)))
            continue;
        tlb_buffer *out = name ? tlb_output_file(output, tlb_path_base(name)) : NULL;
        if (!out || !write_list(m, list, out, &pictures) || out->status)
            return tlb_report_output(m->context, output, m->arena);
    }
    if (pictures.missing_count)
        tlb_report(m->context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, NULL,
                   "image file lists name %u %s that the scene does not have: %s; copy %s beside the shape",
                   pictures.missing_count, tlb_plural(pictures.missing_count, "picture", "pictures"),
                   pictures.missing.text, tlb_plural(pictures.missing_count, "it", "them"));
    return TLB_OK;
}

tlb_status tlb_shape_write_textures(shape_maker *m, tlb_output *output)
{
    if (m->options->bitmaps == TLB_SWITCH_NO)
        return TLB_OK;
    tlb_status status = write_lists(m, output);
    return status ? status : tlb_put_image_files(m->context, m->files, m->pictures.image_count, output);
}

/* --- the list ------------------------------------------------------------------------------------------ */

static uint32_t flags_of(const tlb_material *material)
{
    static const struct {
        const char *name;
        uint32_t flag;
    } names[] = {{"additiveFlag", TLB_TORQUE_ADDITIVE},
                 {"subtractive", TLB_TORQUE_SUBTRACTIVE},
                 {"neverEnvMap", TLB_TORQUE_NEVER_ENV_MAP},
                 {"noMipMap", TLB_TORQUE_NO_MIP_MAP},
                 {"mipMapZeroBorder", TLB_TORQUE_MIP_MAP_ZERO_BORDER},
                 {"iflMaterial", TLB_TORQUE_IFL_MATERIAL},
                 {"iflFrame", TLB_TORQUE_IFL_FRAME}};
    uint32_t flags = 0;
    if (material->texture.wrap_u != TLB_WRAP_CLAMP)
        flags |= TLB_TORQUE_S_WRAP;
    if (material->texture.wrap_v != TLB_WRAP_CLAMP)
        flags |= TLB_TORQUE_T_WRAP;
    if (material->alpha_mode != TLB_ALPHA_OPAQUE)
        flags |= TLB_TORQUE_TRANSLUCENT;
    if (material->alpha_mode == TLB_ALPHA_ADD)
        flags |= TLB_TORQUE_ADDITIVE;
    if (material->unlit)
        flags |= TLB_TORQUE_SELF_ILLUMINATING;
    if (!tlb_value_get(material->extras, "reflectionAmount"))
        flags |= TLB_TORQUE_NEVER_ENV_MAP;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has_extra(material, names[i].name))
            flags |= names[i].flag;
    return flags;
}

/* That of its texture's file, without the extension. */
static const char *name_of(shape_maker *m, uint32_t number)
{
    enum { MOST = 255, EXTENSION = 4 };
    const tlb_material *from = &m->scene->materials[m->material_sources[number]];
    const char *name = tlb_missing_texture(m->arena, from);
    int32_t picture = m->picture_of[number];
    const char *file = picture >= 0 ? m->files[picture].name : NULL;
    size_t size = file ? strlen(file) - EXTENSION : 0;
    if (list_of(from) && *from->name)
        name = from->name;
    else if (!name && file)
        return tlb_copy_text(m->arena, file, size < MOST ? size : MOST).data;
    name = name && *name ? name : *from->name ? from->name : "material";
    size = strlen(name);
    return tlb_copy_text(m->arena, name, size < MOST ? size : MOST).data;
}

static bool list_ifls(shape_maker *m)
{
    tlb_torque_shape *x = m->shape;
    x->iflMaterials.data = tlb_alloc_array(m->arena, m->material_count, sizeof *x->iflMaterials.data);
    for (uint32_t i = 0; x->iflMaterials.data && i < m->material_count; i++) {
        if (!(x->materialList.flags.data[i] & TLB_TORQUE_IFL_MATERIAL))
            continue;
        int32_t name = tlb_shape_name_number(m, x->materialList.names.data[i].data);
        if (name == TLB_NONE)
            return false;
        x->iflMaterials.data[x->iflMaterials.count++] = (tlb_torque_ifl){name, (int32_t)i, -1, -1, 0};
    }
    return x->iflMaterials.data != NULL;
}

#define RESERVE(m, list, field)                                                                              \
    ((list)->field.count = (m)->material_count,                                                              \
     (list)->field.data = tlb_zalloc_array((m)->arena, (m)->material_count, sizeof *(list)->field.data))

tlb_status tlb_shape_make_materials(shape_maker *m)
{
    tlb_torque_material_list *list = &m->shape->materialList;
    tlb_status status = list_pictures(m);
    if (status)
        return status;
    list->version = 1;
    bool done = RESERVE(m, list, names) && RESERVE(m, list, flags) && RESERVE(m, list, reflectanceMaps) &&
                RESERVE(m, list, bumpMaps) && RESERVE(m, list, detailMaps) && RESERVE(m, list, lightMaps) &&
                RESERVE(m, list, detailScales) && RESERVE(m, list, reflectionAmounts);
    for (uint32_t i = 0; i < m->material_count && done; i++) {
        const tlb_material *from = &m->scene->materials[m->material_sources[i]];
        const char *name = name_of(m, i);
        double amount = 0;
        tlb_hint_number(tlb_value_get(from->extras, "reflectionAmount"), &amount);
        done = name != NULL;
        list->names.data[i] = (tlb_text){name, name ? (uint32_t)strlen(name) : 0};
        list->flags.data[i] = flags_of(from);
        list->reflectanceMaps.data[i] = (int32_t)i;
        list->bumpMaps.data[i] = list->detailMaps.data[i] = -1;
        list->detailScales.data[i] = 1;
        list->reflectionAmounts.data[i] = (float)amount;
    }
    return done && list_ifls(m) ? TLB_OK : tlb_report_memory(m->context, m->arena);
}
