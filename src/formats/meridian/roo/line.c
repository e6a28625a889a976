/* Lines and convex polygons in the two arithmetics of roomedit. */
#include "formats/meridian/roo/tree.h"

#include <math.h>
#include <string.h>

/* --- lines -------------------------------------------------------------------------------------------- */

/* Of a and b. */
#define ALMOST_EQUAL 0.0001

static int32_t whole_gcd(int32_t dx, int32_t dy)
{
    int64_t p = dx < 0 ? -(int64_t)dx : dx, q = dy < 0 ? -(int64_t)dy : dy;
    while (q) {
        int64_t rest = p % q;
        p = q;
        q = rest;
    }
    return roo_wrap(p);
}

/* Euclid's way with a division where the remainder should be: it ends as soon as a quotient is 1 or less. */
static double real_gcd(double dx, double dy)
{
    double p = fabs(dx), q = fabs(dy);
    if (p < 1)
        return q;
    while (q > 1) {
        double quotient = p / q;
        p = q;
        q = quotient;
    }
    return p;
}

static roo_line whole_line(const double start[2], const double end[2])
{
    int32_t x = (int32_t)start[0], y = (int32_t)start[1];
    int32_t dx = roo_wrap((int64_t)(int32_t)end[0] - x), dy = roo_wrap((int64_t)(int32_t)end[1] - y);
    int32_t divisor = whole_gcd(dx, dy);
    if (divisor > 1) {
        dx /= divisor;
        dy /= divisor;
    }
    int32_t a = roo_wrap(-(int64_t)dy), b = dx;
    return (roo_line){a, b, roo_wrap(-(int64_t)roo_wrapped_side(a, b, 0, x, y))};
}

roo_line tlb_roo_line_through(roo_arithmetic arithmetic, const double start[2], const double end[2])
{
    if (arithmetic == ROO_INTEGER)
        return whole_line(start, end);
    double dx = end[0] - start[0], dy = end[1] - start[1], divisor = real_gcd(dx, dy);
    if (fabs(divisor) > ROO_ON_LINE) {
        dx /= divisor;
        dy /= divisor;
    }
    double a = -dy, b = dx;
    return (roo_line){a, b, -(a * start[0] + b * start[1])};
}

double tlb_roo_line_value(roo_arithmetic arithmetic, const roo_line *line, const double point[2])
{
    if (arithmetic != ROO_INTEGER)
        return line->a * point[0] + line->b * point[1] + line->c;
    return roo_wrapped_side((int32_t)line->a, (int32_t)line->b, (int32_t)line->c, (int32_t)point[0],
                            (int32_t)point[1]);
}

double tlb_roo_line_side(roo_arithmetic arithmetic, const roo_line *line, const double point[2])
{
    double value = tlb_roo_line_value(arithmetic, line, point);
    return arithmetic != ROO_INTEGER && fabs(value) <= ROO_ON_LINE ? 0 : value;
}

static bool same(roo_arithmetic arithmetic, double a, double b)
{
    return arithmetic != ROO_INTEGER ? fabs(a - b) <= ALMOST_EQUAL : a == b;
}

bool tlb_roo_line_same(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other)
{
    return same(arithmetic, line->a, other->a) && same(arithmetic, line->b, other->b);
}

bool tlb_roo_line_opposite(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other)
{
    return same(arithmetic, line->a, -other->a) && same(arithmetic, line->b, -other->b);
}

/* --- crossing ----------------------------------------------------------------------------------------- */

/* Where a part of the way is a whole number, no digits are lost; else the parts are made small enough for the
 * product, and lose some. */
static void cross_whole(int32_t numerator, int32_t denominator, const double start[2], const double end[2],
                        double point[2])
{
    enum { MOST_FACTOR = 65536 };
    int32_t way[2];
    for (int axis = 0; axis < 2; axis++)
        way[axis] = roo_wrap((int64_t)(int32_t)end[axis] - (int32_t)start[axis]);
    int32_t divisor = whole_gcd(numerator, denominator);
    if (divisor > 1) {
        numerator /= divisor;
        denominator /= divisor;
    }
    bool exact = denominator && (int64_t)way[0] % denominator == 0 && (int64_t)way[1] % denominator == 0;
    while (!exact && (numerator > MOST_FACTOR || numerator < -MOST_FACTOR)) {
        numerator >>= 1;
        denominator >>= 1;
    }
    if (denominator == 0) /* only numbers that have wrapped come to this */
        denominator = 1;
    for (int axis = 0; axis < 2; axis++) {
        int64_t part = exact ? (int64_t)numerator * roo_wrap((int64_t)way[axis] / denominator)
                             : (int64_t)roo_wrap((int64_t)numerator * way[axis]) / denominator;
        point[axis] = roo_wrap((int32_t)start[axis] + (int64_t)roo_wrap(part));
    }
}

void tlb_roo_line_cross(roo_arithmetic arithmetic, double start_side, double end_side, const double start[2],
                        const double end[2], double point[2])
{
    if (arithmetic == ROO_INTEGER) {
        int64_t from = (int64_t)start_side, change = from - (int64_t)end_side;
        cross_whole(roo_wrap(from < 0 ? -from : from), roo_wrap(change < 0 ? -change : change), start, end,
                    point);
        return;
    }
    double numerator = fabs(start_side), denominator = fabs(start_side - end_side);
    for (int axis = 0; axis < 2; axis++)
        point[axis] = start[axis] + numerator * ((end[axis] - start[axis]) / denominator);
}

