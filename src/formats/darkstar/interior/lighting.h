/* The light that falls on an interior's surfaces: of a lighting alone, or as mission lighting changes it. */
#ifndef TLB_FORMATS_DARKSTAR_INTERIOR_LIGHTING_H
#define TLB_FORMATS_DARKSTAR_INTERIOR_LIGHTING_H

#include "formats/darkstar/dil/dil.h"
#include "image/sheets.h"

typedef struct interior_lighting {
    const tlb_dil *base;    /* NULL: no light at all */
    const tlb_dil *mission; /* NULL: none */
    tlb_dil_relit_list relit;
    bool animated; /* the animated lights, too, as they are so many seconds after they began */
    double seconds;
} interior_lighting;

/* The pairs of mission lighting, in `arena`, as tlb_dil_relit_pairs has them. */
tlb_status dil_relit_pairs(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                           tlb_dil_relit_list *pairs);

/* What surface a light map is for, and where it came to stand. */
typedef struct interior_light {
    uint32_t tile; /* in interior_sheets.tiles, TLB_DIL_NO_MAP: it has none */
    const tlb_dil_surface *surface;
} interior_light;

typedef struct interior_sheets {
    const tlb_dil *dil; /* whose scale they have */
    tlb_tile *tiles;
    tlb_sheets sheets;
    interior_light *lights; /* one for each surface asked for */
    uint32_t light_count, undecoded,
        left_out; /* the last two: surfaces without a map that they should have */
} interior_sheets;

/* Decodes the light maps of surfaces 0 to `count` - 1 on sheets, whose pixels are in `arena`; equal ones
 * stand there once. `outside` has for each surface whether mission lighting counts there, NULL: everywhere.
 * Everything else is in `work`. False without memory. */
bool interior_make_sheets(const interior_lighting *lighting, const uint8_t *outside, uint32_t count,
                          tlb_arena *arena, tlb_arena *work, interior_sheets *sheets);

/* A place among a surface's luxels (tlb_dil_luxel_uv) as a texture coordinate on its sheet. */
void interior_sheet_uv(const interior_sheets *sheets, uint32_t surface, const float at[2], float uv[2]);

#endif
