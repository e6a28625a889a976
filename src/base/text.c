#include "base/text.h"

#include <string.h>

static bool is_ascii_8(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return !(bytes & UINT64_C(0x8080808080808080));
}

/* The length of the sequence at p, 0 when it is not one. */
static size_t sequence(const uint8_t *p, size_t left)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80)
        return 1;
    size_t size = p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (!size || size > left)
        return 0;
    uint32_t code = p[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    return code < least[size] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff ? 0 : size;
}

bool tlb_is_utf8(const char *data, size_t size)
{
    for (size_t i = 0; i < size;) {
        bool ascii_8 = size - i >= 8 && is_ascii_8(data + i);
        size_t step = ascii_8 ? 8 : sequence((const uint8_t *)data + i, size - i);
        if (!step)
            return false;
        i += step;
    }
    return true;
}

bool tlb_same_nocase(const char *a, const char *b)
{
    for (; *a && tlb_lower(*a) == tlb_lower(*b); a++)
        b++;
    return !*a && !*b;
}

/* FNV-1a */
uint32_t tlb_hash_nocase(const char *data, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)tlb_lower(data[i])) * 16777619u;
    return hash;
}

const char *tlb_path_base(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            base = path + 1;
    return base;
}

const char *tlb_path_extension(const char *path)
{
    const char *base = tlb_path_base(path);
    const char *dot = strrchr(base, '.');
    return dot ? dot + 1 : base + strlen(base);
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t tlb_path_stem(const char *path)
{
    const char *base = tlb_path_base(path), *extension = tlb_path_extension(base);
    return *extension ? (size_t)(extension - base) - 1 : strlen(base);
}

char *tlb_base64_encode(char *out, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (; size >= 3; size -= 3, p += 3, out += 4) {
        uint32_t bits = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        out[0] = digits[bits >> 18];
        out[1] = digits[bits >> 12 & 63];
        out[2] = digits[bits >> 6 & 63];
        out[3] = digits[bits & 63];
    }
    if (!size)
        return out;
    uint32_t bits = (uint32_t)p[0] << 16 | (size == 2 ? (uint32_t)p[1] << 8 : 0);
    out[0] = digits[bits >> 18];
    out[1] = digits[bits >> 12 & 63];
    out[2] = size == 2 ? digits[bits >> 6 & 63] : '=';
    out[3] = '=';
    return out + 4;
}

/* What a digit stands for, above 63 for other characters. */
static uint32_t digit_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a' + 26);
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0' + 52);
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

bool tlb_base64_decode(const char *text, size_t size, uint8_t *out, size_t *out_size)
{
    if (size % 4)
        return false;
    const uint8_t *start = out;
    for (const char *p = text, *end = text + size; p < end; p += 4) {
        size_t digit_count = p + 4 < end || p[3] != '=' ? 4 : p[2] != '=' ? 3 : 2;
        uint32_t bits = 0;
        for (size_t i = 0; i < 4; i++) {
            uint32_t value = i < digit_count ? digit_value(p[i]) : 0;
            if (value > 63)
                return false;
            bits = bits << 6 | value;
        }
        if (bits & 0xffffffu >> (digit_count - 1) * 8)
            return false;
        for (size_t i = 0; i + 1 < digit_count; i++)
            *out++ = (uint8_t)(bits >> (16 - 8 * i));
    }
    *out_size = (size_t)(out - start);
    return true;
}
