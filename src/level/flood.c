/* Two cells are connected if they share a part of a face, unless it is a portal's. What they share lies in
 * the plane of a node: the part of the plane in the node's own cell is taken down one side of the node, and
 * from each cell there down the other side. */
#include "level/flood.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

typedef struct path_plane {
    uint32_t plane;
    bool is_above; /* the side that the path takes */
} path_plane;

typedef struct flooder {
    tlb_solid_maker *m;
    tlb_solid_flood *flood;
    tlb_solid_plane *planes; /* the solid's; after them those across the edges of the portals' polygons */
    uint32_t *edges;         /* of each polygon: the first of these */
    uint32_t *portals;       /* of each plane: 1 + the first portal in it */
    uint32_t *next;          /* of each portal: 1 + the next one in its plane */
    double middle[3], reach; /* a ball in which all of the level is */
    TLB_LIST(path_plane) path;
    tlb_arena work; /* of a node */
    const tlb_solid_node *node;
    bool failed;
} flooder;

#define NO_CELL UINT32_MAX

/* --- windings ---------------------------------------------------------------------------------------- */

static double area_of(const tlb_winding *winding)
{
    double area[3];
    tlb_winding_area(winding, area);
    return sqrt(tlb_dot(area, area)) / 2;
}

/* Slivers, which rounding leaves, connect nothing. */
static bool is_wide(const tlb_winding *winding)
{
    double longest = 0;
    for (uint32_t i = 1; i < winding->count; i++)
        longest = fmax(longest, tlb_square_distance(winding->corners[0].at, winding->corners[i].at));
    return area_of(winding) > TLB_LEVEL_NEAR * sqrt(longest);
}

static bool split(flooder *f, const tlb_winding *winding, uint32_t cut, tlb_winding halves[2])
{
    f->failed = f->failed ||
                !tlb_winding_split(winding, f->planes, f->node->plane, cut, &f->work, &halves[0], &halves[1]);
    return !f->failed;
}

/* The part of the node's plane that is on the way to it: a large square, cut by the path. */
static bool make_winding(flooder *f, tlb_winding *winding)
{
    static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const tlb_solid_plane *plane = &f->planes[f->node->plane];
    double up[3] = {0}, u[3], v[3], above = tlb_plane_above(plane, f->middle);
    int least = 0;
    for (int axis = 1; axis < 3; axis++)
        least = fabs(plane->normal[axis]) < fabs(plane->normal[least]) ? axis : least;
    up[least] = 1;
    tlb_cross(up, plane->normal, u);
    double length = sqrt(tlb_dot(u, u));
    for (int axis = 0; axis < 3; axis++)
        u[axis] /= length;
    tlb_cross(plane->normal, u, v);
    *winding = (tlb_winding){tlb_alloc_array(&f->work, 4, sizeof *winding->corners), 4};
    f->failed |= !winding->corners;
    for (int i = 0; i < 4 && !f->failed; i++) {
        tlb_winding_corner *corner = &winding->corners[i];
        corner->edge = TLB_WINDING_LOOSE;
        for (int axis = 0; axis < 3; axis++)
            corner->at[axis] = f->middle[axis] - above * plane->normal[axis] +
                               f->reach * (signs[i][0] * u[axis] + signs[i][1] * v[axis]);
    }
    for (uint32_t i = 0; i < f->path.count && winding->count && !f->failed; i++) {
        tlb_winding halves[2];
        if (tlb_winding_sides(winding, &f->planes[f->path.data[i].plane]) &&
            split(f, winding, f->path.data[i].plane, halves))
            *winding = halves[!f->path.data[i].is_above];
    }
    return !f->failed && is_wide(winding);
}

/* --- joining ----------------------------------------------------------------------------------------- */

typedef TLB_LIST(tlb_winding) winding_list;

/* Adds to `outside` what of a winding is not in a portal's polygon. */
static void subtract(flooder *f, tlb_winding rest, uint32_t polygon, winding_list *outside)
{
    uint32_t count = f->m->solid->portal_polygons.data[polygon].corner_count;
    for (uint32_t i = 0; i < count && rest.count && !f->failed; i++) {
        tlb_winding halves[2];
        if (!split(f, &rest, f->edges[polygon] + i, halves))
            return;
        tlb_winding *added = halves[0].count ? TLB_PUSH(&f->work, outside) : NULL;
        f->failed |= halves[0].count && !added;
        if (added)
            *added = halves[0];
        rest = halves[1];
    }
}

