/* The rules of interior lighting, one file a subject. */
#ifndef TLB_DARKSTAR_DIL_CHECK_H
#define TLB_DARKSTAR_DIL_CHECK_H

#include "formats/darkstar/findings.h"
#include "formats/format.h"
#include "trilobite/dil.h"

void dil_check_tree(finder *f, const tlb_dil *dil);
void dil_check_maps(finder *f, const tlb_dil *dil);
void dil_check_relit(finder *f, const tlb_dil *dil);
/* Against the geometry beside the file, when it is there. */
void dil_check_geometry(finder *f, const tlb_document *document);

#endif
