/* The DIF format as the registry knows it. */
#include "formats/torque/dif/dif.h"

/* A resource starts with its version, and so does each interior. */
static int probe(tlb_bytes source)
{
    enum { HEADER = 5, SURE = 90, LIKELY = 30 };
    if (source.size < HEADER || tlb_get_le32(source.data) != TLB_DIF_RESOURCE_VERSION || source.data[4] > 1)
        return 0;
    if (source.data[4] || source.size < HEADER + 8)
        return LIKELY;
    uint32_t details = tlb_get_le32(source.data + HEADER), version = tlb_get_le32(source.data + HEADER + 4);
    return details > 0 && details < UINT16_MAX && version <= TLB_DIF_LAST_VERSION ? SURE : LIKELY;
}

tlb_dif *tlb_document_dif(tlb_document *document)
{
    return document->format == &tlb_format_dif ? document->root : NULL;
}

static const char *const extensions[] = {"dif", NULL};

static const tlb_option_info options[] = {
    {"dif-version", "N", "interior version to write, 0 to 14"},
    {"dif-family", "NAME", "dialect of version 0: tge, tse, tse-early, tge-big-maps"},
    {"zones", NULL, "show zones, portals and triggers"},
    {"light-time", "SECONDS", "show the animated lights, too, as they are so long after they began"},
    {"lights", NULL, "a lamp for each animated light, about where it stands"},
    {"pictures", "KIND", "the pictures it holds instead, as they are: preview, light, direction"},
    {"alarm", NULL, "light it as the alarm does"},
    {0},
};

const tlb_format tlb_format_dif = {
    .info = {.name = "dif",
             .title = "Torque interior",
             .family = "torque",
             .versions = "resource 44, interiors 0 to 14",
             .extensions = extensions,
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_QUERY | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .queries = dif_queries},
    .probe = probe,
    .read = dif_read,
    .walk = dif_walk,
    .check = dif_check,
    .describe = dif_describe,
    .query = dif_query,
    .to_scene = dif_to_scene,
    .convert_version = dif_convert_version,
};
