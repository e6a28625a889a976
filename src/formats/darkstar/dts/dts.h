/* What the files of the DTS format share. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_DTS_H
#define TLB_FORMATS_DARKSTAR_DTS_DTS_H

#include "core/format.h"
#include "scene/geometry/box.h"
#include "trilobite/formats/dts.h"
#include "trilobite/formats/dts_runtime.h"

extern const tlb_format tlb_format_dts;
extern const tlb_query_info tlb_dts_queries[];

void tlb_dts_walk(tlb_walk *w, tlb_dts *shape);
void tlb_dts_walk_file(tlb_walk *w, void **root);
bool tlb_dts_is_old(tlb_bytes source); /* of an engine before Darkstar */
void tlb_dts_default_mesh(tlb_document *document, tlb_dts_mesh *mesh);
tlb_status tlb_dts_check(tlb_document *document);
tlb_status tlb_dts_update(tlb_document *document);
tlb_status tlb_dts_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
tlb_status tlb_dts_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_dts_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

tlb_dts_placement tlb_dts_transform_placement(const tlb_dts *shape, const tlb_dts_transform *transform);

/* Whether `count` things from `first` on are all in a list of `size`. */
static inline bool dts_within(int64_t first, int64_t count, uint32_t size)
{
    return first >= 0 && count >= 0 && first + count <= (int64_t)size;
}

static inline bool dts_is_index(int64_t index, uint32_t count)
{
    return index >= 0 && index < (int64_t)count;
}

/* --- turns and moves: placement.c ---------------------------------------------------------------------- */

#define DTS_NO_MOVE ((tlb_dts_placement){.rotation = {0, 0, 0, 1}})

/* `inner` within `outer`: a child's placement becomes one in its parent's parent. */
tlb_dts_placement tlb_dts_place_within(const tlb_dts_placement *outer, const tlb_dts_placement *inner);
/* What leads from a back to b: within a it gives b. */
tlb_dts_placement tlb_dts_way(const tlb_dts_placement *a, const tlb_dts_placement *b);
/* `way` gone `times` times. */
tlb_dts_placement tlb_dts_repeat(tlb_dts_placement way, uint64_t times);
/* Between two: lerp of the places, slerp of the turns by the shorter arc; lerp where they are nearly the
 * same. */
tlb_dts_placement tlb_dts_blend(const tlb_dts_placement *a, const tlb_dts_placement *b, float part);
void tlb_dts_turn(const float rotation[4], const float v[3], float out[3]);
/* The identity for what is no rotation. */
void tlb_dts_make_unit(float rotation[4]);

/* --- vertices: vertices.c ------------------------------------------------------------------------------ */

/* A vertex of a frame, in the mesh; it is there. */
static inline void dts_unpack(const tlb_dts_mesh *mesh, const tlb_dts_frame *frame, uint32_t vertex,
                              float point[3])
{
    const uint8_t *packed = mesh->vertices.data[(uint32_t)frame->firstVert + vertex];
    for (int axis = 0; axis < 3; axis++)
        point[axis] = (float)packed[axis] * frame->scale[axis] + frame->origin[axis];
}

/* From the mesh of an object to what its node is in. */
void tlb_dts_place_vertex(const tlb_dts_object *object, const tlb_dts_placement *node, float point[3]);

/* A frame of packed vertices from points, within a box that encloses them; their normals are not touched. */
void tlb_dts_pack_points(const float (*points)[3], uint32_t count, const tlb_box *box, tlb_dts_frame *frame,
                         tlb_dts_packed_vertex *out);
/* The farthest vertex of all frames from the mesh's origin. */
float tlb_dts_mesh_radius(const tlb_dts_mesh *mesh);

/* --- tracks: what a sequence has for one node, object or material: tracks.c ---------------------------- */

/* A shape and its keys, those of each track sorted by position. */
typedef struct dts_score {
    const tlb_dts *shape;
    const tlb_dts_key_frame *keys; /* the shape's own where these are sorted */
} dts_score;

typedef struct dts_track {
    const tlb_dts_key_frame *keys;
    uint32_t count; /* never 0 */
    bool cyclic;
} dts_track;

/* Sorted keys are allocated in `arena`; false without memory. */
bool tlb_dts_score_make(dts_score *score, const tlb_dts *shape, tlb_arena *arena);

/* The track of one of `count` subsequences from `first` on. False when there is none with keys. */
bool tlb_dts_find_track(const dts_score *score, int32_t first, int32_t count, int32_t sequence,
                        dts_track *track);
/* That of a subsequence by its number. */
bool tlb_dts_track_at(const dts_score *score, int32_t sub_sequence, dts_track *track);

/* tlb_dts_key_of, for what runs over all keys. */
static inline tlb_dts_key dts_key_of(const tlb_dts *shape, const tlb_dts_key_frame *frame)
{
    enum { VISIBLE = 8, VISIBLE_MATTERS = 4, MATERIAL_MATTERS = 2, FRAME_MATTERS = 1 };
    if (shape->pers.version < 3)
        return (tlb_dts_key){.value = frame->key & 0x3fffffff,
                             .visible = frame->key >> 31,
                             .visibleMatters = frame->key >> 30 & 1,
                             .frameMatters = true};
    uint32_t bits = shape->pers.version >= 8 ? 12 : 28, flags = frame->matIndex >> bits;
    return (tlb_dts_key){.value = frame->key,
                         .material = frame->matIndex & ((1u << bits) - 1),
                         .visible = flags & VISIBLE,
                         .visibleMatters = flags & VISIBLE_MATTERS,
                         .frameMatters = flags & FRAME_MATTERS,
                         .materialMatters = flags & MATERIAL_MATTERS};
}

/* For what changes at its keys. */
uint32_t tlb_dts_key_at(const dts_track *track, double position);

/* What a track of a node says: where it is, and whether it is seen. */
tlb_dts_placement tlb_dts_node_at(const dts_score *score, const dts_track *track, double position,
                                  bool *visible);
/* Where one of its keys puts it: several may be at the same position, and it jumps between them. */
tlb_dts_placement tlb_dts_node_of_key(const dts_score *score, const tlb_dts_key_frame *frame);

/* --- how far a shape reaches at rest: access.c --------------------------------------------------------- */

/* Files may name the same part again and again; work on them is bounded in proportion to the part. */
enum { DTS_SHARED = 8, DTS_LEAST = 1 << 16 };

/* Takes `cost` of what is left; false when it is not there. */
static inline bool dts_afford(uint64_t *left, uint64_t cost)
{
    bool there = cost <= *left;
    *left -= there ? cost : 0;
    return there;
}

typedef struct dts_extent {
    tlb_box box;  /* empty when nothing is drawn */
    float radius; /* about the shape's center */
} dts_extent;

/* Of what is drawn of the finest detail, in the space of the shape's center: to version 7 that of node 0. */
tlb_status tlb_dts_measure(tlb_context *context, const tlb_dts *shape, dts_extent *extent);

#endif
