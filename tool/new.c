/* A new document, to begin from. */
#include "tool.h"

#include <string.h>

static exit_code create(job *j)
{
    const tlb_format *format = tlb_format_by_name(j->path);
    const char *minimal = tlb_format_info_of(format)->minimal;
    tlb_document *document;
    tlb_status status = minimal ? tlb_build(j->context, minimal, strlen(minimal), j->path, &document)
                                : tlb_document_create(j->context, format, NULL, &document);
    if (!status)
        status = tlb_dump(document, NULL, (tlb_sink){write_stdout, NULL});
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_new(const options *o)
{
    const tlb_format *format;
    if (!parse_format(o->words[0], &format))
        return EXIT_USAGE;
    if (tlb_format_info_of(format)->abilities & TLB_IS_ARCHIVE) {
        usage_error("%s is an archive; 'trilobite pack' creates one", o->words[0]);
        return EXIT_USAGE;
    }
    return run_jobs(o, o->words, 1, create, NULL, NULL);
}
