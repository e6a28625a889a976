/* The samples of a terrain as squares and triangles. */
#include "formats/torque/ter/ter.h"

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
    return tlb_ter_material(g, x, y) == TLB_TER_HOLE;
}

ter_plane tlb_ter_plane(const ter_grid *g, uint32_t x, uint32_t y, float u, float v)
{
    float south_west = tlb_ter_height(g, x, y), south_east = tlb_ter_height(g, x + 1, y),
          north_west = tlb_ter_height(g, x, y + 1), north_east = tlb_ter_height(g, x + 1, y + 1);
    bool rises = ter_rises(x, y), south = rises ? u >= v : u + v <= 1, west = rises ? !south : south;
    ter_plane plane = {.slope_x = south ? south_east - south_west : north_east - north_west,
                       .slope_y = west ? north_west - south_west : north_east - south_east};
    plane.height = rises || south ? south_west + u * plane.slope_x + v * plane.slope_y
                                  : north_east - (1 - u) * plane.slope_x - (1 - v) * plane.slope_y;
    plane.slope_x /= g->square;
    plane.slope_y /= g->square;
    return plane;
}
