/* .bbg: command files of makebgf, Meridian 59's tool that makes a BGF of pictures. A document is the words of
 * the text, in their order. Sources of the rules: docs/formats/bbg.md. */
#ifndef TRILOBITE_FORMATS_BBG_H
#define TRILOBITE_FORMATS_BBG_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the old text of a record is, so that saving keeps its spelling, blanks and comments. Leave it
 * with its record; 0 in a record of your own: it is spelled anew. */
typedef uint32_t tlb_bbg_spelling;

/* -s SHRINK, -n NAME, -o FILE; -r rotates, -x does not compress; makebgf ignores others. */
typedef struct tlb_bbg_option {
    tlb_text option; /* as in the text: "-s" */
    tlb_text value;  /* of -s, -n and -o; of others empty */
    tlb_bbg_spelling spelling;
} tlb_bbg_option;

/* Where other bitmaps are put on this one. */
typedef struct tlb_bbg_hotspot {
    int32_t number; /* negative: the other is drawn before this one; -128 to 127, not 0 */
    int32_t x, y;
} tlb_bbg_hotspot;

typedef struct tlb_bbg_bitmap {
    tlb_text file; /* of its picture */
    int32_t xoff, yoff;
    TLB_ARRAY(tlb_bbg_hotspot) hotspots; /* at most 255 */
    tlb_bbg_spelling spelling;
} tlb_bbg_bitmap;

typedef struct tlb_bbg_group {
    TLB_ARRAY(int32_t) indices; /* of bitmaps, from 1; 0: none is shown */
    tlb_bbg_spelling spelling;
} tlb_bbg_group;

typedef struct tlb_bbg {
    TLB_ARRAY(tlb_bbg_option) options;
    TLB_ARRAY(tlb_bbg_bitmap) bitmaps;
    TLB_ARRAY(tlb_bbg_group) groups;
    tlb_bbg_spelling numBitmaps, numGroups; /* of the counts before the lists */
    tlb_text tail; /* what is after the last group: comments, words that are ignored */
    uint8_t crlf;  /* how lines of new records end */
} tlb_bbg;

/* The command file of a document, to read and change; NULL: it is of another format. Lists that are replaced
 * have to live as long as the document (tlb_document_arena). */
TLB_API tlb_bbg *tlb_document_bbg(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
