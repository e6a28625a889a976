/* Portals: which face of a brush is the opening, and what solids leave of it. */
#include "boxes.h"
#include "level/solid.h"
#include "level/vector.h"
#include "one_context.h"

#include <math.h>
#include <string.h>

static tlb_level *level;
static tlb_solid *solid;

static int begin(void **state)
{
    set_up(state);
    level = boxes_level(context);
    solid = NULL;
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 20, 0, 0, 1, 1, 1, "wall"); /* far from all */
    return 0;
}

static int end(void **state)
{
    tlb_solid_free(solid);
    tlb_level_free(level);
    return tear_down(state);
}

static void make(void)
{
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_OK);
}

/* A frustum from z = 0, of 4 by 4, up to z = 1, of 3 by 3; `order` names its faces: bottom, top, sides. */
static void add_frustum(const char *order)
{
    static const double sides[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    boxes_entity(level, "portal");
    boxes_brush(level, TLB_BRUSH_PORTAL);
    for (const char *p = order; *p; p++)
        if (*p == 'b')
            boxes_face(level, 0, 0, -1, 0, "PORTAL");
        else if (*p == 't')
            boxes_face(level, 0, 0, 1, 1, "PORTAL");
        else
            boxes_face(level, sides[*p - '0'][0], sides[*p - '0'][1], 0.5, 2 / sqrt(1.25), "PORTAL");
}

static double area_of(const tlb_solid_portal *portal)
{
    double sum = 0;
    for (uint32_t i = 0; i < portal->polygon_count; i++) {
        const tlb_solid_polygon *polygon = &solid->portal_polygons.data[portal->first_polygon + i];
        const uint32_t *corners = solid->corners.data + polygon->first_corner;
        for (uint32_t k = 2; k < polygon->corner_count; k++) {
            double a[3], b[3], turn[3];
            tlb_subtract(solid->points.data[corners[k - 1]], solid->points.data[corners[0]], a);
            tlb_subtract(solid->points.data[corners[k]], solid->points.data[corners[0]], b);
            tlb_cross(a, b, turn);
            const tlb_solid_plane *plane = &solid->planes.data[portal->plane];
            double area = tlb_dot(turn, plane->normal) / 2 * (portal->reversed ? -1 : 1);
            assert_true(area > -1e-9); /* counter-clockwise, seen from where it looks */
            sum += area;
        }
    }
    return sum;
}

static void the_first_of_the_two_largest_faces_is_the_opening(void **state)
{
    static const struct {
        const char *order;
        bool is_top;
    } orders[] = {{"bt0123", false}, {"tb0123", true}, {"0123tb", true}, {"0123bt", false},
                  {"0b1t23", false}, {"0t123b", true}, {"b0123t", false}};
    enum { COUNT = sizeof orders / sizeof *orders };
    (void)state;
    for (int i = 0; i < COUNT; i++)
        add_frustum(orders[i].order);
    make();
    assert_int_equal(solid->portals.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const tlb_solid_portal *portal = &solid->portals.data[i];
        const tlb_solid_plane *plane = &solid->planes.data[portal->plane];
        double up = plane->normal[2] * (portal->reversed ? -1 : 1);
        assert_int_equal(portal->entity, i + 1);
        assert_true(up == (orders[i].is_top ? 1 : -1));
        assert_true(fabs(plane->distance * plane->normal[2] - (orders[i].is_top ? 1 : 0)) < 1e-9);
        assert_true(fabs(area_of(portal) - (orders[i].is_top ? 9 : 16)) < 1e-6);
    }
}

/* The largest faces of plates in each direction. */
static void a_plate_opens_across_its_thickness(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        double size[3] = {2, 3, 5};
        size[axis] = 0.25;
        boxes_entity(level, "portal");
        boxes_box(level, TLB_BRUSH_PORTAL, 0, 0, 0, size[0], size[1], size[2], "PORTAL");
    }
    make();
    assert_int_equal(solid->portals.count, 3);
    for (int axis = 0; axis < 3; axis++) {
        static const double areas[] = {15, 10, 6};
        const tlb_solid_portal *portal = &solid->portals.data[axis];
        const tlb_solid_plane *plane = &solid->planes.data[portal->plane];
        assert_true(fabs(plane->normal[axis]) == 1);
        assert_true(fabs(plane->distance * plane->normal[axis] - 0.25) < 1e-9);
        assert_true(fabs(area_of(portal) - areas[axis]) < 1e-6);
    }
}

static void add_diamond(tlb_brush_kind kind, double x, double y)
{
    boxes_brush(level, kind);
    for (int i = 0; i < 4; i++) {
        double u = i & 1 ? 1 : -1, v = i & 2 ? 1 : -1;
        boxes_face(level, u, v, 0, (1 + u * x + v * y) / sqrt(2), "wall");
    }
    boxes_face(level, 0, 0, 1, 0.5, "wall");
    boxes_face(level, 0, 0, -1, 0.5, "wall");
}

/* Of the 4 by 4 meters of a frustum's bottom. */
static void solids_cover_the_opening(void **state)
{
    (void)state;
    add_diamond(TLB_BRUSH_STRUCTURAL, 0, 0);                                     /* 2 m2 */
    boxes_box(level, TLB_BRUSH_STRUCTURAL, -3, -3, -1, 1.5, 9, 2, "wall");       /* 0.5 by 4 */
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, 1, 0, 0.5, 0.5, 1, "wall");        /* touches it: 0.25 */
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, -1.5, -1, 0.5, 0.5, 1, "wall");    /* from below: 0.25 */
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 1.25, 0.125, 0.5, 0.5, 1, "wall"); /* above it */
    boxes_entity(level, "detail");
    boxes_box(level, TLB_BRUSH_DETAIL, -1, -1.75, -1, 0.5, 0.5, 2, "wall");
    boxes_entity(level, "collision");
    boxes_box(level, TLB_BRUSH_COLLISION, -1, 1.5, -1, 0.5, 0.25, 2, "wall");
    add_frustum("b0123t");
    make();
    assert_int_equal(solid->portals.count, 1);
    double area = area_of(&solid->portals.data[0]);
    if (fabs(area - (16 - 2 - 2 - 0.5)) > 1e-6)
        fail_msg("%.9g", area);
}

static void portals_without_an_opening_are_left_out(void **state)
{
    static const char *const messages[] = {
        "brushes cover all of the portal: it is left out",
        "the portal's brush encloses nothing, or has no end: it is left out"};
    (void)state;
    boxes_box(level, TLB_BRUSH_STRUCTURAL, -2.5, -2.5, -1, 5, 5, 2, "wall");
    add_frustum("b0123t");
    add_frustum("b01");
    make();
    assert_int_equal(solid->portals.count, 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_LEVEL_PORTAL), 2);
    for (size_t i = 0, found = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->code == TLB_CODE_LEVEL_PORTAL)
            assert_non_null(strstr(tlb_diagnostic_at(context, i)->message, messages[found++]));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_of_the_two_largest_faces_is_the_opening), TEST(a_plate_opens_across_its_thickness),
        TEST(solids_cover_the_opening), TEST(portals_without_an_opening_are_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
