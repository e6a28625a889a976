#include "formats/meridian/roo/polygon.h"

#include <math.h>
#include <string.h>

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
        switch (roo_line_meet(arithmetic, line, start, end, point)) {
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
        sum += roo_line_value(arithmetic, line, polygon.points[i]);
    return (arithmetic == ROO_INTEGER ? roo_wrap((int64_t)sum) : sum) < 0;
}

/* Of a polygon with an edge on the line: what its first other corner says. Integers make some that have
 * corners on both sides all the same. */
static bool lies_negative(roo_arithmetic arithmetic, roo_polygon polygon, const roo_line *line)
{
    for (uint32_t i = 0; i < polygon.count; i++) {
        double side = roo_line_side(arithmetic, line, polygon.points[i]);
        if (side != 0)
            return side < 0;
    }
    return false;
}

/* From the second hit on around to the first. */
static roo_polygon rest_of(const ring *r, roo_point *points)
{
    uint32_t behind = r->count - r->second;
    memcpy(points, r->points + r->second, behind * sizeof *points);
    memcpy(points + behind, r->points, (r->first + 1) * sizeof *points);
    return (roo_polygon){points, behind + r->first + 1};
}

bool roo_polygon_split(tlb_arena *arena, roo_arithmetic arithmetic, roo_polygon whole, const roo_line *line,
                       roo_polygon *positive, roo_polygon *negative)
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

void roo_polygon_box(roo_polygon polygon, double box[4])
{
    memset(box, 0, 4 * sizeof *box);
    for (uint32_t i = 0; i < polygon.count; i++)
        for (int axis = 0; axis < 2; axis++) {
            double value = polygon.points[i][axis];
            box[axis] = i ? fmin(box[axis], value) : value;
            box[axis + 2] = i ? fmax(box[axis + 2], value) : value;
        }
}
