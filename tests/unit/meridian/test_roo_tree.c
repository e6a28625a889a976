/* The steps by which a room's walls become a BSP tree: lines, crossings, polygons, the choice of a root,
 * cutting. */
#include <stdlib.h>

#include "formats/meridian/roo/tree.h"
#include "one_arena.h"

static void assert_line(roo_line line, double a, double b, double c)
{
    assert_true(line.a == a && line.b == b && line.c == c);
}

static void assert_point(const double point[2], double x, double y)
{
    assert_true(point[0] == x && point[1] == y);
}

/* --- lines -------------------------------------------------------------------------------------------- */

static void test_lines(void **state)
{
    (void)state;
    /* East: what is south of it is on the positive side, the right. */
    assert_line(tlb_roo_line_through(ROO_INTEGER, (roo_point){0, 64}, (roo_point){128, 64}), 0, 1, -64);
    assert_line(tlb_roo_line_through(ROO_REAL, (roo_point){0, 64}, (roo_point){128, 64}), 0, 1, -64);
    assert_line(tlb_roo_line_through(ROO_INTEGER, (roo_point){6, 4}, (roo_point){0, 0}), 2, -3, 0);
    /* |dx| below 1: the other difference is the divisor; 6 and 4: 6/4 = 1.5, 4/1.5 = 2.67, 1.5/2.67 ends
     * it. */
    assert_line(tlb_roo_line_through(ROO_REAL, (roo_point){0, 8}, (roo_point){0, 0}), 1, 0, 0);
    double divisor = 4 / (6.0 / 4);
    assert_line(tlb_roo_line_through(ROO_REAL, (roo_point){0, 0}, (roo_point){6, 4}), -(4 / divisor),
                6 / divisor, 0);
    /* |dx| between 1 and 2 divides, too. */
    assert_line(tlb_roo_line_through(ROO_REAL, (roo_point){0, 2}, (roo_point){1.5, 2}), 0, 1, -2);
    /* Points on each other: no division by nothing. */
    assert_line(tlb_roo_line_through(ROO_INTEGER, (roo_point){5, 5}, (roo_point){5, 5}), 0, 0, 0);
    assert_line(tlb_roo_line_through(ROO_REAL, (roo_point){5, 5}, (roo_point){5, 5}), 0, 0, 0);
}

static void test_sides(void **state)
{
    (void)state;
    roo_line east = {0, 1, -64};
    assert_true(tlb_roo_line_side(ROO_REAL, &east, (roo_point){0, 65}) > 0);
    assert_true(tlb_roo_line_side(ROO_REAL, &east, (roo_point){0, 63}) < 0);
    assert_true(tlb_roo_line_side(ROO_REAL, &east, (roo_point){0, 64.0009}) == 0);
    assert_true(tlb_roo_line_side(ROO_REAL, &east, (roo_point){0, 64.0011}) > 0);
    assert_true(tlb_roo_line_value(ROO_REAL, &east, (roo_point){0, 64.0009}) > 0);
    /* 65536 * 65536 is nothing in 32 bits. */
    roo_line steep = {65536, 0, 7};
    assert_true(tlb_roo_line_side(ROO_INTEGER, &steep, (roo_point){65536, 0}) == 7);
    roo_line near = {0, 1.00005, 0}, same = {0, 1, 0}, opposite = {0, -1, 0};
    assert_true(tlb_roo_line_same(ROO_REAL, &near, &same) &&
                tlb_roo_line_opposite(ROO_REAL, &near, &opposite));
    assert_false(tlb_roo_line_same(ROO_INTEGER, &near, &same) ||
                 tlb_roo_line_same(ROO_REAL, &same, &opposite));
}

static void test_crossings(void **state)
{
    (void)state;
    roo_point point, start = {10, 0}, end = {20, 7};
    tlb_roo_line_cross(ROO_REAL, 1, -3, start, end, point);
    assert_point(point, 10 + 1 * (10.0 / 4), 1 * (7.0 / 4));
    /* Integers go towards zero; 10 and 8 are divided by 4 without a rest. */
    tlb_roo_line_cross(ROO_INTEGER, 1, -3, start, end, point);
    assert_point(point, 12, 1);
    tlb_roo_line_cross(ROO_INTEGER, -2, 6, (roo_point){0, 0}, (roo_point){-12, -8}, point);
    assert_point(point, -3, -2);
    /* 200001/400003 is halved twice before it is multiplied: 50000/100000. */
    tlb_roo_line_cross(ROO_INTEGER, 200001, -200002, (roo_point){0, 0}, (roo_point){1000, 100}, point);
    assert_point(point, 500, 50);
    /* What is nothing divides nothing, and one goes all the way. */
    tlb_roo_line_cross(ROO_INTEGER, 5, 5, start, end, point);
    assert_point(point, 20, 7);
    tlb_roo_line_cross(ROO_INTEGER, 0, 0, start, end, point);
    assert_point(point, 10, 0);
    tlb_roo_line_cross(ROO_INTEGER, -2147483648.0, 2147483647, (roo_point){0, 0}, (roo_point){1000, 100},
                       point);
}

