/* The materials of a list in a scene: textures, colors, and what goes to extras. */
#include "formats/darkstar/dml/materials.h"

#include "assets/textures.h"
#include "base/index.h"
#include "base/text.h"
#include "formats/darkstar/pbmp/pbmp.h"
#include "scene/materials/color.h"
#include "scene/build/name.h"

#include <stdio.h>

/* The engine's own kind first, then what modders put in its place. */
const char *const tlb_darkstar_texture_extensions[] = {"bmp", "png", "jpg", "jpeg", "tga", "gif", NULL};

typedef struct texture {
    int32_t image;
    tlb_alpha_mode mode;
    bool subtracts;
    const char *missing; /* the file that was not found; NULL */
} texture;

typedef struct job {
    const tlb_conversion *conversion;
    tlb_context *context;
    tlb_scene *scene;
    palettes palettes; /* its arena is the job's, too */
    const char *path;
    tlb_index by_name;
    TLB_LIST(texture) textures;
    int32_t placeholder;
} job;

static uint32_t attributes_of(uint32_t flags)
{
    return (flags & TLB_DML_TRANSPARENT ? TLB_PBMP_TRANSPARENT : 0) |
           (flags & TLB_DML_TRANSLUCENT ? TLB_PBMP_TRANSLUCENT : 0);
}

/* --- textures ------------------------------------------------------------------------------------------ */

/* What is kept as a file must live as long as the scene. */
static bool keep_encoded(job *j, tlb_image *image)
{
    if (!image->encoded.size)
        return true;
    uint8_t *copy = tlb_alloc(tlb_scene_arena(j->scene), image->encoded.size);
    if (copy)
        image->encoded.data = memcpy(copy, image->encoded.data, image->encoded.size);
    return copy != NULL;
}

/* Adds the file as an image; a damaged one is reported, and missing. */
static tlb_status add_image(job *j, const char *name, tlb_bytes file, uint32_t flags, texture *made)
{
    const char *stem = tlb_copy_text(&j->palettes.arena, tlb_path_base(name), tlb_path_stem(name)).data;
    int32_t index = (int32_t)j->scene->image_count;
    tlb_image *image = stem ? tlb_scene_add_image(j->scene, stem) : NULL;
    if (!image)
        return tlb_report_memory(j->context,
                                 tlb_arena_refused(&j->palettes.arena, tlb_scene_arena(j->scene)));
    bitmap_look look = {.attributes = attributes_of(flags), .for_blending = true};
    tlb_status status = tlb_pbmp_load(file, &j->palettes, name, &look, tlb_scene_arena(j->scene), image);
    if (status) {
        j->scene->image_count--;
        return status;
    }
    made->image = index;
    made->mode = tlb_pbmp_alpha_mode(&look, image);
    made->subtracts = made->mode != TLB_ALPHA_ADD && look.attributes & TLB_PBMP_SUBTRACTIVE;
    return keep_encoded(j, image) ? TLB_OK : tlb_report_memory(j->context, tlb_scene_arena(j->scene));
}

static tlb_status load_texture(job *j, const char *name, uint32_t flags, uint32_t record, texture *made)
{
    tlb_bytes file;
    const char *found = name;
    *made = (texture){.image = TLB_NONE};
    tlb_status status = tlb_assets_find(j->conversion->assets, &j->palettes.arena, name,
                                        tlb_darkstar_texture_extensions, NULL, &file, &found);
    if (!status)
        status = add_image(j, found, file, flags, made);
    const tlb_arena *refused = tlb_arena_refused(&j->palettes.arena, tlb_scene_arena(j->scene));
    if (status && refused->failure)
        return tlb_memory_status(j->context, refused, status);
    if (made->image != TLB_NONE)
        return TLB_OK;
    char path[128];
    snprintf(path, sizeof path, "%s[%u].file", j->path, record);
    tlb_report_missing(j->context, path, "texture", name);
    made->missing = tlb_scene_name(tlb_scene_arena(j->scene), name, strlen(name));
    if (!made->missing)
        return tlb_report_memory(j->context, tlb_scene_arena(j->scene));
    status = tlb_find_placeholder(j->context, j->scene, &j->placeholder);
    made->image = j->placeholder;
    return status;
}

