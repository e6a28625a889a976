/* A trilobite: shell, eyes, antennae and legs, with a skeleton that walks and curls up. */
#ifndef TLB_TESTS_TRILOBITE_H
#define TLB_TESTS_TRILOBITE_H

#include "core/format.h"

/* An Inter-Quake model; iqm_unmake frees it. */
void make_trilobite(tlb_document *document, tlb_context *context);

#endif
