#include "page.h"

#include <stdlib.h>
#include <string.h>

typedef struct page_kept {
    struct page_kept *next;
    uint8_t bytes[];
} page_kept;

/* --- memory that the page fills ---------------------------------------------------------------------- */

void *PAGE_EXPORT(page_allocate)(size_t size)
{
    return malloc(size);
}

void PAGE_EXPORT(page_give)(void *memory)
{
    free(memory);
}

/* --- results ----------------------------------------------------------------------------------------- */

static void forget_result(page *p)
{
    p->text_size = 0;
    p->result = NULL;
    p->result_size = 0;
}

static tlb_status set_result(page *p, const void *data, size_t size)
{
    p->result = data;
    p->result_size = size;
    return TLB_OK;
}

const void *PAGE_EXPORT(page_result)(const page *p)
{
    return p->result;
}

size_t PAGE_EXPORT(page_result_size)(const page *p)
{
    return p->result_size;
}

static bool add_to_text(void *user, const void *data, size_t size)
{
    page *p = user;
    if (size > p->text_capacity - p->text_size) {
        size_t capacity =
            p->text_size + size > 2 * p->text_capacity ? p->text_size + size : 2 * p->text_capacity;
        char *grown = realloc(p->text, capacity);
        if (!grown)
            return false;
        p->text = grown;
        p->text_capacity = capacity;
    }
    memcpy(p->text + p->text_size, data, size);
    p->text_size += size;
    return true;
}

static tlb_sink to_text(page *p)
{
    forget_result(p);
    return (tlb_sink){add_to_text, p};
}

static tlb_status set_text(page *p, tlb_status status)
{
    return status ? status : set_result(p, p->text, p->text_size);
}

tlb_status page_set_json(page *p, tlb_arena *arena, const tlb_value *value)
{
    tlb_sink sink = to_text(p);
    bool complete = value && !(arena && tlb_arena_failed(arena));
    tlb_status status =
        complete ? tlb_value_json(p->context, value, true, sink) : tlb_report_memory(p->context, arena);
    tlb_arena_free(arena);
    return set_text(p, status);
}

/* "0.1.0" */
const char *PAGE_EXPORT(page_version)(void)
{
    return tlb_version();
}

/* --- opening ----------------------------------------------------------------------------------------- */

/* NULL without memory. */
page *PAGE_EXPORT(page_create)(void)
{
    page *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.max_bytes = (uint64_t)1 << 31;
    options.files = page_files;
    p->context = tlb_context_create(&options);
    if (!p->context) {
        free(p);
        return NULL;
    }
    return p;
}

void PAGE_EXPORT(page_free)(page *p)
{
    free(p->text);
    tlb_bytes_free(p->context, p->loaded);
    tlb_files_free(p->files);
    tlb_document_free(p->document);
    for (page_kept *member = p->members, *next; member; member = next) {
        next = member->next;
        free(member);
    }
    tlb_context_free(p->context);
    free(p);
}

/* A path of what was dropped, or of a member ("/x.vol/y.dts"). Once a page. */
tlb_status PAGE_EXPORT(page_open)(page *p, const char *path)
{
    return tlb_open_path(p->context, path, NULL, &p->document);
}

/* A document from the JSON of one, as the dump gives it. */
tlb_status PAGE_EXPORT(page_build)(page *p, const char *json, size_t size, const char *name)
{
    return tlb_build(p->context, json, size, name, &p->document);
}

/* Sets a field, "PATH=VALUE". */
tlb_status PAGE_EXPORT(page_edit)(page *p, const char *assignment)
{
    return tlb_edit(p->document, &assignment, 1);
}

/* The bytes of any file or member, whatever it is. Once a page. */
tlb_status PAGE_EXPORT(page_load)(page *p, const char *path)
{
    tlb_status status = tlb_path_read(p->context, path, &p->loaded);
    return status ? status : set_result(p, p->loaded.data, p->loaded.size);
}

/* --- looking into it --------------------------------------------------------------------------------- */

tlb_status PAGE_EXPORT(page_info)(page *p)
{
    const tlb_value *table;
    tlb_status status = tlb_info(p->document, &table);
    return status ? status : page_set_json(p, NULL, table);
}

tlb_status PAGE_EXPORT(page_check)(page *p)
{
    return tlb_check(p->document, NULL);
}

