/* Finding one's way in a room's tree: leaves at points, nodes near boxes, rays. */
#include "formats/meridian/roo/roo.h"

#include <math.h>
#include <string.h>

/* --- leaves ------------------------------------------------------------------------------------------- */

/* |a*x + b*y + c| up to this is on the line. */
#define ON_LINE 0.001

/* The wall that a node was split by: the last in its plane, whose walls stand one after the other. */
static const tlb_roo_client_wall *splitting_wall(const tlb_roo *room, const tlb_roo_node *node,
                                                 uint32_t *steps)
{
    const tlb_roo_client_wall *last = NULL, *wall = roo_wall(room, node->firstWall);
    for (; wall && *steps; wall = roo_next_wall(room, wall)) {
        last = wall;
        --*steps;
    }
    return last;
}

/* Whether a leaf that is the child of `parent` lies outside every sector: builders before March 2015 wrote
 * such leaves, with sector 1, and conversion takes them to any version. The leaf is of the sector that the
 * wall its parent was split by has on that side. `steps`: how many walls may be looked at; it is lessened. */
static bool is_outside(const tlb_roo *room, const tlb_roo_node *parent, bool positive, uint32_t *steps)
{
    const tlb_roo_client_wall *wall = splitting_wall(room, parent, steps);
    return wall && (positive ? wall->positiveSector : wall->negativeSector) == 0;
}

static const tlb_roo_node *node_at(const tlb_roo *room, uint16_t number)
{
    return number && number <= room->nodes.count ? &room->nodes.data[number - 1] : NULL;
}

/* The side of a node that a point is on. */
static bool is_positive(const tlb_roo_node *node, double x, double y)
{
    double value = node->a * x + node->b * y + node->c;
    return value > ON_LINE || (value >= -ON_LINE && node->positiveChild);
}

uint16_t tlb_roo_leaf_at_counted(const tlb_roo *room, double x, double y, uint64_t *work)
{
    const tlb_roo_node *parent = NULL, *node;
    uint16_t number = 1;
    bool positive = false;
    uint32_t steps = room->nodes.count, walls = room->clientWalls.count;
    for (; (node = node_at(room, number)) && node->type == TLB_ROO_INTERNAL && steps; steps--) {
        parent = node;
        positive = is_positive(node, x, y);
        number = positive ? node->positiveChild : node->negativeChild;
    }
    bool found =
        node && node->type == TLB_ROO_LEAF && !(parent && is_outside(room, parent, positive, &walls));
    *work += room->nodes.count - steps + room->clientWalls.count - walls;
    return found ? number : 0;
}

uint16_t tlb_roo_leaf_at(const tlb_roo *room, double x, double y)
{
    if (!room)
        return 0;
    uint64_t work = 0;
    return tlb_roo_leaf_at_counted(room, x, y, &work);
}

const tlb_roo_sector *tlb_roo_leaf_sector(const tlb_roo *room, uint16_t leaf)
{
    if (!room)
        return NULL;
    const tlb_roo_node *node = node_at(room, leaf);
    return node && node->type == TLB_ROO_LEAF ? roo_sector(room, node->sector) : NULL;
}

const tlb_roo_sector *tlb_roo_sector_at(const tlb_roo *room, double x, double y)
{
    if (!room)
        return NULL;
    return tlb_roo_leaf_sector(room, tlb_roo_leaf_at(room, x, y));
}

uint8_t *tlb_roo_find_outside(tlb_arena *arena, const tlb_roo *room)
{
    uint8_t *outside = tlb_zalloc(arena, room->nodes.count);
    /* Each wall is in one plane, which has two sides. */
    uint32_t walls = 2 * room->clientWalls.count;
    for (uint32_t i = 0; outside && i < room->nodes.count; i++) {
        const tlb_roo_node *parent = &room->nodes.data[i];
        const uint16_t children[] = {parent->negativeChild, parent->positiveChild};
        for (int positive = 0; parent->type == TLB_ROO_INTERNAL && positive < 2; positive++) {
            const tlb_roo_node *child = node_at(room, children[positive]);
            if (child && child->type == TLB_ROO_LEAF && is_outside(room, parent, positive, &walls))
                outside[children[positive] - 1] = 1;
        }
    }
    return outside;
}

