/* The tables of options, and structs of options as callers of other versions have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "core/options.h"
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

/* The size of the struct that the row's member is in. */
static size_t struct_size(const tlb_format_info *format, const tlb_option_info *option)
{
    return option->place == TLB_OPTION_IN_FROM ? format->read_options.size
           : option->place == TLB_OPTION_IN_TO ? format->write_options.size
                                               : sizeof(tlb_convert_options);
}

/* Texts, paths and values of eight bytes have an address that a pointer could have. */
static size_t alignment(tlb_option_kind kind)
{
    switch (kind) {
    case TLB_OPTION_FLAG:
    case TLB_OPTION_COLOR:
        return 1;
    case TLB_OPTION_WORD:
    case TLB_OPTION_VECTOR:
    case TLB_OPTION_SIZE:
        return 4;
    default:
        return _Alignof(void *);
    }
}

static void see_place(const tlb_format_info *format, const tlb_option_info *option)
{
    bool common = option->place == TLB_OPTION_IN_COMMON;
    size_t first = common ? offsetof(tlb_convert_options, lod) : sizeof(tlb_format_options);
    size_t size = struct_size(format, option), end = option->offset + tlb_option_size(option->kind);
    assert_true(option->offset >= first && end <= size);
    assert_int_equal(option->offset % alignment(option->kind), 0);
    for (const tlb_option_info *other = format->options; other->name; other++)
        if (other != option) {
            assert_string_not_equal(other->name, option->name);
            assert_true(other->place != option->place || other->offset >= end ||
                        other->offset + tlb_option_size(other->kind) <= option->offset);
        }
    if (option->merged)
        assert_true(option->merged >= offsetof(tlb_merge_options, clip) &&
                    option->merged + tlb_option_size(option->kind) <= sizeof(tlb_merge_options));
}

static void see_row(const tlb_format_info *format, const tlb_option_info *option)
{
    static const unsigned uses = TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION;
    const tlb_option_info *first = tlb_option_find(option->name);
    bool needs_words = option->kind == TLB_OPTION_WORD || option->kind == TLB_OPTION_BITS;
    assert_non_null(option->help);
    assert_true((option->argument == NULL) == (option->kind == TLB_OPTION_FLAG));
    assert_true(option->abilities && !(option->abilities & ~uses));
    assert_int_equal(option->abilities & TLB_CAN_EXPORT_SCENE & ~format->abilities, 0);
    assert_true(!needs_words || option->words);
    see_place(format, option);
    /* One name, one meaning. */
    assert_int_equal(option->place == TLB_OPTION_IN_COMMON, first->place == TLB_OPTION_IN_COMMON);
    assert_true(option->place != TLB_OPTION_IN_COMMON || option->offset == first->offset);
    assert_int_equal(option->kind, first->kind);
    assert_ptr_equal(option->words, first->words);
    assert_string_equal(option->help, first->help);
    assert_true(option->least == first->least && option->most == first->most);
    assert_null(strstr(option->help, "--")); /* how options are spelled is for the command to say */
}

static void rows_agree(void **state)
{
    (void)state;
    each_option(see_row);
    assert_null(tlb_option_find("no-such-option"));
}

