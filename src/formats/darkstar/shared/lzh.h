/* LZH, the compression of volumes' members and of mission lighting: LZHUF of 1988 (Okumura, Yoshizaki)
 * without the length that it writes first. Matches of 3 to 60 bytes within 4096 and literals share one
 * adaptive Huffman tree; the upper six bits of a distance have a fixed code. There is no end marker: who
 * decodes knows the size. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_LZH_H
#define TLB_FORMATS_DARKSTAR_SHARED_LZH_H

#include "base/buffer.h"

/* Fills `out` whatever the source is, reading zeros after its end. Returns how many bytes of the source that
 * needed: more than source.size when it is too short. */
size_t tlb_darkstar_lzh_decode(tlb_bytes source, uint8_t *out, size_t size);

/* Appends the stream that the original program makes of these bytes, to the byte: the last one is a zero that
 * is not needed. No bytes give no stream. */
void tlb_darkstar_lzh_encode(tlb_bytes source, tlb_buffer *out);

/* No stream of `packed` bytes holds more than this: ten bits are the least a match of 60 bytes takes. */
static inline uint64_t lzh_most(uint64_t packed)
{
    return (packed * 8 / 10 + 1) * 60;
}

#endif
