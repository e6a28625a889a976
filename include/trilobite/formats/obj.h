/* Wavefront OBJ: the document, typed. Names are those of the format's description, "Advanced Visualizer
 * Manual, Appendix B1: Object Files (.obj)" (version 3.0), sections of which are in brackets. What it leaves
 * open is decided in docs/formats/obj.md. The materials are in files of their own (MTL), which mtllib names.
 *
 * A document is its statements, in order, and a list for each kind of statement: the nth statement with a
 * word has its arguments at n of that word's list. To add a line is to put its word into `words`, the number
 * of its numbers into `given`, a 0 at the same place of `spellings`, and its arguments into their list.
 *
 * Axes: right-handed; Y up as most programs write it; no unit. Front faces are counter-clockwise. The origin
 * of UV is at the bottom left. */
#ifndef TRILOBITE_FORMATS_OBJ_H
#define TRILOBITE_FORMATS_OBJ_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The statements. */
typedef enum tlb_obj_word {
    TLB_OBJ_V, /* [Vertex data] */
    TLB_OBJ_VT,
    TLB_OBJ_VN,
    TLB_OBJ_VP,
    TLB_OBJ_F, /* [Elements] */
    TLB_OBJ_L,
    TLB_OBJ_P,
    TLB_OBJ_O, /* [Grouping] */
    TLB_OBJ_G,
    TLB_OBJ_S,
    TLB_OBJ_USEMTL, /* [Display and render attributes] */
    TLB_OBJ_MTLLIB,
    TLB_OBJ_OTHER, /* all others, such as those of curves and surfaces: kept as they are spelled */
    TLB_OBJ_WORDS
} tlb_obj_word;

/* The word as written in a file; "" for TLB_OBJ_OTHER. */
TLB_API const char *tlb_obj_word_text(tlb_obj_word word);

enum { TLB_OBJ_NUMBERS = 8 }; /* of v, at most */

/* Some of the document's corners. */
typedef struct tlb_obj_span {
    uint32_t first, count;
} tlb_obj_span;

/* As in the file: counted from 1, or, below 0, back from the last that was before this statement; 0: none. */
typedef struct tlb_obj_corner {
    int32_t v, vt, vn;
} tlb_obj_corner;

typedef struct tlb_obj {
    uint32_t statement_count;
    uint8_t *words; /* tlb_obj_word */
    uint8_t *given; /* of v, vt, vn and vp how many numbers there are, else 0 */
    /* Where the old text of a statement is, so that saving keeps its spelling, blanks, comments and the empty
     * lines before it. Leave it with its statement; 0: it is spelled anew. */
    uint32_t *spellings;

    /* v: x y z, then in `more` w (4 numbers), r g b (6), w r g b (7) or what else there is, to 8 numbers; vt:
     * u v w; vn: i j k; vp: u v w. Numbers that are not given are 0. */
    TLB_ARRAY(tlb_vec3) v, vt, vn, vp;
    TLB_ARRAY(float) more; /* of each v those after the third, in the order of the statements */

    TLB_ARRAY(tlb_obj_span) f, l, p; /* of corners */
    TLB_ARRAY(tlb_obj_corner) corners;

    /* All up to the end of the line: the names of g, and files of mtllib, are not separated. */
    TLB_ARRAY(tlb_text) o, g, usemtl, mtllib;
    TLB_ARRAY(uint32_t) s;     /* 0: off */
    TLB_ARRAY(tlb_text) other; /* whole lines, from their first word on */

    tlb_text tail; /* empty lines and comments after the last statement */
    uint8_t crlf;  /* 1: lines of which there is no spelling end in CR-LF */
} tlb_obj;

/* The document's own OBJ; NULL when it is of another format. Saving fails (TLB_INVALID) when lists and
 * statements do not fit, or a text cannot be spelled: it has a line's end, or a blank at its beginning or
 * end.
 */
TLB_API tlb_obj *tlb_document_obj(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
