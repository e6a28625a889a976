/* A picture on its way into a bitmap. */
#ifndef TLB_FORMATS_DARKSTAR_PBMP_FROM_SCENE_H
#define TLB_FORMATS_DARKSTAR_PBMP_FROM_SCENE_H

#include "formats/darkstar/pbmp/format.h"
#include "image/quantize.h"

/* The bitmap of --like. */
typedef struct pbmp_original {
    tlb_document *document; /* NULL: the option was not given */
    tlb_pbmp_facts facts;
    bool is_indexed; /* `shown` and `colors` are there */
    tlb_image shown; /* its finest level as it is seen */
    palette_colors colors;
    tlb_bytes riff; /* the palette that it holds and is shown with */
} pbmp_original;

typedef struct pbmp_job {
    const tlb_conversion *conversion;
    tlb_context *context;
    tlb_arena arena;
    palettes palettes;
    const tlb_image *image;
    const uint8_t (*pixels)[4];
    pbmp_original original;
    tlb_pbmp_facts facts;
    tlb_quantizer quantizer;
    bool keeps_indices; /* the picture's palette is the bitmap's */
    bool other_palette; /* the one that the bitmap names is nowhere */
    int32_t hole;       /* the index of what is seen through, TLB_NONE */
} pbmp_job;

/* The document of --like, whose surroundings become assets: its palette is there. Before palettes_init. */
tlb_status pbmp_open_original(pbmp_job *job);
/* Fills facts, quantizer and what follows it from the options, the picture and the original. */
tlb_status pbmp_choose(pbmp_job *job);

#endif
