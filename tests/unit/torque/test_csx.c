/* .csx: what is read, kept, edited and checked, and the level that it is. */
#include "files.h"
#include "formats/torque/csx/csx.h"
#include "one_context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCENE(entities, brushes)                                                                             \
    "<ConstructorScene version=\"4\">\n<DetailLevels>\n<DetailLevel minPixelSize=\"7\">\n"                   \
    "<InteriorMap brushScale=\"16\" lightScale=\"8\" ambientColor=\"1 2 3\">\n<Entities>\n" entities         \
    "</Entities>\n<Brushes>\n" brushes                                                                       \
    "</Brushes>\n</InteriorMap>\n</DetailLevel>\n</DetailLevels>\n</ConstructorScene>\n"
#define FACE(plane)                                                                                          \
    "<Face plane=\"" plane "\" material=\"m\" texgens=\"1 0 0 32 0 0 -1 0 0 0.5 1\" texDiv=\"64 32\" />\n"
#define CUBE(attributes)                                                                                     \
    "<Brush " attributes ">\n" FACE("1 0 0 -1") FACE("-1 0 0 -1") FACE("0 1 0 -1") FACE("0 -1 0 -1")         \
        FACE("0 0 1 -1") FACE("0 0 -1 -1") "</Brush>\n"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    if (tlb_open_memory(context, text, strlen(text), "test.csx", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

static tlb_level *level_of(tlb_document *document, csx_level *made)
{
    *made = (csx_level){.level = tlb_level_create(context)};
    assert_int_equal(tlb_csx_make_level(document, made), TLB_OK);
    return made->level;
}

static void elements_and_attributes_are_read(void **state)
{
    (void)state;
    static const char text[] = "<?xml?><!-- > --><ConstructorScene version='4' a = \"&lt;\">\n"
                               "  <B/> <C x=\"\"></C>\n</ConstructorScene> \n";
    tlb_document *document = open_text(text);
    const tlb_csx *csx = tlb_document_csx(document);
    assert_int_equal(csx->elements.count, 3);
    assert_int_equal(csx->elements.data[0].attributes.count, 2);
    assert_string_equal(csx->elements.data[0].attributes.data[1].value.data, "&lt;");
    assert_int_equal(csx->elements.data[1].depth, 1);
    assert_true(csx->elements.data[1].isEmpty && !csx->elements.data[2].isEmpty);
    assert_string_equal(csx->elements.data[2].attributes.data[0].name.data, "x");
    assert_saved(document, text);
    tlb_document_free(document);
}

static void names_have_letters_digits_and_some_signs(void **state)
{
    (void)state;
    tlb_document *document = open_text("<ConstructorScene azAZ09_-.:\xc2\x80='1'/>");
    assert_string_equal(tlb_document_csx(document)->elements.data[0].attributes.data[0].name.data,
                        "azAZ09_-.:\xc2\x80");
    tlb_document_free(document);
    for (const char *sign = "`{@[;,"; *sign; sign++) {
        char text[64];
        snprintf(text, sizeof text, "<ConstructorScene a%ca='1'/>", *sign);
        assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.csx", NULL, &document),
                         TLB_INVALID);
    }
}

/* The root, 64 elements each in the one before, and one more beside the last. */
static const char *nested(char text[1024], int depth)
{
    strcpy(text, "<ConstructorScene>");
    for (int i = 0; i < depth; i++)
        strcat(text, "<a>");
    if (depth)
        strcat(text, "</a><b/>");
    for (int i = 1; i < depth; i++)
        strcat(text, "</a>");
    return strcat(text, "</ConstructorScene>");
}

static void elements_are_nested_up_to_64_deep(void **state)
{
    (void)state;
    char text[1024];
    tlb_bytes saved;
    tlb_document *document = open_text(nested(text, 64));
    assert_int_equal(tlb_document_csx(document)->elements.data[65].depth, 64);
    assert_saved(document, text);
    tlb_document_csx(document)->elements.data[65].depth = 65;
    assert_int_equal(tlb_save_memory(document, &saved), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "CSX_DEPTH", "elements[65].depth"));
    tlb_document_free(document);
    nested(text, 65);
    assert_int_not_equal(tlb_open_memory(context, text, strlen(text), "test.csx", NULL, &document), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NESTING_LIMIT), 1);
}

