/* Brushes and meshes as hulls: their planes merged with those of others, and brushes' shapes made of these.
 */
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <stdlib.h>
#include <string.h>

static bool is_compiled(const tlb_solid_maker *m, uint32_t entity, tlb_brush_kind kind)
{
    if (kind == TLB_BRUSH_PORTAL || kind == TLB_BRUSH_TRIGGER)
        return false;
    if (m->mover == TLB_SOLID_VEHICLES)
        return kind == TLB_BRUSH_VEHICLE;
    if (m->mover != TLB_SOLID_WORLD)
        return entity == m->mover;
    return kind != TLB_BRUSH_MOVER && kind != TLB_BRUSH_VEHICLE &&
           !tlb_level_is_mover(&m->level->details.data[m->detail], entity);
}

/* Whether a brush only marks the center of a mover: all of its faces are ORIGIN. */
static bool is_origin(const tlb_solid_maker *m, const tlb_level_detail *detail, const tlb_level_brush *brush)
{
    const tlb_level_face *faces = tlb_level_brush_faces(detail, brush);
    bool is = brush->face_count > 0;
    for (uint32_t i = 0; is && i < brush->face_count; i++)
        is = m->level->materials.data[faces[i].material].surface == TLB_LEVEL_ORIGIN;
    return is;
}

static bool is_compiled_brush(const tlb_solid_maker *m, const tlb_level_detail *detail, uint32_t index)
{
    const tlb_level_brush *brush = &detail->brushes.data[index];
    return is_compiled(m, brush->entity, brush->kind) && !is_origin(m, detail, brush);
}

/* --- faults ------------------------------------------------------------------------------------------ */

static bool is_checked(void *user, uint32_t detail, uint32_t brush)
{
    const tlb_solid_maker *m = user;
    return detail == m->detail && is_compiled_brush(m, &m->level->details.data[detail], brush);
}

static void report(void *user, tlb_code code, uint32_t detail, uint32_t brush, uint32_t face,
                   const char *message)
{
    const tlb_solid_maker *m = user;
    const tlb_level_detail *d = &m->level->details.data[detail];
    char place[TLB_LEVEL_PLACE];
    tlb_level_place(d, d->brushes.data[brush].entity, brush, face, place);
    tlb_report(m->context, code, TLB_NO_OFFSET, NULL, "%s: %s", place, message);
}

/* --- a hull ------------------------------------------------------------------------------------------ */

/* The brush's faces with merged planes; those that have none stay so. */
static bool merge_planes(tlb_solid_maker *m, const tlb_level_face *faces, uint32_t count,
                         tlb_level_face *merged, tlb_solid_plane_ref *refs)
{
    for (uint32_t i = 0; i < count; i++) {
        merged[i] = faces[i];
        if (!tlb_level_face_has_plane(&faces[i]))
            continue;
        if (!tlb_solid_find_plane(m, faces[i].normal, faces[i].distance, &refs[i]))
            return false;
        const tlb_solid_plane *plane = &m->solid->planes.data[refs[i].plane];
        double sign = refs[i].reversed ? -1 : 1;
        for (int axis = 0; axis < 3; axis++)
            merged[i].normal[axis] = sign * plane->normal[axis];
        merged[i].distance = sign * plane->distance;
    }
    return true;
}

static bool add_side(tlb_solid_maker *m, uint32_t brush, uint32_t index, const tlb_brush_shape *shape,
                     const tlb_solid_plane_ref *refs)
{
    const tlb_level_detail *detail = &m->level->details.data[m->detail];
    const tlb_level_brush *b = &detail->brushes.data[brush];
    const tlb_level_face *face = &detail->faces.data[b->first_face + index];
    const tlb_brush_ring *ring = &shape->rings.data[index];
    tlb_winding_corner *corners = tlb_alloc_array(&m->scratch, ring->count, sizeof *corners);
    tlb_solid_side *side = TLB_PUSH(&m->scratch, &m->sides);
    if (!corners || !side)
        return false;
    for (uint32_t i = 0; i < ring->count; i++) {
        memcpy(corners[i].at, shape->points.data[shape->corners.data[ring->first + i]], sizeof corners[i].at);
        corners[i].edge = refs[shape->edges.data[ring->first + i]].plane;
    }
    *side = (tlb_solid_side){.face = {.plane = refs[index].plane,
                                      .reversed = refs[index].reversed,
                                      .is_detail = b->kind == TLB_BRUSH_DETAIL,
                                      .hull = m->solid->hulls.count - 1,
                                      .source = {.part = brush, .face = b->first_face + index},
                                      .material = face->material},
                             .winding = {corners, ring->count}};
    memcpy(side->face.x, face->x, sizeof side->face.x);
    memcpy(side->face.y, face->y, sizeof side->face.y);
    return true;
}

