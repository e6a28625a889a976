/* The tables of options, and structs of options as callers of other versions have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "options_text.h"
#include "trilobite/trilobite.h"

#define WITH(...)                                                                                            \
    {                                                                                                        \
        .struct_size = sizeof(tlb_convert_options), __VA_ARGS__                                              \
    }

typedef void see_option(const tlb_format_info *format, const tlb_option_info *option);

static void each_option(see_option *see)
{
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_format_info *format = tlb_format_info_of(tlb_format_at(f));
        for (const tlb_option_info *option = format->options; option && option->name; option++)
            see(format, option);
    }
}

/* --- tables -------------------------------------------------------------------------------------------- */

static void see_row(const tlb_format_info *format, const tlb_option_info *option)
{
    static const unsigned uses = TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION;
    const tlb_option_info *first = tlb_option_find(option->name);
    bool needs_words = option->kind == TLB_OPTION_WORD || option->kind == TLB_OPTION_BITS;
    assert_non_null(option->help);
    assert_true((option->argument == NULL) == (option->kind == TLB_OPTION_FLAG));
    assert_true(option->abilities && !(option->abilities & ~uses));
    assert_int_equal(option->abilities & TLB_CAN_EXPORT_SCENE & ~format->abilities, 0);
    assert_true(option->offset >= offsetof(tlb_convert_options, lod));
    assert_true(option->offset < sizeof(tlb_convert_options));
    assert_true(!needs_words || option->words);
    /* One name, one meaning; one member, one name. */
    assert_int_equal(option->offset, first->offset);
    assert_int_equal(option->kind, first->kind);
    assert_ptr_equal(option->words, first->words);
    assert_string_equal(option->help, first->help);
    assert_true(option->least == first->least && option->most == first->most);
}

static void rows_agree(void **state)
{
    (void)state;
    each_option(see_row);
    assert_null(tlb_option_find("no-such-option"));
}

/* --- text ---------------------------------------------------------------------------------------------- */

static void texts_become_values(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_convert_options o;
    const option_text texts[] = {{"lod", "ALL"},
                                 {"light-time", "0"},
                                 {"attributes", "fuzzy,translucent"},
                                 {"view", "inside:1,-2,3,90"},
                                 {"size", "640X480"},
                                 {"background", "#0a0B0c80"},
                                 {"rotate", "1,2.5,-3"},
                                 {"roo-version", "13M"},
                                 {"name", "walk"},
                                 {"merge", "a.iqe"},
                                 {"fps", "12.5"},
                                 {"merge", "b.iqe"},
                                 {"end", "-2"},
                                 {"flips", "no"},
                                 {"collision", ""}};
    assert_int_equal(options_from_text(context, texts, sizeof texts / sizeof *texts, &o), TLB_OK);
    assert_true(o.lod.is_set && o.lod.value == -1);
    assert_true(o.light_time.is_set && o.light_time.value == 0);
    assert_int_equal(o.attributes.value, 2 | 4);
    assert_int_equal(o.view.kind, TLB_VIEW_POINT);
    assert_true(o.view.point[0] == 1 && o.view.point[1] == -2 && o.view.point[2] == 3);
    assert_true(o.view.yaw == 90 && o.view.pitch == 0);
    assert_true(o.size.width == 640 && o.size.height == 480);
    assert_memory_equal(o.background.rgba, "\x0a\x0b\x0c\x80", 4);
    assert_true(o.rotate[0] == 1 && o.rotate[1] == 2.5f && o.rotate[2] == -3);
    assert_int_equal(o.roo_version, TLB_ROO_TO_13M);
    assert_string_equal(o.clip.name, "walk");
    assert_false(o.clip.fps.is_set);
    assert_int_equal(o.merge_count, 2);
    assert_string_equal(o.merges[0].path, "a.iqe");
    assert_true(o.merges[0].clip.fps.value == 12.5 && !o.merges[0].clip.end.is_set);
    assert_string_equal(o.merges[1].path, "b.iqe");
    assert_int_equal(o.merges[1].clip.end.value, -2);
    assert_int_equal(o.flips, TLB_SWITCH_NO);
    assert_true(o.collision && !o.zones);
    tlb_context_free(context);
}

