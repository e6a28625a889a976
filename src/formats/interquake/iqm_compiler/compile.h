/* The compiler: what a model becomes on its way to IQM. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_COMPILER_COMPILE_H
#define TLB_FORMATS_INTERQUAKE_IQM_COMPILER_COMPILE_H

#include "base/index.h"
#include "formats/interquake/model/model.h"

/* How the model is put into the file. */
typedef struct iq_placement {
    float scale;
    float rotate[4]; /* a quaternion; all 0: none */
    float translate[3];
    bool joints;    /* joints also where there is no mesh */
    bool texcoords; /* zero ones where there are none: engines refuse models without */
} iq_placement;

/* Vertices as triangles use them: those of the model, or, where smoothing parts what the model has as one,
 * more. */
typedef struct iq_corners {
    uint32_t vertex_count;
    const uint32_t *source; /* vertices of the model; NULL: the same */
    const float (*normals)[3];
    const uint32_t (*triangles)[3];
} iq_corners;

/* The four strongest joints of a vertex, the strongest first. Weights sum to 1, or are all 0. */
typedef struct iq_blend {
    uint32_t joints[TLB_INFLUENCES];
    float weights[TLB_INFLUENCES];
} iq_blend;

typedef struct iq_compiler {
    const iq_model *model;
    const iq_placement *placement;
    tlb_context *context;
    tlb_arena *work;  /* each step gives back what no later one needs */
    tlb_arena *pool;  /* of names */
    tlb_arena *arena; /* what becomes part of the result */
    tlb_iqm *made;
    iq_corners corners;
    const iq_blend *blends; /* of the model's vertices; NULL: none */
    uint32_t *vertices;     /* of the result: which of the corners' they are */
    iq_pose *base;          /* of the joints, as chosen, as the following */
    iq_pose *frames;        /* until they are packed: of all animations, with rotations that do not flip */
    TLB_LIST(char) text;
    tlb_index names; /* to their offsets in the text */
} iq_compiler;

static inline uint32_t iq_source_vertex(const iq_corners *corners, uint32_t vertex)
{
    return corners->source ? corners->source[vertex] : vertex;
}

/* A vertex of the result as one of the model. */
static inline uint32_t iq_source_of(const iq_compiler *c, uint32_t vertex)
{
    return iq_source_vertex(&c->corners, c->vertices[vertex]);
}

/* The offset of a name in the text, which it is added to. False without memory. */
bool tlb_iq_pool_name(iq_compiler *c, tlb_text name, uint32_t *offset);

/* A point and a direction as they are placed. */
void tlb_iq_move_point(const iq_placement *placement, const float in[3], float out[3]);
void tlb_iq_move_direction(const iq_placement *placement, const float in[3], float out[3]);
/* A joint's pose, in its parent or, of a root, in the world. */
void tlb_iq_move_pose(const iq_placement *placement, bool root, const iq_pose in, iq_pose out);

/* out[v]: the tangent of vertex v of the result, from positions, normals and texture coordinates. */
bool tlb_iq_find_tangents(const iq_compiler *c, float (*out)[4]);

/* --- the steps --------------------------------------------------------------------------------------- */

/* In their order. False without memory. */
bool tlb_iq_make_corners(iq_compiler *c);
bool tlb_iq_make_meshes(iq_compiler *c);
bool tlb_iq_make_adjacency(iq_compiler *c);
bool tlb_iq_make_joints(iq_compiler *c);
bool tlb_iq_make_arrays(iq_compiler *c);
bool tlb_iq_make_frames(iq_compiler *c);
bool tlb_iq_make_bounds(iq_compiler *c);

/* The IQM of a model, laid out, in `arena`. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status tlb_iq_compile(tlb_iqm *made, tlb_context *context, tlb_arena *arena, const iq_model *model,
                          const iq_placement *placement);

/* --- options and inputs (options.c) ------------------------------------------------------------------ */

extern const tlb_option_info tlb_iq_options[];

iq_placement tlb_iq_placement(const tlb_iqm_write_options *options);
/* Does to the animations of a model's files what the options say. */
tlb_status tlb_iq_clip_animations(tlb_context *context, tlb_arena *arena,
                                  const tlb_iqm_write_options *options, iq_model *model);

typedef struct iq_input iq_input;

typedef struct iq_inputs {
    iq_input *data;
    uint32_t count;
    const tlb_iqe **documents;
    const char **names;
} iq_inputs;

/* `first` and what the options merge with it. IQM and scenes become text; the pictures of scenes are put
 * beside the conversion's first file. */
tlb_status tlb_iq_open_inputs(iq_inputs *all, const tlb_conversion *conversion, tlb_arena *arena,
                              tlb_document *first);
void tlb_iq_close_inputs(const iq_inputs *all);

/* A model as a document of IQE that lasts as long as `text`. */
tlb_status tlb_iq_open_respelled(tlb_document **document, tlb_context *context, const iq_model *model,
                                 tlb_buffer *text, const char *name);

/* --- algorithms over plain arrays (topology.c, order.c) ---------------------------------------------- */

/* Each takes its working memory from `work` and gives it back; those that return bool return false without
 * memory. All take time in proportion to their input, give or take a logarithm, whatever the input is; none
 * depends on rounding that a compiler may choose. */

/* Rows of floats, or of integers: both compared as the bits they are, but that -0 is 0. */
typedef struct iq_rows {
    const void *data;
    uint32_t words; /* of 32 bits, in a row */
} iq_rows;

/* first[i]: the first row that equals row i in all of `keys`. */
bool tlb_iq_find_equal(tlb_arena *work, const iq_rows *keys, uint32_t key_count, uint32_t count,
                       uint32_t *first);

enum { IQ_CACHE = 32 }; /* vertices that hardware is taken to remember */

/* How many vertices a cache of IQ_CACHE, first in first out, has to fetch. */
bool tlb_iq_cache_misses(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                         uint32_t vertices, uint32_t *misses);
/* Orders triangles so that they find their vertices in the cache; an order that is as good is kept. Ordering
 * twice is ordering once. `vertices`: one more than the greatest index. The corners of a triangle differ. */
bool tlb_iq_order_triangles(tlb_arena *work, tlb_iqm_triangle *triangles, uint32_t count, uint32_t vertices);

/* The triangle at each edge k, k + 1. place[v]: the same number for all vertices at one position, less than
 * `places`. An edge that is not exactly two triangles', running it in opposite directions, has none: -1. */
bool tlb_iq_find_neighbours(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                            const uint32_t *place, uint32_t places, tlb_iqm_adjacency *adjacency);

/* --- numbers as the formats of vertex arrays hold them (arrays.c) ------------------------------------ */

/* The nearest half, ties to even; too large is infinity. */
uint16_t tlb_iq_half(float value);

/* What becomes a vertex array's values: rows of `size` numbers of a format. */
typedef struct iq_values {
    uint32_t format, size;
    void *data;
} iq_values;

/* The first `size` numbers of `count` rows, at row `first`. Integers hold fractions of
 * their range, rounded to the nearest, what lies outside it cut; what is no number is 0. */
void tlb_iq_put_numbers(const iq_values *to, uint32_t first, uint32_t count,
                        const float (*rows)[TLB_IQM_COMPONENTS]);
/* The same for weights, whose integers then add up to what 1 is stored as. */
void tlb_iq_put_weights(const iq_values *to, uint32_t first, uint32_t count,
                        const float (*rows)[TLB_IQM_COMPONENTS]);

#endif
