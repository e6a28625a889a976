#include "formats/darkstar/shared/chunks.h"

uint32_t count_chunks(const tlb_walk *w, uint64_t most)
{
    uint32_t count = 0;
    for (const uint8_t *at = w->at; count < most && w->end - at >= CHUNK_HEADER; count++) {
        uint32_t size = tlb_get_le32(at + CHUNK_TAG);
        if ((size_t)(w->end - at) - CHUNK_HEADER < size)
            break;
        at += CHUNK_HEADER + size;
    }
    return count;
}

void walk_chunk_header(tlb_walk *w, tlb_text *tag, uint32_t *size)
{
    tag->size = CHUNK_TAG;
    walk_text(w, "tag", tag);
    if (!w->status && tag->size != CHUNK_TAG)
        walk_fail(w, TLB_CODE_BAD_JSON, "tag", "a tag is of four letters");
    walk_count(w, "size", size, TLB_U32);
}

void walk_chunk_end(tlb_walk *w, uint32_t size)
{
    if (w->direction != WALK_READ || w->status)
        return;
    size_t remaining = (size_t)(w->end - w->at);
    if (remaining < size)
        walk_refuse(w, sizeof size, TLB_CODE_TRUNCATED, "size", "needs %u bytes, %zu remain", size,
                    remaining);
    else
        w->end = w->at + size;
}
