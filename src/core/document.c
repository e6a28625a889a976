#include "core/format.h"
#include "core/archive.h"
#include "layout/directions.h"
#include "trilobite/edit.h"

#include <jansson.h>
#include <string.h>

/* --- opening ------------------------------------------------------------------------------------------ */

tlb_document *tlb_document_make(tlb_context *context, const char *name)
{
    tlb_document *document = tlb_allocate(context->account, sizeof *document);
    if (!document)
        return NULL;
    *document = (tlb_document){.saved = {.account = context->account}};
    tlb_arena_init(&document->arena, context->account);
    document->name = tlb_copy_text(&document->arena, name ? name : "", name ? strlen(name) : 0).data;
    document->about = tlb_context_about(context, document->name);
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

/* Hands the document over, or frees it. */
static tlb_status deliver(tlb_document *made, tlb_status status, tlb_document **document)
{
    *document = status ? NULL : made;
    if (status)
        tlb_document_free(made);
    return status;
}

tlb_status tlb_open_memory(tlb_context *context, const void *data, size_t size, const char *name,
                           const tlb_format *format, tlb_document **document)
{
    *document = NULL;
    tlb_document *made = tlb_document_make(context, name);
    if (!made)
        return tlb_report_memory(context);
    made->source = (tlb_bytes){data, size};
    return deliver(made, read_source(made, format), document);
}

tlb_status tlb_open_path(tlb_context *context, const char *path, const tlb_format *format,
                         tlb_document **document)
{
    *document = NULL;
    tlb_document *made = tlb_document_make(context, path);
    if (!made)
        return tlb_report_memory(context);
    made->beside = strcmp(path, "-") != 0 ? made->name : NULL;
    tlb_status status = tlb_path_view(made->context, path, &made->file);
    made->source = (tlb_bytes){made->file.data, made->file.size};
    if (!status)
        status = read_source(made, format);
    return deliver(made, status, document);
}

/* A walk that has ended before it began makes the root, and leaves all of it zero. */
static tlb_status create_root(tlb_document *document)
{
    static const tlb_visitor none = {.fills = true};
    tlb_context *context = document->context;
    tlb_walk w = tlb_walk_visitor(context, &document->arena, &none, NULL);
    w.status = TLB_INVALID;
    document->format->walk(&w, &document->root);
    if (!document->root)
        return tlb_report_memory(context);
    if (document->format->set_defaults)
        document->format->set_defaults(document);
    return TLB_OK;
}

static tlb_status create(tlb_document *document, const char *kind)
{
    const tlb_format *format = document->format;
    if (!(format->info.abilities & TLB_CAN_WRITE)) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "%s is written from scenes only", format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = format->archive ? format->archive->create(document, kind)
                        : kind          ? TLB_ARGUMENT
                                        : create_root(document);
    if (status == TLB_ARGUMENT)
        tlb_report(document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "unknown kind \"%s\" of %s",
                   kind, format->info.title);
    return status;
}

tlb_status tlb_document_create(tlb_context *context, const tlb_format *format, const char *kind,
                               tlb_document **document)
{
    *document = NULL;
    tlb_document *made = tlb_document_make(context, NULL);
    if (!made)
        return tlb_report_memory(context);
    made->format = format;
    return deliver(made, create(made, kind), document);
}

const tlb_format *tlb_document_format(const tlb_document *document)
{
    return document->format;
}

const char *tlb_document_name(const tlb_document *document)
{
    return document->name;
}

tlb_bytes tlb_document_source(const tlb_document *document)
{
    return document->source;
}

tlb_context *tlb_document_context(tlb_document *document)
{
    return document->context;
}

tlb_arena *tlb_document_arena(tlb_document *document)
{
    return &document->arena;
}

/* --- saving ------------------------------------------------------------------------------------------- */

tlb_status tlb_format_write(const tlb_format *format, tlb_context *context, void **root, tlb_buffer *out)
{
    if (format->write)
        return format->write(context, root, out);
    tlb_walk w = tlb_walk_writer(context, out);
    format->walk(&w, root);
    return w.status;
}

tlb_status tlb_save_memory(tlb_document *document, tlb_bytes *bytes)
{
    tlb_buffer *out = &document->saved;
    *bytes = (tlb_bytes){0};
    out->size = 0;
    out->status = TLB_OK;
    /* Unedited, it is as large as it was. */
    if (out->capacity < document->source.size) {
        tlb_buffer_grow(out, document->source.size);
        out->size = 0;
    }
    tlb_status status = tlb_format_write(document->format, document->context, &document->root, out);
    if (!status && out->status)
        status = tlb_report_memory(document->context);
    if (!status)
        *bytes = (tlb_bytes){out->data, out->size};
    return status;
}

static tlb_status report_full(tlb_context *context)
{
    tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL, "the output accepts no more bytes");
    return TLB_WRITE_FAILED;
}

