/* What documents are made of, for what opens, creates and builds them. */
#ifndef TLB_CORE_DOCUMENT_H
#define TLB_CORE_DOCUMENT_H

#include "trilobite/document.h"

/* An empty document; `name` is copied, NULL: none. NULL without memory. */
tlb_document *tlb_document_make(tlb_context *context, const char *name);
/* Its root and its format, from JSON as tlb_build takes it. */
tlb_status tlb_document_build(tlb_document *document, const char *json, size_t size);
/* The root of a new document, as tlb_document_create makes it. */
tlb_status tlb_document_begin(tlb_document *document, const char *kind);
/* Hands a document over, or frees it when `status` is a failure, which is returned. */
tlb_status tlb_document_deliver(tlb_document *made, tlb_status status, tlb_document **document);
/* Reports that the caller's sink failed; TLB_WRITE_FAILED. */
tlb_status tlb_report_full(tlb_context *context);

#endif
