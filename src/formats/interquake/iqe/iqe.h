/* What the files of the IQE format share. The public part is trilobite/formats/iqe.h. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_IQE_H
#define TLB_FORMATS_INTERQUAKE_IQE_IQE_H

#include "base/text.h"
#include "core/format.h"
#include "layout/growth.h"
#include "layout/spelling.h"
#include "trilobite/formats/iqe.h"

#include <stddef.h>
#include <string.h>

extern const tlb_format tlb_format_iqe;

/* A document's root. */
typedef struct iqe_root {
    tlb_iqe iqe; /* first: the address of one is that of the other */
    tlb_spellings spellings;
    uint32_t extra_count; /* lines read with words after their last argument */
    uint32_t extra_first; /* a command */
} iqe_root;

/* read.c */
tlb_status tlb_iqe_read(tlb_document *document);
void tlb_iqe_trace(tlb_walk *w, const iqe_root *root);
/* layout.c: the document as JSON. */
void tlb_iqe_walk(tlb_walk *w, iqe_root *root);
/* write.c */
tlb_status tlb_iqe_write_text(tlb_context *context, const iqe_root *root, tlb_buffer *out);

/* check.c */
tlb_status tlb_iqe_check(tlb_document *document);

/* --- lines: a command each, apart from the document's lists ------------------------------------------ */

#define IQE_SIGNATURE "# Inter-Quake Export"
#define IQE_COMMENT   "#"

/* A command and its arguments: what its word's list has an element of. */
typedef struct iqe_line {
    union {
        float vector[4];
        float number;
        int32_t integer;
        tlb_text text;
        tlb_iqe_tangent tangent;
        tlb_iqe_pose pose;
        tlb_iqe_joint joint;
        tlb_iqe_vertexarray vertexarray;
        tlb_iqe_span span;
    } as;
    uint32_t word;     /* tlb_iqe_word */
    uint32_t given;    /* numbers that were read; the others are defaults */
    const void *items; /* what `span` spans: int32_t, or tlb_iqe_weight of vb */
} iqe_line;

/* How a command is read and spelled. */
typedef enum iqe_kind {
    IQE_NOTHING,
    IQE_VECTOR,
    IQE_NUMBER,
    IQE_INTEGER,
    IQE_NAME,
    IQE_TANGENT,
    IQE_POSE,
    IQE_JOINT,
    IQE_FORMAT,
    IQE_INDICES,
    IQE_WEIGHTS,
    IQE_LINE
} iqe_kind;

typedef struct iqe_command {
    const char *word;
    size_t length;     /* of the word */
    const char *field; /* the argument in JSON */
    iqe_kind kind;
    uint32_t most;   /* numbers */
    size_t list;     /* of the document: a TLB_ARRAY, where its offset is; 0: it has none */
    size_t size;     /* of an element */
    float otherwise; /* a vector's last number where it is not given */
} iqe_command;

extern const iqe_command tlb_iqe_commands[TLB_IQE_WORDS];

/* What lines are read with, as words.user, and what puts them into a document. */
typedef struct iqe_reader {
    tlb_growth growth;
    tlb_iqe *iqe; /* NULL: lines are looked at and forgotten */
    TLB_ARRAY(int32_t) indices;
    TLB_ARRAY(tlb_iqe_weight) weights;
    tlb_grown of_lists[TLB_IQE_WORDS], of_words, of_spellings, of_indices, of_weights;
    bool extra; /* the line had words after its last argument */
} iqe_reader;

typedef struct iqe_header {
    tlb_text header;
} iqe_header;

/* read.c */
extern const tlb_record_kind tlb_iqe_header_kind; /* iqe_header */
extern const tlb_record_kind tlb_iqe_line_kind;   /* iqe_line */

/* --- commands and their lists (commands.c) ----------------------------------------------------------- */

/* Whether all commands have their arguments, as every document has that was read. Else reports
 * which has not. */
tlb_status tlb_iqe_check_whole(tlb_context *context, const tlb_iqe *iqe);

/* A line with the defaults of its word. */
void tlb_iqe_line_default(iqe_line *x, uint32_t word);
/* What follows from the numbers that were given. */
void tlb_iqe_line_complete(iqe_line *x);

/* A cursor through the commands of a document. */
typedef struct iqe_cursor {
    const tlb_iqe *iqe;
    uint32_t command;
    uint32_t next[TLB_IQE_WORDS]; /* by word: its next element */
} iqe_cursor;

/* The next command of a document that is whole; false at the end. */
bool tlb_iqe_next(iqe_cursor *c, iqe_line *line);

/* A command after the last; what its span spans is already where it belongs. False
 * without memory. */
bool tlb_iqe_add(iqe_reader *r, const iqe_line *line, uint32_t spelling);
/* Hands the shared lists over to the document. */
void tlb_iqe_finish(iqe_reader *r);

/* --- spelling (write.c) ------------------------------------------------------------------------------ */

tlb_likeness tlb_iqe_compare_lines(const void *a, const void *b);
void tlb_iqe_spell_line(tlb_speller *s, const void *record);
tlb_likeness tlb_iqe_compare_headers(const void *a, const void *b);
void tlb_iqe_spell_header(tlb_speller *s, const void *record);

/* A speller for IQE, with a reader that forgets. */
void tlb_iqe_speller_init(tlb_speller *s, iqe_reader *reader, tlb_context *context, const iqe_root *root,
                          tlb_arena *work);

#endif
