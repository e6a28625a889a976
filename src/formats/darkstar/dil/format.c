/* The DIL format as the registry knows it. */
#include "formats/darkstar/dil/dil.h"

#include "formats/darkstar/shared/chunks.h"

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dil *dil = document->root;
    tlb_arena *arena = &document->arena;
    uint32_t kinds[TLB_DIL_MAP_RAW + 1] = {0};
    for (uint32_t i = 0; i < dil->surfaces.count; i++)
        kinds[tlb_dil_map_kind(dil->surfaces.data[i].map)]++;
    tlb_value_add_bytes_text(arena, table, "className", dil->pers.className);
    tlb_summary_set_version(summary, dil->pers.version);
    tlb_value_add_integer(arena, table, "geometryBuildId", dil->geometryBuildId);
    tlb_value_add_integer(arena, table, "lightScaleShift", dil->lightScaleShift);
    const struct {
        const char *name;
        uint32_t count;
    } rows[] = {{"surfaces", dil->surfaces.count},
                {"codedMaps", kinds[TLB_DIL_MAP_CODED]},
                {"rawMaps", kinds[TLB_DIL_MAP_RAW]},
                {"constantMaps", kinds[TLB_DIL_MAP_CONSTANT]},
                {"withoutMap", kinds[TLB_DIL_MAP_NONE]},
                {"states", dil->states.count},
                {"relit", dil->relitCount < 0 ? 0 : (uint32_t)dil->relitCount}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_value_add_integer(arena, table, rows[i].name, rows[i].count);
    tlb_value *list = tlb_value_add_list(arena, table, "lights");
    for (uint32_t i = 0; i < dil->lights.count; i++) {
        const char *name = tlb_dil_name(dil, dil->lights.data[i].nameOffset);
        tlb_value *light = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_integer(arena, light, "id", dil->lights.data[i].id);
        if (name)
            tlb_value_add_bytes_text(arena, light, "name", (tlb_text){name, (uint32_t)strlen(name)});
        tlb_value_add_integer(arena, light, "states", dil->lights.data[i].stateCount);
        tlb_value_add_single(arena, light, "duration", dil->lights.data[i].duration);
    }
    return TLB_OK;
}

static const tlb_option_info options[] = {
    TLB_OPTION_LIGHT_TIME,
    {0},
};

const tlb_format tlb_format_dil = {
    .info = {.name = "dil",
             .title = "Darkstar interior lighting",
             .family = "darkstar",
             .versions = "ITRLighting 4 to 7, ITRMissionLighting 7",
             .extensions = (const char *const[]){"dil", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(PERS_SIGNATURE("\x0b", DIL_CLASS)),
                                          TLB_SIGNATURE(PERS_SIGNATURE("\x12", DIL_MISSION_CLASS))),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_EXPORT_SCENE | TLB_CAN_CHECK | TLB_CAN_QUERY,
             .options = options,
             .queries = tlb_dil_queries},
    .walk = tlb_dil_walk,
    .check = tlb_dil_check,
    .describe = describe,
    .query = tlb_dil_query,
    .to_scene = tlb_dil_to_scene,
};
