#include "tool.h"

static exit_code diff(job *j)
{
    tlb_document *a, *b = NULL;
    uint64_t differences = 0;
    tlb_status status = open_job(j, &a);
    if (!status)
        status = tlb_open_path(j->context, j->options->words[1], j->options->from, &b);
    if (!status)
        status = tlb_diff(a, b, (tlb_sink){write_stdout, NULL}, &differences);
    tlb_document_free(a);
    tlb_document_free(b);
    return status ? exit_code_of(status) : differences ? EXIT_FOUND : EXIT_DONE;
}

exit_code run_diff(const options *o)
{
    return run_jobs(o, o->words, 1, diff, NULL, NULL);
}
