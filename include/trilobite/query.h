/* Summary, validation and queries of a document. Errors: as in trilobite/document.h. */
#ifndef TRILOBITE_QUERY_H
#define TRILOBITE_QUERY_H

#include "trilobite/document.h"
#include "trilobite/value.h"
#include "trilobite/assets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check found: diagnostics of each severity, also those that were only counted. A document without
 * errors is valid. */
typedef struct tlb_check_result {
    uint64_t errors, warnings, notes;
} tlb_check_result;

/* Validates every rule of the format; what breaks one is reported to the context, and counted in `result`
 * (may be NULL). TLB_OK: the check was made, whatever it found. A lighting and an interior shape are also
 * compared with the geometries beside them, unless opened from memory. */
TLB_API tlb_status tlb_check(tlb_document *document, tlb_check_result *result);
/* The same, and whether the files that the document references (textures, material lists) are in the assets,
 * and rules that need them. In messages of ASSET_MISSING and DIS_FILE_MISSING the name of the file is between
 * the first and the last quotation mark. */
TLB_API tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets, tlb_check_result *result);

/* A summary of the document, a TABLE that lives in the document. Decodes no pictures and opens no other
 * files. Documents of every format have the members
 *
 * - format: TEXT, the format's name, as tlb_format_by_name takes it
 * - title: TEXT, the same for people
 * - size: INTEGER, bytes of the file; 0 of a document that was not opened
 * - version: TEXT, of the file, spelled as the option that writes it; NULL: the format has none, or the file
 * does not say
 * - vertices, triangles: INTEGER, what is drawn at the finest level of detail, as the file counts vertices (a
 * scene splits some, and leaves out triangles without area); 0: no geometry
 * - bounds: TABLE of min and max, each a LIST of three, of the same in the file's own axes and units; NULL:
 * nothing is drawn
 * - materials: LIST of TEXT, names of the materials, each once; empty where materials have no names
 * - textures: LIST of TEXT, names of the texture files that are needed, as the file has them, each once
 * - files: LIST of TEXT, names of other files that are needed
 * - animations: LIST of TABLE, each with its name (TEXT) and seconds (REAL)
 *
 * and, under the format's name, a TABLE of what only this format has. Images, palettes and archives have no
 * geometry, materials, files and animations. What is in other files (the levels of a DIS, the materials of a
 * DIG) is not included. */
TLB_API tlb_status tlb_info(tlb_document *document, const tlb_value **info);

/* The format's own queries (tlb_format_info.queries), as the command's `query` runs them. The answer
 * lives in the document. TLB_ARGUMENT: no such query, invalid arguments, or the format has no queries. */
TLB_API tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                             const tlb_value **answer);
/* The parts of the document that may be named before a query ("subObjects[2]"): a LIST of TEXT that lives in
 * the document, the part that is queried without a name first. Empty: the format has none. */
TLB_API tlb_status tlb_query_places(tlb_document *document, const tlb_value **places);

#ifdef __cplusplus
}
#endif
#endif
