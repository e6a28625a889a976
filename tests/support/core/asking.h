/* Questions to documents, as a person types them. */
#ifndef TLB_TESTS_ASKING_H
#define TLB_TESTS_ASKING_H

#include "trilobite/trilobite.h"

/* tlb_query with the words of a question, parted by blanks. */
tlb_status ask(tlb_document *document, const char *question, const tlb_value **answer);

#endif
