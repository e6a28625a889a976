#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

enum {
    ESCAPED = 6, /* the most characters that one byte becomes: \u0000 */
    TEXT_PIECE = 1024,
    BASE64_PIECE = 3 * TEXT_PIECE
};

static const char hex[] = "0123456789abcdef";

static void end_at(tlb_json *json, const char *end)
{
    json->out->size = (size_t)((const uint8_t *)end - json->out->data);
}

static char *put(char *p, const char *text)
{
    size_t size = strlen(text);
    memcpy(p, text, size);
    return p + size;
}

static char *new_line(char *p, uint32_t depth)
{
    *p = '\n';
    memset(p + 1, ' ', depth);
    return p + 1 + depth;
}

static bool in_row(const tlb_json *json)
{
    return json->compact || (json->row && json->depth >= json->row);
}

/* The separator between two members. */
static char *separate(tlb_json *json, char *p, bool scalar)
{
    bool *more = &json->more[json->depth];
    if (*more)
        *p++ = ',';
    bool follows = *more && scalar && !json->line && json->bracket[json->depth] == '[';
    if (!in_row(json) && !follows)
        p = new_line(p, json->depth);
    else if (*more && !json->compact)
        *p++ = ' ';
    *more = true;
    json->line = false;
    return p;
}

/* A unit of UTF-16, as JSON escapes it. */
static char *put_unit(char *p, uint32_t unit)
{
    p = put(p, "\\u");
    for (int digit = 4; digit-- > 0;)
        *p++ = hex[unit >> 4 * digit & 15];
    return p;
}

static char *escape(char *p, const char *text, size_t size, bool latin1)
{
    static const char letters[32] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    for (size_t i = 0; i < size;) {
        uint32_t c = (uint8_t)text[i];
        size_t size_of_c = latin1 ? 1 : tlb_utf8_read(text + i, size - i, &c);
        if (c < 0x20 && letters[c]) {
            *p++ = '\\';
            *p++ = letters[c];
        } else if (tlb_is_unprintable(c)) {
            p = c < 0x10000 ? put_unit(p, c)
                            : put_unit(put_unit(p, 0xd7c0 + (c >> 10)), 0xdc00 + (c & 0x3ff));
        } else if (c >= 0x80 && latin1) {
            *p++ = (char)(0xc0 | c >> 6);
            *p++ = (char)(0x80 | (c & 0x3f));
        } else {
            if (c == '"' || c == '\\')
                *p++ = '\\';
            memcpy(p, text + i, size_of_c);
            p += size_of_c;
        }
        i += size_of_c;
    }
    return p;
}

/* Of eight characters, the high bits of those that JSON does not write as they are: it writes ASCII without
 * control characters (DEL is one), quotes and backslashes. */
static inline uint64_t others_of(uint64_t bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quotes = bytes ^ ones * '"', slashes = bytes ^ ones * '\\';
    return (bytes | (bytes - ones * ' ') | (bytes + ones) | ((quotes - ones) & ~quotes) |
            ((slashes - ones) & ~slashes)) &
           ones * 0x80;
}

/* Whether JSON writes text as it is. Some characters are looked at twice, rather than the last ones alone. */
static bool is_plain(const char *text, size_t size)
{
    uint64_t others = 0, bytes;
    uint32_t halves[2];
    if (size >= sizeof bytes) {
        for (size_t at = 0; size - at > sizeof bytes; at += sizeof bytes) {
            memcpy(&bytes, text + at, sizeof bytes);
            others |= others_of(bytes);
        }
        memcpy(&bytes, text + size - sizeof bytes, sizeof bytes);
        return !(others | others_of(bytes));
    }
    if (size >= sizeof *halves) {
        memcpy(&halves[0], text, sizeof *halves);
        memcpy(&halves[1], text + size - sizeof *halves, sizeof *halves);
        return !others_of((uint64_t)halves[1] << 32 | halves[0]);
    }
    for (; size; size--, text++)
        others |= (uint8_t)(*text - ' ') >= 0x7f - ' ' || *text == '"' || *text == '\\';
    return !others;
}

