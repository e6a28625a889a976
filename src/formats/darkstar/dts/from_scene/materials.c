/* The material list of a shape from the materials of a scene. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "base/text.h"
#include "writers/names.h"
#include "formats/darkstar/dml/materials.h"
#include "scene/materials/color.h"
#include "scene/materials/materials.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- which are used ------------------------------------------------------------------------------------ */

bool tlb_dts_find_materials(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    int32_t next = 0;
    bool plain = false;
    m->material_of = tlb_alloc_array(m->arena, scene->material_count, sizeof *m->material_of);
    m->source_of = tlb_alloc_array(m->arena, (size_t)scene->material_count + 1, sizeof *m->source_of);
    if (!m->material_of || !m->source_of)
        return false;
    for (uint32_t i = 0; i < scene->material_count; i++)
        m->material_of[i] = TLB_NONE;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_mesh *mesh = scene->nodes[i].mesh < 0 ? NULL : &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t k = 0; mesh && k < mesh->part_count; k++) {
            if (tlb_dts_is_colored(m, mesh, mesh->parts[k].material))
                continue;
            plain |= mesh->parts[k].material < 0;
            if (mesh->parts[k].material >= 0 && mesh->parts[k].index_count)
                m->material_of[mesh->parts[k].material] = 0;
        }
    }
    for (uint32_t i = 0; m->like && i < m->like->materials.count; i++)
        m->material_of[i] = 0;
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (m->material_of[i] == 0) {
            m->source_of[next] = (int32_t)i;
            m->material_of[i] = next++;
        }
    m->plain = next;
    if (plain)
        m->source_of[next++] = TLB_NONE;
    m->material_count = (uint32_t)next;
    if (!tlb_dts_find_colors(m))
        return false;
    int32_t *sources = tlb_alloc_array(m->arena, (size_t)m->material_count + 1, sizeof *sources);
    if (!sources)
        return false;
    memcpy(sources, m->source_of, (size_t)next * sizeof *sources);
    if (m->color_sources.count)
        memcpy(sources + next, m->color_sources.data, m->color_sources.count * sizeof *sources);
    m->source_of = sources;
    if (!m->material_count) /* every list of the games has one */
        m->source_of[m->material_count++] = TLB_NONE;
    return true;
}

int32_t tlb_dts_material_number(const dts_maker *m, int32_t material)
{
    return material < 0 || m->material_of[material] < 0 ? m->plain : m->material_of[material];
}

/* --- records ------------------------------------------------------------------------------------------- */

static bool integer_of(const tlb_value *extras, const char *key, int64_t *number)
{
    const tlb_value *value = tlb_value_get(extras, key);
    if (!value || (value->kind != TLB_VALUE_INTEGER && value->kind != TLB_VALUE_BOOL &&
                   (value->kind != TLB_VALUE_REAL || !(fabs(value->as.real) < 1e9))))
        return false;
    *number = value->kind == TLB_VALUE_INTEGER ? value->as.integer
              : value->kind == TLB_VALUE_BOOL  ? value->as.boolean
                                               : (int64_t)value->as.real;
    return true;
}

static float real_of(const tlb_value *extras, const char *key, float otherwise)
{
    const tlb_value *value = tlb_value_get(extras, key);
    double number = value && value->kind == TLB_VALUE_REAL      ? value->as.real
                    : value && value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer
                                                                : (double)otherwise;
    return isfinite((float)number) ? (float)number : otherwise;
}

/* What it is made of: by name or number. */
static uint32_t type_of(const tlb_value *extras)
{
    const tlb_value *type = tlb_value_get(extras, "type");
    int64_t number = 0;
    for (uint32_t i = 0; type && type->kind == TLB_VALUE_TEXT && i < TLB_DML_TYPES; i++) {
        const char *name = tlb_dml_type_name(i);
        if (strlen(name) == type->as.text.size && memcmp(name, type->as.text.data, type->as.text.size) == 0)
            return i;
    }
    return integer_of(extras, "type", &number) && number >= 0 && number <= TLB_DML_TYPE ? (uint32_t)number
                                                                                        : 0;
}

/* Whether a material blends otherwise than its record's flags said; of a color of a palette, is of another.
 */
static bool was_changed(const tlb_material *material, uint32_t flags)
{
    const tlb_value *before = tlb_value_get(material->extras, "drawn");
    char now[TLB_DML_DRAWN];
    tlb_dml_drawn(material, now);
    size_t size = (flags & TLB_DML_KIND) == TLB_DML_PALETTE ? strlen(now) : strcspn(now, "#");
    return before && before->kind == TLB_VALUE_TEXT &&
           (before->as.text.size < size || memcmp(before->as.text.data, now, size) != 0);
}

static uint32_t flags_of(const tlb_material *material, bool textured)
{
    uint32_t kind = textured ? TLB_DML_TEXTURE : TLB_DML_RGB,
             shading = material->unlit ? TLB_DML_SHADING_NONE : TLB_DML_SHADING_SMOOTH;
    uint32_t drawing = !textured                                  ? 0
                       : material->alpha_mode == TLB_ALPHA_MASK   ? TLB_DML_TRANSPARENT
                       : material->alpha_mode != TLB_ALPHA_OPAQUE ? TLB_DML_TRANSLUCENT
                                                                  : 0;
    int64_t told;
    if (integer_of(material->extras, "flags", &told) && told >= 0 && told <= UINT16_MAX &&
        ((told & TLB_DML_KIND) == TLB_DML_TEXTURE) == textured && (told & TLB_DML_KIND) <= TLB_DML_TEXTURE &&
        !was_changed(material, (uint32_t)told))
        return (uint32_t)told;
    return kind | shading | drawing;
}

