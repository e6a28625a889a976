/* Which zone each empty leaf of a new tree is in: leaves that share a face are in one, unless the face lies
 * in a portal; the zones' numbers come from what is outside, from the portals' sides and from the surfaces.
 */
#include "formats/torque/dif/bsp.h"
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <string.h>

#define LEAST_HEIGHT 0.001 /* of a face that joins leaves, meters */

/* A face between two leaves that lies in a portal. */
typedef struct door {
    uint32_t leaves[2], portal; /* before and behind the stored plane */
} door;

typedef struct flood {
    dif_rebuild *r;
    const dif_bsp *bsp;
    uint32_t *joined; /* of each leaf: another of its region, or itself */
    TLB_LIST(door) doors;
    float (*path)[4]; /* planes on the way to a node, which is where they are positive */
    uint32_t node, front_leaf;
    bool lost;
} flood;

/* --- regions ----------------------------------------------------------------------------------------- */

static uint32_t region_of(flood *f, uint32_t leaf)
{
    while (f->joined[leaf] != leaf)
        leaf = f->joined[leaf] = f->joined[f->joined[leaf]];
    return leaf;
}

static bool is_within_fan(const tlb_dif_interior *x, const tlb_dif_winding_range *fan, const float plane[4],
                          const float point[3])
{
    tlb_dif_null_surface polygon = {.windingStart = fan->windingStart, .windingCount = fan->windingCount};
    uint32_t points[TLB_DIF_MAX_WINDING], count = tlb_dif_null_surface_polygon(x, &polygon, points);
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double left = tlb_left_of_edge(x->points.data[points[i]], x->points.data[points[(i + 1) % count]],
                                       plane, point);
        least = fmin(least, left);
        most = fmax(most, left);
    }
    return count >= 3 && (least >= -DIF_THICKNESS || most <= DIF_THICKNESS);
}

/* The portal along a node's plane that a point is in; UINT32_MAX for none. `reversed`: it looks the other
 * way. */
static uint32_t portal_at(flood *f, const float plane[4], const float point[3], bool *reversed)
{
    const float PARALLEL = 0.9999f;
    const tlb_dif_interior *x = f->r->x;
    float at[4];
    for (uint32_t i = 0; i < x->portals.count; i++) {
        const tlb_dif_portal *portal = &x->portals.data[i];
        if (!dif_rebuild_step(f->r) || !tlb_dif_plane_of(x, portal->planeIndex, false, at))
            continue;
        float along = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2];
        if (fabsf(along) < PARALLEL || fabs(tlb_plane_distance(at, point)) > DIF_THICKNESS)
            continue;
        *reversed = along < 0;
        for (uint32_t k = 0; k < portal->triFanCount && dif_rebuild_step(f->r); k++) {
            uint64_t fan = (uint64_t)portal->triFanStart + k;
            if (fan < x->windingIndices.count && is_within_fan(x, &x->windingIndices.data[fan], at, point))
                return i;
        }
    }
    return UINT32_MAX;
}

static void join(flood *f, uint32_t front, uint32_t back, const dif_polygon_piece *face)
{
    float middle[3], plane[4] = {0};
    bool reversed = false;
    for (int axis = 0; axis < 3; axis++) {
        double sum = 0;
        for (uint32_t i = 0; i < face->count; i++)
            sum += face->corners[i][axis] / face->count;
        middle[axis] = (float)sum;
    }
    tlb_dif_plane_of(f->r->x, (uint16_t)f->bsp->nodes.data[f->node].plane, false, plane);
    uint32_t portal = portal_at(f, plane, middle, &reversed);
    if (portal == UINT32_MAX) {
        f->joined[region_of(f, front)] = region_of(f, back);
        return;
    }
    door *added = TLB_PUSH(&f->r->scratch, &f->doors);
    if (added)
        *added = (door){{reversed ? back : front, reversed ? front : back}, portal};
    else
        tlb_dif_rebuild_failed(f->r);
}

