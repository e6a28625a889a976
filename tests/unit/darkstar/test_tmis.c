/* Missions of Tribes: what is read, kept and checked. */
#include "files.h"
#include "formats/darkstar/mis/mis.h"
#include "one_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "//--- export object begin ---//\r\n"
                           "instant SimGroup \"Mission Group\" {\r\n"
                           "\tinstant SimVolume \"ted\" {\r\n"
                           "\t\tfileName = \"missions\\\\small.ted\";\r\n"
                           "\t};\r\n"
                           "\tinstant SimGroup \"Lights\";\r\n"
                           "\tInstant Marker { position = \"1 -NAN\"; };\r\n"
                           "};\r\n"
                           "$cdTrack = 2;\r\n";

static tlb_document *open_text(void)
{
    tlb_document *document;
    if (tlb_open_memory(context, text, strlen(text), "test.mis", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_same(tlb_document *document, const void *data, size_t size)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, data, size);
}

static void objects_are_read(void **state)
{
    (void)state;
    tlb_document *document = open_text();
    const tlb_mission *mission = tlb_document_tmis(document);
    assert_int_equal(mission->objects.count, 4);
    assert_string_equal(mission->objects.data[0].name.data, "Mission Group");
    assert_string_equal(mission->objects.data[1].fields.data[0].value.data, "missions\\\\small.ted");
    assert_true(!mission->objects.data[2].hasBody && mission->objects.data[2].depth == 1);
    assert_int_equal(mission->objects.data[3].name.size, 0);
    assert_int_equal(mission->statements.count, 1);
    assert_true(mission->crlf);
    assert_same(document, text, sizeof text - 1);
    tlb_document_free(document);
}

static void new_objects_are_written_as_the_game_does(void **state)
{
    (void)state;
    tlb_document *document = open_text();
    tlb_mission *mission = tlb_document_tmis(document);
    tlb_mission_field field = {.name = {"a", 1}, .value = {"b", 1}};
    tlb_mission_object two[2] = {
        {.className = {"SimGroup", 8}, .name = {"x", 1}},
        {.depth = 1, .className = {"Item", 4}, .name = {"y", 1}, .fields = {&field, 1}}};
    mission->objects.data = two;
    mission->objects.count = 2;
    mission->statements.count = 0;
    static const char expected[] =
        "instant SimGroup \"x\" {\r\n\tinstant Item \"y\" {\r\n\t\ta = \"b\";\r\n\t};\r\n};\r\n";
    assert_same(document, expected, sizeof expected - 1);
    tlb_document_free(document);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    tlb_document *document = open_text();
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "MISSION_NUMBERS", "objects[3].fields[0].value"));
    assert_non_null(find_diagnostic(context, "MISSION_CODE", "statements[0].value"));
    assert_null(find_diagnostic(context, "MISSION_CLASS", NULL));
    tlb_document_free(document);
}

static void corpus_mission_is_written_identical(void **state)
{
    (void)state;
    file_list files = corpus_files("worlds", "mis");
    uint32_t read = 0;
    for (size_t i = 0; i < files.count; i++) {
        tlb_document *document, *built;
        collected json = {0};
        if (!strstr(files.paths[i], "tribes/"))
            continue;
        bytes_copy file = load_file(files.paths[i]);
        set_up(NULL);
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        assert_true(tlb_document_tmis(document)->objects.count > 500);
        assert_same(document, file.data, file.size);
        assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
        assert_int_equal(tlb_build(context, json.data, json.size, NULL, &built), TLB_OK);
        assert_same(built, file.data, file.size);
        tlb_document_free(built);
        tlb_document_free(document);
        free(json.data);
        free(file.data);
        tear_down(NULL);
        read++;
    }
    free_files(&files);
    assert_int_equal(read, 1);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(objects_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(new_objects_are_written_as_the_game_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
        cmocka_unit_test(corpus_mission_is_written_identical),
    };
    return !choose_tests(argc, "worlds") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
