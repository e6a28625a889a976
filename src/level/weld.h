/* Numbers vectors, those that are near alike: points, and planes as points of four coordinates. */
#ifndef TLB_LEVEL_WELD_H
#define TLB_LEVEL_WELD_H

#include "base/arena.h"

enum { TLB_WELD_MOST = 4 };

typedef struct tlb_weld_entry {
    double at[TLB_WELD_MOST];
    uint64_t hash;
    uint32_t next; /* 1 + its place in entries, 0 at the end */
} tlb_weld_entry;

/* All but the first two members start as zero. */
typedef struct tlb_weld {
    uint32_t dimensions;
    double reach; /* two are near if none of their coordinates differs by more */
    TLB_LIST(tlb_weld_entry) entries;
    uint32_t *heads, head_count; /* of chains of entries in a cell; a power of two */
} tlb_weld;

/* The number of the first one that was near; of a new one, entries.count as it was. False: no memory. */
bool tlb_weld_find(tlb_weld *weld, tlb_arena *arena, const double *at, uint32_t *number);
/* The same, but adds none: TLB_WELD_NONE. */
#define TLB_WELD_NONE UINT32_MAX
uint32_t tlb_weld_look(const tlb_weld *weld, const double *at);

#endif
