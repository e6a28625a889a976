/* Lists of chunks: a tag of four letters, a size, that many bytes. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_CHUNKS_H
#define TLB_FORMATS_DARKSTAR_SHARED_CHUNKS_H

#include "base/text.h"
#include "layout/walk.h"

enum { CHUNK_HEADER = 8, CHUNK_TAG = 4 };

/* Whatever the case: the description writes "DATA" and "piDX" where files have "data" and "PiDX". */
static inline bool chunk_is(tlb_text tag, const char *name)
{
    for (int i = 0; i < CHUNK_TAG; i++)
        if (tag.size != CHUNK_TAG || tlb_lower(tag.data[i]) != tlb_lower(name[i]))
            return false;
    return true;
}

/* READ: how many whole chunks stand from here on, at most `most`. */
uint32_t count_chunks(const tlb_walk *w, uint64_t most);

/* The tag and the size of the one that is open. */
void walk_chunk_header(tlb_walk *w, tlb_text *tag, uint32_t *size);
/* READ: lets the walk end where a chunk does whose size, just walked, counts from here. */
void walk_chunk_end(tlb_walk *w, uint32_t size);

#endif
