#include "formats/meridian/roo/shape.h"

#include "formats/meridian/roo/locate.h"

#include <math.h>
#include <string.h>

double roo_height(const tlb_roo_sector *sector, bool ceiling, const double point[2])
{
    return ceiling ? tlb_roo_ceiling_at(sector, point[0], point[1])
                   : tlb_roo_floor_at(sector, point[0], point[1]);
}

bool roo_leaf_has_shape(const tlb_roo_node *leaf)
{
    bool finite = true;
    for (uint32_t i = 0; i < leaf->points.count; i++)
        finite &= isfinite(leaf->points.data[i][0]) && isfinite(leaf->points.data[i][1]);
    return finite && leaf->points.count >= 3;
}

double roo_leaf_area(const tlb_roo_node *leaf)
{
    double sum = 0;
    for (uint32_t i = 1; i + 1 < leaf->points.count; i++) {
        const double *o = leaf->points.data[0], *a = leaf->points.data[i], *b = leaf->points.data[i + 1];
        sum += (a[0] - o[0]) * (b[1] - o[1]) - (b[0] - o[0]) * (a[1] - o[1]);
    }
    return sum;
}

/* --- sides of walls ----------------------------------------------------------------------------------- */

/* Where no sector is, one square of height. */
static void set_heights(const roo_side *side, const tlb_roo_sector *sector, double floor[2],
                        double ceiling[2])
{
    for (int end = 0; end < 2; end++) {
        floor[end] = sector ? roo_height(sector, false, side->ends[end]) : 0;
        ceiling[end] = sector ? roo_height(sector, true, side->ends[end]) : TLB_ROO_SQUARE;
    }
}

static bool is_finite(const roo_side *side)
{
    double poison = 0;
    for (int end = 0; end < 2; end++)
        poison += (side->ends[end][0] + side->ends[end][1] + side->own_floor[end] + side->own_ceiling[end] +
                   side->other_floor[end] + side->other_ceiling[end]) *
                  0;
    return poison == 0;
}

/* What is a hole from one side is one from the other. */
static bool is_transparent(const tlb_roo *roo, const tlb_roo_client_wall *wall)
{
    const tlb_roo_sidedef *sides[] = {roo_sidedef(roo, wall->positiveSidedef),
                                      roo_sidedef(roo, wall->negativeSidedef)};
    return (sides[0] && sides[0]->flags & TLB_ROO_WALL_TRANSPARENT) ||
           (sides[1] && sides[1]->flags & TLB_ROO_WALL_TRANSPARENT);
}

roo_side_kind roo_side_of(const tlb_roo *roo, const tlb_roo_client_wall *wall, bool positive, roo_side *side)
{
    uint16_t sidedef = positive ? wall->positiveSidedef : wall->negativeSidedef;
    uint16_t own = positive ? wall->positiveSector : wall->negativeSector;
    uint16_t other = positive ? wall->negativeSector : wall->positiveSector;
    if (!sidedef)
        return ROO_NO_SIDE;
    if (sidedef > roo->sidedefs.count || own > roo->sectors.count || other > roo->sectors.count)
        return ROO_BAD_SIDE;
    *side = (roo_side){.sidedef = &roo->sidedefs.data[sidedef - 1],
                       .own = roo_sector(roo, own ? own : other),
                       .two_sided = own && other,
                       .transparent = is_transparent(roo, wall),
                       .x_offset = positive ? wall->positiveXOffset : wall->negativeXOffset,
                       .y_offset = positive ? wall->positiveYOffset : wall->negativeYOffset};
    memcpy(side->ends[0], positive ? wall->start : wall->end, sizeof side->ends[0]);
    memcpy(side->ends[1], positive ? wall->end : wall->start, sizeof side->ends[1]);
    set_heights(side, side->own, side->own_floor, side->own_ceiling);
    set_heights(side, side->two_sided ? roo_sector(roo, other) : side->own, side->other_floor,
                side->other_ceiling);
    return is_finite(side) ? ROO_SIDE : ROO_BAD_SIDE;
}

