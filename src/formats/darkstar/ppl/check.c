/* The rules of palettes. */
#include "formats/darkstar/ppl/ppl.h"

#include "base/text.h"
#include "core/checker.h"

#include <stdlib.h>

static int by_index(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sorted by index, then by place: neighbours are compared. */
static void check_indexes(tlb_checker *c, const tlb_ppl *ppl)
{
    uint32_t count = ppl->palettes.count;
    uint64_t *order = tlb_scratch(c, count, sizeof *order);
    if (!count || !order)
        return;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint64_t)ppl->palettes.data[i].paletteIndex << 32 | i;
    qsort(order, count, sizeof *order, by_index);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t index = (uint32_t)(order[i] >> 32);
        if (index == order[i - 1] >> 32)
            TLB_FIND(c, PPL_REPEATED_INDEX, tlb_at(c, "palettes[%u].paletteIndex", (uint32_t)order[i]),
                     "palette %u has index %d, too", (uint32_t)order[i - 1], (int32_t)index);
    }
}

static void check_lookup(tlb_checker *c, const tlb_ppl_lookup *l, uint32_t index)
{
    const float *const channels[] = {l->colorR, l->colorG, l->colorB, l->colorA};
    bool finite = true;
    for (int i = 0; i < 4; i++)
        finite &= tlb_all_finite(channels[i], TLB_PALETTE_COLORS);
    if (!finite)
        TLB_FIND(c, PPL_INDEX_MAP, tlb_at(c, "lookups[%u]", index), "some colors are infinite or NaN");
}

tlb_status tlb_ppl_check(tlb_document *document)
{
    const tlb_ppl *ppl = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (!ppl->palettes.count)
        TLB_FIND(&c, PPL_NO_PALETTE, "palettes", "there is no palette");
    for (uint32_t i = 0; i < ppl->lookups.count; i++)
        check_lookup(&c, &ppl->lookups.data[i], i);
    if (ppl->hasWeights > 1)
        TLB_FIND(&c, BAD_VALUE, "hasWeights", "%u, expected 0 or 1", ppl->hasWeights);
    if (ppl->hasWeights == 1 && (ppl->weightStart > ppl->weightEnd || ppl->weightEnd > TLB_PALETTE_COLORS))
        TLB_FIND(&c, PPL_WEIGHTS, "weightStart", "%u to %u is not a range of colors", ppl->weightStart,
                 ppl->weightEnd);
    tlb_check_tail(&c, ppl->tail);
    check_indexes(&c, ppl);
    return tlb_checker_end(&c);
}

/* The chunk count in the first chunk of a PPAL. */
static void check_chunk_count(tlb_checker *c, const tlb_pal *pal)
{
    const tlb_pal_chunk *head = pal->chunks.count ? &pal->chunks.data[0] : NULL;
    if (!head || !head->isOpaque || head->data.size != 4)
        return;
    uint32_t claimed = tlb_get_le32(head->data.data), follow = pal->chunks.count - 1;
    if (claimed != follow)
        TLB_FIND(c, PPL_CHUNK_COUNT, "chunks[0].data", "header claims %u chunks; %u follow", claimed, follow);
}

tlb_status tlb_pal_check(tlb_document *document)
{
    const tlb_pal *pal = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    uint64_t size = pal->isRiff ? 4 : 0;
    for (uint32_t i = 0; i < pal->chunks.count; i++) {
        const tlb_pal_chunk *chunk = &pal->chunks.data[i];
        size += 8 + (chunk->isOpaque ? chunk->data.size
                                     : 4 * (uint64_t)chunk->colors.count + (pal->isRiff ? 4 : 0));
    }
    if (pal->size != size)
        TLB_FIND(&c, PPL_OUTER_SIZE, "size", "%u, expected %llu", pal->size, (unsigned long long)size);
    const tlb_pal_chunk *colors = tlb_pal_colors(pal);
    if (!colors || colors->colors.count != TLB_PALETTE_COLORS)
        TLB_FIND(&c, PPL_COLORS, "chunks", "number of colors: %u, but engines require 256",
                 colors ? colors->colors.count : 0);
    if (!pal->isRiff)
        check_chunk_count(&c, pal);
    tlb_check_tail(&c, pal->tail);
    return tlb_checker_end(&c);
}
