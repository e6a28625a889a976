/* The light maps of an interior's surfaces, decoded onto sheets. */
#include "formats/darkstar/interior/interior.h"

/* Real files encode each luxel once. What shares its bytes with others is decoded this often; the rest is
 * not. */
enum { MOST_SHARED = 2 };

/* A map that is decoded once. */
typedef struct map_key {
    const tlb_dil *from;
    uint32_t map, w, h;
    uint32_t glow; /* 1 + the first of the animated lights that fall on it, 0: none */
} map_key;

/* What an animated light adds to a surface. */
typedef struct glow {
    const uint8_t *map;
    float color[3];
    uint32_t next; /* of the same surface: 1 + its place, 0: none */
} glow;

typedef struct decoder {
    tlb_arena *work;
    map_key *keys; /* of the tiles */
    tlb_tile *tiles;
    uint8_t (**pixels)[4]; /* of the tiles */
    uint32_t count;
    uint32_t *slots, slot_count; /* a power of two; tile + 1 */
    uint64_t budget;             /* bits and luxels that may still be decoded */
    glow *glows;
    uint32_t glow_count, *first_glow; /* first_glow: for each surface 1 + its place, 0: none */
} decoder;

/* --- animated lights ---------------------------------------------------------------------------------- */

/* At any moment a light is in one state, so that all together have no more surfaces than there are data. */
static bool find_glows(decoder *d, const interior_lighting *lighting)
{
    const tlb_dil *dil = lighting->base;
    if (!dil || !lighting->animated)
        return true;
    d->glows = tlb_alloc_array(d->work, dil->stateData.count, sizeof *d->glows);
    d->first_glow = tlb_zalloc_array(d->work, dil->surfaces.count, sizeof *d->first_glow);
    if (!d->glows || !d->first_glow)
        return false;
    for (uint32_t light = 0; light < dil->lights.count; light++) {
        tlb_dil_moment moment;
        uint32_t surface;
        const uint8_t *map;
        if (!tlb_dil_light_at(dil, light, lighting->seconds, &moment))
            continue;
        for (uint32_t i = 0;
             d->glow_count < dil->stateData.count && tlb_dil_state_map(dil, moment.state, i, &surface, &map);
             i++) {
            if (!map)
                continue;
            glow *g = &d->glows[d->glow_count++];
            *g = (glow){.map = map, .next = d->first_glow[surface]};
            memcpy(g->color, moment.color, sizeof g->color);
            d->first_glow[surface] = d->glow_count;
        }
    }
    return true;
}

static uint32_t glow_of(const decoder *d, uint32_t surface)
{
    return d->first_glow ? d->first_glow[surface] : 0;
}

static void add_glow(const glow *g, uint32_t count, uint8_t (*pixels)[4])
{
    for (uint32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            float sum = (float)pixels[i][c] + (float)g->map[i] * g->color[c];
            pixels[i][c] = sum < 255 ? (uint8_t)sum : 255;
        }
}

/* As far as the budget goes. */
static void add_glows(decoder *d, const map_key *key, uint8_t (*pixels)[4])
{
    uint32_t count = key->w * key->h;
    for (uint32_t g = key->glow; g && d->budget >= count; g = d->glows[g - 1].next) {
        add_glow(&d->glows[g - 1], count, pixels);
        d->budget -= count;
    }
}

/* --- which map ---------------------------------------------------------------------------------------- */

static uint64_t budget_for(const tlb_dil *dil)
{
    return dil ? (uint64_t)dil->mapBytes.size * 16 * MOST_SHARED : 0;
}

/* False: the surface has no map. */
static bool find_map(const decoder *d, const interior_lighting *lighting, uint32_t i, bool outside,
                     map_key *key)
{
    const tlb_dil *base = lighting->base;
    if (!base || i >= base->surfaces.count)
        return false;
    const tlb_dil_surface *s = &base->surfaces.data[i];
    tlb_dil_kind kind = tlb_dil_map_kind(s->map);
    uint32_t relit;
    *key = (map_key){base, s->map, s->w, s->h, glow_of(d, i)};
    if (kind == TLB_DIL_MAP_NONE)
        return false;
    if (kind == TLB_DIL_MAP_CONSTANT) {
        if (!key->glow)
            key->w = key->h = 1;
    } else if (lighting->mission && outside &&
               tlb_dil_relit_map(lighting->mission, &lighting->relit, s->map, &relit)) {
        key->from = lighting->mission;
        key->map = relit;
    }
    return key->w && key->h;
}

/* --- each once ---------------------------------------------------------------------------------------- */

static uint32_t hash_of(const map_key *key, const tlb_dil *base)
{
    uint32_t hash = (key->from == base ? 0 : 0x9e3779b9u) ^ key->map;
    hash = (hash ^ hash >> 15) * 0x85ebca6bu ^ (key->glow << 16 | key->w << 8 | key->h);
    return (hash ^ hash >> 13) * 0xc2b2ae35u;
}

static bool same_key(const map_key *a, const map_key *b)
{
    return a->from == b->from && a->map == b->map && a->w == b->w && a->h == b->h && a->glow == b->glow;
}

/* The slot of a key: what is in it is 0 when the key is new. */
static uint32_t *slot_of(decoder *d, const map_key *key, const tlb_dil *base)
{
    uint32_t at = hash_of(key, base) & (d->slot_count - 1);
    while (d->slots[at] && !same_key(&d->keys[d->slots[at] - 1], key))
        at = (at + 1) & (d->slot_count - 1);
    return &d->slots[at];
}

