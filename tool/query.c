#include "tool.h"

static void list_queries(job *j, const tlb_document *document)
{
    const tlb_query_info *q = tlb_format_describe(tlb_document_format(document))->queries;
    for (; q && q->name; q++)
        text_print(&j->out, "%s %s\n    %s\n", q->name, q->arguments, q->help);
}

static void print_answer(job *j, const tlb_value *answer)
{
    if (j->options->json)
        text_json(&j->out, j->context, answer, false);
    else
        print_value(&j->out, j->context, answer, 0);
}

static exit_code query(job *j)
{
    const options *o = j->options;
    tlb_document *document;
    const tlb_value *answer = NULL;
    tlb_status status = open_job(j, &document);
    if (!status && o->word_count == 1)
        list_queries(j, document);
    else if (!status)
        status = tlb_query(document, o->words + 1, o->word_count - 1, &answer);
    if (answer)
        print_answer(j, answer);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_query(const options *o)
{
    return run_jobs(o, o->words, 1, query, NULL, NULL);
}
