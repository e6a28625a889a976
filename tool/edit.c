#include "tool.h"

/* What an operation did is printed; the file is saved when it was done. */
static tlb_status operate(job *j, tlb_document *document, const char *const *words, size_t count)
{
    const tlb_value *answer;
    tlb_status status = tlb_operate(document, words, count, &answer);
    if (!status)
        status = save_changed(j, document);
    if (!status)
        print_answer(j, answer);
    return status;
}

static exit_code edit(job *j)
{
    const options *o = j->options;
    const char *const *words;
    size_t count;
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (!status) {
        const tlb_query_info *operations = tlb_format_info_of(tlb_document_format(document))->operations;
        if (o->word_count == 1 && operations)
            list_calls(j, operations, NULL);
        else
            status = call_words(j, &words, &count) ? operate(j, document, words, count) : report_no_memory(j);
    }
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_edit(const options *o)
{
    return run_jobs(o, o->words, 1, edit, NULL, NULL);
}
