/* Coordinates and planes as integers or as floats. Whole numbers keep their value. Lines and slopes are those
 * that the editor of the target makes of the same walls and vertices, where it can be seen that they came
 * from them. */
#include "formats/meridian/roo/line.h"
#include "formats/meridian/roo/version.h"
#include "trilobite/roo_build.h"

#include <math.h>

/* What was lost of the numbers of a list. */
typedef struct losses {
    uint32_t count;
    double most;
} losses;

static double rounded(losses *l, double value, tlb_type to)
{
    double result = to == TLB_F32 ? (double)(float)value : round(value), change = fabs(result - value);
    if (isnan(value) || change == 0)
        return to == TLB_F32 ? value : result;
    l->count++;
    l->most = fmax(l->most, change);
    return result;
}

static void round_all(losses *l, double *values, size_t count, tlb_type to)
{
    for (size_t i = 0; i < count; i++)
        values[i] = rounded(l, values[i], to);
}

static void report(const roo_reshaping *r, const char *path, const char *what, const losses *l)
{
    if (l->count)
        tlb_report(r->context, TLB_CODE_ROO_ROUNDED, TLB_NO_OFFSET, path,
                   "%u %s were rounded, by at most %.3g", l->count, what, l->most);
}

/* --- lines -------------------------------------------------------------------------------------------- */

static roo_arithmetic arithmetic_of(tlb_type real)
{
    return real == TLB_F32 ? ROO_REAL : ROO_INTEGER;
}

static roo_line line_of(tlb_type real, const double start[2], const double end[2])
{
    roo_line line = roo_line_through(arithmetic_of(real), start, end);
    if (real == TLB_F32)
        line = (roo_line){(float)line.a, (float)line.b, (float)line.c};
    return line;
}

/* The line of a node as the target's editor makes it, from the wall of which the source's made the node's. */
static bool line_from_wall(const roo_reshaping *r, const tlb_roo_node *n, roo_line *line)
{
    const tlb_roo *x = r->source;
    uint32_t number = n->firstWall, left = x->clientWalls.count;
    for (; number && number <= x->clientWalls.count && left; left--) {
        const tlb_roo_client_wall *w = &x->clientWalls.data[number - 1];
        roo_line met = line_of(r->from.real, w->start, w->end);
        double start[2] = {round(w->start[0]), round(w->start[1])},
               end[2] = {round(w->end[0]), round(w->end[1])};
        bool apart = start[0] != end[0] || start[1] != end[1];
        if (apart && met.a == n->a && met.b == n->b && met.c == n->c) {
            *line = line_of(r->to.real, start, end);
            return true;
        }
        number = w->next;
    }
    return false;
}

/* The simplest whole a and b that have the direction of floats, by continued fractions, as far as c has
 * room. */
static roo_line whole_line(const tlb_roo_node *n)
{
    const double enough = 0x1p-23;
    bool steep = fabs(n->a) < fabs(n->b);
    double large = steep ? fabs(n->b) : fabs(n->a), small = steep ? fabs(n->a) : fabs(n->b),
           rest = small / large;
    double h[2] = {0, 1}, k[2] = {1, 0}; /* the last two convergents h / k of small / large */
    roo_line line = {n->a, n->b, n->c};
    if (!(large > 0) || !isfinite(large) || !isfinite(n->c))
        return line;
    double fraction = 0;
    for (int i = 0; i < 64; i++) {
        double next_h = fraction * h[0] + h[1], next_k = fraction * k[0] + k[1];
        if (i) {
            h[1] = h[0], k[1] = k[0];
            h[0] = next_h, k[0] = next_k;
        }
        double c = round(n->c * k[0] / large);
        if (fabs(c) > INT32_MAX || k[0] > INT16_MAX)
            break;
        line = (roo_line){copysign(steep ? h[0] : k[0], n->a), copysign(steep ? k[0] : h[0], n->b), c};
        if (fabs(small / large - h[0] / k[0]) <= enough || rest == 0)
            break;
        rest = 1 / rest;
        fraction = floor(rest);
        rest -= fraction;
    }
    return line;
}

/* What is rounded moves a line; how far from where it was, is told at the middle of what it divides. */
static void reshape_line(const roo_reshaping *r, tlb_roo_node *n, losses *lost)
{
    const double middle[2] = {(n->box[0] + n->box[2]) / 2, (n->box[1] + n->box[3]) / 2};
    roo_line line = {n->a, n->b, n->c};
    losses numbers = {0};
    bool known = line_from_wall(r, n, &line);
    if (!known && r->to.real == TLB_I32)
        line = whole_line(n);
    line.a = rounded(&numbers, line.a, r->to.real);
    line.b = rounded(&numbers, line.b, r->to.real);
    line.c = rounded(&numbers, line.c, r->to.real);
    double before = (n->a * middle[0] + n->b * middle[1] + n->c) / hypot(n->a, n->b),
           after = (line.a * middle[0] + line.b * middle[1] + line.c) / hypot(line.a, line.b),
           moved = fabs(after - before);
    if (moved > 0 && (!known || numbers.count)) {
        lost->count++;
        lost->most = fmax(lost->most, moved);
    }
    n->a = line.a, n->b = line.b, n->c = line.c;
}

