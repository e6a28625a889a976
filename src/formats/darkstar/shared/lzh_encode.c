/* The coder is that of LZHUF in every choice it makes, so that streams come out as the original tools wrote
 * them. */
#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/lzh_tree.h"

#include <string.h>

enum {
    NONE = LZH_WINDOW,       /* no node */
    ROOTS = LZH_WINDOW + 1,  /* 256 search trees, by first byte */
    AHEAD = LZH_LONGEST - 1, /* bytes of the window that stand behind its end once more */
    MASK = LZH_WINDOW - 1
};

/* The window's strings in search trees. Position p is a node; `larger` also holds the trees' roots. */
typedef struct coder {
    tlb_buffer *out;
    lzh_tree tree;
    lzh_distances distances;
    uint32_t bits, bit_count; /* not written yet, at the upper end */
    uint16_t smaller[LZH_WINDOW + 1], larger[ROOTS + 256], parent[LZH_WINDOW + 1];
    uint8_t window[LZH_WINDOW + AHEAD];
    uint32_t match_length, match_distance; /* of the string inserted last */
} coder;

/* --- bits ----------------------------------------------------------------------------------------------- */

static void put_bits(coder *c, uint32_t code, uint32_t count)
{
    c->bits |= code << (32 - count) >> c->bit_count;
    for (c->bit_count += count; c->bit_count >= 8; c->bit_count -= 8) {
        tlb_buffer_byte(c->out, (uint8_t)(c->bits >> 24));
        c->bits <<= 8;
    }
}

static void put_symbol(coder *c, uint32_t symbol)
{
    uint32_t code = 0, count = 0;
    for (uint32_t node = c->tree.parent[LZH_NODES + symbol]; node != LZH_ROOT; node = c->tree.parent[node]) {
        code |= (node & 1) << count;
        count++;
    }
    put_bits(c, code, count);
    lzh_tree_update(&c->tree, symbol);
}

static void put_distance(coder *c, uint32_t distance)
{
    uint32_t position = distance - 1, upper = position >> LZH_LOW_BITS, length = c->distances.length[upper];
    put_bits(c, (uint32_t)c->distances.code[upper] >> (8 - length), length);
    put_bits(c, position & ((1 << LZH_LOW_BITS) - 1), LZH_LOW_BITS);
}

static void put_end(coder *c)
{
    if (c->bit_count)
        tlb_buffer_byte(c->out, (uint8_t)(c->bits >> 24));
    tlb_buffer_byte(c->out, 0);
}

/* --- search trees --------------------------------------------------------------------------------------- */

static void start_trees(coder *c)
{
    for (uint32_t i = 0; i < 256; i++)
        c->larger[ROOTS + i] = NONE;
    for (uint32_t i = 0; i < LZH_WINDOW; i++)
        c->parent[i] = NONE;
}

/* How many bytes two strings share; `order` is how they differ then. */
static uint32_t compare(const uint8_t *a, const uint8_t *b, int *order)
{
    uint32_t i = 1;
    *order = 0;
    while (i < LZH_LONGEST && !(*order = a[i] - b[i]))
        i++;
    return i;
}

/* The longest match, of equals the nearest. */
static void keep_match(coder *c, uint32_t length, uint32_t distance)
{
    bool better = length > c->match_length || (length == c->match_length && distance < c->match_distance);
    if (length <= LZH_THRESHOLD || !better)
        return;
    c->match_length = length;
    c->match_distance = distance;
}

/* Takes the place of a node whose string is the same. */
static void replace(coder *c, uint16_t old, uint16_t node)
{
    uint16_t parent = c->parent[old];
    c->parent[node] = parent;
    c->smaller[node] = c->smaller[old];
    c->larger[node] = c->larger[old];
    c->parent[c->smaller[old]] = node;
    c->parent[c->larger[old]] = node;
    if (c->larger[parent] == old)
        c->larger[parent] = node;
    else
        c->smaller[parent] = node;
    c->parent[old] = NONE;
}

/* Adds the string at a position, and finds its match on the way down. */
static void insert(coder *c, uint16_t node)
{
    const uint8_t *key = c->window + node;
    uint16_t at = (uint16_t)(ROOTS + key[0]);
    int order = 1;
    c->smaller[node] = c->larger[node] = NONE;
    c->match_length = 0;
    for (;;) {
        uint16_t *next = order >= 0 ? &c->larger[at] : &c->smaller[at];
        if (*next == NONE) {
            *next = node;
            c->parent[node] = at;
            return;
        }
        at = *next;
        uint32_t length = compare(key, c->window + at, &order);
        keep_match(c, length, (uint32_t)(node - at) & MASK);
        if (length == LZH_LONGEST) {
            replace(c, at, node);
            return;
        }
    }
}

/* The node that takes the place of one that goes: its largest smaller one, where it has both kinds. */
static uint16_t heir_of(coder *c, uint16_t node)
{
    if (c->larger[node] == NONE)
        return c->smaller[node];
    if (c->smaller[node] == NONE)
        return c->larger[node];
    uint16_t heir = c->smaller[node];
    if (c->larger[heir] != NONE) {
        do
            heir = c->larger[heir];
        while (c->larger[heir] != NONE);
        c->larger[c->parent[heir]] = c->smaller[heir];
        c->parent[c->smaller[heir]] = c->parent[heir];
        c->smaller[heir] = c->smaller[node];
        c->parent[c->smaller[node]] = heir;
    }
    c->larger[heir] = c->larger[node];
    c->parent[c->larger[node]] = heir;
    return heir;
}

static void delete (coder *c, uint16_t node)
{
    uint16_t parent = c->parent[node];
    if (parent == NONE)
        return;
    uint16_t heir = heir_of(c, node);
    c->parent[heir] = parent;
    if (c->larger[parent] == node)
        c->larger[parent] = heir;
    else
        c->smaller[parent] = heir;
    c->parent[node] = NONE;
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
    while (ahead && !c->out->status) {
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
            if (ahead)
                insert(c, (uint16_t)at);
        }
    }
}

void lzh_encode(tlb_bytes source, tlb_buffer *out)
{
    if (!source.size || out->status)
        return;
    coder *c = tlb_allocate(out->account, sizeof *c);
    if (!c) {
        out->status = out->account->failure;
        return;
    }
    memset(c, 0, sizeof *c);
    c->out = out;
    lzh_tree_start(&c->tree);
    lzh_distances_start(&c->distances);
    start_trees(c);
    code_all(c, source);
    put_end(c);
    tlb_release(out->account, c, sizeof *c);
}
