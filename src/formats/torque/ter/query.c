/* Queries of a terrain. */
#include "core/query.h"

#include "formats/torque/ter/ter.h"

const tlb_query_info tlb_ter_queries[] = {
    {"height", "X Y",
     "the ground at a place in meters: height, normal, square and dominant material, or a hole"},
    {0},
};

/* The square that has a coordinate, and how far it is in it; false beyond an edge. */
static bool find_square(const ter_grid *g, double at, uint32_t *square, float *within)
{
    double squares = (double)g->squares, place = (at - (double)g->origin) / (double)g->square;
    if (g->wraps)
        place -= floor(place / squares) * squares;
    if (!(place >= 0 && place <= squares))
        return false;
    *square = place < squares ? (uint32_t)place : g->squares - 1;
    *within = (float)(place - *square);
    return true;
}

static void add_material(const tlb_query_call *q, const tlb_ter *x, uint8_t material)
{
    tlb_value *table = tlb_value_add_table(q->arena, q->table, "material");
    tlb_value_add_integer(q->arena, table, "index", material);
    if (material < x->materialNames.count)
        tlb_value_add_bytes_text(q->arena, table, "name", x->materialNames.data[material]);
}

static tlb_status answer_height(const tlb_query_call *q)
{
    ter_grid g = tlb_ter_grid(q->subject);
    double at[2];
    uint32_t x, y;
    float u, v;
    if (!tlb_query_reals(q, at, 2))
        return tlb_query_refuse(q, "height", "expected x and y in meters (two numbers)");
    if (!g.squares)
        return tlb_query_refuse(q, "height", "the terrain has no squares");
    if (!find_square(&g, at[0], &x, &u) || !find_square(&g, at[1], &y, &v))
        return tlb_query_refuse(q, "height", "the place is outside of the terrain");
    bool hole = tlb_ter_is_hole(&g, x, y);
    tlb_ground ground = tlb_ter_ground(&g, x, y, u, v);
    tlb_add_ground(q, x, y, hole ? NULL : &ground);
    if (!hole)
        add_material(q, g.ter, tlb_ter_material(&g, x, y));
    return TLB_OK;
}

tlb_status tlb_ter_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_height};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_ter_queries, answers);
}
