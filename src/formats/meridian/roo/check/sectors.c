/* Rules about sectors: heights, slopes, flags, and whether the editor's walls go all around them. */
#include "formats/meridian/roo/check/check.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- slopes ------------------------------------------------------------------------------------------- */

static bool in_one_line(const tlb_roo_slope_vertex v[3])
{
    int64_t ux = (int64_t)v[1].x - v[0].x, uy = (int64_t)v[1].y - v[0].y, uz = (int64_t)v[1].z - v[0].z;
    int64_t wx = (int64_t)v[2].x - v[0].x, wy = (int64_t)v[2].y - v[0].y, wz = (int64_t)v[2].z - v[0].z;
    return uy * wz == uz * wy && uz * wx == ux * wz && ux * wy == uy * wx;
}

/* In versions of integers a, b and c are each less than 1 off: what that makes of the height, from the vertex
 * that the plane was made to go through. */
static double cut_error(const tlb_roo_slope *s, const double at[2])
{
    const double *p = s->plane;
    double dx = at[0] - s->textureOrigin[0], dy = at[1] - s->textureOrigin[1];
    return p[2] == 0 ? 0 : (fabs(dx) + fabs(dy) + fabs((p[0] * dx + p[1] * dy) / p[2])) / fabs(p[2]);
}

double tlb_roo_slope_error(const tlb_roo *room, const tlb_roo_slope *s, const double at[2])
{
    return TLB_ROO_EDITOR_UNIT + (tlb_roo_is_float(room) ? 0 : cut_error(s, at));
}

static void check_vertices(roo_checker *c, uint32_t sector, const char *field, const tlb_roo_slope *s)
{
    const double *p = s->plane;
    for (int i = 0; i < 3; i++) {
        const tlb_roo_slope_vertex *v = &s->vertices[i];
        double at[2];
        roo_to_client(&c->box, v->x, v->y, at);
        double z = -(p[0] * at[0] + p[1] * at[1] + p[3]) / p[2];
        if (fabs(z - (double)v->z * TLB_ROO_EDITOR_UNIT) <= tlb_roo_slope_error(c->room, s, at))
            continue;
        TLB_FIND(&c->base, ROO_SLOPE_PLANE, tlb_at(&c->base, "sectors[%u].%s.vertices[%d]", sector, field, i),
                 "at (%d, %d) the height of the plane is %.4g, that of the vertex %d", v->x, v->y,
                 z / TLB_ROO_EDITOR_UNIT, v->z);
        return;
    }
}

static void check_slope(roo_checker *c, uint32_t sector, const char *field, const tlb_roo_slope *s,
                        bool ceiling)
{
    const tlb_roo_slope_vertex *v = s->vertices;
    if (in_one_line(v))
        TLB_FIND(&c->base, ROO_SLOPE_VERTICES, tlb_at(&c->base, "sectors[%u].%s.vertices", sector, field),
                 "(%d, %d, %d), (%d, %d, %d) and (%d, %d, %d) are collinear", v[0].x, v[0].y, v[0].z, v[1].x,
                 v[1].y, v[1].z, v[2].x, v[2].y, v[2].z);
    else if (ceiling ? !(s->plane[2] < 0) : !(s->plane[2] > 0))
        TLB_FIND(&c->base, ROO_SLOPE_PLANE, tlb_at(&c->base, "sectors[%u].%s.plane", sector, field),
                 "c is %g, expected %s 0", s->plane[2], ceiling ? "below" : "above");
    else
        check_vertices(c, sector, field, s);
}

static void check_flags(roo_checker *c, uint32_t i, uint32_t flags)
{
    enum { FIRST_TWELVE = (1 << 12) - 1 };
    uint32_t unknown = flags & ~(uint32_t)(FIRST_TWELVE | TLB_ROO_SECTOR_NO_MOVE);
    if (unknown)
        TLB_FIND(&c->base, ROO_SECTOR_FLAGS, tlb_at(&c->base, "sectors[%u].flags", i), "unknown bits 0x%x",
                 unknown);
}

void tlb_roo_report_scroll(roo_checker *c, const char *list, uint32_t index, uint8_t speed)
{
    TLB_FIND(&c->base, ROO_SCROLL, tlb_at(&c->base, "%s[%u].flags", list, index),
             "its animation speed is %u, so that clients do not scroll it; clear that or the scroll speed",
             speed);
}

static void check_scroll(roo_checker *c, uint32_t i, const tlb_roo_sector *s)
{
    uint32_t scrolls = s->flags & (TLB_ROO_SECTOR_SCROLL_FLOOR | TLB_ROO_SECTOR_SCROLL_CEILING);
    if (s->animationSpeed && scrolls && s->flags >> TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT & 3)
        tlb_roo_report_scroll(c, "sectors", i, s->animationSpeed);
}

static void check_sectors(roo_checker *c)
{
    for (uint32_t i = 0; i < c->room->sectors.count; i++) {
        const tlb_roo_sector *s = &c->room->sectors.data[i];
        bool floors = s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR,
             ceilings = s->flags & TLB_ROO_SECTOR_SLOPED_CEILING;
        check_flags(c, i, s->flags);
        check_scroll(c, i, s);
        if (s->ceilingHeight < s->floorHeight && !floors && !ceilings)
            TLB_FIND(&c->base, ROO_SECTOR_HEIGHT, tlb_at(&c->base, "sectors[%u].ceilingHeight", i),
                     "ceiling height %u, floor height %u", s->ceilingHeight, s->floorHeight);
        if (floors)
            check_slope(c, i, "floorSlope", &s->floorSlope, false);
        if (ceilings)
            check_slope(c, i, "ceilingSlope", &s->ceilingSlope, true);
    }
}

/* --- outlines ----------------------------------------------------------------------------------------- */

enum { PLACES_NAMED = 4, PLACE_TEXT = 24 };

static void report_open(roo_checker *c, const roo_open_end *ends, uint32_t count)
{
    char where[PLACES_NAMED * PLACE_TEXT + 1] = "";
    for (uint32_t i = 0; i < count && i < PLACES_NAMED; i++) {
        size_t length = strlen(where);
        snprintf(where + length, sizeof where - length, " (%d, %d)", ends[i].x, ends[i].y);
    }
    TLB_FIND(&c->base, ROO_SECTOR_OPEN, tlb_at(&c->base, "sectors[%d]", ends->sector),
             "the walls around the editor's sector %d are not closed at %u %s:%s%s", ends->sector, count,
             tlb_plural(count, "place", "places"), where, count > PLACES_NAMED ? " …" : "");
}

static void check_outlines(roo_checker *c)
{
    roo_open_end *ends;
    uint32_t count;
    if (!tlb_roo_open_ends(&c->base.arena, c->room, &ends, &count)) {
        c->base.status = tlb_report_memory(c->base.context, &c->base.arena);
        return;
    }
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && ends[next].sector == ends[i].sector;)
            next++;
        report_open(c, ends + i, next - i);
    }
}

void tlb_roo_check_sectors(roo_checker *c)
{
    check_sectors(c);
    check_outlines(c);
}
