/* Finds what was met before: byte strings to numbers. */
#ifndef TLB_BASE_INDEX_H
#define TLB_BASE_INDEX_H

#include "base/arena.h"

enum { TLB_INDEX_NEW = -2 };

typedef struct tlb_index_entry {
    const void *key; /* not copied */
    size_t size;
    uint32_t hash, next; /* next: 1 + its place in entries, 0 at the end */
    int32_t value;
} tlb_index_entry;

/* Zeroed it is empty. */
typedef struct tlb_index {
    TLB_LIST(tlb_index_entry) entries;
    uint32_t *heads, head_count; /* of chains of entries; a power of two, never fewer than these */
    uint32_t seed;               /* of the hashes */
} tlb_index;

/* The number of a key, TLB_INDEX_NEW when the key is new: set it before the next
 * call. NULL without memory. */
int32_t *tlb_index_find(tlb_index *index, tlb_arena *arena, const void *key, size_t size);
/* The number of a key, NULL when there is none. */
const int32_t *tlb_index_look(const tlb_index *index, const void *key, size_t size);

/* The key of a name for which the case of letters and the way that separators lean make no difference. Its
 * data is NULL without memory. */
tlb_text tlb_name_key(tlb_arena *arena, const char *name);

#endif