static void an_edit_changes_its_own_words_only(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("<ConstructorScene version='4'>\n  <B  x = 'old' /> <!-- c -->\n</ConstructorScene>\n");
    tlb_csx *csx = tlb_document_csx(document);
    csx->elements.data[1].attributes.data[0].value = (tlb_text){"new", 3};
    csx->elements.data[1].name = (tlb_text){"Other", 5};
    assert_saved(document,
                 "<ConstructorScene version='4'>\n  <Other  x = 'new' /> <!-- c -->\n</ConstructorScene>\n");
    tlb_csx_element three[3] = {
        csx->elements.data[0], csx->elements.data[1], {.depth = 2, .name = {"D", 1}, .isEmpty = 1}};
    csx->elements.data = three;
    csx->elements.count = 3;
    assert_saved(document, "<ConstructorScene version='4'>\n  <Other  x = 'new' >\n        <D />\n    "
                           "</Other>\n <!-- c -->\n</ConstructorScene>\n");
    three[2].depth = 4;
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "CSX_DEPTH", "elements[2].depth"));
    three[2].depth = 1;
    three[2].name = (tlb_text){"a b", 3};
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_non_null(find_diagnostic(context, "CSX_TEXT", "elements[2].name"));
    tlb_document_free(document);
}

/* Turned by 90 degrees about z, mirrored, and moved: planes and texture equations go along. */
static void brushes_are_in_the_world(void **state)
{
    (void)state;
    csx_level made;
    tlb_document *document = open_text(SCENE("<Entity id=\"0\" classname=\"worldspawn\" />\n",
                                             CUBE("transform=\"0 -1 0 10 1 0 0 20 0 0 -3 30 0 0 0 1\"")));
    tlb_level *level = level_of(document, &made);
    const tlb_level_detail *detail = &level->details.data[0];
    assert_true(detail->units == 16 && detail->texel == 0.5 && detail->min_pixels == 7 &&
                detail->ambient[2] == 3);
    assert_int_equal(detail->brushes.count, 1);
    static const double planes[6][4] = {{0, 1, 0, 21}, {0, -1, 0, -19}, {-1, 0, 0, -9},
                                        {1, 0, 0, 11}, {0, 0, -1, -27}, {0, 0, 1, 33}};
    for (int i = 0; i < 6; i++) {
        const tlb_level_face *face = &detail->faces.data[i];
        for (int k = 0; k < 3; k++)
            assert_true(fabs(face->normal[k] - planes[i][k]) < 1e-12);
        assert_true(fabs(face->distance - planes[i][3]) < 1e-12);
        /* Locally u = 16 x / (0.5 * 64) + 32 / 64, v = -16 z / 32; local x is y - 20, local z (30 - z) / 3.
         */
        double p[3] = {1, 22, 33};
        double u = face->x[0] * p[0] + face->x[1] * p[1] + face->x[2] * p[2] + face->x[3];
        double v = face->y[0] * p[0] + face->y[1] * p[1] + face->y[2] * p[2] + face->y[3];
        assert_true(fabs(u - (0.5 * 2 + 0.5)) < 1e-12 && fabs(v - 0.5) < 1e-12);
    }
    assert_int_equal(detail->brushes.data[0].line, 9);
    assert_int_equal(detail->faces.data[1].line, 11);
    tlb_level_free(level);
    tlb_document_free(document);
}

