/* The shapes that a room draws, and how textures lie on them. */
#include "formats/meridian/roo/shape.h"

#include "formats/meridian/roo/roo.h"

#include <math.h>
#include <string.h>

/* --- coordinates and heights -------------------------------------------------------------------------- */

static void grow(tlb_roo_box *box, int32_t x, int32_t y)
{
    if (box->empty)
        *box = (tlb_roo_box){x, y, x, y, false};
    box->left = x < box->left ? x : box->left;
    box->right = x > box->right ? x : box->right;
    box->bottom = y < box->bottom ? y : box->bottom;
    box->top = y > box->top ? y : box->top;
}

tlb_roo_box tlb_roo_box_of(const tlb_roo *x)
{
    if (!x)
        return (tlb_roo_box){.empty = true};
    tlb_roo_box box = {.empty = true};
    for (uint32_t i = 0; i < 2 && x->things.count >= 2; i++)
        grow(&box, x->things.data[i].x, x->things.data[i].y);
    for (uint32_t i = 0; i < x->editorWalls.count && x->things.count < 2; i++) {
        const tlb_roo_editor_wall *wall = &x->editorWalls.data[i];
        grow(&box, wall->x0, wall->y0);
        grow(&box, wall->x1, wall->y1);
    }
    return box;
}

static double height_at(const tlb_roo_slope *slope, uint16_t flat, double x, double y)
{
    const double *p = slope->plane;
    return p[2] == 0 ? (double)flat * TLB_ROO_EDITOR_UNIT : -(p[0] * x + p[1] * y + p[3]) / p[2];
}

double tlb_roo_floor_at(const tlb_roo_sector *s, double x, double y)
{
    if (!s)
        return 0;
    return s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR ? height_at(&s->floorSlope, s->floorHeight, x, y)
                                                  : (double)s->floorHeight * TLB_ROO_EDITOR_UNIT;
}

double tlb_roo_ceiling_at(const tlb_roo_sector *s, double x, double y)
{
    if (!s)
        return 0;
    return s->flags & TLB_ROO_SECTOR_SLOPED_CEILING ? height_at(&s->ceilingSlope, s->ceilingHeight, x, y)
                                                    : (double)s->ceilingHeight * TLB_ROO_EDITOR_UNIT;
}

bool tlb_roo_is_float(const tlb_roo *x)
{
    if (!x)
        return false;
    return tlb_roo_layout_of(x->version, x->dialect).real == TLB_F32;
}

/* --- leaves ------------------------------------------------------------------------------------------- */

double tlb_roo_height(const tlb_roo_sector *sector, bool ceiling, const double point[2])
{
    return ceiling ? tlb_roo_ceiling_at(sector, point[0], point[1])
                   : tlb_roo_floor_at(sector, point[0], point[1]);
}

bool tlb_roo_leaf_has_shape(const tlb_roo_node *leaf)
{
    bool finite = true;
    for (uint32_t i = 0; i < leaf->points.count; i++)
        finite &= isfinite(leaf->points.data[i][0]) && isfinite(leaf->points.data[i][1]);
    return finite && leaf->points.count >= 3;
}

double tlb_roo_leaf_area(const tlb_roo_node *leaf)
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
        floor[end] = sector ? tlb_roo_height(sector, false, side->ends[end]) : 0;
        ceiling[end] = sector ? tlb_roo_height(sector, true, side->ends[end]) : TLB_ROO_SQUARE;
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

roo_side_kind tlb_roo_side_of(const tlb_roo *roo, const tlb_roo_client_wall *wall, bool positive,
                              roo_side *side)
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

roo_span tlb_roo_part_seen(const roo_side *side, roo_part part)
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

