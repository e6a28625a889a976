/* The rules of interior lighting, one file a subject. */
#ifndef TLB_FORMATS_DARKSTAR_DIL_CHECK_H
#define TLB_FORMATS_DARKSTAR_DIL_CHECK_H

#include "core/checker.h"
#include "core/format.h"
#include "trilobite/dil.h"

void dil_check_tree(tlb_checker *c, const tlb_dil *dil);
void dil_check_maps(tlb_checker *c, const tlb_dil *dil);
void dil_check_relit(tlb_checker *c, const tlb_dil *dil);
/* Against the geometry beside the file, when it is there. */
void dil_check_geometry(tlb_checker *c, const tlb_document *document);

#endif
