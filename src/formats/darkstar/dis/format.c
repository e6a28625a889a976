/* The DIS format as the registry knows it. */
#include "formats/darkstar/dis/dis.h"

#include "formats/darkstar/interior/interior.h"
#include "formats/darkstar/pbmp/pbmp.h"
#include "formats/darkstar/shared/chunks.h"
#include "writers/obstacles.h"

tlb_dis *tlb_document_dis(tlb_document *document)
{
    return document && document->format == &tlb_format_dis ? document->root : NULL;
}

static void name_file(tlb_summary *summary, const char *name)
{
    if (name)
        tlb_summary_add_name(summary, &summary->files, name, strlen(name));
}

static void name_files(tlb_summary *summary, const tlb_dis *dis)
{
    name_file(summary, tlb_dis_name(dis, (uint32_t)dis->materialListOffset));
    for (uint32_t i = 0; i < dis->lods.count; i++) {
        name_file(summary, tlb_dis_name(dis, dis->lods.data[i].geometryNameOffset));
        name_file(summary, tlb_dis_lighting(dis, i, 0));
    }
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dis *dis = document->root;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, dis->version);
    name_files(summary, dis);
    tlb_value_add_bool(arena, table, "linkedInterior", dis->linkedInterior != 0);
    dis_add_name(arena, table, "materials", tlb_dis_name(dis, (uint32_t)dis->materialListOffset));
    tlb_value *list = tlb_value_add_list(arena, table, "states");
    for (uint32_t i = 0; i < dis->states.count; i++) {
        tlb_value *state = tlb_value_add_table(arena, list, NULL);
        dis_add_name(arena, state, "name", tlb_dis_name(dis, dis->states.data[i].nameOffset));
        tlb_value_add_integer(arena, state, "lodIdx", dis->states.data[i].lodIdx);
        tlb_value_add_integer(arena, state, "numLods", dis->states.data[i].numLods);
    }
    list = tlb_value_add_list(arena, table, "lightStates");
    for (uint32_t i = 0; i < dis->lightStates.count; i++)
        dis_add_name(arena, list, NULL, tlb_dis_name(dis, dis->lightStates.data[i]));
    list = tlb_value_add_list(arena, table, "lods");
    for (uint32_t i = 0; i < dis->lods.count; i++) {
        tlb_value *lod = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_integer(arena, lod, "minPixels", dis->lods.data[i].minPixels);
        dis_add_name(arena, lod, "geometry", tlb_dis_name(dis, dis->lods.data[i].geometryNameOffset));
        dis_add_name(arena, lod, "lighting", tlb_dis_lighting(dis, i, 0));
    }
    return TLB_OK;
}

static const tlb_option_info options[] = {
    {"state", "NAME", "state of the interior, by name or index (default: 0)",
     TLB_SETS_FROM(tlb_dis_read_options, TEXT, state)},
    TLB_OPTION_LOD,
    INTERIOR_OPTIONS(TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE),
    TLB_OPTION_LIGHT,
    TLB_OPTIONS_SUN(tlb_dis_write_options, sun),
    TLB_OPTION_BITMAPS(tlb_dis_write_options),
    {0},
};

const tlb_format tlb_format_dis = {
    .info = {.name = "dis",
             .title = "Darkstar interior",
             .family = "darkstar",
             .versions = "3",
             .extensions = (const char *const[]){"dis", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("ITRs")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_CHECK | TLB_CAN_QUERY,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_dis_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_dis_write_options),
             .queries = tlb_dis_queries,
             .minimal =
                 "{\"format\": \"dis\", \"states\": [{\"numLods\": 1}], \"lods\": [{\"geometryNameOffset\": "
                 "8}], \"lodLightStates\": [19], \"lightStates\": [31], \"names\": \"State "
                 "0\\u0000new-00.dig\\u0000new-000.dil\\u0000default\\u0000new.dml\\u0000\", "
                 "\"materialListOffset\": 39}"},
    .is_never_empty = true,
    .walk = tlb_dis_walk,
    .check = tlb_dis_check,
    .describe = describe,
    .query = tlb_dis_query,
    .to_scene = tlb_dis_to_scene,
    .scene_defaults = tlb_options_take_levels,
    .obstacle = tlb_needs_triangles,
    .from_level = tlb_interior_from_level,
};
