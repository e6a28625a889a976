/* Memory: an account (allocator, limits, totals) and arenas that draw on it. One arena a document, one a
 * scene; nothing in an arena is freed alone. */
#ifndef TLB_BASE_ARENA_H
#define TLB_BASE_ARENA_H

#include "trilobite/arena.h"

typedef struct tlb_account {
    tlb_allocator allocator;
    uint64_t max_bytes, max_allocations;
    uint64_t bytes, peak, allocations;
    uint64_t refusals;  /* requests refused so far: who compares it before and after knows of those between */
    tlb_status failure; /* why the last one was: TLB_NO_MEMORY, TLB_LIMIT or TLB_CANCELLED */
    tlb_cancel cancel;
    bool cancelled; /* as it was answered last */
} tlb_account;

/* Whether the call is to end early; that counts as a refusal. Each request for memory asks; so do long loops
 * without any, now and then. */
bool tlb_ask_cancel(tlb_account *account);
static inline bool tlb_is_cancelled(tlb_account *account)
{
    return account->cancel.is_cancelled && tlb_ask_cancel(account);
}

/* Statuses that end a call even where it would go on without a part. */
static inline bool tlb_is_fatal(tlb_status status)
{
    return status == TLB_NO_MEMORY || status == TLB_LIMIT || status == TLB_CANCELLED;
}

/* Memory outside an arena, counted in the account. The size given back must be the size taken. */
void *tlb_allocate(tlb_account *account, size_t size);
void tlb_release(tlb_account *account, void *memory, size_t size);
/* Counts memory that a library takes from elsewhere: before it may take up to `size`, and when all is freed.
 * False: refused. */
bool tlb_reserve(tlb_account *account, uint64_t size);
void tlb_unreserve(tlb_account *account, uint64_t size);
/* Counts a request that was refused; returns `failure`. */
tlb_status tlb_account_refuse(tlb_account *account, tlb_status failure);

typedef struct tlb_chunk tlb_chunk;

struct tlb_arena {
    tlb_account *account;
    tlb_chunk *chunks; /* all, the newest first */
    uint8_t *at, *end; /* what is left of the chunk that small requests come from */
    uint32_t serial;
    bool failed; /* a request was refused */
};

void tlb_arena_init(tlb_arena *arena, tlb_account *account);
void tlb_arena_release(tlb_arena *arena);

/* A place to go back to; rewinding frees what came after it. */
typedef struct tlb_mark {
    uint32_t serial;
    uint8_t *at, *end;
} tlb_mark;

tlb_mark tlb_arena_mark(tlb_arena *arena);
void tlb_arena_rewind(tlb_arena *arena, tlb_mark mark);

/* A list that grows inside an arena, by doubling; its old copies stay until the arena goes. */
#define TLB_LIST(type)                                                                                       \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint32_t count, capacity;                                                                            \
    }
/* Reserves capacity for `extra` more elements; false when the account refuses. */
#define TLB_RESERVE(arena, list, extra)                                                                      \
    tlb_list_reserve((arena), &(list)->data, (list)->count, &(list)->capacity, (extra), sizeof *(list)->data)
/* The address of a new, uncleared element at the end, or NULL. */
#define TLB_PUSH(arena, list) (TLB_RESERVE(arena, list, 1) ? &(list)->data[(list)->count++] : NULL)

bool tlb_list_reserve(tlb_arena *arena, void *data_pointer, uint32_t count, uint32_t *capacity, size_t extra,
                      size_t size);

#endif
