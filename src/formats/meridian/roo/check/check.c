/* Checking a room: its textures among the assets, its header, its numbers, and the calls of the other rules.
 */
#include "formats/meridian/roo/check/check.h"

#include "formats/meridian/bgf/bgf.h"
#include "formats/meridian/roo/moves.h"
#include "formats/meridian/roo/shape.h"

#include <math.h>
#include <stdio.h>

bool tlb_roo_looked(roo_checker *c, uint64_t things)
{
    c->looks += things;
    tlb_status stopped = tlb_roo_count_work(c->base.context->account, c->looks, &c->counted);
    if (stopped)
        c->base.status = stopped;
    return !stopped;
}

/* --- textures ----------------------------------------------------------------------------------------- */

/* Among the assets: those that are not there, and those whose holes are drawn as a color. */

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
    uint8_t *reported; /* sidedefs, a bit a part */
} hole_counts;

static uint64_t count_in_bitmap(roo_checker *c, const tlb_bgf *bgf, const tlb_bgf_bitmap *bitmap)
{
    size_t size = tlb_bgf_pixel_count(bgf, bitmap);
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
    if (tlb_assets_find(c->base.assets, &c->base.arena, texture_name(name, number), extensions, NULL, &file,
                        NULL))
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
        roo_span span = tlb_roo_part_seen(side, (roo_part)part);
        roo_spot corners[ROO_CORNERS];
        if (!bitmap || h->reported[sidedef] >> part & 1 || !tlb_roo_span_corners(&span, INFINITY, corners))
            continue;
        uint64_t holes = holes_of(c, h, bitmap);
        if (!holes)
            continue;
        h->reported[sidedef] = (uint8_t)(h->reported[sidedef] | 1 << part);
        TLB_FIND(&c->base, ROO_HOLES, tlb_at(&c->base, "sidedefs[%u].flags", sidedef),
                 "%s grd%05u has %llu pixels of index %d, but the wall from (%.4g, %.4g) to (%.4g, %.4g) is "
                 "not Transparent: where visible, they are cyan",
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
    for (uint32_t i = 0; h.of && h.reported && i < x->clientWalls.count; i++)
        for (int positive = 0; positive < 2; positive++) {
            roo_side side;
            const tlb_roo_client_wall *w = &x->clientWalls.data[i];
            if (tlb_roo_side_of(x, w, positive, &side) == ROO_SIDE && !side.transparent)
                check_side(c, &h, w, &side);
        }
}

static void check_files(roo_checker *c)
{
    if (!c->base.assets)
        return;
    check_presence(c);
    check_holes(c);
}

/* --- the file ----------------------------------------------------------------------------------------- */

static void check_version(roo_checker *c)
{
    uint32_t version = c->room->version;
    if (version < TLB_ROO_FIRST_VERSION || version > TLB_ROO_LAST_VERSION)
        TLB_FIND(&c->base, ROO_VERSION, "version", "unknown version %u; it is read as version %u", version,
                 version < TLB_ROO_FIRST_VERSION ? TLB_ROO_FIRST_VERSION : TLB_ROO_LAST_VERSION);
}

static void check_gaps(roo_checker *c)
{
    for (tlb_roo_gap i = 0; i < TLB_ROO_GAPS; i++)
        if (c->room->gaps[i].size)
            TLB_FIND(&c->base, ROO_GAP, tlb_roo_gap_name(i), "bytes that belong to no part: %zu",
                     c->room->gaps[i].size);
}

static void check_count(roo_checker *c, const char *list, uint32_t stored, uint32_t missing)
{
    if (missing)
        TLB_FIND(&c->base, ROO_COUNT, list, "header claims %u; only %u stored", stored + missing, stored);
}

static void check_security(roo_checker *c)
{
    uint32_t computed = tlb_roo_security(c->room);
    if (computed != c->room->security)
        TLB_FIND_REMEDY(&c->base, ROO_SECURITY, "rebuild", NULL, "security", "checksum %u, expected %u",
                        c->room->security, computed);
}

static void check_box(roo_checker *c)
{
    const tlb_roo *x = c->room;
    if (x->things.count != 2)
        TLB_FIND(&c->base, ROO_THINGS, "things", "number of things: %u, expected 2", x->things.count);
    if (x->things.count < 2)
        return;
    int64_t width = ((int64_t)c->box.right - c->box.left) * TLB_ROO_EDITOR_UNIT,
            height = ((int64_t)c->box.top - c->box.bottom) * TLB_ROO_EDITOR_UNIT;
    if (width != x->width || height != x->height)
        TLB_FIND(&c->base, ROO_BOX, "width", "%d x %d, but the box between the things is %lld x %lld",
                 x->width, x->height, (long long)width, (long long)height);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

static void check_finite(roo_checker *c, const double *values, size_t count, const char *list, uint32_t index)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite &= isfinite(values[i]) != 0;
    if (!finite)
        TLB_FIND(&c->base, ROO_NOT_FINITE, tlb_at(&c->base, "%s[%u]", list, index), "infinite or NaN");
}

static void check_numbers(roo_checker *c)
{
    const tlb_roo *x = c->room;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const tlb_roo_node *n = &x->nodes.data[i];
        const double line[] = {n->a, n->b, n->c};
        check_finite(c, n->box, 4, "nodes", i);
        check_finite(c, line, 3, "nodes", i);
        if (n->points.count)
            check_finite(c, n->points.data[0], 2 * (size_t)n->points.count, "nodes", i);
    }
    for (uint32_t i = 0; i < x->clientWalls.count; i++) {
        const tlb_roo_client_wall *w = &x->clientWalls.data[i];
        const double all[] = {w->start[0], w->start[1], w->end[0], w->end[1], w->length};
        check_finite(c, all, 5, "clientWalls", i);
    }
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        check_finite(c, x->sectors.data[i].floorSlope.plane, 4, "sectors", i);
        check_finite(c, x->sectors.data[i].floorSlope.textureOrigin, 2, "sectors", i);
        check_finite(c, x->sectors.data[i].ceilingSlope.plane, 4, "sectors", i);
        check_finite(c, x->sectors.data[i].ceilingSlope.textureOrigin, 2, "sectors", i);
    }
}

tlb_status tlb_roo_check(tlb_document *document)
{
    const tlb_roo *x = document->root;
    roo_checker c = {tlb_checker_start(document->context, x), x, tlb_roo_box_of(x), 0, 0};
    c.base.assets = document->assets;
    check_version(&c);
    check_gaps(&c);
    check_count(&c, "clientWalls", x->clientWalls.count, x->clientWallsMissing);
    check_count(&c, "editorWalls", x->editorWalls.count, x->editorWallsMissing);
    check_count(&c, "sidedefs", x->sidedefs.count, x->sidedefsMissing);
    check_security(&c);
    check_box(&c);
    check_numbers(&c);
    tlb_roo_check_tree(&c);
    tlb_roo_check_sectors(&c);
    tlb_roo_check_bare_parts(&c);
    tlb_roo_check_grids(&c);
    tlb_roo_check_leaves(&c);
    tlb_roo_check_stale(&c);
    tlb_roo_check_stale_grids(&c);
    check_files(&c);
    return tlb_checker_end(&c.base);
}
