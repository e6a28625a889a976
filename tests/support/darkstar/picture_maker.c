#include "picture_maker.h"

#include <stdlib.h>
#include <string.h>

static tlb_text text_of(const char *text)
{
    return (tlb_text){text, (uint32_t)strlen(text)};
}

/* --- material lists ------------------------------------------------------------------------------------ */

static void set_file(tlb_dml_material *m, const char *file)
{
    memcpy(m->file, file, strlen(file));
}

static const tlb_dml_material kinds[] = {
    {.flags = 0x403,
     .file = "brick.bmp",
     .type = 12,
     .elasticity = 0.5f,
     .friction = 0.75f,
     .useDefaultProps = 1},
    {.flags = 0x1103, .file = "leaf.bmp", .type = 6},
    {.flags = 0x2103, .file = "glow.bmp"},
    {.flags = 0x402,
     .red = 200,
     .green = 40,
     .blue = 20,
     .rgbFlags = 1,
     .type = 3,
     .elasticity = 1,
     .friction = 1},
    {.flags = 0x201, .index = 77, .alpha = 0.5f},
    {.flags = 0x100},
};

static void make_stale(tlb_dml *dml)
{
    tlb_dml_material *first = &dml->list.materials.data[0];
    memcpy(first->file + 12, "old", 3);
    first->type |= 0x5a00;
    dml->tail = (tlb_bytes){(const uint8_t *)"what stood here", 15};
}

void dml_make(tlb_document *document, tlb_context *context, const dml_plan *plan)
{
    tlb_dml *dml = made_begin(document, context, "dml", sizeof *dml);
    tlb_dml_list *list = &dml->list;
    uint32_t count = 0;
    while (plan->files && plan->files[count])
        count++;
    count = plan->files ? count : sizeof kinds / sizeof *kinds;
    list->pers = (tlb_pers){.className = text_of("TS::MaterialList"), .version = plan->version};
    list->recordSize = plan->version == 1 && !plan->shortRecords ? TLB_DML_RECORD_48 : TLB_DML_RECORD_32;
    list->numDetails = 1;
    list->numMaterials = list->materials.count = count;
    list->materials.data = made_take(document, count, sizeof *list->materials.data);
    for (uint32_t i = 0; i < count; i++) {
        tlb_dml_material *m = &list->materials.data[i];
        *m = plan->files ? (tlb_dml_material){.flags = 0x403} : kinds[i];
        if (plan->files)
            set_file(m, plan->files[i]);
    }
    if (plan->stale)
        make_stale(dml);
}

/* --- palettes ------------------------------------------------------------------------------------------ */

void make_colors(tlb_ppl_color colors[256], uint8_t alpha)
{
    static const uint8_t ramps[8][3] = {{255, 255, 255}, {230, 90, 60},  {220, 170, 90}, {120, 190, 70},
                                        {60, 160, 170},  {70, 100, 210}, {160, 90, 200}, {150, 130, 110}};
    for (uint32_t i = 0; i < 256; i++) {
        for (int c = 0; c < 3; c++)
            colors[i][c] = (uint8_t)(ramps[i / 32][c] * (i % 32) / 31);
        colors[i][3] = alpha ? alpha : (uint8_t)(i % 32 * 8);
    }
}

static bool has_remap(uint32_t type)
{
    return type == TLB_PPL_SHADE_HAZE || type == TLB_PPL_TRANSLUCENT || type == TLB_PPL_ADDITIVE ||
           type == TLB_PPL_SUBTRACTIVE;
}

