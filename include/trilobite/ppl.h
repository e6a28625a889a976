/* Darkstar palettes: PL98 (.ppl, sometimes .pal: all palettes of a world), PPAL (.ppl, .pal: one, of earlier
 * engines) and Microsoft's RIFF PAL. Names are those of the format's description, which docs/formats/ppl.md
 * corrects where real files differ from it. */
#ifndef TRILOBITE_PPL_H
#define TRILOBITE_PPL_H

#include "trilobite/document.h"

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

/* For the software renderer. Shade and haze: (hazeLevels + 1) sets of (1 << shadeShift) maps of 256 indices.
 * Translucent, additive, subtractive: the index for each pair of indices. */
typedef struct tlb_ppl_remap {
    tlb_bytes map;
} tlb_ppl_remap;

typedef struct tlb_ppl_lookup {
    uint8_t colorIndex[TLB_PALETTE_COLORS];
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
/* "shadehaze" …; NULL for what is none. */
TLB_API const char *tlb_ppl_type_name(uint32_t type);
/* The first palette of this index; NULL: none. */
TLB_API const tlb_ppl_palette *tlb_ppl_find(const tlb_ppl *ppl, uint32_t paletteIndex);

/* --- PPAL and RIFF: lists of chunks --------------------------------------------------------------------- */

typedef struct tlb_pal_chunk {
    tlb_text tag;
    bool isOpaque; /* `data` holds it, else `version` (RIFF), `colors` */
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

#ifdef __cplusplus
}
#endif
#endif
