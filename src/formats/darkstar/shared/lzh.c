/* LZH: the adaptive tree and the code of distances, the decoder, and the coder, which is that of LZHUF in
 * every choice it makes, so that streams come out as the original tools wrote them. */
#include "formats/darkstar/shared/lzh.h"

#include "base/bits.h"
#include "base/bytes.h"

#include <string.h>

/* --- tree and distances -------------------------------------------------------------------------------- */

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
    LZH_DEEPEST = 32,           /* frequencies up to 0x8000 keep codes below 24 bits */
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

enum { MOST = 0x8000 }; /* the root's frequency at which all are halved */

static void set_parents(lzh_tree *tree)
{
    for (uint32_t node = 0; node < LZH_NODES; node++)
        tree->parent[tree->son[node]] = (uint16_t)node;
}

static uint32_t pair_frequency(const lzh_tree *tree, uint32_t pair)
{
    return (uint32_t)tree->frequency[2 * pair] + tree->frequency[2 * pair + 1];
}

static void lzh_tree_start(lzh_tree *tree)
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

/* Halves all frequencies and builds the tree anew: leaves and pairs are in ascending order, and merged; of
 * equals the leaves are first. */
static void rebuild(lzh_tree *tree)
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

/* The last node as frequent as this one, four at a time. */
static uint32_t last_equal(const uint16_t *frequency, uint32_t node)
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
static void count_up(lzh_tree *tree, uint32_t node)
{
    for (; node != LZH_ROOT; node = tree->parent[node / 2]) {
        if (tree->frequency[node] == tree->frequency[node + 1]) {
            uint32_t last = last_equal(tree->frequency, node);
            uint16_t own = tree->son[node], other = tree->son[last];
            tree->son[node] = other, tree->parent[other] = (uint16_t)node;
            tree->son[last] = own, tree->parent[own] = (uint16_t)last;
            node = last;
        }
        tree->frequency[node]++;
    }
    tree->frequency[LZH_ROOT]++;
}

static void count_symbol(lzh_tree *tree, uint32_t symbol)
{
    if (tree->frequency[LZH_ROOT] == MOST)
        rebuild(tree);
    count_up(tree, tree->parent[LZH_LEAVES + symbol]);
}

/* The same where the nodes from below the root to the symbol's are known: until one of them changes its
 * place, none waits for the one before it to be looked up. */
static void count_path(lzh_tree *tree, const uint16_t *path, uint32_t depth, uint32_t symbol)
{
    if (tree->frequency[LZH_ROOT] == MOST) {
        count_symbol(tree, symbol);
        return;
    }
    for (; depth; depth--) {
        uint32_t node = path[depth - 1];
        if (tree->frequency[node] == tree->frequency[node + 1]) {
            count_up(tree, node);
            return;
        }
        tree->frequency[node]++;
    }
    tree->frequency[LZH_ROOT]++;
}

static void lzh_distances_start(lzh_distances *distances)
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
    count_path(tree, path, depth, son - LZH_LEAVES);
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
        copy_match(out, size, at, distance, length);
        at += length;
    }
    return r.at - r.count / 8;
}

/* --- the coder ----------------------------------------------------------------------------------------- */

enum {
    NONE = LZH_WINDOW,          /* no node */
    ROOTS = LZH_WINDOW + 1,     /* 256 search trees, by first byte */
    AHEAD = LZH_LONGEST - 1,    /* bytes of the window repeated after its end */
    PREFIX = LZH_THRESHOLD + 1, /* bytes of a match that is worth coding */
    NEAR = 5,                   /* bytes: between strings that share fewer there are too many others */
    DISTANCE_BITS = 12,
    MASK = LZH_WINDOW - 1
};

enum { SMALLER, LARGER };

/* The window's strings in search trees. Position p is a node; the trees' roots are the larger children of
 * nodes of their own. */
typedef struct coder {
    tlb_buffer *out;
    lzh_tree tree;
    lzh_distances distances;
    uint64_t bits; /* not written yet, at the upper end */
    uint32_t bit_count;
    uint16_t children[ROOTS + 256][2], parent[LZH_WINDOW + 1];
    uint8_t window[LZH_WINDOW + AHEAD + 8]; /* the last eight do not count: eight are compared at once */
    uint32_t match_length, match_distance;  /* of the string that is coded next */
    uint16_t next;   /* the string after the one that shares most with what was inserted last */
    uint32_t shared; /* so many bytes; `next` shares one less with the string that follows */
} coder;

/* --- bits ----------------------------------------------------------------------------------------------- */

static void put_bits(coder *c, uint32_t code, uint32_t count)
{
    enum { WORD = 32 };
    c->bits |= (uint64_t)code << (64 - count) >> c->bit_count;
    c->bit_count += count;
    if (c->bit_count >= WORD) {
        uint8_t word[WORD / 8];
        tlb_put_be32(word, (uint32_t)(c->bits >> WORD));
        tlb_buffer_append(c->out, word, sizeof word);
        c->bits <<= WORD;
        c->bit_count -= WORD;
    }
}

