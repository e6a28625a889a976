#include "tool.h"

static tlb_status check_document(job *j, tlb_document *document)
{
    tlb_assets *assets = NULL;
    tlb_status status = j->options->asset_count ? add_assets(j, document, &assets) : TLB_OK;
    if (!status)
        status = assets ? tlb_check_assets(document, assets, NULL) : tlb_check(document, NULL);
    tlb_assets_free(assets);
    return status;
}

static exit_code check(job *j)
{
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = check_document(j, document);
    unsigned long long errors = tlb_severity_total(j->context, TLB_ERROR),
                       warnings = tlb_severity_total(j->context, TLB_WARNING),
                       notes = tlb_severity_total(j->context, TLB_NOTE);
    if (j->options->json) {
        tlb_value *table = begin_table(j);
        tlb_value_add_text(j->arena, table, "status", tlb_status_text(status));
        tlb_value_add_integer(j->arena, table, "errors", (int64_t)errors);
        tlb_value_add_integer(j->arena, table, "warnings", (int64_t)warnings);
        tlb_value_add_integer(j->arena, table, "notes", (int64_t)notes);
        report_table(j, table);
    } else if (!status && (errors || !j->options->quiet)) {
        text_print(&j->out, "%llu %s, %llu %s, %llu %s  ", errors, plural(errors, "error", "errors"),
                   warnings, plural(warnings, "warning", "warnings"), notes, plural(notes, "note", "notes"));
        print_text(&j->out, j->path);
        text_byte(&j->out, '\n');
    }
    tlb_document_free(document);
    if (status)
        return exit_code_of(status);
    return errors ? EXIT_FOUND : EXIT_DONE;
}

exit_code run_check(const options *o)
{
    options once = *o;
    once.once = !o->all;
    return run_report_jobs(&once, check, NULL, NULL);
}
