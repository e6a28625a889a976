/* Archives of formats as places where assets are looked for. */
#include "core/format.h"

static bool knows(const tlb_context *context, const char *path)
{
    const tlb_format *format = tlb_formats_by_path(context->session->formats, path);
    return format && format->archive;
}

/* Members outlast the archive: what lies in it is copied. */
static tlb_status read_member(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    tlb_document *archive = self;
    tlb_status status = tlb_archive_read(archive, asset->place, bytes);
    if (tlb_is_fatal(status))
        tlb_arena_fail(arena, status);
    if (status)
        return status;
    tlb_text copy = tlb_copy_text(arena, (const char *)bytes->data, bytes->size);
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return copy.data ? TLB_OK : tlb_report_memory(context, arena);
}

static void close_archive(void *self)
{
    tlb_document_free(self);
}

static tlb_status open(tlb_assets *assets, const char *path, tlb_bytes bytes)
{
    tlb_document *archive;
    tlb_members members;
    tlb_status status = bytes.data
                            ? tlb_open_memory(assets->context, bytes.data, bytes.size, path, NULL, &archive)
                            : tlb_open_path(assets->context, path, NULL, &archive);
    if (!status)
        status = tlb_archive_list(archive, &members);
    if (status) {
        if (tlb_is_fatal(status))
            tlb_arena_fail(&assets->arena, status);
        tlb_document_free(archive);
        return status;
    }
    tlb_listing *listing = tlb_zalloc(&assets->arena, sizeof *listing);
    if (!listing) {
        tlb_document_free(archive);
        return tlb_report_memory(assets->context, &assets->arena);
    }
    listing->arena = &assets->arena;
    status = tlb_assets_join(
        assets,
        (tlb_asset_source){.read = read_member, .close = close_archive, .self = archive, .listing = listing});
    for (uint32_t i = 0; !status && i < members.count; i++)
        status = tlb_listing_add(assets->context, listing, members.data[i].name, i);
    return status;
}

tlb_assets *tlb_assets_create(tlb_context *context)
{
    if (!context)
        return NULL;
    static const tlb_asset_opener opener = {knows, open};
    return tlb_assets_make(context, &opener);
}
