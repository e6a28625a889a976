#include "core/document.h"
#include "base/argument.h"
#include "core/archive.h"
#include "core/format.h"

#include <string.h>

/* --- opening ------------------------------------------------------------------------------------------ */

tlb_document *tlb_document_make(tlb_context *context, const char *name)
{
    tlb_document *document = tlb_allocate(context->account, sizeof *document, NULL);
    if (!document)
        return NULL;
    *document = (tlb_document){.saved = {.account = context->account}};
    tlb_arena_init(&document->arena, context->account);
    document->name = tlb_copy_text(&document->arena, name ? name : "", name ? strlen(name) : 0).data;
    document->about = tlb_context_about(context, document->name, &document->tally);
    document->context = &document->about;
    if (document->name)
        return document;
    tlb_document_free(document);
    return NULL;
}

void tlb_document_free(tlb_document *document)
{
    if (!document)
        return;
    tlb_account *account = document->context->account;
    tlb_buffer_free(&document->saved);
    tlb_archive_entries_free(document);
    tlb_archive_views_close(document);
    tlb_file_view_close(document->context, &document->file);
    tlb_arena_release(&document->arena);
    tlb_release(account, document, sizeof *document);
}

static tlb_status read_by_walk(tlb_document *document)
{
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    document->format->walk(&w, &document->root);
    return w.status;
}

static tlb_status read_source(tlb_document *document, const tlb_format *format)
{
    tlb_context *context = document->context;
    document->format =
        format ? format : tlb_formats_probe(context->session->formats, document->source, document->name);
    if (!document->format) {
        tlb_report(context, TLB_CODE_UNKNOWN_FORMAT, TLB_NO_OFFSET, NULL,
                   "unknown format: neither the content nor the name matches a supported one");
        return TLB_UNSUPPORTED;
    }
    if (!(document->format->info.abilities & TLB_CAN_READ)) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s can only be written, not read",
                   document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    return document->format->read ? document->format->read(document) : read_by_walk(document);
}

tlb_status tlb_document_deliver(tlb_document *made, tlb_status status, tlb_document **document)
{
    tlb_context context = tlb_context_about(made->context, "", NULL);
    *document = status ? NULL : made;
    if (status)
        tlb_document_free(made);
    return tlb_final_status(&context, status);
}

tlb_status tlb_open_memory(tlb_context *context, const void *data, size_t size, const char *name,
                           const tlb_format *format, tlb_document **document)
{
    TLB_REQUIRE(context, document);
    *document = NULL;
    TLB_REQUIRE_LIST(context, data, size);
    TLB_REQUIRE(NULL, context);
    tlb_document *made = tlb_document_make(context, name);
    if (!made)
        return tlb_report_memory(context, NULL);
    made->source = (tlb_bytes){data, size};
    return tlb_document_deliver(made, read_source(made, format), document);
}

/* One whose file was read, or not. */
static tlb_status open_file(tlb_document *made, tlb_status status, const tlb_format *format,
                            tlb_document **document)
{
    made->source = (tlb_bytes){made->file.data, made->file.size};
    if (!status)
        status = read_source(made, format);
    return tlb_document_deliver(made, status, document);
}

tlb_status tlb_open_path(tlb_context *context, const char *path, const tlb_format *format,
                         tlb_document **document)
{
    TLB_REQUIRE(context, document);
    *document = NULL;
    TLB_REQUIRE(context, path);
    TLB_REQUIRE(NULL, context);
    tlb_document *made = tlb_document_make(context, path);
    if (!made)
        return tlb_report_memory(context, NULL);
    made->beside = tlb_is_standard_input(context, path) ? NULL : made->name;
    return open_file(made, tlb_path_view(made->context, path, &made->file), format, document);
}

tlb_status tlb_archive_open(tlb_document *archive, const char *name, tlb_context *context,
                            const tlb_format *format, tlb_document **document)
{
    TLB_REQUIRE(context, document);
    *document = NULL;
    TLB_REQUIRE(context, archive);
    TLB_REQUIRE(context, name);
    TLB_REQUIRE(archive->context, context);
    tlb_arena names;
    tlb_bytes bytes = {0};
    tlb_arena_init(&names, context->account);
    const char *path = tlb_arena_printf(&names, "%s%s%s", archive->name, *archive->name ? "/" : "", name);
    tlb_document *made = path ? tlb_document_make(context, path) : NULL;
    tlb_status status = made ? TLB_OK : tlb_report_memory(context, path ? NULL : &names);
    tlb_arena_release(&names);
    if (!made)
        return status;
    made->beside = archive->beside ? made->name : NULL;
    status = tlb_archive_copy(archive, name, made->context, &bytes);
    made->file = (tlb_file_view){.data = bytes.data, .size = bytes.size};
    return open_file(made, status, format, document);
}

