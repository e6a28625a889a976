/* DTF as the registry knows it, and what a terrain is at a glance. */
#include "formats/darkstar/ppl/ppl.h"
#include "formats/darkstar/dtf/terrain.h"

#include <string.h>

tlb_dtf *tlb_document_dtf(tlb_document *document)
{
    return document && document->format == &tlb_format_dtf ? document->root : NULL;
}

static void name_block(tlb_document *document, tlb_summary *summary, const tlb_dtf_block *block)
{
    const char *name = tlb_dtf_block_file(&summary->work, document->name, block);
    if (name)
        tlb_summary_add_name(summary, &summary->files, name, strlen(name));
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    static const char *const kinds[] = {"oneToAll", "unique", "mosaic"};
    const tlb_dtf *x = document->root;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, x->version);
    tlb_summary_add_name(summary, &summary->files, x->dmlName.data, x->dmlName.size);
    for (uint32_t i = 0; i < x->blocks.count; i++)
        name_block(document, summary, &x->blocks.data[i]);
    tlb_value_add_bytes_text(arena, table, "dmlName", x->dmlName);
    if (x->version && x->kind >= 0 && x->kind <= TLB_DTF_MOSAIC)
        tlb_value_add_text(arena, table, "kind", kinds[x->kind]);
    const struct {
        const char *name;
        int64_t value;
    } rows[] = {{"sizeX", x->sizeX},
                {"sizeY", x->sizeY},
                {"blocks", x->blocks.count},
                {"details", x->details},
                {"scale", x->scale}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_value_add_integer(arena, table, rows[i].name, rows[i].value);
    tlb_value_add_single(arena, table, "hMin", x->hMin);
    tlb_value_add_single(arena, table, "hMax", x->hMax);
    return TLB_OK;
}

static const tlb_option_info options[] = {TERRAIN_OPTION_STEP, PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE), {0}};

const tlb_format tlb_format_dtf = {
    .info = {.name = "dtf",
             .title = "Darkstar terrain",
             .family = "darkstar",
             .versions = "0 and 1",
             .extensions = (const char *const[]){"dtf", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(DTF_TAG)),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_QUERY,
             .options = options,
             .queries = tlb_terrain_queries,
             .read_options = TLB_OPTIONS_TYPE(tlb_dtf_read_options),
             .minimal = TLB_JSON({
                 "format" : "dtf",
                 "dmlName" : "lush.dml",
                 "lastId" : 1,
                 "details" : 9,
                 "scale" : 3,
                 "sizeX" : 1,
                 "sizeY" : 1,
                 "map" : [0],
                 "blocks" : [ {"id" : 0, "name" : ""} ]
             })},
    .is_never_empty = true,
    .walk = tlb_dtf_walk,
    .check = tlb_dtf_check,
    .describe = describe,
    .query = tlb_dtf_query,
    .to_scene = tlb_dtf_to_scene,
};
