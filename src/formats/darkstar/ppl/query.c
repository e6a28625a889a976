/* The tables of the software renderer: what a color becomes on the screen; and the queries about palettes. */
#include "formats/darkstar/ppl/ppl.h"

#include "core/query.h"

/* --- tables -------------------------------------------------------------------------------------------- */

/* Which of the maps and lookups is a palette's: they are in the palettes' order. */
static bool find_place(const tlb_ppl *ppl, uint32_t palette, uint32_t *place)
{
    *place = 0;
    for (uint32_t i = 0; i < palette && i < ppl->palettes.count; i++)
        *place += tlb_ppl_has_remap(ppl->palettes.data[i].type);
    return palette < ppl->palettes.count && tlb_ppl_has_remap(ppl->palettes.data[palette].type);
}

const tlb_ppl_remap *tlb_ppl_remap_of(const tlb_ppl *ppl, uint32_t palette)
{
    if (!ppl)
        return NULL;
    uint32_t place;
    bool has = find_place(ppl, palette, &place);
    return has && place < ppl->remaps.count ? &ppl->remaps.data[place] : NULL;
}

const tlb_ppl_lookup *tlb_ppl_lookup_of(const tlb_ppl *ppl, uint32_t palette)
{
    if (!ppl)
        return NULL;
    uint32_t place;
    bool has = find_place(ppl, palette, &place);
    return has && place < ppl->lookups.count ? &ppl->lookups.data[place] : NULL;
}

static bool look_up(const tlb_ppl *ppl, uint32_t palette, uint64_t row, uint8_t column, uint8_t *screen)
{
    const tlb_ppl_remap *remap = tlb_ppl_remap_of(ppl, palette);
    uint64_t place = row * TLB_PALETTE_COLORS + column;
    if (!remap || place >= remap->map.size)
        return false;
    *screen = remap->map.data[place];
    return true;
}

static bool shades(const tlb_ppl *ppl, uint32_t palette)
{
    return palette < ppl->palettes.count && ppl->palettes.data[palette].type == TLB_PPL_SHADE_HAZE;
}

bool tlb_ppl_shade(const tlb_ppl *ppl, uint32_t palette, uint32_t shade, uint32_t haze, uint8_t color,
                   uint8_t *screen)
{
    if (!ppl || !screen)
        return false;
    return shades(ppl, palette) && shade < 1u << ppl->shadeShift && haze < (uint32_t)ppl->hazeLevels &&
           look_up(ppl, palette, ((uint64_t)haze << ppl->shadeShift) + shade, color, screen);
}

/* The set after those of all hazes. */
bool tlb_ppl_haze(const tlb_ppl *ppl, uint32_t palette, uint32_t haze, uint8_t color, uint8_t *screen)
{
    if (!ppl || !screen)
        return false;
    return shades(ppl, palette) && haze < 1u << ppl->shadeShift &&
           look_up(ppl, palette, ((uint64_t)(uint32_t)ppl->hazeLevels << ppl->shadeShift) + haze, color,
                   screen);
}

bool tlb_ppl_blend(const tlb_ppl *ppl, uint32_t palette, uint8_t color, uint8_t behind, uint8_t *screen)
{
    if (!ppl || !screen)
        return false;
    return !shades(ppl, palette) && look_up(ppl, palette, color, behind, screen);
}

/* --- queries ------------------------------------------------------------------------------------------- */

const tlb_query_info tlb_ppl_queries[] = {
    {"color", "PALETTE COLOR", "a color of the palette with this index, and its entries in the tables"},
    {"shade", "PALETTE SHADE HAZE COLOR",
     "the screen color of a color at a shade (0: dark) and haze level (0: none)"},
    {"haze", "PALETTE HAZE COLOR", "the screen color of a fully lit color at a haze level"},
    {"blend", "PALETTE COLOR BEHIND",
     "the screen color of one color drawn over, added to or subtracted from another"},
    {0},
};

enum { SCREEN = -1 };

/* The number of the palette of an index. */
static bool find_palette(const tlb_ppl *ppl, double index, uint32_t *number)
{
    for (*number = 0; *number < ppl->palettes.count; ++*number)
        if ((int32_t)ppl->palettes.data[*number].paletteIndex == index)
            return true;
    return false;
}

