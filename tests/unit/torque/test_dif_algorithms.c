/* Questions about interiors against answers found the long way round: rays and zones against the brushes that
 * a room was built of, views against rectangles, hulls' strings against points and planes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/context.h"
#include "convex.h"
#include "dif_brushes.h"
#include "core/format.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_dif dif;
    dif_brushwork work;
    tlb_dif_interior room;
    uint32_t random;
} fixture;

static double pick(fixture *f, double least, double most)
{
    f->random ^= f->random << 13;
    f->random ^= f->random >> 17;
    f->random ^= f->random << 5;
    return least + (most - least) * f->random / UINT32_MAX;
}

static void add_brush(fixture *f, dif_brush brush)
{
    f->work.brushes[f->work.brushCount++] = brush;
}

static void add_box(fixture *f, double x0, double y0, double z0, double x1, double y1, double z1)
{
    add_brush(f, dif_box((dif_corners){{x0, y0, z0}, {x1, y1, z1}}));
}

/* Two rooms with a doorway between them, a crate, a ramp and a pillar. */
static void furnish(fixture *f)
{
    add_box(f, -9, -1, -1, 9, 9, 0);
    add_box(f, -9, -1, 4, 9, 9, 5);
    add_box(f, -9, -1, 0, -8, 9, 4);
    add_box(f, 8, -1, 0, 9, 9, 4);
    add_box(f, -8, -1, 0, 8, 0, 4);
    add_box(f, -8, 8, 0, 8, 9, 4);
    add_box(f, -0.5, 0, 0, 0.5, 3, 4);
    add_box(f, -0.5, 5, 0, 0.5, 8, 4);
    add_box(f, -0.5, 3, 2.5, 0.5, 5, 4);
    add_box(f, -6, 1, 0, -4, 2.5, 1.5);
    add_brush(f, dif_ramp((dif_corners){{2, 1, 0}, {5, 3, 2}}));
    add_brush(f, dif_pillar((dif_corners){{4, 5, 0}, {6, 7, 4}}, 8));
    f->work.rooms[0] = (dif_corners){{-8, 0, 0}, {0, 8, 4}};
    f->work.rooms[1] = (dif_corners){{0, 0, 0}, {8, 8, 4}};
    f->work.roomCount = 2;
    f->work.portal = (dif_corners){{0, 3, 0}, {0, 5, 2.5}};
    f->work.hasPortal = true;
    f->work.lumel = 1;
    f->work.sheetSize = 256;
}

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL), .random = 12345};
    f.document = (tlb_document){.context = f.context, .name = "", .root = &f.dif};
    tlb_arena_init(&f.document.arena, f.context->account);
    furnish(&f);
    dif_build(&f.document.arena, &f.work, &f.room);
    assert_int_equal(tlb_dif_make_emit_strings(&f.document, &f.room), TLB_OK);
    assert_int_equal(tlb_dif_make_poly_lists(&f.document, &f.room), TLB_OK);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->document.arena);
    tlb_context_free(f->context);
    return 0;
}

static double distance(const double plane[4], const float point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

/* --- rays --------------------------------------------------------------------------------------------- */

/* The first brush on a ray, all brushes made thicker by `growth`. */
static found cast_through_brushes(const dif_brushwork *work, const float start[3], const float end[3],
                                  double growth)
{
    found first = NOTHING_FOUND;
    for (uint32_t i = 0; i < work->brushCount; i++) {
        convex_span span = WHOLE_SPAN;
        for (uint32_t k = 0; k < work->brushes[i].planeCount; k++) {
            const double *plane = work->brushes[i].planes[k];
            double from = distance(plane, start) - growth, to = distance(plane, end) - growth;
            cut_span(&span, from, to);
        }
        keep_first(&first, &span);
    }
    return first;
}

static double length_between(const float a[3], const float b[3])
{
    return sqrt(((double)a[0] - b[0]) * ((double)a[0] - b[0]) +
                ((double)a[1] - b[1]) * ((double)a[1] - b[1]) +
                ((double)a[2] - b[2]) * ((double)a[2] - b[2]));
}

/* A plane of a brush with the normal and through the point of a hit. */
static bool is_on_a_brush(const dif_brushwork *work, const tlb_dif_hit *hit)
{
    for (uint32_t i = 0; i < work->brushCount; i++)
        for (uint32_t k = 0; k < work->brushes[i].planeCount; k++) {
            const double *plane = work->brushes[i].planes[k];
            double along = plane[0] * hit->normal[0] + plane[1] * hit->normal[1] + plane[2] * hit->normal[2];
            if (along > 0.9999 && fabs(distance(plane, hit->point)) < 0.001)
                return true;
        }
    return false;
}

static void check_surface_of_hit(const tlb_dif_interior *room, const tlb_dif_hit *hit)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t index;
    float plane[4];
    assert_true(hit->has_surface);
    assert_true(tlb_dif_collision_polygon(room, hit->surface, points, &index) >= 3);
    assert_true(tlb_dif_plane_of(room, index, true, plane));
    assert_true(fabs((double)plane[0] * hit->point[0] + (double)plane[1] * hit->point[1] +
                     (double)plane[2] * hit->point[2] + plane[3]) < 0.01);
}

