/* The DIG format as the registry knows it. */
#include "formats/darkstar/dig/dig.h"

#include "formats/darkstar/interior/interior.h"
#include "formats/darkstar/shared/chunks.h"

tlb_dig *tlb_document_dig(tlb_document *document)
{
    return document && document->format == &tlb_format_dig ? document->root : NULL;
}

static uint32_t count_surfaces(const tlb_dig *dig, bool null)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &dig->surfaces.data[i];
        count += null ? s->material == TLB_DIG_NULL_MATERIAL : s->flags & TLB_DIG_LINK;
    }
    return count;
}

/* What is shown of it. False without memory. */
static bool summarize(tlb_summary *summary, const tlb_dig *dig)
{
    bool *used = tlb_zalloc(&summary->work, dig->points3.count);
    for (uint32_t i = 0; used && i < dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &dig->surfaces.data[i];
        if (!interior_shows(s) || !tlb_dig_has_polygon(dig, s))
            continue;
        summary->triangles += s->numVerts - 2u;
        for (uint32_t k = 0; k < s->numVerts; k++) {
            uint32_t point = dig->verts.data[s->vertIdx + k].pIdx;
            summary->vertices += !used[point];
            used[point] = true;
            tlb_box_add(&summary->bounds, dig->points3.data[point]);
        }
    }
    return used != NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dig *dig = document->root;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, dig->pers.version);
    if (!summarize(summary, dig))
        return tlb_report_memory(document->context, &summary->work);
    tlb_value_add_integer(arena, table, "buildId", dig->buildId);
    tlb_value_add_single(arena, table, "textureScale", dig->textureScale);
    tlb_value_add_singles(arena, table, "box", dig->box, 6);
    tlb_value_add_integer(arena, table, "highestMip", dig->highestMip);
    tlb_value_add_bool(arena, table, "lowDetail", dig->flags & TLB_DIG_LOW_DETAIL);
    const struct {
        const char *name;
        uint32_t count;
    } rows[] = {{"surfaces", dig->surfaces.count},     {"nullSurfaces", count_surfaces(dig, true)},
                {"links", count_surfaces(dig, false)}, {"nodes", dig->nodes.count},
                {"leaves", tlb_dig_leaf_count(dig)},   {"points3", dig->points3.count},
                {"planes", dig->planes.count}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_value_add_integer(arena, table, rows[i].name, rows[i].count);
    return TLB_OK;
}

static const tlb_option_info options[] = {
    INTERIOR_OPTIONS(TLB_CAN_EXPORT_SCENE),
    {0},
};

const tlb_format tlb_format_dig = {
    .info = {.name = "dig",
             .title = "Darkstar interior geometry",
             .family = "darkstar",
             .versions = "4, 5, 7",
             .extensions = (const char *const[]){"dig", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(PERS_SIGNATURE("\x0b", DIG_CLASS))),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_EXPORT_SCENE | TLB_CAN_CHECK |
                          TLB_CAN_QUERY,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_dis_read_options),
             .queries = tlb_dig_queries},
    .walk = tlb_dig_walk,
    .check = tlb_dig_check,
    .describe = describe,
    .query = tlb_dig_query,
    .to_scene = tlb_dig_to_scene,
};
