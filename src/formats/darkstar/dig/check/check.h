/* The rules of interior geometry, one file a subject. Parts may be anything: no rule relies on another having
 * held, but the tree is only gone down where it is one. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_CHECK_CHECK_H
#define TLB_FORMATS_DARKSTAR_DIG_CHECK_CHECK_H

#include "core/checker.h"
#include "formats/darkstar/dig/dig.h"

/* Planes and points of real files agree this well, in meters. */
#define DIG_THICKNESS 0.05

/* The path of a field of a leaf, which lists of their own have from version 7. */
const char *tlb_dig_leaf_path(tlb_checker *c, const tlb_dig *dig, uint32_t leaf, const char *field);

/* What the tree says against the surfaces and the leaves, and `boxes`: against the boxes of leaves, too. */
void tlb_dig_check_tree(tlb_checker *c, const tlb_dig *dig, bool boxes);
/* What leaves see, against the tree; false: `outside` has what cannot be seen. */
void tlb_dig_check_pvs(tlb_checker *c, const tlb_dig *dig);

#endif