/* The texture of a record, made once for each file and way of drawing it. */
static tlb_status find_texture(job *j, const tlb_dml_material *record, uint32_t number, const char *name,
                               texture *found)
{
    size_t size = strlen(name);
    char *key = tlb_alloc(&j->palettes.arena, size + 1);
    if (!key)
        return tlb_report_memory(j->context, &j->palettes.arena);
    for (size_t i = 0; i < size; i++)
        key[i] = tlb_lower(name[i]);
    key[size] = (char)attributes_of(record->flags);
    int32_t *known = tlb_index_find(&j->by_name, &j->palettes.arena, key, size + 1);
    if (!known)
        return tlb_report_memory(j->context, &j->palettes.arena);
    if (*known == TLB_INDEX_NEW) {
        texture *made = TLB_PUSH(&j->palettes.arena, &j->textures);
        if (!made)
            return tlb_report_memory(j->context, &j->palettes.arena);
        *known = (int32_t)j->textures.count - 1;
        tlb_status status = load_texture(j, name, record->flags, number, made);
        if (status)
            return status;
    }
    *found = j->textures.data[*known];
    return TLB_OK;
}

static tlb_status set_texture(job *j, const tlb_dml_material *record, uint32_t number, const char *name,
                              tlb_material *material)
{
    texture found = {.image = TLB_NONE};
    tlb_status status = find_texture(j, record, number, name, &found);
    if (status)
        return status;
    material->texture.image = found.image;
    material->texture.nearest = found.missing != NULL;
    material->placeholder = found.missing;
    material->alpha_mode = found.mode;
    if (found.subtracts)
        tlb_value_add_bool(tlb_scene_arena(j->scene), material->extras, "subtractive", true);
    material->alpha_cutoff = 0.65f; /* as the engine tests it */
    return TLB_OK;
}

/* --- colors -------------------------------------------------------------------------------------------- */

static void set_color(tlb_material *material, const uint8_t color[3])
{
    for (int i = 0; i < 3; i++)
        material->color[i] = tlb_linear_byte(color[i]);
}

static tlb_status set_palette_color(job *j, const tlb_dml_material *record, tlb_material *material)
{
    palette_colors colors;
    tlb_status status =
        tlb_ppl_palettes_find(&j->palettes, TLB_PBMP_NO_PALETTE, j->context->file, NULL, &colors);
    if (!status)
        set_color(material, colors.colors[record->index & 0xff]);
    return status;
}

/* --- materials ----------------------------------------------------------------------------------------- */

static void add_extras(tlb_scene *scene, const tlb_dml_material *record, tlb_material *material)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_value *extras = material->extras = tlb_value_table(arena);
    tlb_value_add_integer(arena, extras, "flags", record->flags);
    if (record->alpha != 0)
        tlb_value_add_single(arena, extras, "alpha", record->alpha);
    if (record->index)
        tlb_value_add_integer(arena, extras, "index", record->index);
    tlb_value_add_bool(arena, extras, "useDefaultProps", record->useDefaultProps != 0);
    if (!record->type && record->elasticity == 0 && record->friction == 0)
        return;
    const char *type = tlb_dml_type_name(record->type);
    if (type)
        tlb_value_add_text(arena, extras, "type", type);
    else
        tlb_value_add_integer(arena, extras, "type", record->type & TLB_DML_TYPE);
    tlb_value_add_single(arena, extras, "elasticity", record->elasticity);
    tlb_value_add_single(arena, extras, "friction", record->friction);
}

static const char *name_of(const tlb_dml_material *record, const char *file, char out[64])
{
    const char *kind = tlb_dml_kind_name(record->flags);
    if (tlb_path_stem(file))
        snprintf(out, 64, "%.*s", (int)tlb_path_stem(file), tlb_path_base(file));
    else if ((record->flags & TLB_DML_KIND) == TLB_DML_RGB)
        snprintf(out, 64, "#%02x%02x%02x", record->red, record->green, record->blue);
    else
        snprintf(out, 64, "%s", kind ? kind : "unnamed");
    return out;
}

