/* What nodes of a scene are in a level, by their names and extras. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/value.h"
#include "level/nodes.h"
#include "scenes.h"

/* Levels of detail are numbered from 0 to 63. */
static void details_have_numbers_and_pixels(void **state)
{
    enum { NONE = -1, MESH = 0 };
    static const struct {
        const char *name;
        int32_t level, mesh;
        double detail_number, min_pixels; /* in extras, less than 0: they are not there */
        int number;                       /* NONE: it is no level of detail */
        double pixels;
    } nodes[] = {{"detail_0", NONE, NONE, -1, -1, 0, 0},
                 {"Detail_63", NONE, NONE, -1, -1, 63, 0},
                 {"detail_64", NONE, NONE, -1, -1, NONE, 0},
                 {"detail_64", NONE, NONE, 5, -1, 5, 0},
                 {"LOD_2_32.5", NONE, NONE, -1, -1, 2, 32.5},
                 {"lod_2_32.5", NONE, NONE, 7, 9, 2, 32.5},
                 {"lod_2_x", NONE, NONE, -1, 9, 2, 9},
                 {"lod_2.001", NONE, NONE, -1, 9, 2, 9},
                 {"lod_2x", NONE, NONE, -1, -1, NONE, 0},
                 {"lod_", NONE, NONE, -1, -1, NONE, 0},
                 {"node", NONE, NONE, 63, 4, 63, 4},
                 {"node", NONE, NONE, 64, 4, NONE, 0},
                 {"node", NONE, NONE, 0, -1, 0, 0},
                 {"detail_1", NONE, MESH, -1, -1, NONE, 0},
                 {"node", 0, MESH, -1, -1, 0, 16},
                 {"node", 63, MESH, -1, -1, 63, 16},
                 {"node", 64, MESH, -1, -1, NONE, 0},
                 {"lod_3", 64, NONE, -1, -1, 3, 0}};
    scene_fixture *f = *state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        tlb_value *extras = tlb_value_table(&f->arena);
        if (nodes[i].detail_number >= 0)
            tlb_value_add_real(&f->arena, extras, "detail_number", nodes[i].detail_number);
        if (nodes[i].min_pixels >= 0)
            tlb_value_add_real(&f->arena, extras, "min_pixels", nodes[i].min_pixels);
        const tlb_node node = {.name = nodes[i].name,
                               .level = nodes[i].level,
                               .level_size = 16,
                               .mesh = nodes[i].mesh,
                               .extras = extras};
        uint32_t number = 0;
        double pixels = 0;
        if (tlb_level_is_detail(&node, &number, &pixels) != (nodes[i].number != NONE))
            fail_msg("%zu, %s", i, nodes[i].name);
        if (nodes[i].number != NONE) {
            assert_int_equal(number, nodes[i].number);
            assert_true(pixels == nodes[i].pixels);
        }
    }
}

/* Extras may be numbers, or texts that are. */
static void extras_are_numbers(void **state)
{
    enum { INTEGER, TEXT, WORD, BOOL, CASES };
    scene_fixture *f = *state;
    for (int i = 0; i < CASES; i++) {
        tlb_value *extras = tlb_value_table(&f->arena);
        if (i == BOOL)
            tlb_value_add_bool(&f->arena, extras, "detail_number", true);
        else if (i == INTEGER)
            tlb_value_add_integer(&f->arena, extras, "detail_number", 3);
        else
            tlb_value_add_text(&f->arena, extras, "detail_number", i == TEXT ? "3" : "three");
        const tlb_node node = {.name = "node", .level = TLB_NONE, .mesh = TLB_NONE, .extras = extras};
        uint32_t number = 0;
        double pixels = 0;
        assert_true(tlb_level_is_detail(&node, &number, &pixels) == (i == INTEGER || i == TEXT));
        assert_int_equal(number, i == INTEGER || i == TEXT ? 3 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(details_have_numbers_and_pixels, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(extras_are_numbers, begin_scene, end_scene)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
