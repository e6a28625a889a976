/* The options of a conversion: which are set, what they may be and who uses them, all by the formats' tables.
 */
#include "core/format.h"

#include <stdarg.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const tlb_option_word tlb_words_lod[] = {{"all", TLB_LOD_ALL}, {NULL, 0}},
                      tlb_words_switch[] = {{"yes", TLB_SWITCH_YES}, {"no", TLB_SWITCH_NO}, {NULL, 0}},
                      tlb_words_light[] = {{"vertex", TLB_BAKED_VERTEX},
                                           {"none", TLB_BAKED_NONE},
                                           {"map", TLB_BAKED_MAP},
                                           {"atlas", TLB_BAKED_ATLAS},
                                           {"lamps", TLB_BAKED_LAMPS},
                                           {"sun", TLB_BAKED_SUN},
                                           {NULL, 0}};

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool is_set(const tlb_option_info *option, const tlb_convert_options *options)
{
    const void *member = (const char *)options + option->offset;
    switch (option->kind) {
    case TLB_OPTION_FLAG:
        return *(const bool *)member;
    case TLB_OPTION_TEXT:
        return *(const char *const *)member;
    case TLB_OPTION_INTEGER:
    case TLB_OPTION_BITS:
        return ((const tlb_optional_integer *)member)->is_set;
    case TLB_OPTION_REAL:
        return ((const tlb_optional_real *)member)->is_set;
    case TLB_OPTION_WORD:
    case TLB_OPTION_VIEW:
        return *(const int *)member;
    case TLB_OPTION_VECTOR:
        return !is_zero(member, sizeof(tlb_vec3));
    case TLB_OPTION_SIZE:
        return ((const tlb_size_option *)member)->width || ((const tlb_size_option *)member)->height;
    case TLB_OPTION_COLOR:
        return ((const tlb_color_option *)member)->is_set;
    case TLB_OPTION_MERGE:
        return options->merge_count;
    }
    return false;
}

/* --- values -------------------------------------------------------------------------------------------- */

static bool is_word(const tlb_option_word *words, int64_t value)
{
    while (words && words->name && words->value != value)
        words++;
    return words && words->name;
}

static int64_t all_bits(const tlb_option_word *words)
{
    int64_t bits = 0;
    for (; words->name; words++)
        bits |= words->value;
    return bits;
}

