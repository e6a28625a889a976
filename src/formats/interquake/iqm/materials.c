/* Materials by name: most exporters put the texture's file there. */
#include "formats/interquake/iqm/scene.h"

#include "scene/name.h"

#include <string.h>

const char *const iqm_texture_extensions[] = {"png", "jpg", "jpeg", "tga", "bmp", "gif", NULL};

static bool has_texcoords(const tlb_iqm *x, const tlb_iqm_mesh *mesh)
{
    const tlb_iqm_vertexarray *texcoord = tlb_iqm_array(x, TLB_IQM_TEXCOORD);
    return texcoord &&
           iqm_zero_vectors(texcoord, mesh->first_vertex, mesh->num_vertexes) < mesh->num_vertexes;
}

/* Meshes whose texture coordinates are missing or zero have no texture, unless a file says otherwise: their
 * material is a name, their colours are in the vertices. False without memory. */
static bool is_color(iqm_scene *s, const tlb_iqm_mesh *mesh, const char *name, bool *color)
{
    tlb_bytes file;
    const char *member;
    *color = *name && !has_texcoords(s->x, mesh) &&
             tlb_assets_find(s->conversion->assets, &s->work, name, iqm_texture_extensions, &file, &member);
    return !s->work.account->failure;
}

static bool add_textured(iqm_scene *s, const tlb_found_texture *texture)
{
    tlb_material *material = tlb_add_material(s->scene, texture->name);
    if (!material)
        return false;
    material->placeholder = texture->missing;
    material->texture = (tlb_texture){.image = texture->image, .nearest = texture->missing};
    return true;
}

/* Its name is all that tells it from others. */
static bool add_plain(iqm_scene *s, const char *name)
{
    const char *shown = *name ? tlb_scene_name(&s->work, name, strlen(name)) : "unnamed";
    tlb_material *material = shown ? tlb_add_material(s->scene, shown) : NULL;
    if (!material || !*name)
        return material != NULL;
    material->extras = tlb_value_table(s->arena);
    tlb_add_text(s->arena, material->extras, "material", name);
    return true;
}

bool iqm_show_material(iqm_scene *s, uint32_t mesh, int32_t *index)
{
    const char *name = tlb_iqm_name(s->x, s->x->meshes.data[mesh].material);
    bool color;
    if (!is_color(s, &s->x->meshes.data[mesh], name, &color))
        return false;
    int32_t *known = tlb_index_find(color ? &s->by_color : &s->by_material, &s->work, name, strlen(name)),
            place;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        *known = TLB_NONE;
        if (*name && !color && !tlb_texture_find(&s->textures, name, "meshes", mesh, &place))
            return false;
        *known = (int32_t)s->scene->material_count;
        if (*name && !color ? !add_textured(s, &s->textures.found.data[place]) : !add_plain(s, name))
            return false;
    }
    *index = *known;
    return true;
}
