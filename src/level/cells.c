/* A closed mesh as convex hulls: the cells behind the leaves of a tree that its own sides divide. What is in
 * front of a side with no others before it is empty, what is behind one with no others there is solid. */
#include "level/box_tree.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct fragment {
    struct fragment *next;
    tlb_winding winding;
    tlb_solid_plane_ref plane;
} fragment;

/* The planes behind or before which a node is, up to the root. */
typedef struct path {
    const struct path *above;
    tlb_solid_plane_ref plane; /* outward of the node */
    uint32_t depth;
} path;

typedef struct node {
    fragment *fragments;
    const path *path;
} node;

typedef struct divider {
    tlb_solid_maker *m;
    uint32_t mesh;
    tlb_arena work; /* fragments and paths */
    TLB_LIST(node) nodes;
    bool is_open; /* a cell has no end */
} divider;

/* --- dividing ---------------------------------------------------------------------------------------- */

static double score(const divider *d, const fragment *list, const fragment *by, uint32_t step)
{
    double coplanar = 0, split = 0, front = 0, back = 0;
    const tlb_solid_plane *plane = &d->m->solid->planes.data[by->plane.plane];
    uint32_t i = 0;
    for (const fragment *f = list; f; f = f->next) {
        if (i++ % step)
            continue;
        unsigned sides = f->plane.plane == by->plane.plane ? 0 : tlb_winding_sides(&f->winding, plane);
        coplanar += !sides;
        split += sides == (TLB_WINDING_ABOVE | TLB_WINDING_BELOW);
        front += sides == TLB_WINDING_ABOVE;
        back += sides == TLB_WINDING_BELOW;
    }
    return 5 * coplanar - 5 * split - fabs(front - back);
}

/* The best of some sides, spread over all; each is compared with some, too, where there are many. */
static const fragment *choose(const divider *d, const fragment *list)
{
    enum { TRIED = 32, COMPARED = 1024 };
    uint32_t count = 0, i = 0;
    for (const fragment *f = list; f; f = f->next)
        count++;
    const fragment *best = NULL;
    double best_score = -INFINITY;
    uint32_t between = (count + TRIED - 1) / TRIED, step = (count + COMPARED - 1) / COMPARED;
    for (const fragment *f = list; f; f = f->next) {
        if (i++ % between)
            continue;
        double s = score(d, list, f, step);
        if (s > best_score) {
            best = f;
            best_score = s;
        }
    }
    return best;
}

static fragment *add_piece(divider *d, const fragment *of, const tlb_winding *winding, fragment *next)
{
    fragment *added = tlb_alloc(&d->work, sizeof *added);
    if (added)
        *added = (fragment){next, *winding, of->plane};
    return added;
}

static const path *add_path(divider *d, const path *above, tlb_solid_plane_ref plane, bool is_front)
{
    path *added = tlb_alloc(&d->work, sizeof *added);
    if (added)
        *added = (path){above, {plane.plane, plane.reversed != is_front}, above ? above->depth + 1 : 1};
    return added;
}

static bool is_area(const tlb_winding *winding)
{
    double area[3];
    tlb_winding_area(winding, area);
    return tlb_dot(area, area) > 4e-16; /* 1e-8 m2 */
}

/* Sorts the fragments to those above and below the plane; those in it are done. */
static bool divide(divider *d, fragment *list, tlb_solid_plane_ref by, fragment **above, fragment **below)
{
    const tlb_solid_plane *planes = d->m->solid->planes.data;
    *above = *below = NULL;
    for (fragment *f = list, *next; f; f = next) {
        next = f->next;
        unsigned sides = f->plane.plane == by.plane ? 0 : tlb_winding_sides(&f->winding, &planes[by.plane]);
        if (sides == TLB_WINDING_ABOVE || sides == TLB_WINDING_BELOW) {
            fragment **list_of = sides == TLB_WINDING_ABOVE ? above : below;
            f->next = *list_of;
            *list_of = f;
        } else if (sides) {
            tlb_winding parts[2];
            if (!tlb_winding_split(&f->winding, planes, f->plane.plane, by.plane, &d->work, &parts[0],
                                   &parts[1]))
                return false;
            if (is_area(&parts[0]) && !(*above = add_piece(d, f, &parts[0], *above)))
                return false;
            if (is_area(&parts[1]) && !(*below = add_piece(d, f, &parts[1], *below)))
                return false;
        }
    }
    return true;
}

