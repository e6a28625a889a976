/* Parts of walls that can be seen and have no texture. The editor's walls are looked at: one diagnostic for
 * each, and there it has to be mended. */
#include "formats/meridian/roo/check/check.h"

#include <math.h>

/* Floor and ceiling of both sides at both ends of a wall. */
typedef struct heights {
    double floor[2][2], ceiling[2][2]; /* [side][end] */
    double sliver;                     /* how far slopes that meet may be apart: their planes are rounded */
} heights;

typedef struct side {
    const tlb_roo_sector *sector; /* NULL: none */
    const tlb_roo_sidedef *sidedef;
} side;

typedef struct seeker {
    const tlb_roo *room;
    tlb_roo_box box;
    void (*see)(void *user, const roo_bare_part *bare);
    void *user;
    uint32_t wall;
    side sides[2]; /* the positive one, the negative one */
    heights h;
} seeker;

static const tlb_roo_sector *sector_of(const tlb_roo *x, int16_t number)
{
    return number >= 0 && number < (int64_t)x->sectors.count ? &x->sectors.data[number] : NULL;
}

static double sliver(const tlb_roo *room, const tlb_roo_sector *s, const double at[2])
{
    double floor = s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR ? tlb_roo_slope_error(room, &s->floorSlope, at) : 0;
    double ceiling =
        s->flags & TLB_ROO_SECTOR_SLOPED_CEILING ? tlb_roo_slope_error(room, &s->ceilingSlope, at) : 0;
    return fmax(floor, ceiling);
}

static heights heights_of(const seeker *k, const tlb_roo_editor_wall *w)
{
    const int16_t ends[2][2] = {{w->x0, w->y0}, {w->x1, w->y1}};
    heights h = {0};
    for (int s = 0; s < 2; s++) {
        const tlb_roo_sector *sector = k->sides[s].sector;
        double error = 0;
        for (int e = 0; e < 2 && sector; e++) {
            double at[2];
            roo_to_client(&k->box, ends[e][0], ends[e][1], at);
            h.floor[s][e] = round(tlb_roo_floor_at(sector, at[0], at[1]));
            h.ceiling[s][e] = round(tlb_roo_ceiling_at(sector, at[0], at[1]));
            error = fmax(error, sliver(k->room, sector, at));
        }
        h.sliver += error;
    }
    return h;
}

/* Unless the side's sidedef has a bitmap there. */
static void see(const seeker *k, int s, roo_part part, double height)
{
    const tlb_roo_sidedef *sidedef = k->sides[s].sidedef;
    if (!sidedef || !roo_part_bitmap(sidedef, part))
        k->see(k->user, &(roo_bare_part){k->wall, s == 0, part, height});
}

static bool is_sky(const tlb_roo_sector *s)
{
    return !s->ceilingBitmap;
}

/* A wall with a sector on one side only shows that side its normal part, from floor to ceiling. Below the sky
 * it may be the horizon, and one that maps never show may be nothing. */
static void see_one_sided(const seeker *k, int s)
{
    const double *floor = k->h.floor[s], *ceiling = k->h.ceiling[s];
    double height = fmax(ceiling[0] - floor[0], ceiling[1] - floor[1]);
    const tlb_roo_sidedef *sidedef = k->sides[s].sidedef;
    bool meant = is_sky(k->sides[s].sector) || (sidedef && sidedef->flags & TLB_ROO_WALL_MAP_NEVER);
    if (height > 0 && !meant)
        see(k, s, ROO_NORMAL, height);
}

/* The side of the lower floor sees the part below, that of the higher ceiling the part above. Nothing is
 * missing between floors that are not drawn, and under the sky: rooms leave out steps in the open, too. */
static void see_two_sided(const seeker *k)
{
    const heights *h = &k->h;
    for (int s = 0; s < 2; s++) {
        const tlb_roo_sector *own = k->sides[s].sector, *other = k->sides[!s].sector;
        double below = fmax(h->floor[!s][0] - h->floor[s][0], h->floor[!s][1] - h->floor[s][1]),
               above = fmax(h->ceiling[s][0] - h->ceiling[!s][0], h->ceiling[s][1] - h->ceiling[!s][1]);
        bool drawn = (own->floorBitmap || other->floorBitmap) && !(is_sky(own) && is_sky(other));
        if (below > h->sliver && drawn)
            see(k, s, ROO_BELOW, below);
        if (above > h->sliver && !is_sky(own))
            see(k, s, ROO_ABOVE, above);
    }
}

void tlb_roo_each_bare_part(const tlb_roo *room, void (*see_part)(void *user, const roo_bare_part *bare),
                            void *user)
{
    seeker k = {.room = room, .box = tlb_roo_box_of(room), .see = see_part, .user = user};
    for (k.wall = 0; k.wall < room->editorWalls.count; k.wall++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[k.wall];
        k.sides[0] = (side){sector_of(room, w->positiveSector), roo_sidedef(room, w->positiveSidedef)};
        k.sides[1] = (side){sector_of(room, w->negativeSector), roo_sidedef(room, w->negativeSidedef)};
        k.h = heights_of(&k, w);
        if (k.sides[0].sector && k.sides[1].sector)
            see_two_sided(&k);
        else if (k.sides[0].sector || k.sides[1].sector)
            see_one_sided(&k, k.sides[0].sector ? 0 : 1);
    }
}

static void report(void *user, const roo_bare_part *bare)
{
    static const char *const parts[] = {"lower", "normal", "upper"};
    roo_checker *c = user;
    const tlb_roo_editor_wall *w = &c->room->editorWalls.data[bare->wall];
    const char *name = bare->positive ? "positive" : "negative";
    bool has_sidedef = roo_sidedef(c->room, bare->positive ? w->positiveSidedef : w->negativeSidedef) != NULL;
    TLB_FIND(&c->base, ROO_TEXTURE_MISSING, tlb_at(&c->base, "editorWalls[%u].%sSidedef", bare->wall, name),
             "the %s part of the editor's wall %u from (%d, %d) to (%d, %d) has height %.4g and no texture "
             "on its %s side%s",
             parts[bare->part], bare->wall, w->x0, w->y0, w->x1, w->y1, bare->height / TLB_ROO_EDITOR_UNIT,
             name, has_sidedef ? "" : ", which has no sidedef");
}

void tlb_roo_check_bare_parts(roo_checker *c)
{
    tlb_roo_each_bare_part(c->room, report, c);
}
