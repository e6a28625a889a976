/* Darkstar palettes: PL98 (.ppl, sometimes .pal: all palettes of a world), PPAL (.ppl, .pal: one, of earlier
 * engines) and Microsoft's RIFF PAL. Names are those of the format's description, which docs/formats/ppl.md
 * corrects where real files differ from it. */
#ifndef TRILOBITE_FORMATS_PPL_H
#define TRILOBITE_FORMATS_PPL_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TLB_PALETTE_COLORS = 256 };

typedef uint8_t tlb_ppl_color[4]; /* red, green, blue; flags, which for translucent palettes are the alpha */

/* --- PL98 ----------------------------------------------------------------------------------------------- */

typedef enum tlb_ppl_type {
    TLB_PPL_NO_REMAP,
    TLB_PPL_SHADE_HAZE,
    TLB_PPL_TRANSLUCENT,
    TLB_PPL_COLOR_QUANT,
    TLB_PPL_ALPHA_QUANT,
    TLB_PPL_ADDITIVE_QUANT,
    TLB_PPL_ADDITIVE,
    TLB_PPL_SUBTRACTIVE_QUANT,
    TLB_PPL_SUBTRACTIVE,
    TLB_PPL_TYPES
} tlb_ppl_type;

typedef struct tlb_ppl_palette {
    TLB_ARRAY(tlb_ppl_color) colors; /* 256 */
    uint32_t paletteIndex;           /* what bitmaps name; 0xffffffff where they name none */
    uint32_t type;                   /* tlb_ppl_type */
} tlb_ppl_palette;

/* Tables of the software renderer: tlb_ppl_shade, tlb_ppl_haze and tlb_ppl_blend look things up in them. */
typedef struct tlb_ppl_remap {
    tlb_bytes map;
} tlb_ppl_remap;

/* The palette's colors as they are seen on the screen, whose palette is the one of index -1. */
typedef struct tlb_ppl_lookup {
    uint8_t colorIndex[TLB_PALETTE_COLORS]; /* of the nearest of the screen's */
    float colorR[TLB_PALETTE_COLORS], colorG[TLB_PALETTE_COLORS], colorB[TLB_PALETTE_COLORS],
        colorA[TLB_PALETTE_COLORS];
} tlb_ppl_lookup;

typedef struct tlb_ppl {
    int32_t shadeShift, hazeLevels, hazeColor;
    uint8_t allowedMatches[32]; /* bit i & 7 of byte i >> 3: color i may be taken when colors are matched */
    TLB_ARRAY(tlb_ppl_palette) palettes;
    TLB_ARRAY(tlb_ppl_remap) remaps;   /* of the palettes of types 1, 2, 6 and 8, in their order */
    TLB_ARRAY(tlb_ppl_lookup) lookups; /* likewise */
    uint32_t noRemapData; /* what palettes of type 0 have: 0 nothing, 1 512 bytes, 2 4352 bytes */
    TLB_ARRAY(tlb_ppl_remap) noRemaps;
    uint8_t hasWeights;
    float colorWeights[TLB_PALETTE_COLORS];
    uint32_t weightStart, weightEnd;
    uint32_t expansion; /* 0 */
    tlb_bytes tail;
} tlb_ppl;

/* The document's own PL98; NULL when it is of another format. */
TLB_API tlb_ppl *tlb_document_ppl(tlb_document *document);
/* "shadehaze" …; NULL: unknown. */
TLB_API const char *tlb_ppl_type_name(uint32_t type);
/* The first palette of this index; NULL: none. */
TLB_API const tlb_ppl_palette *tlb_ppl_find(const tlb_ppl *ppl, uint32_t paletteIndex);

/* --- tables of a palette of PL98 ------------------------------------------------------------------------ */

/* The tables of a palette, by its number in `palettes`. NULL: its type has none, or they are not there. */
TLB_API const tlb_ppl_remap *tlb_ppl_remap_of(const tlb_ppl *ppl, uint32_t palette);
TLB_API const tlb_ppl_lookup *tlb_ppl_lookup_of(const tlb_ppl *ppl, uint32_t palette);

/* What a color of a palette (by its number) becomes on the screen: *screen is an index of the palette of
 * index -1. False: the palette's type has no such table, or the level is none. */

/* Type 1: in one of (1 << shadeShift) shades, 0 the darkest, and hazeLevels hazes, 0 none. */
TLB_API bool tlb_ppl_shade(const tlb_ppl *ppl, uint32_t palette, uint32_t shade, uint32_t haze, uint8_t color,
                           uint8_t *screen);
/* Type 1: fully lit, in a haze from 0 to (1 << shadeShift) - 1; a table of its own. */
TLB_API bool tlb_ppl_haze(const tlb_ppl *ppl, uint32_t palette, uint32_t haze, uint8_t color,
                          uint8_t *screen);
/* Types 2, 6 and 8: over, added to or taken from what the screen has there, also an index of its palette. */
TLB_API bool tlb_ppl_blend(const tlb_ppl *ppl, uint32_t palette, uint8_t color, uint8_t behind,
                           uint8_t *screen);

/* --- PPAL and RIFF: lists of chunks --------------------------------------------------------------------- */

typedef struct tlb_pal_chunk {
    tlb_text tag;
    bool isOpaque; /* `data` holds it, else `palVersion` (RIFF) and `colors` do */
    uint16_t palVersion;
    TLB_ARRAY(tlb_ppl_color) colors; /* of "data", in PPAL also of "tpal" */
    tlb_bytes data;
} tlb_pal_chunk;

typedef struct tlb_pal {
    bool isRiff;
    uint32_t size; /* of the whole; not to be relied on in PPAL */
    TLB_ARRAY(tlb_pal_chunk) chunks;
    tlb_bytes tail;
} tlb_pal;

/* The document's own PPAL or RIFF PAL; NULL when it is of another format. */
TLB_API tlb_pal *tlb_document_pal(tlb_document *document);
/* The chunk with the colors; NULL: there is none. */
TLB_API const tlb_pal_chunk *tlb_pal_colors(const tlb_pal *pal);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of PL98. */
typedef struct tlb_ppl_read_options {
    tlb_format_options head;
    tlb_optional_integer index; /* position of a palette in its file, from 0; default: all */
} tlb_ppl_read_options;

#define TLB_PPL_READ_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_ppl_read_options)

#ifdef __cplusplus
}
#endif
#endif
