/* What the BSP tree says against the rest of an interior. Points just before and just behind surfaces and
 * portals, and the centers of hulls, are looked up in the tree: before a surface is the zone that lists it,
 * behind it a solid leaf that lists it, too. */
#include "formats/torque/dif/check/check.h"

#include <string.h>

#define BESIDE                                                                                               \
    0.004 /* how far a sample is from the surface: eight times what planes and points may differ by */
#define UNSURE 0.001 /* a sample this near a plane of the tree may be on either side of it */
#define INSIDE 0.01  /* how deep the center of a hull is behind its planes at least */

enum {
    STEPS_AN_ENTRY = 512, /* nodes and list entries to look at, more than real files take … */
    LEAST_STEPS = 1 << 20,
    STATIC_MESH_HULL = 0x20, /* surfaceFlags: of a static mesh, which is not in the tree */
    FRONT = 0,               /* of the two samples of a surface */
    BACK = 1
};

/* What the samples beside one child, or of one node's plane, come to. */
typedef struct votes {
    uint32_t good, bad, surface; /* the first that was bad */
} votes;

/* What is wrong behind a surface. */
typedef struct fault {
    tlb_dif_surface_ref surface;
    bool empty; /* no solid leaf is there, else one that does not list the surface */
    uint32_t leaf;
} fault;

typedef struct tree {
    tlb_checker *c;
    const tlb_dif_interior *x;
    uint64_t steps; /* left */
    dif_sampler *sampler;
    votes *nodes;          /* good: solid is behind, bad: solid is before */
    votes *children;       /* of empty leaves, 2 * node + side; good: the zone lists the surface */
    uint32_t *unlisted;    /* for each surface 1 + the first child before it whose zone does not list it */
    uint32_t *first_zones; /* where the zones of each surface begin in `zones`; NULL where they are unknown */
    uint32_t *zones;
    /* Hulls that are only for collision, which are not in the tree, and their null surfaces. */
    bool *bare_hulls, *bare_surfaces;
    TLB_LIST(fault) faults; /* told when the tree has turned out to be right as a whole */
} tree;

/* Where a point is. */
typedef struct place {
    tlb_dif_child leaf;
    uint32_t child; /* 2 * node + side, whose child the leaf is */
    bool sure;
} place;

