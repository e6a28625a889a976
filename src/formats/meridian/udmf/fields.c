/* The fields of a block, written and read by one description. */
#include "formats/meridian/udmf/udmf.h"

#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* --- writing ------------------------------------------------------------------------------------------ */

static void put_name(udmf_fields *f, const char *name)
{
    tlb_buffer_text(f->out, f->indent);
    tlb_buffer_text(f->out, name);
    tlb_buffer_text(f->out, " = ");
}

static void put_number(udmf_fields *f, double value)
{
    char text[TLB_NUMBER_MAX];
    tlb_buffer_append(f->out, text, (size_t)(tlb_write_f64(text, value) - text));
}

static void put_float(udmf_fields *f, double value)
{
    put_number(f, value);
    if (value == trunc(value) && fabs(value) < 1e17)
        tlb_buffer_text(f->out, ".0");
}

static void put_end(udmf_fields *f)
{
    tlb_buffer_text(f->out, ";\n");
}

/* --- reading ------------------------------------------------------------------------------------------ */

static const tlb_mission_field *find(udmf_fields *f, const char *name)
{
    if (f->name_count < UDMF_MOST_NAMES)
        f->names[f->name_count++] = name;
    return tlb_mission_find(f->block, name);
}

static void report(udmf_fields *f, tlb_code code, const tlb_mission_field *field, const char *format, ...)
    TLB_PRINTF(4, 5);
