/* The shortest way through a room: A* over the openings between its leaves. */
#include "formats/meridian/roo/roo.h"
#include "base/argument.h"

#include <math.h>
#include <string.h>

/* --- openings ----------------------------------------------------------------------------------------- */

/* What an edge of one leaf and an edge of another have in common, less the walls there. */
typedef struct roo_opening {
    uint16_t to;  /* a node, from 1 */
    double at[2]; /* its middle */
} roo_opening;

typedef struct roo_openings {
    TLB_LIST(roo_opening) list;
    uint32_t *first; /* an entry a node and one more: those out of node i, from 0, begin at first[i] */
} roo_openings;

/* Client units. Builders of integers cut edges that were one to pieces that lie this far apart. */
#define BESIDE      2
#define LEAST_WIDTH TLB_ROO_EDITOR_UNIT

/* Nodes, edges and walls that may be looked at; the largest rooms known need a hundredth of it. */
#define MOST_WORK UINT64_C(500000000)

/* A part of an edge, measured from its start. */
typedef struct span {
    double from, to;
} span;

typedef struct finder {
    tlb_context *context;
    tlb_arena *arena;
    const tlb_roo *room;
    roo_openings *openings;
    const uint8_t *outside;
    uint64_t work;
    /* the edge at hand */
    uint32_t leaf; /* the node's index */
    const double *start;
    double direction[2], length;
    TLB_LIST(const tlb_roo_node *) near;
    TLB_LIST(span) spans; /* what is left open of it towards one other leaf */
} finder;

/* --- along the edge at hand --------------------------------------------------------------------------- */

/* What a line from a to b covers of the edge; false when it does not run along it. */
static bool covers(const finder *f, const double a[2], const double b[2], span *s)
{
    const double *ends[2] = {a, b};
    double along[2];
    for (int i = 0; i < 2; i++) {
        double x = ends[i][0] - f->start[0], y = ends[i][1] - f->start[1];
        if (!(fabs(x * f->direction[1] - y * f->direction[0]) <= BESIDE))
            return false;
        along[i] = x * f->direction[0] + y * f->direction[1];
    }
    s->from = fmax(fmin(along[0], along[1]), 0);
    s->to = fmin(fmax(along[0], along[1]), f->length);
    return s->to > s->from;
}

/* Takes a part out of what is left open. */
static bool close(finder *f, span closed)
{
    for (uint32_t i = f->spans.count; i-- > 0;) {
        span open = f->spans.data[i];
        if (closed.to <= open.from || closed.from >= open.to)
            continue;
        f->spans.data[i].to = closed.from;
        if (closed.to >= open.to)
            continue;
        span *rest = TLB_PUSH(f->arena, &f->spans);
        if (!rest)
            return false;
        *rest = (span){closed.to, open.to};
    }
    return true;
}

/* The floor of the leaf in editor units, beside the middle of a part of the edge. */
static double floor_at(const finder *f, span s)
{
    const tlb_roo_sector *sector = tlb_roo_leaf_sector(f->room, (uint16_t)(f->leaf + 1));
    double middle = (s.from + s.to) / 2;
    const double at[2] = {f->start[0] + middle * f->direction[0], f->start[1] + middle * f->direction[1]};
    return sector ? tlb_roo_floor_height(sector, at, true) : 0;
}

/* The leaf lies on the right of its edges: a wall in the edge's direction is met on its positive side. */
static bool close_by_walls(finder *f)
{
    for (uint32_t i = 0; i < f->near.count; i++) {
        const tlb_roo_node *node = f->near.data[i];
        uint16_t first = node->type == TLB_ROO_INTERNAL ? node->firstWall : 0;
        for (const tlb_roo_client_wall *wall = roo_wall(f->room, first); wall;
             wall = roo_next_wall(f->room, wall)) {
            span s;
            f->work++;
            if (!covers(f, wall->start, wall->end, &s))
                continue;
            bool positive = (wall->end[0] - wall->start[0]) * f->direction[0] +
                                (wall->end[1] - wall->start[1]) * f->direction[1] >
                            0;
            if (!tlb_roo_wall_lets_pass(f->room, wall, positive, floor_at(f, s)) && !close(f, s))
                return false;
        }
    }
    return true;
}

/* --- from leaf to leaf -------------------------------------------------------------------------------- */

static bool open_towards(finder *f, const tlb_roo_node *other, span shared)
{
    f->spans.count = 0;
    span *whole = TLB_PUSH(f->arena, &f->spans);
    if (!whole)
        return false;
    *whole = shared;
    if (!close_by_walls(f))
        return false;
    for (uint32_t i = 0; i < f->spans.count; i++) {
        span s = f->spans.data[i];
        if (s.to - s.from < LEAST_WIDTH)
            continue;
        roo_opening *made = TLB_PUSH(f->arena, &f->openings->list);
        if (!made)
            return false;
        double middle = (s.from + s.to) / 2;
        made->to = (uint16_t)(other - f->room->nodes.data + 1);
        for (int axis = 0; axis < 2; axis++)
            made->at[axis] = f->start[axis] + middle * f->direction[axis];
    }
    return true;
}

