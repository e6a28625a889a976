/* Portals: of each portal brush one face, without what structural brushes cover of it. */
#include "level/box_tree.h"
#include "level/merge.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

enum { MOST_PORTALS = 32767 }; /* zones have numbers of 16 bits */

typedef struct opener {
    tlb_solid_maker *m;
    tlb_box_tree tree; /* of the hulls */
    tlb_arena work;    /* of a portal */
} opener;

/* --- the opening ------------------------------------------------------------------------------------- */

/* Of the two largest faces the first one. */
static uint32_t choose_face(const tlb_brush_shape *shape)
{
    uint32_t largest[2] = {0, 0};
    double areas[2] = {-1, -1};
    for (uint32_t i = 0; i < shape->rings.count; i++) {
        const tlb_brush_ring *ring = &shape->rings.data[i];
        const uint32_t *corners = shape->corners.data + ring->first;
        double sum[3] = {0}, a[3], b[3], normal[3];
        for (uint32_t j = 2; j < ring->count; j++) {
            tlb_subtract(shape->points.data[corners[j - 1]], shape->points.data[corners[0]], a);
            tlb_subtract(shape->points.data[corners[j]], shape->points.data[corners[0]], b);
            tlb_cross(a, b, normal);
            for (int axis = 0; axis < 3; axis++)
                sum[axis] += normal[axis];
        }
        double area = tlb_dot(sum, sum);
        int place = area > areas[0] ? 0 : 1;
        if (area <= areas[place])
            continue;
        if (place == 0) {
            areas[1] = areas[0];
            largest[1] = largest[0];
        }
        areas[place] = area;
        largest[place] = i;
    }
    return areas[1] >= 0 && largest[1] < largest[0] ? largest[1] : largest[0];
}

static bool copy_ring(opener *o, const tlb_brush_shape *shape, uint32_t face, tlb_winding *winding)
{
    const tlb_brush_ring *ring = &shape->rings.data[face];
    *winding = (tlb_winding){tlb_alloc_array(&o->work, ring->count, sizeof *winding->corners), ring->count};
    for (uint32_t i = 0; winding->corners && i < ring->count; i++) {
        tlb_winding_corner *corner = &winding->corners[i];
        memcpy(corner->at, shape->points.data[shape->corners.data[ring->first + i]], sizeof corner->at);
        corner->edge = TLB_WINDING_LOOSE;
    }
    return winding->corners;
}

/* --- what covers it ---------------------------------------------------------------------------------- */

static bool add_winding(opener *o, tlb_winding_list *list, const tlb_winding *winding)
{
    tlb_winding *added = TLB_PUSH(&o->work, list);
    if (added)
        *added = *winding;
    return added;
}

/* Adds to `outside` what of a polygon is neither in a hull nor on it. */
static bool subtract(opener *o, const tlb_winding *polygon, uint32_t plane, const tlb_solid_hull *hull,
                     tlb_winding_list *outside)
{
    const tlb_solid *solid = o->m->solid;
    uint32_t before = outside->count;
    tlb_winding rest = *polygon, halves[2];
    for (uint32_t i = 0; i < hull->plane_count && rest.count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + i];
        unsigned out = ref.reversed ? TLB_WINDING_BELOW : TLB_WINDING_ABOVE;
        unsigned sides = ref.plane == plane ? 0 : tlb_winding_sides(&rest, &solid->planes.data[ref.plane]);
        if (!(sides & out))
            continue;
        if (sides == out) {
            rest.count = 0;
            break;
        }
        if (!tlb_winding_split(&rest, solid->planes.data, plane, ref.plane, &o->work, &halves[0],
                               &halves[1]) ||
            !add_winding(o, outside, &halves[ref.reversed]))
            return false;
        rest = halves[!ref.reversed];
    }
    if (rest.count)
        return true;
    outside->count = before;
    return add_winding(o, outside, polygon);
}

static bool make_tree(opener *o)
{
    const tlb_solid *solid = o->m->solid;
    tlb_level_box *boxes = tlb_alloc_array(&o->m->scratch, solid->hulls.count, sizeof *boxes);
    for (uint32_t i = 0; boxes && i < solid->hulls.count; i++) {
        memcpy(boxes[i].low, solid->hulls.data[i].low, sizeof boxes[i].low);
        memcpy(boxes[i].high, solid->hulls.data[i].high, sizeof boxes[i].high);
    }
    return boxes && tlb_box_tree_make(&o->tree, boxes, solid->hulls.count, &o->m->scratch);
}

