/* The union of brushes: hulls, planes, points, and what of the faces is visible. */
#include "boxes.h"
#include "level/solid.h"
#include "level/vector.h"
#include "one_context.h"

#include <math.h>

static tlb_level *level;
static tlb_solid *solid;

static void add_box(double x, double y, double z, double size_x, double size_y, double size_z)
{
    boxes_box(level, TLB_BRUSH_STRUCTURAL, x, y, z, size_x, size_y, size_z, "wall");
}

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

static const double *corner(const tlb_solid_face *face, uint32_t index)
{
    return solid->points.data[solid->corners.data[face->first_corner + index % face->corner_count]];
}

static void outward(const tlb_solid_face *face, double normal[3])
{
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = (face->reversed ? -1 : 1) * solid->planes.data[face->plane].normal[axis];
}

static double area_of(const tlb_solid_face *face)
{
    double sum = 0, normal[3];
    outward(face, normal);
    for (uint32_t i = 2; i < face->corner_count; i++) {
        double a[3], b[3], turn[3];
        tlb_subtract(corner(face, i - 1), corner(face, 0), a);
        tlb_subtract(corner(face, i), corner(face, 0), b);
        tlb_cross(a, b, turn);
        sum += tlb_dot(turn, normal) / 2;
    }
    return sum;
}

static double area_of_hull(uint32_t hull)
{
    double sum = 0;
    for (uint32_t i = 0; i < solid->faces.count; i++)
        sum += solid->faces.data[i].hull == hull ? area_of(&solid->faces.data[i]) : 0;
    return sum;
}

static uint32_t faces_of_hull(uint32_t hull)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < solid->faces.count; i++)
        count += solid->faces.data[i].hull == hull;
    return count;
}

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) < 1e-6))
        fail_msg("%.9g, expected %.9g", found, expected);
}

/* Convex, its corners on its plane, in its direction, and no more than are allowed. */
static void assert_sound_faces(void)
{
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        double normal[3];
        outward(face, normal);
        assert_in_range(face->corner_count, 3, TLB_SOLID_MOST_CORNERS);
        assert_true(area_of(face) > 0);
        for (uint32_t j = 0; j < face->corner_count; j++) {
            double in[3], out[3], turn[3];
            tlb_subtract(corner(face, j + 1), corner(face, j), in);
            tlb_subtract(corner(face, j + 2), corner(face, j + 1), out);
            tlb_cross(in, out, turn);
            bool is_collinear = face->collinear >> (j + 1) % face->corner_count & 1;
            assert_true(fabs(tlb_plane_above(&solid->planes.data[face->plane], corner(face, j))) <
                        TLB_LEVEL_NEAR);
            assert_true(tlb_dot(turn, normal) > (is_collinear ? -1e-3 : 0));
        }
    }
}

/* No corner of a face lies on an edge of another without one of its own. */
static void assert_no_t_junctions(void)
{
    for (uint32_t i = 0; i < solid->faces.count; i++)
        for (uint32_t j = 0; j < solid->faces.data[i].corner_count; j++) {
            const double *from = corner(&solid->faces.data[i], j), *to = corner(&solid->faces.data[i], j + 1);
            double edge[3];
            tlb_subtract(to, from, edge);
            for (uint32_t k = 0; k < solid->corners.count; k++) {
                double way[3], across[3];
                tlb_subtract(solid->points.data[solid->corners.data[k]], from, way);
                tlb_cross(way, edge, across);
                double along = tlb_dot(way, edge) / tlb_dot(edge, edge);
                assert_false(along > 1e-3 && along < 1 - 1e-3 &&
                             sqrt(tlb_dot(across, across) / tlb_dot(edge, edge)) < TLB_LEVEL_NEAR / 2);
            }
        }
}

/* --- one brush --------------------------------------------------------------------------------------- */

static void a_box_is_its_six_faces(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 1, 2, 3);
    make();
    assert_int_equal(solid->faces.count, 6);
    assert_int_equal(solid->planes.count, 6);
    assert_int_equal(solid->points.count, 8);
    assert_int_equal(solid->hulls.count, 1);
    const tlb_solid_hull *hull = &solid->hulls.data[0];
    assert_int_equal(hull->point_count, 8);
    assert_int_equal(hull->plane_count, 6);
    assert_int_equal(solid->hull_planes.data[hull->first_plane + 5].plane, solid->faces.data[0].plane);
    assert_near(area_of_hull(0), 22);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(solid->faces.data[i].source.face, i);
        assert_int_equal(solid->faces.data[i].collinear, 0);
    }
    assert_sound_faces();
    free_all();
}

