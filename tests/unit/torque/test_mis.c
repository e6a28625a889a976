/* Torque's .mis: what is read, kept, edited and checked. */
#include "files.h"
#include "formats/torque/mis/mis.h"
#include "one_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    if (tlb_open_memory(context, text, strlen(text), "test.mis", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    if (tlb_save_memory(document, &bytes) != TLB_OK)
        print_diagnostics(context);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_field(const tlb_mission_field *field, tlb_mission_kind kind, const char *name,
                         const char *value)
{
    assert_int_equal(field->kind, kind);
    assert_string_equal(field->name.data ? field->name.data : "", name);
    assert_string_equal(field->value.data, value);
}

static void objects_and_fields_are_read(void **state)
{
    (void)state;
    static const char text[] =
        "// begin\r\nnew SimGroup(\"a (b\") { x[0] = \"1 \\\" ;}\"; TypeBool locked = true;\r\n"
        "  new Marker(); y = 'tag'; z = $a @ (\"};\" @ 2) ;; /* c } */ call(\"}\", {1; 2;}); }\r\n;"
        "function f() /* { */{ return; } $x = 1; NEW Item(x){};";
    tlb_document *document = open_text(text);
    const tlb_mission *mission = tlb_document_mis(document);
    assert_int_equal(mission->objects.count, 3);
    const tlb_mission_object *group = &mission->objects.data[0];
    assert_string_equal(group->className.data, "SimGroup");
    assert_string_equal(group->name.data, "\"a (b\"");
    assert_int_equal(group->fields.count, 6);
    assert_field(&group->fields.data[0], TLB_MISSION_STRING, "x[0]", "1 \\\" ;}");
    assert_field(&group->fields.data[1], TLB_MISSION_BARE, "locked", "true");
    assert_string_equal(group->fields.data[1].type.data, "TypeBool");
    assert_field(&group->fields.data[2], TLB_MISSION_TAGGED, "y", "tag");
    assert_int_equal(group->fields.data[2].objects, 1);
    assert_field(&group->fields.data[3], TLB_MISSION_BARE, "z", "$a @ (\"};\" @ 2)");
    assert_field(&group->fields.data[4], TLB_MISSION_CODE, "", ";");
    assert_field(&group->fields.data[5], TLB_MISSION_CODE, "", "call(\"}\", {1; 2;});");
    assert_true(!mission->objects.data[1].hasBody && mission->objects.data[1].depth == 1);
    assert_string_equal(mission->objects.data[2].name.data, "x");
    assert_int_equal(mission->statements.count, 2);
    assert_field(&mission->statements.data[0], TLB_MISSION_CODE, "", "function f() /* { */{ return; }");
    assert_field(&mission->statements.data[1], TLB_MISSION_CODE, "", "$x = 1;");
    assert_int_equal(mission->statements.data[0].objects, 1);
    assert_ptr_equal(tlb_mission_find(group, "Y"), &group->fields.data[2]);
    assert_true(tlb_mission_is_plain(&group->fields.data[1]) &&
                !tlb_mission_is_plain(&group->fields.data[3]));
    assert_saved(document, text);
    tlb_document_free(document);
}

static void an_edit_changes_its_own_words_only(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("new SimGroup( a ) { // c\n  x  =  \"1\" ; // d\n  y = 2;\n}\n// end\n");
    tlb_mission *mission = tlb_document_mis(document);
    mission->objects.data[0].name = (tlb_text){"b", 1};
    mission->objects.data[0].fields.data[0].value = (tlb_text){"new", 3};
    assert_saved(document, "new SimGroup( b ) { // c\n  x  =  \"new\" ; // d\n  y = 2;\n}\n// end\n");
    tlb_mission_field added = {.name = {"z", 1}, .value = {"3", 1}};
    tlb_mission_object two[2] = {mission->objects.data[0],
                                 {.depth = 1, .className = {"Item", 4}, .fields = {&added, 1}}};
    mission->objects.data = two;
    mission->objects.count = 2;
    static const char expected[] =
        "new SimGroup( b ) { // c\n  x  =  \"new\" ; // d\n  y = 2;\n   new Item() {\n"
        "      z = \"3\";\n   };\n}\n// end\n";
    assert_saved(document, expected);
    tlb_document_free(document);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    static const struct {
        tlb_mission_field field;
        const char *path;
    } wrong[] = {
        {{.name = {"a b c", 5}, .value = {"", 0}}, "objects[0].fields[0].name"},
        {{.name = {"a", 1}, .value = {"\"", 1}}, "objects[0].fields[0].value"},
        {{.name = {"a", 1}, .value = {"\\", 1}}, "objects[0].fields[0].value"},
        {{.name = {"a", 1}, .value = {"1; b = 2", 8}, .kind = TLB_MISSION_BARE},
         "objects[0].fields[0].value"},
        {{.name = {"a", 1}, .value = {"(1", 2}, .kind = TLB_MISSION_BARE}, "objects[0].fields[0].value"},
        {{.value = {"f(); g();", 9}, .kind = TLB_MISSION_CODE}, "objects[0].fields[0].value"},
        {{.type = {"a b", 3}, .name = {"a", 1}}, "objects[0].fields[0].type"}};
    tlb_document *document = open_text("new SimGroup() { }");
    tlb_mission *mission = tlb_document_mis(document);
    tlb_bytes bytes;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_mission_field field = wrong[i].field;
        mission->objects.data[0].fields.data = &field;
        mission->objects.data[0].fields.count = 1;
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        assert_non_null(find_diagnostic(context, "BAD_VALUE", wrong[i].path));
    }
    mission->objects.data[0].fields.count = 0;
    mission->objects.data[0].depth = 1;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "BAD_VALUE", "objects[0].depth"));
    tlb_document_free(document);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("new SimGroup() { new Itme() { position = \"1 2\"; scale = \"1 0 1\"; };\n"
                  "  rotation = \"1 0 0 0\"; a = $b; }; exec(\"c\");");
    static const struct {
        const char *code, *path;
        uint64_t offset;
    } expected[] = {{"MISSION_CLASS", "objects[1].className", 21},
                    {"MISSION_NUMBERS", "objects[1].fields[0].value", 42},
                    {"MISSION_SCALE", "objects[1].fields[1].value", 57},
                    {"MISSION_CODE", "objects[0].fields[1].value", 96},
                    {"MISSION_CODE", "statements[0].value", 103}};
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const tlb_diagnostic *d = find_diagnostic(context, expected[i].code, expected[i].path);
        if (!d || d->offset != expected[i].offset)
            print_diagnostics(context);
        assert_non_null(d);
        assert_int_equal(d->offset, expected[i].offset);
    }
    assert_int_equal(tlb_diagnostic_count(context), sizeof expected / sizeof *expected);
    tlb_document_free(document);
}