static double distance(const float plane[4], const double point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

static bool step(tree *t)
{
    return t->steps && t->steps--;
}

static place find_place(tree *t, const double point[3])
{
    place p = {{TLB_DIF_NODE, 0}, 0, true};
    for (int depth = 0; p.leaf.kind == TLB_DIF_NODE; depth++) {
        float plane[4];
        if (depth == DIF_MOST_DEEP || !step(t) || p.leaf.index >= t->x->bspNodes.count ||
            !tlb_dif_plane_of(t->x, t->x->bspNodes.data[p.leaf.index].planeIndex, false, plane))
            return (place){.sure = false};
        const tlb_dif_bsp_node *node = &t->x->bspNodes.data[p.leaf.index];
        double at = distance(plane, point);
        p.sure &= fabs(at) > UNSURE;
        p.child = 2 * p.leaf.index + (at < 0);
        p.leaf = tlb_dif_child_of(t->x, at < 0 ? node->backIndex : node->frontIndex);
    }
    return p;
}

/* The node whose plane is between two points; false when they are in one leaf. */
static bool find_parting(tree *t, double points[2][3], uint32_t *index)
{
    tlb_dif_child child = {TLB_DIF_NODE, 0};
    while (child.kind == TLB_DIF_NODE && step(t)) {
        const tlb_dif_bsp_node *node = &t->x->bspNodes.data[child.index];
        float plane[4];
        tlb_dif_plane_of(t->x, node->planeIndex, false, plane);
        bool back = distance(plane, points[FRONT]) < 0;
        *index = child.index;
        if (back != (distance(plane, points[BACK]) < 0))
            return true;
        child = tlb_dif_child_of(t->x, back ? node->backIndex : node->frontIndex);
    }
    return false;
}

/* Just before and just behind a place on a polygon; false when either may be on both sides of a plane. */
static bool find_places(tree *t, const double middle[3], const float plane[4], double samples[2][3],
                        place places[2])
{
    for (int axis = 0; axis < 3; axis++) {
        samples[FRONT][axis] = middle[axis] + BESIDE * plane[axis];
        samples[BACK][axis] = middle[axis] - BESIDE * plane[axis];
    }
    places[FRONT] = find_place(t, samples[FRONT]);
    places[BACK] = find_place(t, samples[BACK]);
    return places[FRONT].sure && places[BACK].sure;
}

/* --- surfaces ----------------------------------------------------------------------------------------- */

static bool leaf_lists(tree *t, uint32_t index, tlb_dif_surface_ref surface)
{
    if (index >= t->x->bspSolidLeaves.count)
        return false;
    const tlb_dif_solid_leaf *leaf = &t->x->bspSolidLeaves.data[index];
    for (uint32_t i = 0; i < leaf->surfaceCount && step(t); i++) {
        tlb_dif_surface_ref listed = tlb_dif_surface_of(&t->x->solidLeafSurfaces, leaf->surfaceIndex + i);
        if (listed.index == surface.index && listed.null_surface == surface.null_surface)
            return true;
    }
    return false;
}

static bool is_bare(const tree *t, const tlb_dif_hull *hull, const bool *in_leaves)
{
    bool bare = hull->surfaceCount > 0;
    for (uint32_t i = 0; bare && i < hull->surfaceCount; i++) {
        tlb_dif_surface_ref surface = tlb_dif_surface_of(&t->x->hullSurfaceIndices, hull->surfaceStart + i);
        bare = surface.null_surface && surface.index < t->x->nullSurfaces.count && !in_leaves[surface.index];
    }
    return bare;
}

/* Those whose surfaces are all null, and in no solid leaf. False: no memory. */
static bool find_bare_hulls(tree *t)
{
    const tlb_dif_interior *x = t->x;
    bool *in_leaves = tlb_scratch(t->c, x->nullSurfaces.count, sizeof *in_leaves);
    t->bare_surfaces = tlb_scratch(t->c, x->nullSurfaces.count, sizeof *t->bare_surfaces);
    t->bare_hulls = tlb_scratch(t->c, x->convexHulls.count, sizeof *t->bare_hulls);
    if (!in_leaves || !t->bare_surfaces || !t->bare_hulls)
        return false;
    for (uint32_t i = 0; i < x->solidLeafSurfaces.count; i++) {
        tlb_dif_surface_ref surface = tlb_dif_surface_of(&x->solidLeafSurfaces, i);
        if (surface.null_surface && surface.index < x->nullSurfaces.count)
            in_leaves[surface.index] = true;
    }
    for (uint32_t i = 0; i < x->convexHulls.count; i++) {
        const tlb_dif_hull *hull = &x->convexHulls.data[i];
        t->bare_hulls[i] = t->steps > hull->surfaceCount && is_bare(t, hull, in_leaves);
        t->steps -= t->steps > hull->surfaceCount ? hull->surfaceCount : 0;
        for (uint32_t k = 0; t->bare_hulls[i] && k < hull->surfaceCount; k++)
            t->bare_surfaces[tlb_dif_surface_of(&x->hullSurfaceIndices, hull->surfaceStart + k).index] = true;
    }
    return true;
}

/* Whether a ray from before a surface to behind it finds any. */
static bool ray_finds_surface(const tree *t, double samples[2][3])
{
    float ends[2][3];
    tlb_dif_hit hit;
    for (int axis = 0; axis < 3; axis++) {
        ends[FRONT][axis] = (float)samples[FRONT][axis];
        ends[BACK][axis] = (float)samples[BACK][axis];
    }
    return !tlb_dif_cast_ray(t->x, ends[FRONT], ends[BACK], &hit) || hit.start_solid || hit.has_surface;
}

static void vote(votes *of, bool good, uint32_t surface)
{
    if (!good && !of->bad)
        of->surface = surface;
    good ? of->good++ : of->bad++;
}

static void vote_for_zone(tree *t, const place *front, uint32_t surface)
{
    uint32_t zone = front->leaf.index, from = t->first_zones[surface], to = t->first_zones[surface + 1];
    bool listed = from == to && zone == TLB_DIF_NO_ZONE;
    for (uint32_t i = from; i < to && !listed; i++)
        listed = t->zones[i] == zone;
    if (from < to || zone == TLB_DIF_NO_ZONE) /* what no zone lists is another diagnostic */
        vote(&t->children[front->child], listed, surface);
    if (!listed && from < to && !t->unlisted[surface])
        t->unlisted[surface] = front->child + 1;
}

/* Votes about the tree by one surface. */
static void vote_surface(tree *t, tlb_dif_surface_ref surface, double samples[2][3], const place places[2])
{
    bool solid_front = places[FRONT].leaf.kind == TLB_DIF_SOLID_LEAF,
         solid_back = places[BACK].leaf.kind == TLB_DIF_SOLID_LEAF;
    uint32_t node;
    if (solid_front != solid_back && find_parting(t, samples, &node))
        vote(&t->nodes[node], solid_back, surface.index);
    if (!solid_front && solid_back && !surface.null_surface && t->first_zones)
        vote_for_zone(t, &places[FRONT], surface.index);
}

/* What is wrong behind one surface; true when something is. */
static bool find_fault(tree *t, tlb_dif_surface_ref surface, double samples[2][3], const place places[2])
{
    if (places[FRONT].leaf.kind == TLB_DIF_SOLID_LEAF) /* covered by a detail brush */
        return false;
    bool empty = places[BACK].leaf.kind != TLB_DIF_SOLID_LEAF;
    uint32_t leaf = places[BACK].leaf.index;
    if (!empty && (leaf_lists(t, leaf, surface) || ray_finds_surface(t, samples)))
        return false;
    fault *found = TLB_PUSH(&t->c->arena, &t->faults);
    if (found)
        *found = (fault){surface, empty, leaf};
    else if (!t->c->status)
        t->c->status = tlb_report_memory(t->c->context, &t->c->arena);
    return true;
}

static void report_faults(tree *t)
{
    for (uint32_t i = 0; i < t->faults.count; i++) {
        const fault *f = &t->faults.data[i];
        const char *list = f->surface.null_surface ? "nullSurfaces" : "surfaces";
        if (f->empty)
            TLB_FIND(t->c, DIF_BSP_EMPTY, tlb_at(t->c, "%s[%u]", list, f->surface.index),
                     "the tree is empty behind it");
        else
            TLB_FIND(t->c, DIF_SOLID_LEAF_SURFACES, tlb_at(t->c, "bspSolidLeaves[%u].surfaceIndex", f->leaf),
                     "%s[%u] bounds the leaf but is not in its list: rays find no surface there", list,
                     f->surface.index);
    }
}

/* Samples a surface in every leaf: votes, and looks behind it. */
static void sample_surface(tree *t, tlb_dif_surface_ref surface)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t planeIndex;
    float plane[4];
    bool faulty = false;
    uint32_t count = tlb_dif_collision_polygon(t->x, surface, points, &planeIndex);
    if (count < 3 || !tlb_dif_plane_of(t->x, planeIndex, true, plane))
        return;
    tlb_dif_sample(t->sampler, points, count, plane, BESIDE);
    for (uint32_t i = 0; i < t->sampler->count && step(t); i++) {
        double samples[2][3];
        place places[2];
        if (!find_places(t, t->sampler->middles[i], plane, samples, places))
            continue;
        vote_surface(t, surface, samples, places);
        faulty = faulty || find_fault(t, surface, samples, places);
    }
}