/* --- cells ------------------------------------------------------------------------------------------- */

static bool add_cell(divider *d, const path *leaf)
{
    tlb_arena work;
    tlb_arena_init(&work, d->m->context->account);
    tlb_level_face *faces = tlb_zalloc_array(&work, leaf->depth, sizeof *faces);
    tlb_solid_plane_ref *planes = tlb_alloc_array(&work, leaf->depth, sizeof *planes);
    uint32_t count = 0;
    for (const path *p = leaf; faces && planes && p; p = p->above, count++) {
        const tlb_solid_plane *plane = &d->m->solid->planes.data[p->plane.plane];
        double sign = p->plane.reversed ? -1 : 1;
        planes[count] = p->plane;
        faces[count].distance = sign * plane->distance;
        for (int axis = 0; axis < 3; axis++)
            faces[count].normal[axis] = sign * plane->normal[axis];
    }
    const tlb_level_mesh *mesh = &d->m->level->details.data[d->m->detail].meshes.data[d->mesh];
    const tlb_solid_source source = {true, d->mesh, TLB_LEVEL_WHOLE};
    tlb_brush_shape shape = {.fault = TLB_BRUSH_SOUND};
    bool done = faces && planes && tlb_brush_shape_make(faces, count, &work, &work, &shape) &&
                (shape.fault || tlb_solid_add_hull(d->m, &source, mesh->kind, &shape, planes));
    tlb_arena_release(&work);
    tlb_arena_fail(&d->m->scratch, work.failure);
    d->is_open |= shape.fault == TLB_BRUSH_OPEN;
    return done;
}

static bool add_node(divider *d, fragment *fragments, const path *at, bool is_solid)
{
    if (!at || (!fragments && is_solid))
        return at && add_cell(d, at);
    if (!fragments)
        return true;
    node *added = TLB_PUSH(&d->work, &d->nodes);
    if (added)
        *added = (node){fragments, at};
    return added;
}

static bool divide_all(divider *d)
{
    while (d->nodes.count && !d->is_open) {
        node next = d->nodes.data[--d->nodes.count];
        tlb_solid_plane_ref by = choose(d, next.fragments)->plane;
        fragment *above, *below;
        if (tlb_work(d->m->context->account, 1) || !divide(d, next.fragments, by, &above, &below))
            return false;
        fragment *front = by.reversed ? below : above, *back = by.reversed ? above : below;
        if (!add_node(d, front, add_path(d, next.path, by, true), false) ||
            !add_node(d, back, add_path(d, next.path, by, false), true))
            return false;
    }
    return true;
}

/* --- which cells are behind a side ------------------------------------------------------------------- */

typedef TLB_LIST(tlb_solid_side) side_list;

static bool has_plane(const tlb_solid *solid, const tlb_solid_hull *hull, const tlb_solid_face *face)
{
    for (uint32_t i = 0; i < hull->plane_count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + i];
        if (ref.plane == face->plane && ref.reversed == face->reversed)
            return true;
    }
    return false;
}

/* What of a side lies on a hull that has its plane; count 0: nothing. */
static bool cut_to_hull(tlb_solid_maker *m, const tlb_solid_side *side, const tlb_solid_hull *hull,
                        tlb_winding *part)
{
    const tlb_solid *solid = m->solid;
    *part = side->winding;
    for (uint32_t i = 0; i < hull->plane_count && part->count; i++) {
        tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + i];
        unsigned outside = ref.reversed ? TLB_WINDING_BELOW : TLB_WINDING_ABOVE;
        unsigned sides =
            ref.plane == side->face.plane ? 0 : tlb_winding_sides(part, &solid->planes.data[ref.plane]);
        tlb_winding halves[2] = {{0}, {0}};
        if (!(sides & outside))
            continue;
        if (sides != outside && !tlb_winding_split(part, solid->planes.data, side->face.plane, ref.plane,
                                                   &m->scratch, &halves[0], &halves[1]))
            return false;
        *part = halves[!ref.reversed];
    }
    return true;
}

static double area_of(const tlb_winding *winding)
{
    double area[3];
    tlb_winding_area(winding, area);
    return sqrt(tlb_dot(area, area)) / 2;
}

/* Adds the parts of a side on the hulls behind it; those that rounding left out get the hull of the largest.
 */
