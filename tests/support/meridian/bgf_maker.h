/* BGF documents: textures that we painted, and one that uses every part of the format. Without memory the
 * test program ends. */
#ifndef TLB_TESTS_BGF_MAKER_H
#define TLB_TESTS_BGF_MAKER_H

#include "made.h"
#include "trilobite/formats/bgf.h"

typedef enum bgf_kind {
    BGF_WALL,      /* bricks with an F on them, which shows how it is turned; compressed */
    BGF_FLOOR,     /* flagstones; raw */
    BGF_FENCE,     /* bars, seen through between them */
    BGF_WATER,     /* four frames */
    BGF_OLD,       /* bars of version 9 */
    BGF_SIGNPOST,  /* an object: its back, and, as the first group says, its front with an F on it; moved */
    BGF_LANTERN,   /* an object that hangs on a chain */
    BGF_EVERYTHING /* small: hotspots, raw and compressed, groups of several sizes, an unused bitmap */
} bgf_kind;

/* The document needs no initialising; it is not opened from bytes: it has no source. */
void bgf_make(tlb_document *document, tlb_context *context, bgf_kind kind);

#endif
