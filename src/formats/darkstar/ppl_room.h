/* Palettes within the room. */
#ifndef TLB_DARKSTAR_PPL_ROOM_H
#define TLB_DARKSTAR_PPL_ROOM_H

#include "formats/format.h"
#include "trilobite/ppl.h"

extern const tlb_format tlb_format_ppl, tlb_format_ppal, tlb_format_pal;

void ppl_walk(tlb_walk *w, void **root);
void pal_walk(tlb_walk *w, void **root);
tlb_status ppl_check(tlb_document *document);
tlb_status pal_check(tlb_document *document);

bool ppl_starts(tlb_bytes source); /* PL98 */
bool ppal_starts(tlb_bytes source);
bool riff_starts(tlb_bytes source); /* RIFF with a palette */

#endif
