/* Lines, and how walls and polygons meet them, in the two arithmetics that roomedit has had. Points are in
 * fine units. Every step is one of roomedit's, in its order: another order gives other last digits. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_LINE_H
#define TLB_FORMATS_MERIDIAN_ROO_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* 32-bit integers that wrap (12, 13 of OpenMeridian), kept in doubles, which hold them exactly; or
 * doubles. */
typedef enum roo_arithmetic { ROO_INTEGER, ROO_REAL } roo_arithmetic;

/* a*x + b*y + c: 0 on the line, positive to the right of it. */
typedef struct roo_line {
    double a, b, c;
} roo_line;

/* Products and sums as a 32-bit machine makes them. */
static inline int32_t roo_wrap(int64_t value)
{
    return (int32_t)(uint32_t)(uint64_t)value;
}

static inline int32_t roo_wrapped_side(int32_t a, int32_t b, int32_t c, int32_t x, int32_t y)
{
    return (int32_t)((uint32_t)a * (uint32_t)x + (uint32_t)b * (uint32_t)y + (uint32_t)c);
}

/* What is no farther than this from a line, measured in its own a and b, is on it. */
#define ROO_ON_LINE 0.001

roo_line roo_line_through(roo_arithmetic arithmetic, const double start[2], const double end[2]);

/* a*x + b*y + c; what counts as on the line is not yet taken for 0. */
double roo_line_value(roo_arithmetic arithmetic, const roo_line *line, const double point[2]);
/* The same, 0 on the line. */
double roo_line_side(roo_arithmetic arithmetic, const roo_line *line, const double point[2]);

/* Whether a line has the same a and b as another, or the opposite. */
bool roo_line_same(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other);
bool roo_line_opposite(roo_arithmetic arithmetic, const roo_line *line, const roo_line *other);

/* The point at which the way from start to end crosses a line that they are on different sides of. */
void roo_line_cross(roo_arithmetic arithmetic, double start_side, double end_side, const double start[2],
                    const double end[2], double point[2]);

typedef enum roo_meeting {
    ROO_APART,
    ROO_AT_START, /* the first end alone is on the line */
    ROO_AT_END,
    ROO_BETWEEN,
    ROO_ALONG
} roo_meeting;

/* Sets `point` for ROO_BETWEEN. */
roo_meeting roo_line_meet(roo_arithmetic arithmetic, const roo_line *line, const double start[2],
                          const double end[2], double point[2]);

#endif
