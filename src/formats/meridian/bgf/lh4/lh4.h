/* LHA's -lh4-, the compression of version 9: blocks of codes, each with its own static Huffman tables. A code
 * is a byte or a match of 3 to 256 bytes within the last 4096. There is no end mark: who decodes knows the
 * size. */
#ifndef TLB_FORMATS_MERIDIAN_BGF_LH4_LH4_H
#define TLB_FORMATS_MERIDIAN_BGF_LH4_LH4_H

#include "base/buffer.h"

enum {
    LH4_WINDOW = 4096,
    LH4_SHORTEST = 3, /* match */
    LH4_LONGEST = 256,
    LH4_LITERALS = 256, /* a match of n bytes is code LH4_LITERALS + n - LH4_SHORTEST */
    LH4_CODES = LH4_LITERALS + LH4_LONGEST - LH4_SHORTEST + 1,
    LH4_DISTANCES = 13, /* symbol n: the distance less one has n bits, of which the first is 1 */
    LH4_LENGTHS = 19,   /* 0 to 2: runs of zeros; n: a length of n - 2 bits */
    LH4_LONGEST_CODE = 16,
    LH4_COUNT_BITS = 16, /* widths of fields: of the number of codes in a block, and of those in a table */
    LH4_CODE_BITS = 9,
    LH4_DISTANCE_BITS = 4,
    LH4_LENGTH_BITS = 5,
    LH4_GAP = 3 /* after so many lengths of lengths two bits tell how many zeros follow */
};

/* False: the stream is damaged, ends too early, or holds more or fewer bytes. */
bool tlb_bgf_lh4_decode(tlb_bytes stream, uint8_t *out, size_t size);

/* Appends the stream that the original encoder makes of these bytes, of which there is at least one. */
tlb_status tlb_bgf_lh4_encode(tlb_account *account, tlb_bytes source, tlb_buffer *out);

/* No stream of `packed` bytes holds more than this: blocks of matches that all are the same need no bits for
 * them. */
static inline uint64_t lh4_most(uint64_t packed)
{
    enum {
        BLOCK =
            LH4_COUNT_BITS + 2 * (LH4_LENGTH_BITS + LH4_CODE_BITS + LH4_DISTANCE_BITS), /* at its smallest */
        CODES = (1 << LH4_COUNT_BITS) - 1
    };
    return packed * 8 / BLOCK * CODES * LH4_LONGEST;
}

/* --- matches ------------------------------------------------------------------------------------------ */

/* Finds the longest match of each place with what is before it. */
typedef struct lh4_finder lh4_finder;

/* The bytes of a finder are followed by LH4_LONGEST more that can be compared, but are no data. */
lh4_finder *tlb_bgf_lh4_finder(tlb_arena *arena, const uint8_t *bytes);

/* A match with the bytes at `start`. When its length is less than LH4_SHORTEST it is none. */
typedef struct lh4_match {
    uint32_t length, start;
} lh4_match;

/* Goes to the next place, which is 0 at first. `match` is that of the place before, and becomes its own. */
void tlb_bgf_lh4_find(lh4_finder *finder, lh4_match *match);

#endif
