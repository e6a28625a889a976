/* Missions as text: objects with fields, in other objects. Torque's .mis writes
 * `new Class(name) { field = "value"; };`, that of Tribes `instant Class "name" { field = "value"; };`.
 * Statements that are no object and no field are kept as code. docs/formats/mis.md says what fields mean.
 *
 * Axes of both engines: right-handed, X east, Y north, Z up, meters. */
#ifndef TRILOBITE_FORMATS_MISSION_H
#define TRILOBITE_FORMATS_MISSION_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the old text of a record is, so that saving keeps its spelling, blanks and comments. Leave it
 * with its record; 0 in a record of your own: it is spelled anew. */
typedef uint32_t tlb_mission_spelling;

typedef enum tlb_mission_kind {
    TLB_MISSION_STRING, /* "value" */
    TLB_MISSION_TAGGED, /* 'value' */
    TLB_MISSION_BARE,   /* a number, a word or an expression, as it is in the text */
    TLB_MISSION_CODE    /* another statement, all of it: the field has no name */
} tlb_mission_kind;

/* name = value; */
typedef struct tlb_mission_field {
    tlb_text type;    /* Torque 3D: TypeBool name = value; else empty */
    tlb_text name;    /* cloudHeightPer[0]; in any case */
    tlb_text value;   /* as in the text, with its escapes, without its quotation marks */
    uint32_t kind;    /* tlb_mission_kind */
    uint32_t objects; /* so many objects of the same body are before it */
    tlb_mission_spelling spelling;
} tlb_mission_field;

typedef struct tlb_mission_object {
    uint32_t depth; /* that of the object it is in, and 1; 0: in none */
    tlb_text className, name;
    TLB_ARRAY(tlb_mission_field) fields;
    uint8_t hasBody;                    /* { }: of no account if there are fields or objects in it */
    tlb_mission_spelling spelling, end; /* of its beginning, to "{" or ";", and of "};" */
} tlb_mission_object;

typedef struct tlb_mission {
    TLB_ARRAY(tlb_mission_object) objects;   /* each before those in it */
    TLB_ARRAY(tlb_mission_field) statements; /* outside of objects: code */
    tlb_text tail;                           /* what is after the last record: comments, empty lines */
    uint8_t crlf;                            /* how lines of new records end */
} tlb_mission;

/* The mission of a document, to read and change; NULL: it is of another format. Lists that are replaced have
 * to live as long as the document (tlb_document_arena). */
TLB_API tlb_mission *tlb_document_mis(tlb_document *document);
TLB_API tlb_mission *tlb_document_tmis(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Names of classes, in any case, with commas between them. */
typedef struct tlb_mission_read_options {
    tlb_format_options head;
    const char *only;    /* the objects of these, in the objects that they are in; NULL: all */
    const char *without; /* no objects of these, nor what is in them; NULL: all */
} tlb_mission_read_options;

#define TLB_MISSION_READ_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_mission_read_options)

#ifdef __cplusplus
}
#endif
#endif