static bool is_finite(const float *values, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

bool tlb_option_is_valid(const tlb_option_info *option, const void *member)
{
    const tlb_optional_integer *integer = member;
    const tlb_optional_real *real = member;
    const tlb_size_option *size = member;
    const tlb_view_option *view = member;
    switch (option->kind) {
    case TLB_OPTION_INTEGER:
        return is_word(option->words, integer->value) ||
               ((double)integer->value >= option->least && (double)integer->value <= option->most);
    case TLB_OPTION_BITS:
        return !(integer->value & ~all_bits(option->words));
    case TLB_OPTION_REAL:
        return real->value >= option->least && real->value <= option->most;
    case TLB_OPTION_WORD:
        return is_word(option->words, *(const int *)member);
    case TLB_OPTION_VECTOR:
        return is_finite(member, 3);
    case TLB_OPTION_SIZE:
        return size->width && size->height;
    case TLB_OPTION_VIEW:
        return view->kind <= TLB_VIEW_POINT && is_finite(view->point, 3) && isfinite(view->yaw) &&
               isfinite(view->pitch);
    case TLB_OPTION_FLAG:
    case TLB_OPTION_TEXT:
    case TLB_OPTION_COLOR:
    case TLB_OPTION_MERGE:
        break;
    }
    return true;
}

static void describe_range(const tlb_option_info *option, char *text, size_t size)
{
    const char *kind = option->kind == TLB_OPTION_REAL ? "a number" : "an integer";
    if (option->least == (double)FLT_MIN)
        snprintf(text, size, "%s above 0", kind);
    else if (option->least <= INT32_MIN)
        snprintf(text, size, "%s", kind);
    else if (option->most >= INT32_MAX)
        snprintf(text, size, "%s of at least %.9g", kind, option->least);
    else
        snprintf(text, size, "%s from %.9g to %.9g", kind, option->least, option->most);
}

/* "all or an integer of at least 0" */
void tlb_option_expected(const tlb_option_info *option, char text[TLB_OPTION_EXPECTED])
{
    static const char *const fixed[] = {
        [TLB_OPTION_VECTOR] = "X,Y,Z",
        [TLB_OPTION_SIZE] = "WxH, each at least 1",
        [TLB_OPTION_COLOR] = "#rrggbb, #rrggbbaa or transparent",
        [TLB_OPTION_VIEW] =
            "front, back, left, right, top, three-quarter, file, inside or inside:X,Y,Z,YAW,PITCH",
        [TLB_OPTION_MERGE] = "a path"};
    bool numbers = option->kind == TLB_OPTION_INTEGER || option->kind == TLB_OPTION_REAL;
    bool range = numbers && option->least <= option->most;
    int size = 0;
    if (!numbers && !option->words)
        snprintf(text, TLB_OPTION_EXPECTED, "%s", fixed[option->kind] ? fixed[option->kind] : "text");
    for (const tlb_option_word *word = option->words; word && word->name && size < TLB_OPTION_EXPECTED;
         word++)
        size += snprintf(text + size, (size_t)(TLB_OPTION_EXPECTED - size), "%s%s", word->name,
                         word[1].name && (word[2].name || range) ? ", "
                         : word[1].name || range                 ? " or "
                                                                 : "");
    if (range && size < TLB_OPTION_EXPECTED)
        describe_range(option, text + size, (size_t)(TLB_OPTION_EXPECTED - size));
    else if (option->kind == TLB_OPTION_BITS && size < TLB_OPTION_EXPECTED)
        snprintf(text + size, (size_t)(TLB_OPTION_EXPECTED - size), ", separated by commas");
}

static bool is_of_clip(const tlb_option_info *option)
{
    const size_t clip = offsetof(tlb_convert_options, clip);
    return option->offset >= clip && option->offset < clip + sizeof(tlb_clip_options);
}

static bool has_merges(const tlb_convert_options *options)
{
    for (size_t i = 0; i < options->merge_count; i++)
        if (!options->merges || !options->merges[i].path)
            return false;
    return true;
}

/* Of an option of clips, all of them. */
static bool has_valid_values(const tlb_option_info *option, const tlb_convert_options *options)
{
    if (is_set(option, options) && !tlb_option_is_valid(option, (const char *)options + option->offset))
        return false;
    if (!has_merges(options))
        return option->kind != TLB_OPTION_MERGE;
    for (size_t i = 0; is_of_clip(option) && i < options->merge_count; i++) {
        tlb_convert_options other = {.clip = options->merges[i].clip};
        if (!has_valid_values(option, &other))
            return false;
    }
    return true;
}

/* A place in the tables of all formats; all zero: before the first row. */
typedef struct all_rows {
    size_t format, row;
} all_rows;

/* The next row of all; NULL at the end. */
static const tlb_option_info *next_row(const tlb_context *context, all_rows *at)
{
    const tlb_format *const *formats = context->session->formats;
    for (; formats[at->format]; at->format++, at->row = 0) {
        const tlb_option_info *rows = formats[at->format]->info.options;
        if (rows && rows[at->row].name)
            return &rows[at->row++];
    }
    return NULL;
}

tlb_status tlb_refuse_option(tlb_context *context, const char *option, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tlb_report_remedy(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, (tlb_remedy){option, NULL}, "%s",
                      message);
    return TLB_ARGUMENT;
}

static tlb_status refuse_values(tlb_context *context, const tlb_convert_options *options)
{
    all_rows at = {0};
    for (const tlb_option_info *option; (option = next_row(context, &at));) {
        char text[TLB_OPTION_EXPECTED];
        if (has_valid_values(option, options))
            continue;
        tlb_option_expected(option, text);
        return tlb_refuse_option(context, option->name, "invalid value, expected %s", text);
    }
    return TLB_OK;
}

static bool sets_members(const tlb_context *context, const tlb_convert_options *options)
{
    all_rows at = {0};
    const tlb_option_info *option = next_row(context, &at);
    while (option && !is_set(option, options))
        option = next_row(context, &at);
    return option || options->assets || options->renderer;
}

tlb_status tlb_options_take(tlb_context *context, const tlb_convert_options *given,
                            tlb_convert_options *options)
{
    *options = (tlb_convert_options)TLB_CONVERT_OPTIONS_INIT;
    if (!given)
        return TLB_OK;
    if (!tlb_copy_struct(options, sizeof *options, given) ||
        (!given->struct_size && sets_members(context, given))) {
        tlb_report(
            context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
            "tlb_convert_options of %zu bytes: start from TLB_CONVERT_OPTIONS_INIT, and set no members that "
            "Trilobite %s does not have",
            given->struct_size, tlb_version());
        return TLB_ARGUMENT;
    }
    return refuse_values(context, options);
}

/* ------------------------------------------------------------------------------------------------------- */

bool tlb_options_any(const tlb_convert_options *options, const tlb_format_info *format, unsigned abilities)
{
    for (const tlb_option_info *option = format->options; option && option->name; option++)
        if (option->abilities & abilities && is_set(option, options))
            return true;
    return false;
}

bool tlb_option_is_within(tlb_context *context, const char *name, tlb_optional_integer option, int64_t least,
                          int64_t most)
{
    if (!option.is_set || (option.value >= least && option.value <= most))
        return true;
    tlb_refuse_option(context, name, "invalid value \"%lld\", expected an integer from %lld to %lld",
                      (long long)option.value, (long long)least, (long long)most);
    return false;
}

bool tlb_option_light_is_for(tlb_context *context, const tlb_convert_options *options, bool levels)
{
    tlb_baked_light light = options->light;
    bool of_level = light == TLB_BAKED_LAMPS || light == TLB_BAKED_SUN;
    if (light == TLB_BAKED_DEFAULT || light == TLB_BAKED_NONE || of_level == levels)
        return true;
    tlb_refuse_option(context, "light", "invalid value, expected %s",
                      levels ? "none, lamps or sun" : "vertex, none, map or atlas");
    return false;
}

/* --- what is unused ------------------------------------------------------------------------------------ */

static bool uses(const tlb_format_info *format, unsigned abilities, size_t member)
{
    for (const tlb_option_info *option = format->options; option && option->name; option++)
        if (option->offset == member && option->abilities & abilities)
            return true;
    return false;
}

/* Whether a row is the first that sets its member. */
static bool is_first(const tlb_context *context, const tlb_option_info *option)
{
    all_rows at = {0};
    const tlb_option_info *other = next_row(context, &at);
    while (other && other->offset != option->offset)
        other = next_row(context, &at);
    return other == option;
}

void tlb_options_report_unused(tlb_context *context, const tlb_convert_options *options,
                               const tlb_format_info *from, unsigned from_abilities,
                               const tlb_format_info *target)
{
    unsigned target_abilities = TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION;
    char labels[2][TLB_FORMAT_LABEL];
    all_rows at = {0};
    for (const tlb_option_info *option; (option = next_row(context, &at));)
        if (is_set(option, options) && is_first(context, option) &&
            !uses(from, from_abilities, option->offset) && !uses(target, target_abilities, option->offset))
            tlb_report_remedy(context, TLB_CODE_OPTION_UNUSED, TLB_NO_OFFSET, NULL,
                              (tlb_remedy){option->name, NULL}, "no effect when converting %s to %s",
                              tlb_format_label(from, labels[0]), tlb_format_label(target, labels[1]));
}
