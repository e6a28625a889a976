/* The convex polygons that a BSP tree cuts a room into. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_POLYGON_H
#define TLB_FORMATS_MERIDIAN_ROO_POLYGON_H

#include "base/arena.h"
#include "formats/meridian/roo/line.h"

typedef double roo_point[2];

/* Clockwise seen from above: x grows east, y south. No points: nothing is left. */
typedef struct roo_polygon {
    roo_point *points;
    uint32_t count;
} roo_polygon;

/* The parts of a polygon on the right of a line and on the left of it, made in the arena. A line that does
 * not cut it in two, or run along an edge, leaves neither part. False without memory. */
bool roo_polygon_split(tlb_arena *arena, roo_arithmetic arithmetic, roo_polygon whole, const roo_line *line,
                       roo_polygon *positive, roo_polygon *negative);

/* x0, y0, x1, y1: the least and the greatest. */
void roo_polygon_box(roo_polygon polygon, double box[4]);

#endif
