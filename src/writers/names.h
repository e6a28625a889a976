/* Names for what other programs will read: file names and identifiers of plain letters, each used once. */
#ifndef TLB_WRITERS_NAMES_H
#define TLB_WRITERS_NAMES_H

#include "base/index.h"

typedef struct tlb_names {
    tlb_arena *arena;
    tlb_index known;
} tlb_names;

/* The stem as it is, then the name with anything but letters, digits, '.', '-' and '_' replaced by '_', then
 * the suffix. One that is taken, in whatever case, gets `index` after the name. NULL without memory. */
const char *tlb_names_add(tlb_names *names, const char *stem, const char *name, const char *suffix,
                          uint32_t index);

#endif
