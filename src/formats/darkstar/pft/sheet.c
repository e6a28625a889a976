/* The glyphs of a font on one picture: 16 a row, in the order of the characters, all standing on lines. */
#include "formats/darkstar/pft/pft.h"

#include "base/text.h"

#include <string.h>

enum { COLUMNS = 16 };

typedef struct sheet {
    const tlb_pft *font;
    const tlb_scene *pages; /* its images are the pages */
    uint32_t width, height; /* of a cell */
    int line;               /* from the top of a cell to where letters stand */
    tlb_image *image;
} sheet;

bool tlb_pft_is_within(const tlb_pft *font, const tlb_pft_glyph *g)
{
    tlb_pbmp_info page;
    return g->page < font->pages.bitmaps.count &&
           tlb_pbmp_info_of(&font->pages.bitmaps.data[g->page], &page) &&
           (uint32_t)g->x + g->width <= page.width && (uint32_t)g->y + g->height <= page.height;
}

/* That of the nth character; NULL: it has none that can be shown. */
static const tlb_pft_glyph *glyph_of(const tlb_pft *font, uint32_t n)
{
    int16_t index = font->glyphOf.data[n];
    const tlb_pft_glyph *g =
        index >= 0 && (uint32_t)index < font->glyphs.count ? &font->glyphs.data[index] : NULL;
    return g && tlb_pft_is_within(font, g) ? g : NULL;
}

static void find_cell(sheet *s)
{
    int below = 0;
    s->width = 1;
    for (uint32_t i = 0; i < s->font->glyphOf.count; i++) {
        const tlb_pft_glyph *g = glyph_of(s->font, i);
        if (!g)
            continue;
        int above = g->height - g->baseline;
        s->width = g->width > s->width ? g->width : s->width;
        s->line = above > s->line ? above : s->line;
        below = g->baseline > below ? g->baseline : below;
    }
    s->width++;
    s->height = (uint32_t)(s->line + below) + 1;
}

/* Of a page that came without palette and with one alike. */
static void copy_pixel(const tlb_image *from, size_t at, uint8_t to[4])
{
    memcpy(to, from->format == TLB_PIXELS_INDEXED ? from->palette[from->pixels[at]] : from->pixels + 4 * at,
           4);
}

static void put_glyph(const sheet *s, uint32_t n)
{
    const tlb_pft_glyph *g = glyph_of(s->font, n);
    const tlb_image *page = g ? &s->pages->images[g->page] : NULL;
    if (!g || !page->pixels)
        return;
    size_t left = (size_t)(n % COLUMNS) * s->width,
           top = (size_t)(n / COLUMNS) * s->height + (size_t)(s->line + g->baseline - g->height);
    for (size_t y = 0; y < g->height; y++)
        for (size_t x = 0; x < g->width; x++)
            copy_pixel(page, (g->y + y) * page->width + g->x + x,
                       s->image->pixels + 4 * ((top + y) * s->image->width + left + x));
}

static bool add_sheet(sheet *s, tlb_scene *scene, const char *name)
{
    uint32_t rows = (s->font->glyphOf.count + COLUMNS - 1) / COLUMNS;
    s->image = tlb_scene_add_image(scene, name);
    find_cell(s);
    if (!s->image || !tlb_image_reserve(scene, s->image, COLUMNS * s->width, (rows ? rows : 1) * s->height))
        return false;
    for (uint32_t i = 0; i < s->font->glyphOf.count; i++)
        put_glyph(s, i);
    return true;
}

tlb_status tlb_pft_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    sheet s = {.font = document->root};
    tlb_arena *arena = tlb_scene_arena(scene);
    const char *name =
        tlb_copy_text(arena, tlb_path_base(document->name), tlb_path_stem(document->name)).data;
    tlb_scene *pages = tlb_scene_create(conversion->context);
    if (!name || !pages) {
        tlb_scene_free(pages);
        return tlb_report_memory(conversion->context, arena);
    }
    tlb_status status = tlb_pba_add_images(&s.font->pages, document->name, conversion, pages);
    s.pages = pages;
    if (!status && !add_sheet(&s, scene, name))
        status = tlb_report_memory(conversion->context, arena);
    tlb_scene_free(pages);
    return status;
}
