/* Blocks of names that others give offsets into. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_NAMES_BLOCK_H
#define TLB_FORMATS_DARKSTAR_SHARED_NAMES_BLOCK_H

#include "trilobite/base.h"

#include <string.h>

/* The name at an offset, NULL when it does not begin or end within the block. */
static inline const char *name_in_block(tlb_text block, uint32_t offset)
{
    bool whole = offset < block.size && memchr(block.data + offset, 0, block.size - offset);
    return whole ? block.data + offset : NULL;
}

#endif