/* --- parts -------------------------------------------------------------------------------------------- */

roo_span roo_part_seen(const roo_side *side, roo_part part)
{
    roo_span span;
    for (int end = 0; end < 2; end++) {
        double own_floor = side->own_floor[end], own_ceiling = side->own_ceiling[end];
        double other_floor = side->other_floor[end], other_ceiling = side->other_ceiling[end];
        span.bottom[end] = part == ROO_BELOW    ? own_floor
                           : part == ROO_NORMAL ? fmax(own_floor, other_floor)
                                                : other_ceiling;
        span.top[end] = part == ROO_BELOW    ? other_floor
                        : part == ROO_NORMAL ? fmin(own_ceiling, other_ceiling)
                                             : own_ceiling;
    }
    return span;
}

roo_span roo_part_drawn(const roo_side *side, roo_part part)
{
    roo_span span = roo_part_seen(side, part);
    for (int end = 0; end < 2; end++) {
        if (part == ROO_BELOW)
            span.bottom[end] = fmin(side->own_floor[end], side->other_floor[end]);
        if (part == ROO_ABOVE)
            span.top[end] = fmax(side->own_ceiling[end], side->other_ceiling[end]);
    }
    return span;
}

/* Clients round heights: what is less apart than that is together. */
static bool has_height(const roo_span *span)
{
    return round(span->top[0]) > round(span->bottom[0]) || round(span->top[1]) > round(span->bottom[1]);
}

static roo_spot between(roo_spot a, roo_spot b, double t)
{
    return (roo_spot){a.along + (b.along - a.along) * t, a.z + (b.z - a.z) * t};
}

/* Of a convex polygon, what is not above a height. */
static uint32_t cut_off(roo_spot corners[ROO_CORNERS], uint32_t count, double ceiling)
{
    roo_spot whole[ROO_CORNERS];
    uint32_t left = 0;
    bool some = false;
    memcpy(whole, corners, count * sizeof *whole);
    for (uint32_t i = 0; i < count; i++) {
        roo_spot a = whole[i], b = whole[(i + 1) % count];
        some |= a.z < ceiling;
        if (a.z <= ceiling)
            corners[left++] = a;
        if ((a.z < ceiling && b.z > ceiling) || (a.z > ceiling && b.z < ceiling))
            corners[left++] = between(a, b, (ceiling - a.z) / (b.z - a.z));
    }
    return some ? left : 0;
}

uint32_t roo_span_corners(const roo_span *span, double ceiling, roo_spot corners[ROO_CORNERS])
{
    double left = span->top[0] - span->bottom[0], right = span->top[1] - span->bottom[1];
    if (!has_height(span))
        return 0;
    roo_spot bottoms[2] = {{0, span->bottom[0]}, {1, span->bottom[1]}};
    roo_spot tops[2] = {{0, span->top[0]}, {1, span->top[1]}};
    uint32_t count = 0;
    if (left > 0 && right > 0) {
        corners[count++] = bottoms[0];
        corners[count++] = bottoms[1];
        corners[count++] = tops[1];
        corners[count++] = tops[0];
    } else { /* the edges meet, or cross: a bow-tie, of which this side sees one triangle */
        roo_spot crossing = between(bottoms[0], bottoms[1], left / (left - right));
        corners[count++] = left > 0 ? bottoms[0] : crossing;
        corners[count++] = left > 0 ? crossing : bottoms[1];
        corners[count++] = left > 0 ? tops[0] : tops[1];
    }
    return ceiling < INFINITY ? cut_off(corners, count, ceiling) : count;
}

void roo_spot_place(const roo_side *side, const roo_spot *spot, double place[3])
{
    for (int i = 0; i < 2; i++)
        place[i] = spot->along == 1 ? side->ends[1][i]
                                    : side->ends[0][i] + (side->ends[1][i] - side->ends[0][i]) * spot->along;
    place[2] = spot->z;
}
