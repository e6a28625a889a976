/* What the decoder and the coder of LZH share: the adaptive tree and the code of distances. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_LZH_TREE_H
#define TLB_FORMATS_DARKSTAR_SHARED_LZH_TREE_H

#include "base/bits.h"
#include "base/bytes.h"

enum {
    LZH_WINDOW = 4096,
    LZH_LONGEST = 60, /* match */
    LZH_THRESHOLD = 2,
    LZH_START = LZH_WINDOW - LZH_LONGEST, /* where in the window the first byte goes; blanks are before it */
    LZH_FIRST_MATCH = 256 - LZH_THRESHOLD - 1, /* a match of n bytes is symbol LZH_FIRST_MATCH + n */
    LZH_SYMBOLS = 256 - LZH_THRESHOLD + LZH_LONGEST,
    LZH_NODES = 2 * LZH_SYMBOLS - 1,
    LZH_ROOT = LZH_NODES - 1,
    LZH_LEAVES = LZH_NODES / 2, /* pairs of nodes, too */
    LZH_MOST = 0x8000,          /* the root's frequency at which all are halved */
    LZH_DEEPEST = 32,           /* frequencies up to that keep codes below 24 bits */
    LZH_LOW_BITS = 6            /* of a distance, written as they are */
};

/* Nodes in ascending order of frequency. Brothers are a pair: nodes 2p and 2p + 1 are pair p. */
typedef struct lzh_tree {
    uint16_t frequency[LZH_NODES + 4];         /* the last ones are more than any other */
    uint16_t son[LZH_NODES];                   /* a pair, or LZH_LEAVES + symbol */
    uint16_t parent[LZH_LEAVES + LZH_SYMBOLS]; /* the node that this is the son of */
} lzh_tree;

/* The code of the upper six bits: at most 8 bits, here at the upper end of a byte. */
typedef struct lzh_distances {
    uint8_t code[64], length[64];
    uint8_t upper[256]; /* by the next eight bits */
} lzh_distances;

void tlb_darkstar_lzh_tree_start(lzh_tree *tree);
void tlb_darkstar_lzh_distances_start(lzh_distances *distances);

/* --- counting: what runs for every symbol --------------------------------------------------------------- */

/* Halves all frequencies and builds the tree anew. */
void tlb_darkstar_lzh_rebuild(lzh_tree *tree);

/* The last node as frequent as this one, four at a time. */
static inline uint32_t lzh_last_equal(const uint16_t *frequency, uint32_t node)
{
    uint64_t same = frequency[node] * 0x0001000100010001u, next;
    for (;; node += 4) {
        memcpy(&next, frequency + node + 1, sizeof next);
        if (next != same)
            break;
    }
    int equal = TLB_BIG_ENDIAN_HOST ? leading_zeros(next ^ same) : trailing_zeros(next ^ same);
    return node + (uint32_t)equal / 16;
}

/* Counts a node and those above it once more. Of those that are as frequent, the last one takes its place, so
 * that the order holds. */
static inline void lzh_count_up(lzh_tree *tree, uint32_t node)
{
    for (; node != LZH_ROOT; node = tree->parent[node / 2]) {
        if (tree->frequency[node] == tree->frequency[node + 1]) {
            uint32_t last = lzh_last_equal(tree->frequency, node);
            uint16_t own = tree->son[node], other = tree->son[last];
            tree->son[node] = other, tree->parent[other] = (uint16_t)node;
            tree->son[last] = own, tree->parent[own] = (uint16_t)last;
            node = last;
        }
        tree->frequency[node]++;
    }
    tree->frequency[LZH_ROOT]++;
}

static inline void lzh_count_symbol(lzh_tree *tree, uint32_t symbol)
{
    if (tree->frequency[LZH_ROOT] == LZH_MOST)
        tlb_darkstar_lzh_rebuild(tree);
    lzh_count_up(tree, tree->parent[LZH_LEAVES + symbol]);
}

/* The same where the nodes from below the root to the symbol's are known: until one of them changes its
 * place, none waits for the one before it to be looked up. */
static inline void lzh_count_path(lzh_tree *tree, const uint16_t *path, uint32_t depth, uint32_t symbol)
{
    if (tree->frequency[LZH_ROOT] == LZH_MOST) {
        lzh_count_symbol(tree, symbol);
        return;
    }
    for (; depth; depth--) {
        uint32_t node = path[depth - 1];
        if (tree->frequency[node] == tree->frequency[node + 1]) {
            lzh_count_up(tree, node);
            return;
        }
        tree->frequency[node]++;
    }
    tree->frequency[LZH_ROOT]++;
}

#endif
