/* What roomedit compiles against the editor's walls: it is out of date when an edit was not followed by a
 * rebuild. Each client wall is a piece of one of the editor's walls, with its sides, and the pieces of each
 * cover it. Lines of the tree run along the walls in their planes, its leaves lie where it leads to and in
 * the sectors that the editor's walls put them in. */
#include "formats/meridian/roo/check/check.h"

#include "formats/meridian/roo/shape.h"

#include <math.h>
#include <stdio.h>

/* How far a piece may be off its wall: cuts are rounded, to whole units in versions of integers. Walls are
 * edited in units of 16. */
static const double OFF_LINE = 6, OFF_END = 12;

/* Pairs of walls that may be compared; real rooms need a hundredth of it. */
enum { MOST_WALL_PAIRS = 200000000 };

/* A side as both kinds of walls have it; without sidedef it is nothing at all. */
typedef struct side {
    uint16_t sidedef, sector; /* from 1; 0: none */
    int16_t x_offset, y_offset;
} side;

typedef struct wall {
    double start[2], direction[2], length; /* client units; the direction is of length 1 */
    side sides[2];                         /* +, - */
    double covered;                        /* by pieces */
    uint32_t number;
    uint32_t next; /* 1 + the next with the same sidedefs and sectors */
} wall;

/* A piece on its wall. */
typedef struct place {
    bool turned;        /* roomedit turned it round: its + side is the wall's - side */
    double first, last; /* along the wall */
} place;

typedef struct stale {
    roo_checker *c;
    wall *walls; /* the editor's */
    tlb_index by_sides;
    uint32_t work;
} stale;

/* --- sides -------------------------------------------------------------------------------------------- */

static side side_of(uint16_t sidedef, int32_t sector, int16_t x_offset, int16_t y_offset)
{
    return sidedef ? (side){sidedef, (uint16_t)sector, x_offset, y_offset} : (side){0};
}

static bool same_sides(const side *a, const side *b)
{
    return a->sidedef == b->sidedef && a->sector == b->sector;
}

static bool comes_first(const side *a, const side *b)
{
    return a->sidedef != b->sidedef ? a->sidedef < b->sidedef : a->sector < b->sector;
}

/* Walls of which one may be a piece of the other, turned or not, have the same key. */
typedef struct sides_key {
    uint16_t numbers[4];
} sides_key;

static sides_key key_of(const side *a, const side *b)
{
    if (comes_first(b, a))
        return (sides_key){{b->sidedef, b->sector, a->sidedef, a->sector}};
    return (sides_key){{a->sidedef, a->sector, b->sidedef, b->sector}};
}

/* --- the editor's walls ------------------------------------------------------------------------------- */

static wall wall_of(const roo_checker *c, const tlb_roo_editor_wall *w)
{
    double end[2];
    wall made = {
        .sides = {
            side_of(w->positiveSidedef, w->positiveSector + 1, w->positiveXOffset, w->positiveYOffset),
            side_of(w->negativeSidedef, w->negativeSector + 1, w->negativeXOffset, w->negativeYOffset)}};
    roo_to_client(&c->box, w->x0, w->y0, made.start);
    roo_to_client(&c->box, w->x1, w->y1, end);
    made.length = hypot(end[0] - made.start[0], end[1] - made.start[1]);
    for (int i = 0; i < 2 && made.length > 0; i++)
        made.direction[i] = (end[i] - made.start[i]) / made.length;
    return made;
}

static bool collect(stale *s)
{
    const tlb_roo *x = s->c->room;
    s->walls = tlb_scratch(&s->c->base, x->editorWalls.count, sizeof *s->walls);
    sides_key *keys = tlb_scratch(&s->c->base, x->editorWalls.count, sizeof *keys);
    for (uint32_t i = 0; s->walls && keys && i < x->editorWalls.count; i++) {
        wall *w = &s->walls[i];
        *w = wall_of(s->c, &x->editorWalls.data[i]);
        w->number = i;
        keys[i] = key_of(&w->sides[0], &w->sides[1]);
        int32_t *last = tlb_index_find(&s->by_sides, &s->c->base.arena, &keys[i], sizeof *keys);
        if (!last) {
            s->c->base.status = tlb_report_memory(s->c->base.context, &s->c->base.arena);
            return false;
        }
        w->next = *last == TLB_INDEX_NEW ? 0 : (uint32_t)*last + 1;
        *last = (int32_t)i;
    }
    return s->walls && keys;
}

