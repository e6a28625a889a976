/* Lists of a text's records while it is read: they grow to the size that the rest of the text will need. */
#ifndef TLB_LAYOUT_GROWTH_H
#define TLB_LAYOUT_GROWTH_H

#include "base/arena.h"
#include "trilobite/base.h"

#include <stddef.h>
#include <string.h>

typedef struct tlb_growth {
    tlb_arena *arena;
    const char *start, *at, *end; /* of the text, and where it is read; start NULL: nothing is foreseen */
    uint32_t most_times;          /* what is foreseen is at most so many times what there is */
} tlb_growth;

/* The memory of a list that grows. */
typedef struct tlb_grown {
    uint32_t capacity;
    const char *began; /* where the text was read when it first grew */
} tlb_grown;

/* Capacity for `extra` more of a list; `data` is the address of its pointer. False without memory. */
bool tlb_growth_reserve(const tlb_growth *growth, void *data, uint32_t count, tlb_grown *memory,
                        uint32_t extra, size_t size);

/* A TLB_ARRAY of any type. */
typedef struct tlb_any_array {
    char *pointer; /* the address of its data */
    uint32_t *count;
} tlb_any_array;

static inline tlb_any_array tlb_any_array_at(const void *array)
{
    typedef TLB_ARRAY(char) any;
    char *at = (char *)(uintptr_t)array;
    return (tlb_any_array){at, (void *)(at + offsetof(any, count))};
}

static inline char *tlb_any_array_data(tlb_any_array array)
{
    char *data;
    memcpy(&data, array.pointer, sizeof data);
    return data;
}

#endif
