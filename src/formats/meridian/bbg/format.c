/* .bbg as the registry knows it. */
#include "formats/meridian/bbg/bbg.h"

#include "formats/meridian/bgf/bgf.h"
#include "writers/obstacles.h"

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_bbg_create(w->arena)))
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_bbg_trace(w, *root);
    else
        tlb_bbg_walk(w, *root);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_bbg_write_text(context, *root, out);
}

tlb_bbg *tlb_document_bbg(tlb_document *document)
{
    return document && document->format == &tlb_format_bbg ? &((bbg_root *)document->root)->bbg : NULL;
}

static const tlb_option_info options[] = {BGF_OPTION_SHRINK, {0}};

const tlb_format tlb_format_bbg = {
    .info =
        {.name = "bbg",
         .title = "Meridian 59 makebgf command file",
         .family = "meridian",
         .versions = "one",
         .extensions = (const char *const[]){"bbg", NULL},
         .abilities =
             TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE,
         .options = options,
         .write_options = TLB_OPTIONS_TYPE(tlb_bgf_write_options),
         .minimal = TLB_JSON(
             {"format" : "bbg", "bitmaps" : [ {"file" : "picture.bmp"} ], "groups" : [ {"indices" : [1]} ]})},
    .is_never_empty = true,
    .takes_pictures = true,
    .probe = tlb_bbg_probe,
    .read = tlb_bbg_read,
    .walk = walk,
    .write = write,
    .check = tlb_bbg_check,
    .describe = tlb_bbg_describe,
    .to_scene = tlb_bbg_to_scene,
    .obstacle = tlb_needs_images,
    .from_scene = tlb_bbg_from_scene,
};
