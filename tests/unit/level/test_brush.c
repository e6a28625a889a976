/* Brushes from planes: their corners and polygons, and what is wrong with them. */
#include "level/level.h"
#include "one_context.h"

#include <math.h>
#include <string.h>

/* A level of one detail whose brushes are of worldspawn. */
static tlb_level *level;
static tlb_level_detail *detail;

static void begin_level(void)
{
    level = tlb_level_create(context);
    assert_non_null(level);
    detail = tlb_level_add_detail(level);
    assert_non_null(detail);
    assert_non_null(tlb_level_add_entity(level, detail, "worldspawn"));
}

static tlb_level_brush *add_brush(void)
{
    tlb_level_brush *brush = tlb_level_add_brush(level, detail, TLB_BRUSH_STRUCTURAL);
    assert_non_null(brush);
    return brush;
}

static tlb_level_face *add_face(double x, double y, double z, double distance)
{
    double length = sqrt(x * x + y * y + z * z);
    tlb_level_face *face = tlb_level_add_face(level, detail);
    assert_non_null(face);
    if (length > 0) {
        face->normal[0] = x / length;
        face->normal[1] = y / length;
        face->normal[2] = z / length;
    }
    face->distance = distance;
    return face;
}

/* From (x, y, z) on, `size` long. */
static void add_cube(double x, double y, double z, double size)
{
    add_brush();
    add_face(1, 0, 0, x + size);
    add_face(-1, 0, 0, -x);
    add_face(0, 1, 0, y + size);
    add_face(0, -1, 0, -y);
    add_face(0, 0, 1, z + size);
    add_face(0, 0, -1, -z);
}

static tlb_brush_shape shape_of(uint32_t brush)
{
    tlb_arena work;
    tlb_brush_shape shape;
    tlb_arena_init(&work, level->arena.account);
    const tlb_level_brush *b = &detail->brushes.data[brush];
    assert_true(
        tlb_brush_shape_make(tlb_level_brush_faces(detail, b), b->face_count, &level->arena, &work, &shape));
    tlb_arena_release(&work);
    return shape;
}

/* Each edge is there in both directions, and each polygon turns around its face's normal. */
static void assert_closed(const tlb_brush_shape *shape, uint32_t brush)
{
    const tlb_level_face *faces = detail->faces.data + detail->brushes.data[brush].first_face;
    int balance[64][64] = {{0}};
    assert_true(shape->points.count <= 64);
    for (uint32_t i = 0; i < shape->rings.count; i++) {
        const tlb_brush_ring *ring = &shape->rings.data[i];
        const uint32_t *corners = shape->corners.data + ring->first;
        double area[3] = {0};
        for (uint32_t j = 0; j < ring->count; j++) {
            uint32_t from = corners[j], to = corners[(j + 1) % ring->count];
            const double *a = shape->points.data[from], *b = shape->points.data[to];
            balance[from][to]++;
            balance[to][from]--;
            area[0] += a[1] * b[2] - a[2] * b[1];
            area[1] += a[2] * b[0] - a[0] * b[2];
            area[2] += a[0] * b[1] - a[1] * b[0];
        }
        if (ring->count)
            assert_true(area[0] * faces[i].normal[0] + area[1] * faces[i].normal[1] +
                            area[2] * faces[i].normal[2] >
                        0);
    }
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            assert_int_equal(balance[i][j], 0);
}

static void a_cube_has_eight_corners(void **state)
{
    (void)state;
    begin_level();
    add_cube(-1, 2, 3, 2);
    tlb_brush_shape shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_SOUND);
    assert_int_equal(shape.points.count, 8);
    assert_int_equal(shape.corners.count, 24);
    assert_closed(&shape, 0);
    for (int axis = 0; axis < 3; axis++) {
        static const double low[] = {-1, 2, 3};
        assert_true(shape.low[axis] == low[axis] && shape.high[axis] == low[axis] + 2);
    }
    tlb_level_free(level);
}

/* Ten planes meet in the tip of a cone, which is one corner although they miss each other a little. */
static void planes_that_nearly_meet_give_one_corner(void **state)
{
    (void)state;
    begin_level();
    add_brush();
    for (int i = 0; i < 10; i++) {
        double angle = 0.628318530717958648 * i;
        add_face(cos(angle), sin(angle), 1, sqrt(8) + 1e-5 * (i % 3));
    }
    add_face(0, 0, -1, 0);
    tlb_brush_shape shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_SOUND);
    assert_int_equal(shape.points.count, 11);
    assert_closed(&shape, 0);
    tlb_level_free(level);
}

