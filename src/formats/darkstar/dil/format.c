/* The DIL format as the registry knows it, and its document's references. */
#include "formats/darkstar/dil/dil.h"
#include "formats/darkstar/shared/chunks.h"

static int probe(tlb_bytes source)
{
    return pers_starts_with(source, DIL_CLASS) || pers_starts_with(source, DIL_MISSION_CLASS) ? 100 : 0;
}

tlb_dil *tlb_document_dil(tlb_document *document)
{
    return document->format == &tlb_format_dil ? document->root : NULL;
}

bool tlb_dil_is_mission(const tlb_dil *dil)
{
    return dil->pers.className.data && strcmp(dil->pers.className.data, DIL_MISSION_CLASS) == 0;
}

const char *tlb_dil_name(const tlb_dil *dil, int32_t offset)
{
    return offset < 0 ? NULL : name_in_block(dil->names, (uint32_t)offset);
}

static const tlb_option_info options[] = {
    {"light-time", "SECONDS", "show the animated lights, too, as they are so long after they began"},
    {0},
};

const tlb_format tlb_format_dil = {
    .info = {.name = "dil",
             .title = "Darkstar interior lighting",
             .family = "darkstar",
             .versions = "ITRLighting 4 to 7, ITRMissionLighting 7",
             .extensions = (const char *const[]){"dil", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_EXPORT_SCENE | TLB_CAN_CHECK | TLB_CAN_QUERY,
             .options = options,
             .queries = dil_queries},
    .probe = probe,
    .walk = dil_walk,
    .check = dil_check,
    .describe = dil_describe,
    .query = dil_query,
    .to_scene = dil_to_scene,
};
