/* The pool of emit strings: a string that stands in it already, at whatever place, is shared. */
#ifndef TLB_FORMATS_TORQUE_DIF_STRING_POOL_H
#define TLB_FORMATS_TORQUE_DIF_STRING_POOL_H

#include "base/arena.h"

/* Strings are found by the runs of this many bytes in them: shorter ones cannot be placed. */
enum { DIF_POOL_RUN = 8 };

typedef struct dif_pool_bucket dif_pool_bucket;

typedef struct dif_string_pool {
    tlb_arena *arena;
    TLB_LIST(uint8_t) bytes;
    TLB_LIST(uint32_t) next; /* for each place with a run: the next place in its bucket */
    dif_pool_bucket *buckets;
    unsigned bucket_bits;
} dif_string_pool;

/* `strings`: about how many will be placed. False without memory. */
bool dif_pool_init(dif_string_pool *pool, tlb_arena *arena, uint32_t strings);

/* Finds a string, or appends it. As map2dif does it: the first place counts, and a string that ends with the
 * pool's last byte is not found. False without memory. */
bool dif_pool_place(dif_string_pool *pool, const uint8_t *string, uint32_t size, uint32_t *offset);

#endif