/* What two cells share; the portals in it become doors. */
static void join(flooder *f, uint32_t front, uint32_t back, const tlb_winding *shared)
{
    const tlb_solid *solid = f->m->solid;
    winding_list rest = {0};
    tlb_winding *first = TLB_PUSH(&f->work, &rest);
    f->failed |= !first;
    if (first)
        *first = *shared;
    for (uint32_t next = f->portals[f->node->plane]; next && !f->failed; next = f->next[next - 1]) {
        const tlb_solid_portal *portal = &solid->portals.data[next - 1];
        tlb_solid_door *door = &f->flood->doors[next - 1];
        double area = 0;
        for (uint32_t i = 0; i < portal->polygon_count; i++) {
            winding_list outside = {0};
            for (uint32_t j = 0; j < rest.count; j++) {
                area += area_of(&rest.data[j]);
                subtract(f, rest.data[j], portal->first_polygon + i, &outside);
            }
            for (uint32_t j = 0; j < outside.count; j++)
                area -= area_of(&outside.data[j]);
            rest = outside;
        }
        if (area > door->area)
            *door =
                (tlb_solid_door){{portal->reversed ? back : front, portal->reversed ? front : back}, area};
    }
    for (uint32_t i = 0; i < rest.count && !f->failed; i++)
        if (is_wide(&rest.data[i])) {
            uint32_t *joined = f->flood->joined;
            joined[tlb_root_of(joined, front)] = tlb_root_of(joined, back);
            return;
        }
}

/* Takes a winding down the front side of the node; in each cell there (`front`), down the back side. */
static void go_down(flooder *f, uint32_t at, uint32_t front, const tlb_winding *winding)
{
    if (f->failed || !is_wide(winding) || at == TLB_SOLID_LEAF)
        return;
    if (at & TLB_SOLID_LEAF) {
        uint32_t cell = at & ~(uint32_t)(TLB_SOLID_LEAF | TLB_SOLID_EMPTY);
        if (front == NO_CELL)
            go_down(f, f->node->children[1], cell, winding);
        else
            join(f, front, cell, winding);
        return;
    }
    const tlb_solid_node *node = &f->m->cells.nodes.data[at];
    unsigned sides = tlb_winding_sides(winding, &f->planes[node->plane]);
    tlb_winding halves[2];
    if (!sides) {
        bool is_same = tlb_dot(f->planes[f->node->plane].normal, f->planes[node->plane].normal) > 0;
        go_down(f, node->children[is_same != (front == NO_CELL)], front, winding);
    } else if (sides == TLB_WINDING_ABOVE || sides == TLB_WINDING_BELOW)
        go_down(f, node->children[sides == TLB_WINDING_BELOW], front, winding);
    else if (split(f, winding, node->plane, halves))
        for (int side = 0; side < 2; side++)
            go_down(f, node->children[side], front, &halves[side]);
}

static void visit(flooder *f, uint32_t at)
{
    if (at & TLB_SOLID_LEAF || f->failed)
        return;
    const tlb_solid_node *node = &f->m->cells.nodes.data[at];
    tlb_mark mark = tlb_arena_mark(&f->work);
    tlb_winding winding;
    f->node = node;
    if (make_winding(f, &winding))
        go_down(f, node->children[0], NO_CELL, &winding);
    tlb_arena_rewind(&f->work, mark);
    path_plane *step = TLB_PUSH(&f->m->scratch, &f->path);
    f->failed |= !step || tlb_work(f->m->context->account, 1);
    for (int side = 0; side < 2 && !f->failed; side++) {
        f->path.data[f->path.count - 1] = (path_plane){node->plane, side == 0};
        visit(f, node->children[side]);
    }
    f->path.count--;
}

/* --- preparing --------------------------------------------------------------------------------------- */

