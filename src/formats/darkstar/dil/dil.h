/* What the files of interior lighting share. The public part is trilobite/formats/dil.h. */
#ifndef TLB_FORMATS_DARKSTAR_DIL_DIL_H
#define TLB_FORMATS_DARKSTAR_DIL_DIL_H

#include "core/format.h"
#include "trilobite/formats/dil.h"

#define DIL_CLASS         "ITRLighting"
#define DIL_MISSION_CLASS "ITRMissionLighting"

enum { DIL_LAST_SHIFT = 15 };

extern const tlb_format tlb_format_dil;

void tlb_dil_walk(tlb_walk *w, void **root);
/* maps.c: the pairs of mission lighting, in `arena`, as tlb_dil_relit_pairs has them. */
tlb_status tlb_dil_read_relit_pairs(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                                    tlb_dil_relit_list *pairs);
/* maps.c: tlb_dil_coder_create for a lighting that is no document's, in `arena`. */
tlb_status tlb_dil_make_coder(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                              tlb_dil_coder **coder);

tlb_status tlb_dil_check(tlb_document *document);
tlb_status tlb_dil_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
extern const tlb_query_info tlb_dil_queries[];
tlb_status tlb_dil_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

#endif