/* --- pieces ------------------------------------------------------------------------------------------- */

static double along(const wall *w, const double at[2], double *off)
{
    double dx = at[0] - w->start[0], dy = at[1] - w->start[1];
    *off = fabs(dx * w->direction[1] - dy * w->direction[0]);
    return dx * w->direction[0] + dy * w->direction[1];
}

static bool lies_on(const wall *w, const tlb_roo_client_wall *piece, const side sides[2], place *p)
{
    double off[2], start = along(w, piece->start, &off[0]), end = along(w, piece->end, &off[1]);
    p->turned = end < start;
    p->first = fmin(start, end);
    p->last = fmax(start, end);
    return off[0] <= OFF_LINE && off[1] <= OFF_LINE && p->first >= -OFF_END &&
           p->last <= w->length + OFF_END && same_sides(&sides[p->turned], &w->sides[0]) &&
           same_sides(&sides[!p->turned], &w->sides[1]);
}

/* Of walls that lie on each other the one that has the least of its pieces yet. */
static wall *find_wall(stale *s, const tlb_roo_client_wall *piece, const side sides[2], place *at)
{
    sides_key key = key_of(&sides[0], &sides[1]);
    const int32_t *last = tlb_index_look(&s->by_sides, &key, sizeof key);
    uint32_t number = last ? (uint32_t)*last + 1 : 0;
    wall *best = NULL;
    for (place p; number && s->work < MOST_WALL_PAIRS; s->work++) {
        wall *w = &s->walls[number - 1];
        if (lies_on(w, piece, sides, &p) && (!best || w->covered < best->covered)) {
            best = w;
            *at = p;
        }
        number = w->next;
    }
    return best;
}

/* --- offsets ------------------------------------------------------------------------------------------ */

static bool is_backwards(const tlb_roo *x, uint16_t sidedef)
{
    return sidedef && sidedef <= x->sidedefs.count &&
           x->sidedefs.data[sidedef - 1].flags & TLB_ROO_WALL_BACKWARDS;
}

/* A side's texture begins at its left end, as it is seen. Every cut adds a rounded length, by which pieces
 * are off; slivers may even be of the wall that goes on. y offsets stay, or are exchanged when a builder
 * turned the wall round: not all of them did. */
static void check_offsets(roo_checker *c, uint32_t i, const wall *w, const place *p,
                          const tlb_roo_client_wall *piece)
{
    enum { ROUNDED = 8 };
    const int16_t x[2] = {piece->positiveXOffset, piece->negativeXOffset};
    const int16_t y[2] = {piece->positiveYOffset, piece->negativeYOffset};
    for (int k = 0; k < 2 && p->last - p->first > TLB_ROO_EDITOR_UNIT; k++) {
        const side *own = &w->sides[k];
        bool from_start = (k == 0) != is_backwards(c->room, own->sidedef), negative = k ^ p->turned;
        double skipped = (from_start ? p->first : w->length - p->last) / TLB_ROO_EDITOR_UNIT;
        bool same_x = fabs(remainder(x[negative] - own->x_offset - skipped, 65536)) <= ROUNDED;
        bool same_y = y[negative] == own->y_offset || y[k] == own->y_offset;
        if (own->sidedef && !(same_x && same_y))
            TLB_FIND_REMEDY(&c->base, ROO_WALL_OFFSET, "rebuild", NULL,
                            tlb_at(&c->base, "clientWalls[%u].%s%cOffset", i,
                                   negative ? "negative" : "positive", same_x ? 'Y' : 'X'),
                            "(%d, %d), expected (%.4g, %d) from the editor's wall %u", x[negative],
                            y[negative], own->x_offset + skipped, own->y_offset, w->number);
    }
}