/* The side of a corner of a polygon. */
static double corner_side(roo_arithmetic arithmetic, const roo_line *line, const double point[2])
{
    bool exact = arithmetic == ROO_REAL_EXACT || arithmetic == ROO_REAL_EXACT_KEEPS_Y;
    return (exact ? tlb_roo_line_value : tlb_roo_line_side)(arithmetic, line, point);
}

roo_meeting tlb_roo_line_meet(roo_arithmetic arithmetic, const roo_line *line, const double start[2],
                              const double end[2], double point[2])
{
    double at_start = corner_side(arithmetic, line, start), at_end = corner_side(arithmetic, line, end);
    if (at_start == 0)
        return at_end == 0 ? ROO_ALONG : ROO_AT_START;
    if (at_end == 0)
        return ROO_AT_END;
    if ((at_start > 0) == (at_end > 0))
        return ROO_APART;
    tlb_roo_line_cross(arithmetic, at_start, at_end, start, end, point);
    return ROO_BETWEEN;
}

/* --- polygons ----------------------------------------------------------------------------------------- */

/* The corners of a polygon with the points at which a line meets it put in between. */
typedef struct ring {
    roo_point *points;
    uint32_t count, hits;
    uint32_t first, second; /* where the line meets it */
    bool along;             /* an edge is on the line */
} ring;

static void hit(ring *r)
{
    if (r->hits == 0)
        r->first = r->count - 1;
    else
        r->second = r->count - 1;
    r->hits++;
}

static void append(ring *r, const double point[2])
{
    memcpy(r->points[r->count++], point, sizeof(roo_point));
}

static void mark_hits(ring *r, roo_arithmetic arithmetic, roo_polygon whole, const roo_line *line)
{
    for (uint32_t i = 0; i < whole.count && !r->along; i++) {
        const double *start = whole.points[i], *end = whole.points[i + 1 < whole.count ? i + 1 : 0];
        roo_point point;
        append(r, start);
        switch (tlb_roo_line_meet(arithmetic, line, start, end, point)) {
        case ROO_AT_START:
            hit(r);
            break;
        case ROO_BETWEEN:
            append(r, point);
            hit(r);
            break;
        case ROO_ALONG:
            r->along = true;
            break;
        default:
            break;
        }
    }
}

static bool is_negative(roo_arithmetic arithmetic, roo_polygon polygon, const roo_line *line)
{
    double sum = 0;
    for (uint32_t i = 0; i < polygon.count; i++)
        sum += tlb_roo_line_value(arithmetic, line, polygon.points[i]);
    return (arithmetic == ROO_INTEGER ? roo_wrap((int64_t)sum) : sum) < 0;
}

/* Of a polygon with an edge on the line: what its first other corner says. Integers make some that have
 * corners on both sides all the same. */
static bool lies_negative(roo_arithmetic arithmetic, roo_polygon polygon, const roo_line *line)
{
    for (uint32_t i = 0; i < polygon.count; i++) {
        double side = tlb_roo_line_side(arithmetic, line, polygon.points[i]);
        if (side != 0)
            return side < 0;
    }
    return false;
}

/* From the second hit on around to the first. */
static roo_polygon rest_of(const ring *r, roo_point *points)
{
    uint32_t after = r->count - r->second;
    memcpy(points, r->points + r->second, after * sizeof *points);
    memcpy(points + after, r->points, (r->first + 1) * sizeof *points);
    return (roo_polygon){points, after + r->first + 1};
}

bool tlb_roo_polygon_split(tlb_arena *arena, roo_arithmetic arithmetic, roo_polygon whole,
                           const roo_line *line, roo_polygon *positive, roo_polygon *negative)
{
    roo_polygon one = {0}, other = {0};
    /* At most every edge is met between its ends; the second part has both hits once more. */
    roo_point *room = tlb_alloc_array(arena, (size_t)whole.count * 4 + 2, sizeof *room);
    if (!room)
        return false;
    ring r = {.points = room};
    mark_hits(&r, arithmetic, whole, line);
    if (r.along)
        one = whole;
    else if (r.hits == 2) {
        one = (roo_polygon){r.points + r.first, r.second - r.first + 1};
        other = rest_of(&r, r.points + r.count);
    }
    bool swap = r.along ? lies_negative(arithmetic, one, line) : is_negative(arithmetic, one, line);
    *positive = swap ? other : one;
    *negative = swap ? one : other;
    return true;
}

void tlb_roo_polygon_box(roo_polygon polygon, double box[4])
{
    memset(box, 0, 4 * sizeof *box);
    for (uint32_t i = 0; i < polygon.count; i++)
        for (int axis = 0; axis < 2; axis++) {
            double value = polygon.points[i][axis];
            box[axis] = i ? fmin(box[axis], value) : value;
            box[axis + 2] = i ? fmax(box[axis + 2], value) : value;
        }
}
