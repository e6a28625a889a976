/* Values within JSON that is being written. */
#ifndef TLB_BASE_VALUE_H
#define TLB_BASE_VALUE_H

#include "base/json.h"
#include "trilobite/value.h"

/* In a TABLE. */
void tlb_value_add_null(tlb_arena *arena, tlb_value *parent, const char *key);
/* A root that was built apart becomes the last member; NULL of either: nothing. */
void tlb_value_append(tlb_value *parent, const char *key, tlb_value *value);

/* A copy with all that is in it; NULL, or an arena that failed, without memory. */
tlb_value *tlb_value_copy(tlb_arena *arena, const tlb_value *value);

static inline bool tlb_value_is(const tlb_value *value, tlb_value_kind kind)
{
    return value && value->kind == kind;
}

/* The members of a LIST; 0 of all else, NULL too. */
size_t tlb_value_list_size(const tlb_value *value);

void tlb_value_write(tlb_json *json, const char *key, const tlb_value *value);

#endif
