/* The format NFF as the registry knows it. */
#include "formats/sense8/nff/lines.h"

/* The first word is "nff". */
static int probe(tlb_bytes source)
{
    enum { SURE = 95 };
    tlb_words t;
    tlb_words_init(&t, NULL, source, NFF_COMMENT);
    return nff_take_signature(&t) ? SURE : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = nff_create(w->arena)))
        walk_no_memory(w);
    else if (w->direction == WALK_VISIT && w->visitor->places)
        nff_trace(w, *root);
    else
        nff_walk_model(w, *root, true);
}

static tlb_status write(tlb_document *document, tlb_buffer *out)
{
    return nff_write_text(document->context, document->root, out);
}

tlb_nff *tlb_document_nff(tlb_document *document)
{
    bool ours = document->format == &tlb_format_nff || document->format == &tlb_format_bff;
    return ours ? &((nff_root *)document->root)->nff : NULL;
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return nff_from_scene(scene, conversion, output, &tlb_format_nff);
}

const tlb_format tlb_format_nff = {
    .info = {.name = "nff",
             .title = "Sense8 WorldToolKit model",
             .family = "sense8",
             .versions = "1.6 to 3.0",
             .extensions = (const char *const[]){"nff", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION | TLB_CAN_QUERY,
             .options = nff_options,
             .queries = nff_queries},
    .model = "nff",
    .probe = probe,
    .read = nff_read,
    .walk = walk,
    .write = write,
    .check = nff_check,
    .describe = nff_describe,
    .query = nff_query,
    .to_scene = nff_to_scene,
    .convert_version = nff_convert_version,
    .from_scene = from_scene,
};
