/* Lists of pictures: lines taken apart, kept, edited and checked. */
#include "files.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

#include <string.h>

static tlb_document *opened(const char *text, const char *name)
{
    tlb_document *document = NULL;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), name, NULL, &document), TLB_OK);
    assert_non_null(tlb_document_torque_list(document));
    return document;
}

static void expect_text(tlb_text text, const char *expected)
{
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data ? text.data : "", expected, text.size);
}

static void expect_saved(tlb_document *document, const char *expected)
{
    tlb_bytes saved;
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, strlen(expected));
    assert_memory_equal(saved.data, expected, saved.size);
}

static void pictures_in_turn_have_counts(void **state)
{
    static const char text[] =
        "a.png 45\n\t b  007 rest\r\n\nc\n// none 3\nd 1234567890\ne 0x\nf 000123456789\ng  word\nlast//5";
    static const struct {
        const char *indent, *name, *between, *rest;
        bool has;
        uint32_t count;
    } expected[] = {{"", "a.png", " ", "\n", true, 45},    {"\t ", "b", "  00", " rest\r\n", true, 7},
                    {"", "", "", "\n", false, 0},          {"", "c", "", "\n", false, 0},
                    {"", "", "", "// none 3\n", false, 0}, {"", "d", "", " 1234567890\n", false, 0},
                    {"", "e", " ", "x\n", true, 0},        {"", "f", " 000", "\n", true, 123456789},
                    {"", "g", "", "  word\n", false, 0},   {"", "last", "", "//5", false, 0}};
    (void)state;
    tlb_document *document = opened(text, "x.ifl");
    const tlb_torque_list *list = tlb_document_torque_list(document);
    assert_int_equal(list->lines.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < list->lines.count; i++) {
        const tlb_torque_list_line *line = &list->lines.data[i];
        expect_text(line->indent, expected[i].indent);
        expect_text(line->name, expected[i].name);
        expect_text(line->between, expected[i].between);
        expect_text(line->rest, expected[i].rest);
        assert_int_equal(line->hasCount, expected[i].has);
        assert_int_equal(line->count, expected[i].count);
    }
    expect_saved(document, text);
    tlb_document_free(document);
}

/* Names of materials may have blanks, and number nothing. */
static void materials_are_whole_lines(void **state)
{
    static const char text[] = "sky front 1\r\n  up//x \n\nlast";
    (void)state;
    tlb_document *document = opened(text, "x.dml");
    const tlb_torque_list *list = tlb_document_torque_list(document);
    assert_int_equal(list->lines.count, 4);
    expect_text(list->lines.data[0].name, "sky front 1");
    expect_text(list->lines.data[0].rest, "\r\n");
    expect_text(list->lines.data[1].indent, "  ");
    expect_text(list->lines.data[1].name, "up//x");
    expect_text(list->lines.data[1].rest, " \n");
    expect_text(list->lines.data[2].name, "");
    expect_text(list->lines.data[3].rest, "");
    expect_saved(document, text);
    tlb_document_free(document);
}

static void counts_and_names_are_checked(void **state)
{
    (void)state;
    tlb_document *document = opened("a 0\nb\nc 1\n", "x.ifl");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "TORQUE_LIST_COUNT", "lines[0].count"));
    assert_non_null(find_diagnostic(context, "TORQUE_LIST_COUNT", "lines[1].count"));
    assert_null(find_diagnostic(context, "TORQUE_LIST_COUNT", "lines[2].count"));
    tlb_document_free(document);
    document = opened("// nothing\n\n", "x.ifl");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "TORQUE_LIST_EMPTY", "lines"));
    tlb_document_free(document);
}

static void files_are_looked_for(void **state)
{
    static const uint8_t bytes[1] = {0};
    (void)state;
    tlb_document *document = opened("here 1\naway 1\n", "x.ifl");
    tlb_assets *assets = tlb_assets_create(context);
    assert_int_equal(tlb_assets_add_memory(assets, "here.png", (tlb_bytes){bytes, sizeof bytes}), TLB_OK);
    assert_int_equal(tlb_check_assets(document, assets, NULL), TLB_OK);
    assert_null(find_diagnostic(context, "ASSET_MISSING", "lines[0].name"));
    assert_non_null(find_diagnostic(context, "ASSET_MISSING", "lines[1].name"));
    tlb_assets_free(assets);
    tlb_document_free(document);
}

typedef struct edit {
    const char *name, *between, *rest;
    uint32_t count;
} edit;

/* The first of two lines edited: what is saved; NULL: it is refused. */
static void expect_edited(const char *file, edit e, const char *expected)
{
    tlb_bytes saved;
    tlb_document *document = opened("a 1\nb 2\n", file);
    tlb_torque_list_line *line = &tlb_document_torque_list(document)->lines.data[0];
    line->name = (tlb_text){e.name, (uint32_t)strlen(e.name)};
    line->count = e.count;
    if (e.between)
        line->between = (tlb_text){e.between, (uint32_t)strlen(e.between)};
    if (e.rest)
        line->rest = (tlb_text){e.rest, (uint32_t)strlen(e.rest)};
    if (expected)
        expect_saved(document, expected);
    else
        assert_int_equal(tlb_save_memory(document, &saved), TLB_INVALID);
    tlb_document_free(document);
}

static void lines_are_written_only_as_they_are_read(void **state)
{
    (void)state;
    expect_edited("x.ifl", (edit){.name = "new", .count = 30}, "new 30\nb 2\n");
    expect_edited("x.ifl", (edit){.name = "new", .count = 5, .between = "\t00"}, "new\t005\nb 2\n");
    expect_edited("x.ifl", (edit){.name = "two words", .count = 30}, NULL);
    assert_non_null(find_diagnostic(context, "TORQUE_LIST_LINE", "lines[0]"));
    expect_edited("x.ifl", (edit){.name = "a//b", .count = 30}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = 30, .between = ""}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = 30, .between = " x"}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = 30, .rest = "5\n"}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = 30, .rest = ""}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = 30, .rest = "\n\n"}, NULL);
    expect_edited("x.ifl", (edit){.name = "a", .count = UINT32_MAX}, NULL);
    expect_edited("x.dml", (edit){.name = "two words//"}, "two words//\nb 2\n");
    expect_edited("x.dml", (edit){.name = "two\nlines"}, NULL);
    expect_edited("x.dml", (edit){.name = "blank "}, NULL);
}

/* What is built needs no more than names and counts. */
static void lines_are_built(void **state)
{
    static const char json[] =
        "{\"format\": \"ifl\", \"lines\": [{\"name\": \"a\", \"count\": 3}, {\"name\": \"b\"}]}";
    (void)state;
    tlb_document *document = NULL;
    assert_int_equal(tlb_build(context, json, sizeof json - 1, "x.json", &document), TLB_OK);
    expect_saved(document, "a 3\nb\n");
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pictures_in_turn_have_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(materials_are_whole_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_and_names_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_looked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_are_written_only_as_they_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_are_built, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
