/* A BGF as a scene: an image a bitmap, everything else in extras. */
#include "base/text.h"
#include "formats/meridian/bgf/bgf.h"
#include "image/image.h"
#include "image/shrink.h"

#include <stdio.h>

tlb_status tlb_bgf_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    tlb_arena *arena = &document->arena;
    const tlb_bgf *bgf = document->root;
    uint32_t compressed = 0;
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        compressed += bgf->bitmaps.data[i].type == TLB_BGF_COMPRESSED;
    tlb_summary_set_version(summary, bgf->version);
    tlb_value_add_integer(arena, table, "compressed", compressed);
    tlb_bgf_add_extras(arena, table, bgf);
    return TLB_OK;
}

/* The file's name without folder and extension. */
static const char *stem_of(tlb_arena *arena, const char *path)
{
    size_t size = tlb_path_stem(path);
    return size ? tlb_copy_text(arena, tlb_path_base(path), size).data : "bitmap";
}

static tlb_status refuse(const tlb_conversion *conversion, uint32_t bitmap, tlb_status status)
{
    char path[64];
    snprintf(path, sizeof path, "bitmaps[%u].data", bitmap);
    if (status != TLB_INVALID)
        return tlb_report_failure(conversion->context, status);
    tlb_report(conversion->context, TLB_CODE_BGF_STREAM, TLB_NO_OFFSET, path, "the pixels cannot be decoded");
    return status;
}

static tlb_status add_image(const tlb_conversion *conversion, const tlb_bgf *bgf, uint32_t index,
                            tlb_arena *arena, tlb_image *image)
{
    bool map_texture = ((const tlb_bgf_read_options *)conversion->from)->map_texture;
    tlb_status status = tlb_bgf_image(conversion->context, arena, bgf, &bgf->bitmaps.data[index], image);
    if (status)
        return refuse(conversion, index, status);
    uint32_t shrink = bgf->shrink ? bgf->shrink : 1;
    if (map_texture && !(tlb_image_transpose(arena, image) && tlb_image_shrink(arena, image, shrink)))
        return tlb_report_memory(conversion->context, arena);
    return TLB_OK;
}

tlb_status tlb_bgf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_bgf *bgf = document->root;
    tlb_arena *arena = tlb_scene_arena(scene);
    const char *stem = stem_of(arena, document->name);
    tlb_value *extras = scene->extras = tlb_value_table(arena);
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++) {
        const char *name = !stem ? NULL : i ? tlb_arena_printf(arena, "%s-%03u", stem, i) : stem;
        tlb_image *image = name ? tlb_scene_add_image(scene, name) : NULL;
        if (!image)
            return tlb_report_memory(conversion->context, arena);
        tlb_status status = add_image(conversion, bgf, i, arena, image);
        if (status)
            return status;
    }
    tlb_value_add_integer(arena, extras, "version", bgf->version);
    tlb_bgf_add_extras(arena, extras, bgf);
    return TLB_OK;
}