/* Slivers, which rounding leaves, join nothing. */
static bool is_wide(const dif_polygon_piece *face)
{
    double sum[3] = {0}, longest = 0;
    for (uint32_t i = 1; i < face->count; i++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const double *o = face->corners[0], *a = face->corners[i - 1], *b = face->corners[i];
            sum[axis] += (a[u] - o[u]) * (b[v] - o[v]) - (a[v] - o[v]) * (b[u] - o[u]);
            square += (b[axis] - o[axis]) * (b[axis] - o[axis]);
        }
        longest = fmax(longest, square);
    }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) > LEAST_HEIGHT * sqrt(longest);
}

/* --- faces between leaves
 * ------------------------------------------------------------------------------------ */

/* Takes a face down one side of the node it is on; in each empty leaf there, down the other. */
static void go_down(flood *f, uint32_t code, const dif_polygon_piece *face, bool behind)
{
    if (face->count < 3 || f->r->status || code & DIF_BSP_SOLID || !is_wide(face))
        return;
    if (!dif_rebuild_step(f->r)) {
        f->lost = true;
        return;
    }
    if (code & DIF_BSP_EMPTY) {
        uint32_t leaf = code & ~(uint32_t)DIF_BSP_EMPTY;
        if (behind) {
            join(f, f->front_leaf, leaf, face);
            return;
        }
        f->front_leaf = leaf;
        go_down(f, f->bsp->nodes.data[f->node].children[1], face, true);
        return;
    }
    const dif_bsp_part *node = &f->bsp->nodes.data[code];
    float plane[4];
    if (!tlb_dif_plane_of(f->r->x, (uint16_t)node->plane, false, plane))
        return;
    for (int side = 0; side < 2; side++) {
        dif_polygon_piece cut;
        if (!tlb_dif_cut_piece(&f->r->scratch, face, plane, &cut)) {
            tlb_dif_rebuild_failed(f->r);
            return;
        }
        go_down(f, node->children[side], &cut, behind);
        for (int i = 0; i < 4; i++)
            plane[i] = -plane[i];
    }
}

/* The faces on the plane of each node, in its cell. */
static void visit(flood *f, uint32_t code, uint32_t depth)
{
    if (code & (DIF_BSP_SOLID | DIF_BSP_EMPTY) || depth == DIF_MOST_DEEP || f->r->status)
        return;
    const tlb_dif_interior *x = f->r->x;
    const dif_bsp_part *node = &f->bsp->nodes.data[code];
    float *plane = f->path[depth];
    tlb_mark memory = tlb_arena_mark(&f->r->scratch);
    dif_polygon_piece face;
    double middle[3], reach = 2;
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = ((double)x->boundingBox[axis] + x->boundingBox[axis + 3]) / 2;
        reach += 2 * ((double)x->boundingBox[axis + 3] - x->boundingBox[axis]);
    }
    if (!tlb_dif_plane_of(x, (uint16_t)node->plane, false, plane))
        return;
    if (!tlb_dif_cover_plane(&f->r->scratch, plane, middle, reach, &face))
        tlb_dif_rebuild_failed(f->r);
    for (uint32_t i = 0; i < depth && face.count >= 3 && !f->r->status; i++)
        if (!tlb_dif_cut_piece(&f->r->scratch, &face, f->path[i], &face))
            tlb_dif_rebuild_failed(f->r);
    f->node = code;
    uint32_t doors = f->doors.capacity;
    go_down(f, node->children[0], &face, false);
    if (doors == f->doors.capacity) /* which are in the same memory */
        tlb_arena_rewind(&f->r->scratch, memory);
    visit(f, node->children[0], depth + 1);
    for (int i = 0; i < 4; i++)
        plane[i] = -plane[i];
    visit(f, node->children[1], depth + 1);
}

/* --- numbers
 * ------------------------------------------------------------------------------------------------- */

