/* Numbers and flags from JSON. */
#include "layout/build.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

static const char *kind_name(const tlb_value *json)
{
    static const char *const names[] = {
        [TLB_VALUE_NULL] = "null",       [TLB_VALUE_BOOL] = "false",    [TLB_VALUE_INTEGER] = "an integer",
        [TLB_VALUE_REAL] = "a number",   [TLB_VALUE_TEXT] = "a string", [TLB_VALUE_LIST] = "an array",
        [TLB_VALUE_TABLE] = "an object",
    };
    if (!json)
        return "nothing";
    return json->kind == TLB_VALUE_BOOL && json->as.boolean ? "true" : names[json->kind];
}

void tlb_build_wrong(tlb_walk *w, const char *name, const char *wanted, const tlb_value *found)
{
    enum { LONGEST = 40 };
    if (w->visitor->edits && tlb_value_is(found, TLB_VALUE_TABLE))
        tlb_walk_fault(w, name, "a single value, %s, without parts", wanted);
    else if (tlb_value_is(found, TLB_VALUE_INTEGER))
        tlb_walk_fault(w, name, "expected %s, found %lld", wanted, (long long)found->as.integer);
    else if (w->visitor->edits && tlb_value_is(found, TLB_VALUE_TEXT))
        tlb_walk_fault(w, name, "expected %s, found \"%.*s\"", wanted, LONGEST, found->as.text.data);
    else
        tlb_walk_fault(w, name, "expected %s, found %s", wanted, kind_name(found));
}

/* --- numbers ------------------------------------------------------------------------------------------ */

/* The spellings of what JSON has no number for. */
static bool special_number(const tlb_value *json, tlb_type type, double *value, uint32_t *nan_bits)
{
    *nan_bits = 0;
    if (!tlb_value_is(json, TLB_VALUE_TEXT) || !json->as.text.size)
        return false;
    const char *text = json->as.text.data;
    if (strncmp(text, "nan:", 4) == 0 && type == TLB_F32) {
        char *end;
        unsigned long bits = strtoul(text + 4, &end, 16);
        *nan_bits = (uint32_t)bits;
        *value = 0;
        return !*end && (bits & 0x7f800000) == 0x7f800000 && (bits & 0x7fffff) && bits <= UINT32_MAX;
    }
    const char *end = text + strlen(text);
    return tlb_read_f64(text, end, value) == end;
}

static bool build_real(const tlb_value *json, tlb_type type, void *values, size_t i)
{
    double value;
    uint32_t nan_bits = 0;
    if (tlb_value_is(json, TLB_VALUE_INTEGER))
        value = (double)json->as.integer;
    else if (tlb_value_is(json, TLB_VALUE_REAL))
        value = json->as.real;
    else if (!special_number(json, type, &value, &nan_bits))
        return false;
    if (type == TLB_F64) {
        ((double *)values)[i] = value;
        return true;
    }
    float single = (float)value;
    if (nan_bits)
        memcpy(&single, &nan_bits, sizeof single);
    ((float *)values)[i] = single;
    return true;
}

/* --- integers and flags ------------------------------------------------------------------------------- */

/* The value of a name in a table of flags. */
static bool flag_value(const tlb_flag *flags, const char *name, size_t size, int64_t *value)
{
    for (; flags && flags->name; flags++)
        if (strncmp(flags->name, name, size) == 0 && !flags->name[size]) {
            *value |= flags->value;
            return true;
        }
    return false;
}

/* "12", "-3", "0x1f"; of edits only. */
static bool word_value(const char *text, size_t size, int64_t *value)
{
    char word[32];
    char *end;
    if (!size || size >= sizeof word || (*text != '-' && (*text < '0' || *text > '9')))
        return false;
    memcpy(word, text, size);
    word[size] = 0;
    *value |= strtoll(word, &end, word[0] == '0' && (word[1] | 32) == 'x' ? 16 : 10);
    return !*end;
}

