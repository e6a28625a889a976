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

static exit_code roundtrip(job *j)
{
    char line[64] = "unreadable  ";
    tlb_document *document;
    tlb_bytes written;
    exit_code code = EXIT_INPUT;
    tlb_status status = open_job(j, &document);
    if (!status && !tlb_save_memory(document, &written)) {
        tlb_bytes source = tlb_document_source(document);
        bool same =
            source.size == written.size && (!source.size || !memcmp(source.data, written.data, source.size));
        if (same)
            snprintf(line, sizeof line, "identical  ");
        else
            snprintf(line, sizeof line, "differs at 0x%zx  ", first_difference(source, written));
        code = same ? EXIT_DONE : EXIT_FOUND;
    }
    text_add(&j->out, line);
    print_text(&j->out, j->path);
    text_byte(&j->out, '\n');
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
    exit_code code = run_jobs(o, o->words, o->word_count, roundtrip, count, &t);
    printf("%zu identical, %zu different, %zu unreadable\n", t.identical, t.differ, t.unreadable);
    return code;
}
