/* RLE, the plainer compression of volumes' members. A byte with bit 7 is followed by the byte that is
 * repeated as often as its other bits say, any other by as many bytes as it says. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_RLE_H
#define TLB_FORMATS_DARKSTAR_SHARED_RLE_H

#include "base/buffer.h"

/* Fills `out`, with zeros where the source ends early. Returns how many bytes of the source that needed: more
 * than source.size when it is too short. */
size_t tlb_darkstar_rle_decode(tlb_bytes source, uint8_t *out, size_t size);

/* Runs from three bytes on become codes, as in the original writer. */
void tlb_darkstar_rle_encode(tlb_bytes source, tlb_buffer *out);

/* No stream of `packed` bytes holds more than this. */
static inline uint64_t rle_most(uint64_t packed)
{
    return packed / 2 * 127;
}

#endif
