/* Archives through libarchive, which goes through them from front to back: a member after the one read last
 * is reached by going on, one before it by starting again. Its own memory comes from malloc. */
#include "assets/assets.h"

#include <string.h>

#include <archive.h>
#include <archive_entry.h>

#include "base/buffer.h"
#include "base/platform.h"

enum {
    BLOCK = 64 * 1024,
    LARGEST_MEMBER = 256 * 1024 * 1024 /* unpacked; a few bytes may unfold to any size */
};

typedef struct archive_source {
    const char *path;
    tlb_context *context; /* that opened `file` */
    tlb_file_view file;
    struct archive *archive; /* NULL: not open */
    uint32_t next;           /* the place of the member that comes next */
} archive_source;

static tlb_status cannot(tlb_context *context, const archive_source *source, const char *member,
                         const char *reason)
{
    tlb_report(context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s%s%s: %s", source->path,
               member ? "/" : "", member ? member : "", reason ? reason : "damaged");
    return TLB_READ_FAILED;
}

static void shut(archive_source *source)
{
    if (!source->archive)
        return;
    archive_read_free(source->archive);
    tlb_file_view_close(source->context, &source->file);
    source->archive = NULL;
}

static void close_source(void *self)
{
    shut(self);
}

static tlb_status start(archive_source *source, tlb_context *context)
{
    shut(source);
    source->next = 0;
    source->context = context;
    source->archive = archive_read_new();
    if (!source->archive)
        return tlb_report_failure(context, TLB_NO_MEMORY);
    tlb_status status = tlb_file_view_open(context, source->path, &source->file);
    if (status)
        return status;
    archive_read_support_format_zip(source->archive);
    archive_read_support_format_7zip(source->archive);
    archive_read_support_format_tar(source->archive);
    archive_read_support_filter_gzip(source->archive);
    archive_read_support_filter_bzip2(source->archive);
    archive_read_support_filter_xz(source->archive);
    archive_read_support_filter_zstd(source->archive);
    if (archive_read_open_memory(source->archive, source->file.data, source->file.size) != ARCHIVE_OK)
        return cannot(context, source, NULL, archive_error_string(source->archive));
    return TLB_OK;
}

/* The next member, NULL at the end. */
static tlb_status step(archive_source *source, tlb_context *context, struct archive_entry **entry)
{
    int result = archive_read_next_header(source->archive, entry);
    source->next++;
    if (result == ARCHIVE_EOF)
        *entry = NULL;
    else if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
        return cannot(context, source, NULL, archive_error_string(source->archive));
    return TLB_OK;
}

static tlb_status unpack(archive_source *source, tlb_context *context, const tlb_asset *asset,
                         tlb_buffer *out)
{
    for (;;) {
        tlb_status stopped = tlb_work(context->account, tlb_work_of(BLOCK));
        uint8_t *place = stopped ? NULL : tlb_buffer_grow(out, BLOCK);
        if (!place)
            return tlb_report_failure(context, stopped ? stopped : out->status);
        la_ssize_t got = archive_read_data(source->archive, place, BLOCK);
        if (got < 0)
            return cannot(context, source, asset->path, archive_error_string(source->archive));
        out->size -= BLOCK - (size_t)got;
        if (!got)
            return TLB_OK;
        if (out->size > LARGEST_MEMBER)
            return cannot(context, source, asset->path, "it is larger than 256 MiB");
    }
}

static tlb_status reach(archive_source *source, tlb_context *context, const tlb_asset *asset)
{
    tlb_status status = TLB_OK;
    if (!source->archive || asset->place < source->next)
        status = start(source, context);
    struct archive_entry *entry;
    while (!status && source->next <= asset->place) {
        status = step(source, context, &entry);
        if (!status && !entry)
            status =
                cannot(context, source, asset->path, "it is missing, although the archive listed it before");
    }
    return status;
}

static tlb_status read_member(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    archive_source *source = self;
    tlb_buffer buffer = {.account = context->account};
    void *locale = tlb_utf8_enter();
    tlb_status status = reach(source, context, asset);
    if (!status)
        status = unpack(source, context, asset, &buffer);
    tlb_utf8_leave(locale);
    if (status) {
        shut(source);
        if (tlb_is_fatal(status))
            tlb_arena_fail(arena, status);
    } else {
        tlb_text copy = tlb_copy_text(arena, (const char *)buffer.data, buffer.size);
        *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
        status = copy.data ? TLB_OK : tlb_report_memory(context, arena);
    }
    tlb_buffer_free(&buffer);
    return status;
}

static tlb_status list(void *self, tlb_context *context, tlb_listing *listing)
{
    archive_source *source = self;
    struct archive_entry *entry;
    void *locale = tlb_utf8_enter();
    tlb_status status = start(source, context);
    while (!status && !(status = step(source, context, &entry)) && entry) {
        const char *path = archive_entry_pathname_utf8(entry);
        if (!path)
            path = archive_entry_pathname(entry);
        if (path && archive_entry_filetype(entry) == AE_IFREG)
            status = tlb_listing_add(context, listing, path, source->next - 1);
    }
    shut(source);
    tlb_utf8_leave(locale);
    return status;
}

tlb_status tlb_assets_add_archive(tlb_assets *assets, const char *path)
{
    archive_source *source = tlb_zalloc(&assets->arena, sizeof *source);
    tlb_text copy = tlb_copy_text(&assets->arena, path, strlen(path));
    if (!source || !copy.data)
        return tlb_report_memory(assets->context, &assets->arena);
    source->path = copy.data;
    const tlb_listing *listing;
    tlb_status status = tlb_listing_get(assets->context, &assets->arena,
                                        &(tlb_lister){list, source, source->path, 0}, &listing);
    return status ? status
                  : tlb_assets_join(assets, (tlb_asset_source){.read = read_member,
                                                               .close = close_source,
                                                               .self = source,
                                                               .listing = listing});
}
