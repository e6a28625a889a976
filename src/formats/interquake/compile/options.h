/* The options of the compiler, in the order in which they are given: those behind a --merge mean its file. */
#ifndef TLB_FORMATS_INTERQUAKE_COMPILE_OPTIONS_H
#define TLB_FORMATS_INTERQUAKE_COMPILE_OPTIONS_H

#include "formats/interquake/compile/compile.h"

extern const tlb_option_info iq_options[];

/* What is asked for the one animation of a file. */
typedef struct iq_clip {
    bool asked;       /* for anything */
    const char *name; /* NULL: as it is */
    bool has_fps, loop, has_end;
    float fps;
    int64_t start, end;
} iq_clip;

typedef struct iq_request {
    iq_choices choices;
    uint32_t merge_count;
    const char **merges; /* paths */
    iq_clip *clips;      /* of the input, then of the merges */
} iq_request;

/* Whether any option is the compiler's. */
bool iq_is_request(const tlb_conversion *conversion);
/* TLB_ARGUMENT, reported: an option makes no sense. */
tlb_status iq_read_request(const tlb_conversion *conversion, tlb_arena *arena, iq_request *request);
/* Does to the animations of a model's files what the clips ask for. */
tlb_status iq_clip_animations(tlb_context *context, tlb_arena *arena, const iq_request *request,
                              iq_model *model);

#endif