/* Rays that no two centimeters more or less of brush make a difference to. */
static void test_rays_hit_what_brushes_say(void **state)
{
    fixture *f = *state;
    uint32_t firm = 0, hits = 0, inside = 0;
    for (int i = 0; i < 20000; i++) {
        float start[3], end[3];
        for (int axis = 0; axis < 3; axis++) {
            start[axis] = (float)pick(f, axis ? -2 : -10, axis == 2 ? 6 : 10);
            end[axis] = (float)pick(f, axis ? -2 : -10, axis == 2 ? 6 : 10);
        }
        found thick = cast_through_brushes(&f->work, start, end, 0.02);
        found thin = cast_through_brushes(&f->work, start, end, -0.02);
        double length = length_between(start, end);
        if (thick.hit != thin.hit || thick.inside != thin.inside || fabs(thick.t - thin.t) * length > 0.1)
            continue;
        found expected = cast_through_brushes(&f->work, start, end, 0);
        tlb_dif_hit hit;
        firm++;
        assert_int_equal(tlb_dif_cast_ray(&f->room, start, end, &hit), expected.hit);
        if (!expected.hit)
            continue;
        hits++;
        inside += expected.inside;
        assert_int_equal(hit.start_solid, expected.inside);
        assert_true(fabs(hit.t - expected.t) * length < 0.03);
        if (!expected.inside) {
            assert_true(is_on_a_brush(&f->work, &hit));
            check_surface_of_hit(&f->room, &hit);
        }
    }
    assert_true(firm > 15000 && hits > 8000 && inside > 1000 && firm - hits > 1000);
}

static void test_ray_from_within_solid(void **state)
{
    fixture *f = *state;
    tlb_dif_hit hit;
    assert_true(tlb_dif_cast_ray(&f->room, (float[]){-5, 2, 1}, (float[]){-5, 2, 3}, &hit));
    assert_true(hit.start_solid && hit.t == 0 && !hit.has_surface);
    assert_true(hit.normal[0] == 0 && hit.normal[1] == 0 && hit.normal[2] == -1);
    assert_true(tlb_dif_cast_ray(&f->room, (float[]){-5, 2, 1}, (float[]){-5, 2, 1}, &hit));
    assert_true(hit.start_solid && hit.normal[2] == 0);
}

/* Where two faces of the crate meet either may be hit, but one of them is. */
static void test_ray_at_an_edge(void **state)
{
    fixture *f = *state;
    tlb_dif_hit hit;
    assert_true(tlb_dif_cast_ray(&f->room, (float[]){-7, 2, 2.5f}, (float[]){-5, 2, 0.5f}, &hit));
    assert_true(fabs(hit.point[0] + 6) < 0.01 && fabs(hit.point[2] - 1.5) < 0.01);
    assert_true(is_on_a_brush(&f->work, &hit));
    assert_true(hit.has_surface);
}

static void test_ray_without_a_tree(void **state)
{
    (void)state;
    tlb_dif_interior nothing = {0};
    tlb_dif_hit hit;
    uint32_t zone;
    assert_false(tlb_dif_cast_ray(&nothing, (float[]){0, 0, 0}, (float[]){1, 1, 1}, &hit));
    assert_true(tlb_dif_zone_at(&nothing, (float[]){0, 0, 0}, &zone));
    assert_int_equal(zone, TLB_DIF_NO_ZONE);
}

