/* Rules about sectors: heights, slopes, textures, and whether the editor's walls go all around them. */
#include "formats/meridian/roo/check/check.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* How far the height of a slope may be off at a point, in client units: its plane is rounded. */
static double slope_error(const tlb_roo *room, const tlb_roo_slope *s, const double at[2])
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
        if (fabs(z - (double)v->z * TLB_ROO_EDITOR_UNIT) <= slope_error(c->room, s, at))
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

/* Where a wall along a sector starts (+1) or ends (-1), going around with the sector on the right. */
typedef struct wall_end {
    int32_t sector, x, y, sign;
} wall_end;

static int compare_ends(const void *left, const void *right)
{
    const wall_end *a = left, *b = right;
    if (a->sector != b->sector)
        return a->sector < b->sector ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

static uint32_t add_side(wall_end *ends, uint32_t count, int16_t sector, const tlb_roo_editor_wall *w,
                         int32_t sign)
{
    if (sector < 0)
        return count;
    ends[count++] = (wall_end){sector, w->x0, w->y0, sign};
    ends[count++] = (wall_end){sector, w->x1, w->y1, -sign};
    return count;
}

enum { PLACES_NAMED = 4, PLACE_TEXT = 24 };

static void report_open(roo_checker *c, int32_t sector, uint32_t places, const char *where)
{
    if (places)
        TLB_FIND(&c->base, ROO_SECTOR_OPEN, tlb_at(&c->base, "sectors[%d]", sector),
                 "the walls around the editor's sector %d are not closed at %u %s:%s%s", sector, places,
                 tlb_plural(places, "place", "places"), where, places > PLACES_NAMED ? " …" : "");
}

/* Around a closed sector as many walls start at a vertex as end there. */
static void check_outlines(roo_checker *c)
{
    const tlb_roo *x = c->room;
    wall_end *ends = tlb_scratch(&c->base, x->editorWalls.count, 4 * sizeof *ends);
    uint32_t count = 0, places = 0;
    char where[PLACES_NAMED * PLACE_TEXT + 1] = "";
    if (!ends)
        return;
    for (uint32_t i = 0; i < x->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        count = add_side(ends, count, w->positiveSector, w, 1);
        count = add_side(ends, count, w->negativeSector, w, -1);
    }
    qsort(ends, count, sizeof *ends, compare_ends);
    for (uint32_t i = 0, next; i < count; i = next) {
        int32_t sum = 0;
        for (next = i; next < count && compare_ends(&ends[i], &ends[next]) == 0; next++)
            sum += ends[next].sign;
        if (sum && places++ < PLACES_NAMED) {
            size_t length = strlen(where);
            snprintf(where + length, sizeof where - length, " (%d, %d)", ends[i].x, ends[i].y);
        }
        if (next < count && ends[next].sector == ends[i].sector)
            continue;
        report_open(c, ends[i].sector, places, where);
        places = 0;
        where[0] = 0;
    }
}

/* --- missing textures --------------------------------------------------------------------------------- */

/* Parts of walls that can be seen and have no texture. The editor's walls are looked at: one diagnostic for
 * each, and there it has to be mended. */

/* Floor and ceiling of both sides at both ends of a wall. */
typedef struct heights {
    double floor[2][2], ceiling[2][2]; /* [side][end] */
    double sliver;                     /* how far slopes that meet may be apart: their planes are rounded */
} heights;

typedef struct side {
    const char *name;
    const tlb_roo_sector *sector; /* NULL: none */
    const tlb_roo_sidedef *sidedef;
} side;

static const tlb_roo_sector *sector_of(const tlb_roo *x, int16_t number)
{
    return number >= 0 && number < (int64_t)x->sectors.count ? &x->sectors.data[number] : NULL;
}

static double sliver(const tlb_roo *room, const tlb_roo_sector *s, const double at[2])
{
    double floor = s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR ? slope_error(room, &s->floorSlope, at) : 0;
    double ceiling = s->flags & TLB_ROO_SECTOR_SLOPED_CEILING ? slope_error(room, &s->ceilingSlope, at) : 0;
    return fmax(floor, ceiling);
}

static heights heights_of(const roo_checker *c, const tlb_roo_editor_wall *w, const side sides[2])
{
    const int16_t ends[2][2] = {{w->x0, w->y0}, {w->x1, w->y1}};
    heights h = {0};
    for (int s = 0; s < 2; s++) {
        double error = 0;
        for (int e = 0; e < 2 && sides[s].sector; e++) {
            double at[2];
            roo_to_client(&c->box, ends[e][0], ends[e][1], at);
            h.floor[s][e] = round(tlb_roo_floor_at(sides[s].sector, at[0], at[1]));
            h.ceiling[s][e] = round(tlb_roo_ceiling_at(sides[s].sector, at[0], at[1]));
            error = fmax(error, sliver(c->room, sides[s].sector, at));
        }
        h.sliver += error;
    }
    return h;
}

static void find(roo_checker *c, uint32_t wall, const tlb_roo_editor_wall *w, const side *s, const char *part,
                 double height)
{
    TLB_FIND(&c->base, ROO_TEXTURE_MISSING, tlb_at(&c->base, "editorWalls[%u].%sSidedef", wall, s->name),
             "the %s part of the editor's wall %u from (%d, %d) to (%d, %d) has height %.4g and no texture "
             "on its %s side%s",
             part, wall, w->x0, w->y0, w->x1, w->y1, height / TLB_ROO_EDITOR_UNIT, s->name,
             s->sidedef ? "" : ", which has no sidedef");
}

static bool is_sky(const tlb_roo_sector *s)
{
    return !s->ceilingBitmap;
}

/* A wall with a sector on one side only shows that side its normal part, from floor to ceiling. Below the sky
 * it may be the horizon, and one that maps never show may be nothing. */
static void check_one_sided(roo_checker *c, uint32_t wall, const tlb_roo_editor_wall *w, const side *s,
                            const double floor[2], const double ceiling[2])
{
    double height = fmax(ceiling[0] - floor[0], ceiling[1] - floor[1]);
    bool meant = is_sky(s->sector) || (s->sidedef && s->sidedef->flags & TLB_ROO_WALL_MAP_NEVER);
    if (height > 0 && !meant && (!s->sidedef || !s->sidedef->normalBitmap))
        find(c, wall, w, s, "normal", height);
}

/* The side of the lower floor sees the part below, that of the higher ceiling the part above. Nothing is
 * missing between floors that are not drawn, and under the sky: rooms leave out steps in the open, too. */
static void check_two_sided(roo_checker *c, uint32_t wall, const tlb_roo_editor_wall *w, const side sides[2],
                            const heights *h)
{
    for (int s = 0; s < 2; s++) {
        const side *seen_from = &sides[s], *other = &sides[!s];
        double below = fmax(h->floor[!s][0] - h->floor[s][0], h->floor[!s][1] - h->floor[s][1]),
               above = fmax(h->ceiling[s][0] - h->ceiling[!s][0], h->ceiling[s][1] - h->ceiling[!s][1]);
        bool drawn = (seen_from->sector->floorBitmap || other->sector->floorBitmap) &&
                     !(is_sky(seen_from->sector) && is_sky(other->sector));
        if (below > h->sliver && drawn && (!seen_from->sidedef || !seen_from->sidedef->belowBitmap))
            find(c, wall, w, seen_from, "lower", below);
        if (above > h->sliver && !is_sky(seen_from->sector) &&
            (!seen_from->sidedef || !seen_from->sidedef->aboveBitmap))
            find(c, wall, w, seen_from, "upper", above);
    }
}

static void check_textures(roo_checker *c)
{
    const tlb_roo *x = c->room;
    for (uint32_t i = 0; i < x->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        const side sides[2] = {
            {"positive", sector_of(x, w->positiveSector), roo_sidedef(x, w->positiveSidedef)},
            {"negative", sector_of(x, w->negativeSector), roo_sidedef(x, w->negativeSidedef)}};
        heights h = heights_of(c, w, sides);
        if (sides[0].sector && sides[1].sector)
            check_two_sided(c, i, w, sides, &h);
        else
            for (int s = 0; s < 2; s++)
                if (sides[s].sector)
                    check_one_sided(c, i, w, &sides[s], h.floor[s], h.ceiling[s]);
    }
}

void tlb_roo_check_sectors(roo_checker *c)
{
    check_sectors(c);
    check_outlines(c);
    check_textures(c);
}