static void report(udmf_fields *f, tlb_code code, const tlb_mission_field *field, const char *format, ...)
{
    char path[64], message[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s[%u].value", f->path, (unsigned)(field - f->block->fields.data));
    tlb_report(f->context, code, TLB_NO_OFFSET, path, "%s", message);
}

static void fail(udmf_fields *f, const tlb_mission_field *field, const char *wanted)
{
    report(f, TLB_CODE_UDMF_VALUE, field, "%.40s is \"%.60s\", expected %s", field->name.data,
           field->value.data, wanted);
    f->status = TLB_INVALID;
}

static void fail_missing(udmf_fields *f, const char *name)
{
    tlb_report(f->context, TLB_CODE_UDMF_MISSING, TLB_NO_OFFSET, f->path, "%s has no field \"%s\"",
               f->block->className.data, name);
    f->status = TLB_INVALID;
}

static bool read_hex(const char *p, const char *end, double *value)
{
    *value = 0;
    for (; p < end; p++) {
        uint8_t digit = tlb_words_hex_digits[(uint8_t)*p];
        if (!digit)
            return false;
        *value = *value * 16 + (digit - 1);
    }
    return true;
}

static bool read_number(const tlb_mission_field *field, double *value)
{
    const char *p = field->value.data, *end = p + field->value.size;
    if (field->kind != TLB_MISSION_BARE)
        return false;
    if (field->value.size > 2 && p[0] == '0' && tlb_lower(p[1]) == 'x')
        return read_hex(p + 2, end, value);
    p += p < end && *p == '+' && end - p > 1 && p[1] != '-';
    return tlb_read_f64(p, end, value) == end && isfinite(*value);
}

static const struct {
    double least, most;
} ranges[] = {[TLB_U8] = {0, UINT8_MAX},
              [TLB_U16] = {0, UINT16_MAX},
              [TLB_I16] = {INT16_MIN, INT16_MAX},
              [TLB_U32] = {0, UINT32_MAX},
              [TLB_I32] = {INT32_MIN, INT32_MAX}};

static void store(tlb_type type, void *value, double number)
{
    switch (type) {
    case TLB_U8:
        *(uint8_t *)value = (uint8_t)number;
        break;
    case TLB_U16:
        *(uint16_t *)value = (uint16_t)number;
        break;
    case TLB_I16:
        *(int16_t *)value = (int16_t)number;
        break;
    case TLB_U32:
        *(uint32_t *)value = (uint32_t)number;
        break;
    default:
        *(int32_t *)value = (int32_t)number;
    }
}

static double load(tlb_type type, const void *value)
{
    switch (type) {
    case TLB_U8:
        return *(const uint8_t *)value;
    case TLB_U16:
        return *(const uint16_t *)value;
    case TLB_I16:
        return *(const int16_t *)value;
    case TLB_U32:
        return *(const uint32_t *)value;
    default:
        return *(const int32_t *)value;
    }
}

/* Rooms have integers where maps may have floats. */
static void read_integer(udmf_fields *f, const tlb_mission_field *field, tlb_type type, void *value)
{
    double number;
    char wanted[64];
    if (!read_number(field, &number)) {
        fail(f, field, "a number");
        return;
    }
    double whole = floor(number + 0.5);
    if (!(whole >= ranges[type].least && whole <= ranges[type].most)) {
        snprintf(wanted, sizeof wanted, "%.0f to %.0f", ranges[type].least, ranges[type].most);
        fail(f, field, wanted);
        return;
    }
    if (whole != number)
        report(f, TLB_CODE_ROO_ROUNDED, field, "%.40s = %.40s was rounded: rooms have integers",
               field->name.data, field->value.data);
    store(type, value, whole);
}

static bool read_flag(udmf_fields *f, const char *name, bool fallback)
{
    const tlb_mission_field *field = find(f, name);
    if (!field)
        return fallback;
    bool is_true = tlb_same_nocase(field->value.data, "true");
    if (field->kind != TLB_MISSION_BARE || (!is_true && !tlb_same_nocase(field->value.data, "false")))
        fail(f, field, "true or false");
    return is_true;
}

/* --- both --------------------------------------------------------------------------------------------- */

void tlb_udmf_integer(udmf_fields *f, const char *name, tlb_type type, void *value, int64_t fallback)
{
    if (f->out) {
        double number = load(type, value);
        if (fallback != UDMF_REQUIRED && number == (double)fallback)
            return;
        put_name(f, name);
        put_number(f, number);
        put_end(f);
        return;
    }
    const tlb_mission_field *field = find(f, name);
    if (field)
        read_integer(f, field, type, value);
    else if (fallback == UDMF_REQUIRED)
        fail_missing(f, name);
    else
        store(type, value, (double)fallback);
}

void tlb_udmf_coordinate(udmf_fields *f, const char *name, tlb_type type, void *value)
{
    if (f->out)
        tlb_udmf_number_out(f, name, load(type, value));
    else
        tlb_udmf_integer(f, name, type, value, UDMF_REQUIRED);
}

void tlb_udmf_flag(udmf_fields *f, const char *name, bool *value, bool fallback)
{
    if (!f->out)
        *value = read_flag(f, name, fallback);
    else if (*value != fallback) {
        put_name(f, name);
        tlb_buffer_text(f->out, *value ? "true" : "false");
        put_end(f);
    }
}

void tlb_udmf_bits(udmf_fields *f, const char *name, uint32_t *flags, int shift, int width)
{
    uint32_t mask = (1u << width) - 1, bits = *flags >> shift & mask;
    f->known |= mask << shift;
    if (width == 1) {
        bool is_set = bits != 0;
        tlb_udmf_flag(f, name, &is_set, false);
        bits = is_set;
    } else
        tlb_udmf_integer(f, name, TLB_U32, &bits, 0);
    if (f->out)
        return;
    if (bits > mask) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "0 to %u", mask);
        fail(f, find(f, name), wanted);
    } else
        *flags |= bits << shift;
}

void tlb_udmf_other_bits(udmf_fields *f, uint32_t *flags)
{
    uint32_t bits = *flags & ~f->known;
    tlb_udmf_integer(f, "user_flags", TLB_U32, &bits, 0);
    *flags |= bits;
}

void tlb_udmf_bitmap(udmf_fields *f, const char *name, uint16_t *number, bool is_required)
{
    static const char prefix[] = "grd";
    if (f->out) {
        char text[16] = "-";
        if (!*number && !is_required)
            return;
        if (*number)
            snprintf(text, sizeof text, "grd%05u", *number);
        tlb_udmf_text(f, name, &(tlb_text){text, (uint32_t)strlen(text)});
        return;
    }
    const tlb_mission_field *field = find(f, name);
    *number = 0;
    if (!field) {
        if (is_required)
            fail_missing(f, name);
        return;
    }
    const char *p = field->value.data, *end = p + field->value.size;
    if (field->kind == TLB_MISSION_STRING && (p == end || (end - p == 1 && *p == '-')))
        return;
    uint32_t value = 0;
    bool has_prefix = field->kind == TLB_MISSION_STRING && end - p > 3;
    for (int i = 0; i < 3 && has_prefix; i++)
        has_prefix = tlb_lower(p[i]) == prefix[i];
    if (has_prefix && tlb_read_u32(p + 3, end, &value) == end && value <= UINT16_MAX)
        *number = (uint16_t)value;
    else
        fail(f, field, "\"grdNNNNN\", the name of a bitmap, or \"-\"");
}

