/* What a check found of a document: counts, limits and remedies are those of the document, whatever else was
 * opened in its context. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trilobite/trilobite.h>

enum { KEPT = 2 };

static int begin(void **state)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.max_per_code = KEPT;
    *state = tlb_context_create(&options);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    tlb_context_free(*state);
    return 0;
}

static tlb_document *open(tlb_context *context, const char *path)
{
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    return document;
}

/* Surfaces without a material, points off their planes. */
static tlb_document *open_broken(tlb_context *context)
{
    static const char *const edits[] = {"details[0].surfaces[0].textureIndex=99",
                                        "details[0].points[0]=[1000,1000,1000]"};
    tlb_document *document = open(context, "samples/rooms.dif");
    assert_int_equal(tlb_edit(document, edits, 2), TLB_OK);
    return document;
}

static uint64_t kept(const tlb_context *context, tlb_code code)
{
    uint64_t count = 0;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        count += tlb_diagnostic_at(context, i)->code == code;
    return count;
}

static void equal_documents_have_equal_verdicts(void **state)
{
    tlb_context *context = *state;
    tlb_check_result results[2];
    tlb_document *documents[2];
    size_t counts[3] = {0};
    for (int i = 0; i < 2; i++) {
        documents[i] = open_broken(context);
        assert_int_equal(tlb_check(documents[i], &results[i]), TLB_OK);
        counts[i + 1] = tlb_diagnostic_count(context);
    }
    assert_true(results[0].errors > 0 && results[0].warnings > KEPT);
    assert_memory_equal(&results[0], &results[1], sizeof *results);
    assert_int_equal(counts[1] - counts[0], counts[2] - counts[1]);
    for (int i = 0; i < 2; i++)
        assert_int_equal(tlb_severity_total(tlb_document_context(documents[i]), TLB_ERROR),
                         results[i].errors);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 2 * results[0].errors);
    tlb_document_free(documents[0]);
    tlb_document_free(documents[1]);
}

static void a_valid_document_is_seen_to_be(void **state)
{
    tlb_context *context = *state;
    tlb_check_result result = {7, 7, 7};
    tlb_document *broken = open_broken(context), *sound = open(context, "samples/rooms.dif");
    assert_int_equal(tlb_check(broken, NULL), TLB_OK);
    assert_int_equal(tlb_check(sound, &result), TLB_OK);
    assert_int_equal(result.errors + result.warnings, 0);
    assert_int_equal(tlb_severity_total(tlb_document_context(sound), TLB_ERROR), 0);
    assert_int_equal(tlb_check(NULL, &result), TLB_ARGUMENT);
    assert_int_equal(result.errors + result.warnings + result.notes, 0);
    tlb_document_free(broken);
    tlb_document_free(sound);
}

static void a_second_check_counts_for_itself(void **state)
{
    tlb_context *context = *state;
    tlb_check_result first, second;
    tlb_document *document = open_broken(context);
    assert_int_equal(tlb_check(document, &first), TLB_OK);
    assert_int_equal(tlb_check(document, &second), TLB_OK);
    assert_memory_equal(&first, &second, sizeof first);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    assert_int_equal(tlb_severity_total(tlb_document_context(document), TLB_ERROR), 0);
    assert_int_equal(tlb_check(document, &second), TLB_OK);
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(kept(context, TLB_CODE_DIF_OFF_PLANE), KEPT);
    tlb_document_free(document);
}

/* Of each severity what the document's own totals say; assets that were given once are not asked again. */
static void each_severity_is_counted(void **state)
{
    tlb_context *context = *state;
    tlb_check_result first, again, assets;
    tlb_document *document = open_broken(context);
    tlb_context *own = tlb_document_context(document);
    tlb_report(own, TLB_CODE_UPDATED, TLB_NO_OFFSET, NULL, "a note of before");
    uint64_t notes = tlb_severity_total(own, TLB_NOTE);
    assert_true(notes > 0);
    assert_int_equal(tlb_check(document, &first), TLB_OK);
    assert_int_equal(first.errors, tlb_severity_total(own, TLB_ERROR));
    assert_int_equal(first.warnings, tlb_severity_total(own, TLB_WARNING));
    assert_int_equal(first.notes, tlb_severity_total(own, TLB_NOTE) - notes);
    assert_true(first.warnings != first.notes);
    tlb_assets *none = tlb_assets_create(context);
    assert_int_equal(tlb_check_assets(document, none, &assets), TLB_OK);
    tlb_assets_free(none);
    assert_true(tlb_code_total(own, TLB_CODE_ASSET_MISSING) > 0);
    assert_int_equal(tlb_check(document, &again), TLB_OK);
    assert_memory_equal(&first, &again, sizeof first);
    tlb_document_free(document);
}

