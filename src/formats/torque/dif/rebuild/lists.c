/* The lists of surfaces that go with a tree: those behind which each solid leaf lies, and those before which
 * each zone's leaves do. Polygons are cut down the tree, on their own planes to the wanted side. */
#include "formats/torque/dif/bsp.h"
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_AREA 1e-6 /* square meters, of a piece that is listed */

/* A surface in a leaf or zone. */
typedef struct entry {
    uint32_t place, surface; /* null surfaces come after the others */
} entry;

typedef struct lister {
    dif_rebuild *r;
    bool solid; /* solid leaves are looked for, not zones */
    float facing[4];
    uint16_t plane;
    uint32_t surface;
    TLB_LIST(entry) entries;
} lister;

static double area_of(const dif_polygon_piece *piece)
{
    double sum[3] = {0};
    for (uint32_t i = 1; i + 1 < piece->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const double *a = piece->corners[0], *b = piece->corners[i], *c = piece->corners[i + 1];
            sum[axis] += (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / 2;
}

static void reach_leaf(lister *l, tlb_dif_child leaf, const dif_polygon_piece *piece)
{
    if ((leaf.kind == TLB_DIF_SOLID_LEAF) != l->solid ||
        leaf.index >= (l->solid ? l->r->x->bspSolidLeaves.count : l->r->x->zones.count) ||
        area_of(piece) < LEAST_AREA)
        return;
    entry *added = TLB_PUSH(&l->r->scratch, &l->entries);
    if (added)
        *added = (entry){leaf.index, l->surface};
    else
        tlb_dif_rebuild_failed(l->r);
}

static void go_down(lister *l, uint32_t code, const dif_polygon_piece *piece, uint32_t depth)
{
    const tlb_dif_interior *x = l->r->x;
    tlb_dif_child child = tlb_dif_child_of(x, code);
    if (child.kind != TLB_DIF_NODE) {
        reach_leaf(l, child, piece);
        return;
    }
    float plane[4];
    if (child.index >= x->bspNodes.count || depth == DIF_MOST_DEEP || l->r->status ||
        !dif_rebuild_step(l->r) ||
        !tlb_dif_plane_of(x, x->bspNodes.data[child.index].planeIndex, false, plane))
        return;
    const tlb_dif_bsp_node *node = &x->bspNodes.data[child.index];
    const uint32_t sides[2] = {node->frontIndex, node->backIndex};
    double low, high;
    tlb_dif_measure_piece(piece, plane, &low, &high);
    if (dif_plane_index(node->planeIndex) == dif_plane_index(l->plane)) {
        bool along = plane[0] * l->facing[0] + plane[1] * l->facing[1] + plane[2] * l->facing[2] > 0;
        go_down(l, sides[along == l->solid], piece, depth + 1);
        return;
    }
    if (l->solid && low >= -DIF_BSP_ON &&
        high <= DIF_BSP_ON) { /* nearly the same plane: either side is near */
        for (int side = 0; side < 2; side++)
            go_down(l, sides[side], piece, depth + 1);
        return;
    }
    if (high <= DIF_BSP_ON || low >= -DIF_BSP_ON) {
        go_down(l, sides[high <= DIF_BSP_ON], piece, depth + 1);
        return;
    }
    for (int side = 0; side < 2; side++) {
        dif_polygon_piece cut;
        if (!tlb_dif_cut_piece(&l->r->scratch, piece, plane, &cut)) {
            tlb_dif_rebuild_failed(l->r);
            return;
        }
        if (cut.count >= 3)
            go_down(l, sides[side], &cut, depth + 1);
        for (int i = 0; i < 4; i++)
            plane[i] = -plane[i];
    }
}

static void add_surface(lister *l, tlb_dif_surface_ref ref, uint32_t surface)
{
    const tlb_dif_interior *x = l->r->x;
    uint32_t points[TLB_DIF_MAX_WINDING];
    dif_polygon_piece piece;
    piece.count = tlb_dif_collision_polygon(x, ref, points, &l->plane);
    if (piece.count < 3 || !tlb_dif_plane_of(x, l->plane, true, l->facing))
        return;
    piece.corners = tlb_alloc_array(&l->r->scratch, piece.count, sizeof *piece.corners);
    if (!piece.corners) {
        tlb_dif_rebuild_failed(l->r);
        return;
    }
    for (uint32_t i = 0; i < piece.count; i++)
        for (int axis = 0; axis < 3; axis++)
            piece.corners[i][axis] = x->points.data[points[i]][axis];
    l->surface = surface;
    go_down(l, 0, &piece, 0);
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->surface > y->surface) - (x->surface < y->surface);
}

/* Sorts, and leaves out what is listed twice. */
static void sort_entries(lister *l)
{
    uint32_t kept = 0;
    if (l->entries.count)
        qsort(l->entries.data, l->entries.count, sizeof *l->entries.data, compare_entries);
    for (uint32_t i = 0; i < l->entries.count; i++)
        if (!kept || compare_entries(&l->entries.data[kept - 1], &l->entries.data[i]) != 0)
            l->entries.data[kept++] = l->entries.data[i];
    l->entries.count = kept;
}

bool tlb_dif_list_leaf_surfaces(dif_rebuild *r)
{
    enum { STATIC_MESH_HULL = 0x20 };
    tlb_dif_interior *x = r->x;
    lister l = {.r = r, .solid = true};
    for (uint32_t i = 0; i < x->surfaces.count && !r->status; i++)
        if (!(x->surfaces.data[i].surfaceFlags & STATIC_MESH_HULL))
            add_surface(&l, (tlb_dif_surface_ref){false, i}, i);
    for (uint32_t i = 0; i < x->nullSurfaces.count && !r->status; i++)
        if (!(x->nullSurfaces.data[i].surfaceFlags & STATIC_MESH_HULL))
            add_surface(&l, (tlb_dif_surface_ref){true, i}, x->surfaces.count + i);
    sort_entries(&l);
    if (r->status)
        return false;
    tlb_dif_solid_leaf *leaves =
        tlb_alloc_array(&r->document->arena, x->bspSolidLeaves.count, sizeof *leaves);
    uint32_t *data = tlb_alloc_array(&r->document->arena, l.entries.count, sizeof *data);
    if (!leaves || !data) {
        tlb_dif_rebuild_failed(r);
        return false;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->bspSolidLeaves.count; i++) {
        uint32_t start = at;
        for (; at < l.entries.count && l.entries.data[at].place == i; at++) {
            uint32_t surface = l.entries.data[at].surface;
            data[at] =
                surface < x->surfaces.count ? surface : (surface - x->surfaces.count) | DIF_NULL_SURFACE;
        }
        if (at - start > UINT16_MAX)
            return false;
        leaves[i] = (tlb_dif_solid_leaf){start, (uint16_t)(at - start)};
    }
    x->bspSolidLeaves.data = leaves;
    tlb_dif_replace_list(&x->solidLeafSurfaces, TLB_U32, data, at);
    return true;
}

/* --- zones ---------------------------------------------------------------------------------------------- */

/* Surfaces that are before no leaf of a zone, such as those that a detail brush covers, stay where they
 * were. */
static void add_unreached(lister *l)
{
    const tlb_dif_interior *x = l->r->x;
    uint8_t *reached = tlb_dif_rebuild_scratch(l->r, x->surfaces.count, 1);
    uint64_t listed = 0;
    for (uint32_t i = 0; i < l->entries.count && reached; i++)
        reached[l->entries.data[i].surface] = 1;
    for (uint32_t z = 0; z < x->zones.count && reached; z++) {
        const tlb_dif_zone *zone = &x->zones.data[z];
        listed += zone->surfaceCount;
        if (!tlb_within(zone->surfaceStart, zone->surfaceCount, x->zoneSurfaces.count) ||
            listed > x->zoneSurfaces.count)
            continue;
        for (uint32_t i = 0; i < zone->surfaceCount; i++) {
            uint32_t surface = x->zoneSurfaces.data[zone->surfaceStart + i];
            entry *added = surface < x->surfaces.count && !reached[surface]
                               ? TLB_PUSH(&l->r->scratch, &l->entries)
                               : NULL;
            if (added)
                *added = (entry){z, surface};
        }
    }
}

bool tlb_dif_list_zone_surfaces(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    lister l = {.r = r};
    for (uint32_t i = 0; i < x->surfaces.count && !r->status; i++)
        add_surface(&l, (tlb_dif_surface_ref){false, i}, i);
    add_unreached(&l);
    sort_entries(&l);
    if (r->status)
        return false;
    tlb_dif_zone *zones = tlb_dif_keep(r->document, x->zones.data, x->zones.count, sizeof *zones);
    uint32_t *data = tlb_alloc_array(&r->document->arena, l.entries.count, sizeof *data);
    if (!zones || !data) {
        tlb_dif_rebuild_failed(r);
        return false;
    }
    uint32_t at = 0;
    for (uint32_t z = 0; z < x->zones.count; z++) {
        uint32_t start = at;
        for (; at < l.entries.count && l.entries.data[at].place == z; at++)
            data[at] = l.entries.data[at].surface;
        if (at - start > UINT16_MAX)
            return false;
        zones[z].surfaceStart = start;
        zones[z].surfaceCount = (uint16_t)(at - start);
    }
    x->zones.data = zones;
    tlb_dif_replace_list(&x->zoneSurfaces, TLB_U16, data, at);
    return true;
}
