/* Emit strings: for each point of a hull the faces around it. A hull is taken apart into faces and edges,
 * from its points and planes alone; vertices, edges and faces ascend; each face begins with the corner that
 * tlb_dif_hull_take_apart has put first. What map2dif wrote comes out again to the byte. */
#include "formats/torque/dif/generate/generate.h"
#include "base/argument.h"
#include "formats/torque/dif/generate/hull_shape.h"
#include "base/bytes.h"

#include <string.h>

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

/* Finds where the rarest run of the string is. */
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
    if (size >= DIF_POOL_RUN && find(pool, string, size, offset))
        return true;
    *offset = pool->bytes.count;
    return append(pool, string, size);
}

/* --- the string of a point ---------------------------------------------------------------------------- */

enum { MOST_BYTES = 3 + 3 * TLB_DIF_HULL_MAX + 2 * DIF_MOST_FACES + DIF_MOST_HULL_CORNERS };

/* A string being written, for the faces around one point. */
typedef struct emission {
    const dif_hull_shape *shape;
    bool around[DIF_MOST_FACES + 1]; /* the faces; never DIF_NO_FACE */
    uint8_t place[TLB_DIF_HULL_MAX]; /* where in the list of vertices a point is */
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

static const char no_memory[] = "";

/* --- all hulls ---------------------------------------------------------------------------------------- */

typedef struct work {
    tlb_dif_interior *interior;
    dif_hull_shape shape;
    emission emission;
    dif_string_pool pool;
    uint32_t *offsets; /* new hullEmitStringIndices */
    uint32_t *kept;    /* hulls that keep their strings; NULL: such a hull is refused */
    uint64_t old;      /* bytes of theirs that may still be copied: strings may be shared without end */
} work;

enum { COPIES_OF_OLD = 16 };

/* NULL, or why it cannot be done; no_memory. */
static const char *emit_new(work *w, uint32_t hull)
{
    const char *refusal = tlb_dif_hull_take_apart(&w->shape, w->interior, hull);
    uint32_t start = w->interior->convexHulls.data[hull].hullStart;
    for (uint32_t i = 0; !refusal && i < w->shape.point_count; i++) {
        refusal = write_string(&w->emission, i);
        if (!refusal && !pool_place(&w->pool, w->emission.bytes, w->emission.size, &w->offsets[start + i]))
            return no_memory;
    }
    return refusal;
}

/* The strings that a hull has; empty ones where it has none. */
static const char *emit_old(work *w, uint32_t hull)
{
    static const uint8_t empty[] = {0, 0, 0};
    const tlb_dif_interior *x = w->interior;
    const tlb_dif_hull *of = &x->convexHulls.data[hull];
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    for (uint32_t i = 0; i < of->hullCount && of->hullStart + i < x->hullIndices.count; i++) {
        tlb_dif_features features;
        bool sound = tlb_dif_hull_features(&hulls, hull, i, &features) && features.size <= w->old;
        w->old -= sound ? features.size : 0;
        const uint8_t *string =
            sound ? x->convexHullEmitStrings.data + x->hullEmitStringIndices.data[of->hullStart + i] : empty;
        if (!pool_place(&w->pool, string, sound ? features.size : sizeof empty,
                        &w->offsets[of->hullStart + i]))
            return no_memory;
    }
    return NULL;
}

static tlb_status emit_hull(tlb_document *document, work *w, uint32_t hull)
{
    w->emission.shape = &w->shape;
    const char *refusal = emit_new(w, hull);
    if (refusal && refusal != no_memory && w->kept) {
        ++*w->kept;
        refusal = emit_old(w, hull);
    }
    if (refusal == no_memory)
        return tlb_report_memory(document->context, w->pool.arena);
    return refusal ? tlb_dif_hull_refused(document, w->interior, hull, refusal) : TLB_OK;
}

static tlb_status emit_all(tlb_document *document, tlb_arena *scratch, tlb_dif_interior *interior,
                           uint32_t *kept)
{
    uint32_t points = interior->hullIndices.count;
    work *w = tlb_zalloc(scratch, sizeof *w);
    uint32_t *offsets = tlb_alloc_array(&document->arena, points, sizeof *offsets);
    if (!w || !offsets || !pool_init(&w->pool, scratch, points))
        return tlb_report_memory(document->context, tlb_arena_refused(scratch, &document->arena));
    memset(offsets, 0, points * sizeof *offsets);
    w->interior = interior;
    w->offsets = offsets;
    w->kept = kept;
    w->old = COPIES_OF_OLD * (uint64_t)interior->convexHullEmitStrings.count;
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
        return tlb_report_memory(document->context, &document->arena);
    interior->convexHullEmitStrings.data = strings;
    interior->convexHullEmitStrings.count = w->pool.bytes.count;
    tlb_dif_replace_list(&interior->hullEmitStringIndices, TLB_U32, offsets, points);
    return TLB_OK;
}

tlb_status tlb_dif_renew_emit_strings(tlb_document *document, tlb_dif_interior *interior, uint32_t *kept)
{
    tlb_arena scratch = dif_scratch_arena(document);
    tlb_status status = emit_all(document, &scratch, interior, kept);
    tlb_arena_release(&scratch);
    return status;
}

tlb_status tlb_dif_make_emit_strings(tlb_document *document, tlb_dif_interior *interior)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, interior);
    return tlb_dif_renew_emit_strings(document, interior, NULL);
}
