#include "tool.h"

#include <string.h>

/* False: the format has none. */
static bool list_queries(job *j, const tlb_document *document)
{
    const tlb_query_info *q = tlb_format_info_of(tlb_document_format(document))->queries;
    if (!q)
        return false;
    tlb_value *list = tlb_value_list(j->arena);
    for (; q->name; q++) {
        tlb_value *row = tlb_value_add_table(j->arena, list, NULL);
        tlb_value_add_text(j->arena, row, "name", q->name);
        tlb_value_add_text(j->arena, row, "arguments", q->arguments);
        tlb_value_add_text(j->arena, row, "help", q->help);
        if (!j->options->json)
            text_print(&j->out, "%s%s%s\n    %s\n", q->name, *q->arguments ? " " : "", q->arguments, q->help);
    }
    if (j->options->json)
        text_json(&j->out, j->context, list, false);
    return true;
}

static void print_answer(job *j, const tlb_value *answer)
{
    if (j->options->json)
        text_json(&j->out, j->context, answer, false);
    else
        print_value(&j->out, j->context, answer, 0);
}

static tlb_status ask(job *j, tlb_document *document, const tlb_value **answer)
{
    const options *o = j->options;
    size_t count = o->word_count - 1;
    const char **words = tlb_alloc_array(j->arena, count + 2, sizeof *words);
    if (!words)
        return TLB_NO_MEMORY;
    memcpy(words, o->words + 1, count * sizeof *words);
    if (o->engine) {
        words[count++] = "--engine";
        words[count++] = o->engine;
    }
    return tlb_query(document, words, count, answer);
}

static exit_code query(job *j)
{
    const options *o = j->options;
    tlb_document *document;
    const tlb_value *answer = NULL;
    tlb_status status = open_job(j, &document);
    if (!status && (o->word_count > 1 || !list_queries(j, document)))
        status = ask(j, document, &answer);
    if (answer)
        print_answer(j, answer);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_query(const options *o)
{
    return run_jobs(o, o->words, 1, query, NULL, NULL);
}
