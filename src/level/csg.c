/* The union of all hulls as faces: each side without what is inside other hulls. A part that would be there
 * twice, as two hulls have a side there, is of the first. */
#include "level/box_tree.h"
#include "level/merge.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

/* A part of a side, and the hulls that may hide some of it. */
typedef struct part {
    tlb_winding winding;
    uint32_t *clippers;
    uint32_t count;
} part;

typedef struct clipper {
    tlb_solid_maker *m;
    tlb_box_tree tree; /* of the hulls */
    tlb_arena work;    /* of a side */
    const tlb_solid_side *side;
    TLB_LIST(part) parts;
    tlb_winding_list visible;
} clipper;

/* --- which hulls hide sides -------------------------------------------------------------------------- */

/* The cells of a closed mesh hide none of its own sides; the prisms of an open one do. */
static bool is_own(const clipper *c, uint32_t hull)
{
    const tlb_solid_source *one = &c->m->solid->hulls.data[hull].source, *other = &c->side->face.source;
    return hull == c->side->face.hull ||
           (one->of_mesh == other->of_mesh && one->part == other->part && one->face == TLB_LEVEL_WHOLE);
}

static bool may_hide(const clipper *c, uint32_t hull)
{
    const tlb_solid_hull *other = &c->m->solid->hulls.data[hull];
    const tlb_solid_face *face = &c->side->face;
    if (tlb_solid_is_collision(other->kind) || is_own(c, hull))
        return false;
    return face->is_detail || other->kind != TLB_BRUSH_DETAIL;
}

/* Whether a hull with a side in the same plane that faces the same way has what both cover: those that are
 * made come after those of the source, details after the structure. */
static bool has_common(const clipper *c, uint32_t hull, bool is_last_plane)
{
    const tlb_solid_face *face = &c->side->face;
    const tlb_solid_hull *other = &c->m->solid->hulls.data[hull];
    bool is_prism = other->source.of_mesh && other->source.face != TLB_LEVEL_WHOLE;
    bool is_made = face->source.face == TLB_LEVEL_WHOLE, other_is_made = is_prism && !is_last_plane;
    bool other_is_detail = other->kind == TLB_BRUSH_DETAIL;
    if (is_made != other_is_made)
        return is_made;
    return other_is_detail == face->is_detail ? hull < face->hull : face->is_detail;
}

static void outward(const clipper *c, uint32_t plane, bool reversed, double normal[3])
{
    const tlb_solid_plane *p = &c->m->solid->planes.data[plane];
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = reversed ? -p->normal[axis] : p->normal[axis];
}

static bool faces_same_way(const clipper *c, tlb_solid_plane_ref plane)
{
    const tlb_solid_face *face = &c->side->face;
    double one[3], other[3];
    outward(c, face->plane, face->reversed, one);
    outward(c, plane.plane, plane.reversed, other);
    return tlb_dot(one, other) > 0;
}

/* --- cutting ----------------------------------------------------------------------------------------- */

/* Splits off what of `rest` is outside of a hull, plane after plane; *hides: something is inside. */
static bool cut_by_hull(clipper *c, tlb_winding rest, uint32_t index, bool *hides, tlb_winding_list *outside)
{
    const tlb_solid *solid = c->m->solid;
    const tlb_solid_hull *hull = &solid->hulls.data[index];
    *hides = false;
    for (uint32_t i = 0; i < hull->plane_count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + i];
        unsigned out = ref.reversed ? TLB_WINDING_BELOW : TLB_WINDING_ABOVE;
        unsigned sides =
            ref.plane == c->side->face.plane ? 0 : tlb_winding_sides(&rest, &solid->planes.data[ref.plane]);
        if (!sides && faces_same_way(c, ref) && !has_common(c, index, i + 1 == hull->plane_count))
            return true;
        if (sides == out)
            return true;
        if (!(sides & out))
            continue;
        tlb_winding above, below;
        if (!tlb_winding_split(&rest, solid->planes.data, c->side->face.plane, ref.plane, &c->work, &above,
                               &below))
            return false;
        tlb_winding *added = TLB_PUSH(&c->work, outside);
        if (!added)
            return false;
        *added = ref.reversed ? below : above;
        rest = ref.reversed ? above : below;
        if (!rest.count)
            return true;
    }
    *hides = true;
    return true;
}

