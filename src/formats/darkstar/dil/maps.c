/* Light maps: Huffman codes of 16-bit colors, each map a bit stream of its own, the lowest bit first; and
 * the maps of mission lighting. */
#include "formats/darkstar/dil/dil.h"
#include "base/argument.h"

#include "formats/darkstar/shared/lzh.h"

tlb_dil_kind tlb_dil_map_kind(uint32_t map)
{
    if (map == TLB_DIL_NO_MAP)
        return TLB_DIL_MAP_NONE;
    if (map & TLB_DIL_CONSTANT)
        return TLB_DIL_MAP_CONSTANT;
    return map & TLB_DIL_CODED ? TLB_DIL_MAP_CODED : TLB_DIL_MAP_RAW;
}

/* --- decoding ----------------------------------------------------------------------------------------- */

static bool decode_raw(const tlb_dil *dil, uint32_t from, uint32_t count, uint16_t *luxels, uint32_t *end)
{
    if (from > dil->mapBytes.size || 2 * (uint64_t)count > dil->mapBytes.size - from)
        return false;
    for (uint32_t i = 0; i < count; i++)
        luxels[i] = tlb_get_le16(dil->mapBytes.data + from + (size_t)2 * i);
    *end = from + 2 * count;
    return true;
}

static bool decode_codes(const tlb_dil *dil, uint32_t from, uint32_t count, uint16_t *luxels, uint32_t *end)
{
    const uint8_t *bytes = dil->mapBytes.data;
    const tlb_dil_huffman_node *nodes = dil->nodes.data;
    uint64_t bit = (uint64_t)from * 8, bits = (uint64_t)dil->mapBytes.size * 8;
    for (uint32_t i = 0; i < count; i++) {
        int32_t at = 0;
        for (; at >= 0; bit++) {
            if ((uint32_t)at >= dil->nodes.count || bit >= bits)
                return false;
            at = bytes[bit >> 3] >> (bit & 7) & 1 ? nodes[at].one : nodes[at].zero;
        }
        uint32_t leaf = (uint32_t)(-(at + 1));
        if (leaf >= dil->colors.count)
            return false;
        luxels[i] = (uint16_t)dil->colors.data[leaf];
    }
    *end = (uint32_t)((bit + 7) / 8);
    return true;
}

bool tlb_dil_decode(const tlb_dil *dil, uint32_t map, uint32_t w, uint32_t h, uint16_t *luxels, uint32_t *end)
{
    if (!dil || !luxels)
        return false;
    uint32_t count = w * h, after = 0;
    bool sound = false;
    switch (tlb_dil_map_kind(map)) {
    case TLB_DIL_MAP_NONE:
        break;
    case TLB_DIL_MAP_CONSTANT:
        for (uint32_t i = 0; i < count; i++)
            luxels[i] = (uint16_t)map;
        sound = true;
        break;
    case TLB_DIL_MAP_CODED:
        sound = decode_codes(dil, map & ~TLB_DIL_CODED, count, luxels, &after);
        break;
    case TLB_DIL_MAP_RAW:
        sound = decode_raw(dil, map, count, luxels, &after);
        break;
    }
    if (end)
        *end = after;
    return sound;
}

/* --- storing ------------------------------------------------------------------------------------------ */

enum { COLORS = 65536, NO_CODE = -1 };

/* Which child of which node something is: 2 * node + (1 for `one`), NO_CODE when it is none. */
typedef int32_t parent;

struct tlb_dil_coder {
    parent *leaves; /* by color */
    parent *nodes;
    uint32_t *lengths; /* of the codes, by color */
};

/* Hangs a child below its node. False when it does not exist or hangs elsewhere; node 0 hangs nowhere. */
static bool hang(const tlb_dil *dil, tlb_dil_coder *coder, int32_t child, parent from)
{
    if (child >= 0) {
        if (!child || (uint32_t)child >= dil->nodes.count || coder->nodes[child] != NO_CODE)
            return false;
        coder->nodes[child] = from;
        return true;
    }
    uint32_t leaf = (uint32_t)(-(child + 1));
    if (leaf >= dil->colors.count || dil->colors.data[leaf] >= COLORS)
        return false;
    parent *place = &coder->leaves[dil->colors.data[leaf]];
    bool first = *place == NO_CODE;
    *place = first ? from : *place;
    return first;
}

/* Nodes without a parent lead to no code: 0 for what hangs below them, or in a circle. */
static uint32_t code_length(const tlb_dil *dil, const tlb_dil_coder *coder, parent at)
{
    uint32_t length = 0;
    while (at != NO_CODE && length <= dil->nodes.count) {
        length++;
        if (at / 2 == 0)
            return length;
        at = coder->nodes[at / 2];
    }
    return 0;
}