static void far_and_thin_brushes_are_exact(void **state)
{
    (void)state;
    begin_level();
    add_cube(40000, -70000, 512, 0.03125);
    tlb_brush_shape shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_SOUND);
    assert_int_equal(shape.points.count, 8);
    assert_true(shape.low[0] == 40000 && shape.high[0] == 40000.03125);
    assert_closed(&shape, 0);
    tlb_level_free(level);
}

static void faces_too_many_are_told_apart(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    add_face(1, 0, 0, 1);                    /* 6: that of face 0 */
    add_face(1, 0, 0, 3);                    /* 7: cut away */
    add_face(0, 0, 0, 1);                    /* 8: no plane */
    add_face(1, 1, 0, sqrt(2));              /* 9: touches an edge */
    add_face(NAN, 0, 1, 1)->normal[0] = NAN; /* 10 */
    tlb_brush_shape shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_SOUND);
    assert_int_equal(shape.points.count, 8);
    assert_closed(&shape, 0);
    static const tlb_face_fault faults[] = {TLB_FACE_SOUND,     TLB_FACE_SOUND,     TLB_FACE_SOUND,
                                            TLB_FACE_SOUND,     TLB_FACE_SOUND,     TLB_FACE_SOUND,
                                            TLB_FACE_DUPLICATE, TLB_FACE_REDUNDANT, TLB_FACE_DEGENERATE,
                                            TLB_FACE_REDUNDANT, TLB_FACE_DEGENERATE};
    for (uint32_t i = 0; i < shape.rings.count; i++)
        assert_int_equal(shape.rings.data[i].fault, faults[i]);
    tlb_level_free(level);
}

static void brushes_have_so_many_faces(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    for (int i = 6; i < TLB_BRUSH_MOST_FACES; i++)
        add_face(1, 0, 0, 2);
    tlb_brush_shape shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_SOUND);
    assert_int_equal(shape.points.count, 8);
    add_face(1, 0, 0, 2);
    shape = shape_of(0);
    assert_int_equal(shape.fault, TLB_BRUSH_LARGE);
    assert_true(shape.low[0] > shape.high[0]); /* it has no corners */
    assert_int_equal(shape.points.count, 0);
    tlb_level_free(level);
}

/* Reports are kept as code, brush and face. */
typedef struct told {
    tlb_code code;
    uint32_t brush, face;
} told;
static told all_told[16];
static uint32_t told_count;

static void tell(void *user, tlb_code code, uint32_t in_detail, uint32_t brush, uint32_t face,
                 const char *message)
{
    (void)user;
    assert_int_equal(in_detail, 0);
    assert_true(message[0]);
    assert_true(told_count < 16);
    all_told[told_count++] = (told){code, brush, face};
}

static void faulty_brushes_are_reported(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    add_brush(); /* 1: open above */
    add_face(1, 0, 0, 1);
    add_face(-1, 0, 0, 0);
    add_face(0, 1, 0, 1);
    add_face(0, -1, 0, 0);
    add_face(0, 0, -1, 0);
    add_brush(); /* 2: inside out */
    for (int axis = 0; axis < 3; axis++) {
        add_face(axis == 0, axis == 1, axis == 2, 0);
        add_face(-(axis == 0), -(axis == 1), -(axis == 2), -1);
    }
    add_cube(5, 0, 0, 1);    /* 3 */
    add_cube(0, 0, 0, 1);    /* 4: the first again */
    add_cube(7, 0, 0, 1e-5); /* 5: flat */
    add_brush();             /* 6: no faces */
    add_brush();             /* 7: too many */
    for (uint32_t i = 0; i <= TLB_BRUSH_MOST_FACES; i++)
        add_face(1, 0, 0, i);
    told_count = 0;
    tlb_level_reporter reporter = {.report = tell};
    assert_int_equal(tlb_level_check_brushes(context, level, &reporter), TLB_OK);
    static const told expected[] = {{TLB_CODE_LEVEL_BRUSH_OPEN, 1, TLB_LEVEL_WHOLE},
                                    {TLB_CODE_LEVEL_BRUSH_EMPTY, 2, TLB_LEVEL_WHOLE},
                                    {TLB_CODE_LEVEL_BRUSH_EMPTY, 5, TLB_LEVEL_WHOLE},
                                    {TLB_CODE_LEVEL_BRUSH_EMPTY, 6, TLB_LEVEL_WHOLE},
                                    {TLB_CODE_LEVEL_BRUSH_EMPTY, 7, TLB_LEVEL_WHOLE},
                                    {TLB_CODE_LEVEL_BRUSH_DUPLICATE, 4, TLB_LEVEL_WHOLE}};
    assert_int_equal(told_count, 6);
    for (uint32_t i = 0; i < told_count; i++) {
        assert_int_equal(all_told[i].code, expected[i].code);
        assert_int_equal(all_told[i].brush, expected[i].brush);
        assert_int_equal(all_told[i].face, expected[i].face);
    }
    tlb_level_free(level);
}

