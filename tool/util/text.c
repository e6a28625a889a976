#include "util/text.h"

#include "trilobite/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

static bool reserve(text *t, size_t size)
{
    enum { FIRST = 256 };
    size_t capacity = t->capacity ? t->capacity : FIRST;
    while (capacity - t->size < size && capacity <= SIZE_MAX / 2)
        capacity *= 2;
    if (t->failed || capacity - t->size < size)
        t->failed = true;
    else if (capacity > t->capacity) {
        char *data = realloc(t->data, capacity);
        t->failed = !data;
        t->data = data ? data : t->data;
        t->capacity = data ? capacity : t->capacity;
    }
    return !t->failed;
}

void text_bytes(text *t, const void *data, size_t size)
{
    if (!size || !reserve(t, size))
        return;
    memcpy(t->data + t->size, data, size);
    t->size += size;
}

void text_add(text *t, const char *string)
{
    text_bytes(t, string, strlen(string));
}

void text_byte(text *t, char c)
{
    text_bytes(t, &c, 1);
}

void text_print(text *t, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_bytes(t, line, size < 0 ? 0 : (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

void text_printable(text *t, const char *data, size_t size)
{
    if (size && size <= SIZE_MAX / TLB_PRINTABLE && reserve(t, TLB_PRINTABLE * size))
        t->size = (size_t)(tlb_printable(data, size, t->data + t->size) - t->data);
}

void text_base64(text *t, const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)data[i] << 16 | (uint32_t)(left > 1 ? data[i + 1] : 0) << 8 |
                        (left > 2 ? data[i + 2] : 0);
        char four[4];
        for (size_t k = 0; k < 4; k++)
            four[k] = k <= left ? digits[bits >> (18 - 6 * k) & 63] : '=';
        text_bytes(t, four, sizeof four);
    }
}

static bool add_json(void *user, const void *data, size_t size)
{
    text_bytes(user, data, size);
    return true;
}

void text_json(text *t, tlb_context *context, const tlb_value *value, bool compact)
{
    if (!value || tlb_value_json(context, value, compact, (tlb_sink){add_json, t}))
        t->failed = true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

bool same_start(const char *a, const char *b, size_t size)
{
    size_t same = 0;
    while (same < size && a[same] && lower(a[same]) == lower(b[same]))
        same++;
    return same == size || (!a[same] && !b[same]);
}

const char *plural(unsigned long long count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

bool same_nocase(const char *a, const char *b)
{
    return same_start(a, b, SIZE_MAX);
}

const char *path_stem(const char *path, size_t *size)
{
    const char *base = tlb_path_base(path), *extension = tlb_path_extension(base);
    *size = *extension ? (size_t)(extension - base) - 1 : strlen(base);
    return base;
}

bool read_whole(const char *word, unsigned long long most, unsigned long long *number)
{
    char *end;
    errno = 0;
    *number = strtoull(word, &end, 10);
    return *word >= '0' && *word <= '9' && !*end && !errno && *number <= most;
}
