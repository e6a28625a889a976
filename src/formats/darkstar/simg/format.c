/* Missions of Starsiege as the registry knows them, and what a file is at a glance. */
#include "formats/darkstar/simg/simg.h"

#include "core/summary.h"

tlb_simg *tlb_document_simg(tlb_document *document)
{
    return document && document->format == &tlb_format_simg ? document->root : NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    simg_mission m;
    tlb_arena *arena = &document->arena;
    uint32_t unknown = 0;
    if (!tlb_simg_as_mission(&summary->work, document->root, &m))
        return tlb_report_memory(document->context, &summary->work);
    for (uint32_t i = 0; i < m.mission.objects.count; i++) {
        const simg_class *class = tlb_simg_class_of(m.objects[i]);
        unknown += !class || (class->kind != SIMG_SCRAMBLED && !simg_is_known(class, m.objects[i]));
    }
    tlb_mission_describe_files(summary, &m.mission, tlb_simg_files);
    tlb_value_add_integer(arena, table, "objects", m.mission.objects.count);
    tlb_value_add_integer(arena, table, "scrambled", tlb_simg_find_vehicles(&m).count);
    tlb_value_add_integer(arena, table, "unknown", unknown);
    return tlb_mission_describe_classes(arena, &summary->work, table, &m.mission)
               ? TLB_OK
               : tlb_report_memory(document->context, tlb_arena_refused(&summary->work, arena));
}

static const tlb_option_info options[] = {MISSION_OPTIONS, {0}};

const tlb_format tlb_format_simg = {
    .info = {.name = "simg",
             .title = "Starsiege mission",
             .family = "darkstar",
             .versions = "Starsiege",
             .extensions = (const char *const[]){"mis", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(SIMG_TAG)),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_mission_read_options)},
    .walk = tlb_simg_walk,
    .check = tlb_simg_check,
    .describe = describe,
    .to_scene = tlb_simg_to_scene,
};
