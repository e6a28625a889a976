/* Closes the edges between faces: each gets the corners of other faces that lie on it, so that all that meet
 * there have the same. Faces that get too many corners are split. */
#include "level/edge_points.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

typedef struct ring_corner {
    uint32_t point;
    bool is_collinear; /* it was put on an edge */
} ring_corner;

typedef struct ring {
    ring_corner *corners;
    uint32_t count;
} ring;

typedef struct closer {
    tlb_solid_maker *m;
    tlb_edge_points points;         /* those that faces have */
    tlb_arena work;                 /* of a face */
    TLB_LIST(uint32_t) corners;     /* the new ones of all faces */
    TLB_LIST(tlb_solid_face) faces; /* the new ones */
} closer;

/* --- edges ------------------------------------------------------------------------------------------- */

/* Appends a corner and what lies on the edge from it to the next one. */
static bool append_edge(closer *c, ring *r, ring_corner from, uint32_t to)
{
    uint32_t *found, count;
    if (!tlb_edge_points_find(&c->points, from.point, to, &c->work, &found, &count))
        return false;
    ring_corner *corners = tlb_alloc_array(&c->work, (size_t)r->count + count + 1, sizeof *corners);
    if (!corners)
        return false;
    if (r->count)
        memcpy(corners, r->corners, r->count * sizeof *corners);
    r->corners = corners;
    r->corners[r->count++] = from;
    for (uint32_t i = 0; i < count; i++)
        r->corners[r->count++] = (ring_corner){found[i], true};
    return true;
}

/* --- faces ------------------------------------------------------------------------------------------- */

/* Others have all their corners on one line, or look the other way now. */
static bool is_wide(const tlb_solid *solid, const tlb_solid_face *like, const ring *r)
{
    if (r->count < 3)
        return false;
    const double *first = solid->points.data[r->corners[0].point];
    double area[3] = {0}, longest = 0, last[3] = {0}, next[3], part[3];
    for (uint32_t i = 1; i < r->count; i++, memcpy(last, next, sizeof last)) {
        tlb_subtract(solid->points.data[r->corners[i].point], first, next);
        longest = fmax(longest, tlb_dot(next, next));
        tlb_cross(last, next, part);
        for (int axis = 0; axis < 3; axis++)
            area[axis] += part[axis];
    }
    double outward = tlb_dot(area, solid->planes.data[like->plane].normal);
    return (like->reversed ? -outward : outward) > TLB_EDGE_POINTS_NEAR * sqrt(longest);
}

static bool add_face(closer *c, const tlb_solid_face *like, const ring *r)
{
    if (!is_wide(c->m->solid, like, r))
        return true;
    tlb_solid_face face = *like;
    face.first_corner = c->corners.count;
    face.corner_count = r->count;
    face.collinear = 0;
    if (!TLB_RESERVE(&c->m->solid->arena, &c->corners, r->count))
        return false;
    for (uint32_t i = 0; i < r->count; i++) {
        face.collinear |= (uint32_t)r->corners[i].is_collinear << i;
        c->corners.data[c->corners.count++] = r->corners[i].point;
    }
    tlb_solid_face *added = TLB_PUSH(&c->m->solid->arena, &c->faces);
    if (added)
        *added = face;
    return added;
}

/* Whether a chord between two corners would halve the face and not run along an edge; `turning` is how many
 * corners up to each one turn. */
static bool is_chord(const ring *r, const uint32_t *turning, uint32_t from, uint32_t to)
{
    uint32_t low = from < to ? from : to, high = from < to ? to : from, all = turning[r->count - 1];
    uint32_t between = turning[high] - turning[low] - !r->corners[high].is_collinear;
    uint32_t ends = !r->corners[low].is_collinear + !r->corners[high].is_collinear;
    return between && all - between - ends && (ends == 2 || all <= 3);
}

