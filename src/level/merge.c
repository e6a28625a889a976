#include "level/merge.h"

#include "level/level.h"
#include "level/vector.h"
#include "level/weld.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A corner so near the line through its neighbors is on it. */
static const double straight = TLB_LEVEL_NEAR / 4;

typedef struct piece {
    tlb_winding winding;
    uint32_t *points; /* of the corners: numbers */
    uint32_t joined;  /* what it became a part of, or itself */
} piece;

typedef struct shared_edge {
    uint32_t low, high; /* points */
    bool is_down;       /* from high to low */
    uint32_t piece;
    double length;
} shared_edge;

typedef struct merger {
    tlb_arena *arena;
    piece *pieces;
    uint32_t count;
    double normal[3];
} merger;

/* --- joining two ------------------------------------------------------------------------------------- */

static uint32_t find_piece(merger *m, uint32_t index)
{
    while (m->pieces[index].joined != index)
        index = m->pieces[index].joined = m->pieces[m->pieces[index].joined].joined;
    return index;
}

static uint32_t find_edge(const piece *p, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < p->winding.count; i++)
        if (p->points[i] == from && p->points[(i + 1) % p->winding.count] == to)
            return i;
    return p->winding.count;
}

/* How far a corner is outside of the line between its neighbors; NAN where they are one. */
static double bulge(const merger *m, const double before[3], const double at[3], const double after[3])
{
    double in[3], out[3], turn[3];
    tlb_subtract(at, before, in);
    tlb_subtract(after, at, out);
    tlb_cross(in, out, turn);
    double length = sqrt(tlb_square_distance(before, after));
    return length > 0 ? tlb_dot(turn, m->normal) / length : NAN;
}

static const double *corner_at(const piece *p, uint32_t index)
{
    return p->winding.corners[index % p->winding.count].at;
}

/* The corners of `from` after the edge at `edge`, up to the one that begins it; not the first one if the
 * other piece's edge before it goes straight on. */
static void append(piece *to, const piece *from, uint32_t edge, bool skips_first)
{
    uint32_t count = from->winding.count;
    for (uint32_t i = skips_first ? 2 : 1; i < count; i++) {
        uint32_t index = (edge + i) % count;
        to->winding.corners[to->winding.count] = from->winding.corners[index];
        to->points[to->winding.count++] = from->points[index];
    }
}

/* Joins the pieces at the edge from a to b of p, if that is convex. False: no memory. */
static bool join(merger *m, uint32_t p_index, uint32_t q_index, uint32_t a, uint32_t b, bool *has_joined)
{
    piece *p = &m->pieces[p_index], *q = &m->pieces[q_index];
    uint32_t i = find_edge(p, a, b), j = find_edge(q, b, a);
    uint32_t p_count = p->winding.count, q_count = q->winding.count;
    if (i == p_count || j == q_count)
        return true;
    double at_a = bulge(m, corner_at(p, i + p_count - 1), corner_at(p, i), corner_at(q, j + 2));
    double at_b = bulge(m, corner_at(q, j + q_count - 1), corner_at(q, j), corner_at(p, i + 2));
    if (!(at_a >= -straight) || !(at_b >= -straight))
        return true;
    size_t most = (size_t)p_count + q_count - 2;
    piece both = {{tlb_alloc_array(m->arena, most, sizeof *both.winding.corners), 0},
                  tlb_alloc_array(m->arena, most, sizeof *both.points),
                  p_index};
    if (!both.winding.corners || !both.points)
        return false;
    append(&both, p, i, at_b <= straight);
    append(&both, q, j, at_a <= straight);
    if (both.winding.count < 3)
        return true;
    *p = both;
    q->joined = p_index;
    *has_joined = true;
    return true;
}

/* --- all --------------------------------------------------------------------------------------------- */

static int compare_edges(const void *a, const void *b)
{
    const shared_edge *one = a, *other = b;
    if (one->low != other->low)
        return one->low < other->low ? -1 : 1;
    if (one->high != other->high)
        return one->high < other->high ? -1 : 1;
    if (one->is_down != other->is_down)
        return one->is_down ? 1 : -1;
    return one->piece < other->piece ? -1 : one->piece > other->piece;
}