static void a_report_says_where(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    assert_non_null(tlb_level_add_entity(level, detail, "Door_Elevator"));
    add_cube(2, 0, 0, 1);
    tlb_level_face *face = add_face(1, 0, 0, 3);
    face->line = 88;
    assert_int_equal(tlb_level_check_brushes(context, level, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "entity 1 (Door_Elevator), brush 0, face 6 (line 88): the brush has another face in "
                        "the same plane before this one");
    tlb_level_free(level);
}

static void places_name_files_beside_the_first(void **state)
{
    char place[TLB_LEVEL_PLACE];
    (void)state;
    begin_level();
    detail->file = "levels/hut_1.map";
    assert_string_equal(tlb_level_place(detail, 0, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, place),
                        "entity 0 (worldspawn)");
    detail->is_beside = true;
    assert_string_equal(tlb_level_place(detail, 0, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, place),
                        "hut_1.map: entity 0 (worldspawn)");
    tlb_level_free(level);
}

/* --- faces that are near those of another brush ------------------------------------------------------ */

/* How many faces are told to be near. */
static size_t count_near(void)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_level_check_brushes(context, level, NULL), TLB_OK);
    size_t count = tlb_code_total(context, TLB_CODE_LEVEL_PLANES_NEAR);
    assert_int_equal(count, tlb_severity_total(context, TLB_WARNING));
    tlb_level_free(level);
    return count;
}

/* The faces of a cube and of one right of it, so far from each other. */
static size_t count_near_beside(double gap)
{
    begin_level();
    add_cube(0, 0, 0, 1);
    add_cube(1 + gap, 0.25, 0.25, 0.5);
    return count_near();
}

static void gaps_and_overlaps_of_millimeters_are_told(void **state)
{
    (void)state;
    assert_int_equal(count_near_beside(0), 0);
    assert_int_equal(count_near_beside(0.0009), 0); /* of one plane */
    assert_int_equal(count_near_beside(0.002), 1);
    assert_int_equal(count_near_beside(-0.002), 1);
    assert_int_equal(count_near_beside(0.006), 0);
    /* A face may lie so below another one that looks the same way. */
    assert_int_equal(count_near_beside(-0.502), 1);
    assert_int_equal(count_near_beside(-0.506), 0);
}

static void faces_side_by_side_are_not_near(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    add_cube(1, 0, 0.003, 1); /* a step */
    add_cube(0, 1.002, 3, 1); /* far above */
    assert_int_equal(count_near(), 0);
}

/* Wedges of a curve: the planes of their outer faces are near where those meet, and nowhere else. */
static void curves_have_no_near_planes(void **state)
{
    (void)state;
    begin_level();
    for (int i = 0; i < 8; i++) {
        double from = i * 0.04, to = from + 0.04, middle = from + 0.02;
        add_brush();
        add_face(cos(middle), sin(middle), 0, 10);
        add_face(-cos(middle), -sin(middle), 0, -9);
        add_face(sin(from), -cos(from), 0, 0);
        add_face(-sin(to), cos(to), 0, 0);
        add_face(0, 0, 1, 1);
        add_face(0, 0, -1, 0);
    }
    assert_int_equal(count_near(), 0);
}

