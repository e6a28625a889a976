/* Text that grows, and small helpers for it. */
#ifndef TOOL_UTIL_TEXT_H
#define TOOL_UTIL_TEXT_H

#include "trilobite/value.h"

/* Zero-initialise. Once memory was refused it has failed, and what is added is ignored. */
typedef struct text {
    char *data;
    size_t size, capacity;
    bool failed;
} text;

void text_free(text *t);
void text_add(text *t, const char *string);
void text_bytes(text *t, const void *data, size_t size);
void text_byte(text *t, char c);
void text_print(text *t, const char *format, ...) TLB_PRINTF(2, 3);
/* What may come from a file: what a terminal would take for orders is escaped. */
void text_printable(text *t, const char *data, size_t size);
void text_base64(text *t, const uint8_t *data, size_t size);
/* Adds JSON, as tlb_value_json writes it. */
void text_json(text *t, tlb_context *context, const tlb_value *value, bool compact);

/* Whatever the case; letters are those of ASCII. */
/* The noun that agrees with a count. */
const char *plural(unsigned long long count, const char *one, const char *many);
bool same_nocase(const char *a, const char *b);
bool same_start(const char *a, const char *b,
                size_t size); /* the first bytes, no further than the strings go */
/* A path's last name; `size` is the length of it without its extension. */
const char *path_stem(const char *path, size_t *size);
/* A whole number and nothing else, at most `most`. */
bool read_whole(const char *word, unsigned long long most, unsigned long long *number);

#endif