/* Unsplit walls have whole lengths; builders of integers cut both extents to whole units first. */
static void check_length(roo_checker *c, uint32_t i, const wall *w, const tlb_roo_client_wall *piece)
{
    double length =
        hypot(piece->end[0] - piece->start[0], piece->end[1] - piece->start[1]) / TLB_ROO_EDITOR_UNIT;
    if (!(fabs(piece->length - length) <= (tlb_roo_is_float(c->room) ? 1 : 2)))
        TLB_FIND(&c->base, ROO_WALL_SPAN, tlb_at(&c->base, "clientWalls[%u].length", i),
                 "%.6g, expected %.6g, the distance of its ends on the editor's wall %u", piece->length,
                 length, w->number);
}

/* --- all client walls --------------------------------------------------------------------------------- */

/* False: the call is to end. */
static bool check_piece(stale *s, uint32_t i)
{
    roo_checker *c = s->c;
    const tlb_roo_client_wall *piece = &c->room->clientWalls.data[i];
    const side sides[2] = {side_of(piece->positiveSidedef, piece->positiveSector, piece->positiveXOffset,
                                   piece->positiveYOffset),
                           side_of(piece->negativeSidedef, piece->negativeSector, piece->negativeXOffset,
                                   piece->negativeYOffset)};
    place p;
    uint32_t before = s->work;
    wall *w = find_wall(s, piece, sides, &p);
    if (w) {
        w->covered += p.last - p.first;
        check_offsets(c, i, w, &p, piece);
        check_length(c, i, w, piece);
    } else if (s->work < MOST_WALL_PAIRS)
        TLB_FIND_REMEDY(&c->base, ROO_WALL_STALE, "rebuild", NULL, tlb_at(&c->base, "clientWalls[%u]", i),
                        "no editor wall with sidedefs %u and %u, sectors %u and %u runs from (%.6g, %.6g) to "
                        "(%.6g, %.6g)",
                        sides[0].sidedef, sides[1].sidedef, sides[0].sector, sides[1].sector,
                        roo_editor_x(c, piece->start[0]), roo_editor_y(c, piece->start[1]),
                        roo_editor_x(c, piece->end[0]), roo_editor_y(c, piece->end[1]));
    return tlb_roo_looked(c, s->work - before);
}

static void check_cover(stale *s, uint32_t i)
{
    const tlb_roo_editor_wall *w = &s->c->room->editorWalls.data[i];
    const wall *made = &s->walls[i];
    if (made->length - made->covered > OFF_END)
        TLB_FIND_REMEDY(
            &s->c->base, ROO_WALL_STALE, "rebuild", NULL, tlb_at(&s->c->base, "editorWalls[%u]", i),
            "client walls cover %.4g of %.4g units of the editor's wall %u from (%d, %d) to (%d, %d)",
            made->covered / TLB_ROO_EDITOR_UNIT, made->length / TLB_ROO_EDITOR_UNIT, i, w->x0, w->y0, w->x1,
            w->y1);
}

static void check_walls(roo_checker *c)
{
    const tlb_roo *x = c->room;
    stale s = {.c = c};
    /* A room for clients alone has nothing to be compared with. */
    if (!x->editorWalls.count || !collect(&s))
        return;
    for (uint32_t i = 0; i < x->clientWalls.count; i++)
        if (!check_piece(&s, i))
            return;
    for (uint32_t i = 0; i < x->editorWalls.count && s.work < MOST_WALL_PAIRS; i++)
        check_cover(&s, i);
}

/* --- lines of the tree -------------------------------------------------------------------------------- */

/* Pairs of leaves and walls that may be looked at; real rooms need a quarter of it. */
enum { MOST_LEAF_PAIRS = 200000000 };

/* Integer lines are divided by what their a and b have in common, c with them. */
static const double OFF_NODE_LINE = 6;

