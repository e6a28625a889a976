#include "formats/meridian/roo/line.h"

#include <math.h>

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

roo_line roo_line_through(roo_arithmetic arithmetic, const double start[2], const double end[2])
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

double roo_line_value(roo_arithmetic arithmetic, const roo_line *line, const double point[2])
{
    if (arithmetic == ROO_REAL)
        return line->a * point[0] + line->b * point[1] + line->c;
    return roo_wrapped_side((int32_t)line->a, (int32_t)line->b, (int32_t)line->c, (int32_t)point[0],
                            (int32_t)point[1]);
}

double roo_line_side(roo_arithmetic arithmetic, const roo_line *line, const double point[2])
{
    double value = roo_line_value(arithmetic, line, point);
    return arithmetic == ROO_REAL && fabs(value) <= ROO_ON_LINE ? 0 : value;
}

static bool same(roo_arithmetic arithmetic, double a, double b)
{
    return arithmetic == ROO_REAL ? fabs(a - b) <= ALMOST_EQUAL : a == b;
}

bool roo_line_same(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other)
{
    return same(arithmetic, line->a, other->a) && same(arithmetic, line->b, other->b);
}

bool roo_line_opposite(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other)
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

void roo_line_cross(roo_arithmetic arithmetic, double start_side, double end_side, const double start[2],
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

roo_meeting roo_line_meet(roo_arithmetic arithmetic, const roo_line *line, const double start[2],
                          const double end[2], double point[2])
{
    double at_start = roo_line_side(arithmetic, line, start), at_end = roo_line_side(arithmetic, line, end);
    if (at_start == 0)
        return at_end == 0 ? ROO_ALONG : ROO_AT_START;
    if (at_end == 0)
        return ROO_AT_END;
    if ((at_start > 0) == (at_end > 0))
        return ROO_APART;
    roo_line_cross(arithmetic, at_start, at_end, start, end, point);
    return ROO_BETWEEN;
}