static void wrong_texts_change_nothing(void **state)
{
    static const option_text wrong[] = {
        {"lod", "1.5"},           {"lod", "-1"},           {"light-time", "nan"},     {"light-floor", "1.1"},
        {"attributes", "fuzzy,"}, {"view", "front:1,2,3"}, {"view", "inside:1,2"},    {"size", "0x480"},
        {"background", "#12345"}, {"rotate", "1,2"},       {"translate", "1,2,1e40"}, {"roo-version", "13"},
        {"dif-family", "1"},      {"scale", "0"},          {"turntable", "1001"},     {"flips", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_convert_options options, before = TLB_CONVERT_OPTIONS_INIT;
        assert_int_equal(options_from_text(context, &wrong[i], 1, &options), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
        assert_string_equal(tlb_diagnostic_at(context, 0)->remedy.option, wrong[i].name);
        assert_memory_equal(&options, &before, sizeof before);
        tlb_context_free(context);
    }
}

static void wrong_texts_leave_merged_clips_alone(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    static const option_text texts[] = {{"merge", "a.iqe"}, {"fps", "5"}, {"fps", "-1"}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            tlb_option_parse(context, arena, tlb_option_find(texts[i].name), texts[i].value, &options),
            i < 2 ? TLB_OK : TLB_ARGUMENT);
    assert_true(options.merges[0].clip.fps.value == 5);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

static void messages_say_what_is_expected(void **state)
{
    static const struct {
        option_text text;
        const char *message;
    } rows[] = {{{"lod", "x"}, "invalid value \"x\", expected all or an integer of at least 0"},
                {{"light-floor", "2"}, "invalid value \"2\", expected a number from 0 to 1"},
                {{"scale", "-1"}, "invalid value \"-1\", expected a number above 0"},
                {{"end", "x"}, "invalid value \"x\", expected an integer"},
                {{"dif-family", "x"}, "invalid value \"x\", expected tge, tse, tse-early or tge-big-maps"},
                {{"outside", "x"}, "invalid value \"x\", expected keep or drop"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_convert_options options;
        options_from_text(context, &rows[i].text, 1, &options);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, rows[i].message);
        assert_string_equal(tlb_diagnostic_at(context, 0)->remedy.option, rows[i].text.name);
        tlb_context_free(context);
    }
}

/* --- structs ------------------------------------------------------------------------------------------- */

static tlb_status convert_rooms(tlb_context *context, const tlb_convert_options *options)
{
    tlb_document *document;
    tlb_files *files = NULL;
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &document), TLB_OK);
    tlb_status status = tlb_convert(document, tlb_format_by_name("glb"), "rooms.glb", options, &files);
    tlb_files_free(files);
    tlb_document_free(document);
    return status;
}

static void values_are_checked(void **state)
{
    tlb_merge_options merge = {.path = "x.iqe", .clip.fps = {true, -1}};
    const tlb_convert_options wrong[] = {
        WITH(.lod = {true, -2}),
        WITH(.flips = (tlb_switch)7),
        WITH(.light_floor = {true, (double)NAN}),
        WITH(.size = {10, 0}),
        WITH(.size = {0, 10}),
        WITH(.view = {.kind = TLB_VIEW_POINT, .yaw = (double)INFINITY}),
        WITH(.translate = {0, NAN, 0}),
        WITH(.attributes = {true, 1 << 20}),
        WITH(.dif_family = {true, 4}),
        WITH(.clip.start = {true, -1}),
        WITH(.merges = &merge, .merge_count = 1),
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_context *context = tlb_context_create(NULL);
        assert_int_equal(convert_rooms(context, &wrong[i]), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
        tlb_context_free(context);
    }
}

/* What a caller of a later version has: members more, which may be set. */
static void sizes_tell_versions(void **state)
{
    (void)state;
    struct {
        tlb_convert_options known;
        uint64_t later;
    } newer = {.known.struct_size = sizeof newer};
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(convert_rooms(context, &newer.known), TLB_OK);
    assert_int_equal(convert_rooms(context, &(tlb_convert_options){0}), TLB_OK);
    newer.later = 1;
    assert_int_equal(convert_rooms(context, &newer.known), TLB_ARGUMENT);
    assert_int_equal(convert_rooms(context, &(tlb_convert_options){.collision = true}), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 2);
    /* One of an earlier version ends before what it does not know, whatever stands there. */
    tlb_convert_options older = WITH(.lod = {true, 99});
    older.struct_size = offsetof(tlb_convert_options, lod);
    assert_int_equal(convert_rooms(context, &older), TLB_OK);
    tlb_context_free(context);

    struct {
        tlb_context_options known;
        uint64_t later;
    } limits = {.known.struct_size = sizeof limits};
    context = tlb_context_create(&limits.known);
    assert_non_null(context);
    tlb_context_free(context);
    limits.later = 1;
    assert_null(tlb_context_create(&limits.known));
    assert_null(tlb_context_create(&(tlb_context_options){.max_nesting = 3}));
}

/* --- what is not used ---------------------------------------------------------------------------------- */

static void unused_options_are_reported(void **state)
{
    static const struct {
        const char *file, *target;
        tlb_convert_options options;
        const char *unused; /* NULL: none */
    } rows[] = {
        {"samples/rooms.dif", "glb", WITH(.zones = true), NULL},
        {"samples/rooms.dif", "glb", WITH(.dif_version = {true, 3}), "dif-version"},
        {"samples/rooms.dif", "dif", WITH(.zones = true), "zones"},
        {"samples/courtyard.roo", "glb", WITH(.lod = {true, 0}), "lod"},
        {"samples/courtyard.roo", "svg", WITH(.automap = true), NULL},
        {"samples/trilobite.iqm", "obj", WITH(.merge_count = 0, .joints = true), "joints"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_files *files;
        assert_int_equal(tlb_open_path(context, rows[i].file, NULL, &document), TLB_OK);
        const tlb_format *target = tlb_format_by_name(rows[i].target);
        assert_int_equal(tlb_convert(document, target, "made", &rows[i].options, &files), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_OPTION_UNUSED), rows[i].unused != NULL);
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++) {
            const tlb_diagnostic *d = tlb_diagnostic_at(context, k);
            if (d->code != TLB_CODE_OPTION_UNUSED)
                continue;
            assert_string_equal(d->remedy.option, rows[i].unused);
            assert_non_null(strstr(d->message, "no effect when converting"));
        }
        tlb_files_free(files);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void formats_without_a_way_are_refused(void **state)
{
    static const struct {
        const char *file, *target, *message;
    } rows[] = {
        {"samples/rooms.dif", "roo", "cannot convert DIF to ROO; it can be converted to: dif, "},
        {"samples/windmill.dts", "svg", "cannot convert DTS to SVG; it can be converted to: dif, dts, "},
        {"samples/outpost.vol", "glb", "cannot convert VOL to GLB; it can be converted to: vol"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_files *files;
        assert_int_equal(tlb_open_path(context, rows[i].file, NULL, &document), TLB_OK);
        const tlb_format *target = tlb_format_by_name(rows[i].target);
        assert_int_equal(tlb_convert(document, target, "made", NULL, &files), TLB_ARGUMENT);
        assert_null(files);
        assert_int_equal(tlb_diagnostic_count(context), 1);
        assert_ptr_equal(strstr(tlb_diagnostic_at(context, 0)->message, rows[i].message),
                         tlb_diagnostic_at(context, 0)->message);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(texts_become_values),
        cmocka_unit_test(wrong_texts_change_nothing),
        cmocka_unit_test(wrong_texts_leave_merged_clips_alone),
        cmocka_unit_test(messages_say_what_is_expected),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(sizes_tell_versions),
        cmocka_unit_test(unused_options_are_reported),
        cmocka_unit_test(formats_without_a_way_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