/* Begins a member: what separates it, and its key. The place for `size` more characters, whose end goes to
 * end_at, or NULL after a failure. */
static char *start(tlb_json *json, const char *key, bool scalar, size_t size)
{
    size_t key_size = key ? strlen(key) : 0;
    char *p =
        (char *)tlb_buffer_grow(json->out, json->depth + ESCAPED * key_size + sizeof ",\n\"\": " + size);
    if (!p)
        return NULL;
    if (json->depth)
        p = separate(json, p, scalar);
    if (key) {
        *p++ = '"';
        if (is_plain(key, key_size)) {
            memcpy(p, key, key_size);
            p += key_size;
        } else
            p = escape(p, key, key_size, !tlb_is_utf8(key, key_size));
        *p++ = '"';
        *p++ = ':';
        if (!json->compact)
            *p++ = ' ';
    }
    return p;
}

void tlb_json_open(tlb_json *json, const char *key, char bracket, bool row)
{
    if (json->depth + 1 == TLB_JSON_DEPTH && !json->out->status)
        json->out->status = TLB_LIMIT;
    char *p = start(json, key, false, 1);
    if (!p)
        return;
    *p = bracket;
    end_at(json, p + 1);
    json->depth++;
    json->more[json->depth] = false;
    json->bracket[json->depth] = bracket;
    if (row && !json->row)
        json->row = json->depth;
}

void tlb_json_close(tlb_json *json)
{
    char *p = (char *)tlb_buffer_grow(json->out, json->depth + sizeof "\n}\n");
    if (!p)
        return;
    if (json->more[json->depth] && !in_row(json))
        p = new_line(p, json->depth - 1);
    *p++ = json->bracket[json->depth] == '[' ? ']' : '}';
    if (json->row == json->depth)
        json->row = 0;
    json->depth--;
    json->line = false;
    if (!json->depth && !json->compact)
        *p++ = '\n';
    end_at(json, p);
}

void tlb_json_line(tlb_json *json)
{
    json->line = true;
}

static void word(tlb_json *json, const char *key, const char *text)
{
    char *p = start(json, key, true, strlen(text));
    if (p)
        end_at(json, put(p, text));
}

void tlb_json_null(tlb_json *json, const char *key)
{
    word(json, key, "null");
}

void tlb_json_bool(tlb_json *json, const char *key, bool value)
{
    word(json, key, value ? "true" : "false");
}

void tlb_json_unsigned(tlb_json *json, const char *key, uint64_t value)
{
    char *p = start(json, key, true, TLB_NUMBER_MAX);
    if (p)
        end_at(json, tlb_write_u64(p, value));
}

void tlb_json_integer(tlb_json *json, const char *key, int64_t value)
{
    char *p = start(json, key, true, TLB_NUMBER_MAX);
    if (p)
        end_at(json, tlb_write_i64(p, value));
}

/* A part of compact JSON, with the blanks of a row that is not. */
static char *put_part(const tlb_json *json, char *p, const char *text, size_t size)
{
    if (json->compact) {
        memcpy(p, text, size);
        return p + size;
    }
    for (size_t i = 0; i < size; i++) {
        *p++ = text[i];
        if (text[i] == ',' || text[i] == ':')
            *p++ = ' ';
    }
    return p;
}

void tlb_json_members(tlb_json *json, const char *text, const uint64_t *numbers, uint32_t count)
{
    size_t size = strlen(text);
    const char *end = text + size;
    char *p = start(json, NULL, false, 2 * size + (size_t)count * TLB_NUMBER_MAX);
    if (!p)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const char *hole = strchr(text, '#');
        p = tlb_write_u64(put_part(json, p, text, (size_t)(hole - text)), numbers[i]);
        text = hole + 1;
    }
    end_at(json, put_part(json, p, text, (size_t)(end - text)));
}

