#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/lzh_tree.h"

#include "base/bytes.h"

/* The next bit is the topmost of `bits`; behind the end there are zeros. */
typedef struct bit_reader {
    const uint8_t *data;
    size_t size, at; /* `at` goes on behind the end */
    uint64_t bits;
    uint32_t count;
} bit_reader;

enum { ENOUGH = 56 }; /* bits after a refill, more than any code has */

static void refill(bit_reader *r)
{
    if (r->at + 8 <= r->size) {
        r->bits |= tlb_get_be64(r->data + r->at) >> r->count;
        uint32_t taken = (63 - r->count) / 8;
        r->at += taken;
        r->count += taken * 8;
        return;
    }
    for (; r->count <= ENOUGH; r->count += 8, r->at++)
        if (r->at < r->size)
            r->bits |= (uint64_t)r->data[r->at] << (ENOUGH - r->count);
}

static inline uint32_t take(bit_reader *r, uint32_t count)
{
    uint32_t value = (uint32_t)(r->bits >> (64 - count));
    r->bits <<= count;
    r->count -= count;
    return value;
}

/* Frequencies up to 0x8000 keep codes below 24 bits. */
static inline uint32_t take_symbol(bit_reader *r, lzh_tree *tree)
{
    uint32_t node = tree->son[LZH_ROOT];
    while (node < LZH_NODES)
        node = tree->son[node + take(r, 1)];
    lzh_tree_update(tree, node - LZH_NODES);
    return node - LZH_NODES;
}

static inline uint32_t take_distance(bit_reader *r, const lzh_distances *distances)
{
    uint32_t upper = distances->upper[r->bits >> ENOUGH];
    take(r, distances->length[upper]);
    return (upper << LZH_LOW_BITS | take(r, LZH_LOW_BITS)) + 1;
}

/* What stood in the window before the first byte, `back` bytes before it. */
static inline uint8_t before_first(size_t back)
{
    return back <= LZH_START ? ' ' : 0;
}

/* Copies a match, byte by byte: it may reach into what it writes. */
static void copy_match(uint8_t *out, size_t at, size_t distance, size_t length)
{
    size_t i = 0;
    for (; i < length && at + i < distance; i++)
        out[at + i] = before_first(distance - at - i);
    for (; i < length; i++)
        out[at + i] = out[at + i - distance];
}

size_t lzh_decode(tlb_bytes source, uint8_t *out, size_t size)
{
    bit_reader r = {.data = source.data, .size = source.size};
    lzh_tree tree;
    lzh_distances distances;
    lzh_tree_start(&tree);
    lzh_distances_start(&distances);
    for (size_t at = 0; at < size;) {
        refill(&r);
        uint32_t symbol = take_symbol(&r, &tree);
        if (symbol < 256) {
            out[at++] = (uint8_t)symbol;
            continue;
        }
        size_t length = symbol - LZH_FIRST_MATCH, distance = take_distance(&r, &distances);
        length = length < size - at ? length : size - at;
        copy_match(out, at, distance, length);
        at += length;
    }
    return r.at - r.count / 8;
}
