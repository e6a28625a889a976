#include "tool.h"

static exit_code info(job *j)
{
    tlb_document *document;
    const tlb_value *table = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_info(document, &table);
    if (j->options->json) {
        tlb_value *all = tlb_value_table(j->arena);
        tlb_value_add_text(j->arena, all, "file", j->path);
        if (status)
            tlb_value_add_text(j->arena, all, "error", tlb_status_text(status));
        if (all && all->as.members.last && table)
            all->as.members.last->next = table->as.members.first;
        text_json(&j->out, j->context, all, j->options->word_count > 1);
    } else if (table) {
        print_text(&j->out, j->path);
        text_byte(&j->out, '\n');
        print_value(&j->out, j->context, table, 1);
    }
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_info(const options *o)
{
    return run_report_jobs(o, info);
}
