#include "tool.h"

#include "base/platform.h"

static tlb_status save_as_it_is(job *j, tlb_document *document, const char *path)
{
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    return status ? status : tlb_file_save(j->context, path, bytes, j->options->force);
}

/* Another version of it, or what else its format's options ask for. */
static tlb_status save_reshaped(job *j, tlb_document *document, const char *path)
{
    const options *o = j->options;
    const tlb_convert_options choices = {.choices = o->choices, .choice_count = o->choice_count};
    tlb_files *files;
    tlb_status status = tlb_convert(document, tlb_document_format(document), path, &choices, &files);
    if (!status)
        status = tlb_file_save(j->context, path, files->data[0].bytes, o->force);
    tlb_files_free(files);
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
        status =
            (j->options->choice_count ? save_reshaped : save_as_it_is)(j, document, j->options->words[1]);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_build(const options *o)
{
    return run_jobs(o, o->words, 1, build, NULL, NULL);
}
