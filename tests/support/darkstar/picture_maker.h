/* Makes Darkstar's palettes, bitmaps and material lists: every part of the layouts, with values that mean
 * something. */
#ifndef TLB_TESTS_PICTURE_MAKER_H
#define TLB_TESTS_PICTURE_MAKER_H

#include "made.h"
#include "trilobite/trilobite.h"

/* Each document is the caller's, and goes with made_end. */

typedef struct dml_plan {
    int32_t version;
    bool shortRecords;        /* version 1 */
    bool stale;               /* exporters' memory after names, in types, after the chunk */
    const char *const *files; /* NULL at the end; NULL: one material of each kind */
} dml_plan;
void dml_make(tlb_document *document, tlb_context *context, const dml_plan *plan);

/* Eight ramps of 32 colors; index 0 is black, 255 is not allowed in matches. */
void make_colors(tlb_ppl_color colors[256], uint8_t alpha);

typedef struct ppl_plan {
    uint8_t types[16];
    uint32_t count;
    uint32_t noRemapData;
    bool weights;
} ppl_plan;
/* Palettes get the indices 1, 2 … */
void ppl_make(tlb_document *document, tlb_context *context, const ppl_plan *plan);

void pal_make(tlb_document *document, tlb_context *context, bool riff);

/* The index of each pixel. */
typedef uint8_t pixel_maker(uint32_t x, uint32_t y);

typedef struct pbmp_plan {
    uint32_t width, height, mipLevels, attributes, paletteIndex;
    bool bare; /* head and data alone */
    bool riff; /* a palette of its own */
    pixel_maker *pixel;
} pbmp_plan;
void pbmp_make(tlb_document *document, tlb_context *context, const pbmp_plan *plan);

/* A list of three bitmaps of 5 by 3 pixels, and a font of the four characters from "A" on: of 3 by 5, 2 by 3,
 * none, and 2 by 2 pixels that hang below the line. */
void pba_make(tlb_document *document, tlb_context *context, pixel_maker *pixel);
void pft_make(tlb_document *document, tlb_context *context, pixel_maker *pixel);

typedef struct bmp_plan {
    uint32_t width, height;
    uint16_t bits;
    bool topDown, marked; /* marked: with palette 1 of a world */
    pixel_maker *pixel;
} bmp_plan;
void bmp_make(tlb_document *document, tlb_context *context, const bmp_plan *plan);

#endif
