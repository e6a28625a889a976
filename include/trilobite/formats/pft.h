/* Fonts of Darkstar games (.pft): the glyphs of a code page as rectangles of a few bitmaps. Names are ours
 * where the description has none. */
#ifndef TRILOBITE_FORMATS_PFT_H
#define TRILOBITE_FORMATS_PFT_H

#include "trilobite/formats/pba.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A rectangle of a page. */
typedef struct tlb_pft_glyph {
    uint8_t page, x, y, width, height;
    int8_t baseline; /* how far its lower edge is below the line that letters stand on */
    uint8_t unused[2];
} tlb_pft_glyph;

typedef struct tlb_pft {
    uint32_t size;      /* of the file, less 8 */
    int32_t version;    /* 2 */
    int32_t flags;      /* 0x45 */
    int32_t unknown1;   /* 0 */
    int32_t fontHeight; /* of the tallest glyph */
    int32_t measure;    /* not known */
    int32_t colorIndex; /* the main color, an index into the palette */
    int32_t unknown2;   /* 0 */
    int32_t widestAdvance;
    int32_t scale[2]; /* 65536: 1 */
    int32_t spacing;
    uint16_t firstCharacter;    /* that of the first of `glyphOf`: 32 */
    TLB_ARRAY(int16_t) glyphOf; /* of each character, in Windows' code page, the glyph; -1: none */
    TLB_ARRAY(tlb_pft_glyph) glyphs;
    tlb_pba pages;     /* its tail is empty: what follows is in that of the font */
    uint32_t unknown3; /* 0 */
    tlb_bytes tail;
} tlb_pft;

/* The document's own font; NULL when it is of another format. */
TLB_API tlb_pft *tlb_document_pft(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
