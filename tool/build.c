#include "tool.h"

static tlb_status save_as_it_is(job *j, tlb_document *document, const char *path)
{
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    return status ? status : save_to(j, path, bytes, j->options->force);
}

/* Another version of it, or what else its format's options ask for. */
static tlb_status save_converted(job *j, tlb_document *document, const char *path)
{
    const options *o = j->options;
    tlb_files *files;
    tlb_status status =
        tlb_convert(document, tlb_document_format(document), path, tlb_options_get(o->named), &files);
    if (!status)
        status = save_to(j, path, files->data[0].bytes, o->force);
    tlb_files_free(files);
    return status;
}

/* A name that promises another format than the one that is written. */
static bool is_misnamed(tlb_document *document, const char *path)
{
    const tlb_format *named = is_standard(path) ? NULL : tlb_format_by_path(path);
    const tlb_format_info *info = tlb_format_info_of(tlb_document_format(document));
    bool fits = !named;
    for (const char *const *extension = info->extensions; *extension && !fits; extension++)
        fits = same_nocase(*extension, tlb_path_extension(path));
    if (!fits)
        tlb_report(tlb_document_context(document), TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "the JSON is of format %s, but the extension of %s is of format %s; build a .%s file, "
                   "then convert it",
                   info->name, path, tlb_format_info_of(named)->name, info->extensions[0]);
    return !fits;
}

static exit_code build(job *j)
{
    tlb_bytes json;
    tlb_document *document = NULL;
    tlb_status status = tlb_path_read(j->context, j->path, &json);
    if (status)
        return exit_code_of(status);
    status = tlb_build(j->context, (const char *)json.data, json.size, j->path, &document);
    tlb_bytes_free(j->context, json);
    if (!status && is_misnamed(document, j->options->words[1]))
        status = TLB_ARGUMENT;
    if (!status)
        status = (j->options->converting.count ? save_converted : save_as_it_is)(j, document,
                                                                                 j->options->words[1]);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_build(const options *o)
{
    return run_jobs(o, o->words, 1, build, NULL, NULL);
}
