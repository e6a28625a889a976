/* Zones: which one a point is in, and which others are seen from it through portals. */
#include "formats/torque/dif/dif.h"

#include <math.h>
#include <string.h>

static double distance(const float plane[4], const double point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

bool tlb_dif_zone_at(const tlb_dif_interior *interior, const float point[3], uint32_t *zone)
{
    if (!interior || !point || !zone)
        return false;
    double at[3] = {point[0], point[1], point[2]};
    tlb_dif_child child = {TLB_DIF_NODE, 0};
    *zone = interior->zones.count ? 0 : TLB_DIF_NO_ZONE; /* without a tree all is outside */
    if (!interior->bspNodes.count)
        return true;
    for (uint32_t steps = 0; child.kind == TLB_DIF_NODE && child.index < interior->bspNodes.count; steps++) {
        const tlb_dif_bsp_node *node = &interior->bspNodes.data[child.index];
        float plane[4];
        if (steps == interior->bspNodes.count || !tlb_dif_plane_of(interior, node->planeIndex, false, plane))
            break;
        child = tlb_dif_child_of(interior, distance(plane, at) >= 0 ? node->frontIndex : node->backIndex);
    }
    bool known = child.kind == TLB_DIF_EMPTY_LEAF && child.index < interior->zones.count;
    *zone = known ? child.index : TLB_DIF_NO_ZONE;
    return child.kind != TLB_DIF_SOLID_LEAF;
}

/* --- views -------------------------------------------------------------------------------------------- */

/* Everything here errs towards seeing more. An eye this near a portal's plane looks through it, and a view is
 * wider by this than its portal. */
#define TOLERANCE 0.005

enum {
    MOST_CORNERS = 32,   /* of a view; a portal with more narrows nothing */
    MOST_DEEP = 32,      /* portals one behind the other … */
    MOST_LOOKS = 1 << 16 /* … and met in all; beyond either every zone counts as seen */
};

/* What is seen: the pyramid from the eye through a convex polygon. Without corners it is everything. */
typedef struct view {
    uint32_t count;
    double corners[MOST_CORNERS][3];
} view;

typedef struct looker {
    const tlb_dif_interior *interior;
    double eye[3];
    uint8_t *zones;
    uint32_t path[MOST_DEEP]; /* the zones being looked through */
    uint32_t depth, looks;
    bool lost;
} looker;

/* Keeps what is not behind a plane, less the tolerance. What would have too many corners stays whole. */
static void clip(view *polygon, const double plane[4])
{
    view kept;
    kept.count = 0;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const double *a = polygon->corners[i], *b = polygon->corners[(i + 1) % polygon->count];
        double in_front[2] = {plane[3] + TOLERANCE, plane[3] + TOLERANCE};
        for (int axis = 0; axis < 3; axis++) {
            in_front[0] += plane[axis] * a[axis];
            in_front[1] += plane[axis] * b[axis];
        }
        if (kept.count + 2 > MOST_CORNERS)
            return;
        if (in_front[0] >= 0)
            memcpy(kept.corners[kept.count++], a, sizeof kept.corners[0]);
        if ((in_front[0] < 0) == (in_front[1] < 0))
            continue;
        double *corner = kept.corners[kept.count++], t = in_front[0] / (in_front[0] - in_front[1]);
        for (int axis = 0; axis < 3; axis++)
            corner[axis] = a[axis] + t * (b[axis] - a[axis]);
    }
    polygon->count = kept.count;
    memcpy(polygon->corners, kept.corners, kept.count * sizeof kept.corners[0]);
}

/* The normal of the plane through the eye and an edge of a view; its length grows with both. */
static void edge_normal(const looker *l, const view *v, uint32_t edge, double normal[3])
{
    const double *a = v->corners[edge], *b = v->corners[(edge + 1) % v->count];
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, w = (axis + 2) % 3;
        normal[axis] = (a[u] - l->eye[u]) * (b[w] - l->eye[w]) - (a[w] - l->eye[w]) * (b[u] - l->eye[u]);
    }
}

/* Which way the edges of a view turn, as the eye sees them: positive when their normals look inwards. */
static double turn_of(const looker *l, const view *v)
{
    double turn = 0;
    for (uint32_t edge = 0; edge < v->count; edge++) {
        double normal[3];
        edge_normal(l, v, edge, normal);
        for (int axis = 0; axis < 3; axis++)
            turn += normal[axis] * (v->corners[0][axis] - l->eye[axis]);
    }
    return turn;
}

