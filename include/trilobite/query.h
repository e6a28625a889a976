/* Summary, validation and queries of a document. Errors: as
 * in trilobite/document.h. */
#ifndef TRILOBITE_QUERY_H
#define TRILOBITE_QUERY_H

#include "trilobite/document.h"
#include "trilobite/value.h"
#include "trilobite/assets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Validates every rule of the format; what is found is reported to the context, and the result is TLB_OK all
 * the same. A lighting and an interior shape are also compared with the geometries beside them, unless opened
 * from memory. */
TLB_API tlb_status tlb_check(tlb_document *document);
/* The same, and whether the files that the document references (textures, material lists) are in the assets,
 * and rules that need them. */
TLB_API tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets);

/* A summary of the document, a TABLE: version, counts, bounds, files referenced. It lives in the document. */
TLB_API tlb_status tlb_info(tlb_document *document, const tlb_value **info);

/* The format's own queries (tlb_format_info.queries), as the command's `query` runs them. The answer
 * lives in the document. TLB_ARGUMENT: no such query, or invalid arguments. */
TLB_API tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                             const tlb_value **answer);

#ifdef __cplusplus
}
#endif
#endif
