/* Emit strings: for each point of a hull the faces around it. A hull is taken apart into faces and edges,
 * from its points and planes alone; vertices, edges and faces ascend; each face begins with the corner that
 * hull_take_apart has put first. What map2dif wrote comes out again to the byte. */
#include "formats/torque/dif/generate.h"
#include "base/bytes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIF_NO_FACE = 255,
    DIF_MOST_FACES = DIF_NO_FACE,
    DIF_MOST_CORNERS = 6 * TLB_DIF_HULL_MAX /* twice the edges, which are fewer than three a point */
};

/* Its corners are points of the hull, clockwise seen from outside; a plane with fewer than three has none. */
typedef struct dif_hull_face {
    uint32_t start, count; /* in the shape's corners */
} dif_hull_face;

typedef struct dif_hull_edge {
    uint8_t low, high; /* points */
    uint8_t faces[2];  /* that it is between, one may be DIF_NO_FACE */
} dif_hull_edge;

/* Points are numbered as in the hull, faces as its planes. */
typedef struct dif_hull_shape {
    uint32_t point_count, face_count, corner_count, edge_count;
    const float *points[TLB_DIF_HULL_MAX];
    dif_hull_face faces[DIF_MOST_FACES];
    uint8_t corners[DIF_MOST_CORNERS];
    uint8_t face_at[TLB_DIF_HULL_MAX][TLB_DIF_HULL_MAX]; /* which face goes from one point to another */
    dif_hull_edge edges[DIF_MOST_CORNERS];               /* ascending */
} dif_hull_shape;

static const char not_convex[] = "its planes and points do not form a convex hull";

/* --- the faces of a hull ------------------------------------------------------------------------------ */

/* How near a plane a point is on it. Half a millimeter parted them in every hull of the files looked at; a
 * small hull asks for more care, and far from the origin numbers are no finer. */
static double thickness(const dif_hull_shape *s)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < s->point_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fmin(low[axis], s->points[i][axis]);
            high[axis] = fmax(high[axis], s->points[i][axis]);
        }
    double extent = 0, reach = 0;
    for (int axis = 0; axis < 3; axis++) {
        extent = fmax(extent, high[axis] - low[axis]);
        reach = fmax(reach, fmax(fabs(low[axis]), fabs(high[axis])));
    }
    return fmax(fmin(0.0005, extent / 1000), ldexp(fmin(reach, FLT_MAX), -21));
}

typedef struct corner {
    double angle;
    uint8_t point;
} corner;

static int by_angle(const void *a, const void *b)
{
    const corner *one = a, *other = b;
    if (one->angle != other->angle)
        return one->angle < other->angle ? -1 : 1;
    return (one->point > other->point) - (one->point < other->point);
}

/* Gives each corner its angle around the middle, growing clockwise as seen from where the normal points. */
static void set_angles(const dif_hull_shape *s, const float normal[3], corner *corners, uint32_t count)
{
    double middle[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += (double)s->points[corners[i].point][axis] / count;
    int drop = 0; /* the axis along which the plane is looked at */
    for (int axis = 1; axis < 3; axis++)
        if (fabsf(normal[axis]) > fabsf(normal[drop]))
            drop = axis;
    int right = (drop + 1) % 3, up = (drop + 2) % 3;
    for (uint32_t i = 0; i < count; i++) {
        const float *point = s->points[corners[i].point];
        double x = point[right] - middle[right], y = point[up] - middle[up];
        corners[i].angle = normal[drop] > 0 ? atan2(-y, x) : atan2(y, x);
    }
}

/* Adds the next face: the points on a plane; fewer than three are no face. False when the capacity is
 * exceeded: no convex hull has so many corners. */
static bool add_face(dif_hull_shape *s, const float plane[4], double near)
{
    corner corners[TLB_DIF_HULL_MAX];
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < s->point_count; i++)
        if (fabs(tlb_plane_distance(plane, s->points[i])) <= near)
            corners[count++].point = (uint8_t)i;
    if (count < 3)
        count = 0;
    if (count > DIF_MOST_CORNERS - s->corner_count)
        return false;
    set_angles(s, plane, corners, count);
    qsort(corners, count, sizeof *corners, by_angle);
    for (uint32_t i = 1; i < count; i++)
        if (corners[i].point < corners[first].point)
            first = i;
    s->faces[s->face_count++] = (dif_hull_face){s->corner_count, count};
    for (uint32_t i = 0; i < count; i++)
        s->corners[s->corner_count++] = corners[(first + i) % count].point;
    return true;
}

