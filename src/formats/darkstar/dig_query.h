/* Answers about geometry, asked of it or of the interior that it is a level of. */
#ifndef TLB_DARKSTAR_DIG_QUERY_H
#define TLB_DARKSTAR_DIG_QUERY_H

#include "formats/darkstar/dig_room.h"

/* Answers ray and leaf in `table`; memory is the document's. */
tlb_status dig_answer(tlb_document *document, const tlb_dig *dig, const char *const *words, size_t word_count,
                      tlb_value *table);
/* Exactly `count` finite numbers. */
bool darkstar_numbers(const char *const *words, size_t word_count, float *values, size_t count);

#endif
