/* Matches by a tree of the strings in the window (a Patricia tree, as Fiala and Greene keep it for a sliding
 * window). A string is the LH4_LONGEST bytes at a place: a leaf. An inner node is what two or more of them
 * begin with, and has the place of one of them. Which of equal matches is found depends on these places, and
 * so on every step here. */
#include "formats/meridian/bgf/lh4/lh4.h"

enum {
    NONE = 0,
    FIRST_INNER = 1, /* up to LH4_WINDOW, where the leaves begin: one for each place in the window */
    FIRST_ROOT = 2 * LH4_WINDOW, /* one for each first byte */
    NODES = FIRST_ROOT + 256,
    CHAINS = 1 << 14
};

typedef struct node {
    uint32_t place;
    uint16_t parent; /* NONE: not in the tree */
    uint16_t
        next; /* in its chain; of a leaf that was replaced: the leaf that replaced it; of those not in use */
    uint16_t length; /* of what the strings below have in common */
    uint16_t children;
    uint8_t byte;    /* the one after the parent's length */
    bool is_renewed; /* its place was set, and that was not passed on to its parent yet */
} node;

struct lh4_finder {
    const uint8_t *bytes;
    uint32_t place;
    uint16_t unused; /* inner nodes */
    uint16_t chains[CHAINS];
    node nodes[NODES];
};

static uint32_t leaf_of(uint32_t place)
{
    return LH4_WINDOW + place % LH4_WINDOW;
}

static bool is_inner(uint32_t n)
{
    return n < LH4_WINDOW;
}

lh4_finder *tlb_bgf_lh4_finder(tlb_arena *arena, const uint8_t *bytes)
{
    lh4_finder *f = tlb_zalloc(arena, sizeof *f);
    if (!f)
        return NULL;
    f->bytes = bytes;
    f->place = UINT32_MAX;
    f->unused = FIRST_INNER;
    for (uint32_t n = FIRST_INNER; n < LH4_WINDOW - 1; n++)
        f->nodes[n].next = (uint16_t)(n + 1);
    for (uint32_t n = FIRST_ROOT; n < NODES; n++)
        f->nodes[n].length = 1;
    return f;
}

/* --- children ----------------------------------------------------------------------------------------- */

static uint16_t *chain_of(lh4_finder *f, uint32_t parent, uint8_t byte)
{
    return &f->chains[(parent * 57u + byte * 1021u) % CHAINS];
}

static uint32_t child(lh4_finder *f, uint32_t parent, uint8_t byte)
{
    uint32_t n = *chain_of(f, parent, byte);
    while (n != NONE && (f->nodes[n].parent != parent || f->nodes[n].byte != byte))
        n = f->nodes[n].next;
    return n;
}

static void add_child(lh4_finder *f, uint32_t parent, uint8_t byte, uint32_t n)
{
    uint16_t *chain = chain_of(f, parent, byte);
    f->nodes[n].parent = (uint16_t)parent;
    f->nodes[n].byte = byte;
    f->nodes[n].next = *chain;
    *chain = (uint16_t)n;
    f->nodes[parent].children++;
}

static void remove_child(lh4_finder *f, uint32_t n)
{
    node *removed = &f->nodes[n];
    uint16_t *link = chain_of(f, removed->parent, removed->byte);
    while (*link != n)
        link = &f->nodes[*link].next;
    *link = removed->next;
    f->nodes[removed->parent].children--;
    removed->parent = NONE;
}

static void replace(lh4_finder *f, uint32_t old, uint32_t new)
{
    uint32_t parent = f->nodes[old].parent;
    remove_child(f, old);
    add_child(f, parent, f->nodes[old].byte, new);
}

/* --- insertion ---------------------------------------------------------------------------------------- */