static const char *find_faces(dif_hull_shape *s, const tlb_dif_interior *interior, const tlb_dif_hull *hull,
                              uint32_t plane_count)
{
    s->point_count = hull->hullCount;
    s->face_count = s->corner_count = 0;
    for (uint32_t i = 0; i < s->point_count; i++) {
        uint32_t point = interior->hullIndices.data[hull->hullStart + i];
        if (point >= interior->points.count)
            return "a point index is out of range";
        s->points[i] = interior->points.data[point];
    }
    double near = thickness(s);
    for (uint32_t i = 0; i < plane_count; i++) {
        float plane[4];
        uint32_t index = interior->hullPlaneIndices.data[hull->planeStart + i];
        if (index > UINT16_MAX || !tlb_dif_plane_of(interior, (uint16_t)index, true, plane))
            return "a plane index is out of range";
        if (!add_face(s, plane, near))
            return not_convex;
    }
    return NULL;
}

/* --- edges -------------------------------------------------------------------------------------------- */

/* False when two faces go along an edge in the same direction. */
static bool set_face_at(dif_hull_shape *s)
{
    memset(s->face_at, DIF_NO_FACE, sizeof s->face_at);
    for (uint32_t f = 0; f < s->face_count; f++) {
        const uint8_t *corners = s->corners + s->faces[f].start;
        for (uint32_t i = 0, n = s->faces[f].count; i < n; i++) {
            uint8_t *at = &s->face_at[corners[i]][corners[(i + 1) % n]];
            if (*at != DIF_NO_FACE)
                return false;
            *at = (uint8_t)f;
        }
    }
    return true;
}

static void find_edges(dif_hull_shape *s)
{
    s->edge_count = 0;
    for (uint32_t low = 0; low < s->point_count; low++)
        for (uint32_t high = low + 1; high < s->point_count; high++) {
            uint8_t up = s->face_at[low][high], down = s->face_at[high][low];
            if (up != DIF_NO_FACE || down != DIF_NO_FACE)
                s->edges[s->edge_count++] = (dif_hull_edge){(uint8_t)low, (uint8_t)high, {up, down}};
        }
}

/* --- where each face begins --------------------------------------------------------------------------- */

static void rotate_face(dif_hull_shape *s, uint32_t index, uint32_t first_point)
{
    const dif_hull_face *f = &s->faces[index];
    uint8_t *corners = s->corners + f->start, copy[TLB_DIF_HULL_MAX];
    uint32_t first = 0;
    while (corners[first] != first_point)
        first++;
    memcpy(copy, corners, f->count);
    for (uint32_t i = 0; i < f->count; i++)
        corners[i] = copy[(first + i) % f->count];
}

/* The faces are found one from the other, breadth first, from the last one on: each begins with the edge it
 * was found over. */
static void rotate_faces(dif_hull_shape *s)
{
    uint8_t queue[DIF_MOST_FACES];
    bool found[DIF_MOST_FACES] = {false};
    uint32_t queued = 0;
    if (s->face_count) {
        queue[queued++] = (uint8_t)(s->face_count - 1);
        found[s->face_count - 1] = true;
    }
    for (uint32_t at = 0; at < queued; at++) {
        const uint8_t *corners = s->corners + s->faces[queue[at]].start;
        for (uint32_t i = 0, n = s->faces[queue[at]].count; i < n; i++) {
            uint8_t from = corners[(i + 1) % n], other = s->face_at[from][corners[i]];
            if (other == DIF_NO_FACE || found[other])
                continue;
            rotate_face(s, other, from);
            found[other] = true;
            queue[queued++] = other;
        }
    }
}

/* NULL, or why there is no such shape. */
static const char *hull_take_apart(dif_hull_shape *s, const tlb_dif_interior *interior, uint32_t hull)
{
    const tlb_dif_hull *of = &interior->convexHulls.data[hull];
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(interior);
    uint32_t planes = tlb_dif_hull_plane_count(&hulls, hull);
    if (of->hullCount > TLB_DIF_HULL_MAX ||
        !tlb_within(of->hullStart, of->hullCount, interior->hullIndices.count))
        return "its range exceeds hullIndices, or it has more than 255 points";
    if (planes > DIF_MOST_FACES)
        return "it has more than 255 planes";
    const char *refusal = find_faces(s, interior, of, planes);
    if (refusal)
        return refusal;
    if (!set_face_at(s))
        return not_convex;
    rotate_faces(s);
    find_edges(s);
    return NULL;
}

/* --- the pool of strings ---------------------------------------------------------------------------- */

/* A string that the pool has already, at whatever place, is shared. Strings are found by the runs of this
 * many bytes in them: shorter ones cannot be placed. */
enum { DIF_POOL_RUN = 8 };

