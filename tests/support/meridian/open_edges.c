#include "open_edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 16, SAMPLES = 5 };
static const double CELL = 512;
static const double SHIFT = 0.41421356; /* no simple fraction: other edges end at those */

typedef struct edge {
    edge_point from, to, way; /* way: of unit length */
    double length;
} edge;

/* An edge in a cell of the plan: a chain from the cell's slot. */
typedef struct entry {
    uint32_t edge;
    uint32_t next; /* 1 + its place, 0 at the end */
    int32_t cell[2];
} entry;

struct edge_set {
    double tolerance;
    edge *edges;
    uint32_t edge_count, edge_room;
    entry *entries;
    uint32_t entry_count, entry_room;
    uint32_t slots[SLOTS];
};

edge_set *edges_create(double tolerance)
{
    edge_set *set = calloc(1, sizeof *set);
    if (!set)
        abort();
    set->tolerance = tolerance;
    return set;
}

void edges_free(edge_set *set)
{
    free(set->edges);
    free(set->entries);
    free(set);
}

static void *grown(void *data, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return data;
    *room = *room ? 2 * *room : 1024;
    data = realloc(data, *room * size);
    if (!data)
        abort();
    return data;
}

static uint32_t slot_of(const int32_t cell[2])
{
    return ((uint32_t)cell[0] * 73856093u ^ (uint32_t)cell[1] * 19349663u) % SLOTS;
}

static void enter(edge_set *set, uint32_t number, const int32_t cell[2])
{
    set->entries = grown(set->entries, set->entry_count, &set->entry_room, sizeof *set->entries);
    uint32_t *slot = &set->slots[slot_of(cell)];
    set->entries[set->entry_count] = (entry){number, *slot, {cell[0], cell[1]}};
    *slot = ++set->entry_count;
}

static void add_edge(edge_set *set, const double from[3], const double to[3])
{
    set->edges = grown(set->edges, set->edge_count, &set->edge_room, sizeof *set->edges);
    edge *e = &set->edges[set->edge_count];
    memcpy(e->from, from, sizeof e->from);
    memcpy(e->to, to, sizeof e->to);
    e->length = 0;
    for (int i = 0; i < 3; i++)
        e->length += (to[i] - from[i]) * (to[i] - from[i]);
    e->length = sqrt(e->length);
    for (int i = 0; i < 3; i++)
        e->way[i] = (to[i] - from[i]) / e->length;
    int steps = 1 + (int)(hypot(to[0] - from[0], to[1] - from[1]) / (CELL / 2));
    int32_t last[2] = {INT32_MIN, INT32_MIN};
    for (int i = 0; i <= steps; i++) {
        int32_t cell[2];
        for (int k = 0; k < 2; k++)
            cell[k] = (int32_t)floor((from[k] + (to[k] - from[k]) * i / steps) / CELL);
        if (cell[0] != last[0] || cell[1] != last[1])
            enter(set, set->edge_count, cell);
        memcpy(last, cell, sizeof last);
    }
    set->edge_count++;
}

void edges_add_polygon(edge_set *set, const edge_point *corners, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add_edge(set, corners[i], corners[i + 1 < count ? i + 1 : 0]);
}

/* 1 or -1 when an edge runs through a point along a direction or against it, else 0. */
static int passes(const edge_set *set, const edge *e, const double point[3], const double direction[3])
{
    static const double PARALLEL = 0.99;
    double along = 0, cosine = 0, distance = 0;
    if (e->length == 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        along += (point[i] - e->from[i]) * e->way[i];
        cosine += direction[i] * e->way[i];
    }
    if (along < 0 || along > e->length || fabs(cosine) < PARALLEL)
        return 0;
    for (int i = 0; i < 3; i++) {
        double off = point[i] - e->from[i] - e->way[i] * along;
        distance += off * off;
    }
    return distance > set->tolerance * set->tolerance ? 0 : cosine > 0 ? 1 : -1;
}

/* How many more run through a point one way than the other. */
static int balance(const edge_set *set, const double point[3], const double direction[3])
{
    int sum = 0;
    int32_t x = (int32_t)floor(point[0] / CELL), y = (int32_t)floor(point[1] / CELL);
    /* An edge may be entered in a cell beside the one that it only just touches; each counts once. */
    uint32_t met[1024], met_count = 0;
    for (int32_t dx = -1; dx <= 1; dx++)
        for (int32_t dy = -1; dy <= 1; dy++) {
            const int32_t cell[2] = {x + dx, y + dy};
            for (uint32_t at = set->slots[slot_of(cell)]; at; at = set->entries[at - 1].next) {
                const entry *en = &set->entries[at - 1];
                if (en->cell[0] != cell[0] || en->cell[1] != cell[1])
                    continue;
                int way = passes(set, &set->edges[en->edge], point, direction);
                bool known = way == 0;
                for (uint32_t i = 0; i < met_count && !known; i++)
                    known = met[i] == en->edge;
                if (known || met_count == sizeof met / sizeof *met)
                    continue;
                met[met_count++] = en->edge;
                sum += way;
            }
        }
    return sum;
}

edge_lengths edges_measure(const edge_set *set)
{
    edge_lengths result = {0};
    double longest = 0;
    for (uint32_t n = 0; n < set->edge_count; n++) {
        const edge *e = &set->edges[n];
        double length = e->length, open = 0;
        if (length < 4 * set->tolerance)
            continue;
        for (int s = 0; s < SAMPLES; s++) {
            edge_point point;
            for (int i = 0; i < 3; i++)
                point[i] = e->from[i] + e->way[i] * length * (s + SHIFT) / SAMPLES;
            if (balance(set, point, e->way) != 0)
                open += length / SAMPLES;
        }
        result.all += length;
        result.open += open;
        if (open > longest) {
            longest = open;
            for (int i = 0; i < 3; i++)
                result.somewhere[i] = (e->from[i] + e->to[i]) / 2;
        }
    }
    return result;
}