/* A struct of options is there by name, and fits where core puts it. */
static void structs_fit(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_options *named = tlb_options_create(context);
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_format_info *format = tlb_format_info_of(tlb_format_at(f));
        const tlb_options_type types[] = {format->read_options, format->write_options};
        for (size_t i = 0; i < 2; i++) {
            assert_true(types[i].size <= sizeof(tlb_own_options));
            if (!types[i].name)
                continue;
            const tlb_format_options *options = tlb_options_of(named, types[i].name);
            assert_int_equal(options->struct_size, types[i].size);
            assert_string_equal(options->type, types[i].name);
        }
    }
    assert_null(tlb_options_of(named, "tlb_convert_options"));
    tlb_options_free(named);
    tlb_context_free(context);
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
                                 {"rebuild", NULL},
                                 {"collision", ""}};
    assert_int_equal(options_from_text(context, texts, sizeof texts / sizeof *texts, &o), TLB_OK);
    const tlb_pbmp_write_options *pbmp = TLB_OPTIONS_OF(o.named, tlb_pbmp_write_options);
    const tlb_png_write_options *png = TLB_OPTIONS_OF(o.named, tlb_png_write_options);
    const tlb_roo_read_options *map = TLB_OPTIONS_OF(o.named, tlb_roo_read_options);
    const tlb_roo_write_options *roo = TLB_OPTIONS_OF(o.named, tlb_roo_write_options);
    const tlb_dif_write_options *dif = TLB_OPTIONS_OF(o.named, tlb_dif_write_options);
    const tlb_iqm_write_options *iqm = TLB_OPTIONS_OF(o.named, tlb_iqm_write_options);
    assert_true(o.lod.is_set && o.lod.value == -1);
    assert_true(o.light_time.is_set && o.light_time.value == 0);
    assert_int_equal(pbmp->attributes.value, 2 | 4);
    assert_int_equal(png->view.kind, TLB_VIEW_POINT);
    assert_true(png->view.point[0] == 1 && png->view.point[1] == -2 && png->view.point[2] == 3);
    assert_true(png->view.yaw == 90 && png->view.pitch == 0);
    /* One name sets the members of all structs. */
    assert_true(png->size.width == 640 && png->size.height == 480);
    assert_true(map->size.width == 640 && map->size.height == 480);
    assert_true(dif->rebuild && roo->rebuild);
    assert_memory_equal(png->background.rgba, "\x0a\x0b\x0c\x80", 4);
    assert_true(iqm->rotate[0] == 1 && iqm->rotate[1] == 2.5f && iqm->rotate[2] == -3);
    assert_int_equal(roo->version, TLB_ROO_TO_13M);
    assert_string_equal(iqm->clip.name, "walk");
    assert_false(iqm->clip.fps.is_set);
    assert_int_equal(iqm->merges.count, 2);
    assert_string_equal(iqm->merges.data[0].path, "a.iqe");
    assert_true(iqm->merges.data[0].clip.fps.value == 12.5 && !iqm->merges.data[0].clip.end.is_set);
    assert_string_equal(iqm->merges.data[1].path, "b.iqe");
    assert_int_equal(iqm->merges.data[1].clip.end.value, -2);
    assert_int_equal(o.flips, TLB_SWITCH_NO);
    assert_true(o.collision && !o.zones);
    tlb_context_free(context);
}

/* Whether no option of any format is set. */
static bool is_blank(const tlb_options *named)
{
    tlb_convert_options blank = TLB_CONVERT_OPTIONS_INIT;
    blank.named = named;
    bool is = memcmp(tlb_options_get(named), &blank, sizeof blank) == 0;
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_format_info *format = tlb_format_info_of(tlb_format_at(f));
        const tlb_options_type types[] = {format->read_options, format->write_options};
        for (size_t i = 0; i < 2; i++) {
            const char *bytes = (const void *)tlb_options_of(named, types[i].name);
            for (size_t k = sizeof(tlb_format_options); k < types[i].size; k++)
                is &= !bytes[k];
        }
    }
    return is;
}

static void wrong_texts_change_nothing(void **state)
{
    static const option_text wrong[] = {
        {"lod", "1.5"},           {"lod", "-1"},           {"light-time", "nan"},     {"light-floor", "1.1"},
        {"attributes", "fuzzy,"}, {"view", "front:1,2,3"}, {"view", "inside:1,2"},    {"size", "0x480"},
        {"background", "#12345"}, {"rotate", "1,2"},       {"translate", "1,2,1e40"}, {"roo-version", "13"},
        {"dif-family", "1"},      {"scale", "0"},          {"turntable", "1001"},     {"flips", ""},
        {"no-such-option", "1"},  {"scale", "2m"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_convert_options options;
        assert_int_equal(options_from_text(context, &wrong[i], 1, &options), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
        assert_string_equal(tlb_diagnostic_at(context, 0)->remedy.option, wrong[i].name);
        assert_true(is_blank(options.named));
        tlb_context_free(context);
    }
}

static tlb_status set_option(const char *name, const char *value)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_options *named = tlb_options_create(context);
    tlb_status status = tlb_options_set(named, name, value);
    tlb_options_free(named);
    tlb_context_free(context);
    return status;
}

static void assert_number(const tlb_option_info *option, double value, tlb_status status)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    if (set_option(option->name, text) != status)
        fail_msg("--%s %s is %s", option->name, text, status ? "taken" : "refused");
}

static void see_ends(const tlb_format_info *format, const tlb_option_info *option)
{
    (void)format;
    bool real = option->kind == TLB_OPTION_REAL;
    if ((!real && option->kind != TLB_OPTION_INTEGER) || option->least > option->most ||
        option->least < INT32_MIN)
        return;
    assert_number(option, option->least, TLB_OK);
    assert_number(option, option->most, TLB_OK);
    assert_number(option, real ? nextafter(option->least, -INFINITY) : option->least - 1, TLB_ARGUMENT);
    assert_number(option, real ? nextafter(option->most, INFINITY) : option->most + 1, TLB_ARGUMENT);
}

