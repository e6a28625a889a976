/* The shapes of walls: what of them is seen, from which side, where floors cross; leaves that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/shape.h"
#include "trilobite/formats/roo_query.h"

#include <math.h>

/* A wall from (0, 2048) north to (0, 0) between two sectors: its + side is the east. Editor units are 16. */
typedef struct room {
    tlb_roo roo;
    tlb_roo_sector sectors[2];
    tlb_roo_sidedef sidedefs[2];
    tlb_roo_client_wall wall;
} room;

static void make(room *r)
{
    *r = (room){
        .sectors = {{.floorHeight = 10, .ceilingHeight = 100}, {.floorHeight = 30, .ceilingHeight = 80}},
        .wall = {.positiveSidedef = 1,
                 .negativeSidedef = 2,
                 .start = {0, 2048},
                 .end = {0, 0},
                 .positiveSector = 1,
                 .negativeSector = 2,
                 .positiveXOffset = 3,
                 .negativeXOffset = 4,
                 .positiveYOffset = 5,
                 .negativeYOffset = 6}};
    r->roo = (tlb_roo){.version = 15};
    r->roo.sectors.data = r->sectors;
    r->roo.sectors.count = 2;
    r->roo.sidedefs.data = r->sidedefs;
    r->roo.sidedefs.count = 2;
}

/* A floor of z = a x + b y + d. */
static void slope(tlb_roo_sector *sector, double a, double b, double d)
{
    double c = 1024 / sqrt(a * a + b * b + 1);
    sector->flags |= TLB_ROO_SECTOR_SLOPED_FLOOR;
    sector->floorSlope = (tlb_roo_slope){.plane = {-a * c, -b * c, c, -d * c}};
}

static roo_side side_of(const room *r, bool positive)
{
    roo_side side;
    assert_int_equal(tlb_roo_side_of(&r->roo, &r->wall, positive, &side), ROO_SIDE);
    return side;
}

static uint32_t corners_of(const roo_side *side, roo_part part, roo_spot corners[ROO_CORNERS])
{
    roo_span span = tlb_roo_part_seen(side, part);
    return tlb_roo_span_corners(&span, INFINITY, corners);
}

static void require_spot(const roo_spot *spot, double along, double z)
{
    assert_true(fabs(spot->along - along) < 1e-9);
    assert_true(fabs(spot->z - z) < 1e-6);
}

static void sides_run_from_left_to_right(void **state)
{
    (void)state;
    room r;
    make(&r);
    roo_side east = side_of(&r, true), west = side_of(&r, false);
    assert_true(east.ends[0][1] == 2048 && east.ends[1][1] == 0); /* looking west, south is left */
    assert_true(west.ends[0][1] == 0 && west.ends[1][1] == 2048);
    assert_int_equal(east.x_offset, 3);
    assert_int_equal(west.y_offset, 6);
    assert_ptr_equal(east.own, &r.sectors[0]);
    assert_true(east.two_sided && west.two_sided);
}

static void the_lower_side_sees_what_is_below_and_above(void **state)
{
    (void)state;
    room r;
    roo_spot corners[ROO_CORNERS];
    make(&r);
    roo_side east = side_of(&r, true), west = side_of(&r, false);
    assert_int_equal(corners_of(&east, ROO_BELOW, corners), 4);
    require_spot(&corners[0], 0, 160);
    require_spot(&corners[1], 1, 160);
    require_spot(&corners[2], 1, 480);
    require_spot(&corners[3], 0, 480);
    assert_int_equal(corners_of(&east, ROO_ABOVE, corners), 4);
    require_spot(&corners[0], 0, 1280);
    require_spot(&corners[2], 1, 1600);
    assert_int_equal(corners_of(&west, ROO_BELOW, corners), 0);
    assert_int_equal(corners_of(&west, ROO_ABOVE, corners), 0);
    for (int side = 0; side < 2; side++) { /* both see what is between */
        assert_int_equal(corners_of(side ? &east : &west, ROO_NORMAL, corners), 4);
        require_spot(&corners[0], 0, 480);
        require_spot(&corners[2], 1, 1280);
    }
}

