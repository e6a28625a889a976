/* Rays through a room: from leaf to leaf, held against floors, ceilings and the walls in between. */
#include "formats/meridian/roo/locate.h"
#include "trilobite/roo_query.h"

#include <math.h>

/* What is no farther than this from a line, in the line's own measure, is on it. */
#define ON_LINE 0.001
/* Client units: how far beyond its ends a wall is still met, and how far under a floor one still stands on
 * it. */
#define BESIDE 0.01
/* A share of the ray that is too short to be anywhere. */
#define NOTHING 1e-9

/* A part of the ray, from t0 to t1, and the node that it goes through. */
typedef struct branch {
    uint16_t node, parent;
    uint16_t crossed; /* the node whose line is crossed at t0; 0: none */
    bool positive;    /* which child of its parent it is */
    double t0, t1;
} branch;

typedef struct caster {
    const tlb_roo *room;
    const double *start, *end;
    tlb_roo_hit *hit;
    bool entered;   /* a leaf was gone through */
    uint32_t walls; /* that may still be looked at to tell leaves outside */
    uint32_t count;
    branch pending[ROO_MOST_PENDING];
} caster;

static double along(const caster *c, int axis, double t)
{
    return c->start[axis] + t * (c->end[axis] - c->start[axis]);
}

static void follow(caster *c, branch b)
{
    if (c->count < ROO_MOST_PENDING)
        c->pending[c->count++] = b;
}

static bool stop(caster *c, tlb_roo_hit_kind kind, double t)
{
    c->hit->kind = kind;
    c->hit->t = t;
    c->hit->startSolid = !c->entered;
    for (int axis = 0; axis < 3; axis++)
        c->hit->point[axis] = along(c, axis, t);
    return true;
}

/* --- walls -------------------------------------------------------------------------------------------- */

/* Whether the ray ends at a wall that it meets on its positive side or its negative one, and at which
 * part. */
static bool wall_stops(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive,
                       const double at[3], tlb_roo_hit_kind *kind)
{
    const tlb_roo_sidedef *sidedef =
        roo_sidedef(room, positive ? wall->positiveSidedef : wall->negativeSidedef);
    const tlb_roo_sector *beyond = roo_sector(room, positive ? wall->negativeSector : wall->positiveSector);
    *kind = TLB_ROO_HIT_NORMAL;
    if (!beyond)
        return true;
    if (at[2] < tlb_roo_floor_at(beyond, at[0], at[1]))
        *kind = TLB_ROO_HIT_BELOW;
    else if (at[2] > tlb_roo_ceiling_at(beyond, at[0], at[1]))
        *kind = TLB_ROO_HIT_ABOVE;
    else
        return sidedef && !(sidedef->flags & TLB_ROO_WALL_PASSABLE);
    return true;
}

static bool is_on_wall(const tlb_roo_client_wall *wall, const double at[3])
{
    double x = wall->end[0] - wall->start[0], y = wall->end[1] - wall->start[1], length = sqrt(x * x + y * y);
    double from_start = (at[0] - wall->start[0]) * x + (at[1] - wall->start[1]) * y;
    return from_start >= -BESIDE * length && from_start <= (length + BESIDE) * length;
}

/* Walls stand on their node's line in its direction or, rarely, against it. */
static bool is_turned(const tlb_roo_node *node, const tlb_roo_client_wall *wall)
{
    return node->b * (wall->end[0] - wall->start[0]) - node->a * (wall->end[1] - wall->start[1]) < 0;
}

static bool meets_walls(caster *c, const branch *b)
{
    const tlb_roo_node *node = roo_node(c->room, b->crossed);
    double at[3] = {along(c, 0, b->t0), along(c, 1, b->t0), along(c, 2, b->t0)};
    for (const tlb_roo_client_wall *wall = roo_wall(c->room, node->firstWall); wall;
         wall = roo_next_wall(c->room, wall)) {
        tlb_roo_hit_kind kind;
        /* It comes out on one side, so it was met on the other. */
        bool positive = is_turned(node, wall) ? b->positive : !b->positive;
        if (!is_on_wall(wall, at) || !wall_stops(c->room, wall, positive, at, &kind))
            continue;
        c->hit->wall = (uint16_t)(wall - c->room->clientWalls.data + 1);
        c->hit->positive = positive;
        return stop(c, kind, b->t0);
    }
    return false;
}

