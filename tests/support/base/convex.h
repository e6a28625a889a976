/* Brute force for rays: what of a segment lies in convex bodies, each the inside of its planes. */
#ifndef TLB_TESTS_CONVEX_H
#define TLB_TESTS_CONVEX_H

#include <math.h>
#include <stdbool.h>

/* The part of the segment (0 to 1) that is in the body, as far as its planes have been seen. */
typedef struct convex_span {
    double enter, leave;
    bool inside; /* the segment starts in it */
} convex_span;

#define WHOLE_SPAN ((convex_span){0, 1, true})

/* Cuts by a plane; `from` and `to` are the distances of the segment's ends, outside positive. */
static inline void cut_span(convex_span *span, double from, double to)
{
    if (from > 0 && to > 0)
        span->enter = 2;
    else if (from > 0)
        span->enter = fmax(span->enter, from / (from - to));
    else if (to > 0)
        span->leave = fmin(span->leave, from / (from - to));
    span->inside &= from <= 0;
}

/* The first body on a segment. */
typedef struct found {
    bool hit, inside;
    double t;
} found;

#define NOTHING_FOUND ((found){.t = 2})

static inline void keep_first(found *first, const convex_span *span)
{
    if (span->enter < span->leave && span->enter < first->t)
        *first = (found){true, span->inside, span->enter};
}

#endif
