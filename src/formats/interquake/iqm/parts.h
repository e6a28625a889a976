/* Where the parts of a model stand in its file. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_PARTS_H
#define TLB_FORMATS_INTERQUAKE_IQM_PARTS_H

#include "formats/interquake/iqm/iqm.h"

typedef struct iqm_part {
    uint64_t offset, size;
    const char *name;
} iqm_part;

typedef TLB_LIST(iqm_part) iqm_parts;

/* All parts that have a size, by offset, the header first; gaps are none. False without memory. */
bool iqm_list_parts(const tlb_iqm *x, tlb_arena *arena, iqm_parts *parts);

/* Whether parts and gaps fill the file from its start to `end` without overlap. False without memory, too:
 * then the account says so. */
bool iqm_fits(const tlb_iqm *x, tlb_arena *arena, uint64_t *end);

/* Offsets as the reference compiler chooses them, extensions last; gaps go. Returns the size of the file. */
uint64_t iqm_lay_out(tlb_iqm *x);

#endif
