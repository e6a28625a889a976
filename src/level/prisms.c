/* An open mesh as hulls: each of its sides becomes a prism, thin enough not to reach through what is behind
 * it. */
#include "level/box_tree.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static const double thickness = 1.0 / 32, thinnest = 1.0 / 512;

typedef struct builder {
    tlb_solid_maker *m;
    uint32_t mesh, first, count; /* its sides */
    tlb_box_tree tree;           /* of them */
    tlb_arena work;              /* of a prism */
} builder;

static void outward(const tlb_solid *solid, tlb_solid_plane_ref ref, double normal[3], double *distance)
{
    const tlb_solid_plane *plane = &solid->planes.data[ref.plane];
    double sign = ref.reversed ? -1 : 1;
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = sign * plane->normal[axis];
    *distance = sign * plane->distance;
}

static tlb_solid_plane_ref plane_of(const tlb_solid_face *face)
{
    return (tlb_solid_plane_ref){face->plane, face->reversed};
}

/* --- what is behind ---------------------------------------------------------------------------------- */

/* How far the side is along the ray; NAN: it is not passed. */
static double hit(const builder *b, const tlb_solid_side *side, const double from[3], const double way[3])
{
    const tlb_solid_plane *plane = &b->m->solid->planes.data[side->face.plane];
    double above = tlb_plane_above(plane, from), down = -tlb_dot(plane->normal, way), at[3];
    double along = above / down;
    if (!(along > TLB_LEVEL_NEAR))
        return NAN;
    for (int axis = 0; axis < 3; axis++)
        at[axis] = from[axis] + along * way[axis];
    for (uint32_t i = 0; i < side->winding.count; i++) {
        const double *corner = side->winding.corners[i].at;
        const double *next = side->winding.corners[i + 1 < side->winding.count ? i + 1 : 0].at;
        double edge[3], to[3], turn[3];
        tlb_subtract(next, corner, edge);
        tlb_subtract(at, corner, to);
        tlb_cross(edge, to, turn);
        if (tlb_dot(turn, plane->normal) * (side->face.reversed ? -1 : 1) < 0)
            return NAN;
    }
    return along;
}

/* Half the way to the next side behind the middle and behind points near the corners, if that is less. */
static bool measure_depth(builder *b, const tlb_solid_side *side, double *depth)
{
    const tlb_winding *winding = &side->winding;
    double normal[3], distance, middle[3] = {0};
    tlb_box_list near = {0};
    outward(b->m->solid, plane_of(&side->face), normal, &distance);
    for (uint32_t i = 0; i < winding->count; i++)
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += winding->corners[i].at[axis] / winding->count;
    *depth = thickness;
    for (uint32_t i = 0; i <= winding->count; i++) {
        double from[3], to[3], back[3];
        for (int axis = 0; axis < 3; axis++) {
            double corner = i < winding->count ? winding->corners[i].at[axis] : middle[axis];
            from[axis] = middle[axis] + 0.98 * (corner - middle[axis]);
            back[axis] = -normal[axis];
            to[axis] = from[axis] + 2 * thickness * back[axis];
        }
        if (!tlb_box_tree_cross(&b->tree, from, to, TLB_LEVEL_NEAR, &b->work, &near))
            return false;
        for (uint32_t k = 0; k < near.count; k++)
            *depth = fmin(*depth, hit(b, &b->m->sides.data[b->first + near.data[k]], from, back) / 2);
    }
    *depth = fmax(*depth, thinnest);
    return true;
}

/* --- a prism ----------------------------------------------------------------------------------------- */

typedef TLB_LIST(tlb_solid_plane_ref) ref_list;

static bool add_plane(builder *b, ref_list *refs, tlb_level_face *faces, const double normal[3],
                      double distance)
{
    tlb_solid_plane_ref *ref = TLB_PUSH(&b->work, refs);
    if (!ref || !tlb_solid_find_plane(b->m, normal, distance, ref))
        return false;
    tlb_level_face *face = &faces[refs->count - 1];
    *face = (tlb_level_face){.material = 0};
    outward(b->m->solid, *ref, face->normal, &face->distance);
    return true;
}

/* Behind the side, up to upright planes through its edges, and behind the sides that it meets there if they
 * fall away: first the side's plane. */
