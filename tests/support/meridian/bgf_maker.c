#include "bgf_maker.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, FRAMES = 4 };

typedef struct maker {
    tlb_document *document;
    tlb_arena *arena;
    tlb_bgf *bgf;
} maker;

static void *zeros(maker *m, size_t count, size_t size)
{
    void *memory = tlb_zalloc_array(m->arena, count, size);
    if (!memory)
        abort();
    return memory;
}

static void begin(maker *m, const char *name, uint32_t bitmaps, uint32_t groups)
{
    tlb_bgf *bgf = m->bgf;
    bgf->version = TLB_BGF_VERSION;
    memcpy(bgf->name, name, strlen(name));
    bgf->shrink = 1;
    bgf->bitmaps.data = zeros(m, bitmaps, sizeof *bgf->bitmaps.data);
    bgf->bitmaps.count = bitmaps;
    bgf->groups.data = zeros(m, groups, sizeof *bgf->groups.data);
    bgf->groups.count = groups;
}

/* A group of `count` bitmaps from `first` on. */
static void set_group(maker *m, uint32_t group, uint32_t first, uint32_t count)
{
    tlb_bgf_group *g = &m->bgf->groups.data[group];
    g->indices.data = zeros(m, count, sizeof *g->indices.data);
    g->indices.count = count;
    for (uint32_t i = 0; i < count; i++)
        g->indices.data[i] = (int32_t)(first + i);
    m->bgf->maxIndices = m->bgf->maxIndices > count ? m->bgf->maxIndices : count;
}

static void set_raw(maker *m, uint32_t index, uint32_t width, uint32_t height, const uint8_t *pixels)
{
    tlb_bgf_bitmap *b = &m->bgf->bitmaps.data[index];
    uint8_t *copy = zeros(m, width, height);
    memcpy(copy, pixels, (size_t)width * height);
    b->width = width;
    b->height = height;
    b->data = (tlb_bytes){copy, (size_t)width * height};
}

static void set_packed(maker *m, uint32_t index, uint32_t width, uint32_t height, const uint8_t *pixels)
{
    if (tlb_bgf_set_pixels(m->document, &m->bgf->bitmaps.data[index], width, height, pixels) != TLB_OK)
        abort();
}

/* --- painting ------------------------------------------------------------------------------------------ */

