/* Trees of levels, their portals and zones. */
#include "boxes.h"
#include "level/solid.h"
#include "one_context.h"

#include <math.h>
#include <string.h>

static tlb_level *level;
static tlb_solid *solid;

static void add_box(tlb_brush_kind kind, double x, double y, double z, double size_x, double size_y,
                    double size_z)
{
    boxes_box(level, kind, x, y, z, size_x, size_y, size_z, kind == TLB_BRUSH_PORTAL ? "NULL" : "wall");
}

/* From (x, 0, 0) on, 10 wide, deep and high inside, walls of 1; without the one at x + 11. */
static void add_room(double x)
{
    add_box(TLB_BRUSH_STRUCTURAL, x, -1, -1, 1, 12, 12);
    add_box(TLB_BRUSH_STRUCTURAL, x + 1, -1, -1, 10, 12, 1);
    add_box(TLB_BRUSH_STRUCTURAL, x + 1, -1, 10, 10, 12, 1);
    add_box(TLB_BRUSH_STRUCTURAL, x + 1, -1, 0, 10, 1, 10);
    add_box(TLB_BRUSH_STRUCTURAL, x + 1, 10, 0, 10, 1, 10);
}

/* A wall with a door of 2 by 3, 1 thick. */
static void add_door(double x)
{
    add_box(TLB_BRUSH_STRUCTURAL, x, -1, -1, 1, 5, 12);
    add_box(TLB_BRUSH_STRUCTURAL, x, 6, -1, 1, 5, 12);
    add_box(TLB_BRUSH_STRUCTURAL, x, 4, -1, 1, 2, 1);
    add_box(TLB_BRUSH_STRUCTURAL, x, 4, 3, 1, 2, 8);
}

static void add_portal(double x, const char *ambient_light)
{
    boxes_entity(level, "portal");
    tlb_level_entity *entity =
        &level->details.data[0].entities.data[level->details.data[0].entities.count - 1];
    if (ambient_light)
        assert_true(tlb_level_add_property(level, entity, "ambient_light", ambient_light, 0));
    add_box(TLB_BRUSH_PORTAL, x, 3.5, -0.5, 0.25, 3, 4);
}

/* --- what holds for every tree ----------------------------------------------------------------------- */

static void assert_sound_node(uint32_t at, uint32_t *next, uint32_t *path, uint32_t depth)
{
    if (at & TLB_SOLID_LEAF)
        return;
    const tlb_solid_node *node = &solid->nodes.data[at];
    assert_int_equal(at, (*next)++);
    assert_true(depth < 64);
    for (uint32_t i = 0; i < depth; i++)
        assert_int_not_equal(path[i], node->plane);
    path[depth] = node->plane;
    for (int side = 0; side < 2; side++)
        assert_sound_node(node->children[side], next, path, depth + 1);
}

static void assert_sound_tree(void)
{
    uint32_t next = 0, path[64];
    assert_sound_node(0, &next, path, 0);
    assert_int_equal(next, solid->nodes.count);
    for (uint32_t i = 0; i < solid->leaves.count; i++) {
        const tlb_solid_leaf *leaf = &solid->leaves.data[i];
        for (uint32_t j = 1; j < leaf->face_count; j++)
            assert_true(solid->leaf_faces.data[leaf->first_face + j - 1] <
                        solid->leaf_faces.data[leaf->first_face + j]);
    }
}

static uint32_t leaves_of(uint32_t face)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < solid->leaf_faces.count; i++)
        count += solid->leaf_faces.data[i] == face;
    return count;
}

static void assert_all_listed(void)
{
    for (uint32_t i = 0; i < solid->faces.count; i++)
        if (!leaves_of(i))
            fail_msg("face %u is in no leaf", i);
}

static uint32_t leaf_at(double x, double y, double z)
{
    uint32_t at = 0;
    double point[3] = {x, y, z};
    while (!(at & TLB_SOLID_LEAF)) {
        const tlb_solid_node *node = &solid->nodes.data[at];
        at = node->children[tlb_plane_above(&solid->planes.data[node->plane], point) <= 0];
    }
    return at;
}

static bool is_solid_at(double x, double y, double z)
{
    return !(leaf_at(x, y, z) & TLB_SOLID_EMPTY);
}

static uint32_t zone_at(double x, double y, double z)
{
    uint32_t leaf = leaf_at(x, y, z);
    assert_true(leaf & TLB_SOLID_EMPTY);
    return solid->empty_zones.data[leaf & ~(uint32_t)(TLB_SOLID_LEAF | TLB_SOLID_EMPTY)];
}

