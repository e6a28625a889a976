/* A palette for a picture that has none. */
#ifndef TLB_IMAGE_REDUCE_H
#define TLB_IMAGE_REDUCE_H

#include "base/arena.h"

/* Up to `most` (at most 256) colors that show the pixels, in R, G, B and 255: their own where they are so
 * few, else those of a median cut. Pixels whose alpha is below 128 do not count. *count is how many there
 * are, the others of `palette` (256) are opaque black. False without memory. */
bool tlb_reduce_colors(tlb_arena *arena, const uint8_t (*pixels)[4], size_t pixel_count, uint32_t most,
                       uint8_t (*palette)[4], uint32_t *count);

#endif
