#include "tool.h"

#include <string.h>

static bool is_text(const tlb_value *value, const char *start, size_t size)
{
    return value && value->kind == TLB_VALUE_TEXT && value->as.text.size >= size &&
           memcmp(value->as.text.data, start, size) == 0;
}

/* The length of a list's name in "name[0]", with the bracket; 0: it is none. */
static size_t list_name(const tlb_value *place)
{
    const char *bracket = memchr(place->as.text.data, '[', place->as.text.size);
    return bracket ? (size_t)(bracket - place->as.text.data) + 1 : 0;
}

/* One line per list: "subObjects[0] to subObjects[7]". */
static void print_places(text *out, const tlb_value *places)
{
    const tlb_value *place = places->as.members.first;
    if (place)
        text_print(out, "QUERY may follow a part of the file (default: %s):\n", place->as.text.data);
    while (place) {
        const tlb_value *last = place;
        size_t name = list_name(place);
        while (name && is_text(last->next, place->as.text.data, name))
            last = last->next;
        text_print(out, "    %s", place->as.text.data);
        if (last != place)
            text_print(out, " to %s", last->as.text.data);
        text_add(out, "\n");
        place = last->next;
    }
}

static void add_places(job *j, tlb_value *row, const tlb_value *places)
{
    tlb_value *list = places ? tlb_value_add_list(j->arena, row, "places") : NULL;
    if (!places)
        return;
    for (const tlb_value *place = places->as.members.first; place; place = place->next)
        tlb_value_add_bytes_text(j->arena, list, NULL, place->as.text);
}

void list_calls(job *j, const tlb_query_info *q, const tlb_value *places)
{
    tlb_value *list = tlb_value_list(j->arena);
    for (; q->name; q++) {
        tlb_value *row = tlb_value_add_table(j->arena, list, NULL);
        tlb_value_add_text(j->arena, row, "name", q->name);
        tlb_value_add_text(j->arena, row, "arguments", q->arguments);
        tlb_value_add_text(j->arena, row, "help", q->help);
        add_places(j, row, places);
        if (!j->options->json)
            text_print(&j->out, "%s%s%s\n    %s\n", q->name, *q->arguments ? " " : "", q->arguments, q->help);
    }
    if (j->options->json)
        text_json(&j->out, j->context, list, false);
    else if (places)
        print_places(&j->out, places);
}

/* Of a format that has some. */
static tlb_status list_queries(job *j, tlb_document *document)
{
    const tlb_value *places;
    tlb_status status = tlb_query_places(document, &places);
    if (!status)
        list_calls(j, tlb_format_info_of(tlb_document_format(document))->queries, places);
    return status;
}

void print_answer(job *j, const tlb_value *answer)
{
    if (j->options->json)
        text_json(&j->out, j->context, answer, false);
    else
        print_value(&j->out, j->context, answer, 0);
}

/* A query that was quoted as one word is split at its blanks. */
static size_t split(char *word, const char **words)
{
    size_t count = 0;
    for (char *at = word + strspn(word, " "); *at; at += strspn(at, " ")) {
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    return count;
}

bool call_words(job *j, const char *const **words, size_t *count)
{
    const options *o = j->options;
    size_t given = o->word_count - 1, length = given == 1 ? strlen(o->words[1]) : 0;
    const char **list = tlb_alloc_array(j->arena, given + length + 2, sizeof *list);
    char *copy = tlb_arena_printf(j->arena, "%s", given == 1 ? o->words[1] : "");
    if (!list || !copy)
        return false;
    if (given == 1)
        given = split(copy, list);
    else
        memcpy(list, o->words + 1, given * sizeof *list);
    if (o->engine) {
        list[given++] = "--engine";
        list[given++] = o->engine;
    }
    *words = list;
    *count = given;
    return true;
}

static tlb_status ask(job *j, tlb_document *document, const tlb_value **answer)
{
    const char *const *words;
    size_t count;
    return call_words(j, &words, &count) ? tlb_query(document, words, count, answer) : report_no_memory(j);
}

static exit_code query(job *j)
{
    const options *o = j->options;
    tlb_document *document;
    const tlb_value *answer = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = o->word_count > 1 || !tlb_format_info_of(tlb_document_format(document))->queries
                     ? ask(j, document, &answer)
                     : list_queries(j, document);
    if (answer)
        print_answer(j, answer);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_query(const options *o)
{
    return run_jobs(o, o->words, 1, query, NULL, NULL);
}
