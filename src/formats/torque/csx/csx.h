/* What the files of the .csx format share. The public part is trilobite/formats/csx.h. */
#ifndef TLB_FORMATS_TORQUE_CSX_CSX_H
#define TLB_FORMATS_TORQUE_CSX_CSX_H

#include "core/format.h"
#include "layout/spelling.h"
#include "level/level.h"
#include "trilobite/formats/csx.h"

extern const tlb_format tlb_format_csx;

/* No character of a text: XML has no comments to the end of a line. */
#define CSX_COMMENT "\1"

/* A document's root. */
typedef struct csx_root {
    tlb_csx csx; /* first: the address of one is that of the other */
    tlb_spellings spellings;
} csx_root;

/* Elements in others, the root not counted. */
enum { CSX_MOST_DEPTH = 64 };

/* A tag but for its attributes: "<name", ">" or "/>", "</name>". */
typedef struct csx_tag {
    uint32_t depth;
    tlb_text name;
    bool is_empty;
} csx_tag;

/* records.c */
extern const tlb_record_kind tlb_csx_open_kind, tlb_csx_close_kind, tlb_csx_end_kind; /* csx_tag */
extern const tlb_record_kind tlb_csx_attribute_kind;
/* To the next mark, over blanks, comments and instructions: its first character, 0 at the end. */
char tlb_csx_next(tlb_words *t);

/* read.c */
tlb_status tlb_csx_read(tlb_document *document);
void tlb_csx_trace(tlb_walk *w, const csx_root *root);
int tlb_csx_probe(tlb_bytes source);
/* layout.c: the document as JSON. */
void tlb_csx_walk(tlb_walk *w, csx_root *root);
/* write.c */
void tlb_csx_speller_init(tlb_speller *s, tlb_context *context, const csx_root *root);
tlb_status tlb_csx_write_text(tlb_context *context, const csx_root *root, tlb_buffer *out);
/* Whether other elements are in it. */
static inline bool tlb_csx_has_elements(const tlb_csx *csx, uint32_t element)
{
    return element + 1 < csx->elements.count &&
           csx->elements.data[element + 1].depth > csx->elements.data[element].depth;
}

tlb_status tlb_csx_check(tlb_document *document);
tlb_status tlb_csx_to_level(tlb_document *document, tlb_level *level, const tlb_conversion *conversion);

/* --- the level (level.c) ----------------------------------------------------------------------------- */

/* Where things of a level's detail are in the document: elements. */
typedef struct csx_places {
    TLB_LIST(uint32_t) brushes, faces;
} csx_places;

typedef struct csx_level {
    tlb_level *level;
    TLB_LIST(csx_places) details; /* in the level's arena */
} csx_level;

/* Fills an empty level without images. */
tlb_status tlb_csx_make_level(tlb_document *document, csx_level *made);
/* As many numbers as there are, at most `most`. */
uint32_t tlb_csx_numbers(const tlb_csx_element *element, const char *name, double *values, uint32_t most);

#endif
