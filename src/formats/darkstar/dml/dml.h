/* What the files of material lists share: shapes hold one, interiors name one. */
#ifndef TLB_FORMATS_DARKSTAR_DML_DML_H
#define TLB_FORMATS_DARKSTAR_DML_DML_H

#include "core/checker.h"
#include "core/format.h"
#include "trilobite/formats/dml.h"

extern const tlb_format tlb_format_dml;

/* What a new list is before it is walked, also where it is only walked once it is there. */
void tlb_dml_default_list(tlb_walk *w, tlb_dml_list *list);
/* The chunk with its fields in the structure that is open. */
void tlb_dml_walk_list(tlb_walk *w, tlb_dml_list *list);

/* The rules of a list, which is the part that is checked. */
void tlb_dml_check_list(tlb_checker *c, const tlb_dml_list *list);
/* Whether the textures of a list, perhaps of another file, are among the assets. `path`: of all diagnostics;
 * NULL: those of the list. */
void tlb_dml_check_textures(tlb_checker *c, const tlb_dml_list *list, const char *path);
tlb_status tlb_dml_check(tlb_document *document);

#endif
