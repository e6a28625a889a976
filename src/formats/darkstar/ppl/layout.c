/* The layouts of palettes: PL98, the palettes of a world with the tables of the software renderer; PPAL and
 * RIFF PAL, chunks of which those with colors are typed. */
#include "formats/darkstar/ppl/ppl.h"

#include "formats/darkstar/shared/chunks.h"
#include "layout/fields.h"

/* --- PL98 ---------------------------------------------------------------------------------------------- */

enum {
    RECORD = 1032,
    TRANSLUCENT_MAP = 256 * 256,
    LOOKUP = 4352,
    TAIL = 5,
    WEIGHTS = 1032,
    MOST_SHIFT = 16,
    MOST_HAZE = 4096
};

static const uint32_t no_remap_sizes[] = {0, 512, LOOKUP};

bool tlb_ppl_has_remap(uint32_t type)
{
    return type == TLB_PPL_SHADE_HAZE || type == TLB_PPL_TRANSLUCENT || type == TLB_PPL_ADDITIVE ||
           type == TLB_PPL_SUBTRACTIVE;
}

static void walk_palette(tlb_walk *w, tlb_ppl_palette *p)
{
    if (w->direction == WALK_READ)
        p->colors.count = TLB_PALETTE_COLORS;
    WALK_VECTORS(w, p, colors);
    if (!w->status && p->colors.count != TLB_PALETTE_COLORS)
        tlb_walk_fault(w, "colors", "number of colors: %u, expected 256", p->colors.count);
    WALK(w, p, paletteIndex);
    WALK(w, p, type);
    if (!w->status && p->type >= TLB_PPL_TYPES)
        tlb_walk_refuse(w, sizeof p->type, TLB_CODE_BAD_VALUE, "type", "unknown type %u, expected 0 to 8",
                        p->type);
}

static uint32_t count_types(const tlb_ppl *ppl, bool remapped)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ppl->palettes.count; i++) {
        uint32_t type = ppl->palettes.data[i].type;
        count += remapped ? tlb_ppl_has_remap(type) : type == TLB_PPL_NO_REMAP;
    }
    return count;
}

/* The type of the palette that the n-th remap belongs to. */
static uint32_t next_remapped(const tlb_ppl *ppl, uint32_t *at)
{
    while (*at < ppl->palettes.count && !tlb_ppl_has_remap(ppl->palettes.data[*at].type))
        ++*at;
    return *at < ppl->palettes.count ? ppl->palettes.data[(*at)++].type : TLB_PPL_NO_REMAP;
}

static uint32_t map_size(const tlb_ppl *ppl, uint32_t type)
{
    return type == TLB_PPL_SHADE_HAZE ? (256u << ppl->shadeShift) * (uint32_t)(ppl->hazeLevels + 1)
                                      : TRANSLUCENT_MAP;
}

static void walk_map(tlb_walk *w, tlb_bytes *map, uint32_t size)
{
    if (w->direction == WALK_READ)
        map->size = size;
    tlb_walk_bytes(w, "map", map);
    if (!w->status && map->size != size)
        tlb_walk_fault(w, "map", "number of bytes: %zu, expected %u", map->size, size);
}

/* Lists that are as long as there are palettes of some types. */
static void expect(tlb_walk *w, const char *name, uint32_t count, uint32_t expected)
{
    if (!w->status && count != expected)
        tlb_walk_fault(w, name, "number of elements: %u, expected %u for the types of the palettes", count,
                       expected);
}

static void walk_remaps(tlb_walk *w, tlb_ppl *ppl)
{
    uint32_t expected = count_types(ppl, true), palette = 0;
    if (w->direction == WALK_READ)
        ppl->remaps.count = expected;
    WALK_BLOCKS(w, ppl, remaps, 256, i)
        walk_map(w, &ppl->remaps.data[i].map, map_size(ppl, next_remapped(ppl, &palette)));
    expect(w, "remaps", ppl->remaps.count, expected);
}

static void walk_lookup(tlb_walk *w, tlb_ppl_lookup *l)
{
    WALK_ROW(w, l, colorIndex);
    WALK_ROW(w, l, colorR);
    WALK_ROW(w, l, colorG);
    WALK_ROW(w, l, colorB);
    WALK_ROW(w, l, colorA);
}

static void walk_lookups(tlb_walk *w, tlb_ppl *ppl)
{
    uint32_t expected = count_types(ppl, true);
    if (w->direction == WALK_READ)
        ppl->lookups.count = expected;
    WALK_BLOCKS(w, ppl, lookups, LOOKUP, i)
        walk_lookup(w, &ppl->lookups.data[i]);
    expect(w, "lookups", ppl->lookups.count, expected);
}

static bool is_tail(const uint8_t *at, size_t size)
{
    return (size == TAIL && at[0] != 1) || (size == TAIL + WEIGHTS && at[0] == 1);
}

