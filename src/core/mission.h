/* Missions as documents: what their formats have in common. */
#ifndef TLB_CORE_MISSION_H
#define TLB_CORE_MISSION_H

#include "core/checker.h"
#include "core/format.h"
#include "layout/mission.h"

/* The callbacks of a format of this grammar. */
tlb_status tlb_mission_open(tlb_document *document, const tlb_mission_grammar *grammar);
void tlb_mission_visit(tlb_walk *w, void **root, const tlb_mission_grammar *grammar);
tlb_status tlb_mission_save(tlb_context *context, void **root, tlb_buffer *out);
tlb_status tlb_mission_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);

/* A field that names a file. */
typedef struct tlb_mission_file {
    const char *className; /* NULL: of every class */
    const char *field;
    const char *kind;              /* "interior" */
    const char *const *extensions; /* that may be missing; NULL at the end */
} tlb_mission_file;

/* A field of numbers with blanks between them. */
typedef struct tlb_mission_numbers {
    const char *field;
    uint32_t count;
} tlb_mission_numbers;

/* What an engine knows. Each list ends with NULL. */
typedef struct tlb_mission_rules {
    const char *const *classes;
    const tlb_mission_numbers *numbers;
    const tlb_mission_file *files;
} tlb_mission_rules;

tlb_status tlb_mission_check(tlb_document *document, const tlb_mission_rules *rules);

#endif
