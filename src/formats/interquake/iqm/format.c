/* The IQM format as the registry knows it. */
#include "formats/interquake/compile/options.h"
#include "formats/interquake/iqm/iqm.h"

static int probe(tlb_bytes source)
{
    enum { SURE = 100 };
    return source.size >= IQM_MAGIC && memcmp(source.data, "INTERQUAKEMODEL", IQM_MAGIC) == 0 ? SURE : 0;
}

tlb_iqm *tlb_document_iqm(tlb_document *document)
{
    return document->format == &tlb_format_iqm ? document->root : NULL;
}

static const char *const extensions[] = {"iqm", "exm", NULL};
static const char *const translates[] = {"iqe", NULL};

const tlb_format tlb_format_iqm = {
    .info = {.name = "iqm",
             .title = "Inter-Quake model",
             .family = "interquake",
             .versions = "1, 2",
             .extensions = extensions,
             .options = iq_options,
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_CONVERT_VERSION | TLB_CAN_IMPORT_SCENE},
    .probe = probe,
    .read = iqm_read,
    .walk = iqm_walk,
    .write = iqm_write,
    .check = iqm_check,
    .describe = iqm_describe,
    .to_scene = iqm_to_scene,
    .convert_version = iqm_convert_version,
    .from_scene = iqm_from_scene,
    .translates = translates,
    .translate = iqm_translate,
};
