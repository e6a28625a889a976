/* Scales for formats whose nodes only turn and move at rest: they go into meshes and places. A node is where
 * its parent has it, turned, and all below it is stretched by a matrix, 3 x 3 and column-major, within that
 * turn. */
#ifndef TLB_WRITERS_STRETCH_H
#define TLB_WRITERS_STRETCH_H

#include <stdbool.h>

/* out = a^-1 b a s, of a node's turn (of unit length), the stretch of its parent and its scale. */
void tlb_stretch_within(const float turn[4], const float above[9], const float scale[3], float out[9]);
/* Whether all axes are stretched alike: what is below may turn. */
bool tlb_stretch_is_even(const float stretch[9]);
/* Whether a scale is nothing: what has it is not seen. */
bool tlb_scale_vanishes(const float scale[3]);

#endif