static void missing_files_are_told(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("new InteriorInstance() { interiorFile = \"~/DATA/Rooms.dif\"; };\n"
                  "new PathedInterior() { interiorResource = $mod @ \"/data/gone.dif\"; };\n"
                  "new Sky() { materialList = \"./gone\"; };\n"
                  "new Item() { interiorFile = \"x.dif\"; };\n");
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add(assets, "samples"), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 3); /* one is MISSION_CODE */
    const tlb_diagnostic *d = find_diagnostic(context, "ASSET_MISSING", "objects[1].fields[0].value");
    assert_non_null(d);
    assert_string_equal(d->message, "interior \"data/gone.dif\" not found");
    d = find_diagnostic(context, "ASSET_MISSING", "objects[2].fields[0].value");
    assert_non_null(d);
    assert_int_equal(d->offset, 161);
    tlb_document_free(document);
    tlb_assets_free(assets);
}

/* Told once for each name; what is damaged or of another kind is not this rule's. */
static void interiors_without_collision_are_told(void **state)
{
    (void)state;
    tlb_document *bare, *document = open_text("new InteriorInstance() { interiorFile = \"rooms.dif\"; };\n"
                                              "new InteriorInstance() { interiorFile = \"~/x/Bare.dif\"; };\n"
                                              "new InteriorInstance() { interiorFile = \"bare\"; };\n"
                                              "new InteriorInstance() { interiorFile = \"~/x/bare.dif\"; };\n"
                                              "new InteriorInstance() { interiorFile = \"cut.dif\"; };\n"
                                              "new TSStatic() { shapeName = \"bare.dif\"; };\n");
    tlb_bytes bytes;
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &bare), TLB_OK);
    tlb_document_dif(bare)->details.data[0].convexHulls.count = 0;
    assert_int_equal(tlb_save_memory(bare, &bytes), TLB_OK);
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add(assets, "samples"), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "bare.dif", bytes), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "cut.dif", (tlb_bytes){bytes.data, 99}), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 2);
    const tlb_diagnostic *d = find_diagnostic(context, "MISSION_COLLISION", "objects[1].fields[0].value");
    assert_non_null(d);
    assert_string_equal(d->message, "interior \"x/Bare.dif\" has no convex hulls: nothing collides with it");
    assert_non_null(find_diagnostic(context, "MISSION_COLLISION", "objects[2].fields[0].value"));
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_document_free(bare);
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    char text[4096];
    size_t size = 0;
    for (int i = 0; i < 70; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "new A() {");
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, size, "test.mis", NULL, &document), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "NESTING_LIMIT", "objects[65]"));
}

/* Starsiege's are binary. */
static bool is_text(const char *path)
{
    bytes_copy file = load_file(path);
    bool text = file.size < 4 || memcmp(file.data, "SIMG", 4) != 0;
    free(file.data);
    return text;
}

static void assert_same(tlb_document *document, const char *path)
{
    bytes_copy file = load_file(path);
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    if (bytes.size != file.size || memcmp(bytes.data, file.data, file.size) != 0)
        fail_msg("%s is written otherwise", path);
    free(file.data);
}

/* Tribes' are of another family. */
static void corpus_files_are_written_identical(void **state)
{
    (void)state;
    file_list files = corpus_files("worlds", "mis");
    uint32_t read = 0;
    for (size_t i = 0; i < files.count; i++) {
        tlb_document *document, *built;
        collected json = {0};
        if (!is_text(files.paths[i]) || strstr(files.paths[i], "tribes/"))
            continue;
        set_up(NULL);
        if (tlb_open_path(context, files.paths[i], NULL, &document) != TLB_OK)
            print_diagnostics(context);
        assert_non_null(document);
        assert_non_null(tlb_document_mis(document));
        assert_same(document, files.paths[i]);
        assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
        assert_int_equal(tlb_build(context, json.data, json.size, NULL, &built), TLB_OK);
        assert_same(built, files.paths[i]);
        tlb_document_free(built);
        tlb_document_free(document);
        free(json.data);
        tear_down(NULL);
        read++;
    }
    free_files(&files);
    printf("%u missions\n", read);
    assert_true(read >= 60);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(objects_and_fields_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edit_changes_its_own_words_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(missing_files_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(interiors_without_collision_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nesting_has_a_limit, set_up, tear_down),
        cmocka_unit_test(corpus_files_are_written_identical),
    };
    return !choose_tests(argc, "worlds") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
