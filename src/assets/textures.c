#include "assets/textures.h"

#include "base/text.h"
#include "image/image.h"
#include "scene/build/build.h"
#include "scene/build/name.h"

#include <string.h>

tlb_status tlb_find_placeholder(tlb_context *context, tlb_scene *scene, int32_t *image)
{
    if (*image != TLB_NONE)
        return TLB_OK;
    *image = (int32_t)scene->image_count;
    tlb_image *added = tlb_scene_add_image(scene, "placeholder");
    return added ? tlb_image_placeholder(context, tlb_scene_arena(scene), added)
                 : tlb_report_memory(context, tlb_scene_arena(scene));
}

/* A name without its extension, where that is one of those tried. */
static const char *image_name(const tlb_textures *t, const char *name)
{
    const char *own = tlb_path_extension(name);
    for (const char *const *known = t->extensions; known && *known; known++)
        if (tlb_same_nocase(own, *known))
            return tlb_copy_text(t->work, name, tlb_path_stem(name)).data;
    return name;
}

bool tlb_texture_image(tlb_textures *t, const char *name, const char *member, tlb_bytes file, int32_t *index)
{
    tlb_arena *arena = tlb_scene_arena(t->scene);
    tlb_image loaded = {.name = member}, *image;
    *index = TLB_NONE;
    if (t->load ? t->load(t->user, arena, file, &loaded) : tlb_image_load(t->context, arena, file, &loaded))
        return !tlb_arena_refused(t->work, arena)->failure;
    const char *short_name = image_name(t, name);
    if (!short_name || !(image = tlb_scene_add_image(t->scene, short_name)))
        return false;
    loaded.name = image->name;
    *image = loaded;
    *index = (int32_t)t->scene->image_count - 1;
    return true;
}

bool tlb_texture_add_placeholder(tlb_textures *t, tlb_found_texture *texture)
{
    int32_t placeholder = t->placeholder - 1;
    texture->missing = NULL;
    if (texture->image != TLB_NONE)
        return true;
    texture->missing = tlb_scene_name(tlb_scene_arena(t->scene), texture->path, strlen(texture->path));
    if (!texture->missing)
        return false;
    if (tlb_find_placeholder(t->context, t->scene, &placeholder))
        return false;
    t->placeholder = placeholder + 1;
    texture->image = placeholder;
    return true;
}

bool tlb_texture_add(tlb_textures *t, const char *name, int32_t *place)
{
    const char *base = tlb_path_base(name),
               *clean = *base ? tlb_scene_name(t->work, base, strlen(base)) : "unnamed";
    const char *path = tlb_copy_text(t->work, name, strlen(name)).data;
    tlb_found_texture *texture = clean && path ? TLB_PUSH(t->work, &t->found) : NULL;
    if (!texture)
        return false;
    *texture = (tlb_found_texture){.name = clean, .path = path, .image = TLB_NONE};
    *place = (int32_t)t->found.count - 1;
    return true;
}

/* A name without folders, in that of the file that has it. NULL: there is none, or no memory. */
static const char *name_beside(const tlb_textures *t, const char *name)
{
    const char *base = t->beside ? tlb_path_base(t->beside) : NULL;
    if (!base || base == t->beside || tlb_path_base(name) != name)
        return NULL;
    return tlb_arena_printf(t->work, "%.*s%s", (int)(base - t->beside), t->beside, name);
}

static tlb_status find_file(tlb_textures *t, const char *name, tlb_bytes *file, const char **member)
{
    tlb_arena *arena = tlb_scene_arena(t->scene);
    bool (*fits)(tlb_bytes bytes) = t->load ? NULL : tlb_image_is_known;
    const char *beside = name_beside(t, name);
    tlb_status status =
        beside ? tlb_assets_find(t->assets, arena, beside, t->extensions, fits, file, member) : TLB_NOT_FOUND;
    if (status == TLB_NOT_FOUND)
        status = tlb_assets_find(t->assets, arena, name, t->extensions, fits, file, member);
    return status;
}

static bool same_bytes(tlb_bytes a, tlb_bytes b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* Several names may lead to one file: the place of that is found, and *added is false. */
static bool add_found(tlb_textures *t, const char *name, tlb_bytes file, const char *member, bool *added,
                      int32_t *place)
{
    int32_t *known = member ? tlb_index_find(&t->by_member, t->work, member, strlen(member)) : NULL;
    if (member && !known)
        return false;
    *added = !known || *known == TLB_INDEX_NEW || !same_bytes(t->found.data[*known].file, file);
    if (!*added) {
        *place = *known;
        return true;
    }
    if (!tlb_texture_add(t, name, place))
        return false;
    t->found.data[*place].file = file;
    if (known)
        *known = *place;
    return true;
}

static bool load(tlb_textures *t, const char *name, const char *list, uint32_t index, int32_t *place)
{
    tlb_bytes file = {0};
    const char *member = NULL;
    bool added;
    tlb_status status = find_file(t, name, &file, &member);
    if (tlb_scene_arena(t->scene)->failure || !add_found(t, name, file, member, &added, place))
        return false;
    tlb_found_texture *texture = &t->found.data[*place];
    if (!added)
        return true;
    if (!status && !tlb_texture_image(t, texture->name, member, file, &texture->image))
        return false;
    if (status) {
        const char *field = tlb_arena_printf(t->work, "%s[%u]", list, index);
        tlb_report_missing(t->context, field, "texture", texture->name);
    }
    return tlb_texture_add_placeholder(t, texture);
}

bool tlb_texture_find(tlb_textures *t, const char *name, const char *list, uint32_t index, int32_t *place)
{
    tlb_text key = tlb_name_key(t->work, name);
    int32_t *known = key.data ? tlb_index_find(&t->by_name, t->work, key.data, key.size) : NULL;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW && !load(t, name, list, index, known))
        return false;
    *place = *known;
    return true;
}