static void sample_surfaces(tree *t)
{
    for (uint32_t i = 0; i < t->x->surfaces.count; i++)
        if (!(t->x->surfaces.data[i].surfaceFlags & STATIC_MESH_HULL))
            sample_surface(t, (tlb_dif_surface_ref){false, i});
    for (uint32_t i = 0; i < t->x->nullSurfaces.count; i++)
        if (!(t->x->nullSurfaces.data[i].surfaceFlags & STATIC_MESH_HULL) && !t->bare_surfaces[i])
            sample_surface(t, (tlb_dif_surface_ref){true, i});
}

/* --- what the votes say ------------------------------------------------------------------------------- */

static bool check_nodes(tree *t)
{
    bool right = true;
    for (uint32_t i = 0; i < t->x->bspNodes.count; i++) {
        if (t->nodes[i].bad <= t->nodes[i].good)
            continue;
        TLB_FIND(t->c, DIF_BSP_EXCHANGED, tlb_at(t->c, "bspNodes[%u]", i),
                 "surface %u, on its plane, has solid in front of it and empty space behind it",
                 t->nodes[i].surface);
        right = false;
    }
    return right;
}

static void check_leaf_zones(tree *t)
{
    for (uint32_t i = 0; i < t->x->bspNodes.count * 2; i++) {
        const votes *of = &t->children[i], *other = &t->children[i ^ 1];
        if (!of->bad || of->good ||
            (other->bad && !other->good)) /* both: of a portal, whose sides are checked */
            continue;
        const tlb_dif_bsp_node *node = &t->x->bspNodes.data[i / 2];
        uint32_t zone = tlb_dif_child_of(t->x, i & 1 ? node->backIndex : node->frontIndex).index;
        const char *path = tlb_at(t->c, "bspNodes[%u].%s", i / 2, i & 1 ? "backIndex" : "frontIndex");
        if (zone == TLB_DIF_NO_ZONE)
            TLB_FIND(t->c, DIF_LEAF_ZONE, path,
                     "no zone, although surface %u, which faces the leaf, is in one", of->surface);
        else if (zone < t->x->zones.count)
            TLB_FIND(t->c, DIF_LEAF_ZONE, path, "zone %u does not list surface %u, which faces the leaf",
                     zone, of->surface);
    }
}

