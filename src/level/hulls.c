/* Brushes and meshes as hulls: their planes merged with those of others, and brushes' shapes made of these.
 */
#include "level/solid.h"

#include "base/context.h"

#include <string.h>

static bool is_compiled(const tlb_solid_maker *m, uint32_t entity, tlb_brush_kind kind)
{
    if (kind == TLB_BRUSH_PORTAL || kind == TLB_BRUSH_TRIGGER)
        return false;
    if (m->mover == TLB_SOLID_VEHICLES)
        return kind == TLB_BRUSH_VEHICLE;
    return m->mover == TLB_SOLID_WORLD ? kind != TLB_BRUSH_MOVER && kind != TLB_BRUSH_VEHICLE
                                       : entity == m->mover;
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

static bool make_hull(tlb_solid_maker *m, uint32_t brush, tlb_arena *work)
{
    const tlb_level_detail *detail = &m->level->details.data[m->detail];
    const tlb_level_brush *b = &detail->brushes.data[brush];
    const tlb_level_face *faces = tlb_level_brush_faces(detail, b);
    tlb_level_face *merged = tlb_alloc_array(work, b->face_count, sizeof *merged);
    tlb_solid_plane_ref *refs = tlb_alloc_array(work, b->face_count, sizeof *refs);
    tlb_brush_shape given, shape;
    if (!merged || !refs || !tlb_brush_shape_make(faces, b->face_count, work, work, &given))
        return false;
    if (given.fault) /* reported before */
        return true;
    if (!merge_planes(m, faces, b->face_count, merged, refs) ||
        !tlb_brush_shape_make(merged, b->face_count, work, work, &shape))
        return false;
    if (shape.fault) {
        report(m, TLB_CODE_LEVEL_BRUSH_EMPTY, m->detail, brush, TLB_LEVEL_WHOLE,
               "the brush is thinner than planes that are told apart (0.001 m)");
        return true;
    }
    const tlb_solid_source source = {.part = brush, .face = TLB_LEVEL_WHOLE};
    bool done = tlb_solid_add_hull(m, &source, b->kind, &shape, refs);
    for (uint32_t i = 0; done && i < shape.rings.count; i++)
        done = !shape.rings.data[i].count || add_side(m, brush, i, &shape, refs);
    return done;
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
            done = make_hull(m, i, &work);
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
