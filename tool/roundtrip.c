#include "tool.h"

#include <stdio.h>
#include <string.h>

static size_t first_difference(tlb_bytes a, tlb_bytes b)
{
    size_t size = a.size < b.size ? a.size : b.size, i = 0;
    while (i < size && a.data[i] == b.data[i])
        i++;
    return i;
}

static void report(job *j, const char *result, const size_t *offset)
{
    if (j->options->json) {
        tlb_value *table = begin_table(j);
        tlb_value_add_text(j->arena, table, "result", result);
        if (offset)
            tlb_value_add_integer(j->arena, table, "offset", (int64_t)*offset);
        report_table(j, table);
        return;
    }
    if (offset)
        text_print(&j->out, "differs at 0x%zx  ", *offset);
    else
        text_print(&j->out, "%s  ", result);
    print_text(&j->out, j->path);
    text_byte(&j->out, '\n');
}

static exit_code roundtrip(job *j)
{
    tlb_document *document;
    tlb_bytes written;
    exit_code code = EXIT_INPUT;
    tlb_status status = open_job(j, &document);
    if (!status && !tlb_save_memory(document, &written)) {
        tlb_bytes source = tlb_document_source(document);
        bool same =
            source.size == written.size && (!source.size || !memcmp(source.data, written.data, source.size));
        size_t offset = same ? 0 : first_difference(source, written);
        if (!same || !j->options->quiet || j->options->json)
            report(j, same ? "identical" : "different", same ? NULL : &offset);
        code = same ? EXIT_DONE : EXIT_FOUND;
    } else
        report(j, "unreadable", NULL);
    tlb_document_free(document);
    return code;
}

typedef struct tally {
    size_t identical, differ, unreadable;
} tally;

static void count(void *user, exit_code code)
{
    tally *t = user;
    if (code == EXIT_DONE)
        t->identical++;
    else if (code == EXIT_FOUND)
        t->differ++;
    else
        t->unreadable++;
}

exit_code run_roundtrip(const options *o)
{
    tally t = {0};
    exit_code code = run_report_jobs(o, roundtrip, count, &t);
    if (!o->json && !o->quiet)
        printf("%zu identical, %zu different, %zu unreadable\n", t.identical, t.differ, t.unreadable);
    return code;
}
