/* Neighbours: the edges of all triangles, sorted by the place where they begin, then by where they end. */
#include "formats/interquake/compile_parts.h"

#include <stdlib.h>
#include <string.h>

/* An edge, from the lower of its places to the higher. */
typedef struct edge {
    uint32_t high, triangle;
    uint8_t side;  /* k of k, k + 1 */
    bool forwards; /* whether the triangle runs it from low to high */
} edge;

static int by_end(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    if (x->triangle != y->triangle)
        return x->triangle < y->triangle ? -1 : 1;
    return (int)x->side - (int)y->side;
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

static void join(const edge *edges, uint32_t count, tlb_iqm_adjacency *adjacency)
{
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && edges[next].high == edges[i].high;)
            next++;
        const edge *a = &edges[i], *b = a + 1;
        if (next - i == 2 && a->triangle != b->triangle && a->forwards != b->forwards) {
            adjacency[a->triangle][a->side] = (int32_t)b->triangle;
            adjacency[b->triangle][b->side] = (int32_t)a->triangle;
        }
    }
}

bool iq_find_neighbours(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                        const uint32_t *place, uint32_t places, tlb_iqm_adjacency *adjacency)
{
    tlb_mark mark = tlb_arena_mark(work);
    /* starts[p] becomes where the edges that begin at p start, ends[p] where they end. */
    uint32_t *starts = tlb_zalloc(work, ((size_t)places + 1) * sizeof *starts);
    edge *edges = tlb_alloc_array(work, (size_t)count * 3, sizeof *edges);
    bool done = starts && edges;
    for (uint32_t t = 0; done && t < count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t from = place[triangles[t][k]], to = place[triangles[t][(k + 1) % 3]];
            starts[(from < to ? from : to) + 1] += from != to;
            adjacency[t][k] = -1;
        }
    for (uint32_t p = 0; done && p < places; p++)
        starts[p + 1] += starts[p];
    for (uint32_t t = 0; done && t < count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t from = place[triangles[t][k]], to = place[triangles[t][(k + 1) % 3]];
            if (from != to)
                edges[starts[from < to ? from : to]++] =
                    (edge){from < to ? to : from, t, (uint8_t)k, from < to};
        }
    /* By now each start has moved to the end. */
    for (uint32_t p = 0, at = 0; done && p < places; at = starts[p++]) {
        sort(edges + at, starts[p] - at);
        join(edges + at, starts[p] - at, adjacency);
    }
    tlb_arena_rewind(work, mark);
    return done;
}
