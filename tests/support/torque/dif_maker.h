/* DIF documents of every version and family with every part that these can have: rooms that check finds
 * nothing in, that can be drawn, and that rays can be cast in. */
#ifndef TRILOBITE_TESTS_DIF_MAKER_H
#define TRILOBITE_TESTS_DIF_MAKER_H

#include "made.h"
#include "trilobite/formats/dif.h"

/* What follows the AI nodes. */
typedef enum dif_ending {
    DIF_END_ENTITIES,       /* vehicle collision, game entities, the closing zero */
    DIF_END_ENTITIES_TAIL,  /* and eight zero bytes */
    DIF_END_ENTITIES_SHORT, /* without the closing zero */
    DIF_END_PLAIN,          /* vehicle collision, no game entities */
    DIF_END_PLAIN_TAIL_4,   /* and four zero bytes */
    DIF_END_PLAIN_TAIL_20,  /* and twenty */
    DIF_END_SURPLUS_WORD,   /* a zero too many: the vehicle collision is beyond what engines read */
    DIF_ENDINGS
} dif_ending;

typedef struct dif_plan {
    uint32_t version;
    tlb_dif_family family; /* of version 0 */
    uint32_t seed;         /* sizes and values */
    dif_ending ending;
    bool flagged;     /* lists with narrow elements, in every width there is */
    bool odd;         /* what check would remark on: garbage for names, repeated properties */
    bool narrowNulls; /* the vehicle's null surfaces have counts of one byte */
    bool largeMaps;   /* light map rectangles beyond 255 texels: version 13, or the family of big maps */
    bool bare;        /* nothing but one detail level, without lights, hulls and extras */
} dif_plan;

/* The document needs no initialising; it is not opened from bytes: it has no source. */
void dif_make(tlb_document *document, tlb_context *context, const dif_plan *plan);

#endif