/* What was found so far, and forgets it: [{severity, code, offset, path, message, remedy: {option, value}}].
 */
tlb_status PAGE_EXPORT(page_diagnostics)(page *p)
{
    tlb_arena *arena = tlb_arena_create(p->context);
    tlb_value *all = arena ? tlb_value_list(arena) : NULL;
    for (size_t i = 0; i < tlb_diagnostic_count(p->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(p->context, i);
        tlb_value *one = tlb_value_add_table(arena, all, NULL);
        tlb_value_add_text(arena, one, "severity", tlb_severity_name(d->severity));
        tlb_value_add_text(arena, one, "code", tlb_code_name(d->code));
        tlb_value_add_text(arena, one, "meaning", tlb_code_meaning(d->code));
        tlb_value_add_text(arena, one, "file", d->file);
        if (d->offset != TLB_NO_OFFSET)
            tlb_value_add_integer(arena, one, "offset", (int64_t)d->offset);
        tlb_value_add_text(arena, one, "path", d->path);
        tlb_value_add_text(arena, one, "message", d->message);
        if (d->remedy.option) {
            tlb_value *remedy = tlb_value_add_table(arena, one, "remedy");
            tlb_value_add_text(arena, remedy, "option", d->remedy.option);
            tlb_value_add_text(arena, remedy, "value", d->remedy.value ? d->remedy.value : "");
        }
        tlb_value_add_integer(arena, one, "total", (int64_t)tlb_code_total(p->context, d->code));
    }
    tlb_diagnostics_clear(p->context);
    return page_set_json(p, arena, all);
}

tlb_status PAGE_EXPORT(page_save)(page *p)
{
    tlb_bytes bytes;
    forget_result(p);
    tlb_status status = tlb_save_memory(p->document, &bytes);
    return status ? status : set_result(p, bytes.data, bytes.size);
}

/* Every field as JSON. */
tlb_status PAGE_EXPORT(page_dump)(page *p)
{
    return set_text(p, tlb_dump(p->document, NULL, to_text(p)));
}

/* A line a field: offset, length, path, value. */
tlb_status PAGE_EXPORT(page_map)(page *p)
{
    return set_text(p, tlb_map(p->document, NULL, to_text(p)));
}

/* --- members ----------------------------------------------------------------------------------------- */

/* [{name, size, compression}] */
tlb_status PAGE_EXPORT(page_members)(page *p)
{
    tlb_members members;
    tlb_status status = tlb_archive_list(p->document, &members);
    if (status)
        return status;
    tlb_arena *arena = tlb_arena_create(p->context);
    tlb_value *all = arena ? tlb_value_list(arena) : NULL;
    for (uint32_t i = 0; i < members.count; i++) {
        tlb_value *one = tlb_value_add_table(arena, all, NULL);
        tlb_value_add_text(arena, one, "name", members.data[i].name);
        tlb_value_add_integer(arena, one, "size", (int64_t)members.data[i].size);
        tlb_value_add_text(arena, one, "compression", members.data[i].compression);
    }
    return page_set_json(p, arena, all);
}

tlb_status PAGE_EXPORT(page_member)(page *p, uint32_t index)
{
    tlb_bytes bytes;
    forget_result(p);
    tlb_status status = tlb_archive_read(p->document, index, &bytes);
    return status ? status : set_result(p, bytes.data, bytes.size);
}

/* Puts other bytes, which are copied, in the place of a member; it keeps its compression. */
tlb_status PAGE_EXPORT(page_replace)(page *p, const char *name, const void *data, size_t size)
{
    uint32_t index;
    tlb_members members;
    tlb_status status = tlb_archive_find(p->document, name, &index);
    if (!status)
        status = tlb_archive_list(p->document, &members);
    if (status)
        return status;
    page_kept *kept = malloc(sizeof *kept + size);
    if (!kept)
        return tlb_report_failure(p->context, TLB_NO_MEMORY);
    memcpy(kept->bytes, data, size);
    kept->next = p->members;
    p->members = kept;
    tlb_change change = {.name = members.data[index].name,
                         .compression = members.data[index].compression,
                         .bytes = {kept->bytes, size}};
    return tlb_archive_change(p->document, &change, 1);
}
