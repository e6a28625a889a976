/* The rules of interior geometry, one file a subject. Parts may be anything: no rule relies on another having
 * held. */
#ifndef TLB_DARKSTAR_DIG_CHECK_H
#define TLB_DARKSTAR_DIG_CHECK_H

#include "formats/darkstar/dig_geometry.h"
#include "formats/darkstar/findings.h"

/* Planes and points of real files agree this well, in metres. */
#define DIG_THICKNESS 0.05

void dig_check_surfaces(finder *f, const tlb_dig *dig);
void dig_check_tree(finder *f, const tlb_dig *dig);
void dig_check_leaves(finder *f, const tlb_dig *dig);

#endif
