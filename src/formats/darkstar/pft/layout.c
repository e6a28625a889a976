/* The layout of a font: docs/formats/pft.md. */
#include "formats/darkstar/pft/pft.h"

#include "layout/fields.h"

enum { TAG = 4, VERSION = 2, FLAGS = 0x45, ONE = 65536, FIRST = ' ', EMPTY = 80 };

static void walk_glyph(tlb_walk *w, tlb_pft_glyph *g)
{
    WALK(w, g, page);
    WALK(w, g, x);
    WALK(w, g, y);
    WALK(w, g, width);
    WALK(w, g, height);
    WALK(w, g, baseline);
    tlb_walk_zeros(w, "unused", g->unused, sizeof g->unused);
}

static void walk_font(tlb_walk *w, tlb_pft *x)
{
    WALK_DEFAULT(w, x, size, EMPTY);
    WALK_DEFAULT(w, x, version, VERSION);
    WALK_DEFAULT(w, x, flags, FLAGS);
    WALK_DEFAULT(w, x, scale[0], ONE);
    WALK_DEFAULT(w, x, scale[1], ONE);
    WALK_DEFAULT(w, x, spacing, 1);
    WALK_DEFAULT(w, x, firstCharacter, FIRST);
    tlb_walk_signature(w, "tag", "PFON", TAG);
    WALK(w, x, size);
    WALK(w, x, version);
    WALK(w, x, flags);
    WALK(w, x, unknown1);
    walk_count(w, "glyphCount", &x->glyphs.count, TLB_U32);
    WALK(w, x, fontHeight);
    WALK(w, x, measure);
    WALK(w, x, colorIndex);
    WALK(w, x, unknown2);
    WALK(w, x, widestAdvance);
    WALK_ROW(w, x, scale);
    WALK(w, x, spacing);
    walk_count(w, "characterCount", &x->glyphOf.count, TLB_U16);
    WALK(w, x, firstCharacter);
    WALK_VALUES(w, x, glyphOf);
    WALK_BLOCKS(w, x, glyphs, sizeof(tlb_pft_glyph), i)
        walk_glyph(w, &x->glyphs.data[i]);
    tlb_walk_open(w, "pages", TLB_BLOCK);
    tlb_pba_walk_list(w, &x->pages);
    tlb_walk_close(w, TLB_BLOCK);
    WALK(w, x, unknown3);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_pft_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pft))))
        tlb_walk_no_memory(w);
    else
        walk_font(w, *root);
}
