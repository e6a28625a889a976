/* Faces of two brushes that almost coincide. Their planes are told apart, and between them are slivers and
 * gaps that engines take for nothing: what is within 5 mm of a plane is on it for them, so that rays which
 * hit there find no face. */
#include "level/check.h"
#include "level/vector.h"
#include "level/winding.h"

#include "base/context.h"

#include <stdio.h>
#include <string.h>

static const double farthest = 5e-3;
static const double parallel = 0.999; /* the cosine of the angle between normals */

/* Where all brushes overlap, not all are compared. */
enum { MOST_COMPARED = 1 << 22 };

typedef struct search {
    const tlb_brush_checker *c;
    const tlb_level_detail *detail;
    tlb_arena *arena;
    const tlb_brush_outline *outline; /* of the brush whose faces are looked at */
    const tlb_level_brush *brush;
    tlb_brush_shape shape;
    bool has_shape;
    double reach; /* from the origin to its farthest corner at most */
} search;

/* --- two faces --------------------------------------------------------------------------------------- */

static bool is_parallel(const tlb_level_face *a, const tlb_level_face *b)
{
    return fabs(tlb_dot(a->normal, b->normal)) > parallel;
}

/* Whether there may be a place where the face is near the other's plane, which is not its own. */
static bool may_be_near(const search *s, const tlb_level_face *face, const tlb_level_face *other)
{
    double turn[3], sign = tlb_dot(face->normal, other->normal) > 0 ? 1 : -1;
    if (!is_parallel(face, other) || !tlb_level_face_has_plane(other))
        return false;
    for (int axis = 0; axis < 3; axis++)
        turn[axis] = face->normal[axis] - sign * other->normal[axis];
    return fabs(face->distance - sign * other->distance) <= farthest + sqrt(tlb_dot(turn, turn)) * s->reach &&
           !tlb_faces_share_plane(face, other, sign);
}

static bool make_shape(search *s)
{
    if (s->has_shape)
        return true;
    s->has_shape = tlb_brush_shape_make(tlb_level_brush_faces(s->detail, s->brush), s->brush->face_count,
                                        s->arena, s->arena, &s->shape);
    return s->has_shape;
}

/* The face's polygon. */
static bool take_ring(search *s, uint32_t face, tlb_winding *ring)
{
    const tlb_brush_ring *from = &s->shape.rings.data[face];
    *ring = (tlb_winding){tlb_alloc_array(s->arena, from->count, sizeof *ring->corners), from->count};
    for (uint32_t i = 0; ring->corners && i < from->count; i++) {
        const double *at = s->shape.points.data[s->shape.corners.data[from->first + i]];
        memcpy(ring->corners[i].at, at, sizeof ring->corners[i].at);
        ring->corners[i].edge = TLB_WINDING_LOOSE;
    }
    return ring->corners;
}

/* Its part above or below the other brush: what the planes across the face leave of it. */
static bool take_common_part(search *s, uint32_t face, const tlb_level_brush *other, tlb_winding *part)
{
    const tlb_level_face *own = &tlb_level_brush_faces(s->detail, s->brush)[face];
    const tlb_level_face *faces = tlb_level_brush_faces(s->detail, other);
    tlb_solid_plane *planes = tlb_alloc_array(s->arena, (size_t)other->face_count + 1, sizeof *planes);
    if (!planes || !take_ring(s, face, part))
        return false;
    for (uint32_t i = 0; i <= other->face_count; i++) {
        const tlb_level_face *from = i < other->face_count ? &faces[i] : own;
        memcpy(planes[i].normal, from->normal, sizeof planes[i].normal);
        planes[i].distance = from->distance;
    }
    for (uint32_t i = 0; i < other->face_count && part->count; i++) {
        tlb_winding above, below;
        if (is_parallel(own, &faces[i]) || !tlb_level_face_has_plane(&faces[i]))
            continue;
        if (!tlb_winding_split(part, planes, other->face_count, i, s->arena, &above, &below))
            return false;
        *part = below;
    }
    return true;
}

/* Whether it is wider than the distances that are reported. */
static bool is_wide(const tlb_winding *part)
{
    double area[3], longest = 0;
    tlb_winding_area(part, area);
    for (uint32_t i = 0; i < part->count; i++)
        longest = fmax(longest, tlb_square_distance(part->corners[i].at,
                                                    part->corners[i + 1 < part->count ? i + 1 : 0].at));
    return sqrt(tlb_dot(area, area)) > 2 * farthest * sqrt(longest);
}

/* How far the face is from the other one at most where both are, if it is near there; else 0. */
static bool measure(search *s, uint32_t face, const tlb_level_brush *brush, const tlb_level_face *other,
                    double *distance)
{
    tlb_winding part;
    *distance = 0;
    if (!s->shape.rings.data[face].count)
        return true;
    if (!take_common_part(s, face, brush, &part))
        return false;
    for (uint32_t i = 0; i < part.count; i++)
        *distance = fmax(*distance, fabs(tlb_dot(other->normal, part.corners[i].at) - other->distance));
    if (*distance <= TLB_LEVEL_NEAR || *distance > farthest || !is_wide(&part))
        *distance = 0;
    return true;
}

