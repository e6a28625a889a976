/* What build takes values from JSON with. */
#ifndef TLB_LAYOUT_BUILD_H
#define TLB_LAYOUT_BUILD_H

#include "layout/walk.h"

#include <jansson.h>

/* Reports a value that is not what it should be. */
void tlb_build_wrong(tlb_walk *w, const char *name, const char *wanted, const json_t *found);

/* Sets the i-th of `values`, which are held as `type` and on disk as `disk`. False: reported. */
bool tlb_build_scalar(tlb_walk *w, const char *name, const json_t *json, tlb_type type, tlb_type disk,
                      void *values, size_t i);

/* Whether a string of an assignment is a number. */
bool tlb_build_is_number(const json_t *json);

/* A value of any shape, NULL without memory. `edits`: words mean what they say, as in tlb_build_is_number. */
tlb_value *tlb_build_value(tlb_arena *arena, const json_t *json, bool edits);
/* An edit of a table changes the members that it names; null removes them. */
void tlb_build_merge(tlb_arena *arena, tlb_value *table, const json_t *json);

/* --- names instead of numbers ------------------------------------------------------------------------- */

/* Values that were given as the name of what they refer to, and what is looked up there. */
typedef struct tlb_references {
    tlb_arena *arena;
    struct reference *first, **last;
    struct lookup *lookups;
} tlb_references;

/* Whether `json` is the name of what w->names says; the value is then set by tlb_build_resolve. */
bool tlb_build_reference(tlb_walk *w, tlb_references *references, const char *name, const json_t *json,
                         tlb_type type, tlb_type disk, void *values, size_t i);
/* At the end of the walk. Names that are unknown or ambiguous are reported. */
void tlb_build_resolve(tlb_walk *w, tlb_references *references);

#endif
