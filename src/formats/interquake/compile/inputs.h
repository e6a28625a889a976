/* The documents that the compiler makes one model of, as IQE. */
#ifndef TLB_FORMATS_INTERQUAKE_COMPILE_INPUTS_H
#define TLB_FORMATS_INTERQUAKE_COMPILE_INPUTS_H

#include "formats/interquake/compile/options.h"

typedef struct iq_input iq_input;

typedef struct iq_inputs {
    iq_input *data;
    uint32_t count;
    const tlb_iqe **documents;
    const char **names;
} iq_inputs;

/* `first` and what the request merges with it. IQM and scenes become text; the pictures of scenes are put
 * beside the conversion's first file. */
tlb_status iq_open_inputs(iq_inputs *all, const tlb_conversion *conversion, tlb_arena *arena,
                          const iq_request *request, tlb_document *first);
void iq_close_inputs(const iq_inputs *all);

/* A model as a document of IQE that lasts as long as `text`. */
tlb_status iq_open_respelled(tlb_document **document, tlb_context *context, const iq_model *model,
                             tlb_buffer *text, const char *name);
#endif