static void test_meetings(void **state)
{
    (void)state;
    static const struct {
        roo_point start, end;
        roo_meeting meeting;
    } cases[] = {
        {{0, 1}, {9, 2}, ROO_APART},    {{0, 0}, {9, 2}, ROO_AT_START}, {{0, -1}, {9, 0}, ROO_AT_END},
        {{0, -1}, {2, 1}, ROO_BETWEEN}, {{0, 0}, {9, 0}, ROO_ALONG},
    };
    roo_line line = {0, 1, 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int arithmetic = ROO_INTEGER; arithmetic < ROO_ARITHMETICS; arithmetic++) {
            roo_point point;
            roo_meeting met =
                tlb_roo_line_meet((roo_arithmetic)arithmetic, &line, cases[i].start, cases[i].end, point);
            assert_int_equal(met, cases[i].meeting);
            if (met == ROO_BETWEEN)
                assert_point(point, 1, 0);
        }
    /* Early builders cut polygons at what is almost on a line. */
    roo_point point;
    const roo_point almost = {0, -0.0005}, beyond = {9, 2};
    assert_int_equal(tlb_roo_line_meet(ROO_REAL, &line, almost, beyond, point), ROO_AT_START);
    assert_int_equal(tlb_roo_line_meet(ROO_REAL_EXACT, &line, almost, beyond, point), ROO_BETWEEN);
}

/* --- polygons ----------------------------------------------------------------------------------------- */

