/* What the files of palettes share. */
#ifndef TLB_FORMATS_DARKSTAR_PPL_PPL_H
#define TLB_FORMATS_DARKSTAR_PPL_PPL_H

#include "core/format.h"
#include "trilobite/formats/pbmp.h"
#include "trilobite/formats/ppl.h"

extern const tlb_format tlb_format_ppl, tlb_format_ppal, tlb_format_pal;

void tlb_ppl_walk(tlb_walk *w, void **root);
void tlb_pal_walk(tlb_walk *w, void **root);
bool tlb_ppl_has_remap(uint32_t type); /* a palette of this type has a map and a lookup */
extern const tlb_query_info tlb_ppl_queries[];
tlb_status tlb_ppl_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
tlb_status tlb_ppl_check(tlb_document *document);
tlb_status tlb_pal_check(tlb_document *document);

/* The options of who uses `palettes`, for formats with these abilities. */
#define PALETTE_OPTIONS(abilities)                                                                           \
    {"palette", "FILE", "palette for indexed pictures: a palette in any format, or a picture with one",      \
     TLB_SETS(TEXT, palette, (abilities))},                                                                  \
    {                                                                                                        \
        "palette-index", "N", "palette index, overriding the bitmap's; -1: none",                            \
            TLB_SETS(INTEGER, palette_index, (abilities)), .least = -1, .most = UINT32_MAX                   \
    }

/* --- palettes for bitmaps ------------------------------------------------------------------------------ */

/* palettes.c: which palette a bitmap is seen with: the one given with --palette, else one found among the
 * conversion's assets. Files of palettes are tried from the nearest to the farthest: those beside the bitmap
 * first, among them those whose name begins most like its own. Of a file that holds several, the index that
 * the bitmap names decides. */

typedef struct palette_colors {
    const tlb_ppl_color *colors; /* 256 */
    uint32_t type;               /* tlb_ppl_type */
    bool has_alpha;              /* the fourth bytes are alphas */
    bool is_other;               /* not what was looked for, which is nowhere */
    uint32_t index;              /* TLB_PBMP_NO_PALETTE: it has none */
    const tlb_ppl *world;        /* the PL98 that it is of; NULL: it stands alone */
    const char *file;            /* where it is from; NULL: from the bitmap, or from nowhere */
} palette_colors;

/* Some palettes have no alphas but zeros in their place. */
bool tlb_ppl_has_alpha(const tlb_ppl_color *colors);

/* One file of palettes: all of a world, or a single one. */
typedef struct palette_file {
    tlb_asset asset; /* its path is NULL: the one given */
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
    tlb_tier tier;                /* up to which they are listed */
    bool has_index;               /* --palette-index was given: `index`, whatever the bitmap names */
    uint32_t index;
    palette_colors gray;
} palettes;

/* TLB_ARGUMENT and others, reported, when the options name no palette. tlb_ppl_palettes_free follows in any
 * case. */
tlb_status tlb_ppl_palettes_init(palettes *p, const tlb_conversion *conversion);
void tlb_ppl_palettes_free(palettes *p);

/* A palette of a world's file. */
palette_colors tlb_ppl_palettes_colors_of(const palettes *p, const palette_file *file,
                                          const tlb_ppl_palette *palette);

/* The palette of this index for the bitmap of this name, a path. PALETTE_OTHER or PALETTE_MISSING is reported
 * when it is another one. `own` (may be NULL): the bitmap's own colors, which are used where the palette is
 * nowhere and none was given. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status tlb_ppl_palettes_find(palettes *p, uint32_t index, const char *name, const tlb_ppl_color *own,
                                 palette_colors *colors);

#endif
