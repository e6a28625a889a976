/* What writers of formats read of a scene beside its geometry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "writers/hints.h"

/* Whatever a scene looks along, turned it looks along -Z. */
static void scenes_are_turned_along_z(void **state)
{
    static const float ways[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {3, 4}, {-0.1f, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        float turn[4] = {9, 9, 9, 9}, x = ways[i][0], z = ways[i][1], length = hypotf(x, z);
        tlb_turn_along_z(ways[i], turn);
        double sine = 2.0 * (double)turn[1] * (double)turn[3],
               cosine = 1 - 2.0 * (double)turn[1] * (double)turn[1];
        assert_true(turn[0] == 0 && turn[2] == 0);
        assert_true(fabs(x * cosine + z * sine) < 1e-6 * length);
        assert_true(fabs(z * cosine - x * sine + length) < 1e-6 * length);
    }
}

/* Along Z nothing is rounded; a scene that does not say looks along +Z. */
static void turns_of_whole_halves_are_exact(void **state)
{
    static const struct {
        float way[2], turn[4];
    } cases[] = {{{0, 1}, {0, 1, 0, 0}},        {{0, 0.5f}, {0, 1, 0, 0}},     {{0, -1}, {0, 0, 0, 1}},
                 {{0, 0}, {0, 1, 0, 0}},        {{NAN, 0}, {0, 1, 0, 0}},      {{1, NAN}, {0, 1, 0, 0}},
                 {{INFINITY, 1}, {0, 1, 0, 0}}, {{0, -INFINITY}, {0, 1, 0, 0}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float turn[4] = {9, 9, 9, 9};
        tlb_turn_along_z(cases[i].way, turn);
        for (int k = 0; k < 4; k++)
            assert_true(turn[k] == cases[i].turn[k]);
    }
}

static void names_say_what_collides(void **state)
{
    static const struct {
        const char *name, *kind;
        bool is_drawn;
        size_t stem;
    } names[] = {{"UCX_tree", "hull", false, 8},
                 {"ubx_tree", "hull", false, 8},
                 {"USP_tree", "hull", false, 8},
                 {"UCP_tree.001", "hull", false, 8},
                 {"UCY_tree", NULL, false, 8},
                 {"tree-colonly.001", "mesh", false, 4},
                 {"tree-ConvColOnly", "hull", false, 4},
                 {"tree-col", "mesh", true, 4},
                 {"tree-convcol.002", "hull", true, 4},
                 {"-col", NULL, false, 4},
                 {"protocol", NULL, false, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool is_drawn;
        size_t stem;
        const char *kind = tlb_collision_of_name(names[i].name, &is_drawn, &stem);
        tlb_node node = {.name = names[i].name};
        assert_true(kind ? names[i].kind && strcmp(kind, names[i].kind) == 0 : !names[i].kind);
        assert_int_equal(is_drawn, names[i].is_drawn);
        assert_int_equal(stem, names[i].stem);
        assert_int_equal(tlb_is_collision_node(&node), kind && !is_drawn);
    }
}

static void names_have_numbers_and_levels(void **state)
{
    static const struct {
        const char *name;
        size_t plain;
        int32_t level;
        size_t stem;
    } names[] = {{"hull", 4, TLB_NONE, 4},
                 {"hull.001", 4, TLB_NONE, 4},
                 {"a.999", 1, TLB_NONE, 1},
                 {".001", 4, TLB_NONE, 4},
                 {"hull.01", 7, TLB_NONE, 7},
                 {"hull.0012", 9, TLB_NONE, 9},
                 {"hull.00/", 8, TLB_NONE, 8},
                 {"hull.:00", 8, TLB_NONE, 8},
                 {"hull.0a0", 8, TLB_NONE, 8},
                 {"", 0, TLB_NONE, 0},
                 {"tree_LOD2", 9, 2, 4},
                 {"tree_lod09.003", 10, 9, 4},
                 {"tree_Lod999", 11, 999, 4},
                 {"tree_LOD1000", 12, TLB_NONE, 12},
                 {"_LOD0", 5, 0, 0},
                 {"LOD0", 4, TLB_NONE, 4},
                 {"tree-LOD0", 9, TLB_NONE, 9},
                 {"tree_LOD", 8, TLB_NONE, 8},
                 {"tree_LAD0", 9, TLB_NONE, 9},
                 {"tree_XOD0", 9, TLB_NONE, 9},
                 {"tree_LOX0", 9, TLB_NONE, 9},
                 {"tree_LOD/", 9, TLB_NONE, 9},
                 {"tree_LOD:", 9, TLB_NONE, 9}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t stem;
        assert_int_equal(tlb_plain_name_length(names[i].name), names[i].plain);
        assert_int_equal(tlb_level_of_name(names[i].name, &stem), names[i].level);
        assert_int_equal(stem, names[i].stem);
    }
}

static tlb_value integer(int64_t value)
{
    return (tlb_value){.kind = TLB_VALUE_INTEGER, .as.integer = value};
}

static tlb_value real(double value)
{
    return (tlb_value){.kind = TLB_VALUE_REAL, .as.real = value};
}

static void truth_is_a_boolean_or_a_number(void **state)
{
    const tlb_value no = {.kind = TLB_VALUE_BOOL}, yes = {.kind = TLB_VALUE_BOOL, .as.boolean = true};
    const tlb_value text = {.kind = TLB_VALUE_TEXT, .as.text = {"0", 1}};
    const tlb_value zero = integer(0), one = integer(1), none = real(0), half = real(0.5);
    (void)state;
    for (int otherwise = 0; otherwise < 2; otherwise++) {
        assert_int_equal(tlb_hint_is_true(NULL, otherwise), otherwise);
        assert_int_equal(tlb_hint_is_true(&text, otherwise), otherwise);
        assert_false(tlb_hint_is_true(&no, otherwise) || tlb_hint_is_true(&zero, otherwise) ||
                     tlb_hint_is_true(&none, otherwise));
        assert_true(tlb_hint_is_true(&yes, otherwise) && tlb_hint_is_true(&one, otherwise) &&
                    tlb_hint_is_true(&half, otherwise));
    }
    double number;
    const tlb_value most = real(1e9), least = real(-1e9), more = integer(1000000001),
                    less = integer(-1000000001);
    assert_true(tlb_hint_number(&most, &number) && number == 1e9);
    assert_true(tlb_hint_number(&least, &number) && number == -1e9);
    assert_false(tlb_hint_number(&more, &number) || tlb_hint_number(&less, &number) ||
                 tlb_hint_number(&text, &number) || tlb_hint_number(&yes, &number));
}

/* The field first, then extras, then the name. */
static void nodes_say_their_level(void **state)
{
    enum { MOST = 32766 };
    const struct {
        int32_t field;
        float field_size;
        const char *key;
        double value;
        const char *name;
        bool in_level;
        int32_t level;
        float size;
    } nodes[] = {{TLB_NONE, 0, "lod", 2, "", false, 2, 0},
                 {TLB_NONE, 0, "level", 3, "", true, 3, 0},
                 {TLB_NONE, 0, "lod", 0, "tree_LOD1", false, 0, 0},
                 {TLB_NONE, 0, "lod", MOST, "", false, MOST, 0},
                 {TLB_NONE, 0, "lod", MOST + 1, "", false, TLB_NONE, 0},
                 {TLB_NONE, 0, "lod", -1, "", false, TLB_NONE, 0},
                 {TLB_NONE, 0, "other", 1, "tree_LOD1", false, 1, 0},
                 {TLB_NONE, 0, "other", 1, "tree_LOD1", true, TLB_NONE, 0},
                 {0, 8, "lod", 5, "tree_LOD1", false, 0, 8},
                 {0, 1, "minPixels", 16, "", false, 0, 1},
                 {1, 0, "minPixels", 16, "", false, 1, 16},
                 {1, 0, "minPixels", 1, "", false, 1, 1},
                 {0, 0, "levelSize", 4, "", false, 0, 4},
                 {0, 8, "minPixels", 16, "", false, 0, 8},
                 {0, 0, "minPixels", -16, "", false, 0, 0},
                 {TLB_NONE, 8, "minPixels", 16, "", false, TLB_NONE, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_arena *arena = tlb_arena_create(context);
        tlb_value *extras = tlb_value_table(arena);
        tlb_value_add_real(arena, extras, nodes[i].key, nodes[i].value);
        const tlb_node node = {.name = nodes[i].name,
                               .level = nodes[i].field,
                               .level_size = nodes[i].field_size,
                               .extras = extras};
        float size = -1;
        assert_int_equal(tlb_level_of_node(&node, nodes[i].in_level, &size), nodes[i].level);
        assert_true(size == nodes[i].size);
        tlb_arena_free(arena);
        tlb_context_free(context);
    }
}

static void levels_have_an_order_and_usual_sizes(void **state)
{
    int32_t levels[] = {7, 0, 2, 7, 0, 0};
    (void)state;
    assert_int_equal(tlb_distinct_levels(levels, 6), 3);
    assert_true(levels[0] == 0 && levels[1] == 2 && levels[2] == 7);
    assert_int_equal(tlb_distinct_levels(levels, 1), 1);
    assert_int_equal(tlb_distinct_levels(levels, 0), 0);
    static const struct {
        uint32_t order, count;
        float size;
    } sizes[] = {{0, 1, 1}, {0, 2, 128}, {1, 2, 1}, {1, 3, 64}, {6, 9, 2}, {7, 9, 1}, {8, 10, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(tlb_usual_level_size(sizes[i].order, sizes[i].count) == sizes[i].size);
}

static void missing_levels_have_stand_ins(void **state)
{
    enum { NODES = 6 };
    /* Two objects, of levels 1, 3 and 4 and of 2 alone, and what is always drawn. */
    tlb_node nodes[NODES] = {{.parent = TLB_NONE}, {.parent = 0}, {.parent = 0},
                             {.parent = 0},        {.parent = 1}, {.parent = TLB_NONE}};
    const int32_t levels[NODES][2] = {{TLB_NONE, 9}, {3, 9}, {1, 9}, {4, 9}, {2, 9}, {TLB_NONE, 9}};
    static const int32_t expected[][2] = {{1, 2}, {1, 2}, {1, 2},
                                          {3, 2}, {4, 2}, {4, 2}}; /* of levels 0 to 5 */
    const tlb_scene scene = {.nodes = nodes, .node_count = NODES};
    (void)state;
    for (int32_t level = 0; level < 6; level++) {
        int32_t found[NODES + 1];
        tlb_find_stand_ins(&scene, &levels[0][0], sizeof levels[0], level, found);
        for (int i = 0; i <= NODES; i++)
            assert_int_equal(found[i], i == 1 ? expected[level][0] : i == 2 ? expected[level][1] : TLB_NONE);
    }
}

/* Also the first and the last of more nodes than 16 bits count. */
static void levels_of_many_nodes_are_found(void **state)
{
    enum { MANY = 65538 };
    static tlb_node nodes[MANY];
    static int32_t levels[MANY], found[MANY + 1];
    const tlb_scene scene = {.nodes = nodes, .node_count = MANY};
    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        nodes[i].parent = TLB_NONE;
        levels[i] = i == 0 ? 0 : i + 1 == MANY ? 5 : TLB_NONE;
    }
    tlb_find_stand_ins(&scene, levels, sizeof *levels, 4, found);
    assert_int_equal(found[0], 0);
    tlb_find_stand_ins(&scene, levels, sizeof *levels, 5, found);
    assert_int_equal(found[0], 5);
    for (uint32_t i = 1; i <= MANY; i++)
        assert_int_equal(found[i], TLB_NONE);
    for (uint32_t i = 0; i < MANY; i++)
        levels[i] = (int32_t)(MANY - 1 - i);
    assert_int_equal(tlb_distinct_levels(levels, MANY), MANY);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(levels[i], i);
}

/* What extras say of collision goes before the name; the layer counts with either. */
static void nodes_say_whether_they_collide(void **state)
{
    const tlb_value no = {.kind = TLB_VALUE_BOOL}, yes = {.kind = TLB_VALUE_BOOL, .as.boolean = true},
                    zero = integer(0), one = integer(1),
                    text = {.kind = TLB_VALUE_TEXT, .as.text = {"mesh", 4}};
    const struct {
        const tlb_value *value;
        const char *name, *layer;
        bool collides;
    } nodes[] = {{&no, "tree-colonly", NULL, false}, {&zero, "tree-colonly", NULL, false},
                 {&yes, "tree", NULL, true},         {&one, "tree", NULL, true},
                 {&text, "tree", NULL, true},        {NULL, "tree", NULL, false},
                 {NULL, "tree-colonly", NULL, true}, {NULL, "tree-col", NULL, false},
                 {NULL, "tree", "collision", true},  {NULL, "tree", "zones", false},
                 {&no, "tree", "collision", true}};
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        tlb_value value = nodes[i].value ? *nodes[i].value : no;
        value.key = nodes[i].value ? "collision" : "other";
        tlb_value extras = {.kind = TLB_VALUE_TABLE, .as.members = {&value, &value}};
        const tlb_node node = {.name = nodes[i].name, .layer = nodes[i].layer, .extras = &extras};
        assert_int_equal(tlb_is_collision_node(&node), nodes[i].collides);
    }
}

static void materials_name_their_missing_textures(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_value *both = tlb_value_table(arena), *alone = tlb_value_table(arena),
              *number = tlb_value_table(arena);
    for (int i = 0; i < 3; i++) {
        if (i < 2)
            tlb_value_add_text(arena, i ? alone : both, "texture", "brick");
        else
            tlb_value_add_integer(arena, number, "texture", 5);
        if (i != 1)
            tlb_value_add_bool(arena, i ? number : both, "placeholder", true);
    }
    tlb_material material = {.extras = both};
    assert_string_equal(tlb_missing_texture(arena, &material), "brick");
    material.placeholder = "stone";
    assert_string_equal(tlb_missing_texture(arena, &material), "stone");
    material.extras = NULL;
    assert_string_equal(tlb_missing_texture(arena, &material), "stone");
    material = (tlb_material){.extras = alone}; /* it is there */
    assert_null(tlb_missing_texture(arena, &material));
    material.extras = number;
    assert_null(tlb_missing_texture(arena, &material));
    tlb_arena_free(arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scenes_are_turned_along_z),
                                       cmocka_unit_test(turns_of_whole_halves_are_exact),
                                       cmocka_unit_test(names_say_what_collides),
                                       cmocka_unit_test(names_have_numbers_and_levels),
                                       cmocka_unit_test(truth_is_a_boolean_or_a_number),
                                       cmocka_unit_test(nodes_say_their_level),
                                       cmocka_unit_test(levels_have_an_order_and_usual_sizes),
                                       cmocka_unit_test(missing_levels_have_stand_ins),
                                       cmocka_unit_test(levels_of_many_nodes_are_found),
                                       cmocka_unit_test(nodes_say_whether_they_collide),
                                       cmocka_unit_test(materials_name_their_missing_textures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
