/* Texts of objects with fields (trilobite/formats/mission.h), whatever the engine: reading, writing, places,
 * JSON. */
#ifndef TLB_LAYOUT_MISSION_H
#define TLB_LAYOUT_MISSION_H

#include "layout/spelling.h"
#include "trilobite/formats/mission.h"

#define MISSION_COMMENT "//"

/* Objects in others. */
enum { MISSION_MOST_DEPTH = 64 };

/* What the engines write differently. */
typedef struct tlb_mission_grammar {
    const char *keyword;  /* that objects begin with; NULL: "Class {", without a name */
    const char *indent;   /* of each depth, in canonical spellings */
    bool has_parentheses; /* around the name; else it is between quotation marks or left out */
} tlb_mission_grammar;

/* A document's root. */
typedef struct tlb_mission_root {
    tlb_mission mission; /* first: the address of one is that of the other */
    tlb_spellings spellings;
    const tlb_mission_grammar *grammar;
} tlb_mission_root;

tlb_mission_root *tlb_mission_create(tlb_context *context, tlb_arena *arena,
                                     const tlb_mission_grammar *grammar);
tlb_status tlb_mission_read(tlb_context *context, tlb_arena *arena, tlb_bytes source, tlb_mission_root *root);
/* Whether the text's first record is an object of the grammar. */
bool tlb_mission_begins(tlb_bytes source, const tlb_mission_grammar *grammar);
tlb_status tlb_mission_write(tlb_context *context, const tlb_mission_root *root, tlb_buffer *out);
/* The document as JSON, or as its text for visitors of places. */
void tlb_mission_walk(tlb_walk *w, tlb_mission_root *root);

/* Shows the visitor the text. */
void tlb_mission_trace(tlb_walk *w, const tlb_mission_root *root);

/* The last field of the name (in any case) that is no code; NULL: there is none. */
const tlb_mission_field *tlb_mission_find(const tlb_mission_object *object, const char *name);
/* Whether a value is a string, a number or a word, so that no script has to run to know it. */
bool tlb_mission_is_plain(const tlb_mission_field *field);

/* --- records (mission_records.c) --------------------------------------------------------------------- */

/* What `user` of the words and of the speller is. */
typedef struct tlb_mission_style {
    const tlb_mission_grammar *grammar;
    uint32_t depth; /* of the record that is spelled */
} tlb_mission_style;

extern const tlb_record_kind tlb_mission_open_kind;  /* tlb_mission_object */
extern const tlb_record_kind tlb_mission_end_kind;   /* no values */
extern const tlb_record_kind tlb_mission_field_kind; /* tlb_mission_field */

typedef enum tlb_mission_next { MISSION_END, MISSION_OBJECT, MISSION_FIELD, MISSION_CLOSE } tlb_mission_next;
/* What comes next, without going there; in an object, or outside of all. */
tlb_mission_next tlb_mission_look(tlb_words *t, bool in_object);

void tlb_mission_speller_init(tlb_speller *s, tlb_context *context, const tlb_mission_root *root,
                              tlb_mission_style *style);

/* --- what the text is made of (mission_scan.c): from p to end ----------------------------------------- */

/* Over blanks, lines and comments. */
const char *tlb_mission_skip(const char *p, const char *end);
/* Over a word; p: there is none. */
const char *tlb_mission_skip_word(const char *p, const char *end);
/* Over the name of a field, with the type before it (its end goes to *type; p: there is none) and indices
 * after it; NULL: no "=" follows. */
const char *tlb_mission_skip_name(const char *p, const char *end, const char **name);
/* Over a string; NULL: it has no end in its line. */
const char *tlb_mission_skip_string(const char *p, const char *end);
/* To the ";", or the bracket that was not opened, after an expression; *last is where its last word ended.
 * NULL: a string or bracket has no end. */
const char *tlb_mission_skip_value(const char *p, const char *end, const char **last);
/* Over a statement that ends with ";" or "}", before a "}" that it did not open, or with the text. */
const char *tlb_mission_skip_code(const char *p, const char *end);

#endif