roo_span tlb_roo_part_drawn(const roo_side *side, roo_part part)
{
    roo_span span = tlb_roo_part_seen(side, part);
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

uint32_t tlb_roo_span_corners(const roo_span *span, double ceiling, roo_spot corners[ROO_CORNERS])
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

void tlb_roo_spot_place(const roo_side *side, const roo_spot *spot, double place[3])
{
    for (int i = 0; i < 2; i++)
        place[i] = spot->along == 1 ? side->ends[1][i]
                                    : side->ends[0][i] + (side->ends[1][i] - side->ends[0][i]) * spot->along;
    place[2] = spot->z;
}

/* --- textures on walls -------------------------------------------------------------------------------- */

static bool is_top_down(const tlb_roo_sidedef *sidedef, roo_part part)
{
    switch (part) {
    case ROO_BELOW:
        return sidedef->flags & TLB_ROO_WALL_BELOW_TOP_DOWN;
    case ROO_NORMAL:
        return sidedef->flags & TLB_ROO_WALL_NORMAL_TOP_DOWN;
    default:
        return !(sidedef->flags & TLB_ROO_WALL_ABOVE_BOTTOM_UP);
    }
}

/* Textures start at the edge, or, when it is not level, at the whole square beyond it. */
static double anchor_of(const roo_span *span, bool top_down)
{
    const double *edge = top_down ? span->top : span->bottom;
    if (round(edge[0]) == round(edge[1]))
        return edge[0];
    return top_down ? ceil(round(fmax(edge[0], edge[1])) / TLB_ROO_SQUARE) * TLB_ROO_SQUARE
                    : floor(round(fmin(edge[0], edge[1])) / TLB_ROO_SQUARE) * TLB_ROO_SQUARE;
}

roo_wall_mapping tlb_roo_map_wall(const roo_side *side, roo_part part, const roo_texture *texture)
{
    roo_span span = tlb_roo_part_drawn(side, part);
    bool top_down = is_top_down(side->sidedef, part);
    double across = texture->shrink / texture->width, up = texture->shrink / texture->height;
    double length =
        hypot(side->ends[1][0] - side->ends[0][0], side->ends[1][1] - side->ends[0][1]) / TLB_ROO_EDITOR_UNIT;
    bool backwards = side->sidedef->flags & TLB_ROO_WALL_BACKWARDS;
    roo_wall_mapping m = {.anchor = anchor_of(&span, top_down),
                          .v = (top_down ? 0 : 1) - side->y_offset * up,
                          .per_unit = up / TLB_ROO_EDITOR_UNIT};
    m.u[backwards] = side->x_offset * across;
    m.u[!backwards] = (side->x_offset + length) * across;
    return m;
}

double tlb_roo_map_ceiling(const roo_wall_mapping *mapping, const roo_side *side, roo_part part)
{
    if (part != ROO_NORMAL || !(side->sidedef->flags & TLB_ROO_WALL_NO_VTILE))
        return INFINITY;
    return mapping->anchor + mapping->v / mapping->per_unit; /* where v is 0 */
}

void tlb_roo_wall_uv(const roo_wall_mapping *mapping, const roo_spot *spot, float uv[2])
{
    uv[0] = (float)(mapping->u[0] + (mapping->u[1] - mapping->u[0]) * spot->along);
    uv[1] = (float)(mapping->v + (mapping->anchor - spot->z) * mapping->per_unit);
}

/* --- textures on floors and ceilings ------------------------------------------------------------------ */

static void cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void make_unit(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3 && length > 0; i++)
        v[i] /= length;
}

/* The texture's axes in the slope: u runs in the direction of its angle, v across it. */
static void set_axes(roo_plane_mapping *m, const tlb_roo_sector *sector)
{
    enum { TURN = 4096 };
    static const double turn = 6.283185307179586;
    const tlb_roo_slope *slope = m->slope;
    double angle = turn * slope->textureAngle / TURN;
    const double direction[3] = {cos(angle), sin(angle), 0}, *normal = slope->plane;
    memcpy(m->origin, slope->textureOrigin, sizeof slope->textureOrigin);
    m->origin[2] = tlb_roo_height(sector, m->ceiling, m->origin);
    cross(m->v, normal, direction);
    make_unit(m->v);
    cross(m->u, m->v, normal);
    make_unit(m->u);
}

roo_plane_mapping tlb_roo_map_plane(const tlb_roo_sector *sector, bool ceiling)
{
    uint32_t sloped = ceiling ? TLB_ROO_SECTOR_SLOPED_CEILING : TLB_ROO_SECTOR_SLOPED_FLOOR;
    const tlb_roo_slope *slope = ceiling ? &sector->ceilingSlope : &sector->floorSlope;
    roo_plane_mapping m = {
        .slope = sector->flags & sloped ? slope : NULL,
        .ceiling = ceiling,
        .shift = {sector->textureX * TLB_ROO_EDITOR_UNIT, sector->textureY * TLB_ROO_EDITOR_UNIT}};
    if (m.slope)
        set_axes(&m, sector);
    return m;
}

/* On slopes clients count the sector's origin half, and add it to a floor's distances whatever their sign. */
static double on_slope(const roo_plane_mapping *m, double distance, double shift)
{
    return m->ceiling ? distance - shift / 2 : copysign(fabs(distance) + shift / 2, distance);
}

/* The texture's columns run along x and its rows along y as it is stored; here it is turned upright. */
void tlb_roo_plane_uv(const roo_plane_mapping *m, const double point[3], float uv[2])
{
    double along[2] = {point[0] - m->shift[0], point[1] - m->shift[1]};
    if (m->slope) {
        double du = 0, dv = 0;
        for (int i = 0; i < 3; i++) {
            du += (point[i] - m->origin[i]) * m->u[i];
            dv += (point[i] - m->origin[i]) * m->v[i];
        }
        along[0] = on_slope(m, du, m->shift[0]);
        along[1] = on_slope(m, -dv, m->shift[1]);
    }
    uv[0] = (float)(along[1] / TLB_ROO_SQUARE);
    uv[1] = (float)(along[0] / TLB_ROO_SQUARE);
}
