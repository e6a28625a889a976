#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "base/value.h"

/* --- memory that the page fills ---------------------------------------------------------------------- */

void *PAGE_EXPORT(page_take)(size_t size)
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
    tlb_buffer_free(&p->out);
    p->out = (tlb_buffer){.account = &p->context->account};
    p->result = NULL;
    p->result_size = 0;
}

static tlb_status set_result(page *p, const void *data, size_t size)
{
    p->result = data;
    p->result_size = size;
    return TLB_OK;
}

tlb_json page_json(page *p)
{
    forget_result(p);
    return (tlb_json){.out = &p->out, .compact = true};
}

tlb_status page_json_end(page *p)
{
    return p->out.status ? p->out.status : set_result(p, p->out.data, p->out.size);
}

void page_text(tlb_json *json, const char *key, const char *text)
{
    tlb_json_text(json, key, text, strlen(text));
}

const void *PAGE_EXPORT(page_result)(const page *p)
{
    return p->result;
}

size_t PAGE_EXPORT(page_result_size)(const page *p)
{
    return p->result_size;
}

static bool add_to_result(void *user, const void *data, size_t size)
{
    page *p = user;
    tlb_buffer_append(&p->out, data, size);
    return !p->out.status;
}

/* --- opening ----------------------------------------------------------------------------------------- */

/* NULL without memory. */
page *PAGE_EXPORT(page_create)(void)
{
    page *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->context = tlb_context_create(&(tlb_context_options){.max_bytes = (uint64_t)1 << 31});
    if (!p->context) {
        free(p);
        return NULL;
    }
    p->out.account = &p->context->account;
    return p;
}

void PAGE_EXPORT(page_free)(page *p)
{
    tlb_buffer_free(&p->out);
    tlb_bytes_free(p->context, p->loaded);
    tlb_files_free(p->files);
    tlb_document_free(p->document);
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
    if (status)
        return status;
    const tlb_format_info *info = tlb_format_describe(tlb_document_format(p->document));
    tlb_json json = page_json(p);
    tlb_json_open(&json, NULL, '{', false);
    page_text(&json, "format", info->name);
    page_text(&json, "title", info->title);
    tlb_json_unsigned(&json, "size", tlb_document_source(p->document).size);
    tlb_value_write(&json, "info", table);
    tlb_json_close(&json);
    return page_json_end(p);
}

tlb_status PAGE_EXPORT(page_check)(page *p)
{
    return tlb_check(p->document);
}

/* What was found so far, and forgets it: [{severity, code, offset, path, message}]. */
tlb_status PAGE_EXPORT(page_findings)(page *p)
{
    tlb_json json = page_json(p);
    tlb_json_open(&json, NULL, '[', false);
    for (size_t i = 0; i < tlb_diagnostic_count(p->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(p->context, i);
        tlb_json_open(&json, NULL, '{', false);
        page_text(&json, "severity", tlb_severity_name(d->severity));
        page_text(&json, "code", tlb_code_name(d->code));
        page_text(&json, "meaning", tlb_code_meaning(d->code));
        page_text(&json, "file", d->file);
        if (d->offset != TLB_NO_OFFSET)
            tlb_json_unsigned(&json, "offset", d->offset);
        page_text(&json, "path", d->path);
        page_text(&json, "message", d->message);
        tlb_json_unsigned(&json, "total", tlb_code_total(p->context, d->code));
        tlb_json_close(&json);
    }
    tlb_json_close(&json);
    tlb_diagnostics_clear(p->context);
    return page_json_end(p);
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
    forget_result(p);
    tlb_status status = tlb_dump(p->document, NULL, (tlb_sink){add_to_result, p});
    return status ? status : set_result(p, p->out.data, p->out.size);
}

/* A line a field: offset, length, path, value. */
tlb_status PAGE_EXPORT(page_map)(page *p)
{
    forget_result(p);
    tlb_status status = tlb_map(p->document, NULL, (tlb_sink){add_to_result, p});
    return status ? status : set_result(p, p->out.data, p->out.size);
}

/* --- members ----------------------------------------------------------------------------------------- */

/* [{name, size, compression}] */
tlb_status PAGE_EXPORT(page_members)(page *p)
{
    tlb_members members;
    tlb_status status = tlb_archive_list(p->document, &members);
    if (status)
        return status;
    tlb_json json = page_json(p);
    tlb_json_open(&json, NULL, '[', false);
    for (uint32_t i = 0; i < members.count; i++) {
        tlb_json_open(&json, NULL, '{', false);
        page_text(&json, "name", members.data[i].name);
        tlb_json_unsigned(&json, "size", members.data[i].size);
        page_text(&json, "compression", members.data[i].compression);
        tlb_json_close(&json);
    }
    tlb_json_close(&json);
    return page_json_end(p);
}

tlb_status PAGE_EXPORT(page_member)(page *p, uint32_t index)
{
    tlb_bytes bytes;
    forget_result(p);
    tlb_status status = tlb_archive_read(p->document, index, &bytes);
    return status ? status : set_result(p, bytes.data, bytes.size);
}