static void ranges_include_their_ends(void **state)
{
    (void)state;
    each_option(see_ends);
}

static void colors_and_views_have_so_many_parts(void **state)
{
    static const struct {
        option_text text;
        tlb_status status;
    } rows[] = {{{"background", "#09aAfF"}, TLB_OK},
                {{"background", "#09aAfF80"}, TLB_OK},
                {{"background", "Transparent"}, TLB_OK},
                {{"background", "09aAfF0"}, TLB_ARGUMENT},
                {{"background", "#09aAfF0"}, TLB_ARGUMENT},
                {{"background", "#09aAfF800"}, TLB_ARGUMENT},
                {{"background", "#0000/0"}, TLB_ARGUMENT},
                {{"background", "#0000:0"}, TLB_ARGUMENT},
                {{"background", "#0000@0"}, TLB_ARGUMENT},
                {{"background", "#0000`0"}, TLB_ARGUMENT},
                {{"background", "#0000g0"}, TLB_ARGUMENT},
                {{"background", "#00000G"}, TLB_ARGUMENT},
                {{"view", "inside:1,2,3"}, TLB_OK},
                {{"view", "inside:1,2,3,4,5"}, TLB_OK},
                {{"view", "inside:1,2"}, TLB_ARGUMENT},
                {{"view", "inside:1,2,3,4,5,6"}, TLB_ARGUMENT},
                {{"rotate", "1,2,3"}, TLB_OK},
                {{"rotate", "1,2,3,4"}, TLB_ARGUMENT}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (set_option(rows[i].text.name, rows[i].text.value) != rows[i].status)
            fail_msg("--%s %s", rows[i].text.name, rows[i].text.value);
    tlb_context *context = tlb_context_create(NULL);
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, &(option_text){"background", "#09aAfF"}, 1, &options),
                     TLB_OK);
    assert_memory_equal(TLB_OPTIONS_OF(options.named, tlb_png_write_options)->background.rgba,
                        "\x09\xaa\xff\xff", 4);
    tlb_context_free(context);
}

static void wrong_texts_leave_merged_clips_alone(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_options *named = tlb_options_create(context);
    static const option_text texts[] = {{"merge", "a.iqe"}, {"fps", "5"}, {"fps", "-1"}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(tlb_options_set(named, texts[i].name, texts[i].value),
                         i < 2 ? TLB_OK : TLB_ARGUMENT);
    assert_true(TLB_OPTIONS_OF(named, tlb_iqm_write_options)->merges.data[0].clip.fps.value == 5);
    tlb_options_free(named);
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
                {{"scale", "1,2"}, "invalid value \"1,2\", expected a number above 0"},
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

static tlb_status convert_rooms_to(tlb_context *context, const char *target,
                                   const tlb_convert_options *options)
{
    tlb_document *document;
    tlb_files *files = NULL;
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &document), TLB_OK);
    tlb_status status = tlb_convert(document, tlb_format_by_name(target), "rooms", options, &files);
    tlb_files_free(files);
    tlb_document_free(document);
    return status;
}

static tlb_status convert_rooms(tlb_context *context, const tlb_convert_options *options)
{
    return convert_rooms_to(context, "glb", options);
}

