/* Volumes for tests and samples. */
#ifndef TLB_TESTS_VOL_MAKER_H
#define TLB_TESTS_VOL_MAKER_H

#include "core/format.h"
#include "trilobite/formats/vol.h"

typedef struct vol_member {
    const char *name, *text, *compression; /* compression NULL: none */
} vol_member;

/* A clean volume. Whatever fails ends the program. Freed with tlb_document_free. */
tlb_document *vol_make(tlb_context *context, tlb_vol_kind kind, const vol_member *members, size_t count);

/* One that has everything in it that a volume can have: all kinds of compression, holes, garbage in pads,
 * blocks that are padded to two bytes, leftover bytes in the directory and after it, an entry without a
 * name. */
tlb_document *vol_make_odd(tlb_context *context, tlb_vol_kind kind);

/* Gives the members other names, which may be anything. */
void vol_rename(tlb_vol *vol, const char *const *names);

/* Sets the offsets of blocks and directory to what they are, after something has changed in size. */
void vol_settle(tlb_vol *vol);

#endif
