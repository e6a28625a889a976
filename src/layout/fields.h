/* Fields that are mostly empty: JSON shows them only when they are not. */
#ifndef TLB_LAYOUT_FIELDS_H
#define TLB_LAYOUT_FIELDS_H

#include "layout/walk.h"

/* Bytes that nearly always are zeros; not shown they are. */
void tlb_walk_zeros(tlb_walk *w, const char *name, uint8_t *bytes, uint32_t size);

/* Bytes that belong to no structure. */
void tlb_walk_gap(tlb_walk *w, const char *name, tlb_bytes *gap);

/* All bytes up to the end of the walk: what follows the structure of a file. */
void tlb_walk_remaining(tlb_walk *w, const char *name, tlb_bytes *bytes);

/* A name in a field of fixed size. JSON shows the text, and as `tail` what follows its NUL, which
 * exporters left as it was in memory, where that is not zeros. */
void tlb_walk_fixed_name(tlb_walk *w, const char *name, const char *tail, char *field, uint32_t size);
#define WALK_NAME(w, x, field) tlb_walk_fixed_name((w), #field, #field "Tail", (x)->field, sizeof(x)->field)

/* tlb_naming.at of a block of texts that end in NUL; a number is an offset. */
bool tlb_names_in_block(const void *data, size_t size, uint32_t i, tlb_text *name, uint32_t *next);

bool tlb_all_zero(const uint8_t *bytes, size_t size);

#endif