const tlb_format *tlb_document_format(const tlb_document *document)
{
    if (!document)
        return NULL;
    return document->format;
}

const char *tlb_document_name(const tlb_document *document)
{
    if (!document)
        return NULL;
    return document->name;
}

tlb_bytes tlb_document_source(const tlb_document *document)
{
    if (!document)
        return (tlb_bytes){0};
    return document->source;
}

tlb_context *tlb_document_context(tlb_document *document)
{
    if (!document)
        return NULL;
    return document->context;
}

tlb_arena *tlb_document_arena(tlb_document *document)
{
    if (!document)
        return NULL;
    return &document->arena;
}

/* --- saving ------------------------------------------------------------------------------------------- */

tlb_status tlb_format_write(const tlb_format *format, tlb_context *context, void **root, tlb_buffer *out)
{
    if (format->write)
        return format->write(context, root, out);
    tlb_walk w = tlb_walk_writer(context, out);
    format->walk(&w, root);
    return tlb_walk_finish(&w);
}

tlb_status tlb_save_memory(tlb_document *document, tlb_bytes *bytes)
{
    TLB_REQUIRE(tlb_document_context(document), bytes);
    *bytes = (tlb_bytes){0};
    TLB_REQUIRE(NULL, document);
    tlb_buffer *out = &document->saved;
    out->size = 0;
    out->status = TLB_OK;
    /* Unedited, it is as large as it was. */
    if (out->capacity < document->source.size) {
        tlb_buffer_grow(out, document->source.size);
        out->size = 0;
    }
    tlb_status status = tlb_format_write(document->format, document->context, &document->root, out);
    if (!status && out->status)
        status = tlb_report_failure(document->context, out->status);
    if (!status)
        *bytes = (tlb_bytes){out->data, out->size};
    return tlb_final_status(document->context, status);
}

tlb_status tlb_report_full(tlb_context *context)
{
    tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL, "the output accepts no more bytes");
    return TLB_WRITE_FAILED;
}

tlb_status tlb_save(tlb_document *document, tlb_sink sink)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, sink.write);
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status && !sink.write(sink.user, bytes.data, bytes.size))
        status = tlb_report_full(document->context);
    return status;
}

/* What goes to the file of an archive. Mapped bytes that were written are not kept in memory. */
typedef struct stream {
    tlb_document *document;
    tlb_file_writer *writer;
} stream;

static bool write_stream(void *user, const void *data, size_t size)
{
    enum { AT_ONCE = 1 << 20 };
    stream *s = user;
    for (const uint8_t *at = data; size;) {
        size_t step = size < AT_ONCE ? size : AT_ONCE;
        if (!tlb_file_write(s->writer, at, step))
            return false;
        tlb_archive_release(s->document, at, step);
        at += step;
        size -= step;
    }
    return true;
}

tlb_status tlb_save_path(tlb_document *document, const char *path, bool replace)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, path);
    tlb_context *context = document->context;
    tlb_bytes bytes;
    stream s = {.document = document};
    if (!document->format->archive || document->format->write) {
        tlb_status status = tlb_save_memory(document, &bytes);
        return status ? status : tlb_file_save(context, path, bytes, replace);
    }
    tlb_status status = tlb_file_create(context, path, replace, &s.writer);
    if (status)
        return status;
    tlb_buffer out = {.account = context->account, .flush = write_stream, .user = &s};
    status = tlb_format_write(document->format, context, &document->root, &out);
    tlb_status sent = tlb_buffer_finish(&out);
    tlb_buffer_free(&out);
    if (!status && sent && sent != TLB_WRITE_FAILED)
        status = tlb_report_failure(context, sent);
    if (!status && !sent)
        return tlb_file_close(s.writer);
    tlb_file_abandon(s.writer);
    return status ? status : sent;
}