static bool add_parts(tlb_solid_maker *m, const tlb_solid_side *side, uint32_t first_hull,
                      const tlb_box_list *near, side_list *parts, tlb_arena *work)
{
    uint32_t first = parts->count, largest = first_hull;
    double whole = area_of(&side->winding), covered = 0, most = 0;
    for (uint32_t k = 0; k < near->count; k++) {
        uint32_t hull = first_hull + near->data[k];
        tlb_winding part;
        if (!has_plane(m->solid, &m->solid->hulls.data[hull], &side->face))
            continue;
        if (!cut_to_hull(m, side, &m->solid->hulls.data[hull], &part))
            return false;
        double area = part.count ? area_of(&part) : 0;
        if (!part.count || !is_area(&part))
            continue;
        tlb_solid_side *added = TLB_PUSH(work, parts);
        if (!added)
            return false;
        *added = *side;
        added->winding = part;
        added->face.hull = hull;
        covered += area;
        largest = area > most ? hull : largest;
        most = fmax(most, area);
    }
    if (parts->count > first + 1 && fabs(covered - whole) < 1e-3 * whole)
        return true;
    parts->count = first;
    tlb_solid_side *added = TLB_PUSH(work, parts);
    if (!added)
        return false;
    *added = *side;
    added->face.hull = largest;
    return true;
}

/* Parts each side, so that all of a part is on one hull. */
static bool find_hulls(tlb_solid_maker *m, uint32_t first_side, uint32_t first_hull, tlb_arena *work)
{
    const tlb_solid *solid = m->solid;
    uint32_t count = solid->hulls.count - first_hull;
    tlb_level_box box, *boxes = tlb_alloc_array(work, count, sizeof *boxes);
    tlb_box_tree tree;
    tlb_box_list near = {0};
    side_list parts = {0};
    for (uint32_t i = 0; boxes && i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            boxes[i].low[axis] = solid->hulls.data[first_hull + i].low[axis] - TLB_LEVEL_NEAR;
            boxes[i].high[axis] = solid->hulls.data[first_hull + i].high[axis] + TLB_LEVEL_NEAR;
        }
    if (!boxes || !tlb_box_tree_make(&tree, boxes, count, work))
        return false;
    for (uint32_t i = first_side; i < m->sides.count; i++) {
        tlb_winding_box(&m->sides.data[i].winding, box.low, box.high);
        if (!tlb_box_tree_find(&tree, &box, work, &near) ||
            !add_parts(m, &m->sides.data[i], first_hull, &near, &parts, work))
            return false;
    }
    m->sides.count = first_side;
    if (!TLB_RESERVE(&m->scratch, &m->sides, parts.count))
        return false;
    for (uint32_t i = 0; i < parts.count; i++)
        m->sides.data[m->sides.count++] = parts.data[i];
    return true;
}

bool tlb_solid_add_cells(tlb_solid_maker *m, uint32_t mesh, uint32_t first, bool *is_closed)
{
    divider d = {.m = m, .mesh = mesh};
    tlb_solid *solid = m->solid;
    uint32_t first_hull = solid->hulls.count, first_point = solid->hull_points.count,
             first_plane = solid->hull_planes.count;
    node root = {NULL, NULL};
    bool done = true;
    tlb_arena_init(&d.work, m->context->account);
    for (uint32_t i = m->sides.count; done && i-- > first;) {
        fragment *f = tlb_alloc(&d.work, sizeof *f);
        const tlb_solid_side *side = &m->sides.data[i];
        done = f;
        if (f)
            *f = (fragment){root.fragments, side->winding, {side->face.plane, side->face.reversed}};
        root.fragments = f;
    }
    node *added = done && root.fragments ? TLB_PUSH(&d.work, &d.nodes) : NULL;
    if (added)
        *added = root;
    done = done && (!root.fragments || (added && divide_all(&d)));
    *is_closed = !d.is_open && solid->hulls.count > first_hull;
    if (!*is_closed) {
        solid->hulls.count = first_hull;
        solid->hull_points.count = first_point;
        solid->hull_planes.count = first_plane;
    }
    done = done && (!*is_closed || find_hulls(m, first, first_hull, &d.work));
    tlb_arena_release(&d.work);
    tlb_arena_fail(&m->scratch, d.work.failure);
    return done;
}
