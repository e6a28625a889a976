#ifndef TLB_FORMATS_SENSE8_NFF_CHECK_H
#define TLB_FORMATS_SENSE8_NFF_CHECK_H

#include "core/checker.h"
#include "formats/sense8/nff/nff.h"

/* nff_check_polygons.c: an object's polygons, and what its vertices are to them. */
void nff_check_polygons(tlb_checker *c, const tlb_nff_object *x);

#endif