static void faulty_brushes_are_told_and_left_out(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    boxes_face(level, 1, 0, 0, 1, "wall");
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_INVALID);
    assert_null(solid);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, TLB_CODE_LEVEL_BRUSH_OPEN);
    assert_int_equal(tlb_diagnostic_at(context, 1)->code, TLB_CODE_LEVEL_EMPTY);
    tlb_diagnostics_clear(context);
    add_box(0, 0, 0, 1, 1, 0.0005);
    add_box(0, 0, 0, 1, 1, 1);
    make();
    assert_int_equal(solid->hulls.count, 1);
    assert_int_equal(solid->hulls.data[0].source.part, 2);
    assert_int_equal(tlb_diagnostic_at(context, 1)->code, TLB_CODE_LEVEL_BRUSH_EMPTY);
    free_all();
}

static void a_mover_is_apart_from_the_world(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 1, 1, 1);
    boxes_entity(level, "Door_Elevator");
    boxes_box(level, TLB_BRUSH_MOVER, 0, 0, 0, 1, 1, 2, "door");
    boxes_entity(level, "portal");
    boxes_box(level, TLB_BRUSH_PORTAL, 0, 0, 0, 1, 1, 4, "NULL");
    make();
    assert_int_equal(solid->hulls.count, 1);
    assert_near(area_of_hull(0), 6);
    tlb_solid_free(solid);
    assert_int_equal(tlb_solid_make(context, level, 0, 1, &solid), TLB_OK);
    assert_int_equal(solid->hulls.count, 1);
    assert_int_equal(solid->hulls.data[0].source.part, 1);
    assert_near(area_of_hull(0), 10);
    free_all();
}

/* --- two brushes ------------------------------------------------------------------------------------- */

static void where_boxes_touch_nothing_is_left(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 1, 1, 1);
    add_box(1, 0, 0, 1, 1, 1);
    make();
    assert_int_equal(solid->faces.count, 10);
    assert_int_equal(solid->planes.count, 7);
    assert_int_equal(solid->points.count, 12);
    assert_near(area_of_hull(0), 5);
    assert_near(area_of_hull(1), 5);
    free_all();
}

static void near_planes_and_points_are_one(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 1, 1, 1);
    add_box(1.0001, 0.0005, 0, 1, 1, 1);
    make();
    assert_int_equal(solid->faces.count, 10);
    assert_int_equal(solid->planes.count, 7);
    assert_int_equal(solid->points.count, 12);
    free_all();
}

static void a_buried_brush_is_a_hull_only(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(1, 1, 1, 1, 1, 1);
    add_box(0, 0, 0, 3, 3, 3);
    make();
    assert_int_equal(solid->hulls.count, 2);
    assert_int_equal(faces_of_hull(0), 0);
    assert_int_equal(faces_of_hull(1), 6);
    free_all();
}

/* The lid of the lower one is a frame of four, the upper one has no bottom; the frame's edges have the
 * upper one's corners. */
static void a_box_on_another_leaves_a_frame(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 3, 3, 1);
    add_box(1, 1, 1, 1, 1, 1);
    make();
    assert_int_equal(faces_of_hull(0), 5 + 4);
    assert_int_equal(faces_of_hull(1), 5);
    assert_near(area_of_hull(0), 9 + 12 + 8);
    assert_near(area_of_hull(1), 5);
    assert_sound_faces();
    assert_no_t_junctions();
    free_all();
}

/* The boxes of both overlap, they themselves do not. */
static void what_is_all_visible_stays_whole(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    boxes_face(level, -1, 0, 0, 0, "wall");
    boxes_face(level, 0, -1, 0, 0, "wall");
    boxes_face(level, 0, 0, -1, 0, "wall");
    boxes_face(level, 1, 1, 1, sqrt(3), "wall");
    add_box(1.5, 1.5, 1.5, 1, 1, 1);
    make();
    assert_int_equal(solid->faces.count, 4 + 6);
    free_all();
}

