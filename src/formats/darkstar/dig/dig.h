/* What the files of interior geometry offer each other. The public part is trilobite/dig.h. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_DIG_H
#define TLB_FORMATS_DARKSTAR_DIG_DIG_H

#include "core/format.h"
#include "trilobite/dig.h"

#define DIG_CLASS "ITRGeometry"

extern const tlb_format tlb_format_dig;

void dig_walk(tlb_walk *w, void **root);
tlb_status dig_check(tlb_document *document);
tlb_status dig_describe(tlb_document *document, tlb_value *table);
tlb_status dig_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status dig_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);
extern const tlb_query_info dig_queries[];

#endif
