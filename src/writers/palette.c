#include "writers/palette.h"

#include "base/platform.h"

static tlb_status open_asset(const tlb_conversion *conversion, const char *path, tlb_document **document)
{
    tlb_bytes bytes;
    tlb_context *context = conversion->context;
    tlb_status status =
        tlb_assets_find(conversion->assets, &conversion->assets->arena, path, NULL, NULL, &bytes, NULL);
    /* What is not there either may still be a place that opening knows, as a member of a volume; else it says
     * why. */
    return status == TLB_NOT_FOUND ? tlb_open_path(context, path, NULL, document)
           : status                ? status
                                   : tlb_open_memory(context, bytes.data, bytes.size, path, NULL, document);
}

tlb_status tlb_open_option(const tlb_conversion *conversion, const char *path, tlb_document **document)
{
    tlb_context *context = conversion->context;
    *document = NULL;
    if (!path)
        return TLB_OK;
    return !conversion->assets || tlb_path_kind_of(context, path) == TLB_PATH_FILE
               ? tlb_open_path(context, path, NULL, document)
               : open_asset(conversion, path, document);
}

static const tlb_image *first_indexed(const tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->image_count; i++)
        if (scene->images[i].format == TLB_PIXELS_INDEXED)
            return &scene->images[i];
    return NULL;
}

tlb_status tlb_palette_colors(tlb_document *document, const tlb_conversion *conversion, tlb_arena *arena,
                              const uint8_t (**colors)[4])
{
    enum { SIZE = 256 * 4 };
    tlb_context *context = conversion->context;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.assets = conversion->assets;
    tlb_scene *scene;
    tlb_status status = tlb_document_scene(document, &options, &scene);
    if (status)
        return status;
    const tlb_image *image = first_indexed(scene);
    uint8_t(*copy)[4] = tlb_alloc(arena, SIZE);
    if (image && copy)
        memcpy(copy, image->palette, SIZE);
    *colors = (const uint8_t(*)[4])copy;
    tlb_scene_free(scene);
    if (image && copy)
        return TLB_OK;
    if (!copy)
        return tlb_report_memory(context, arena);
    return tlb_refuse_option(context, "palette", "no palette in \"%s\"", tlb_document_name(document));
}
