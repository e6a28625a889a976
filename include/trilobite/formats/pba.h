/* Lists of Darkstar bitmaps (.pba): the frames of an animation, or the parts of a control, by their order.
 * Each is a PBMP (pbmp.h). */
#ifndef TRILOBITE_FORMATS_PBA_H
#define TRILOBITE_FORMATS_PBA_H

#include "trilobite/formats/pbmp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_pba {
    uint32_t size;     /* 16, and the sizes that the bitmaps state; not to be relied on */
    uint32_t headSize; /* 8 */
    uint32_t version;  /* high byte: 0; the rest: how many bitmaps follow */
    TLB_ARRAY(tlb_pbmp) bitmaps;
    tlb_bytes tail; /* what follows them */
} tlb_pba;

/* The document's own list; NULL when it is of another format. */
TLB_API tlb_pba *tlb_document_pba(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
