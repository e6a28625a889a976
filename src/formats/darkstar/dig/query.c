/* Questions about geometry. */
#include "formats/darkstar/dig/query.h"

const tlb_query_info dig_queries[] = {
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another"},
    {"leaf", "X Y Z", "the leaf a point is in, and the leaves seen from there"},
    {0},
};

tlb_status dig_answer_ray(const tlb_query_call *q)
{
    const tlb_dig *dig = q->subject;
    float ends[6];
    tlb_dig_hit hit;
    if (!tlb_query_singles(q, ends, 6))
        return tlb_query_refuse(q, "ray", "two points are six numbers");
    bool any = tlb_dig_cast_ray(dig, ends, ends + 3, &hit);
    tlb_add_bool(q->arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_add_hit(q, hit.start_solid, hit.t, hit.point, hit.normal);
    tlb_add_integer(q->arena, q->table, "leaf", hit.leaf);
    if (hit.has_surface) {
        tlb_add_integer(q->arena, q->table, "surface", hit.surface);
        tlb_add_integer(q->arena, q->table, "material", dig->surfaces.data[hit.surface].material);
    }
    return TLB_OK;
}

static void add_list(tlb_arena *arena, tlb_value *table, const char *name, tlb_bit_list numbers)
{
    tlb_value *list = tlb_add_list(arena, table, name);
    uint32_t number;
    while (tlb_bit_list_next(&numbers, &number))
        tlb_add_integer(arena, list, NULL, number);
}

tlb_status dig_answer_leaf(const tlb_query_call *q)
{
    const tlb_dig *dig = q->subject;
    float point[3];
    uint32_t leaf;
    tlb_dig_leaf_info info;
    if (!tlb_query_singles(q, point, 3))
        return tlb_query_refuse(q, "leaf", "a point is three numbers");
    if (!tlb_dig_find_leaf(dig, point, &leaf) || !tlb_dig_leaf_at(dig, leaf, &info))
        return TLB_OK;
    tlb_add_integer(q->arena, q->table, "leaf", leaf);
    tlb_add_bool(q->arena, q->table, "solid", info.solid);
    tlb_add_bool(q->arena, q->table, "external", info.external);
    if (info.has_box)
        tlb_add_singles(q->arena, q->table, "box", info.box, 6);
    add_list(q->arena, q->table, "surfaces", info.surfaces);
    add_list(q->arena, q->table, "visible", info.visible);
    return TLB_OK;
}

tlb_status dig_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    static tlb_query_handler *const answers[] = {dig_answer_ray, dig_answer_leaf};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, dig_queries, answers);
}
