/* Terrains of Darkstar inside. */
#ifndef TLB_FORMATS_DARKSTAR_DTF_DTF_H
#define TLB_FORMATS_DARKSTAR_DTF_DTF_H

#include "core/format.h"
#include "trilobite/formats/dtf.h"

#define DTF_TAG "GFIL"

/* The largest that are sound. */
enum { DTF_MOST_DETAILS = 11, DTF_MOST_SCALE = 16 };

extern const tlb_format tlb_format_dtf;

void tlb_dtf_walk(tlb_walk *w, void **root);
tlb_status tlb_dtf_check(tlb_document *document);

#endif