static void put_symbol(coder *c, uint32_t symbol)
{
    const uint16_t *parent = c->tree.parent;
    uint32_t node = parent[LZH_LEAVES + symbol], code = 0, count = 0;
    do {
        code |= (node & 1) << count++;
        node = parent[node / 2];
    } while (node != LZH_ROOT);
    put_bits(c, code, count);
    count_symbol(&c->tree, symbol);
}

static void put_distance(coder *c, uint32_t distance)
{
    uint32_t position = distance - 1, upper = position >> LZH_LOW_BITS, length = c->distances.length[upper];
    put_bits(c, (uint32_t)c->distances.code[upper] >> (8 - length), length);
    put_bits(c, position & ((1 << LZH_LOW_BITS) - 1), LZH_LOW_BITS);
}

static void put_end(coder *c)
{
    for (; c->bit_count; c->bit_count -= c->bit_count < 8 ? c->bit_count : 8, c->bits <<= 8)
        tlb_buffer_byte(c->out, (uint8_t)(c->bits >> 56));
    tlb_buffer_byte(c->out, 0);
}

/* --- search trees --------------------------------------------------------------------------------------- */

static void start_trees(coder *c)
{
    for (uint32_t i = 0; i < 256; i++)
        c->children[ROOTS + i][LARGER] = NONE;
    for (uint32_t i = 0; i < LZH_WINDOW; i++)
        c->parent[i] = NONE;
}

static void add_leaf(coder *c, uint16_t node, uint16_t parent, bool side)
{
    c->children[node][SMALLER] = c->children[node][LARGER] = NONE;
    c->children[parent][side] = node;
    c->parent[node] = parent;
}

/* Gives the parent of a node another child for it. */
static void put_in_place(coder *c, uint16_t old, uint16_t node)
{
    uint16_t parent = c->parent[old];
    c->children[parent][c->children[parent][LARGER] == old] = node;
    c->parent[node] = parent;
    c->parent[old] = NONE;
}

/* Takes the place of a node whose string is the same. */
static void replace(coder *c, uint16_t old, uint16_t node)
{
    for (int side = SMALLER; side <= LARGER; side++) {
        uint16_t child = c->children[old][side];
        c->children[node][side] = child;
        c->parent[child] = node;
    }
    put_in_place(c, old, node);
}

/* The node that takes the place of one that goes: its largest smaller one, where it has both kinds. */
static uint16_t heir_of(coder *c, uint16_t node)
{
    uint16_t(*children)[2] = c->children, heir = children[node][SMALLER];
    if (children[node][LARGER] == NONE)
        return heir;
    if (heir == NONE)
        return children[node][LARGER];
    if (children[heir][LARGER] != NONE) {
        do
            heir = children[heir][LARGER];
        while (children[heir][LARGER] != NONE);
        children[c->parent[heir]][LARGER] = children[heir][SMALLER];
        c->parent[children[heir][SMALLER]] = c->parent[heir];
        children[heir][SMALLER] = children[node][SMALLER];
        c->parent[children[node][SMALLER]] = heir;
    }
    children[heir][LARGER] = children[node][LARGER];
    c->parent[children[node][LARGER]] = heir;
    return heir;
}

static void delete (coder *c, uint16_t node)
{
    if (c->parent[node] != NONE)
        put_in_place(c, node, heir_of(c, node));
}

/* The next in the order of strings, up or down. NONE: there is none with the same first byte. */
static uint16_t neighbour_of(const coder *c, uint16_t node, bool up)
{
    uint16_t at = c->children[node][up];
    if (at != NONE) {
        while (c->children[at][!up] != NONE)
            at = c->children[at][!up];
        return at;
    }
    for (at = c->parent[node]; at < LZH_WINDOW && c->children[at][up] == node; at = c->parent[at])
        node = at;
    return at < LZH_WINDOW ? at : NONE;
}

/* --- matches -------------------------------------------------------------------------------------------- */

/* Of a string with another one. */
typedef struct comparison {
    uint32_t length; /* that both share; LZH_LONGEST: they are the same */
    bool is_larger;
} comparison;

/* Of two that share `length` bytes at least. */
static inline comparison compare(const coder *c, uint16_t node, uint16_t other, uint32_t length)
{
    const uint8_t *own = c->window + node, *its = c->window + other;
    uint64_t a = tlb_get_le64(own + length), b = tlb_get_le64(its + length);
    while (a == b && length + 8 < LZH_LONGEST) {
        length += 8;
        a = tlb_get_le64(own + length);
        b = tlb_get_le64(its + length);
    }
    length += a == b ? 8 : (uint32_t)trailing_zeros(a ^ b) / 8;
    return (comparison){length < LZH_LONGEST ? length : LZH_LONGEST, tlb_swap64(a) > tlb_swap64(b)};
}