bool tlb_build_is_number(const tlb_value *json)
{
    int64_t value = 0;
    return word_value(json->as.text.data, json->as.text.size, &value);
}

/* Names and numbers with | between them. */
static bool text_value(const char *text, const tlb_flag *flags, bool words, int64_t *value)
{
    bool known = true;
    *value = 0;
    while (known) {
        size_t size = strcspn(text, "|"), begin = 0;
        const char *next = text + size;
        while (begin < size && text[begin] == ' ')
            begin++;
        while (size > begin && text[size - 1] == ' ')
            size--;
        known = flag_value(flags, text + begin, size - begin, value) ||
                ((words || flags) && word_value(text + begin, size - begin, value));
        if (!*next)
            break;
        text = next + 1;
    }
    return known;
}

static bool integer_value(tlb_walk *w, const tlb_value *json, int64_t *value)
{
    *value = 0;
    if (tlb_value_is(json, TLB_VALUE_INTEGER)) {
        *value = json->as.integer;
        return true;
    }
    if (tlb_value_is(json, TLB_VALUE_TEXT))
        return text_value(json->as.text.data, w->flags, w->visitor->edits, value);
    if (!tlb_value_is(json, TLB_VALUE_LIST) || !w->flags)
        return false;
    for (const tlb_value *name = json->as.members.first; name; name = name->next)
        if (name->kind != TLB_VALUE_TEXT ||
            !flag_value(w->flags, name->as.text.data, name->as.text.size, value))
            return false;
    return true;
}

static bool build_whole(tlb_walk *w, const tlb_value *json, tlb_type type, tlb_type disk, void *values,
                        size_t i)
{
    static const struct {
        int64_t least, most;
    } ranges[] = {
        [TLB_U8] = {0, UINT8_MAX},          [TLB_U16] = {0, UINT16_MAX},
        [TLB_U32] = {0, UINT32_MAX},        [TLB_I8] = {INT8_MIN, INT8_MAX},
        [TLB_I16] = {INT16_MIN, INT16_MAX}, [TLB_I32] = {INT32_MIN, INT32_MAX},
    };
    int64_t value;
    if (!integer_value(w, json, &value) || value < ranges[disk].least || value > ranges[disk].most)
        return false;
    switch (tlb_type_sizes[type]) {
    case 1:
        ((uint8_t *)values)[i] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)values)[i] = (uint16_t)value;
        break;
    default:
        ((uint32_t *)values)[i] = (uint32_t)value;
    }
    return true;
}

static void refuse_flags(tlb_walk *w, const char *name, const char *wanted)
{
    char names[600];
    size_t length = 0;
    for (const tlb_flag *f = w->flags; f->name && length < sizeof names; f++) {
        int added = snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", f->name);
        length += added > 0 ? (size_t)added : 0;
    }
    tlb_walk_fault(w, name, "unknown flag; expected %s, or names with | between them: %s", wanted, names);
}

bool tlb_build_scalar(tlb_walk *w, const char *name, const tlb_value *json, tlb_type type, tlb_type disk,
                      void *values, size_t i)
{
    static const char *const wanted[] = {
        [TLB_U8] = "an integer from 0 to 255",
        [TLB_U16] = "an integer from 0 to 65535",
        [TLB_U32] = "an integer from 0 to 4294967295",
        [TLB_I8] = "an integer from -128 to 127",
        [TLB_I16] = "an integer from -32768 to 32767",
        [TLB_I32] = "an integer from -2147483648 to 2147483647",
        [TLB_F32] = "a number",
        [TLB_F64] = "a number",
    };
    bool real = disk == TLB_F32 || disk == TLB_F64;
    if (real ? build_real(json, type, values, i) : build_whole(w, json, type, disk, values, i))
        return true;
    if (w->flags && !real && (tlb_value_is(json, TLB_VALUE_TEXT) || tlb_value_is(json, TLB_VALUE_LIST)))
        refuse_flags(w, name, wanted[disk]);
    else
        tlb_build_wrong(w, name, wanted[disk], json);
    return false;
}
