/* New documents: the smallest that is right, or an archive without members. */
#include "core/document.h"
#include "core/format.h"
#include "base/argument.h"

#include <string.h>

static tlb_status create_root(tlb_document *document)
{
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    document->format->walk(&w, &document->root);
    return w.status;
}

tlb_status tlb_document_begin(tlb_document *document, const char *kind)
{
    const tlb_format *format = document->format;
    if (!(format->info.abilities & TLB_CAN_WRITE)) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "%s is written from scenes only", format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = format->archive ? format->archive->create(document, kind)
                        : kind          ? TLB_ARGUMENT
                        : format->is_never_empty
                            ? tlb_document_build(document, format->info.minimal, strlen(format->info.minimal))
                            : create_root(document);
    if (status == TLB_ARGUMENT)
        tlb_report(document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "unknown kind \"%s\" of %s",
                   kind, format->info.title);
    return status;
}

tlb_status tlb_document_create(tlb_context *context, const tlb_format *format, const char *kind,
                               tlb_document **document)
{
    TLB_REQUIRE(context, document);
    *document = NULL;
    TLB_REQUIRE(context, format);
    TLB_REQUIRE(NULL, context);
    tlb_document *made = tlb_document_make(context, NULL);
    if (!made)
        return tlb_report_memory(context, NULL);
    made->format = format;
    return tlb_document_deliver(made, tlb_document_begin(made, kind), document);
}
