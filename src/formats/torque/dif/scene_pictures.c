/* The pictures that a file holds, as a scene of nothing else. */
#include "formats/torque/dif/scene.h"
#include "image/image.h"

/* A copy of a PNG file under a name; one that is damaged, which is reported, is left out. */
static bool add_picture(dif_scene *s, tlb_bytes png, const char *name)
{
    uint8_t *copy = name ? tlb_alloc(s->arena, png.size) : NULL;
    if (!copy)
        return false;
    memcpy(copy, png.data, png.size);
    tlb_image loaded = {.name = name};
    tlb_status status =
        tlb_image_load(s->conversion->context, s->arena, (tlb_bytes){copy, png.size}, &loaded);
    if (status)
        return status != TLB_NO_MEMORY;
    tlb_image *image = tlb_add_image(s->scene, name);
    if (!image)
        return false;
    loaded.name = image->name;
    *image = loaded;
    return true;
}

static bool add_maps(dif_scene *s, const tlb_dif_interior *x, const char *interior, uint32_t number,
                     bool directions)
{
    bool added = true;
    for (uint32_t i = 0; i < x->lightMaps.count && added; i++) {
        const tlb_dif_light_map *map = &x->lightMaps.data[i];
        tlb_bytes png = directions ? map->lightDirMap : map->lightMap;
        if (png.size)
            added = add_picture(s, png,
                                tlb_print(&s->work, "%s %u %s map %u", interior, number,
                                          directions ? "direction" : "light", i));
    }
    return added;
}

tlb_status dif_show_pictures(dif_scene *s, const char *kind, uint32_t first_detail, uint32_t details)
{
    const tlb_dif *dif = s->dif;
    bool preview = strcmp(kind, "preview") == 0, directions = strcmp(kind, "direction") == 0, added = true;
    if (!preview && !directions && strcmp(kind, "light") != 0) {
        tlb_report(s->conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "--pictures is preview, light or direction, not \"%s\"", kind);
        return TLB_ARGUMENT;
    }
    if (preview && dif->previewBitmap.size)
        added = add_picture(s, dif->previewBitmap, "preview");
    for (uint32_t i = first_detail; i < first_detail + details && !preview && added; i++)
        added = add_maps(s, &dif->details.data[i], "detail", i, directions);
    for (uint32_t i = 0; i < dif->subObjects.count && !preview && added; i++)
        added = add_maps(s, &dif->subObjects.data[i], "sub-object", i, directions);
    if (!added)
        return TLB_NO_MEMORY; /* which the caller reports */
    if (s->scene->image_count)
        return TLB_OK;
    tlb_report(s->conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--pictures %s: the file has none", kind);
    return TLB_ARGUMENT;
}