static void with_nothing_behind_a_wall_is_whole(void **state)
{
    (void)state;
    room r;
    roo_spot corners[ROO_CORNERS];
    make(&r);
    r.wall.negativeSector = 0;
    roo_side side = side_of(&r, true);
    assert_false(side.two_sided);
    assert_int_equal(corners_of(&side, ROO_NORMAL, corners), 4);
    require_spot(&corners[0], 0, 160);
    require_spot(&corners[2], 1, 1600);
    assert_int_equal(corners_of(&side, ROO_BELOW, corners), 0);
    roo_side outer = side_of(&r, false); /* the side of the nothing has the other's heights */
    assert_int_equal(corners_of(&outer, ROO_NORMAL, corners), 4);
    require_spot(&corners[2], 1, 1600);
    r.wall.positiveSector = 0;
    side = side_of(&r, true);
    assert_null(side.own);
    assert_int_equal(corners_of(&side, ROO_NORMAL, corners), 4);
    require_spot(&corners[0], 0, 0);
    require_spot(&corners[2], 1, 1024);
}

/* The east's floor rises from 0 in the north to 1024 in the south, the west's is level at 256: they cross at
 * a quarter of the way. */
static void each_side_of_a_bow_tie_sees_a_triangle(void **state)
{
    (void)state;
    room r;
    roo_spot corners[ROO_CORNERS];
    make(&r);
    slope(&r.sectors[0], 0, 0.5, 0);
    r.sectors[1].floorHeight = 16;
    r.sectors[1].ceilingHeight = r.sectors[0].ceilingHeight;
    roo_side east = side_of(&r, true), west = side_of(&r, false);
    assert_int_equal(corners_of(&east, ROO_BELOW, corners), 3); /* left is south, where it is high */
    require_spot(&corners[0], 0.75, 256);
    require_spot(&corners[1], 1, 0);
    require_spot(&corners[2], 1, 256);
    assert_int_equal(corners_of(&west, ROO_BELOW, corners), 3);
    require_spot(&corners[0], 0.25, 256);
    require_spot(&corners[1], 1, 256);
    require_spot(&corners[2], 1, 1024);
    double place[3];
    tlb_roo_spot_place(&west, &corners[0], place);
    assert_true(place[0] == 0 && place[1] == 512 && place[2] == 256);
    roo_span drawn = tlb_roo_part_drawn(&east, ROO_BELOW); /* textures start at the lower of both floors */
    assert_true(drawn.bottom[0] == 256 && drawn.bottom[1] == 0);
}

static void floors_that_meet_at_an_end_leave_a_triangle(void **state)
{
    (void)state;
    room r;
    roo_spot corners[ROO_CORNERS];
    make(&r);
    slope(&r.sectors[0], 0, 0.125, 0);
    r.sectors[1].floorHeight = 0;
    roo_side west = side_of(&r, false);
    assert_int_equal(corners_of(&west, ROO_BELOW, corners), 3);
    require_spot(&corners[0], 0, 0);
    require_spot(&corners[1], 1, 0);
    require_spot(&corners[2], 1, 256);
}

/* Clients round: 0.4 of a unit is no height, 0.6 is. */
static void what_rounds_to_nothing_is_not_drawn(void **state)
{
    (void)state;
    room r;
    roo_spot corners[ROO_CORNERS];
    make(&r);
    r.sectors[1].floorHeight = 10;
    slope(&r.sectors[1], 0, 0, 160.4);
    roo_side east = side_of(&r, true);
    assert_int_equal(corners_of(&east, ROO_BELOW, corners), 0);
    slope(&r.sectors[1], 0, 0, 160.6);
    east = side_of(&r, true);
    assert_int_equal(corners_of(&east, ROO_BELOW, corners), 4);
}

