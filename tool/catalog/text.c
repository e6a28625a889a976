/* Names as a catalog has them. */
#include "catalog/entry.h"

#include <string.h>

/* How many bytes the character takes that begins here; 0: it is not UTF-8. */
static size_t character(const uint8_t *at, size_t left)
{
    size_t size = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf5 ? 4 : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool is_long = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool is_none = (*at == 0xed && at[1] > 0x9f) || (*at == 0xf4 && at[1] > 0x8f); /* surrogates, too high */
    return is_long || is_none ? 0 : size;
}

static bool is_utf8(const uint8_t *data, size_t size)
{
    for (size_t at = 0, step; at < size; at += step)
        if (!(step = character(data + at, size - at)))
            return false;
    return true;
}

const char *catalog_text(tlb_arena *arena, const char *data, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)data;
    const char *end = size ? memchr(data, 0, size) : NULL; /* columns of text end there */
    size = end ? (size_t)(end - data) : size;
    if (is_utf8(bytes, size))
        return tlb_copy_text(arena, data, size).data;
    char *utf8 = tlb_alloc_array(arena, size + 1, 2), *to = utf8;
    for (size_t i = 0; utf8 && i < size; i++) {
        if (bytes[i] >= 0x80)
            *to++ = (char)(0xc0 | bytes[i] >> 6);
        *to++ = (char)(bytes[i] >= 0x80 ? 0x80 | (bytes[i] & 0x3f) : bytes[i]);
    }
    if (utf8)
        *to = 0;
    return utf8;
}

static const char *lower(tlb_arena *arena, const char *data, size_t size)
{
    char *copy = tlb_arena_printf(arena, "%.*s", (int)size, data);
    for (char *at = copy; at && *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    return copy;
}

const char *catalog_stem(tlb_arena *arena, const char *path)
{
    const char *base = tlb_path_base(path), *extension = tlb_path_extension(path);
    return lower(arena, base, *extension ? (size_t)(extension - base) - 1 : strlen(base));
}

const char *catalog_extension(tlb_arena *arena, const char *path)
{
    return catalog_lower(arena, tlb_path_extension(path));
}

const char *catalog_lower(tlb_arena *arena, const char *string)
{
    return lower(arena, string, strlen(string));
}
