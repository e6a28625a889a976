/* A catalog as CSV (RFC 4180): a row per file and member; lists are texts with "; " between their parts. */
#include "catalog/catalog.h"

#include "util/desktop.h"

#include <stdlib.h>
#include <string.h>

typedef struct csv {
    const options *options;
    text *rows; /* of each file, until those before it are written */
    size_t next;
    tlb_file_writer *writer;
} csv;

static void begin_field(text *row)
{
    if (row->size && row->data[row->size - 1] != '\n')
        text_byte(row, ',');
}

static void add_quoted(text *row, const char *value)
{
    bool quoted = strpbrk(value, ",\"\r\n") != NULL;
    text_add(row, quoted ? "\"" : "");
    for (; *value; value++) {
        text_byte(row, *value);
        if (*value == '"')
            text_byte(row, '"');
    }
    text_add(row, quoted ? "\"" : "");
}

static void add_text(text *row, const char *value)
{
    begin_field(row);
    add_quoted(row, value ? value : "");
}

static void add_number(text *row, bool known, int64_t value)
{
    begin_field(row);
    if (known)
        text_print(row, "%lld", (long long)value);
}

static void add_bounds(text *row, const catalog_entry *e)
{
    for (int i = 0; i < 6; i++) {
        begin_field(row);
        if (e->has_bounds)
            text_print(row, "%.9g", i < 3 ? e->low[i] : e->high[i - 3]);
    }
}

static void add_part(text *list, const char *part)
{
    text_add(list, list->size ? "; " : "");
    text_add(list, part);
}

/* A list that was put together, which is emptied for the next one. */
static void add_list(text *row, text *list)
{
    text_byte(list, 0);
    add_text(row, list->failed ? "" : list->data);
    row->failed |= list->failed;
    list->size = 0;
}

static void add_lists(text *row, const catalog_entry *e)
{
    text list = {0};
    for (uint32_t i = 0; i < e->materials.count; i++)
        add_part(&list, e->materials.data[i]);
    add_list(row, &list);
    for (uint32_t i = 0; i < e->needs.count; i++)
        add_part(&list, e->needs.data[i].name);
    add_list(row, &list);
    for (uint32_t i = 0; i < e->needs.count; i++)
        if (!e->needs.data[i].found)
            add_part(&list, e->needs.data[i].name);
    add_list(row, &list);
    for (uint32_t i = 0; i < e->animations.count; i++)
        add_part(&list, e->animations.data[i].name);
    add_list(row, &list);
    for (uint32_t i = 0; i < e->diagnostics.count; i++) {
        add_part(&list, tlb_code_name(e->diagnostics.data[i].code));
        text_print(&list, " %llu", (unsigned long long)e->diagnostics.data[i].count);
    }
    add_list(row, &list);
    text_free(&list);
}

static const char header[] =
    "path,parent,member,size,modified,sha256,format,version,verdict,errors,warnings,notes,"
    "vertices,triangles,min_x,min_y,min_z,max_x,max_y,max_z,"
    "materials,needs,missing,animations,diagnostics,error\r\n";

static void add_row(text *row, const catalog_entry *e, const char *modified)
{
    add_quoted(row, e->path);
    add_text(row, e->parent);
    add_text(row, e->member);
    add_number(row, true, (int64_t)e->size);
    add_text(row, modified);
    add_text(row, e->sha256);
    add_text(row, e->format);
    add_text(row, e->version);
    add_text(row, e->verdict);
    for (int severity = TLB_ERROR; severity >= TLB_NOTE; severity--)
        add_number(row, e->is_checked, (int64_t)e->totals[severity]);
    add_number(row, e->is_model, e->vertices);
    add_number(row, e->is_model, e->triangles);
    add_bounds(row, e);
    add_lists(row, e);
    add_text(row, e->error);
    text_add(row, "\r\n");
}

static exit_code read_file(job *j)
{
    const csv *c = j->user;
    text *rows = &c->rows[j->index];
    catalog_entry *first = NULL;
    file_stamp stamp;
    bool is_known = file_stamp_of(j->path, &stamp);
    tlb_status status = catalog_read(j, j->arena, false, &first);
    j->reported = true;
    if (status || !first)
        return exit_code_of(status);
    for (const catalog_entry *e = first; e; e = e->next)
        add_row(rows, e, e->parent ? e->modified : is_known ? stamp.modified : NULL);
    return rows->failed ? EXIT_INTERNAL : *first->sha256 ? EXIT_DONE : EXIT_INPUT;
}

static void write_rows(void *user, exit_code code)
{
    csv *c = user;
    text *rows = &c->rows[c->next++];
    (void)code;
    if (rows->size)
        tlb_file_write(c->writer, rows->data, rows->size);
    text_free(rows);
}

static exit_code write_all(csv *c, const catalog_files *files)
{
    tlb_context *context = c->options->context;
    tlb_status status = tlb_file_create(context, c->options->output, c->options->force, &c->writer);
    if (status)
        return exit_code_of(status);
    tlb_file_write(c->writer, header, sizeof header - 1);
    exit_code code = run_jobs(c->options, files->mine.data, files->mine.count, read_file, write_rows, c);
    if (code != EXIT_STOPPED && code != EXIT_INTERNAL)
        status = tlb_file_close(c->writer);
    else
        tlb_file_abandon(c->writer);
    return status ? exit_code_of(status) : code;
}

exit_code catalog_write_csv(const options *o, const catalog_files *files)
{
    csv c = {.options = o, .rows = calloc(files->mine.count + 1, sizeof *c.rows)};
    exit_code code = c.rows ? write_all(&c, files) : EXIT_INTERNAL;
    report_diagnostics(o, o->context);
    for (size_t i = 0; c.rows && i < files->mine.count; i++)
        text_free(&c.rows[i]);
    free(c.rows);
    return code;
}
