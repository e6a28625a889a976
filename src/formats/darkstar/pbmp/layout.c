/* The layout of PBMP: chunks without alignment. */
#include "formats/darkstar/pbmp/format.h"
#include "formats/darkstar/shared/chunks.h"
#include "layout/fields.h"

enum { HEAD_SIZE = 20, WORD = 4, CHUNKS_THAT_FOLLOW = 0xffffff };

static uint32_t typed_size(const tlb_pbmp_chunk *chunk)
{
    return chunk_is(chunk->tag, "head")                                   ? HEAD_SIZE
           : chunk_is(chunk->tag, "DETL") || chunk_is(chunk->tag, "PiDX") ? WORD
                                                                          : 0;
}

static void walk_head(tlb_walk *w, tlb_pbmp_head *h)
{
    walk_open(w, "head", TLB_ROW);
    WALK(w, h, version);
    WALK(w, h, width);
    WALK(w, h, height);
    WALK(w, h, bitDepth);
    WALK(w, h, attributes);
    walk_close(w, TLB_ROW);
}

static void walk_chunk(tlb_walk *w, tlb_pbmp_chunk *chunk)
{
    uint32_t size = chunk->isOpaque ? (uint32_t)chunk->data.size : typed_size(chunk);
    walk_chunk_header(w, &chunk->tag, &size);
    if (w->direction == WALK_READ)
        chunk->isOpaque = !typed_size(chunk) || size != typed_size(chunk);
    walk_has(w, "data", &chunk->isOpaque);
    if (chunk->isOpaque) {
        if (w->direction == WALK_READ)
            chunk->data.size = size;
        walk_bytes(w, "data", &chunk->data);
    } else if (chunk_is(chunk->tag, "head"))
        walk_head(w, &chunk->head);
    else if (chunk_is(chunk->tag, "DETL"))
        WALK(w, chunk, mipLevels);
    else if (chunk_is(chunk->tag, "PiDX"))
        WALK(w, chunk, paletteIndex);
    else
        walk_fail(w, TLB_CODE_BAD_JSON, "data", "a chunk of this tag has data");
}

/* The head says how many follow it. Where they do not all stand, the missing one is counted, so that reading
 * it tells. */
static uint32_t find_chunks(const tlb_walk *w)
{
    bool has_head = w->end - w->at >= CHUNK_HEADER + HEAD_SIZE && memcmp(w->at, "head", CHUNK_TAG) == 0;
    if (!has_head)
        return count_chunks(w, UINT32_MAX);
    uint64_t announced = 1 + (uint64_t)(tlb_get_le32(w->at + CHUNK_HEADER) & CHUNKS_THAT_FOLLOW);
    uint32_t there = count_chunks(w, announced);
    return there < announced ? there + 1 : there;
}

void pbmp_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pbmp)))) {
        walk_no_memory(w);
        return;
    }
    tlb_pbmp *pbmp = *root;
    walk_signature(w, "tag", "PBMP", CHUNK_TAG);
    WALK(w, pbmp, size);
    if (w->direction == WALK_READ)
        pbmp->chunks.count = find_chunks(w);
    WALK_BLOCKS(w, pbmp, chunks, 1, i)
        walk_chunk(w, &pbmp->chunks.data[i]);
    walk_remaining(w, "tail", &pbmp->tail);
}
