/* Queries of documents, as on a command line. */
#ifndef TLB_TESTS_ASK_H
#define TLB_TESTS_ASK_H

#include "trilobite/trilobite.h"

/* tlb_query with the words of a query, separated by spaces. */
tlb_status ask(tlb_document *document, const char *query, const tlb_value **answer);

#endif
