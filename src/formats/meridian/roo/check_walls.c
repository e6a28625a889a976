/* Rules about walls: what they refer to, their order in planes, their length. */
#include "formats/meridian/roo/check.h"

static void check_reference(roo_checker *c, const char *list, uint32_t wall, const char *field,
                            uint32_t number, uint32_t count, const char *things)
{
    if (number > count)
        TLB_FIND(&c->base, ROO_WALL_REFERENCE, tlb_at(&c->base, "%s[%u].%s", list, wall, field),
                 "%u: there are %u %s", number, count, things);
}

/* --- client walls ------------------------------------------------------------------------------------- */

static void check_references(roo_checker *c, uint32_t i, const tlb_roo_client_wall *w)
{
    const tlb_roo *x = c->room;
    check_reference(c, "clientWalls", i, "positiveSidedef", w->positiveSidedef, x->sidedefs.count,
                    "sidedefs");
    check_reference(c, "clientWalls", i, "negativeSidedef", w->negativeSidedef, x->sidedefs.count,
                    "sidedefs");
    check_reference(c, "clientWalls", i, "positiveSector", w->positiveSector, x->sectors.count, "sectors");
    check_reference(c, "clientWalls", i, "negativeSector", w->negativeSector, x->sectors.count, "sectors");
    check_reference(c, "clientWalls", i, "next", w->next, x->clientWalls.count, "client walls");
}

/* Walls are numbered along the list of each plane. */
static void check_next(roo_checker *c, uint32_t i, const tlb_roo_client_wall *w)
{
    if (w->next && w->next != i + 2)
        TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u].next", i),
                 "%u, the wall after this is %u", w->next, i + 2);
}

/* Follows the list of every plane; each wall is in one list, once. */
static void check_planes(roo_checker *c)
{
    const tlb_roo *x = c->room;
    uint8_t *met = tlb_scratch(&c->base, x->clientWalls.count, 1);
    if (!met)
        return;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        uint32_t number = x->nodes.data[i].type == TLB_ROO_INTERNAL ? x->nodes.data[i].firstWall : 0;
        while (number && number <= x->clientWalls.count) {
            if (met[number - 1]) {
                TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u]", number - 1),
                         "node %u leads to it, and so does another", i + 1);
                break;
            }
            met[number - 1] = 1;
            number = x->clientWalls.data[number - 1].next;
        }
    }
    for (uint32_t i = 0; i < x->clientWalls.count; i++)
        if (!met[i])
            TLB_FIND(&c->base, ROO_WALL_NEXT, tlb_at(&c->base, "clientWalls[%u]", i), "no node leads to it");
}

void roo_check_client_walls(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->clientWalls.count; i++) {
        const tlb_roo_client_wall *w = &c->room->clientWalls.data[i];
        check_references(c, i, w);
        check_next(c, i, w);
        if (w->start[0] == w->end[0] && w->start[1] == w->end[1])
            TLB_FIND(&c->base, ROO_WALL_LENGTH, tlb_at(&c->base, "clientWalls[%u].end", i),
                     "it starts and ends at (%.2f, %.2f)", roo_editor_x(c, w->start[0]),
                     roo_editor_y(c, w->start[1]));
    }
    check_planes(c);
}

/* --- sidedefs ----------------------------------------------------------------------------------------- */

static void check_flags(roo_checker *c, uint32_t i, uint32_t flags)
{
    enum { SCROLLING = 31 << TLB_ROO_WALL_SCROLL_SPEED_SHIFT, FIRST_TEN = (1 << 10) - 1 };
    const char *path = tlb_at(&c->base, "sidedefs[%u].flags", i);
    uint32_t unknown = flags & ~(uint32_t)(FIRST_TEN | SCROLLING | TLB_ROO_WALL_NO_HTILE);
    if (unknown)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path, "unknown bits 0x%x", unknown);
    if (flags & TLB_ROO_WALL_MAP_NEVER && flags & TLB_ROO_WALL_MAP_ALWAYS)
        TLB_FIND(&c->base, ROO_SIDEDEF_FLAGS, path,
                 "bits 3 and 4: maps are to show it never and always; clear one");
    if (flags & TLB_ROO_WALL_TRANSPARENT)
        return;
    if (flags & TLB_ROO_WALL_NO_LOOK_THROUGH)
        TLB_FIND(
            &c->base, ROO_SIDEDEF_FLAGS, path,
            "bit 5 (nothing is behind it) means something only with bit 1 (Transparent), which is not set");
    if (flags & TLB_ROO_WALL_NO_VTILE)
        TLB_FIND(
            &c->base, ROO_SIDEDEF_FLAGS, path,
            "bit 9 (no vertical tiling) means something only with bit 1 (Transparent), which is not set");
}

void roo_check_sidedefs(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->sidedefs.count; i++)
        check_flags(c, i, c->room->sidedefs.data[i].flags);
}

/* --- editor walls ------------------------------------------------------------------------------------- */

static void check_editor_sector(roo_checker *c, uint32_t wall, const char *field, int16_t sector)
{
    if (sector < -1 || sector >= (int64_t)c->room->sectors.count)
        TLB_FIND(&c->base, ROO_WALL_REFERENCE, tlb_at(&c->base, "editorWalls[%u].%s", wall, field),
                 "%d: there are %u sectors", sector, c->room->sectors.count);
}

void roo_check_editor_walls(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &c->room->editorWalls.data[i];
        uint32_t sides = c->room->sidedefs.count;
        check_reference(c, "editorWalls", i, "positiveSidedef", w->positiveSidedef, sides, "sidedefs");
        check_reference(c, "editorWalls", i, "negativeSidedef", w->negativeSidedef, sides, "sidedefs");
        check_editor_sector(c, i, "positiveSector", w->positiveSector);
        check_editor_sector(c, i, "negativeSector", w->negativeSector);
        if (w->x0 == w->x1 && w->y0 == w->y1)
            TLB_FIND(&c->base, ROO_WALL_LENGTH, tlb_at(&c->base, "editorWalls[%u].x1", i),
                     "the editor's wall %u starts and ends at (%d, %d)", i, w->x0, w->y0);
    }
}
