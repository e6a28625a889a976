#include "tool.h"

#include <stdio.h>
#include <string.h>

static tlb_status check_document(job *j, tlb_document *document)
{
    tlb_assets *assets = NULL;
    tlb_status status = j->options->asset_count ? add_assets(j, document, &assets) : TLB_OK;
    if (!status)
        status = assets ? tlb_check_assets(document, assets) : tlb_check(document);
    tlb_assets_free(assets);
    return status;
}

static exit_code check(job *j)
{
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = check_document(j, document);
    if (j->options->json) {
        tlb_json json = {.out = &j->out, .compact = j->options->word_count > 1};
        tlb_json_open(&json, NULL, '{', false);
        tlb_json_text(&json, "file", j->path, strlen(j->path));
        tlb_json_text(&json, "status", tlb_status_text(status), strlen(tlb_status_text(status)));
        tlb_json_unsigned(&json, "errors", tlb_severity_total(j->context, TLB_ERROR));
        tlb_json_unsigned(&json, "warnings", tlb_severity_total(j->context, TLB_WARNING));
        tlb_json_unsigned(&json, "notes", tlb_severity_total(j->context, TLB_NOTE));
        tlb_json_open(&json, "diagnostics", '[', false);
        report_json(j->context, &json);
        tlb_json_close(&json);
        tlb_json_close(&json);
    } else if (!status) {
        char line[96];
        snprintf(line, sizeof line, "%llu errors, %llu warnings, %llu notes  ",
                 (unsigned long long)tlb_severity_total(j->context, TLB_ERROR),
                 (unsigned long long)tlb_severity_total(j->context, TLB_WARNING),
                 (unsigned long long)tlb_severity_total(j->context, TLB_NOTE));
        tlb_buffer_text(&j->out, line);
        print_text(&j->out, j->path);
        tlb_buffer_byte(&j->out, '\n');
    }
    tlb_document_free(document);
    if (status)
        return exit_code_of(status);
    return tlb_severity_total(j->context, TLB_ERROR) ? EXIT_FINDINGS : EXIT_DONE;
}

exit_code run_check(const options *o)
{
    options once = *o;
    once.once = !o->all;
    return run_report_jobs(&once, check);
}
