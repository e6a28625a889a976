/* Torque sequences inside. */
#ifndef TLB_FORMATS_TORQUE_DSQ_DSQ_H
#define TLB_FORMATS_TORQUE_DSQ_DSQ_H

#include "core/format.h"
#include "trilobite/formats/dsq.h"

extern const tlb_format tlb_format_dsq;

void tlb_dsq_walk(tlb_walk *w, void **root);
tlb_status tlb_dsq_check(tlb_document *document);

#endif
