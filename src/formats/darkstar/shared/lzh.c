/* LZH: starting the tree and the code of distances, and the decoder. */
#include "formats/darkstar/shared/lzh.h"

#include "formats/darkstar/shared/lzh_tree.h"

#include <string.h>

/* --- tree and distances -------------------------------------------------------------------------------- */

static void set_parents(lzh_tree *tree)
{
    for (uint32_t node = 0; node < LZH_NODES; node++)
        tree->parent[tree->son[node]] = (uint16_t)node;
}

static uint32_t pair_frequency(const lzh_tree *tree, uint32_t pair)
{
    return (uint32_t)tree->frequency[2 * pair] + tree->frequency[2 * pair + 1];
}

void tlb_darkstar_lzh_tree_start(lzh_tree *tree)
{
    for (uint32_t symbol = 0; symbol < LZH_SYMBOLS; symbol++) {
        tree->frequency[symbol] = 1;
        tree->son[symbol] = (uint16_t)(LZH_LEAVES + symbol);
    }
    for (uint32_t pair = 0; pair < LZH_LEAVES; pair++) {
        tree->frequency[LZH_SYMBOLS + pair] = (uint16_t)pair_frequency(tree, pair);
        tree->son[LZH_SYMBOLS + pair] = (uint16_t)pair;
    }
    memset(tree->frequency + LZH_NODES, 0xff, sizeof tree->frequency - LZH_NODES * sizeof *tree->frequency);
    set_parents(tree);
}

/* Leaves and pairs are in ascending order, and merged; of equals the leaves are first. */
void tlb_darkstar_lzh_rebuild(lzh_tree *tree)
{
    uint16_t leaves[LZH_SYMBOLS], halves[LZH_SYMBOLS + 1];
    uint32_t leaf = 0, pair = 0;
    for (uint32_t node = 0; node < LZH_NODES; node++) {
        if (tree->son[node] < LZH_LEAVES)
            continue;
        halves[leaf] = (uint16_t)((tree->frequency[node] + 1) / 2);
        leaves[leaf++] = tree->son[node];
    }
    halves[leaf] = UINT16_MAX;
    leaf = 0;
    for (uint32_t node = 0; node < LZH_NODES; node++) {
        uint32_t sum = 2 * pair + 1 < node ? pair_frequency(tree, pair) : UINT32_MAX;
        bool is_leaf = halves[leaf] <= sum;
        tree->frequency[node] = is_leaf ? halves[leaf] : (uint16_t)sum;
        tree->son[node] = is_leaf ? leaves[leaf++] : (uint16_t)pair++;
    }
    set_parents(tree);
}

void tlb_darkstar_lzh_distances_start(lzh_distances *distances)
{
    static const uint8_t counts[] = {0, 0, 0, 1, 3, 8, 12, 24, 16}; /* of codes, by length */
    uint32_t upper = 0, code = 0;
    for (uint32_t length = 0; length < sizeof counts; length++)
        for (uint32_t n = 0; n < counts[length]; n++, upper++) {
            uint32_t step = 1u << (8 - length);
            distances->code[upper] = (uint8_t)code;
            distances->length[upper] = (uint8_t)length;
            for (uint32_t i = 0; i < step; i++)
                distances->upper[code++] = (uint8_t)upper;
        }
}

/* --- decoding ------------------------------------------------------------------------------------------ */

/* The next bit is the topmost of `bits`; after the end there are zeros. */
typedef struct bit_reader {
    const uint8_t *data;
    size_t size, at; /* `at` goes on after the end */
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

static inline uint32_t take_symbol(bit_reader *r, lzh_tree *tree)
{
    uint16_t path[LZH_DEEPEST];
    uint32_t depth = 0, son = tree->son[LZH_ROOT];
    uint64_t bits = r->bits;
    for (; son < LZH_LEAVES; bits <<= 1) {
        uint32_t node = 2 * son + (uint32_t)(bits >> 63);
        path[depth++] = (uint16_t)node;
        son = tree->son[node];
    }
    r->bits = bits;
    r->count -= depth;
    lzh_count_path(tree, path, depth, son - LZH_LEAVES);
    return son - LZH_LEAVES;
}

static inline uint32_t take_distance(bit_reader *r, const lzh_distances *distances)
{
    uint32_t upper = distances->upper[r->bits >> ENOUGH];
    take(r, distances->length[upper]);
    return (upper << LZH_LOW_BITS | take(r, LZH_LOW_BITS)) + 1;
}

/* What is in the window before the first byte, `back` bytes before it. */
static inline uint8_t before_first(size_t back)
{
    return back <= LZH_START ? ' ' : 0;
}

/* Copies a match. It may reach into what it writes, and to before the first byte. */
static void copy_match(uint8_t *out, size_t size, size_t at, size_t distance, size_t length)
{
    enum { STEP = 16, STEPS_END = (LZH_LONGEST + STEP - 1) / STEP * STEP };
    size_t i = 0;
    if (distance >= STEP && distance <= at && size - at >= STEPS_END) { /* what follows is written later */
        for (; i < length; i += STEP)
            memcpy(out + at + i, out + at + i - distance, STEP);
        return;
    }
    for (; i < length && at + i < distance; i++)
        out[at + i] = before_first(distance - at - i);
    for (; i < length; i++)
        out[at + i] = out[at + i - distance];
}

size_t tlb_darkstar_lzh_decode(tlb_bytes source, uint8_t *out, size_t size)
{
    bit_reader r = {.data = source.data, .size = source.size};
    lzh_tree tree;
    lzh_distances distances;
    tlb_darkstar_lzh_tree_start(&tree);
    tlb_darkstar_lzh_distances_start(&distances);
    for (size_t at = 0; at < size;) {
        refill(&r);
        uint32_t symbol = take_symbol(&r, &tree);
        if (symbol < 256) {
            out[at++] = (uint8_t)symbol;
            continue;
        }
        size_t length = symbol - LZH_FIRST_MATCH, distance = take_distance(&r, &distances);
        length = length < size - at ? length : size - at;
        copy_match(out, size, at, distance, length);
        at += length;
    }
    return r.at - r.count / 8;
}
