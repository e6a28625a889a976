#include "tool.h"

#include <string.h>

static exit_code info(job *j)
{
    tlb_document *document;
    const tlb_value *table = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_info(document, &table);
    if (j->options->json) {
        tlb_json json = {.out = &j->out, .compact = j->options->word_count > 1};
        tlb_json_open(&json, NULL, '{', false);
        tlb_json_text(&json, "file", j->path, strlen(j->path));
        if (status)
            tlb_json_text(&json, "error", tlb_status_text(status), strlen(tlb_status_text(status)));
        for (const tlb_value *v = table ? table->as.members.first : NULL; v; v = v->next)
            tlb_value_write(&json, v->key, v);
        tlb_json_close(&json);
    } else if (table) {
        print_text(&j->out, j->path);
        tlb_buffer_byte(&j->out, '\n');
        print_value(&j->out, table, 1);
    }
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_info(const options *o)
{
    return run_report_jobs(o, info);
}
