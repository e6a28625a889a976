/* Meshes that are no brushes: their polygons joined to faces, and the hulls that fill them. */
#include "boxes.h"
#include "level/solid.h"
#include "level/vector.h"
#include "one_context.h"

#include <math.h>
#include <string.h>

static tlb_level *level;
static tlb_solid *solid;

static void make(void)
{
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_OK);
}

static void free_all(void)
{
    tlb_solid_free(solid);
    tlb_level_free(level);
    solid = NULL;
}

static double area_of(const tlb_solid_face *face)
{
    const tlb_solid_plane *plane = &solid->planes.data[face->plane];
    const uint32_t *corners = solid->corners.data + face->first_corner;
    double sum = 0;
    for (uint32_t i = 2; i < face->corner_count; i++) {
        double a[3], b[3], turn[3];
        tlb_subtract(solid->points.data[corners[i - 1]], solid->points.data[corners[0]], a);
        tlb_subtract(solid->points.data[corners[i]], solid->points.data[corners[0]], b);
        tlb_cross(a, b, turn);
        sum += tlb_dot(turn, plane->normal) / (face->reversed ? -2 : 2);
    }
    return sum;
}

static double whole_area(void)
{
    double sum = 0;
    for (uint32_t i = 0; i < solid->faces.count; i++)
        sum += area_of(&solid->faces.data[i]);
    return sum;
}

static uint32_t made_faces(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < solid->faces.count; i++)
        count += solid->faces.data[i].source.face == TLB_LEVEL_WHOLE;
    return count;
}

static bool is_in_hull(const tlb_solid *s, const tlb_solid_hull *hull, const double at[3])
{
    for (uint32_t i = 0; i < hull->plane_count; i++) {
        tlb_solid_plane_ref ref = s->hull_planes.data[hull->first_plane + i];
        double above = tlb_plane_above(&s->planes.data[ref.plane], at);
        if ((ref.reversed ? -above : above) > 0)
            return false;
    }
    return true;
}

static uint32_t hulls_at(const tlb_solid *s, const double at[3])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->hulls.count; i++)
        count += is_in_hull(s, &s->hulls.data[i], at);
    return count;
}

static void *need(void *made)
{
    assert_non_null(made);
    return made;
}

/* A mesh with capacity for so many triangles. */
static tlb_level_mesh *add_mesh(uint32_t triangles, uint32_t points, bool is_closed)
{
    tlb_level_mesh *mesh = need(tlb_level_add_mesh(level, &level->details.data[0], TLB_BRUSH_STRUCTURAL));
    mesh->name = "thing";
    mesh->is_closed = is_closed;
    mesh->points.data = need(tlb_alloc_array(&level->arena, points, sizeof *mesh->points.data));
    mesh->corners.data = need(tlb_alloc_array(&level->arena, 3 * (size_t)triangles, sizeof(uint32_t)));
    mesh->polygons.data = need(tlb_alloc_array(&level->arena, triangles, sizeof *mesh->polygons.data));
    return mesh;
}

static void add_point(tlb_level_mesh *mesh, double x, double y, double z)
{
    double *at = mesh->points.data[mesh->points.count++];
    at[0] = x;
    at[1] = y;
    at[2] = z;
}

static void add_triangle(tlb_level_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    tlb_level_polygon *polygon = &mesh->polygons.data[mesh->polygons.count++];
    *polygon = (tlb_level_polygon){.first_corner = mesh->corners.count, .corner_count = 3};
    polygon->x[0] = polygon->y[1] = 1;
    mesh->corners.data[mesh->corners.count++] = a;
    mesh->corners.data[mesh->corners.count++] = b;
    mesh->corners.data[mesh->corners.count++] = c;
}

/* The faces of a solid as triangles: fans around a corner that turns, with or without those that do not. */
static void add_solid(const tlb_solid *from, bool has_collinear)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->faces.count; i++)
        count += from->faces.data[i].corner_count;
    tlb_level_mesh *mesh = add_mesh(count, from->points.count, has_collinear);
    mesh->points.count = from->points.count;
    memcpy(mesh->points.data, from->points.data, from->points.count * sizeof *from->points.data);
    for (uint32_t i = 0; i < from->faces.count; i++) {
        const tlb_solid_face *face = &from->faces.data[i];
        const uint32_t *corners = from->corners.data + face->first_corner;
        uint32_t last = UINT32_MAX;
        for (uint32_t k = 1; k < face->corner_count; k++) {
            if (!has_collinear && face->collinear >> k & 1)
                continue;
            if (last != UINT32_MAX)
                add_triangle(mesh, corners[0], corners[last], corners[k]);
            last = k;
        }
    }
}

static uint32_t seed;

static double next_random(void)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) / 16777216.0;
}

/* All of each face lies on the hull whose it is: engines look for surfaces by hulls. */
static void assert_faces_on_their_hulls(void)
{
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        const tlb_solid_hull *hull = &solid->hulls.data[face->hull];
        bool has_plane = false;
        for (uint32_t k = 0; k < hull->plane_count; k++) {
            tlb_solid_plane_ref ref = solid->hull_planes.data[hull->first_plane + k];
            has_plane |= ref.plane == face->plane && ref.reversed == face->reversed;
            for (uint32_t j = 0; j < face->corner_count; j++) {
                const double *at = solid->points.data[solid->corners.data[face->first_corner + j]];
                double above = tlb_plane_above(&solid->planes.data[ref.plane], at);
                assert_true((ref.reversed ? -above : above) < 1e-3);
            }
        }
        assert_true(has_plane);
    }
}

