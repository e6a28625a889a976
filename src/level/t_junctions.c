/* Closes the edges between faces: each gets the corners of other faces that lie on it, so that all that meet
 * there have the same. Faces that get too many corners are split by chords between corners; where chords run
 * along so many corners themselves that this leads nowhere, as in long and narrow faces, these are cut across
 * first, and as this makes new corners, all begins again. */
#include "level/edge_points.h"
#include "level/solid.h"
#include "level/vector.h"

#include "base/context.h"

#include <math.h>
#include <stdlib.h>
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
    TLB_LIST(tlb_solid_face) given; /* those of the next attempt */
    bool is_last, has_cut;          /* this attempt; a face, so that there has to be another */
} closer;

enum { MOST_ATTEMPTS = 8, CORNERS_PER_CUT = 12 };

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
    *half = (ring){tlb_alloc_array(&c->work, (size_t)count + 1, sizeof *half->corners), count};
    if (!half->corners)
        return false;
    for (uint32_t i = 0; i < count; i++)
        half->corners[i] = r->corners[(from + i) % r->count];
    half->corners[0].is_collinear = false;
    return append_edge(c, half, (ring_corner){r->corners[to].point, false}, r->corners[from].point);
}

/* Both halves of a ring; *helps: they have clearly fewer corners. */
static bool split_ring(closer *c, const ring *r, ring halves[2], bool *helps)
{
    uint32_t from = 0, to = 0, most = r->count - r->count / 8;
    bool found;
    if (!choose_chord(r, &c->work, &from, &to, &found))
        return false;
    halves[0] = halves[1] = (ring){NULL, 0};
    *helps = true;
    if (!found) /* all of it is on one line */
        return true;
    if (!take_half(c, r, to, from, &halves[0]) || !take_half(c, r, from, to, &halves[1]))
        return false;
    *helps = halves[0].count <= most && halves[1].count <= most;
    if (*helps || !c->is_last)
        return true;
    /* Without the corners on the chord: there may be gaps, but there is an end. */
    halves[0].count = (from + r->count - to) % r->count + 1;
    halves[1].count = (to + r->count - from) % r->count + 1;
    *helps = true;
    return true;
}

/* *helps: no face was added otherwise. */
static bool add_split(closer *c, const tlb_solid_face *like, const ring *whole, bool *helps)
{
    TLB_LIST(ring) rings = {0};
    const uint32_t faces = c->faces.count, corners = c->corners.count;
    ring *first = TLB_PUSH(&c->work, &rings);
    if (!first)
        return false;
    *first = *whole;
    *helps = true;
    while (rings.count && *helps) {
        ring r = rings.data[--rings.count];
        if (r.count <= TLB_SOLID_MOST_CORNERS) {
            if (!add_face(c, like, &r))
                return false;
            continue;
        }
        ring *halves = TLB_RESERVE(&c->work, &rings, 2) ? rings.data + rings.count : NULL;
        if (!halves || !split_ring(c, &r, halves, helps))
            return false;
        rings.count += 2;
    }
    if (!*helps) {
        c->faces.count = faces;
        c->corners.count = corners;
    }
    return true;
}

/* --- narrow faces ------------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

/* The direction of a face's longest edge. */
static void find_long_way(const tlb_solid *solid, const tlb_solid_face *face, double way[3])
{
    const uint32_t *corners = solid->corners.data + face->first_corner;
    double longest = 0;
    for (uint32_t i = 0; i < face->corner_count; i++) {
        const double *from = solid->points.data[corners[i]];
        const double *to = solid->points.data[corners[i + 1 < face->corner_count ? i + 1 : 0]];
        double square = tlb_square_distance(from, to);
        if (!(square > longest))
            continue;
        longest = square;
        for (int axis = 0; axis < 3; axis++)
            way[axis] = (to[axis] - from[axis]) / sqrt(square);
    }
}

static bool make_winding(closer *c, const tlb_solid_face *face, tlb_winding *winding)
{
    const tlb_solid *solid = c->m->solid;
    *winding = (tlb_winding){tlb_alloc_array(&c->work, face->corner_count, sizeof *winding->corners),
                             face->corner_count};
    for (uint32_t i = 0; winding->corners && i < face->corner_count; i++)
        memcpy(winding->corners[i].at, solid->points.data[solid->corners.data[face->first_corner + i]],
               sizeof winding->corners[i].at);
    return winding->corners;
}

