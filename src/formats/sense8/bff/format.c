/* The format BFF as the registry knows it: the same document in bytes. */
#include "formats/sense8/nff/nff.h"
#include "base/text.h"

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_nff_create(w->arena))) {
        tlb_walk_no_memory(w);
        return;
    }
    w->big_endian = true;
    tlb_nff_walk_model(w, *root, false);
    if (w->direction == WALK_READ && !w->status && w->at < w->end)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL, "%llu %s the last object",
                      (unsigned long long)(w->end - w->at),
                      tlb_plural((uint64_t)(w->end - w->at), "byte follows", "bytes follow"));
}

static tlb_status read(tlb_document *document)
{
    if (!tlb_has_signature(&tlb_format_bff, document->source)) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL,
                   "this is a binary NFF of another program, which is undocumented and not supported");
        return TLB_UNSUPPORTED;
    }
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    walk(&w, &document->root);
    if (!w.status)
        ((nff_root *)document->root)->was_bff = true;
    return w.status;
}

/* What was BFF stays what it was. */
static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    if (!((const nff_root *)*root)->was_bff)
        tlb_report(
            context, TLB_CODE_BFF_OWN_LAYOUT, TLB_NO_OFFSET, NULL,
            "written in Trilobite's own layout; WorldToolKit's BFF is undocumented, and WorldToolKit cannot "
            "read this file");
    tlb_walk w = tlb_walk_writer(context, out);
    walk(&w, root);
    return tlb_walk_finish(&w);
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_nff_from_scene(scene, conversion, output, &tlb_format_bff);
}

const tlb_format tlb_format_bff = {
    .info = {.name = "bff",
             .title = "Sense8 WorldToolKit model, binary",
             .family = "sense8",
             .versions = "our own reconstruction, layout 1",
             .extensions = (const char *const[]){"bff", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(BFF_SIGNATURE)),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION | TLB_CAN_QUERY,
             .options = tlb_nff_options,
             .write_options = TLB_OPTIONS_TYPE(tlb_nff_write_options),
             .queries = tlb_nff_queries,
             .minimal = TLB_NFF_MINIMAL("bff")},
    .model = "nff",
    .read = read,
    .walk = walk,
    .write = write,
    .check = tlb_nff_check,
    .describe = tlb_nff_describe,
    .query = tlb_nff_query,
    .to_scene = tlb_nff_to_scene,
    .convert_version = tlb_nff_convert_version,
    .copies_meshes = true,
    .from_scene = from_scene,
};
