#include "formats/darkstar/shared/lzh_tree.h"

#include <string.h>

enum { MOST = 0x8000 }; /* the root's frequency at which all are halved */

static void set_parents(lzh_tree *tree)
{
    for (uint32_t node = 0; node < LZH_NODES; node++) {
        uint32_t son = tree->son[node];
        tree->parent[son] = (uint16_t)node;
        if (son < LZH_NODES)
            tree->parent[son + 1] = (uint16_t)node;
    }
    tree->parent[LZH_ROOT] = 0;
}

void lzh_tree_start(lzh_tree *tree)
{
    for (uint32_t symbol = 0; symbol < LZH_SYMBOLS; symbol++) {
        tree->frequency[symbol] = 1;
        tree->son[symbol] = (uint16_t)(LZH_NODES + symbol);
    }
    for (uint32_t node = LZH_SYMBOLS, son = 0; node < LZH_NODES; node++, son += 2) {
        tree->frequency[node] = (uint16_t)(tree->frequency[son] + tree->frequency[son + 1]);
        tree->son[node] = (uint16_t)son;
    }
    tree->frequency[LZH_NODES] = UINT16_MAX;
    set_parents(tree);
}

/* Puts a node above two others where its frequency belongs. */
static void insert(lzh_tree *tree, uint32_t node, uint32_t son)
{
    uint32_t sum = (uint32_t)tree->frequency[son] + tree->frequency[son + 1], place = node;
    while (sum < tree->frequency[place - 1])
        place--;
    size_t moved = (node - place) * sizeof *tree->son;
    memmove(tree->frequency + place + 1, tree->frequency + place, moved);
    memmove(tree->son + place + 1, tree->son + place, moved);
    tree->frequency[place] = (uint16_t)sum;
    tree->son[place] = (uint16_t)son;
}

/* Halves all frequencies and builds the tree anew. */
static void rebuild(lzh_tree *tree)
{
    uint32_t leaves = 0;
    for (uint32_t node = 0; node < LZH_NODES; node++) {
        if (tree->son[node] < LZH_NODES)
            continue;
        tree->frequency[leaves] = (uint16_t)((tree->frequency[node] + 1) / 2);
        tree->son[leaves++] = tree->son[node];
    }
    for (uint32_t node = LZH_SYMBOLS, son = 0; node < LZH_NODES; node++, son += 2)
        insert(tree, node, son);
    set_parents(tree);
}

void lzh_tree_update(lzh_tree *tree, uint32_t symbol)
{
    if (tree->frequency[LZH_ROOT] == MOST)
        rebuild(tree);
    uint16_t *frequency = tree->frequency, *parent = tree->parent, *son = tree->son;
    uint32_t node = parent[LZH_NODES + symbol];
    do {
        uint32_t count = ++frequency[node], last = node;
        /* Before those that are now rarer, the last of them takes its place. */
        if (count > frequency[node + 1]) {
            do
                last++;
            while (count > frequency[last + 1]);
            uint16_t sons = son[node], others = son[last];
            frequency[node] = frequency[last];
            frequency[last] = (uint16_t)count;
            son[node] = others, son[last] = sons;
            parent[sons] = (uint16_t)last;
            if (sons < LZH_NODES)
                parent[sons + 1] = (uint16_t)last;
            parent[others] = (uint16_t)node;
            if (others < LZH_NODES)
                parent[others + 1] = (uint16_t)node;
        }
        node = parent[last];
    } while (node);
}

void lzh_distances_start(lzh_distances *distances)
{
    static const uint8_t counts[] = {0, 0, 0, 1, 3, 8, 12, 24, 16}; /* of codes, by length */
    uint32_t upper = 0, code = 0;
    for (uint32_t length = 0; length < sizeof counts; length++)
        for (uint32_t n = 0; n < counts[length]; n++, upper++) {
            uint32_t step = 1u << (8 - length);
            distances->code[upper] = (uint8_t)code;
            distances->length[upper] = (uint8_t)length;
            memset(distances->upper + code, (int)upper, step);
            code += step;
        }
}
