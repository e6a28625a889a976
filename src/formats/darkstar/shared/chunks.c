/* Lists of chunks, and the chunk of a stored object. */
#include "formats/darkstar/shared/chunks.h"

/* --- chunks -------------------------------------------------------------------------------------------- */

uint32_t tlb_darkstar_count_chunks(const tlb_walk *w, uint64_t most)
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

void tlb_darkstar_walk_tag(tlb_walk *w, tlb_text *tag)
{
    tag->size = CHUNK_TAG;
    tlb_walk_text(w, "tag", tag);
    if (!w->status && tag->size != CHUNK_TAG)
        tlb_walk_fault(w, "tag", "expected a tag of four characters");
}

void tlb_darkstar_walk_chunk_header(tlb_walk *w, tlb_text *tag, uint32_t *size)
{
    tlb_darkstar_walk_tag(w, tag);
    walk_count(w, "size", size, TLB_U32);
}

void tlb_darkstar_walk_chunk_end(tlb_walk *w, uint32_t size)
{
    if (w->direction != WALK_READ || w->status)
        return;
    size_t remaining = (size_t)(w->end - w->at);
    if (remaining < size)
        tlb_walk_refuse(w, sizeof size, TLB_CODE_TRUNCATED, "size", "needs %u bytes; only %zu left", size,
                        remaining);
    else
        w->end = w->at + size;
}

/* --- padding ------------------------------------------------------------------------------------------- */

static const uint8_t zeros[3];

static bool is_usual_pad(const tlb_bytes *pad, uint32_t needed)
{
    return pad->size == needed && tlb_all_zero(pad->data, pad->size);
}

/* JSON shows it where it is not the zeros that are needed. */
static void walk_pad(tlb_walk *w, tlb_bytes *pad, uint32_t needed)
{
    if (w->direction == WALK_READ) {
        size_t remaining = (size_t)(w->end - w->at);
        pad->size = remaining < needed ? remaining : needed;
    } else if (w->direction == WALK_VISIT) {
        bool shown = !is_usual_pad(pad, needed);
        tlb_walk_has(w, "pad", &shown);
        if (!shown && !w->visitor->counts) {
            w->offset += needed;
            return;
        }
    }
    if (pad->size || w->direction == WALK_VISIT)
        tlb_walk_bytes(w, "pad", pad);
}

/* --- a chunk around a file ------------------------------------------------------------------------------ */

file_chunk tlb_darkstar_chunk_open(tlb_walk *w, const char *tag, uint32_t *size, const tlb_bytes *pad)
{
    tlb_walk_signature(w, "tag", tag, CHUNK_TAG);
    return tlb_darkstar_chunk_begin(w, size, pad);
}

file_chunk tlb_darkstar_chunk_begin(tlb_walk *w, uint32_t *size, const tlb_bytes *pad)
{
    file_chunk chunk = {.end = w->end, .has_usual_pad = pad && is_usual_pad(pad, *size & 1)};
    walk_count(w, "size", size, TLB_U32);
    tlb_darkstar_walk_chunk_end(w, *size);
    chunk.start = tlb_walk_offset(w);
    return chunk;
}

void tlb_darkstar_chunk_close(tlb_walk *w, const file_chunk *chunk, uint32_t *size, tlb_bytes *rest,
                              tlb_bytes *pad)
{
    tlb_walk_remaining(w, "rest", rest);
    if (w->status)
        return;
    if (w->direction == WALK_READ)
        w->end = chunk->end;
    if (w->direction == WALK_WRITE || walk_fills(w)) {
        *size = (uint32_t)(tlb_walk_offset(w) - chunk->start);
        if (chunk->has_usual_pad)
            *pad = (tlb_bytes){zeros, *size & 1};
    }
    if (w->direction == WALK_WRITE && !w->buffer->status)
        tlb_put_le32(w->buffer->data + chunk->start - 4, *size);
    if (pad)
        walk_pad(w, pad, *size & 1);
}

