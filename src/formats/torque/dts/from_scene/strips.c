/* Triangles in strips: each triangle has two corners of the one before it. Triangle i of a strip has the
 * corners (i, i + 1, i + 2), every other one (i + 1, i, i + 2), so that all face the same way. */
#include "formats/torque/dts/from_scene/from_scene.h"

#include <stdlib.h>

/* An edge in the direction that a face has it, and the face's other corner. */
typedef struct edge {
    uint32_t from, to, third, face;
    uint32_t unused; /* of the first of equal ones: from here on faces may be unused */
} edge;

typedef struct stripper {
    shape_face *faces;
    uint32_t count;
    edge *edges;    /* in order, 3 * count */
    uint32_t *used; /* by face: 1 in a strip or in the list, 2 and more in the trial of that number */
    uint32_t trial;
    uint32_t most; /* triangles of a strip */
} stripper;

enum { TAKEN = 1 };

static int compare_edges(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->third != b->third)
        return a->third < b->third ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

static bool list_edges(tlb_arena *arena, stripper *s)
{
    s->edges = tlb_alloc_array(arena, s->count, 3 * sizeof *s->edges);
    s->used = tlb_zalloc_array(arena, s->count, sizeof *s->used);
    if (!s->edges || !s->used)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        for (int c = 0; c < 3; c++)
            s->edges[3 * i + (uint32_t)c] = (edge){s->faces[i].corners[c], s->faces[i].corners[(c + 1) % 3],
                                                   s->faces[i].corners[(c + 2) % 3], i, 0};
    qsort(s->edges, (size_t)3 * s->count, sizeof *s->edges, compare_edges);
    for (uint32_t i = 0; i < 3 * s->count; i++)
        s->edges[i].unused = i;
    return true;
}

static bool is_edge(const edge *e, uint32_t from, uint32_t to)
{
    return e->from == from && e->to == to;
}

/* The free face that has an edge; of several that with the lowest other corner, so that the order of the
 * faces does not matter. NULL: there is none. */
static const edge *find_face(stripper *s, uint32_t from, uint32_t to)
{
    const edge wanted = {from, to, 0, 0, 0};
    uint32_t low = 0, high = 3 * s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_edges(&s->edges[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 3 * s->count || !is_edge(&s->edges[low], from, to))
        return NULL;
    uint32_t *unused = &s->edges[low].unused, at;
    while (*unused < 3 * s->count && is_edge(&s->edges[*unused], from, to) &&
           s->used[s->edges[*unused].face] == TAKEN)
        ++*unused;
    for (at = *unused; at < 3 * s->count && is_edge(&s->edges[at], from, to); at++)
        if (s->used[s->edges[at].face] != TAKEN && s->used[s->edges[at].face] != s->trial)
            return &s->edges[at];
    return NULL;
}

/* The strip that begins with a face whose corner `turn` comes first: how many faces it has. They are taken
 * `into` a list, each with its corners as the strip has them; NULL: it is tried. */
static uint32_t follow(stripper *s, uint32_t face, int turn, shape_face *into)
{
    uint32_t mark = into ? TAKEN : s->trial + 1;
    s->trial++;
    const uint32_t *corners = s->faces[face].corners;
    uint32_t before = corners[(turn + 1) % 3], last = corners[(turn + 2) % 3], count = 0;
    shape_face next = {{corners[turn], before, last}};
    for (;;) {
        s->used[face] = mark;
        if (into)
            into[count] = next;
        count++;
        bool odd = count % 2;
        uint32_t from = odd ? last : before, to = odd ? before : last;
        const edge *shared = count < s->most ? find_face(s, from, to) : NULL;
        if (!shared)
            return count;
        face = shared->face;
        next = (shape_face){{from, to, shared->third}};
        before = last;
        last = shared->third;
    }
}

/* The turn with the longest strip. */
static int best_turn(stripper *s, uint32_t face, uint32_t *length)
{
    int best = 0;
    *length = 0;
    for (int turn = 0; turn < 3; turn++) {
        uint32_t count = follow(s, face, turn, NULL);
        if (count > *length) {
            *length = count;
            best = turn;
        }
    }
    return best;
}

bool tlb_shape_find_strips(tlb_arena *arena, shape_face *faces, uint32_t count, uint32_t most,
                           uint32_t *lengths, uint32_t *strips)
{
    enum { LEAST = 4 };
    stripper s = {.faces = faces, .count = count, .trial = TAKEN, .most = most};
    shape_face *ordered = tlb_alloc_array(arena, count, sizeof *ordered);
    uint32_t done = 0, length;
    *strips = 0;
    if (!ordered || !list_edges(arena, &s))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int turn = s.used[i] == TAKEN ? 0 : best_turn(&s, i, &length);
        if (s.used[i] == TAKEN || length < LEAST)
            continue;
        done += lengths[(*strips)++] = follow(&s, i, turn, ordered + done);
    }
    for (uint32_t i = 0; i < count; i++)
        if (s.used[i] != TAKEN)
            ordered[done++] = faces[i];
    memcpy(faces, ordered, count * sizeof *faces);
    return true;
}
