/* The coder of LZH, which is that of LZHUF in every choice it makes, so that streams come out as the original
 * tools wrote them. */
#include "formats/darkstar/shared/lzh.h"

#include "formats/darkstar/shared/lzh_tree.h"

#include <string.h>

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
    lzh_count_symbol(&c->tree, symbol);
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
    tlb_darkstar_lzh_tree_start(&c->tree);
    tlb_darkstar_lzh_distances_start(&c->distances);
    start_trees(c);
    code_all(c, source);
    put_end(c);
    tlb_release(out->account, c, sizeof *c);
}