/* Two slots cut a wall, which is then the least number of parts: cuts that do no good are undone. */
static void parts_are_joined_again(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 5, 3, 1);
    add_box(1, 1, 1, 1, 2, 1);
    add_box(3, 1, 1, 1, 2, 1);
    make();
    assert_near(area_of_hull(0), 15 + 16 + 11);
    assert_int_equal(faces_of_hull(0), 5 + 4);
    assert_sound_faces();
    assert_no_t_junctions();
    free_all();
}

/* Both have a top in the same plane: the first one has all of its own. */
static void the_first_brush_has_what_two_cover(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 2, 2, 1, "first");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, 0, 0, 2, 2, 1, "second");
    make();
    assert_near(area_of_hull(0), 4 + 4 + 2 + 2 + 2);
    assert_near(area_of_hull(1), 2 + 2 + 2 + 1 + 1);
    assert_int_equal(solid->faces.data[0].material, 0);
    free_all();
}

/* --- kinds ------------------------------------------------------------------------------------------- */

static void details_hide_no_structural_faces(void **state)
{
    (void)state;
    level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_DETAIL, 0, 0, 0, 3, 1, 1, "detail");
    add_box(0, 0, 0, 1, 1, 1);
    boxes_box(level, TLB_BRUSH_DETAIL, 2, 0, 0, 1, 1, 2, "detail");
    make();
    assert_near(area_of_hull(1), 6);
    assert_near(area_of_hull(0), 2 * 4);
    assert_near(area_of_hull(2), 1 + 4);
    assert_true(solid->faces.data[0].is_detail);
    assert_sound_faces();
    free_all();
}

static void collision_brushes_are_apart(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 0, 1, 1, 1);
    boxes_box(level, TLB_BRUSH_COLLISION, 0.5, 0, 0, 1, 1, 1, "NULL");
    make();
    assert_int_equal(solid->hulls.data[1].kind, TLB_BRUSH_COLLISION);
    assert_near(area_of_hull(0), 6);
    assert_near(area_of_hull(1), 6);
    free_all();
}

/* --- many -------------------------------------------------------------------------------------------- */

/* A shelf over a long row of boxes has their corners on its edge, more than a face may have. */
static void faces_of_many_corners_are_split(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(0, 0, 1, 101, 1, 1);
    for (int i = 0; i < 50; i++)
        add_box(1 + 2 * i, 0, 0, 1, 1, 1);
    make();
    assert_near(area_of_hull(0), 101 * 4 + 2 - 50);
    assert_sound_faces();
    assert_no_t_junctions();
    free_all();
}

static uint32_t seed;

static double next_random(void)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) / 16777216.0;
}

/* A point of a brush's face is on one face of the solid if nothing else is there, else on none. */
static void check_point(uint32_t brush, uint32_t axis, bool is_high)
{
    const tlb_level_detail *detail = &level->details.data[0];
    double at[3], outside[3];
    uint32_t found = 0, hidden = 0;
    for (int i = 0; i < 3; i++) {
        const tlb_solid_hull *hull = &solid->hulls.data[brush];
        at[i] = hull->low[i] + (0.01 + 0.98 * next_random()) * (hull->high[i] - hull->low[i]);
    }
    at[axis] = is_high ? solid->hulls.data[brush].high[axis] : solid->hulls.data[brush].low[axis];
    for (int i = 0; i < 3; i++)
        outside[i] = at[i] + (i == (int)axis ? is_high ? 1e-3 : -1e-3 : 0);
    for (uint32_t i = 0; i < detail->brushes.count; i++) {
        bool is_inside = true;
        for (int k = 0; k < 3; k++)
            is_inside &=
                outside[k] > solid->hulls.data[i].low[k] && outside[k] < solid->hulls.data[i].high[k];
        hidden += is_inside;
    }
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        double normal[3];
        outward(face, normal);
        bool is_on = normal[axis] * (is_high ? 1 : -1) > 0.5 &&
                     fabs(tlb_plane_above(&solid->planes.data[face->plane], at)) < 1e-9;
        for (uint32_t j = 0; is_on && j < face->corner_count; j++) {
            double edge[3], way[3], turn[3];
            tlb_subtract(corner(face, j + 1), corner(face, j), edge);
            tlb_subtract(at, corner(face, j), way);
            tlb_cross(edge, way, turn);
            is_on = tlb_dot(turn, normal) > 0;
        }
        found += is_on;
    }
    if (found != (hidden ? 0 : 1))
        fail_msg("brush %u, axis %u: %u faces, %u brushes hide it", brush, axis, found, hidden);
}

