/* Material lists within the room: shapes hold one, interiors name one. */
#ifndef TLB_DARKSTAR_DML_ROOM_H
#define TLB_DARKSTAR_DML_ROOM_H

#include "formats/format.h"
#include "trilobite/dml.h"

extern const tlb_format tlb_format_dml;

/* The chunk with its fields in the structure that is open. */
void walk_material_list(tlb_walk *w, tlb_dml_list *list);

/* The rules of a list; `path` is that of the structure it stands in ("" or "materials."), at most 64 bytes.
 */
void dml_check_list(tlb_context *context, const tlb_dml_list *list, const char *path);

tlb_status dml_check(tlb_document *document);

#endif