/* --- leaves ------------------------------------------------------------------------------------------- */

/* Where a height above something, at both ends of a part of the ray, becomes negative; 2: nowhere. */
static double fall(const branch *b, double at_start, double at_end)
{
    if (at_start < -BESIDE)
        return b->t0;
    if (at_end >= 0 || at_start <= at_end)
        return 2;
    return b->t0 + (b->t1 - b->t0) * fmax(at_start, 0) / (fmax(at_start, 0) - at_end);
}

static bool meets_floor_or_ceiling(caster *c, const branch *b, const tlb_roo_sector *sector)
{
    double above[2], under[2];
    const double ends[2] = {b->t0, b->t1};
    for (int i = 0; i < 2; i++) {
        double x = along(c, 0, ends[i]), y = along(c, 1, ends[i]), z = along(c, 2, ends[i]);
        above[i] = z - tlb_roo_floor_at(sector, x, y);
        under[i] = tlb_roo_ceiling_at(sector, x, y) - z;
    }
    double floor = fall(b, above[0], above[1]), ceiling = fall(b, under[0], under[1]);
    if (fmin(floor, ceiling) > 1)
        return false;
    /* At once, it begins there; later it has been in the room. */
    c->entered = c->entered || fmin(floor, ceiling) > b->t0;
    return stop(c, floor <= ceiling ? TLB_ROO_HIT_FLOOR : TLB_ROO_HIT_CEILING, fmin(floor, ceiling));
}

static bool meets_leaf(caster *c, const branch *b)
{
    const tlb_roo_node *leaf = roo_node(c->room, b->node), *parent = roo_node(c->room, b->parent);
    const tlb_roo_sector *sector = leaf ? roo_sector(c->room, leaf->sector) : NULL;
    if (b->t1 - b->t0 < NOTHING && b->t0 > 0)
        return false;
    if (!sector || (parent && roo_is_outside(c->room, parent, b->positive, &c->walls)))
        return stop(c, TLB_ROO_HIT_OUTSIDE, b->t0);
    c->hit->leaf = b->node;
    if (meets_floor_or_ceiling(c, b, sector))
        return true;
    c->entered = true;
    return false;
}

/* --- the tree ----------------------------------------------------------------------------------------- */

static int side(double value)
{
    return (value > ON_LINE) - (value < -ON_LINE);
}

static branch child(const branch *b, const tlb_roo_node *node, bool positive)
{
    branch made = *b;
    made.parent = b->node;
    made.node = positive ? node->positiveChild : node->negativeChild;
    made.positive = positive;
    return made;
}

/* What is followed last is gone first. */
static void divide(caster *c, branch b, const tlb_roo_node *node)
{
    double from = node->a * along(c, 0, b.t0) + node->b * along(c, 1, b.t0) + node->c;
    double to = node->a * along(c, 0, b.t1) + node->b * along(c, 1, b.t1) + node->c;
    int from_side = side(from), to_side = side(to);
    b.crossed = 0;
    if (from_side * to_side < 0) {
        double t = b.t0 + (b.t1 - b.t0) * (from / (from - to));
        branch near = child(&b, node, from > 0), far = child(&b, node, to > 0);
        far.crossed = b.node;
        near.t1 = far.t0 = t;
        follow(c, far);
        follow(c, near);
    } else if (from_side || to_side)
        follow(c, child(&b, node, from_side + to_side > 0));
    else
        follow(c, child(&b, node, node->positiveChild != 0));
}

bool tlb_roo_cast_ray(const tlb_roo *room, const double start[3], const double end[3], tlb_roo_hit *hit)
{
    caster c = {.room = room, .start = start, .end = end, .hit = hit, .walls = room->clientWalls.count};
    uint64_t steps = 8 * ((uint64_t)room->nodes.count + 1);
    *hit = (tlb_roo_hit){0};
    follow(&c, (branch){.node = 1, .t1 = 1});
    while (c.count && steps--) {
        branch b = c.pending[--c.count];
        const tlb_roo_node *node = roo_node(room, b.node);
        if (b.crossed && meets_walls(&c, &b))
            return true;
        if (node && node->type == TLB_ROO_INTERNAL)
            divide(&c, b, node);
        else if (meets_leaf(&c, &b))
            return true;
    }
    return false;
}
