/* NFF documents with every part that there is, and texts that spell them in every way that there is. */
#ifndef TRILOBITE_TESTS_NFF_MAKER_H
#define TRILOBITE_TESTS_NFF_MAKER_H

#include "formats/sense8/nff/nff.h"
#include "made.h"

typedef struct nff_plan {
    uint32_t seed; /* not 0 */
    bool scenic;   /* only what scenes hold, too: triangles with normals, colors, textures of kinds v and s */
} nff_plan;

/* The document needs no initialising; it has no source and no spelling. Its format is NFF. */
void nff_make(tlb_document *document, tlb_context *context, const nff_plan *plan);

/* The document as text with blanks, comments, empty lines, orders and spellings at random, in `out`. */
void nff_speak(const tlb_nff *nff, uint32_t seed, tlb_buffer *out);

/* Whether two documents say the same, whatever their spelling. */
bool nff_equal(const tlb_nff *a, const tlb_nff *b);

#endif