static double distance(const tlb_roo_node *n, const double at[2])
{
    return fabs(n->a * at[0] + n->b * at[1] + n->c) / hypot(n->a, n->b);
}

static void check_line(roo_checker *c, uint32_t i, const tlb_roo_node *n, uint64_t *work)
{
    const tlb_roo *x = c->room;
    const tlb_roo_client_wall *w = roo_wall(x, n->firstWall);
    for (; w; w = roo_next_wall(x, w), ++*work) {
        double off = fmax(distance(n, w->start), distance(n, w->end));
        if (!(off > OFF_NODE_LINE))
            continue;
        TLB_FIND_REMEDY(&c->base, ROO_NODE_STALE, "rebuild", NULL, tlb_at(&c->base, "nodes[%u].a", i),
                        "clientWalls[%u] from (%.6g, %.6g) to (%.6g, %.6g) in its plane is %.4g client units "
                        "off its line",
                        (unsigned)(w - x->clientWalls.data), roo_editor_x(c, w->start[0]),
                        roo_editor_y(c, w->start[1]), roo_editor_x(c, w->end[0]), roo_editor_y(c, w->end[1]),
                        off);
        return;
    }
}

/* --- leaves of the tree ------------------------------------------------------------------------------- */

/* The middle of a leaf that is wide enough for its own rounding not to matter. */
static bool middle_of(const tlb_roo_node *n, double middle[2])
{
    static const double NARROW = 8;
    double least = INFINITY;
    middle[0] = middle[1] = 0;
    for (uint32_t i = 0; i < n->points.count; i++)
        for (int axis = 0; axis < 2; axis++)
            middle[axis] += n->points.data[i][axis] / n->points.count;
    for (uint32_t i = 0; i < n->points.count; i++) {
        const double *a = n->points.data[i], *b = n->points.data[(i + 1) % n->points.count];
        double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
        if (length > 0)
            least = fmin(least, (dx * (middle[1] - a[1]) - dy * (middle[0] - a[0])) / length);
    }
    return n->points.count >= 3 && least > NARROW && least < INFINITY;
}

static void check_place(roo_checker *c, uint32_t i, const double middle[2], uint64_t *work)
{
    uint16_t leaf = tlb_roo_leaf_at_counted(c->room, middle[0], middle[1], work);
    if (leaf == i + 1)
        return;
    TLB_FIND_REMEDY(&c->base, ROO_NODE_STALE, "rebuild", NULL, tlb_at(&c->base, "nodes[%u].points", i),
                    "from its center (%.6g, %.6g) the tree leads to node %u (0: none)",
                    roo_editor_x(c, middle[0]), roo_editor_y(c, middle[1]), leaf);
}

/* --- sectors of leaves -------------------------------------------------------------------------------- */

/* The nearest of the editor's walls in a direction from a point, and the sector, from 1, of the side that
 * faces it; 0: none. */
typedef struct sight {
    double distance;
    uint32_t wall, sector;
    bool unclear; /* another is as near, and its sector is another */
} sight;

enum { EAST, WEST, NORTH, SOUTH, WAYS };

static uint32_t sector_of(const tlb_roo_editor_wall *w, bool positive)
{
    uint16_t sidedef = positive ? w->positiveSidedef : w->negativeSidedef;
    int16_t sector = positive ? w->positiveSector : w->negativeSector;
    return sidedef && sector >= 0 ? (uint32_t)sector + 1 : 0;
}

static void see(sight *s, double distance, uint32_t number, uint32_t sector)
{
    static const double NEAR = 1;
    if (distance < s->distance - NEAR)
        *s = (sight){distance, number, sector, false};
    else if (distance < s->distance + NEAR)
        s->unclear |= sector != s->sector;
}

/* Where a wall crosses the line through a point along an axis, from that point on; false: nowhere. */
static bool crosses(const double start[2], const double end[2], const double at[2], int axis, double *where)
{
    double a = start[!axis] - at[!axis], b = end[!axis] - at[!axis];
    *where = start[axis] + (end[axis] - start[axis]) * a / (a - b) - at[axis];
    return (a > 0) != (b > 0);
}