static bool add_planes(builder *b, const tlb_solid_side *side, double depth, ref_list *refs,
                       tlb_level_face *faces)
{
    double normal[3], distance, back[3];
    outward(b->m->solid, plane_of(&side->face), normal, &distance);
    for (int axis = 0; axis < 3; axis++)
        back[axis] = -normal[axis];
    if (!add_plane(b, refs, faces, normal, distance) || !add_plane(b, refs, faces, back, depth - distance))
        return false;
    for (uint32_t i = 0; i < side->winding.count; i++) {
        const tlb_winding_corner *at = &side->winding.corners[i];
        const tlb_winding_corner *next = &side->winding.corners[i + 1 < side->winding.count ? i + 1 : 0];
        double edge[3], upright[3];
        tlb_subtract(next->at, at->at, edge);
        tlb_cross(edge, normal, upright);
        double length = sqrt(tlb_dot(upright, upright));
        for (int axis = 0; axis < 3; axis++)
            upright[axis] /= length;
        if (length > TLB_LEVEL_NEAR && !add_plane(b, refs, faces, upright, tlb_dot(upright, at->at)))
            return false;
        if (at->edge == TLB_WINDING_LOOSE)
            continue;
        const tlb_solid_plane *beyond = &b->m->solid->planes.data[at->edge];
        double sign = tlb_dot(beyond->normal, upright) < 0 ? -1 : 1, away[3];
        for (int axis = 0; axis < 3; axis++)
            away[axis] = sign * beyond->normal[axis];
        bool is_sharp =
            tlb_winding_sides(&side->winding, beyond) == (sign > 0 ? TLB_WINDING_BELOW : TLB_WINDING_ABOVE) &&
            tlb_dot(away, normal) < 0;
        if (is_sharp && !add_plane(b, refs, faces, away, sign * beyond->distance))
            return false;
    }
    return true;
}

/* The other faces of the prism, which are made for it. */
static bool add_made_sides(builder *b, const tlb_solid_side *front, const tlb_brush_shape *shape,
                           const ref_list *refs)
{
    for (uint32_t i = 1; i < shape->rings.count; i++) {
        const tlb_brush_ring *ring = &shape->rings.data[i];
        if (!ring->count)
            continue;
        tlb_winding_corner *corners = tlb_alloc_array(&b->m->scratch, ring->count, sizeof *corners);
        tlb_solid_side *side = TLB_PUSH(&b->m->scratch, &b->m->sides);
        if (!corners || !side)
            return false;
        for (uint32_t k = 0; k < ring->count; k++) {
            const double *at = shape->points.data[shape->corners.data[ring->first + k]];
            memcpy(corners[k].at, at, sizeof corners[k].at);
            corners[k].edge = refs->data[shape->edges.data[ring->first + k]].plane;
        }
        *side = (tlb_solid_side){.face = front->face, .winding = {corners, ring->count}};
        side->face.plane = refs->data[i].plane;
        side->face.reversed = refs->data[i].reversed;
        side->face.source.face = TLB_LEVEL_WHOLE;
    }
    return true;
}

static bool add_prism(builder *b, uint32_t index)
{
    tlb_solid_maker *m = b->m;
    const tlb_level_mesh *mesh = &m->level->details.data[m->detail].meshes.data[b->mesh];
    tlb_solid_side side = m->sides.data[index]; /* a copy: the list grows */
    ref_list refs = {0};
    tlb_brush_shape shape;
    double depth;
    tlb_level_face *faces = tlb_alloc_array(&b->work, 2 * (size_t)side.winding.count + 2, sizeof *faces);
    if (!faces || !measure_depth(b, &side, &depth) || !add_planes(b, &side, depth, &refs, faces) ||
        !tlb_brush_shape_make(faces, refs.count, &b->work, &b->work, &shape))
        return false;
    m->sides.data[index].face.hull = m->solid->hulls.count;
    if (shape.fault || !shape.rings.data[0].count) {
        m->sides.data[index].winding.count = 0; /* too small for a prism */
        return true;
    }
    side.face.hull = m->solid->hulls.count;
    return tlb_solid_add_hull(m, &side.face.source, mesh->kind, &shape, refs.data) &&
           add_made_sides(b, &side, &shape, &refs);
}

/* --- all --------------------------------------------------------------------------------------------- */

static void report(const builder *b)
{
    const tlb_level_mesh *mesh = &b->m->level->details.data[b->m->detail].meshes.data[b->mesh];
    tlb_report(b->m->context, TLB_CODE_LEVEL_MESH_OPEN, TLB_NO_OFFSET, NULL,
               "object \"%s\" is not closed, so it encloses nothing: its %u %s, at most "
               "0.03125 m thick",
               mesh->name ? mesh->name : "", b->count,
               tlb_plural(b->count, "face becomes a plate", "faces become plates"));
}

bool tlb_solid_add_prisms(tlb_solid_maker *m, uint32_t mesh, uint32_t first)
{
    builder b = {.m = m, .mesh = mesh, .first = first, .count = m->sides.count - first};
    tlb_level_box *boxes = tlb_alloc_array(&m->scratch, b.count, sizeof *boxes);
    for (uint32_t i = 0; boxes && i < b.count; i++)
        tlb_winding_box(&m->sides.data[first + i].winding, boxes[i].low, boxes[i].high);
    if (!boxes || !tlb_box_tree_make(&b.tree, boxes, b.count, &m->scratch))
        return false;
    if (b.count)
        report(&b);
    tlb_arena_init(&b.work, m->context->account);
    bool done = true;
    for (uint32_t i = 0; done && i < b.count; i++) {
        tlb_mark mark = tlb_arena_mark(&b.work);
        done = add_prism(&b, first + i) && !tlb_work(m->context->account, 1);
        tlb_arena_rewind(&b.work, mark);
    }
    tlb_arena_release(&b.work);
    tlb_arena_fail(&m->scratch, b.work.failure);
    return done;
}
