/* One image of a terrain: its textures, mixed by the alpha maps. */
#include "formats/torque/ter/ter.h"

enum { MOST_SIDE = TER_REPEATS * TER_TILE_SIDE, TEXELS_A_STEP = 16 };

/* What a sample shows, and how much of each. */
typedef struct ter_blend {
    uint32_t count;
    uint8_t layers[TLB_TER_MATERIALS];
    float alphas[TLB_TER_MATERIALS];
} ter_blend;

typedef struct baker {
    const ter_grid *grid;
    const ter_tiles *tiles;
    uint32_t side;                         /* of the image */
    uint8_t slots[TLB_TER_MATERIALS];      /* the material of each alpha map */
    float weights[TER_LAYERS];             /* of the pixel; 0 between pixels */
    uint8_t layers[4 * TLB_TER_MATERIALS]; /* those with a weight */
    uint32_t layer_count;
} baker;

/* --- weights ------------------------------------------------------------------------------------------ */

static void add_layer(ter_blend *s, uint8_t layer, float alpha)
{
    s->layers[s->count] = layer;
    s->alphas[s->count++] = alpha;
}

/* A sample where no alpha map has anything shows its dominant material; a hole shows its neighbors'. */
static void look_up(const baker *b, uint32_t x, uint32_t y, ter_blend *s)
{
    const ter_grid *g = b->grid;
    const tlb_ter *t = g->ter;
    size_t i = ter_index(g, x, y);
    uint32_t count = t->alphaMaps.count < TLB_TER_MATERIALS ? t->alphaMaps.count : TLB_TER_MATERIALS;
    s->count = 0;
    for (uint32_t k = 0; g->wraps && k < count; k++) {
        uint8_t alpha = i < t->alphaMaps.data[k].alpha.count ? t->alphaMaps.data[k].alpha.data[i] : 0;
        if (alpha)
            add_layer(s, b->slots[k], alpha);
    }
    uint8_t material = s->count ? TLB_TER_HOLE : tlb_ter_material(g, x, y);
    if (material != TLB_TER_HOLE)
        add_layer(s, material, UINT8_MAX);
}

static void add_sample(baker *b, const ter_blend *s, float weight)
{
    for (uint32_t k = 0; k < s->count && weight > 0; k++) {
        float *sum = &b->weights[s->layers[k]];
        if (*sum <= 0)
            b->layers[b->layer_count++] = s->layers[k];
        *sum += weight * s->alphas[k];
    }
}

/* --- pixels ------------------------------------------------------------------------------------------- */

static const uint8_t *texel_of(const baker *b, const ter_tile *tile, uint32_t column, uint32_t row)
{
    uint32_t pixels = b->side / TER_REPEATS, x = column % pixels * tile->side / pixels,
             y = row % pixels * tile->side / pixels;
    return tile->texels[(size_t)y * tile->side + x];
}

static void set_pixel(baker *b, uint32_t column, uint32_t row, uint8_t pixel[4])
{
    float colors[3] = {0, 0, 0}, total = 0;
    for (uint32_t i = 0; i < b->layer_count; i++) {
        const ter_tile *tile = &b->tiles->of[b->layers[i]];
        const uint8_t gray[3] = {tile->gray, tile->gray, tile->gray};
        const uint8_t *texel = tile->texels ? texel_of(b, tile, column, row) : gray;
        float weight = b->weights[b->layers[i]];
        for (int c = 0; c < 3; c++)
            colors[c] += weight * (float)texel[c];
        total += weight;
        b->weights[b->layers[i]] = 0;
    }
    b->layer_count = 0;
    for (int c = 0; c < 3; c++)
        pixel[c] = total > 0 ? (uint8_t)lroundf(colors[c] / total) : UINT8_MAX / 2;
    pixel[3] = UINT8_MAX;
}

static void bake_row(baker *b, uint32_t row, uint8_t (*pixels)[4])
{
    float scale = (float)b->grid->squares / (float)b->side, y = ((float)(b->side - row) - 0.5f) * scale;
    uint32_t south = (uint32_t)y, looked_up = UINT32_MAX;
    float v = y - (float)south;
    ter_blend corners[4] = {0};
    for (uint32_t column = 0; column < b->side; column++) {
        float x = ((float)column + 0.5f) * scale;
        uint32_t west = (uint32_t)x;
        float u = x - (float)west;
        const float weights[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
        for (uint32_t i = 0; i < 4 && west != looked_up; i++)
            look_up(b, west + i % 2, south + i / 2, &corners[i]);
        looked_up = west;
        for (int i = 0; i < 4; i++)
            add_sample(b, &corners[i], weights[i]);
        set_pixel(b, column, row, pixels[column]);
    }
}

/* As many pixels as the largest texture has in all its repetitions, and not fewer than there are samples. */
static uint32_t choose_side(const ter_grid *g, const ter_tiles *tiles)
{
    uint32_t samples = g->side < MOST_SIDE ? g->side : MOST_SIDE,
             tile = (samples + TER_REPEATS - 1) / TER_REPEATS;
    if (!tiles->side)
        return samples;
    return TER_REPEATS * (tiles->side > tile ? tiles->side : tile);
}

bool tlb_ter_bake(tlb_scene *scene, const ter_grid *g, const ter_tiles *tiles, const char *name)
{
    baker b = {.grid = g, .tiles = tiles, .side = choose_side(g, tiles)};
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_image *image = tlb_scene_add_image(scene, name);
    if (!image || !tlb_image_reserve(scene, image, b.side, b.side))
        return false;
    for (uint32_t i = 0, map = 0; i < g->ter->materialNames.count && map < TLB_TER_MATERIALS; i++)
        if (g->ter->materialNames.data[i].size)
            b.slots[map++] = (uint8_t)(i & TLB_TER_MATERIAL);
    for (uint32_t row = 0; row < b.side; row++) {
        tlb_arena_fail(arena, tlb_work(arena->account, b.side / TEXELS_A_STEP));
        if (arena->failure)
            return false;
        bake_row(&b, row, (uint8_t(*)[4])image->pixels + (size_t)row * b.side);
    }
    return true;
}