tlb_status tlb_dil_make_coder(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                              tlb_dil_coder **made)
{
    tlb_dil_coder *coder = *made = tlb_zalloc(arena, sizeof *coder);
    if (!coder || !(coder->leaves = tlb_alloc_array(arena, COLORS, sizeof *coder->leaves)) ||
        !(coder->lengths = tlb_alloc_array(arena, COLORS, sizeof *coder->lengths)) ||
        !(coder->nodes = tlb_alloc_array(arena, dil->nodes.count, sizeof *coder->nodes)))
        return tlb_report_memory(context, arena);
    for (uint32_t i = 0; i < COLORS; i++)
        coder->leaves[i] = NO_CODE;
    for (uint32_t i = 0; i < dil->nodes.count; i++)
        coder->nodes[i] = NO_CODE;
    for (uint32_t i = 0; i < dil->nodes.count; i++) {
        const tlb_dil_huffman_node *node = &dil->nodes.data[i];
        if (i > INT32_MAX / 2 - 1 || !hang(dil, coder, node->zero, (parent)(2 * i)) ||
            !hang(dil, coder, node->one, (parent)(2 * i + 1)))
            return TLB_INVALID;
    }
    for (uint32_t i = 0; i < COLORS; i++)
        coder->lengths[i] = code_length(dil, coder, coder->leaves[i]);
    return TLB_OK;
}

tlb_status tlb_dil_coder_create(tlb_document *document, tlb_dil_coder **coder)
{
    TLB_REQUIRE(tlb_document_context(document), coder);
    *coder = NULL;
    TLB_REQUIRE(NULL, document);
    TLB_EXPECT(document->context, tlb_document_dil(document), document, "must be a DIL");
    tlb_dil_coder *made;
    tlb_status status = tlb_dil_make_coder(document->context, &document->arena, document->root, &made);
    if (!status)
        *coder = made;
    return status;
}

/* Sets the bits of a color's code, which ends before bit `end`: from the leaf up to the root. */
static void put_code(const tlb_dil_coder *coder, uint16_t color, uint64_t end, uint8_t *out)
{
    parent at = coder->leaves[color];
    for (uint32_t i = 0; i < coder->lengths[color]; i++) {
        end--;
        out[end >> 3] = (uint8_t)(out[end >> 3] | (at & 1) << (end & 7));
        at = coder->nodes[at / 2];
    }
}

size_t tlb_dil_store(const tlb_dil_coder *coder, const uint16_t *luxels, uint32_t count, uint8_t *out,
                     bool *coded)
{
    if (!coder || !luxels || !out || !coded)
        return 0;
    uint64_t bits = 0;
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        bits += coder->lengths[luxels[i]];
        all &= coder->lengths[luxels[i]] != 0;
    }
    *coded = all && (bits + 7) / 8 < 2 * (uint64_t)count;
    if (!*coded) {
        for (uint32_t i = 0; i < count; i++)
            tlb_put_le16(out + (size_t)2 * i, luxels[i]);
        return (size_t)2 * count;
    }
    memset(out, 0, (size_t)((bits + 7) / 8));
    bits = 0;
    for (uint32_t i = 0; i < count; i++)
        put_code(coder, luxels[i], bits += coder->lengths[luxels[i]], out);
    return (size_t)((bits + 7) / 8);
}

/* --- luxels ------------------------------------------------------------------------------------------- */

void tlb_dil_color(uint16_t luxel, uint8_t rgb[3])
{
    if (!rgb)
        return;
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)((luxel >> (8 - 4 * i) & 15) * 17);
}

void tlb_dil_luxel_uv(const tlb_dil *dil, const tlb_dil_surface *surface, const float point2[2],
                      const uint32_t texels[2], float at[2])
{
    if (!dil || !surface || !point2 || !texels || !at)
        return;
    uint32_t shift = dil->lightScaleShift < 0 || dil->lightScaleShift > DIL_LAST_SHIFT
                         ? 0
                         : (uint32_t)dil->lightScaleShift;
    float step = (float)(1u << shift);
    at[0] = (point2[0] * (float)texels[0] + surface->offX) / step;
    at[1] = (point2[1] * (float)texels[1] + surface->offY) / step;
}

/* --- mission lighting ---------------------------------------------------------------------------------- */

/* Which maps of the base lighting are replaced by which of its own. */

enum { PAIR = 8 };

static tlb_status refuse(tlb_context *context, const char *path, const char *reason)
{
    tlb_report(context, TLB_CODE_DIL_RELIT, TLB_NO_OFFSET, path, "%s", reason);
    return TLB_INVALID;
}

tlb_status tlb_dil_read_relit_pairs(tlb_context *context, tlb_arena *arena, const tlb_dil *dil,
                                    tlb_dil_relit_list *pairs)
{
    *pairs = (tlb_dil_relit_list){0};
    if (dil->relitCount < 0 || (uint64_t)dil->relitCount * PAIR > lzh_most(dil->relit.size))
        return refuse(context, "relitCount", "the stream is too short for the number of pairs");
    size_t size = (size_t)dil->relitCount * PAIR;
    uint8_t *bytes = tlb_alloc(arena, size);
    pairs->data = tlb_alloc_array(arena, (size_t)dil->relitCount, sizeof *pairs->data);
    if (!bytes || !pairs->data)
        return tlb_report_memory(context, arena);
    if (tlb_darkstar_lzh_decode(dil->relit, bytes, size) > dil->relit.size)
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
    TLB_REQUIRE(tlb_document_context(document), pairs);
    *pairs = (tlb_dil_relit_list){0};
    TLB_REQUIRE(NULL, document);
    TLB_EXPECT(document->context, tlb_document_dil(document), document, "must be a DIL");
    return tlb_dil_read_relit_pairs(document->context, &document->arena, document->root, pairs);
}

bool tlb_dil_relit_map(const tlb_dil *mission, const tlb_dil_relit_list *pairs, uint32_t map, uint32_t *relit)
{
    if (!mission || !pairs || !relit)
        return false;
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
