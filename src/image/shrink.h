/* Images made smaller. */
#ifndef TLB_IMAGE_SHRINK_H
#define TLB_IMAGE_SHRINK_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* Makes of each square of `factor` (at least 1) pixels a side their mean, of those at the right and at the
 * bottom what there is of them. The new pixels are RGBA, in `arena`. False: no memory. */
bool tlb_image_shrink(tlb_arena *arena, tlb_image *image, uint32_t factor);

#endif
