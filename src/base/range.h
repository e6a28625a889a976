#ifndef TLB_BASE_RANGE_H
#define TLB_BASE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether `count` entries from `start` on are within a list of `size`. */
static inline bool tlb_within(uint32_t start, uint32_t count, uint32_t size)
{
    return start <= size && count <= size - start;
}

#endif
