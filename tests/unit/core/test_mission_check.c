/* What is wrong with a mission, by a format of the test's own. */
#include "one_arena.h"

#include "core/mission.h"

#include <stdio.h>
#include <string.h>

static const tlb_mission_grammar grammar = {.keyword = "new", .has_parentheses = true};
static const tlb_place_kind kind = {.what = "shape"};
static const tlb_mission_shapes shapes = {.grammar = &grammar,
                                          .kind = &kind,
                                          .places = (const char *const[]){NULL},
                                          .shaped = (const char *const[]){"Item", NULL}};
static const tlb_mission_numbers numbers[] = {{"scale", 3}, {"count", 1}, {NULL, 0}};
static const tlb_mission_file files[] = {{"Item", "skin", "skin", NULL, NULL}, {.field = NULL}};
static const tlb_mission_rules rules = {.classes = (const char *const[]){"Item", "Box", NULL},
                                        .numbers = numbers,
                                        .files = files,
                                        .shapes = &shapes};

static tlb_status read_mission(tlb_document *document)
{
    return tlb_mission_open(document, &grammar);
}

static tlb_status check_mission(tlb_document *document)
{
    return tlb_mission_check(document, &rules);
}

static const tlb_format mission = {.info = {.name = "missions",
                                            .title = "Missions",
                                            .extensions = (const char *const[]){"mission", NULL},
                                            .abilities = TLB_CAN_READ},
                                   .read = read_mission,
                                   .check = check_mission};
static const tlb_format *const formats[] = {&mission, NULL};

static void each_rule_is_broken_once(void **state)
{
    static const struct {
        const char *text, *code, *path, *message; /* NULL: nothing is wrong */
    } cases[] = {
        {"new Item(a) { scale = \"1 2 3\"; count = 0; };", NULL, NULL, NULL},
        {"new ITEM(a) { scale = \"1 -2 3 0\"; count = \"5 x\"; };", NULL, NULL, NULL},
        {"new Other(a) { };", "MISSION_CLASS", "objects[0].className", "unknown class \"Other\""},
        {"new Item(a) { new Boxes(b) { }; };", "MISSION_CLASS", "objects[1].className",
         "unknown class \"Boxes\""},
        {"new Item(a) { scale = \"1 2\"; };", "MISSION_NUMBERS", "objects[0].fields[0].value",
         "scale is \"1 2\", expected 3 numbers"},
        {"new Item(a) { x = 1; count = \"\"; };", "MISSION_NUMBERS", "objects[0].fields[1].value",
         "count is \"\", expected 1 number"},
        {"new Item(a) { scale = \"0 2 3\"; };", "MISSION_SCALE", "objects[0].fields[0].value",
         "the object has a scale of 0"},
        {"new Item(a) { SCALE = \"1 2 0\"; };", "MISSION_SCALE", "objects[0].fields[0].value",
         "the object has a scale of 0"},
        {"$x = f(1);", "MISSION_CODE", "statements[0].value", "code, kept as text: $x = f(1);"},
        {"new Item(a) { y = 1; x = f(1); };", "MISSION_CODE", "objects[0].fields[1].value",
         "code, kept as text: f(1)"},
        {"new Item(a) { scale = g(); };", "MISSION_CODE", "objects[0].fields[0].value",
         "code, kept as text: g()"},
    };
    fixture *f = *state;
    f->context->session->formats = formats;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document;
        const char *text = cases[i].text;
        assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "a", &mission, &document), TLB_OK);
        assert_int_equal(check_mission(document), TLB_OK);
        if (tlb_diagnostic_count(f->context) != (cases[i].code != NULL))
            fail_msg("%s: %zu diagnostics", text, tlb_diagnostic_count(f->context));
        if (cases[i].code) {
            const tlb_diagnostic *said = tlb_diagnostic_at(f->context, 0);
            assert_string_equal(tlb_code_name(said->code), cases[i].code);
            assert_string_equal(said->path, cases[i].path);
            assert_string_equal(said->message, cases[i].message);
        }
        tlb_document_free(document);
        tlb_diagnostics_clear(f->context);
    }
}

/* Of all code, and of what should be numbers, 60 characters are shown. */
static void long_values_are_cut(void **state)
{
    enum { MOST = 60 };
    fixture *f = *state;
    for (int size = MOST - 2; size <= MOST + 2; size++) {
        char text[400], value[MOST + 3];
        int shown = size < MOST ? size : MOST;
        tlb_document *document;
        memset(value, 'v', sizeof value);
        memcpy(value, "f()", 3);
        snprintf(text, sizeof text, "%.*s;\n%.*s;\nnew Item(a) { x = %.*s; scale = \"%.*s\"; };", size - 1,
                 value, size - 1, value, size, value, size, value);
        assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "a", &mission, &document), TLB_OK);
        assert_int_equal(check_mission(document), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(f->context), 4);
        for (size_t i = 0; i < 3; i++) {
            const char *message = tlb_diagnostic_at(f->context, i)->message;
            assert_memory_equal(message, "code, kept as text: f()vvvv", 27);
            assert_int_equal(strlen(message), strlen("code, kept as text: ") + (size_t)shown);
        }
        snprintf(text, sizeof text, "scale is \"%.*s\", expected 3 numbers", shown, value);
        assert_string_equal(tlb_diagnostic_at(f->context, 3)->message, text);
        tlb_document_free(document);
        tlb_diagnostics_clear(f->context);
    }
}

/* Files are looked for only where it is known where they are. */
static void files_are_looked_for_among_assets(void **state)
{
    static const char text[] = "new Item(a) { skin = \"here.png\"; dataBlock = \"Known\"; };\n"
                               "new Item(b) { skin = \"none.png\"; dataBlock = \"Lost\"; };\n"
                               "new Box(c) { skin = \"other.png\"; dataBlock = \"Nobodys\"; };\n"
                               "new Item(d) { dataBlock = \"Unknown\"; };",
                      script[] = "datablock ItemData(Known) { shapeFile = \"here.dts\"; };\n"
                                 "datablock ItemData(Lost) { shapeFile = \"none.dts\"; };\n";
    static const char *const said[][2] = {{"objects[1].fields[0].value", "skin \"none.png\" not found"},
                                          {"objects[1].fields[1].value", "shape \"none.dts\" not found"},
                                          {"objects[3].fields[0].value", "data block \"Unknown\" not found"}};
    static const char *const names[] = {"here.png", "here.dts"};
    fixture *f = *state;
    tlb_document *document;
    f->context->session->formats = formats;
    assert_int_equal(tlb_open_memory(f->context, text, sizeof text - 1, "a", &mission, &document), TLB_OK);
    assert_int_equal(check_mission(document), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    document->assets = tlb_assets_create(f->context);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(
            tlb_assets_add_memory(document->assets, names[i], (tlb_bytes){(const uint8_t *)"x", 1}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(document->assets, "a.cs",
                                           (tlb_bytes){(const uint8_t *)script, sizeof script - 1}),
                     TLB_OK);
    assert_int_equal(check_mission(document), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    for (size_t i = 0; i < 3; i++) {
        const tlb_diagnostic *found = tlb_diagnostic_at(f->context, i);
        assert_int_equal(found->code, TLB_CODE_ASSET_MISSING);
        assert_string_equal(found->path, said[i][0]);
        assert_string_equal(found->message, said[i][1]);
    }
    tlb_assets_free(document->assets);
    document->assets = NULL;
    tlb_document_free(document);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_rule_is_broken_once),
        TEST(long_values_are_cut),
        TEST(files_are_looked_for_among_assets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
