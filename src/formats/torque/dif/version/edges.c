/* The edges of interiors: in the form of version 12 and later, in that of 2 to 5, or derived from the
 * surfaces, which on real files gives the edges that they hold. */
#include "formats/torque/dif/version/version.h"

#include <stdlib.h>

/* --- derived from surfaces ---------------------------------------------------------------------------- */

/* One side of an edge: a surface's polygon runs along it. */
typedef struct edge_side {
    uint32_t from, to, surface, position;
} edge_side;

/* Windings are rarely shared by surfaces; files that share one over and over get no edges out of it. */
enum { MOST_SIDES_PER_WINDING = 8 };

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static bool ascends(const edge_side *side)
{
    return side->from < side->to;
}

static int compare_edges(const edge_side *a, const edge_side *b)
{
    int order = compare(ascends(a) ? a->from : a->to, ascends(b) ? b->from : b->to);
    return order ? order : compare(ascends(a) ? a->to : a->from, ascends(b) ? b->to : b->from);
}

/* Sides of the same edge together, those that run upwards first, in the surfaces' order. */
static int compare_sides(const void *a, const void *b)
{
    const edge_side *x = a, *y = b;
    int order = compare_edges(x, y);
    order = order ? order : compare(ascends(y), ascends(x));
    return order ? order : compare(x->position, y->position);
}

static uint64_t count_sides(const tlb_dif_interior *x)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        count += x->surfaces.data[i].windingCount;
    return count;
}

static uint32_t collect_sides(const tlb_dif_interior *x, edge_side *sides)
{
    uint32_t points[TLB_DIF_MAX_WINDING], count = 0;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        uint32_t corners = tlb_dif_surface_polygon(x, &x->surfaces.data[i], false, points);
        for (uint32_t k = 0; k < corners; k++) {
            uint32_t next = points[k + 1 < corners ? k + 1 : 0];
            if (points[k] != next)
                sides[count] = (edge_side){points[k], next, i, count}, count++;
        }
    }
    return count;
}

typedef struct found_edge {
    tlb_dif_edge edge;
    uint32_t position; /* of the side that comes first */
} found_edge;

static int compare_found(const void *a, const void *b)
{
    return compare(((const found_edge *)a)->position, ((const found_edge *)b)->position);
}

static found_edge pair_sides(const edge_side *a, const edge_side *b)
{
    const edge_side *first = a->position < b->position ? a : b, *second = first == a ? b : a;
    return (found_edge){
        {(int32_t)first->from, (int32_t)first->to, (int32_t)first->surface, (int32_t)second->surface},
        first->position};
}

/* Pairs each side that runs upwards with one that runs downwards. */
static uint32_t find_edges(const edge_side *sides, uint32_t count, found_edge *found)
{
    uint32_t pairs = 0;
    for (uint32_t start = 0, middle, end; start < count; start = end) {
        for (end = start; end < count && compare_edges(&sides[start], &sides[end]) == 0;)
            end++;
        for (middle = start; middle < end && ascends(&sides[middle]);)
            middle++;
        for (uint32_t up = start, down = middle; up < middle && down < end; up++, down++)
            found[pairs++] = pair_sides(&sides[up], &sides[down]);
    }
    qsort(found, pairs, sizeof *found, compare_found);
    return pairs;
}

/* False without memory. */
static bool derive_edges(tlb_arena *arena, tlb_dif_interior *x)
{
    x->edges.count = 0;
    uint64_t most = count_sides(x);
    if (!most || most > (uint64_t)x->windings.count * MOST_SIDES_PER_WINDING || most > INT32_MAX)
        return true;
    edge_side *sides = tlb_alloc_array(arena, (size_t)most, sizeof *sides);
    found_edge *found = tlb_alloc_array(arena, (size_t)most / 2, sizeof *found);
    if (!sides || !found)
        return false;
    uint32_t side_count = collect_sides(x, sides);
    qsort(sides, side_count, sizeof *sides, compare_sides);
    uint32_t pairs = find_edges(sides, side_count, found);
    x->edges.data = tlb_alloc_array(arena, pairs, sizeof *x->edges.data);
    if (!x->edges.data)
        return false;
    for (uint32_t i = 0; i < pairs; i++)
        x->edges.data[i] = found[i].edge;
    x->edges.count = pairs;
    return true;
}

/* --- from one form to the other ---------------------------------------------------------------------- */

typedef enum edge_form {
    NO_EDGES,
    BARE_EDGES2, /* without faces */
    EDGES2,
    EDGES
} edge_form;

static edge_form edge_form_of(uint32_t version)
{
    return version >= 12                ? EDGES
           : version > 5 || version < 2 ? NO_EDGES
           : version == 2               ? BARE_EDGES2
                                        : EDGES2;
}

/* In this form an edge lies between two surfaces, where it has them. */
static void edges_to_edges2(dif_converter *r, tlb_dif_interior *x)
{
    bool has_faces = edge_form_of(r->to) == EDGES2;
    uint32_t count = 0;
    tlb_dif_edge2 *to = tlb_dif_replace(r, x->edges.count, sizeof *to);
    for (uint32_t i = 0; to && i < x->edges.count; i++) {
        const tlb_dif_edge *e = &x->edges.data[i];
        if (has_faces && (e->surfaceIndex0 < 0 || e->surfaceIndex1 < 0))
            continue;
        to[count++] = (tlb_dif_edge2){.vertex0 = (uint32_t)e->pointIndex0,
                                      .vertex1 = (uint32_t)e->pointIndex1,
                                      .face0 = (uint32_t)e->surfaceIndex0,
                                      .face1 = (uint32_t)e->surfaceIndex1};
    }
    if (to)
        tlb_dif_dropped(r, "edges", x->edges.count - count);
    x->edges2.data = to;
    x->edges2.count = count;
}

