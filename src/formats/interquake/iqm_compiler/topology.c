/* Which vertices are equal, found by hashing; which triangles are neighbours: the edges of all triangles,
 * sorted by the place where they begin, then by where they end. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <stdlib.h>
#include <string.h>

/* --- equal vertices ---------------------------------------------------------------------------------- */

static uint32_t word(const iq_rows *key, size_t i)
{
    uint32_t bits;
    memcpy(&bits, (const uint8_t *)key->data + i * sizeof bits, sizeof bits);
    return bits == 0x80000000 ? 0 : bits;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

static uint64_t hash_row(const iq_rows *keys, uint32_t key_count, uint32_t row)
{
    uint64_t hash = 0;
    for (uint32_t k = 0; k < key_count; k++) {
        size_t at = (size_t)row * keys[k].words, end = at + keys[k].words;
        for (; at + 1 < end; at += 2)
            hash = mixed(hash, (uint64_t)word(&keys[k], at) << 32 | word(&keys[k], at + 1));
        if (at < end)
            hash = mixed(hash, word(&keys[k], at));
    }
    return mixed(hash, hash >> 32);
}

static bool equal(const iq_rows *keys, uint32_t key_count, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < key_count; k++) {
        size_t words = keys[k].words;
        for (size_t i = 0; i < words; i++)
            if (word(&keys[k], a * words + i) != word(&keys[k], b * words + i))
                return false;
    }
    return true;
}

/* A slot holds 1 + a row, and high bits of its hash, which distinguish most others without a look there. */
typedef struct slot {
    uint32_t row, check;
} slot;

bool tlb_iq_find_equal(tlb_arena *work, const iq_rows *keys, uint32_t key_count, uint32_t count,
                       uint32_t *first)
{
    tlb_mark mark = tlb_arena_mark(work);
    size_t size = 1;
    while (size < (size_t)count + count / 2)
        size *= 2;
    slot *slots = tlb_zalloc_array(work, size, sizeof *slots);
    for (uint32_t i = 0; slots && i < count; i++) {
        uint64_t hash = hash_row(keys, key_count, i);
        uint32_t check = (uint32_t)(hash >> 32);
        size_t at = (size_t)hash & (size - 1);
        while (slots[at].row && (slots[at].check != check || !equal(keys, key_count, slots[at].row - 1, i)))
            at = (at + 1) & (size - 1);
        if (!slots[at].row)
            slots[at] = (slot){i + 1, check};
        first[i] = slots[at].row - 1;
    }
    tlb_arena_rewind(work, mark);
    return slots != NULL;
}

/* --- neighbours -------------------------------------------------------------------------------------- */

/* An edge, by the higher of its places and its triangle, which has it on side k: from corner k to k + 1. */
typedef struct edge {
    uint32_t high, owner; /* 4 x triangle + k */
} edge;

typedef struct finder {
    const tlb_iqm_triangle *triangles;
    const uint32_t *place;
    tlb_iqm_adjacency *adjacency;
} finder;

static uint32_t begin_of(const finder *f, uint32_t owner)
{
    return f->place[f->triangles[owner / 4][owner % 4]];
}

static uint32_t end_of(const finder *f, uint32_t owner)
{
    return f->place[f->triangles[owner / 4][(owner % 4 + 1) % 3]];
}

static int by_end(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return x->owner < y->owner ? -1 : x->owner > y->owner;
}

static void sort(edge *edges, uint32_t count)
{
    enum { FEW = 16 };
    if (count > FEW) {
        qsort(edges, count, sizeof *edges, by_end);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        edge moved = edges[i];
        uint32_t at = i;
        for (; at > 0 && edges[at - 1].high > moved.high; at--)
            edges[at] = edges[at - 1];
        edges[at] = moved;
    }
}

static void join(const finder *f, const edge *edges, uint32_t count)
{
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && edges[next].high == edges[i].high;)
            next++;
        uint32_t a = edges[i].owner, b = next - i == 2 ? edges[i + 1].owner : a;
        if (a / 4 != b / 4 && begin_of(f, a) == end_of(f, b)) {
            f->adjacency[a / 4][a % 4] = (int32_t)(b / 4);
            f->adjacency[b / 4][b % 4] = (int32_t)(a / 4);
        }
    }
}

bool tlb_iq_find_neighbours(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                            const uint32_t *place, uint32_t places, tlb_iqm_adjacency *adjacency)
{
    tlb_mark mark = tlb_arena_mark(work);
    finder f = {triangles, place, adjacency};
    uint32_t *starts =
        tlb_zalloc_array(work, (size_t)places + 1, sizeof *starts); /* of the edges at a place */
    edge *edges = tlb_alloc_array(work, (size_t)count * 3, sizeof *edges);
    bool done = starts && edges;
    for (uint32_t t = 0; done && t < count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t from = begin_of(&f, t * 4 + k), to = end_of(&f, t * 4 + k);
            starts[(from < to ? from : to) + 1] += from != to;
            adjacency[t][k] = -1;
        }
    for (uint32_t p = 0; done && p < places; p++)
        starts[p + 1] += starts[p];
    for (uint32_t owner = 0; done && owner < count * 4; owner += owner % 4 == 2 ? 2 : 1) {
        uint32_t from = begin_of(&f, owner), to = end_of(&f, owner);
        if (from != to)
            edges[starts[from < to ? from : to]++] = (edge){from < to ? to : from, owner};
    }
    /* By now each start has moved to the end. */
    for (uint32_t p = 0, at = 0; done && p < places; at = starts[p++]) {
        sort(edges + at, starts[p] - at);
        join(&f, edges + at, starts[p] - at);
    }
    tlb_arena_rewind(work, mark);
    return done;
}