static void brushes_belong_to_their_owners(void **state)
{
    (void)state;
    csx_level made;
    tlb_document *document = open_text(
        SCENE("<Entity id=\"0\" classname=\"worldspawn\" />\n<Entity id=\"5\" classname=\"Door_Elevator\">\n"
              "<Properties a=\"1 &amp; &quot;2&quot;\" /></Entity>\n"
              "<Entity id=\"6\" classname=\"path_node\" origin=\"1 2 3\" />\n",
              CUBE("owner=\"5\" type=\"999\"") CUBE("owner=\"0\" type=\"1\"") CUBE("owner=\"0\"")));
    tlb_level *level = level_of(document, &made);
    const tlb_level_detail *detail = &level->details.data[0];
    assert_int_equal(detail->entities.count, 3);
    assert_int_equal(detail->entities.data[0].brush_count, 2);
    assert_int_equal(detail->brushes.data[0].kind, TLB_BRUSH_DETAIL);
    assert_int_equal(detail->brushes.data[1].kind, TLB_BRUSH_STRUCTURAL);
    assert_int_equal(detail->brushes.data[2].kind, TLB_BRUSH_MOVER);
    assert_string_equal(tlb_level_property_value(&detail->entities.data[1], "a"), "1 & \"2\"");
    assert_true(detail->entities.data[2].has_origin && detail->entities.data[2].origin[1] == 2);
    tlb_level_free(level);
    tlb_document_free(document);
}

#define DETAIL(pixels, entities, brushes)                                                                    \
    "<DetailLevel minPixelSize=\"" pixels "\"><InteriorMap brushScale=\"1\" lightScale=\"1\"><Entities>"     \
    "<Entity id=\"0\" classname=\"worldspawn\" />" entities "</Entities><Brushes>" brushes                   \
    "</Brushes></InteriorMap></DetailLevel>"

/* An interior resource has one list of movers, triggers and entities. */
static void what_only_the_first_detail_may_have_is_told(void **state)
{
    (void)state;
    static const char objects[] =
        "<Entity id=\"1\" classname=\"Door_Elevator\" /><Entity id=\"2\" classname=\"trigger\" />"
        "<Entity id=\"3\" classname=\"vehicle_collision\" /><Entity id=\"4\" classname=\"Item\" />";
    char text[8192];
    snprintf(text, sizeof text,
             "<ConstructorScene version=\"4\"><DetailLevels>" DETAIL("100", "", "%s")
                 DETAIL("10", "%s", "%s%s") "</DetailLevels></ConstructorScene>",
             CUBE("owner=\"0\""), objects, CUBE("owner=\"0\""), CUBE("owner=\"3\""));
    const tlb_convert_options options = {.struct_size = sizeof options, .texture_size = {64, 64}};
    tlb_files *files;
    tlb_document *document = open_text(text);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("dif"), "test.dif", &options, &files), TLB_OK);
    tlb_document_free(document);
    tlb_files_free(files);
    static const char *const told[] = {"movers of details other than the first: 1",
                                       "triggers of details other than the first: 1",
                                       "entities of the game of details other than the first: 1",
                                       "what vehicles collide with of details other than the first: 1"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        size_t count = 0;
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++)
            count += strstr(tlb_diagnostic_at(context, k)->message, told[i]) != NULL;
        assert_int_equal(count, 1);
    }
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    tlb_document *document =
        open_text(SCENE("", "<Brush>\n<Vertices><Vertex pos=\"0 0 5\" /></Vertices>\n" FACE("0 0 1 -1")
                                FACE("0 0 0 1") "</Brush>\n"));
    tlb_csx *csx = tlb_document_csx(document);
    csx->elements.data[0].attributes.data[0].value = (tlb_text){"3", 1};
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    static const char *const expected[][2] = {{"CSX_VERSION", "elements[0]"},
                                              {"CSX_NOT_CONVEX", "elements[9]"},
                                              {"LEVEL_FACE_DEGENERATE", "elements[10]"},
                                              {"LEVEL_BRUSH_OPEN", "elements[6]"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const tlb_diagnostic *d = find_diagnostic(context, expected[i][0], expected[i][1]);
        if (!d)
            print_diagnostics(context);
        assert_non_null(d);
        assert_true(d->offset != TLB_NO_OFFSET);
    }
    assert_int_equal(tlb_diagnostic_count(context), sizeof expected / sizeof *expected);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(elements_and_attributes_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_have_letters_digits_and_some_signs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(elements_are_nested_up_to_64_deep, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edit_changes_its_own_words_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(brushes_are_in_the_world, set_up, tear_down),
        cmocka_unit_test_setup_teardown(brushes_belong_to_their_owners, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_only_the_first_detail_may_have_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
