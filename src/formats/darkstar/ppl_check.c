/* The rules of palettes. */
#include "formats/darkstar/ppl_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int by_index(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sorted by index, then by place: neighbours are compared. */
static tlb_status check_indexes(tlb_context *context, const tlb_ppl *ppl)
{
    tlb_arena arena;
    tlb_arena_init(&arena, &context->account);
    uint32_t count = ppl->palettes.count;
    uint64_t *order = tlb_alloc_array(&arena, count, sizeof *order);
    if (!order) {
        tlb_arena_free(&arena);
        return tlb_report_memory(context);
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint64_t)ppl->palettes.data[i].paletteIndex << 32 | i;
    qsort(order, count, sizeof *order, by_index);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t index = (uint32_t)(order[i] >> 32);
        if (index != order[i - 1] >> 32)
            continue;
        char path[64];
        snprintf(path, sizeof path, "palettes[%u].paletteIndex", (uint32_t)order[i]);
        tlb_report(context, TLB_CODE_PPL_REPEATED_INDEX, TLB_NO_OFFSET, path, "palette %u has index %d, too",
                   (uint32_t)order[i - 1], (int32_t)index);
    }
    tlb_arena_free(&arena);
    return TLB_OK;
}

static bool all_finite(const float *values)
{
    for (int i = 0; i < TLB_PALETTE_COLORS; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static void check_lookup(tlb_context *context, const tlb_ppl_lookup *l, uint32_t index)
{
    if (all_finite(l->colorR) && all_finite(l->colorG) && all_finite(l->colorB) && all_finite(l->colorA))
        return;
    char path[64];
    snprintf(path, sizeof path, "lookups[%u]", index);
    tlb_report(context, TLB_CODE_PPL_INDEX_MAP, TLB_NO_OFFSET, path, "not all colors are finite numbers");
}

static void check_tail(tlb_context *context, tlb_bytes tail)
{
    if (tail.size)
        tlb_report(context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, "tail", "%zu bytes follow", tail.size);
}

tlb_status ppl_check(tlb_document *document)
{
    const tlb_ppl *ppl = document->root;
    tlb_context *context = document->context;
    if (!ppl->palettes.count)
        tlb_report(context, TLB_CODE_PPL_NO_PALETTE, TLB_NO_OFFSET, "palettes", "there is no palette");
    for (uint32_t i = 0; i < ppl->lookups.count; i++)
        check_lookup(context, &ppl->lookups.data[i], i);
    if (ppl->hasWeights > 1)
        tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "hasWeights", "%u is neither 0 nor 1",
                   ppl->hasWeights);
    if (ppl->hasWeights == 1 && (ppl->weightStart > ppl->weightEnd || ppl->weightEnd > TLB_PALETTE_COLORS))
        tlb_report(context, TLB_CODE_PPL_WEIGHTS, TLB_NO_OFFSET, "weightStart",
                   "from %u to %u is no range of colors", ppl->weightStart, ppl->weightEnd);
    check_tail(context, ppl->tail);
    return ppl->palettes.count ? check_indexes(context, ppl) : TLB_OK;
}

/* What the first chunk of a PPAL announces. */
static void check_chunk_count(tlb_context *context, const tlb_pal *pal)
{
    const tlb_pal_chunk *head = pal->chunks.count ? &pal->chunks.data[0] : NULL;
    if (!head || !head->isOpaque || head->data.size != 4)
        return;
    uint32_t announced = tlb_get_le32(head->data.data), follow = pal->chunks.count - 1;
    if (announced != follow)
        tlb_report(context, TLB_CODE_PPL_CHUNK_COUNT, TLB_NO_OFFSET, "chunks[0].data",
                   "%u announced, %u follow", announced, follow);
}

tlb_status pal_check(tlb_document *document)
{
    const tlb_pal *pal = document->root;
    tlb_context *context = document->context;
    uint64_t size = pal->isRiff ? 4 : 0;
    for (uint32_t i = 0; i < pal->chunks.count; i++) {
        const tlb_pal_chunk *chunk = &pal->chunks.data[i];
        size += 8 + (chunk->isOpaque ? chunk->data.size
                                     : 4 * (uint64_t)chunk->colors.count + (pal->isRiff ? 4 : 0));
    }
    if (pal->size != size)
        tlb_report(context, TLB_CODE_PPL_OUTER_SIZE, TLB_NO_OFFSET, "size", "%u is not %llu", pal->size,
                   (unsigned long long)size);
    const tlb_pal_chunk *colors = tlb_pal_colors(pal);
    if (!colors || colors->colors.count != TLB_PALETTE_COLORS)
        tlb_report(context, TLB_CODE_PPL_COLORS, TLB_NO_OFFSET, "chunks", "%u colors, engines need 256",
                   colors ? colors->colors.count : 0);
    if (!pal->isRiff)
        check_chunk_count(context, pal);
    check_tail(context, pal->tail);
    return TLB_OK;
}
