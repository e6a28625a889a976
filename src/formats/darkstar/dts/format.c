/* The DTS format as the registry knows it. */
#include "formats/darkstar/dts/dts.h"
#include "formats/darkstar/shared/chunks.h"

static const uint32_t OLD_TAG = 0x00140008;

/* Of an engine before Darkstar. */
static bool is_old(tlb_bytes source)
{
    return source.size >= 8 && tlb_get_le32(source.data) == OLD_TAG;
}

static int probe(tlb_bytes source)
{
    enum { SURE = 100, LIKELY = 60 };
    return pers_starts_with(source, "TS::Shape") ? SURE : is_old(source) ? LIKELY : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (w->direction == WALK_READ && is_old((tlb_bytes){w->start, (size_t)(w->end - w->start)}))
        walk_fail(
            w, TLB_CODE_NOT_SUPPORTED, NULL,
            "a shape of the engine before Darkstar (tag 08 00 14 00), of which no description is known");
    else if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dts))))
        walk_no_memory(w);
    else
        dts_walk(w, *root);
}

tlb_dts *tlb_document_dts(tlb_document *document)
{
    return document->format == &tlb_format_dts ? document->root : NULL;
}

static const char *const extensions[] = {"dts", NULL};

const tlb_format tlb_format_dts = {
    .info = {.name = "dts",
             .title = "Darkstar shape",
             .family = "darkstar",
             .versions = "shapes 1 to 8, meshes 1 to 3",
             .extensions = extensions,
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_QUERY,
             .queries = dts_queries},
    .probe = probe,
    .walk = walk,
    .check = dts_check,
    .describe = dts_describe,
    .query = dts_query,
    .to_scene = dts_to_scene,
};