/* A palette's index, then whole numbers of which the last `colors` are colors. */
static tlb_status read_words(const tlb_query_call *q, const char *name, uint32_t *numbers, size_t count,
                             size_t colors)
{
    double words[4];
    if (!tlb_query_reals(q, words, count))
        return tlb_query_refuse(q, name, "expected a palette index and integers");
    for (size_t i = 1; i < count; i++) {
        if (words[i] < 0 || words[i] > UINT16_MAX || words[i] != (uint32_t)words[i])
            return tlb_query_refuse(q, name, "levels and colors must be integers, 0 or more");
        numbers[i] = (uint32_t)words[i];
        if (i + colors >= count && numbers[i] >= TLB_PALETTE_COLORS)
            return tlb_query_refuse(q, name, "colors must be 0 to 255");
    }
    return find_palette(q->subject, words[0], &numbers[0])
               ? TLB_OK
               : tlb_query_refuse(q, name, "no palette with this index");
}

static void add_color(const tlb_query_call *q, const char *name, uint32_t palette, uint8_t color)
{
    const tlb_ppl *ppl = q->subject;
    if (palette >= ppl->palettes.count || ppl->palettes.data[palette].colors.count != TLB_PALETTE_COLORS)
        return;
    tlb_value *list = tlb_value_add_list(q->arena, q->table, name);
    for (int i = 0; i < 4; i++)
        tlb_value_add_integer(q->arena, list, NULL, ppl->palettes.data[palette].colors.data[color][i]);
}

static void add_screen(const tlb_query_call *q, uint8_t index)
{
    uint32_t screen;
    tlb_value_add_integer(q->arena, q->table, "index", index);
    if (find_palette(q->subject, SCREEN, &screen))
        add_color(q, "color", screen, index);
}

static tlb_status answer(const tlb_query_call *q, const char *name, bool found, uint8_t index)
{
    if (!found)
        return tlb_query_refuse(q, name, "the palette has no such table, or the table no such level");
    add_screen(q, index);
    return TLB_OK;
}

static tlb_status answer_color(const tlb_query_call *q)
{
    const tlb_ppl *ppl = q->subject;
    uint32_t n[2] = {0};
    tlb_status status = read_words(q, "color", n, 2, 1);
    if (status)
        return status;
    add_color(q, "color", n[0], (uint8_t)n[1]);
    tlb_value_add_text(q->arena, q->table, "type", tlb_ppl_type_name(ppl->palettes.data[n[0]].type));
    tlb_value_add_bool(q->arena, q->table, "allowedMatch", ppl->allowedMatches[n[1] >> 3] >> (n[1] & 7) & 1);
    if (ppl->hasWeights == 1)
        tlb_value_add_single(q->arena, q->table, "colorWeight", ppl->colorWeights[n[1]]);
    const tlb_ppl_lookup *lookup = tlb_ppl_lookup_of(ppl, n[0]);
    if (!lookup)
        return TLB_OK;
    tlb_value_add_integer(q->arena, q->table, "colorIndex", lookup->colorIndex[n[1]]);
    tlb_value_add_singles(q->arena, q->table, "lookup",
                          (const float[]){lookup->colorR[n[1]], lookup->colorG[n[1]], lookup->colorB[n[1]],
                                          lookup->colorA[n[1]]},
                          4);
    return TLB_OK;
}

static tlb_status answer_shade(const tlb_query_call *q)
{
    uint32_t n[4] = {0};
    uint8_t index = 0;
    tlb_status status = read_words(q, "shade", n, 4, 1);
    bool found = !status && tlb_ppl_shade(q->subject, n[0], n[1], n[2], (uint8_t)n[3], &index);
    return status ? status : answer(q, "shade", found, index);
}

static tlb_status answer_haze(const tlb_query_call *q)
{
    uint32_t n[3] = {0};
    uint8_t index = 0;
    tlb_status status = read_words(q, "haze", n, 3, 1);
    bool found = !status && tlb_ppl_haze(q->subject, n[0], n[1], (uint8_t)n[2], &index);
    return status ? status : answer(q, "haze", found, index);
}

static tlb_status answer_blend(const tlb_query_call *q)
{
    uint32_t n[3] = {0};
    uint8_t index = 0;
    tlb_status status = read_words(q, "blend", n, 3, 2);
    bool found = !status && tlb_ppl_blend(q->subject, n[0], (uint8_t)n[1], (uint8_t)n[2], &index);
    return status ? status : answer(q, "blend", found, index);
}

tlb_status tlb_ppl_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_color, answer_shade, answer_haze, answer_blend};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_ppl_queries, answers);
}