/* Without escapes; what has none is not copied. */
void tlb_udmf_text(udmf_fields *f, const char *name, tlb_text *text)
{
    if (!f->out) {
        const tlb_mission_field *field = find(f, name);
        if (field && field->kind == TLB_MISSION_STRING)
            *text = field->value;
        else if (field)
            fail(f, field, "a text in quotation marks");
        return;
    }
    put_name(f, name);
    tlb_buffer_byte(f->out, '"');
    tlb_buffer_append(f->out, text->data, text->size);
    tlb_buffer_byte(f->out, '"');
    put_end(f);
}

bool tlb_udmf_numbers(udmf_fields *f, const char *name, double *values, uint32_t count, bool is_there)
{
    if (f->out) {
        if (!is_there)
            return false;
        put_name(f, name);
        tlb_buffer_byte(f->out, '"');
        for (uint32_t i = 0; i < count; i++) {
            if (i)
                tlb_buffer_byte(f->out, ' ');
            put_number(f, values[i]);
        }
        tlb_buffer_byte(f->out, '"');
        put_end(f);
        return true;
    }
    const tlb_mission_field *field = find(f, name);
    if (!field)
        return false;
    const char *p = field->value.data, *end = p + field->value.size;
    for (uint32_t i = 0; p && i < count; i++) {
        while (p < end && words_blank(*p))
            p++;
        p = tlb_read_f64(p, end, &values[i]);
    }
    while (p && p < end && words_blank(*p))
        p++;
    if (field->kind != TLB_MISSION_STRING || p != end) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\"…\" with %u numbers", count);
        fail(f, field, wanted);
        return false;
    }
    return true;
}

void tlb_udmf_number_out(udmf_fields *f, const char *name, double value)
{
    if (!f->out)
        return;
    put_name(f, name);
    put_float(f, value);
    put_end(f);
}

/* --- what is not read --------------------------------------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tlb_same_nocase(name, names[i]))
            return true;
    return false;
}

static bool says_nothing(const tlb_mission_field *field)
{
    double number;
    if (field->kind == TLB_MISSION_CODE || !field->name.data)
        return true;
    if (field->kind == TLB_MISSION_STRING)
        return !field->value.size;
    return tlb_same_nocase(field->value.data, "false") || (read_number(field, &number) && number == 0);
}

bool tlb_udmf_count_name(const char *name, tlb_arena *arena, tlb_index *counts)
{
    tlb_text key = tlb_name_key(arena, name);
    int32_t *count = key.data ? tlb_index_find(counts, arena, key.data, key.size) : NULL;
    if (count)
        *count = *count == TLB_INDEX_NEW ? 1 : *count + 1;
    return count != NULL;
}

bool tlb_udmf_count_unread(const udmf_fields *f, tlb_arena *arena, tlb_index *counts)
{
    static const char *const of_editors[] = {"twosided",       "blocking",       "dontdraw",
                                             "mapped",         "floorplane_a",   "floorplane_b",
                                             "floorplane_c",   "floorplane_d",   "ceilingplane_a",
                                             "ceilingplane_b", "ceilingplane_c", "ceilingplane_d"};
    for (uint32_t i = 0; i < f->block->fields.count; i++) {
        const tlb_mission_field *field = &f->block->fields.data[i];
        const char *name = field->name.data;
        if (says_nothing(field) || is_one_of(name, f->names, f->name_count) ||
            is_one_of(name, of_editors, sizeof of_editors / sizeof *of_editors))
            continue;
        if (!tlb_udmf_count_name(name, arena, counts))
            return false;
    }
    return true;
}
