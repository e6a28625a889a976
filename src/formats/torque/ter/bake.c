/* One image of a terrain: its textures, mixed by the alpha maps. */
#include "formats/torque/ter/ter.h"

#include <string.h>

enum { MOST_SIDE = TER_REPEATS * TER_TILE_SIDE, TEXELS_PER_STEP = 16 };

/* What a sample shows, and how much of each. */
typedef struct ter_blend {
    uint32_t count;
    uint8_t layers[TLB_TER_MATERIALS];
    uint8_t alphas[TLB_TER_MATERIALS];
} ter_blend;

/* A layer of a square: its repetition, and how much of it is at each corner. */
typedef struct ter_layer {
    const uint8_t (*texels)[3];
    uint8_t index;
    uint8_t alphas[4];
} ter_layer;

typedef struct ter_square {
    uint32_t count;
    ter_layer layers[4 * TLB_TER_MATERIALS];
} ter_square;

typedef struct baker {
    const ter_grid *grid;
    uint32_t side;                          /* of the image */
    uint32_t pixels;                        /* of a repetition, a side */
    const uint8_t (*texels[TER_LAYERS])[3]; /* of a repetition of each layer, row by row */
    uint8_t slots[TLB_TER_MATERIALS];       /* the material of each alpha map */
    ter_square *squares;                    /* of the row that the pixels are in */
    uint32_t row;                           /* that one */
} baker;

/* --- squares ------------------------------------------------------------------------------------------ */

static void add_layer(ter_blend *s, uint8_t layer, uint8_t alpha)
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

static ter_layer *layer_of(const baker *b, ter_square *square, uint8_t index)
{
    uint32_t i = 0;
    while (i < square->count && square->layers[i].index != index)
        i++;
    if (i == square->count)
        square->layers[square->count++] = (ter_layer){.texels = b->texels[index], .index = index};
    return &square->layers[i];
}

static void enter_row(baker *b, uint32_t row)
{
    for (uint32_t column = 0; column < b->grid->squares; column++) {
        ter_square *square = &b->squares[column];
        square->count = 0;
        for (uint32_t corner = 0; corner < 4; corner++) {
            ter_blend sample;
            look_up(b, column + corner % 2, row + corner / 2, &sample);
            for (uint32_t k = 0; k < sample.count; k++)
                layer_of(b, square, sample.layers[k])->alphas[corner] = sample.alphas[k];
        }
    }
    b->row = row;
}

/* --- pixels ------------------------------------------------------------------------------------------- */

/* Of a number that is not negative; a half is rounded up. */
static uint8_t rounded(float number)
{
    uint8_t whole = (uint8_t)number;
    return (uint8_t)(whole + (number - (float)whole >= 0.5f));
}

static void mix(const ter_square *square, const float weights[4], size_t texel, uint8_t pixel[4])
{
    float colors[3] = {0, 0, 0}, total = 0;
    for (uint32_t i = 0; i < square->count; i++) {
        const ter_layer *layer = &square->layers[i];
        const uint8_t *color = layer->texels[texel];
        float weight = 0;
        for (int corner = 0; corner < 4; corner++)
            weight += weights[corner] * (float)layer->alphas[corner];
        for (int c = 0; c < 3; c++)
            colors[c] += weight * (float)color[c];
        total += weight;
    }
    for (int c = 0; c < 3; c++)
        pixel[c] = total > 0 ? rounded(colors[c] / total) : UINT8_MAX / 2;
}

static void bake_row(baker *b, uint32_t row, uint8_t (*pixels)[4])
{
    float scale = (float)b->grid->squares / (float)b->side, y = ((float)(b->side - row) - 0.5f) * scale;
    uint32_t south = (uint32_t)y;
    float v = y - (float)south;
    size_t texels = (size_t)(row % b->pixels) * b->pixels;
    if (south != b->row)
        enter_row(b, south);
    for (uint32_t column = 0; column < b->side; column++) {
        float x = ((float)column + 0.5f) * scale, u = x - (float)(uint32_t)x;
        const float weights[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
        const ter_square *square = &b->squares[(uint32_t)x];
        size_t texel = texels + column % b->pixels;
        if (square->count == 1)
            memcpy(pixels[column], square->layers[0].texels[texel], 3);
        else
            mix(square, weights, texel, pixels[column]);
        pixels[column][3] = UINT8_MAX;
    }
}

/* --- repetitions -------------------------------------------------------------------------------------- */

/* Each layer's texture in as many pixels as the image has for a repetition; of its gray where it is missing.
 */
static bool fit_tiles(baker *b, tlb_arena *work, const ter_tiles *tiles)
{
    uint32_t pixels = b->pixels;
    for (int i = 0; i < TER_LAYERS; i++) {
        const ter_tile *tile = &tiles->of[i];
        b->texels[i] = tile->texels;
        if (tile->texels && tile->side == pixels)
            continue;
        uint8_t(*texels)[3] = tlb_alloc_array(work, (size_t)pixels * pixels, sizeof *texels);
        if (!texels)
            return false;
        if (!tile->texels)
            memset(texels, tile->gray, (size_t)pixels * pixels * sizeof *texels);
        for (uint32_t y = 0; tile->texels && y < pixels; y++)
            for (uint32_t x = 0; x < pixels; x++)
                memcpy(texels[y * pixels + x],
                       tile->texels[y * tile->side / pixels * tile->side + x * tile->side / pixels],
                       sizeof *texels);
        b->texels[i] = (const uint8_t(*)[3])texels;
    }
    return true;
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

bool tlb_ter_bake(tlb_scene *scene, tlb_arena *work, const ter_grid *g, const ter_tiles *tiles,
                  const char *name)
{
    baker b = {.grid = g, .side = choose_side(g, tiles)};
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_image *image = tlb_scene_add_image(scene, name);
    b.row = UINT32_MAX;
    b.squares = tlb_alloc_array(work, g->squares, sizeof *b.squares);
    b.pixels = b.side < TER_REPEATS ? 1 : b.side / TER_REPEATS;
    if (!image || !b.squares || !tlb_image_reserve(scene, image, b.side, b.side) ||
        !fit_tiles(&b, work, tiles))
        return false;
    for (uint32_t i = 0, map = 0; i < g->ter->materialNames.count && map < TLB_TER_MATERIALS; i++)
        if (g->ter->materialNames.data[i].size)
            b.slots[map++] = (uint8_t)(i & TLB_TER_MATERIAL);
    for (uint32_t row = 0; row < b.side; row++) {
        tlb_arena_fail(arena, tlb_work(arena->account, b.side / TEXELS_PER_STEP));
        if (arena->failure)
            return false;
        bake_row(&b, row, (uint8_t(*)[4])image->pixels + (size_t)row * b.side);
    }
    return true;
}
