#include "tool.h"

/* To the file itself, which is replaced when the new one is complete, or to -o. */
static exit_code set(job *j)
{
    const options *o = j->options;
    bool in_place = !o->output;
    const char *path = in_place ? j->path : o->output;
    tlb_document *document;
    tlb_bytes bytes = {0};
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_edit(document, o->words + 1, o->word_count - 1);
    if (!status)
        status = tlb_save_memory(document, &bytes);
    if (!status)
        status = save_to(j, path, bytes, in_place || o->force);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_set(const options *o)
{
    return run_jobs(o, o->words, 1, set, NULL, NULL);
}
