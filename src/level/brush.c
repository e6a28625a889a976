/* The shape of a brush from its planes: each face's polygon is a large square cut by the other planes. Each
 * edge knows the plane that cut it, so that a corner is the meeting of three planes and no error adds up. */
#include "level/level.h"

#include "base/context.h"

#include <math.h>
#include <string.h>

/* --- vectors ----------------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

static double square_distance(const double a[3], const double b[3])
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return dot(d, d);
}

/* --- cutting ----------------------------------------------------------------------------------------- */

typedef struct plane {
    double normal[3], distance;
} plane;

/* A corner, and the plane along which the edge from it runs. */
typedef struct corner {
    double at[3], above; /* over the plane that cuts */
    uint32_t edge;
} corner;

typedef struct cutter {
    const plane *planes;
    uint32_t count; /* of the brush; after them those of the square's edges */
    corner *ring, *spare;
    uint32_t size, capacity; /* of the ring */
} cutter;

enum { SQUARE_EDGES = 4 };

/* Where the edge from a to b passes the plane: the meeting of three planes, if that is between a and b. */
static void meet(const cutter *c, const plane *face, const corner *a, const corner *b, const plane *cut,
                 double at[3])
{
    const plane *edge = &c->planes[a->edge];
    double crossed[3][3], t = a->above / (a->above - b->above);
    for (int axis = 0; axis < 3; axis++)
        at[axis] = a->at[axis] + t * (b->at[axis] - a->at[axis]);
    cross(edge->normal, cut->normal, crossed[0]);
    cross(cut->normal, face->normal, crossed[1]);
    cross(face->normal, edge->normal, crossed[2]);
    double determinant = dot(face->normal, crossed[0]), exact[3];
    if (fabs(determinant) < 1e-9)
        return;
    for (int axis = 0; axis < 3; axis++)
        exact[axis] = (face->distance * crossed[0][axis] + edge->distance * crossed[1][axis] +
                       cut->distance * crossed[2][axis]) /
                      determinant;
    if (square_distance(exact, at) < 1)
        memcpy(at, exact, sizeof exact);
}

static int side(double above)
{
    return above > TLB_LEVEL_NEAR ? 1 : above < -TLB_LEVEL_NEAR ? -1 : 0;
}

/* Cuts off what of the ring is above the plane. False: all of it lies in the plane. */
static bool cut_by(cutter *c, const plane *face, uint32_t by)
{
    const plane *cut = &c->planes[by];
    uint32_t size = 0, above = 0, below = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        c->ring[i].above = dot(cut->normal, c->ring[i].at) - cut->distance;
        above += side(c->ring[i].above) > 0;
        below += side(c->ring[i].above) < 0;
    }
    if (!above)
        return below;
    for (uint32_t i = 0; below && i < c->size && size + 2 <= c->capacity; i++) {
        const corner *a = &c->ring[i], *b = &c->ring[i + 1 < c->size ? i + 1 : 0];
        int from = side(a->above), to = side(b->above);
        if (from <= 0) {
            c->spare[size] = *a;
            c->spare[size++].edge = to > 0 && from == 0 ? by : a->edge;
        }
        if (from * to < 0) {
            corner *added = &c->spare[size++];
            added->edge = to > 0 ? by : a->edge;
            meet(c, face, a, b, cut, added->at);
        }
    }
    corner *ring = c->ring;
    c->ring = c->spare;
    c->spare = ring;
    c->size = size;
    return true;
}

