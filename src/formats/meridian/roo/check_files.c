/* The textures of a room among the assets: those that are not there, and those whose holes are drawn as a
 * color. */
#include "formats/meridian/bgf/bgf.h"
#include "formats/meridian/roo/check.h"
#include "formats/meridian/roo/shape.h"

#include <stdio.h>

enum { BITMAPS = 65536, NAME = 16 };

static const char *const extensions[] = {"bgf", NULL};

static const char *const part_fields[ROO_PARTS] = {
    [ROO_BELOW] = "belowBitmap", [ROO_NORMAL] = "normalBitmap", [ROO_ABOVE] = "aboveBitmap"};

static const char *texture_name(char name[NAME], uint16_t bitmap)
{
    snprintf(name, NAME, "grd%05u", bitmap);
    return name;
}

/* --- missing files ------------------------------------------------------------------------------------ */

static void check_texture(roo_checker *c, uint16_t bitmap, const char *list, uint32_t index,
                          const char *field)
{
    char name[NAME];
    if (bitmap)
        tlb_check_file(&c->base, "texture", texture_name(name, bitmap), extensions,
                       tlb_at(&c->base, "%s[%u].%s", list, index, field));
}

static void check_presence(roo_checker *c)
{
    const tlb_roo *x = c->room;
    for (uint32_t i = 0; i < x->sidedefs.count; i++)
        for (int part = 0; part < ROO_PARTS; part++)
            check_texture(c, roo_part_bitmap(&x->sidedefs.data[i], (roo_part)part), "sidedefs", i,
                          part_fields[part]);
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        check_texture(c, x->sectors.data[i].floorBitmap, "sectors", i, "floorBitmap");
        check_texture(c, x->sectors.data[i].ceilingBitmap, "sectors", i, "ceilingBitmap");
    }
}

/* --- holes -------------------------------------------------------------------------------------------- */

/* Pixels of index 254 in each bitmap, 1 more than there are; 0: not looked at. */
typedef struct hole_counts {
    uint64_t *of;
    uint8_t *told; /* sidedefs, a bit a part */
} hole_counts;

static uint64_t count_in_bitmap(roo_checker *c, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap)
{
    size_t size = tlb_bgf_pixel_count(bitmap);
    uint64_t count = 0;
    uint8_t *pixels = size ? tlb_scratch(&c->base, size, 1) : NULL;
    if (!pixels || tlb_bgf_pixels(c->base.context, bgf, bitmap, pixels))
        return 0;
    for (size_t i = 0; i < size; i++)
        count += pixels[i] == TLB_BGF_TRANSPARENT;
    return count;
}

/* Of a file that cannot be read there is nothing to say here: that is for the file's own check. */
static uint64_t count_holes(roo_checker *c, uint16_t number)
{
    char name[NAME];
    tlb_context *context = c->base.context;
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_bytes file;
    void *root = NULL;
    uint64_t count = 0;
    if (tlb_assets_find(c->base.assets, &c->base.arena, texture_name(name, number), extensions, &file, NULL))
        return 0;
    tlb_walk w = tlb_walk_reader(context, &c->base.arena, file);
    tlb_bgf_walk(&w, &root);
    const tlb_bgf *bgf = root;
    for (uint32_t i = 0; !w.status && i < bgf->bitmaps.count; i++)
        count += count_in_bitmap(c, bgf, &bgf->bitmaps.data[i]);
    if (w.status)
        tlb_report_rewind(context, &reports);
    return count;
}

static uint64_t holes_of(roo_checker *c, hole_counts *h, uint16_t bitmap)
{
    if (!h->of[bitmap]) {
        tlb_mark mark = tlb_arena_mark(&c->base.arena);
        h->of[bitmap] = 1 + count_holes(c, bitmap);
        tlb_arena_rewind(&c->base.arena, mark);
    }
    return h->of[bitmap] - 1;
}

static void check_side(roo_checker *c, hole_counts *h, const tlb_roo_client_wall *w, const roo_side *side)
{
    uint32_t sidedef = (uint32_t)(side->sidedef - c->room->sidedefs.data);
    for (int part = 0; part < ROO_PARTS; part++) {
        uint16_t bitmap = roo_part_bitmap(side->sidedef, (roo_part)part);
        roo_span span = roo_part_seen(side, (roo_part)part);
        roo_spot corners[ROO_CORNERS];
        if (!bitmap || h->told[sidedef] >> part & 1 || !roo_span_corners(&span, INFINITY, corners))
            continue;
        uint64_t holes = holes_of(c, h, bitmap);
        if (!holes)
            continue;
        h->told[sidedef] = (uint8_t)(h->told[sidedef] | 1 << part);
        TLB_FIND(&c->base, ROO_HOLES, tlb_at(&c->base, "sidedefs[%u].flags", sidedef),
                 "%s grd%05u has %llu pixels of index %d, and the wall from (%.4g, %.4g) to (%.4g, %.4g) is "
                 "not Transparent: where they are seen they are cyan",
                 part_fields[part], bitmap, (unsigned long long)holes, TLB_BGF_TRANSPARENT,
                 roo_editor_x(c, w->start[0]), roo_editor_y(c, w->start[1]), roo_editor_x(c, w->end[0]),
                 roo_editor_y(c, w->end[1]));
    }
}

static void check_holes(roo_checker *c)
{
    const tlb_roo *x = c->room;
    hole_counts h = {tlb_scratch(&c->base, BITMAPS, sizeof *h.of),
                     tlb_scratch(&c->base, x->sidedefs.count, 1)};
    for (uint32_t i = 0; h.of && h.told && i < x->clientWalls.count; i++)
        for (int positive = 0; positive < 2; positive++) {
            roo_side side;
            const tlb_roo_client_wall *w = &x->clientWalls.data[i];
            if (roo_side_of(x, w, positive, &side) == ROO_SIDE && !side.transparent)
                check_side(c, &h, w, &side);
        }
}

void roo_check_files(roo_checker *c)
{
    if (!c->base.assets)
        return;
    check_presence(c);
    check_holes(c);
}