/* A place is passed on to the parent only when it would be overwritten: of each two, one goes up. */
static void renew(lh4_finder *f, uint32_t n, uint32_t place)
{
    for (; f->nodes[n].is_renewed; n = f->nodes[n].parent) {
        f->nodes[n].place = place;
        f->nodes[n].is_renewed = false;
    }
    if (is_inner(n)) {
        f->nodes[n].place = place;
        f->nodes[n].is_renewed = true;
    }
}

/* The node to begin with: all above it begin with what the string before matched, less its first byte. */
static uint32_t node_after_match(lh4_finder *f, const lh4_match *match)
{
    uint32_t n = leaf_of(match->start + 1);
    while (f->nodes[n].parent == NONE)
        n = f->nodes[n].next;
    while (f->nodes[f->nodes[n].parent].length >= match->length)
        n = f->nodes[n].parent;
    renew(f, f->nodes[n].parent, f->place);
    return n;
}

static void split(lh4_finder *f, uint32_t n, const lh4_match *match)
{
    uint32_t inner = f->unused;
    f->unused = f->nodes[inner].next;
    f->nodes[inner] = (node){.place = f->place, .length = (uint16_t)match->length};
    replace(f, n, inner);
    add_child(f, inner, f->bytes[match->start + match->length], n);
    add_child(f, inner, f->bytes[f->place + match->length], leaf_of(f->place));
}

static void insert(lh4_finder *f, lh4_match *match)
{
    const uint8_t *string = f->bytes + f->place;
    uint32_t leaf = leaf_of(f->place), n, parent;
    f->nodes[leaf] = (node){.place = f->place, .length = LH4_LONGEST};
    if (match->length > LH4_SHORTEST) {
        match->length--;
        n = node_after_match(f, match);
    } else {
        match->length = 2;
        parent = FIRST_ROOT + string[0];
        n = child(f, parent, string[1]);
        if (n == NONE) {
            match->length = 1;
            add_child(f, parent, string[1], leaf);
            return;
        }
    }
    for (;;) {
        const uint8_t *other = f->bytes + f->nodes[n].place;
        match->start = f->nodes[n].place;
        while (match->length < f->nodes[n].length && string[match->length] == other[match->length])
            match->length++;
        if (match->length < f->nodes[n].length) {
            split(f, n, match);
            return;
        }
        if (match->length == LH4_LONGEST)
            break;
        f->nodes[n].place = f->place;
        f->nodes[n].is_renewed = false;
        parent = n;
        n = child(f, parent, string[match->length]);
        if (n == NONE) {
            add_child(f, parent, string[match->length], leaf);
            return;
        }
        match->length++;
    }
    replace(f, n, leaf);
    f->nodes[n].next = (uint16_t)leaf;
}

/* --- deletion ----------------------------------------------------------------------------------------- */

/* The newest place of a node and those above it that wait to be passed on. */
static void pass_on(lh4_finder *f, uint32_t n, uint32_t place)
{
    for (;; n = f->nodes[n].parent) {
        node *above = &f->nodes[n];
        if (!is_inner(n))
            return;
        if (above->place > place)
            place = above->place;
        above->place = place;
        above->is_renewed = !above->is_renewed;
        if (above->is_renewed)
            return;
    }
}

/* Takes out the string that leaves the window; its leaf is that of the new place. */
static void delete_oldest(lh4_finder *f)
{
    uint32_t leaf = leaf_of(f->place), n = f->nodes[leaf].parent;
    if (n == NONE)
        return;
    remove_child(f, leaf);
    if (!is_inner(n) || f->nodes[n].children > 1)
        return;
    node *inner = &f->nodes[n];
    pass_on(f, inner->parent, inner->place);
    uint32_t last = child(f, n, f->bytes[inner->place + inner->length]);
    remove_child(f, last);
    replace(f, n, last);
    inner->next = f->unused;
    f->unused = (uint16_t)n;
}

void tlb_bgf_lh4_find(lh4_finder *finder, lh4_match *match)
{
    finder->place++;
    delete_oldest(finder);
    insert(finder, match);
}
