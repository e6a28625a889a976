/* What the files of the OBJ format share. The public part is trilobite/formats/obj.h. */
#ifndef TLB_FORMATS_INTERCHANGE_OBJ_OBJ_H
#define TLB_FORMATS_INTERCHANGE_OBJ_OBJ_H

#include "base/text.h"
#include "core/format.h"
#include "layout/growth.h"
#include "layout/spelling.h"
#include "trilobite/formats/obj.h"

#include <stddef.h>
#include <string.h>

extern const tlb_format tlb_format_obj;

/* A document's root. */
typedef struct obj_root {
    tlb_obj obj; /* first: the address of one is that of the other */
    tlb_spellings spellings;
} obj_root;

/* read.c */
tlb_status tlb_obj_read(tlb_document *document);
void tlb_obj_trace(tlb_walk *w, const obj_root *root);
/* Whether a text can be an OBJ, by its first statements: as tlb_format.probe. */
int tlb_obj_probe(tlb_bytes source);
/* layout.c: the document as JSON. */
void tlb_obj_walk(tlb_walk *w, obj_root *root);
/* write.c */
tlb_status tlb_obj_write_text(tlb_context *context, const obj_root *root, tlb_buffer *out);

tlb_status tlb_obj_check(tlb_document *document);
tlb_status tlb_obj_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_obj_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

/* The next file that a mtllib names, from `at` on, which it moves. Names may have blanks in them: each but
 * the last ends with ".mtl". */
bool tlb_obj_next_file(tlb_text files, uint32_t *at, tlb_text *name);

/* --- lines: a statement each, apart from the document's lists ---------------------------------------- */

#define OBJ_COMMENT "#"

/* A statement and its arguments. */
typedef struct obj_line {
    union {
        float vector[TLB_OBJ_NUMBERS];
        tlb_obj_span span;
        tlb_text text;
        uint32_t number;
    } as;
    uint32_t word; /* tlb_obj_word */
    uint32_t given;
    const tlb_obj_corner *corners; /* of the span */
} obj_line;

typedef enum obj_kind { OBJ_VECTOR, OBJ_ELEMENT, OBJ_TEXT, OBJ_NUMBER, OBJ_LINE } obj_kind;

typedef struct obj_statement {
    const char *word;
    size_t length;     /* of the word */
    const char *field; /* the argument in JSON */
    obj_kind kind;
    uint32_t least, most; /* numbers of a vector */
    size_t list;          /* where it is in the document: a TLB_ARRAY */
    size_t size;          /* of an element */
} obj_statement;

extern const obj_statement tlb_obj_statements[TLB_OBJ_WORDS];

/* What lines are read with, as words.user, and what puts them into a document. */
typedef struct obj_reader {
    tlb_growth growth;
    tlb_obj *obj; /* NULL: lines are looked at and forgotten */
    TLB_ARRAY(tlb_obj_corner) corners;
    tlb_grown of_lists[TLB_OBJ_WORDS], of_words, of_given, of_spellings, of_corners, of_more;
} obj_reader;

/* read.c */
extern const tlb_record_kind tlb_obj_line_kind; /* obj_line */
/* Whether there is another line with more than a comment. The byte order mark that some programs begin a file
 * with stands in the middle of files that were joined. */
bool tlb_obj_next_line(tlb_words *t);
/* The statement that begins here. */
uint32_t tlb_obj_find_word(const tlb_words *t);
/* All up to the end of the statement, without blanks around it. */
void tlb_obj_read_text(tlb_words *t, const char *name, tlb_text *text);
/* plain.c: a line as most are, put into the document; false: it is for the reader of lines. */
bool tlb_obj_read_plain(tlb_words *t, uint32_t spelling);

/* --- statements and their lists (statements.c) ------------------------------------------------------- */

/* Whether all statements have their arguments, as every document has that was read. Else reports which has
 * not. */
tlb_status tlb_obj_check_whole(tlb_context *context, const tlb_obj *obj);

/* A cursor through the statements of a document. */
typedef struct obj_cursor {
    const tlb_obj *obj;
    uint32_t statement;
    uint32_t next[TLB_OBJ_WORDS]; /* by word: its next element */
    uint32_t more;
} obj_cursor;

/* The next statement of a document that is whole; false at the end. */
bool tlb_obj_next(obj_cursor *c, obj_line *line);

/* A statement after the last; what its span spans is already where it belongs. False
 * without memory. */
bool tlb_obj_add(obj_reader *r, const obj_line *line, uint32_t spelling);
/* Hands the corners over to the document. */
void tlb_obj_finish(obj_reader *r);

/* --- spelling (write.c) ------------------------------------------------------------------------------ */

tlb_likeness tlb_obj_compare_lines(const void *a, const void *b);
void tlb_obj_spell_line(tlb_speller *s, const void *record);

/* A speller for OBJ, with a reader that forgets. */
void tlb_obj_speller_init(tlb_speller *s, obj_reader *reader, tlb_context *context, const obj_root *root,
                          tlb_arena *work);

#endif
