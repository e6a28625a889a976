#include "tool.h"

static void add_member(tlb_arena *arena, tlb_value *list, const tlb_member *m, uint32_t index,
                       const char *file)
{
    tlb_value *row = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_integer(arena, row, "index", index);
    tlb_value_add_text(arena, row, "name", m->name);
    tlb_value_add_integer(arena, row, "size", (int64_t)m->size);
    tlb_value_add_integer(arena, row, "packed", (int64_t)m->packed);
    tlb_value_add_text(arena, row, "compression", m->compression);
    if (m->packed)
        tlb_value_add_integer(arena, row, "offset", (int64_t)m->offset);
    if (m->modified)
        tlb_value_add_text(arena, row, "modified", m->modified);
    if (file)
        tlb_value_add_text(arena, row, "file", file);
}

static void print_place(text *out, const tlb_member *m, uint32_t index)
{
    text_print(out, "%6u ", index);
    if (m->packed)
        text_print(out, "0x%08llx ", (unsigned long long)m->offset);
    else
        text_print(out, "%10s ", "-");
    if (m->modified)
        text_print(out, "%s ", m->modified);
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
    const char *const *files = NULL;
    tlb_value *list = j->options->json ? tlb_value_list(j->arena) : NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_archive_list(document, &members);
    if (!status)
        status = tlb_archive_file_names(document, &files);
    exit_code code = status ? exit_code_of(status) : report_unmatched(j, document, members);
    for (uint32_t i = 0; !status && i < members.count; i++) {
        const tlb_member *m = &members.data[i];
        if (!matches_patterns(j->options, members, i))
            continue;
        if (j->options->json)
            add_member(j->arena, list, m, i, files[i]);
        else {
            if (j->options->long_list)
                print_place(&j->out, m, i);
            print_line(&j->out, m);
        }
    }
    if (j->options->json && !status)
        text_json(&j->out, j->context, list, false);
    tlb_document_free(document);
    return code;
}

exit_code run_ls(const options *o)
{
    exit_code unused = report_unused(o->long_list && o->json, "long", "JSON has all that is known");
    exit_code code = run_jobs(o, o->words, 1, ls, NULL, NULL);
    return code > unused ? code : unused;
}
