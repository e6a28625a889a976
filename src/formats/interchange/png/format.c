/* PNG as the registry knows it: read as a document; written from a scene as its pictures, or as pictures of
 * it. */
#include "formats/interchange/png/png.h"
#include "formats/interchange/shared/numbered.h"

#include "base/text.h"
#include "image/image.h"
#include "scene/build/pictures.h"

static int probe(tlb_bytes source)
{
    enum { SURE = 100 };
    return tlb_image_sniff(source) == TLB_IMAGE_PNG ? SURE : 0;
}

tlb_png *tlb_document_png(tlb_document *document)
{
    return document && document->format == &tlb_format_png ? document->root : NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    static const char *const kinds[] = {"gray",           NULL, "RGB",          "indexed",
                                        "gray and alpha", NULL, "RGB and alpha"};
    const tlb_png *png = document->root;
    tlb_arena *arena = &document->arena;
    const tlb_png_chunk *header = tlb_png_find(png, "IHDR"), *palette = tlb_png_find(png, "PLTE");
    if (header && !header->isOpaque) {
        const tlb_png_header *h = &header->header;
        tlb_value_add_integer(arena, table, "width", h->width);
        tlb_value_add_integer(arena, table, "height", h->height);
        tlb_value_add_integer(arena, table, "bitDepth", h->bitDepth);
        if (h->colorType < sizeof kinds / sizeof *kinds && kinds[h->colorType])
            tlb_value_add_text(arena, table, "colors", kinds[h->colorType]);
    }
    if (palette && !palette->isOpaque)
        tlb_value_add_integer(arena, table, "palette", palette->palette.count);
    tlb_value_add_integer(arena, table, "chunks", png->chunks.count);
    return TLB_OK;
}

/* The file itself, kept as it is, and its pixels. */
static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_bytes file;
    tlb_status status = tlb_save_memory(document, &file);
    tlb_arena *arena = tlb_scene_arena(scene);
    const char *name =
        tlb_copy_text(arena, tlb_path_base(document->name), tlb_path_stem(document->name)).data;
    uint8_t *copy = status ? NULL : tlb_alloc(arena, file.size);
    tlb_image *image = copy && name ? tlb_scene_add_image(scene, name) : NULL;
    if (!image)
        return status ? status : tlb_report_memory(conversion->context, arena);
    memcpy(copy, file.data, file.size);
    image->encoded = (tlb_bytes){copy, file.size};
    image->mime_type = tlb_image_mime(TLB_IMAGE_PNG);
    return tlb_image_decode(conversion->context, arena, image->encoded, image);
}

/* --- writing ------------------------------------------------------------------------------------------ */

/* A file as it came, or one made of the pixels. */
static tlb_status put_picture(const tlb_image *image, tlb_context *context, tlb_arena *arena, tlb_buffer *out)
{
    tlb_image decoded = *image;
    tlb_status status = TLB_OK;
    if (image->encoded.size && tlb_image_sniff(image->encoded) == TLB_IMAGE_PNG) {
        tlb_buffer_append(out, image->encoded.data, image->encoded.size);
        status = out->status;
    } else if (image->format == TLB_PIXELS_NONE)
        status = tlb_image_decode(context, arena, image->encoded, &decoded);
    if (!status && !out->size)
        status = tlb_png_encode(&decoded, out);
    if (status == TLB_INVALID)
        return tlb_image_bad(context, image, status, "it cannot be encoded as PNG");
    return tlb_report_failure(context, status);
}

static tlb_status write_pictures(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_status status = TLB_OK;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    for (uint32_t i = 0; i < scene->image_count && !status; i++) {
        tlb_mark mark = tlb_arena_mark(&arena);
        tlb_buffer *out = tlb_numbered_file(output, &arena, i);
        status = out ? put_picture(&scene->images[i], conversion->context, &arena, out)
                     : tlb_report_output(conversion->context, output, &arena);
        tlb_arena_rewind(&arena, mark);
    }
    tlb_arena_release(&arena);
    return status;
}

#ifdef TLB_WITH_PICTURES

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_scene_is_pictures(scene) ? write_pictures(scene, conversion, output)
                                        : tlb_png_draw(scene, conversion, output);
}

static tlb_status draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_bitmap **bitmap)
{
    return tlb_scene_is_pictures(scene) ? tlb_bitmap_of_image(conversion->context, scene->images, bitmap)
                                        : tlb_png_draw_pixels(scene, conversion, bitmap);
}

#else

static const char *obstacle(const tlb_scene *scene)
{
    return tlb_scene_is_pictures(scene) ? NULL
                                        : "this build has no OpenGL, and cannot draw pictures of models";
}

static tlb_status draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_bitmap **bitmap)
{
    return tlb_bitmap_of_image(conversion->context, scene->images, bitmap);
}

#endif

const tlb_format tlb_format_png = {
    .info =
        {.name = "png",
         .title = "PNG picture",
         .family = "interchange",
         .versions = "all; of models as OpenGL draws them without a window",
         .extensions = (const char *const[]){"png", NULL},
         .abilities =
             TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE,
         .minimal = TLB_JSON({
             "format" : "png",
             "chunks" : [
                 {"type" : "IHDR", "header" : {"width" : 1, "height" : 1, "bitDepth" : 8, "colorType" : 2}},
                 {"type" : "IDAT", "data" : "eNpjYGBgAAAABAAB"}, {"type" : "IEND"}
             ]
         }),
#ifdef TLB_WITH_PICTURES
         .options = tlb_picture_options,
#endif
         .write_options = TLB_OPTIONS_TYPE(tlb_png_write_options)},
    .is_never_empty = true,
    .takes_pictures = true,
    .probe = probe,
    .walk = tlb_png_walk,
    .check = tlb_png_check,
    .describe = describe,
    .to_scene = to_scene,
#ifdef TLB_WITH_PICTURES
    .from_scene = from_scene,
#else
    .obstacle = obstacle,
    .from_scene = write_pictures,
#endif
    .draw = draw,
};
