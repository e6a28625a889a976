/* Making tlb_value trees in an arena. Every function takes a NULL parent and gives NULL for want of memory:
 * a tree that could not be finished is simply shorter, and the arena's account says so. */
#ifndef TLB_BASE_VALUE_H
#define TLB_BASE_VALUE_H

#include "base/arena.h"
#include "base/json.h"

tlb_value *tlb_value_table(tlb_arena *arena); /* a root */

/* Adds to a LIST (key NULL) or a TABLE. The key is not copied; text is. */
tlb_value *tlb_add_table(tlb_arena *arena, tlb_value *parent, const char *key);
tlb_value *tlb_add_list(tlb_arena *arena, tlb_value *parent, const char *key);
void tlb_add_bool(tlb_arena *arena, tlb_value *parent, const char *key, bool value);
void tlb_add_integer(tlb_arena *arena, tlb_value *parent, const char *key, int64_t value);
void tlb_add_real(tlb_arena *arena, tlb_value *parent, const char *key, double value);
void tlb_add_single(tlb_arena *arena, tlb_value *parent, const char *key, float value);
void tlb_add_singles(tlb_arena *arena, tlb_value *parent, const char *key, const float *values, size_t count);
void tlb_add_text(tlb_arena *arena, tlb_value *parent, const char *key, const char *text);
void tlb_add_bytes_text(tlb_arena *arena, tlb_value *parent, const char *key, tlb_text text);

void tlb_value_write(tlb_json *json, const char *key, const tlb_value *value);

#endif