static bool is_tinted(const tlb_material *m)
{
    bool clear = m->alpha_mode != TLB_ALPHA_OPAQUE && m->color[3] != 1;
    return m->color[0] != 1 || m->color[1] != 1 || m->color[2] != 1 || clear;
}

static tlb_dml_material record_of(const tlb_material *material, const char *file)
{
    tlb_dml_material record = {.flags = flags_of(material, file != NULL)};
    int64_t number;
    if (file)
        memcpy(record.file, file, strlen(file) < TLB_DML_NAME ? strlen(file) : TLB_DML_NAME - 1);
    if ((record.flags & TLB_DML_KIND) == TLB_DML_RGB) {
        float color[4];
        tlb_glowing_color(material, color);
        record.red = tlb_srgb_byte(color[0]);
        record.green = tlb_srgb_byte(color[1]);
        record.blue = tlb_srgb_byte(color[2]);
    }
    if (integer_of(material->extras, "index", &number) && number >= INT32_MIN && number <= INT32_MAX)
        record.index = (int32_t)number;
    record.alpha = real_of(material->extras, "alpha", 0);
    record.type = type_of(material->extras);
    record.elasticity = real_of(material->extras, "elasticity", 1);
    record.friction = real_of(material->extras, "friction", 1);
    record.useDefaultProps = !integer_of(material->extras, "useDefaultProps", &number) || number != 0;
    return record;
}

static void set_color(tlb_dml_material *record, const dts_color color)
{
    record->red = color[0];
    record->green = color[1];
    record->blue = color[2];
}

/* --- files --------------------------------------------------------------------------------------------- */

/* A material that the shape of --like has, as it is there; NULL: none. */
static const tlb_dml_material *known_record(const dts_maker *m, uint32_t number)
{
    return m->like && number < m->like->materials.count ? &m->like->materials.data[number] : NULL;
}

/* The file of a texture in place of one that the shape has, so that no other gets its name. */
static bool name_known(dts_maker *m, tlb_names *names, uint32_t number)
{
    const tlb_dml_material *record = known_record(m, number);
    int32_t image = m->scene->materials[number].texture.image;
    char file[TLB_DML_NAME + 1] = {0};
    memcpy(file, record->file, TLB_DML_NAME);
    const char *name = tlb_arena_printf(m->arena, "%s", tlb_path_base(file));
    if (!name || !tlb_names_add(names, "", name, "", number))
        return false;
    if (image >= 0 && (record->flags & TLB_DML_KIND) == TLB_DML_TEXTURE && *name && !m->files[image])
        m->files[image] = name;
    return true;
}

static bool name_images(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    tlb_names names = {.arena = m->arena};
    m->files = tlb_zalloc_array(m->arena, scene->image_count, sizeof *m->files);
    if (!m->files)
        return false;
    for (uint32_t i = 0; known_record(m, i); i++)
        if (!name_known(m, &names, i))
            return false;
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *material = m->source_of[i] < 0 ? NULL : &scene->materials[m->source_of[i]];
        int32_t image = material ? material->texture.image : TLB_NONE;
        if (image < 0 || m->files[image] || tlb_missing_texture(m->arena, material))
            continue;
        const char *name = scene->images[image].name;
        char dotted[TLB_DML_NAME + 8];
        snprintf(dotted, sizeof dotted, "%.*s.x", (int)sizeof dotted - 3, *name ? name : "texture");
        char *stem = tlb_darkstar_bitmap_stem(m->arena, dotted);
        m->files[image] = stem ? tlb_names_add(&names, "", stem, ".bmp", (uint32_t)image) : NULL;
        if (!m->files[image])
            return false;
    }
    return true;
}

bool tlb_dts_add_materials(dts_maker *m)
{
    tlb_dml_list *list = &m->shape->materialList;
    list->pers = (tlb_pers){.className = {"TS::MaterialList", 16}, .version = TLB_DML_LAST_VERSION};
    list->numDetails = 1;
    list->numMaterials = list->materials.count = m->material_count;
    list->materials.data = tlb_zalloc_array(m->arena, m->material_count, sizeof *list->materials.data);
    m->shape->hasMaterials = 1;
    if (!list->materials.data || !name_images(m))
        return false;
    static const tlb_material plain = {.color = {1, 1, 1, 1}, .texture = {.image = TLB_NONE}};
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *from = m->source_of[i] < 0 ? &plain : &m->scene->materials[m->source_of[i]];
        if (known_record(m, i)) {
            list->materials.data[i] = *known_record(m, i);
            continue;
        }
        const char *file = tlb_missing_texture(m->arena, from);
        if (file) {
            char *stem = tlb_darkstar_bitmap_stem(m->arena, file);
            file = stem ? tlb_arena_printf(m->arena, "%s.bmp", stem) : NULL;
            if (!file)
                return false;
        } else if (from->texture.image >= 0)
            file = m->files[from->texture.image];
        m->tinted += file && is_tinted(from);
        list->materials.data[i] = record_of(from, file);
        if (i >= m->first_color && i - m->first_color < m->material_colors.count)
            set_color(&list->materials.data[i], m->material_colors.data[i - m->first_color]);
    }
    return true;
}