/* --- near a box --------------------------------------------------------------------------------------- */

static void follow_child(roo_near *near, uint16_t child)
{
    if (child && near->count < ROO_MOST_PENDING)
        near->pending[near->count++] = child;
}

void tlb_roo_near_begin(roo_near *near, const tlb_roo *room, const double box[4])
{
    near->room = room;
    memcpy(near->box, box, sizeof near->box);
    near->steps = room->nodes.count;
    near->count = 0;
    follow_child(near, 1);
}

static bool overlap(const double a[4], const double b[4])
{
    return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

const tlb_roo_node *tlb_roo_near_next(roo_near *near)
{
    while (near->count && near->steps) {
        const tlb_roo_node *node = node_at(near->room, near->pending[--near->count]);
        near->steps--;
        if (!node || !overlap(node->box, near->box))
            continue;
        if (node->type == TLB_ROO_INTERNAL) {
            follow_child(near, node->negativeChild);
            follow_child(near, node->positiveChild);
        }
        return node;
    }
    return NULL;
}

/* --- rays --------------------------------------------------------------------------------------------- */

/* From leaf to leaf, compared with floors, ceilings and the walls in between. */

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
    uint32_t walls; /* that may still be looked at to find leaves outside */
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
    c->hit->start_solid = !c->entered;
    for (int axis = 0; axis < 3; axis++)
        c->hit->point[axis] = along(c, axis, t);
    return true;
}

/* --- walls that a ray meets
 * -------------------------------------------------------------------------------------------- */

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

/* Walls lie on their node's line in its direction or, rarely, against it. */
static bool is_turned(const tlb_roo_node *node, const tlb_roo_client_wall *wall)
{
    return node->b * (wall->end[0] - wall->start[0]) - node->a * (wall->end[1] - wall->start[1]) < 0;
}

static bool meets_walls(caster *c, const branch *b)
{
    const tlb_roo_node *node = node_at(c->room, b->crossed);
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

/* --- leaves that a ray goes through
 * ------------------------------------------------------------------------------------------- */

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
    const tlb_roo_node *leaf = node_at(c->room, b->node), *parent = node_at(c->room, b->parent);
    const tlb_roo_sector *sector = leaf ? roo_sector(c->room, leaf->sector) : NULL;
    if (b->t1 - b->t0 < NOTHING && b->t0 > 0)
        return false;
    if (!sector || (parent && is_outside(c->room, parent, b->positive, &c->walls)))
        return stop(c, TLB_ROO_HIT_OUTSIDE, b->t0);
    c->hit->leaf = b->node;
    if (meets_floor_or_ceiling(c, b, sector))
        return true;
    c->entered = true;
    return false;
}

/* --- a ray through the tree
 * ----------------------------------------------------------------------------------------- */

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
    if (!room || !start || !end || !hit)
        return false;
    caster c = {.room = room, .start = start, .end = end, .hit = hit, .walls = room->clientWalls.count};
    uint64_t steps = 8 * ((uint64_t)room->nodes.count + 1);
    *hit = (tlb_roo_hit){0};
    follow(&c, (branch){.node = 1, .t1 = 1});
    while (c.count && steps--) {
        branch b = c.pending[--c.count];
        const tlb_roo_node *node = node_at(room, b.node);
        if (b.crossed && meets_walls(&c, &b))
            return true;
        if (node && node->type == TLB_ROO_INTERNAL)
            divide(&c, b, node);
        else if (meets_leaf(&c, &b))
            return true;
    }
    return false;
}
