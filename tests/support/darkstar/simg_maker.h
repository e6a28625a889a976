/* Missions of Starsiege: an outpost on the hills (terrain_maker.h), with every class of objects. */
#ifndef TLB_TESTS_SIMG_MAKER_H
#define TLB_TESTS_SIMG_MAKER_H

#include "made.h"
#include "trilobite/trilobite.h"

/* The document needs no initialising; it has no source. `with_unknown` adds what is kept as bytes: vehicles,
 * an unknown class, unknown versions, bytes that are left over. */
void simg_make(tlb_document *document, tlb_context *context, bool with_unknown);
/* Without objects. */
void simg_make_empty(tlb_document *document, tlb_context *context);
/* Groups in groups, so many below the first. */
void simg_make_deep(tlb_document *document, tlb_context *context, uint32_t depth);

#endif
