/* What files of palettes hold. */
#include "formats/darkstar/ppl/ppl.h"

#include <string.h>

const char *tlb_ppl_type_name(uint32_t type)
{
    static const char *const names[TLB_PPL_TYPES] = {"noremap",    "shadehaze",        "translucent",
                                                     "colorquant", "alphaquant",       "additivequant",
                                                     "additive",   "subtractivequant", "subtractive"};
    return type < TLB_PPL_TYPES ? names[type] : NULL;
}

const tlb_ppl_palette *tlb_ppl_find(const tlb_ppl *ppl, uint32_t paletteIndex)
{
    if (!ppl)
        return NULL;
    for (uint32_t i = 0; i < ppl->palettes.count; i++)
        if (ppl->palettes.data[i].paletteIndex == paletteIndex)
            return &ppl->palettes.data[i];
    return NULL;
}

const tlb_pal_chunk *tlb_pal_colors(const tlb_pal *pal)
{
    if (!pal)
        return NULL;
    for (uint32_t i = 0; i < pal->chunks.count; i++) {
        const tlb_pal_chunk *chunk = &pal->chunks.data[i];
        if (!chunk->isOpaque && memcmp(chunk->tag.data, "data", 4) == 0)
            return chunk;
    }
    return NULL;
}

bool tlb_ppl_has_alpha(const tlb_ppl_color *colors)
{
    for (int i = 0; i < TLB_PALETTE_COLORS; i++)
        if (colors[i][3])
            return true;
    return false;
}
