#include "tool.h"

static void add_member(tlb_arena *arena, tlb_value *list, const tlb_member *m)
{
    tlb_value *row = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, row, "name", m->name);
    tlb_value_add_integer(arena, row, "size", (int64_t)m->size);
    tlb_value_add_integer(arena, row, "packed", (int64_t)m->packed);
    tlb_value_add_text(arena, row, "compression", m->compression);
}

static void print_line(text *out, const tlb_member *m)
{
    text_print(out, "%10llu %10llu  %-7s  ", (unsigned long long)m->size, (unsigned long long)m->packed,
               m->compression);
    print_text(out, m->name);
    text_byte(out, '\n');
}

static exit_code ls(job *j)
{
    tlb_document *document;
    tlb_members members = {0};
    tlb_value *list = j->options->json ? tlb_value_list(j->arena) : NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_archive_list(document, &members);
    exit_code code = status ? exit_code_of(status) : report_unmatched(j, document, members);
    for (uint32_t i = 0; i < members.count; i++) {
        const tlb_member *m = &members.data[i];
        if (!matches_patterns(j->options, members, i))
            continue;
        if (j->options->json)
            add_member(j->arena, list, m);
        else
            print_line(&j->out, m);
    }
    if (j->options->json && !status)
        text_json(&j->out, j->context, list, false);
    tlb_document_free(document);
    return code;
}

exit_code run_ls(const options *o)
{
    return run_jobs(o, o->words, 1, ls, NULL, NULL);
}