static uint32_t leaf_at(const flood *f, const double point[3])
{
    uint32_t code = 0;
    while (!(code & (DIF_BSP_SOLID | DIF_BSP_EMPTY))) {
        const dif_bsp_part *node = &f->bsp->nodes.data[code];
        float plane[4] = {0};
        tlb_dif_plane_of(f->r->x, (uint16_t)node->plane, false, plane);
        code = node->children[plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3] < 0];
    }
    return code;
}

static void name_region(flood *f, uint16_t *zones, uint32_t leaf, uint32_t zone)
{
    uint16_t *of = &zones[region_of(f, leaf)];
    if (*of == TLB_DIF_NO_ZONE && zone < f->r->x->zones.count)
        *of = (uint16_t)zone;
}

/* The regions that surfaces of a zone face. */
static void name_by_surfaces(flood *f, uint16_t *zones)
{
    const tlb_dif_interior *x = f->r->x;
    for (uint32_t z = 0; z < x->zones.count; z++) {
        const tlb_dif_zone *zone = &x->zones.data[z];
        for (uint32_t i = 0; tlb_within(zone->surfaceStart, zone->surfaceCount, x->zoneSurfaces.count) &&
                             i < zone->surfaceCount && dif_rebuild_step(f->r);
             i++) {
            uint32_t surface = x->zoneSurfaces.data[zone->surfaceStart + i], points[TLB_DIF_MAX_WINDING];
            float plane[4];
            uint32_t count = surface < x->surfaces.count
                                 ? tlb_dif_surface_polygon(x, &x->surfaces.data[surface], true, points)
                                 : 0;
            if (count < 3 || !tlb_dif_plane_of(x, x->surfaces.data[surface].planeIndex, true, plane))
                continue;
            double before[3] = {0};
            for (int axis = 0; axis < 3; axis++) {
                for (uint32_t k = 0; k < count; k++)
                    before[axis] += (double)x->points.data[points[k]][axis] / count;
                before[axis] += DIF_THICKNESS * plane[axis];
            }
            uint32_t leaf = leaf_at(f, before);
            if (leaf & DIF_BSP_EMPTY)
                name_region(f, zones, leaf & ~(uint32_t)DIF_BSP_EMPTY, z);
        }
    }
}

static void name_regions(flood *f, uint16_t *zones)
{
    const tlb_dif_interior *x = f->r->x;
    const double outside[3] = {x->boundingBox[3] + 1.0, x->boundingBox[4] + 1.0, x->boundingBox[5] + 1.0};
    uint32_t outer = leaf_at(f, outside);
    if (outer & DIF_BSP_EMPTY)
        name_region(f, zones, outer & ~(uint32_t)DIF_BSP_EMPTY, 0);
    for (uint32_t i = 0; i < f->doors.count; i++) {
        const door *d = &f->doors.data[i];
        name_region(f, zones, d->leaves[0], x->portals.data[d->portal].zoneFront);
        name_region(f, zones, d->leaves[1], x->portals.data[d->portal].zoneBack);
    }
    name_by_surfaces(f, zones);
}

uint16_t *tlb_dif_flood_zones(dif_rebuild *r, const dif_bsp *bsp)
{
    flood f = {.r = r, .bsp = bsp};
    uint16_t *zones = tlb_dif_rebuild_scratch(r, bsp->empty_count, sizeof *zones);
    f.joined = tlb_dif_rebuild_scratch(r, bsp->empty_count, sizeof *f.joined);
    f.path = tlb_dif_rebuild_scratch(r, DIF_MOST_DEEP, sizeof *f.path);
    if (r->status || r->x->zones.count < 2) /* all is in zone 0 */
        return r->status ? NULL : zones;
    for (uint32_t i = 0; i < bsp->empty_count; i++) {
        f.joined[i] = i;
        zones[i] = TLB_DIF_NO_ZONE;
    }
    visit(&f, 0, 0);
    name_regions(&f, zones);
    for (uint32_t i = 0; i < bsp->empty_count; i++)
        zones[i] = zones[region_of(&f, i)];
    return r->status || f.lost ? NULL : zones;
}