static void a_ceiling_cuts_a_slanted_top(void **state)
{
    (void)state;
    roo_spot corners[ROO_CORNERS];
    roo_span span = {{0, 0}, {100, 300}};
    assert_int_equal(tlb_roo_span_corners(&span, 200, corners), 5);
    require_spot(&corners[0], 0, 0);
    require_spot(&corners[1], 1, 0);
    require_spot(&corners[2], 1, 200);
    require_spot(&corners[3], 0.5, 200);
    require_spot(&corners[4], 0, 100);
    assert_int_equal(tlb_roo_span_corners(&span, 0, corners), 0);
    assert_int_equal(tlb_roo_span_corners(&span, 300, corners), 4);
    assert_int_equal(tlb_roo_span_corners(&span, 100, corners), 4); /* none twice where an edge ends on it */
    require_spot(&corners[2], 1, 100);
    require_spot(&corners[3], 0, 100);
}

static void what_does_not_exist_is_bad(void **state)
{
    (void)state;
    room r;
    roo_side side;
    make(&r);
    r.wall.negativeSidedef = 0;
    assert_int_equal(tlb_roo_side_of(&r.roo, &r.wall, false, &side), ROO_NO_SIDE);
    r.wall.positiveSidedef = 3;
    assert_int_equal(tlb_roo_side_of(&r.roo, &r.wall, true, &side), ROO_BAD_SIDE);
    make(&r);
    r.wall.negativeSector = 3;
    assert_int_equal(tlb_roo_side_of(&r.roo, &r.wall, true, &side), ROO_BAD_SIDE);
    make(&r);
    r.wall.end[1] = NAN;
    assert_int_equal(tlb_roo_side_of(&r.roo, &r.wall, true, &side), ROO_BAD_SIDE);
    make(&r);
    slope(&r.sectors[1], 0, 0, 0);
    r.sectors[1].floorSlope.plane[1] = INFINITY;
    assert_int_equal(tlb_roo_side_of(&r.roo, &r.wall, true, &side), ROO_BAD_SIDE);
}

/* --- leaves ------------------------------------------------------------------------------------------- */

/* A plane x = 0 with leaves of sector 1 on both sides, and two walls on it: the last is the one that the
 * plane was made through. */
static void leaves_beside_no_sector_are_outside(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_roo_node nodes[] = {
        {.type = TLB_ROO_INTERNAL, .a = 2, .positiveChild = 2, .negativeChild = 3, .firstWall = 1},
        {.type = TLB_ROO_LEAF, .sector = 1},
        {.type = TLB_ROO_LEAF, .sector = 1},
    };
    tlb_roo_client_wall walls[] = {
        {.next = 2, .start = {0, -1000}, .end = {0, 0}, .positiveSector = 0, .negativeSector = 1},
        {.start = {0, 0}, .end = {0, 1000}, .positiveSector = 1, .negativeSector = 0},
    };
    tlb_roo roo = {.nodes = {nodes, 3}, .clientWalls = {walls, 2}};
    const struct {
        uint32_t version;
        tlb_roo_dialect dialect;
    } forms[] = {{9, TLB_ROO_O},  {12, TLB_ROO_O}, {13, TLB_ROO_O},
                 {13, TLB_ROO_M}, {14, TLB_ROO_O}, {15, TLB_ROO_O}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) { /* conversion takes them anywhere */
        roo.version = forms[i].version;
        roo.dialect = forms[i].dialect;
        const uint8_t *outside = tlb_roo_find_outside(&arena, &roo);
        assert_true(!outside[0] && !outside[1] && outside[2]);
        assert_int_equal(tlb_roo_leaf_at(&roo, 5, 0), 2);
        assert_int_equal(tlb_roo_leaf_at(&roo, -5, 0), 0);
    }
    walls[1].next = 1; /* round and round, but not for ever */
    assert_non_null(tlb_roo_find_outside(&arena, &roo));
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_run_from_left_to_right),
        cmocka_unit_test(the_lower_side_sees_what_is_below_and_above),
        cmocka_unit_test(with_nothing_behind_a_wall_is_whole),
        cmocka_unit_test(each_side_of_a_bow_tie_sees_a_triangle),
        cmocka_unit_test(floors_that_meet_at_an_end_leave_a_triangle),
        cmocka_unit_test(what_rounds_to_nothing_is_not_drawn),
        cmocka_unit_test(a_ceiling_cuts_a_slanted_top),
        cmocka_unit_test(what_does_not_exist_is_bad),
        cmocka_unit_test(leaves_beside_no_sector_are_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
