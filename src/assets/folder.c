#include "assets/assets.h"

#include <string.h>

#include "base/platform.h"

static tlb_status read_member(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    const char *folder = self;
    char *path = tlb_print(arena, "%s/%s", folder, asset->path);
    if (!path)
        return tlb_report_memory(context);
    uint8_t *data;
    size_t size;
    tlb_status status = tlb_file_read(context, path, &data, &size);
    if (status)
        return status;
    tlb_text copy = tlb_copy_text(arena, (const char *)data, size);
    tlb_give(&context->account, data, size);
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return copy.data ? TLB_OK : tlb_report_memory(context);
}

static void close_nothing(void *self)
{
    (void)self;
}

static tlb_status list(tlb_assets *assets, const char *root, const char *inner, uint32_t levels);

/* What is in a volume is looked at when it is needed. */
static tlb_status list_file(tlb_assets *assets, const char *root, const char *path)
{
    tlb_status status = tlb_assets_announce(assets, path, 0);
    if (status || !assets->opener || !assets->opener->knows(path))
        return status;
    const char *whole = tlb_print(&assets->arena, "%s/%s", root, path);
    const char **waiting = whole ? TLB_PUSH(&assets->arena, &assets->waiting) : NULL;
    if (!waiting)
        return tlb_report_memory(assets->context);
    *waiting = whole;
    return TLB_OK;
}

static tlb_status list_entry(tlb_assets *assets, tlb_arena *scratch, const char *root, const char *inner,
                             const tlb_entry *entry, uint32_t levels)
{
    char *path = tlb_print(scratch, "%s%s%s", inner, *inner ? "/" : "", entry->name);
    if (!path)
        return tlb_report_memory(assets->context);
    if (!entry->is_folder)
        return list_file(assets, root, path);
    if (!levels)
        return TLB_OK;
    tlb_status status = list(assets, root, path, levels - 1);
    /* Reported; the other folders may do. */
    return status == TLB_READ_FAILED || status == TLB_NOT_FOUND ? TLB_OK : status;
}

static tlb_status list(tlb_assets *assets, const char *root, const char *inner, uint32_t levels)
{
    tlb_arena scratch;
    tlb_arena_init(&scratch, &assets->context->account);
    tlb_entries entries = {0};
    char *path = tlb_print(&scratch, "%s%s%s", root, *inner ? "/" : "", inner);
    tlb_status status = path ? tlb_folder_list(assets->context, &scratch, path, &entries)
                             : tlb_report_memory(assets->context);
    for (uint32_t i = 0; !status && i < entries.count; i++)
        status = list_entry(assets, &scratch, root, inner, &entries.data[i], levels);
    tlb_arena_free(&scratch);
    return status;
}

tlb_status tlb_assets_add_folder(tlb_assets *assets, const char *path, uint32_t levels)
{
    tlb_text root = tlb_copy_text(&assets->arena, path, strlen(path));
    if (!root.data)
        return tlb_report_memory(assets->context);
    tlb_status status =
        tlb_assets_join(assets, (tlb_asset_source){read_member, close_nothing, (char *)root.data});
    return status ? status : list(assets, path, "", levels);
}