/* Surfaces that a zone does not list, although one of its leaves is before them that is in the right zone by
 * others. */
static void check_surface_zones(tree *t)
{
    for (uint32_t i = 0; i < t->x->surfaces.count; i++) {
        uint32_t child = t->unlisted[i] - 1;
        if (!t->unlisted[i] || !t->children[child].good)
            continue;
        const tlb_dif_bsp_node *node = &t->x->bspNodes.data[child / 2];
        TLB_FIND(t->c, DIF_SURFACE_ZONES, tlb_at(t->c, "surfaces[%u]", i),
                 "zone %u lists it, but zone %u, which is in front of it, does not",
                 t->zones[t->first_zones[i]],
                 tlb_dif_child_of(t->x, child % 2 ? node->backIndex : node->frontIndex).index);
    }
}

/* Counts the zones of each surface in first[surface + 2], or lists them from first[surface + 1] on. */
static void go_through_zones(const tree *t, uint32_t *first, bool counting)
{
    const tlb_dif_interior *x = t->x;
    for (uint32_t i = 0; i < x->zones.count; i++)
        for (uint32_t k = 0; k < x->zones.data[i].surfaceCount; k++) {
            uint32_t surface = x->zoneSurfaces.data[x->zones.data[i].surfaceStart + k];
            if (surface < x->surfaces.count && counting)
                first[surface + 2]++;
            else if (surface < x->surfaces.count)
                t->zones[first[surface + 1]++] = i;
        }
}

/* The zones of each surface; false without memory. Left unknown where zones share entries. */
static bool list_zones(tree *t)
{
    const tlb_dif_interior *x = t->x;
    uint64_t listed = 0;
    for (uint32_t i = 0; i < x->zones.count; i++) {
        if (!tlb_within(x->zones.data[i].surfaceStart, x->zones.data[i].surfaceCount, x->zoneSurfaces.count))
            return true;
        listed += x->zones.data[i].surfaceCount;
    }
    if (!x->zones.count || listed > x->zoneSurfaces.count)
        return true;
    uint32_t *first = tlb_scratch(t->c, x->surfaces.count + (size_t)2, sizeof *first);
    t->zones = tlb_scratch(t->c, (size_t)listed, sizeof *t->zones);
    if (!first || !t->zones)
        return false;
    go_through_zones(t, first, true);
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        first[i + 2] += first[i + 1];
    go_through_zones(t, first, false);
    t->first_zones = first;
    return true;
}

/* --- the outside -------------------------------------------------------------------------------------- */

/* Beyond the sides of the bounding box everything is empty. */
static void check_outside(tree *t)
{
    const double BEYOND = 0.5;
    enum { SIDES = 6 };
    for (int side = 0; side < SIDES; side++) {
        tlb_dif_sample_side(t->sampler, side, BEYOND);
        for (uint32_t i = 0; i < t->sampler->count && step(t); i++) {
            const double *at = t->sampler->middles[i];
            place p = find_place(t, at);
            if (!p.sure || p.leaf.kind != TLB_DIF_SOLID_LEAF)
                continue;
            TLB_FIND(t->c, DIF_BSP_SOLID,
                     tlb_at(t->c, "bspNodes[%u].%s", p.child / 2, p.child % 2 ? "backIndex" : "frontIndex"),
                     "solid leaf %u reaches out of the bounding box, to (%g, %g, %g)", p.leaf.index, at[0],
                     at[1], at[2]);
            return;
        }
    }
}

/* --- hulls -------------------------------------------------------------------------------------------- */

/* The center of a hull, when it is well inside all of its planes: tools write heaps of triangles as hulls. */
static bool hull_center(tree *t, const tlb_dif_hulls *hulls, uint32_t index, double center[3])
{
    enum { LEAST_PLANES = 4 };
    const tlb_dif_hull *hull = &hulls->hulls[index];
    uint32_t planes = tlb_dif_hull_plane_count(hulls, index);
    if (hull->staticMesh || !hull->hullCount || planes < LEAST_PLANES || planes > TLB_DIF_HULL_MAX ||
        !tlb_within(hull->hullStart, hull->hullCount, hulls->hullIndexCount))
        return false;
    center[0] = center[1] = center[2] = 0;
    for (uint32_t i = 0; i < hull->hullCount; i++) {
        uint32_t point = hulls->hullIndices[hull->hullStart + i];
        if (point >= t->x->points.count || !step(t))
            return false;
        for (int axis = 0; axis < 3; axis++)
            center[axis] += t->x->points.data[point][axis] / hull->hullCount;
    }
    for (uint32_t i = 0; i < planes; i++) {
        float plane[4];
        if (!step(t) ||
            !tlb_dif_plane_of(t->x, (uint16_t)hulls->hullPlaneIndices[hull->planeStart + i], true, plane) ||
            !(distance(plane, center) < -INSIDE))
            return false;
    }
    return true;
}

