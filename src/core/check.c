/* Whether a document keeps the rules of its format. */
#include "base/argument.h"
#include "core/format.h"
#include "layout/directions.h"

static tlb_status refuse(const tlb_document *document)
{
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s cannot be checked",
               document->format->info.title);
    return TLB_UNSUPPORTED;
}

static tlb_check_result totals(const tlb_context *context)
{
    return (tlb_check_result){tlb_severity_total(context, TLB_ERROR),
                              tlb_severity_total(context, TLB_WARNING),
                              tlb_severity_total(context, TLB_NOTE)};
}

tlb_status tlb_check(tlb_document *document, tlb_check_result *result)
{
    if (result)
        *result = (tlb_check_result){0};
    TLB_REQUIRE(NULL, document);
    tlb_context *context = document->context;
    if (!document->format->check)
        return refuse(document);
    size_t first = tlb_diagnostic_count(context);
    tlb_check_result before = totals(context);
    tlb_status status = document->format->check(document);
    tlb_status located = document->format->walk
                             ? tlb_locate_diagnostics(context, document->format->walk, document->root, first)
                             : TLB_OK;
    tlb_check_result after = totals(context);
    if (result)
        *result = (tlb_check_result){after.errors - before.errors, after.warnings - before.warnings,
                                     after.notes - before.notes};
    status = status ? status : located;
    /* Rules that need other files pass over those that cannot be had. */
    return tlb_final_status(context, status ? status : context->account->stopped);
}

tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets, tlb_check_result *result)
{
    if (result)
        *result = (tlb_check_result){0};
    TLB_REQUIRE(tlb_document_context(document), assets);
    TLB_REQUIRE(assets->context, document);
    document->assets = assets;
    tlb_status status = tlb_check(document, result);
    document->assets = NULL;
    return status;
}
