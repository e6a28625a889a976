/* Rays against an interior's BSP tree, as the engine casts them. */
#include "formats/torque/dif/dif.h"

#include <math.h>

/* What is this near a plane is on it: planes and points of real files agree to half a millimeter. The engine
 * takes ten times as much, and then reports planes that are no faces of what was hit. */
#define ON_PLANE 0.0005
/* How far outside a surface a hit may be, and still be one of it. */
#define BESIDE 0.005

enum {
    MOST_PENDING = 512, /* ways not gone yet; trees of real interiors are 46 deep at most */
    NO_PLANE = -1
};

/* A part of the ray, from t0 to t1, and the child it goes through. */
typedef struct branch {
    uint32_t child;
    int32_t plane; /* planeIndex of the node it was last split at */
    double t0, t1;
} branch;

typedef struct caster {
    const tlb_dif_interior *interior;
    const float *start, *end;
    branch pending[MOST_PENDING];
    uint32_t count;
    branch best; /* the nearest solid leaf so far; t0 is 2 before there is one */
    uint32_t best_leaf;
} caster;

static int side(double distance_to_plane)
{
    return (distance_to_plane >= ON_PLANE) - (distance_to_plane <= -ON_PLANE);
}

static void follow(caster *c, uint32_t child, int32_t plane, double t0, double t1)
{
    if (c->count < MOST_PENDING)
        c->pending[c->count++] = (branch){child, plane, t0, t1};
}

static bool is_node(const caster *c, uint32_t child)
{
    return tlb_dif_child_of(c->interior, child).kind == TLB_DIF_NODE;
}

/* What is followed last is gone first. */
static void split(caster *c, const tlb_dif_bsp_node *node, const branch *b)
{
    float plane[4];
    if (!tlb_dif_plane_of(c->interior, node->planeIndex, false, plane))
        return;
    double at_start = tlb_plane_distance(plane, c->start),
           change = tlb_plane_distance(plane, c->end) - at_start;
    double d0 = at_start + b->t0 * change, d1 = at_start + b->t1 * change;
    int side0 = side(d0), side1 = side(d1);
    if (side0 * side1 < 0) {
        double t = b->t0 + (b->t1 - b->t0) * (d0 / (d0 - d1));
        follow(c, side0 > 0 ? node->backIndex : node->frontIndex, node->planeIndex, t, b->t1);
        follow(c, side0 > 0 ? node->frontIndex : node->backIndex, b->plane, b->t0, t);
    } else if (side0 || side1) { /* next to an edge it may begin on the plane, and still cross it */
        follow(c, side0 + side1 > 0 ? node->frontIndex : node->backIndex,
               !side0 && d0 * d1 < 0 ? node->planeIndex : b->plane, b->t0, b->t1);
    } else { /* along the plane: a leaf on it is only touched */
        if (is_node(c, node->backIndex))
            follow(c, node->backIndex, b->plane, b->t0, b->t1);
        if (is_node(c, node->frontIndex))
            follow(c, node->frontIndex, b->plane, b->t0, b->t1);
    }
}

/* Finds the first solid leaf. A tree that goes in circles is left in the end. */
static void walk_tree(caster *c)
{
    uint64_t steps = 8 * ((uint64_t)c->interior->bspNodes.count + 1);
    follow(c, 0, NO_PLANE, 0, 1);
    while (c->count && steps--) {
        branch b = c->pending[--c->count];
        if (b.t0 >= c->best.t0)
            continue;
        tlb_dif_child child = tlb_dif_child_of(c->interior, b.child);
        if (child.kind == TLB_DIF_NODE && child.index < c->interior->bspNodes.count)
            split(c, &c->interior->bspNodes.data[child.index], &b);
        else if (child.kind == TLB_DIF_SOLID_LEAF) {
            c->best = b;
            c->best_leaf = child.index;
        }
    }
}

/* --- the surface that was hit ------------------------------------------------------------------------- */

/* How far within a polygon a point of its plane is, from the nearest edge; negative when it is outside. The
 * polygon may turn either way. */
