/* The ROO format as the registry knows it. */
#include "formats/meridian/roo/query.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/scene.h"

static int probe(tlb_bytes source)
{
    enum { SURE = 95, HEADER = 20 };
    return source.size >= HEADER && memcmp(source.data, "ROO\xb1", 4) == 0 ? SURE : 0;
}

tlb_roo *tlb_document_roo(tlb_document *document)
{
    return document->format == &tlb_format_roo ? document->root : NULL;
}

static const char *const extensions[] = {"roo", NULL};

static const tlb_option_info options[] = {
    {"editor", NULL, "show the editor's walls, things and the server's grids"},
    {"zones", NULL, "show the sectors"},
    {"automap", NULL, "a map from above, as clients draw it, instead of the model"},
    {"roo-version", "N", "version to write: 9 to 12, 13o (OpenMeridian), 13m (official), 14, 15"},
    {"encrypt", NULL, "write encrypted"},
    {"decrypt", NULL, "write in clear"},
    {"rebuild", NULL, "make BSP tree, walls, slopes and grids again from the editor's walls"},
    {"outside", "keep|drop",
     "leaves outside every sector, when rebuilding; else only integer versions keep them"},
    {0},
};

const tlb_format tlb_format_roo = {
    .info = {.name = "roo",
             .title = "Meridian 59 room",
             .family = "meridian",
             .versions = "9 to 15, both kinds of 13, plain and encrypted",
             .extensions = extensions,
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_QUERY | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .queries = roo_queries},
    .probe = probe,
    .read = roo_read,
    .walk = roo_walk,
    .write = roo_write,
    .check = roo_check,
    .describe = roo_describe,
    .query = roo_query,
    .to_scene = roo_to_scene,
    .convert_version = roo_convert_version,
};
