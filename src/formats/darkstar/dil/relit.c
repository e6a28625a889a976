/* Mission lighting: which maps of the base lighting are replaced by which of its own. */
#include "formats/darkstar/interior/lighting.h"
#include "formats/darkstar/shared/lzh.h"

enum { PAIR = 8 };

static tlb_status refuse(tlb_context *context, const char *path, const char *reason)
{
    tlb_report(context, TLB_CODE_DIL_RELIT, TLB_NO_OFFSET, path, "%s", reason);
    return TLB_INVALID;
}

tlb_status dil_relit_pairs(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                           tlb_dil_relit_list *pairs)
{
    *pairs = (tlb_dil_relit_list){0};
    if (dil->relitCount < 0 || (uint64_t)dil->relitCount * PAIR > lzh_most(dil->relit.size))
        return refuse(context, "relitCount", "more pairs than the stream can hold");
    size_t size = (size_t)dil->relitCount * PAIR;
    uint8_t *bytes = tlb_alloc(arena, size);
    pairs->data = tlb_alloc_array(arena, (size_t)dil->relitCount, sizeof *pairs->data);
    if (!bytes || !pairs->data)
        return tlb_report_memory(context);
    if (lzh_decode(dil->relit, bytes, size) > dil->relit.size)
        return refuse(context, "relit", "the stream ends before the last pair");
    pairs->count = (uint32_t)dil->relitCount;
    for (uint32_t i = 0; i < pairs->count; i++) {
        const uint8_t *pair = bytes + (size_t)i * PAIR;
        pairs->data[i] = (tlb_dil_relit){(int32_t)tlb_get_le32(pair), (int32_t)tlb_get_le32(pair + 4)};
    }
    return TLB_OK;
}

tlb_status tlb_dil_relit_pairs(tlb_document *document, tlb_dil_relit_list *pairs)
{
    return dil_relit_pairs(document->context, &document->arena, document->root, pairs);
}

bool tlb_dil_relit_map(const tlb_dil *mission, const tlb_dil_relit_list *pairs, uint32_t map, uint32_t *relit)
{
    int64_t wanted = map & ~TLB_DIL_CODED;
    uint32_t low = 0, high = pairs->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pairs->data[middle].srcMapOffset < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < pairs->count && pairs->data[low].srcMapOffset == wanted;
    if (found)
        *relit = (uint32_t)pairs->data[low].dstMapOffset | (mission->huffman ? TLB_DIL_CODED : 0);
    return found;
}
