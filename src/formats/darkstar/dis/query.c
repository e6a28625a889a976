/* Queries about an interior: which level is shown, and those that its finest geometry answers. */
#include "formats/darkstar/dis/dis.h"

#include "base/text.h"
#include "formats/darkstar/dig/dig.h"

#include <math.h>

const tlb_query_info tlb_dis_queries[] = {
    {"lod", "PIXELS [STATE]",
     "the level drawn at a projected size in a state (by name or index), its files, and all states"},
    {"ray", "X Y Z X Y Z", "the first solid hit by a ray from one point to another, in the finest level"},
    {"leaf", "X Y Z", "the leaf of a point in the finest level, and the leaves visible from there"},
    {0},
};

static void add_names(const tlb_query_call *q, const char *key, const uint32_t *names, size_t stride,
                      uint32_t count)
{
    tlb_value *list = tlb_value_add_list(q->arena, q->table, key);
    for (uint32_t i = 0; i < count; i++)
        dis_add_name(q->arena, list, NULL, tlb_dis_name(q->subject, names[i * stride]));
}

static tlb_status refuse_state(const tlb_query_call *q)
{
    const tlb_dis *dis = q->subject;
    tlb_name_list names = {0};
    for (uint32_t i = 0; i < dis->states.count; i++) {
        const char *name = tlb_dis_name(dis, dis->states.data[i].nameOffset);
        tlb_name_list_add(&names, name && *name ? name : "unnamed");
    }
    const char *reason = tlb_arena_printf(q->arena, "no such state; %s%s",
                                          names.size ? "states: " : "the interior has none", names.text);
    return reason ? tlb_query_refuse(q, "lod", reason) : tlb_report_memory(q->document->context, q->arena);
}

static tlb_status answer_lod(const tlb_query_call *q)
{
    const tlb_dis *dis = q->subject;
    const uint32_t *states = dis->states.count ? &dis->states.data[0].nameOffset : NULL;
    double pixels;
    uint32_t lod, state = 0;
    if (q->word_count < 1 || q->word_count > 2 || !tlb_word_real(q->words[0], &pixels))
        return tlb_query_refuse(q, "lod",
                                "expected a size (one number) and optionally a state (name or index)");
    if (q->word_count == 2 &&
        !tlb_dis_find(dis, states, DIS_STATE_WORDS, dis->states.count, q->words[1], &state))
        return refuse_state(q);
    if (!tlb_dis_choose_lod(dis, state, (float)pixels, &lod))
        return tlb_query_refuse(q, "lod", "the interior has no levels");
    const tlb_dis_lod *level = &dis->lods.data[lod];
    tlb_value_add_integer(q->arena, q->table, "lod", lod);
    tlb_value_add_integer(q->arena, q->table, "minPixels", level->minPixels);
    dis_add_name(q->arena, q->table, "geometry", tlb_dis_name(dis, level->geometryNameOffset));
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "lighting");
    for (uint32_t i = 0; i < dis->lightStates.count; i++)
        dis_add_name(q->arena, list, NULL, tlb_dis_lighting(dis, lod, i));
    tlb_value_add_integer(q->arena, q->table, "linkableFaces", level->linkableFaces);
    dis_add_name(q->arena, q->table, "state", tlb_dis_name(dis, dis->states.data[state].nameOffset));
    add_names(q, "states", states, DIS_STATE_WORDS, dis->states.count);
    add_names(q, "lightStates", dis->lightStates.data, 1, dis->lightStates.count);
    return TLB_OK;
}

/* The finest level's geometry, from beside the file. */
static tlb_status read_geometry(const tlb_query_call *q, tlb_assets *assets, void **dig)
{
    const tlb_dis *dis = q->subject;
    tlb_context *context = q->document->context;
    uint32_t lod;
    const char *name = tlb_dis_choose_lod(dis, 0, INFINITY, &lod)
                           ? tlb_dis_name(dis, dis->lods.data[lod].geometryNameOffset)
                           : NULL;
    tlb_bytes bytes;
    if (!name)
        return tlb_query_refuse(q, "query", "the interior has no levels");
    const char *beside = q->document->beside;
    tlb_status status = beside ? tlb_assets_add_beside(assets, beside) : TLB_OK;
    if (!status)
        status = tlb_assets_find(assets, q->arena, name, NULL, NULL, &bytes, NULL);
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(context, "lods[0].geometryNameOffset", "file", name);
    if (status)
        return status;
    tlb_walk w = tlb_walk_reader(context, q->arena, bytes);
    tlb_dig_walk(&w, dig);
    return w.status;
}

static tlb_status query_geometry(const tlb_query_call *q, tlb_query_handler *answer)
{
    void *dig = NULL;
    tlb_query_call call = *q;
    tlb_assets *assets = tlb_assets_create(q->document->context);
    if (!assets)
        return tlb_report_memory(q->document->context, NULL);
    tlb_status status = read_geometry(q, assets, &dig);
    call.subject = dig;
    if (!status)
        status = answer(&call);
    tlb_assets_free(assets);
    return status;
}

static tlb_status answer_ray(const tlb_query_call *q)
{
    return query_geometry(q, tlb_dig_answer_ray);
}

static tlb_status answer_leaf(const tlb_query_call *q)
{
    return query_geometry(q, tlb_dig_answer_leaf);
}

tlb_status tlb_dis_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_lod, answer_ray, answer_leaf};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_dis_queries, answers);
}
