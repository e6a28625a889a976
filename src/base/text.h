/* Text helpers that depend on no locale: letters are those of ASCII, other bytes are left alone. */
#ifndef TLB_BASE_TEXT_H
#define TLB_BASE_TEXT_H

#include "trilobite/file.h"

#include <string.h>

/* Strict: no overlong forms, no surrogates, nothing above U+10FFFF. */
bool tlb_is_utf8(const char *data, size_t size);

/* The length of the character at the start of `left` (at least 1) bytes; 0 when it is no UTF-8. */
size_t tlb_utf8_read(const char *text, size_t left, uint32_t *character);
/* Characters that a terminal takes for orders or does not show, and those that make a line look like
 * another. */
bool tlb_is_unprintable(uint32_t character);
static inline char tlb_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static inline char tlb_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c & ~0x20) : c;
}

static inline bool tlb_same_bytes(const void *a, const void *b, size_t size)
{
    return !size || memcmp(a, b, size) == 0;
}
static inline bool tlb_same_text(tlb_text a, tlb_text b)
{
    return a.size == b.size && tlb_same_bytes(a.data, b.data, a.size);
}
/* Case-insensitive. */
bool tlb_same_nocase(const char *a, const char *b);
/* Where hashes begin in a table at this address, which whoever makes a file cannot know: names that have the
 * same hash there, and would be compared with each other, cannot be chosen. */
uint32_t tlb_hash_seed(const void *table);
uint32_t tlb_hash_nocase(uint32_t seed, const char *data, size_t size);

/* What a message says of one and of any other number. */
static inline const char *tlb_plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* Names for a message: "a, b, c", and "..." for those that do not fit. Zeroed at first. */
typedef struct tlb_name_list {
    char text[512];
    size_t size;
    bool is_cut;
} tlb_name_list;
void tlb_name_list_add(tlb_name_list *list, const char *name);

size_t tlb_path_stem(const char *path); /* the length of the base name before its last dot */

/* Whether a path that something else made up is one for a file below a folder, on every system: between / or
 * \ stand UTF-8 names without control characters, drives, wildcards, devices, "." or "..", at most 200 bytes
 * long. */
bool tlb_is_portable_path(const char *path);

/* "640x480"; neither is 0. */
bool tlb_read_size(const char *text, uint32_t *width, uint32_t *height);

/* Padded base64 of RFC 4648. */
static inline size_t tlb_base64_size(size_t size)
{
    return (size / 3 + (size % 3 != 0)) * 4;
}
/* Writes tlb_base64_size(size) characters and returns the end; no NUL. */
char *tlb_base64_encode(char *out, const void *data, size_t size);
/* Writes at most size / 4 * 3 bytes and sets how many. False, when the text is not what encode writes. */
bool tlb_base64_decode(const char *text, size_t size, uint8_t *out, size_t *out_size);

#endif