/* A plane across each edge of a portal's polygons, above which is what is outside of it. */
static void make_edges(flooder *f, const tlb_solid_portal *portal, uint32_t *plane)
{
    const tlb_solid *solid = f->m->solid;
    for (uint32_t i = 0; i < portal->polygon_count; i++) {
        const tlb_solid_polygon *polygon = &solid->portal_polygons.data[portal->first_polygon + i];
        const uint32_t *corners = solid->corners.data + polygon->first_corner;
        f->edges[portal->first_polygon + i] = *plane;
        for (uint32_t j = 0; j < polygon->corner_count; j++) {
            const double *a = solid->points.data[corners[j]];
            const double *b = solid->points.data[corners[j + 1 < polygon->corner_count ? j + 1 : 0]];
            tlb_solid_plane *edge = &f->planes[(*plane)++];
            double along[3], length;
            tlb_subtract(b, a, along);
            tlb_cross(along, solid->planes.data[portal->plane].normal, edge->normal);
            length = sqrt(tlb_dot(edge->normal, edge->normal)) * (portal->reversed ? -1 : 1);
            for (int axis = 0; axis < 3; axis++)
                edge->normal[axis] = length != 0 ? edge->normal[axis] / length : 0;
            edge->distance = tlb_dot(edge->normal, a);
        }
    }
}

static bool prepare(flooder *f)
{
    const tlb_solid *solid = f->m->solid;
    tlb_arena *arena = &f->m->scratch;
    size_t planes = solid->planes.count, portals = solid->portals.count;
    uint32_t plane = solid->planes.count;
    for (uint32_t i = 0; i < solid->portal_polygons.count; i++)
        planes += solid->portal_polygons.data[i].corner_count;
    f->planes = tlb_alloc_array(arena, planes, sizeof *f->planes);
    f->edges = tlb_alloc_array(arena, solid->portal_polygons.count, sizeof *f->edges);
    f->portals = tlb_zalloc_array(arena, solid->planes.count, sizeof *f->portals);
    f->next = tlb_zalloc_array(arena, portals, sizeof *f->next);
    f->flood->doors = tlb_zalloc_array(arena, portals, sizeof *f->flood->doors);
    f->flood->joined = tlb_alloc_array(arena, f->m->cells.count, sizeof *f->flood->joined);
    if (!f->planes || !f->edges || !f->portals || !f->next || !f->flood->doors || !f->flood->joined)
        return false;
    memcpy(f->planes, solid->planes.data, solid->planes.count * sizeof *f->planes);
    for (uint32_t i = solid->portals.count; i-- > 0;) {
        const tlb_solid_portal *portal = &solid->portals.data[i];
        make_edges(f, portal, &plane);
        f->next[i] = f->portals[portal->plane];
        f->portals[portal->plane] = i + 1;
    }
    for (uint32_t i = 0; i < f->m->cells.count; i++)
        f->flood->joined[i] = i;
    return true;
}

/* The ball, with a margin in which all that is outside is connected. */
static void measure(flooder *f)
{
    static const double margin = 4;
    const tlb_solid *solid = f->m->solid;
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < solid->points.count; i++) {
            low = fmin(low, solid->points.data[i][axis]);
            high = fmax(high, solid->points.data[i][axis]);
        }
        f->middle[axis] = (low + high) / 2;
        square += (high - low) * (high - low);
    }
    f->reach = sqrt(square) + margin;
}

static uint32_t find_outside(const flooder *f)
{
    const tlb_solid_cells *cells = &f->m->cells;
    double at[3];
    uint32_t child = cells->root;
    for (int axis = 0; axis < 3; axis++)
        at[axis] = f->middle[axis] + (axis == 2 ? f->reach : 0);
    while (!(child & TLB_SOLID_LEAF)) {
        const tlb_solid_node *node = &cells->nodes.data[child];
        child = node->children[tlb_plane_above(&f->planes[node->plane], at) <= 0];
    }
    return child & TLB_SOLID_EMPTY ? child & ~(uint32_t)(TLB_SOLID_LEAF | TLB_SOLID_EMPTY) : NO_CELL;
}

tlb_status tlb_solid_flood_cells(tlb_solid_maker *m, tlb_solid_flood *flood)
{
    flooder f = {.m = m, .flood = flood};
    if (!prepare(&f))
        return tlb_report_memory(m->context, &m->scratch);
    tlb_arena_init(&f.work, m->context->account);
    measure(&f);
    visit(&f, m->cells.root);
    flood->outside = find_outside(&f);
    tlb_arena_release(&f.work);
    tlb_arena_fail(&m->scratch, f.work.failure);
    return f.failed ? tlb_report_memory(m->context, &m->scratch) : TLB_OK;
}