/* Nodes that are each other's children lead nowhere, in the end. */
static void test_circular_tree(void **state)
{
    fixture *f = *state;
    tlb_dif_hit hit;
    uint32_t zone;
    tlb_dif_interior circle = f->room;
    tlb_dif_bsp_node nodes[] = {{0, 1, 1}, {1, 0, 0}};
    circle.bspNodes.data = nodes;
    circle.bspNodes.count = 2;
    assert_false(tlb_dif_cast_ray(&circle, (float[]){-20, -20, -20}, (float[]){20, 20, 20}, &hit));
    assert_true(tlb_dif_zone_at(&circle, (float[]){0, 0, 0}, &zone));
    assert_int_equal(zone, TLB_DIF_NO_ZONE);
}

/* --- zones -------------------------------------------------------------------------------------------- */

static double nearest_plane(const dif_brushwork *work, const float point[3], bool *inside)
{
    double nearest = INFINITY;
    *inside = false;
    for (uint32_t i = 0; i < work->brushCount; i++) {
        bool within = true;
        for (uint32_t k = 0; k < work->brushes[i].planeCount; k++) {
            double from_plane = distance(work->brushes[i].planes[k], point);
            nearest = fmin(nearest, fabs(from_plane));
            within &= from_plane < 0;
        }
        *inside |= within;
    }
    return nearest;
}

static uint32_t zone_by_rooms(const dif_brushwork *work, const float p[3])
{
    for (uint32_t i = 0; i < work->roomCount; i++) {
        const dif_corners *room = &work->rooms[i];
        if (p[0] > room->low[0] && p[1] > room->low[1] && p[2] > room->low[2] && p[0] < room->high[0] &&
            p[1] < room->high[1] && p[2] < room->high[2])
            return i + 1;
    }
    return 0;
}

static void test_zones_are_where_rooms_are(void **state)
{
    fixture *f = *state;
    uint32_t solid = 0, met[3] = {0};
    for (int i = 0; i < 20000; i++) {
        float point[3] = {(float)pick(f, -10, 10), (float)pick(f, -2, 10), (float)pick(f, -2, 6)};
        bool inside;
        uint32_t zone;
        if (nearest_plane(&f->work, point, &inside) < 0.001)
            continue;
        assert_int_equal(tlb_dif_zone_at(&f->room, point, &zone), !inside);
        solid += inside;
        if (inside)
            continue;
        assert_int_equal(zone, zone_by_rooms(&f->work, point));
        met[zone]++;
    }
    assert_true(solid > 1000 && met[0] > 1000 && met[1] > 1000 && met[2] > 1000);
}

static void test_rooms_see_each_other(void **state)
{
    fixture *f = *state;
    uint8_t seen[3];
    assert_true(tlb_dif_visible_zones(&f->room, (float[]){-3, 4, 1}, seen));
    assert_true(!seen[0] && seen[1] && seen[2]);
    assert_true(tlb_dif_visible_zones(&f->room, (float[]){-3, 4, 20}, seen));
    assert_true(seen[0] && !seen[1] && !seen[2]);
    assert_false(tlb_dif_visible_zones(&f->room, (float[]){-3, 4, -0.5f}, seen));
}

/* A corridor of four zones along x, with a doorway in each of the planes x = 10, 20 and 30. */
enum { DOORS = 3 };

typedef struct corridor {
    tlb_dif_interior interior;
    tlb_vec3 normal, points[4 * DOORS];
    tlb_dif_plane planes[DOORS];
    tlb_dif_bsp_node nodes[DOORS];
    tlb_dif_zone zones[DOORS + 1];
    tlb_dif_portal portals[DOORS];
    tlb_dif_winding_range ranges[DOORS];
    uint32_t windings[4 * DOORS], zone_portals[2 * DOORS];
    double doors[DOORS][2][2]; /* low and high of y and z */
} corridor;