/* The square's edges become the planes after those of the brush. */
static void start_square(cutter *c, plane *planes, const plane *face, double size)
{
    int largest = 0;
    for (int axis = 1; axis < 3; axis++)
        largest = fabs(face->normal[axis]) > fabs(face->normal[largest]) ? axis : largest;
    double up[3] = {0}, u[3], v[3];
    up[(largest + 1) % 3] = 1;
    cross(up, face->normal, u);
    double length = sqrt(dot(u, u));
    for (int axis = 0; axis < 3; axis++)
        u[axis] /= length;
    cross(face->normal, u, v);
    static const int signs[SQUARE_EDGES][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    c->size = SQUARE_EDGES;
    for (uint32_t i = 0; i < SQUARE_EDGES; i++) {
        corner *at = &c->ring[i];
        plane *edge = &planes[c->count + i];
        for (int axis = 0; axis < 3; axis++) {
            at->at[axis] =
                face->normal[axis] * face->distance + size * (signs[i][0] * u[axis] + signs[i][1] * v[axis]);
            edge->normal[axis] = i == 0 ? -v[axis] : i == 1 ? u[axis] : i == 2 ? v[axis] : -u[axis];
        }
        edge->distance = dot(edge->normal, at->at);
        at->edge = c->count + i;
    }
}

/* The ring of a face; its fault. */
static tlb_face_fault cut_face(cutter *c, plane *planes, uint32_t index, double size, bool *is_open)
{
    const plane *face = &planes[index];
    if (dot(face->normal, face->normal) < 0.5)
        return TLB_FACE_DEGENERATE;
    start_square(c, planes, face, size);
    for (uint32_t by = 0; by < c->count && c->size; by++) {
        const plane *other = &planes[by];
        if (by == index || dot(other->normal, other->normal) < 0.5 || cut_by(c, face, by))
            continue;
        /* All of it is in the other's plane: one of both is too many. */
        if (dot(other->normal, face->normal) < 0)
            c->size = 0;
        else if (by < index)
            return TLB_FACE_DUPLICATE;
    }
    for (uint32_t i = 0; i < c->size; i++)
        *is_open |= c->ring[i].edge >= c->count;
    return c->size < 3 ? TLB_FACE_REDUNDANT : TLB_FACE_SOUND;
}

/* --- the shape --------------------------------------------------------------------------------------- */

static bool find_point(tlb_brush_shape *shape, tlb_arena *arena, const double at[3], uint32_t *point)
{
    for (*point = 0; *point < shape->points.count; ++*point)
        if (square_distance(shape->points.data[*point], at) <= TLB_LEVEL_NEAR * TLB_LEVEL_NEAR)
            return true;
    double(*added)[3] = TLB_PUSH(arena, &shape->points);
    if (added)
        memcpy(*added, at, sizeof *added);
    return added;
}

/* The ring's corners as points, without those that fell together. */
static bool keep_ring(tlb_brush_shape *shape, tlb_arena *arena, const cutter *c, tlb_brush_ring *ring)
{
    ring->first = shape->corners.count;
    for (uint32_t i = 0; i < c->size; i++) {
        uint32_t point;
        if (!find_point(shape, arena, c->ring[i].at, &point))
            return false;
        if (ring->count) {
            const uint32_t *corners = shape->corners.data, last = shape->corners.count - 1;
            if (corners[last] == point)
                shape->edges.data[last] = c->ring[i].edge;
            if (corners[last] == point || corners[ring->first] == point)
                continue;
        }
        uint32_t *added = TLB_PUSH(arena, &shape->corners), *edge = TLB_PUSH(arena, &shape->edges);
        if (!added || !edge)
            return false;
        *added = point;
        *edge = c->ring[i].edge;
        ring->count++;
    }
    if (ring->count < 3) {
        shape->corners.count = shape->edges.count = ring->first;
        ring->count = 0;
        ring->fault = TLB_FACE_REDUNDANT;
    }
    return true;
}

/* Six times what the rings enclose. */
static double volume(const tlb_brush_shape *shape)
{
    double sum = 0, normal[3], a[3], b[3];
    if (!shape->points.count)
        return 0;
    const double *from = shape->points.data[0];
    for (uint32_t i = 0; i < shape->rings.count; i++) {
        const tlb_brush_ring *ring = &shape->rings.data[i];
        const uint32_t *corners = shape->corners.data + ring->first;
        for (uint32_t j = 2; j < ring->count; j++) {
            const double *p = shape->points.data[corners[0]];
            for (int axis = 0; axis < 3; axis++) {
                a[axis] = shape->points.data[corners[j - 1]][axis] - p[axis];
                b[axis] = shape->points.data[corners[j]][axis] - p[axis];
            }
            cross(a, b, normal);
            for (int axis = 0; axis < 3; axis++)
                sum += normal[axis] * (p[axis] - from[axis]);
        }
    }
    return sum;
}

static void measure(tlb_brush_shape *shape)
{
    for (int axis = 0; axis < 3; axis++) {
        shape->low[axis] = INFINITY;
        shape->high[axis] = -INFINITY;
        for (uint32_t i = 0; i < shape->points.count; i++) {
            double at = shape->points.data[i][axis];
            shape->low[axis] = at < shape->low[axis] ? at : shape->low[axis];
            shape->high[axis] = at > shape->high[axis] ? at : shape->high[axis];
        }
    }
}

bool tlb_level_face_has_plane(const tlb_level_face *face)
{
    return isfinite(face->normal[0]) && isfinite(face->normal[1]) && isfinite(face->normal[2]) &&
           isfinite(face->distance) && dot(face->normal, face->normal) >= 0.5;
}

bool tlb_brush_shape_make(const tlb_level_face *faces, uint32_t count, tlb_arena *arena, tlb_arena *work,
                          tlb_brush_shape *shape)
{
    *shape = (tlb_brush_shape){.rings.count = count};
    if (count > TLB_BRUSH_MOST_FACES) {
        shape->fault = TLB_BRUSH_LARGE;
        shape->rings.count = 0;
        measure(shape);
        return true;
    }
    /* Each plane adds one corner at most; rounding, near the planes' meetings, another. */
    cutter c = {.count = count, .capacity = 2 * count + 2 * SQUARE_EDGES};
    plane *planes = tlb_alloc_array(work, (size_t)count + SQUARE_EDGES, sizeof *planes);
    c.ring = tlb_alloc_array(work, c.capacity, sizeof *c.ring);
    c.spare = tlb_alloc_array(work, c.capacity, sizeof *c.spare);
    shape->rings.data = tlb_zalloc_array(arena, count, sizeof *shape->rings.data);
    if (!planes || !c.ring || !c.spare || !shape->rings.data)
        return false;
    c.planes = planes;
    double farthest = 4096;
    for (uint32_t i = 0; i < count; i++) {
        planes[i] = (plane){{0}, 0};
        if (!tlb_level_face_has_plane(&faces[i]))
            continue;
        memcpy(planes[i].normal, faces[i].normal, sizeof planes[i].normal);
        planes[i].distance = faces[i].distance;
        farthest = fmax(farthest, fabs(faces[i].distance));
    }
    bool is_open = false;
    for (uint32_t i = 0; i < count; i++) {
        tlb_brush_ring *ring = &shape->rings.data[i];
        ring->fault = cut_face(&c, planes, i, 16 * farthest, &is_open);
        if (ring->fault == TLB_FACE_SOUND && !keep_ring(shape, arena, &c, ring))
            return false;
    }
    bool is_empty = !is_open && volume(shape) < 1e-9;
    shape->fault = is_open ? TLB_BRUSH_OPEN : is_empty ? TLB_BRUSH_EMPTY : TLB_BRUSH_SOUND;
    if (shape->fault) {
        shape->points.count = shape->corners.count = shape->edges.count = 0;
        for (uint32_t i = 0; i < count; i++)
            shape->rings.data[i].count = 0;
    }
    measure(shape);
    return true;
}