/* The places whose runs of bytes share a hash, in ascending order. */
typedef struct dif_pool_bucket {
    uint32_t first, last, count;
} dif_pool_bucket;

typedef struct dif_string_pool {
    tlb_arena *arena;
    TLB_LIST(uint8_t) bytes;
    TLB_LIST(uint32_t) next; /* for each place with a run: the next place in its bucket */
    dif_pool_bucket *buckets;
    unsigned bucket_bits;
} dif_string_pool;

/* `strings`: about how many will be placed. False without memory. */
static bool pool_init(dif_string_pool *pool, tlb_arena *arena, uint32_t strings)
{
    enum { LEAST_BITS = 8, MOST_BITS = 20 };
    *pool = (dif_string_pool){.arena = arena, .bucket_bits = LEAST_BITS};
    while (pool->bucket_bits < MOST_BITS && UINT32_C(1) << pool->bucket_bits < strings)
        pool->bucket_bits++;
    pool->buckets = tlb_zalloc(arena, sizeof *pool->buckets << pool->bucket_bits);
    return pool->buckets != NULL;
}

static dif_pool_bucket *bucket_of(const dif_string_pool *pool, const uint8_t *run)
{
    uint64_t hash = tlb_get_le64(run) * UINT64_C(0x9e3779b97f4a7c15);
    return &pool->buckets[hash >> (64 - pool->bucket_bits)];
}

static void add_run(dif_string_pool *pool, uint32_t place)
{
    dif_pool_bucket *bucket = bucket_of(pool, pool->bytes.data + place);
    if (bucket->count++)
        pool->next.data[bucket->last] = place;
    else
        bucket->first = place;
    bucket->last = pool->next.data[place] = place;
}

static bool append(dif_string_pool *pool, const uint8_t *string, uint32_t size)
{
    if (!TLB_RESERVE(pool->arena, &pool->bytes, size) || !TLB_RESERVE(pool->arena, &pool->next, size))
        return false;
    memcpy(pool->bytes.data + pool->bytes.count, string, size);
    pool->bytes.count += size;
    while (pool->next.count + DIF_POOL_RUN <= pool->bytes.count)
        add_run(pool, pool->next.count++);
    return true;
}

/* Looks where the rarest run of the string stands. */
static bool find(const dif_string_pool *pool, const uint8_t *string, uint32_t size, uint32_t *offset)
{
    uint32_t rarest_at = 0;
    const dif_pool_bucket *rarest = bucket_of(pool, string);
    for (uint32_t at = 1; at + DIF_POOL_RUN <= size; at++) {
        const dif_pool_bucket *bucket = bucket_of(pool, string + at);
        if (bucket->count < rarest->count) {
            rarest = bucket;
            rarest_at = at;
        }
    }
    uint32_t place = rarest->first;
    for (uint32_t left = rarest->count; left; left--, place = pool->next.data[place]) {
        if (place < rarest_at)
            continue;
        *offset = place - rarest_at;
        if (size >= pool->bytes.count - *offset)
            return false;
        if (memcmp(pool->bytes.data + *offset, string, size) == 0)
            return true;
    }
    return false;
}

/* Finds a string, or appends it. As map2dif does it: the first place counts, and a string that ends with the
 * pool's last byte is not found. False without memory. */
static bool pool_place(dif_string_pool *pool, const uint8_t *string, uint32_t size, uint32_t *offset)
{
    if (find(pool, string, size, offset))
        return true;
    *offset = pool->bytes.count;
    return append(pool, string, size);
}

/* --- the string of a point ---------------------------------------------------------------------------- */

enum { MOST_BYTES = 3 + 3 * TLB_DIF_HULL_MAX + 2 * DIF_MOST_FACES + DIF_MOST_CORNERS };

/* A string being written, for the faces around one point. */
typedef struct emission {
    const dif_hull_shape *shape;
    bool around[DIF_MOST_FACES + 1]; /* the faces; never DIF_NO_FACE */
    uint8_t place[TLB_DIF_HULL_MAX]; /* where in the list of vertices a point stands */
    uint8_t bytes[MOST_BYTES];
    uint32_t size;
} emission;

static void write_byte(emission *e, uint32_t byte)
{
    e->bytes[e->size++] = (uint8_t)byte;
}

/* The vertices are the points of the faces, ascending. */
static void write_vertices(emission *e)
{
    const dif_hull_shape *s = e->shape;
    bool used[TLB_DIF_HULL_MAX] = {false};
    for (uint32_t f = 0; f < s->face_count; f++)
        for (uint32_t i = 0; e->around[f] && i < s->faces[f].count; i++)
            used[s->corners[s->faces[f].start + i]] = true;
    uint32_t count_at = e->size, count = 0;
    write_byte(e, 0);
    for (uint32_t i = 0; i < s->point_count; i++)
        if (used[i]) {
            e->place[i] = (uint8_t)count++;
            write_byte(e, i);
        }
    e->bytes[count_at] = (uint8_t)count;
}

