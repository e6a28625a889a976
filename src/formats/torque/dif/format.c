/* The DIF format as the registry knows it, and reading it: dialects are found by trial. */
#include "formats/torque/dif/codecs.h"
#include "formats/torque/dif/dif.h"
#include "writers/obstacles.h"

/* --- dialects --------------------------------------------------------------------------------------- */

/* Interiors of version 0 come in families that no field identifies, and the vehicle's null surfaces in two
 * widths. Each dialect is tried on the whole file; a wrong one soon meets values that make no sense. */

typedef struct dif_dialect {
    tlb_dif_family family;
    bool narrowVehicleNulls;
} dif_dialect;

static const dif_dialect dialects[] = {
    {TLB_DIF_TSE, false}, {TLB_DIF_TGE, false}, {TLB_DIF_TSE_EARLY, false}, {TLB_DIF_TGE_BIG_MAPS, false},
    {TLB_DIF_TSE, true},  {TLB_DIF_TGE, true},  {TLB_DIF_TSE_EARLY, true},  {TLB_DIF_TGE_BIG_MAPS, true},
};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

/* Whether what was met can depend on the dialect at all. */
static bool has_version_0(const tlb_dif *dif)
{
    for (uint32_t i = 0; i < dif->details.count; i++)
        if (dif->details.data[i].interiorFileVersion == 0)
            return true;
    for (uint32_t i = 0; i < dif->subObjects.count; i++)
        if (dif->subObjects.data[i].interiorFileVersion == 0)
            return true;
    return false;
}

typedef struct dif_attempt {
    tlb_status status;
    uint64_t reached;
    bool same_for_family, same_for_nulls; /* the dialect made no difference */
} dif_attempt;

static dif_attempt attempt(tlb_document *document, const dif_dialect *dialect, bool doubting)
{
    dif_attempt result = {.status = TLB_NO_MEMORY};
    tlb_dif *dif = document->root = tlb_zalloc(&document->arena, sizeof *dif);
    if (!dif) {
        result.status = tlb_report_memory(document->context, &document->arena);
        return result;
    }
    dif->family = dialect->family;
    dif->narrowVehicleNulls = dialect->narrowVehicleNulls;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    w.user = doubting ? &w : NULL;
    tlb_dif_walk(&w, &document->root);
    result.status = w.status;
    result.reached = w.failed_at;
    result.same_for_family = !has_version_0(dif);
    result.same_for_nulls = dif->vehicleCollision.nullSurfaces.count == 0;
    return result;
}

/* Tries every dialect that can make a difference. On failure, `best` is the one that came furthest. */
static tlb_status try_all(tlb_document *document, bool doubting, const dif_dialect **best)
{
    uint64_t furthest = 0;
    bool family_matters = true, nulls_matter = false;
    *best = &dialects[0];
    for (const dif_dialect *d = dialects; d < dialects + DIALECTS; d++) {
        if ((d->family != dialects[0].family && !family_matters) || (d->narrowVehicleNulls && !nulls_matter))
            continue;
        tlb_mark memory = tlb_arena_mark(&document->arena);
        tlb_report_mark reports = tlb_report_mark_get(document->context);
        dif_attempt result = attempt(document, d, doubting);
        if (result.status != TLB_INVALID && result.status != TLB_UNSUPPORTED)
            return result.status;
        family_matters &= !result.same_for_family;
        nulls_matter |= !result.same_for_nulls;
        if (result.reached > furthest) {
            furthest = result.reached;
            *best = d;
        }
        tlb_report_rewind(document->context, &reports);
        tlb_arena_rewind(&document->arena, memory);
    }
    return TLB_INVALID;
}

/* Tells the dialects apart by trial. */
static tlb_status dif_read(tlb_document *document)
{
    const dif_dialect *best, *last_resort;
    tlb_status status = try_all(document, true, &best);
    if (status == TLB_INVALID) /* values may really be wrong: then check says so */
        status = try_all(document, false, &last_resort);
    /* Of a damaged file, the fault is reported in the dialect that made sense for longest. */
    return status == TLB_INVALID ? attempt(document, best, false).status : status;
}

/* --- the format ------------------------------------------------------------------------------------- */

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

static const char *const extensions[] = {"dif", NULL};

static const tlb_option_word families[] = {{"tge", TLB_DIF_TGE},
                                           {"tse", TLB_DIF_TSE},
                                           {"tse-early", TLB_DIF_TSE_EARLY},
                                           {"tge-big-maps", TLB_DIF_TGE_BIG_MAPS},
                                           {NULL, 0}};
static const tlb_option_word held[] = {{"preview", TLB_PICTURES_PREVIEW},
                                       {"light", TLB_PICTURES_LIGHT},
                                       {"direction", TLB_PICTURES_DIRECTION},
                                       {NULL, 0}};

static const tlb_option_info options[] = {
    {"dif-version", "N", "interior version to write, 0 to 14",
     TLB_SETS_TO(tlb_dif_write_options, INTEGER, version, TLB_CAN_CONVERT_VERSION | TLB_CAN_IMPORT_SCENE),
     .most = TLB_DIF_LAST_VERSION},
    {"dif-family", "tge|tse|tse-early|tge-big-maps", "dialect of version 0 to write",
     TLB_SETS_TO(tlb_dif_write_options, INTEGER, family, TLB_CAN_CONVERT_VERSION | TLB_CAN_IMPORT_SCENE),
     .least = 1, .words = families},
    {TLB_OPTION_REBUILD, TLB_SETS_TO(tlb_dif_write_options, FLAG, rebuild, TLB_CAN_CONVERT_VERSION)},
    {"preview", NULL, "draw the level as its preview bitmap, of 256x192 pixels",
     TLB_SETS_TO(tlb_dif_write_options, FLAG, preview, TLB_CAN_CONVERT_VERSION | TLB_CAN_IMPORT_SCENE)},
    TLB_OPTION_LIGHT,
    TLB_OPTIONS_SUN(tlb_dif_write_options, sun),
    TLB_OPTION_LOD,
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE),
    TLB_OPTION_FACE_CULL,
    TLB_OPTION_ZONES(TLB_CAN_EXPORT_SCENE),
    TLB_OPTION_LIGHT_TIME,
    TLB_OPTION_LIGHTS,
    {"pictures", "preview|light|direction",
     "convert the preview, the light maps or the direction maps instead of the model",
     TLB_SETS_FROM(tlb_dif_read_options, WORD, pictures), .words = held},
    {"alarm", NULL, "use the light maps of the alarm state",
     TLB_SETS_FROM(tlb_dif_read_options, FLAG, alarm)},
    {0},
};

const tlb_format tlb_format_dif = {
    .info = {.name = "dif",
             .title = "Torque interior",
             .family = "torque",
             .versions = "resource 44, interiors 0 to 14",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("\x2c\0\0\0\0??\0\0?\0\0\0"),
                                          TLB_SIGNATURE("\x2c\0\0\0\1\x89PNG")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_QUERY | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_dif_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_dif_write_options),
             .queries = tlb_dif_queries,
             .minimal = TLB_JSON({"format" : "dif", "details" : [ {} ]})},
    .probe = probe,
    .read = dif_read,
    .walk = tlb_dif_walk,
    .update = tlb_dif_update,
    .check = tlb_dif_check,
    .describe = tlb_dif_describe,
    .query = tlb_dif_query,
    .query_places = tlb_dif_query_places,
    .to_scene = tlb_dif_to_scene,
    .convert_version = tlb_dif_convert_version,
    .scene_defaults = tlb_options_take_levels,
    .obstacle = tlb_needs_triangles,
    .from_level = tlb_dif_from_level,
};
