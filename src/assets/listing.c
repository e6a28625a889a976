#include "assets/listing.h"

#include "base/text.h"

#include <string.h>

enum { FIRST_SLOTS = 256, MOST_MEMBERS = 1 << 20 };

static void put_in_slot(tlb_listing *listing, uint32_t member)
{
    tlb_listed *listed = &listing->members.data[member];
    uint32_t *slot = &listing->slots[listed->hash & (listing->slot_count - 1)];
    listed->next = *slot;
    *slot = member + 1;
}

static bool grow_slots(tlb_listing *listing)
{
    uint32_t count = listing->slot_count ? listing->slot_count * 2 : FIRST_SLOTS;
    uint32_t *slots = tlb_zalloc_array(listing->arena, count, sizeof *slots);
    if (!slots)
        return false;
    if (!listing->slots)
        listing->seed = tlb_hash_seed(slots);
    listing->slots = slots;
    listing->slot_count = count;
    for (uint32_t i = 0; i < listing->members.count; i++)
        put_in_slot(listing, i);
    return true;
}

tlb_status tlb_listing_add(tlb_context *context, tlb_listing *listing, const char *path, uint32_t place)
{
    if (listing->members.count == MOST_MEMBERS) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "more than %d files in assets",
                   MOST_MEMBERS);
        return TLB_LIMIT;
    }
    tlb_text copy = tlb_copy_text(listing->arena, path, strlen(path));
    bool has_capacity = copy.data && TLB_RESERVE(listing->arena, &listing->members, 1) &&
                        (listing->members.count < listing->slot_count || grow_slots(listing));
    if (!has_capacity)
        return tlb_report_memory(context, listing->arena);
    const char *base = tlb_path_base(copy.data);
    listing->members.data[listing->members.count] = (tlb_listed){
        .path = copy.data,
        .place = place,
        .hash = tlb_hash_nocase(listing->seed, base, strlen(base)),
    };
    put_in_slot(listing, listing->members.count++);
    return TLB_OK;
}

static char fold(char c)
{
    return c == '\\' ? '/' : tlb_lower(c);
}

/* How many names at the end of two paths are the same: folders and the base name. */
static uint32_t shared_names(const char *a, const char *b)
{
    size_t i = strlen(a), j = strlen(b);
    uint32_t names = 0;
    for (; i && j && fold(a[i - 1]) == fold(b[j - 1]); i--, j--)
        names += fold(a[i - 1]) == '/';
    bool at_edge = (!i || fold(a[i - 1]) == '/') && (!j || fold(b[j - 1]) == '/');
    return names + at_edge;
}

const tlb_listed *tlb_listing_look_up(const tlb_listing *listing, const char *name, uint32_t *shared)
{
    const char *base = tlb_path_base(name);
    uint32_t hash = tlb_hash_nocase(listing->seed, base, strlen(base));
    const tlb_listed *best = NULL;
    *shared = 1;
    uint32_t member = listing->slot_count ? listing->slots[hash & (listing->slot_count - 1)] : 0;
    while (member) {
        const tlb_listed *listed = &listing->members.data[member - 1];
        uint32_t names = listed->hash == hash ? shared_names(listed->path, name) : 0;
        /* Not only more: what was added earlier comes later here. */
        if (names >= *shared) {
            best = listed;
            *shared = names;
        }
        member = listed->next;
    }
    return best;
}
