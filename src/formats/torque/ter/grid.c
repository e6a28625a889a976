/* The samples of a terrain as squares and triangles. */
#include "formats/torque/ter/ter.h"

#include "base/number.h"
#include "core/options.h"

#include <string.h>

ter_grid tlb_ter_grid(const tlb_ter *x)
{
    enum { LEGACY_SQUARE = 8, SQUARE = 2 };
    bool legacy = x->version <= TLB_TER_LAST_LEGACY_VERSION;
    uint32_t side = legacy ? TLB_TER_LEGACY_SIZE : x->size;
    if ((uint64_t)side * side > x->heights.count)
        side = 0;
    ter_grid g = {.ter = x, .side = side, .wraps = legacy, .square = legacy ? LEGACY_SQUARE : SQUARE};
    g.squares = side && !legacy ? side - 1 : side;
    g.origin = 0 - (float)side / 2 * g.square;
    return g;
}

float tlb_ter_height(const ter_grid *g, uint32_t x, uint32_t y)
{
    return (float)g->ter->heights.data[ter_index(g, x, y)] / TLB_TER_UNITS;
}

uint8_t tlb_ter_material(const ter_grid *g, uint32_t x, uint32_t y)
{
    size_t i = ter_index(g, x, y);
    const tlb_ter *t = g->ter;
    if (g->wraps)
        return i < t->baseMaterialMap.count ? t->baseMaterialMap.data[i] & TLB_TER_MATERIAL : 0;
    return i < t->layerMap.count ? t->layerMap.data[i] : 0;
}

bool tlb_ter_is_hole(const ter_grid *g, uint32_t x, uint32_t y)
{
    bool taken_out = g->empty && x < g->squares && y < g->squares && g->empty[(size_t)y * g->squares + x];
    return taken_out || tlb_ter_material(g, x, y) == TLB_TER_HOLE;
}

tlb_ground tlb_ter_ground(const ter_grid *g, uint32_t x, uint32_t y, float u, float v)
{
    const tlb_ground_square square = {.south_west = tlb_ter_height(g, x, y),
                                      .south_east = tlb_ter_height(g, x + 1, y),
                                      .north_west = tlb_ter_height(g, x, y + 1),
                                      .north_east = tlb_ter_height(g, x + 1, y + 1),
                                      .side = g->square,
                                      .rises = ter_rises(x, y)};
    return tlb_ground_at(&square, u, v);
}

/* A number: how many squares in its upper half, in its lower the row and the column of the first. */
static void take_out(const ter_grid *g, bool *empty, uint32_t run)
{
    enum { COLUMNS = 256 };
    uint32_t first = (run & UINT16_MAX) % COLUMNS, row = (run & UINT16_MAX) / COLUMNS;
    for (uint32_t x = first; x < first + (run >> 16) && x < g->squares && row < g->squares; x++)
        empty[(size_t)row * g->squares + x] = true;
}

tlb_status tlb_ter_set_empty(ter_grid *g, tlb_context *context, tlb_arena *arena, const char *squares)
{
    static const char blanks[] = " \t";
    bool *empty = tlb_zalloc_array(arena, (size_t)g->squares * g->squares, sizeof *empty);
    if (!empty)
        return tlb_report_memory(context, arena);
    for (const char *at = squares + strspn(squares, blanks); *at; at += strspn(at, blanks)) {
        uint32_t run;
        const char *end = at + strcspn(at, blanks);
        if (tlb_read_u32(at, end, &run) != end)
            return tlb_refuse_option(context, "empty-squares", "\"%s\": expected whole numbers", squares);
        take_out(g, empty, run);
        at = end;
    }
    g->empty = empty;
    return TLB_OK;
}