static void assert_polygon(roo_polygon polygon, uint32_t count, const roo_point *points)
{
    assert_int_equal(polygon.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_point(polygon.points[i], points[i][0], points[i][1]);
}

static void test_polygons(void **state)
{
    fixture *f = *state;
    roo_point square[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    roo_polygon whole = {square, 4}, right, left;
    /* East through the middle. */
    roo_line middle = {0, 1, -4}, corners = {-1, 1, 0}, edge = {0, 1, 0}, outside = {0, 1, 5},
             touch = {1, 1, 0};
    assert_true(tlb_roo_polygon_split(&f->arena, ROO_REAL, whole, &middle, &right, &left));
    assert_polygon(left, 4, (const roo_point[]){{0, 4}, {0, 0}, {8, 0}, {8, 4}});
    assert_polygon(right, 4, (const roo_point[]){{8, 4}, {8, 8}, {0, 8}, {0, 4}});
    /* From corner to corner. */
    assert_true(tlb_roo_polygon_split(&f->arena, ROO_INTEGER, whole, &corners, &right, &left));
    assert_polygon(left, 3, (const roo_point[]){{0, 0}, {8, 0}, {8, 8}});
    assert_polygon(right, 3, (const roo_point[]){{8, 8}, {0, 8}, {0, 0}});
    /* Along an edge it stays whole; a line that only touches leaves nothing. */
    assert_true(tlb_roo_polygon_split(&f->arena, ROO_REAL, whole, &edge, &right, &left));
    assert_polygon(right, 4, (const roo_point[]){{0, 0}, {8, 0}, {8, 8}, {0, 8}});
    assert_int_equal(left.count, 0);
    const roo_line misses[] = {outside, touch};
    for (size_t i = 0; i < 2; i++) {
        assert_true(tlb_roo_polygon_split(&f->arena, ROO_REAL, whole, &misses[i], &right, &left));
        assert_int_equal(right.count + left.count, 0);
    }
    double box[4];
    tlb_roo_polygon_box(whole, box);
    assert_true(box[0] == 0 && box[1] == 0 && box[2] == 8 && box[3] == 8);
}

/* --- roots, parts ------------------------------------------------------------------------------------- */

static roo_tree_wall wall_of(double x0, double y0, double x1, double y1)
{
    return (roo_tree_wall){.start = {x0, y0},
                           .end = {x1, y1},
                           .positive = {.sidedef = 1, .sector = 1, .xoffset = 100, .yoffset = 10},
                           .negative = {.sidedef = 2, .sector = 2, .xoffset = 200, .yoffset = 20}};
}

static void test_roots(void **state)
{
    fixture *f = *state;
    /* Three parallel walls and one across them: the middle one divides best, but it cuts; of the outer ones
     * none does better than 3. */
    roo_tree_wall walls[] = {wall_of(0, 0, 64, 0), wall_of(0, 16, 64, 16), wall_of(0, 32, 64, 32),
                             wall_of(80, -16, 80, 48), wall_of(0, 16, 64, 16)};
    uint32_t list[] = {0, 1, 2, 3, 4}, backwards[] = {4, 3, 2, 1, 0}, root;
    for (int arithmetic = ROO_INTEGER; arithmetic < ROO_ARITHMETICS; arithmetic++) {
        uint64_t cost = 0;
        assert_true(tlb_roo_choose_root(&f->arena, (roo_arithmetic)arithmetic, walls, list, 5, &root, &cost));
        assert_int_equal(root, 1);
        assert_true(cost > 0 && cost <= 25);
        /* Of equals the first. */
        assert_true(
            tlb_roo_choose_root(&f->arena, (roo_arithmetic)arithmetic, walls, backwards, 5, &root, &cost));
        assert_int_equal(root, 4);
    }
    /* As full on both sides, but nothing is cut. */
    roo_tree_wall cross[] = {wall_of(0, 0, 64, 0), wall_of(32, -32, 32, 32), wall_of(0, 16, 64, 16)};
    uint64_t cost = 0;
    assert_true(tlb_roo_choose_root(&f->arena, ROO_REAL, cross, list, 3, &root, &cost));
    assert_int_equal(root, 1 - 1);
}

static void test_parts(void **state)
{
    fixture *f = *state;
    for (int arithmetic = ROO_INTEGER; arithmetic < ROO_ARITHMETICS; arithmetic++) {
        roo_wall_list walls = {0};
        const roo_tree_wall given[] = {
            wall_of(0, 0, 640, 0),      /* the line itself */
            wall_of(1280, 0, 700, 0),   /* on it, turned */
            wall_of(0, -320, 640, 320), /* across, towards the positive side */
            wall_of(0, 0, 10, 10),      /* touches */
            wall_of(0, -10, 10, 0),
        };
        assert_true(TLB_RESERVE(&f->arena, &walls, 5));
        for (; walls.count < 5; walls.count++)
            walls.data[walls.count] = given[walls.count];
        walls.data[2].negative.backwards = true;
        const uint32_t list[] = {0, 1, 2, 3, 4};
        roo_line line = tlb_roo_line_through((roo_arithmetic)arithmetic, given[0].start, given[0].end);
        roo_parts parts;
        assert_true(tlb_roo_split_walls(&f->arena, &f->arena, (roo_arithmetic)arithmetic, &walls, list, 5,
                                        &line, &parts));
        assert_int_equal(parts.plane_count, 2);
        assert_int_equal(parts.plane[0], 1);
        assert_int_equal(parts.plane[1], 0);
        assert_int_equal(parts.positive_count, 2);
        assert_int_equal(parts.positive[0], 3);
        assert_int_equal(parts.positive[1], 2);
        assert_int_equal(parts.negative_count, 2);
        assert_int_equal(parts.negative[0], 4);
        assert_int_equal(parts.negative[1], 5);
        const roo_tree_wall *turned = &walls.data[1], *kept = &walls.data[2], *cut = &walls.data[5];
        assert_point(turned->start, 700, 0);
        assert_int_equal(turned->positive.sidedef, 2);
        assert_int_equal(turned->negative.xoffset, 100);
        assert_int_equal(turned->positive.yoffset,
                         arithmetic == ROO_REAL || arithmetic == ROO_REAL_EXACT ? 20 : 10);
        assert_point(kept->start, 320, 0);
        assert_point(cut->end, 320, 0);
        /* Half of 905 is 452.5 fine units: 28.28 editor units. */
        assert_true(arithmetic == ROO_INTEGER ? kept->length == 28
                                              : kept->length > 28.2 && kept->length < 28.3);
        assert_int_equal(kept->positive.xoffset, 128);
        assert_int_equal(cut->positive.xoffset, 100);
        /* Backwards: what comes second is moved on this side too. */
        assert_int_equal(kept->negative.xoffset, 228);
        assert_int_equal(cut->negative.xoffset, 200);
    }
}

/* --- the tree ----------------------------------------------------------------------------------------- */

/* A square room, sector 1, with a wall across it that has sector 2 behind. */
static const roo_tree_plan *two_rooms(void)
{
    static roo_tree_wall walls[7];
    static roo_point corners[] = {{0, 0}, {64, 0}, {64, 64}, {0, 64}};
    static roo_tree_plan plan;
    static const double ends[7][4] = {{0, 0, 64, 0},  {64, 0, 64, 32}, {64, 32, 64, 64}, {64, 64, 0, 64},
                                      {0, 64, 0, 32}, {0, 32, 0, 0},   {0, 32, 64, 32}};
    static const uint16_t inside[7] = {2, 2, 1, 1, 1, 2, 1};
    for (int i = 0; i < 7; i++) {
        walls[i] = wall_of(ends[i][0], ends[i][1], ends[i][2], ends[i][3]);
        walls[i].positive.sector = inside[i];
        walls[i].negative.sector = i == 6 ? 2 : 0;
    }
    plan = (roo_tree_plan){.arithmetic = ROO_REAL,
                           .whole = {corners, 4},
                           .walls = walls,
                           .wall_count = 7,
                           .most_work = ROO_MOST_WORK};
    return &plan;
}

static void test_tree(void **state)
{
    fixture *f = *state;
    roo_tree tree;
    roo_tree_plan plan = *two_rooms();
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_OK);
    assert_int_equal(tree.walls.count, 7);
    /* The wall across is the root; each half is three walls deep, each with nothing behind it. */
    assert_int_equal(tree.nodes.count, 9);
    assert_int_equal(tree.nodes.data[0].positive, 1);
    assert_int_equal(tree.nodes.data[0].negative, 5);
    assert_int_equal(tree.nodes.data[0].wall_count, 1);
    assert_true(tree.nodes.data[4].is_leaf && tree.nodes.data[4].sector == 1);
    assert_true(tree.nodes.data[8].is_leaf && tree.nodes.data[8].sector == 2);
    assert_int_equal(tree.nodes.data[3].negative, ROO_NO_NODE);
    assert_true(tree.nodes.data[0].box[3] == 64 && tree.nodes.data[5].box[3] == 32);
    for (uint32_t i = 0; i < 9; i++)
        if (!tree.nodes.data[i].is_leaf)
            assert_int_equal(tree.nodes.data[i].positive, i + 1);
    /* A line outside the walls cuts a polygon that has more room. */
    roo_point corners[] = {{-8, -8}, {72, -8}, {72, 72}, {-8, 72}};
    plan.whole = (roo_polygon){corners, 4};
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_OK);
    assert_int_equal(tree.nodes.count, 9);
    plan.keep_outside = true;
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_OK);
    assert_int_equal(tree.nodes.count, 15);
    assert_int_equal(tree.nodes.data[14].sector, 0);
}