/* The chord that halves it best, between corners that turn; of a triangle, also others. */
static bool choose_chord(const ring *r, tlb_arena *arena, uint32_t *from, uint32_t *to, bool *found)
{
    uint32_t *turning = tlb_alloc_array(arena, r->count, sizeof *turning), count = 0;
    uint32_t half = r->count / 2, best = half;
    if (!turning)
        return false;
    for (uint32_t i = 0; i < r->count; i++)
        turning[i] = count += !r->corners[i].is_collinear;
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t off = 0; off < best; off++) {
            uint32_t more = (i + half + off) % r->count, fewer = (i + half - off) % r->count;
            bool is_more = is_chord(r, turning, i, more);
            if (!is_more && !is_chord(r, turning, i, fewer))
                continue;
            best = off;
            *from = i;
            *to = is_more ? more : fewer;
        }
    *found = best < half;
    return true;
}

/* The corners from one to the other, and those on the chord back. */
static bool take_half(closer *c, const ring *r, uint32_t from, uint32_t to, ring *half)
{
    uint32_t count = (to + r->count - from) % r->count;
    *half = (ring){tlb_alloc_array(&c->work, count, sizeof *half->corners), count};
    if (!half->corners)
        return false;
    for (uint32_t i = 0; i < count; i++)
        half->corners[i] = r->corners[(from + i) % r->count];
    half->corners[0].is_collinear = false;
    return append_edge(c, half, (ring_corner){r->corners[to].point, false}, r->corners[from].point);
}

static bool add_split(closer *c, const tlb_solid_face *like, const ring *whole)
{
    TLB_LIST(ring) rings = {0};
    ring *first = TLB_PUSH(&c->work, &rings);
    if (!first)
        return false;
    *first = *whole;
    while (rings.count) {
        ring r = rings.data[--rings.count];
        uint32_t from = 0, to = 0;
        if (r.count <= TLB_SOLID_MOST_CORNERS) {
            if (!add_face(c, like, &r))
                return false;
            continue;
        }
        bool found;
        if (!choose_chord(&r, &c->work, &from, &to, &found))
            return false;
        if (!found)
            continue; /* all of it is on one line */
        ring *halves = TLB_RESERVE(&c->work, &rings, 2) ? rings.data + rings.count : NULL;
        if (!halves || !take_half(c, &r, to, from, &halves[0]) || !take_half(c, &r, from, to, &halves[1]))
            return false;
        rings.count += 2;
    }
    return true;
}

static bool close_face(closer *c, const tlb_solid_face *face)
{
    const uint32_t *corners = c->m->solid->corners.data + face->first_corner;
    ring r = {NULL, 0};
    for (uint32_t i = 0; i < face->corner_count; i++)
        if (!append_edge(c, &r, (ring_corner){corners[i], false},
                         corners[i + 1 < face->corner_count ? i + 1 : 0]))
            return false;
    return add_split(c, face, &r);
}

/* --- all --------------------------------------------------------------------------------------------- */

static bool gather_points(closer *c)
{
    const tlb_solid *solid = c->m->solid;
    bool *is_used = tlb_zalloc_array(&c->m->scratch, solid->points.count, sizeof *is_used);
    for (uint32_t i = 0; is_used && i < solid->corners.count; i++)
        is_used[solid->corners.data[i]] = true;
    return is_used &&
           tlb_edge_points_make(&c->points, solid->points.data, is_used, solid->points.count, &c->m->scratch);
}

tlb_status tlb_solid_close_edges(tlb_solid_maker *m)
{
    closer c = {.m = m};
    tlb_arena_init(&c.work, m->context->account);
    bool done = gather_points(&c);
    for (uint32_t i = 0; done && i < m->solid->faces.count; i++) {
        tlb_mark mark = tlb_arena_mark(&c.work);
        done = close_face(&c, &m->solid->faces.data[i]) && !tlb_work(m->context->account, 1);
        tlb_arena_rewind(&c.work, mark);
    }
    tlb_arena_release(&c.work);
    tlb_arena_fail(&m->scratch, c.work.failure);
    if (!done)
        return tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
    memcpy(&m->solid->corners, &c.corners, sizeof m->solid->corners);
    memcpy(&m->solid->faces, &c.faces, sizeof m->solid->faces);
    return TLB_OK;
}