static tlb_bytes pattern(tlb_document *document, size_t size)
{
    uint8_t *bytes = made_take(document, size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    return (tlb_bytes){bytes, size};
}

static void fill_lookup(tlb_ppl_lookup *l)
{
    for (int i = 0; i < 256; i++) {
        l->colorIndex[i] = (uint8_t)i;
        l->colorR[i] = (float)i / 255;
        l->colorG[i] = (float)(255 - i) / 255;
        l->colorB[i] = 0.5f;
        l->colorA[i] = 1;
    }
}

static void add_remaps(tlb_document *document, tlb_ppl *ppl)
{
    static const uint32_t no_remap_sizes[] = {0, 512, 4352};
    ppl->remaps.data = made_take(document, ppl->palettes.count, sizeof *ppl->remaps.data);
    ppl->lookups.data = made_take(document, ppl->palettes.count, sizeof *ppl->lookups.data);
    ppl->noRemaps.data = made_take(document, ppl->palettes.count, sizeof *ppl->noRemaps.data);
    for (uint32_t i = 0; i < ppl->palettes.count; i++) {
        uint32_t type = ppl->palettes.data[i].type;
        if (type == TLB_PPL_NO_REMAP && ppl->noRemapData)
            ppl->noRemaps.data[ppl->noRemaps.count++].map =
                pattern(document, no_remap_sizes[ppl->noRemapData]);
        if (!has_remap(type))
            continue;
        size_t size =
            type == TLB_PPL_SHADE_HAZE ? (256u << ppl->shadeShift) * (uint32_t)(ppl->hazeLevels + 1) : 65536;
        ppl->remaps.data[ppl->remaps.count++].map = pattern(document, size);
        fill_lookup(&ppl->lookups.data[ppl->lookups.count++]);
    }
}

void ppl_make(tlb_document *document, tlb_context *context, const ppl_plan *plan)
{
    tlb_ppl *ppl = made_begin(document, context, "ppl", sizeof *ppl);
    ppl->shadeShift = 1;
    ppl->hazeLevels = 0;
    ppl->hazeColor = 254;
    memset(ppl->allowedMatches, 0xff, sizeof ppl->allowedMatches);
    ppl->allowedMatches[31] = 0x7f;
    ppl->palettes.count = plan->count;
    ppl->palettes.data = made_take(document, plan->count, sizeof *ppl->palettes.data);
    ppl->noRemapData = plan->noRemapData;
    for (uint32_t i = 0; i < plan->count; i++) {
        tlb_ppl_palette *palette = &ppl->palettes.data[i];
        palette->colors.count = 256;
        palette->colors.data = made_take(document, 256, sizeof *palette->colors.data);
        palette->paletteIndex = i + 1;
        palette->type = plan->types[i];
        bool with_alpha = palette->type == TLB_PPL_TRANSLUCENT || palette->type == TLB_PPL_ALPHA_QUANT;
        make_colors(palette->colors.data, with_alpha ? 0 : 255);
    }
    add_remaps(document, ppl);
    ppl->hasWeights = plan->weights;
    for (int i = 0; i < 256 && plan->weights; i++)
        ppl->colorWeights[i] = (float)i / 256;
    ppl->weightEnd = plan->weights ? 256 : 0;
}

void pal_make(tlb_document *document, tlb_context *context, bool riff)
{
    tlb_pal *pal = made_begin(document, context, riff ? "pal" : "ppal", sizeof *pal);
    static const uint8_t count[4] = {2, 0, 0, 0};
    tlb_pal_chunk *chunks = pal->chunks.data = made_take(document, 3, sizeof *chunks);
    pal->isRiff = riff;
    if (!riff) {
        chunks[pal->chunks.count++] =
            (tlb_pal_chunk){.tag = text_of("head"), .isOpaque = true, .data = {count, 4}};
        pal->size = 12;
    }
    tlb_pal_chunk *data = &chunks[pal->chunks.count++];
    *data = (tlb_pal_chunk){.tag = text_of("data"), .palVersion = riff ? 0x300 : 0, .colors.count = 256};
    data->colors.data = made_take(document, 256, sizeof *data->colors.data);
    make_colors(data->colors.data, 255);
    chunks[pal->chunks.count++] = (tlb_pal_chunk){
        .tag = text_of(riff ? "tran" : "pcmt"), .isOpaque = true, .data = pattern(document, 32)};
    pal->size += (riff ? 8u : 0) + 8 + 1024 + 8 + 32;
}

/* --- bitmaps ------------------------------------------------------------------------------------------- */

static uint32_t side(uint32_t whole, uint32_t level)
{
    return whole >> level ? whole >> level : 1;
}

static tlb_bytes make_data(tlb_document *document, const pbmp_plan *plan)
{
    size_t size = 0;
    for (uint32_t i = 0; i < plan->mipLevels; i++)
        size += (size_t)(plan->mipLevels > 1 ? side(plan->width, i) : (plan->width + 3) & ~3u) *
                side(plan->height, i);
    size = (size + 3) & ~(size_t)3;
    uint8_t *bytes = made_take(document, size, 1), *at = bytes;
    for (uint32_t i = 0; i < plan->mipLevels; i++) {
        uint32_t width = side(plan->width, i), height = side(plan->height, i);
        for (uint32_t y = 0; y<height; y++, at += plan->mipLevels> 1 ? width : (width + 3) & ~3u)
            for (uint32_t x = 0; x < width; x++)
                at[x] = plan->pixel(x << i, y << i);
    }
    return (tlb_bytes){bytes, size};
}

static tlb_bytes make_riff(tlb_document *document)
{
    static const uint8_t start[] = {'P', 'A', 'L', ' ', 'd', 'a', 't', 'a', 4, 4, 0, 0, 0, 3, 0, 1};
    uint8_t *bytes = made_take(document, sizeof start + 1024, 1);
    memcpy(bytes, start, sizeof start);
    tlb_ppl_color colors[256];
    make_colors(colors, 255);
    memcpy(bytes + sizeof start, colors, sizeof colors);
    return (tlb_bytes){bytes, sizeof start + 1024};
}

static void fill_bitmap(tlb_document *document, tlb_pbmp *pbmp, const pbmp_plan *plan)
{
    tlb_pbmp_chunk *chunks = pbmp->chunks.data = made_take(document, 5, sizeof *chunks);
    tlb_bytes data = make_data(document, plan);
    uint32_t follow = plan->bare ? 1 : plan->riff ? 4 : 3;
    pbmp->size = (uint32_t)data.size + 32;
    pbmp->chunks.count = follow + 1;
    chunks[0] = (tlb_pbmp_chunk){.tag = text_of("head"),
                                 .head = {follow, plan->width, plan->height, 8, plan->attributes}};
    chunks[1] = (tlb_pbmp_chunk){.tag = text_of("data"), .isOpaque = true, .data = data};
    chunks[2] = (tlb_pbmp_chunk){.tag = text_of("DETL"), .mipLevels = (int32_t)plan->mipLevels};
    chunks[3] = (tlb_pbmp_chunk){.tag = text_of("PiDX"), .paletteIndex = plan->paletteIndex};
    if (plan->riff)
        chunks[4] = (tlb_pbmp_chunk){.tag = text_of("RIFF"), .isOpaque = true, .data = make_riff(document)};
}

void pbmp_make(tlb_document *document, tlb_context *context, const pbmp_plan *plan)
{
    fill_bitmap(document, made_begin(document, context, "pbmp", sizeof(tlb_pbmp)), plan);
}

static void fill_list(tlb_document *document, tlb_pba *pba, const pbmp_plan *plan, uint32_t count)
{
    *pba = (tlb_pba){.size = 16, .headSize = 8, .version = count, .bitmaps.count = count};
    pba->bitmaps.data = made_take(document, count, sizeof *pba->bitmaps.data);
    for (uint32_t i = 0; i < count; i++) {
        fill_bitmap(document, &pba->bitmaps.data[i], plan);
        pba->size += pba->bitmaps.data[i].size;
    }
}

void pba_make(tlb_document *document, tlb_context *context, pixel_maker *pixel)
{
    tlb_pba *pba = made_begin(document, context, "pba", sizeof *pba);
    fill_list(document, pba, &(pbmp_plan){5, 3, 1, TLB_PBMP_OWN_MEMORY, TLB_PBMP_NO_PALETTE, .pixel = pixel},
              3);
}

void pft_make(tlb_document *document, tlb_context *context, pixel_maker *pixel)
{
    static const tlb_pft_glyph glyphs[] = {
        {0, 0, 0, 3, 5, 0, {0, 0}}, {0, 4, 1, 2, 3, 0, {0, 0}}, {0, 6, 6, 2, 2, 1, {0, 0}}};
    static const int16_t glyph_of[] = {0, 1, -1, 2};
    enum { GLYPHS = 3, CHARACTERS = 4 };
    tlb_pft *font = made_begin(document, context, "pft", sizeof *font);
    tlb_bytes file;
    *font = (tlb_pft){.version = 2,
                      .flags = 0x45,
                      .fontHeight = 5,
                      .measure = 6,
                      .colorIndex = 33,
                      .widestAdvance = 4,
                      .scale = {65536, 65536},
                      .spacing = 1,
                      .firstCharacter = 'A',
                      .glyphs.count = GLYPHS,
                      .glyphOf.count = CHARACTERS};
    font->glyphs.data = made_take(document, GLYPHS, sizeof *glyphs);
    font->glyphOf.data = made_take(document, CHARACTERS, sizeof *glyph_of);
    memcpy(font->glyphs.data, glyphs, sizeof glyphs);
    memcpy(font->glyphOf.data, glyph_of, sizeof glyph_of);
    const pbmp_plan page = {
        8, 8, 1, TLB_PBMP_OWN_MEMORY | TLB_PBMP_TRANSPARENT, TLB_PBMP_NO_PALETTE, .pixel = pixel};
    fill_list(document, &font->pages, &page, 1);
    if (tlb_save_memory(document, &file))
        abort();
    font->size = (uint32_t)file.size - 8;
}

static void put_pixel(uint8_t *row, uint32_t x, uint16_t bits, uint8_t index, const tlb_bmp_color *colors)
{
    uint32_t in_a_byte = bits <= 8 ? 8u / bits : 1;
    if (bits == 24)
        memcpy(row + (size_t)x * 3, colors[index], 3);
    else
        row[x / in_a_byte] |= (uint8_t)((index & ((1 << bits) - 1)) << (8 - bits - x % in_a_byte * bits));
}

void bmp_make(tlb_document *document, tlb_context *context, const bmp_plan *plan)
{
    tlb_bmp *bmp = made_begin(document, context, "bmp", sizeof *bmp);
    tlb_ppl_color colors[256];
    tlb_bmp_color *turned = made_take(document, 256, sizeof *turned);
    make_colors(colors, 255);
    for (int i = 0; i < 256; i++)
        for (int c = 0; c < 3; c++)
            turned[i][c] = colors[i][2 - c];
    size_t stride = ((size_t)plan->width * plan->bits + 31) / 32 * 4;
    uint8_t *pixels = made_take(document, stride * plan->height, 1);
    for (uint32_t y = 0; y < plan->height; y++) {
        uint8_t *row = pixels + stride * (plan->topDown ? y : plan->height - 1 - y);
        for (uint32_t x = 0; x < plan->width; x++)
            put_pixel(row, x, plan->bits, plan->pixel(x, y), (const tlb_bmp_color *)turned);
    }
    bmp->biSize = 40;
    bmp->biWidth = (int32_t)plan->width;
    bmp->biHeight = plan->topDown ? -(int32_t)plan->height : (int32_t)plan->height;
    bmp->biPlanes = 1;
    bmp->biBitCount = plan->bits;
    bmp->colors.data = turned;
    bmp->colors.count = plan->bits <= 8 ? 1u << plan->bits : 0;
    bmp->pixels = (tlb_bytes){pixels, stride * plan->height};
    bmp->biSizeImage = (uint32_t)bmp->pixels.size;
    bmp->bfOffBits = 54 + 4 * bmp->colors.count;
    bmp->bfSize = bmp->bfOffBits + bmp->biSizeImage;
    bmp->bfReserved1 = plan->marked ? TLB_BMP_MARK : 0;
    bmp->bfReserved2 = plan->marked ? 1 : 0;
}
