#include "tool.h"

#include "base/platform.h"

static tlb_status save(job *j, tlb_document *document)
{
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status)
        status = tlb_file_save(j->context, j->options->words[1], bytes, j->options->force);
    return status;
}

static exit_code build(job *j)
{
    uint8_t *json;
    size_t size;
    tlb_document *document = NULL;
    tlb_status status = tlb_file_read(j->context, j->path, &json, &size);
    if (status)
        return exit_code_of(status);
    status = tlb_build(&document, j->context, (const char *)json, size, j->path);
    tlb_give(&j->context->account, json, size);
    if (!status)
        status = save(j, document);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_build(const options *o)
{
    return run_jobs(o, o->words, 1, build, NULL, NULL);
}
