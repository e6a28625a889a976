/* Fonts as the registry knows them, and their rules. */
#include "formats/darkstar/pft/pft.h"

tlb_pft *tlb_document_pft(tlb_document *document)
{
    return document && document->format == &tlb_format_pft ? document->root : NULL;
}

/* --- rules --------------------------------------------------------------------------------------------- */

static void check_glyphs(tlb_checker *c, const tlb_pft *font)
{
    int32_t tallest = 0;
    for (uint32_t i = 0; i < font->glyphs.count; i++) {
        const tlb_pft_glyph *g = &font->glyphs.data[i];
        tallest = g->height > tallest ? g->height : tallest;
        if (!tlb_pft_is_within(font, g))
            TLB_FIND(c, PFT_GLYPH, tlb_at(c, "glyphs[%u]", i), "%u x %u at %u, %u of page %u", g->width,
                     g->height, g->x, g->y, g->page);
    }
    if (font->fontHeight != tallest)
        TLB_FIND(c, PFT_HEIGHT, tlb_at(c, "fontHeight"), "%d, expected %d", font->fontHeight, tallest);
    for (uint32_t i = 0; i < font->glyphOf.count; i++)
        if (font->glyphOf.data[i] < -1 || font->glyphOf.data[i] >= (int64_t)font->glyphs.count)
            TLB_FIND(c, PFT_CHARACTER, tlb_at(c, "glyphOf[%u]", i), "%d; number of glyphs: %u",
                     font->glyphOf.data[i], font->glyphs.count);
}

static tlb_status check(tlb_document *document)
{
    enum { VERSION = 2, BEFORE = 8 };
    const tlb_pft *font = document->root;
    tlb_bytes file;
    tlb_status status = tlb_save_memory(document, &file);
    if (status)
        return status;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (font->version != VERSION)
        TLB_FIND(&c, PFT_VERSION, tlb_at(&c, "version"), "%d", font->version);
    if (font->size != file.size - BEFORE)
        TLB_FIND(&c, PFT_SIZE, tlb_at(&c, "size"), "%u, expected %zu", font->size, file.size - BEFORE);
    check_glyphs(&c, font);
    size_t part = tlb_enter(&c, "pages.");
    tlb_pba_check_list(&c, &font->pages);
    c.part = part;
    tlb_check_tail(&c, font->tail);
    return tlb_checker_end(&c);
}

/* --- the format ---------------------------------------------------------------------------------------- */

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_pft *font = document->root;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, (uint32_t)font->version);
    tlb_value_add_integer(arena, table, "glyphs", font->glyphs.count);
    tlb_value_add_integer(arena, table, "characters", font->glyphOf.count);
    tlb_value_add_integer(arena, table, "firstCharacter", font->firstCharacter);
    tlb_value_add_integer(arena, table, "fontHeight", font->fontHeight);
    tlb_value_add_integer(arena, table, "colorIndex", font->colorIndex);
    tlb_value_add_integer(arena, table, "pages", font->pages.bitmaps.count);
    return TLB_OK;
}

static const tlb_option_info options[] = {PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE), {0}};

const tlb_format tlb_format_pft = {
    .info = {.name = "pft",
             .title = "Darkstar font",
             .family = "darkstar",
             .versions = "2",
             .extensions = (const char *const[]){"pft", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PFON")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options},
    .walk = tlb_pft_walk,
    .check = check,
    .describe = describe,
    .to_scene = tlb_pft_to_scene,
};