/* --- stored objects ------------------------------------------------------------------------------------ */

static const uint32_t ALIGNED_TO_4 = 0x80000000u;

static void walk_size(tlb_walk *w, tlb_pers *pers)
{
    uint32_t word = pers->size | (pers->alignedTo4 ? ALIGNED_TO_4 : 0);
    walk_count(w, "size", &word, TLB_U32);
    if (w->direction == WALK_READ) {
        pers->size = word & ~ALIGNED_TO_4;
        pers->alignedTo4 = (word & ALIGNED_TO_4) != 0;
    }
}

static void walk_alignment(tlb_walk *w, tlb_pers *pers)
{
    static const char *const names[] = {"2", "4", NULL};
    bool shown = pers->alignedTo4;
    uint32_t alignment = shown;
    tlb_walk_has(w, "chunkAlignment", &shown);
    if (shown)
        tlb_walk_choice(w, "chunkAlignment", &alignment, names);
    pers->alignedTo4 = alignment != 0;
}

static uint32_t pad_size(const tlb_pers *pers)
{
    return (0 - pers->size) & (pers->alignedTo4 ? 3u : 1u);
}

static bool has_usual_pad(const tlb_pers *pers)
{
    return is_usual_pad(&pers->pad, pad_size(pers));
}

pers_chunk tlb_darkstar_pers_open(tlb_walk *w, tlb_pers *pers)
{
    pers_chunk chunk = {.end = w->end, .has_usual_pad = has_usual_pad(pers)};
    tlb_walk_signature(w, "tag", "PERS", 4);
    walk_size(w, pers);
    walk_alignment(w, pers);
    tlb_darkstar_walk_chunk_end(w, pers->size);
    chunk.start = tlb_walk_offset(w);
    walk_count(w, "nameLen", &pers->className.size, TLB_U16);
    tlb_walk_text(w, "className", &pers->className);
    if (pers->className.size % 2)
        tlb_walk_zeros(w, "namePad", &pers->namePad, 1);
    WALK(w, pers, version);
    return chunk;
}

void tlb_darkstar_pers_close(tlb_walk *w, tlb_pers *pers, const pers_chunk *chunk)
{
    tlb_walk_remaining(w, "rest", &pers->rest);
    if (w->status)
        return;
    if (w->direction == WALK_READ)
        w->end = chunk->end;
    if (w->direction == WALK_WRITE || walk_fills(w))
        pers->size = (uint32_t)(tlb_walk_offset(w) - chunk->start);
    if (walk_fills(w) && chunk->has_usual_pad)
        pers->pad = (tlb_bytes){zeros, pad_size(pers)};
    if (w->direction == WALK_WRITE && !w->buffer->status)
        tlb_put_le32(w->buffer->data + chunk->start - 4, pers->size | (pers->alignedTo4 ? ALIGNED_TO_4 : 0));
}

void tlb_darkstar_pers_pad(tlb_walk *w, tlb_pers *pers)
{
    walk_pad(w, &pers->pad, pad_size(pers));
}

void tlb_darkstar_pers_class(tlb_walk *w, tlb_pers *pers, const char *class_name)
{
    size_t size = strlen(class_name);
    if (w->fresh && !pers->className.size)
        pers->className = (tlb_text){class_name, (uint32_t)size};
    size_t found = pers->className.size;
    if (!w->status && (found != size || memcmp(pers->className.data, class_name, size) != 0))
        tlb_walk_refuse(w, found + found % 2 + sizeof pers->version, TLB_CODE_BAD_SIGNATURE, "className",
                        "expected an object of class %s", class_name);
}

void tlb_darkstar_pers_versions(tlb_walk *w, const tlb_pers *pers, int32_t first, int32_t last)
{
    if (!w->status && (pers->version < first || pers->version > last))
        tlb_walk_refuse(w, sizeof pers->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %d, expected %d to %d", pers->version, first, last);
}