static void every_point_of_the_boundary_is_covered_once(void **state)
{
    (void)state;
    level = boxes_level(context);
    seed = 1;
    /* Whole numbers, so that faces touch and lie in the same planes. */
    for (int i = 0; i < 60; i++)
        add_box(floor(8 * next_random()), floor(8 * next_random()), floor(8 * next_random()),
                1 + floor(4 * next_random()), 1 + floor(4 * next_random()), 1 + floor(4 * next_random()));
    make();
    for (uint32_t brush = 0; brush < solid->hulls.count; brush++)
        for (uint32_t i = 0; i < 60; i++)
            check_point(brush, i % 3, i / 3 % 2);
    assert_sound_faces();
    assert_no_t_junctions();
    free_all();
}

/* Planes that nearly meet, slivers, and the same brush again: no crash, and each face is one. */
static void jittered_brushes_are_survived(void **state)
{
    (void)state;
    level = boxes_level(context);
    seed = 7;
    for (int i = 0; i < 200; i++) {
        double x = floor(4 * next_random()), y = floor(4 * next_random()), z = floor(4 * next_random());
        boxes_brush(level, i % 5 ? TLB_BRUSH_STRUCTURAL : TLB_BRUSH_DETAIL);
        for (int axis = 0; axis < 3; axis++)
            for (int sign = -1; sign < 2; sign += 2) {
                double normal[3], at = axis == 0 ? x : axis == 1 ? y : z;
                for (int k = 0; k < 3; k++)
                    normal[k] = (k == axis ? sign : 0) + 4e-4 * (next_random() - 0.5);
                boxes_face(level, normal[0], normal[1], normal[2],
                           sign * at + (sign > 0 ? 2 : 0) + 4e-4 * (next_random() - 0.5), "wall");
            }
    }
    make();
    assert_int_equal(solid->hulls.count, 200);
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        assert_in_range(solid->faces.data[i].corner_count, 3, TLB_SOLID_MOST_CORNERS);
        assert_true(area_of(&solid->faces.data[i]) > 0);
    }
    free_all();
}

/* A column of so many sides, from z = 0 to 1. */
static void add_column(int sides)
{
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    for (int i = 0; i < sides; i++) {
        double angle = 2 * 3.14159265358979323846 * i / sides;
        boxes_face(level, cos(angle), sin(angle), 0, 10, "wall");
    }
    boxes_face(level, 0, 0, 1, 1, "wall");
    boxes_face(level, 0, 0, -1, 0, "wall");
}

/* Those of engines have 255 corners and faces at most: parts of a brush fit each other, and nothing is
 * between them. */
static void large_brushes_are_several_hulls(void **state)
{
    (void)state;
    static const struct {
        int sides;
        uint32_t hulls;
    } columns[] = {{127, 1}, {128, 2}, {300, 4}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        level = boxes_level(context);
        add_column(columns[i].sides);
        make();
        assert_int_equal(solid->hulls.count, columns[i].hulls);
        double area = 0, turn = 3.14159265358979323846 / columns[i].sides;
        for (uint32_t k = 0; k < solid->hulls.count; k++) {
            assert_in_range(solid->hulls.data[k].point_count, 8, TLB_SOLID_MOST_HULL);
            assert_in_range(solid->hulls.data[k].plane_count, 6, TLB_SOLID_MOST_HULL);
            assert_int_equal(solid->hulls.data[k].source.part, 0);
            area += area_of_hull(k);
        }
        assert_near(area, 2 * columns[i].sides * tan(turn) * (10 + 10 * 10));
        assert_sound_faces();
        assert_no_t_junctions();
        free_all();
    }
}

/* A cone has as many corners as faces: one more than it has sides. */
static void hulls_have_255_corners_and_faces_at_most(void **state)
{
    (void)state;
    for (int sides = 254; sides <= 255; sides++) {
        level = boxes_level(context);
        boxes_brush(level, TLB_BRUSH_STRUCTURAL);
        for (int i = 0; i < sides; i++) {
            double angle = 2 * 3.14159265358979323846 * i / sides;
            boxes_face(level, cos(angle) / sqrt(2), sin(angle) / sqrt(2), 1 / sqrt(2), 10 / sqrt(2), "wall");
        }
        boxes_face(level, 0, 0, -1, 0, "wall");
        make();
        assert_int_equal(solid->hulls.count, sides - 253);
        assert_true(sides > 254 || solid->hulls.data[0].point_count == 255);
        assert_true(sides > 254 || solid->hulls.data[0].plane_count == 255);
        free_all();
    }
}