static void make_corridor(fixture *f, corridor *c)
{
    static const tlb_dif_bsp_node nodes[DOORS] = {{1, 2, 1}, {0, 0x8001, 0x8000}, {2, 0x8003, 0x8002}};
    *c = (corridor){.normal = {1, 0, 0}};
    memcpy(c->nodes, nodes, sizeof nodes);
    uint16_t listed = 0;
    for (uint32_t zone = 0; zone <= DOORS; zone++) {
        c->zones[zone].portalStart = listed;
        for (uint32_t door = zone ? zone - 1 : 0; door <= zone && door < DOORS; door++)
            c->zone_portals[listed++] = door;
        c->zones[zone].portalCount = (uint16_t)(listed - c->zones[zone].portalStart);
    }
    for (uint16_t door = 0; door < DOORS; door++) {
        c->planes[door].planeDistance = -10.0f * (float)(door + 1);
        c->portals[door] = (tlb_dif_portal){door, 1, door, (uint16_t)(door + 1), door};
        c->ranges[door] = (tlb_dif_winding_range){4u * door, 4};
        for (int axis = 0; axis < 2; axis++) {
            c->doors[door][0][axis] = pick(f, 0, 6);
            c->doors[door][1][axis] = c->doors[door][0][axis] + pick(f, 0.5, 4);
        }
        for (uint32_t k = 0; k < 4; k++) {
            float *point = c->points[4 * door + k];
            c->windings[4 * door + k] = 4u * door + k;
            point[0] = 10.0f * (float)(door + 1);
            point[1] = (float)c->doors[door][k == 1 || k == 2][0];
            point[2] = (float)c->doors[door][k >= 2][1];
        }
    }
    tlb_dif_interior *x = &c->interior;
    x->normals.data = &c->normal, x->normals.count = 1;
    x->planes.data = c->planes, x->planes.count = DOORS;
    x->points.data = c->points, x->points.count = 4 * DOORS;
    x->bspNodes.data = c->nodes, x->bspNodes.count = DOORS;
    x->zones.data = c->zones, x->zones.count = DOORS + 1;
    x->portals.data = c->portals, x->portals.count = DOORS;
    x->windingIndices.data = c->ranges, x->windingIndices.count = DOORS;
    x->windings.data = c->windings, x->windings.count = 4 * DOORS;
    x->zonePortalList.data = c->zone_portals, x->zonePortalList.count = listed;
}

/* Whether a straight line goes from the first zone through as many doors, all made wider by `growth`. */
static bool looks_through(const corridor *c, const float eye[3], uint32_t doors, double growth)
{
    double low[2] = {-INFINITY, -INFINITY}, high[2] = {INFINITY, INFINITY};
    for (uint32_t door = 0; door < doors; door++)
        for (int axis = 0; axis < 2; axis++) { /* the slopes of lines through it */
            double way = 10.0 * (door + 1) - eye[0];
            low[axis] = fmax(low[axis], (c->doors[door][0][axis] - growth - eye[axis + 1]) / way);
            high[axis] = fmin(high[axis], (c->doors[door][1][axis] + growth - eye[axis + 1]) / way);
        }
    return low[0] < high[0] && low[1] < high[1];
}

static void test_views_through_doors(void **state)
{
    fixture *f = *state;
    static corridor c;
    uint32_t seen_total = 0, hidden_total = 0;
    for (int i = 0; i < 5000; i++) {
        make_corridor(f, &c);
        float eye[3] = {(float)pick(f, 0, 9.9), (float)pick(f, -2, 12), (float)pick(f, -2, 12)};
        uint8_t zones[DOORS + 1];
        assert_true(tlb_dif_visible_zones(&c.interior, eye, zones));
        assert_true(zones[0] && zones[1]);
        for (uint32_t zone = 2; zone <= DOORS; zone++) {
            if (looks_through(&c, eye, zone, 0))
                assert_true(zones[zone]);
            if (!looks_through(&c, eye, zone, 0.05))
                assert_false(zones[zone]);
            seen_total += zones[zone];
            hidden_total += !zones[zone];
        }
    }
    assert_true(seen_total > 500 && hidden_total > 500);
}

/* Who stands in a doorway sees to both sides. */
static void test_view_from_a_door(void **state)
{
    fixture *f = *state;
    static corridor c;
    make_corridor(f, &c);
    uint8_t zones[DOORS + 1];
    assert_true(tlb_dif_visible_zones(&c.interior, (float[]){20, 1, 1}, zones));
    assert_true(zones[1] && zones[2] && zones[3]);
}

/* --- what the strings of hulls say -------------------------------------------------------------------- */

/* How often directed edges are met: a closed surface has each once, and its reverse. */
typedef struct edge_count {
    uint8_t met[TLB_DIF_HULL_MAX][TLB_DIF_HULL_MAX];
} edge_count;

