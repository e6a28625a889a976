#include "formats/meridian/roo/mapping.h"

#include <math.h>
#include <string.h>

/* --- walls -------------------------------------------------------------------------------------------- */

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

roo_wall_mapping roo_map_wall(const roo_side *side, roo_part part, const roo_texture *texture)
{
    roo_span span = roo_part_drawn(side, part);
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

double roo_map_ceiling(const roo_wall_mapping *mapping, const roo_side *side, roo_part part)
{
    if (part != ROO_NORMAL || !(side->sidedef->flags & TLB_ROO_WALL_NO_VTILE))
        return INFINITY;
    return mapping->anchor + mapping->v / mapping->per_unit; /* where v is 0 */
}

void roo_wall_uv(const roo_wall_mapping *mapping, const roo_spot *spot, float uv[2])
{
    uv[0] = (float)(mapping->u[0] + (mapping->u[1] - mapping->u[0]) * spot->along);
    uv[1] = (float)(mapping->v + (mapping->anchor - spot->z) * mapping->per_unit);
}

/* --- floors and ceilings ------------------------------------------------------------------------------ */

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
    m->origin[2] = roo_height(sector, m->ceiling, m->origin);
    cross(m->v, normal, direction);
    make_unit(m->v);
    cross(m->u, m->v, normal);
    make_unit(m->u);
}

roo_plane_mapping roo_map_plane(const tlb_roo_sector *sector, bool ceiling)
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
void roo_plane_uv(const roo_plane_mapping *m, const double point[3], float uv[2])
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