/* Points are solid where they are in a hull that is in the tree. */
static void assert_same_points(double low, double high, double step)
{
    for (double x = low; x < high; x += step)
        for (double y = low; y < high; y += step)
            for (double z = low; z < high; z += step) {
                bool is_in = false;
                for (uint32_t i = 0; i < solid->hulls.count; i++) {
                    const tlb_solid_hull *h = &solid->hulls.data[i];
                    is_in |= !tlb_solid_is_collision(h->kind) && x > h->low[0] && y > h->low[1] &&
                             z > h->low[2] && x < h->high[0] && y < h->high[1] && z < h->high[2];
                }
                if (is_solid_at(x, y, z) != is_in)
                    fail_msg("%g %g %g: expected %d", x, y, z, is_in);
            }
}

static void make(void)
{
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_OK);
    assert_sound_tree();
}

static void free_all(void)
{
    tlb_solid_free(solid);
    tlb_level_free(level);
    solid = NULL;
}

static uint32_t reports_of(tlb_code code)
{
    uint32_t count = 0;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        count += tlb_diagnostic_at(context, i)->code == code;
    return count;
}

/* --- trees ------------------------------------------------------------------------------------------- */

static void a_box_is_one_leaf(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(TLB_BRUSH_STRUCTURAL, 0, 0, 0, 1, 2, 3);
    make();
    assert_int_equal(solid->nodes.count, 6);
    assert_int_equal(solid->leaves.count, 1);
    assert_int_equal(solid->leaves.data[0].face_count, 6);
    assert_int_equal(solid->zones.count, 1);
    assert_int_equal(solid->zones.data[0].face_count, 6);
    assert_false(solid->zones.data[0].is_inside);
    assert_same_points(-0.9, 3.9, 0.4);
    free_all();
}

static void overlapping_brushes_are_one_solid(void **state)
{
    (void)state;
    uint32_t random = 1;
    double numbers[6];
    level = boxes_level(context);
    for (int i = 0; i < 60; i++) {
        for (int j = 0; j < 6; j++) {
            random = random * 1664525 + 1013904223;
            numbers[j] = (random >> 24) / (j < 3 ? 12.8 : 51.2);
        }
        add_box(i % 4 ? TLB_BRUSH_STRUCTURAL : TLB_BRUSH_DETAIL, numbers[0], numbers[1], numbers[2],
                1 + numbers[3], 1 + numbers[4], 1 + numbers[5]);
    }
    make();
    assert_all_listed();
    assert_same_points(-1.0077, 27, 0.703);
    free_all();
}

static void planes_that_almost_agree_do_no_harm(void **state)
{
    (void)state;
    level = boxes_level(context);
    for (int i = 0; i < 40; i++)
        add_box(i % 3 ? TLB_BRUSH_STRUCTURAL : TLB_BRUSH_DETAIL, i % 5 + i * 1e-4, i % 7 - i * 1e-4, i * 3e-4,
                2, 2 + i * 2e-4, 2 - i * 1e-4);
    make();
    assert_true(is_solid_at(1.5, 1.5, 1));
    assert_false(is_solid_at(1.5, 1.5, 3));
    free_all();
}

/* A wall above another, whose face is up to a millimeter behind that of the upper one. */
static void leaves_behind_planes_that_almost_agree_list_their_faces(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(TLB_BRUSH_STRUCTURAL, 0, 0, 4, 4, 4, 2);
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    boxes_face(level, -1, -1.2e-4, 0, -3e-4, "wall");
    boxes_face(level, 1, 0, 0, 4, "wall");
    boxes_face(level, 0, 1, 0, 4, "wall");
    boxes_face(level, 0, -1, 0, 0, "wall");
    boxes_face(level, 0, 0, 1, 4, "wall");
    boxes_face(level, 0, 0, -1, 6, "wall");
    for (int i = 1; i < 6; i++) /* the upper one's plane becomes the first node */
        add_box(TLB_BRUSH_STRUCTURAL, 0, 10 * i, 4 * i, 1, 1, 1);
    make();
    for (double y = 0.1; y < 4; y += 0.2) {
        uint32_t leaf = leaf_at(1e-3, y, 5) & ~(uint32_t)TLB_SOLID_LEAF;
        bool is_listed = false;
        assert_in_range(leaf, 0, solid->leaves.count - 1);
        for (uint32_t i = 0; i < solid->leaves.data[leaf].face_count; i++) {
            uint32_t face = solid->leaf_faces.data[solid->leaves.data[leaf].first_face + i];
            double outward[3];
            memcpy(outward, solid->planes.data[solid->faces.data[face].plane].normal, sizeof outward);
            is_listed |= solid->faces.data[face].hull == 0 &&
                         (solid->faces.data[face].reversed ? outward[0] : -outward[0]) > 0.9;
        }
        if (!is_listed)
            fail_msg("at %g: not in leaf %u", y, leaf);
    }
    free_all();
}

