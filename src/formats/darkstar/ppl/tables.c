/* The tables of the software renderer, by palette: what a color becomes on the screen. */
#include "formats/darkstar/ppl/ppl.h"

/* Which of the maps and lookups is a palette's: they stand in the palettes' order. */
static bool find_place(const tlb_ppl *ppl, uint32_t palette, uint32_t *place)
{
    *place = 0;
    for (uint32_t i = 0; i < palette && i < ppl->palettes.count; i++)
        *place += ppl_has_remap(ppl->palettes.data[i].type);
    return palette < ppl->palettes.count && ppl_has_remap(ppl->palettes.data[palette].type);
}

const tlb_ppl_remap *tlb_ppl_remap_of(const tlb_ppl *ppl, uint32_t palette)
{
    uint32_t place;
    bool has = find_place(ppl, palette, &place);
    return has && place < ppl->remaps.count ? &ppl->remaps.data[place] : NULL;
}

const tlb_ppl_lookup *tlb_ppl_lookup_of(const tlb_ppl *ppl, uint32_t palette)
{
    uint32_t place;
    bool has = find_place(ppl, palette, &place);
    return has && place < ppl->lookups.count ? &ppl->lookups.data[place] : NULL;
}

static bool look_up(const tlb_ppl *ppl, uint32_t palette, uint64_t row, uint8_t column, uint8_t *screen)
{
    const tlb_ppl_remap *remap = tlb_ppl_remap_of(ppl, palette);
    uint64_t place = row * TLB_PALETTE_COLORS + column;
    if (!remap || place >= remap->map.size)
        return false;
    *screen = remap->map.data[place];
    return true;
}

static bool shades(const tlb_ppl *ppl, uint32_t palette)
{
    return palette < ppl->palettes.count && ppl->palettes.data[palette].type == TLB_PPL_SHADE_HAZE;
}

bool tlb_ppl_shade(const tlb_ppl *ppl, uint32_t palette, uint32_t shade, uint32_t haze, uint8_t color,
                   uint8_t *screen)
{
    return shades(ppl, palette) && shade < 1u << ppl->shadeShift && haze < (uint32_t)ppl->hazeLevels &&
           look_up(ppl, palette, ((uint64_t)haze << ppl->shadeShift) + shade, color, screen);
}

/* The set behind those of all hazes. */
bool tlb_ppl_haze(const tlb_ppl *ppl, uint32_t palette, uint32_t haze, uint8_t color, uint8_t *screen)
{
    return shades(ppl, palette) && haze < 1u << ppl->shadeShift &&
           look_up(ppl, palette, ((uint64_t)(uint32_t)ppl->hazeLevels << ppl->shadeShift) + haze, color,
                   screen);
}

bool tlb_ppl_blend(const tlb_ppl *ppl, uint32_t palette, uint8_t color, uint8_t behind, uint8_t *screen)
{
    return !shades(ppl, palette) && look_up(ppl, palette, color, behind, screen);
}