/* A brush, or a part of one: its faces with merged planes, then those of cuts, which are no sides. */
typedef struct part {
    tlb_level_face *faces;
    tlb_solid_plane_ref *refs;
    uint32_t count;
    tlb_brush_shape shape;
} part;

static bool make_part(part *p, tlb_arena *work, uint32_t count)
{
    p->count = count;
    p->faces = tlb_alloc_array(work, count, sizeof *p->faces);
    p->refs = tlb_alloc_array(work, count, sizeof *p->refs);
    return p->faces && p->refs;
}

static bool add_part(tlb_solid_maker *m, uint32_t brush, const part *p)
{
    const tlb_level_brush *b = &m->level->details.data[m->detail].brushes.data[brush];
    const tlb_solid_source source = {.part = brush, .face = TLB_LEVEL_WHOLE};
    bool done = tlb_solid_add_hull(m, &source, b->kind, &p->shape, p->refs);
    for (uint32_t i = 0; done && i < b->face_count; i++)
        done = !p->shape.rings.data[i].count || add_side(m, brush, i, &p->shape, p->refs);
    return done;
}

/* --- brushes with too many corners for a hull --------------------------------------------------------- */

static uint32_t size_of(const part *p)
{
    uint32_t faces = 0;
    for (uint32_t i = 0; i < p->shape.rings.count; i++)
        faces += p->shape.rings.data[i].count > 0;
    return faces > p->shape.points.count ? faces : p->shape.points.count;
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* How far along a direction a plane has as many corners before it as behind. */
static bool find_middle(const part *p, const double normal[3], tlb_arena *work, double *middle)
{
    uint32_t count = p->shape.points.count;
    double *sorted = tlb_alloc_array(work, count, sizeof *sorted);
    for (uint32_t i = 0; sorted && i < count; i++)
        sorted[i] = tlb_dot(normal, p->shape.points.data[i]);
    if (!sorted)
        return false;
    qsort(sorted, count, sizeof *sorted, compare_doubles);
    *middle = sorted[count / 2 - 1] / 2 + sorted[count / 2] / 2;
    return true;
}

/* The halves of a part on both sides of a plane. */
static bool cut_part(tlb_solid_maker *m, const part *whole, const double normal[3], tlb_arena *work,
                     part halves[2])
{
    double distance;
    tlb_solid_plane_ref ref;
    if (!find_middle(whole, normal, work, &distance) || !tlb_solid_find_plane(m, normal, distance, &ref))
        return false;
    for (int i = 0; i < 2; i++) {
        double sign = (i == 0) == ref.reversed ? -1 : 1;
        const tlb_solid_plane *plane = &m->solid->planes.data[ref.plane];
        if (!make_part(&halves[i], work, whole->count + 1))
            return false;
        memcpy(halves[i].faces, whole->faces, whole->count * sizeof *whole->faces);
        memcpy(halves[i].refs, whole->refs, whole->count * sizeof *whole->refs);
        tlb_level_face *last = &halves[i].faces[whole->count];
        *last = (tlb_level_face){.distance = sign * plane->distance};
        for (int k = 0; k < 3; k++)
            last->normal[k] = sign * plane->normal[k];
        halves[i].refs[whole->count] = (tlb_solid_plane_ref){ref.plane, sign < 0};
        if (!tlb_brush_shape_make(halves[i].faces, halves[i].count, work, work, &halves[i].shape))
            return false;
    }
    return true;
}

/* Directions to cut across: the axes, then those of some faces. */
static void direction_of(const part *p, uint32_t i, uint32_t tried, double normal[3])
{
    for (uint32_t axis = 0; axis < 3; axis++)
        normal[axis] = i < 3 ? i == axis : p->faces[(uint64_t)(i - 3) * p->count / tried].normal[axis];
}

/* In halves that have the fewest corners, until engines can have them as hulls. */
static bool add_parts(tlb_solid_maker *m, uint32_t brush, const part *whole, tlb_arena *work)
{
    enum { AXES = 3, FACES = 8 };
    uint32_t size = size_of(whole), least = size - size / 8;
    part best[2] = {0};
    for (uint32_t i = 0; size > TLB_SOLID_MOST_HULL && i < (best[0].count ? AXES : AXES + FACES); i++) {
        double normal[3];
        part halves[2];
        direction_of(whole, i, FACES, normal);
        double square = tlb_dot(normal, normal);
        if (!(square > 0.5 && square < 2)) /* the face has no plane */
            continue;
        if (!cut_part(m, whole, normal, work, halves))
            return false;
        uint32_t sizes[2] = {size_of(&halves[0]), size_of(&halves[1])};
        uint32_t larger = sizes[0] > sizes[1] ? sizes[0] : sizes[1];
        if (halves[0].shape.fault || halves[1].shape.fault || larger >= least)
            continue;
        least = larger;
        best[0] = halves[0];
        best[1] = halves[1];
    }
    if (!best[0].count)
        return add_part(m, brush, whole);
    return add_parts(m, brush, &best[0], work) && add_parts(m, brush, &best[1], work);
}

static bool make_hulls(tlb_solid_maker *m, uint32_t brush, tlb_arena *work)
{
    const tlb_level_detail *detail = &m->level->details.data[m->detail];
    const tlb_level_brush *b = &detail->brushes.data[brush];
    const tlb_level_face *faces = tlb_level_brush_faces(detail, b);
    tlb_brush_shape given;
    part whole;
    if (!tlb_brush_shape_make(faces, b->face_count, work, work, &given) ||
        !make_part(&whole, work, b->face_count))
        return false;
    if (given.fault) /* reported before */
        return true;
    if (!merge_planes(m, faces, b->face_count, whole.faces, whole.refs) ||
        !tlb_brush_shape_make(whole.faces, whole.count, work, work, &whole.shape))
        return false;
    if (whole.shape.fault) {
        report(m, TLB_CODE_LEVEL_BRUSH_EMPTY, m->detail, brush, TLB_LEVEL_WHOLE,
               "the brush is thinner than planes that are told apart (0.001 m)");
        return true;
    }
    return add_parts(m, brush, &whole, work);
}

tlb_status tlb_solid_make_hulls(tlb_solid_maker *m)
{
    const tlb_level_detail *detail = &m->level->details.data[m->detail];
    const tlb_level_reporter reporter = {.report = report, .is_checked = is_checked, .user = m};
    tlb_status status = tlb_level_check_brushes(m->context, m->level, &reporter);
    if (status)
        return status;
    tlb_arena work;
    tlb_arena_init(&work, m->context->account);
    bool done = true;
    for (uint32_t i = 0; done && i < detail->brushes.count; i++) {
        tlb_mark mark = tlb_arena_mark(&work);
        if (is_compiled_brush(m, detail, i))
            done = make_hulls(m, i, &work);
        tlb_arena_rewind(&work, mark);
    }
    tlb_arena_release(&work);
    tlb_arena_fail(&m->scratch, work.failure);
    for (uint32_t i = 0; done && i < detail->meshes.count; i++)
        if (is_compiled(m, detail->meshes.data[i].entity, detail->meshes.data[i].kind))
            done = tlb_solid_add_mesh(m, i);
    if (!done)
        return tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
    if (m->solid->hulls.count)
        return TLB_OK;
    tlb_report(m->context, TLB_CODE_LEVEL_EMPTY, TLB_NO_OFFSET, NULL,
               "nothing to compile: expected a sound brush or a mesh");
    return TLB_INVALID;
}