static void brushes_for_collision_are_not_in_the_tree(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(TLB_BRUSH_COLLISION, 0, 0, 0, 1, 1, 1);
    make();
    assert_int_equal(solid->nodes.count, 1);
    assert_false(is_solid_at(0.5, 0.5, 0.5));
    assert_int_equal(zone_at(0.5, 0.5, 0.5), 0);
    free_all();
}

/* Structural planes cut it in pieces, the middle one of which touches none of its faces. */
static void a_detail_brush_is_solid_in_its_middle(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(TLB_BRUSH_DETAIL, 0, 0, 0, 9, 9, 9);
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            double from[3] = {4, 4, 4};
            from[axis] = side ? 8.5 : -0.5;
            add_box(TLB_BRUSH_STRUCTURAL, from[0], from[1], from[2], 1, 1, 1);
        }
    make();
    assert_same_points(-0.9, 10, 0.397);
    assert_int_equal(zone_at(-0.9, -0.9, -0.9), 0);
    free_all();
}

/* --- zones ------------------------------------------------------------------------------------------- */

static void nothing_leads_to_a_closed_room(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    add_box(TLB_BRUSH_STRUCTURAL, 11, -1, -1, 1, 12, 12);
    make();
    assert_all_listed();
    assert_same_points(-0.9, 12, 0.693);
    assert_int_equal(solid->zones.count, 1);
    assert_int_equal(zone_at(5, 5, 5), TLB_SOLID_NO_ZONE);
    assert_int_equal(zone_at(-5, 5, 5), 0);
    assert_int_equal(reports_of(TLB_CODE_LEVEL_UNREACHED), 1);
    assert_non_null(strstr(tlb_diagnostic_at(context, 0)->message, "6 faces"));
    free_all();
}

static uint32_t zone_count_of(uint32_t face)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < solid->zone_faces.count; i++)
        count += solid->zone_faces.data[i] == face;
    return count;
}

static void a_portal_makes_a_zone_of_a_room(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    add_door(11);
    add_portal(11.5, NULL);
    make();
    assert_all_listed();
    assert_int_equal(solid->portals.count, 1);
    const tlb_solid_portal *portal = &solid->portals.data[0];
    /* The first of the two largest faces is the one at +x, the room behind it. */
    assert_int_equal(portal->zones[0], 0);
    assert_int_equal(portal->zones[1], 1);
    assert_true(fabs(fabs(solid->planes.data[portal->plane].distance) - 11.75) < 1e-9);
    assert_int_equal(portal->polygon_count, 1);
    const tlb_solid_polygon *polygon = &solid->portal_polygons.data[portal->first_polygon];
    assert_int_equal(polygon->corner_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const double *at = solid->points.data[solid->corners.data[polygon->first_corner + i]];
        assert_true(at[0] == 11.75 && (at[1] == 4 || at[1] == 6) && (at[2] == 0 || at[2] == 3));
    }
    assert_int_equal(solid->zones.count, 2);
    assert_int_equal(zone_at(5, 5, 5), 1);
    assert_int_equal(zone_at(11.7, 5, 1), 1);
    assert_int_equal(zone_at(11.8, 5, 1), 0);
    assert_int_equal(zone_at(20, 5, 1), 0);
    assert_true(solid->zones.data[1].is_inside);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(solid->zones.data[i].portal_count, 1);
        assert_int_equal(solid->zone_portals.data[solid->zones.data[i].first_portal], 0);
    }
    uint32_t both = 0;
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        assert_in_range(zone_count_of(i), 1, 2);
        both += zone_count_of(i) == 2;
    }
    assert_int_equal(both, 4); /* around the door */
    assert_int_equal(tlb_diagnostic_count(context), 0);
    free_all();
}

static void light_from_outside_comes_through_portals(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    add_door(11);
    add_portal(11.5, "1");
    make();
    assert_int_equal(solid->zones.count, 2);
    assert_false(solid->zones.data[1].is_inside);
    free_all();
}

static void a_door_before_a_wall_leads_nowhere(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    add_door(11);
    add_room(12);
    add_door(23);
    add_portal(23.5, NULL);
    make();
    assert_int_equal(zone_at(17, 5, 5), 1);
    assert_int_equal(zone_at(5, 5, 5), TLB_SOLID_NO_ZONE);
    assert_int_equal(reports_of(TLB_CODE_LEVEL_UNREACHED), 1);
    free_all();
}

