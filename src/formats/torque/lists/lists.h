/* What the files of the module of lists offer the family. The public part is trilobite/formats/torque_lists.h. */
#ifndef TLB_FORMATS_TORQUE_LISTS_LISTS_H
#define TLB_FORMATS_TORQUE_LISTS_LISTS_H

#include "core/format.h"
#include "trilobite/formats/torque_lists.h"

extern const tlb_format tlb_format_ifl, tlb_format_torque_dml;

void tlb_ifl_walk(tlb_walk *w, void **root);
void tlb_torque_dml_walk(tlb_walk *w, void **root);

/* A list that another file names. Its texts are in `arena`; false without memory. Bytes that are no text have
 * no lines. */
bool tlb_torque_list_read(tlb_context *context, tlb_arena *arena, tlb_bytes bytes, bool counts,
                          tlb_torque_list *list);

/* How long a picture is shown. */
uint32_t tlb_torque_list_frames(const tlb_torque_list_line *line);

bool tlb_is_text(tlb_bytes bytes);

#endif
