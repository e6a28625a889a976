/* What an NFF is at a glance, and how it is spelled. */
#include <stdio.h>
#include <string.h>

#include "base/value.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.nff", NULL, &document), TLB_OK);
    return document;
}

static int64_t integer_in(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    return value->as.integer;
}

static void assert_text_in(const tlb_value *table, const char *key, const char *expected)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_string_equal(value->as.text.data, expected);
}

static void assert_list(const tlb_value *list, const char *const *expected)
{
    assert_non_null(list);
    const tlb_value *value = list->as.members.first;
    for (; *expected; expected++, value = value->next) {
        assert_non_null(value);
        assert_string_equal(value->as.text.data, *expected);
    }
    assert_null(value);
}

/* Each name once; what cannot be drawn has neither triangles nor bounds. */
static void info_counts_what_there_is(void **state)
{
    (void)state;
    tlb_document *document = open_text(
        "nff\nversion 3\nviewpos 1 2 3\nviewdir 0 0 1\nA =on\nmtable t.mat\n4\n0 0 0\n1 0 0\n1 2 0\n9 9 9\n"
        "4\n3 0 1 2 0xfff _v_brick -attic\n4 0 1 2 1 0xfff _v_brick -vault\n2 0 3 0xfff -attic\n"
        "3 0 3 4 0xfff\nB\n1\n0 0 0\n0\n");
    const tlb_value *info;
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_text_in(info, "version", "3.0");
    assert_int_equal(integer_in(info, "vertices"), 5);
    assert_int_equal(integer_in(info, "triangles"), 3);
    assert_list(tlb_value_get(info, "textures"), (const char *const[]){"brick", NULL});
    assert_list(tlb_value_get(info, "files"), (const char *const[]){"t.mat", NULL});
    const tlb_value *high = tlb_value_get(tlb_value_get(info, "bounds"), "max")->as.members.first;
    assert_float_equal(high->as.real, 1, 0);
    assert_float_equal(high->next->as.real, 2, 0);
    const tlb_value *own = tlb_value_get(info, "nff");
    assert_int_equal(tlb_value_list_size(tlb_value_get(own, "viewpos")), 3);
    assert_int_equal(tlb_value_list_size(tlb_value_get(own, "viewdir")), 3);
    assert_int_equal(integer_in(own, "polygons"), 4);
    assert_int_equal(integer_in(own, "portals"), 3);
    assert_list(tlb_value_get(own, "universes"), (const char *const[]){"attic", "vault", NULL});
    const tlb_value *object = tlb_value_get(own, "objects")->as.members.first;
    assert_text_in(object, "name", "A");
    assert_text_in(object, "shading", "on");
    assert_text_in(object, "mtable", "t.mat");
    assert_int_equal(integer_in(object, "vertices"), 4);
    assert_int_equal(integer_in(object, "polygons"), 4);
    object = object->next;
    assert_text_in(object, "name", "B");
    assert_null(tlb_value_get(object, "shading"));
    assert_null(tlb_value_get(object, "mtable"));
    tlb_document_free(document);
}

static void versions_have_a_decimal(void **state)
{
    static const char *const versions[][2] = {
        {"3", "3.0"}, {"2.09", "2.09"}, {"1e30", "1e30"}, {"1.5e30", "1.5e30"}};
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char text[64] = "nff\nversion ";
        const tlb_value *info;
        strcat(text, versions[i][0]);
        strcat(text, "\nA\n0\n0\n");
        tlb_document *document = open_text(text);
        assert_int_equal(tlb_info(document, &info), TLB_OK);
        assert_text_in(info, "version", versions[i][1]);
        assert_null(tlb_value_get(tlb_value_get(info, "nff"), "universes"));
        assert_null(tlb_value_get(tlb_value_get(info, "nff"), "viewpos"));
        tlb_document_free(document);
    }
}

/* The first line, vertex and color speak for the file, wherever they are. */
static void the_style_is_that_of_the_first(void **state)
{
    static const struct {
        const char *text;
        int32_t decimals;
        uint8_t short_colors, crlf;
    } styles[] = {
        {"nff\nA\n0\n0\n", -1, 0, 0},
        {"nff\nA\n1\n.25 1.5 0\n0\n", 2, 0, 0},
        {"nff\nA\n1\n123.5 .25 0\n0\n", 1, 0, 0},
        {"nff\nA\n1\n12 .25 0\n0\n", 0, 0, 0},
        {"nff\nA\n1\n1.5e3 0 0\n0\n", 1, 0, 0},
        {"nff\nA\n1\n// 1.125\n -1.125 0 0\n0\n", 3, 0, 0},
        {"nff\nA\n0\n0\nB\n1\n0.5 0 0\n0\nC\n1\n0.25 0 0\n0\n", 1, 0, 0},
        {"nff\r\nA\r\n0\r\n0\r\n", -1, 0, 1},
        {"\nnff\nA\n0\n0\n", -1, 0, 0},
        {"nff\nA\n1\n1 2 3\n1\n1 0 0xfff\n", 0, 1, 0},
        {"nff\nA\n1\n1 2 3\n1\n1 0 0x0f _v_x\n", 0, 1, 0},
        {"nff\nA\n1\n1 2 3\n2\n1 0 0x123456\n1 0 0xfff\n", 0, 0, 0},
        {"nff\nA\n1\n1 2 3\n2\n1 0 0xffff\n1 0 0xfff\n", 0, 0, 0},
        {"nff\nA\n1\n1 2 3 rgb 0xfff\n1\n1 0 0xfffff id=1\n", 0, 0, 0},
        {"nff\nA\n1\n1 2 3\n1\n1 0 matid 1\n", 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof styles / sizeof *styles; i++) {
        /* Near the end of a text lines are read in another way. */
        char text[128];
        snprintf(text, sizeof text, "%s%s", styles[i / 2].text,
                 i % 2 ? "// far from the end of the text" : "");
        tlb_document *document = open_text(text);
        const tlb_nff_style *style = &tlb_document_nff(document)->style;
        if (style->decimals != styles[i / 2].decimals || style->shortColors != styles[i / 2].short_colors ||
            style->crlf != styles[i / 2].crlf)
            fail_msg("%zu: decimals %d, shortColors %u, crlf %u", i / 2, style->decimals, style->shortColors,
                     style->crlf);
        tlb_document_free(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(info_counts_what_there_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(versions_have_a_decimal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_style_is_that_of_the_first, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
