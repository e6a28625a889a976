/* An NFF as each version has it: what changes at which, to the letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "one_context.h"
#include "options_text.h"
#include "trilobite/trilobite.h"

#define HEAD(version, shading) "nff\nversion " version "\nA =" shading "\n"

/* Everything that versions differ in. */
static const char newest[] =
    HEAD("3.0", "on") "mtable m\n3\n0 0 0 norm 0 0 1 rgb 0x010203 uv 0 0\n1 0 0 N\n0 1 0 uv 1 1\n"
                      "3\n3 0 1 2 0x804020 matid 4 _u_wall\n3 0 1 2 matid 5\n3 0 1 2 0xff0000 _v_wall\n";

/* With vertices' colors, with normals alone, and with neither nor more than 12 bits of a color. */
#define LATE(version)                                                                                        \
    HEAD(version, "on")                                                                                      \
    "3\n0 0 0 norm 0 0 1 rgb 0x010203 uv 0 0\n1 0 0 N\n0 1 0 uv 1 1\n"                                       \
    "3\n3 0 1 2 0x804020 _U_wall\n3 0 1 2 0xffffff\n3 0 1 2 0xff0000 _v_wall\n"
#define MIDDLE(version)                                                                                      \
    HEAD(version, "on")                                                                                      \
    "3\n0 0 0 norm 0 0 1\n1 0 0 N\n0 1 0\n"                                                                  \
    "3\n3 0 1 2 0x804020 _T_wall\n3 0 1 2 0xffffff\n3 0 1 2 0xff0000 _v_wall\n"
#define EARLY(version, shading)                                                                              \
    HEAD(version, shading)                                                                                   \
    "3\n0 0 0 N\n1 0 0 N\n0 1 0\n3\n3 0 1 2 0x842 _T_wall\n3 0 1 2 0xfff\n3 0 1 2 0xf00 _V_wall\n"

/* What is lost below 2.0, 2.09 and 3.0. */
#define LOST_30(version)                                                                                     \
    "NFF " version " does not support materials of polygons (replaced by their colors, or white): 2\n"       \
    "NFF " version " does not support material tables (left out): 1\n"
#define LOST_209(version)                                                                                    \
    "NFF " version " does not support colors and texture coordinates of vertices (left out): 2\n"            \
    "NFF " version " does not support shaded transparent textures (now unshaded): 1\n" LOST_30(version)
#define LOST_20(version)                                                                                     \
    "NFF " version " does not support vertex normals (replaced by N, automatic normals): 1\n" LOST_209(      \
        version) "NFF " version " does not support 24-bit colors (rounded to 12 bits): 1\n"

static void each_version_has_its_words(void **state)
{
    static const struct {
        const char *version, *text, *told;
    } versions[] = {
        {"3.0", newest, ""},
        {"2.1", LATE("2.1"), LOST_30("2.1")},
        {"2.09", LATE("2.09"), LOST_30("2.09")},
        {"2.0", MIDDLE("2.0"), LOST_209("2")},
        {"1.9", EARLY("1.9", "on"), LOST_20("1.9")},
        {"1.8", EARLY("1.8", "on"), LOST_20("1.8")},
        {"1.7", EARLY("1.7", "on"), LOST_20("1.7")},
        {"1.6", EARLY("1.6", "flat"), LOST_20("1.6")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        tlb_document *document;
        tlb_files *files;
        tlb_convert_options options;
        char text[1024], told[1024] = "";
        option_text given = {"nff-version", versions[i].version};
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_open_memory(context, newest, sizeof newest - 1, "a.nff", NULL, &document),
                         TLB_OK);
        assert_int_equal(options_from_text(context, &given, 1, &options), TLB_OK);
        assert_int_equal(tlb_convert(document, tlb_format_by_name("nff"), "a.nff", &options, &files), TLB_OK);
        snprintf(text, sizeof text, "%.*s", (int)files->data[0].bytes.size,
                 (const char *)files->data[0].bytes.data);
        assert_string_equal(text, versions[i].text);
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++) {
            strcat(told, tlb_diagnostic_at(context, k)->message);
            strcat(told, "\n");
        }
        assert_string_equal(told, versions[i].told);
        tlb_files_free(files);
        tlb_document_free(document);
    }
}

static void assert_becomes(const char *text, const char *option, const char *value, const char *expected)
{
    tlb_document *document;
    tlb_files *files;
    tlb_convert_options options;
    char made[512];
    option_text given = {option, value};
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.nff", NULL, &document), TLB_OK);
    assert_int_equal(options_from_text(context, &given, 1, &options), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("nff"), "a.nff", &options, &files), TLB_OK);
    snprintf(made, sizeof made, "%.*s", (int)files->data[0].bytes.size,
             (const char *)files->data[0].bytes.data);
    assert_string_equal(made, expected);
    tlb_files_free(files);
    tlb_document_free(document);
}

/* Normals without their word, which came with 2.0, get it; all others stay as they are spelled. */
static void normals_get_their_word(void **state)
{
    (void)state;
    assert_becomes("nff\nversion 1.9\nA\n1\n0  0 0 0 0 1 // x\n0\n", "nff-version", "2.0",
                   "nff\nversion 2.0\nA\n1\n0 0 0 norm 0 0 1\n0\n");
    assert_becomes("nff\nversion 1.9\nA\n1\n0  0 0 // x\n0\n", "nff-version", "2.0",
                   "nff\nversion 2.0\nA\n1\n0  0 0 // x\n0\n");
    assert_becomes("nff\nversion 2.0\nA\n1\n0  0 0 norm 0 0 1 // x\n0\n", "nff-version", "3.0",
                   "nff\nversion 3.0\nA\n1\n0  0 0 norm 0 0 1 // x\n0\n");
    assert_becomes("nff\nA\n1\n0  0 0 norm 0 0 1 // x\n0\n", "nff-version", "3.0",
                   "nff\nversion 3.0\nA\n1\n0  0 0 norm 0 0 1 // x\n0\n");
}

/* Of automatic normals that are worked out: 2.0 has a word for them, and a file without a version is left. */
static void baking_raises_old_versions(void **state)
{
#define BAKED "A\n3\n0 0 0 norm 0 0 1\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff\n"
#define PLAIN "A\n3\n0 0 0 N\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff\n"
    (void)state;
    assert_becomes("nff\nversion 1.9\n" PLAIN, "bake-normals", "", "nff\nversion 2.0\n" BAKED);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "raised from 1.9 to 2, the first version with normals");
    assert_becomes("nff\nversion 2.0\n" PLAIN, "bake-normals", "", "nff\nversion 2.0\n" BAKED);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_becomes("nff\n" PLAIN, "bake-normals", "", "nff\n" BAKED);
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_version_has_its_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(normals_get_their_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(baking_raises_old_versions, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
