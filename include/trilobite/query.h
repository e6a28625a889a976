/* What a document is, whether it keeps the rules of its format, and what its format can be asked. Errors: as
 * in trilobite/document.h. */
#ifndef TRILOBITE_QUERY_H
#define TRILOBITE_QUERY_H

#include "trilobite/document.h"
#include "trilobite/value.h"
#include "trilobite/assets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every rule of the format; findings go to the context's diagnostics. TLB_OK also when there are some. A
 * lighting and an interior shape are held against the geometries beside them; those of a document from memory
 * against none. */
TLB_API tlb_status tlb_check(tlb_document *document);
/* The same, and besides whether the files that the document names (textures, material lists) are among the
 * assets, and what only these show. */
TLB_API tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets);

/* A TABLE of what the document is: version, counts, bounds, files needed. It lives in the document. */
TLB_API tlb_status tlb_info(tlb_document *document, const tlb_value **info);

/* The format's own questions (tlb_format_info.questions), as the command's `query` asks them. The answer
 * lives in the document. TLB_ARGUMENT: no such question, or not its arguments. */
TLB_API tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                             const tlb_value **answer);

#ifdef __cplusplus
}
#endif
#endif
