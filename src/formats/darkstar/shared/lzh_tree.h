/* What coder and decoder of LZH share: the adaptive Huffman tree and the code of distances. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_LZH_TREE_H
#define TLB_FORMATS_DARKSTAR_SHARED_LZH_TREE_H

#include <stdint.h>

enum {
    LZH_WINDOW = 4096,
    LZH_LONGEST = 60, /* match */
    LZH_THRESHOLD = 2,
    LZH_START =
        LZH_WINDOW - LZH_LONGEST, /* where in the window the first byte goes; blanks stand before it */
    LZH_FIRST_MATCH = 256 - LZH_THRESHOLD - 1, /* a match of n bytes is symbol LZH_FIRST_MATCH + n */
    LZH_SYMBOLS = 256 - LZH_THRESHOLD + LZH_LONGEST,
    LZH_NODES = 2 * LZH_SYMBOLS - 1,
    LZH_ROOT = LZH_NODES - 1,
    LZH_LOW_BITS = 6 /* of a distance, written as they are */
};

/* Nodes in ascending order of frequency, brothers side by side. */
typedef struct lzh_tree {
    uint16_t frequency[LZH_NODES + 1];        /* the last one is more than any other */
    uint16_t parent[LZH_NODES + LZH_SYMBOLS]; /* of nodes, then of symbols */
    uint16_t son[LZH_NODES];                  /* the first of two nodes, or LZH_NODES + symbol */
} lzh_tree;

void lzh_tree_start(lzh_tree *tree);
/* Counts a symbol once more. */
void lzh_tree_update(lzh_tree *tree, uint32_t symbol);

/* The code of the upper six bits: at most 8 bits, here at the upper end of a byte. */
typedef struct lzh_distances {
    uint8_t code[64], length[64];
    uint8_t upper[256]; /* by the next eight bits */
} lzh_distances;

void lzh_distances_start(lzh_distances *distances);

#endif