static void values_are_checked(void **state)
{
    tlb_merge_options merge = {.path = "x.iqe", .clip.fps = {true, -1}}, nothing = {.path = NULL};
    const struct {
        const char *target;
        tlb_convert_options options;
    } wrong[] = {
        {"glb", WITH(.lod = {true, -2})},
        {"glb", WITH(.flips = (tlb_switch)7)},
        {"glb", WITH(.light_time = {true, 1e6 + 1})},
        {"glb", WITH(.light_floor = {true, 1.01})},
        {"glb", WITH(.light_floor = {true, (double)NAN})},
        {"glb", WITH(.texture_size = {10, 0})},
        {"glb", WITH(.texture_size = {0, 10})},
        {"glb", WITH(.palette_index = {true, -2})},
        {"glb", WITH(.from = OPTIONS_OF(tlb_dif_read_options, .pictures = (tlb_stored_pictures)9))},
        {"glb", WITH(.to = OPTIONS_OF(tlb_gltf_write_options, .light_detail = (tlb_light_detail)9))},
        {"png", WITH(.to = OPTIONS_OF(tlb_png_write_options,
                                      .view = {.kind = TLB_VIEW_POINT, .yaw = (double)INFINITY}))},
        {"pbmp", WITH(.to = OPTIONS_OF(tlb_pbmp_write_options, .attributes = {true, 1 << 20}))},
        {"dif", WITH(.to = OPTIONS_OF(tlb_dif_write_options, .family = {true, 4}))},
        {"iqm", WITH(.to = OPTIONS_OF(tlb_iqm_write_options, .translate = {0, NAN, 0}))},
        {"iqm", WITH(.to = OPTIONS_OF(tlb_iqm_write_options, .clip.start = {true, -1}))},
        {"iqm", WITH(.to = OPTIONS_OF(tlb_iqm_write_options, .merges = {&merge, 1}))},
        {"iqm", WITH(.to = OPTIONS_OF(tlb_iqm_write_options, .merges = {&nothing, 1}))},
        {"iqm", WITH(.to = OPTIONS_OF(tlb_iqm_write_options, .merges = {NULL, 1}))},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_context *context = tlb_context_create(NULL);
        assert_int_equal(convert_rooms_to(context, wrong[i].target, &wrong[i].options), TLB_ARGUMENT);
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
    tlb_assets *assets = tlb_assets_create(context);
    const tlb_format_options *to = OPTIONS_OF(tlb_gltf_write_options, .editable = true);
    tlb_options *named = tlb_options_create(context);
    const tlb_convert_options without_size[] = {
        {.assets = assets}, {.from = to}, {.to = to}, {.named = named}};
    for (size_t i = 0; i < sizeof without_size / sizeof *without_size; i++)
        assert_int_equal(convert_rooms(context, &without_size[i]), TLB_ARGUMENT);
    tlb_options_free(named);
    tlb_assets_free(assets);
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

static tlb_status convert_to(tlb_context *context, const tlb_format_options *to)
{
    return convert_rooms(context, &(tlb_convert_options)WITH(.to = to));
}

/* So it is with those of formats. */
static void sizes_of_formats_tell_versions(void **state)
{
    (void)state;
    struct {
        tlb_gltf_write_options known;
        uint64_t later;
    } newer = {.known.head = {sizeof newer, "tlb_gltf_write_options"}};
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(convert_to(context, &newer.known.head), TLB_OK);
    assert_int_equal(convert_to(context, &(tlb_gltf_write_options){.rig = 0}.head), TLB_OK);
    newer.later = 1;
    assert_int_equal(convert_to(context, &newer.known.head), TLB_ARGUMENT);
    assert_int_equal(convert_to(context, &(tlb_gltf_write_options){.editable = true}.head), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 2);
    tlb_gltf_write_options older = TLB_GLTF_WRITE_OPTIONS_INIT;
    older.head.struct_size = offsetof(tlb_gltf_write_options, rig);
    older.rig = (tlb_switch)9;
    assert_int_equal(convert_to(context, &older.head), TLB_OK);
    tlb_context_free(context);
}

static void options_of_other_formats_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *target;
        tlb_convert_options options;
        const char *message;
    } rows[] = {
        {"glb", WITH(.to = OPTIONS_OF(tlb_dif_write_options, .rebuild = true)),
         "tlb_convert_options.to is a tlb_dif_write_options, expected tlb_gltf_write_options for GLB"},
        {"glb", WITH(.from = OPTIONS_OF(tlb_dif_write_options, .rebuild = true)),
         "tlb_convert_options.from is a tlb_dif_write_options, expected tlb_dif_read_options for DIF"},
        {"obj", WITH(.to = OPTIONS_OF(tlb_gltf_write_options, .page = true)),
         "tlb_convert_options.to is a tlb_gltf_write_options, expected NULL for OBJ"},
        {"glb", WITH(.to = &(tlb_gltf_write_options){.head = {sizeof(tlb_gltf_write_options), NULL}}.head),
         "tlb_convert_options.to is a struct without its type, expected tlb_gltf_write_options for GLB"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_context *context = tlb_context_create(NULL);
        assert_int_equal(convert_rooms_to(context, rows[i].target, &rows[i].options), TLB_ARGUMENT);
        assert_int_equal(tlb_diagnostic_count(context), 1);
        assert_int_equal(tlb_diagnostic_at(context, 0)->code, TLB_CODE_BAD_OPTION);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, rows[i].message);
        tlb_context_free(context);
    }
}

/* A struct of the caller's goes before what is set by name. */
static void structs_replace_names(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_files *files;
    tlb_options *named = tlb_options_create(context);
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &document), TLB_OK);
    assert_int_equal(tlb_options_set(named, "dif-version", "7"), TLB_OK);
    tlb_convert_options options = *tlb_options_get(named);
    const tlb_format_options *to[] = {NULL, OPTIONS_OF(tlb_dif_write_options, .version = {true, 3})};
    for (int i = 0; i < 2; i++) {
        tlb_document *made;
        options.to = to[i];
        assert_int_equal(tlb_convert(document, tlb_format_by_name("dif"), "made", &options, &files), TLB_OK);
        tlb_bytes bytes = files->data[0].bytes;
        assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, NULL, NULL, &made), TLB_OK);
        assert_int_equal(tlb_document_dif(made)->details.data[0].interiorFileVersion, i ? 3 : 7);
        tlb_document_free(made);
        tlb_files_free(files);
    }
    tlb_options_free(named);
    tlb_options_free(NULL);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* --- what is not used ---------------------------------------------------------------------------------- */