static void test_no_walls(void **state)
{
    fixture *f = *state;
    roo_tree tree;
    roo_tree_plan plan = *two_rooms();
    plan.wall_count = 0;
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_OK);
    assert_int_equal(tree.nodes.count, 0);
}

/* --- limits ------------------------------------------------------------------------------------------- */

static void make_and_refuse(fixture *f, roo_tree_wall *walls, uint32_t count, const roo_polygon whole)
{
    roo_tree tree;
    roo_tree_plan plan = {
        .arithmetic = ROO_REAL, .whole = whole, .walls = walls, .wall_count = count, .most_work = 10000000};
    uint64_t before = tlb_code_total(f->context, TLB_CODE_ROO_REBUILD_LIMIT);
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ROO_REBUILD_LIMIT), before + 1);
}

static void test_limits(void **state)
{
    enum { GRID = 600, MANY = 5000 };
    fixture *f = *state;
    roo_point corners[] = {{0, 0}, {1e6, 0}, {1e6, 1e6}, {0, 1e6}};
    roo_polygon whole = {corners, 4};
    roo_tree_wall *walls = tlb_alloc_array(&f->arena, MANY, sizeof *walls);
    assert_non_null(walls);
    /* A grating: 600 walls cross 600 others, in 180,000 pieces. */
    for (int i = 0; i < GRID; i++) {
        walls[i] = wall_of(0, 16 * (i + 1), 16000, 16 * (i + 1));
        walls[GRID + i] = wall_of(16 * (i + 1), 0, 16 * (i + 1), 16000);
    }
    make_and_refuse(f, walls, 2 * GRID, whole);
    /* A parabola's chords: none has anything on one of its sides. */
    for (int i = 0; i < MANY; i++)
        walls[i] = wall_of(i, (double)i * i / 1000, i + 1, ((double)i + 1) * (i + 1) / 1000);
    make_and_refuse(f, walls, MANY, whole);
    /* So far out that a wall's end is not on its own line. */
    walls[0] = wall_of(20384325168, 33700045872, 20385113696, 33700012336);
    make_and_refuse(f, walls, 1, whole);
    /* Thousands of walls on each other are no trouble. */
    for (int i = 0; i < MANY; i++)
        walls[i] = wall_of(0, 64, 640, 64);
    roo_tree tree;
    roo_tree_plan plan = {.arithmetic = ROO_REAL,
                          .whole = whole,
                          .walls = walls,
                          .wall_count = MANY,
                          .most_work = ROO_MOST_WORK};
    assert_int_equal(tlb_roo_tree_make(f->context, &f->arena, &plan, &tree), TLB_OK);
    assert_int_equal(tree.walls.count, MANY);
    assert_int_equal(tree.nodes.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_meetings),
        cmocka_unit_test_setup_teardown(test_polygons, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_roots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_walls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
