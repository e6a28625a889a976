/* Listings shared by contexts in many threads. One is finished before the others see it and never changes
 * afterwards, so putting it at the head of the chain is all that needs care. Two threads may list the same
 * folder at the same time; then the second listing is for nothing. */
#include <stdatomic.h>
#include <string.h>

#include "assets/listing.h"
#include "trilobite/assets.h"

typedef struct shared_listing {
    tlb_context *context; /* holds this and what is listed */
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
    directory_cache->options = (tlb_context_options)TLB_CONTEXT_OPTIONS_INIT;
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
    while (shared) {
        shared_listing *next = shared->next;
        tlb_context_free(shared->context);
        shared = next;
    }
    tlb_context_free(directory_cache->context);
}

/* NULL, unreported: something could not be read, or there is no memory. */
static shared_listing *make_shared(const tlb_context_options *options, const tlb_lister *lister)
{
    tlb_context *context = tlb_context_make(options, NULL);
    if (!context)
        return NULL;
    shared_listing *shared = tlb_zalloc(&context->session->arena, sizeof *shared);
    tlb_text path = tlb_copy_text(&context->session->arena, lister->path, strlen(lister->path));
    if (shared && path.data) {
        *shared = (shared_listing){.context = context, .path = path.data, .levels = lister->levels};
        shared->listing.arena = &context->session->arena;
        if (!lister->list(lister->self, context, &shared->listing) && !tlb_diagnostic_count(context))
            return shared;
    }
    tlb_context_free(context);
    return NULL;
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