/* --- nodes, walls ------------------------------------------------------------------------------------- */

static void reshape_nodes(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    losses coordinates = {0}, lines = {0};
    x->nodes.data = roo_replace(r, x->nodes.data, x->nodes.count, sizeof *x->nodes.data);
    for (uint32_t i = 0; i < x->nodes.count && !r->status; i++) {
        tlb_roo_node *n = &x->nodes.data[i];
        round_all(&coordinates, n->box, 4, r->to.real);
        if (n->type == TLB_ROO_INTERNAL)
            reshape_line(r, n, &lines);
        n->points.data = roo_replace(r, n->points.data, n->points.count, sizeof *n->points.data);
        if (n->points.data)
            round_all(&coordinates, n->points.data[0], 2 * (size_t)n->points.count, r->to.real);
    }
    report(r, "nodes", "coordinates", &coordinates);
    report(r, "nodes", "lines", &lines);
}

static void reshape_walls(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    losses coordinates = {0}, lengths = {0};
    x->clientWalls.data =
        roo_replace(r, x->clientWalls.data, x->clientWalls.count, sizeof *x->clientWalls.data);
    for (uint32_t i = 0; x->clientWalls.data && i < x->clientWalls.count; i++) {
        tlb_roo_client_wall *w = &x->clientWalls.data[i];
        round_all(&coordinates, w->start, 2, r->to.real);
        round_all(&coordinates, w->end, 2, r->to.real);
        w->length = rounded(&lengths, w->length, r->to.length);
    }
    report(r, "clientWalls", "coordinates", &coordinates);
    report(r, "clientWalls", "lengths", &lengths);
}

/* --- slopes ------------------------------------------------------------------------------------------- */

/* a, b and c without what follows the point, d so that the plane keeps its height at the first vertex: the
 * vertex's own, if the plane goes through it. */
static void cut_plane(const tlb_roo_box *box, const tlb_roo_slope *s, double plane[4])
{
    double at[2], vertex = (double)s->vertices[0].z * TLB_ROO_EDITOR_UNIT;
    const double *p = s->plane;
    roo_to_client(box, s->vertices[0].x, s->vertices[0].y, at);
    double height = -(p[0] * at[0] + p[1] * at[1] + p[3]) / p[2];
    if (!isfinite(height) || fabs(height - vertex) <= 1)
        height = vertex;
    for (int i = 0; i < 3; i++)
        plane[i] = trunc(p[i]);
    plane[3] = round(-(plane[0] * at[0] + plane[1] * at[1] + plane[2] * height));
}

/* A plane that is the one of its vertices loses nothing: the other kind of version makes it again from
 * them. */
static void reshape_plane(const roo_reshaping *r, tlb_roo_slope *s, bool ceiling, losses *lost)
{
    tlb_roo_box box = tlb_roo_box_of(r->source);
    bool from_whole = r->from.real == TLB_I32, to_whole = r->to.real == TLB_I32;
    tlb_roo_slope made = *s;
    if (tlb_roo_make_slope(&box, ceiling, from_whole, &made) &&
        !memcmp(made.plane, s->plane, sizeof s->plane) &&
        tlb_roo_make_slope(&box, ceiling, to_whole, &made)) {
        memcpy(s->plane, made.plane, sizeof s->plane);
        return;
    }
    double plane[4];
    memcpy(plane, s->plane, sizeof plane);
    if (to_whole)
        cut_plane(&box, s, plane);
    for (int i = 0; i < 4; i++) {
        double before = s->plane[i];
        s->plane[i] = r->to.real == TLB_F32 ? (double)(float)plane[i] : plane[i];
        lost->count += s->plane[i] != before;
        lost->most = i < 3 ? fmax(lost->most, fabs(s->plane[i] - before)) : lost->most;
    }
}

static void reshape_slope(const roo_reshaping *r, tlb_roo_slope *s, bool ceiling, losses *planes,
                          losses *origins)
{
    if (r->from.real != r->to.real)
        reshape_plane(r, s, ceiling, planes);
    if (r->from.origin != r->to.origin)
        round_all(origins, s->textureOrigin, 2, r->to.origin);
}

static void reshape_slopes(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    losses planes = {0}, origins = {0};
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        tlb_roo_sector *s = &x->sectors.data[i];
        if (s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            reshape_slope(r, &s->floorSlope, false, &planes, &origins);
        if (s->flags & TLB_ROO_SECTOR_SLOPED_CEILING)
            reshape_slope(r, &s->ceilingSlope, true, &planes, &origins);
    }
    report(r, "sectors", "numbers of slopes' planes", &planes);
    report(r, "sectors", "texture origins of slopes", &origins);
}

void roo_reshape_numbers(roo_reshaping *r)
{
    reshape_slopes(r);
    if (r->from.real == r->to.real)
        return;
    reshape_nodes(r);
    reshape_walls(r);
}