/* Cuts off what is outside of a view. */
static void clip_to_view(const looker *l, const view *through, view *part)
{
    double turn = turn_of(l, through);
    for (uint32_t edge = 0; edge < through->count && turn != 0; edge++) {
        double plane[4], length;
        edge_normal(l, through, edge, plane);
        length = copysign(sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]), turn);
        if (length == 0)
            continue;
        plane[3] = 0;
        for (int axis = 0; axis < 3; axis++) {
            plane[axis] /= length;
            plane[3] -= plane[axis] * l->eye[axis];
        }
        clip(part, plane);
    }
}

/* The part of a portal's winding that is in a view. False: as much as the view itself, too long to be
 * clipped. */
static bool winding_in_view(const looker *l, const tlb_dif_winding_range *range, const view *through,
                            view *part)
{
    const tlb_dif_interior *interior = l->interior;
    part->count = 0;
    if (!tlb_within(range->windingStart, range->windingCount, interior->windings.count))
        return true;
    if (range->windingCount > MOST_CORNERS)
        return false;
    for (uint32_t i = 0; i < range->windingCount; i++) {
        uint32_t point = interior->windings.data[range->windingStart + i];
        if (point >= interior->points.count)
            continue;
        for (int axis = 0; axis < 3; axis++)
            part->corners[part->count][axis] = interior->points.data[point][axis];
        part->count++;
    }
    clip_to_view(l, through, part);
    return true;
}

static void count_look(looker *l)
{
    l->lost |= ++l->looks > MOST_LOOKS;
}

static void look_into(looker *l, uint32_t zone, const view *v);

static void look_through(looker *l, const tlb_dif_portal *portal, uint32_t from, uint32_t to, const view *v)
{
    float plane[4];
    /* The flip bit of a portal's plane is not meant: zoneFront is where the stored plane is positive. */
    if (!tlb_dif_plane_of(l->interior, portal->planeIndex, false, plane))
        return;
    double before = distance(plane, l->eye) * (portal->zoneFront == from ? 1 : -1);
    if (before < -TOLERANCE)
        return;
    for (uint32_t i = 0; i < portal->triFanCount && !l->lost; i++) {
        uint64_t range = (uint64_t)portal->triFanStart + i;
        if (range >= l->interior->windingIndices.count)
            return;
        view part;
        if (before <= TOLERANCE || !winding_in_view(l, &l->interior->windingIndices.data[range], v, &part))
            look_into(l, to, v);
        else if (part.count >= 3)
            look_into(l, to, &part);
        count_look(l);
    }
}

static bool on_path(const looker *l, uint32_t zone)
{
    for (uint32_t i = 0; i < l->depth; i++)
        if (l->path[i] == zone)
            return true;
    return false;
}

static void look_into(looker *l, uint32_t zone, const view *v)
{
    const tlb_dif_interior *interior = l->interior;
    l->zones[zone] = 1;
    if (l->depth == MOST_DEEP) {
        l->lost = true;
        return;
    }
    l->path[l->depth++] = zone;
    const tlb_dif_zone *of = &interior->zones.data[zone];
    for (uint32_t i = 0; i < of->portalCount && !l->lost; i++) {
        uint32_t entry = (uint32_t)of->portalStart + i;
        count_look(l);
        if (entry >= interior->zonePortalList.count ||
            interior->zonePortalList.data[entry] >= interior->portals.count)
            continue;
        const tlb_dif_portal *portal = &interior->portals.data[interior->zonePortalList.data[entry]];
        uint32_t to = portal->zoneFront == zone ? portal->zoneBack : portal->zoneFront;
        if (to < interior->zones.count && !on_path(l, to))
            look_through(l, portal, zone, to, v);
    }
    l->depth--;
}

bool tlb_dif_visible_zones(const tlb_dif_interior *interior, const float point[3], uint8_t *zones)
{
    if (!interior || !point || !zones)
        return false;
    looker l = {.interior = interior, .eye = {point[0], point[1], point[2]}, .zones = zones};
    uint32_t zone;
    if (interior->zones.count)
        memset(zones, 0, interior->zones.count);
    if (!tlb_dif_zone_at(interior, point, &zone) || zone >= interior->zones.count)
        return false;
    look_into(&l, zone, &(view){0});
    if (l.lost)
        memset(zones, 1, interior->zones.count);
    return true;
}
