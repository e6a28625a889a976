/* What build takes values from JSON with. */
#ifndef TLB_LAYOUT_BUILD_H
#define TLB_LAYOUT_BUILD_H

#include "base/value.h"
#include "layout/walk.h"

/* Reports a value that is not what it should be. */
void tlb_build_wrong(tlb_walk *w, const char *name, const char *wanted, const tlb_value *found);

/* Sets the i-th of `values`, which are held as `type` and on disk as `disk`. False: reported. */
bool tlb_build_scalar(tlb_walk *w, const char *name, const tlb_value *json, tlb_type type, tlb_type disk,
                      void *values, size_t i);

/* Whether a string of an assignment is a number. */
bool tlb_build_is_number(const tlb_value *json);

/* A value of any shape, NULL without memory. In an edit words mean what they say, as in tlb_build_is_number.
 */
tlb_value *tlb_build_value(tlb_walk *w, const tlb_value *json);
/* An edit of a table changes the members that it names; null removes them. */
void tlb_build_merge(tlb_walk *w, tlb_value *table, const tlb_value *json);

/* --- lists -------------------------------------------------------------------------------------------- */

/* Whether the JSON is that of a list; its new length. An edited list gets new elements from an array, which
 * replaces it, or from the "+" of an object of indices. False: reported, unless it is NULL. */
bool tlb_build_length(tlb_walk *w, const char *name, const tlb_value *json, uint32_t *count, bool *replaces);
/* Reports what is no index below `count` among the keys of an object of indices. The count of elements that
 * it adds. */
uint32_t tlb_build_indices(tlb_walk *w, const char *name, const tlb_value *json, uint32_t count);
/* The elements of an array or of an object of indices, in their order; NULL where it has none. Those of a "+"
 * follow the `held` ones. NULL without memory, which ends the walk. */
const tlb_value **tlb_build_elements(tlb_walk *w, tlb_arena *arena, const tlb_value *json, uint32_t held,
                                     uint32_t count);

/* --- names instead of numbers ------------------------------------------------------------------------- */

/* Values that were given as the name of what they refer to, and what is looked up there. */
typedef struct tlb_references {
    tlb_arena *arena;
    struct reference *first, **last;
    struct lookup *lookups;
} tlb_references;

/* Whether `json` is the name of what w->names says; the value is then set by tlb_build_resolve. */
bool tlb_build_reference(tlb_walk *w, tlb_references *references, const char *name, const tlb_value *json,
                         tlb_type type, tlb_type disk, void *values, size_t i);
/* At the end of the walk. Names that are unknown or ambiguous are reported. */
void tlb_build_resolve(tlb_walk *w, tlb_references *references);

#endif
