/* Palettes within the room. */
#ifndef TLB_FORMATS_DARKSTAR_PPL_PPL_H
#define TLB_FORMATS_DARKSTAR_PPL_PPL_H

#include "core/format.h"
#include "trilobite/ppl.h"

extern const tlb_format tlb_format_ppl, tlb_format_ppal, tlb_format_pal;

void ppl_walk(tlb_walk *w, void **root);
void pal_walk(tlb_walk *w, void **root);
bool ppl_has_remap(uint32_t type); /* a palette of this type has a map and a lookup */
extern const tlb_query_info ppl_queries[];
tlb_status ppl_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);
tlb_status ppl_check(tlb_document *document);
tlb_status pal_check(tlb_document *document);

bool ppl_starts(tlb_bytes source); /* PL98 */
bool ppal_starts(tlb_bytes source);
bool riff_starts(tlb_bytes source); /* RIFF with a palette */

#endif
