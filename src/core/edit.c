/* Fields of documents as JSON and as a map, edited, and compared. */
#include "core/document.h"

#include "base/argument.h"
#include "base/json_read.h"
#include "base/text.h"
#include "core/archive.h"
#include "core/format.h"
#include "layout/directions.h"
#include "trilobite/edit.h"

#include <string.h>

/* --- fields as JSON and as a map --------------------------------------------------------------------- */

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
        tlb_report_full(context);
    else if (sent && !status)
        tlb_report_failure(context, sent);
    return tlb_final_status(context, status ? status : sent);
}

static tlb_status explain_path(tlb_document *document, const char *path);

/* The same for the part of a document at `path`. */
static tlb_status finish_part(tlb_document *document, tlb_status status, const char *path, tlb_buffer *out)
{
    if (status == TLB_NOT_FOUND)
        status = explain_path(document, path);
    return finish(document->context, status, out);
}

static tlb_status write_json(tlb_document *document, const char *path, tlb_json *json)
{
    bool whole = !path || !*path;
    if (whole) {
        tlb_json_open(json, NULL, '{', false);
        tlb_json_text(json, "format", document->format->info.name, strlen(document->format->info.name));
    }
    tlb_status status =
        tlb_dump_document(document->context, document->format->walk, document->root, path, json);
    if (whole)
        tlb_json_close(json);
    return status;
}

tlb_status tlb_dump(tlb_document *document, const char *path, tlb_sink sink)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, sink.write);
    tlb_buffer out = sink_buffer(document->context, sink);
    tlb_json json = {.out = &out};
    tlb_status status = write_json(document, path, &json);
    /* A part that is a single value has no last line. */
    if (out.size && out.data[out.size - 1] != '\n')
        tlb_buffer_byte(&out, '\n');
    return finish_part(document, status, path, &out);
}

tlb_status tlb_map(tlb_document *document, const char *path, tlb_sink sink)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, sink.write);
    tlb_buffer out = sink_buffer(document->context, sink);
    tlb_status status =
        tlb_map_document(document->context, document->format->walk, document->root, path, &out);
    return finish_part(document, status, path, &out);
}

/* Syntax errors, at the place of the text. */
static tlb_status load_json(tlb_context *context, tlb_arena *arena, tlb_bytes text, tlb_value **value)
{
    tlb_json_error error;
    tlb_status status = tlb_json_load(context, arena, text, value, &error);
    if (status != TLB_INVALID)
        return status;
    uint32_t line = 1;
    size_t start = 0;
    for (size_t i = 0; i < error.offset; i++)
        if (text.data[i] == '\n') {
            line++;
            start = i + 1;
        }
    tlb_report(context, TLB_CODE_BAD_JSON, error.offset, NULL, "line %u, column %zu: %s", line,
               error.offset - start + 1, error.message);
    return TLB_INVALID;
}

/* What cannot be opened again is reported as an error of the JSON, or of the edit. */
static tlb_status verify(tlb_document *made, tlb_code code)
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
    if (tlb_is_fatal(status))
        return status;
    const tlb_diagnostic *why = tlb_diagnostic_at(context, mark.count);
    tlb_report_rewind(context, &mark);
    if (status)
        tlb_report(context, code, TLB_NO_OFFSET, why ? why->path : NULL,
                   "the file made from this cannot be opened: %s",
                   why ? why->message : tlb_status_text(status));
    return status;
}

/* `name`: the text of "format" in the JSON; NULL: it has none. */
static void report_unknown_format(tlb_context *context, const char *name)
{
    tlb_name_list names = {0};
    for (const tlb_format *const *format = context->session->formats; *format; format++)
        if ((*format)->walk)
            tlb_name_list_add(&names, (*format)->info.name);
    tlb_report(context, TLB_CODE_BAD_JSON, TLB_NO_OFFSET, "format", "%s%s%s; formats that are built: %s",
               name ? "unknown format \"" : "missing", name ? name : "", name ? "\"" : "", names.text);
}

/* Sets the document's format. */
static tlb_status find_format(tlb_document *document, const tlb_value *json)
{
    const tlb_value *format = tlb_value_get(json, "format");
    const char *name = format && format->kind == TLB_VALUE_TEXT ? format->as.text.data : NULL;
    document->format = name ? tlb_formats_by_name(document->context->session->formats, name) : NULL;
    if (!document->format || !document->format->walk) {
        report_unknown_format(document->context, name);
        return TLB_INVALID;
    }
    return TLB_OK;
}

/* JSON of nothing but a format is a new document of it. */
static tlb_status build_root(tlb_document *document, tlb_arena *work, tlb_value *json)
{
    const tlb_format *format = document->format;
    const char *minimal = format->info.minimal;
    bool is_new = !json->as.members.first->next;
    tlb_status status = TLB_OK;
    if (is_new && minimal)
        status =
            load_json(document->context, work, (tlb_bytes){(const uint8_t *)minimal, strlen(minimal)}, &json);
    if (is_new && !minimal)
        status = tlb_document_begin(document, NULL);
    else if (!status)
        status = tlb_build_document(document->context, &document->arena, format->walk, &document->root, json);
    return status ? status : verify(document, TLB_CODE_BAD_JSON);
}

tlb_status tlb_document_build(tlb_document *document, const char *json, size_t size)
{
    tlb_arena work;
    tlb_value *table;
    tlb_arena_init(&work, document->context->account);
    tlb_status status = load_json(document->context, &work, (tlb_bytes){(const uint8_t *)json, size}, &table);
    if (!status)
        status = find_format(document, table);
    if (!status)
        status = build_root(document, &work, table);
    tlb_arena_release(&work);
    return status;
}

