/* Materials by name: most exporters put the texture's file there. */
#include "formats/interquake/iqm_scene.h"

#include <string.h>

const char *const iqm_texture_extensions[] = {"png", "jpg", "jpeg", "tga", "bmp", "gif", NULL};

bool iqm_show_material(iqm_scene *s, uint32_t mesh, int32_t *index)
{
    const char *name = tlb_iqm_name(s->x, s->x->meshes.data[mesh].material);
    int32_t *known = tlb_index_find(&s->by_material, &s->work, name, strlen(name)), place;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        *known = TLB_NONE;
        if (*name && !tlb_texture_find(&s->textures, name, "meshes", mesh, &place))
            return false;
        const tlb_found_texture *texture = *name ? &s->textures.found.data[place] : NULL;
        *known = (int32_t)s->scene->material_count;
        tlb_material *material = tlb_add_material(s->scene, texture ? texture->name : "unnamed");
        if (!material)
            return false;
        if (texture) {
            material->placeholder = texture->missing;
            material->texture = (tlb_texture){.image = texture->image, .nearest = texture->missing};
        }
    }
    *index = *known;
    return true;
}