/* The edges of the faces, as vertices, ascending. False when a byte cannot count them. */
static bool write_edges(emission *e)
{
    const dif_hull_shape *s = e->shape;
    uint32_t count_at = e->size, count = 0;
    write_byte(e, 0);
    for (const dif_hull_edge *at = s->edges; at < s->edges + s->edge_count; at++) {
        if (!e->around[at->faces[0]] && !e->around[at->faces[1]])
            continue;
        if (++count > UINT8_MAX)
            return false;
        write_byte(e, e->place[at->low]);
        write_byte(e, e->place[at->high]);
    }
    e->bytes[count_at] = (uint8_t)count;
    return true;
}

static void write_faces(emission *e, uint32_t count)
{
    const dif_hull_shape *s = e->shape;
    write_byte(e, count);
    for (uint32_t f = 0; f < s->face_count; f++) {
        if (!e->around[f])
            continue;
        write_byte(e, s->faces[f].count);
        write_byte(e, f);
        for (uint32_t i = 0; i < s->faces[f].count; i++)
            write_byte(e, e->place[s->corners[s->faces[f].start + i]]);
    }
}

static const char *write_string(emission *e, uint32_t point)
{
    const dif_hull_shape *s = e->shape;
    uint32_t count = 0;
    e->size = 0;
    for (uint32_t f = 0; f < s->face_count; f++) {
        e->around[f] = memchr(s->corners + s->faces[f].start, (int)point, s->faces[f].count) != NULL;
        count += e->around[f];
    }
    if (!count)
        return "a point is on none of its planes";
    write_vertices(e);
    if (!write_edges(e))
        return "a point has more than 255 edges around it";
    write_faces(e, count);
    return NULL;
}

/* --- all hulls ---------------------------------------------------------------------------------------- */

typedef struct work {
    tlb_dif_interior *interior;
    dif_hull_shape shape;
    emission emission;
    dif_string_pool pool;
    uint32_t *offsets; /* new hullEmitStringIndices */
} work;

static tlb_status emit_hull(tlb_document *document, work *w, uint32_t hull)
{
    const char *refusal = hull_take_apart(&w->shape, w->interior, hull);
    uint32_t start = w->interior->convexHulls.data[hull].hullStart;
    w->emission.shape = &w->shape;
    for (uint32_t i = 0; !refusal && i < w->shape.point_count; i++) {
        refusal = write_string(&w->emission, i);
        if (!refusal && !pool_place(&w->pool, w->emission.bytes, w->emission.size, &w->offsets[start + i]))
            return tlb_report_memory(document->context);
    }
    return refusal ? tlb_dif_hull_refused(document, w->interior, hull, refusal) : TLB_OK;
}

static tlb_status emit_all(tlb_document *document, tlb_arena *scratch, tlb_dif_interior *interior)
{
    uint32_t points = interior->hullIndices.count;
    work *w = tlb_zalloc(scratch, sizeof *w);
    uint32_t *offsets = tlb_alloc_array(&document->arena, points, sizeof *offsets);
    if (!w || !offsets || !pool_init(&w->pool, scratch, points))
        return tlb_report_memory(document->context);
    memset(offsets, 0, points * sizeof *offsets);
    w->interior = interior;
    w->offsets = offsets;
    uint64_t used = 0;
    for (uint32_t hull = 0; hull < interior->convexHulls.count; hull++) {
        used += interior->convexHulls.data[hull].hullCount;
        tlb_status status = used <= points ? emit_hull(document, w, hull)
                                           : tlb_dif_hull_refused(document, interior, hull,
                                                                  "it shares entries of hullIndices");
        if (status)
            return status;
    }
    uint8_t *strings = tlb_dif_keep(document, w->pool.bytes.data, w->pool.bytes.count, 1);
    if (!strings)
        return tlb_report_memory(document->context);
    interior->convexHullEmitStrings.data = strings;
    interior->convexHullEmitStrings.count = w->pool.bytes.count;
    tlb_dif_replace_list(&interior->hullEmitStringIndices, TLB_U32, offsets, points);
    return TLB_OK;
}

tlb_status tlb_dif_make_emit_strings(tlb_document *document, tlb_dif_interior *interior)
{
    tlb_arena scratch = dif_scratch_arena(document);
    tlb_status status = emit_all(document, &scratch, interior);
    tlb_arena_release(&scratch);
    return status;
}
