/* Documents that tests make in memory. Without memory the program ends. */
#ifndef TLB_TESTS_MADE_H
#define TLB_TESTS_MADE_H

#include "core/format.h"

/* A document of a format, which has no file; returns its root, `size` zeros. */
void *made_begin(tlb_document *document, tlb_context *context, const char *format, size_t size);
/* Zeros in the document's arena. */
void *made_take(tlb_document *document, size_t count, size_t size);
void made_end(tlb_document *document);

#endif