static void check_hull_centers(tree *t)
{
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(t->x);
    for (uint32_t i = 0; i < hulls.hullCount; i++) {
        double center[3];
        if (t->bare_hulls[i] || !hull_center(t, &hulls, i, center))
            continue;
        place p = find_place(t, center);
        if (p.sure && p.leaf.kind != TLB_DIF_SOLID_LEAF)
            TLB_FIND(t->c, DIF_BSP_EMPTY, tlb_at(t->c, "convexHulls[%u]", i),
                     "the tree is empty at its center");
    }
}

/* --- portals ---------------------------------------------------------------------------------------- */

/* Samples one polygon of a portal; `found` becomes the zones that the tree has before and behind it. */
static void sample_fan(tree *t, const tlb_dif_portal *portal, const tlb_dif_winding_range *fan, votes *sides,
                       uint32_t found[2])
{
    tlb_dif_null_surface polygon = {.windingStart = fan->windingStart, .windingCount = fan->windingCount};
    uint32_t points[TLB_DIF_MAX_WINDING], count = tlb_dif_null_surface_polygon(t->x, &polygon, points);
    float plane[4];
    if (count < 3 || !tlb_dif_plane_of(t->x, portal->planeIndex, false, plane))
        return;
    tlb_dif_sample(t->sampler, points, count, plane, BESIDE);
    for (uint32_t i = 0; i < t->sampler->count && step(t); i++) {
        double samples[2][3];
        place places[2];
        if (!find_places(t, t->sampler->middles[i], plane, samples, places) ||
            places[FRONT].leaf.kind != TLB_DIF_EMPTY_LEAF || places[BACK].leaf.kind != TLB_DIF_EMPTY_LEAF)
            continue;
        found[FRONT] = places[FRONT].leaf.index;
        found[BACK] = places[BACK].leaf.index;
        vote(sides, found[FRONT] == portal->zoneFront && found[BACK] == portal->zoneBack, 0);
    }
}

static void check_portal_sides(tree *t)
{
    for (uint32_t i = 0; i < t->x->portals.count; i++) {
        const tlb_dif_portal *portal = &t->x->portals.data[i];
        votes sides = {0, 0, 0};
        uint32_t found[2];
        if (!tlb_within(portal->triFanStart, portal->triFanCount, t->x->windingIndices.count))
            continue;
        for (uint32_t k = 0; k < portal->triFanCount && t->steps; k++)
            sample_fan(t, portal, &t->x->windingIndices.data[portal->triFanStart + k], &sides, found);
        if (sides.bad && !sides.good)
            TLB_FIND(t->c, DIF_PORTAL_SIDES, tlb_at(t->c, "portals[%u].zoneFront", i),
                     "zones %u and %u; the tree has zone %u in front of its plane and zone %u behind it",
                     portal->zoneFront, portal->zoneBack, found[FRONT], found[BACK]);
    }
}

void tlb_dif_check_tree(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint64_t entries = (uint64_t)interior->surfaces.count + interior->nullSurfaces.count +
                       interior->convexHulls.count + interior->windingIndices.count;
    tree t = {.c = c, .x = interior, .steps = LEAST_STEPS + STEPS_AN_ENTRY * entries};
    if (!interior->bspNodes.count)
        return;
    t.nodes = tlb_scratch(c, interior->bspNodes.count, sizeof *t.nodes);
    t.children = tlb_scratch(c, interior->bspNodes.count, 2 * sizeof *t.children);
    t.unlisted = tlb_scratch(c, interior->surfaces.count, sizeof *t.unlisted);
    t.sampler = tlb_dif_sampler_create(c, interior, t.steps);
    if (!t.nodes || !t.children || !t.unlisted || !t.sampler || !list_zones(&t) || !find_bare_hulls(&t))
        return;
    sample_surfaces(&t);
    if (!check_nodes(&t)) /* everything else would follow from it */
        return;
    tlb_dif_check_leaves(c, interior);
    report_faults(&t);
    check_outside(&t);
    check_hull_centers(&t);
    check_leaf_zones(&t);
    check_surface_zones(&t);
    check_portal_sides(&t);
}
