#include "tool.h"

static exit_code set(job *j)
{
    const options *o = j->options;
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_edit(document, o->words + 1, o->word_count - 1);
    if (!status)
        status = save_changed(j, document);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_set(const options *o)
{
    return run_jobs(o, o->words, 1, set, NULL, NULL);
}
