#include "tool.h"

static exit_code dump(job *j)
{
    const options *o = j->options;
    const char *path = o->word_count > 1 ? o->words[1] : NULL;
    tlb_sink sink = {write_stdout, NULL};
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (status)
        return exit_code_of(status);
    status = o->map ? tlb_map(document, path, sink) : tlb_dump(document, path, sink);
    tlb_document_free(document);
    return status == TLB_NOT_FOUND ? EXIT_USAGE : exit_code_of(status);
}

exit_code run_dump(const options *o)
{
    exit_code unused = report_unused(o->map && o->json, "json", "a map is text");
    exit_code code = run_jobs(o, o->words, 1, dump, NULL, NULL);
    return code > unused ? code : unused;
}