static bool look_towards(finder *f, const tlb_roo_node *other)
{
    uint32_t index = (uint32_t)(other - f->room->nodes.data), count = other->points.count;
    if (other->type != TLB_ROO_LEAF || index == f->leaf || f->outside[index])
        return true;
    for (uint32_t i = 0; i < count; i++) {
        const double *a = other->points.data[i], *b = other->points.data[i + 1 < count ? i + 1 : 0];
        span shared;
        f->work++;
        /* Both go clockwise, so a common edge runs the other way. */
        bool against = (b[0] - a[0]) * f->direction[0] + (b[1] - a[1]) * f->direction[1] < 0;
        if (against && covers(f, a, b, &shared) && shared.to - shared.from >= LEAST_WIDTH &&
            !open_towards(f, other, shared))
            return false;
    }
    return true;
}

static bool gather_near(finder *f, const double end[2])
{
    const double box[4] = {fmin(f->start[0], end[0]) - BESIDE, fmin(f->start[1], end[1]) - BESIDE,
                           fmax(f->start[0], end[0]) + BESIDE, fmax(f->start[1], end[1]) + BESIDE};
    roo_near near;
    tlb_roo_near_begin(&near, f->room, box);
    f->near.count = 0;
    for (const tlb_roo_node *node; (node = tlb_roo_near_next(&near));) {
        const tlb_roo_node **place = TLB_PUSH(f->arena, &f->near);
        if (!place)
            return false;
        *place = node;
    }
    f->work += f->room->nodes.count - near.steps;
    return true;
}

static tlb_status look_from(finder *f, const tlb_roo_node *leaf)
{
    for (uint32_t i = 0; i < leaf->points.count; i++) {
        const double *end = leaf->points.data[i + 1 < leaf->points.count ? i + 1 : 0];
        f->start = leaf->points.data[i];
        double x = end[0] - f->start[0], y = end[1] - f->start[1];
        f->length = sqrt(x * x + y * y);
        if (!(f->length >= LEAST_WIDTH))
            continue;
        f->direction[0] = x / f->length;
        f->direction[1] = y / f->length;
        bool enough = gather_near(f, end);
        for (uint32_t k = 0; enough && k < f->near.count; k++)
            enough = look_towards(f, f->near.data[k]);
        if (!enough)
            return tlb_report_memory(f->context, f->arena);
        if (f->work > MOST_WORK) {
            tlb_report(f->context, TLB_CODE_ROO_PATH_LIMIT, TLB_NO_OFFSET, NULL,
                       "leaves and walls are denser than in any known room");
            return TLB_LIMIT;
        }
    }
    return TLB_OK;
}

/* All of them, by the leaf they lead out of. TLB_LIMIT: far more work than in any room known; reported. */
static tlb_status find_openings(tlb_context *context, tlb_arena *arena, const tlb_roo *room,
                                roo_openings *openings)
{
    finder f = {.context = context, .arena = arena, .room = room, .openings = openings};
    tlb_status status = TLB_OK;
    *openings =
        (roo_openings){.first = tlb_alloc_array(arena, (size_t)room->nodes.count + 1, sizeof(uint32_t))};
    f.outside = tlb_roo_find_outside(arena, room);
    if (!openings->first || !f.outside)
        return tlb_report_memory(context, arena);
    for (f.leaf = 0; f.leaf < room->nodes.count && !status; f.leaf++) {
        const tlb_roo_node *node = &room->nodes.data[f.leaf];
        openings->first[f.leaf] = openings->list.count;
        if (node->type == TLB_ROO_LEAF && !f.outside[f.leaf])
            status = look_from(&f, node);
    }
    openings->first[room->nodes.count] = openings->list.count;
    return status;
}

/* --- paths -------------------------------------------------------------------------------------------- */

#define NOWHERE UINT32_MAX

/* An opening that can be gone through, and how long the way at least is then. */
typedef struct candidate {
    double estimate;
    uint32_t opening;
} candidate;

typedef struct search {
    tlb_arena arena;
    roo_openings openings;
    const double *from, *to;
    uint16_t goal;
    double *reached;          /* the length of the way to each opening so far, INFINITY without */
    uint32_t *previous;       /* the opening before it, NOWHERE at the start */
    TLB_LIST(candidate) heap; /* the least estimate first */
} search;

static double distance(const double a[2], const double b[2])
{
    double x = b[0] - a[0], y = b[1] - a[1];
    return sqrt(x * x + y * y);
}

/* --- the heap ----------------------------------------------------------------------------------------- */

static bool is_less(const candidate *a, const candidate *b)
{
    return a->estimate < b->estimate || (a->estimate == b->estimate && a->opening < b->opening);
}