static void edges2_to_edges(dif_converter *r, tlb_dif_interior *x)
{
    uint32_t count = x->edges2.count;
    tlb_dif_edge *to = tlb_dif_replace(r, count, sizeof *to);
    for (uint32_t i = 0; to && i < count; i++) {
        const tlb_dif_edge2 *e = &x->edges2.data[i];
        to[i] =
            (tlb_dif_edge){(int32_t)e->vertex0, (int32_t)e->vertex1, (int32_t)e->face0, (int32_t)e->face1};
    }
    x->edges.data = to;
    x->edges.count = to ? count : 0;
}

/* Edges without faces are derived anew, like those of versions that have none. Marble Blast Ultra's normals
 * of edges are indices into a list that no file holds. */
void tlb_dif_convert_edges(dif_converter *r, tlb_dif_interior *x)
{
    edge_form from = edge_form_of(r->from), to = edge_form_of(r->to);
    if (from == to)
        return;
    if (to == NO_EDGES) {
        DIF_DROP(r, x, edges);
        DIF_DROP(r, x, edges2);
        return;
    }
    if (to == BARE_EDGES2) {
        DIF_DROP_FIELD(r, x, edges, surfaceIndex0);
        DIF_DROP_FIELD(r, x, edges, surfaceIndex1);
        DIF_DROP_FIELD(r, x, edges2, face0);
        DIF_DROP_FIELD(r, x, edges2, face1);
    } else {
        DIF_DROP_FIELD(r, x, edges2, normal0);
        DIF_DROP_FIELD(r, x, edges2, normal1);
    }
    if (from == EDGES2 && to == EDGES)
        edges2_to_edges(r, x);
    else if (from < EDGES2 && !derive_edges(&r->made.arena, x))
        tlb_dif_no_memory(r);
    if (to != EDGES && from != EDGES2)
        edges_to_edges2(r, x);
}

/* Edges as their surfaces' polygons have them are left in their order, and with normals of edges. */
static int compare_as_sets(const void *a, const void *b)
{
    const tlb_dif_edge2 *x = a, *y = b;
    int order = compare(x->vertex0, y->vertex0);
    order = order ? order : compare(x->vertex1, y->vertex1);
    order = order ? order : compare(x->face0, y->face0);
    return order ? order : compare(x->face1, y->face1);
}

static void sort_edges2(tlb_dif_edge2 *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tlb_dif_edge2 *e = &edges[i];
        *e = (tlb_dif_edge2){.vertex0 = e->vertex0 < e->vertex1 ? e->vertex0 : e->vertex1,
                             .vertex1 = e->vertex0 < e->vertex1 ? e->vertex1 : e->vertex0,
                             .face0 = e->face0 < e->face1 ? e->face0 : e->face1,
                             .face1 = e->face0 < e->face1 ? e->face1 : e->face0};
    }
    if (count)
        qsort(edges, count, sizeof *edges, compare_as_sets);
}

/* Whether two lists have the same edges, in whatever order. False without memory, too. */
static bool same_edges(tlb_arena *arena, const tlb_dif_edge2 *a, const tlb_dif_edge2 *b, uint32_t count)
{
    tlb_dif_edge2 *sorted = tlb_alloc_array(arena, 2 * (size_t)count, sizeof *sorted);
    if (!sorted || !count)
        return sorted != NULL;
    memcpy(sorted, a, count * sizeof *a);
    memcpy(sorted + count, b, count * sizeof *b);
    sort_edges2(sorted, count);
    sort_edges2(sorted + count, count);
    return memcmp(sorted, sorted + count, count * sizeof *sorted) == 0;
}

bool tlb_dif_make_edges(tlb_arena *arena, tlb_dif_interior *x)
{
    edge_form form = edge_form_of(x->interiorFileVersion);
    tlb_dif_interior derived = *x;
    if (form == NO_EDGES)
        return true;
    if (!derive_edges(arena, &derived))
        return false;
    if (form == EDGES) {
        x->edges = derived.edges;
        return true;
    }
    tlb_dif_edge2 *edges = tlb_alloc_array(arena, derived.edges.count, sizeof *edges);
    for (uint32_t i = 0; edges && i < derived.edges.count; i++) {
        const tlb_dif_edge *e = &derived.edges.data[i];
        edges[i] = (tlb_dif_edge2){.vertex0 = (uint32_t)e->pointIndex0, .vertex1 = (uint32_t)e->pointIndex1};
        if (form == EDGES2) {
            edges[i].face0 = (uint32_t)e->surfaceIndex0;
            edges[i].face1 = (uint32_t)e->surfaceIndex1;
        }
    }
    if (!edges ||
        (x->edges2.count == derived.edges.count && same_edges(arena, x->edges2.data, edges, x->edges2.count)))
        return edges != NULL;
    x->edges2.data = edges;
    x->edges2.count = derived.edges.count;
    return true;
}

bool tlb_dif_renew_edges(tlb_arena *arena, tlb_dif_interior *x)
{
    return !(x->edges.count || x->edges2.count) || tlb_dif_make_edges(arena, x);
}