/* Those of its ends are two faces each when they have 33. */
static void faces_have_32_corners_at_most(void **state)
{
    (void)state;
    for (int sides = 32; sides <= 33; sides++) {
        level = boxes_level(context);
        add_column(sides);
        make();
        assert_int_equal(solid->faces.count, sides + (sides > 32 ? 4 : 2));
        assert_sound_faces();
        free_all();
    }
}

/* A column that leans along x, y and z alike: across an axis each cut passes all of its sides. */
static void leaning_brushes_are_cut_along(void **state)
{
    (void)state;
    enum { SIDES = 150 };
    const double u[3] = {sqrt(0.5), -sqrt(0.5), 0}, v[3] = {sqrt(1.0 / 6), sqrt(1.0 / 6), -sqrt(2.0 / 3)};
    level = boxes_level(context);
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    for (int i = 0; i < SIDES; i++) {
        double c = cos(i * 6.283185307179586 / SIDES), s = sin(i * 6.283185307179586 / SIDES);
        boxes_face(level, c * u[0] + s * v[0], c * u[1] + s * v[1], s * v[2], 10, "wall");
    }
    boxes_face(level, 1, 1, 1, 400, "wall");
    boxes_face(level, -1, -1, -1, 0, "wall");
    make();
    assert_int_equal(solid->hulls.count, 2);
    assert_in_range(solid->hulls.data[0].point_count, 8, TLB_SOLID_MOST_HULL);
    assert_sound_faces();
    free_all();
}

/* A strip as long as a row of posts: chords along it pass the corners of so many that they would not end. */
static void long_and_narrow_faces_are_cut_across(void **state)
{
    (void)state;
    enum { POSTS = 300 };
    const double narrow = 0.01;
    level = boxes_level(context);
    add_box(-1, 0, -1, POSTS + 2, 2, 1);
    for (int i = 0; i < POSTS; i++)
        add_box(i, narrow, 0, 1, 2 - 2 * narrow, 1 + next_random());
    make();
    assert_sound_faces();
    assert_in_range(faces_of_hull(0), POSTS / 16, POSTS / 2);
    double top = (POSTS + 2) * 2.0 - POSTS * (2 - 2 * narrow), rest = (POSTS + 2) * 2.0 + 2 * (POSTS + 4.0);
    assert_near(area_of_hull(0), top + rest);
    free_all();
}

/* Of brushes that are the same the faces of the first are seen: all others are tried on them, and hide
 * nothing. */
static void brushes_that_are_the_same_take_little_memory(void **state)
{
    enum { BOXES = 3000, PER_BOX = 8000 };
    (void)state;
    level = boxes_level(context);
    for (int i = 0; i < BOXES; i++)
        add_box(0, 0, 0, 1, 1, 1);
    make();
    assert_int_equal(solid->faces.count, 6);
    assert_true(tlb_memory_peak(context) < (uint64_t)BOXES * PER_BOX);
    free_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_box_is_its_six_faces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faulty_brushes_are_told_and_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mover_is_apart_from_the_world, set_up, tear_down),
        cmocka_unit_test_setup_teardown(where_boxes_touch_nothing_is_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(near_planes_and_points_are_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_buried_brush_is_a_hull_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_box_on_another_leaves_a_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_all_visible_stays_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_are_joined_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_first_brush_has_what_two_cover, set_up, tear_down),
        cmocka_unit_test_setup_teardown(details_hide_no_structural_faces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(collision_brushes_are_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_brushes_are_several_hulls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hulls_have_255_corners_and_faces_at_most, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_have_32_corners_at_most, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaning_brushes_are_cut_along, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_of_many_corners_are_split, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_point_of_the_boundary_is_covered_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(jittered_brushes_are_survived, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_and_narrow_faces_are_cut_across, set_up, tear_down),
        cmocka_unit_test_setup_teardown(brushes_that_are_the_same_take_little_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
