/* Queries at random: each of a document's format, with arguments as its tlb_query_info describes them. */
#ifndef TLB_TESTS_QUERIES_H
#define TLB_TESTS_QUERIES_H

#include "trilobite/trilobite.h"

/* Runs each query `times` times, at a part of the file now and then; adds the answers to the hash. */
void hash_queries(tlb_document *document, unsigned times, uint64_t *hash);

#endif
