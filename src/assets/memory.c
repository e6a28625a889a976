/* Files that the caller has in memory. */
#include "assets/assets.h"
#include "base/argument.h"

typedef struct memory_files {
    tlb_listing listing;
    TLB_LIST(tlb_bytes) files; /* by the places of the listing */
} memory_files;

static tlb_status read_file(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                            tlb_bytes *bytes)
{
    const memory_files *memory = self;
    tlb_bytes file = memory->files.data[asset->place];
    tlb_text copy = tlb_copy_text(arena, (const char *)file.data, file.size);
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return copy.data ? TLB_OK : tlb_report_memory(context, arena);
}

/* Those that were added last, if nothing was added since; else a new source. NULL: it is reported. */
static memory_files *get_files(tlb_assets *assets, tlb_status *status)
{
    uint32_t count = assets->sources.count;
    const tlb_asset_source *last = count ? &assets->sources.data[count - 1] : NULL;
    if (last && last->read == read_file)
        return last->self;
    memory_files *made = tlb_zalloc(&assets->arena, sizeof *made);
    if (!made) {
        *status = tlb_report_memory(assets->context, &assets->arena);
        return NULL;
    }
    made->listing.arena = &assets->arena;
    *status = tlb_assets_join(assets,
                              (tlb_asset_source){.read = read_file, .self = made, .listing = &made->listing});
    return *status ? NULL : made;
}

tlb_status tlb_assets_add_memory(tlb_assets *assets, const char *name, tlb_bytes bytes)
{
    TLB_REQUIRE(NULL, assets);
    TLB_REQUIRE(assets->context, name);
    TLB_REQUIRE_LIST(assets->context, bytes.data, bytes.size);
    tlb_status status = TLB_OK;
    memory_files *memory = get_files(assets, &status);
    if (!memory)
        return status;
    if (!bytes.data)
        bytes.data = (const uint8_t *)"";
    tlb_listing *listing = &memory->listing;
    if (!TLB_RESERVE(&assets->arena, &memory->files, 1) || !TLB_RESERVE(&assets->arena, &assets->waiting, 1))
        return tlb_report_memory(assets->context, &assets->arena);
    status = tlb_listing_add(assets->context, listing, name, memory->files.count);
    if (status)
        return status;
    memory->files.data[memory->files.count++] = bytes;
    if (assets->opener && assets->opener->knows(assets->context, name)) {
        const char *path = listing->members.data[listing->members.count - 1].path;
        assets->waiting.data[assets->waiting.count++] = (tlb_waiting_volume){path, bytes, TLB_TIER_ADDED};
    }
    return TLB_OK;
}
