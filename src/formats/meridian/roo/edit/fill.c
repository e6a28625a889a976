/* Textures for parts of walls that can be seen and have none. */
#include "formats/meridian/roo/edit/edit.h"

#include "base/argument.h"
#include "formats/meridian/roo/check/check.h"

#include <stdlib.h>

/* A bitmap on a side of a sector. */
typedef struct use {
    int16_t sector;
    uint16_t bitmap;
} use;

typedef struct filler {
    const roo_edit *edit;
    TLB_LIST(roo_bare_part) parts;
    bool failed;
    uint16_t *usual; /* by sector: the bitmap that most of its sides have; 0: they have none */
} filler;

static void add_part(void *user, const roo_bare_part *bare)
{
    filler *f = user;
    roo_bare_part *added = TLB_PUSH(&f->edit->document->arena, &f->parts);
    if (added)
        *added = *bare;
    else
        f->failed = true;
}

static int compare_uses(const void *left, const void *right)
{
    const use *a = left, *b = right;
    return a->sector != b->sector ? a->sector - b->sector : a->bitmap - b->bitmap;
}

static uint32_t list_uses(const tlb_roo *room, use *uses)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * room->editorWalls.count; i++) {
        roo_edit_side side = tlb_roo_edit_side(room, i / 2, i % 2 == 0);
        int16_t sector = *roo_side_sector(&side);
        const tlb_roo_sidedef *sidedef = roo_sidedef(room, *roo_side_sidedef(&side));
        for (int part = 0; sidedef && sector >= 0 && part < ROO_PARTS; part++)
            if (roo_part_bitmap(sidedef, (roo_part)part))
                uses[count++] = (use){sector, roo_part_bitmap(sidedef, (roo_part)part)};
    }
    qsort(uses, count, sizeof *uses, compare_uses);
    return count;
}

/* Of bitmaps that are used as often, the lower number. */
static bool find_usual(filler *f)
{
    const tlb_roo *room = f->edit->room;
    tlb_arena *arena = &f->edit->document->arena;
    use *uses = tlb_alloc_array(arena, room->editorWalls.count, 2 * ROO_PARTS * sizeof *uses);
    uint32_t *most = tlb_zalloc_array(arena, room->sectors.count, sizeof *most);
    f->usual = tlb_zalloc_array(arena, room->sectors.count, sizeof *f->usual);
    if (!uses || !most || !f->usual)
        return false;
    uint32_t count = list_uses(room, uses);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && compare_uses(&uses[i], &uses[next]) == 0;)
            next++;
        uint32_t sector = (uint32_t)uses[i].sector;
        if (sector < room->sectors.count && next - i > most[sector]) {
            most[sector] = next - i;
            f->usual[sector] = uses[i].bitmap;
        }
    }
    return true;
}

static void set_bitmap(tlb_roo_sidedef *sidedef, roo_part part, uint16_t bitmap)
{
    *(part == ROO_BELOW    ? &sidedef->belowBitmap
      : part == ROO_NORMAL ? &sidedef->normalBitmap
                           : &sidedef->aboveBitmap) = bitmap;
}

static tlb_status fill(const roo_edit *edit, uint16_t bitmap, uint32_t *filled)
{
    filler f = {.edit = edit};
    uint32_t count = 0;
    tlb_roo_each_bare_part(edit->room, add_part, &f);
    if (f.failed || !find_usual(&f))
        return tlb_report_memory(edit->document->context, &edit->document->arena);
    for (uint32_t i = 0; i < f.parts.count; i++) {
        const roo_bare_part *bare = &f.parts.data[i];
        roo_edit_side side = tlb_roo_edit_side(edit->room, bare->wall, bare->positive);
        uint16_t chosen = bitmap ? bitmap : f.usual[*roo_side_sector(&side)];
        tlb_roo_sidedef *own;
        if (!chosen)
            continue;
        tlb_status status = tlb_roo_edit_own_sidedef(edit, &side, &own);
        if (status)
            return status;
        set_bitmap(own, bare->part, chosen);
        count++;
    }
    if (filled)
        *filled = count;
    return TLB_OK;
}

tlb_status tlb_roo_fill_textures(tlb_document *document, uint16_t bitmap, uint32_t *filled)
{
    TLB_REQUIRE(NULL, document);
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, fill(&edit, bitmap, filled));
}
