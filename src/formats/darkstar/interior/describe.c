/* What the files of an interior are, in short. */
#include "formats/darkstar/dig/dig.h"
#include "formats/darkstar/dil/dil.h"
#include "formats/darkstar/dis/dis.h"

typedef struct row {
    const char *name;
    uint32_t count;
} row;

static void add_counts(tlb_arena *arena, tlb_value *table, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tlb_add_integer(arena, table, rows[i].name, rows[i].count);
}

static tlb_arena *begin(tlb_document *document)
{
    document->arena.account->failure = TLB_OK; /* the only trace of values that found no memory */
    return &document->arena;
}

static tlb_status end(tlb_document *document)
{
    return document->arena.account->failure ? tlb_report_memory(document->context) : TLB_OK;
}

static void add_name(tlb_arena *arena, tlb_value *table, const char *key, const char *name)
{
    if (name)
        tlb_add_bytes_text(arena, table, key, (tlb_text){name, (uint32_t)strlen(name)});
}

/* --- geometry ----------------------------------------------------------------------------------------- */

static uint32_t count_surfaces(const tlb_dig *dig, bool null)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &dig->surfaces.data[i];
        count += null ? s->material == TLB_DIG_NULL_MATERIAL : s->flags & TLB_DIG_LINK;
    }
    return count;
}

tlb_status dig_describe(tlb_document *document, tlb_value *table)
{
    const tlb_dig *dig = document->root;
    tlb_arena *arena = begin(document);
    tlb_add_integer(arena, table, "version", dig->pers.version);
    tlb_add_integer(arena, table, "buildId", dig->buildId);
    tlb_add_single(arena, table, "textureScale", dig->textureScale);
    tlb_add_singles(arena, table, "box", dig->box, 6);
    tlb_add_integer(arena, table, "highestMip", dig->highestMip);
    tlb_add_bool(arena, table, "lowDetail", dig->flags & TLB_DIG_LOW_DETAIL);
    const row rows[] = {{"surfaces", dig->surfaces.count},     {"nullSurfaces", count_surfaces(dig, true)},
                        {"links", count_surfaces(dig, false)}, {"nodes", dig->nodes.count},
                        {"leaves", tlb_dig_leaf_count(dig)},   {"points3", dig->points3.count},
                        {"planes", dig->planes.count}};
    add_counts(arena, table, rows, sizeof rows / sizeof *rows);
    return end(document);
}

/* --- lighting ----------------------------------------------------------------------------------------- */

tlb_status dil_describe(tlb_document *document, tlb_value *table)
{
    const tlb_dil *dil = document->root;
    tlb_arena *arena = begin(document);
    uint32_t kinds[TLB_DIL_MAP_RAW + 1] = {0};
    for (uint32_t i = 0; i < dil->surfaces.count; i++)
        kinds[tlb_dil_map_kind(dil->surfaces.data[i].map)]++;
    tlb_add_bytes_text(arena, table, "className", dil->pers.className);
    tlb_add_integer(arena, table, "version", dil->pers.version);
    tlb_add_integer(arena, table, "geometryBuildId", dil->geometryBuildId);
    tlb_add_integer(arena, table, "lightScaleShift", dil->lightScaleShift);
    const row rows[] = {{"surfaces", dil->surfaces.count},
                        {"codedMaps", kinds[TLB_DIL_MAP_CODED]},
                        {"rawMaps", kinds[TLB_DIL_MAP_RAW]},
                        {"constantMaps", kinds[TLB_DIL_MAP_CONSTANT]},
                        {"withoutMap", kinds[TLB_DIL_MAP_NONE]},
                        {"states", dil->states.count},
                        {"relit", dil->relitCount < 0 ? 0 : (uint32_t)dil->relitCount}};
    add_counts(arena, table, rows, sizeof rows / sizeof *rows);
    tlb_value *list = tlb_add_list(arena, table, "lights");
    for (uint32_t i = 0; i < dil->lights.count; i++) {
        tlb_value *light = tlb_add_table(arena, list, NULL);
        tlb_add_integer(arena, light, "id", dil->lights.data[i].id);
        add_name(arena, light, "name", tlb_dil_name(dil, dil->lights.data[i].nameOffset));
        tlb_add_integer(arena, light, "states", dil->lights.data[i].stateCount);
        tlb_add_single(arena, light, "duration", dil->lights.data[i].duration);
    }
    return end(document);
}

/* --- the index ---------------------------------------------------------------------------------------- */

tlb_status dis_describe(tlb_document *document, tlb_value *table)
{
    const tlb_dis *dis = document->root;
    tlb_arena *arena = begin(document);
    tlb_add_integer(arena, table, "version", dis->version);
    tlb_add_bool(arena, table, "linkedInterior", dis->linkedInterior != 0);
    add_name(arena, table, "materials", tlb_dis_name(dis, (uint32_t)dis->materialListOffset));
    tlb_value *list = tlb_add_list(arena, table, "states");
    for (uint32_t i = 0; i < dis->states.count; i++) {
        tlb_value *state = tlb_add_table(arena, list, NULL);
        add_name(arena, state, "name", tlb_dis_name(dis, dis->states.data[i].nameOffset));
        tlb_add_integer(arena, state, "lodIdx", dis->states.data[i].lodIdx);
        tlb_add_integer(arena, state, "numLods", dis->states.data[i].numLods);
    }
    list = tlb_add_list(arena, table, "lightStates");
    for (uint32_t i = 0; i < dis->lightStates.count; i++)
        add_name(arena, list, NULL, tlb_dis_name(dis, dis->lightStates.data[i]));
    list = tlb_add_list(arena, table, "lods");
    for (uint32_t i = 0; i < dis->lods.count; i++) {
        tlb_value *lod = tlb_add_table(arena, list, NULL);
        tlb_add_integer(arena, lod, "minPixels", dis->lods.data[i].minPixels);
        add_name(arena, lod, "geometry", tlb_dis_name(dis, dis->lods.data[i].geometryNameOffset));
        add_name(arena, lod, "lighting", tlb_dis_lighting(dis, i, 0));
    }
    return end(document);
}