static bool prepare(decoder *d, uint32_t surfaces)
{
    d->slot_count = 2;
    while (d->slot_count < 2 * (uint64_t)surfaces && d->slot_count < 1u << 31)
        d->slot_count *= 2;
    d->slots = tlb_zalloc_array(d->work, d->slot_count, sizeof *d->slots);
    d->keys = tlb_alloc_array(d->work, surfaces, sizeof *d->keys);
    d->tiles = tlb_alloc_array(d->work, surfaces, sizeof *d->tiles);
    d->pixels = tlb_alloc_array(d->work, surfaces, sizeof *d->pixels);
    return d->slots && d->keys && d->tiles && d->pixels;
}

/* --- decoding ----------------------------------------------------------------------------------------- */

typedef enum outcome { DECODED, BROKEN, TOO_MUCH, OUT_OF_MEMORY } outcome;

static outcome decode_tile(decoder *d, const map_key *key)
{
    uint32_t count = key->w * key->h, from = key->map & ~TLB_DIL_CODED, end;
    bool constant = tlb_dil_map_kind(key->map) == TLB_DIL_MAP_CONSTANT;
    if (count > 1 && count > d->budget)
        return TOO_MUCH;
    uint16_t *luxels = tlb_alloc_array(d->work, count, sizeof *luxels);
    uint8_t(*pixels)[4] = tlb_alloc_array(d->work, count, sizeof *pixels);
    if (!luxels || !pixels)
        return OUT_OF_MEMORY;
    bool sound = tlb_dil_decode(key->from, key->map, key->w, key->h, luxels, &end);
    uint64_t bytes = constant                          ? 0
                     : sound                           ? end - from
                     : from < key->from->mapBytes.size ? key->from->mapBytes.size - from
                                                       : 0;
    uint64_t price = count > 1 || !constant ? count + 8 * bytes : 0;
    d->budget -= price < d->budget ? price : d->budget;
    for (uint32_t i = 0; sound && i < count; i++) {
        tlb_dil_color(luxels[i], pixels[i]);
        pixels[i][3] = 255;
    }
    if (sound)
        add_glows(d, key, pixels);
    d->keys[d->count] = *key;
    d->tiles[d->count] = (tlb_tile){.width = key->w, .height = key->h};
    d->pixels[d->count] = pixels;
    return sound ? DECODED : BROKEN;
}

/* Gives a surface its tile. False without memory. */
static bool light_surface(decoder *d, const interior_lighting *lighting, const map_key *key,
                          interior_sheets *sheets, interior_light *light)
{
    uint32_t *slot = slot_of(d, key, lighting->base);
    if (!*slot) {
        outcome o = decode_tile(d, key);
        sheets->undecoded += o == BROKEN;
        sheets->left_out += o == TOO_MUCH;
        if (o != DECODED)
            return o != OUT_OF_MEMORY;
        *slot = ++d->count;
    }
    light->tile = *slot - 1;
    return true;
}

static bool paint(const decoder *d, tlb_arena *arena, interior_sheets *sheets)
{
    if (!tlb_sheets_place(d->work, d->tiles, d->count, (tlb_sheet_form){1, TLB_SHEET_WIDEST},
                          &sheets->sheets))
        return false;
    for (uint32_t i = 0; i < sheets->sheets.count; i++) {
        tlb_image *sheet = &sheets->sheets.data[i];
        sheet->pixels = tlb_zalloc_array(arena, sheet->height, (size_t)sheet->width * 4);
        if (!sheet->pixels)
            return false;
        for (size_t k = 0; k < (size_t)sheet->width * sheet->height; k++)
            sheet->pixels[4 * k + 3] = 255;
    }
    for (uint32_t i = 0; i < d->count; i++)
        tlb_sheet_paint(&sheets->sheets.data[d->tiles[i].sheet], &d->tiles[i],
                        (const uint8_t(*)[4])d->pixels[i]);
    return true;
}

bool tlb_interior_make_sheets(const interior_lighting *lighting, const uint8_t *outside, uint32_t count,
                              tlb_arena *arena, tlb_arena *work, interior_sheets *sheets)
{
    decoder d = {.work = work, .budget = budget_for(lighting->base) + budget_for(lighting->mission)};
    *sheets = (interior_sheets){.dil = lighting->base, .light_count = count};
    sheets->lights = tlb_alloc_array(work, count, sizeof *sheets->lights);
    if (!sheets->lights || !prepare(&d, count) || !find_glows(&d, lighting))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        map_key key;
        bool lit = find_map(&d, lighting, i, !outside || outside[i], &key);
        sheets->lights[i] = (interior_light){TLB_DIL_NO_MAP, lit ? &lighting->base->surfaces.data[i] : NULL};
        if (lit && !light_surface(&d, lighting, &key, sheets, &sheets->lights[i]))
            return false;
    }
    sheets->tiles = d.tiles;
    return paint(&d, arena, sheets);
}

void tlb_interior_sheet_uv(const interior_sheets *sheets, uint32_t surface, const float at[2], float uv[2])
{
    const tlb_tile *tile = &sheets->tiles[sheets->lights[surface].tile];
    const tlb_image *sheet = &sheets->sheets.data[tile->sheet];
    bool constant = tile->width == 1 && tile->height == 1;
    uv[0] = ((float)tile->x + (constant ? 0 : at[0]) + 0.5f) / (float)sheet->width;
    uv[1] = ((float)tile->y + (constant ? 0 : at[1]) + 0.5f) / (float)sheet->height;
}