static bool add_piece(closer *c, const tlb_solid_face *like, const tlb_winding *winding)
{
    tlb_solid *solid = c->m->solid;
    tlb_solid_face face = *like;
    face.first_corner = solid->corners.count;
    face.corner_count = 0;
    for (uint32_t i = 0; i < winding->count; i++) {
        uint32_t point;
        if (!tlb_solid_find_point(c->m, winding->corners[i].at, &point))
            return false;
        const uint32_t *corners = solid->corners.data + face.first_corner;
        if (face.corner_count && (corners[0] == point || corners[face.corner_count - 1] == point))
            continue;
        uint32_t *added = TLB_PUSH(&solid->arena, &solid->corners);
        if (!added)
            return false;
        *added = point;
        face.corner_count++;
    }
    tlb_solid_face *added = face.corner_count < 3 ? NULL : TLB_PUSH(&solid->arena, &c->given);
    if (added)
        *added = face;
    return added || face.corner_count < 3;
}

/* Cuts a face through every twelfth corner of its ring, along its long way, instead of closing it. */
static bool cut_across(closer *c, const tlb_solid_face *face, const ring *r)
{
    double way[3] = {0}, last = -INFINITY, *along = tlb_alloc_array(&c->work, r->count, sizeof *along);
    tlb_winding rest, above, below;
    if (!along || !make_winding(c, face, &rest))
        return false;
    find_long_way(c->m->solid, face, way);
    for (uint32_t i = 0; i < r->count; i++)
        along[i] = tlb_dot(way, c->m->solid->points.data[r->corners[i].point]);
    qsort(along, r->count, sizeof *along, compare_numbers);
    for (uint32_t i = CORNERS_PER_CUT; i + CORNERS_PER_CUT / 2 < r->count; i += CORNERS_PER_CUT) {
        const tlb_solid_plane plane = {{way[0], way[1], way[2]}, along[i]};
        if (along[i] - last < TLB_EDGE_POINTS_NEAR)
            continue;
        last = along[i];
        for (uint32_t k = 0; k < rest.count; k++)
            rest.corners[k].edge = TLB_WINDING_LOOSE;
        if (!tlb_winding_split(&rest, &plane, 0, 0, &c->work, &above, &below) || !add_piece(c, face, &below))
            return false;
        rest = above;
    }
    c->has_cut = true;
    return add_piece(c, face, &rest);
}

static bool close_face(closer *c, const tlb_solid_face *face)
{
    const uint32_t *corners = c->m->solid->corners.data + face->first_corner;
    ring r = {NULL, 0};
    bool helps;
    for (uint32_t i = 0; i < face->corner_count; i++)
        if (!append_edge(c, &r, (ring_corner){corners[i], false},
                         corners[i + 1 < face->corner_count ? i + 1 : 0]))
            return false;
    if (!add_split(c, face, &r, &helps))
        return false;
    if (!helps)
        return cut_across(c, face, &r);
    tlb_solid_face *kept = TLB_PUSH(&c->m->solid->arena, &c->given);
    if (kept)
        *kept = *face;
    return kept;
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

/* Closes all faces, or cuts some. */
static bool attempt(closer *c)
{
    tlb_solid *solid = c->m->solid;
    bool done = gather_points(c);
    c->corners.count = c->faces.count = 0;
    c->has_cut = false;
    memset(&c->given, 0, sizeof c->given);
    for (uint32_t i = 0; done && i < solid->faces.count; i++) {
        const tlb_solid_face face = solid->faces.data[i];
        tlb_mark mark = tlb_arena_mark(&c->work);
        done = close_face(c, &face) && !tlb_work(c->m->context->account, 1);
        tlb_arena_rewind(&c->work, mark);
    }
    return done;
}

tlb_status tlb_solid_close_edges(tlb_solid_maker *m)
{
    closer c = {.m = m, .has_cut = true};
    tlb_arena_init(&c.work, m->context->account);
    bool done = true;
    for (int i = 1; done && c.has_cut; i++) {
        if (i > 1)
            memcpy(&m->solid->faces, &c.given, sizeof m->solid->faces);
        c.is_last = i == MOST_ATTEMPTS;
        done = attempt(&c);
    }
    tlb_arena_release(&c.work);
    tlb_arena_fail(&m->scratch, c.work.failure);
    if (!done)
        return tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
    memcpy(&m->solid->corners, &c.corners, sizeof m->solid->corners);
    memcpy(&m->solid->faces, &c.faces, sizeof m->solid->faces);
    return TLB_OK;
}
