/* Questions to a document, and operations on it: words in, a table out. */
#ifndef TLB_CORE_QUERY_H
#define TLB_CORE_QUERY_H

#include "core/format.h"
#include "scene/geometry/ground.h"

typedef struct tlb_query_call {
    const char *kind; /* for messages: "query", "operation" */
    tlb_document *document;
    const void *subject;      /* what is queried: the document's root, or a part of it */
    const char *const *words; /* after the query's name, once that is found */
    size_t word_count;
    tlb_arena *arena; /* the document's */
    tlb_value *table; /* the answer */
} tlb_query_call;

typedef tlb_status tlb_query_handler(const tlb_query_call *q);

/* The query to the document's root, or the operation on it. */
tlb_query_call tlb_query_begin(tlb_document *document, const char *const *words, size_t word_count,
                               tlb_value *table);
tlb_query_call tlb_operation_begin(tlb_document *document, const char *const *words, size_t word_count,
                                   tlb_value *table);
/* Runs the query or operation that the first word names. `answers` are in the order of `queries`. */
tlb_status tlb_query_dispatch(tlb_query_call *q, const tlb_query_info *queries,
                              tlb_query_handler *const *answers);
/* Reports what is wrong with a word; returns the status to hand on. */
tlb_status tlb_query_refuse(const tlb_query_call *q, const char *word, const char *reason);

/* Whether the words are exactly `count` finite numbers. */
bool tlb_query_singles(const tlb_query_call *q, float *values, size_t count);
bool tlb_query_reals(const tlb_query_call *q, double *values, size_t count);

/* Where a ray ended, as every interior reports it. */
void tlb_add_hit(const tlb_query_call *q, bool start_solid, float t, const float point[3],
                 const float normal[3]);

/* The ground in a square of a terrain; NULL: there is a hole. */
void tlb_add_ground(const tlb_query_call *q, uint32_t x, uint32_t y, const tlb_ground *ground);

/* Whether a word is a finite number, or a whole one, and nothing else. */
bool tlb_word_real(const char *word, double *value);
bool tlb_word_whole(const char *word, uint64_t *value);

#endif
