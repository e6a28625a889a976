/* What the files of the IQE format share. The public part is trilobite/iqe.h. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_IQE_H
#define TLB_FORMATS_INTERQUAKE_IQE_IQE_H

#include "core/format.h"
#include "layout/spelling.h"
#include "trilobite/iqe.h"

extern const tlb_format tlb_format_iqe;

/* A document's root. */
typedef struct iqe_root {
    tlb_iqe iqe; /* first: the address of one is that of the other */
    tlb_spellings spellings;
    uint32_t extra_count; /* lines read with words behind their last argument */
    uint32_t extra_first; /* a command */
} iqe_root;

/* iqe_read.c */
tlb_status iqe_read(tlb_document *document);
void iqe_trace(tlb_walk *w, const iqe_root *root);
/* iqe_walk.c: the document as JSON. */
void iqe_walk_model(tlb_walk *w, iqe_root *root);
/* iqe_write.c */
tlb_status iqe_write_text(tlb_context *context, const iqe_root *root, tlb_buffer *out);

tlb_status iqe_check(tlb_document *document);
tlb_status iqe_describe(tlb_document *document, tlb_value *table);
tlb_status iqe_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* iqe_lists.c: whether all commands have their arguments, as every document has that was read. Else reports
 * which has not. */
tlb_status iqe_check_whole(tlb_context *context, const tlb_iqe *iqe);

static inline bool iqe_same_text(tlb_text a, tlb_text b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

#endif