/* The last wall is off by an angle: it overlaps on one side, and leaves a gap of up to 0.84 mm on the other.
 */
static void a_narrow_gap_leads_inside(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    boxes_brush(level, TLB_BRUSH_STRUCTURAL);
    boxes_face(level, -1, 1.2e-4, 0, -11 + 4.8e-4, "wall");
    boxes_face(level, 1, 0, 0, 12, "wall");
    boxes_face(level, 0, 1, 0, 11, "wall");
    boxes_face(level, 0, -1, 0, 1, "wall");
    boxes_face(level, 0, 0, 1, 11, "wall");
    boxes_face(level, 0, 0, -1, 1, "wall");
    make();
    assert_int_equal(zone_at(5, 5, 5), 0);
    assert_true(reports_of(TLB_CODE_LEVEL_PLANES_NEAR) > 0);
    assert_int_equal(tlb_diagnostic_count(context), reports_of(TLB_CODE_LEVEL_PLANES_NEAR));
    free_all();
}

static void details_make_no_zones(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_room(0);
    add_door(11);
    boxes_entity(level, "detail");
    add_box(TLB_BRUSH_DETAIL, 5, 0, 0, 0.5, 10, 10); /* across the room */
    add_box(TLB_BRUSH_DETAIL, 11, 4, 0, 1, 2, 3);    /* in the door */
    make();
    assert_all_listed();
    assert_same_points(-0.9, 12, 0.693);
    assert_int_equal(solid->zones.count, 1);
    assert_int_equal(zone_at(2, 5, 5), 0);
    assert_int_equal(zone_at(8, 5, 5), 0);
    for (uint32_t i = 0; i < solid->faces.count; i++)
        assert_int_equal(zone_count_of(i), 1);
    free_all();
}

static void portals_that_separate_nothing_are_told(void **state)
{
    (void)state;
    level = boxes_level(context);
    add_box(TLB_BRUSH_STRUCTURAL, 0, 0, 0, 1, 8, 8);
    add_portal(5, NULL);
    add_portal(0.5, NULL); /* some of it sticks out below */
    boxes_entity(level, "portal");
    add_box(TLB_BRUSH_PORTAL, 0.4, 2, 2, 0.2, 1, 1);
    make();
    assert_int_equal(solid->zones.count, 1);
    assert_int_equal(solid->portals.count, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(solid->portals.data[i].zones[0], solid->portals.data[i].zones[1]);
    assert_int_equal(reports_of(TLB_CODE_LEVEL_PORTAL), 3);
    free_all();
}

static uint32_t depth_below(uint32_t at)
{
    if (at & TLB_SOLID_LEAF)
        return 0;
    uint32_t front = depth_below(solid->nodes.data[at].children[0]),
             back = depth_below(solid->nodes.data[at].children[1]);
    return 1 + (front > back ? front : back);
}

/* Each face of a round wall has all the others behind it. */
static void a_curve_makes_no_deep_tree(void **state)
{
    (void)state;
    enum { PARTS = 96, MOST_DEPTH = 32 };
    const double step = 2 * 3.14159265358979 / PARTS;
    level = boxes_level(context);
    for (int i = 0; i < PARTS; i++) {
        double from = i * step, to = from + step, middle = from + step / 2;
        boxes_brush(level, TLB_BRUSH_STRUCTURAL);
        boxes_face(level, sin(from), -cos(from), 0, 0, "wall");
        boxes_face(level, -sin(to), cos(to), 0, 0, "wall");
        boxes_face(level, cos(middle), sin(middle), 0, 11, "wall");
        boxes_face(level, -cos(middle), -sin(middle), 0, -10, "wall");
        boxes_face(level, 0, 0, 1, 3, "wall");
        boxes_face(level, 0, 0, -1, 0, "wall");
    }
    make();
    assert_int_equal(solid->hulls.count, PARTS);
    assert_in_range(depth_below(0), 1, MOST_DEPTH);
    free_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_box_is_one_leaf, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_curve_makes_no_deep_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(overlapping_brushes_are_one_solid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(planes_that_almost_agree_do_no_harm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaves_behind_planes_that_almost_agree_list_their_faces, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(brushes_for_collision_are_not_in_the_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_detail_brush_is_solid_in_its_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_leads_to_a_closed_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_portal_makes_a_zone_of_a_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(light_from_outside_comes_through_portals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_door_before_a_wall_leads_nowhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_narrow_gap_leads_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(details_make_no_zones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(portals_that_separate_nothing_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