/* The first clipper; of many the one nearest to the part's middle, so that what is left is in halves. */
static uint32_t choose(const clipper *c, const part *p)
{
    enum { FEW = 16 };
    double low[3], high[3], nearest = INFINITY;
    uint32_t chosen = 0;
    if (p->count <= FEW)
        return 0;
    tlb_winding_box(&p->winding, low, high);
    for (uint32_t i = 0; i < p->count; i++) {
        const tlb_solid_hull *hull = &c->m->solid->hulls.data[p->clippers[i]];
        double distance = 0;
        for (int axis = 0; axis < 3; axis++) {
            double off = hull->low[axis] + hull->high[axis] - low[axis] - high[axis];
            distance += off * off;
        }
        if (distance < nearest) {
            nearest = distance;
            chosen = i;
        }
    }
    return chosen;
}

static bool is_near(const tlb_solid_hull *hull, const double low[3], const double high[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (hull->low[axis] > high[axis] + TLB_LEVEL_NEAR || hull->high[axis] < low[axis] - TLB_LEVEL_NEAR)
            return false;
    return true;
}

/* Without clippers it is visible. */
static bool put_part(clipper *c, const part *p)
{
    if (!p->count) {
        tlb_winding *added = TLB_PUSH(&c->work, &c->visible);
        if (added)
            *added = p->winding;
        return added;
    }
    part *added = TLB_PUSH(&c->work, &c->parts);
    if (added)
        *added = *p;
    return added;
}

/* A part with those of `from` but `without` that are near it. */
static bool add_part(clipper *c, const tlb_winding *winding, const part *from, uint32_t without)
{
    double low[3], high[3];
    uint32_t *clippers = tlb_alloc_array(&c->work, from->count, sizeof *clippers), count = 0;
    if (!clippers)
        return false;
    tlb_winding_box(winding, low, high);
    for (uint32_t i = 0; i < from->count; i++)
        if (i != without && is_near(&c->m->solid->hulls.data[from->clippers[i]], low, high))
            clippers[count++] = from->clippers[i];
    return put_part(c, &(part){*winding, clippers, count});
}

/* Without one of its clippers. Its list is its own, and stays: there may be as many parts as clippers. */
static bool keep_part(clipper *c, part *p, uint32_t without)
{
    p->count--;
    memmove(p->clippers + without, p->clippers + without + 1, (p->count - without) * sizeof *p->clippers);
    return put_part(c, p);
}

static bool cut_part(clipper *c, part *p)
{
    uint32_t chosen = choose(c, p);
    tlb_winding_list outside = {0};
    bool hides;
    if (!cut_by_hull(c, p->winding, p->clippers[chosen], &hides, &outside))
        return false;
    if (!hides)
        return keep_part(c, p, chosen);
    for (uint32_t i = 0; i < outside.count; i++)
        if (outside.data[i].count && !add_part(c, &outside.data[i], p, chosen))
            return false;
    return true;
}

/* --- faces ------------------------------------------------------------------------------------------- */

/* The corners as points; those that are one are left out. */
static bool add_corners(tlb_solid_maker *m, const tlb_winding *winding, tlb_solid_face *face)
{
    face->first_corner = m->solid->corners.count;
    for (uint32_t i = 0; i < winding->count; i++) {
        uint32_t point;
        if (!tlb_solid_find_point(m, winding->corners[i].at, &point))
            return false;
        const uint32_t *corners = m->solid->corners.data;
        if (face->corner_count && (corners[face->first_corner] == point ||
                                   corners[face->first_corner + face->corner_count - 1] == point))
            continue;
        uint32_t *added = TLB_PUSH(&m->solid->arena, &m->solid->corners);
        if (!added)
            return false;
        *added = point;
        face->corner_count++;
    }
    return true;
}

/* Whether it is so narrow that nothing is on it. */
static bool is_sliver(const tlb_solid *solid, const tlb_solid_face *face)
{
    const uint32_t *corners = solid->corners.data + face->first_corner;
    const double *normal = solid->planes.data[face->plane].normal;
    double area[3] = {0}, longest = 0;
    for (uint32_t i = 0; i < face->corner_count; i++) {
        double a[3], b[3], turn[3];
        const double *at = solid->points.data[corners[i]];
        const double *next = solid->points.data[corners[i + 1 < face->corner_count ? i + 1 : 0]];
        tlb_subtract(at, solid->points.data[corners[0]], a);
        tlb_subtract(next, solid->points.data[corners[0]], b);
        tlb_cross(a, b, turn);
        for (int axis = 0; axis < 3; axis++)
            area[axis] += face->reversed ? -turn[axis] : turn[axis];
        longest = fmax(longest, tlb_square_distance(at, next));
    }
    return !(tlb_dot(area, normal) > TLB_LEVEL_NEAR * sqrt(longest));
}

static bool add_face(tlb_solid_maker *m, const tlb_solid_face *like, const tlb_winding *winding)
{
    tlb_solid_face face = *like;
    if (!add_corners(m, winding, &face))
        return false;
    if (face.corner_count < 3 || is_sliver(m->solid, &face)) {
        m->solid->corners.count = face.first_corner;
        return true;
    }
    tlb_solid_face *added = TLB_PUSH(&m->solid->arena, &m->solid->faces);
    if (added)
        *added = face;
    return added;
}

static bool make_side_faces(clipper *c)
{
    tlb_level_box box;
    tlb_box_list near = {0};
    part whole = {.winding = c->side->winding};
    uint32_t count = 0;
    tlb_winding_box(&whole.winding, box.low, box.high);
    if (tlb_solid_is_collision(c->m->solid->hulls.data[c->side->face.hull].kind))
        return add_face(c->m, &c->side->face, &whole.winding);
    if (!tlb_box_tree_find(&c->tree, &box, &c->work, &near))
        return false;
    for (uint32_t i = 0; i < near.count; i++)
        if (may_hide(c, near.data[i]))
            near.data[count++] = near.data[i];
    whole.clippers = near.data;
    whole.count = count;
    bool done = add_part(c, &whole.winding, &whole, count);
    while (done && c->parts.count) {
        part next = c->parts.data[--c->parts.count];
        done = cut_part(c, &next) && !tlb_work(c->m->context->account, 1);
    }
    done = done && tlb_merge_windings(&c->visible, &c->work);
    for (uint32_t i = 0; done && i < c->visible.count; i++)
        done = add_face(c->m, &c->side->face, &c->visible.data[i]);
    return done;
}

static bool make_tree(clipper *c)
{
    const tlb_solid *solid = c->m->solid;
    tlb_level_box *boxes = tlb_alloc_array(&c->m->scratch, solid->hulls.count, sizeof *boxes);
    for (uint32_t i = 0; boxes && i < solid->hulls.count; i++)
        for (int axis = 0; axis < 3; axis++) {
            boxes[i].low[axis] = solid->hulls.data[i].low[axis] - TLB_LEVEL_NEAR;
            boxes[i].high[axis] = solid->hulls.data[i].high[axis] + TLB_LEVEL_NEAR;
        }
    return boxes && tlb_box_tree_make(&c->tree, boxes, solid->hulls.count, &c->m->scratch);
}

tlb_status tlb_solid_make_faces(tlb_solid_maker *m)
{
    clipper c = {.m = m};
    tlb_arena_init(&c.work, m->context->account);
    bool done = make_tree(&c);
    for (uint32_t i = 0; done && i < m->sides.count; i++) {
        tlb_mark mark = tlb_arena_mark(&c.work);
        c.side = &m->sides.data[i];
        memset(&c.parts, 0, sizeof c.parts);
        memset(&c.visible, 0, sizeof c.visible);
        done = make_side_faces(&c);
        tlb_arena_rewind(&c.work, mark);
    }
    tlb_arena_release(&c.work);
    tlb_arena_fail(&m->scratch, c.work.failure);
    return done ? TLB_OK : tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
}
