/* Which formats documents and scenes can be converted to. */
#ifndef TLB_CORE_TARGETS_H
#define TLB_CORE_TARGETS_H

#include "core/format.h"

/* They hold the same document. */
bool tlb_share_model(const tlb_format *a, const tlb_format *b);
/* Without a scene. */
bool tlb_is_written_within(const tlb_format *target, const tlb_format *from);
/* By a scene or a level. */
bool tlb_is_written_anew(const tlb_format *target);

/* Reports that the document, or where it is NULL a scene, cannot be converted to the target, why, and what it
 * can be converted to: with its scene by what is in that, where it is NULL by the formats alone. Returns
 * TLB_ARGUMENT. */
tlb_status tlb_refuse_target(tlb_context *context, const tlb_document *document, const tlb_scene *scene,
                             const tlb_format *target);

#endif