static bool push(search *s, candidate c)
{
    if (!TLB_RESERVE(&s->arena, &s->heap, 1))
        return false;
    uint32_t at = s->heap.count++;
    for (; at && is_less(&c, &s->heap.data[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap.data[at] = s->heap.data[(at - 1) / 2];
    s->heap.data[at] = c;
    return true;
}

static candidate pop(search *s)
{
    candidate top = s->heap.data[0], last = s->heap.data[--s->heap.count];
    uint32_t at = 0, count = s->heap.count;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_less(&s->heap.data[child + 1], &s->heap.data[child]))
            child++;
        if (!is_less(&s->heap.data[child], &last))
            break;
        s->heap.data[at] = s->heap.data[child];
        at = child;
    }
    s->heap.data[at] = last;
    return top;
}

/* --- the search --------------------------------------------------------------------------------------- */

/* Goes on through the openings of a leaf, from a place in it. */
static bool expand(search *s, uint16_t leaf, const double at[2], double length, uint32_t through)
{
    for (uint32_t i = s->openings.first[leaf - 1]; i < s->openings.first[leaf]; i++) {
        const roo_opening *next = &s->openings.list.data[i];
        double whole = length + distance(at, next->at);
        if (!(whole < s->reached[i]))
            continue;
        s->reached[i] = whole;
        s->previous[i] = through;
        if (!push(s, (candidate){whole + distance(next->at, s->to), i}))
            return false;
    }
    return true;
}

/* The opening through which the goal is entered, NOWHERE without a way. False without memory. */
static bool run(search *s, uint16_t start, uint32_t *last)
{
    *last = NOWHERE;
    if (!expand(s, start, s->from, 0, NOWHERE))
        return false;
    while (s->heap.count) {
        candidate c = pop(s);
        const roo_opening *opening = &s->openings.list.data[c.opening];
        double length = s->reached[c.opening];
        if (c.estimate > length + distance(opening->at, s->to))
            continue; /* a shorter way to it was found since */
        if (opening->to == s->goal) {
            *last = c.opening;
            return true;
        }
        if (!expand(s, opening->to, opening->at, length, c.opening))
            return false;
    }
    return true;
}

static bool put_path(tlb_arena *arena, const search *s, uint16_t start, uint32_t last, tlb_roo_path *path)
{
    uint32_t count = 1;
    for (uint32_t i = last; i != NOWHERE; i = s->previous[i])
        count++;
    path->steps.data = tlb_alloc_array(arena, count, sizeof *path->steps.data);
    if (!path->steps.data)
        return false;
    path->found = true;
    path->steps.count = count;
    path->length = last == NOWHERE ? distance(s->from, s->to)
                                   : s->reached[last] + distance(s->openings.list.data[last].at, s->to);
    for (uint32_t i = last; i != NOWHERE; i = s->previous[i]) {
        const roo_opening *opening = &s->openings.list.data[i];
        path->steps.data[--count] = (tlb_roo_path_step){opening->to, {opening->at[0], opening->at[1]}};
    }
    path->steps.data[0] = (tlb_roo_path_step){start, {s->from[0], s->from[1]}};
    return true;
}

static tlb_status find(tlb_document *document, search *s, uint16_t start, tlb_roo_path *path)
{
    const tlb_roo *room = tlb_document_roo(document);
    tlb_status status = find_openings(document->context, &s->arena, room, &s->openings);
    if (status)
        return status;
    uint32_t count = s->openings.list.count, last;
    s->reached = tlb_alloc_array(&s->arena, count, sizeof *s->reached);
    s->previous = tlb_alloc_array(&s->arena, count, sizeof *s->previous);
    if (!s->reached || !s->previous)
        return tlb_report_memory(document->context, &s->arena);
    for (uint32_t i = 0; i < count; i++)
        s->reached[i] = INFINITY;
    if (start == s->goal)
        last = NOWHERE;
    else if (!run(s, start, &last))
        return tlb_report_memory(document->context, &s->arena);
    if (start != s->goal && last == NOWHERE)
        return TLB_OK;
    return put_path(&document->arena, s, start, last, path)
               ? TLB_OK
               : tlb_report_memory(document->context, &document->arena);
}

tlb_status tlb_roo_find_path(tlb_document *document, const double from[2], const double to[2],
                             tlb_roo_path *path)
{
    TLB_REQUIRE(tlb_document_context(document), path);
    *path = (tlb_roo_path){0};
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, from);
    TLB_REQUIRE(document->context, to);
    TLB_EXPECT(document->context, tlb_document_roo(document), document, "must be a room");
    const tlb_roo *room = tlb_document_roo(document);
    uint16_t start = tlb_roo_leaf_at(room, from[0], from[1]), goal = tlb_roo_leaf_at(room, to[0], to[1]);
    if (!start || !goal)
        return TLB_OK;
    search s = {.from = from, .to = to, .goal = goal};
    tlb_arena_init(&s.arena, document->context->account);
    tlb_status status = find(document, &s, start, path);
    tlb_arena_release(&s.arena);
    return status;
}
