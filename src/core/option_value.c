/* Values of options: which are set, and which they may have. */
#include "core/options.h"

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

bool tlb_option_is_set(const tlb_option_info *option, const void *member)
{
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
        break;
    }
    return ((const tlb_merge_list *)member)->count;
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
