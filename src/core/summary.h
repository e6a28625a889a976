/* What info says of every format, filled by each format's describe. */
#ifndef TLB_CORE_SUMMARY_H
#define TLB_CORE_SUMMARY_H

#include "base/index.h"
#include "scene/geometry/box.h"
#include "trilobite/value.h"

/* Names, each once, in the order in which they are met. */
typedef struct tlb_unique_names {
    tlb_value *names; /* a LIST */
    tlb_index known;
} tlb_unique_names;

/* Begun with nothing: what a format does not set is what its files do not have. */
typedef struct tlb_summary {
    const char *version; /* as the option of the format spells it; NULL: the file has none */
    uint64_t vertices, triangles;
    tlb_box bounds; /* empty: nothing is drawn */
    tlb_unique_names materials, textures, files;
    tlb_value *animations;
    tlb_arena *arena; /* the document's */
    tlb_arena work;   /* released at the end */
} tlb_summary;

void tlb_summary_begin(tlb_summary *summary, tlb_arena *arena);
/* Adds it to the table, and `own`, the format's own fields, under the format's name. */
void tlb_summary_end(tlb_summary *summary, tlb_value *table, const char *format, tlb_value *own);

/* Empty names count for nothing. */
void tlb_summary_add_name(tlb_summary *summary, tlb_unique_names *list, const char *name, size_t size);
void tlb_summary_add_animation(tlb_summary *summary, tlb_text name, float seconds);
void tlb_summary_set_version(tlb_summary *summary, int64_t version);

#endif
