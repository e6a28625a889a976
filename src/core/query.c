#include "core/query.h"

#include "base/argument.h"
#include "base/number.h"
#include "base/text.h"
#include "trilobite/edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- of documents -------------------------------------------------------------------------------------- */

typedef const tlb_query_info *call_list(const tlb_format_info *format);

static const tlb_query_info *queries_of(const tlb_format_info *format)
{
    return format->queries;
}

static const tlb_query_info *operations_of(const tlb_format_info *format)
{
    return format->operations;
}

static tlb_status refuse_all(const tlb_document *document, const char *kinds, call_list *list)
{
    tlb_name_list names = {0};
    for (const tlb_format *const *format = document->context->session->formats; *format; format++)
        if (list(&(*format)->info))
            tlb_name_list_add(&names, (*format)->info.name);
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
               "%s has no %s; formats with %s: %s", document->format->info.title, kinds, kinds, names.text);
    return TLB_ARGUMENT;
}

/* Values that found no memory leave no other trace than the arena's failure. */
static tlb_status deliver(tlb_document *document, tlb_status status, tlb_status earlier, tlb_value *table,
                          const tlb_value **out)
{
    tlb_status failure = tlb_arena_end(&document->arena, earlier);
    if (!status)
        status = tlb_report_failure(document->context, failure);
    *out = status ? NULL : table;
    return tlb_final_status(document->context, status);
}

tlb_status tlb_info(tlb_document *document, const tlb_value **info)
{
    TLB_REQUIRE(tlb_document_context(document), info);
    *info = NULL;
    TLB_REQUIRE(NULL, document);
    tlb_status earlier = tlb_arena_begin(&document->arena);
    tlb_value *table = tlb_value_table(&document->arena);
    tlb_value_add_text(&document->arena, table, "format", document->format->info.name);
    tlb_value_add_text(&document->arena, table, "title", document->format->info.title);
    tlb_value_add_integer(&document->arena, table, "size", (int64_t)document->source.size);
    tlb_summary summary;
    tlb_value *own = tlb_value_table(&document->arena);
    tlb_summary_begin(&summary, &document->arena);
    tlb_status status =
        document->format->describe ? document->format->describe(document, &summary, own) : TLB_OK;
    tlb_summary_end(&summary, table, document->format->info.name, own);
    return deliver(document, status, earlier, table, info);
}

typedef tlb_status format_call(tlb_document *document, const char *const *words, size_t word_count,
                               tlb_value *table);

static tlb_status run(tlb_document *document, format_call *call, const char *const *words, size_t word_count,
                      const tlb_value **answer)
{
    tlb_status earlier = tlb_arena_begin(&document->arena);
    tlb_value *table = tlb_value_table(&document->arena);
    tlb_status status = table ? call(document, words, word_count, table) : document->arena.failure;
    return deliver(document, status, earlier, table, answer);
}

tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                     const tlb_value **answer)
{
    TLB_REQUIRE(tlb_document_context(document), answer);
    *answer = NULL;
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE_LIST(document->context, words, word_count);
    for (size_t i = 0; i < word_count; i++)
        TLB_REQUIRE(document->context, words[i]);
    if (!document->format->query)
        return refuse_all(document, "queries", queries_of);
    return run(document, document->format->query, words, word_count, answer);
}

tlb_status tlb_operate(tlb_document *document, const char *const *words, size_t word_count,
                       const tlb_value **answer)
{
    TLB_REQUIRE(tlb_document_context(document), answer);
    *answer = NULL;
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE_LIST(document->context, words, word_count);
    for (size_t i = 0; i < word_count; i++)
        TLB_REQUIRE(document->context, words[i]);
    if (!document->format->operate)
        return refuse_all(document, "operations", operations_of);
    return run(document, document->format->operate, words, word_count, answer);
}

tlb_status tlb_query_places(tlb_document *document, const tlb_value **places)
{
    TLB_REQUIRE(tlb_document_context(document), places);
    *places = NULL;
    TLB_REQUIRE(NULL, document);
    tlb_status earlier = tlb_arena_begin(&document->arena);
    tlb_value *list = tlb_value_list(&document->arena);
    if (list && document->format->query_places)
        document->format->query_places(document, list);
    return deliver(document, list ? TLB_OK : document->arena.failure, earlier, list, places);
}