/* By arithmetic: a branch would be mispredicted every other time. */
static inline uint16_t child_of(const coder *c, uint16_t node, bool side)
{
    uint32_t smaller = c->children[node][SMALLER], larger = c->children[node][LARGER];
    return (uint16_t)(smaller ^ ((smaller ^ larger) & (0u - side)));
}

static uint32_t prefix_of(const coder *c, uint16_t node)
{
    return tlb_get_be32(c->window + node) >> (32 - 8 * PREFIX);
}

static void note_shared(coder *c, uint16_t other, uint32_t shared)
{
    c->next = (other + 1) & MASK;
    c->shared = shared;
}

/* Adds the string at a position, and finds its match on the way down: the longest, of equals the nearest. A
 * shorter one than PREFIX may be found or not. */
static void insert(coder *c, uint16_t node)
{
    uint16_t parent = (uint16_t)(ROOTS + c->window[node]), at = c->children[parent][LARGER];
    uint32_t best = 0, prefix = prefix_of(c, node), other;
    bool side = LARGER;
    while (at != NONE && (other = prefix_of(c, at)) != prefix) {
        parent = at;
        side = prefix > other;
        at = child_of(c, at, side);
    }
    while (at != NONE) {
        comparison d = compare(c, node, at, 0);
        uint32_t match = d.length << DISTANCE_BITS | ((at - node) & MASK);
        best = match > best ? match : best;
        if (d.length == LZH_LONGEST)
            break;
        parent = at;
        side = d.is_larger;
        at = child_of(c, at, side);
    }
    if (at != NONE)
        replace(c, at, node);
    else
        add_leaf(c, node, parent, side);
    c->match_length = best >> DISTANCE_BITS;
    c->match_distance = LZH_WINDOW - (best & MASK);
    note_shared(c, (uint16_t)(node + (best & MASK)), c->match_length);
}

/* The same from `next` on, with neighbours in the order of strings, and without finding a match. */
static void insert_near(coder *c, uint16_t node)
{
    uint16_t at = c->next, last = at;
    comparison d = compare(c, node, at, c->shared - 1);
    const bool up = d.is_larger;
    for (c->shared = 0;; d = compare(c, node, at, 0)) {
        if (d.length >= c->shared)
            note_shared(c, at, d.length);
        if (d.length == LZH_LONGEST) {
            replace(c, at, node);
            return;
        }
        if (d.is_larger != up)
            break;
        last = at;
        at = neighbour_of(c, at, up);
        if (at == NONE)
            break;
    }
    if (c->children[last][up] == NONE)
        add_leaf(c, node, last, up);
    else
        add_leaf(c, node, at, !up);
}

/* --- coding --------------------------------------------------------------------------------------------- */

/* The byte that enters the window, LZH_LONGEST ahead of what is coded. */
static void enter(coder *c, uint32_t place, uint8_t byte)
{
    c->window[place] = byte;
    if (place < AHEAD)
        c->window[place + LZH_WINDOW] = byte;
}

static void code_all(coder *c, tlb_bytes source)
{
    uint32_t at = LZH_START, oldest = 0;
    size_t ahead = source.size < LZH_LONGEST ? source.size : LZH_LONGEST, read = ahead;
    memset(c->window, ' ', LZH_START);
    memcpy(c->window + LZH_START, source.data, ahead);
    for (uint32_t i = 1; i <= LZH_LONGEST; i++)
        insert(c, (uint16_t)(at - i));
    insert(c, (uint16_t)at);
    for (uint32_t symbols = 1; ahead && !c->out->status; symbols++) {
        if (!(symbols & MASK))
            c->out->status = tlb_work(c->out->account, LZH_WINDOW);
        uint32_t length = c->match_length < ahead ? c->match_length : (uint32_t)ahead;
        if (length <= LZH_THRESHOLD) {
            length = 1;
            put_symbol(c, c->window[at]);
        } else {
            put_symbol(c, LZH_FIRST_MATCH + length);
            put_distance(c, c->match_distance);
        }
        for (; length; length--) {
            delete (c, (uint16_t)oldest);
            if (read < source.size)
                enter(c, oldest, source.data[read++]);
            else
                ahead--;
            oldest = (oldest + 1) & MASK;
            at = (at + 1) & MASK;
            if (!ahead)
                continue;
            if (length > 1 && c->shared >= NEAR && c->parent[c->next] != NONE)
                insert_near(c, (uint16_t)at);
            else
                insert(c, (uint16_t)at);
        }
    }
}

void tlb_darkstar_lzh_encode(tlb_bytes source, tlb_buffer *out)
{
    if (!source.size || out->status)
        return;
    coder *c = tlb_allocate(out->account, sizeof *c, &out->status);
    if (!c)
        return;
    memset(c, 0, sizeof *c);
    c->out = out;
    lzh_tree_start(&c->tree);
    lzh_distances_start(&c->distances);
    start_trees(c);
    code_all(c, source);
    put_end(c);
    tlb_release(out->account, c, sizeof *c);
}
