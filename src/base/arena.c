#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tlb_chunk {
    tlb_chunk *next;
    size_t size;
    uint32_t serial;
};

enum {
    ALIGNMENT = 16,
    CHUNK_HEADER = (sizeof(tlb_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
    FIRST_CHUNK = 4096,
    LARGEST_CHUNK = 256 * 1024,
    LARGEST_SMALL = 2048 /* requests above this get a chunk of their own */
};

/* The sanitizer is to see the end of each request: what is not given out is poisoned, with some of it after
 * each. All requests go to an allocator with data of its own, such as that of tests that let the Nth one
 * fail. */
#ifdef TLB_ARENA_EXACT
#include <sanitizer/asan_interface.h>
enum { RED_ZONE = ALIGNMENT };
#define IS_SHARED(arena)   (!(arena)->account->allocator.user)
#define POISON(at, size)   ASAN_POISON_MEMORY_REGION(at, size)
#define UNPOISON(at, size) ASAN_UNPOISON_MEMORY_REGION(at, size)
#else
enum { RED_ZONE = 0 };
#define IS_SHARED(arena)   true
#define POISON(at, size)   ((void)0)
#define UNPOISON(at, size) ((void)0)
#endif

tlb_status tlb_ask_stop(tlb_account *account)
{
    bool cancelled = account->cancel.is_cancelled && account->cancel.is_cancelled(account->cancel.user);
    account->stopped = cancelled ? TLB_CANCELLED : account->work > account->max_work ? TLB_LIMIT : TLB_OK;
    return account->stopped;
}

tlb_status tlb_reserve(tlb_account *account, uint64_t size)
{
    tlb_status stopped = tlb_work(account, tlb_work_of(size));
    if (stopped)
        return stopped;
    if (size > account->max_bytes - account->bytes || account->allocations >= account->max_allocations)
        return TLB_LIMIT;
    account->allocations++;
    account->bytes += size;
    if (account->bytes > account->peak)
        account->peak = account->bytes;
    return TLB_OK;
}

void tlb_unreserve(tlb_account *account, uint64_t size)
{
    account->bytes -= size;
}

void *tlb_allocate(tlb_account *account, size_t size, tlb_status *failure)
{
    uint64_t peak = account->peak;
    tlb_status refused = tlb_reserve(account, size);
    void *memory = refused ? NULL : account->allocator.allocate(account->allocator.user, size);
    if (memory)
        return memory;
    if (!refused) {
        account->allocations--;
        account->peak = peak;
        tlb_unreserve(account, size);
        refused = TLB_NO_MEMORY;
    }
    if (failure)
        *failure = refused;
    return NULL;
}

void tlb_release(tlb_account *account, void *memory, size_t size)
{
    if (!memory)
        return;
    tlb_unreserve(account, size);
    account->allocator.release(account->allocator.user, memory, size);
}

void tlb_arena_init(tlb_arena *arena, tlb_account *account)
{
    *arena = (tlb_arena){.account = account};
}

static void free_chunks_after(tlb_arena *arena, uint32_t serial)
{
    while (arena->chunks && arena->chunks->serial > serial) {
        tlb_chunk *chunk = arena->chunks;
        arena->chunks = chunk->next;
        tlb_release(arena->account, chunk, chunk->size);
    }
}

void tlb_arena_release(tlb_arena *arena)
{
    free_chunks_after(arena, 0);
    arena->at = arena->end = NULL;
}

void tlb_arena_adopt(tlb_arena *arena, tlb_arena *from)
{
    tlb_chunk *oldest = from->chunks;
    arena->serial++;
    for (tlb_chunk *chunk = from->chunks; chunk; chunk = chunk->next) {
        chunk->serial = arena->serial;
        oldest = chunk;
    }
    if (oldest) {
        oldest->next = arena->chunks;
        arena->chunks = from->chunks;
    }
    from->chunks = NULL;
    from->at = from->end = NULL;
}

static uint8_t *new_chunk(tlb_arena *arena, size_t size)
{
    if (size > SIZE_MAX - CHUNK_HEADER || arena->serial == UINT32_MAX) {
        tlb_arena_fail(arena, TLB_LIMIT);
        return NULL;
    }
    tlb_status failure;
    tlb_chunk *chunk = tlb_allocate(arena->account, CHUNK_HEADER + size, &failure);
    if (!chunk) {
        tlb_arena_fail(arena, failure);
        return NULL;
    }
    *chunk = (tlb_chunk){arena->chunks, CHUNK_HEADER + size, ++arena->serial};
    arena->chunks = chunk;
    return (uint8_t *)chunk + CHUNK_HEADER;
}

static size_t next_chunk_size(const tlb_arena *arena)
{
    size_t size = FIRST_CHUNK;
    for (uint32_t serial = arena->serial; serial && size < LARGEST_CHUNK; serial--)
        size *= 2;
    return size;
}

void *tlb_alloc(tlb_arena *arena, size_t size)
{
    if (!arena)
        return NULL;
    if (size > LARGEST_SMALL || !IS_SHARED(arena))
        return new_chunk(arena, size);
    size_t taken = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + RED_ZONE;
    if ((size_t)(arena->end - arena->at) < taken || !arena->at) {
        size_t fresh = next_chunk_size(arena);
        uint8_t *chunk = new_chunk(arena, fresh);
        if (!chunk)
            return NULL;
        POISON(chunk, fresh);
        arena->at = chunk;
        arena->end = chunk + fresh;
    }
    void *memory = arena->at;
    arena->at += taken;
    UNPOISON(memory, size);
    return memory;
}

void *tlb_zalloc(tlb_arena *arena, size_t size)
{
    void *memory = tlb_alloc(arena, size);
    return memory ? memset(memory, 0, size) : NULL;
}

void *tlb_alloc_array(tlb_arena *arena, size_t count, size_t size)
{
    if (!arena)
        return NULL;
    if (size && count > SIZE_MAX / size) {
        tlb_arena_fail(arena, TLB_LIMIT);
        return NULL;
    }
    return tlb_alloc(arena, count * size);
}

void *tlb_zalloc_array(tlb_arena *arena, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(arena, count, size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

tlb_text tlb_copy_text(tlb_arena *arena, const char *data, size_t size)
{
    if (!arena || (!data && size))
        return (tlb_text){0};
    if (size >= UINT32_MAX) {
        tlb_arena_fail(arena, TLB_LIMIT);
        return (tlb_text){0};
    }
    char *copy = tlb_alloc(arena, size + 1);
    if (!copy)
        return (tlb_text){0};
    if (size)
        memcpy(copy, data, size);
    copy[size] = 0;
    return (tlb_text){copy, (uint32_t)size};
}

char *tlb_arena_printf(tlb_arena *arena, const char *format, ...)
{
    if (!arena || !format)
        return NULL;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    char *text = size >= 0 ? tlb_alloc(arena, (size_t)size + 1) : NULL;
    if (text)
        vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

tlb_mark tlb_arena_mark(tlb_arena *arena)
{
    return (tlb_mark){arena->serial, arena->at, arena->end};
}

void tlb_arena_rewind(tlb_arena *arena, tlb_mark mark)
{
    free_chunks_after(arena, mark.serial);
    arena->serial = mark.serial;
    arena->at = mark.at;
    arena->end = mark.end;
    POISON(arena->at, (size_t)(arena->end - arena->at));
}

bool tlb_list_reserve(tlb_arena *arena, void *data_pointer, uint32_t count, uint32_t *capacity, size_t extra,
                      size_t size)
{
    if (extra <= *capacity - count)
        return true;
    uint64_t doubled = (uint64_t)*capacity * 2, least = (uint64_t)count + extra;
    uint64_t wanted = doubled > least ? doubled : least;
    if (wanted < 8)
        wanted = 8;
    if (wanted > UINT32_MAX) {
        tlb_arena_fail(arena, TLB_LIMIT);
        return false;
    }
    void *old, *data = tlb_alloc_array(arena, (size_t)wanted, size);
    if (!data)
        return false;
    /* The caller's pointer has its own type; its bytes are those of any object pointer. */
    memcpy(&old, data_pointer, sizeof old);
    if (count)
        memcpy(data, old, count * size);
    memcpy(data_pointer, &data, sizeof data);
    *capacity = (uint32_t)wanted;
    return true;
}
