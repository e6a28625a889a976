/* What the files of palettes share. */
#ifndef TLB_FORMATS_DARKSTAR_PPL_PPL_H
#define TLB_FORMATS_DARKSTAR_PPL_PPL_H

#include "core/format.h"
#include "trilobite/ppl.h"

extern const tlb_format tlb_format_ppl, tlb_format_ppal, tlb_format_pal;

void tlb_ppl_walk(tlb_walk *w, void **root);
void tlb_pal_walk(tlb_walk *w, void **root);
bool tlb_ppl_has_remap(uint32_t type); /* a palette of this type has a map and a lookup */
extern const tlb_query_info tlb_ppl_queries[];
tlb_status tlb_ppl_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
tlb_status tlb_ppl_check(tlb_document *document);
tlb_status tlb_pal_check(tlb_document *document);

bool tlb_ppl_starts(tlb_bytes source); /* PL98 */
bool tlb_ppal_starts(tlb_bytes source);
bool tlb_pal_starts(tlb_bytes source); /* RIFF with a palette */

#endif
