/* Data blocks: the shapes that a game's scripts say, which are read and not run. */
#include "one_arena.h"

#include "core/mission.h"
#include "virtual_files.h"

#include <string.h>

static const tlb_mission_grammar torque = {.keyword = "new", .has_parentheses = true},
                                 darkstar = {.keyword = "instant"};

static const char *known(const char *block)
{
    return strcmp(block, "known") == 0 ? "known.dts" : NULL;
}

static tlb_mission_shapes shapes = {.places = (const char *const[]){"Marker", NULL},
                                    .shaped = (const char *const[]){"Item", NULL},
                                    .otherwise = known};

/* Files as they are in memory: nothing stands behind them. */
static void add_file(fixture *f, tlb_assets *assets, const char *name, const char *text, size_t size)
{
    uint8_t *copy = tlb_alloc(&f->arena, size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    assert_int_equal(tlb_assets_add_memory(assets, name, (tlb_bytes){copy, size}), TLB_OK);
}

static const char *find(tlb_mission_blocks *blocks, const char *class_name, const char *name)
{
    const char *shape_file;
    tlb_mission_field field = {.name = {"dataBlock", 9}, .value = {name, (uint32_t)strlen(name)}};
    const tlb_mission_object object = {.className = {class_name, (uint32_t)strlen(class_name)},
                                       .fields = {.data = &field, .count = 1}};
    assert_int_equal(tlb_mission_find_shape(blocks, &object, "objects[0]", &shape_file), TLB_OK);
    return shape_file;
}

/* The shape of the block "Box" by a script of `size` bytes; "": it has none. */
static const char *shape_by(fixture *f, const tlb_mission_grammar *grammar, const char *script, size_t size)
{
    tlb_assets *assets = tlb_assets_create(f->context);
    add_file(f, assets, "a.cs", script, size);
    shapes.grammar = grammar;
    tlb_mission_blocks blocks = {
        .shapes = &shapes, .context = f->context, .assets = assets, .work = &f->arena};
    const char *shape = find(&blocks, "Other", "Box");
    tlb_assets_free(assets);
    return shape ? shape : "";
}

static void scripts_say_the_shapes_of_blocks(void **state)
{
    static const struct {
        const tlb_mission_grammar *grammar;
        const char *script, *shape;
    } cases[] = {
        {&torque, "datablock ItemData(Box) { shapeFile = \"~/data/a.dts\"; };", "data/a.dts"},
        {&torque, "DataBlock ItemData ( box ) { SHAPEFILE = $base @ \"/a.dts\" }", "a.dts"},
        {&torque, "singleton ItemData(Box){b[1, 2] = \"}\"; shapeFile = \"a.dts\"; c = {1};};", "a.dts"},
        {&torque, "datablock I(A){shapeFile = \"a.dts\";}datablock I(Box){shapeFile = \"b.dts\";}", "b.dts"},
        {&torque, "datablock I(Box){shapeFile = \"a.dts\";} datablock I(Box){shapeFile = \"b.dts\";}",
         "b.dts"},
        {&torque, "datablock I(Box){shapeFile = \"a.dts\"; shapeFile = \"b.dts\";}", "b.dts"},
        {&torque, "datablock I(Box){shapeFiles = \"a.dts\"; shape = \"b.dts\";}", ""},
        {&torque, "datablock I(Box){f(1); { } shapeFile = \"a.dts\";}", "a.dts"},
        {&torque,
         "datablock I(Box : Base){};datablock I(Base : Root){};datablock I(Root){shapeFile = \"r\";}", "r"},
        {&torque, "datablock I(Box : Base){shapeFile = \"a\";};datablock I(Base){shapeFile = \"b\";}", "a"},
        {&torque, "datablock I(Box : A){};datablock I(A : Box){};", ""},
        {&torque, "datablock I(Box : None){};", ""},
        {&torque, "function f() { datablock I(Box) { shapeFile = \"a.dts\"; }; }", ""},
        {&torque, "// datablock I(Box) { shapeFile = \"a.dts\"; };", ""},
        {&torque, "$a = 1; if ($a) { echo(\"}\"); } datablock I(Box) { shapeFile = \"a.dts\"; };", "a.dts"},
        {&torque, "new I(Box) { shapeFile = \"a.dts\"; };", ""},
        {&torque, "datablock I Box { shapeFile = \"a.dts\"; };", ""},
        {&torque, "datablock I(Box { shapeFile = \"a.dts\"; };", ""},
        {&torque, "datablock I(Box) shapeFile = \"a.dts\";", ""},
        {&torque, "ItemData Box { shapeFile = \"a.dts\"; };", ""},
        {&darkstar, "ItemData Box { shapeFile = \"a\"; };", "a"},
        {&darkstar, "itemdata box : Base { x = 1; };ItemData Base { shapeFile = \"b\" };", "b"},
        {&darkstar, "Data Box { shapeFile = \"a\"; };", ""},
        {&darkstar, "ItemGroup Box { shapeFile = \"a\"; };", ""},
        {&darkstar, "ItemData(Box) { shapeFile = \"a\"; };", ""},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *shape = shape_by(f, cases[i].grammar, cases[i].script, strlen(cases[i].script));
        if (strcmp(shape, cases[i].shape) != 0)
            fail_msg("%s: \"%s\"", cases[i].script, shape);
    }
}

/* A block without its end is none, wherever the script breaks off. */
static void scripts_may_break_off(void **state)
{
    static const struct {
        const tlb_mission_grammar *grammar;
        const char *script;
    } cases[] = {{&torque, "datablock ItemData(Box : Base) { x[1] = 2; shapeFile = \"a.dts\"; }"},
                 {&darkstar, "ItemData Box : Base { x[1] = 2; shapeFile = \"a.dts\"; }"},
                 {&torque, "datablock ItemData(Box) { shapeFile = \"a.dts\" }"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t whole = strlen(cases[i].script), size = 0; size <= whole; size++)
            assert_string_equal(shape_by(f, cases[i].grammar, cases[i].script, size),
                                size == whole ? "a.dts" : "");
}

/* All scripts are read, and no other files. What only is a place has no shape, and a block that nobody knows
 * is reported once, for classes whose blocks have shapes. */
static void blocks_are_among_all_scripts(void **state)
{
    static const char *const files[][2] = {{"a.cs", "datablock I(One) { shapeFile = \"1.dts\"; };"},
                                           {"b.txt", "datablock I(Two) { shapeFile = \"2.dts\"; };"},
                                           {"sub/c.CS", "datablock I(Three : one) { };datablock I(Four){}"}};
    static const struct {
        const char *class_name, *block, *shape;
        uint32_t reported; /* till then */
    } cases[] = {{"Item", "One", "1.dts", 0}, {"Other", "THREE", "1.dts", 0},    {"Marker", "One", NULL, 0},
                 {"Item", "", NULL, 0},       {"Item", "known", "known.dts", 0}, {"Other", "Two", NULL, 0},
                 {"Item", "Four", NULL, 0},   {"item", "Two", NULL, 1},          {"Item", "two", NULL, 1},
                 {"Item", "Five", NULL, 2}};
    fixture *f = *state;
    tlb_assets *assets = tlb_assets_create(f->context);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        add_file(f, assets, files[i][0], files[i][1], strlen(files[i][1]));
    shapes.grammar = &torque;
    tlb_mission_blocks blocks = {
        .shapes = &shapes, .context = f->context, .assets = assets, .work = &f->arena};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *shape = find(&blocks, cases[i].class_name, cases[i].block);
        if (!shape != !cases[i].shape || (shape && strcmp(shape, cases[i].shape) != 0))
            fail_msg("%s %s: %s", cases[i].class_name, cases[i].block, shape ? shape : "none");
        assert_int_equal(tlb_diagnostic_count(f->context), cases[i].reported);
    }
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "objects[0]");
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "data block \"Two\""));
    tlb_assets_free(assets);
}

/* It is reported, and the others are read. */
static void a_script_that_cannot_be_read_says_nothing(void **state)
{
    static const char box[] = "datablock I(Box) { shapeFile = \"box.dts\"; };";
    fixture *f = *state;
    virtual_files files = {0};
    virtual_add_text(&f->arena, &files, "game/a.cs", "datablock I(Lost) { shapeFile = \"lost.dts\"; };");
    f->context->session->files = virtual_file_system(&files);
    tlb_assets *assets = tlb_assets_create(f->context);
    assert_int_equal(tlb_assets_add(assets, "game"), TLB_OK);
    add_file(f, assets, "b.cs", box, sizeof box - 1);
    shapes.grammar = &torque;
    tlb_mission_blocks blocks = {
        .shapes = &shapes, .context = f->context, .assets = assets, .work = &f->arena};
    files.failure = TLB_READ_FAILED;
    assert_null(find(&blocks, "Other", "Lost"));
    assert_string_equal(find(&blocks, "Other", "Box"), "box.dts");
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_CANNOT_READ);
    tlb_assets_free(assets);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(scripts_say_the_shapes_of_blocks),
        TEST(scripts_may_break_off),
        TEST(blocks_are_among_all_scripts),
        TEST(a_script_that_cannot_be_read_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
