/* Listings shared by contexts in many threads. One is finished before the others see it and never changes
 * afterwards, so putting it at the head of the chain is all that needs care. Two threads may list the same
 * folder at the same time; then the second listing is for nothing. */
#include <stdatomic.h>
#include <string.h>

#include "assets/listing.h"
#include "trilobite/assets.h"

/* In one piece of memory with what is listed, as there is one for each folder of an archive of files. */
typedef struct shared_listing {
    size_t size;
    const char *path;
    uint32_t levels;
    tlb_listing listing;
    struct shared_listing *next;
} shared_listing;

struct tlb_directory_cache {
    tlb_context *context;
    tlb_context_options options;
    _Atomic(shared_listing *) newest;
};

tlb_directory_cache *tlb_directory_cache_create(const tlb_context_options *options)
{
    tlb_context *context = tlb_context_make(options, NULL);
    tlb_directory_cache *directory_cache =
        context ? tlb_zalloc(&context->session->arena, sizeof *directory_cache) : NULL;
    if (!directory_cache) {
        tlb_context_free(context);
        return NULL;
    }
    directory_cache->context = context;
    if (options)
        tlb_copy_struct(&directory_cache->options, sizeof directory_cache->options, options);
    atomic_init(&directory_cache->newest, NULL);
    return directory_cache;
}

void tlb_directory_cache_free(tlb_directory_cache *directory_cache)
{
    if (!directory_cache)
        return;
    shared_listing *shared = atomic_load(&directory_cache->newest);
    const tlb_allocator *allocator = &directory_cache->context->account->allocator;
    while (shared) {
        shared_listing *next = shared->next;
        allocator->release(allocator->user, shared, shared->size);
        shared = next;
    }
    tlb_context_free(directory_cache->context);
}

static shared_listing *copy_shared(const tlb_allocator *allocator, const tlb_listing *listing,
                                   const tlb_lister *lister)
{
    size_t listed = tlb_listing_size(listing), path = strlen(lister->path) + 1;
    size_t size = sizeof(shared_listing) + listed + path;
    shared_listing *shared = allocator->allocate(allocator->user, size);
    if (!shared)
        return NULL;
    char *own_path = (char *)(shared + 1) + listed;
    *shared = (shared_listing){.size = size,
                               .path = memcpy(own_path, lister->path, path),
                               .levels = lister->levels,
                               .listing = tlb_listing_copy(listing, shared + 1)};
    return shared;
}

/* NULL, unreported: something could not be read, or there is no memory. */
static shared_listing *make_shared(const tlb_context_options *options, const tlb_lister *lister)
{
    tlb_context *context = tlb_context_make(options, NULL);
    if (!context)
        return NULL;
    tlb_listing made = {.arena = &context->session->arena};
    bool whole = !lister->list(lister->self, context, &made) && !tlb_diagnostic_count(context);
    shared_listing *shared = whole ? copy_shared(&context->account->allocator, &made, lister) : NULL;
    tlb_context_free(context);
    return shared;
}

static const tlb_listing *get_shared(tlb_directory_cache *directory_cache, const tlb_lister *lister)
{
    for (shared_listing *s = atomic_load(&directory_cache->newest); s; s = s->next)
        if (s->levels == lister->levels && strcmp(s->path, lister->path) == 0)
            return &s->listing;
    shared_listing *made = make_shared(&directory_cache->options, lister);
    if (!made)
        return NULL;
    while (!atomic_compare_exchange_weak(&directory_cache->newest, &made->next, made))
        ; /* which sets `next` to the newest */
    return &made->listing;
}

/* What is at a path is the same. */
static bool is_same(const tlb_file_system *a, const tlb_file_system *b)
{
    return a->kind == b->kind && a->size == b->size && a->read == b->read && a->list == b->list &&
           a->map == b->map && a->unmap == b->unmap && a->user == b->user;
}

tlb_status tlb_listing_get(tlb_context *context, tlb_arena *arena, const tlb_lister *lister,
                           const tlb_listing **listing)
{
    tlb_directory_cache *cache = context->session->directory_cache;
    bool shares = cache && is_same(&cache->options.files, &context->session->files);
    *listing = shares ? get_shared(cache, lister) : NULL;
    if (*listing)
        return TLB_OK;
    tlb_listing *own = tlb_zalloc(arena, sizeof *own);
    if (!own)
        return tlb_report_memory(context, arena);
    own->arena = arena;
    *listing = own;
    return lister->list(lister->self, context, own);
}