tlb_status tlb_save(tlb_document *document, tlb_sink sink)
{
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status && !sink.write(sink.user, bytes.data, bytes.size))
        status = report_full(document->context);
    return status;
}

/* --- JSON --------------------------------------------------------------------------------------------- */

static tlb_buffer sink_buffer(tlb_context *context, tlb_sink sink)
{
    return (tlb_buffer){.account = context->account, .flush = sink.write, .user = sink.user};
}

/* Ends a text that went through a buffer to a sink. */
static tlb_status finish(tlb_context *context, tlb_status status, tlb_buffer *out)
{
    tlb_status sent = tlb_buffer_finish(out);
    tlb_buffer_free(out);
    if (sent == TLB_WRITE_FAILED)
        report_full(context);
    else if (sent && !status)
        tlb_report_memory(context);
    return status ? status : sent;
}

/* The same for the part of a document at `path`. */
static tlb_status finish_part(tlb_context *context, tlb_status status, const char *path, tlb_buffer *out)
{
    if (status == TLB_NOT_FOUND)
        tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "no such field: \"%s\"", path);
    return finish(context, status, out);
}

static void write_json(tlb_document *document, const char *path, tlb_json *json, tlb_status *status)
{
    bool whole = !path || !*path;
    if (whole) {
        tlb_json_open(json, NULL, '{', false);
        tlb_json_text(json, "format", document->format->info.name, strlen(document->format->info.name));
    }
    *status = tlb_dump_document(document->context, document->format->walk, document->root, path, json);
    if (whole)
        tlb_json_close(json);
}

tlb_status tlb_dump(tlb_document *document, const char *path, tlb_sink sink)
{
    tlb_buffer out = sink_buffer(document->context, sink);
    tlb_json json = {.out = &out};
    tlb_status status;
    write_json(document, path, &json, &status);
    /* A part that is a single value has no last line. */
    if (out.size && out.data[out.size - 1] != '\n')
        tlb_buffer_byte(&out, '\n');
    return finish_part(document->context, status, path, &out);
}

tlb_status tlb_map(tlb_document *document, const char *path, tlb_sink sink)
{
    tlb_buffer out = sink_buffer(document->context, sink);
    tlb_status status =
        tlb_map_document(document->context, document->format->walk, document->root, path, &out);
    return finish_part(document->context, status, path, &out);
}

static json_t *load_json(tlb_context *context, const char *text, size_t size)
{
    json_error_t error;
    json_t *json = json_loadb(size ? text : "", size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!json)
        tlb_report(context, TLB_CODE_BAD_JSON, (uint64_t)error.position, NULL, "line %d, column %d: %s",
                   error.line, error.column, error.text);
    return json;
}

/* What cannot be opened again is reported as an error of the JSON. */
static tlb_status verify(tlb_document *made)
{
    tlb_context *context = made->context;
    tlb_bytes bytes;
    tlb_document *again;
    tlb_status status = tlb_save_memory(made, &bytes);
    if (status)
        return status;
    tlb_report_mark mark = tlb_report_mark_get(context);
    status = tlb_open_memory(context, bytes.data, bytes.size, made->name, made->format, &again);
    tlb_document_free(again);
    if (status == TLB_NO_MEMORY || status == TLB_LIMIT)
        return status;
    const tlb_diagnostic *why = tlb_diagnostic_at(context, mark.count);
    tlb_report_rewind(context, &mark);
    if (status)
        tlb_report(context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, why ? why->path : NULL,
                   "the file built from this cannot be opened: %s",
                   why ? why->message : tlb_status_text(status));
    return status;
}

static tlb_status build_root(tlb_document *document, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "format"));
    document->format = name ? tlb_formats_by_name(document->context->session->formats, name) : NULL;
    if (!document->format || !document->format->walk) {
        tlb_report(document->context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, "format",
                   "unknown format \"%s\", or one that cannot be built", name ? name : "");
        return TLB_INVALID;
    }
    tlb_status status = tlb_build_document(document->context, &document->arena, document->format->walk,
                                           &document->root, json);
    return status ? status : verify(document);
}

