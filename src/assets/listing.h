/* What a place to look holds, by name. It is made once and then only looked at. */
#ifndef TLB_ASSETS_LISTING_H
#define TLB_ASSETS_LISTING_H

#include "base/context.h"

typedef struct tlb_listed {
    const char *path; /* within its source */
    uint32_t place;   /* where in its source, in the source's own terms */
    uint32_t hash;    /* of the base name */
    uint32_t next;    /* the member before it with a hash of the same slot, counted from 1 */
} tlb_listed;

typedef struct tlb_listing {
    tlb_arena *arena;
    TLB_LIST(tlb_listed) members;
    uint32_t *slots;                /* by hash: the member added last, counted from 1 */
    uint32_t slot_count, seed;      /* seed: of the hashes */
    TLB_LIST(const char *) volumes; /* those among the files of a folder, with its path */
} tlb_listing;

/* `path` is copied. */
tlb_status tlb_listing_add(tlb_context *context, tlb_listing *listing, const char *path, uint32_t place);

/* The member of this base name whose path shares most names at the end with `name`, the one added first of
 * those; `shared` gets how many. NULL: there is none. */
const tlb_listed *tlb_listing_look_up(const tlb_listing *listing, const char *name, uint32_t *shared);

/* A copy without spare capacity, to which nothing can be added: all in one piece of memory of this size. */
size_t tlb_listing_size(const tlb_listing *listing);
tlb_listing tlb_listing_copy(const tlb_listing *listing, void *memory);

/* --- directory cache --------------------------------------------------------------------------------- */

/* How a listing is filled; it reports. */
typedef struct tlb_lister {
    tlb_status (*list)(void *self, tlb_context *context, tlb_listing *listing);
    void *self;
    const char *path; /* what is listed, and how: the same for the same listing */
    uint32_t levels;
} tlb_lister;

/* The listing of the context's tlb_directory_cache, made when it is met for the first time; where there are
 * none, and where listing finds fault, which each context must report, one in `arena`. */
tlb_status tlb_listing_get(tlb_context *context, tlb_arena *arena, const tlb_lister *lister,
                           const tlb_listing **listing);

#endif
