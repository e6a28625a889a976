/* The rules of interior geometry, one file a subject. Parts may be anything: no rule relies on another having
 * held. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_CHECK_H
#define TLB_FORMATS_DARKSTAR_DIG_CHECK_H

#include "formats/darkstar/dig/geometry.h"
#include "core/checker.h"

/* Planes and points of real files agree this well, in metres. */
#define DIG_THICKNESS 0.05

void dig_check_surfaces(tlb_checker *c, const tlb_dig *dig);
void dig_check_tree(tlb_checker *c, const tlb_dig *dig);
void dig_check_leaves(tlb_checker *c, const tlb_dig *dig);

#endif
