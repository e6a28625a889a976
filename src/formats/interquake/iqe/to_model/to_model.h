/* IQE documents on their way into a model. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_TO_MODEL_TO_MODEL_H
#define TLB_FORMATS_INTERQUAKE_IQE_TO_MODEL_TO_MODEL_H

#include "base/index.h"
#include "formats/interquake/model/model.h"

typedef struct iqe_merge {
    iq_model *model;
    tlb_context *context;
    tlb_arena *arena; /* the model's */
    const tlb_iqe *const *documents;
    const char *const *names;
    uint32_t count;
} iqe_merge;

/* A diagnostic in one of the documents; `command` UINT32_MAX: in none of its commands. */
void tlb_iqe_merge_report(const iqe_merge *m, uint32_t document, tlb_code code, uint32_t command,
                          const char *format, ...) TLB_PRINTF(5, 6);

/* faces.c and skeleton.c; false without memory. */
bool tlb_iqe_merge_faces(iqe_merge *m);
bool tlb_iqe_merge_skeleton(iqe_merge *m);

#endif
