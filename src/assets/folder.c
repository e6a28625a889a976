#include "assets/assets.h"

#include <string.h>

#include "base/platform.h"

enum { MOST_NEAR = 65536 };

static tlb_status read_member(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    const char *folder = self;
    char *path = tlb_arena_printf(arena, "%s/%s", folder, asset->path);
    if (!path)
        return tlb_report_memory(context, arena);
    uint8_t *data;
    size_t size;
    tlb_status status = tlb_file_read(context, path, &data, &size);
    if (tlb_is_fatal(status))
        tlb_arena_fail(arena, status);
    if (status)
        return status;
    tlb_text copy = tlb_copy_text(arena, (const char *)data, size);
    tlb_release(context->account, data, size);
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return copy.data ? TLB_OK : tlb_report_memory(context, arena);
}

typedef struct folder {
    const char *path;
    uint32_t levels;
    const tlb_assets *assets;       /* whose opener knows volumes */
    bool is_near, has_listed_files; /* its own, not those of the folders in it */
} folder;

/* A folder being listed. */
typedef struct folder_list {
    tlb_context *context;
    const folder *folder;
    tlb_listing *listing;
    uint32_t folders; /* so far */
} folder_list;

static tlb_status list(folder_list *l, const char *inner, uint32_t levels);

/* What is in a volume is looked at when it is needed. */
static tlb_status list_file(const folder_list *l, const char *path)
{
    const tlb_assets *assets = l->folder->assets;
    if (l->folder->is_near && l->listing->members.count == MOST_NEAR)
        return TLB_OK;
    tlb_status status = tlb_listing_add(l->context, l->listing, path, 0);
    if (status || !tlb_assets_knows_archive(assets, path))
        return status;
    const char *whole = tlb_arena_printf(l->listing->arena, "%s/%s", l->folder->path, path);
    const char **volume = whole ? TLB_PUSH(l->listing->arena, &l->listing->volumes) : NULL;
    if (!volume)
        return tlb_report_memory(l->context, l->listing->arena);
    *volume = whole;
    return TLB_OK;
}

static tlb_status list_entry(folder_list *l, tlb_arena *scratch, const char *inner, const tlb_entry *entry,
                             uint32_t levels)
{
    const char *path = *inner ? tlb_arena_printf(scratch, "%s/%s", inner, entry->name) : entry->name;
    if (!path)
        return tlb_report_memory(l->context, scratch);
    if (!entry->is_folder)
        return l->folder->has_listed_files && !*inner ? TLB_OK : list_file(l, path);
    if (!levels)
        return TLB_OK;
    tlb_status status = list(l, path, levels - 1);
    /* Reported; the other folders may do. */
    return status == TLB_READ_FAILED || status == TLB_NOT_FOUND ? TLB_OK : status;
}

static tlb_status list(folder_list *l, const char *inner, uint32_t levels)
{
    if (l->folders++ == TLB_MOST_FOLDERS) {
        tlb_report(l->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "more than %d folders in assets",
                   TLB_MOST_FOLDERS);
        return TLB_LIMIT;
    }
    tlb_arena scratch;
    tlb_arena_init(&scratch, l->context->account);
    tlb_entries entries = {0};
    char *path = tlb_arena_printf(&scratch, "%s%s%s", l->folder->path, *inner ? "/" : "", inner);
    tlb_report_mark mark = tlb_report_mark_get(l->context);
    tlb_status status = path ? tlb_folder_list(l->context, &scratch, path, &entries)
                             : tlb_report_memory(l->context, &scratch);
    if (l->folder->is_near && (status == TLB_READ_FAILED || status == TLB_NOT_FOUND)) {
        tlb_report_rewind(l->context, &mark);
        status = TLB_OK;
    }
    for (uint32_t i = 0; !status && i < entries.count; i++)
        status = list_entry(l, &scratch, inner, &entries.data[i], levels);
    tlb_arena_release(&scratch);
    tlb_arena_fail(l->listing->arena, scratch.failure);
    return status;
}

static tlb_status list_folder(void *self, tlb_context *context, tlb_listing *listing)
{
    const folder *f = self;
    return list(&(folder_list){context, f, listing, 0}, "", f->levels);
}

static tlb_status wait_for_volumes(tlb_assets *assets, const tlb_listing *listing)
{
    if (!TLB_RESERVE(&assets->arena, &assets->waiting, listing->volumes.count))
        return tlb_report_memory(assets->context, &assets->arena);
    for (uint32_t i = 0; i < listing->volumes.count; i++)
        assets->waiting.data[assets->waiting.count++] =
            (tlb_waiting_volume){.path = listing->volumes.data[i], .tier = assets->tier};
    return TLB_OK;
}

static tlb_status add(tlb_assets *assets, folder f)
{
    tlb_text root = tlb_copy_text(&assets->arena, f.path, strlen(f.path));
    if (!root.data)
        return tlb_report_memory(assets->context, &assets->arena);
    const tlb_listing *listing;
    tlb_status status = tlb_listing_get(assets->context, &assets->arena,
                                        &(tlb_lister){list_folder, &f, f.path, f.levels}, &listing);
    if (!status)
        status = tlb_assets_join(
            assets, (tlb_asset_source){.read = read_member, .self = (char *)root.data, .listing = listing});
    return status ? status : wait_for_volumes(assets, listing);
}

tlb_status tlb_assets_add_folder(tlb_assets *assets, const char *path, uint32_t levels)
{
    return add(assets, (folder){path, levels, assets, false, false});
}

tlb_status tlb_assets_add_near(tlb_assets *assets, const tlb_near_folder *near)
{
    return add(assets, (folder){near->path, near->levels, assets, true, near->tier == TLB_TIER_BELOW});
}
