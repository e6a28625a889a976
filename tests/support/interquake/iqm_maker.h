/* IQM documents that use every part the format has: models that check finds nothing in. */
#ifndef TLB_TESTS_IQM_MAKER_H
#define TLB_TESTS_IQM_MAKER_H

#include "made.h"
#include "trilobite/formats/iqm.h"

typedef struct iqm_plan {
    uint32_t version; /* 1 or 2 */
    uint32_t seed;
    uint32_t format; /* tlb_iqm_format of texture coordinates, colors, weights and a custom array */
    bool bare;       /* a mesh of one triangle and nothing else */
    bool extensions;
} iqm_plan;

/* The document needs no initialising; it is not opened from bytes: it has no source, and no layout yet. */
void iqm_make(tlb_document *document, tlb_context *context, const iqm_plan *plan);

/* --- for makers of other models ----------------------------------------------------------------------- */

/* An empty model; lists are allocated in the document's arena. Without memory the program ends. */
tlb_iqm *iqm_begin(tlb_document *document, tlb_context *context, uint32_t version);
/* The offset of a string in the text, which it is added to. */
uint32_t iqm_text(tlb_document *document, const char *string);
/* Adds an array of num_vertexes elements; its values, to be filled. */
void *iqm_array(tlb_document *document, uint32_t type, uint32_t format, uint32_t size);
/* Fills poses, frames and bounds from the channels of every joint in every frame: channels[frame][joint].
 * Joints, num_frames and anims are set before. Channels that never change are not stored. */
void iqm_pack_frames(tlb_document *document, float (*channels)[TLB_IQM_CHANNELS]);

#define IQM_MAKE_LIST(document, list, number)                                                                \
    ((list)->data = iqm_take(document, (number), sizeof *(list)->data), (list)->count = (number))
void *iqm_take(tlb_document *document, size_t count, size_t size);

#endif
