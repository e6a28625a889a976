/* The sides of a mesh: its polygons, joined to convex ones where they have the same plane, material and
 * texture equations. */
#include "level/merge.h"
#include "level/solid.h"
#include "level/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far texture coordinates may be from an equation: repeats. */
static const double same_texture = 1e-3;

typedef struct polygon {
    const tlb_level_polygon *given;
    double area[3], size; /* twice the area */
    tlb_solid_plane_ref plane;
    bool is_used;
    uint32_t group; /* another of the same group, or itself: the largest */
} polygon;

typedef struct edge {
    uint32_t from, to, polygon;
} edge;

typedef struct gatherer {
    tlb_solid_maker *m;
    const tlb_level_mesh *mesh;
    uint32_t index; /* of the mesh */
    tlb_arena work;
    polygon *polygons;
    edge *edges;
} gatherer;

static uint32_t corner_of(const gatherer *g, const polygon *p, uint32_t index)
{
    return g->mesh->corners.data[p->given->first_corner + index % p->given->corner_count];
}

static const double *corner_at(const gatherer *g, const polygon *p, uint32_t index)
{
    return g->mesh->points.data[corner_of(g, p, index)];
}

/* --- neighbors --------------------------------------------------------------------------------------- */

static int compare_edges(const void *a, const void *b)
{
    const edge *one = a, *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    if (one->to != other->to)
        return one->to < other->to ? -1 : 1;
    return one->polygon < other->polygon ? -1 : one->polygon > other->polygon;
}

/* The polygon beyond an edge; NULL: there is none. */
static polygon *neighbor(const gatherer *g, const polygon *p, uint32_t index)
{
    uint32_t from = corner_of(g, p, index + 1), to = corner_of(g, p, index);
    uint32_t low = 0, high = g->mesh->corners.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const edge *e = &g->edges[middle];
        if (e->from < from || (e->from == from && e->to < to))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < g->mesh->corners.count && g->edges[low].from == from && g->edges[low].to == to;
    return found ? &g->polygons[g->edges[low].polygon] : NULL;
}

/* --- planes ------------------------------------------------------------------------------------------ */

static void outward(const gatherer *g, const polygon *p, double normal[3], double *distance)
{
    const tlb_solid_plane *plane = &g->m->solid->planes.data[p->plane.plane];
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = p->plane.reversed ? -plane->normal[axis] : plane->normal[axis];
    *distance = p->plane.reversed ? -plane->distance : plane->distance;
}

/* Whether it lies in the plane of another. */
static bool fits(const gatherer *g, const polygon *p, const polygon *other)
{
    double normal[3], distance;
    outward(g, other, normal, &distance);
    for (uint32_t i = 0; i < p->given->corner_count; i++)
        if (!(fabs(tlb_dot(normal, corner_at(g, p, i)) - distance) <= TLB_LEVEL_NEAR / 2))
            return false;
    return tlb_dot(p->area, normal) > 0.9 * p->size;
}

/* The plane of a neighbor, which is larger and so more exact, or its own. */
static bool find_plane(gatherer *g, polygon *p)
{
    double normal[3], distance = 0;
    for (uint32_t i = 0; i < p->given->corner_count; i++) {
        const polygon *beside = neighbor(g, p, i);
        if (beside && beside->is_used && fits(g, p, beside)) {
            p->plane = beside->plane;
            return true;
        }
    }
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = p->area[axis] / p->size;
    for (uint32_t i = 0; i < p->given->corner_count; i++)
        distance += tlb_dot(normal, corner_at(g, p, i)) / p->given->corner_count;
    return tlb_solid_find_plane(g->m, normal, distance, &p->plane);
}

static void measure(const gatherer *g, polygon *p)
{
    for (uint32_t i = 1; i + 1 < p->given->corner_count; i++) {
        double a[3], b[3], turn[3];
        tlb_subtract(corner_at(g, p, i), corner_at(g, p, 0), a);
        tlb_subtract(corner_at(g, p, i + 1), corner_at(g, p, 0), b);
        tlb_cross(a, b, turn);
        for (int axis = 0; axis < 3; axis++)
            p->area[axis] += turn[axis];
    }
    p->size = sqrt(tlb_dot(p->area, p->area));
    p->size = isfinite(p->size) ? p->size : 0;
}

/* --- groups ------------------------------------------------------------------------------------------ */

static uint32_t group_of(const gatherer *g, uint32_t index)
{
    while (g->polygons[index].group != index)
        index = g->polygons[index].group = g->polygons[g->polygons[index].group].group;
    return index;
}

static bool has_texture(const gatherer *g, const polygon *p, const tlb_level_polygon *like)
{
    for (uint32_t i = 0; i < p->given->corner_count; i++) {
        const double *at = corner_at(g, p, i);
        double u = tlb_dot(p->given->x, at) + p->given->x[3] - tlb_dot(like->x, at) - like->x[3];
        double v = tlb_dot(p->given->y, at) + p->given->y[3] - tlb_dot(like->y, at) - like->y[3];
        if (!(fabs(u) <= same_texture && fabs(v) <= same_texture))
            return false;
    }
    return true;
}