static void look(const tlb_roo *x, const double at[2], sight seen[WAYS])
{
    for (int way = 0; way < WAYS; way++)
        seen[way] = (sight){.distance = INFINITY};
    for (uint32_t i = 0; i < x->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        const double start[2] = {w->x0, w->y0}, end[2] = {w->x1, w->y1};
        double where;
        /* The + side is on the right, with y north. */
        bool positive = (end[0] - start[0]) * (at[1] - start[1]) < (end[1] - start[1]) * (at[0] - start[0]);
        if (crosses(start, end, at, 0, &where))
            see(&seen[where > 0 ? EAST : WEST], fabs(where), i, sector_of(w, positive));
        if (crosses(start, end, at, 1, &where))
            see(&seen[where > 0 ? NORTH : SOUTH], fabs(where), i, sector_of(w, positive));
    }
}

/* All four ways have to agree: where sectors do not close nothing is said. */
static void check_sector(roo_checker *c, uint32_t i, const tlb_roo_node *n, const double middle[2])
{
    const double at[2] = {roo_editor_x(c, middle[0]), roo_editor_y(c, middle[1])};
    sight seen[WAYS];
    look(c->room, at, seen);
    if (seen[EAST].sector == n->sector)
        return;
    for (int way = 0; way < WAYS; way++)
        if (seen[way].unclear || seen[way].sector != seen[EAST].sector || !(seen[way].distance < INFINITY))
            return;
    TLB_FIND_REMEDY(
        &c->base, ROO_NODE_STALE, "rebuild", NULL, tlb_at(&c->base, "nodes[%u].sector", i),
        "%u, but the editor's walls %u, %u, %u and %u enclose (%.6g, %.6g) in sector %u (0: none)", n->sector,
        seen[WEST].wall, seen[EAST].wall, seen[NORTH].wall, seen[SOUTH].wall, at[0], at[1],
        seen[EAST].sector);
}

static void check_tree(roo_checker *c)
{
    const tlb_roo *x = c->room;
    uint64_t work = 0;
    const uint8_t *outside = tlb_roo_find_outside(&c->base.arena, x);
    if (!outside && !c->base.status)
        c->base.status = tlb_report_memory(c->base.context, &c->base.arena);
    for (uint32_t i = 0; outside && i < x->nodes.count && work < MOST_LEAF_PAIRS; i++) {
        const tlb_roo_node *n = &x->nodes.data[i];
        double middle[2];
        uint64_t before = work;
        if (n->type == TLB_ROO_INTERNAL)
            check_line(c, i, n, &work);
        else if (!outside[i] && middle_of(n, middle)) {
            check_place(c, i, middle, &work);
            check_sector(c, i, n, middle);
            work += x->editorWalls.count;
        }
        if (!tlb_roo_looked(c, work - before))
            return;
    }
}

void tlb_roo_check_stale(roo_checker *c)
{
    check_walls(c);
    check_tree(c);
}

tlb_status tlb_roo_count_stale(tlb_context *context, const tlb_roo *room, uint64_t *count,
                               char first[ROO_FINDING])
{
    tlb_report_mark mark = tlb_report_mark_get(context);
    uint64_t before = tlb_code_total(context, TLB_CODE_ROO_NODE_STALE);
    roo_checker c = {tlb_checker_start(context, room), room, tlb_roo_box_of(room), 0, 0};
    check_tree(&c);
    tlb_roo_check_leaves(&c);
    tlb_status status = tlb_checker_end(&c.base);
    *count = tlb_code_total(context, TLB_CODE_ROO_NODE_STALE) - before;
    if (status)
        return status;
    if (*count && tlb_diagnostic_count(context) > mark.count) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, mark.count);
        snprintf(first, ROO_FINDING, "%s: %s", d->path, d->message);
    }
    tlb_report_rewind(context, &mark);
    return TLB_OK;
}
