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

/* --- copies ------------------------------------------------------------------------------------------- */

static uint32_t least_slots(uint32_t members)
{
    uint32_t count = 1;
    while (count < members)
        count *= 2;
    return count;
}

size_t tlb_listing_size(const tlb_listing *listing)
{
    size_t size = listing->members.count * sizeof *listing->members.data +
                  listing->volumes.count * sizeof *listing->volumes.data +
                  least_slots(listing->members.count) * sizeof *listing->slots;
    for (uint32_t i = 0; i < listing->members.count; i++)
        size += strlen(listing->members.data[i].path) + 1;
    for (uint32_t i = 0; i < listing->volumes.count; i++)
        size += strlen(listing->volumes.data[i]) + 1;
    return size;
}

static const char *copy_string(char **at, const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = memcpy(*at, string, size);
    *at += size;
    return copy;
}

tlb_listing tlb_listing_copy(const tlb_listing *listing, void *memory)
{
    uint32_t members = listing->members.count, volumes = listing->volumes.count;
    tlb_listing copy = {.slot_count = least_slots(members), .seed = listing->seed};
    copy.members.data = memory;
    copy.members.count = copy.members.capacity = members;
    copy.volumes.data = (void *)(copy.members.data + members);
    copy.volumes.count = copy.volumes.capacity = volumes;
    copy.slots = (void *)(copy.volumes.data + volumes);
    memset(copy.slots, 0, copy.slot_count * sizeof *copy.slots);
    char *at = (char *)(copy.slots + copy.slot_count);
    for (uint32_t i = 0; i < members; i++) {
        copy.members.data[i] = listing->members.data[i];
        copy.members.data[i].path = copy_string(&at, listing->members.data[i].path);
        put_in_slot(&copy, i);
    }
    for (uint32_t i = 0; i < volumes; i++)
        copy.volumes.data[i] = copy_string(&at, listing->volumes.data[i]);
    return copy;
}
