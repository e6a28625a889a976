/* Rays as Torque's own code casts them: in single precision, with its tolerance, and its order where a ray
 * lies in a plane. Source of the rule: Interior::castRay of Torque3D. */
#include "formats/torque/dif/dif.h"

#include <math.h>
#include <string.h>

static const float on_plane = 0.005f;

enum {
    MOST_PENDING = 512, /* ways not gone yet; trees of real interiors are 46 deep at most */
    NO_PLANE = 0xffff   /* the engine's own word for it */
};

typedef struct way {
    uint32_t child;
    uint16_t plane; /* planeIndex of the node that the ray was last split at */
    float start[3], end[3];
} way;

typedef struct caster {
    const tlb_dif_interior *interior;
    way pending[MOST_PENDING];
    uint32_t count;
} caster;

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int side_of(const float plane[4], const float point[3])
{
    float distance = dot(plane, point) + plane[3];
    return (distance >= on_plane) - (distance <= -on_plane);
}

static void follow(caster *c, uint32_t child, uint16_t plane, const float start[3], const float end[3])
{
    if (c->count == MOST_PENDING)
        return;
    way *w = &c->pending[c->count++];
    w->child = child;
    w->plane = plane;
    memcpy(w->start, start, sizeof w->start);
    memcpy(w->end, end, sizeof w->end);
}

/* What is followed last is gone first. */
static void split(caster *c, const tlb_dif_bsp_node *node, const way *w)
{
    float plane[4], along[3], middle[3];
    if (!tlb_dif_plane_of(c->interior, node->planeIndex, false, plane))
        return;
    int start = side_of(plane, w->start), end = side_of(plane, w->end);
    if (start * end < 0) {
        for (int axis = 0; axis < 3; axis++)
            along[axis] = w->end[axis] - w->start[axis];
        float t = -(dot(plane, w->start) + plane[3]) / dot(plane, along), rest = 1.0f - t;
        for (int axis = 0; axis < 3; axis++)
            middle[axis] = w->start[axis] * rest + w->end[axis] * t;
        follow(c, start > 0 ? node->backIndex : node->frontIndex, node->planeIndex, middle, w->end);
        follow(c, start > 0 ? node->frontIndex : node->backIndex, w->plane, w->start, middle);
    } else if (start || end) {
        follow(c, start + end > 0 ? node->frontIndex : node->backIndex, w->plane, w->start, w->end);
    } else { /* along the plane: a leaf on it is only touched, and what is behind comes first */
        if (tlb_dif_child_of(c->interior, node->frontIndex).kind == TLB_DIF_NODE)
            follow(c, node->frontIndex, w->plane, w->start, w->end);
        if (tlb_dif_child_of(c->interior, node->backIndex).kind == TLB_DIF_NODE)
            follow(c, node->backIndex, w->plane, w->start, w->end);
    }
}

/* The first solid leaf, where there is one. A tree that goes in circles is left in the end. */
static bool find_leaf(caster *c, const float start[3], const float end[3], way *found, uint32_t *leaf)
{
    uint64_t steps = 8 * ((uint64_t)c->interior->bspNodes.count + 1);
    if (c->interior->bspNodes.count)
        follow(c, 0, NO_PLANE, start, end);
    while (c->count && steps--) {
        *found = c->pending[--c->count];
        tlb_dif_child child = tlb_dif_child_of(c->interior, found->child);
        *leaf = child.index;
        if (child.kind == TLB_DIF_SOLID_LEAF)
            return true;
        if (child.kind == TLB_DIF_NODE && child.index < c->interior->bspNodes.count)
            split(c, &c->interior->bspNodes.data[child.index], found);
    }
    return false;
}

/* --- the surface that was hit ------------------------------------------------------------------------- */

static bool is_within(const tlb_dif_interior *interior, const uint32_t *points, uint32_t count,
                      const float normal[3], const float at[3])
{
    for (uint32_t i = 0; i < count; i++) {
        const float *from = interior->points.data[points[i]],
                    *to = interior->points.data[points[(i + 1) % count]];
        float a[3], b[3];
        for (int axis = 0; axis < 3; axis++) {
            a[axis] = at[axis] - from[axis];
            b[axis] = to[axis] - from[axis];
        }
        const float cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                a[0] * b[1] - a[1] * b[0]};
        if (dot(normal, cross) < 0)
            return false;
    }
    return true;
}

/* The first of the leaf on the plane that the point is within. The engine passes over null surfaces. */
static void find_surface(const tlb_dif_interior *interior, uint16_t plane, tlb_dif_hit *hit)
{
    if (hit->solid_leaf >= interior->bspSolidLeaves.count)
        return;
    const tlb_dif_solid_leaf *leaf = &interior->bspSolidLeaves.data[hit->solid_leaf];
    uint32_t listed = interior->solidLeafSurfaces.count, points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < leaf->surfaceCount && leaf->surfaceIndex < listed &&
                         i < listed - leaf->surfaceIndex && !hit->has_surface;
         i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&interior->solidLeafSurfaces, leaf->surfaceIndex + i);
        uint16_t its_plane;
        float equation[4];
        uint32_t count = ref.null_surface ? 0 : tlb_dif_collision_polygon(interior, ref, points, &its_plane);
        if (count && dif_plane_index(its_plane) == dif_plane_index(plane) &&
            tlb_dif_plane_of(interior, its_plane, true, equation)) {
            hit->has_surface = is_within(interior, points, count, equation, hit->point);
            hit->surface = ref;
        }
    }
}

/* The plane's normal, turned against what is left of the ray: only behind the plane, which is what the engine
 * asks, and not where the ray ends on it. */
static void set_normal(const tlb_dif_interior *interior, const way *w, float normal[3])
{
    float plane[4];
    if (!tlb_dif_plane_of(interior, w->plane, false, plane))
        return;
    bool flipped = (w->plane & TLB_DIF_PLANE_FLIPPED) != 0;
    bool turns = flipped ? side_of(plane, w->end) >= 0 : side_of(plane, w->end) > 0;
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = turns ? -plane[axis] : plane[axis];
}

/* From one point to another, and how long it was; of length 1 unless it has none. */
static float direction(const float from[3], const float to[3], float vector[3])
{
    for (int axis = 0; axis < 3; axis++)
        vector[axis] = to[axis] - from[axis];
    float length = sqrtf(dot(vector, vector)), factor = length > 0 ? 1.0f / length : 1;
    for (int axis = 0; axis < 3; axis++)
        vector[axis] *= factor;
    return length;
}

bool tlb_dif_cast_engine_ray(const tlb_dif_interior *interior, const float start[3], const float end[3],
                             tlb_dif_hit *hit)
{
    if (!interior || !start || !end || !hit)
        return false;
    const float no_length = 1e-6f;
    caster c = {.interior = interior};
    way found;
    *hit = (tlb_dif_hit){0};
    if (!find_leaf(&c, start, end, &found, &hit->solid_leaf))
        return false;
    float along[3], length = direction(start, end, along);
    memcpy(hit->point, found.start, sizeof hit->point);
    for (int axis = 0; axis < 3; axis++)
        hit->t += (hit->point[axis] - start[axis]) * along[axis];
    hit->t = length < no_length ? 0 : hit->t / length;
    hit->start_solid = found.plane == NO_PLANE;
    if (!hit->start_solid)
        set_normal(interior, &found, hit->normal);
    else if (direction(found.end, found.start, hit->normal) == 0)
        hit->normal[2] = 1;
    find_surface(interior, found.plane, hit);
    return true;
}
