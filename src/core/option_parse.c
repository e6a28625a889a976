/* Options from text. */
#include "core/options.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- values -------------------------------------------------------------------------------------------- */

static bool find_word(const tlb_option_word *words, const char *text, size_t size, int64_t *value)
{
    for (; words && words->name; words++) {
        size_t same = 0;
        while (same < size && words->name[same] && words->name[same] == tlb_lower(text[same]))
            same++;
        if (same == size && !words->name[same]) {
            *value = words->value;
            return true;
        }
    }
    return false;
}

static bool read_integer(const tlb_option_info *option, const char *text, tlb_optional_integer *integer)
{
    int64_t value;
    const char *end = text + strlen(text);
    if (!find_word(option->words, text, strlen(text), &value) &&
        (tlb_read_i64(text, end, &value) != end || (double)value < option->least ||
         (double)value > option->most))
        return false;
    *integer = (tlb_optional_integer){true, value};
    return true;
}

/* "transparent,fuzzy" */
static bool read_bits(const tlb_option_info *option, const char *text, tlb_optional_integer *integer)
{
    int64_t bits = 0, bit;
    for (size_t size; size = strcspn(text, ","), true; text += size + 1) {
        if (!find_word(option->words, text, size, &bit))
            return false;
        bits |= bit;
        if (!text[size])
            break;
    }
    *integer = (tlb_optional_integer){true, bits};
    return true;
}

/* Up to `most` numbers with commas between them, to the end of the text; gives how many, 0 when it is not
 * so. */
static uint32_t read_numbers(const char *text, double *numbers, uint32_t most)
{
    const char *end = text + strlen(text), *p = text;
    for (uint32_t i = 0; i < most; i++) {
        p = tlb_read_f64(p, end, &numbers[i]);
        if (!p || !isfinite(numbers[i]))
            return 0;
        if (p == end)
            return i + 1;
        if (*p++ != ',')
            return 0;
    }
    return 0;
}

static bool read_real(const char *text, tlb_optional_real *real)
{
    double value;
    if (read_numbers(text, &value, 1) != 1)
        return false;
    *real = (tlb_optional_real){true, value};
    return true;
}

static bool read_vector(const char *text, tlb_vec3 vector)
{
    double numbers[3];
    if (read_numbers(text, numbers, 3) != 3)
        return false;
    for (int i = 0; i < 3; i++) {
        if (!isfinite((float)numbers[i]))
            return false;
        vector[i] = (float)numbers[i];
    }
    return true;
}

/* The value of a hexadecimal digit, -1 for what is none. */
static int hexadecimal(char c)
{
    c = tlb_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_color(const char *text, tlb_color_option *color)
{
    tlb_color_option read = {.is_set = true};
    size_t size = strlen(text);
    bool transparent = tlb_same_nocase(text, "transparent");
    if (!transparent && (text[0] != '#' || (size != 7 && size != 9)))
        return false;
    if (!transparent)
        read.rgba[3] = UINT8_MAX;
    for (size_t i = 0; i < size / 2 && !transparent; i++) {
        int high = hexadecimal(text[1 + 2 * i]), low = hexadecimal(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        read.rgba[i] = (uint8_t)(high * 16 + low);
    }
    *color = read;
    return true;
}

/* A word, or "inside:X,Y,Z,YAW,PITCH". */
static bool read_view(const char *text, tlb_view_option *view)
{
    static const tlb_option_word words[] = {{"three-quarter", TLB_VIEW_THREE_QUARTER},
                                            {"front", TLB_VIEW_FRONT},
                                            {"back", TLB_VIEW_BACK},
                                            {"left", TLB_VIEW_LEFT},
                                            {"right", TLB_VIEW_RIGHT},
                                            {"top", TLB_VIEW_TOP},
                                            {"file", TLB_VIEW_FILE},
                                            {"inside", TLB_VIEW_INSIDE},
                                            {NULL, 0}};
    size_t size = strcspn(text, ":");
    int64_t word;
    if (!find_word(words, text, size, &word) || (text[size] && word != TLB_VIEW_INSIDE))
        return false;
    double numbers[5] = {0, 0, 0, 0, 0};
    if (text[size] && read_numbers(text + size + 1, numbers, 5) < 3)
        return false;
    tlb_view_option read = {.kind = text[size] ? TLB_VIEW_POINT : (tlb_view_kind)word};
    for (int i = 0; i < 3; i++) {
        read.point[i] = (float)numbers[i];
        if (!isfinite(read.point[i]))
            return false;
    }
    read.yaw = numbers[3];
    read.pitch = numbers[4];
    *view = read;
    return true;
}

/* --- of an option -------------------------------------------------------------------------------------- */

static bool read_value(const tlb_option_info *option, const char *text, tlb_option_value *value)
{
    int64_t word = 0;
    bool is_word;
    switch (option->kind) {
    case TLB_OPTION_FLAG:
        value->flag = true;
        return true;
    case TLB_OPTION_TEXT:
    case TLB_OPTION_MERGE:
        value->text = text;
        return true;
    case TLB_OPTION_INTEGER:
        return read_integer(option, text, &value->integer);
    case TLB_OPTION_BITS:
        return read_bits(option, text, &value->integer);
    case TLB_OPTION_REAL:
        return read_real(text, &value->real);
    case TLB_OPTION_WORD:
        is_word = find_word(option->words, text, strlen(text), &word);
        value->word = (int)word;
        return is_word;
    case TLB_OPTION_VECTOR:
        return read_vector(text, value->vector);
    case TLB_OPTION_SIZE:
        return tlb_read_size(text, &value->size.width, &value->size.height);
    case TLB_OPTION_COLOR:
        return read_color(text, &value->color);
    case TLB_OPTION_VIEW:
        break;
    }
    return read_view(text, &value->view);
}

bool tlb_option_parse(const tlb_option_info *option, const char *text, tlb_option_value *value)
{
    return read_value(option, text, value) && tlb_option_is_valid(option, value);
}

size_t tlb_option_size(tlb_option_kind kind)
{
    static const size_t sizes[] = {
        [TLB_OPTION_FLAG] = sizeof(bool),
        [TLB_OPTION_TEXT] = sizeof(char *),
        [TLB_OPTION_INTEGER] = sizeof(tlb_optional_integer),
        [TLB_OPTION_BITS] = sizeof(tlb_optional_integer),
        [TLB_OPTION_REAL] = sizeof(tlb_optional_real),
        [TLB_OPTION_WORD] = sizeof(int),
        [TLB_OPTION_VECTOR] = sizeof(tlb_vec3),
        [TLB_OPTION_SIZE] = sizeof(tlb_size_option),
        [TLB_OPTION_COLOR] = sizeof(tlb_color_option),
        [TLB_OPTION_VIEW] = sizeof(tlb_view_option),
        [TLB_OPTION_MERGE] = sizeof(tlb_merge_list),
    };
    return sizes[kind];
}
