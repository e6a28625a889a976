/* The DIG format as the registry knows it. */
#include "formats/darkstar/dig/dig.h"
#include "formats/darkstar/shared/chunks.h"

static int probe(tlb_bytes source)
{
    return pers_starts_with(source, DIG_CLASS) ? 100 : 0;
}

tlb_dig *tlb_document_dig(tlb_document *document)
{
    return document->format == &tlb_format_dig ? document->root : NULL;
}

static const tlb_option_info options[] = {
    {"zones", NULL, "show the empty leaves of the BSP"},
    {"light-state", "NAME", "which light of the interior, by name or number"},
    {"light-time", "SECONDS", "show the animated lights, too, as they are so long after they began"},
    {"lights", NULL, "a lamp for each animated light, about where it stands"},
    {"mission-lighting", "K", "light it as a mission does: the number of its mission lighting"},
    {0},
};

const tlb_format tlb_format_dig = {
    .info = {.name = "dig",
             .title = "Darkstar interior geometry",
             .family = "darkstar",
             .versions = "4, 5, 7",
             .extensions = (const char *const[]){"dig", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_EXPORT_SCENE | TLB_CAN_CHECK | TLB_CAN_QUERY,
             .options = options,
             .queries = dig_queries},
    .probe = probe,
    .walk = dig_walk,
    .check = dig_check,
    .describe = dig_describe,
    .query = dig_query,
    .to_scene = dig_to_scene,
};
