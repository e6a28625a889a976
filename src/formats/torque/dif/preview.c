/* The preview bitmap: the level from outside. Engines read it and do without; what lists files shows it.
 * OpenGL draws it, so that its bytes are not the same on every machine: it is made only where it is wanted.
 */
#include "formats/torque/dif/dif.h"

#include "image/image.h"
#include "trilobite/formats/png.h"
#include "trilobite/render.h"
#include "trilobite/scene_build.h"

#include <string.h>

enum { WIDTH = 256, HEIGHT = 192 };

static tlb_convert_options drawing_options(const tlb_conversion *conversion, const tlb_format_options *png)
{
    return (tlb_convert_options){.struct_size = sizeof(tlb_convert_options),
                                 .assets = conversion->assets,
                                 .renderer = conversion->options->renderer,
                                 .texture_size = conversion->options->texture_size,
                                 .to = png};
}

static const tlb_png_write_options picture = {.head = {sizeof picture, "tlb_png_write_options"},
                                              .view.kind = TLB_VIEW_THREE_QUARTER,
                                              .size = {WIDTH, HEIGHT}};

/* As a PNG file in `arena`. */
static tlb_status keep(tlb_context *context, const tlb_bitmap *bitmap, tlb_arena *arena, tlb_dif *dif)
{
    const tlb_image image = {.format = TLB_PIXELS_RGBA,
                             .width = bitmap->width,
                             .height = bitmap->height,
                             .pixels = bitmap->pixels};
    tlb_buffer png = {.account = context->account};
    tlb_status status = tlb_png_encode(&image, &png);
    uint8_t *data = status ? NULL : tlb_alloc(arena, png.size);
    if (data) {
        memcpy(data, png.data, png.size);
        dif->previewIncluded = 1;
        dif->previewBitmap = (tlb_bytes){data, png.size};
    }
    tlb_arena_fail(arena, png.status);
    tlb_buffer_free(&png);
    return data ? TLB_OK : tlb_report_memory(context, arena);
}

tlb_status tlb_dif_draw_level(const tlb_level *level, const tlb_conversion *conversion, tlb_arena *arena,
                              tlb_dif *dif)
{
    tlb_context *context = conversion->context;
    const tlb_convert_options options = drawing_options(conversion, &picture.head);
    tlb_bitmap *bitmap = NULL;
    tlb_scene *scene = tlb_scene_create(context);
    tlb_status status =
        scene ? tlb_level_to_scene(context, level, 0, scene) : tlb_report_memory(context, NULL);
    if (!status)
        status = tlb_scene_draw(context, scene, &options, &bitmap);
    if (!status)
        status = keep(context, bitmap, arena, dif);
    tlb_bitmap_free(bitmap);
    tlb_scene_free(scene);
    return status;
}

tlb_status tlb_dif_draw_document(tlb_document *document, const tlb_conversion *conversion, tlb_arena *arena,
                                 tlb_dif *dif)
{
    const tlb_convert_options options = drawing_options(conversion, &picture.head);
    tlb_bitmap *bitmap = NULL;
    tlb_status status = tlb_document_draw(document, &options, &bitmap);
    if (!status)
        status = keep(conversion->context, bitmap, arena, dif);
    tlb_bitmap_free(bitmap);
    return status;
}
