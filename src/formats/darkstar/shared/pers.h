/* The chunk of a stored object, in every direction:
 *
 *     pers_chunk chunk = walk_pers_open(w, &x->pers);
 *     walk_pers_class(w, &x->pers, "TS::Shape");
 *     ... the body, by x->pers.version ...
 *     walk_pers_close(w, &x->pers, &chunk);
 *     walk_pers_pad(w, &x->pers);             where the chunk stands within another
 *
 * The fields stand in the structure or list element that is open. While the body is read, the walk ends where
 * the chunk ends; what the body leaves is kept as `rest`. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_PERS_H
#define TLB_FORMATS_DARKSTAR_SHARED_PERS_H

#include "layout/fields.h"
#include "trilobite/pers.h"

typedef struct pers_chunk {
    uint64_t start;     /* where the size counts from */
    const uint8_t *end; /* READ: of what is around the chunk */
} pers_chunk;

/* Whether bytes start with an object of this class: for probes. */
bool pers_starts_with(tlb_bytes source, const char *class_name);

pers_chunk walk_pers_open(tlb_walk *w, tlb_pers *pers);
void walk_pers_close(tlb_walk *w, tlb_pers *pers, const pers_chunk *chunk);
void walk_pers_pad(tlb_walk *w, tlb_pers *pers);
/* BAD_SIGNATURE when the object is of another class; BAD_VERSION when its version is not within the
 * bounds. */
void walk_pers_class(tlb_walk *w, const tlb_pers *pers, const char *class_name);
void walk_pers_versions(tlb_walk *w, const tlb_pers *pers, int32_t first, int32_t last);

#endif
