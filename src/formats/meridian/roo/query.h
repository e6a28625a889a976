/* The questions that can be asked of a room. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_QUERY_H
#define TLB_FORMATS_MERIDIAN_ROO_QUERY_H

#include "core/format.h"

extern const tlb_query_info roo_queries[];
tlb_status roo_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);

#endif