/* The infinities and NaNs of a type whose bits are digit_count hexadecimal digits; false for other values. */
static bool not_finite(tlb_json *json, const char *key, uint64_t bits, int digit_count, uint64_t infinity,
                       uint64_t usual_nan)
{
    uint64_t sign = UINT64_C(1) << (4 * digit_count - 1);
    if ((bits & ~sign) < infinity)
        return false;
    if ((bits & ~sign) == infinity)
        word(json, key, bits & sign ? "\"-inf\"" : "\"inf\"");
    else if (bits == usual_nan)
        word(json, key, "\"nan\"");
    else {
        char text[] = "\"nan:0000000000000000\"";
        char *p = text + sizeof "\"nan:" - 1;
        for (int i = digit_count; i-- > 0; bits >>= 4)
            p[i] = hex[bits & 15];
        memcpy(p + digit_count, "\"", sizeof "\"");
        word(json, key, text);
    }
    return true;
}

/* "-0" alone would be read back as an integer. */
static char *with_point(char *end, bool negative_zero)
{
    return negative_zero ? put(end, ".0") : end;
}

/* Whether the shortest decimal, rounded to a double and then to a float, may become another float. Only when
 * it is within 2^-53 of the middle between two floats, in proportion; of decimals with up to 12 digits after
 * the point none is, because 5^12 * 2^25 < 2^53, and in this range there are no others. */
static bool needs_care(float value)
{
    float size = fabsf(value);
    return size != 0 && !(size >= 1e-3f && size < 1e9f);
}

void tlb_json_single(tlb_json *json, const char *key, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (not_finite(json, key, bits, 8, 0x7f800000, 0x7fc00000))
        return;
    char *p = start(json, key, true, TLB_NUMBER_MAX);
    if (!p)
        return;
    char *end = tlb_write_f32(p, value);
    double read = (double)value;
    if (needs_care(value))
        tlb_read_f64(p, end, &read);
    if ((float)read != value)
        end = tlb_write_f64(p, (double)value);
    end_at(json, with_point(end, bits == 0x80000000));
}

void tlb_json_real(tlb_json *json, const char *key, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (not_finite(json, key, bits, 16, UINT64_C(0x7ff) << 52, UINT64_C(0x7ff8) << 48))
        return;
    char *p = start(json, key, true, TLB_NUMBER_MAX);
    if (p)
        end_at(json, with_point(tlb_write_f64(p, value), bits == UINT64_C(1) << 63));
}

static void plain_text(tlb_json *json, const char *key, const char *text, size_t size)
{
    char *p = start(json, key, true, size + 2);
    if (!p)
        return;
    p[0] = p[size + 1] = '"';
    memcpy(p + 1, text, size);
    end_at(json, p + size + 2);
}

void tlb_json_text(tlb_json *json, const char *key, const char *text, size_t size)
{
    if (size && size <= TEXT_PIECE && is_plain(text, size)) {
        plain_text(json, key, text, size);
        return;
    }
    bool latin1 = size && (memchr(text, 0, size) || !tlb_is_utf8(text, size));
    word(json, key, !latin1 ? "\"" : json->compact ? "{\"latin1\":\"" : "{\"latin1\": \"");
    while (size) {
        size_t piece = size < TEXT_PIECE ? size : TEXT_PIECE;
        while (!latin1 && piece < size && ((uint8_t)text[piece] & 0xc0) == 0x80)
            piece--; /* not within a character */
        char *p = (char *)tlb_buffer_grow(json->out, ESCAPED * piece);
        if (!p)
            return;
        end_at(json, escape(p, text, piece, latin1));
        text += piece;
        size -= piece;
    }
    tlb_buffer_text(json->out, latin1 ? "\"}" : "\"");
}

void tlb_json_base64(tlb_json *json, const char *key, const void *data, size_t size)
{
    const uint8_t *from = data;
    word(json, key, "\"");
    while (size) {
        size_t piece = size < BASE64_PIECE ? size : BASE64_PIECE;
        char *p = (char *)tlb_buffer_grow(json->out, tlb_base64_size(piece));
        if (!p)
            return;
        tlb_base64_encode(p, from, piece);
        from += piece;
        size -= piece;
    }
    tlb_buffer_byte(json->out, '"');
}
