#include "tool.h"

#include <stdio.h>
#include <string.h>

static void print_json(tlb_json *json, const tlb_member *m)
{
    tlb_json_open(json, NULL, '{', true);
    tlb_json_text(json, "name", m->name, strlen(m->name));
    tlb_json_unsigned(json, "size", m->size);
    tlb_json_unsigned(json, "packed", m->packed);
    tlb_json_text(json, "compression", m->compression, strlen(m->compression));
    tlb_json_close(json);
}

static void print_line(tlb_buffer *out, const tlb_member *m)
{
    char line[96];
    snprintf(line, sizeof line, "%10llu %10llu  %-7s  ", (unsigned long long)m->size,
             (unsigned long long)m->packed, m->compression);
    tlb_buffer_text(out, line);
    print_text(out, m->name);
    tlb_buffer_byte(out, '\n');
}

static exit_code ls(job *j)
{
    tlb_document *document;
    tlb_members members = {0};
    tlb_json json = {.out = &j->out};
    bool as_json = j->options->json;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_archive_list(document, &members);
    exit_code code = status ? exit_code_of(status) : complain_of_patterns(j, members);
    if (as_json && !status)
        tlb_json_open(&json, NULL, '[', false);
    for (uint32_t i = 0; i < members.count; i++) {
        const tlb_member *m = &members.data[i];
        if (!fits_patterns(j->options, members, i))
            continue;
        if (as_json)
            print_json(&json, m);
        else
            print_line(&j->out, m);
    }
    if (as_json && !status)
        tlb_json_close(&json);
    tlb_document_free(document);
    return code;
}

exit_code run_ls(const options *o)
{
    return run_jobs(o, o->words, 1, ls, NULL, NULL);
}
