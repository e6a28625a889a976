/* How textures lie on a room: each rule with a case worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/meridian/roo/shape.h"

#include <math.h>

/* 128 pixels across, 64 up and down, 2 pixels for an editor unit: 64 units across, 32 up. */
static const roo_texture texture = {128, 64, 2};

/* 4 squares long; floor 160 and 480, ceilings 1600 and 1280, of who looks and of the other. */
static roo_side plain(const tlb_roo_sidedef *sidedef)
{
    return (roo_side){.sidedef = sidedef,
                      .ends = {{0, 0}, {4096, 0}},
                      .two_sided = true,
                      .own_floor = {160, 160},
                      .own_ceiling = {1600, 1600},
                      .other_floor = {480, 480},
                      .other_ceiling = {1280, 1280}};
}

static void require_v(const roo_side *side, roo_part part, double z, double v)
{
    roo_wall_mapping m = tlb_roo_map_wall(side, part, &texture);
    float uv[2];
    tlb_roo_wall_uv(&m, &(roo_spot){0, z}, uv);
    assert_float_equal(uv[1], (float)v, 1e-5f);
}

static void require_u(const roo_side *side, double left, double right)
{
    roo_wall_mapping m = tlb_roo_map_wall(side, ROO_NORMAL, &texture);
    float uv[2];
    tlb_roo_wall_uv(&m, &(roo_spot){0, 480}, uv);
    assert_float_equal(uv[0], (float)left, 1e-5f);
    tlb_roo_wall_uv(&m, &(roo_spot){1, 480}, uv);
    assert_float_equal(uv[0], (float)right, 1e-5f);
}

/* 4096 client units are 256 editor units, 4 times 64. An offset of 16 is a quarter of 64. */
static void u_runs_along_the_wall(void **state)
{
    (void)state;
    tlb_roo_sidedef sidedef = {.flags = 0};
    roo_side side = plain(&sidedef);
    require_u(&side, 0, 4);
    side.x_offset = 16;
    require_u(&side, 0.25, 4.25);
    side.x_offset = -16;
    require_u(&side, -0.25, 3.75);
    sidedef.flags = TLB_ROO_WALL_BACKWARDS;
    require_u(&side, 3.75, -0.25);
    side.ends[1][0] = 3 * 16, side.ends[1][1] = 4 * 16;
    require_u(&side, -0.25 + 5.0 / 64, -0.25);
}

/* 512 client units are 32 editor units: one repeat. */
static void parts_start_at_their_own_edges(void **state)
{
    (void)state;
    tlb_roo_sidedef sidedef = {.flags = 0};
    roo_side side = plain(&sidedef);
    require_v(&side, ROO_BELOW, 160, 1); /* bottom up */
    require_v(&side, ROO_BELOW, 480, 1 - 320.0 / 512);
    require_v(&side, ROO_NORMAL, 480, 1);
    require_v(&side, ROO_NORMAL, 1280, 1 - 800.0 / 512);
    require_v(&side, ROO_ABOVE, 1600, 0); /* top down */
    require_v(&side, ROO_ABOVE, 1280, 320.0 / 512);
    sidedef.flags = TLB_ROO_WALL_BELOW_TOP_DOWN | TLB_ROO_WALL_NORMAL_TOP_DOWN | TLB_ROO_WALL_ABOVE_BOTTOM_UP;
    require_v(&side, ROO_BELOW, 480, 0);
    require_v(&side, ROO_BELOW, 160, 320.0 / 512);
    require_v(&side, ROO_NORMAL, 1280, 0);
    require_v(&side, ROO_ABOVE, 1280, 1);
    require_v(&side, ROO_ABOVE, 1600, 1 - 320.0 / 512);
}

static void y_offsets_move_textures_up(void **state)
{
    (void)state;
    tlb_roo_sidedef sidedef = {.flags = 0};
    roo_side side = plain(&sidedef);
    side.y_offset = 8; /* a quarter of 32 */
    require_v(&side, ROO_BELOW, 160, 0.75);
    require_v(&side, ROO_ABOVE, 1600, -0.25);
    side.y_offset = -8;
    require_v(&side, ROO_NORMAL, 480, 1.25);
}

/* An edge from 160 to 1500 is anchored at 0, one from 1600 to 2100 at 3072. */
static void edges_that_are_not_level_are_anchored_at_whole_squares(void **state)
{
    (void)state;
    tlb_roo_sidedef sidedef = {.flags = 0};
    roo_side side = plain(&sidedef);
    side.own_floor[1] = 1500;
    side.other_floor[0] = side.other_floor[1] = 1700;
    require_v(&side, ROO_BELOW, 0, 1);
    require_v(&side, ROO_BELOW, 160, 1 - 160.0 / 512);
    require_v(&side, ROO_BELOW, 1500, 1 - 1500.0 / 512);
    side.own_ceiling[1] = 2100;
    require_v(&side, ROO_ABOVE, 3072, 0);
    require_v(&side, ROO_ABOVE, 1600, (3072 - 1600) / 512.0);
    side.own_floor[0] = 160, side.own_floor[1] = 160.3; /* level, as clients round */
    require_v(&side, ROO_BELOW, 160, 1);
    side.own_floor[0] = 1024, side.own_floor[1] = 1100; /* a whole square already */
    require_v(&side, ROO_BELOW, 1024, 1);
}