/* --- two brushes ------------------------------------------------------------------------------------- */

static bool is_solid(tlb_brush_kind kind)
{
    return kind == TLB_BRUSH_STRUCTURAL || kind == TLB_BRUSH_DETAIL;
}

static bool is_of_mover(tlb_brush_kind kind)
{
    return is_solid(kind) || kind == TLB_BRUSH_MOVER;
}

/* Whether both are compiled into one solid, where each hides of the other what is inside. */
static bool may_meet(const tlb_level_detail *detail, const tlb_level_brush *a, const tlb_level_brush *b)
{
    if (tlb_level_is_mover(detail, a->entity) || tlb_level_is_mover(detail, b->entity))
        return a->entity == b->entity && is_of_mover(a->kind) && is_of_mover(b->kind);
    return is_solid(a->kind) && is_solid(b->kind);
}

static void report(const search *s, uint32_t face, uint32_t other, uint32_t other_face, double distance)
{
    char place[TLB_LEVEL_PLACE], message[TLB_LEVEL_PLACE + 128];
    tlb_level_place(s->detail, s->detail->brushes.data[other].entity, other, other_face, place);
    snprintf(message, sizeof message,
             "the face is up to %.2g m from %s: planes so near leave slivers and gaps; expected one plane",
             distance, place);
    tlb_brush_report(s->c, TLB_CODE_LEVEL_PLANES_NEAR, s->outline->brush, s->brush->first_face + face,
                     message);
}

/* Reports the first face of `other` that the face is near. */
static bool compare_face(search *s, uint32_t face, uint32_t other, bool *found)
{
    const tlb_level_brush *brush = &s->detail->brushes.data[other];
    const tlb_level_face *faces = tlb_level_brush_faces(s->detail, s->brush);
    for (uint32_t i = 0; i < brush->face_count && !*found; i++) {
        const tlb_level_face *near = &tlb_level_brush_faces(s->detail, brush)[i];
        double distance;
        if (!may_be_near(s, &faces[face], near))
            continue;
        if (!make_shape(s) || !measure(s, face, brush, near, &distance))
            return false;
        *found = distance > 0;
        if (*found)
            report(s, face, other, brush->first_face + i, distance);
    }
    return true;
}

/* Of each face the first that is near, among the brushes before this one. */
static bool compare_brush(search *s, const tlb_box_list *near)
{
    const tlb_level_face *faces = tlb_level_brush_faces(s->detail, s->brush);
    for (uint32_t face = 0; face < s->brush->face_count; face++) {
        bool found = false;
        for (uint32_t i = 0; i < near->count && !found && tlb_level_face_has_plane(&faces[face]); i++) {
            uint32_t other = s->c->outlines[near->data[i]].brush;
            if (other >= s->outline->brush)
                break;
            if (may_meet(s->detail, s->brush, &s->detail->brushes.data[other]) &&
                !compare_face(s, face, other, &found))
                return false;
        }
    }
    return true;
}

static bool begin_brush(search *s, uint32_t index, const tlb_box_tree *tree, tlb_box_list *near)
{
    tlb_level_box box = s->c->outlines[index].box;
    double square = 0;
    s->outline = &s->c->outlines[index];
    s->brush = &s->detail->brushes.data[s->outline->brush];
    s->has_shape = false;
    for (int axis = 0; axis < 3; axis++) {
        double most = fmax(fabs(box.low[axis]), fabs(box.high[axis]));
        square += most * most;
        box.low[axis] -= farthest;
        box.high[axis] += farthest;
    }
    s->reach = sqrt(square);
    return tlb_box_tree_find(tree, &box, s->arena, near);
}

bool tlb_brushes_check_near(const tlb_brush_checker *c, tlb_arena *arena)
{
    search s = {.c = c, .detail = &c->level->details.data[c->detail], .arena = arena};
    tlb_level_box *boxes = tlb_alloc_array(arena, c->count, sizeof *boxes);
    tlb_box_tree tree;
    for (uint32_t i = 0; boxes && i < c->count; i++)
        boxes[i] = c->outlines[i].box;
    bool done = boxes && tlb_box_tree_make(&tree, boxes, c->count, arena);
    uint64_t compared = 0;
    for (uint32_t i = 0; done && i < c->count && compared < MOST_COMPARED; i++) {
        tlb_mark mark = tlb_arena_mark(arena);
        tlb_box_list near = {0};
        done = begin_brush(&s, i, &tree, &near) && compare_brush(&s, &near) &&
               !tlb_work(c->context->account, near.count);
        compared += near.count;
        tlb_arena_rewind(arena, mark);
    }
    return done;
}