static void what_is_about_no_document_has_its_own_limit(void **state)
{
    tlb_context *context = *state;
    tlb_document *document = open(context, "samples/rooms.dif");
    for (int i = 0; i < KEPT + 1; i++)
        tlb_report(tlb_document_context(document), TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "of the document");
    for (int i = 0; i < KEPT + 1; i++)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "of none");
    assert_int_equal(kept(context, TLB_CODE_DROPPED), 2 * KEPT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 2 * (KEPT + 1));
    assert_int_equal(tlb_code_total(tlb_document_context(document), TLB_CODE_DROPPED), KEPT + 1);
    tlb_document_free(document);
}

/* --- remedies ----------------------------------------------------------------------------------------- */

static const tlb_diagnostic *find(const tlb_context *context, tlb_code code)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->code == code)
            return tlb_diagnostic_at(context, i);
    fail_msg("%s was not reported", tlb_code_name(code));
    return NULL;
}

static void expect_remedy(const tlb_context *context, tlb_code code, const char *option, const char *value)
{
    const tlb_diagnostic *d = find(context, code);
    assert_string_equal(d->remedy.option, option);
    if (value)
        assert_string_equal(d->remedy.value, value);
    else
        assert_null(d->remedy.value);
    assert_null(strstr(d->message, "--"));
}

static void what_helps_is_data(void **state)
{
    tlb_context *context = *state;
    static const char *const edit[] = {"security=1"};
    tlb_files *files;
    tlb_document *room = open(context, "samples/courtyard.roo"), *rooms = open(context, "samples/rooms.dif");
    assert_int_equal(tlb_edit(room, edit, 1), TLB_OK);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(room, NULL), TLB_OK);
    expect_remedy(context, TLB_CODE_ROO_SECURITY, "rebuild", NULL);
    assert_int_equal(tlb_convert(rooms, tlb_format_by_name("glb"), "rooms.glb", NULL, &files), TLB_OK);
    tlb_files_free(files);
    expect_remedy(context, TLB_CODE_DROPPED, "light-time", "SECONDS");
    tlb_assets *none = tlb_assets_create(context);
    assert_int_equal(tlb_check_assets(rooms, none, NULL), TLB_OK);
    tlb_assets_free(none);
    expect_remedy(context, TLB_CODE_ASSET_MISSING, "assets", "FOLDER");
    assert_int_equal(tlb_save_path(rooms, "samples/rooms.dif", false), TLB_WRITE_FAILED);
    expect_remedy(context, TLB_CODE_FILE_EXISTS, "replace", NULL);
    tlb_document_free(room);
    tlb_document_free(rooms);
}

static void the_option_at_fault_is_data(void **state)
{
    tlb_context *context = *state;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_files *files;
    tlb_document *document = open(context, "samples/rooms.dif");
    options.lod = (tlb_optional_integer){true, 99};
    assert_int_equal(tlb_convert(document, tlb_format_by_name("glb"), "rooms.glb", &options, &files),
                     TLB_ARGUMENT);
    expect_remedy(context, TLB_CODE_BAD_OPTION, "lod", NULL);
    tlb_report_remedy(context, TLB_CODE_PALETTE_MISSING, TLB_NO_OFFSET, NULL, (tlb_remedy){"palette", "FILE"},
                      NULL);
    expect_remedy(context, TLB_CODE_PALETTE_MISSING, "palette", "FILE");
    tlb_report_remedy(NULL, TLB_CODE_PALETTE_MISSING, TLB_NO_OFFSET, NULL, (tlb_remedy){0}, NULL);
    tlb_document_free(document);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(equal_documents_have_equal_verdicts),
        TEST(a_valid_document_is_seen_to_be),
        TEST(a_second_check_counts_for_itself),
        TEST(each_severity_is_counted),
        TEST(what_is_about_no_document_has_its_own_limit),
        TEST(what_helps_is_data),
        TEST(the_option_at_fault_is_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