static void assert_closed(const edge_count *edges)
{
    for (uint32_t a = 0; a < TLB_DIF_HULL_MAX; a++)
        for (uint32_t b = 0; b < TLB_DIF_HULL_MAX; b++) {
            assert_true(edges->met[a][b] <= 1);
            assert_int_equal(edges->met[a][b], edges->met[b][a]);
        }
}

static void assert_on_plane(const tlb_dif_interior *x, uint32_t point, uint32_t planeIndex)
{
    float plane[4];
    assert_true(tlb_dif_plane_of(x, (uint16_t)planeIndex, true, plane));
    const float *p = x->points.data[point];
    assert_true(fabs((double)plane[0] * p[0] + (double)plane[1] * p[1] + (double)plane[2] * p[2] + plane[3]) <
                0.001);
}

static void test_polyhedra_enclose_their_hulls(void **state)
{
    const fixture *f = *state;
    const tlb_dif_interior *x = &f->room;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    for (uint32_t h = 0; h < hulls.hullCount; h++) {
        const tlb_dif_hull *of = &hulls.hulls[h];
        static edge_count edges;
        tlb_dif_polyhedron p;
        edges = (edge_count){{{0}}};
        assert_true(tlb_dif_hull_polyhedron(&hulls, h, &p));
        assert_int_equal(p.planeCount, tlb_dif_hull_plane_count(&hulls, h));
        assert_int_equal(p.pointCount, of->hullCount);
        const uint8_t *at = p.surfaces;
        for (uint32_t i = 0; i < p.surfaceCount; i++) {
            const uint8_t *points = at + 3;
            for (uint32_t k = 0, n = at[0]; k < n; k++) {
                uint32_t next = (k + 1) % n, point = points[2 * k + 1];
                edges.met[point][points[2 * next + 1]]++;
                assert_on_plane(x, hulls.polyListPoints[of->polyListPointStart + point],
                                hulls.polyListPlanes[of->polyListPlaneStart + at[2]]);
                assert_int_equal(at[1], p.planeMasks[at[2]]);
                assert_int_equal(p.pointMasks[point] & at[1], at[1]);
            }
            at = points + 2 * at[0];
        }
        assert_closed(&edges);
    }
}

static void check_features(const fixture *f, const tlb_dif_hulls *hulls, uint32_t h, uint32_t point,
                           edge_count *all)
{
    const tlb_dif_hull *of = &hulls->hulls[h];
    tlb_dif_features e;
    assert_true(tlb_dif_hull_features(hulls, h, point, &e));
    assert_true(e.faceCount >= 3);
    const uint8_t *at = e.faces;
    for (uint32_t i = 0; i < e.faceCount; i++) {
        const uint8_t *corners = at + 2;
        bool has_point = false;
        for (uint32_t k = 0; k < at[0]; k++) {
            uint8_t here = e.vertices[corners[k]], next = e.vertices[corners[(k + 1) % at[0]]];
            has_point |= here == point;
            all->met[here][next] = 1;
            assert_on_plane(&f->room, hulls->hullIndices[of->hullStart + here],
                            hulls->hullPlaneIndices[of->planeStart + at[1]]);
        }
        assert_true(has_point);
        at = corners + at[0];
    }
    for (uint32_t i = 0; i < e.edgeCount; i++) {
        uint8_t low = e.vertices[e.edges[2 * i]], high = e.vertices[e.edges[2 * i + 1]];
        assert_true(low < high && (all->met[low][high] || all->met[high][low]));
    }
}

static void test_features_cover_their_hulls(void **state)
{
    const fixture *f = *state;
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(&f->room);
    for (uint32_t h = 0; h < hulls.hullCount; h++) {
        static edge_count edges;
        edges = (edge_count){{{0}}};
        for (uint32_t point = 0; point < hulls.hulls[h].hullCount; point++)
            check_features(f, &hulls, h, point, &edges);
        assert_closed(&edges);
    }
}

/* --- small references --------------------------------------------------------------------------------- */

