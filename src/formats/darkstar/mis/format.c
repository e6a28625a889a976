/* Missions of Tribes as the registry knows it, and what a file is at a glance. */
#include "formats/darkstar/mis/mis.h"

const tlb_mission_grammar tlb_tmis_grammar = {.keyword = "instant", .indent = "\t"};

static int probe(tlb_bytes source)
{
    enum { LIKELY = 60 };
    return tlb_mission_begins(source, &tlb_tmis_grammar) ? LIKELY : 0;
}

static tlb_status read(tlb_document *document)
{
    return tlb_mission_open(document, &tlb_tmis_grammar);
}

static void walk(tlb_walk *w, void **root)
{
    tlb_mission_visit(w, root, &tlb_tmis_grammar);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    return tlb_mission_describe(document, summary, table, tlb_tmis_files);
}

tlb_mission *tlb_document_tmis(tlb_document *document)
{
    return document && document->format == &tlb_format_tmis ? &((tlb_mission_root *)document->root)->mission
                                                            : NULL;
}

static const tlb_option_info options[] = {MISSION_OPTIONS, {0}};

const tlb_format tlb_format_tmis = {
    .info = {.name = "tmis",
             .title = "Tribes mission",
             .family = "darkstar",
             .versions = "Tribes",
             .extensions = (const char *const[]){"mis", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("//--- export object begin ---//")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_mission_read_options)},
    .probe = probe,
    .read = read,
    .walk = walk,
    .write = tlb_mission_save,
    .check = tlb_tmis_check,
    .describe = describe,
    .to_scene = tlb_tmis_to_scene,
};