/* --- closed ------------------------------------------------------------------------------------------ */

/* An L of two boxes as triangles: two convex cells, and the six faces and two L of the boxes' union. */
static void a_concave_mesh_is_its_cells(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 2, 1, 1, "wall");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 1, 0, 1, 1, 1, "wall");
    make();
    tlb_solid *boxes = solid;
    level->details.data[0].brushes.count = 0;
    add_solid(boxes, true);
    make();
    assert_int_equal(solid->hulls.count, 2);
    assert_in_range(solid->faces.count, 6 + 2 * 2, 2 * 6);
    assert_true(fabs(whole_area() - 14) < 1e-9);
    assert_faces_on_their_hulls();
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        assert_true(face->source.of_mesh && face->source.face != TLB_LEVEL_WHOLE);
        assert_in_range(face->hull, 0, 1);
        assert_true(face->x[0] == 1 && face->y[1] == 1);
    }
    tlb_solid_free(boxes);
    free_all();
}

/* The mesh of a union is as solid as its brushes, without overlaps, and has the same surface. */
static void cells_fill_a_mesh_exactly(void **state)
{
    (void)state;
    seed = 3;
    for (int round = 0; round < 3; round++) {
        level = boxes_level(context);
        for (int i = 0; i < 12; i++)
            boxes_box(level, TLB_BRUSH_STRUCTURAL, 5 * next_random(), 5 * next_random(), 5 * next_random(),
                      1 + 3 * next_random(), 1 + 3 * next_random(), 1 + 3 * next_random(), "wall");
        make();
        tlb_solid *boxes = solid;
        double area = whole_area();
        level->details.data[0].brushes.count = 0;
        add_solid(boxes, true);
        make();
        assert_true(fabs(whole_area() - area) < 1e-3);
        assert_true(solid->faces.count <= 2 * boxes->faces.count);
        assert_faces_on_their_hulls();
        for (int i = 0; i < 2000; i++) {
            double at[3] = {9 * next_random(), 9 * next_random(), 9 * next_random()};
            assert_int_equal(hulls_at(solid, at), hulls_at(boxes, at) ? 1 : 0);
        }
        tlb_solid_free(boxes);
        free_all();
    }
}

static void a_mesh_and_a_brush_hide_each_other(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 2, 1, 1, "wall");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 1, 0, 1, 1, 1, "wall");
    make();
    tlb_solid *boxes = solid;
    level->details.data[0].brushes.count = 1;
    level->details.data[0].faces.data[5].distance = 1; /* the first box: down to z = -1 */
    level->details.data[0].faces.data[4].distance = 0;
    add_solid(boxes, true);
    make();
    assert_true(fabs(whole_area() - (14 + 10 - 2 * 2)) < 1e-9);
    tlb_solid_free(boxes);
    free_all();
}

/* As exporters leave it: an edge of one triangle along several of others. */
static void gaps_between_edges_do_not_open_a_mesh(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 3, 3, 1, "wall");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, 1, 1, 1, 1, 1, "wall");
    make();
    tlb_solid *boxes = solid;
    level->details.data[0].brushes.count = 0;
    add_solid(boxes, false);
    make();
    assert_int_equal(made_faces(), 0);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_true(fabs(whole_area() - (18 + 12 + 4)) < 1e-9);
    assert_int_equal(solid->hulls.count, 2);
    tlb_solid_free(boxes);
    free_all();
}

/* --- open -------------------------------------------------------------------------------------------- */

static void add_square(double z, bool is_down)
{
    tlb_level_mesh *mesh = &level->details.data[0].meshes.data[0];
    uint32_t first = mesh->points.count;
    add_point(mesh, 0, 0, z);
    add_point(mesh, 1, 0, z);
    add_point(mesh, 1, 1, z);
    add_point(mesh, 0, 1, z);
    add_triangle(mesh, first, first + (is_down ? 2 : 1), first + (is_down ? 1 : 2));
    add_triangle(mesh, first, first + (is_down ? 3 : 2), first + (is_down ? 2 : 3));
}

static void an_open_square_is_a_plate(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_mesh(4, 8, false);
    add_square(1, false);
    make();
    assert_int_equal(solid->hulls.count, 1);
    assert_int_equal(solid->faces.count, 6);
    assert_int_equal(made_faces(), 5);
    assert_true(fabs(whole_area() - (2 + 4.0 / 32)) < 1e-9);
    assert_true(fabs(solid->hulls.data[0].low[2] - (1 - 1.0 / 32)) < 1e-9);
    assert_int_equal(solid->hull_planes.data[solid->hulls.data[0].plane_count - 1].plane,
                     solid->faces.data[0].plane);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, TLB_CODE_LEVEL_MESH_OPEN);
    free_all();
}

/* Two that look away from each other, nearer than their plates are thick: these meet halfway. */
static void plates_do_not_reach_through_thin_walls(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_mesh(4, 8, false);
    add_square(1, false);
    add_square(1 - 0.02, true);
    make();
    assert_int_equal(solid->hulls.count, 2);
    assert_int_equal(solid->faces.count, 2 + 8);
    assert_true(fabs(solid->hulls.data[0].high[2] - solid->hulls.data[0].low[2] - 0.01) < 1e-9);
    free_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_concave_mesh_is_its_cells, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cells_fill_a_mesh_exactly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mesh_and_a_brush_hide_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gaps_between_edges_do_not_open_a_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_open_square_is_a_plate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plates_do_not_reach_through_thin_walls, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
