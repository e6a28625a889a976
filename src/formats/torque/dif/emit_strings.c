/* Emit strings: for each point of a hull the faces around it. Vertices, edges and faces ascend; each face
 * begins with the corner that dif_hull_take_apart has put first. What map2dif wrote comes out again to the
 * byte. */
#include "formats/torque/dif/generate.h"
#include "formats/torque/dif/hull_shape.h"
#include "formats/torque/dif/string_pool.h"

#include <string.h>

enum { MOST_BYTES = 3 + 3 * TLB_DIF_HULL_MAX + 2 * DIF_MOST_FACES + DIF_MOST_CORNERS };

/* --- the string of a point ---------------------------------------------------------------------------- */

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
        return "one of its points is on none of its planes";
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
    const char *refusal = dif_hull_take_apart(&w->shape, w->interior, hull);
    uint32_t start = w->interior->convexHulls.data[hull].hullStart;
    w->emission.shape = &w->shape;
    for (uint32_t i = 0; !refusal && i < w->shape.point_count; i++) {
        refusal = write_string(&w->emission, i);
        if (!refusal &&
            !dif_pool_place(&w->pool, w->emission.bytes, w->emission.size, &w->offsets[start + i]))
            return tlb_report_memory(document->context);
    }
    return refusal ? dif_hull_refused(document, w->interior, hull, refusal) : TLB_OK;
}

static tlb_status emit_all(tlb_document *document, tlb_arena *scratch, tlb_dif_interior *interior)
{
    uint32_t points = interior->hullIndices.count;
    work *w = tlb_zalloc(scratch, sizeof *w);
    uint32_t *offsets = tlb_alloc_array(&document->arena, points, sizeof *offsets);
    if (!w || !offsets || !dif_pool_init(&w->pool, scratch, points))
        return tlb_report_memory(document->context);
    memset(offsets, 0, points * sizeof *offsets);
    w->interior = interior;
    w->offsets = offsets;
    uint64_t used = 0;
    for (uint32_t hull = 0; hull < interior->convexHulls.count; hull++) {
        used += interior->convexHulls.data[hull].hullCount;
        tlb_status status = used <= points ? emit_hull(document, w, hull)
                                           : dif_hull_refused(document, interior, hull, "it shares points");
        if (status)
            return status;
    }
    uint8_t *strings = dif_keep(document, w->pool.bytes.data, w->pool.bytes.count, 1);
    if (!strings)
        return tlb_report_memory(document->context);
    interior->convexHullEmitStrings.data = strings;
    interior->convexHullEmitStrings.count = w->pool.bytes.count;
    dif_replace_list(&interior->hullEmitStringIndices, TLB_U32, offsets, points);
    return TLB_OK;
}

tlb_status tlb_dif_make_emit_strings(tlb_document *document, tlb_dif_interior *interior)
{
    tlb_arena scratch = dif_scratch_arena(document);
    tlb_status status = emit_all(document, &scratch, interior);
    tlb_arena_free(&scratch);
    return status;
}