static double depth_within(const tlb_dif_interior *interior, const uint32_t *points, uint32_t count,
                           const float normal[3], const float point[3])
{
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const float *a = interior->points.data[points[i]],
                    *b = interior->points.data[points[(i + 1) % count]];
        double from_edge = tlb_left_of_edge(a, b, normal, point);
        least = fmin(least, from_edge);
        most = fmax(most, from_edge);
    }
    return most > -INFINITY ? fmax(least, -most) : -INFINITY;
}

static bool is_on(const tlb_dif_interior *interior, uint16_t planeIndex, int32_t plane, const float point[3])
{
    float equation[4];
    if (plane != NO_PLANE)
        return !(((uint32_t)plane ^ planeIndex) & ~(uint32_t)TLB_DIF_PLANE_FLIPPED);
    return tlb_dif_plane_of(interior, planeIndex, false, equation) &&
           fabs(tlb_plane_distance(equation, point)) <= BESIDE;
}

/* Of a leaf's surfaces on a plane the one that the point is deepest within; without a plane, on any that the
 * point is on. Sets the plane to that of the surface found. */
static bool find_surface(const tlb_dif_interior *interior, int32_t *plane, tlb_dif_hit *hit)
{
    if (hit->solid_leaf >= interior->bspSolidLeaves.count)
        return false;
    const tlb_dif_solid_leaf *leaf = &interior->bspSolidLeaves.data[hit->solid_leaf];
    uint32_t listed = interior->solidLeafSurfaces.count, points[TLB_DIF_MAX_WINDING];
    int32_t wanted = *plane;
    double deepest = -BESIDE;
    for (uint32_t i = 0;
         i < leaf->surfaceCount && leaf->surfaceIndex < listed && i < listed - leaf->surfaceIndex; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&interior->solidLeafSurfaces, leaf->surfaceIndex + i);
        uint16_t its_plane;
        float equation[4];
        uint32_t count = tlb_dif_collision_polygon(interior, ref, points, &its_plane);
        if (!count || !is_on(interior, its_plane, wanted, hit->point) ||
            !tlb_dif_plane_of(interior, its_plane, false, equation))
            continue;
        double depth = depth_within(interior, points, count, equation, hit->point);
        if (depth > deepest) {
            deepest = depth;
            *plane = its_plane;
            hit->has_surface = true;
            hit->surface = ref;
        }
    }
    return hit->has_surface;
}

/* A plane is crossed from either side: the normal is that of the side met. */
static void set_normal(const caster *c, int32_t plane_index, tlb_dif_hit *hit)
{
    float plane[4];
    double along = 0;
    if (!tlb_dif_plane_of(c->interior, (uint16_t)plane_index, false, plane))
        return;
    for (int axis = 0; axis < 3; axis++)
        along += ((double)c->end[axis] - c->start[axis]) * plane[axis];
    for (int axis = 0; axis < 3; axis++)
        hit->normal[axis] = along > 0 ? -plane[axis] : plane[axis];
}

bool tlb_dif_cast_ray(const tlb_dif_interior *interior, const float start[3], const float end[3],
                      tlb_dif_hit *hit)
{
    if (!interior || !start || !end || !hit)
        return false;
    caster c = {.interior = interior, .start = start, .end = end, .best.t0 = 2};
    *hit = (tlb_dif_hit){0};
    if (interior->bspNodes.count)
        walk_tree(&c);
    if (c.best.t0 > 1)
        return false;
    hit->start_solid = c.best.plane == NO_PLANE;
    hit->t = (float)c.best.t0;
    hit->solid_leaf = c.best_leaf;
    for (int axis = 0; axis < 3; axis++)
        hit->point[axis] = (float)(start[axis] + c.best.t0 * ((double)end[axis] - start[axis]));
    if (hit->start_solid) {
        tlb_against_ray(start, end, hit->normal);
        return true;
    }
    int32_t crossed = c.best.plane, any = NO_PLANE;
    if (find_surface(interior, &crossed, hit))
        set_normal(&c, crossed, hit);
    else /* at an edge, another face than the last one crossed */
        set_normal(&c, find_surface(interior, &any, hit) ? any : crossed, hit);
    return true;
}