static void test_children_in_both_widths(void **state)
{
    (void)state;
    tlb_dif_interior narrow = {0}, wide = {.interiorFileVersion = 14};
    tlb_dif_child child = tlb_dif_child_of(&narrow, 0x7fff);
    assert_true(child.kind == TLB_DIF_NODE && child.index == 0x7fff);
    child = tlb_dif_child_of(&narrow, 0xc005);
    assert_true(child.kind == TLB_DIF_SOLID_LEAF && child.index == 5);
    child = tlb_dif_child_of(&narrow, 0x8000 | TLB_DIF_NO_ZONE);
    assert_true(child.kind == TLB_DIF_EMPTY_LEAF && child.index == TLB_DIF_NO_ZONE);
    child = tlb_dif_child_of(&wide, 0xc005);
    assert_true(child.kind == TLB_DIF_NODE && child.index == 0xc005);
    child = tlb_dif_child_of(&wide, 0xc0005);
    assert_true(child.kind == TLB_DIF_SOLID_LEAF && child.index == 5);
}

static void test_surface_references(void **state)
{
    (void)state;
    uint32_t entries[] = {7, 0x80000007, 0x8007};
    tlb_dif_list plain = {.data = entries, .count = 3},
                 narrow = {.data = entries, .count = 3, .flagged = true, .param = 2};
    assert_true(!tlb_dif_surface_of(&plain, 0).null_surface && tlb_dif_surface_of(&plain, 1).null_surface);
    assert_int_equal(tlb_dif_surface_of(&plain, 1).index, 7);
    assert_int_equal(tlb_dif_surface_of(&plain, 2).index, 0x8007);
    assert_true(tlb_dif_surface_of(&narrow, 2).null_surface);
    assert_int_equal(tlb_dif_surface_of(&narrow, 2).index, 7);
    assert_int_equal(tlb_dif_surface_of(&plain, 3).index, TLB_DIF_NO_SURFACE);
}

static void test_strips_become_polygons(void **state)
{
    (void)state;
    tlb_vec3 points[7] = {{0}};
    uint32_t strip[] = {0, 1, 6, 2, 5, 3, 4}, polygon[TLB_DIF_MAX_WINDING];
    tlb_dif_interior x = {0};
    x.points.data = points, x.points.count = 7;
    x.windings.data = strip, x.windings.count = 7;
    tlb_dif_surface s = {.windingCount = 7, .fanMask = 0x55};
    assert_int_equal(tlb_dif_surface_polygon(&x, &s, false, polygon), 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(polygon[i], i);
    assert_int_equal(tlb_dif_surface_polygon(&x, &s, true, polygon), 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(polygon[i], 2 * i);
    s.windingStart = 1;
    assert_int_equal(tlb_dif_surface_polygon(&x, &s, false, polygon), 0);
    s = (tlb_dif_surface){.windingCount = 7};
    x.points.count = 6;
    assert_int_equal(tlb_dif_surface_polygon(&x, &s, false, polygon), 0);
}

static void test_texture_coordinates(void **state)
{
    (void)state;
    tlb_dif_texgen texgen = {{0.5f, 0, 0, 1}, {0, 0, -2, 0.25f}};
    tlb_dif_surface yz = {.finalWord = 3 << 13 | 5 << 6 | 2, .texGenXDistance = 0.5f, .texGenYDistance = -1};
    float uv[2];
    tlb_dif_texture_uv(&texgen, (float[]){4, 5, 6}, uv);
    assert_true(uv[0] == 3 && uv[1] == -11.75f);
    tlb_dif_light_map_uv(&yz, (float[]){4, 16, 6}, uv);
    assert_true(uv[0] == 1 && uv[1] == 0.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rays_hit_what_brushes_say),
        cmocka_unit_test(test_ray_from_within_solid),
        cmocka_unit_test(test_ray_at_an_edge),
        cmocka_unit_test(test_ray_without_a_tree),
        cmocka_unit_test(test_circular_tree),
        cmocka_unit_test(test_zones_are_where_rooms_are),
        cmocka_unit_test(test_rooms_see_each_other),
        cmocka_unit_test(test_views_through_doors),
        cmocka_unit_test(test_view_from_a_door),
        cmocka_unit_test(test_polyhedra_enclose_their_hulls),
        cmocka_unit_test(test_features_cover_their_hulls),
        cmocka_unit_test(test_children_in_both_widths),
        cmocka_unit_test(test_surface_references),
        cmocka_unit_test(test_strips_become_polygons),
        cmocka_unit_test(test_texture_coordinates),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
