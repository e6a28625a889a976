/* The shortest way through a room: A* over the openings between its leaves. */
#include "formats/meridian/roo/openings.h"

#include "core/format.h"

#include <math.h>

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

/* Goes on through the openings of a leaf, from where one stands in it. */
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
    tlb_status status = roo_find_openings(document->context, &s->arena, room, &s->openings);
    if (status)
        return status;
    uint32_t count = s->openings.list.count, last;
    s->reached = tlb_alloc_array(&s->arena, count, sizeof *s->reached);
    s->previous = tlb_alloc_array(&s->arena, count, sizeof *s->previous);
    if (!s->reached || !s->previous)
        return tlb_report_memory(document->context);
    for (uint32_t i = 0; i < count; i++)
        s->reached[i] = INFINITY;
    if (start == s->goal)
        last = NOWHERE;
    else if (!run(s, start, &last))
        return tlb_report_memory(document->context);
    if (start != s->goal && last == NOWHERE)
        return TLB_OK;
    return put_path(&document->arena, s, start, last, path) ? TLB_OK : tlb_report_memory(document->context);
}

tlb_status tlb_roo_find_path(tlb_document *document, const double from[2], const double to[2],
                             tlb_roo_path *path)
{
    const tlb_roo *room = tlb_document_roo(document);
    *path = (tlb_roo_path){0};
    if (!room)
        return TLB_ARGUMENT;
    uint16_t start = tlb_roo_leaf_at(room, from[0], from[1]), goal = tlb_roo_leaf_at(room, to[0], to[1]);
    if (!start || !goal)
        return TLB_OK;
    search s = {.from = from, .to = to, .goal = goal};
    tlb_arena_init(&s.arena, &document->context->account);
    tlb_status status = find(document, &s, start, path);
    tlb_arena_free(&s.arena);
    return status;
}