tlb_status tlb_build(tlb_context *context, const char *json, size_t size, const char *name,
                     tlb_document **document)
{
    *document = NULL;
    tlb_document *made = tlb_document_make(context, name);
    if (!made)
        return tlb_report_memory(context);
    json_t *table = load_json(made->context, json, size);
    tlb_status status = table ? build_root(made, table) : TLB_INVALID;
    json_decref(table);
    return deliver(made, status, document);
}

static tlb_status to_json(tlb_document *document, json_t **table)
{
    tlb_buffer out = {.account = document->context->account};
    tlb_json json = {.out = &out, .compact = true};
    tlb_status status;
    write_json(document, NULL, &json, &status);
    if (!status && out.status)
        status = tlb_report_memory(document->context);
    *table = status ? NULL : load_json(document->context, (const char *)out.data, out.size);
    tlb_buffer_free(&out);
    return status ? status : *table ? TLB_OK : TLB_NO_MEMORY;
}

static tlb_status diff_fields(tlb_document *a, tlb_document *b, tlb_buffer *out, uint64_t *differences)
{
    json_t *first, *second = NULL;
    tlb_status status = to_json(a, &first);
    if (!status)
        status = to_json(b, &second);
    if (!status)
        tlb_diff_json(first, second, out, differences);
    json_decref(first);
    json_decref(second);
    return status;
}

/* Of archives the members are compared; where they are the same, how else the files differ. */
tlb_status tlb_diff(tlb_document *a, tlb_document *b, tlb_sink sink, uint64_t *differences)
{
    tlb_status status = TLB_OK;
    tlb_buffer out = sink_buffer(a->context, sink);
    *differences = 0;
    if (a != b && a->format->archive && a->format == b->format)
        status = tlb_archive_diff(a, b, &out, differences);
    if (!status && !*differences)
        status = diff_fields(a, b, &out, differences);
    return finish(a->context, status, &out);
}

/* --- queries ------------------------------------------------------------------------------------------ */

static tlb_status cannot(const tlb_document *document, const char *what)
{
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s cannot be %s",
               document->format->info.title, what);
    return TLB_UNSUPPORTED;
}

tlb_status tlb_check(tlb_document *document)
{
    tlb_context *context = document->context;
    if (!document->format->check)
        return cannot(document, "checked");
    size_t first = tlb_diagnostic_count(context);
    tlb_status status = document->format->check(document);
    tlb_status located = document->format->walk
                             ? tlb_locate_diagnostics(context, document->format->walk, document->root, first)
                             : TLB_OK;
    return status ? status : located;
}

tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets)
{
    document->assets = assets;
    tlb_status status = tlb_check(document);
    document->assets = NULL;
    return status;
}

/* Values that found no memory leave no other trace than the requests refused. */
static tlb_status answer(tlb_document *document, tlb_status status, uint64_t refusals, tlb_value *table,
                         const tlb_value **out)
{
    if (!status && document->context->account->refusals != refusals)
        status = tlb_report_memory(document->context);
    *out = status ? NULL : table;
    return status;
}

tlb_status tlb_info(tlb_document *document, const tlb_value **info)
{
    tlb_context *context = document->context;
    uint64_t refusals = context->account->refusals;
    tlb_value *table = tlb_value_table(&document->arena);
    *info = NULL;
    if (!table)
        return tlb_report_memory(context);
    tlb_value_add_text(&document->arena, table, "format", document->format->info.name);
    tlb_value_add_text(&document->arena, table, "title", document->format->info.title);
    tlb_value_add_integer(&document->arena, table, "size", (int64_t)document->source.size);
    tlb_status status = document->format->describe ? document->format->describe(document, table) : TLB_OK;
    return answer(document, status, refusals, table, info);
}

tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                     const tlb_value **out)
{
    tlb_context *context = document->context;
    *out = NULL;
    if (!document->format->query)
        return cannot(document, "queried");
    uint64_t refusals = context->account->refusals;
    tlb_value *table = tlb_value_table(&document->arena);
    if (!table)
        return tlb_report_memory(context);
    return answer(document, document->format->query(document, words, word_count, table), refusals, table,
                  out);
}
