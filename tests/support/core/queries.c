#include "queries.h"

#include "outcome.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 16 };

typedef struct asker {
    tlb_document *document;
    const tlb_value *places;
    double box[2][3];
    bool from_zero;
    uint32_t random;
    char text[MOST_WORDS][64];
    const char *words[MOST_WORDS];
    size_t count;
} asker;

static uint32_t below(asker *a, uint32_t count)
{
    a->random = a->random * 1664525 + 1013904223;
    return (a->random >> 8) % count;
}

static char *next_word(asker *a)
{
    a->words[a->count] = a->text[a->count];
    return a->text[a->count++];
}

/* A place in the box, or a little outside, in 64 steps; now and then the box begins at 0. */
static void add_place(asker *a, int axis)
{
    double low = a->from_zero ? 0 : a->box[0][axis], size = a->box[1][axis] - a->box[0][axis];
    snprintf(next_word(a), sizeof *a->text, "%.6g", low + size * ((double)below(a, 72) - 4) / 64);
}

static void add_whole(asker *a, uint32_t first, uint32_t count)
{
    snprintf(next_word(a), sizeof *a->text, "%u", (unsigned)(first + below(a, count)));
}

/* By the name of an argument. */
static void add_argument(asker *a, const char *name)
{
    static const char *const of_256[] = {"COLOR", "BEHIND", "SHADE", "HAZE"};
    static const char *const times[] = {"SECONDS", "FROM", "TO"};
    if (strlen(name) == 1 && name[0] >= 'X' && name[0] <= 'Z') {
        add_place(a, name[0] - 'X');
        return;
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (strcmp(name, times[i]) == 0) {
            snprintf(next_word(a), sizeof *a->text, "%.6g", below(a, 33) / 8.0);
            return;
        }
    for (size_t i = 0; i < sizeof of_256 / sizeof *of_256; i++)
        if (strcmp(name, of_256[i]) == 0) {
            add_whole(a, 0, below(a, 4) ? 3 : 256);
            return;
        }
    if (strcmp(name, "PIXELS") == 0)
        add_whole(a, 0, 200);
    else if (strcmp(name, "PALETTE") == 0)
        add_whole(a, 0, 8);
    else
        add_whole(a, 0, 2 + below(a, 2));
}

/* "X Y [SECONDS] [--engine torque]": what is in brackets now and then. */
static void add_arguments(asker *a, const char *arguments)
{
    char name[64];
    int length;
    bool left_out = false;
    for (; sscanf(arguments, " %63s%n", name, &length) == 1; arguments += length) {
        char *word = name;
        if (*word == '[') {
            left_out = below(a, 2);
            word++;
        }
        char *end = strchr(word, ']');
        if (end)
            *end = 0;
        if (!left_out && isupper((unsigned char)*word))
            add_argument(a, word);
        else if (!left_out)
            strcpy(next_word(a), word);
        left_out &= !end;
    }
}

static void add_part(asker *a)
{
    const tlb_value *place = a->places ? a->places->as.members.first : NULL;
    for (uint32_t skip = below(a, 4); place && skip; skip--)
        place = place->next;
    if (place && place->kind == TLB_VALUE_TEXT)
        snprintf(next_word(a), sizeof *a->text, "%.*s", (int)place->as.text.size, place->as.text.data);
}

static void find_box(asker *a)
{
    static const char *const ends[] = {"min", "max"};
    const tlb_value *info = NULL;
    tlb_info(a->document, &info);
    const tlb_value *bounds = info ? tlb_value_get(info, "bounds") : NULL;
    for (int end = 0; end < 2; end++) {
        const tlb_value *list = bounds ? tlb_value_get(bounds, ends[end]) : NULL;
        const tlb_value *number = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
        for (int axis = 0; axis < 3; axis++, number = number ? number->next : NULL)
            a->box[end][axis] = number && number->kind == TLB_VALUE_REAL      ? number->as.real
                                : number && number->kind == TLB_VALUE_INTEGER ? (double)number->as.integer
                                                                              : end * 16;
    }
}

void hash_queries(tlb_document *document, unsigned times, uint64_t *hash)
{
    tlb_context *context = tlb_document_context(document);
    const tlb_query_info *query = tlb_format_info_of(tlb_document_format(document))->queries;
    asker a = {.document = document, .random = 1};
    if (!query)
        return;
    find_box(&a);
    tlb_query_places(document, &a.places);
    for (; query->name; query++)
        for (unsigned i = 0; i < times; i++) {
            const tlb_value *answer = NULL;
            a.count = 0;
            a.from_zero = below(&a, 4) == 0;
            if (below(&a, 4) == 0)
                add_part(&a);
            strcpy(next_word(&a), query->name);
            add_arguments(&a, query->arguments);
            tlb_status status = tlb_query(document, a.words, a.count, &answer);
            if (!status)
                tlb_value_json(context, answer, true, (tlb_sink){hash_bytes, hash});
            hash_outcome(hash, context, status);
        }
}