/* No file with palettes of type 0 is known, and readers disagree on what belongs to them: what is left
 * decides. */
static uint32_t find_no_remap_data(const tlb_walk *w, uint32_t count)
{
    static const uint8_t order[] = {0, 2, 1};
    size_t remaining = (size_t)(w->end - w->at);
    for (int i = 0; i < 3; i++) {
        uint64_t size = (uint64_t)count * no_remap_sizes[order[i]];
        if (size < remaining && is_tail(w->at + size, remaining - (size_t)size))
            return order[i];
    }
    return 0;
}

static void walk_no_remaps(tlb_walk *w, tlb_ppl *ppl)
{
    static const char *const names[] = {"none", "512 bytes", "4352 bytes", NULL};
    uint32_t count = count_types(ppl, false);
    if (!count)
        return;
    if (w->direction == WALK_READ)
        ppl->noRemapData = find_no_remap_data(w, count);
    tlb_walk_choice(w, "noRemapData", &ppl->noRemapData, names);
    uint32_t size = no_remap_sizes[ppl->noRemapData], expected = size ? count : 0;
    if (w->direction == WALK_READ)
        ppl->noRemaps.count = expected;
    WALK_BLOCKS(w, ppl, noRemaps, size, i)
        walk_map(w, &ppl->noRemaps.data[i].map, size);
    expect(w, "noRemaps", ppl->noRemaps.count, expected);
}

static void walk_weights(tlb_walk *w, tlb_ppl *ppl)
{
    WALK(w, ppl, hasWeights);
    if (ppl->hasWeights == 1) {
        WALK_ROW(w, ppl, colorWeights);
        WALK(w, ppl, weightStart);
        WALK(w, ppl, weightEnd);
    }
    WALK(w, ppl, expansion);
}

/* What the sizes of tables come from. */
static void walk_level(tlb_walk *w, const char *name, int32_t *level, int32_t most)
{
    walk_i32(w, name, level);
    if (*level < 0 || *level > most)
        tlb_walk_refuse(w, sizeof *level, TLB_CODE_BAD_VALUE, name, "%d, expected 0 to %d", *level, most);
}

void tlb_ppl_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_ppl)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_ppl *ppl = *root;
    tlb_walk_signature(w, "tag", "PL98", 4);
    walk_count(w, "numPalettes", &ppl->palettes.count, TLB_U32);
    walk_level(w, "shadeShift", &ppl->shadeShift, MOST_SHIFT);
    walk_level(w, "hazeLevels", &ppl->hazeLevels, MOST_HAZE);
    WALK(w, ppl, hazeColor);
    WALK_ROW(w, ppl, allowedMatches);
    if (w->status)
        return;
    WALK_BLOCKS(w, ppl, palettes, RECORD, i)
        walk_palette(w, &ppl->palettes.data[i]);
    walk_remaps(w, ppl);
    walk_lookups(w, ppl);
    walk_no_remaps(w, ppl);
    walk_weights(w, ppl);
    tlb_walk_remaining(w, "tail", &ppl->tail);
}

/* --- PPAL and RIFF PAL --------------------------------------------------------------------------------- */

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
    tlb_darkstar_walk_chunk_header(w, &chunk->tag, &size);
    if (w->direction == WALK_READ && !w->status)
        chunk->isOpaque = !holds_colors(w, pal, chunk, size);
    tlb_walk_has(w, "data", &chunk->isOpaque);
    if (!chunk->isOpaque)
        walk_colors(w, pal, chunk, size);
    else {
        if (w->direction == WALK_READ)
            chunk->data.size = size;
        tlb_walk_bytes(w, "data", &chunk->data);
    }
}

static void walk_kind(tlb_walk *w, tlb_pal *pal)
{
    if (w->direction == WALK_READ)
        pal->isRiff = tlb_has_signature(&tlb_format_pal, (tlb_bytes){w->at, (size_t)(w->end - w->at)});
    static const char *const names[] = {"PPAL", "RIFF", NULL};
    uint32_t kind = pal->isRiff;
    tlb_walk_choice(w, "kind", &kind, names);
    pal->isRiff = kind != 0;
}

void tlb_pal_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pal)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_pal *pal = *root;
    walk_kind(w, pal);
    tlb_walk_signature(w, "tag", pal->isRiff ? "RIFF" : "PPAL", CHUNK_TAG);
    WALK(w, pal, size);
    if (pal->isRiff)
        tlb_walk_signature(w, "form", "PAL ", CHUNK_TAG);
    if (w->direction == WALK_READ)
        pal->chunks.count = tlb_darkstar_count_chunks(w, UINT32_MAX);
    WALK_BLOCKS(w, pal, chunks, CHUNK_HEADER, i)
        walk_chunk(w, pal, &pal->chunks.data[i]);
    tlb_walk_remaining(w, "tail", &pal->tail);
}