static void unused_options_are_reported(void **state)
{
    static const struct {
        const char *file, *target;
        option_text options[2];
        const char *unused[2]; /* in this order */
    } rows[] = {
        {"samples/rooms.dif", "glb", {{"zones", NULL}}, {NULL}},
        {"samples/rooms.dif", "glb", {{"lights", NULL}}, {NULL}},
        {"samples/rooms.dif", "glb", {{"dif-version", "3"}}, {"dif-version"}},
        {"samples/rooms.dif", "glb", {{"placeholder", "uri"}}, {"placeholder"}},
        {"samples/rooms.dif", "glb", {{"bake-normals", NULL}}, {"bake-normals"}},
        {"samples/rooms.dif", "dif", {{"zones", NULL}}, {"zones"}},
        {"samples/rooms.dif", "dif", {{"alarm", NULL}}, {"alarm"}},
        {"samples/courtyard.roo", "glb", {{"lod", "0"}}, {"lod"}},
        {"samples/courtyard.roo", "glb", {{"size", "9x9"}}, {NULL}},
        {"samples/courtyard.roo", "svg", {{"automap", NULL}}, {NULL}},
        {"samples/courtyard.roo", "svg", {{"turntable", "3"}, {"shrink", "2"}}, {"shrink", "turntable"}},
        {"samples/trilobite.iqm", "obj", {{"joints", NULL}}, {"joints"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_convert_options options;
        tlb_document *document;
        tlb_files *files;
        size_t count = rows[i].options[1].name ? 2 : 1, found = 0;
        assert_int_equal(options_from_text(context, rows[i].options, count, &options), TLB_OK);
        assert_int_equal(tlb_open_path(context, rows[i].file, NULL, &document), TLB_OK);
        const tlb_format *target = tlb_format_by_name(rows[i].target);
        assert_int_equal(tlb_convert(document, target, "made", &options, &files), TLB_OK);
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++) {
            const tlb_diagnostic *d = tlb_diagnostic_at(context, k);
            if (d->code != TLB_CODE_OPTION_UNUSED)
                continue;
            assert_true(found < 2 && rows[i].unused[found]);
            assert_string_equal(d->remedy.option, rows[i].unused[found++]);
        }
        assert_true(found == 2 || !rows[i].unused[found]);
        tlb_files_free(files);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* So are members of the caller's structs. */
static void unused_members_are_reported(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(convert_to(context, OPTIONS_OF(tlb_gltf_write_options, .rig = TLB_SWITCH_NO,
                                                    .placeholder = TLB_PLACEHOLDER_URI)),
                     TLB_OK);
    assert_int_equal(convert_rooms(context, &(tlb_convert_options)WITH(.palette = "x.ppl")), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OPTION_UNUSED), 2);
    tlb_context_free(context);
}

static void formats_without_a_way_are_refused(void **state)
{
    static const struct {
        const char *file, *target, *message;
    } rows[] = {
        {"samples/rooms.dif", "roo", "cannot convert DIF to ROO; it can be converted to: dif, "},
        {"samples/windmill.dts", "svg", "cannot convert DTS to SVG; it can be converted to: dif, dts, "},
        {"samples/outpost.vol", "glb",
         "cannot convert VOL to GLB; convert its members, as samples/outpost.vol/NAME"}};
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
        cmocka_unit_test(structs_fit),
        cmocka_unit_test(texts_become_values),
        cmocka_unit_test(wrong_texts_change_nothing),
        cmocka_unit_test(ranges_include_their_ends),
        cmocka_unit_test(colors_and_views_have_so_many_parts),
        cmocka_unit_test(wrong_texts_leave_merged_clips_alone),
        cmocka_unit_test(messages_say_what_is_expected),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(sizes_tell_versions),
        cmocka_unit_test(sizes_of_formats_tell_versions),
        cmocka_unit_test(options_of_other_formats_are_refused),
        cmocka_unit_test(structs_replace_names),
        cmocka_unit_test(unused_options_are_reported),
        cmocka_unit_test(unused_members_are_reported),
        cmocka_unit_test(formats_without_a_way_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
