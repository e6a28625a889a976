/* Parts of walls that can be seen and have no texture. The editor's walls are looked at: one finding for
 * each, and there it has to be mended. */
#include "formats/meridian/roo/check.h"
#include "formats/meridian/roo/locate.h"

#include <math.h>

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
    double floor = s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR ? roo_slope_error(room, &s->floorSlope, at) : 0;
    double ceiling =
        s->flags & TLB_ROO_SECTOR_SLOPED_CEILING ? roo_slope_error(room, &s->ceilingSlope, at) : 0;
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
             "the %s part of the editor's wall %u from (%d, %d) to (%d, %d) is %.4g high and has no texture "
             "on its %s side%s",
             part, wall, w->x0, w->y0, w->x1, w->y1, height / TLB_ROO_EDITOR_UNIT, s->name,
             s->sidedef ? "" : ", which has no sidedef");
}

static bool is_sky(const tlb_roo_sector *s)
{
    return !s->ceilingBitmap;
}

/* A wall with a sector on one side only shows that side its normal part, from floor to ceiling. Below the sky
 * it may stand for the horizon, and one that maps never show may stand for nothing. */
static void check_one_sided(roo_checker *c, uint32_t wall, const tlb_roo_editor_wall *w, const side *s,
                            const double floor[2], const double ceiling[2])
{
    double height = fmax(ceiling[0] - floor[0], ceiling[1] - floor[1]);
    bool meant = is_sky(s->sector) || (s->sidedef && s->sidedef->flags & TLB_ROO_WALL_MAP_NEVER);
    if (height > 0 && !meant && (!s->sidedef || !s->sidedef->normalBitmap))
        find(c, wall, w, s, "normal", height);
}

/* The side of the lower floor sees the part below, that of the higher ceiling the part above. Nothing is
 * missing between floors that are not drawn, and under the sky. */
static void check_two_sided(roo_checker *c, uint32_t wall, const tlb_roo_editor_wall *w, const side sides[2],
                            const heights *h)
{
    for (int s = 0; s < 2; s++) {
        const side *seen_from = &sides[s], *other = &sides[!s];
        double below = fmax(h->floor[!s][0] - h->floor[s][0], h->floor[!s][1] - h->floor[s][1]),
               above = fmax(h->ceiling[s][0] - h->ceiling[!s][0], h->ceiling[s][1] - h->ceiling[!s][1]);
        bool drawn = seen_from->sector->floorBitmap || other->sector->floorBitmap;
        if (below > h->sliver && drawn && (!seen_from->sidedef || !seen_from->sidedef->belowBitmap))
            find(c, wall, w, seen_from, "lower", below);
        if (above > h->sliver && !is_sky(seen_from->sector) &&
            (!seen_from->sidedef || !seen_from->sidedef->aboveBitmap))
            find(c, wall, w, seen_from, "upper", above);
    }
}

void roo_check_textures(roo_checker *c)
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