static void textures_that_do_not_tile_upwards_end(void **state)
{
    (void)state;
    tlb_roo_sidedef sidedef = {.flags = TLB_ROO_WALL_NO_VTILE};
    roo_side side = plain(&sidedef);
    roo_wall_mapping m = tlb_roo_map_wall(&side, ROO_NORMAL, &texture);
    assert_true(tlb_roo_map_ceiling(&m, &side, ROO_NORMAL) == 480 + 512);
    assert_true(tlb_roo_map_ceiling(&m, &side, ROO_BELOW) == INFINITY);
    side.y_offset = 8;
    m = tlb_roo_map_wall(&side, ROO_NORMAL, &texture);
    assert_true(tlb_roo_map_ceiling(&m, &side, ROO_NORMAL) == 480 + 384);
    sidedef.flags = 0;
    assert_true(tlb_roo_map_ceiling(&m, &side, ROO_NORMAL) == INFINITY);
}

/* --- floors ------------------------------------------------------------------------------------------- */

static void require_plane(const tlb_roo_sector *sector, bool ceiling, double x, double y, double z, double u,
                          double v)
{
    roo_plane_mapping m = tlb_roo_map_plane(sector, ceiling);
    float uv[2];
    tlb_roo_plane_uv(&m, (const double[3]){x, y, z}, uv);
    assert_float_equal(uv[0], (float)u, 1e-5f);
    assert_float_equal(uv[1], (float)v, 1e-5f);
}

/* As stored, x is across and y down; the texture turned upright has them the other way round. */
static void flat_floors_repeat_each_square(void **state)
{
    (void)state;
    tlb_roo_sector sector = {.floorHeight = 5};
    require_plane(&sector, false, 1024, 256, 80, 0.25, 1);
    require_plane(&sector, true, -512, 0, 80, 0, -0.5);
    sector.textureX = 32, sector.textureY = 16; /* half a square, a quarter */
    require_plane(&sector, false, 1024, 256, 80, 0, 0.5);
}

/* A floor of z = 3/4 x, its origin at x = 800, y = 100: along it a step of 4 in x is one of 5. */
static tlb_roo_sector sloped(int32_t angle)
{
    return (tlb_roo_sector){
        .flags = TLB_ROO_SECTOR_SLOPED_FLOOR,
        .floorSlope = {.plane = {-614.4, 0, 819.2, 0}, .textureOrigin = {800, 100}, .textureAngle = angle}};
}

static void slopes_measure_along_themselves(void **state)
{
    (void)state;
    tlb_roo_sector sector = sloped(0);
    /* n x d points south, so u runs up the slope; v, against it, north. */
    require_plane(&sector, false, 800, 100, 600, 0, 0);
    require_plane(&sector, false, 800 + 819.2, 100, 600 + 614.4, 0, 1);
    require_plane(&sector, false, 800, 100 + 256, 600, -0.25, 0);
    sector = sloped(1024); /* a quarter turn: u south, v, against it, up the slope */
    require_plane(&sector, false, 800, 100 + 256, 600, 0, 0.25);
    require_plane(&sector, false, 800 + 819.2, 100, 600 + 614.4, 1, 0);
    sector = sloped(-3072);
    require_plane(&sector, false, 800, 100 + 256, 600, 0, 0.25);
}

static void slopes_count_the_origin_half(void **state)
{
    (void)state;
    tlb_roo_sector sector = sloped(0);
    sector.textureX = 64, sector.textureY = 32; /* one square, half a square */
    require_plane(&sector, false, 800 + 819.2, 100 - 256, 600 + 614.4, 0.25 + 0.25, 1.5);
    require_plane(&sector, false, 800 - 819.2, 100 + 256, 600 - 614.4, -0.25 - 0.25, -1.5);
    tlb_roo_sector ceiling = {.flags = TLB_ROO_SECTOR_SLOPED_CEILING,
                              .textureX = 64,
                              .textureY = 32,
                              .ceilingSlope = {.plane = {614.4, 0, -819.2, 0}, .textureOrigin = {800, 100}}};
    /* Seen from below, n x d points north: v, against it, south. */
    require_plane(&ceiling, true, 800 + 819.2, 100 + 256, 600 + 614.4, 0.25 - 0.25, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(u_runs_along_the_wall),
        cmocka_unit_test(parts_start_at_their_own_edges),
        cmocka_unit_test(y_offsets_move_textures_up),
        cmocka_unit_test(edges_that_are_not_level_are_anchored_at_whole_squares),
        cmocka_unit_test(textures_that_do_not_tile_upwards_end),
        cmocka_unit_test(flat_floors_repeat_each_square),
        cmocka_unit_test(slopes_measure_along_themselves),
        cmocka_unit_test(slopes_count_the_origin_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