tlb_status tlb_build(tlb_context *context, const char *json, size_t size, const char *name,
                     tlb_document **document)
{
    TLB_REQUIRE(context, document);
    *document = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE_LIST(context, json, size);
    tlb_document *made = tlb_document_make(context, name);
    if (!made)
        return tlb_report_memory(context, NULL);
    size_t first = tlb_diagnostic_count(context);
    tlb_status status = tlb_document_build(made, json, size);
    tlb_place_in_json(made->context, json, size, first);
    return tlb_document_deliver(made, status, document);
}

/* --- edits -------------------------------------------------------------------------------------------- */

/* On a copy of the document: whether all of it can be done. */
static tlb_status try_edit(tlb_document *document, const tlb_value *changes)
{
    tlb_bytes bytes;
    tlb_document *copy = NULL;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status)
        status = tlb_open_memory(document->context, bytes.data, bytes.size, document->name, document->format,
                                 &copy);
    if (!copy)
        return status;
    status = tlb_edit_document(document->context, &copy->arena, copy->format->walk, copy->root, changes);
    if (!status)
        status = verify(copy, TLB_CODE_BAD_EDIT);
    tlb_document_free(copy);
    return status;
}

/* Reports what there is where a path leads to nothing, as an edit of it does. TLB_NOT_FOUND, or no memory. */
static tlb_status explain_path(tlb_document *document, const char *path)
{
    tlb_context *context = document->context;
    char *assignment = tlb_arena_printf(&document->arena, "%s=null", path);
    if (!assignment)
        return tlb_report_memory(context, &document->arena);
    tlb_report_mark mark = tlb_report_mark_get(context);
    tlb_arena work;
    tlb_value *changes;
    tlb_arena_init(&work, context->account);
    tlb_status status = tlb_assignments_json(context, &work, (const char *const *)&assignment, 1, &changes);
    if (!status)
        status = try_edit(document, changes);
    const tlb_diagnostic *why = tlb_diagnostic_at(context, mark.count);
    bool is_path = changes && why && why->code == TLB_CODE_BAD_EDIT;
    tlb_arena_release(&work);
    if (tlb_is_fatal(status))
        return status;
    tlb_report_rewind(context, &mark);
    tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, is_path ? why->path : NULL,
               is_path ? "%s" : "no such field: \"%s\"", is_path ? why->message : path);
    return TLB_NOT_FOUND;
}

tlb_status tlb_edit(tlb_document *document, const char *const *assignments, size_t count)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE_LIST(document->context, assignments, count);
    for (size_t i = 0; i < count; i++)
        TLB_REQUIRE(document->context, assignments[i]);
    tlb_context *context = document->context;
    if (!document->format->walk || !(document->format->info.abilities & TLB_CAN_WRITE)) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s cannot be edited",
                   document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_arena work;
    tlb_value *changes;
    tlb_arena_init(&work, context->account);
    tlb_status status = tlb_assignments_json(context, &work, assignments, count, &changes);
    tlb_report_mark mark = tlb_report_mark_get(context);
    if (!status)
        status = try_edit(document, changes);
    if (!status) {
        tlb_report_rewind(context, &mark);
        tlb_archive_entries_free(document);
        tlb_status earlier = tlb_arena_begin(&document->arena);
        status =
            tlb_edit_document(context, &document->arena, document->format->walk, document->root, changes);
        tlb_arena_end(&document->arena, earlier);
    }
    tlb_arena_release(&work);
    return tlb_final_status(context, status);
}

/* --- differences -------------------------------------------------------------------------------------- */

static tlb_status to_json(tlb_document *document, tlb_arena *arena, tlb_value **table)
{
    tlb_buffer out = {.account = document->context->account};
    tlb_json json = {.out = &out, .compact = true};
    tlb_status status = write_json(document, NULL, &json);
    if (!status && out.status)
        status = tlb_report_failure(document->context, out.status);
    if (!status)
        status = load_json(document->context, arena, (tlb_bytes){out.data, out.size}, table);
    tlb_buffer_free(&out);
    return status;
}

static tlb_status diff_fields(tlb_document *a, tlb_document *b, tlb_buffer *out, uint64_t *differences)
{
    tlb_arena work;
    tlb_value *first, *second;
    tlb_arena_init(&work, a->context->account);
    tlb_status status = to_json(a, &work, &first);
    if (!status)
        status = to_json(b, &work, &second);
    if (!status)
        tlb_diff_json(first, second, out, differences);
    tlb_arena_release(&work);
    return status;
}

/* Of archives the members are compared; where they are the same, how else the files differ. */
tlb_status tlb_diff(tlb_document *a, tlb_document *b, tlb_sink sink, uint64_t *differences)
{
    TLB_REQUIRE(tlb_document_context(a ? a : b), differences);
    *differences = 0;
    TLB_REQUIRE(tlb_document_context(b), a);
    TLB_REQUIRE(a->context, b);
    TLB_REQUIRE(a->context, sink.write);
    tlb_status status = TLB_OK;
    tlb_buffer out = sink_buffer(a->context, sink);
    if (a != b && a->format->archive && a->format == b->format)
        status = tlb_archive_diff(a, b, &out, differences);
    if (!status && !*differences)
        status = diff_fields(a, b, &out, differences);
    return finish(a->context, status, &out);
}
