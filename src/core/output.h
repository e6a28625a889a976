/* The files that a conversion makes, before they are handed over. */
#ifndef TLB_CORE_OUTPUT_H
#define TLB_CORE_OUTPUT_H

#include "core/format.h"

/* `name` is that of the first file; its folder is left out. NULL without memory. */
tlb_output *tlb_output_create(tlb_context *context, const char *name);
/* Turns a finished output into files; on failure it is freed and the reason reported. */
tlb_status tlb_output_finish(tlb_context *context, tlb_output *output, tlb_status status, tlb_files **files);

#endif
