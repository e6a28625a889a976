/* Several files of a conversion to one name. */
#ifndef TLB_FORMATS_INTERCHANGE_SHARED_NUMBERED_H
#define TLB_FORMATS_INTERCHANGE_SHARED_NUMBERED_H

#include "core/format.h"

/* The file that number `index` goes into: the one requested, then numbered ones beside it. NULL without
 * memory. */
tlb_buffer *tlb_numbered_file(tlb_output *output, tlb_arena *arena, uint32_t index);

#endif
