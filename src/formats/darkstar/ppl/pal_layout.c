/* The layouts of PPAL and of RIFF PAL: chunks, of which those with colors are typed. */
#include "formats/darkstar/shared/chunks.h"
#include "formats/darkstar/ppl/ppl.h"
#include "layout/fields.h"

enum { RIFF_HEADER = 4, COLOR = sizeof(tlb_ppl_color) };

static bool holds_colors(const tlb_walk *w, const tlb_pal *pal, const tlb_pal_chunk *chunk, uint32_t size)
{
    if (pal->isRiff)
        return chunk_is(chunk->tag, "data") && size >= RIFF_HEADER && size <= (size_t)(w->end - w->at) &&
               size == RIFF_HEADER + (uint32_t)tlb_get_le16(w->at + 2) * COLOR;
    return (chunk_is(chunk->tag, "data") || chunk_is(chunk->tag, "tpal")) &&
           size == TLB_PALETTE_COLORS * COLOR;
}

static uint32_t size_of(const tlb_pal *pal, const tlb_pal_chunk *chunk)
{
    if (chunk->isOpaque)
        return (uint32_t)chunk->data.size;
    return (pal->isRiff ? RIFF_HEADER : 0) + chunk->colors.count * COLOR;
}

static void walk_colors(tlb_walk *w, const tlb_pal *pal, tlb_pal_chunk *chunk, uint32_t size)
{
    if (pal->isRiff) {
        WALK(w, chunk, palVersion);
        walk_count(w, "palNumEntries", &chunk->colors.count, TLB_U16);
    } else if (w->direction == WALK_READ)
        chunk->colors.count = size / COLOR;
    WALK_VECTORS(w, chunk, colors);
}

static void walk_chunk(tlb_walk *w, tlb_pal *pal, tlb_pal_chunk *chunk)
{
    uint32_t size = size_of(pal, chunk);
    walk_chunk_header(w, &chunk->tag, &size);
    if (w->direction == WALK_READ && !w->status)
        chunk->isOpaque = !holds_colors(w, pal, chunk, size);
    walk_has(w, "data", &chunk->isOpaque);
    if (!chunk->isOpaque)
        walk_colors(w, pal, chunk, size);
    else {
        if (w->direction == WALK_READ)
            chunk->data.size = size;
        walk_bytes(w, "data", &chunk->data);
    }
}

static void walk_kind(tlb_walk *w, tlb_pal *pal)
{
    if (w->direction == WALK_READ)
        pal->isRiff = riff_starts((tlb_bytes){w->at, (size_t)(w->end - w->at)});
    static const char *const names[] = {"PPAL", "RIFF", NULL};
    uint32_t kind = pal->isRiff;
    walk_choice(w, "kind", &kind, names);
    pal->isRiff = kind != 0;
}

void pal_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pal)))) {
        walk_no_memory(w);
        return;
    }
    tlb_pal *pal = *root;
    walk_kind(w, pal);
    walk_signature(w, "tag", pal->isRiff ? "RIFF" : "PPAL", CHUNK_TAG);
    WALK(w, pal, size);
    if (pal->isRiff)
        walk_signature(w, "form", "PAL ", CHUNK_TAG);
    if (w->direction == WALK_READ)
        pal->chunks.count = count_chunks(w, UINT32_MAX);
    WALK_BLOCKS(w, pal, chunks, CHUNK_HEADER, i)
        walk_chunk(w, pal, &pal->chunks.data[i]);
    walk_remaining(w, "tail", &pal->tail);
}