static void tilted_planes_are_told(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    add_brush();
    add_face(1, 0, 0, 1);
    add_face(-1, 0, 0, 0);
    add_face(0, 1, 0, 1);
    add_face(0, -1, 0, 0);
    add_face(0, 0, 1, 2);
    add_face(0.002, 0, -1, -1);
    assert_int_equal(count_near(), 1);
}

/* Only what is compiled into one solid: a portal may end anywhere, and movers do not touch the world. */
static void brushes_of_other_kinds_are_not_near(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    assert_non_null(tlb_level_add_entity(level, detail, "portal"));
    add_cube(1.002, 0, 0, 1);
    detail->brushes.data[1].kind = TLB_BRUSH_PORTAL;
    for (int i = 0; i < 2; i++) {
        assert_non_null(tlb_level_add_entity(level, detail, "Door_Elevator"));
        add_cube(0, 1.002, 1.001 * i, 1);
        detail->brushes.data[2 + i].kind = TLB_BRUSH_MOVER;
    }
    assert_int_equal(count_near(), 0);
}

static void near_faces_are_told_with_both_places(void **state)
{
    (void)state;
    begin_level();
    add_cube(0, 0, 0, 1);
    detail->faces.data[0].line = 7;
    add_cube(1.0021, 0, 0, 1);
    detail->faces.data[7].line = 15;
    assert_int_equal(tlb_level_check_brushes(context, level, NULL), TLB_OK);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "entity 0 (worldspawn), brush 1, face 1 (line 15): the face is up to 0.0021 m from "
                        "entity 0 (worldspawn), brush 0, face 0 (line 7): planes so near leave slivers and "
                        "gaps; expected one plane");
    tlb_level_free(level);
}

static void compilers_need_the_sizes_of_textures(void **state)
{
    (void)state;
    begin_level();
    uint32_t material;
    assert_true(tlb_level_find_material(level, "stone", &material));
    assert_int_equal(tlb_level_check_sizes(context, level), TLB_OK);
    level->materials.data[material].unsized = true;
    assert_int_equal(tlb_level_check_sizes(context, level), TLB_INVALID);
    assert_int_equal(tlb_code_total(context, TLB_CODE_LEVEL_TEXTURE_SIZE), 1);
    tlb_level_free(level);
}

static void names_are_found_in_whatever_case(void **state)
{
    (void)state;
    begin_level();
    uint32_t wood, again, null;
    assert_true(tlb_level_find_material(level, "Wood", &wood) &&
                tlb_level_find_material(level, "wOOD", &again) &&
                tlb_level_find_material(level, "textures/nUll", &null));
    assert_int_equal(wood, again);
    assert_int_equal(level->materials.count, 2);
    assert_string_equal(level->materials.data[wood].name, "Wood");
    assert_int_equal(level->materials.data[wood].surface, TLB_LEVEL_VISIBLE);
    assert_int_equal(level->materials.data[null].surface, TLB_LEVEL_NULL);
    tlb_level_entity *world = detail->entities.data;
    assert_true(tlb_level_add_property(level, world, "Scale", "8", 1) &&
                tlb_level_add_property(level, world, "scale", "3.5 1", 2));
    assert_true(tlb_level_property_number(world, "SCALE", 0) == 3.5);
    assert_true(tlb_level_property_number(world, "other", 7) == 7);
    assert_int_equal(tlb_level_brush_kind_of("DETAIL"), TLB_BRUSH_DETAIL);
    assert_int_equal(tlb_level_brush_kind_of("func_group"), TLB_BRUSH_STRUCTURAL);
    tlb_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_cube_has_eight_corners, set_up, tear_down),
        cmocka_unit_test_setup_teardown(planes_that_nearly_meet_give_one_corner, set_up, tear_down),
        cmocka_unit_test_setup_teardown(far_and_thin_brushes_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_too_many_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(brushes_have_so_many_faces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faulty_brushes_are_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_report_says_where, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_name_files_beside_the_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gaps_and_overlaps_of_millimeters_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_side_by_side_are_not_near, set_up, tear_down),
        cmocka_unit_test_setup_teardown(curves_have_no_near_planes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tilted_planes_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(brushes_of_other_kinds_are_not_near, set_up, tear_down),
        cmocka_unit_test_setup_teardown(near_faces_are_told_with_both_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(compilers_need_the_sizes_of_textures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_found_in_whatever_case, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
