/* Checking a room: what stands around its parts, and the way to the other rules. */
#include "formats/meridian/roo/check.h"

#include <math.h>

/* --- the file ----------------------------------------------------------------------------------------- */

static void check_version(roo_checker *c)
{
    uint32_t version = c->room->version;
    if (version < TLB_ROO_FIRST_VERSION || version > TLB_ROO_LAST_VERSION)
        TLB_FIND(&c->base, ROO_VERSION, "version", "%u; it is read as version %u is", version,
                 version < TLB_ROO_FIRST_VERSION ? TLB_ROO_FIRST_VERSION : TLB_ROO_LAST_VERSION);
}

static void check_gaps(roo_checker *c)
{
    for (tlb_roo_gap i = 0; i < TLB_ROO_GAPS; i++)
        if (c->room->gaps[i].size)
            TLB_FIND(&c->base, ROO_GAP, roo_gap_name(i), "%zu bytes belong to no part",
                     c->room->gaps[i].size);
}

static void check_count(roo_checker *c, const char *list, uint32_t stored, uint32_t missing)
{
    if (missing)
        TLB_FIND(&c->base, ROO_COUNT, list, "%u are announced, %u are stored", stored + missing, stored);
}

static void check_security(roo_checker *c)
{
    uint32_t computed = tlb_roo_security(c->room);
    if (computed != c->room->security)
        TLB_FIND(&c->base, ROO_SECURITY, "security", "checksum %u, expected %u; rebuild with --rebuild",
                 c->room->security, computed);
}

static void check_box(roo_checker *c)
{
    const tlb_roo *x = c->room;
    if (x->things.count != 2)
        TLB_FIND(&c->base, ROO_THINGS, "things", "there are %u", x->things.count);
    if (x->things.count < 2)
        return;
    int64_t width = ((int64_t)c->box.right - c->box.left) * TLB_ROO_EDITOR_UNIT,
            height = ((int64_t)c->box.top - c->box.bottom) * TLB_ROO_EDITOR_UNIT;
    if (width != x->width || height != x->height)
        TLB_FIND(&c->base, ROO_BOX, "width", "%d x %d, the things span %lld x %lld", x->width, x->height,
                 (long long)width, (long long)height);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

static void check_finite(roo_checker *c, const double *values, size_t count, const char *list, uint32_t index)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite &= isfinite(values[i]) != 0;
    if (!finite)
        TLB_FIND(&c->base, ROO_NOT_FINITE, tlb_at(&c->base, "%s[%u]", list, index),
                 "infinite or not a number");
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

tlb_status roo_check(tlb_document *document)
{
    const tlb_roo *x = document->root;
    roo_checker c = {tlb_checker_start(document->context, x), x, tlb_roo_box_of(x)};
    c.base.assets = document->assets;
    check_version(&c);
    check_gaps(&c);
    check_count(&c, "clientWalls", x->clientWalls.count, x->clientWallsMissing);
    check_count(&c, "editorWalls", x->editorWalls.count, x->editorWallsMissing);
    check_count(&c, "sidedefs", x->sidedefs.count, x->sidedefsMissing);
    check_security(&c);
    check_box(&c);
    check_numbers(&c);
    roo_check_tree(&c);
    roo_check_client_walls(&c);
    roo_check_editor_walls(&c);
    roo_check_sidedefs(&c);
    roo_check_sectors(&c);
    roo_check_outlines(&c);
    roo_check_textures(&c);
    roo_check_grids(&c);
    roo_check_stale_walls(&c);
    roo_check_stale_tree(&c);
    roo_check_stale_grids(&c);
    roo_check_files(&c);
    return tlb_checker_end(&c.base);
}
