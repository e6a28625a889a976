/* Writes JSON as it goes: no tree, no locale, shortest numbers. Keys are NULL inside lists.
 *
 * Members of tables, and tables and lists within lists, are on a line each; the scalars of a list follow
 * each other on one line. The end of the outermost table or list ends the line too, unless all is compact.
 *
 * What JSON cannot say has a spelling of its own: NaN and the infinities are the strings "nan", "inf" and
 * "-inf" (a NaN that is not the usual one "nan:7f800001", its bits); text that is not UTF-8 or holds a NUL is
 * {"latin1": "…"}, each byte one character. */
#ifndef TLB_BASE_JSON_H
#define TLB_BASE_JSON_H

#include "base/buffer.h"

enum { TLB_JSON_DEPTH = 128 };

typedef struct tlb_json {
    tlb_buffer *out;
    bool compact;        /* everything on one line, without blanks */
    bool line;           /* the next scalar of the list starts a line */
    uint32_t depth, row; /* row: the depth from which all is on one line, 0: none */
    bool more[TLB_JSON_DEPTH];
    char bracket[TLB_JSON_DEPTH];
} tlb_json;

/* A table '{' or a list '['. In a row, it and all in it are on one line. Nested deeper than TLB_JSON_DEPTH
 * the buffer's status becomes TLB_LIMIT. */
void tlb_json_open(tlb_json *json, const char *key, char bracket, bool row);
void tlb_json_close(tlb_json *json);
void tlb_json_null(tlb_json *json, const char *key);
void tlb_json_bool(tlb_json *json, const char *key, bool value);
void tlb_json_unsigned(tlb_json *json, const char *key, uint64_t value);
void tlb_json_integer(tlb_json *json, const char *key, int64_t value);
/* Read back as a double and rounded to a float, single gives the same bits. */
void tlb_json_single(tlb_json *json, const char *key, float value);
void tlb_json_real(tlb_json *json, const char *key, double value);
void tlb_json_text(tlb_json *json, const char *key, const char *text, size_t size);
void tlb_json_base64(tlb_json *json, const char *key, const void *data, size_t size);
/* Members of a table in a row: as `text` in compact JSON, but for `count` numbers, each in place of a #. No
 * key or text in it has a comma or a colon. */
void tlb_json_members(tlb_json *json, const char *text, const uint64_t *numbers, uint32_t count);
/* Within a list of scalars: the next one starts a new line. */
void tlb_json_line(tlb_json *json);

#endif