/* The palette's entry nearest to a color; not the transparent one. */
static uint8_t nearest(int r, int g, int b)
{
    const uint8_t(*palette)[4] = tlb_bgf_palette();
    int best = 0, least = 1 << 30;
    for (int i = 0; i < TLB_BGF_COLORS; i++) {
        int dr = palette[i][0] - r, dg = palette[i][1] - g, db = palette[i][2] - b;
        int distance = dr * dr + dg * dg + db * db;
        if (distance < least && i != TLB_BGF_TRANSPARENT) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

static int grain(uint32_t x, uint32_t y)
{
    uint32_t h = x * 374761393u + y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (int)(h >> 28);
}

/* An F of 4 x 5 squares. */
static bool in_letter(uint32_t x, uint32_t y)
{
    static const char *const rows[] = {"####", "#...", "###.", "#...", "#..."};
    uint32_t column = (x - 20) / 6, row = (y - 17) / 6;
    return x >= 20 && y >= 17 && column < 4 && row < 5 && rows[row][column] == '#';
}

static uint8_t wall_pixel(uint32_t x, uint32_t y)
{
    uint32_t row = y / 16;
    bool joint = y % 16 < 2 || (x + row % 2 * 16) % 32 < 2;
    int g = grain(x, y);
    return in_letter(x, y) ? nearest(236, 224, 170)
           : joint         ? nearest(150 + g, 146 + g, 140 + g)
                           : nearest(140 + 2 * g, 66 + g, 48 + g);
}

static uint8_t floor_pixel(uint32_t x, uint32_t y)
{
    bool joint = x % 32 < 2 || y % 32 < 2;
    int g = grain(x, y), shade = joint ? 60 : 120 + (int)((x / 32 + y / 32) % 2) * 16;
    return nearest(shade + g, shade + g, shade - 8 + g);
}

static uint8_t fence_pixel(uint32_t x, uint32_t y)
{
    bool bar = x % 16 >= 6 && x % 16 < 10, rail = y % 32 >= 4 && y % 32 < 9;
    return bar || rail ? nearest(90 + 2 * grain(x, y), 70, 40) : TLB_BGF_TRANSPARENT;
}

static uint8_t water_pixel(uint32_t x, uint32_t y, uint32_t frame)
{
    uint32_t wave = (x + y / 2 + frame * SIDE / FRAMES) % 32;
    return nearest(30, 70 + (int)wave, 140 + (int)wave * 2);
}

/* As the game stores walls: a row of the file is a column of the picture. */
static const uint8_t *paint(maker *m, bgf_kind kind, uint32_t frame)
{
    uint8_t *pixels = zeros(m, SIDE, SIDE);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            pixels[x * SIDE + y] = kind == BGF_WALL    ? wall_pixel(x, y)
                                   : kind == BGF_FLOOR ? floor_pixel(x, y)
                                   : kind == BGF_WATER ? water_pixel(x, y, frame)
                                                       : fence_pixel(x, y);
    return pixels;
}

enum { POST_WIDTH = 64, POST_HEIGHT = 96, LANTERN_WIDTH = 24, LANTERN_HEIGHT = 40 };

static uint8_t signpost_pixel(uint32_t x, uint32_t y, bool front)
{
    int g = grain(x, y);
    if (y < SIDE)
        return front && in_letter(x, y) ? nearest(40, 30, 20) : nearest(150 + 2 * g, 110 + g, 60);
    return x >= 28 && x < 36 ? nearest(90 + g, 60 + g, 30) : TLB_BGF_TRANSPARENT;
}

static uint8_t lantern_pixel(uint32_t x, uint32_t y)
{
    enum { MIDDLE = LANTERN_WIDTH / 2, TOP = 12 };
    uint32_t out = x < MIDDLE ? MIDDLE - 1 - x : x - MIDDLE;
    if (y < TOP)
        return out == 0 && y % 3 ? nearest(80, 80, 80) : TLB_BGF_TRANSPARENT;
    return out < 8    ? nearest(250, 200 + grain(x, y), 90)
           : out < 10 ? nearest(60, 50, 40)
                      : TLB_BGF_TRANSPARENT;
}

/* --- documents ----------------------------------------------------------------------------------------- */

static void make_everything(maker *m)
{
    static const uint8_t pixels[] = {1, 2, 3, 4, 5, TLB_BGF_TRANSPARENT, 7, 8, 9, 10, 11, 12};
    static const tlb_bgf_hotspot hotspots[] = {{-1, 2, -3}, {5, 100000, 0}};
    begin(m, "a name of thirty-two characters!", 4, 3);
    m->bgf->shrink = 7;
    set_raw(m, 0, 4, 3, pixels);
    set_packed(m, 1, 3, 4, pixels);
    set_packed(m, 2, 1, 1, pixels);
    set_raw(m, 3, 2, 2, pixels);
    m->bgf->bitmaps.data[0].length = -12345; /* read by nobody */
    m->bgf->bitmaps.data[1].xoff = -5;
    m->bgf->bitmaps.data[1].yoff = 6;
    m->bgf->bitmaps.data[1].hotspots.data = zeros(m, 2, sizeof *hotspots);
    memcpy(m->bgf->bitmaps.data[1].hotspots.data, hotspots, sizeof hotspots);
    m->bgf->bitmaps.data[1].hotspots.count = 2;
    set_group(m, 0, 0, 3);
    set_group(m, 1, 1, 1);
    set_group(m, 2, 0, 0);
}

static void make_texture(maker *m, bgf_kind kind)
{
    static const char *const names[] = {"Wall", "Floor", "Fence", "Water", "Old"};
    uint32_t frames = kind == BGF_WATER ? FRAMES : 1;
    begin(m, names[kind], frames, 1);
    m->bgf->version = kind == BGF_OLD ? TLB_BGF_LH4_VERSION : TLB_BGF_VERSION;
    for (uint32_t i = 0; i < frames; i++)
        (kind == BGF_FLOOR ? set_raw : set_packed)(m, i, SIDE, SIDE, paint(m, kind, i));
    set_group(m, 0, 0, frames);
}

static void make_signpost(maker *m)
{
    uint8_t *pixels = zeros(m, POST_WIDTH, POST_HEIGHT);
    begin(m, "Signpost", 2, 1);
    m->bgf->shrink = 2;
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < POST_WIDTH * POST_HEIGHT; k++)
            pixels[k] = signpost_pixel(k % POST_WIDTH, k / POST_WIDTH, i == 1);
        set_packed(m, i, POST_WIDTH, POST_HEIGHT, pixels);
        m->bgf->bitmaps.data[i].xoff = 10;
        m->bgf->bitmaps.data[i].yoff = -3;
    }
    set_group(m, 0, 1, 1);
}

static void make_lantern(maker *m)
{
    uint8_t *pixels = zeros(m, LANTERN_WIDTH, LANTERN_HEIGHT);
    begin(m, "Lantern", 1, 1);
    for (uint32_t k = 0; k < LANTERN_WIDTH * LANTERN_HEIGHT; k++)
        pixels[k] = lantern_pixel(k % LANTERN_WIDTH, k / LANTERN_WIDTH);
    set_packed(m, 0, LANTERN_WIDTH, LANTERN_HEIGHT, pixels);
    set_group(m, 0, 0, 1);
}

void bgf_make(tlb_document *document, tlb_context *context, bgf_kind kind)
{
    maker m = {.document = document, .arena = &document->arena};
    m.bgf = made_begin(document, context, "bgf", sizeof *m.bgf);
    if (kind == BGF_EVERYTHING)
        make_everything(&m);
    else if (kind == BGF_SIGNPOST)
        make_signpost(&m);
    else if (kind == BGF_LANTERN)
        make_lantern(&m);
    else
        make_texture(&m, kind);
}
