#include "base/text.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static bool is_ascii_8(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return !(bytes & UINT64_C(0x8080808080808080));
}

size_t tlb_utf8_read(const char *text, size_t left, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *p = (const uint8_t *)text;
    *character = p[0];
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
    *character = code;
    return code < least[size] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff ? 0 : size;
}

bool tlb_is_utf8(const char *data, size_t size)
{
    for (size_t i = 0; i < size;) {
        bool ascii_8 = size - i >= 8 && is_ascii_8(data + i);
        uint32_t character;
        size_t step = ascii_8 ? 8 : tlb_utf8_read(data + i, size - i, &character);
        if (!step)
            return false;
        i += step;
    }
    return true;
}

bool tlb_is_unprintable(uint32_t c)
{
    /* C0; DEL and C1; separators of lines and paragraphs; annotations; all others are Unicode's
     * Default_Ignorable_Code_Point, in which marks of direction are, too. */
    static const uint32_t ranges[][2] = {
        {0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    size_t i = 0;
    while (i < sizeof ranges / sizeof *ranges && c > ranges[i][1])
        i++;
    return i < sizeof ranges / sizeof *ranges && c >= ranges[i][0];
}

static char *hex_escape(char *out, char letter, uint32_t value, int digit_count)
{
    *out++ = '\\';
    *out++ = letter;
    for (int i = digit_count; i-- > 0;)
        *out++ = "0123456789abcdef"[value >> 4 * i & 15];
    return out;
}

char *tlb_printable(const char *text, size_t size, char *out)
{
    if (!text || !out)
        return out;
    uint32_t c;
    for (size_t i = 0, step; i < size; i += step) {
        step = tlb_utf8_read(text + i, size - i, &c);
        bool is_byte = !step || c < 0x80, is_shown = step && !tlb_is_unprintable(c);
        step = step ? step : 1;
        if (!is_shown) {
            out = is_byte      ? hex_escape(out, 'x', (uint8_t)text[i], 2)
                  : c > 0xffff ? hex_escape(out, 'U', c, 8)
                               : hex_escape(out, 'u', c, 4);
            continue;
        }
        memcpy(out, text + i, step);
        out += step;
    }
    return out;
}

bool tlb_same_nocase(const char *a, const char *b)
{
    for (; *a && tlb_lower(*a) == tlb_lower(*b); a++)
        b++;
    return !*a && !*b;
}

void tlb_name_list_add(tlb_name_list *list, const char *name)
{
    static const char rest[] = ", ...";
    size_t length = strlen(name), before = list->size ? 2 : 0;
    if (list->is_cut)
        return;
    list->is_cut = list->size + before + length + sizeof rest > sizeof list->text;
    if (list->is_cut)
        name = list->size ? "..." : "the names are too long to list";
    list->size += (size_t)snprintf(list->text + list->size, sizeof list->text - list->size, "%s%s",
                                   before ? ", " : "", name);
}

uint32_t tlb_hash_seed(const void *table)
{
    enum { PAGE_BITS = 12 }; /* within a page addresses are the same every time */
    return 0x811c9dc5u ^ (uint32_t)((uintptr_t)table >> PAGE_BITS);
}

/* FNV-1a */
uint32_t tlb_hash_nocase(uint32_t seed, const char *data, size_t size)
{
    uint32_t hash = seed;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)tlb_lower(data[i])) * 16777619u;
    return hash;
}

const char *tlb_path_base(const char *path)
{
    if (!path)
        return NULL;
    const char *base = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            base = path + 1;
    return base;
}

const char *tlb_path_extension(const char *path)
{
    if (!path)
        return NULL;
    const char *base = tlb_path_base(path);
    const char *dot = strrchr(base, '.');
    return dot ? dot + 1 : base + strlen(base);
}

size_t tlb_path_stem(const char *path)
{
    const char *base = tlb_path_base(path), *extension = tlb_path_extension(base);
    return *extension ? (size_t)(extension - base) - 1 : strlen(base);
}

/* --- names from elsewhere ----------------------------------------------------------------------------- */

/* CON, COM1, also with an extension or blanks after it. */
static bool is_device(const char *name, size_t size)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt"};
    static const char *const numbers[] = {"0", "1", "2", "3",      "4",      "5",     "6",
                                          "7", "8", "9", "\u00b9", "\u00b2", "\u00b3"};
    enum { DEVICES = sizeof devices / sizeof *devices, NUMBERED = DEVICES - 2, LONGEST = 8 };
    char stem[LONGEST] = "";
    size_t length = 0;
    while (length < size && name[length] != '.')
        length++;
    while (length && name[length - 1] == ' ')
        length--;
    if (length >= LONGEST)
        return false;
    for (size_t i = 0; i < length; i++)
        stem[i] = tlb_lower(name[i]);
    for (int i = 0; i < NUMBERED; i++)
        if (strcmp(stem, devices[i]) == 0)
            return true;
    for (int i = NUMBERED; i < DEVICES; i++)
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            if (strncmp(stem, devices[i], 3) == 0 && strcmp(stem + 3, numbers[n]) == 0)
                return true;
    return false;
}

static bool is_portable_name(const char *name, size_t size)
{
    enum { LONGEST = 200 };
    if (!size || size > LONGEST || name[size - 1] == '.' || name[size - 1] == ' ' || is_device(name, size))
        return false;
    for (size_t i = 0; i < size; i++)
        if ((uint8_t)name[i] < ' ' || name[i] == 0x7f || strchr("<>:\"|?*", name[i]))
            return false;
    return true;
}

bool tlb_is_portable_path(const char *path)
{
    enum { LONGEST = 1000 };
    const char *end = memchr(path, 0, LONGEST + 1);
    if (!end || !tlb_is_utf8(path, (size_t)(end - path)))
        return false;
    for (const char *name = path;; name++) {
        size_t size = strcspn(name, "/\\");
        if (!is_portable_name(name, size))
            return false;
        name += size;
        if (!*name)
            return true;
    }
}

/* --- base64 ------------------------------------------------------------------------------------------- */

bool tlb_read_size(const char *text, uint32_t *width, uint32_t *height)
{
    uint64_t numbers[2];
    const char *end = text + strlen(text), *p = tlb_read_u64(text, end, &numbers[0]);
    p = p && p < end && tlb_lower(*p) == 'x' ? tlb_read_u64(p + 1, end, &numbers[1]) : NULL;
    if (p != end || !numbers[0] || !numbers[1] || numbers[0] > UINT32_MAX || numbers[1] > UINT32_MAX)
        return false;
    *width = (uint32_t)numbers[0];
    *height = (uint32_t)numbers[1];
    return true;
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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

/* The value of a digit, above 63 for other characters. */
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
