/* .csx: scenes of Torque Constructor, brushes and entities in XML, the source of interiors. A document is the
 * elements of the text, in its order; docs/formats/csx.md says which of them mean what.
 *
 * Axes: right-handed, Z up, meters. A brush's vertices and planes (normal . p + distance = 0, outwards) are
 * in its own space, which its transform leads out of. */
#ifndef TRILOBITE_FORMATS_CSX_H
#define TRILOBITE_FORMATS_CSX_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the old text of a record is, so that saving keeps its spelling, blanks and comments. Leave it
 * with its record; 0 in a record of your own: it is spelled anew. */
typedef uint32_t tlb_csx_spelling;

typedef struct tlb_csx_attribute {
    tlb_text name, value; /* as in the text: &amp; is five characters */
    tlb_csx_spelling spelling;
} tlb_csx_attribute;

typedef struct tlb_csx_element {
    uint32_t depth; /* 0: the root; that of the element it is in, and 1 */
    tlb_text name;
    TLB_ARRAY(tlb_csx_attribute) attributes;
    uint8_t isEmpty;                       /* "/>": of no account if elements are in it */
    tlb_csx_spelling spelling, close, end; /* of "<name", of ">" or "/>", of "</name>" */
} tlb_csx_element;

typedef struct tlb_csx {
    TLB_ARRAY(tlb_csx_element) elements;
    tlb_text tail; /* what is after the root: comments, empty lines */
    uint8_t crlf;  /* how lines of new records end */
} tlb_csx;

/* The scene of a document, to read and change; NULL: it is of another format. Lists that are replaced have to
 * live as long as the document (tlb_document_arena). */
TLB_API tlb_csx *tlb_document_csx(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
