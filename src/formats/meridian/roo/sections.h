/* The parts of a room between its header and its end. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_SECTIONS_H
#define TLB_FORMATS_MERIDIAN_ROO_SECTIONS_H

#include "formats/meridian/roo/roo.h"
#include "layout/walk.h"

/* Sections are named by the gap before them: from TLB_ROO_BEFORE_NODES to TLB_ROO_BEFORE_SERVER. */

/* In bytes; of the server's, after which nothing comes, 0. */
uint64_t tlb_roo_section_size(const tlb_roo *x, const roo_layout *layout, tlb_roo_gap section);
void tlb_roo_walk_section(tlb_walk *w, tlb_roo *x, const roo_layout *layout, tlb_roo_gap section);

#endif