/* Subtracts all that covers some of the polygon, and joins what is left. */
static bool open_up(opener *o, const tlb_winding *polygon, uint32_t plane, tlb_winding_list *open)
{
    tlb_level_box box;
    tlb_box_list near = {0};
    tlb_winding_box(polygon, box.low, box.high);
    if (!tlb_box_tree_find(&o->tree, &box, &o->work, &near) || !add_winding(o, open, polygon))
        return false;
    for (uint32_t i = 0; i < near.count; i++) {
        const tlb_solid_hull *hull = &o->m->solid->hulls.data[near.data[i]];
        tlb_winding_list outside = {0};
        if (hull->kind == TLB_BRUSH_DETAIL || tlb_solid_is_collision(hull->kind))
            continue;
        for (uint32_t j = 0; j < open->count; j++)
            if (open->data[j].count && !subtract(o, &open->data[j], plane, hull, &outside))
                return false;
        *open = outside;
        if (tlb_work(o->m->context->account, 1))
            return false;
    }
    return tlb_merge_windings(open, &o->work);
}

/* --- portals ----------------------------------------------------------------------------------------- */

static bool add_polygon(opener *o, tlb_solid_portal *portal, const tlb_winding *winding)
{
    tlb_solid *solid = o->m->solid;
    tlb_solid_polygon polygon = {.first_corner = solid->corners.count};
    double area[3];
    tlb_winding_area(winding, area);
    if (winding->count < 3 || tlb_dot(area, area) < TLB_LEVEL_NEAR * TLB_LEVEL_NEAR)
        return true;
    for (uint32_t i = 0; i < winding->count; i++) {
        uint32_t *corner = TLB_PUSH(&solid->arena, &solid->corners);
        if (!corner || !tlb_solid_find_point(o->m, winding->corners[i].at, corner))
            return false;
    }
    polygon.corner_count = winding->count;
    tlb_solid_polygon *added = TLB_PUSH(&solid->arena, &solid->portal_polygons);
    if (added)
        *added = polygon;
    portal->polygon_count++;
    return added;
}

static void report(const opener *o, uint32_t brush, const char *message)
{
    const tlb_level_detail *detail = &o->m->level->details.data[o->m->detail];
    char place[TLB_LEVEL_PLACE];
    tlb_level_place(detail, detail->brushes.data[brush].entity, brush, TLB_LEVEL_WHOLE, place);
    tlb_report(o->m->context, TLB_CODE_LEVEL_PORTAL, TLB_NO_OFFSET, NULL, "%s: %s", place, message);
}

static bool add_portal(opener *o, uint32_t brush)
{
    const tlb_level_detail *detail = &o->m->level->details.data[o->m->detail];
    const tlb_level_brush *b = &detail->brushes.data[brush];
    const tlb_level_face *faces = tlb_level_brush_faces(detail, b);
    tlb_solid *solid = o->m->solid;
    tlb_brush_shape shape;
    tlb_winding winding;
    tlb_winding_list open = {0};
    tlb_solid_plane_ref ref;
    if (!tlb_brush_shape_make(faces, b->face_count, &o->work, &o->work, &shape))
        return false;
    if (shape.fault) {
        report(o, brush, "the portal's brush encloses nothing, or has no end: it is left out");
        return true;
    }
    if (solid->portals.count == MOST_PORTALS) {
        report(o, brush, "there are more than 32,767 portals: it is left out");
        return true;
    }
    uint32_t face = choose_face(&shape);
    if (!tlb_solid_find_plane(o->m, faces[face].normal, faces[face].distance, &ref) ||
        !copy_ring(o, &shape, face, &winding) || !open_up(o, &winding, ref.plane, &open))
        return false;
    tlb_solid_portal portal = {.entity = b->entity,
                               .plane = ref.plane,
                               .reversed = ref.reversed,
                               .first_polygon = solid->portal_polygons.count};
    for (uint32_t i = 0; i < open.count; i++)
        if (!add_polygon(o, &portal, &open.data[i]))
            return false;
    if (!portal.polygon_count) {
        report(o, brush, "brushes cover all of the portal: it is left out");
        return true;
    }
    tlb_solid_portal *added = TLB_PUSH(&solid->arena, &solid->portals);
    if (added)
        *added = portal;
    return added;
}

tlb_status tlb_solid_make_portals(tlb_solid_maker *m)
{
    const tlb_level_detail *detail = &m->level->details.data[m->detail];
    opener o = {.m = m};
    if (m->mover != TLB_SOLID_WORLD)
        return TLB_OK;
    tlb_arena_init(&o.work, m->context->account);
    bool done = make_tree(&o);
    for (uint32_t i = 0; done && i < detail->brushes.count; i++) {
        tlb_mark mark = tlb_arena_mark(&o.work);
        if (detail->brushes.data[i].kind == TLB_BRUSH_PORTAL)
            done = add_portal(&o, i);
        tlb_arena_rewind(&o.work, mark);
    }
    tlb_arena_release(&o.work);
    tlb_arena_fail(&m->scratch, o.work.failure);
    return done ? TLB_OK : tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
}