void tlb_dml_drawn(const tlb_material *material, char drawn[TLB_DML_DRAWN])
{
    static const char *const modes[] = {[TLB_ALPHA_OPAQUE] = "opaque",
                                        [TLB_ALPHA_MASK] = "mask",
                                        [TLB_ALPHA_BLEND] = "blend",
                                        [TLB_ALPHA_ADD] = "add"};
    snprintf(drawn, TLB_DML_DRAWN, "%s #%02x%02x%02x", modes[material->alpha_mode],
             tlb_srgb_byte(material->color[0]), tlb_srgb_byte(material->color[1]),
             tlb_srgb_byte(material->color[2]));
}

static tlb_status draw_record(job *j, const tlb_dml_material *record, uint32_t number, const char *file,
                              tlb_material *material)
{
    switch (record->flags & TLB_DML_KIND) {
    case TLB_DML_NULL: /* not drawn */
        material->color[3] = 0;
        material->alpha_mode = TLB_ALPHA_BLEND;
        return TLB_OK;
    case TLB_DML_PALETTE:
        return set_palette_color(j, record, material);
    case TLB_DML_RGB:
        set_color(material, (const uint8_t[]){record->red, record->green, record->blue});
        return TLB_OK;
    case TLB_DML_TEXTURE:
        return *file ? set_texture(j, record, number, file, material) : TLB_OK;
    default:
        return TLB_OK;
    }
}

static tlb_status add_material(job *j, const tlb_dml_material *record, uint32_t number)
{
    char file[TLB_DML_NAME + 1] = {0}, name[64];
    memcpy(file, record->file, TLB_DML_NAME);
    tlb_material *material = tlb_scene_add_material(j->scene, name_of(record, file, name));
    if (!material)
        return tlb_report_memory(j->context, tlb_scene_arena(j->scene));
    add_extras(j->scene, record, material);
    material->unlit = (record->flags & TLB_DML_SHADING) == TLB_DML_SHADING_NONE;
    tlb_status status = draw_record(j, record, number, file, material);
    char drawn[TLB_DML_DRAWN];
    tlb_dml_drawn(material, drawn);
    tlb_value_add_text(tlb_scene_arena(j->scene), material->extras, "drawn", drawn);
    return status;
}

tlb_status tlb_darkstar_add_materials(tlb_scene *scene, const tlb_dml_material *records, uint32_t count,
                                      const char *path, const tlb_conversion *conversion, int32_t *base)
{
    job j = {.conversion = conversion,
             .context = conversion->context,
             .scene = scene,
             .path = path,
             .placeholder = TLB_NONE};
    *base = (int32_t)scene->material_count;
    tlb_status status = tlb_ppl_palettes_init(&j.palettes, conversion);
    for (uint32_t i = 0; i < count && !status; i++)
        status = add_material(&j, &records[i], i);
    tlb_ppl_palettes_free(&j.palettes);
    return status;
}

void tlb_darkstar_name_materials(tlb_summary *summary, const tlb_dml_material *records, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char file[TLB_DML_NAME + 1] = {0}, name[64];
        memcpy(file, records[i].file, TLB_DML_NAME);
        name_of(&records[i], file, name);
        tlb_summary_add_name(summary, &summary->materials, name, strlen(name));
        if ((records[i].flags & TLB_DML_KIND) == TLB_DML_TEXTURE)
            tlb_summary_add_name(summary, &summary->textures, file, strlen(file));
    }
}

char *tlb_darkstar_bitmap_stem(tlb_arena *arena, const char *name)
{
    enum { MOST = TLB_DML_NAME - 8 };
    const char *base = tlb_path_base(name);
    size_t size = tlb_path_stem(name);
    char *stem = tlb_zalloc(arena, MOST + 1);
    for (size_t i = 0; stem && i < size && i < MOST; i++)
        stem[i] = tlb_lower(base[i]);
    return stem;
}
