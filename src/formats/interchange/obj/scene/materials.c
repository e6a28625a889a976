/* Material libraries, textures and the materials of a scene. */
#include "formats/interchange/obj/scene/scene.h"

#include "base/text.h"
#include "scene/build/name.h"

#include <math.h>

/* --- libraries --------------------------------------------------------------------------------------- */

/* TLB_NOT_FOUND: there is none of this name. */
static tlb_status load_library(obj_scene *s, const char *name)
{
    tlb_bytes file;
    tlb_status status = tlb_assets_find(s->conversion->assets, &s->work, name, NULL, NULL, &file, NULL);
    if (s->work.failure)
        return TLB_NO_MEMORY;
    if (status)
        return TLB_NOT_FOUND;
    return tlb_obj_read_library(&s->library, name, file) ? TLB_OK : TLB_NO_MEMORY;
}

static void report_missing(obj_scene *s, uint32_t statement, const char *name)
{
    s->is_incomplete = true;
    tlb_report_missing(s->conversion->context, tlb_arena_printf(&s->work, "statements[%u].files", statement),
                       "material library", name);
}

static bool load_files(obj_scene *s, uint32_t statement, tlb_text files)
{
    tlb_text file;
    for (uint32_t at = 0; tlb_obj_next_file(files, &at, &file);) {
        const char *name = tlb_copy_text(&s->work, file.data, file.size).data;
        tlb_status status = name ? load_library(s, name) : TLB_NO_MEMORY;
        if (status == TLB_NO_MEMORY)
            return false;
        if (status)
            report_missing(s, statement, name);
    }
    return true;
}

bool tlb_obj_load_libraries(obj_scene *s)
{
    static const char *const extensions[] = {"png", "jpg", "jpeg", "tga", "bmp", "gif", NULL};
    tlb_index known = {0};
    s->library = (obj_library){.context = s->conversion->context, .work = &s->work, .arena = s->arena};
    s->textures = (tlb_textures){.context = s->conversion->context,
                                 .assets = s->conversion->assets,
                                 .scene = s->scene,
                                 .work = &s->work,
                                 .extensions = extensions};
    obj_cursor cursor = {.obj = s->obj};
    obj_line line;
    if (!s->obj->mtllib.count)
        return true;
    while (tlb_obj_next(&cursor, &line)) {
        if (line.word != TLB_OBJ_MTLLIB)
            continue;
        int32_t *place = tlb_index_find(&known, &s->work, line.as.text.data, line.as.text.size);
        if (!place || (*place == TLB_INDEX_NEW && !load_files(s, cursor.statement - 1, line.as.text)))
            return false;
        *place = 0;
    }
    return true;
}

/* --- materials --------------------------------------------------------------------------------------- */

static float bounded(float value)
{
    return value > 0 ? value < 1 ? value : 1 : 0;
}

static bool set_texture(obj_scene *s, const obj_map *map, const char *name, uint32_t statement,
                        tlb_material *material)
{
    int32_t place;
    if (!tlb_texture_find(&s->textures, map->file, "statements", statement, &place))
        return false;
    const tlb_found_texture *texture = &s->textures.found.data[place];
    tlb_wrap wrap = map->clamp ? TLB_WRAP_CLAMP : TLB_WRAP_REPEAT;
    material->placeholder = texture->missing;
    material->texture =
        (tlb_texture){.image = texture->image, .nearest = texture->missing, .wrap_u = wrap, .wrap_v = wrap};
    if (map->others)
        tlb_report(s->conversion->context, TLB_CODE_OBJ_SKIPPED, TLB_NO_OFFSET, NULL,
                   "material \"%s\": options of map_Kd other than -s, -o and -clamp are left out", name);
    return true;
}

/* A texture under a black diffuse color: exporters that mean "only the texture" write that. */
static bool is_black(const float color[3])
{
    return color[0] == 0 && color[1] == 0 && color[2] == 0;
}

/* Tr is 1 - d for some exporters and d for others. */
static float opacity_of(const obj_scene *s, const obj_material *from, const char *name)
{
    const float rounding = 0.01f;
    float by_Tr = 1 - from->Tr;
    if (from->has_d && from->has_Tr && fabsf(from->d - by_Tr) > rounding)
        tlb_report(s->conversion->context, TLB_CODE_OBJ_SKIPPED, TLB_NO_OFFSET, NULL,
                   "material \"%s\": Tr %g is left out; it contradicts d %g, which counts", name,
                   (double)from->Tr, (double)from->d);
    return from->has_d ? from->d : by_Tr;
}

static bool set_material(obj_scene *s, const obj_material *from, const char *name, uint32_t statement,
                         tlb_material *material)
{
    for (int i = 0; i < 3; i++) {
        material->color[i] = bounded(from->Kd[i]);
        material->emissive[i] = bounded(from->Ke[i]);
        if (from->map_Kd.file && is_black(from->Kd))
            material->color[i] = 1;
    }
    material->color[3] = bounded(opacity_of(s, from, name));
    bool has_alpha =
        from->map_d.file && from->map_Kd.file && strcmp(from->map_d.file, from->map_Kd.file) == 0;
    if (material->color[3] < 1 || has_alpha)
        material->alpha_mode = TLB_ALPHA_BLEND;
    if (from->map_d.file && !has_alpha)
        tlb_report(s->conversion->context, TLB_CODE_OBJ_SKIPPED, TLB_NO_OFFSET, NULL,
                   "material \"%s\": map_d is left out; the alpha of map_Kd is the only one", name);
    material->unlit = from->illum == 0;
    material->extras = from->extras;
    return !from->map_Kd.file || set_texture(s, &from->map_Kd, name, statement, material);
}

static bool add_material(obj_scene *s, tlb_text name, uint32_t statement, int32_t *index)
{
    const char *clean = tlb_scene_name(&s->work, name.data, name.size);
    const int32_t *known = tlb_index_look(&s->library.by_name, name.data, name.size);
    const obj_material *from = known ? &s->library.materials.data[*known] : NULL, **own;
    *index = (int32_t)s->scene->material_count;
    tlb_material *material = clean ? tlb_scene_add_material(s->scene, clean) : NULL;
    if (!material || !(own = TLB_PUSH(&s->work, &s->own)))
        return false;
    *own = from;
    if (!from && !s->is_incomplete)
        tlb_report(s->conversion->context, TLB_CODE_OBJ_MATERIAL, TLB_NO_OFFSET,
                   tlb_arena_printf(&s->work, "statements[%u].name", statement),
                   "no material library defines \"%s\"; it is white", clean);
    tlb_material made = *material;
    if (from && !set_material(s, from, clean, statement, &made))
        return false;
    s->scene->materials[*index] = made;
    return true;
}

bool tlb_obj_find_material(obj_scene *s, tlb_text name, uint32_t statement, int32_t *index)
{
    int32_t *known = tlb_index_find(&s->by_material, &s->work, name.data, name.size);
    if (!known || (*known == TLB_INDEX_NEW && !add_material(s, name, statement, known)))
        return false;
    *index = *known;
    return true;
}
