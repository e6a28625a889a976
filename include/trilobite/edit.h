/* A document's fields as JSON and back, as a map of its bytes, and compared with another's. Errors: as in
 * trilobite/document.h. */
#ifndef TRILOBITE_EDIT_H
#define TRILOBITE_EDIT_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every field as JSON. `path` selects one part ("details[0].planes"), NULL: all. TLB_NOT_FOUND: no such
 * part. */
TLB_API tlb_status tlb_dump(tlb_document *document, const char *path, tlb_sink sink);
/* The inverse: a document from what tlb_dump wrote (of the whole). `name` is that of the JSON, for
 * diagnostics. TLB_INVALID: not JSON, or not that of a document that can be saved and opened again. */
TLB_API tlb_status tlb_build(tlb_context *context, const char *json, size_t size, const char *name,
                             tlb_document **document);
/* A line per field: offset, length, path, value. `path` as for tlb_dump. */
TLB_API tlb_status tlb_map(tlb_document *document, const char *path, tlb_sink sink);
/* A line for each field path at which two documents differ; `differences` counts them. Of two archives a line
 * for each member that differs, and for fields only when no member does. */
TLB_API tlb_status tlb_diff(tlb_document *a, tlb_document *b, tlb_sink sink, uint64_t *differences);

#ifdef __cplusplus
}
#endif
#endif
