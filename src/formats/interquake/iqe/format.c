/* The IQE format as the registry knows it. */
#include "formats/interquake/iqe/lines.h"
#include "formats/interquake/model/scene.h"

/* The first line has the signature. */
static int probe(tlb_bytes source)
{
    enum { SURE = 95, SIZE = sizeof IQE_SIGNATURE - 1 };
    const char *at = source.data ? (const char *)source.data : "", *end = at + source.size;
    while (at < end && *at != '#' && *at != '\n' && *at != '\r')
        at++;
    return end - at >= SIZE && memcmp(at, IQE_SIGNATURE, SIZE) == 0 ? SURE : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(iqe_root))))
        walk_no_memory(w);
    else if (w->visitor->places)
        iqe_trace(w, *root);
    else
        iqe_walk_model(w, *root);
}

static tlb_status write(tlb_document *document, tlb_buffer *out)
{
    return iqe_write_text(document->context, document->root, out);
}

tlb_iqe *tlb_document_iqe(tlb_document *document)
{
    return document->format == &tlb_format_iqe ? &((iqe_root *)document->root)->iqe : NULL;
}

static tlb_status translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, &conversion->context->account);
    tlb_status status = iq_model_of_iqm(&model, conversion->context, &work, tlb_document_iqm(source));
    if (!status)
        status = iq_write_iqe(&model, conversion->context, out);
    tlb_arena_free(&work);
    return status;
}

static tlb_status write_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    return iq_write_iqe(model, conversion->context, out);
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return iq_from_scene(scene, conversion, output, "IQE", write_model);
}

static const char *const extensions[] = {"iqe", NULL};

const tlb_format tlb_format_iqe = {
    .info = {.name = "iqe",
             .title = "Inter-Quake export",
             .family = "interquake",
             .versions = "0, with \"vx\"",
             .extensions = extensions,
             .abilities =
                 TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE},
    .probe = probe,
    .read = iqe_read,
    .walk = walk,
    .write = write,
    .check = iqe_check,
    .describe = iqe_describe,
    .to_scene = iqe_to_scene,
    .from_scene = from_scene,
    .translates = (const char *const[]){"iqm", NULL},
    .translate = translate,
};
