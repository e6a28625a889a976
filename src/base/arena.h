/* Memory: an account (allocator, limits, totals) and arenas that draw on it. One arena a document, one a
 * scene; nothing in an arena is freed alone. */
#ifndef TLB_BASE_ARENA_H
#define TLB_BASE_ARENA_H

#include "trilobite/arena.h"

typedef struct tlb_account {
    tlb_allocator allocator;
    uint64_t max_bytes, max_allocations, max_work;
    uint64_t bytes, peak, allocations, work;
    tlb_cancel cancel;
    tlb_status stopped;  /* as tlb_work answered last */
    bool limit_reported; /* WORK_LIMIT, since the work was cleared */
} tlb_account;

/* Counts steps of work (max_work). Not TLB_OK: the call is to end early, as it is cancelled (TLB_CANCELLED)
 * or has done too much (TLB_LIMIT). Each request for memory asks, and is refused then; so do long loops
 * without any, now and then. */
tlb_status tlb_ask_stop(tlb_account *account);
static inline tlb_status tlb_work(tlb_account *account, uint64_t steps)
{
    account->work += steps;
    return account->work > account->max_work || account->cancel.is_cancelled ? tlb_ask_stop(account) : TLB_OK;
}

/* The work that `size` bytes are. */
enum { TLB_BYTES_PER_STEP = 1024 };
static inline uint64_t tlb_work_of(uint64_t size)
{
    return 1 + size / TLB_BYTES_PER_STEP;
}

/* Statuses that end a call even where it would go on without a part. */
static inline bool tlb_is_fatal(tlb_status status)
{
    return status == TLB_NO_MEMORY || status == TLB_LIMIT || status == TLB_CANCELLED;
}

/* Memory outside an arena, counted in the account. The size given back must be the size taken. NULL: refused,
 * and `failure`, unless it is NULL, is why: TLB_NO_MEMORY, TLB_LIMIT or TLB_CANCELLED. */
void *tlb_allocate(tlb_account *account, size_t size, tlb_status *failure);
void tlb_release(tlb_account *account, void *memory, size_t size);
/* Counts memory that a library takes from elsewhere: before it may take up to `size`, and when all is freed.
 * TLB_LIMIT and TLB_CANCELLED: refused. */
tlb_status tlb_reserve(tlb_account *account, uint64_t size);
void tlb_unreserve(tlb_account *account, uint64_t size);

typedef struct tlb_chunk tlb_chunk;

struct tlb_arena {
    tlb_account *account;
    tlb_chunk *chunks; /* all, the newest first */
    uint8_t *at, *end; /* what is left of the chunk that small requests come from */
    uint32_t serial;
    tlb_status failure; /* why a request was refused, the last that was */
};

void tlb_arena_init(tlb_arena *arena, tlb_account *account);
/* Frees all memory; the failure stays. */
void tlb_arena_release(tlb_arena *arena);

/* Gives all memory of `from` to an arena of the same account: it lives as long as that, and `from` is empty.
 * What is rewound to a mark before this is freed. */
void tlb_arena_adopt(tlb_arena *arena, tlb_arena *from);

/* Notes that something which is to be in the arena was refused elsewhere, or, TLB_OK, that nothing was. */
static inline void tlb_arena_fail(tlb_arena *arena, tlb_status failure)
{
    if (failure)
        arena->failure = failure;
}

/* Between these two an arena that serves many calls has the failure of one call alone. The first returns that
 * of earlier calls, which stays if the call has none; the second returns the call's own. */
static inline tlb_status tlb_arena_begin(tlb_arena *arena)
{
    tlb_status earlier = arena->failure;
    arena->failure = TLB_OK;
    return earlier;
}

static inline tlb_status tlb_arena_end(tlb_arena *arena, tlb_status earlier)
{
    tlb_status failure = arena->failure;
    tlb_arena_fail(arena, failure ? failure : earlier);
    return failure;
}

/* Of two arenas the one that was refused memory. */
static inline const tlb_arena *tlb_arena_refused(const tlb_arena *one, const tlb_arena *other)
{
    return one->failure ? one : other;
}

/* A place to go back to; rewinding frees what came after it. The failure stays: who drops a trial that found
 * no memory has to know. */
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