/* --- for formats --------------------------------------------------------------------------------------- */

tlb_query_call tlb_query_begin(tlb_document *document, const char *const *words, size_t word_count,
                               tlb_value *table)
{
    return (tlb_query_call){"query", document, document->root, words, word_count, &document->arena, table};
}

tlb_query_call tlb_operation_begin(tlb_document *document, const char *const *words, size_t word_count,
                                   tlb_value *table)
{
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    q.kind = "operation";
    return q;
}

tlb_status tlb_query_refuse(const tlb_query_call *q, const char *word, const char *reason)
{
    tlb_report(q->document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", word, reason);
    return TLB_ARGUMENT;
}

/* --- which query --------------------------------------------------------------------------------------- */

/* "query: expected ray, point or hull" */
static tlb_status refuse_naming(const tlb_query_call *q, const char *unknown, const tlb_query_info *queries)
{
    char text[256];
    const char *blanks = unknown && strchr(unknown, ' ') ? " (words are separate arguments)" : "";
    size_t length = (size_t)snprintf(text, sizeof text, "%s%s%s%sexpected ", unknown ? "unknown " : "",
                                     unknown ? q->kind : "", blanks, unknown ? ", " : "");
    for (size_t i = 0; queries[i].name && length < sizeof text; i++) {
        const char *before = !i ? "" : queries[i + 1].name ? ", " : " or ";
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", before, queries[i].name);
    }
    return tlb_query_refuse(q, unknown ? unknown : q->kind, text);
}

tlb_status tlb_query_dispatch(tlb_query_call *q, const tlb_query_info *queries,
                              tlb_query_handler *const *answers)
{
    if (!q->word_count)
        return refuse_naming(q, NULL, queries);
    const char *name = *q->words++;
    q->word_count--;
    for (size_t i = 0; queries[i].name; i++) {
        if (strcmp(name, queries[i].name) != 0)
            continue;
        return answers[i](q);
    }
    return refuse_naming(q, name, queries);
}

/* --- words --------------------------------------------------------------------------------------------- */

bool tlb_word_real(const char *word, double *value)
{
    const char *end = word + strlen(word);
    return tlb_read_f64(word, end, value) == end && isfinite(*value);
}

bool tlb_word_whole(const char *word, uint64_t *value)
{
    const char *end = word + strlen(word);
    return tlb_read_u64(word, end, value) == end;
}

bool tlb_query_singles(const tlb_query_call *q, float *values, size_t count)
{
    bool good = q->word_count == count;
    for (size_t i = 0; good && i < count; i++) {
        const char *end = q->words[i] + strlen(q->words[i]);
        good = tlb_read_f32(q->words[i], end, &values[i]) == end && isfinite(values[i]);
    }
    return good;
}

bool tlb_query_reals(const tlb_query_call *q, double *values, size_t count)
{
    bool good = q->word_count == count;
    for (size_t i = 0; good && i < count; i++)
        good = tlb_word_real(q->words[i], &values[i]);
    return good;
}

void tlb_add_hit(const tlb_query_call *q, bool start_solid, float t, const float point[3],
                 const float normal[3])
{
    tlb_value_add_bool(q->arena, q->table, "startSolid", start_solid);
    tlb_value_add_single(q->arena, q->table, "t", t);
    tlb_value_add_singles(q->arena, q->table, "point", point, 3);
    tlb_value_add_singles(q->arena, q->table, "normal", normal, 3);
}

void tlb_add_ground(const tlb_query_call *q, uint32_t x, uint32_t y, const tlb_ground *ground)
{
    tlb_value *square = tlb_value_add_list(q->arena, q->table, "square");
    tlb_value_add_integer(q->arena, square, NULL, x);
    tlb_value_add_integer(q->arena, square, NULL, y);
    tlb_value_add_bool(q->arena, q->table, "hole", !ground);
    if (!ground)
        return;
    float length = sqrtf(ground->slope_x * ground->slope_x + ground->slope_y * ground->slope_y + 1);
    const float normal[] = {0 - ground->slope_x / length, 0 - ground->slope_y / length, 1 / length};
    tlb_value_add_single(q->arena, q->table, "height", ground->height);
    tlb_value_add_singles(q->arena, q->table, "normal", normal, 3);
}
