/* A document's fields as JSON and back, changed one by one, as a map of its bytes, and compared with
 * another's. Errors: as in trilobite/document.h. */
#ifndef TRILOBITE_EDIT_H
#define TRILOBITE_EDIT_H

#include "trilobite/document.h"
#include "trilobite/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every field as JSON. `path` selects one part ("details[0].planes"), NULL: all. TLB_NOT_FOUND: no such
 * part. */
TLB_API tlb_status tlb_dump(tlb_document *document, const char *path, tlb_sink sink);
/* The inverse: a document from what tlb_dump wrote (of the whole). Fields that are left out are those of a
 * new document (tlb_document_create), zero or empty; JSON of nothing but a format is tlb_format_info.minimal,
 * or of an archive one without members. Flags may be names: an array of them, or one text with |
 * between them. `name` is that of the JSON, for diagnostics; their offsets are those in the JSON, and all
 * faults are reported. TLB_INVALID: not JSON, or not that of a document that can be saved and opened again.
 */
TLB_API tlb_status tlb_build(tlb_context *context, const char *json, size_t size, const char *name,
                             tlb_document **document);
/* Sets fields of a document: each assignment is "PATH=VALUE". Paths are those of tlb_dump, tlb_map, tlb_diff
 * and diagnostics ("details[0].portals[2].zoneFront", "points[7][1]", "windings[0..3]"); "portals[+]" adds an
 * element to a list. A value is JSON when it begins with [, { or ", else a word: a number (0x1f too), a text,
 * names of flags with | between them. An object changes the fields that it has, an array is all of a list;
 * null removes a part that may be missing. All assignments are applied together, and all that is wrong is
 * reported; then, and when the result could not be opened again, nothing has changed: TLB_INVALID. Text
 * formats keep the spelling of what is not changed. TLB_NO_MEMORY and TLB_LIMIT may leave the document
 * changed in part. */
TLB_API tlb_status tlb_edit(tlb_document *document, const char *const *assignments, size_t count);
/* The format's own operations (tlb_format_info.operations), as the command's `edit` runs them; then what
 * follows is made anew, as by tlb_document_update. The answer says what was done; it lives in the document.
 * Where it fails, nothing has changed. TLB_ARGUMENT: no such operation, invalid arguments, or the format has
 * no operations. */
TLB_API tlb_status tlb_operate(tlb_document *document, const char *const *words, size_t word_count,
                               const tlb_value **answer);
/* A line per field: offset, length, path, value and, of flags, their names. `path` as for tlb_dump. */
TLB_API tlb_status tlb_map(tlb_document *document, const char *path, tlb_sink sink);
/* A line for each field path at which two documents differ; `differences` counts them. Of two archives a line
 * for each member that differs, and for fields only when no member does. */
TLB_API tlb_status tlb_diff(tlb_document *a, tlb_document *b, tlb_sink sink, uint64_t *differences);

#ifdef __cplusplus
}
#endif
#endif
