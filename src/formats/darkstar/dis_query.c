/* Questions about an interior: which level is shown, and those that its finest geometry answers. */
#include "formats/darkstar/dig_query.h"
#include "formats/darkstar/dis_room.h"

#include <math.h>

const tlb_question_info dis_questions[] = {
    {"lod", "PIXELS", "the level shown at a projected size, and its files"},
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another, in the finest level"},
    {"leaf", "X Y Z", "the leaf of the finest level a point is in, and the leaves seen from there"},
    {0},
};

static tlb_status refuse(tlb_document *document, const char *word, const char *reason)
{
    tlb_report(document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", word, reason);
    return TLB_ARGUMENT;
}

static void add_name(tlb_arena *arena, tlb_value *table, const char *key, const char *name)
{
    if (name)
        tlb_add_bytes_text(arena, table, key, (tlb_text){name, (uint32_t)strlen(name)});
}

static tlb_status answer_lod(tlb_document *document, const char *const *words, size_t word_count,
                             tlb_value *table)
{
    const tlb_dis *dis = document->root;
    tlb_arena *arena = &document->arena;
    float pixels;
    uint32_t lod;
    if (!darkstar_numbers(words, word_count, &pixels, 1))
        return refuse(document, "lod", "a size is one number");
    if (!tlb_dis_choose_lod(dis, 0, pixels, &lod))
        return refuse(document, "lod", "the interior has no level");
    arena->account->failure = TLB_OK; /* the only trace of values that found no memory */
    tlb_add_integer(arena, table, "lod", lod);
    tlb_add_integer(arena, table, "minPixels", dis->lods.data[lod].minPixels);
    add_name(arena, table, "geometry", tlb_dis_name(dis, dis->lods.data[lod].geometryNameOffset));
    tlb_value *list = tlb_add_list(arena, table, "lighting");
    for (uint32_t i = 0; i < dis->lightStates.count; i++)
        add_name(arena, list, NULL, tlb_dis_lighting(dis, lod, i));
    return arena->account->failure ? tlb_report_memory(document->context) : TLB_OK;
}

/* The finest level's geometry, from beside the file. */
static tlb_status find_geometry(tlb_document *document, tlb_assets *assets, void **root)
{
    const tlb_dis *dis = document->root;
    uint32_t lod;
    const char *name = tlb_dis_choose_lod(dis, 0, INFINITY, &lod)
                           ? tlb_dis_name(dis, dis->lods.data[lod].geometryNameOffset)
                           : NULL;
    tlb_bytes bytes;
    *root = NULL;
    if (!name)
        return refuse(document, "query", "the interior has no level");
    tlb_status status = tlb_assets_add_beside(assets, document->name);
    if (!status)
        status = tlb_assets_find(assets, &document->arena, name, NULL, &bytes, NULL);
    if (status == TLB_NOT_FOUND)
        tlb_report(document->context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, "lods[0].geometryNameOffset",
                   "no file \"%s\"", name);
    if (status)
        return status;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, bytes);
    dig_walk(&w, root);
    return w.status;
}

tlb_status dis_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    void *dig;
    if (!word_count)
        return refuse(document, "query", "a question is missing: lod, ray or leaf");
    if (strcmp(words[0], "lod") == 0)
        return answer_lod(document, words + 1, word_count - 1, table);
    if (strcmp(words[0], "ray") != 0 && strcmp(words[0], "leaf") != 0)
        return refuse(document, words[0], "no such question; they are lod, ray and leaf");
    tlb_assets *assets = tlb_assets_create(document->context);
    if (!assets)
        return tlb_report_memory(document->context);
    tlb_status status = find_geometry(document, assets, &dig);
    if (!status)
        status = dig_answer(document, dig, words, word_count, table);
    tlb_assets_free(assets);
    return status;
}