/* Joins the groups of neighbors whose polygons are alike. */
static void join(gatherer *g, polygon *p, const polygon *other)
{
    uint32_t one = group_of(g, (uint32_t)(p - g->polygons));
    uint32_t two = group_of(g, (uint32_t)(other - g->polygons));
    const polygon *to = &g->polygons[two];
    if (one != two && p->plane.plane == other->plane.plane && p->plane.reversed == other->plane.reversed &&
        p->given->material == other->given->material && has_texture(g, p, to->given) &&
        has_texture(g, &g->polygons[one], to->given))
        g->polygons[one].group = two;
}

static bool get_winding(gatherer *g, const polygon *p, tlb_winding *winding)
{
    uint32_t count = p->given->corner_count;
    *winding = (tlb_winding){tlb_alloc_array(&g->m->scratch, count, sizeof *winding->corners), count};
    for (uint32_t i = 0; winding->corners && i < count; i++) {
        const polygon *beyond = neighbor(g, p, i);
        bool has_edge = beyond && beyond->is_used && beyond->plane.plane != p->plane.plane;
        memcpy(winding->corners[i].at, corner_at(g, p, i), sizeof winding->corners[i].at);
        winding->corners[i].edge = has_edge ? beyond->plane.plane : TLB_WINDING_LOOSE;
    }
    return winding->corners;
}

static bool add_sides(gatherer *g, const polygon *p, const tlb_winding_list *windings)
{
    for (uint32_t i = 0; i < windings->count; i++) {
        tlb_solid_side *side = TLB_PUSH(&g->m->scratch, &g->m->sides);
        if (!side)
            return false;
        *side = (tlb_solid_side){
            .face = {.plane = p->plane.plane,
                     .reversed = p->plane.reversed,
                     .is_detail = g->mesh->kind == TLB_BRUSH_DETAIL,
                     .source = {true, g->index, (uint32_t)(p->given - g->mesh->polygons.data)},
                     .material = p->given->material},
            .winding = windings->data[i]};
        memcpy(side->face.x, p->given->x, sizeof side->face.x);
        memcpy(side->face.y, p->given->y, sizeof side->face.y);
    }
    return true;
}

/* --- all --------------------------------------------------------------------------------------------- */

typedef struct ranked {
    double size;
    uint32_t polygon, group;
} ranked;

static int compare_sizes(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->size != other->size)
        return one->size > other->size ? -1 : 1;
    return one->polygon < other->polygon ? -1 : one->polygon > other->polygon;
}

static int compare_groups(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->group != other->group)
        return one->group < other->group ? -1 : 1;
    return one->polygon < other->polygon ? -1 : one->polygon > other->polygon;
}

static bool gather_edges(gatherer *g)
{
    uint32_t count = 0;
    g->edges = tlb_alloc_array(&g->work, g->mesh->corners.count, sizeof *g->edges);
    for (uint32_t i = 0; g->edges && i < g->mesh->polygons.count; i++)
        for (uint32_t k = 0; k < g->polygons[i].given->corner_count; k++)
            g->edges[count++] =
                (edge){corner_of(g, &g->polygons[i], k), corner_of(g, &g->polygons[i], k + 1), i};
    if (count)
        qsort(g->edges, count, sizeof *g->edges, compare_edges);
    return g->edges;
}

static bool gather(gatherer *g)
{
    uint32_t count = g->mesh->polygons.count;
    g->polygons = tlb_zalloc_array(&g->work, count, sizeof *g->polygons);
    ranked *order = tlb_alloc_array(&g->work, count, sizeof *order);
    if (!g->polygons || !order)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        g->polygons[i].given = &g->mesh->polygons.data[i];
        g->polygons[i].group = i;
        measure(g, &g->polygons[i]);
        order[i] = (ranked){g->polygons[i].size, i, 0};
    }
    if (!gather_edges(g))
        return false;
    qsort(order, count, sizeof *order, compare_sizes);
    for (uint32_t i = 0; i < count; i++) {
        polygon *p = &g->polygons[order[i].polygon];
        if (!(p->size > 1e-12))
            continue;
        if (!find_plane(g, p))
            return false;
        p->is_used = true;
        for (uint32_t k = 0; k < p->given->corner_count; k++) {
            polygon *beside = neighbor(g, p, k);
            if (beside && beside->is_used)
                join(g, p, beside);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = (ranked){0, i, group_of(g, i)};
    qsort(order, count, sizeof *order, compare_groups);
    for (uint32_t i = 0, end; i < count; i = end) {
        tlb_winding_list windings = {0};
        for (end = i; end < count && order[end].group == order[i].group; end++) {
            const polygon *p = &g->polygons[order[end].polygon];
            tlb_winding *winding = p->is_used ? TLB_PUSH(&g->m->scratch, &windings) : NULL;
            if (p->is_used && (!winding || !get_winding(g, p, winding)))
                return false;
        }
        if (!tlb_merge_windings(&windings, &g->m->scratch) ||
            !add_sides(g, &g->polygons[order[i].group], &windings))
            return false;
    }
    return true;
}

bool tlb_solid_add_mesh(tlb_solid_maker *m, uint32_t mesh)
{
    gatherer g = {.m = m, .mesh = &m->level->details.data[m->detail].meshes.data[mesh], .index = mesh};
    uint32_t first = m->sides.count;
    tlb_arena_init(&g.work, m->solid->arena.account);
    bool is_closed, done = gather(&g);
    tlb_arena_release(&g.work);
    tlb_arena_fail(&m->scratch, g.work.failure);
    return done && tlb_solid_add_cells(m, mesh, first, &is_closed) &&
           (is_closed || tlb_solid_add_prisms(m, mesh, first));
}