static int compare_pairs(const void *a, const void *b)
{
    const shared_edge *one = *(const shared_edge *const *)a, *other = *(const shared_edge *const *)b;
    if (one->length != other->length)
        return one->length > other->length ? -1 : 1;
    return compare_edges(one, other);
}

static bool collect_edges(const merger *m, shared_edge **edges, uint32_t *count)
{
    size_t most = 0;
    for (uint32_t i = 0; i < m->count; i++)
        most += m->pieces[i].joined == i ? m->pieces[i].winding.count : 0;
    *count = 0;
    *edges = tlb_alloc_array(m->arena, most, sizeof **edges);
    for (uint32_t i = 0; *edges && i < m->count; i++) {
        const piece *p = &m->pieces[i];
        for (uint32_t j = 0; p->joined == i && j < p->winding.count; j++) {
            uint32_t from = p->points[j], to = p->points[(j + 1) % p->winding.count];
            bool is_down = from > to;
            (*edges)[(*count)++] =
                (shared_edge){is_down ? to : from, is_down ? from : to, is_down, i,
                              tlb_square_distance(p->winding.corners[j].at, corner_at(p, j + 1))};
        }
    }
    return *edges;
}

static bool join_all(merger *m, bool *has_joined)
{
    shared_edge *edges;
    uint32_t count, pair_count = 0;
    if (!collect_edges(m, &edges, &count))
        return false;
    const shared_edge **pairs = tlb_alloc_array(m->arena, count, sizeof *pairs);
    if (!pairs)
        return false;
    qsort(edges, count, sizeof *edges, compare_edges);
    for (uint32_t i = 0; i + 1 < count; i++)
        if (edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high && !edges[i].is_down &&
            edges[i + 1].is_down)
            pairs[pair_count++] = &edges[i];
    if (pair_count)
        qsort(pairs, pair_count, sizeof *pairs, compare_pairs);
    for (uint32_t i = 0; i < pair_count; i++) {
        const shared_edge *up = pairs[i], *down = up + 1;
        uint32_t p = find_piece(m, up->piece), q = find_piece(m, down->piece);
        if (p != q && !join(m, p, q, up->low, up->high, has_joined))
            return false;
    }
    return true;
}

static bool number_corners(merger *m, piece *p, tlb_weld *weld)
{
    p->points = tlb_alloc_array(m->arena, p->winding.count, sizeof *p->points);
    for (uint32_t i = 0; p->points && i < p->winding.count; i++)
        if (!tlb_weld_find(weld, m->arena, p->winding.corners[i].at, &p->points[i]))
            return false;
    return p->points;
}

bool tlb_merge_windings(tlb_winding_list *windings, tlb_arena *arena)
{
    merger m = {.arena = arena, .count = windings->count};
    tlb_weld weld = {.dimensions = 3, .reach = TLB_LEVEL_NEAR};
    if (m.count < 2)
        return true;
    m.pieces = tlb_alloc_array(arena, m.count, sizeof *m.pieces);
    if (!m.pieces)
        return false;
    for (uint32_t i = 0; i < m.count; i++) {
        double area[3];
        m.pieces[i] = (piece){windings->data[i], NULL, i};
        if (!number_corners(&m, &m.pieces[i], &weld))
            return false;
        tlb_winding_area(&windings->data[i], area);
        for (int axis = 0; axis < 3; axis++)
            m.normal[axis] += area[axis];
    }
    double length = sqrt(tlb_dot(m.normal, m.normal));
    for (int axis = 0; axis < 3; axis++)
        m.normal[axis] /= length > 0 ? length : 1;
    for (bool has_joined = true; has_joined;) {
        has_joined = false;
        if (!join_all(&m, &has_joined))
            return false;
    }
    windings->count = 0;
    for (uint32_t i = 0; i < m.count; i++)
        if (m.pieces[i].joined == i)
            windings->data[windings->count++] = m.pieces[i].winding;
    return true;
}
