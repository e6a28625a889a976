/* Values: trees like JSON's. The results of info and query, and the extras of a scene. */
#ifndef TRILOBITE_VALUE_H
#define TRILOBITE_VALUE_H

#include "trilobite/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a value; its fields are read directly. */
typedef enum tlb_value_kind {
    TLB_VALUE_NULL,
    TLB_VALUE_BOOL,
    TLB_VALUE_INTEGER,
    TLB_VALUE_REAL,
    TLB_VALUE_TEXT,
    TLB_VALUE_LIST,
    TLB_VALUE_TABLE
} tlb_value_kind;

typedef struct tlb_value tlb_value;
struct tlb_value {
    tlb_value_kind kind;
    bool single;     /* a REAL that was a 32-bit float: written with its shortest spelling */
    const char *key; /* the name in a TABLE, else NULL */
    tlb_value *next; /* the next member of the parent */
    union {
        bool boolean;
        int64_t integer;
        double real;
        tlb_text text;
        struct {
            tlb_value *first, *last;
        } members; /* LIST and TABLE */
    } as;
};

/* The member of a TABLE with this key, or NULL; NULL in, NULL out. */
TLB_API const tlb_value *tlb_value_get(const tlb_value *table, const char *key);

/* Building one: a root, then members of a LIST (key NULL) or a TABLE. Keys are not copied, text is. When
 * memory is refused they return NULL, and they accept NULL as a parent, so that only the end has to be
 * checked: tlb_arena_failed is true of an arena whose tree is incomplete. */
TLB_API tlb_value *tlb_value_table(tlb_arena *arena);
TLB_API tlb_value *tlb_value_list(tlb_arena *arena);
TLB_API tlb_value *tlb_value_add_table(tlb_arena *arena, tlb_value *parent, const char *key);
TLB_API tlb_value *tlb_value_add_list(tlb_arena *arena, tlb_value *parent, const char *key);
TLB_API void tlb_value_add_bool(tlb_arena *arena, tlb_value *parent, const char *key, bool value);
TLB_API void tlb_value_add_integer(tlb_arena *arena, tlb_value *parent, const char *key, int64_t value);
TLB_API void tlb_value_add_real(tlb_arena *arena, tlb_value *parent, const char *key, double value);
TLB_API void tlb_value_add_single(tlb_arena *arena, tlb_value *parent, const char *key, float value);
TLB_API void tlb_value_add_singles(tlb_arena *arena, tlb_value *parent, const char *key, const float *values,
                                   size_t count);
TLB_API void tlb_value_add_text(tlb_arena *arena, tlb_value *parent, const char *key, const char *text);
TLB_API void tlb_value_add_bytes_text(tlb_arena *arena, tlb_value *parent, const char *key, tlb_text text);

/* The value as JSON; `compact`: on one line, without blanks. NaN, the infinities and text that is not UTF-8
 * are written as by tlb_dump. TLB_NO_MEMORY, TLB_LIMIT (nested too deep), TLB_WRITE_FAILED: the sink
 * stopped. */
TLB_API tlb_status tlb_value_json(tlb_context *context, const tlb_value *value, bool compact, tlb_sink sink);

#ifdef __cplusplus
}
#endif
#endif
