/* Shapes as text, to be compared whole. */
#ifndef TRILOBITE_TESTS_DTS_TEXT_H
#define TRILOBITE_TESTS_DTS_TEXT_H

#include "base/arena.h"
#include "trilobite/formats/dts.h"

/* Details; nodes, each with the one above and its place in that; objects with their faces, whose corners are
 * where they are at rest, in the shape's axes to the hundredth; materials. */
const char *shape_text(tlb_arena *arena, const tlb_dts *shape);
/* Sequences with their triggers and all tracks: of materials, of nodes and of objects, key by key. */
const char *sequences_text(tlb_arena *arena, const tlb_dts *shape);

/* Fails, and prints what is there, where the texts are not the same. */
void assert_same_text(const char *found, const char *expected);

#endif
