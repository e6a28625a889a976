/* Which palette a bitmap is seen with: the one asked for with --palette, else one found among the
 * conversion's assets. Files of palettes are tried from the nearest to the farthest: those beside the bitmap
 * first, among them those whose name begins most like its own. Of a file that holds several, the index that
 * the bitmap names decides. */
#ifndef TLB_DARKSTAR_PALETTES_H
#define TLB_DARKSTAR_PALETTES_H

#include "formats/format.h"
#include "trilobite/pbmp.h"
#include "trilobite/ppl.h"

typedef struct palette_colors {
    const tlb_ppl_color *colors; /* 256 */
    uint32_t type;               /* tlb_ppl_type */
    bool has_alpha;              /* the fourth bytes are alphas */
} palette_colors;

/* Some palettes have no alphas but zeros in their place. */
bool palette_has_alpha(const tlb_ppl_color *colors);

/* One file of palettes: all of a world, or a single one. */
typedef struct palette_file {
    tlb_asset asset; /* its path is NULL: the one asked for */
    uint32_t rank, order;
    bool is_read;
    const tlb_ppl *ppl;
    palette_colors single; /* colors NULL: none */
} palette_file;

typedef struct palettes {
    const tlb_conversion *conversion;
    tlb_arena arena;
    tlb_document *document;       /* of --palette */
    TLB_LIST(palette_file) files; /* with --palette that one alone */
    int64_t index;                /* of --palette-index, -1: what the bitmap names */
    palette_colors grey;
} palettes;

/* TLB_ARGUMENT and others, reported, when the options name no palette. palettes_free follows in any case. */
tlb_status palettes_init(palettes *p, const tlb_conversion *conversion);
void palettes_free(palettes *p);

/* The palette of this index for the bitmap of this name, a path. PALETTE_OTHER or PALETTE_MISSING is reported
 * when it is another one. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status palettes_find(palettes *p, uint32_t index, const char *name, palette_colors *colors);
/* The same for a bitmap that has colors of its own: they stay, and nothing is reported, where there is no
 * palette of this index and none was asked for. */
tlb_status palettes_find_for_bmp(palettes *p, uint32_t index, const char *name, palette_colors *colors);

#endif
